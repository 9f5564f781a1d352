//! Planes of bits: one bit for each point, row by row, the first point in the highest bit of the first byte, the order
//! of `numpy.unpackbits`.

/// The bytes of a plane of `side`×`side` points.
#[must_use]
pub const fn plane_bytes(side: u8) -> usize {
    (side as usize * side as usize).div_ceil(8)
}

/// Sets the bit of a point.
#[inline]
pub(crate) fn set(plane: &mut [u8], point: usize) {
    plane[point / 8] |= 0x80 >> (point % 8);
}

/// Clears the bit of a point.
#[inline]
pub(crate) fn clear(plane: &mut [u8], point: usize) {
    plane[point / 8] &= !(0x80 >> (point % 8));
}

/// Whether the bit of a point is set.
#[inline]
pub(crate) fn get(plane: &[u8], point: usize) -> bool {
    plane[point / 8] & (0x80 >> (point % 8)) != 0
}

/// For each byte its eight bits as bytes, the highest first.
const BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> (7 - bit) & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the bits of a plane as bytes of 0 and 1; `out` has one byte for each point.
#[inline]
pub fn expand(plane: &[u8], out: &mut [u8]) {
    let (whole, rest) = out.as_chunks_mut::<8>();
    for (bits, bytes) in plane.iter().zip(whole.iter_mut()) {
        *bytes = BYTES[usize::from(*bits)];
    }
    if let Some(last) = plane.get(whole.len()) {
        let bytes = BYTES[usize::from(*last)];
        rest.copy_from_slice(&bytes[..rest.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_bytes() {
        let mut plane = [0; 2];
        set(&mut plane, 0);
        set(&mut plane, 9);
        assert_eq!(plane, [0x80, 0x40]);
        assert!(get(&plane, 9) && !get(&plane, 8));
        let mut bytes = [7; 11];
        expand(&plane, &mut bytes);
        assert_eq!(bytes, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
        clear(&mut plane, 0);
        assert_eq!(plane, [0, 0x40]);
    }
}
