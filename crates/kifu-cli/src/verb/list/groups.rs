//! Games counted by the values of fields.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write as _};

use kifu::select::{self, Facts, Field, Kind, Players};
use serde_json::{Map, Value};

use super::Format;
use super::table::Table;
use super::{Column, rows::Key};
use crate::harmless;
use crate::output::Output;
use crate::selected::csv_line;

/// The text for a value that is missing in all games of a group.
const MISSING: &str = "missing";

/// The values of a group, one for each field; empty for a missing value.
pub(super) type Values = Vec<String>;

/// The number of games for each combination of values.
#[derive(Debug)]
pub(super) struct Groups {
    fields: Vec<Field>,
    counts: BTreeMap<Values, usize>,
    games: usize,
}

/// The order and limit of groups.
pub(super) struct Order {
    /// By the values of these fields first; by size if there are none.
    pub(super) sort: Vec<Field>,
    pub(super) is_reverse: bool,
    pub(super) limit: usize,
}

impl Groups {
    pub(super) const fn new(fields: Vec<Field>) -> Self {
        Self {
            fields,
            counts: BTreeMap::new(),
            games: 0,
        }
    }

    /// The groups of a game: every combination of the values of each field.
    pub(super) fn of(facts: &dyn Facts, fields: &[Field], players: &Players) -> Vec<Values> {
        let mut all = vec![Values::new()];
        for field in fields {
            let mut values = players.groups(facts, *field);
            if values.is_empty() {
                values.push(String::new());
            }
            all = all
                .iter()
                .flat_map(|before| {
                    values.iter().map(|value| {
                        let mut group = before.clone();
                        group.push(value.clone());
                        group
                    })
                })
                .collect();
        }
        all
    }

    /// Counts a game that is in these groups.
    pub(super) fn add(&mut self, groups: Vec<Values>) {
        self.games += 1;
        for group in groups {
            *self.counts.entry(group).or_default() += 1;
        }
    }

    /// Writes the groups with their shares of all selected games.
    pub(super) fn write(
        mut self,
        format: Format,
        order: &Order,
        players: &Players,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        self.join(players);
        let mut rows: Vec<(&Values, usize)> =
            self.counts.iter().map(|(own, n)| (own, *n)).collect();
        rows.sort_by(|one, other| self.compare(*one, *other, order));
        rows.truncate(order.limit);
        match format {
            Format::Csv => {
                let names = self.fields.iter().map(|field| field.name().to_owned());
                let names = names.chain(["games".to_owned(), "share".to_owned()]);
                output.data(&csv_line(names)?)?;
                for (values, games) in rows {
                    let values = values.iter().cloned();
                    let figures = [games.to_string(), format!("{:.4}", self.share(games))];
                    output.data(&csv_line(values.chain(figures))?)?;
                }
            }
            Format::Json => {
                let objects = rows
                    .iter()
                    .map(|(values, games)| self.object(values, *games));
                let all = Value::from(objects.collect::<Vec<_>>());
                writeln!(output, "{}", harmless::json(&format!("{all:#}")))?;
            }
            Format::JsonLines => {
                for (values, games) in rows {
                    let object = self.object(values, games).to_string();
                    writeln!(output, "{}", harmless::json(&object))?;
                }
            }
            Format::Table | Format::Full => self.table(&rows, output)?,
        }
        Ok(())
    }

    /// Makes one group of those that differ in letter case alone.
    fn join(&mut self, players: &Players) {
        let fields = &self.fields;
        let key = |values: &Values| -> Values {
            let values = fields.iter().zip(values);
            values
                .map(|(field, value)| players.group_key(*field, value))
                .collect()
        };
        let counts = std::mem::take(&mut self.counts);
        self.counts = select::join_groups(
            counts,
            key,
            |games| *games as u64,
            |own, other| *own += other,
        );
    }

    fn table(&self, rows: &[(&Values, usize)], output: &mut Output) -> io::Result<()> {
        let columns: Vec<_> = self.fields.iter().copied().map(Column::Field).collect();
        // Leaves 20 columns for the numbers.
        let room = output.columns().map(|columns| columns.saturating_sub(20));
        let table = Table::of(&columns, room).padded();
        let strong = output.palette.strong;
        let names = table.row(|column| column.name().into_owned());
        writeln!(
            output,
            "{strong}{names}{:>9}  {:>7}{strong:#}",
            "games", "share"
        )?;
        for (values, games) in rows {
            let mut values = values.iter();
            let row = table.row(|_| match values.next() {
                Some(value) if !value.is_empty() => harmless::line(value).into_owned(),
                _ => MISSING.to_owned(),
            });
            let percents = self.share(*games) * 100.0;
            writeln!(output, "{row}{games:>9}  {percents:>5.1} %")?;
        }
        Ok(())
    }

    fn object(&self, values: &Values, games: usize) -> Value {
        let fields = self.fields.iter().zip(values);
        let mut object: Map<String, Value> = fields
            .map(|(field, value)| {
                let value = match (value.as_str(), field.kind()) {
                    ("", _) => Value::Null,
                    (text, Kind::Number) => text.parse::<f64>().map_or(text.into(), |number| {
                        if number.fract() == 0.0 && number.abs() < 1e15 {
                            (number as i64).into()
                        } else {
                            number.into()
                        }
                    }),
                    (text, _) => text.into(),
                };
                (field.name().to_owned(), value)
            })
            .collect();
        object.insert("games".to_owned(), games.into());
        object.insert("share".to_owned(), self.share(games).into());
        Value::from(object)
    }

    fn share(&self, games: usize) -> f64 {
        let count = |games: usize| u32::try_from(games).map_or(f64::INFINITY, f64::from);
        count(games) / count(self.games.max(1))
    }

    /// By the fields to sort by, then the largest group first, then by the values.
    fn compare(
        &self,
        (one, of_one): (&Values, usize),
        (other, of_other): (&Values, usize),
        order: &Order,
    ) -> Ordering {
        let place = |field: &Field| self.fields.iter().position(|own| own == field);
        let keys = order.sort.iter().filter_map(|field| {
            let place = place(field)?;
            let [one, other] = [one, other].map(|values| Key::of_text(*field, &values[place]));
            Some(one.compare(&other, order.is_reverse))
        });
        let by_size = of_other.cmp(&of_one);
        let turns = order.is_reverse && order.sort.is_empty();
        let by_size = if turns { by_size.reverse() } else { by_size };
        keys.chain([by_size])
            .find(|order| order.is_ne())
            .unwrap_or_else(|| one.cmp(other))
    }
}
