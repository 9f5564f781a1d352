use std::path::PathBuf;

use anstyle::Style;
use anyhow::{Context as _, bail};
use kifu::Collection;
use kifu::go::Size;

use crate::database;
use crate::exit::Exit;
use crate::explore::{self, Model, Wish};
use crate::output::Output;
use crate::selected::Selected;
use crate::view::{self, Look};

/// Explore an index on the whole screen: put stones, see what came next, open a game
#[derive(Debug, clap::Args)]
pub(crate) struct Explore {
    /// The index
    #[arg(value_name = "NAME.kifu")]
    index: PathBuf,

    #[command(flatten)]
    selected: Selected,

    /// Draw with ASCII only; the default is to ask the locale
    #[arg(long)]
    ascii: bool,
}

impl Explore {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let (store, exit) = database::open(&self.index, false, output)?;
        if !output.is_terminal {
            bail!("`kifu explore` needs a terminal to draw on");
        }
        let look = Look {
            // Styles are empty where colours are off.
            has_color: output.palette.accent != Style::new(),
            is_ascii: self.ascii || view::speaks_ascii_only(),
        };
        let size = store.sizes().first().copied().unwrap_or(Size::NINETEEN);
        let mut model = Model::new(&store, size, self.selected.selection(), look);
        while let Wish::Open(path, number, move_number) = explore::run(&mut model)? {
            let bytes = std::fs::read(&path).with_context(|| path.clone())?;
            let collection = Collection::from_bytes(bytes);
            let mut game = view::Model::new(&collection, path.clone(), look)
                .with_context(|| format!("{path}: there is no game in the file"))?;
            if game.open(number as usize) {
                game.jump(move_number);
                view::run(&mut game)?;
            } else {
                bail!("{path}: the file has changed; run `kifu index` again");
            }
        }
        Ok(exit)
    }
}
