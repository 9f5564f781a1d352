//! No fix loses a move, a setup point or a text.
//!
//! A separate reader counts the content of a file. It knows only brackets and escapes and uses nothing of Kifu, so
//! that a mistake in the library cannot hide a loss.

use std::collections::BTreeMap;

use kifu_lint::{Applicability, Options, fix};
use kifu_sgf::encoding::DecodeOptions;
use proptest::prelude::*;

/// Content of a text: moves, setup points, texts, each with its count.
#[derive(Debug, Default)]
struct Census {
    moves: BTreeMap<(char, String), usize>,
    setup: BTreeMap<(String, String), usize>,
    /// Pieces of texts between line breaks, without white space.
    texts: Vec<String>,
}

/// Texts that no fix writes in another form, as it does with dates and names of rules.
const TEXTS: [&str; 17] = [
    "C", "N", "GC", "PB", "PW", "EV", "GN", "PC", "RO", "ON", "CP", "AN", "SO", "US", "OT", "BT",
    "WT",
];

/// The properties of a text whose values all end with their first `]`: identifier without lower-case letters, and
/// values.
fn properties(text: &str) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    let mut name = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '[' => {
                let mut value = String::new();
                let mut escaped = false;
                for char in chars.by_ref() {
                    match char {
                        ']' if !escaped => break,
                        '\\' if !escaped => escaped = true,
                        _ => {
                            value.push(char);
                            escaped = false;
                        }
                    }
                }
                if !name.is_empty() {
                    let mut short: String = name.chars().filter(char::is_ascii_uppercase).collect();
                    if short.is_empty() {
                        short = name.to_uppercase();
                    }
                    all.push((short, Vec::new()));
                    name.clear();
                }
                if let Some((_, values)) = all.last_mut() {
                    values.push(value);
                }
            }
            'a'..='z' | 'A'..='Z' | '0'..='9' => name.push(char),
            char if char.is_whitespace() => {}
            _ => {
                name.clear();
                if matches!(char, ';' | '(' | ')') {
                    all.push((String::new(), Vec::new()));
                }
            }
        }
    }
    all
}

/// A text without white space and characters that nobody sees.
fn content(text: &str) -> String {
    text.chars()
        .filter(|char| !char.is_whitespace() && !char.is_control())
        .collect()
}

fn census(text: &str) -> Census {
    let mut census = Census::default();
    // A copy of a stone right after it is one move.
    let mut last = None;
    for (name, values) in properties(text) {
        if name.is_empty() {
            last = None;
        }
        let pieces = || {
            values
                .iter()
                .flat_map(|value| value.split(['\n', '\r']))
                .map(content)
                .filter(|piece| !piece.is_empty())
        };
        match &*name {
            "B" | "W" => {
                let color = if name == "B" { 'B' } else { 'W' };
                for value in values {
                    let at = value.split_whitespace().collect::<String>().to_lowercase();
                    let at = if matches!(&*at, "tt" | "pass" | "``") {
                        String::new()
                    } else {
                        at
                    };
                    let is_copy = !at.is_empty() && last.as_ref() == Some(&(color, at.clone()));
                    if !is_copy {
                        last = Some((color, at.clone()));
                        *census.moves.entry((color, at)).or_default() += 1;
                    }
                }
            }
            "AB" | "AW" | "AE" => {
                for value in values {
                    for point in points(&value) {
                        census.setup.insert((name.clone(), point), 1);
                    }
                }
            }
            name if TEXTS.contains(&name) => census.texts.extend(pieces()),
            _ => {}
        }
    }
    census
}

