//! `similar`: the games with the main line of a record, and the games from which it diverges last.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray, UInt32Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::Collection;
use kifu::store::GameId;

use crate::database::Database;
use crate::error::{of_store, wrong};
use crate::scan::{Request, Rows, Source, of_game};

/// The games that are similar to a record.
#[derive(Debug)]
pub(crate) struct Similar {
    database: Database,
    record: String,
    schema: SchemaRef,
}

impl Similar {
    /// Reads the argument: a record as text.
    pub(crate) fn new(database: Database, arguments: &[String]) -> Result<Self> {
        let [record] = arguments else {
            return Err(wrong(
                "`similar` takes a game record, as text: `similar('(;SZ[19];B[pd])')`",
            ));
        };
        let mut fields = of_game().to_vec();
        fields.push(Field::new("relation", DataType::Utf8, false));
        fields.push(Field::new("common_moves", DataType::UInt32, false));
        Ok(Self {
            database,
            record: record.clone(),
            schema: Arc::new(Schema::new(fields)),
        })
    }
}

impl Source for Similar {
    fn name(&self) -> String {
        "similar".into()
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
        None
    }

    fn read(&self, _: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let collection = Collection::from(self.record.as_str());
        let Some(game) = collection.game(0) else {
            return Err(wrong("`similar`: the text is not a game record"));
        };
        let similar = self.database.store.similar(game).map_err(of_store)?;
        let common = similar.steps.last().map_or(0, |step| step.move_number);
        let moves = game
            .main_line()
            .filter(|node| node.has("B") || node.has("W"))
            .count() as u32;
        let same = similar.same.iter().map(|id| (*id, "same", moves));
        let companions = similar.companions.iter();
        let companions = companions.map(|found| (found.game, "companion", common));
        let all: Vec<(GameId, &str, u32)> = same.chain(companions).collect();
        let all: Vec<_> = all
            .into_iter()
            .filter(|(id, ..)| request.selects(id.segment, id.game))
            .collect();
        let array = |name: &str| -> ArrayRef {
            let numbers = |number: fn(&(GameId, &str, u32)) -> u32| -> ArrayRef {
                Arc::new(UInt32Array::from_iter_values(all.iter().map(number)))
            };
            match name {
                "segment" => {
                    let first = self.database.first;
                    Arc::new(UInt32Array::from_iter_values(
                        all.iter().map(|(id, ..)| first + id.segment),
                    ))
                }
                "game" => numbers(|(id, ..)| id.game),
                "relation" => Arc::new(StringArray::from_iter_values(
                    all.iter().map(|(_, relation, _)| relation),
                )),
                _ => numbers(|(.., moves)| *moves),
            }
        };
        let names = request
            .columns
            .iter()
            .map(|at| self.schema.field(*at).name());
        let columns = names.map(|name| array(name)).collect();
        rows.put(columns, all.len()).map(|_| ())
    }
}
