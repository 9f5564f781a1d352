//! The functions of SQL: table functions, scalar functions, and aggregates.

#[cfg(feature = "cluster")]
pub(crate) mod answers;
pub(crate) mod board;
pub(crate) mod files;
pub(crate) mod openings;
pub(crate) mod scalar;
pub(crate) mod search;
pub(crate) mod session_function;
pub(crate) mod similar;
pub(crate) mod symmetry;
pub(crate) mod tree;
pub(crate) mod wanted;

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::error::Result;

use crate::database::{Database, Databases};
use crate::error::wrong;
use crate::origin::Origin;
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
    #[cfg(feature = "cluster")]
    SearchAnswers,
}

impl Kind {
    pub(crate) const ALL: &'static [Self] = &[
        Self::PositionSearch,
        Self::Continuations,
        Self::Openings,
        Self::Similar,
        Self::SgfFiles,
        #[cfg(feature = "cluster")]
        Self::SearchAnswers,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::PositionSearch => "position_search",
            Self::Continuations => "continuations",
            Self::Openings => "openings",
            Self::Similar => "similar",
            Self::SgfFiles => "sgf_files",
            #[cfg(feature = "cluster")]
            Self::SearchAnswers => answers::NAME,
        }
    }
}

/// Fails unless an argument is a whole number or null.
pub(crate) fn ensure_whole(function: &str, what: &str, kind: &DataType) -> Result<()> {
    if kind.is_integer() || kind.is_null() {
        return Ok(());
    }
    Err(wrong(format!(
        "`{function}`: {what} must be a whole number, not a value of type {kind}"
    )))
}

/// Casts values to texts or whole numbers.
pub(crate) fn converted(values: &ArrayRef, kind: &DataType) -> Result<ArrayRef> {
    cast(values, kind).map_err(|_| {
        let wanted = if *kind == DataType::Utf8 {
            "a text"
        } else {
            "a whole number"
        };
        let given = values.data_type();
        wrong(format!(
            "expected {wanted} as an argument, not a value of type {given}"
        ))
    })
}

/// Fails if an option is given twice. Only `where` and `then` may be: all of their values apply.
pub(crate) fn ensure_once(options: &[String]) -> Result<()> {
    let name = |option: &String| {
        option
            .split_once('=')
            .map(|(name, _)| name.trim().to_owned())
    };
    let mut seen = std::collections::BTreeSet::new();
    for name in options.iter().filter_map(name) {
        if name != "where" && name != "then" && !seen.insert(name.clone()) {
            return Err(wrong(format!("`{name}`: this option is given twice")));
        }
    }
    Ok(())
}

/// A table function of a session.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) kind: Kind,
    pub(crate) databases: Arc<Databases>,
    /// The index of the session, if any.
    pub(crate) database: Option<Database>,
}

impl TableFunctionImpl for Function {
    fn call_with_args(
        &self,
        arguments: TableFunctionArgs<'_, '_>,
    ) -> Result<Arc<dyn TableProvider>> {
        let arguments = literals(self.kind.name(), arguments.exprs())?;
        let origin = Origin::function(self.kind, arguments);
        let table = Table::new(self.databases.clone(), self.database.as_ref(), origin)?;
        Ok(Arc::new(table))
    }
}
