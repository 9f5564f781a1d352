//! Bit sets of numbers, usually games, in words of 64 bits.

/// Whether a number is in the set.
#[inline]
pub(crate) fn has(words: &[u64], number: usize) -> bool {
    let word = words.get(number / 64).copied().unwrap_or(0);
    word >> (number % 64) & 1 == 1
}

/// Adds a number to the set or removes it; ignores numbers beyond the words.
#[inline]
pub(crate) fn set(words: &mut [u64], number: usize, is_set: bool) {
    if let Some(word) = words.get_mut(number / 64) {
        let bit = 1 << (number % 64);
        *word = if is_set { *word | bit } else { *word & !bit };
    }
}

/// Number of elements of the set.
pub(crate) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The positions of the set bits of a word.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}
