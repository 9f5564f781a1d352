//! Archives divided into files `.001`, `.002` and so on.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::error::ErrorKind;

/// The files of a divided archive as one.
pub(super) struct Parts {
    /// Each file, with its offset in the whole.
    files: Vec<(File, u64)>,
    length: u64,
    at: u64,
}

impl Parts {
    /// Opens the first file and all that follow it.
    pub(super) fn open(first: &Path) -> Result<Self, ErrorKind> {
        let mut parts = Self {
            files: Vec::new(),
            length: 0,
            at: 0,
        };
        for number in 1..1000 {
            let path = first.with_extension(format!("{number:03}"));
            match File::open(&path) {
                Ok(file) => {
                    let length = file.metadata()?.len();
                    parts.files.push((file, parts.length));
                    parts.length += length;
                }
                Err(error) if number == 1 => return Err(ErrorKind::of_read(&path, error)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => return Err(ErrorKind::of_read(&path, error)),
            }
        }
        Ok(parts)
    }
}

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let after = self.files.partition_point(|(_, start)| *start <= self.at);
        for index in after.saturating_sub(1)..self.files.len() {
            let (file, start) = &mut self.files[index];
            let place = self.at.saturating_sub(*start);
            file.seek(SeekFrom::Start(place))?;
            let count = file.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.at += count as u64;
                return Ok(count);
            }
        }
        Ok(0)
    }
}

impl Seek for Parts {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(offset) => self.length.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.at.checked_add_signed(offset),
        };
        self.at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _, SeekFrom};

    use super::Parts;

    #[test]
    fn files_are_read_as_one() {
        let folder = tempfile::tempdir().unwrap();
        for (number, text) in [("001", "abc"), ("002", ""), ("003", "defg")] {
            std::fs::write(folder.path().join(format!("a.7z.{number}")), text).unwrap();
        }
        let mut parts = Parts::open(&folder.path().join("a.7z.001")).unwrap();
        let mut text = String::new();
        parts.read_to_string(&mut text).unwrap();
        assert_eq!(text, "abcdefg");
        assert_eq!(parts.seek(SeekFrom::End(-5)).unwrap(), 2);
        text.clear();
        parts.read_to_string(&mut text).unwrap();
        assert_eq!(text, "cdefg");
        assert!(Parts::open(&folder.path().join("b.7z.001")).is_err());
    }
}
