//! The file of a table in parts, each with a checksum (`docs/store-format.md`, *Parts of the table*).

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::handle::Handle;

/// Size of a part in bytes; the last one may be smaller.
const PART: usize = 64 << 10;

/// A file being written, with the checksums of its parts.
pub(super) struct Written<W> {
    output: W,
    hash: Xxh3,
    /// Number of bytes in the current part.
    filled: usize,
    checks: Vec<u64>,
}

impl<W: Write> Written<W> {
    pub(super) fn new(output: W) -> Self {
        Self {
            output,
            hash: Xxh3::new(),
            filled: 0,
            checks: Vec::new(),
        }
    }

    /// The file, and the checksums of its parts.
    pub(super) fn finish(mut self) -> (W, Vec<u64>) {
        if self.filled > 0 {
            self.end();
        }
        (self.output, self.checks)
    }

    fn end(&mut self) {
        self.checks.push(self.hash.digest());
        self.hash.reset();
        self.filled = 0;
    }
}

impl<W: Write> Write for Written<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        let mut rest = &bytes[..count];
        while !rest.is_empty() {
            let (of_part, behind) = rest.split_at(rest.len().min(PART - self.filled));
            self.hash.update(of_part);
            self.filled += of_part.len();
            rest = behind;
            if self.filled == PART {
                self.end();
            }
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A file whose parts are checked as they are read.
#[derive(Clone, Debug)]
pub(super) struct Parts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: Handle,
    length: u64,
    /// The checksums of all parts; `None` for an index of the first version.
    checks: Option<Arc<Vec<u64>>>,
    /// The last part read, with its number: the head of a page is usually followed by reads in the same part.
    last: Mutex<Option<(usize, Bytes)>>,
}

impl Parts {
    /// A file with these checksums.
    pub(super) fn new(file: Handle, checks: Option<Arc<Vec<u64>>>) -> Result<Self> {
        let length = file.len()?;
        let parts = length.div_ceil(PART as u64);
        match &checks {
            Some(checks) if checks.len() as u64 != parts => Err(damaged()),
            _ => Ok(Self(Arc::new(Inner {
                file,
                length,
                checks,
                last: Mutex::new(None),
            }))),
        }
    }

    /// The bytes from an offset to the end of its part; empty at the end of the file.
    fn at(&self, place: u64) -> Result<Bytes> {
        let number = usize::try_from(place / PART as u64).map_err(|_| damaged())?;
        let start = (place % PART as u64) as usize;
        let part = self.part(number)?;
        Ok(part.slice(start.min(part.len())..))
    }

    fn part(&self, number: usize) -> Result<Bytes> {
        let Inner {
            file,
            length,
            checks,
            last,
        } = &*self.0;
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, part)) = last.as_ref().filter(|(own, _)| *own == number) {
            return Ok(part.clone());
        }
        let start = number as u64 * PART as u64;
        let mut bytes = vec![0; length.saturating_sub(start).min(PART as u64) as usize];
        file.read_at(start, &mut bytes)?;
        if let Some(checks) = checks
            && !bytes.is_empty()
            && checks.get(number) != Some(&xxh3_64(&bytes))
        {
            return Err(damaged());
        }
        let part = Bytes::from(bytes);
        *last = Some((number, part.clone()));
        Ok(part)
    }

    /// Reads the whole file to verify its checksums.
    pub(super) fn check(&self) -> Result<()> {
        let parts = self.0.length.div_ceil(PART as u64) as usize;
        (0..parts).try_for_each(|number| self.part(number).map(drop))
    }
}

impl Length for Parts {
    fn len(&self) -> u64 {
        self.0.length
    }
}

impl ChunkReader for Parts {
    type T = Reader;

    fn get_read(&self, start: u64) -> Result<Reader> {
        Ok(Reader {
            parts: self.clone(),
            place: start,
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64);
        if end.is_none_or(|end| end > self.0.length) {
            return Err(damaged());
        }
        let first = self.at(start)?;
        if first.len() >= length {
            return Ok(first.slice(..length));
        }
        let mut bytes = Vec::with_capacity(length);
        bytes.extend_from_slice(&first);
        while bytes.len() < length {
            let next = self.at(start + bytes.len() as u64)?;
            bytes.extend_from_slice(&next[..next.len().min(length - bytes.len())]);
        }
        Ok(bytes.into())
    }
}

/// A reader of the file that starts at an offset.
pub(super) struct Reader {
    parts: Parts,
    place: u64,
}

impl Read for Reader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let part = self.parts.at(self.place).map_err(|error| match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => *error,
                Err(other) => io::Error::other(other),
            },
            other => io::Error::other(other),
        })?;
        let count = part.len().min(bytes.len());
        bytes[..count].copy_from_slice(&part[..count]);
        self.place += count as u64;
        Ok(count)
    }
}

fn damaged() -> ParquetError {
    ParquetError::General("a part of the file is not as it was written".to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
    use std::sync::Arc;

    use bytes::Bytes;
    use parquet::errors::Result;
    use parquet::file::reader::{ChunkReader as _, Length as _};

    use super::{Handle, PART, Parts, Written};

    fn whole(parts: &Parts) -> Result<Bytes> {
        parts.get_bytes(0, parts.len() as usize)
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let all: Vec<u8> = (0..3 * PART as u64 + 17)
            .map(|n| ((n * n) >> 7) as u8)
            .collect();
        for length in [0, 1, PART - 1, PART, PART + 1, 2 * PART, all.len()] {
            let mut written = Written::new(tempfile::NamedTempFile::new().unwrap());
            for piece in all[..length].chunks(1000) {
                written.write_all(piece).unwrap();
            }
            let (file, checks) = written.finish();
            assert_eq!(checks.len(), length.div_ceil(PART));
            let checks = Some(Arc::new(checks));
            let open = || Parts::new(Handle::open(file.path()).unwrap(), checks.clone());
            let parts = open().unwrap();
            for (start, end) in [(0, length), (length / 2, length), (length / 3, length / 2)] {
                let bytes = parts.get_bytes(start as u64, end - start).unwrap();
                assert_eq!(bytes, all[start..end]);
                let mut rest = Vec::new();
                let mut reader = parts.get_read(start as u64).unwrap();
                reader.read_to_end(&mut rest).unwrap();
                assert_eq!(rest, all[start..length]);
            }
            parts.get_bytes(1, length).unwrap_err();
            parts.get_bytes(u64::MAX, 2).unwrap_err();
            // One byte more and one less.
            file.as_file().set_len(length as u64 + 1).unwrap();
            open().and_then(|parts| whole(&parts)).unwrap_err();
            if let Some(less) = length.checked_sub(1) {
                file.as_file().set_len(less as u64).unwrap();
                open().and_then(|parts| whole(&parts)).unwrap_err();
            }
        }
    }

    #[test]
    fn a_part_that_was_changed_is_not_read() {
        let mut written = Written::new(tempfile::NamedTempFile::new().unwrap());
        written.write_all(&vec![7; 2 * PART]).unwrap();
        let (mut file, checks) = written.finish();
        file.seek(SeekFrom::Start(PART as u64 + 5)).unwrap();
        file.write_all(&[6]).unwrap();
        let file = Handle::open(file.path()).unwrap();
        let parts = Parts::new(file, Some(Arc::new(checks))).unwrap();
        assert_eq!(parts.get_bytes(9, 100).unwrap().len(), 100);
        parts.get_bytes(PART as u64 - 1, 2).unwrap_err();
        parts.get_bytes(PART as u64 - 1, 1).unwrap();
    }
}
