//! `position_search`: one row per hit. `continuations`: one row per next stone.

use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, StringArray, UInt32Array, UInt64Array,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::go::{Color, Point};
use kifu::store::{Answer, Continuation, Found, Tally, Winner};

use super::wanted::Wanted;
use crate::database::{Database, Predicate};
use crate::error::of_store;
use crate::scan::{ROWS, Request, Rows, Source, column, of_game};
use crate::tables::moves::letter;

/// The hits of a pattern.
#[derive(Debug)]
pub(crate) struct Hits {
    database: Database,
    wanted: Wanted,
    schema: SchemaRef,
}

impl Hits {
    pub(crate) fn new(database: Database, arguments: &[String]) -> Result<Self> {
        let mut wanted = Wanted::parse(arguments)?;
        wanted.query.lists_hits = true;
        let mut fields = of_game().to_vec();
        let of = |name: &str, kind| Field::new(name, kind, false);
        fields.extend([
            of("node", DataType::UInt32),
            of("move_number", DataType::UInt32),
            of("x", DataType::Int32),
            of("y", DataType::Int32),
            of("symmetry", DataType::Utf8),
            of("swapped", DataType::Boolean),
            column("next_point", DataType::Utf8),
            column("next_color", DataType::Utf8),
            of("in_variation", DataType::Boolean),
            column("pattern_winner", DataType::Utf8),
        ]);
        Ok(Self {
            database,
            wanted,
            schema: Arc::new(Schema::new(fields)),
        })
    }

    fn column(&self, name: &str, hits: &[Found]) -> ArrayRef {
        fn numbers(values: impl Iterator<Item = u32>) -> ArrayRef {
            Arc::new(UInt32Array::from_iter_values(values))
        }
        fn points(values: impl Iterator<Item = u16>) -> ArrayRef {
            Arc::new(Int32Array::from_iter_values(values.map(i32::from)))
        }
        let hits = hits.iter();
        match name {
            "segment" => numbers(hits.map(|hit| self.database.first + hit.game.segment)),
            "game" => numbers(hits.map(|hit| hit.game.game)),
            "node" => numbers(hits.map(|hit| hit.node)),
            "move_number" => numbers(hits.map(|hit| hit.move_number)),
            "x" => points(hits.map(|hit| hit.corner.x)),
            "y" => points(hits.map(|hit| hit.corner.y)),
            "symmetry" => {
                let names = hits.map(|hit| super::symmetry::name(hit.transform.symmetry));
                Arc::new(StringArray::from_iter_values(names))
            }
            "swapped" => {
                let flags = hits.map(|hit| Some(hit.transform.is_swapped));
                Arc::new(flags.collect::<BooleanArray>())
            }
            "next_point" => {
                let columns = self.wanted.query.pattern.columns();
                let point = |hit: &Found| hit.next.map(|(cell, _)| point(cell, columns));
                Arc::new(hits.map(point).collect::<StringArray>())
            }
            "next_color" => {
                let color = |hit: &Found| hit.next.map(|(_, color)| letter(Some(color)));
                Arc::new(hits.map(color).collect::<StringArray>())
            }
            "in_variation" => Arc::new(
                hits.map(|hit| Some(hit.is_variation))
                    .collect::<BooleanArray>(),
            ),
            _ => Arc::new(hits.map(winner).collect::<StringArray>()),
        }
    }
}

/// A cell of a pattern, by its letters.
fn point(cell: u16, columns: u16) -> String {
    Point::new(cell % columns, cell / columns).to_string()
}

/// The winner from the point of view of the pattern.
fn winner(hit: &Found) -> Option<&'static str> {
    let color = match hit.winner {
        Winner::Black => Color::Black,
        Winner::White => Color::White,
        Winner::Draw => return Some("draw"),
        Winner::Void => return Some("void"),
        Winner::Unknown => return None,
    };
    Some(letter(Some(hit.transform.color(color))))
}

/// The arguments as shown in plans.
fn shown(function: &str, wanted: &Wanted) -> String {
    let pattern = wanted.query.pattern.to_string();
    let pattern: Vec<&str> = pattern.lines().collect();
    let pattern = pattern.join("/");
    if wanted.selection.is_empty() {
        format!("{function}({pattern})")
    } else {
        format!("{function}({pattern}, where={})", wanted.selection)
    }
}

impl Source for Hits {
    fn name(&self) -> String {
        shown("position_search", &self.wanted)
    }

    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn database(&self) -> Option<&Database> {
        Some(&self.database)
    }

    fn parts(&self) -> usize {
        1
    }

    #[cfg(feature = "cluster")]
    fn segments(&self) -> Option<usize> {
        Some(self.database.store.snapshot().segments().len())
    }

    fn takes(&self, predicate: &Predicate) -> bool {
        matches!(predicate, Predicate::Where(_))
    }

