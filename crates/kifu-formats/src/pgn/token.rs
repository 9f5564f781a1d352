//! Tokens of a PGN file.

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(String, String),
    /// A comment in braces, or up to the end of the line.
    Comment(String),
    /// A comment in braces that is not closed.
    OpenComment(String),
    Begin,
    End,
    /// The number of an annotation.
    Nag(u8),
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// The number before a move, by which the player with the first move of the game plays next (`2.`), or the other
    /// one (`2...`).
    Turn {
        number: u32,
        is_first: bool,
    },
    /// A move.
    Move(String),
}

impl Token {
    /// Whether the token is a comment or the number of an annotation, not a move.
    pub(super) const fn is_remark(&self) -> bool {
        matches!(self, Self::Comment(_) | Self::OpenComment(_) | Self::Nag(_))
    }
}

/// Results of games.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a tag at the beginning of a line: `[Event "A match"]`.
pub(super) fn tag(line: &str) -> Option<(String, String)> {
    tag_and_rest(line).map(|(name, value, _)| (name, value))
}

/// The name of a tag, its value, and the text after it on its line.
fn tag_and_rest(line: &str) -> Option<(String, String, &str)> {
    let inner = line.trim().strip_prefix('[')?;
    let inner = inner.trim_start();
    let end = inner.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')?;
    let (name, rest) = inner.split_at(end);
    let rest = rest.trim_start().strip_prefix('"')?;
    if !name.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        return None;
    }
    let mut value = String::new();
    let mut signs = rest.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => {
                let rest = signs.as_str().trim_start();
                let rest = rest.strip_prefix(']').unwrap_or(rest);
                return Some((name.to_owned(), value, rest));
            }
            '\\' => value.extend(signs.next()),
            _ => value.push(sign),
        }
    }
    // A quote that is not closed ends with the line.
    Some((name.to_owned(), value.trim_end_matches(']').to_owned(), ""))
}

/// Whether a text in braces reads as a comment that is not closed: the tags of another game and one of its comments
/// begin in it.
pub(super) fn is_left_open(text: &str) -> bool {
    next_game(text).is_some_and(|end| text[end..].contains('{'))
}

/// Where the tags of another game begin, after a blank line.
fn next_game(text: &str) -> Option<usize> {
    let mut is_after_blank = false;
    let mut at = 0;
    text.split_inclusive('\n')
        .enumerate()
        .find_map(|(index, line)| {
            let start = at;
            at += line.len();
            if is_after_blank && line.starts_with('[') && tag(line).is_some() {
                return Some(start);
            }
            // The first line is the rest of that of the brace.
            is_after_blank = index > 0 && line.trim().is_empty();
            None
        })
}

/// Reads parts one after the other, with the numbers of their lines.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// End of the last line examined.
    line_end: usize,
    /// Place of the last `}` searched for, the end of the text if there is none.
    brace_end: usize,
    is_after_blank_line: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            line_end: 0,
            brace_end: 0,
            is_after_blank_line: false,
        }
    }

    /// Whether a blank line precedes the last part.
    pub(super) const fn is_after_blank_line(&self) -> bool {
        self.is_after_blank_line
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Advances by this number of bytes, and counts the lines in them.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn rest_of_line(&mut self) -> &'a str {
        // A line is searched for its end once, however many parts it has.
        if self.line_end <= self.at {
            let length = self.rest().find('\n').unwrap_or(self.rest().len());
            self.line_end = self.at + length;
        }
        &self.text[self.at..self.line_end]
    }

    /// Reads a comment after its brace.
    fn comment(&mut self) -> Token {
        let rest = self.rest();
        // The text is searched for a brace once, however many comments are not closed.
        if self.brace_end <= self.at {
            self.brace_end = self.at + rest.find('}').unwrap_or(rest.len());
        }
        let inner = &rest[..self.brace_end - self.at];
        let is_closed = inner.len() < rest.len();
        let end = next_game(inner).filter(|end| !is_closed || inner[*end..].contains('{'));
        match end {
            None if is_closed => {
                self.advance(inner.len() + 1);
                Token::Comment(inner.to_owned())
            }
            _ => {
                let words = &inner[..end.unwrap_or(inner.len())];
                self.advance(words.len());
                Token::OpenComment(words.to_owned())
            }
        }
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }
}

