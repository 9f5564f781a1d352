//! Texts, compared without regard to case.

/// What a text is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextPattern {
    /// The whole text, where `*` is any text and `?` any character.
    Whole(Vec<Piece>),
    /// A part of the text.
    Part(Vec<char>),
}

/// A piece of a pattern of a whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// This character.
    Is(char),
    /// Any one character.
    One,
    /// Any text, also none.
    Any,
}

/// The characters of a text without case; blanks at its ends do not count.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.trim().chars().flat_map(char::to_lowercase)
}

impl TextPattern {
    pub(crate) fn whole(text: &str) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for character in folded(text) {
            match character {
                '*' if pieces.last() == Some(&Piece::Any) => {}
                '*' => pieces.push(Piece::Any),
                '?' => pieces.push(Piece::One),
                _ => pieces.push(Piece::Is(character)),
            }
        }
        Self::Whole(pieces)
    }

    pub(crate) fn part(text: &str) -> Self {
        Self::Part(folded(text).collect())
    }

    /// Whether `text` is as the pattern says. The time is at most the product of the two lengths.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = folded(text).collect();
        match self {
            Self::Part(part) => {
                part.is_empty() || text.windows(part.len()).any(|window| window == part)
            }
            Self::Whole(pieces) => matches(pieces, &text),
        }
    }
}

/// Each `*` takes as little as it can; when the rest does not fit, the last one takes one more.
fn matches(pieces: &[Piece], text: &[char]) -> bool {
    let (mut piece, mut at) = (0, 0);
    let mut again = None;
    loop {
        match (pieces.get(piece), text.get(at)) {
            (Some(Piece::Any), _) => {
                again = Some((piece, at));
                piece += 1;
            }
            (Some(Piece::One), Some(_)) => {
                piece += 1;
                at += 1;
            }
            (Some(Piece::Is(wanted)), Some(found)) if wanted == found => {
                piece += 1;
                at += 1;
            }
            (None, None) => return true,
            _ => match again {
                Some((star, from)) if from < text.len() => {
                    again = Some((star, from + 1));
                    piece = star + 1;
                    at = from + 1;
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TextPattern;

    #[test]
    fn whole_texts() {
        for (pattern, text, expected) in [
            ("lee*", "Lee Sedol", true),
            ("lee*", "Sedol Lee", false),
            ("*sedol", "Lee Sedol", true),
            ("l?e*", " Lee Sedol ", true),
            ("*e*e*o*", "Lee Sedol", true),
            ("*", "", true),
            ("", "", true),
            ("?", "", false),
            ("ÄRZTE", "ärzte", true),
            ("吴*", "吴清源", true),
            ("**a", "ba", true),
            ("a*b*c", "aXbXcXc", true),
            ("a*b*c", "aXcXb", false),
        ] {
            assert_eq!(
                TextPattern::whole(pattern).matches(text),
                expected,
                "{pattern} {text}"
            );
        }
    }

    #[test]
    fn parts() {
        for (pattern, text, expected) in [
            ("清", "吴清源", true),
            ("sed", "Lee Sedol", true),
            ("*", "Lee", false),
            ("", "", true),
            ("lee sedol x", "Lee", false),
        ] {
            assert_eq!(
                TextPattern::part(pattern).matches(text),
                expected,
                "{pattern} {text}"
            );
        }
    }
}
