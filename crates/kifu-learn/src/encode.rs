//! Expands bits to bytes or numbers, in the layout of a training program.

use std::array;
use std::thread;

use crate::bits::plane_bytes;

/// The order of the dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Planes, rows, columns.
    #[default]
    Nchw,
    /// Rows, columns, planes.
    Nhwc,
}

/// For each byte its eight bits as numbers, the highest first.
type Table<T> = Vec<[T; 8]>;

/// Expansion of packed planes to numbers.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// Planes of a position.
    pub planes: usize,
    /// The side of the planes.
    pub side: u8,
    /// The order of the numbers.
    pub layout: Layout,
    /// Threads to use; the numbers do not depend on it.
    pub threads: usize,
}

impl Expansion {
    /// Expands packed planes of any number of positions. `out` has one number for each point and plane: `one` for a
    /// set bit, the default of `T` otherwise.
    ///
    /// # Panics
    /// If the lengths of `packed` and `out` do not match.
    pub fn expand<T: Copy + Default + Send + Sync>(&self, packed: &[u8], one: T, out: &mut [T]) {
        let packed_length = self.planes * plane_bytes(self.side);
        let length = self.planes * usize::from(self.side) * usize::from(self.side);
        let positions = packed.len() / packed_length.max(1);
        assert_eq!(out.len(), positions * length, "a number for each bit");
        if positions == 0 {
            return;
        }
        let zero = T::default();
        let number = |byte: usize, bit: usize| {
            if byte >> (7 - bit) & 1 == 1 {
                one
            } else {
                zero
            }
        };
        let table: Table<T> = (0..256)
            .map(|byte| array::from_fn(|bit| number(byte, bit)))
            .collect();
        let share = positions.div_ceil(self.threads.clamp(1, positions));
        let shares = packed
            .chunks(share * packed_length)
            .zip(out.chunks_mut(share * length));
        if share == positions {
            shares.for_each(|(packed, out)| self.expand_share(packed, &table, out));
            return;
        }
        thread::scope(|scope| {
            for (packed, out) in shares {
                let table = &table;
                scope.spawn(move || self.expand_share(packed, table, out));
            }
        });
    }

    fn expand_share<T: Copy>(&self, packed: &[u8], table: &Table<T>, out: &mut [T]) {
        let plane_length = plane_bytes(self.side);
        let points = usize::from(self.side) * usize::from(self.side);
        match self.layout {
            Layout::Nchw => {
                let planes = packed.chunks_exact(plane_length);
                for (plane, out) in planes.zip(out.chunks_exact_mut(points)) {
                    let (whole, rest) = out.as_chunks_mut::<8>();
                    for (bits, numbers) in plane.iter().zip(whole.iter_mut()) {
                        *numbers = table[usize::from(*bits)];
                    }
                    if let Some(last) = plane.get(whole.len()) {
                        rest.copy_from_slice(&table[usize::from(*last)][..rest.len()]);
                    }
                }
            }
            Layout::Nhwc => {
                let positions = packed.chunks_exact(self.planes * plane_length);
                for (position, out) in positions.zip(out.chunks_exact_mut(self.planes * points)) {
                    for (number, plane) in position.chunks_exact(plane_length).enumerate() {
                        let groups = out.chunks_mut(8 * self.planes);
                        for (bits, group) in plane.iter().zip(groups) {
                            let numbers = &table[usize::from(*bits)];
                            let places = group[number..].iter_mut().step_by(self.planes);
                            for (place, number) in places.zip(numbers) {
                                *place = *number;
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_and_threads_agree() {
        // Seven positions of three planes of 5×5 points.
        let packed: Vec<u8> = (0..7 * 3 * 4_u8)
            .map(|n| if n % 4 == 3 { 0x80 } else { n.wrapping_mul(37) })
            .collect();
        let expand = |layout, threads| {
            let mut out = vec![9_u16; 7 * 3 * 25];
            let expansion = Expansion {
                planes: 3,
                side: 5,
                layout,
                threads,
            };
            expansion.expand(&packed, 5, &mut out);
            out
        };
        let planes_first = expand(Layout::Nchw, 1);
        let planes_last = expand(Layout::Nhwc, 1);
        for position in 0..7 {
            for plane in 0..3 {
                for point in 0..25 {
                    let bit = packed[(position * 3 + plane) * 4 + point / 8] >> (7 - point % 8) & 1;
                    let expected = u16::from(bit) * 5;
                    let first = planes_first[(position * 3 + plane) * 25 + point];
                    let last = planes_last[(position * 25 + point) * 3 + plane];
                    assert_eq!([first, last], [expected; 2], "{position} {plane} {point}");
                }
            }
        }
        for threads in [2, 3, 50] {
            assert_eq!(expand(Layout::Nchw, threads), planes_first);
            assert_eq!(expand(Layout::Nhwc, threads), planes_last);
        }
        Expansion {
            planes: 3,
            side: 5,
            layout: Layout::Nchw,
            threads: 2,
        }
        .expand(&[], 1_u8, &mut []);
    }
}
