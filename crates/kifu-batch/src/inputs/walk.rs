//! Finds the files and archives of paths and folders.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::{Found, Inputs};
use crate::archive;
use crate::error::{Error, ErrorKind};
use crate::input::is_stdin;
use crate::name::name_of;
use crate::record_name::{is_record_name, is_sure_record_name, is_wanted_name};
use crate::translate::may_be_record_file;

/// The end of the name of a folder with the old files of a plan, and its list of them.
pub(crate) const KEPT: &str = ".kept";
/// What follows this name while files are copied to the folder.
pub(crate) const PART: &str = ".part";
pub(crate) const JOURNAL: &str = "journal.toml";

impl Inputs {
    /// The files and archives, found as they are needed. One that is reached by several paths, or by links, is found
    /// once, by the first of them.
    pub fn found(&self) -> impl Iterator<Item = Result<Found, Error>> + '_ {
        // Standard input can be read only once.
        let mut has_stdin = false;
        let paths = self.paths.iter();
        let once =
            paths.filter(move |path| !is_stdin(path) || !std::mem::replace(&mut has_stdin, true));
        let can_repeat = self.can_repeat();
        let mut seen = HashSet::new();
        once.flat_map(|path| self.of_path(path))
            .filter(move |found| !can_repeat || is_first(found, &mut seen))
    }

    pub(super) fn of_path(
        &self,
        path: &Path,
    ) -> Box<dyn Iterator<Item = Result<Found, Error>> + '_> {
        if is_stdin(path) {
            return Box::new(std::iter::once(Ok(Found::Stdin)));
        }
        let found = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Box::new(self.of_folder(path)),
            Ok(_) if archive::is_packed(path) => Ok(Found::Archive(path.to_owned(), None)),
            Ok(_) => Ok(Found::File(path.to_owned())),
            Err(error) => {
                in_archive(path).ok_or_else(|| Error::at(path, ErrorKind::of_read(path, error)))
            }
        };
        Box::new(std::iter::once(found))
    }

    fn of_folder(&self, folder: &Path) -> impl Iterator<Item = Result<Found, Error>> + use<> {
        let mut walk = WalkBuilder::new(folder);
        walk.standard_filters(self.gitignore)
            .require_git(false)
            .follow_links(self.follow_links);
        let by_number = self.by_number;
        // Paths in a folder differ only by their names; comparing names alone would allocate them.
        walk.sort_by_file_path(move |one, other| {
            let (one, other) = (one.as_os_str(), other.as_os_str());
            let by_value = if by_number {
                numeric(one.as_encoded_bytes(), other.as_encoded_bytes())
            } else {
                Ordering::Equal
            };
            by_value.then_with(|| one.cmp(other))
        });
        let follow_links = self.follow_links;
        let seen = Mutex::new(HashSet::new());
        walk.filter_entry(move |entry| {
            // Each folder once: links may lead to it through exponentially many paths.
            !holds_copies(entry) && (!follow_links || is_new(entry, &seen))
        });
        let (all, formats) = (self.all, self.formats);
        let skipped = Arc::clone(&self.skipped);
        let folder = folder.to_owned();
        walk.build().filter_map(move |entry| match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                let is_packed = |path| {
                    archive::is_named_packed(path, |inner| all || is_wanted_name(inner, formats))
                        || (all && archive::is_packed(path))
                };
                let is_wanted = |path: &Path| {
                    is_record_name(path)
                        || (is_wanted_name(path, formats)
                            && (is_sure_record_name(path) || may_be_record_file(path)))
                };
                if !is_file {
                    // A link that is followed has the type of its target.
                    if entry.path_is_symlink() && entry.depth() > 0 {
                        skipped.lock().unwrap_or_else(PoisonError::into_inner).links += 1;
                    }
                    None
                } else if is_wanted(entry.path()) {
                    Some(Ok(Found::File(entry.into_path())))
                } else if is_packed(entry.path()) {
                    Some(Ok(Found::Archive(entry.into_path(), None)))
                } else if all {
                    Some(Ok(Found::File(entry.into_path())))
                } else {
                    let mut skipped = skipped.lock().unwrap_or_else(PoisonError::into_inner);
                    skipped.add(&name_of(entry.path()));
                    None
                }
            }
            Err(error) if is_loop(&error) => None,
            Err(error) => Some(Err(unwalked(&folder, error))),
        })
    }
}

