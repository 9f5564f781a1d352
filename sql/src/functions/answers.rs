//! `search_answers`: the answers of a search as texts, one from each machine, which `kifu search` adds up.

use std::sync::Arc;

use datafusion::arrow::array::StringArray;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;

use super::wanted::Wanted;
use crate::database::Database;
use crate::error::{of_store, wrong};
use crate::scan::{Request, Rows, Source};

/// The name of the function.
pub(crate) const NAME: &str = "search_answers";

/// The answers of a search.
#[derive(Debug)]
pub(crate) struct Answers {
    database: Database,
    wanted: Wanted,
    samples: usize,
    schema: SchemaRef,
}

impl Answers {
    /// Reads the arguments: the number of games of each order to keep, a pattern, and the options of a search.
    pub(crate) fn new(database: Database, arguments: &[String]) -> Result<Self> {
        let missing = || {
            let message = format!("`{NAME}` takes a number of games, a pattern and options");
            wrong(message)
        };
        let (samples, rest) = arguments.split_first().ok_or_else(missing)?;
        Ok(Self {
            database,
            samples: samples.parse().map_err(|_| missing())?,
            wanted: Wanted::parse(rest)?,
            schema: Arc::new(Schema::new(vec![Field::new(
                "answer",
                DataType::Utf8,
                false,
            )])),
        })
    }
}

impl Source for Answers {
    fn name(&self) -> String {
        NAME.to_owned()
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

    fn segments(&self) -> Option<usize> {
        Some(self.database.store.snapshot().segments().len())
    }

    fn read(&self, _: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let mut query = self.wanted.query.clone();
        let store = &self.database.store;
        query.segments = request.segments_searched(store.snapshot().segments().len());
        let answer = store.partial_answer(&query, self.samples);
        let answer = serde_json::to_string(&answer.map_err(of_store)?)
            .map_err(|error| wrong(error.to_string()))?;
        let columns = request
            .columns
            .iter()
            .map(|_| Arc::new(StringArray::from_iter_values([&answer])) as _)
            .collect();
        rows.put(columns, 1).map(|_| ())
    }
}
