//! Inputs of any size in shapes that break readers.

/// `n` variations, each inside of the one before: `(;(;(;…)))`, with a move a node.
#[must_use]
pub fn nested(n: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(n * 8);
    for index in 0..n {
        text.push(b'(');
        text.extend(node(index));
    }
    text.resize(text.len() + n, b')');
    text
}

/// One game of `n` nodes in a row, with a move a node.
#[must_use]
pub fn line(n: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(n * 6 + 2);
    text.push(b'(');
    text.extend((0..n).flat_map(node));
    text.push(b')');
    text
}

/// One root with `n` children, with a move a node.
#[must_use]
pub fn siblings(n: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(n * 8 + 3);
    text.extend(b"(;");
    for index in 0..n {
        text.push(b'(');
        text.extend(node(index));
        text.push(b')');
    }
    text.push(b')');
    text
}

/// Generates `n` games of two nodes, each on a separate line.
#[must_use]
pub fn games(n: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(n * 18);
    for index in 0..n {
        text.extend(b"(;GM[1]");
        text.extend(node(index));
        text.extend(b")\n");
    }
    text
}

/// One node with one property that has `n` values.
#[must_use]
pub fn values(n: usize) -> Vec<u8> {
    let mut text = b"(;AB".to_vec();
    for index in 0..n {
        text.extend(&node(index)[2..]);
    }
    text.push(b')');
    text
}

/// One node with a comment of `n` bytes.
#[must_use]
pub fn comment(n: usize) -> Vec<u8> {
    let mut text = b"(;C[".to_vec();
    text.extend(b"Black answers, and lives.\n".iter().cycle().take(n));
    text.extend(b"])");
    text
}

/// Inputs of about `n` bytes on which a reader that looks ahead, looks back or starts again takes
/// more than linear time; each with a name.
#[must_use]
pub fn hostile(n: usize) -> Vec<(&'static str, Vec<u8>)> {
    let repeat = |unit: &str| unit.repeat(n / unit.len());
    let game = |unit: &str| format!("(;C[{}])", repeat(unit));
    [
        ("open parentheses", repeat("(")),
        ("closed parentheses", repeat(")")),
        ("semicolons", repeat(";")),
        ("open brackets", repeat("[")),
        ("closed brackets", repeat("]")),
        ("backslashes", game("\\")),
        ("an identifier without end", format!("(;{}", repeat("A"))),
        ("lower case without end", format!("(;{}", repeat("a"))),
        ("text and no game", repeat("a (")),
        ("text and semicolons", repeat("a;")),
        (
            "white space after a parenthesis",
            format!("({}", repeat(" ")),
        ),
        ("parentheses and white space", repeat("( ")),
        (
            "white space after a value",
            format!("(;B[aa]{}", repeat("\n")),
        ),
        ("white space in a node", repeat("(;B [aa] \n")),
        ("unescaped brackets", game("rank [3d] wow ")),
        ("closed brackets in a text", game("a]b")),
        ("open brackets in a text", game("[[a")),
        ("closed and opened", game("x]y[z")),
        ("a bracket and a parenthesis", game("])x")),
        ("a bracket and a semicolon", game("];x")),
        ("games without a closing bracket", repeat("(;C[lost\n")),
        ("games without a closing parenthesis", repeat("(;FF[4]\n")),
        ("games in a text", repeat("(;C[\n(;FF[4]C[x\n")),
        (
            "variations in texts",
            format!("(;{}", repeat("C[x\n(;A[4]")),
        ),
        (
            "half of a game in texts",
            format!("(;{}", repeat("C[x(;FF[4]")),
        ),
        (
            "half of a game in values",
            format!("(;C{}", repeat("[x(;FF[4]")),
        ),
        ("half of a game in a line", repeat("(;FF[4]C[x]")),
        ("half of a game after identifiers", repeat("(;FF[4]W")),
        (
            "half of a game in a text with a NUL",
            format!("(;C[\0{}", repeat("(;FF[\\]")),
        ),
        ("parentheses at the start of lines", game("\n(")),
        ("nodes at the start of lines", game("\n(;")),
        ("NUL bytes", repeat("\0")),
        ("NUL bytes in a text", game("\0a")),
        ("values without identifier", format!("(;{}", repeat("[a]"))),
        ("identifiers without value", format!("(;{}", repeat("A "))),
        ("empty trees", repeat("()")),
        ("values in doubt", repeat("ult [B+R] = resign (;C")),
        ("nodes in doubt", format!("({}", repeat(";abc[[a] b[c] d"))),
        ("games in doubt", repeat("(;abc[a] = b)")),
    ]
    .into_iter()
    .map(|(name, text)| (name, text.into_bytes()))
    .collect()
}

/// A node with a move that differs from its neighbors: `;B[aa]`, `;W[ba]`, …
fn node(index: usize) -> [u8; 6] {
    let letter = |number: usize| b'a' + (number % 19) as u8;
    let color = if index.is_multiple_of(2) { b'B' } else { b'W' };
    [b';', color, b'[', letter(index), letter(index / 19), b']']
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        let text = |bytes| String::from_utf8(bytes).unwrap_or_default();
        assert_eq!(text(nested(2)), "(;B[aa](;W[ba]))");
        assert_eq!(text(line(2)), "(;B[aa];W[ba])");
        assert_eq!(text(siblings(2)), "(;(;B[aa])(;W[ba]))");
        assert_eq!(text(games(2)), "(;GM[1];B[aa])\n(;GM[1];W[ba])\n");
        assert_eq!(text(values(2)), "(;AB[aa][ba])");
        assert_eq!(text(comment(5)), "(;C[Black])");
    }
}
