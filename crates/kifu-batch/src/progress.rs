use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kifu_formats::Notes;

/// Maximum number of notes that are kept; further ones are counted.
const KEPT: usize = 10;

/// Counters and notes of work in progress, which other threads can read. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    files: AtomicU64,
    read: AtomicU64,
    finished: AtomicU64,
    notes: Mutex<FormatNotes>,
}

/// Notes on files of other formats that were read as SGF: on text that was not understood, or was guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatNotes {
    /// The first notes, with their file and line.
    pub list: Vec<String>,
    /// Number of further notes.
    pub more: usize,
}

impl Progress {
    /// Number of files opened, including those in archives.
    #[must_use]
    pub fn files(&self) -> u64 {
        self.0.files.load(Ordering::Relaxed)
    }

    /// Number of bytes read from the disk; archives count compressed.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// Number of bytes of finished records, uncompressed.
    #[must_use]
    pub fn bytes_finished(&self) -> u64 {
        self.0.finished.load(Ordering::Relaxed)
    }

    /// Counts one more file.
    pub fn add_file(&self) {
        self.0.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts bytes read from the disk.
    pub fn add_read(&self, bytes: usize) {
        self.0.read.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Takes the notes on files of other formats that were read so far.
    #[must_use]
    pub fn take_notes(&self) -> FormatNotes {
        std::mem::take(&mut self.0.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds the notes on a file of another format.
    pub fn add_notes(&self, name: &str, notes: &Notes) {
        if notes.is_empty() {
            return;
        }
        let mut own = self.0.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let room = KEPT - own.list.len();
        let list = notes.iter().take(room).map(|note| match note.line {
            Some(line) => format!("{name}:{line}: {}", note.message),
            None => format!("{name}: {}", note.message),
        });
        own.list.extend(list);
        own.more += notes.iter().len().saturating_sub(room) + notes.more();
    }

    /// Counts bytes that are finished.
    pub fn add_finished(&self, bytes: usize) {
        self.0.finished.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// A reader that counts its bytes.
#[derive(Debug)]
pub(crate) struct Counted<R> {
    reader: R,
    progress: Progress,
}

impl<R> Counted<R> {
    pub(crate) const fn new(reader: R, progress: Progress) -> Self {
        Self { reader, progress }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.progress.add_read(length);
        Ok(length)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.reader.seek(place)
    }
}
