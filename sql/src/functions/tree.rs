//! Aggregates whose states are merged by union or addition: `opening_tree` and `continuation_tree`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::common::cast::{as_int64_array, as_string_array, as_uint32_array};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, Signature};
use kifu::store::{GameId, Opening};

use super::openings::{DEPTH, LEAST};
use super::session_function::SessionFunction;
use super::{converted, ensure_whole};
use crate::database::{Database, Databases, has};
use crate::error::{of_store, wrong};
use crate::tables::games::id;

/// The arguments of `opening_tree` in messages.
const DEPTH_NAME: &str = "the depth";
const LEAST_NAME: &str = "the least number of games";

/// The aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A game record with the first moves of games, and counts as comments.
    OpeningTree,
    /// The continuations of hits, as JSON.
    ContinuationTree,
}

impl AggregateUDFImpl for SessionFunction<Kind> {
    fn name(&self) -> &str {
        match self.kind {
            Kind::OpeningTree => "opening_tree",
            Kind::ContinuationTree => "continuation_tree",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        if self.kind == Kind::ContinuationTree && arguments.len() != 3 {
            return Err(three_columns());
        }
        if self.kind == Kind::OpeningTree {
            if arguments.len() > 4 {
                return Err(wrong(
                    "`opening_tree` takes a depth and a least number of games: `opening_tree(8, 2)`",
                ));
            }
            // The segment and the game of the row follow, which are numbers.
            for (what, kind) in [DEPTH_NAME, LEAST_NAME].into_iter().zip(arguments) {
                ensure_whole("opening_tree", what, kind)?;
            }
        }
        Ok(DataType::Utf8)
    }

    fn accumulator(&self, arguments: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        // A game counts once anyway, but each hit is one of the numbers.
        if arguments.is_distinct && self.kind == Kind::ContinuationTree {
            return Err(wrong(
                "`continuation_tree` counts all hits and does not take DISTINCT: use `SELECT DISTINCT` in a subquery",
            ));
        }
        Ok(match self.kind {
            Kind::OpeningTree => Box::new(Choosing {
                databases: self.databases.clone(),
                games: BTreeMap::new(),
                depth: None,
                least: None,
            }),
            Kind::ContinuationTree => Box::new(Counting::default()),
        })
    }

    fn create_sliding_accumulator(&self, _: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let name = AggregateUDFImpl::name(self);
        Err(wrong(format!(
            "`{name}`: a window that drops rows is not supported: begin its frame with `UNBOUNDED PRECEDING`"
        )))
    }
}

/// Number of games, and of those that Black and White won.
type Counts = [u64; 3];

/// The state of `continuation_tree`: counts by continuation.
#[derive(Debug, Default)]
struct Counting {
    counts: BTreeMap<String, Counts>,
}

fn three_columns() -> DataFusionError {
    wrong(
        "`continuation_tree` takes three columns: `continuation_tree(next_color, next_point, pattern_winner)`",
    )
}

fn broken() -> DataFusionError {
    DataFusionError::Internal("the state of a tree is not one".into())
}

/// The state of `opening_tree`: games, each once, whatever the number of its rows.
#[derive(Debug)]
struct Choosing {
    databases: Arc<Databases>,
    /// The games, by segment.
    games: BTreeMap<u32, BTreeSet<u32>>,
    depth: Option<u64>,
    least: Option<u64>,
}

impl Choosing {
    /// Sets a limit to the value that all rows have.
    fn set(limit: &mut Option<u64>, what: &str, values: &ArrayRef) -> Result<()> {
        ensure_whole("opening_tree", what, values.data_type())?;
        let values = converted(values, &DataType::Int64)?;
        for value in as_int64_array(&values)? {
            let value = value
                .and_then(|value| u64::try_from(value).ok())
                .ok_or_else(|| {
                    wrong(format!(
                        "`opening_tree`: {what} must be a whole number of 0 or more"
                    ))
                })?;
            if limit.replace(value).is_some_and(|before| before != value) {
                return Err(wrong(format!(
                    "`opening_tree`: {what} must be the same for all rows"
                )));
            }
        }
        Ok(())
    }

    /// The tree as a record; `None` if no game begins on an empty board.
    fn record(&self) -> Result<Option<String>> {
        let mut games: Vec<(Database, GameId)> = Vec::new();
        for (segment, own) in &self.games {
            let Some((database, number)) = self.databases.of_segment(*segment) else {
                continue;
            };
            let view = database.store.snapshot().segment(number);
            let live = view.map(|view| view.live()).unwrap_or_default();
            let own = own.iter().filter(|game| has(&live, **game));
            games.extend(own.map(|game| (database.clone(), id(number, *game))));
        }
        let games = games.iter().map(|(database, id)| (&*database.store, *id));
        let depth = self
            .depth
            .map_or(DEPTH, |depth| usize::try_from(depth).unwrap_or(usize::MAX));
        let tree = Opening::of_games(games, depth, self.least.unwrap_or(LEAST));
        let record = tree.map_err(of_store)?.to_sgf_with_other_sizes();
        Ok(Some(record).filter(|record| !record.is_empty()))
    }
}

impl Accumulator for Choosing {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let [own @ .., segments, games] = values else {
            return Err(wrong("`opening_tree`: the game of the row is missing"));
        };
        if let Some(depth) = own.first() {
            Self::set(&mut self.depth, DEPTH_NAME, depth)?;
        }
        if let Some(least) = own.get(1) {
            Self::set(&mut self.least, LEAST_NAME, least)?;
        }
        let segments = converted(segments, &DataType::UInt32)?;
        let games = converted(games, &DataType::UInt32)?;
        let rows = as_uint32_array(&segments)?
            .iter()
            .zip(as_uint32_array(&games)?);
        for (segment, game) in rows.filter_map(|(segment, game)| segment.zip(game)) {
            self.games.entry(segment).or_default().insert(game);
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::Utf8(self.record()?))
    }

