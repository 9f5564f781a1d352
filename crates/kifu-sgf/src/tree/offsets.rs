//! Where nodes begin, in few bytes.
//!
//! Most nodes are a move, and as long as those beside them. So offsets are kept by the block: the first of
//! them, the length of the shortest node as *stride*, and of each how far it lies behind the place where it
//! would be if all were that short, in as many bytes as the last one needs. That is none in a row of moves,
//! one where lines end between them, and two among comments. What is little is also written fast: memory that
//! is touched for the first time takes longer than the reading of a move.

/// Offsets in a block.
const BLOCK: usize = 64;

/// Bytes that are read at once for the distance of a node, and stand behind the last one.
const WORD: usize = size_of::<u64>();

#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    /// Where its distances begin, counted in blocks of bytes.
    distances: u32,
    stride: u16,
    /// Bytes of a distance.
    width: u8,
}

/// Offsets in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    blocks: Vec<Block>,
    /// The distances of all blocks, lower bytes first.
    distances: Vec<u8>,
    len: usize,
}

impl Offsets {
    /// The offset of this index, and the one behind it; there is none behind the last.
    #[inline]
    pub(crate) fn get_with_next(&self, index: usize) -> (usize, Option<usize>) {
        let (block, place) = (&self.blocks[index / BLOCK], index % BLOCK);
        let next = index + 1;
        let next = if next == self.len {
            None
        } else if place + 1 < BLOCK {
            Some(self.in_block(block, place + 1))
        } else {
            Some(self.blocks[next / BLOCK].first)
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

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

/// Makes [`Offsets`].
pub(crate) struct OffsetsBuilder {
    offsets: Offsets,
    /// Those of the block that is not full.
    open: [usize; BLOCK],
}

impl OffsetsBuilder {
    /// For a text of `length` bytes. What the offsets of a small one take, if it is made of moves, is reserved
    /// at once.
    #[inline]
    pub(crate) fn new(length: usize) -> Self {
        const MOVE: usize = ";B[aa]".len();
        const MOST: usize = 4096;
        let nodes = (length / MOVE).min(MOST);
        let offsets = Offsets {
            blocks: Vec::with_capacity(nodes.div_ceil(BLOCK)),
            distances: Vec::with_capacity(nodes + WORD),
            len: 0,
        };
        Self {
            offsets,
            open: [0; BLOCK],
        }
    }

    /// How many there are.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.offsets.len
    }

    /// The last one.
    pub(crate) fn last(&self) -> Option<usize> {
        let last = self.len().checked_sub(1)?;
        Some(self.open[last % BLOCK])
    }

    /// Adds an offset that is no less than the last one.
    #[inline]
    pub(crate) fn push(&mut self, offset: usize) {
        self.open[self.offsets.len % BLOCK] = offset;
        self.offsets.len += 1;
        if self.offsets.len.is_multiple_of(BLOCK) {
            self.close_block(BLOCK);
        }
    }

    /// Keeps the first `count` offsets of the open block.
    #[inline(never)]
    fn close_block(&mut self, count: usize) {
        let first = self.open[0];
        let shortest = shortest_length(&mut self.open, count);
        let stride = usize::from(shortest);
        let open = &self.open[..count];
        // None is larger than the last one.
        let most = (open[count - 1] - first - (count - 1) * stride) as u64;
        let width = (u64::BITS - most.leading_zeros()).div_ceil(8) as usize;
        let distances = &mut self.offsets.distances;
        let start = distances.len();
        self.offsets.blocks.push(Block {
            first,
            distances: (start / BLOCK) as u32,
            stride: shortest,
            width: width as u8,
        });
        let of_all = open.iter().enumerate();
        let of_all = of_all.map(|(place, offset)| offset - first - place * stride);
        match width {
            0 => {}
            1 => distances.extend(of_all.map(|distance| distance as u8)),
            2 => {
                distances.resize(start + count * width, 0);
                let (pairs, _) = distances[start..].as_chunks_mut::<2>();
                for (pair, distance) in pairs.iter_mut().zip(of_all) {
                    *pair = (distance as u16).to_le_bytes();
                }
            }
            _ => {
                for distance in of_all {
                    distances.extend_from_slice(&(distance as u64).to_le_bytes()[..width]);
                }
            }
        }
    }

    pub(crate) fn finish(&mut self) -> Offsets {
        let open = self.offsets.len % BLOCK;
        if open > 0 {
            self.close_block(open);
        }
        let mut offsets = std::mem::take(&mut self.offsets);
        offsets.distances.extend([0; WORD]);
        shrink(&mut offsets.blocks);
        shrink(&mut offsets.distances);
        offsets
    }
}

/// Gives back what was reserved in vain, if it is worth it: for little the memory is only moved about.
fn shrink<T>(items: &mut Vec<T>) {
    let spare = (items.capacity() - items.len()) * size_of::<T>();
    if spare > 64.max(size_of_val(&items[..]) / 16) {
        items.shrink_to_fit();
    }
}

/// The least distance between neighbours among the first `count` of `offsets`; 0 where the last one is too
/// far from the first.
fn shortest_length(offsets: &mut [usize; BLOCK], count: usize) -> u16 {
    if u16::try_from(offsets[count - 1] - offsets[0]).is_err() {
        return 0;
    }
    // A loop of fixed length is made of few steps.
    let (end, last) = (
        offsets[count - 1],
        offsets[count - 1] - offsets[count.saturating_sub(2)],
    );
    for (index, offset) in offsets[count..].iter_mut().enumerate() {
        *offset = end + (index + 1) * last;
    }
    let mut least = u16::MAX;
    for index in 1..BLOCK {
        least = least.min((offsets[index] - offsets[index - 1]) as u16);
    }
    least
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