    fn read(&self, _: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let mut wanted = self.wanted.clone();
        let segments = self.database.store.snapshot().segments().len();
        wanted.query.segments = request.segments_searched(segments);
        for predicate in &request.predicates {
            if let Predicate::Where(text) = predicate {
                wanted.narrow(text)?;
            }
        }
        let names = request
            .columns
            .iter()
            .map(|at| self.schema.field(*at).name());
        let names: Vec<&str> = names.map(String::as_str).collect();
        let databases = rows.databases;
        let mut waiting: Vec<Found> = Vec::new();
        let mut put = |hits: &[Found]| {
            let columns = names.iter().map(|name| self.column(name, hits)).collect();
            rows.put(columns, hits.len())
        };
        let mut take = |part: Answer| -> Result<ControlFlow<()>> {
            databases.leave_out_records(part.damaged)?;
            let hits = part.hits.into_iter();
            waiting.extend(hits.filter(|hit| request.selects(hit.game.segment, hit.game.game)));
            // Small numbers of hits of several parts are combined into one batch.
            while waiting.len() >= ROWS {
                let rest = waiting.split_off(ROWS);
                let full = std::mem::replace(&mut waiting, rest);
                if put(&full)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            let is_enough = request.limit.is_some_and(|limit| waiting.len() >= limit);
            Ok(if is_enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        let mut outcome = Ok(ControlFlow::Continue(()));
        let store = &self.database.store;
        store
            .search_stream(&wanted.query, |part| {
                outcome = take(part);
                match &outcome {
                    Ok(flow) => *flow,
                    Err(_) => ControlFlow::Break(()),
                }
            })
            .map_err(of_store)?;
        outcome?.is_break();
        if !waiting.is_empty() {
            put(&waiting)?.is_break();
        }
        Ok(())
    }
}

/// The continuations of a pattern.
#[derive(Debug)]
pub(crate) struct Continuations {
    database: Database,
    #[cfg(feature = "cluster")]
    arguments: Vec<String>,
    wanted: Wanted,
    schema: SchemaRef,
}

impl Continuations {
    pub(crate) fn new(database: Database, arguments: &[String]) -> Result<Self> {
        let wanted = Wanted::parse(arguments)?;
        let of = |name: &str| Field::new(name, DataType::UInt64, false);
        let fields = vec![
            column("point", DataType::Utf8),
            column("color", DataType::Utf8),
            of("hits"),
            of("black_wins"),
            of("white_wins"),
            of("undecided"),
            of("tenuki"),
            column("average_move", DataType::Float64),
            of("in_variations"),
            column("position_in_games", DataType::UInt64),
        ];
        Ok(Self {
            database,
            #[cfg(feature = "cluster")]
            arguments: arguments.to_vec(),
            wanted,
            schema: Arc::new(Schema::new(fields)),
        })
    }
}

impl Continuations {
    /// Columns of the rows of an answer, and how many rows they have.
    fn columns(&self, answer: &Answer, columns: &[usize]) -> (Vec<ArrayRef>, usize) {
        let mut next: Vec<(Option<Continuation>, Tally)> = answer
            .continuations()
            .into_iter()
            .map(|next| (Some(next), next.tally))
            .collect();
        if answer.without.hits + answer.without.in_variations > 0 {
            next.push((None, answer.without));
        }
        let counts = |count: fn(&Tally) -> u64| -> ArrayRef {
            Arc::new(UInt64Array::from_iter_values(
                next.iter().map(|(_, tally)| count(tally)),
            ))
        };
        let array = |name: &str| -> ArrayRef {
            match name {
                "point" => {
                    let points = next
                        .iter()
                        .map(|(next, _)| next.map(|next| next.point.to_string()));
                    Arc::new(points.collect::<StringArray>())
                }
                "color" => {
                    let colors = next
                        .iter()
                        .map(|(next, _)| next.map(|next| letter(Some(next.color))));
                    Arc::new(colors.collect::<StringArray>())
                }
                "hits" => counts(|tally| tally.hits),
                "black_wins" => counts(|tally| tally.black_wins),
                "white_wins" => counts(|tally| tally.white_wins),
                "undecided" => counts(|tally| tally.hits - tally.black_wins - tally.white_wins),
                "tenuki" => counts(|tally| tally.tenuki),
                "average_move" => {
                    let moves = next.iter().map(|(_, tally)| tally.average_move());
                    Arc::new(moves.collect::<Float64Array>())
                }
                "in_variations" => counts(|tally| tally.in_variations),
                _ => {
                    let reached = next
                        .iter()
                        .map(|(next, _)| next.and_then(|next| next.reached));
                    Arc::new(reached.collect::<UInt64Array>())
                }
            }
        };
        let names = columns.iter().map(|at| self.schema.field(*at).name());
        (names.map(|name| array(name)).collect(), next.len())
    }
}

impl Source for Continuations {
    fn name(&self) -> String {
        shown("continuations", &self.wanted)
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

    #[cfg(feature = "cluster")]
    fn answers(&self) -> Option<(&Database, Vec<String>)> {
        // No games: only counts matter.
        let samples = std::iter::once("0".to_owned());
        let arguments = samples.chain(self.arguments.iter().cloned());
        Some((&self.database, arguments.collect()))
    }

    #[cfg(feature = "cluster")]
    fn of_answer(&self, answer: &Answer, columns: &[usize]) -> Result<(Vec<ArrayRef>, usize)> {
        Ok(self.columns(answer, columns))
    }

    fn read(&self, _: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let store = &self.database.store;
        let query = &self.wanted.query;
        let mut answer = Answer::default();
        let mut is_stopped = false;
        let mut whole = None;
        store
            .search_stream(query, |part| {
                match &mut whole {
                    None => whole = Some(part),
                    Some(whole) => Answer::add(whole, part),
                }
                is_stopped = rows.are_unwanted();
                if is_stopped {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .map_err(of_store)?;
        if is_stopped {
            return Ok(());
        }
        if let Some(whole) = whole {
            answer = whole;
        }
        let databases = rows.databases;
        databases.leave_out_records(answer.damaged.drain(..))?;
        store.reached(query, &mut answer).map_err(of_store)?;
        databases.leave_out_records(answer.damaged.drain(..))?;
        let (columns, count) = self.columns(&answer, &request.columns);
        rows.put(columns, count).map(|_| ())
    }
}
