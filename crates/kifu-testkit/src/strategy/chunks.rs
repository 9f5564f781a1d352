use std::io::{self, Read};

use proptest::collection::vec;
use proptest::prelude::*;

/// Sizes of the pieces in which input arrives, repeated from the start at the end. Most are small.
pub fn chunk_sizes() -> impl Strategy<Value = Vec<usize>> {
    vec(prop_oneof![4 => 1_usize..8, 1 => 8_usize..200], 1..8)
}

/// Hands out bytes in pieces of the given sizes.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    rest: &'a [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
}

impl<'a> Chunks<'a> {
    /// Hands out `bytes` in pieces of `sizes`, over and over. A size of 0 counts as 1.
    #[must_use]
    pub fn new(bytes: &'a [u8], sizes: Vec<usize>) -> Self {
        Self {
            rest: bytes,
            sizes: sizes.into_iter().cycle(),
        }
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().unwrap_or(usize::MAX).max(1);
        let count = size.min(buffer.len()).min(self.rest.len());
        let (now, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = rest;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_arrives() -> io::Result<()> {
        let mut all = Vec::new();
        Chunks::new(b"(;B[aa])", vec![1, 3, 0]).read_to_end(&mut all)?;
        assert_eq!(all, b"(;B[aa])");
        Ok(())
    }
}
