use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters of work in progress, which other threads can read. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    files: AtomicU64,
    read: AtomicU64,
    finished: AtomicU64,
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
