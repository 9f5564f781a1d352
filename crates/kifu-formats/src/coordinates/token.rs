use kifu_sgf::value::Color;

/// Kind of a word in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The number of a move.
    Number,
    Color(Color),
    /// A point of a letter and a number: `Q16`.
    Western(String),
    /// `B5` or `W5`: a point, or the fifth move of a color.
    Doubtful(String),
    /// A point of two letters: `pd`.
    Letters(String),
    Pass,
    /// `size 9`.
    Size(u16),
    Unknown(String),
}

/// The words of a line. What is after a `#` is a comment.
pub(super) fn tokens(line: &str) -> Vec<Token> {
    let line = line.split('#').next().unwrap_or_default();
    let mut tokens = Vec::new();
    let mut words = line
        .split(|char: char| char.is_whitespace() || matches!(char, ',' | ';'))
        .filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let small = word.to_ascii_lowercase();
        if matches!(&*small, "size" | "size:") {
            let side = words.next().and_then(|side| side.parse().ok());
            tokens.push(side.map_or_else(|| Token::Unknown(word.to_owned()), Token::Size));
            continue;
        }
        numbered(word, &mut tokens);
    }
    tokens
}

/// A word, perhaps with the number of the move before it: `1.D4`, `1)`, `1(B):`.
fn numbered(word: &str, tokens: &mut Vec<Token>) {
    let end = word
        .find(|char: char| !char.is_ascii_digit())
        .unwrap_or(word.len());
    let (digits, mut rest) = word.split_at(end);
    if digits.is_empty() {
        tokens.push(plain(word));
        return;
    }
    tokens.push(Token::Number);
    for (sign, color) in [("(B)", Color::Black), ("(W)", Color::White)] {
        if let Some(behind) = rest.strip_prefix(sign) {
            tokens.push(Token::Color(color));
            rest = behind;
        }
    }
    let rest = rest.trim_start_matches(['.', ':', ')']);
    if !rest.is_empty() {
        tokens.push(plain(rest));
    }
}

fn plain(word: &str) -> Token {
    let small = word.to_ascii_lowercase();
    match small.trim_end_matches([':', '.']) {
        "b" | "black" => return Token::Color(Color::Black),
        "w" | "white" => return Token::Color(Color::White),
        "pass" | "--" | "tt" | "pa" => return Token::Pass,
        _ => {}
    }
    let bytes = small.as_bytes();
    match bytes {
        [b'b' | b'w', digits @ ..] if is_number(digits) => Token::Doubtful(small),
        [b'a'..=b'z', digits @ ..] if is_number(digits) => Token::Western(small),
        [b'a'..=b's', b'a'..=b's'] if word == small => Token::Letters(small),
        _ => Token::Unknown(word.to_owned()),
    }
}

fn is_number(digits: &[u8]) -> bool {
    matches!(digits.len(), 1 | 2) && digits.iter().all(u8::is_ascii_digit)
}
