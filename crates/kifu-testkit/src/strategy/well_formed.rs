use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A node, and what comes before it.
#[derive(Clone, Debug)]
struct Step {
    /// How many variations end first, as far as any are open.
    closes: usize,
    /// Whether a variation begins.
    opens: bool,
    /// Whether a game ends and another begins instead.
    next_game: bool,
    space: &'static str,
    properties: Vec<(String, Vec<String>)>,
}

/// The text of a collection that breaks no rule of the grammar: random trees, identifiers, raw
/// values with escapes, line breaks and brackets, and white space wherever it may stand.
///
/// Values and variations that a reader of broken files must take for something else, because the
/// next game seems to begin there, are not among them.
pub fn well_formed_sgf() -> impl Strategy<Value = String> {
    vec(step(), 1..24).prop_map(|steps| write(&steps))
}

fn step() -> impl Strategy<Value = Step> {
    (
        prop_oneof![6 => Just(0_usize), 2 => 1_usize..4],
        prop::bool::weighted(0.25),
        prop::bool::weighted(0.05),
        white_space(),
        vec((identifier(), vec(raw_value(), 1..4)), 0..4),
    )
        .prop_map(|(closes, opens, next_game, space, properties)| Step {
            closes,
            opens,
            next_game,
            space,
            properties,
        })
}

fn white_space() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        6 => Just(""),
        1 => select(vec![" ", "\n", "\r\n", "\t", "\n\n", " \n ", "\r", "\x0B\x0C"]),
    ]
}

/// Identifiers with which games begin: a reader of broken files may take a variation at the start of
/// a line that begins with one for the next game.
const GAME_OPENERS: [&str; 22] = [
    "FF", "GM", "CA", "AP", "SZ", "ST", "EV", "RO", "DT", "PC", "PB", "PW", "BR", "WR", "BT", "WT",
    "RE", "KM", "HA", "RU", "TM", "OT",
];

fn identifier() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(vec![
            "B", "W", "C", "AB", "AW", "AE", "LB", "N", "MN", "PB", "PW", "KM", "TR", "VW", "KO",
            "SZ", "EV",
        ])
        .prop_map(str::to_owned),
        1 => "[A-Z]{1,4}",
    ]
}

/// The raw text of a value, without its brackets.
fn raw_value() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-z]{0,4}",
        1 => "[A-Z0-9 .,:;()'-]{0,6}",
        1 => select(vec!["\\]", "\\\\", "\\:", "\\a", "\\\n", "\\\r\n", "\\\t"]).prop_map(str::to_owned),
        1 => select(vec!["\n", "\r\n", "\r", "\n\r", "\t", "é", "棋譜", "\u{1F600}"]).prop_map(str::to_owned),
        1 => select(vec!["[", "(", ";", "(;"]).prop_map(str::to_owned),
    ];
    prop_oneof![
        3 => "[a-s]{2}",
        1 => Just(String::new()),
        3 => vec(piece, 0..8).prop_map(|pieces| no_game_begins(&pieces.concat())),
    ]
}

/// The text without any `(` at the start of a line: a reader may take `(;FF[` there for the next
/// game, behind a value that nobody closed.
fn no_game_begins(text: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    for char in text.chars() {
        let line = changed.trim_end_matches([' ', '\t']);
        if char == '(' && line.ends_with(['\n', '\r']) {
            changed.push('.');
        }
        changed.push(char);
    }
    changed
}

fn write(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    let mut behind_variation = false;
    for step in steps {
        if step.next_game {
            text.extend(std::iter::repeat_n(')', depth));
            depth = 0;
        }
        // The game itself stays open.
        let closes = step.closes.min(depth.saturating_sub(1));
        text.extend(std::iter::repeat_n(')', closes));
        depth -= closes;
        behind_variation |= closes > 0;
        let begins_tree = depth == 0 || step.opens || behind_variation;
        let mut names = step
            .properties
            .iter()
            .map(|(identifier, _)| identifier.as_str());
        let openers = names.clone().filter(|name| GAME_OPENERS.contains(name));
        let openers = openers.count();
        let opens_game = openers > 0
            || names
                .next()
                .is_some_and(|first| matches!(first, "AB" | "AW"));
        // No variation that opens a game begins a line.
        if depth == 0 || !begins_tree || !opens_game || !step.space.contains(['\n', '\r']) {
            text.push_str(step.space);
        }
        if begins_tree {
            text.push('(');
            // Nor does one that says as much as a game stand in the middle of a line as games do.
            text.push_str(if depth > 0 && openers > 1 && step.space.is_empty() {
                " "
            } else {
                step.space
            });
            depth += 1;
            behind_variation = false;
        }
        text.push(';');
        let mut written = BTreeSet::new();
        for (identifier, values) in &step.properties {
            if !written.insert(identifier) {
                continue;
            }
            text.push_str(step.space);
            text.push_str(identifier);
            for value in values {
                text.push_str(step.space);
                text.push('[');
                text.push_str(value);
                text.push(']');
            }
        }
    }
    text.extend(std::iter::repeat_n(')', depth));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether parentheses, brackets and nodes stand as the grammar wants it.
    fn is_well_formed(text: &str) -> bool {
        let (mut depth, mut before) = (0_usize, ' ');
        let mut chars = text.chars();
        while let Some(char) = chars.next() {
            if char.is_whitespace() {
                continue;
            }
            let is_right = match char {
                '(' => before != '(',
                ';' => before != ')',
                ')' => depth > 0 && before != '(',
                '[' => before.is_ascii_uppercase() || before == ']',
                'A'..='Z' => depth > 0 && matches!(before, ';' | ']' | 'A'..='Z'),
                _ => false,
            };
            if !is_right {
                return false;
            }
            depth = match char {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            before = char;
            if char == '[' {
                before = ']';
                loop {
                    match chars.next() {
                        Some('\\') => _ = chars.next(),
                        Some(']') => break,
                        Some(_) => {}
                        None => return false,
                    }
                }
            }
        }
        depth == 0
    }

    proptest! {
        #[test]
        fn what_is_made_is_well_formed(text in well_formed_sgf()) {
            prop_assert!(is_well_formed(&text), "{}", text);
        }
    }
}
