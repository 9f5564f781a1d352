//! The findings of `kifu check` in the records of an index.

use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanBuilder, StringBuilder, UInt32Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::encoding::{DecodeOptions, Source as Text};
use kifu::lint::{Linter, Options};
use kifu::store::GameId;
use kifu::syntax::LineIndex;

use super::games::id;
use crate::database::{Database, has};
use crate::error::of_store;
use crate::scan::{ROWS, Request, Rows, Source, of_game, same};

/// The diagnostics of the records, each read as a file of its own in UTF-8.
#[derive(Debug)]
pub(crate) struct Problems {
    database: Database,
    schema: SchemaRef,
}

impl Problems {
    pub(crate) fn new(database: Database) -> Self {
        let mut fields = of_game().to_vec();
        let of = |name: &str, kind| Field::new(name, kind, false);
        fields.extend([
            of("rule", DataType::Utf8),
            of("severity", DataType::Utf8),
            of("message", DataType::Utf8),
            of("line", DataType::UInt32),
            of("line_column", DataType::UInt32),
            of("fixable", DataType::Boolean),
        ]);
        Self {
            database,
            schema: Arc::new(Schema::new(fields)),
        }
    }
}

#[derive(Default)]
struct Gathered {
    games: Vec<u32>,
    rules: StringBuilder,
    severities: StringBuilder,
    messages: StringBuilder,
    lines: Vec<u32>,
    columns: Vec<u32>,
    fixable: BooleanBuilder,
}

impl Gathered {
    fn add(&mut self, game: u32, record: String, linter: &mut Linter) {
        let source = Text::new(record.into_bytes(), &DecodeOptions::default());
        let index = LineIndex::new(source.text().as_bytes());
        linter.check_each(&source, |found| {
            let place = index.position(source.text().as_bytes(), found.span.start);
            self.games.push(game);
            self.rules.append_value(found.code);
            self.severities.append_value(found.severity.name());
            self.messages.append_value(&found.message);
            self.lines.push(place.line as u32);
            self.columns.push(place.column as u32);
            self.fixable.append_value(found.fix.is_some());
        });
    }

    fn column(&mut self, name: &str, segment: u32) -> ArrayRef {
        let numbers =
            |numbers: &Vec<u32>| -> ArrayRef { Arc::new(UInt32Array::from(numbers.clone())) };
        match name {
            "segment" => same(segment, self.games.len()),
            "game" => numbers(&self.games),
            "rule" => Arc::new(self.rules.finish()),
            "severity" => Arc::new(self.severities.finish()),
            "message" => Arc::new(self.messages.finish()),
            "line" => numbers(&self.lines),
            "line_column" => numbers(&self.columns),
            _ => Arc::new(self.fixable.finish()),
        }
    }
}

impl Source for Problems {
    fn name(&self) -> String {
        "problems".into()
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
        let store = &self.database.store;
        let Some(view) = store.snapshot().segment(number) else {
            return Ok(());
        };
        let segment = self.database.first + number;
        let (live, selected) = (view.live(), request.games(number));
        let databases = rows.databases;
        let mut linter = Linter::new(&Options::default());
        let mut gathered = Gathered::default();
        let mut put = |gathered: &mut Gathered| {
            let mut full = std::mem::take(gathered);
            let count = full.games.len();
            let names = request
                .columns
                .iter()
                .map(|at| self.schema.field(*at).name());
            let columns = names.map(|name| full.column(name, segment)).collect();
            rows.put(columns, count)
        };
        let games = (0..view.rows() as u32).filter(|game| {
            has(&live, *game) && selected.as_ref().is_none_or(|words| has(words, *game))
        });
        let games: Vec<_> = games.map(|game| id(number, game)).collect();
        let mut outcome = Ok(ControlFlow::Continue(()));
        let mut take = |id: GameId, record| {
            gathered.add(id.game, record, &mut linter);
            if gathered.games.len() >= ROWS {
                outcome = put(&mut gathered);
            }
            if matches!(outcome, Ok(ControlFlow::Continue(()))) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let mut failed = |error| databases.leave_out(error);
        let read = store.records_partial(&games, &mut take, &mut failed);
        if outcome?.is_continue() {
            read.map_err(of_store)?;
            if !gathered.games.is_empty() {
                put(&mut gathered)?.is_break();
            }
        }
        Ok(())
    }
}