/// The points of a value of a list, each of a rectangle.
fn points(value: &str) -> Vec<String> {
    let value = value.split_whitespace().collect::<String>().to_lowercase();
    let corner = |text: &str| match *text.as_bytes() {
        [column @ b'a'..=b's', row @ b'a'..=b's'] => Some((column, row)),
        _ => None,
    };
    let rectangle = value
        .split_once(':')
        .and_then(|(one, other)| Some((corner(one)?, corner(other)?)));
    let Some(((a, b), (c, d))) = rectangle else {
        let list = value.split(',').filter(|part| !part.is_empty());
        return list.map(str::to_lowercase).collect();
    };
    let mut all = Vec::new();
    for column in a.min(c)..=a.max(c) {
        for row in b.min(d)..=b.max(d) {
            all.push(format!("{}{}", char::from(column), char::from(row)));
        }
    }
    all
}

/// Returns the content of `before` that is missing in `after`.
fn lost(before: &Census, after: &str) -> Vec<String> {
    let now = census(after);
    let mut lost = Vec::new();
    for (play, count) in &before.moves {
        let left = now.moves.get(play).copied().unwrap_or_default();
        if left < *count {
            lost.push(format!("{play:?}: {left} of {count}"));
        }
    }
    for point in before.setup.keys() {
        if !now.setup.contains_key(point) {
            lost.push(format!("{point:?}"));
        }
    }
    let after: String = after
        .chars()
        .filter(|char| !char.is_whitespace() && *char != '\\')
        .collect();
    for text in &before.texts {
        let text = text.replace('\\', "");
        if !after.contains(&text) {
            lost.push(text);
        }
    }
    lost
}

fn check_file(bytes: &[u8], what: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let source = kifu_sgf::encoding::Source::new(bytes.to_vec(), &DecodeOptions::default());
    let before = census(source.text());
    for applicability in [Applicability::Safe, Applicability::Unsafe] {
        let options = Options::default().with_strict(true);
        let fixed = fix(
            bytes.to_vec(),
            &DecodeOptions::default(),
            &options,
            applicability,
        );
        let lost = lost(&before, fixed.source.text());
        if !lost.is_empty() {
            wrong.push(format!("{what} ({}): {lost:?}", applicability.name()));
        }
    }
    wrong
}

/// Games of which no fix makes anything else than they are.
const KEPT: &[&str] = &[
    // Havannah of Little Golem, with and without a name.
    "(;FF[4]EV[havannah.in.DEFAULT]SZ[8];B[d4];W[h9];B[swap];W[a1])",
    "(;FF[4]SZ[8];W[D4];B[H9];W[K11];B[l12])",
    "(;FF[4]GM[1]SZ[9];B[pd];W[dp];B[qq])",
    "(;FF[4]GM[1];B[D4];W[Q16];B[D17])",
    "(;FF[4]GM[11]SZ[11];B[a3];W[swap];B[k11];W[resign])",
    "(;FF[4]GM[2];B[D3];W[c5];B[f6])",
    "(;FF[4]GM[4];B[h8];W[i9];B[j10])",
    "(;FF[4]GM[3];B[e4];W[e5];B[Nf3])",
    "(;FF[4]GM[1]SZ[9]AB[ss][zz]AW[D4];B[aa][bb]C[one][two])",
    "(;FF[4]GM[1]SZ[19]AB[aa]AW[aa];B[pd]N[x]N[y]LB[aa:1][aa:2])",
    "(;FF[4]TE[Kisei]RD[2003]KO[5.5]PB[x];B[pd];W[dd])",
    "(;FF[4]GM[1]SZ[9]DT[1996-05-06~08 (three days)]RE[B+R, by far])",
    // Moves of one node are no copies of each other.
    "(;FF[4]GM[1]SZ[9];B[]W[]B[]W[bb])",
    "(;FF[4]GM[1]SZ[9];B[aa]W[bb]B[aa];W[cc])",
    "(;FF[4]GM[1]SZ[9];B[aa]C[x]B[bb]B[aa])",
    // The values of a size may be points.
    "(;FF[4]GM[1]SZ[][po][so];B[aa])",
    // A list goes on where a node begins.
    "(;FF[4]GM[1]SZ[19]AB[D4]b[dd]C[root]ab[dd];B[pd])",
];

