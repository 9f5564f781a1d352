//! A fix changes what it says, and nothing else is read differently.

use std::collections::BTreeMap;

use kifu_lint::{Applicability, Options, fix};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::text::unescape_text;
use proptest::prelude::*;

fn fixed(bytes: &[u8], applicability: Applicability) -> Source {
    let options = Options::default();
    fix(
        bytes.to_vec(),
        &DecodeOptions::default(),
        &options,
        applicability,
    )
    .source
}

/// All values of a file as texts.
fn texts(collection: &Collection) -> Vec<String> {
    let nodes = collection.games().flat_map(|game| game.nodes());
    let properties = nodes.flat_map(|node| node.properties());
    let values = properties.flat_map(|property| property.values().collect::<Vec<_>>());
    values.map(|raw| unescape_text(raw).into_owned()).collect()
}

/// Number of occurrences of each word: `x` and digits.
fn words(collection: &Collection) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for text in texts(collection) {
        for word in text.split(|char: char| !char.is_ascii_alphanumeric()) {
            if word.starts_with('x') && word.len() > 1 {
                *words.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
    words
}

#[test]
fn broken_texts_are_fixed_as_they_are_read() {
    for (before, after) in [
        // A text with a `]` that is not escaped is merged or moved with it escaped.
        (
            "(;FF[4]GM[1]SZ[19];B[dd]C[x].C[z [b] t];W[ee])",
            "(;FF[4]GM[1]SZ[19];B[dd]C[x\n\nz \\[b\\] t].;W[ee])",
        ),
        (
            "(;FF[4]GM[1]SZ[19]foo ;W[hi]AP[x [1] y:2])",
            "(;FF[4]GM[1]SZ[19]AP[x \\[1\\] y:2]foo ;W[hi])",
        ),
        // Nothing is removed that tells what a `]` is.
        (
            "(;FF[4]GM[1]SZ[19]C[a] (;FF[4] Black]B[jr])",
            "(;FF[4]GM[1]SZ[19]C[a] (;FF[4] Black]B[jr]))",
        ),
        (
            "(;FF[4]GM[1]SZ[9];C[x](() y](;W[bb])",
            "(;FF[4]GM[1]SZ[9];C[x](() y](;W[bb])))",
        ),
        (
            "(;FF[4]GM[1]SZ[9]C[q]SZ[](]);B[aa])",
            "(;FF[4]GM[1]SZ[9]C[q]SZ[](])(;B[aa]))",
        ),
        (
            "(;FF[3]GM[1]SZ[9] MN[1]GM[1][db]LB[eb:a]()[C[b\n(;FF[4]KM[6,5]);",
            "(;FF[3]GM[1]SZ[9] MN[1]GM[1][db]LB[eb:a]()[C[b\n(;FF[4]KM[6.5]);",
        ),
    ] {
        let source = fixed(before.as_bytes(), Applicability::Safe);
        assert_eq!(source.text(), after, "{before}");
        let (old, new) = (
            Collection::from_bytes(before.as_bytes().to_vec()),
            Collection::from_bytes(source.bytes().to_vec()),
        );
        assert_eq!(old.len(), new.len(), "{before}: {}", source.text());
    }
}

/// Markers of the next game are found after a text with a `]` that is not escaped, before and after it is escaped.
#[test]
fn the_games_of_a_repaired_file_are_those_of_the_broken_one() {
    for (text, games) in [
        ("(;FF[4]GM[1]SZ[9]RE[B+R]x\n(;C[a [x] c]EV[d])", 2),
        (
            "(;FF[4]GM[1]SZ[9]PB[x];B[aa]\n(;C[see [1].]PB[y]PW[z];B[bb])",
            2,
        ),
        (
            "(;FF[4]GM[1]SZ[9]PB[x];B[aa]\n(;PB[y]C[see [1].]PW[z];B[bb])",
            2,
        ),
        // Game info of both players and a result, where the trunk has no game info.
        (
            "(;FF[4]GM[1]SZ[19]C[a];B[dc]\n(;PB[A]PW[B]RE[B+R];B[pd];W[dd])\n(;PB[C]PW[D]RE[B+R];B[pd];W[dd])",
            3,
        ),
        // A tree of two games lacks its last `)`.
        (
            "(;FF[4]GM[1]SZ[19];B[dc]\n(;W[pd]PB[A]PW[B]RE[B+R];B[dd])\n(;W[dd]PB[C]PW[D]RE[B+R];B[pd])",
            1,
        ),
        // A legal tree has these properties too.
        (
            "(;FF[4]GM[1]SZ[19]C[a];B[dc]\n(;PB[A]PW[B]RE[B+R];B[pd];W[dd])\n(;PB[C]PW[D]RE[B+R];B[pd];W[dd]))",
            1,
        ),
    ] {
        let before = Collection::from_bytes(text.as_bytes().to_vec());
        assert_eq!(before.len(), games, "{text}");
        let source = fixed(text.as_bytes(), Applicability::Safe);
        let after = Collection::from_bytes(source.bytes().to_vec());
        assert_eq!(after.len(), games, "{text}: {}", source.text());
        assert_eq!(words(&before), words(&after), "{text}: {}", source.text());
    }
}

/// A file in GBK says `CA[UTF-16]`: a further character does not make it UTF-16.
#[test]
fn an_edit_does_not_change_the_encoding() {
    let text = "(;FF[4]GM[1]SZ[19]CA[UTF-16]AP[围棋A]C[黑先白死]KM[6,5])";
    let bytes = Charset::GBK.encode(text).unwrap();
    for applicability in [Applicability::Safe, Applicability::Unsafe] {
        let source = fixed(&bytes, applicability);
        for kept in ["围棋A", "C[黑先白死]"] {
            assert!(source.text().contains(kept), "{}", source.text());
        }
    }
}

/// Pieces of broken files: `#` is a new number, so that each text is known, and `@` a new point.
const PIECES: &[&str] = &[
    "(",
    ")",
    ";",
    "(;",
    ")(;",
    "\n(;",
    ";B[@]",
    ";W[@]",
    "B[@]",
    "C[x#]",
    "N[x#]",
    "C[x# [x#] x#]",
    "C[x#] x#]",
    "AB[@][@]",
    "AW[@]",
    "PB[x#]",
    "EV[x#]",
    "\n(;FF[4]GM[1]SZ[9]",
    "FF[4]",
    "SZ[9]",
    "GM[1]",
    "CA[UTF-8]",
    "AP[x#]",
    "AP[x# [x#] x#]",
    "]",
    "[",
    "\n",
    ".",
    "\\",
    "x#",
    "C[x#",
    "x#]",
    "B[",
    "Black[@]",
    "XY[x#][x#]",
    "LB[@:x#]",
    "[x#]",
    "[@]",
    "GC[x#\nx#]",
    "PL[B]",
    "TE[1]",
    "KM[6,5]",
    "RE[x#]",
    "C[x#\n(;FF[4]",
    "TB[]",
    "()",
    "MN[1]",
    "PB[x#][x#]",
    "CoPyright[x#]",
    "BM[1]TE[1]",
];

/// Puts pieces together.
fn broken(pieces: &[&str], is_closed: bool) -> String {
    let mut text = String::from("(;FF[4]GM[1]SZ[9]");
    let mut number = 0;
    for char in pieces.iter().flat_map(|piece| piece.chars()) {
        match char {
            '#' => text.push_str(&(100 + number).to_string()),
            '@' => {
                let letter = |at: u8| char::from(b'a' + at % 9);
                text.extend([letter(number % 9), letter(number / 9)]);
            }
            char => {
                text.push(char);
                continue;
            }
        }
        number += 1;
    }
    if is_closed {
        text.push(')');
    }
    text
}

/// Texts, and the number of games, are the same after safe fixes.
fn reading_is_kept(text: &str) -> Result<(), TestCaseError> {
    let before = Collection::from_bytes(text.as_bytes().to_vec());
    let source = fixed(text.as_bytes(), Applicability::Safe);
    let after = Collection::from_bytes(source.bytes().to_vec());
    prop_assert_eq!(
        before.len(),
        after.len(),
        "{:?} -> {:?}",
        text,
        source.text()
    );
    let (old, new) = (words(&before), words(&after));
    for (word, count) in old {
        let now = new.get(&word).copied().unwrap_or_default();
        prop_assert!(count <= now, "{word}: {text:?} -> {:?}", source.text());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("KIFU_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2000)
    ))]

    #[test]
    fn fixes_keep_all_texts_and_games(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 2..13),
        is_closed: bool,
    ) {
        reading_is_kept(&broken(&pieces, is_closed))?;
    }
}
