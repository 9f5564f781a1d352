//! What the grammar of the standard accepts is read by it, in every way of reading, whatever it looks like.

use kifu_syntax::{EventKind, ProblemKind};
use kifu_testkit::grammar::{self, Token};
use kifu_testkit::strategy::{messy_sgf, well_formed_sgf};
use proptest::prelude::*;

use crate::laws::sgf_like;
use crate::readings::{Reading, by_feed, by_fold, by_slice, by_stream, by_visitor};

const fn token(kind: EventKind) -> Token {
    match kind {
        EventKind::TreeBegin => Token::Open,
        EventKind::NodeBegin => Token::Node,
        EventKind::Identifier => Token::Identifier,
        EventKind::Value => Token::Value,
        EventKind::TreeEnd => Token::Close,
    }
}

/// Reads `text` in every way, if the grammar accepts it.
fn check(text: &[u8], step: usize) {
    let Some(tokens) = grammar::tokens(text) else {
        return;
    };
    let by_pieces = |input: &[u8]| by_stream(input, vec![step]);
    let ways: [&dyn Fn(&[u8]) -> Reading; 5] =
        [&by_slice, &by_fold, &by_feed, &by_visitor, &by_pieces];
    for read in ways {
        let reading = read(text);
        let found = reading.events.iter();
        let found = found.map(|(event, _)| (token(event.kind), event.span.range()));
        assert_eq!(found.collect::<Vec<_>>(), tokens, "{}", text.escape_ascii());
        let is_allowed = |kind| {
            matches!(
                kind,
                ProblemKind::NulByte | ProblemKind::LowercaseIdentifier
            )
        };
        let mut problems = reading.problems.iter();
        assert!(
            problems.all(|problem| is_allowed(problem.kind)),
            "{:?}",
            reading.problems
        );
    }
}

#[test]
fn one_game_with_roots_in_its_variations_is_one_game() {
    let text =
        "(;AB[pd]AW[qf]FF[4]GM[1]SZ[19]CA[UTF-8]\n(;AB[cc]PL[W];W[dd])\n(;AB[ee]PL[W];W[ff]))";
    assert!(grammar::tokens(text.as_bytes()).is_some());
    check(text.as_bytes(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn well_formed_text_is_read_by_the_grammar(text in well_formed_sgf(), step in 1_usize..8) {
        prop_assert!(grammar::tokens(text.as_bytes()).is_some());
        check(text.as_bytes(), step);
    }

    #[test]
    fn what_happens_to_be_lawful_is_read_by_the_grammar(text in sgf_like(), messy in messy_sgf()) {
        check(&text, 3);
        check(messy.as_ref(), 3);
    }
}
