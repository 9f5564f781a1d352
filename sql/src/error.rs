//! Errors, and the passage of store errors through DataFusion.

use std::fmt;
use std::path::PathBuf;

use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use kifu::store::StoreError;
use kifu_remote::RemoteError;

/// The reason why a statement has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum SqlError {
    /// The index does not exist.
    Missing(PathBuf),
    /// The index cannot be opened.
    Index(Box<StoreError>),
    /// The address of the index is invalid, or the published index cannot be read.
    Remote(Box<RemoteError>),
    /// The statement is invalid, or its execution failed.
    Query(Box<DataFusionError>),
    /// A file or a record of `sgf_files` cannot be read; the message names it.
    Unread(String),
    /// The answer cannot be written.
    Output(std::io::Error),
}

/// The result of a statement.
pub type Result<T> = std::result::Result<T, SqlError>;

impl SqlError {
    /// The error of the index, if this is one.
    #[must_use]
    pub fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Index(error) => Some(error),
            Self::Remote(error) => match &**error {
                RemoteError::Store(error) => Some(error),
                _ => None,
            },
            Self::Query(error) => match error.find_root() {
                DataFusionError::External(cause) => cause.downcast_ref(),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{}: no such file or folder", path.display()),
            Self::Index(error) => error.fmt(f),
            Self::Remote(error) => error.fmt(f),
            Self::Query(error) => f.write_str(&plain(error)),
            Self::Unread(message) => f.write_str(message),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SqlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Missing(_) | Self::Unread(_) => None,
            Self::Index(error) => Some(error),
            Self::Remote(error) => Some(error),
            Self::Query(error) => Some(error),
            Self::Output(error) => Some(error),
        }
    }
}

impl From<DataFusionError> for SqlError {
    fn from(error: DataFusionError) -> Self {
        Self::Query(Box::new(error))
    }
}

impl From<StoreError> for SqlError {
    fn from(error: StoreError) -> Self {
        Self::Index(Box::new(error))
    }
}

impl From<RemoteError> for SqlError {
    fn from(error: RemoteError) -> Self {
        Self::Remote(Box::new(error))
    }
}

impl From<std::io::Error> for SqlError {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// The message of an error, without the names of the layers it passed through.
fn plain(error: &DataFusionError) -> String {
    match error.find_root() {
        DataFusionError::External(cause) => cause.to_string(),
        DataFusionError::Plan(message) => wrong_types(message).unwrap_or_else(|| message.clone()),
        DataFusionError::Execution(message) | DataFusionError::ResourcesExhausted(message) => {
            message.clone()
        }
        DataFusionError::SQL(error, _) => match &**error {
            ParserError::ParserError(message) | ParserError::TokenizerError(message) => {
                format!("not valid SQL: {message}")
            }
            ParserError::RecursionLimitExceeded => {
                "not valid SQL: parentheses are nested too deeply".to_owned()
            }
        },
        root => root.strip_backtrace(),
    }
}

/// The message for arguments of other types than those of a function, which DataFusion states in several ways at once.
fn wrong_types(message: &str) -> Option<String> {
    let (_, rest) =
        message.split_once("No function matches the given name and argument types '")?;
    let (call, rest) = rest.split_once('\'')?;
    let (_, functions) = rest.split_once("Candidate functions:")?;
    let functions: Vec<_> = functions
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|function| format!("`{function}`"))
        .collect();
    Some(format!(
        "`{call}`: the function does not take arguments of these types (expected {})",
        functions.join(" or ")
    ))
}

/// Wraps an error of the index for DataFusion.
pub(crate) fn of_store(error: StoreError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Makes the error for an invalid statement.
pub(crate) fn wrong(message: impl Into<String>) -> DataFusionError {
    DataFusionError::Plan(message.into())
}
