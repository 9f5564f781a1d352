use std::io::Write as _;
use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use kifu::go::Size;
use kifu::store::Opening;
use serde_json::{Value, json};

use crate::database::{self, DamageReport, Wanted};
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;

/// Write a tree of the moves that follow a position
///
/// Starts at the empty board, or at a pattern. The board has the size of most selected games; `-w size=13` selects
/// another. `--variations` follows every line of a record and counts each like a game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu openings games.kifu --depth 6 > tree.sgf
  kifu openings games.kifu -w 'date>=2010' --format json
  kifu openings games.kifu --file game.sgf --move 10")]
pub(crate) struct Openings {
    /// The index
    #[arg(value_name = "NAME.kifu")]
    index: PathBuf,

    #[command(flatten)]
    wanted: Wanted,

    /// Number of moves from the start
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: usize,

    /// Omit moves that fewer games play
    #[arg(long, value_name = "N", default_value_t = 2)]
    least: u64,

    /// Answer from the intact part of a damaged index
    #[arg(long)]
    partial: bool,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "sgf"
    )]
    format: Format,
}

/// How the tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A game record with the statistics in comments
    Sgf,
    /// One JSON object: a list of nodes, each with the number of its parent
    Json,
}

impl Openings {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let (store, mut exit) = database::open(&self.index, self.partial, output)?;
        let mut report = DamageReport::default();
        let query = if self.wanted.is_given() {
            self.wanted.query()?
        } else {
            let selection = self.wanted.selection();
            let (size, errors) = database::usual_size(&store, &selection, self.partial)?;
            report.add(errors, self.partial, &mut exit, output)?;
            self.wanted.query_of_empty(size)?
        };
        ensure!(
            !query.in_variations || query.sequence.is_empty() && query.later.is_empty(),
            "`--variations` follows all lines: omit `--sequence` and `--then`"
        );
        let (mut tree, errors) = store.opening_partial(&query, self.depth, self.least)?;
        report.add(errors, self.partial, &mut exit, output)?;
        report.end(output);
        if !self.wanted.is_given() {
            // The errors were reported.
            let (mut sizes, _) = store.sizes_partial(&query.selection)?;
            // Boards of other sizes are empty too, but were not looked for.
            sizes.retain(|(size, _)| tree.size.is_some_and(|own| own != *size));
            tree.other_sizes = sizes;
        }
        match tree.size {
            None => output.note("no game reaches the position"),
            Some(size) => {
                if let Some(note) = left_out(size, &tree.other_sizes) {
                    output.note(note);
                }
            }
        }
        let shown = match self.format {
            Format::Sgf => tree.to_sgf(),
            Format::Json => format!("{}\n", harmless::json(&json_of(&tree).to_string())),
        };
        output.data(shown.as_bytes())?;
        output.flush()?;
        Ok(exit)
    }
}

/// Which games are left out since their boards have another size, and how to ask for them.
fn left_out(size: Size, others: &[(Size, u64)]) -> Option<String> {
    let parts: Vec<String> = others
        .iter()
        .map(|(size, games)| {
            let s = if *games == 1 { "" } else { "s" };
            let named = size.sgf();
            format!("{games} game{s} on {size} (`-w size={named}`)")
        })
        .collect();
    let is_any = !parts.is_empty();
    is_any.then(|| {
        format!(
            "the tree is of boards of {size}; left out: {}",
            parts.join(", ")
        )
    })
}

fn json_of(tree: &Opening) -> Value {
    let nodes: Vec<Value> = tree
        .nodes
        .iter()
        .map(|node| {
            json!({
                "parent": node.parent,
                "color": node.play.map(|(color, _)| color.to_string()),
                "point": node.play.map(|(_, point)| point.to_string()),
                "games": node.games,
                "black_wins": node.black_wins,
                "white_wins": node.white_wins,
                "position_in_games": node.parent.map(|_| node.reached),
            })
        })
        .collect();
    json!({
        "pattern": tree.pattern.to_string().lines().collect::<Vec<_>>(),
        "size": tree.size.map(|size| size.to_string()),
        "counts": if tree.counts_lines { "lines" } else { "games" },
        "left_out": tree.other_sizes.iter().map(|(size, games)| {
            json!({"size": size.to_string(), "games": games})
        }).collect::<Vec<_>>(),
        "nodes": nodes,
    })
}
