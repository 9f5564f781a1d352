//! The identifiers of a game as sorted text.

/// The number of an identifier of one or two capital letters.
pub(super) const fn key_of(identifier: &str) -> Option<usize> {
    match *identifier.as_bytes() {
        [first @ b'A'..=b'Z'] => Some((first - b'A') as usize * 27),
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
            Some((first - b'A') as usize * 27 + (second - b'A') as usize + 1)
        }
        _ => None,
    }
}

/// The identifiers, sorted and separated by commas.
pub(super) fn properties(known: &[u64; 11], others: &mut [String]) -> String {
    others.sort_unstable();
    let mut others = others.iter().map(String::as_str).peekable();
    let mut names = String::with_capacity(64);
    let mut add = |name: &str| {
        if !names.is_empty() {
            names.push(',');
        }
        names.push_str(name);
    };
    for (number, word) in known.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            let key = number * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            // In the order of the keys, a single letter precedes the pairs that begin with it.
            let letters = [b'A' + (key / 27) as u8, b'A' - 1 + (key % 27) as u8];
            let length = if key.is_multiple_of(27) { 1 } else { 2 };
            let name = std::str::from_utf8(&letters[..length]).unwrap_or_default();
            while let Some(other) = others.next_if(|other| *other < name) {
                add(other);
            }
            add(name);
        }
    }
    others.for_each(add);
    names
}

#[cfg(test)]
mod tests {
    use super::properties;

    #[test]
    fn identifiers_are_sorted() {
        let mut known = [0; 11];
        for key in [0, 1, 26, 27, 25 * 27 + 26] {
            known[key / 64] |= 1 << (key % 64);
        }
        let mut others = ["ZZZ", "AAA", "B1"].map(str::to_owned);
        let names = properties(&known, &mut others);
        assert_eq!(names, "A,AA,AAA,AZ,B,B1,ZZ,ZZZ");
        assert_eq!(properties(&[0; 11], &mut []), "");
    }
}
