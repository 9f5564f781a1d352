//! The changes on main lines: moves, and stones that setup adds and removes.

use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int32Builder, StringBuilder, UInt32Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::go::{Color, Move, Point};
use kifu::store::Change;

use crate::database::Database;
use crate::error::of_store;
use crate::scan::{ROWS, Request, Rows, Source, column, of_game, same};

/// The kind of changes in the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Moves,
    Setup,
}

/// The changes of the main lines of an index.
#[derive(Debug)]
pub(crate) struct Changes {
    database: Database,
    kind: Kind,
    schema: SchemaRef,
}

impl Changes {
    pub(crate) fn new(database: Database, kind: Kind) -> Self {
        let mut fields = of_game().to_vec();
        fields.push(Field::new("node", DataType::UInt32, false));
        if kind == Kind::Moves {
            fields.push(Field::new("move_number", DataType::UInt32, false));
        }
        fields.push(Field::new("color", DataType::Utf8, false));
        fields.push(column("point", DataType::Utf8));
        fields.push(column("x", DataType::Int32));
        fields.push(column("y", DataType::Int32));
        if kind == Kind::Moves {
            fields.push(Field::new("captures", DataType::UInt32, false));
        }
        Self {
            database,
            kind,
            schema: Arc::new(Schema::new(fields)),
        }
    }
}

/// Counts the moves of a main line as the standard does: two moves in one node have the same number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbers {
    moves: u32,
    /// The node of the last move.
    node: Option<u32>,
}

impl Numbers {
    /// The number of the next move, which is in this node.
    pub(crate) fn of(&mut self, node: u32) -> u32 {
        if self.node.replace(node) != Some(node) {
            self.moves += 1;
        }
        self.moves
    }

    /// The number of the last move.
    pub(crate) const fn last(self) -> u32 {
        self.moves
    }
}

/// The rows collected so far.
#[derive(Default)]
struct Gathered {
    games: Vec<u32>,
    nodes: Vec<u32>,
    numbers: Vec<u32>,
    colors: StringBuilder,
    points: StringBuilder,
    x: Int32Builder,
    y: Int32Builder,
    captures: Vec<u32>,
}

impl Gathered {
    fn push(&mut self, game: u32, node: u32, color: &str, point: Option<Point>) {
        self.games.push(game);
        self.nodes.push(node);
        self.colors.append_value(color);
        self.points
            .append_option(point.map(|point| point.to_string()));
        self.x.append_option(point.map(|point| i32::from(point.x)));
        self.y.append_option(point.map(|point| i32::from(point.y)));
    }

    fn add(&mut self, kind: Kind, game: u32, changes: &[(u32, Change)]) {
        let mut numbers = Numbers::default();
        for (node, change) in changes {
            match (kind, change) {
                (Kind::Moves, Change::Move(color, played)) => {
                    let number = numbers.of(*node);
                    let point = match played {
                        Move::Play(point) => Some(*point),
                        Move::Pass => None,
                    };
                    self.push(game, *node, letter(Some(*color)), point);
                    self.numbers.push(number);
                    self.captures.push(0);
                }
                (Kind::Moves, Change::Capture(_)) => {
                    if let Some(captures) = self.captures.last_mut() {
                        *captures += 1;
                    }
                }
                (Kind::Setup, Change::Setup(point, color)) => {
                    self.push(game, *node, letter(*color), Some(*point));
                }
                _ => {}
            }
        }
    }

    fn column(&mut self, name: &str, segment: u32) -> ArrayRef {
        let numbers =
            |numbers: &Vec<u32>| -> ArrayRef { Arc::new(UInt32Array::from(numbers.clone())) };
        match name {
            "segment" => same(segment, self.games.len()),
            "game" => numbers(&self.games),
            "node" => numbers(&self.nodes),
            "move_number" => numbers(&self.numbers),
            "color" => Arc::new(self.colors.finish()),
            "point" => Arc::new(self.points.finish()),
            "x" => Arc::new(self.x.finish()),
            "y" => Arc::new(self.y.finish()),
            _ => numbers(&self.captures),
        }
    }
}

/// The letter of a color in records; `empty` for a cleared point.
pub(crate) const fn letter(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
        None => "empty",
    }
}

impl Source for Changes {
    fn name(&self) -> String {
        match self.kind {
            Kind::Moves => "moves".into(),
            Kind::Setup => "setup".into(),
        }
    }

    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn database(&self) -> Option<&Database> {
        Some(&self.database)
    }

    fn parts(&self) -> usize {
        self.database.store.snapshot().segments().len()
    }

    fn read(&self, part: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let number = part as u32;
        let Some(view) = self.database.store.snapshot().segment(number) else {
            return Ok(());
        };
        let segment = self.database.first + number;
        let names: Vec<&str> = {
            let fields = request.columns.iter().map(|at| self.schema.field(*at));
            fields.map(|field| field.name().as_str()).collect()
        };
        let mut gathered = Gathered::default();
        let mut put = |gathered: &mut Gathered| -> Result<ControlFlow<()>> {
            let mut full = std::mem::take(gathered);
            let count = full.games.len();
            let columns = names
                .iter()
                .map(|name| full.column(name, segment))
                .collect();
            rows.put(columns, count)
        };
        let mut outcome = Ok(ControlFlow::Continue(()));
        let games = request.games(number);
        view.main_lines(games.as_deref(), |game, changes| {
            gathered.add(self.kind, game, changes);
            if gathered.games.len() >= ROWS {
                outcome = put(&mut gathered);
            }
            match outcome {
                Ok(flow) => flow,
                Err(_) => ControlFlow::Break(()),
            }
        })
        .map_err(of_store)?;
        if outcome?.is_continue() && !gathered.games.is_empty() {
            put(&mut gathered)?.is_break();
        }
        Ok(())
    }
}
