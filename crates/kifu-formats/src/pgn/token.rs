//! Tokens of a PGN file.

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(String, String),
    /// A comment in braces, or up to the end of the line.
    Comment(String),
    Begin,
    End,
    /// The number of an annotation.
    Nag(u8),
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(&'static str),
    /// A move.
    Move(String),
}

/// Results of games.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a tag on a separate line: `[Event "A match"]`.
pub(super) fn tag(line: &str) -> Option<(String, String)> {
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
            '"' => return Some((name.to_owned(), value)),
            '\\' => value.extend(signs.next()),
            _ => value.push(sign),
        }
    }
    // A quote that is not closed ends with the line.
    Some((name.to_owned(), value.trim_end_matches(']').to_owned()))
}

/// Reads parts one after the other, with the numbers of their lines.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// End of the last line examined.
    line_end: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            line_end: 0,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Advances by this number of bytes, and counts the lines in them.
    fn advance(&mut self, bytes: usize) {
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
            self.advance(blanks);
            let line = self.line;
            let sign = self.rest().chars().next()?;
            if sign == '%' && self.is_at_line_start() {
                let length = self.rest_of_line().len();
                self.advance(length);
                continue;
            }
            let token = match sign {
                '[' => {
                    let Some((name, value)) = tag(self.rest_of_line()) else {
                        self.advance(1);
                        continue;
                    };
                    let length = self.rest_of_line().len();
                    self.advance(length);
                    Token::Tag(name, value)
                }
                '{' => {
                    let inner = &self.rest()[1..];
                    let end = inner.find('}').unwrap_or(inner.len());
                    self.advance((end + 2).min(self.rest().len()));
                    Token::Comment(inner[..end].to_owned())
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
                ']' | '}' | '.' => {
                    self.advance(1);
                    continue;
                }
                _ => {
                    let ends = |sign: char| sign.is_whitespace() || "(){}[];$!?".contains(sign);
                    let end = self.rest().find(ends).unwrap_or(self.rest().len());
                    let word = &self.rest()[..end.max(sign.len_utf8())];
                    self.advance(word.len());
                    match RESULTS.iter().find(|result| **result == word) {
                        Some(result) => Token::Result(result),
                        None => match without_number(word) {
                            "" => continue,
                            word => Token::Move(word.to_owned()),
                        },
                    }
                }
            };
            return Some((line, token));
        }
    }
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
