//! Compact list of the offsets of nodes.
//!
//! Most nodes are a move, and have the same length as their neighbors. So offsets are stored in blocks: the first
//! offset, the length of the shortest node as *stride*, and for each node its distance from the position it would have
//! if all were that short. The distances of a block have the width that its last one needs: none in a row of moves,
//! one byte if lines end between them, two among comments. Small data is also fast to write: touching memory for the
//! first time takes longer than reading a move.

use kifu_syntax::plain;
use smallvec::SmallVec;

/// Offsets in a block.
const BLOCK: usize = 64;

/// Bytes read together for the distance of a node; as many follow the last one.
const WORD: usize = size_of::<u64>();

#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    /// Start of its distances, in units of `BLOCK` bytes.
    distances: u32,
    stride: u16,
    /// Bytes of a distance.
    width: u8,
}

/// Offsets in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    blocks: SmallVec<[Block; 4]>,
    /// The distances of all blocks, lower bytes first.
    distances: Vec<u8>,
    len: usize,
}

impl Offsets {
    /// Returns the offset at this index, and the one after it; `None` after the last.
    #[inline]
    pub(crate) fn get_with_next(&self, index: usize) -> (usize, Option<usize>) {
        let blocks = self.blocks.as_slice();
        let (block, place) = (&blocks[index / BLOCK], index % BLOCK);
        let next = index + 1;
        let next = if next == self.len {
            None
        } else if place + 1 < BLOCK {
            Some(self.in_block(block, place + 1))
        } else {
            Some(blocks[next / BLOCK].first)
        };
        (self.in_block(block, place), next)
    }

    #[inline]
    fn in_block(&self, block: &Block, place: usize) -> usize {
        let even = block.first + place * usize::from(block.stride);
        if block.width == 0 {
            return even;
        }
        let width = usize::from(block.width);
        let at = block.distances as usize * BLOCK + place * width;
        let distance = self.distances[at..].first_chunk::<WORD>();
        let distance = distance.map_or(0, |bytes| u64::from_le_bytes(*bytes));
        even + (distance & ((1 << (8 * width)) - 1)) as usize
    }

    /// The offsets from this index on.
    pub(crate) fn from(&self, index: usize) -> OffsetsFrom<'_> {
        let mut from = OffsetsFrom {
            offsets: self,
            index,
            even: 0,
            stride: 0,
            at: 0,
            width: 0,
            mask: 0,
        };
        if index < self.len {
            from.enter_block(index % BLOCK);
        }
        from
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

/// Offsets one after another, read faster than one by one.
#[derive(Clone, Debug)]
pub(crate) struct OffsetsFrom<'a> {
    offsets: &'a Offsets,
    index: usize,
    /// The next offset, less its distance.
    even: usize,
    stride: usize,
    /// Start of its distance.
    at: usize,
    width: usize,
    /// The bits of a distance.
    mask: u64,
}

impl OffsetsFrom<'_> {
    /// Passes over `count` offsets, of which there must be as many.
    #[inline]
    pub(crate) fn pass(&mut self, count: usize) {
        let before = self.index;
        self.index += count;
        if before / BLOCK == self.index / BLOCK {
            self.even += count * self.stride;
            self.at += count * self.width;
        } else if self.index < self.offsets.len {
            self.enter_block(self.index % BLOCK);
        }
    }

    /// Goes to `place` in the block of the next offset.
    #[inline(never)]
    fn enter_block(&mut self, place: usize) {
        let block = &self.offsets.blocks[self.index / BLOCK];
        self.stride = usize::from(block.stride);
        self.width = usize::from(block.width);
        self.mask = (1 << (8 * self.width)) - 1;
        self.even = block.first + place * self.stride;
        self.at = block.distances as usize * BLOCK + place * self.width;
    }
}

impl Iterator for OffsetsFrom<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.index >= self.offsets.len {
            return None;
        }
        let mut offset = self.even;
        if self.width > 0 {
            let distance = self
                .offsets
                .distances
                .get(self.at..)?
                .first_chunk::<WORD>()?;
            offset += (u64::from_le_bytes(*distance) & self.mask) as usize;
        }
        self.index += 1;
        if !self.index.is_multiple_of(BLOCK) {
            self.even += self.stride;
            self.at += self.width;
        } else if self.index < self.offsets.len {
            self.enter_block(0);
        }
        Some(offset)
    }
}

/// Makes [`Offsets`].
pub(crate) struct OffsetsBuilder {
    offsets: Offsets,
    /// Offsets of the block that is not full.
    open: [usize; BLOCK],
    /// The last one of all.
    last: usize,
    /// The least distance between neighbors, up to the last one, since a block was closed.
    shortest: usize,
}

impl OffsetsBuilder {
    /// Creates a list for a text of `length` bytes. For a small text, memory for a file of moves is reserved
    /// immediately.
    #[inline]
    pub(crate) fn new(length: usize) -> Self {
        const MOST: usize = 4096;
        /// Initial value of `last`, farther from every offset than any other offset.
        const FAR: usize = usize::MAX / 2 + 1;
        let nodes = (length / plain::NODE_LENGTH).min(MOST);
        let offsets = Offsets {
            blocks: SmallVec::with_capacity(nodes.div_ceil(BLOCK)),
            distances: Vec::with_capacity(nodes.next_multiple_of(BLOCK) + WORD),
            len: 0,
        };
        Self {
            offsets,
            open: [0; BLOCK],
            last: FAR,
            shortest: usize::MAX,
        }
    }