/// Suffixes of moves, and their numbers as annotations.
const SUFFIXES: [(&str, u8); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

impl Iterator for Tokens<'_> {
    type Item = (usize, Token);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            let before = self.line;
            self.advance(blanks);
            let line = self.line;
            self.is_after_blank_line = line > before + 1;
            let sign = self.rest().chars().next()?;
            if sign == '%' && self.is_at_line_start() {
                let length = self.rest_of_line().len();
                self.advance(length);
                continue;
            }
            let token = match sign {
                '[' => {
                    let line = self.rest_of_line().trim_end();
                    let Some((name, value, rest)) = tag_and_rest(line) else {
                        self.advance(1);
                        continue;
                    };
                    self.advance(line.len() - rest.len());
                    Token::Tag(name, value)
                }
                '{' => {
                    self.advance(1);
                    self.comment()
                }
                ';' => {
                    let comment = self.rest_of_line()[1..].to_owned();
                    self.advance(comment.len() + 1);
                    Token::Comment(comment)
                }
                '(' => {
                    self.advance(1);
                    Token::Begin
                }
                ')' => {
                    self.advance(1);
                    Token::End
                }
                '$' => {
                    let digits = &self.rest()[1..];
                    let end = digits.find(|sign: char| !sign.is_ascii_digit());
                    let digits = &digits[..end.unwrap_or(digits.len())];
                    self.advance(digits.len() + 1);
                    match digits.parse() {
                        Ok(number) => Token::Nag(number),
                        Err(_) => continue,
                    }
                }
                '!' | '?' => {
                    let found = SUFFIXES
                        .iter()
                        .find(|(own, _)| self.rest().starts_with(own));
                    let (suffix, number) = found.copied().unwrap_or(("!", 1));
                    self.advance(suffix.len());
                    Token::Nag(number)
                }
                '.' => {
                    let dots = run(self.rest(), |sign| sign == '.');
                    self.advance(dots);
                    if dots == 1 {
                        continue;
                    }
                    Token::Turn {
                        number: 0,
                        is_first: false,
                    }
                }
                ']' | '}' => {
                    self.advance(1);
                    continue;
                }
                _ => {
                    let ends = |sign: char| sign.is_whitespace() || "(){}[];$!?".contains(sign);
                    let end = self.rest().find(ends).unwrap_or(self.rest().len());
                    let word = &self.rest()[..end.max(sign.len_utf8())];
                    if let Some((length, turn)) = turn(word) {
                        self.advance(length);
                        return Some((line, turn));
                    }
                    self.advance(word.len());
                    if RESULTS.contains(&word) {
                        Token::Result(word.to_owned())
                    } else {
                        match without_number(word) {
                            // A capture of a pawn that has just passed is written without it, too.
                            "" | "e.p." | "e.p" | "ep." => continue,
                            word => Token::Move(word.to_owned()),
                        }
                    }
                }
            };
            return Some((line, token));
        }
    }
}

/// Number of bytes at the beginning of a text that are such signs.
fn run(text: &str, is_one: impl Fn(char) -> bool) -> usize {
    text.find(|sign| !is_one(sign)).unwrap_or(text.len())
}

/// The length of the number before a move, `1.` or `1...`, and its token.
fn turn(word: &str) -> Option<(usize, Token)> {
    let digits = run(word, |sign| sign.is_ascii_digit());
    let dots = run(&word[digits..], |sign| sign == '.');
    let rest = &word[digits + dots..];
    let is_turn = digits > 0 && dots > 0 && !rest.starts_with(|sign: char| sign.is_ascii_digit());
    let turn = || Token::Turn {
        number: word[..digits].parse().unwrap_or(u32::MAX),
        is_first: dots == 1,
    };
    is_turn.then(|| (digits + dots, turn()))
}

