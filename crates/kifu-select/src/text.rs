//! Texts, compared without regard to case.

use std::path::{Path, is_separator};

use regex::{Regex, RegexBuilder};

use crate::error::SelectionErrorKind;

/// The largest compiled regular expression, in bytes.
const LARGEST: usize = 1 << 20;

/// Operand of a comparison with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextPattern {
    /// The whole text, where `*` is any text and `?` any character.
    Whole(Vec<Piece>),
    /// The end of a path, from its beginning or a `/` on; `*` and `?` as in whole texts, and for `/` too.
    EndOfPath(Vec<Piece>),
    /// A part of the text.
    Part(Vec<char>),
    /// A part that matches a regular expression.
    Expression(Expression),
    /// A whole text or a part, with upper and lower case.
    Exact(Box<TextPattern>),
}

/// A regular expression; two are equal if they are written alike.
#[derive(Clone, Debug)]
pub(crate) struct Expression(Regex);

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Expression {}

/// A piece of a pattern of a whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// This character.
    Is(char),
    /// Any one character.
    One,
    /// Any text, including the empty one.
    Any,
}

/// The characters of a text without case; blanks at its ends do not count.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.trim().chars().flat_map(char::to_lowercase)
}

impl TextPattern {
    pub(crate) fn whole(text: &str) -> Self {
        Self::Whole(pieces(folded(text)))
    }

    /// A path: a relative one matches from any folder on.
    pub(crate) fn path(text: &str) -> Self {
        let text: String = text.trim().chars().map(slash).collect();
        let start = if Path::new(&text).has_root() {
            "/"
        } else {
            "*/"
        };
        let text = text.strip_prefix("./").unwrap_or(&text);
        Self::EndOfPath(pieces(start.chars().chain(folded(text))))
    }

    /// This text, in which no character is a pattern.
    pub(crate) fn literal(text: &str) -> Self {
        Self::Whole(folded(text).map(Piece::Is).collect())
    }

    /// A regular expression of the crate `regex`, which takes linear time in the text.
    pub(crate) fn expression(text: &str) -> Result<Self, SelectionErrorKind> {
        let read = RegexBuilder::new(text)
            .case_insensitive(true)
            .size_limit(LARGEST)
            .build();
        match read {
            Ok(expression) => Ok(Self::Expression(Expression(expression))),
            Err(regex::Error::CompiledTooBig(_)) => Err(SelectionErrorKind::NotAnExpression(
                "it is too large".to_owned(),
            )),
            Err(error) => {
                // The last line of the report names the fault; the lines before it draw the place.
                let report = error.to_string();
                let fault = report.lines().last().unwrap_or_default();
                let fault = fault.trim_start_matches("error: ").to_owned();
                Err(SelectionErrorKind::NotAnExpression(fault))
            }
        }
    }

    pub(crate) fn part(text: &str) -> Self {
        Self::Part(folded(text).collect())
    }

    /// This pattern, made of the text `written`, with upper and lower case.
    pub(crate) fn exact(self, written: &str) -> Self {
        let text = written.trim().chars();
        let is_literal =
            |pieces: &[Piece]| pieces.iter().all(|piece| matches!(piece, Piece::Is(_)));
        Self::Exact(Box::new(match self {
            Self::Whole(old) if is_literal(&old) => Self::Whole(text.map(Piece::Is).collect()),
            Self::Whole(_) => Self::Whole(pieces(text)),
            Self::Part(_) => Self::Part(text.collect()),
            other @ (Self::EndOfPath(_) | Self::Expression(_) | Self::Exact(_)) => return other,
        }))
    }

    /// Whether `text` matches the pattern. The time is at most the product of the two lengths.
    pub(crate) fn matches(&self, text: &str) -> bool {
        if let Self::Expression(expression) = self {
            return expression.0.is_match(text);
        }
        if let Self::Exact(pattern) = self {
            return pattern.matches_characters(text.trim().chars().collect());
        }
        self.matches_characters(folded(text).collect())
    }

    fn matches_characters(&self, text: Vec<char>) -> bool {
        match self {
            Self::Expression(_) | Self::Exact(_) => false,
            Self::Part(part) => {
                part.is_empty() || text.windows(part.len()).any(|window| window == part)
            }
            Self::Whole(pieces) => matches(pieces, &text),
            Self::EndOfPath(pieces) => {
                let text = text.into_iter().map(slash);
                let text: Vec<char> = std::iter::once('/').chain(text).collect();
                matches(pieces, &text)
            }
        }
    }
}

/// A slash for each separator of this system.
fn slash(character: char) -> char {
    if is_separator(character) {
        '/'
    } else {
        character
    }
}

fn pieces(text: impl Iterator<Item = char>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for character in text {
        match character {
            '*' if pieces.last() == Some(&Piece::Any) => {}
            '*' => pieces.push(Piece::Any),
            '?' => pieces.push(Piece::One),
            _ => pieces.push(Piece::Is(character)),
        }
    }
    pieces
}

/// Matches pieces: each `*` takes as little as possible; if the rest does not match, the last one takes one more
/// character.
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
    fn paths() {
        for (pattern, text, expected) in [
            ("g/*", "g/a.sgf", true),
            ("g/*", "./g/a.sgf", true),
            ("./g/*", "/home/ann/g/a.sgf", true),
            ("g/*", "/home/ann/G/a.sgf", true),
            ("g/*", "/home/ann/dog/a.sgf", false),
            ("a.sgf", "g/a.sgf", true),
            ("a.sgf", "g/ba.sgf", false),
            ("*.sgf", "a.sgf", true),
            ("?.sgf", "g/a.sgf", true),
            ("/home/*", "/home/ann/a.sgf", true),
            ("/home/*", "/mnt/home/a.sgf", false),
            ("/home/*", "home/a.sgf", false),
            ("g", "g/a.sgf", false),
            // Only Windows separates folders with backslashes.
            ("g/*", r"C:\go\g\a.sgf", cfg!(windows)),
            (r"g\*", r"C:\go\g\a.sgf", cfg!(windows)),
            ("C:/go/*", r"C:\go\g\a.sgf", cfg!(windows)),
            ("a.sgf", r"g\a.sgf", cfg!(windows)),
        ] {
            assert_eq!(
                TextPattern::path(pattern).matches(text),
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