#[test]
fn games_of_odd_notation_are_kept() {
    for input in KEPT {
        let wrong = check_file(input.as_bytes(), input);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

/// Games, and their form after all fixes: fixes of one round do not change what others leave.
const FIXED: &[(&str, &str)] = &[
    // Each of two fixes leaves a value of the other.
    (
        "(;FF[4]GM[1]SZ[19]PB[][]PW[Bob]RE[B+R];B[aa];W[bb])",
        "(;FF[4]GM[1]SZ[19]PW[Bob]RE[B+R];B[aa];W[bb])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];MN[][]AW[db];B[aa])",
        "(;FF[4]GM[1]SZ[9];AW[db];B[aa])",
    ),
    // A move without a value is divided as others are, and joins nothing.
    (
        "(;FF[4]GM[1]SZ[9];B[bb]W C[x]B[cc])",
        "(;FF[4]GM[1]SZ[9];B[bb] C[x];W ;B[cc])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];B[aa]W\nBM[1]C[comment])",
        "(;FF[4]GM[1]SZ[9];B[aa]\nC[comment];W BM[1])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];AB[aa]W B[cc])",
        "(;FF[4]GM[1]SZ[9];AB[aa];W ;B[cc])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];B[aa]AB[cc]W TE[1]C[x])",
        "(;FF[4]GM[1]SZ[9];AB[cc] ;B[aa] C[x];W TE[1])",
    ),
    // Nothing joins an identifier without a value.
    ("(;FF[4]GM[1]KM;SZ[9];B[aa])", "(;FF[4]GM[1]SZ[9]KM;;B[aa])"),
    (
        "(;FF[4]GM[1]SZ[9]EV;PB[x]PW[y];B[aa])",
        "(;FF[4]GM[1]SZ[9]EV;PB[x]PW[y];B[aa])",
    ),
    // A list without a point is removed only if nothing is added to it.
    (
        "(;FF[4]GM[1]SZ[9];AB[ ]AB[bb];W[cc])",
        "(;FF[4]GM[1]SZ[9];AB[bb];W[cc])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];W[ea]B[di]AB[\\]]AB[hd];B[aa])",
        "(;FF[4]GM[1]SZ[9];AB[hd];W[ea];B[di];B[aa])",
    ),
    // Only the bytes themselves become blanks.
    (
        "(;FF[4]GM[1]SZ[9];B[aa])one\0two\0\0three",
        "(;FF[4]GM[1]SZ[9];B[aa])one two  three",
    ),
    // Text in `PL` is content.
    (
        "(;FF[4]GM[1]SZ[9];PL[White should have a look]B[eg];W[gg])",
        "(;FF[4]GM[1]SZ[9];PL[White should have a look]B[eg];W[gg])",
    ),
    (
        "(;FF[4]GM[1]SZ[][po][so];B[aa])",
        "(;FF[4]GM[1]SZ[po][so];B[aa])",
    ),
    // Each point of `L` takes the next letter.
    (
        "(;FF[1]GM[1]SZ[9];B[cc]L[aa]L[aa]L[bb]C[see C])",
        "(;FF[1]GM[1]SZ[9];B[cc]L[aa][aa][bb]C[see C])",
    ),
    // A stone is placed once.
    (
        "(;FF[4]GM[1]SZ[9];B[aa]B[aa]B[aa];W[bb])",
        "(;FF[4]GM[1]SZ[9];B[aa];W[bb])",
    ),
    // Annotations after a move judge that move.
    (
        "(;FF[4]GM[1]SZ[9];B[aa]BM[1]W[bb]TE[1];B[cc])",
        "(;FF[4]GM[1]SZ[9];B[aa]BM[1];W[bb]TE[1];B[cc])",
    ),
    (
        "(;FF[4]GM[1]SZ[9];B[aa]W[bb]TE[1]C[text]B[cc]BM[1])",
        "(;FF[4]GM[1]SZ[9];B[aa]C[text];W[bb]TE[1];B[cc]BM[1])",
    ),
];

/// Games with a value in two lists, or of pieces side by side, which no fix changes.
const SHARED: &[&str] = &[
    "(;FF[4]GM[11]SZ[5];AW[a1]AB[a1][b2])",
    "(;FF[4]GM[11]SZ[5];AB[a1];AE[a1]AW[c3][a1])",
    "(;FF[4]GM[11]SZ[5];AB[a1]AE[a1][])",
    "(;FF[4]GM[11]SZ[5];SQ[a1]TR[a1][b2])",
    "(;FF[4]GM[9]SZ[8];AB[a1]AW[a1][b2])",
    "(;FF[4]GM[21]SZ[24];AB[a1]AW[a1][b2])",
    "(;FF[4]GM[6];AB[a]AW[a][b];SQ[a]TR[a][b])",
    "(;FF[4]GM[19];AB[33A];AE[33]AB[44][33])",
    "(;FF[4]GM[19];AB[33AB][33AB];RP[33][33])",
    "(;FF[4]GM[3];AB[Qf6]AE[Qf6][Qa1][Qf6])",
    "(;FF[4]GM[8];AB[P][P]AW[P][P])",
    "(;FF[4]GM[27];AB[x][x])",
    "(;FF[4]GM[36];AB[x][x])",
    "(;FF[4]GM[1];AB[aa]AW[aa]AB[aa])",
    "(;FF[4]GM[1];AB[aa]AW[aa:cc]AB[bb])",
    "(;FF[4]GM[11];AB[a1]AW[a1]AB[a1])",
    "(;FF[4]GM[1];AW[aa]AB[aa]C[x])",
    "(;FF[4]GM[11];AE[a1]AB[a1]C[x])",
    "(;FF[4]GM[99];B[drop x]B[drop x];W[a])",
    "(;FF[4]GM[6];B[65abab]B[65abab];W[11])",
    "(;FF[4]GM[1]SZ[9];B[]W[]B[]W[bb])",
    "(;FF[4]GM[1]SZ[9];B[]B[];W[tt]W[tt];B[pass]B[pass])",
    "(;FF[4]GM[1]SZ[9];B[aa]W[bb]B[aa];W[cc])",
    "(;FF[4]GM[1]SZ[9];B[aa]B[bb]B[aa])",
];

#[test]
fn values_of_two_lists_and_pieces_side_by_side_stay() {
    let decode = DecodeOptions::default();
    let options = Options::default().with_select(["S305", "S314", "N610"]);
    for text in SHARED {
        for applicability in [Applicability::Safe, Applicability::Unsafe] {
            let fixed = fix(text.as_bytes().to_vec(), &decode, &options, applicability);
            assert_eq!(fixed.source.text(), *text);
        }
    }
}

#[test]
fn a_repetition_in_one_list_goes() {
    let (decode, options) = (DecodeOptions::default(), Options::default());
    for (text, expected) in [
        (
            "(;FF[4]GM[11]SZ[5];AW[a1]AB[b2][a1][b2][a1])",
            "(;FF[4]GM[11]SZ[5];AW[a1]AB[b2][a1])",
        ),
        (
            "(;FF[4]GM[19];AB[33AB]AB[33AB])",
            "(;FF[4]GM[19];AB[33AB][33AB])",
        ),
        (
            "(;FF[4]GM[1]SZ[9];AB[aa]AW[bb]AB[cc])",
            "(;FF[4]GM[1]SZ[9];AB[aa][cc]AW[bb])",
        ),
    ] {
        let fixed = fix(text.into(), &decode, &options, Applicability::Safe);
        assert_eq!(fixed.source.text(), expected);
    }
}

#[test]
fn fixes_leave_what_others_need() {
    for (text, fixed) in FIXED {
        let bytes = text.as_bytes().to_vec();
        let (decode, options) = (DecodeOptions::default(), Options::default());
        let result = fix(bytes, &decode, &options, Applicability::Unsafe);
        assert_eq!(result.source.text(), *fixed, "{text}");
    }
}

#[test]
fn a_lower_case_move_is_made_text_by_an_unsafe_fix_only() {
    let text = "(;SZ[13];b[aa];r[bb]C[see [ here]b[cc];r[dd])";
    let (decode, options) = (
        DecodeOptions::default(),
        Options::default().with_select(["P"]),
    );
    let fixed = |applicability| fix(text.into(), &decode, &options, applicability);
    let safe = fixed(Applicability::Safe);
    assert!(
        safe.source.text().contains("[see [ here]"),
        "{}",
        safe.source.text()
    );
    assert!(safe.found.iter().any(|found| found.code == "P116"));
    assert!(
        fixed(Applicability::Unsafe)
            .source
            .text()
            .contains("here\\]")
    );
}

/// Faults to insert into valid games, at random positions.
const FAULTS: &[&str] = &[
    "MN[][]",
    "ON[][]",
    "AE[ ]AE[ab]",
    "PL[White should have a look]",
    ";B[zz]",
    ";W[D4]",
    "B[aa][bb]",
    ";B[]",
    "AB[ss]AW[ss]",
    "AB[aa:cc][bb]",
    "AE[zz]",
    "TE[Kisei]",
    "KO[7.5]",
    "C[again]",
    "N[x]",
    "C[a\\]b]",
    "SZ[9]",
    "SZ[x]",
    "GM[2]",
    "GM[11]",
    "FF[3]",
    "PL[black to play]",
    "BM[1]TE[1]",
    "LB[aa:x][aa:y]",
    "L[aa]",
    "EV[below]",
    "b[dd]",
    "Black[cc]",
    "ZZZ[private]",
    "MN[x]",
    ";",
    "()",
    "(;W[ee])",
    "DT[6.-8. May 1996]",
    ";W[pass]",
    "AB[D4]",
    "ab[dd]",
    ";W[]B[]W[]",
    ";W[ee]B[ff]W[ee]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn faults_lose_nothing(places in prop::collection::vec((0..9_usize, prop::sample::select(FAULTS)), 1..8)) {
        let whole = [
            "(;FF[4]GM[1]SZ[19]PB[Black]PW[White]", "C[root]", ";B[pd]", "C[first]", ";W[dp]", ";B[qq]N[name]",
            ";W[dd]", "C[last]", ")",
        ];
        let mut text = String::new();
        for (index, piece) in whole.iter().enumerate() {
            for (_, fault) in places.iter().filter(|(place, _)| *place == index && index > 0) {
                text.push_str(fault);
            }
            text.push_str(piece);
        }
        let wrong = check_file(text.as_bytes(), &text);
        prop_assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

/// Some of the real files, or all of them with `KIFU_CORPUS_ALL=1`.
#[test]
fn real_files_lose_nothing() {
    let all = std::env::var_os("KIFU_CORPUS_ALL").is_some();
    let mut wrong = Vec::new();
    for archive in ["programs", "problems", "ai", "joseki", "pro19", "server9"] {
        let Some(folder) = kifu_testkit::corpus::archive(archive) else {
            return;
        };
        for (number, path) in kifu_testkit::corpus::files(&folder, "").iter().enumerate() {
            if !all && number % 97 != 0 {
                continue;
            }
            let bytes = std::fs::read(path).unwrap();
            if all || bytes.len() < 200_000 {
                wrong.extend(check_file(&bytes, &path.display().to_string()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} files:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn checkers_on_one_point_of_backgammon_are_no_repetition() {
    let text = "(;FF[4]GM[6]CA[UTF-8]AE[a:x]AW[a][a][f][f][f][f][f]AB[x][x])";
    let decode = DecodeOptions::default();
    let fixed = fix(
        text.into(),
        &decode,
        &Options::default(),
        Applicability::Unsafe,
    );
    assert_eq!(fixed.source.text(), text);
}
