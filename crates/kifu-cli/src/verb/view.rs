#[cfg(feature = "database")]
mod explore;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::bail;
use kifu::Collection;

use kifu_batch::Input;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::screen;
use crate::view::{self, Look};

/// Open a game, a folder or an index in a full-screen viewer
///
/// Shows the board, the comment, the game info and the variations. In an index: place stones, see which
/// moves followed, and open a game. In a folder: choose a game from a list. The arrow keys step through a
/// game; `?` lists all keys. `kifu FILE` does the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu view game.sgf
  kifu view --move 50 game.sgf
  kifu view games/
  kifu view --where 'date>=2000' games.kifu")]
pub(crate) struct View {
    /// A game record, a folder, an index, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Game to open, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroUsize,

    /// Move of the main line to go to
    #[arg(long = "move", value_name = "N", default_value_t = 0)]
    number: u32,

    /// Resume at the last position of the file, and remember the new one
    #[arg(long, conflicts_with_all = ["game", "number"])]
    remember: bool,

    /// Draw with ASCII only; the default depends on the locale
    #[arg(long)]
    ascii: bool,

    #[cfg(feature = "database")]
    #[command(flatten)]
    explore: explore::Explore,
}

impl View {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        #[cfg(feature = "database")]
        if crate::database::is_index(&self.path) {
            return self.explore.run(&self.path, self.ascii, output);
        }
        if self.path.is_dir() {
            return self.folder(output);
        }
        let mut input = Inputs::one(&self.path)?;
        let name = input.name().into_owned();
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let bytes = input.read_record(&kifu_batch::Progress::default())?;
        let bytes = kifu_batch::into_sgf(bytes);
        let collection = Collection::from_bytes(bytes.clone());
        let look = self.look(output);
        let Some(mut model) = view::Model::new(&collection, name, look) else {
            bail!("{}: there is no game in the file", input.name());
        };
        if !model.open(self.game.get() - 1) {
            bail!(
                "{}: there is no game {}; the file has {}",
                input.name(),
                self.game,
                collection.len()
            );
        }
        if self.number > 0 {
            model.jump(self.number);
        }
        let memory = match &input {
            Input::File(path) if self.remember => Some(view::Memory::of(path)?),
            _ => None,
        };
        if let Some(memory) = &memory {
            memory.recall(&mut model);
        }
        // A file of another format is not replaced by SGF.
        let path = match &input {
            Input::File(path) if !kifu_batch::is_other_format(path) => Some(path.as_path()),
            _ => None,
        };
        let place = edit(&mut model, path, bytes)?;
        if let Some(memory) = &memory {
            memory.keep_place(place.0, place.1)?;
        }
        Ok(Exit::Clean)
    }

    fn look(&self, output: &Output) -> Look {
        Look {
            // Styles are empty where colors are off.
            has_color: output.palette.accent != Style::new(),
            is_ascii: self.ascii || view::speaks_ascii_only(),
        }
    }

    /// Lists the games of a folder, and opens those that the user chooses. The place in the list is
    /// always remembered.
    fn folder(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let mut exit = Exit::Clean;
        let mut inputs = Vec::new();
        for input in kifu_batch::Inputs::new(vec![self.path.clone()]).iter() {
            match input {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(Failure(&error.into()));
                }
            }
        }
        let look = self.look(output);
        let mut library = view::Library::new(inputs, look);
        let memory = view::Memory::of(&self.path)?;
        if let Some((game, _)) = memory.place() {
            library.choose(game);
        }
        loop {
            screen::run(&mut library)?;
            let Some(number) = library.wish.take() else {
                break;
            };
            let Some(entry) = library.entry(number).cloned() else {
                continue;
            };
            let name = library.input(entry.input).name().into_owned();
            let Some(bytes) = library.bytes(entry.input) else {
                continue;
            };
            let collection = Collection::from_bytes(bytes.clone());
            let path = match library.input(entry.input) {
                Input::File(path) => Some(path.clone()),
                _ => None,
            };
            if let Some(mut model) = view::Model::new(&collection, name, look)
                && model.open(entry.game)
            {
                edit(&mut model, path.as_deref(), bytes)?;
            }
        }
        if let Some(game) = library.chosen() {
            memory.keep_place(game, 0)?;
        }
        Ok(exit)
    }
}

/// Shows a game until the user leaves, and makes the changes that the user wants; returns the last
/// game and node. `path` is the file that is changed; `None` if it cannot be.
fn edit(
    model: &mut view::Model<'_>,
    path: Option<&Path>,
    mut bytes: Vec<u8>,
) -> anyhow::Result<(usize, u32)> {
    screen::run(model)?;
    let mut place = (model.tree.number(), model.node.id());
    let mut state = model.state();
    let name = model.name.clone();
    while let Some(change) = state.wish.take() {
        let message = match path {
            None => "only a file can be edited".to_owned(),
            Some(path) => match view::apply(path, &bytes, place.0, place.1, change) {
                Ok(Some(new)) => {
                    bytes = new;
                    "saved".to_owned()
                }
                Ok(None) => "unchanged".to_owned(),
                Err(error) => format!("{error:#}"),
            },
        };
        let collection = Collection::from_bytes(bytes.clone());
        let Some(mut again) = view::Model::new(&collection, name.clone(), state.look) else {
            break;
        };
        again.restore(&state);
        if let Some(node) = collection.game(place.0).and_then(|game| game.node(place.1)) {
            again.go_to(node);
        }
        again.message = message;
        screen::run(&mut again)?;
        place = (again.tree.number(), again.node.id());
        state = again.state();
    }
    Ok((place.0, place.1.get()))
}
