#[cfg(feature = "database")]
mod explore;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anstyle::Style;
use anyhow::bail;
use kifu::Collection;

use kifu_batch::Input;

use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::screen;
use crate::view::{self, Look};

/// Open a game or an index in a full-screen viewer
///
/// Shows the board, the comment, the game info and the variations. Of an index: put stones, see which moves followed, and
/// open a game. The arrow keys step through a game; `?` lists all keys. `kifu FILE` does the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu view game.sgf
  kifu view --move 50 game.sgf
  kifu view --where 'date>=2000' games.kifu")]
pub(crate) struct View {
    /// A game record, an index, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Game to open, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroUsize,

    /// Move of the main line to go to
    #[arg(long = "move", value_name = "N", default_value_t = 0)]
    number: u32,

    /// Continue where the file was left, and remember the place again
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
        let mut input = Inputs::one(&self.path)?;
        let name = input.name().into_owned();
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let bytes = input.read_record(&kifu_batch::Progress::default())?;
        let collection = Collection::from_bytes(kifu_batch::into_sgf(bytes));
        let look = Look {
            // Styles are empty where colours are off.
            has_color: output.palette.accent != Style::new(),
            is_ascii: self.ascii || view::speaks_ascii_only(),
        };
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
        screen::run(&mut model)?;
        if let Some(memory) = &memory {
            memory.keep(&model)?;
        }
        Ok(Exit::Clean)
    }
}
