//! `openings`: the tree of the moves after the empty board or a pattern, one row per node.

use std::borrow::Cow;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray, UInt32Array, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::go::{Board, Size};
use kifu::store::{OpeningNode, Pattern};

use super::ensure_once;
use super::wanted::{Wanted, drawn};
use crate::database::{Database, Databases};
use crate::error::{of_store, wrong};
use crate::scan::{Request, Rows, Source, column};
use crate::tables::moves::letter;

/// The default depth of a tree, and the default minimum number of games of a move: those of `kifu openings`.
pub(super) const DEPTH: usize = 8;
pub(super) const LEAST: u64 = 2;

/// The longest side of a board of Go in a record.
const LARGEST: u16 = 52;

/// A tree of openings.
#[derive(Debug)]
pub(crate) struct Openings {
    database: Database,
    wanted: Wanted,
    /// The options of the search, if its pattern is the empty board of the most common size of the selected games.
    options_of_empty: Option<Vec<String>>,
    depth: usize,
    least: u64,
    schema: SchemaRef,
}

impl Openings {
    /// Reads the options of a search, and `depth`, `least`, `pattern` and `size`.
    pub(crate) fn new(database: Database, arguments: &[String]) -> Result<Self> {
        ensure_once(arguments)?;
        let (mut depth, mut least) = (DEPTH, LEAST);
        let (mut pattern, mut size) = (None, None);
        let mut options = Vec::new();
        for argument in arguments {
            let (name, value) = argument.split_once('=').unwrap_or(("", argument));
            let value = value.trim();
            let bad = || wrong(format!("`{argument}`: not a number"));
            match name.trim() {
                "depth" => depth = value.parse().map_err(|_| bad())?,
                "least" => least = value.parse().map_err(|_| bad())?,
                "pattern" => pattern = Some(drawn(value)?),
                "size" => size = Some(board_size(argument, value)?),
                _ => options.push(argument.clone()),
            }
        }
        if pattern.is_some() && size.is_some() {
            return Err(wrong(
                "`size` is the board of a tree without `pattern`; `where=size=9` selects games by their board",
            ));
        }
        let is_given = pattern.is_some() || size.is_some();
        let pattern = pattern.unwrap_or_else(|| empty(size.unwrap_or(Size::GO)));
        let wanted = Wanted::of_pattern(pattern, &options)?;
        let count = |name: &str| Field::new(name, DataType::UInt64, false);
        let fields = vec![
            Field::new("node", DataType::UInt32, false),
            column("parent", DataType::UInt32),
            Field::new("depth", DataType::UInt32, false),
            column("color", DataType::Utf8),
            column("point", DataType::Utf8),
            Field::new("line", DataType::Utf8, false),
            count("games"),
            count("black_wins"),
            count("white_wins"),
            // The root has none.
            column("position_in_games", DataType::UInt64),
        ];
        Ok(Self {
            database,
            wanted,
            options_of_empty: (!is_given).then_some(options),
            depth,
            least,
            schema: Arc::new(Schema::new(fields)),
        })
    }
}

impl Openings {
    /// The search. Without a pattern and a size, its board is the most common one of the selected games, as in
    /// `kifu openings`.
    fn wanted(&self, databases: &Databases) -> Result<Cow<'_, Wanted>> {
        let Some(options) = &self.options_of_empty else {
            return Ok(Cow::Borrowed(&self.wanted));
        };
        let store = &self.database.store;
        let (sizes, errors) = store
            .sizes_partial(&self.wanted.query.selection)
            .map_err(of_store)?;
        databases.leave_out_records(errors)?;
        let size = sizes.first().map(|(size, _)| *size);
        Wanted::of_pattern(empty(size.unwrap_or(Size::GO)), options).map(Cow::Owned)
    }
}

fn empty(size: Size) -> Pattern {
    Pattern::of_board(&Board::new(size))
}

/// Reads the size of a board: `9` or `7x9`.
fn board_size(argument: &str, text: &str) -> Result<Size> {
    let (columns, rows) = text
        .split_once(['x', 'X', ':', '×'])
        .unwrap_or((text, text));
    let side = |text: &str| {
        let side = text.trim().parse::<u16>().ok();
        side.filter(|side| (1..=LARGEST).contains(side))
    };
    let sides = side(columns).zip(side(rows));
    let size = sides.and_then(|(columns, rows)| Size::new(columns, rows).ok());
    size.ok_or_else(|| {
        wrong(format!(
            "`{argument}`: not a board size (expected a number from 1 to {LARGEST}, or two as `7x9`)"
        ))
    })
}

impl Source for Openings {
    fn name(&self) -> String {
        format!("openings(depth={}, least={})", self.depth, self.least)
    }

    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn database(&self) -> Option<&Database> {
        None
    }

    fn parts(&self) -> usize {
        1
    }

    #[cfg(feature = "cluster")]
    fn segments(&self) -> Option<usize> {
        None
    }

    fn read(&self, _: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let store = &self.database.store;
        let wanted = self.wanted(rows.databases)?;
        let tree = store.opening_partial(&wanted.query, self.depth, self.least);
        let (tree, errors) = tree.map_err(of_store)?;
        rows.databases.leave_out_records(errors)?;
        let nodes = tree.nodes;
        // Parents precede their children.
        let mut lines: Vec<(u32, String)> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let (depth, above) = match node.parent {
                Some(parent) => (lines[parent].0 + 1, lines[parent].1.clone()),
                None => (0, String::new()),
            };
            let own = node
                .play
                .map(|(color, point)| format!("{}:{point}", letter(Some(color))));
            let line = [above, own.unwrap_or_default()];
            let line = line
                .iter()
                .map(String::as_str)
                .filter(|part| !part.is_empty());
            lines.push((depth, line.collect::<Vec<_>>().join(" ")));
        }
        let numbers =
            |values: Vec<Option<u32>>| -> ArrayRef { Arc::new(UInt32Array::from(values)) };
        let counts = |count: fn(&OpeningNode) -> u64| -> ArrayRef {
            Arc::new(UInt64Array::from_iter_values(nodes.iter().map(count)))
        };
        let array = |name: &str| -> ArrayRef {
            match name {
                "node" => numbers((0..nodes.len() as u32).map(Some).collect()),
                "parent" => {
                    let parents = nodes.iter().map(|node| node.parent.map(|at| at as u32));
                    numbers(parents.collect())
                }
                "depth" => numbers(lines.iter().map(|(depth, _)| Some(*depth)).collect()),
                "color" => {
                    let colors = nodes
                        .iter()
                        .map(|node| node.play.map(|(color, _)| letter(Some(color))));
                    Arc::new(colors.collect::<StringArray>())
                }
                "point" => {
                    let points = nodes
                        .iter()
                        .map(|node| node.play.map(|(_, point)| point.to_string()));
                    Arc::new(points.collect::<StringArray>())
                }
                "line" => Arc::new(StringArray::from_iter_values(
                    lines.iter().map(|(_, line)| line),
                )),
                "games" => counts(|node| node.games),
                "black_wins" => counts(|node| node.black_wins),
                "white_wins" => counts(|node| node.white_wins),
                _ => {
                    let reached = nodes.iter().map(|node| node.parent.map(|_| node.reached));
                    Arc::new(reached.collect::<UInt64Array>())
                }
            }
        };
        let names = request
            .columns
            .iter()
            .map(|at| self.schema.field(*at).name());
        let columns = names.map(|name| array(name)).collect();
        rows.put(columns, nodes.len()).map(|_| ())
    }
}
