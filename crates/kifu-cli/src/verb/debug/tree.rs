mod label;
mod outline;

use std::fmt::Write as _;

use serde_json::json;

use crate::each::each;
use crate::exit::Exit;
use crate::format::OutputFormat;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{Output, Palette};

/// Print the variations of games as an outline
///
/// Moves are numbered along their line. Alternatives are indented below the move that they replace. Long runs of moves
/// are shortened. `!` and `?` are annotations, text in quotes is the name of a node, `*` is a comment.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu debug tree game.sgf
  kifu debug tree --moves --comments game.sgf")]
pub(crate) struct Tree {
    #[command(flatten)]
    inputs: Inputs,

    /// How outlines are shown: `concise` cuts long runs of moves short, `full` shows all moves and how comments begin,
    /// `json-lines` is one JSON object a line for each game, with the lines of its outline
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "concise",
        hide_possible_values = true
    )]
    format: OutputFormat,

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
        let is_full = self.format == OutputFormat::Full;
        let options = outline::Options {
            has_all_moves: self.moves || is_full,
            has_comments: self.comments || is_full,
        };
        if self.format == OutputFormat::JsonLines {
            return each(&self.inputs, output, |name, collection| {
                let lines = collection
                    .games()
                    .map(|game| json_line(name, game, options));
                lines.collect()
            });
        }
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

/// A game as JSON, and the line end.
fn json_line(name: &str, game: kifu::GameTree<'_>, options: outline::Options) -> String {
    let mut shown = String::new();
    outline::write(&mut shown, game, options, &Palette::default());
    let line = json!({
        "file": name,
        "game": game.number() + 1,
        "nodes": game.node_count(),
        "variations": game.leaves().count(),
        "outline": shown.lines().collect::<Vec<_>>(),
    });
    format!("{}\n", harmless::json(&line.to_string()))
}

/// The outline of one game.
pub(in crate::verb) fn outline_of(game: kifu::GameTree<'_>, palette: &Palette) -> String {
    let mut shown = String::new();
    let options = outline::Options {
        has_all_moves: false,
        has_comments: false,
    };
    outline::write(&mut shown, game, options, palette);
    shown
}
