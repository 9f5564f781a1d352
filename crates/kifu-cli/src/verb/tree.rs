mod label;
mod outline;

use std::fmt::Write as _;

use crate::each::each;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;

/// Show the variations of games as an outline
///
/// Moves are numbered along the line they stand on. Where the game branches, the other moves stand
/// indented behind the one they could replace, and the game goes on below them. A long run of moves
/// is cut short. `!` and `?` are annotations, text in quotes is the name of a node, `*` a comment.
#[derive(Debug, clap::Args)]
pub(crate) struct Tree {
    #[command(flatten)]
    inputs: Inputs,

    /// Show every move of long runs
    #[arg(long)]
    moves: bool,

    /// Show how comments begin
    #[arg(long)]
    comments: bool,
}

impl Tree {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let palette = output.palette;
        let options = outline::Options {
            has_all_moves: self.moves,
            has_comments: self.comments,
        };
        each(&self.inputs, output, |name, collection| {
            let strong = palette.strong;
            let name = harmless::line(name);
            let mut shown = String::new();
            for game in collection.games() {
                let (number, games) = (game.number() + 1, collection.len());
                // Writing to a string does not fail.
                let _ = if games > 1 {
                    writeln!(shown, "{strong}{name}, game {number} of {games}{strong:#}")
                } else {
                    writeln!(shown, "{strong}{name}{strong:#}")
                };
                outline::write(&mut shown, game, options, &palette);
                shown.push('\n');
            }
            shown
        })
    }
}

/// The outline of one game.
pub(super) fn outline_of(game: kifu::GameTree<'_>, palette: &crate::output::Palette) -> String {
    let mut shown = String::new();
    let options = outline::Options {
        has_all_moves: false,
        has_comments: false,
    };
    outline::write(&mut shown, game, options, palette);
    shown
}
