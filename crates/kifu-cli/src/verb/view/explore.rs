use std::path::Path;

use anyhow::{Context as _, bail};
use kifu::NodeId;

use crate::database;
use crate::drawing;
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::explore::{Model, Wish};
use crate::output::Output;
use crate::screen::Display;
use crate::selected::Selected;
use crate::view::{self, Look};

/// Opens an index in the viewer. The board has the size of most selected games.
pub(super) fn run(
    index: &Path,
    selected: &Selected,
    partial: bool,
    mut look: Look,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let (store, exit) = database::open(index, partial, output)?;
    if !output.is_terminal {
        bail!("`kifu view` needs a terminal to draw on");
    }
    let first = look;
    let selection = selected.selection();
    // The viewer reports what is damaged.
    let (size, _) = database::usual_size(&store, &selection, partial)?;
    let mut model = Model::new(&store, partial, size, selection, look);
    let mut display = super::display(look);
    loop {
        display.run(&mut model)?;
        look = model.look;
        let Some(Wish::Open(path, number, node)) = model.wish.take() else {
            break;
        };
        match show(&mut display, &path, number, node, look) {
            Ok(last) => model.look = last,
            Err(error) => model.message = format!("{error:#}"),
        }
    }
    super::remember(first, look, None, output);
    Ok(exit)
}

/// Shows a game of the index from a node on; returns the last appearance.
fn show(
    display: &mut Display,
    path: &str,
    number: u32,
    node: u32,
    look: Look,
) -> anyhow::Result<Look> {
    let collection = drawing::read(Path::new(path), Encoding::default())?;
    let game = view::Model::new(&collection, path.to_owned(), look);
    let mut game = game.with_context(|| format!("{path}: there is no game in the file"))?;
    let node = collection
        .game(number as usize)
        .and_then(|tree| tree.node(NodeId::new(node)))
        .with_context(|| format!("{path}: the file has changed; run `kifu index` again"))?;
    game.go_to(node);
    loop {
        display.run(&mut game)?;
        if game.wish.take().is_none() {
            return Ok(game.look);
        }
        "open the file itself to edit it".clone_into(&mut game.message);
    }
}