    /// Number of offsets.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.offsets.len
    }

    /// The last one.
    pub(crate) const fn last(&self) -> Option<usize> {
        if self.len() == 0 {
            None
        } else {
            Some(self.last)
        }
    }

    /// Adds an offset that is no less than the last one.
    #[inline]
    pub(crate) fn push(&mut self, offset: usize) {
        self.open[self.offsets.len % BLOCK] = offset;
        self.shortest = self.shortest.min(offset.wrapping_sub(self.last));
        self.last = offset;
        self.offsets.len += 1;
        if self.offsets.len.is_multiple_of(BLOCK) {
            self.close_block(BLOCK);
        }
    }

    /// Adds `count` offsets, one at least, [`plain::NODE_LENGTH`] apart from each other, the first no less than
    /// the last one before.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of a hot loop")]
    pub(crate) fn push_row(&mut self, first: usize, count: usize) {
        let place = self.offsets.len % BLOCK;
        let offsets = (0..count).map(|number| first + number * plain::NODE_LENGTH);
        if place + count >= BLOCK {
            offsets.for_each(|offset| self.push(offset));
            return;
        }
        for (open, offset) in self.open[place..].iter_mut().zip(offsets) {
            *open = offset;
        }
        self.shortest = self.shortest.min(first.wrapping_sub(self.last));
        if count > 1 {
            self.shortest = self.shortest.min(plain::NODE_LENGTH);
        }
        self.last = first + (count - 1) * plain::NODE_LENGTH;
        self.offsets.len += count;
    }

    /// Keeps the first `count` offsets of the open block.
    #[inline(never)]
    fn close_block(&mut self, count: usize) {
        let first = self.open[0];
        let most = self.last - first;
        let stride = if count == 1 || most > usize::from(u16::MAX) {
            0
        } else {
            self.shortest as u16
        };
        self.shortest = usize::MAX;
        let most = most - (count - 1) * usize::from(stride);
        let width = (usize::BITS - most.leading_zeros()).div_ceil(8) as usize;
        let distances = &mut self.offsets.distances;
        let start = distances.len();
        // No distance is larger than that of the last one, so the lower bytes are enough to reckon with. A whole
        // block is reckoned and copied, and cut: loops of fixed length are made of few steps.
        match width {
            0 => {}
            1 => {
                let mut bytes = self.open.map(|offset| offset as u8);
                for (place, byte) in bytes.iter_mut().enumerate() {
                    let even = (first as u8).wrapping_add((stride as u8).wrapping_mul(place as u8));
                    *byte = byte.wrapping_sub(even);
                }
                distances.extend_from_slice(&bytes);
            }
            2 => {
                let mut pairs = self.open.map(|offset| offset as u16);
                for (place, pair) in pairs.iter_mut().enumerate() {
                    let even = (first as u16).wrapping_add(stride.wrapping_mul(place as u16));
                    *pair = pair.wrapping_sub(even);
                }
                let pairs = pairs.map(u16::to_le_bytes);
                distances.extend_from_slice(pairs.as_flattened());
            }
            _ => {
                for offset in &self.open[..count] {
                    let distance = (offset - first) as u64;
                    distances.extend_from_slice(&distance.to_le_bytes()[..width]);
                }
            }
        }
        distances.truncate(start + count * width);
        self.offsets.blocks.push(Block {
            first,
            distances: (start / BLOCK) as u32,
            stride,
            width: width as u8,
        });
    }

    pub(crate) fn finish(&mut self) -> Offsets {
        let open = self.offsets.len % BLOCK;
        if open > 0 {
            self.close_block(open);
        }
        let mut offsets = std::mem::take(&mut self.offsets);
        offsets.distances.extend([0; WORD]);
        offsets.blocks.shrink_to_fit();
        shrink(&mut offsets.distances);
        offsets
    }
}

/// Releases unused capacity if it is worth it: shrinking for a little only moves memory.
fn shrink<T>(items: &mut Vec<T>) {
    let spare = (items.capacity() - items.len()) * size_of::<T>();
    if spare > 64.max(size_of_val(&items[..]) / 16) {
        items.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pushed_is_got() {
        // Rows of moves, with something else among them.
        for (every, length) in [
            (1, 6),
            (64, 0),
            (10, 7),
            (3, 300),
            (100, 70_000),
            (70, usize::MAX >> 31),
        ] {
            for count in [0, 1, 2, 63, 64, 65, 1_000] {
                let offset = |index: usize| 5 + index * 6 + index / every * length;
                let mut builder = OffsetsBuilder::new(0);
                for index in 0..count {
                    builder.push(offset(index));
                    assert_eq!(builder.last(), Some(offset(index)));
                }
                let offsets = builder.finish();
                assert_eq!(offsets.len(), count);
                for index in [0, 1, 63, 64, count] {
                    let expected = (index..count).map(offset);
                    assert!(offsets.from(index).eq(expected), "{index} of {count}");
                }
                for index in 0..count {
                    let next = (index + 1 < count).then(|| offset(index + 1));
                    assert_eq!(
                        offsets.get_with_next(index),
                        (offset(index), next),
                        "{index} of {count}, {every}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_row_of_moves_takes_a_quarter_of_a_byte_each() {
        let mut builder = OffsetsBuilder::new(0);
        (0..6_400).for_each(|index| builder.push(7 + 6 * index));
        let offsets = builder.finish();
        assert_eq!(offsets.distances.len(), WORD);
        assert_eq!(size_of_val(&offsets.blocks[..]), 1_600);
    }
}