    fn size(&self) -> usize {
        let games: usize = self.games.values().map(BTreeSet::len).sum();
        size_of_val(self) + games * 8 + self.games.len() * 64
    }

    /// The limits, and one line per segment: its number and its games.
    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let shown = |limit: Option<u64>| limit.map_or("-".to_owned(), |limit| limit.to_string());
        let mut text = format!("{} {}\n", shown(self.depth), shown(self.least));
        for (segment, games) in &self.games {
            // Writing to a string cannot fail.
            let _ = write!(text, "{segment}");
            for game in games {
                let _ = write!(text, " {game}");
            }
            text.push('\n');
        }
        Ok(vec![ScalarValue::from(text)])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let texts = as_string_array(states.first().ok_or_else(broken)?)?;
        for text in texts.iter().flatten() {
            let mut lines = text.lines();
            let limits = lines.next().and_then(|limits| limits.split_once(' '));
            let (depth, least) = limits.ok_or_else(broken)?;
            self.depth = self.depth.or(depth.parse().ok());
            self.least = self.least.or(least.parse().ok());
            for line in lines {
                let mut numbers = line
                    .split(' ')
                    .map(|word| word.parse().map_err(|_| broken()));
                let segment: u32 = numbers.next().ok_or_else(broken)??;
                let own = self.games.entry(segment).or_default();
                for game in numbers {
                    own.insert(game?);
                }
            }
        }
        Ok(())
    }
}

impl Counting {
    fn add(&mut self, key: &str, counts: Counts) {
        let own = match self.counts.get_mut(key) {
            Some(own) => own,
            None => self.counts.entry(key.to_owned()).or_default(),
        };
        for (own, more) in own.iter_mut().zip(counts) {
            *own += more;
        }
    }

    fn add_continuations(&mut self, values: &[ArrayRef]) -> Result<()> {
        let [colors, points, winners] = values else {
            return Err(three_columns());
        };
        let text = |array: &ArrayRef| converted(array, &DataType::Utf8);
        let (colors, points, winners) = (text(colors)?, text(points)?, text(winners)?);
        let (colors, points, winners): (&StringArray, &StringArray, &StringArray) = (
            as_string_array(&colors)?,
            as_string_array(&points)?,
            as_string_array(&winners)?,
        );
        for row in 0..colors.len() {
            let key = if colors.is_valid(row) && points.is_valid(row) {
                format!("{} {}", colors.value(row), points.value(row))
            } else {
                String::new()
            };
            let winner = winners.is_valid(row).then(|| winners.value(row));
            self.add(
                &key,
                [
                    1,
                    u64::from(winner == Some("B")),
                    u64::from(winner == Some("W")),
                ],
            );
        }
        Ok(())
    }

    /// The continuations as JSON, most frequent first.
    fn json(&self) -> String {
        let mut all: Vec<_> = self.counts.iter().collect();
        all.sort_by_key(|(key, counts)| (std::cmp::Reverse(counts[0]), *key));
        let mut json = String::from("[");
        for (key, [hits, black, white]) in all {
            if json.len() > 1 {
                json.push(',');
            }
            let quoted = |text: &str| {
                // Colors and points are letters; other text of a query is escaped.
                let mut quoted = String::from("\"");
                for character in text.chars() {
                    match character {
                        '"' | '\\' => quoted.extend(['\\', character]),
                        character if character.is_control() => {
                            let _ = write!(quoted, "\\u{:04x}", u32::from(character));
                        }
                        character => quoted.push(character),
                    }
                }
                quoted + "\""
            };
            let (color, point) = match key.split_once(' ') {
                Some((color, point)) => (quoted(color), quoted(point)),
                None => ("null".to_owned(), "null".to_owned()),
            };
            let _ = write!(
                json,
                "{{\"color\":{color},\"point\":{point},\"hits\":{hits},\"black_wins\":{black},\"white_wins\":{white}}}"
            );
        }
        json.push(']');
        json
    }
}

impl Accumulator for Counting {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.add_continuations(values)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        if self.counts.is_empty() {
            return Ok(ScalarValue::Utf8(None));
        }
        Ok(ScalarValue::from(self.json()))
    }

    fn size(&self) -> usize {
        let keys = self.counts.keys();
        size_of_val(self) + keys.map(|key| key.len() + 64).sum::<usize>()
    }

    /// One line per key: the counts and the key.
    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let mut text = String::new();
        for (key, [games, black, white]) in &self.counts {
            let _ = writeln!(text, "{games} {black} {white} {}", key.replace('\n', " "));
        }
        Ok(vec![ScalarValue::from(text)])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let texts = as_string_array(states.first().ok_or_else(broken)?)?;
        for text in texts.iter().flatten() {
            for line in text.lines() {
                let mut words = line.splitn(4, ' ');
                let mut number = || {
                    words
                        .next()
                        .and_then(|word| word.parse().ok())
                        .ok_or_else(broken)
                };
                let counts = [number()?, number()?, number()?];
                self.add(words.next().ok_or_else(broken)?, counts);
            }
        }
        Ok(())
    }
}
