//! The names of players as keys.

/// The normalized name of a player: lower case, full-width letters as ASCII, letters and digits only, words separated
/// by one blank.
#[must_use]
pub fn player_key(name: &str) -> String {
    let narrow = name.chars().map(|char| match char {
        // Full-width ASCII has the same order as ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(char) - 0xff01 + u32::from('!')).unwrap_or(char)
        }
        _ => char,
    });
    let mut key = String::with_capacity(name.len());
    let mut is_new_word = false;
    for char in narrow.flat_map(char::to_lowercase) {
        if char.is_alphanumeric() {
            if is_new_word && !key.is_empty() {
                key.push(' ');
            }
            key.push(char);
        }
        is_new_word = !char.is_alphanumeric();
    }
    key
}

#[cfg(test)]
mod tests {
    use super::player_key;

    #[test]
    fn players_are_known_however_they_are_written() {
        for name in [
            "Lee Sedol",
            " lee  sedol ",
            "LEE, Sedol",
            "Ｌｅｅ　Ｓｅｄｏｌ",
        ] {
            assert_eq!(player_key(name), "lee sedol", "{name}");
        }
        assert_eq!(player_key("吴清源 9p"), "吴清源 9p");
        assert_eq!(player_key("№!"), "");
    }
}
