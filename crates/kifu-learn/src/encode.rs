//! From bits to bytes or numbers, in the layout that a program wants.

use crate::bits::{expand, plane_bytes};

/// The order of the dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Planes, rows, columns.
    #[default]
    Nchw,
    /// Rows, columns, planes.
    Nhwc,
}

/// Expands packed planes of any number of positions. `out` has a number for each point and plane; `one` is what a bit
/// becomes.
///
/// # Panics
/// If the lengths do not fit each other.
pub fn expand_set<T: Copy + Default>(
    packed: &[u8],
    planes: usize,
    side: u8,
    layout: Layout,
    one: T,
    out: &mut [T],
) {
    let length = plane_bytes(side);
    let points = usize::from(side) * usize::from(side);
    let positions = packed.len() / (planes * length).max(1);
    assert_eq!(
        out.len(),
        positions * planes * points,
        "a number for each bit"
    );
    let numbers = [T::default(), one];
    let mut bytes = vec![0; points];
    for (position, out) in packed
        .chunks_exact(planes * length)
        .zip(out.chunks_exact_mut(planes * points))
    {
        for (number, plane) in position.chunks_exact(length).enumerate() {
            expand(plane, &mut bytes);
            match layout {
                Layout::Nchw => {
                    let out = &mut out[number * points..(number + 1) * points];
                    for (out, bit) in out.iter_mut().zip(&bytes) {
                        *out = numbers[usize::from(*bit)];
                    }
                }
                Layout::Nhwc => {
                    let out = out[number..].iter_mut().step_by(planes);
                    for (out, bit) in out.zip(&bytes) {
                        *out = numbers[usize::from(*bit)];
                    }
                }
            }
        }
    }
}

/// Expands packed planes to bytes, planes first. It is as fast as memory.
///
/// # Panics
/// If the lengths do not fit each other.
pub fn expand_bytes(packed: &[u8], side: u8, out: &mut [u8]) {
    let points = usize::from(side) * usize::from(side);
    let length = plane_bytes(side);
    assert_eq!(
        out.len(),
        packed.len() / length * points,
        "a byte for each bit"
    );
    for (plane, out) in packed
        .chunks_exact(length)
        .zip(out.chunks_exact_mut(points))
    {
        expand(plane, out);
    }
}
