use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::grammar::looks_cut_off;

/// A node, and the structure before it.
#[derive(Clone, Debug)]
struct Step {
    /// Number of variations that end first, as far as any are open.
    closes: usize,
    /// Whether a variation begins.
    opens: bool,
    /// Whether a game ends and another begins instead.
    next_game: bool,
    space: &'static str,
    properties: Vec<(String, Vec<String>)>,
}

/// Generates the text of a collection that follows the grammar: random trees, identifiers, raw values with escapes,
/// line breaks and brackets, quoted games in values, root properties in variations, and white space in all allowed
/// positions.
///
/// Values that [look cut off](crate::grammar::looks_cut_off) are not included.
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

fn identifier() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(vec![
            "B", "W", "C", "AB", "AW", "AE", "LB", "N", "MN", "PB", "PW", "KM", "TR", "VW", "KO",
            "SZ", "EV", "FF", "GM", "AP", "RE",
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
        1 => select(vec!["[", "(", ";", "(;", "(;FF[4", "\n(;GM[1\\]", "\n(;", "AB[", "(;SZ[19\\]AP["]).prop_map(str::to_owned),
    ];
    prop_oneof![
        3 => "[a-s]{2}",
        1 => Just(String::new()),
        3 => vec(piece, 0..8).prop_map(|pieces| not_cut_off(pieces.concat())),
    ]
}

/// Returns the text, with an escaped `]` after its quoted game if it looks cut off.
fn not_cut_off(text: String) -> String {
    if looks_cut_off(text.as_bytes()) {
        text + "\\]"
    } else {
        text
    }
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
        text.push_str(step.space);
        if begins_tree {
            text.push('(');
            text.push_str(step.space);
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
    use crate::grammar::tokens;

    proptest! {
        #[test]
        fn what_is_made_is_well_formed(text in well_formed_sgf()) {
            prop_assert!(tokens(text.as_bytes()).is_some(), "{}", text);
        }
    }
}
