//! Aggregates whose states are counts, merged by addition: `opening_tree` and `continuation_tree`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::common::cast::{as_int64_array, as_string_array};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::function::AccumulatorArgs;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, Signature};
use kifu::go::Move;
use kifu::store::{Change, Values};

use super::board::{Games, mask};
use super::session_function::SessionFunction;
use crate::database::Databases;
use crate::error::{of_store, wrong};
use crate::tables::moves::letter;

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

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn accumulator(&self, _: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        Ok(Box::new(Counting {
            kind: self.kind,
            databases: self.databases.clone(),
            counts: BTreeMap::new(),
            least: 0,
        }))
    }
}

/// Number of games, and of those that Black and White won.
type Counts = [u64; 3];

/// The state: counts by key. A key is the size of the board and a line of moves, or a continuation.
#[derive(Debug)]
struct Counting {
    kind: Kind,
    databases: Arc<Databases>,
    counts: BTreeMap<String, Counts>,
    /// Minimum number of games of an item of the result.
    least: u64,
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

    fn add_openings(&mut self, values: &[ArrayRef]) -> Result<()> {
        let [own @ .., segments, games] = values else {
            return Err(wrong("`opening_tree`: the game of the row is missing"));
        };
        let number = |at: usize, usual: i64| -> Result<i64> {
            let Some(array) = own.get(at).filter(|array| !array.is_empty()) else {
                return Ok(usual);
            };
            let numbers = cast(array, &DataType::Int64)?;
            let numbers = as_int64_array(&numbers)?;
            Ok(if numbers.is_valid(0) {
                numbers.value(0)
            } else {
                usual
            })
        };
        let depth = usize::try_from(number(0, 8)?).unwrap_or(0);
        self.least = u64::try_from(number(1, 1)?).unwrap_or(1);
        let games = Games::of(&self.databases, segments, games)?;
        let mut winners = BTreeMap::new();
        for (_, _, rows) in games.segments() {
            winners.extend(rows.iter().map(|(_, row)| (*row, None)));
        }
        for (database, segment, rows) in games.segments() {
            let Some(view) = database.store.snapshot().segment(segment) else {
                continue;
            };
            let mask = mask(rows, view.rows());
            view.read(&["winner"], Some(&mask), crate::scan::ROWS, |batch| {
                if let Some(Values::Bytes(texts)) = batch.columns.get("winner") {
                    for (at, game) in batch.games.iter().enumerate() {
                        let first = rows.partition_point(|(own, _)| own < game);
                        let winner = texts.get(at).and_then(|text| text.first().copied());
                        for (_, row) in rows[first..].iter().take_while(|(own, _)| own == game) {
                            winners.insert(*row, winner);
                        }
                    }
                }
                ControlFlow::Continue(())
            })
            .map_err(of_store)?;
        }
        games.each(|row, size, changes| {
            let winner = winners.get(&row).copied().flatten();
            let counts = [
                1,
                u64::from(winner == Some(b'B')),
                u64::from(winner == Some(b'W')),
            ];
            let mut line = size.sgf().to_string();
            self.add(&line, counts);
            let moves = changes.iter().filter_map(|(_, change)| match change {
                Change::Move(color, played) => Some((*color, *played)),
                _ => None,
            });
            for (color, played) in moves.take(depth) {
                let point = match played {
                    Move::Play(point) => point.to_string(),
                    Move::Pass => String::new(),
                };
                // Writing to a string cannot fail.
                let _ = write!(line, " {}[{point}]", letter(Some(color)));
                self.add(&line, counts);
            }
            Ok(())
        })
    }

    fn add_continuations(&mut self, values: &[ArrayRef]) -> Result<()> {
        let [colors, points, winners] = values else {
            return Err(wrong(
                "`continuation_tree` takes three columns: `continuation_tree(next_color, next_point, pattern_winner)`",
            ));
        };
        let text = |array: &ArrayRef| cast(array, &DataType::Utf8);
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

    /// The openings as a game record, for the most common board size.
    fn record(&self) -> String {
        let sizes = self.counts.iter().filter(|(line, _)| !line.contains(' '));
        let Some((size, root)) = sizes.max_by_key(|(_, counts)| counts[0]) else {
            return String::new();
        };
        let mut children: BTreeMap<&str, Vec<(&str, Counts)>> = BTreeMap::new();
        for (line, counts) in &self.counts {
            if let Some((above, _)) = line.rsplit_once(' ')
                && counts[0] >= self.least
            {
                children.entry(above).or_default().push((line, *counts));
            }
        }
        for own in children.values_mut() {
            own.sort_by_key(|(line, counts)| (std::cmp::Reverse(counts[0]), *line));
        }
        let mut record = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{size}]{}", comment(*root));
        let mut left = Vec::new();
        let below = |line: &str| children.get(line).map_or(&[][..], Vec::as_slice);
        let add = |left: &mut Vec<_>, own| {
            let own: &[(&str, Counts)] = own;
            let has_variations = own.len() > 1;
            for (line, counts) in own.iter().rev() {
                if has_variations {
                    left.push(Left::End);
                }
                left.push(Left::Node(line, *counts));
                if has_variations {
                    left.push(Left::Begin);
                }
            }
        };
        add(&mut left, below(size));
        while let Some(next) = left.pop() {
            match next {
                Left::Begin => record.push('('),
                Left::End => record.push(')'),
                Left::Node(line, counts) => {
                    let played = line.rsplit_once(' ').map_or("", |(_, played)| played);
                    record.push(';');
                    record.push_str(played);
                    record.push_str(&comment(counts));
                    add(&mut left, below(line));
                }
            }
        }
        record.push(')');
        record
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

/// A part of a record that is still to be written.
enum Left<'a> {
    Node(&'a str, Counts),
    Begin,
    End,
}

/// The comment with the counts of a node.
fn comment([games, black, white]: Counts) -> String {
    let s = if games == 1 { "" } else { "s" };
    format!("C[{games} game{s}; Black won {black}, White {white}]")
}

impl Accumulator for Counting {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        match self.kind {
            Kind::OpeningTree => self.add_openings(values),
            Kind::ContinuationTree => self.add_continuations(values),
        }
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        if self.counts.is_empty() {
            return Ok(ScalarValue::Utf8(None));
        }
        Ok(ScalarValue::from(match self.kind {
            Kind::OpeningTree => self.record(),
            Kind::ContinuationTree => self.json(),
        }))
    }

    fn size(&self) -> usize {
        let keys = self.counts.keys();
        size_of_val(self) + keys.map(|key| key.len() + 64).sum::<usize>()
    }

    /// One line per key: the counts, the minimum number, the key.
    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let mut text = format!("{}\n", self.least);
        for (key, [games, black, white]) in &self.counts {
            let _ = writeln!(text, "{games} {black} {white} {}", key.replace('\n', " "));
        }
        Ok(vec![ScalarValue::from(text)])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let broken = || DataFusionError::Internal("the state of a tree is not one".into());
        let texts = as_string_array(states.first().ok_or_else(broken)?)?;
        for text in texts.iter().flatten() {
            let mut lines = text.lines();
            let least = lines.next().and_then(|least| least.parse().ok());
            self.least = self.least.max(least.ok_or_else(broken)?);
            for line in lines {
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
