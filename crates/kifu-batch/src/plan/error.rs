use std::error::Error as StdError;
use std::fmt;
use std::path::Path;

use kifu_collection::merge::MergeError;
use kifu_collection::transform::Refusal;
use kifu_sgf::{EditError, WriteError};

use crate::error::{Error, describe};
use crate::name::name_of;

/// The reason why a plan or a step of it cannot be applied or undone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] Error),
    /// The file is no plan.
    #[error("{name}: not a plan: line {line}: {message}")]
    NotAPlan {
        /// The file.
        name: String,
        /// The line of the error, from 1.
        line: usize,
        /// The error of TOML, in one line.
        message: String,
    },
    /// The plan was written by another version.
    #[error("{name}: plans of version {version} are not supported; make the plan again")]
    Version {
        /// The file.
        name: String,
        /// Its version.
        version: u32,
    },
    /// The plan cannot be written as TOML.
    #[error("the plan cannot be written")]
    Unwritable(#[source] Box<toml::ser::Error>),
    /// The folder for the copies exists.
    #[error("{0}: the folder exists: the plan was applied; undo it, or move the folder away")]
    AlreadyApplied(String),
    /// A file could not be written, so that no file was removed.
    #[error("stopped before removing files; undo the plan to restore the changed files")]
    Stopped(#[source] Error),
    /// A file of the plan is gone.
    #[error("{0} no longer exists")]
    Gone(String),
    /// A file is not as it was when the plan was made.
    #[error("{0} has changed since the plan was made")]
    Changed(String),
    /// A file, or its copy, is not as it was when the plan was applied.
    #[error("{0} has changed since the plan was applied")]
    ChangedAfter(String),
    /// The kept record of the step is removed by another one.
    #[error("the plan also removes the record to keep")]
    KeepIsRemoved,
    /// A step that moves a file has no folder.
    #[error("`to` is missing: the folder to move the file to")]
    NoFolder,
    /// A step of a file with several games names none.
    #[error("it holds {0} games; the plan does not select one")]
    SeveralGames(usize),
    /// The file has no game of this number.
    #[error("there is no game of this number")]
    NoGame,
    /// Every numbered name in a folder is taken.
    #[error("every numbered name is taken")]
    NoName,
    /// The records cannot be one tree.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A record cannot be turned to the orientation of the kept one.
    #[error("{file}")]
    Turn {
        /// The file of the record.
        file: String,
        /// The reason.
        source: Refusal,
    },
    /// A game cannot be removed from its file.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The new content cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The new content would not parse to the same games.
    #[error("it would not parse to the same games")]
    Misread,
    /// The encoding of the file lacks characters of the new tree.
    #[error("its encoding cannot represent the new tree; convert it to UTF-8")]
    Encoding,
}

impl PlanError {
    /// The error that the text of a file is no plan.
    pub(super) fn not_a_plan(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        let lines: Vec<&str> = error.message().lines().collect();
        Self::NotAPlan {
            name: name_of(path).into_owned(),
            line: before.matches('\n').count() + 1,
            message: lines.join(", "),
        }
    }
}

/// An error of a file of a plan, which is left unchanged.
#[derive(Debug)]
pub struct StepError {
    /// The file.
    pub file: String,
    /// The reason.
    pub error: PlanError,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: left unchanged: ", self.file)?;
        match &self.error {
            // Its message begins with the name of the file too.
            PlanError::File(error) if error.name == self.file => {
                f.write_str(&describe(&error.kind))
            }
            error => f.write_str(&describe(error)),
        }
    }
}

impl StdError for StepError {}
