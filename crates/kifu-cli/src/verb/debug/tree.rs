mod label;
mod outline;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use kifu::select::{MoveSequence, next_moves};
use kifu::{GameTree, Node};
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
  kifu debug tree --all-moves --comments game.sgf
  kifu debug tree --after 'Q16 R14' --replies joseki.sgf")]
pub(crate) struct Tree {
    #[command(flatten)]
    inputs: Inputs,

    /// Output format: `concise` cuts long runs of moves short, `full` shows all moves and how comments begin,
    /// `json-lines` is one JSON object per line for each game, with the lines of its outline
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "concise",
        hide_possible_values = true
    )]
    format: OutputFormat,

    /// Show every move of long runs
    #[arg(long, alias = "moves")]
    all_moves: bool,

    /// Show how comments begin
    #[arg(long)]
    comments: bool,

    /// Begin after these moves: `Q16 D4`, `pd,dp`, `black Q16 white pass`; games without them are skipped
    #[arg(long, value_name = "MOVES")]
    after: Option<MoveSequence>,

    /// List the moves that follow, each with the number of nodes from it on
    #[arg(long)]
    replies: bool,
}

impl Tree {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let palette = output.palette;
        let is_full = self.format == OutputFormat::Full;
        let options = outline::Options {
            has_all_moves: self.all_moves || is_full,
            has_comments: self.comments || is_full,
        };
        let is_found = AtomicBool::new(false);
        let mut exit = each(&self.inputs, output, |name, collection| {
            let mut shown = String::new();
            for game in collection.games() {
                for node in self.starts(game) {
                    is_found.store(true, Ordering::Relaxed);
                    if self.format == OutputFormat::JsonLines {
                        shown.push_str(&self.json_line(name, node, options));
                        continue;
                    }
                    heading(&mut shown, name, game, &palette);
                    if self.replies {
                        replies(&mut shown, node, options);
                    } else {
                        outline::write(&mut shown, node, options, &palette);
                    }
                    shown.push('\n');
                }
            }
            shown
        })?;
        if self.after.is_some() && !is_found.into_inner() {
            output.error("no game has these moves");
            exit.add(Exit::Failure);
        }
        Ok(exit)
    }

    /// The nodes of a game to begin at.
    fn starts<'a>(&self, game: GameTree<'a>) -> Vec<Node<'a>> {
        match &self.after {
            Some(after) => after.find(game),
            None => vec![game.root()],
        }
    }

    /// The tree from a node on as JSON, and the line end.
    fn json_line(&self, name: &str, start: Node<'_>, options: outline::Options) -> String {
        let game = start.game();
        let mut line = json!({
            "file": name,
            "game": game.number() + 1,
            "nodes": start.subtree().count(),
            "variations": start.leaves().count(),
        });
        if self.after.is_some() {
            line["number"] = start.number().into();
        }
        if self.replies {
            let replies = next_moves(start).into_iter().map(|node| {
                let (color, point) = node.play().unwrap_or_default();
                json!({
                    "color": color,
                    "move": point,
                    "number": node.number(),
                    "nodes": node.subtree().count(),
                    "name": node.simple_text("N"),
                })
            });
            line["replies"] = replies.collect();
        } else {
            let mut shown = String::new();
            outline::write(&mut shown, start, options, &Palette::default());
            line["outline"] = shown.lines().collect();
        }
        format!("{}\n", harmless::json(&line.to_string()))
    }
}

/// The file, and the number of the game if there are several.
fn heading(shown: &mut String, name: &str, game: GameTree<'_>, palette: &Palette) {
    let strong = palette.strong;
    let name = harmless::line(name);
    let (number, games) = (game.number() + 1, game.collection().len());
    // Writing to a string does not fail.
    let _ = if games > 1 {
        writeln!(shown, "{strong}{name}, game {number} of {games}{strong:#}")
    } else {
        writeln!(shown, "{strong}{name}{strong:#}")
    };
}

/// A line for each move after `start`: its label, the number of nodes from it on, and its comment if that is asked for.
fn replies(shown: &mut String, start: Node<'_>, options: outline::Options) {
    let labels = label::Labels::of(start.game());
    let number = moves_to(start) + 1;
    for node in next_moves(start) {
        let label = labels.label(node, number, crate::output::WIDTH);
        let count = crate::output::count(node.subtree().count(), "node");
        let _ = write!(shown, "{label}  {count}");
        let comment = options.has_comments.then(|| node.comment()).flatten();
        if let Some(comment) = comment {
            let room = crate::output::WIDTH.saturating_sub(label.len() + count.len() + 4);
            let _ = write!(shown, "  {}", label::beginning(&comment, room.max(20)));
        }
        shown.push('\n');
    }
}

/// How many moves lead to a node, its own included.
fn moves_to(node: Node<'_>) -> usize {
    node.path_up().filter(|node| node.play().is_some()).count()
}

/// The outline of one game.
pub(in crate::verb) fn outline_of(game: GameTree<'_>, palette: &Palette) -> String {
    let mut shown = String::new();
    let options = outline::Options {
        has_all_moves: false,
        has_comments: false,
    };
    outline::write(&mut shown, game.root(), options, palette);
    shown
}