/// Returns `e4` of `1.e4`, and an empty text for `1.` or `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() == word.len() {
        return word;
    }
    match rest.trim_start_matches('.') {
        after if after.len() < rest.len() || after.is_empty() => after,
        // A move that begins with a digit, as those of draughts: `32-28`.
        _ => word,
    }
}

/// Whether a word is the number of discs of both players at the end of a game of Othello: `40-24`.
pub(super) fn is_score(word: &str) -> bool {
    let discs = word.split_once('-').and_then(|(first, second)| {
        let number = |part: &str| part.parse::<u8>().ok();
        Some((number(first)?, number(second)?))
    });
    discs.is_some_and(|(first, second)| first <= 64 && second <= 64)
}

/// Whether a word is a move of chess: `Nf3`, `exd6`, `e8=Q+`, `O-O`, `e2-e4`, `N@f3`, or `--` for none. The letters of
/// pieces may be those of any language.
pub(super) fn is_san(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    if ["O-O", "O-O-O", "0-0", "0-0-0", "--", "Z0"].contains(&word) {
        return true;
    }
    let is_file = |byte: u8| (b'a'..=b'h').contains(&byte);
    let is_rank = |byte: u8| (b'1'..=b'8').contains(&byte);
    let word = word
        .strip_prefix(|sign: char| sign.is_uppercase())
        .unwrap_or(word);
    // The piece that a pawn becomes.
    let word = word
        .strip_suffix(|sign: char| sign.is_uppercase())
        .unwrap_or(word);
    let word = word.strip_suffix('=').unwrap_or(word);
    match word.as_bytes() {
        [from @ .., file, rank] if is_file(*file) && is_rank(*rank) => {
            let from = from.strip_suffix(b"x").unwrap_or(from);
            let from = from.strip_suffix(b":").unwrap_or(from);
            let from = from.strip_suffix(b"-").unwrap_or(from);
            match from {
                // A piece put on the board comes from nowhere.
                [] | [b'@'] => true,
                [only] => is_file(*only) || is_rank(*only),
                [file, rank] => is_file(*file) && is_rank(*rank),
                _ => false,
            }
        }
        // Captures of pawns, in short: `ed`, `exd`.
        [from, to] | [from, b'x', to] => is_file(*from) && is_file(*to),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_chess() {
        for word in [
            "e4", "Nf3", "exd6", "e8=Q+", "e8Q#", "O-O", "O-O-O+", "e2-e4", "Ng1xf3", "R1a3",
            "Nbd7", "N@f3", "Sf3", "--", "ed",
        ] {
            assert!(is_san(word), "{word}");
        }
        for word in ["Qh9", "foo", "e.p.", "40-24", "D4x", "j5", "Q16", ""] {
            assert!(!is_san(word), "{word}");
        }
    }

    #[test]
    fn numbers_of_moves() {
        for (word, found) in [
            ("1.", Some((2, 1, true))),
            ("12.e4", Some((3, 12, true))),
            ("3...", Some((4, 3, false))),
            ("3..a6", Some((3, 3, false))),
            ("3.5", None),
            ("1.0-0", None),
            ("12", None),
            ("e4.", None),
        ] {
            let found =
                found.map(|(length, number, is_first)| (length, Token::Turn { number, is_first }));
            assert_eq!(turn(word), found, "{word}");
        }
    }

    #[test]
    fn tags_may_share_a_line() {
        let text = "[White \"a ] b\"][Black \"c\"] ; end\n1. e4";
        let tokens: Vec<Token> = Tokens::new(text).map(|(_, token)| token).collect();
        let tag = |name: &str, value: &str| Token::Tag(name.to_owned(), value.to_owned());
        assert_eq!(tokens[..2], [tag("White", "a ] b"), tag("Black", "c")]);
        assert_eq!(
            tokens[2..],
            [
                Token::Comment(" end".to_owned()),
                Token::Turn {
                    number: 1,
                    is_first: true
                },
                Token::Move("e4".to_owned())
            ]
        );
    }
}
