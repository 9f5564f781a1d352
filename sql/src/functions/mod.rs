//! The functions of SQL: tables that are searched for, values of games, and aggregates.

pub(crate) mod board;
pub(crate) mod files;
pub(crate) mod openings;
pub(crate) mod scalar;
pub(crate) mod search;
pub(crate) mod similar;
pub(crate) mod symmetry;
pub(crate) mod tree;
pub(crate) mod wanted;

use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::error::Result;

use crate::database::{Database, Databases};
use crate::error::wrong;
use crate::row::literals;
use crate::scan::Table;

/// The table functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    PositionSearch,
    Continuations,
    Openings,
    Similar,
    SgfFiles,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [
        Self::PositionSearch,
        Self::Continuations,
        Self::Openings,
        Self::Similar,
        Self::SgfFiles,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::PositionSearch => "position_search",
            Self::Continuations => "continuations",
            Self::Openings => "openings",
            Self::Similar => "similar",
            Self::SgfFiles => "sgf_files",
        }
    }
}

/// A table function of a session.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) kind: Kind,
    pub(crate) databases: Arc<Databases>,
    /// The index of the session, if it has one.
    pub(crate) database: Option<Database>,
}

impl TableFunctionImpl for Function {
    fn call_with_args(
        &self,
        arguments: TableFunctionArgs<'_, '_>,
    ) -> Result<Arc<dyn TableProvider>> {
        let name = self.kind.name();
        let arguments = literals(name, arguments.exprs())?;
        let database = || {
            let database = self.database.clone();
            database.ok_or_else(|| wrong(format!("`{name}` searches an index, and none is open")))
        };
        let databases = self.databases.clone();
        Ok(Arc::new(match self.kind {
            Kind::PositionSearch => {
                Table::new(databases, search::Hits::new(database()?, &arguments)?)
            }
            Kind::Continuations => Table::new(
                databases,
                search::Continuations::new(database()?, &arguments)?,
            ),
            Kind::Openings => {
                Table::new(databases, openings::Openings::new(database()?, &arguments)?)
            }
            Kind::Similar => Table::new(databases, similar::Similar::new(database()?, &arguments)?),
            Kind::SgfFiles => {
                let files = files::of(&databases, &arguments)?;
                Table::new(databases, files)
            }
        }))
    }
}
