//! Sources of tables by name, from which another process can create the same source.

use std::sync::Arc;

use datafusion::error::Result;

use crate::database::{Database, Databases};
#[cfg(feature = "cluster")]
use crate::functions::answers::{self, Answers};
use crate::functions::{Kind, files, openings, search, similar};
use crate::scan::Source;
use crate::tables::games::Games;
use crate::tables::moves::{self, Changes};
use crate::tables::problems::Problems;

use crate::error::wrong;

/// A table, or a table function with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

impl Origin {
    /// A table of an index.
    pub(crate) fn table(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// A table function.
    pub(crate) fn function(kind: Kind, arguments: Vec<String>) -> Self {
        Self {
            name: kind.name().to_owned(),
            arguments,
        }
    }

    /// Whether it exists only on this machine, unlike an index that other machines share.
    #[cfg(feature = "cluster")]
    pub(crate) fn is_local(&self) -> bool {
        self.name == Kind::SgfFiles.name()
    }

    /// Creates the source.
    pub(crate) fn source(
        &self,
        databases: &Arc<Databases>,
        database: Option<&Database>,
    ) -> Result<Arc<dyn Source>> {
        let Self { name, arguments } = self;
        if name == Kind::SgfFiles.name() {
            return Ok(Arc::new(files::of(databases, arguments)?));
        }
        let database = database
            .cloned()
            .ok_or_else(|| wrong(format!("`{name}` searches an index, and none is open")))?;
        Ok(match name.as_str() {
            "games" => Arc::new(Games::new(database, name)),
            "moves" => Arc::new(Changes::new(database, moves::Kind::Moves)),
            "setup" => Arc::new(Changes::new(database, moves::Kind::Setup)),
            "problems" => Arc::new(Problems::new(database)),
            "position_search" => Arc::new(search::Hits::new(database, arguments)?),
            "continuations" => Arc::new(search::Continuations::new(database, arguments)?),
            "openings" => Arc::new(openings::Openings::new(database, arguments)?),
            "similar" => Arc::new(similar::Similar::new(database, arguments)?),
            #[cfg(feature = "cluster")]
            answers::NAME => Arc::new(Answers::new(database, arguments)?),
            _ => return Err(wrong(format!("`{name}`: not a table of an index"))),
        })
    }
}
