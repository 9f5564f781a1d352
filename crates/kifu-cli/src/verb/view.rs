use std::num::NonZeroUsize;
use std::path::PathBuf;

use anstyle::Style;
use anyhow::{Context as _, bail};
use kifu::Collection;

use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::Output;
use crate::screen;
use crate::view::{self, Look};

/// Look at a game on the whole screen
///
/// Shows the board, the comment, what is known of the game and its variations. The arrows lead
/// through the game; `?` shows all keys.
#[derive(Debug, clap::Args)]
pub(crate) struct View {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The game to begin with, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroUsize,

    /// The move to begin with, on the main line
    #[arg(long = "move", value_name = "N", default_value_t = 0)]
    number: u32,

    /// Go on where the file was left, and remember the place again
    #[arg(long, conflicts_with_all = ["game", "number"])]
    remember: bool,

    /// Draw with ASCII only; the default is to ask the locale
    #[arg(long)]
    ascii: bool,
}

impl View {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut input = Inputs::one(&self.path)?;
        let name = input.name().into_owned();
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let bytes = input.read_record().with_context(|| name.clone())?;
        let collection = Collection::from_bytes(bytes);
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
