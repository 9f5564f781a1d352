//! Plans for duplicate records: a list of steps that remove, move or merge them, as a file that people can edit.
//!
//! [`Plan::apply`] first copies all files that will change to a folder beside the plan, with a journal, and then changes
//! them one by one. [`undo`] restores them, also after an interruption.
//!
//! ```
//! use kifu_batch::plan::{self, Action, Plan, Step};
//!
//! let folder = tempfile::tempdir()?;
//! let (keep, copy) = (folder.path().join("a.sgf"), folder.path().join("b.sgf"));
//! std::fs::write(&keep, "(;PB[Ann];B[aa])")?;
//! std::fs::write(&copy, "(;B[aa])")?;
//!
//! let step = Step::new(Action::Remove, &copy, &keep)?;
//! let kept = folder.path().join("kept");
//! let applied = Plan::new(vec![step]).apply(&kept)?;
//! assert_eq!((applied.done, copy.exists()), (1, false));
//!
//! assert_eq!(plan::undo(&kept)?.restored, 1);
//! assert!(copy.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod changes;
mod error;
mod merged;
mod symmetry;
mod undo;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu_go::Symmetry;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

pub use self::apply::Applied;
pub use self::error::{PlanError, StepError};
pub use self::undo::{Undone, undo};
use crate::error::{Error, ErrorKind};
use crate::inputs::walk::KEPT;
use crate::name::name_of;

/// The version of written plans.
const VERSION: u32 = 2;

/// What will be done with duplicate records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    version: u32,
    /// The steps.
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
}

impl Plan {
    /// A plan of these steps.
    #[must_use]
    pub const fn new(steps: Vec<Step>) -> Self {
        Self {
            version: VERSION,
            steps,
        }
    }

    /// Reads the plan at a path.
    ///
    /// # Errors
    /// The file cannot be read, is no plan, or is of a version that is not known.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let text = fs::read_to_string(path).map_err(unread(path))?;
        let plan: Self =
            toml::from_str(&text).map_err(|error| PlanError::not_a_plan(path, &text, &error))?;
        if plan.version != VERSION {
            return Err(PlanError::Version {
                name: name_of(path).into_owned(),
                version: plan.version,
            });
        }
        Ok(plan)
    }

    /// The plan as TOML.
    ///
    /// # Errors
    /// [`PlanError::Unwritable`]: never for a plan that was read.
    pub fn to_toml(&self) -> Result<String, PlanError> {
        toml::to_string(self).map_err(|error| PlanError::Unwritable(Box::new(error)))
    }
}

/// The action for one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done with the record.
    #[serde(rename = "do")]
    pub action: Action,
    /// The file of the record. A relative path counts from the current folder when the plan is applied.
    pub file: String,
    /// The game of the file, from 1; the whole file if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The folder that [`Action::Move`] moves it to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The symmetry that gives the record the orientation of the kept one before the merge.
    #[serde(default, with = "symmetry", skip_serializing_if = "symmetry::is_none")]
    pub turn: Symmetry,
    /// Whether colors are swapped before the merge.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap_colors: bool,
    /// The reason, for people.
    #[serde(default)]
    pub why: String,
    /// The file of the kept record.
    pub keep: String,
    /// The game of that file, from 1; its only one if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_game: Option<u32>,
    /// The [`digest`] of the file: a file that has changed since is not touched.
    pub digest: String,
    /// The [`digest`] of the file of the kept record.
    pub keep_digest: String,
}

impl Step {
    /// A step for a whole file, with the digests of both files as they are now.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn new(action: Action, file: &Path, keep: &Path) -> Result<Self, PlanError> {
        let digest_of = |path: &Path| {
            let bytes = fs::read(path).map_err(unread(path))?;
            Ok::<_, Error>(digest(&bytes))
        };
        Ok(Self {
            action,
            file: name_of(file).into_owned(),
            game: None,
            to: None,
            turn: Symmetry::Identity,
            swap_colors: false,
            why: String::new(),
            keep: name_of(keep).into_owned(),
            keep_game: None,
            digest: digest_of(file)?,
            keep_digest: digest_of(keep)?,
        })
    }
}

/// The possible actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The record is removed from its file; a file without records is removed.
    Remove,
    /// The record is moved to the folder [`Step::to`].
    Move,
    /// The record is merged into the tree of the kept one, and removed.
    Merge,
}

/// A digest that identifies the content of a file: its XXH3 hash and its length.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    format!("{:016x}-{}", xxh3_64(bytes), bytes.len())
}

/// The folder beside the plan at a path, to which [`Plan::apply`] usually copies files. [`Inputs`](crate::Inputs) skip
/// such folders in other folders.
#[must_use]
pub fn folder_of(plan: &Path) -> PathBuf {
    let mut folder = plan.as_os_str().to_owned();
    folder.push(KEPT);
    folder.into()
}

/// The bytes of a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unread(path)(error)),
    }
}

/// The error that a file cannot be read.
fn unread(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    move |error| Error::at(path, ErrorKind::of_read(path, error))
}

/// The error that a file or a folder cannot be written or removed.
fn unwritten(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    move |error| Error::at(path, ErrorKind::Write(error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Action, Plan, Step, folder_of, undo};

    #[test]
    fn a_file_that_is_no_plan_is_reported_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        for (text, line) in [("(;FF[4]\n;B[aa])\n", 1), ("version = 2\n\n[x", 3)] {
            fs::write(&path, text).unwrap();
            let message = crate::describe(&Plan::read(&path).unwrap_err());
            let start = format!("game.sgf: not a plan: line {line}: ");
            assert!(
                message.contains(&start) && message.lines().count() == 1,
                "{message}"
            );
        }
    }

    #[test]
    fn copies_of_an_interrupted_run_are_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.sgf"), "(;B[aa])").unwrap();
        fs::write(path("b.sgf"), "(;B[aa])").unwrap();
        fs::create_dir(path("p.toml.kept.part")).unwrap();
        fs::write(path("p.toml.kept.part/1-b.sgf"), "(;B").unwrap();
        let files = crate::Inputs::new(vec![folder.path().to_owned()]).files();
        assert_eq!(files, [path("a.sgf"), path("b.sgf")]);

        let step = Step::new(Action::Remove, &path("b.sgf"), &path("a.sgf")).unwrap();
        let kept = folder_of(&path("p.toml"));
        assert_eq!(Plan::new(vec![step]).apply(&kept).unwrap().done, 1);
        assert!(!path("p.toml.kept.part").exists());
        assert_eq!(undo(&kept).unwrap().restored, 1);
        assert_eq!(fs::read(path("b.sgf")).unwrap(), b"(;B[aa])");
    }

    #[cfg(unix)]
    #[test]
    fn names_of_any_bytes_are_applied_and_undone() {
        use std::os::unix::ffi::OsStrExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = |name: &[u8]| folder.path().join(std::ffi::OsStr::from_bytes(name));
        let (keep, copy) = (path(b"a.sgf"), path(b"\x88\xE4.sgf"));
        for file in [&keep, &copy] {
            // Systems that refuse such names have nothing to test.
            if fs::write(file, "(;B[aa])").is_err() {
                return;
            }
        }
        let step = Step::new(Action::Remove, &copy, &keep).unwrap();
        let plan = toml::from_str::<Plan>(&Plan::new(vec![step]).to_toml().unwrap()).unwrap();
        let kept = path(b"kept");
        let applied = plan.apply(&kept).unwrap();
        assert_eq!((applied.done, copy.exists()), (1, false));
        assert_eq!(undo(&kept).unwrap().restored, 1);
        assert!(copy.exists());
    }
}