/// Compares names byte by byte, and numbers in them by their value.
fn numeric(mut one: &[u8], mut other: &[u8]) -> Ordering {
    loop {
        let (own, own_rest) = first_part(one);
        let (its, its_rest) = first_part(other);
        let is_number = |part: &[u8]| part.first().is_some_and(u8::is_ascii_digit);
        let order = if is_number(own) && is_number(its) {
            let (own, its) = (without_zeros(own), without_zeros(its));
            own.len().cmp(&its.len()).then_with(|| own.cmp(its))
        } else {
            own.first().cmp(&its.first())
        };
        if order.is_ne() || own.is_empty() {
            return order;
        }
        (one, other) = (own_rest, its_rest);
    }
}

/// The first number, or else the first byte, and the rest.
fn first_part(name: &[u8]) -> (&[u8], &[u8]) {
    let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
    name.split_at(digits.max(1).min(name.len()))
}

fn without_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|digit| **digit == b'0').count();
    &number[zeros..]
}

/// Resolves a path like `games.zip/inner/game.sgf`, if there is an archive `games.zip`.
fn in_archive(path: &Path) -> Option<Found> {
    let archive = path.ancestors().skip(1).find(|above| above.is_file())?;
    let inner = path.strip_prefix(archive).ok()?.to_string_lossy();
    let only = inner.replace(std::path::MAIN_SEPARATOR, "/");
    archive::is_packed(archive).then(|| Found::Archive(archive.to_owned(), Some(only)))
}

/// Whether a file or an archive was not found before by another path.
fn is_first(found: &Result<Found, Error>, seen: &mut HashSet<(PathBuf, Option<String>)>) -> bool {
    let canonical = |path: &PathBuf| dunce::canonicalize(path).unwrap_or_else(|_| path.clone());
    match found {
        Ok(Found::File(path)) => seen.insert((canonical(path), None)),
        Ok(Found::Archive(path, only)) => seen.insert((canonical(path), only.clone())),
        Ok(Found::Stdin) | Err(_) => true,
    }
}

/// Whether a folder in another one holds the old files of a plan, which are no part of the collection.
fn holds_copies(entry: &DirEntry) -> bool {
    let name = entry.file_name().as_encoded_bytes();
    let holds = match name.strip_suffix(PART.as_bytes()) {
        Some(name) => name.ends_with(KEPT.as_bytes()) && entry.path().is_dir(),
        None => name.ends_with(KEPT.as_bytes()) && entry.path().join(JOURNAL).is_file(),
    };
    entry.depth() > 0 && holds
}

fn is_new(entry: &DirEntry, seen: &Mutex<HashSet<PathBuf>>) -> bool {
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return true;
    }
    match (dunce::canonicalize(entry.path()), seen.lock()) {
        (Ok(path), Ok(mut seen)) => seen.insert(path),
        _ => true,
    }
}

/// Whether a link leads back to a folder above it, which has been searched.
fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithDepth { err, .. }
        | ignore::Error::WithLineNumber { err, .. } => is_loop(err),
        _ => false,
    }
}

/// An error that occurred while `folder` was searched, with the path where it occurred.
fn unwalked(folder: &Path, error: ignore::Error) -> Error {
    let path = place(&error).unwrap_or(folder).to_owned();
    let kind = match error.io_error() {
        Some(met) => {
            // The walker wraps the system's error, which names the path again.
            let cause = std::error::Error::source(met)
                .and_then(|cause| cause.downcast_ref::<io::Error>())
                .unwrap_or(met);
            let cause = match cause.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(cause.kind(), cause.to_string()),
            };
            ErrorKind::of_read(&path, cause)
        }
        None => ErrorKind::Walk(error),
    };
    Error::at(&path, kind)
}

/// The path where an error occurred.
fn place(mut error: &ignore::Error) -> Option<&Path> {
    loop {
        error = match error {
            ignore::Error::WithPath { path, .. } => return Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::numeric;

    #[test]
    fn numbers_in_names_count_by_value() {
        let mut names = [
            "b-1",
            "a-10.sgf",
            "a-2.sgf",
            "a.sgf",
            "a-02.sgf",
            "a-1",
            "a-1-10",
            "a-1-9",
            "a-x",
            "10",
            "9",
            "a-00",
            "a-100000000000000000000000000",
        ];
        names.sort_by(|one, other| {
            numeric(one.as_bytes(), other.as_bytes()).then_with(|| one.cmp(other))
        });
        assert_eq!(
            names,
            [
                "9",
                "10",
                "a-00",
                "a-1",
                "a-1-9",
                "a-1-10",
                "a-02.sgf",
                "a-2.sgf",
                "a-10.sgf",
                "a-100000000000000000000000000",
                "a-x",
                "a.sgf",
                "b-1",
            ]
        );
    }
}
