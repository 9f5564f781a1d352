//! Text that the grammar of the standard accepts is read by it, in every way of reading.

use kifu_syntax::{Event, EventKind, Parser, ProblemKind};
use kifu_testkit::grammar::{self, Token};
use kifu_testkit::strategy::{messy_sgf, well_formed_sgf};
use proptest::prelude::*;

use crate::laws::sgf_like;
use crate::readings::{Reading, by_feed, by_fold, by_slice, by_stream, by_visitor};

pub(crate) const fn kind(token: Token) -> EventKind {
    match token {
        Token::Open => EventKind::TreeBegin,
        Token::Node => EventKind::NodeBegin,
        Token::Identifier => EventKind::Identifier,
        Token::Value => EventKind::Value,
        Token::Close => EventKind::TreeEnd,
    }
}

/// A way of reading.
type Way<'a> = &'a dyn Fn(&[u8]) -> Reading;

/// Reads `text` in every way, if the grammar accepts it.
fn check(text: &[u8], step: usize) {
    let Some(tokens) = grammar::tokens(text) else {
        return;
    };
    let by_pieces = |input: &[u8]| by_stream(input, vec![step]);
    let ways: [Way<'_>; 5] = [&by_slice, &by_fold, &by_feed, &by_visitor, &by_pieces];
    for read in ways {
        let reading = read(text);
        let found = reading.events.iter().map(|(event, _)| *event);
        let tokens = tokens.iter();
        let tokens = tokens.map(|(token, span)| Event::new(kind(*token), span.clone().into()));
        assert!(found.eq(tokens), "{}", text.escape_ascii());
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

/// Returns the events of `text`, which begins at `offset`.
fn events_at(text: &[u8], offset: usize) -> Vec<Event> {
    let events = Parser::new(text);
    let events = events.map(|event| Event::new(event.kind, event.span.offset_by(offset)));
    events.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// A game that was cut off, anywhere in a collection: the games before it are read as they are alone, and so are
    /// those after it, from the first one that begins like a game.
    #[test]
    fn a_game_that_is_cut_off_harms_no_other(
        before in well_formed_sgf(),
        broken in well_formed_sgf(),
        behind in well_formed_sgf(),
        cut in any::<proptest::sample::Index>(),
    ) {
        let broken = &broken.as_bytes()[..cut.index(broken.len())];
        // An escaped line break is none, so that the next line begins nowhere.
        prop_assume!(!broken.ends_with(b"\\"));
        let behind = behind.trim_start().replacen('(', "(;FF[4]GM[1]", 1);
        let head = [before.as_bytes(), b"\n", broken, b"\n"].concat();
        let all = [&head, behind.as_bytes()].concat();
        // A broken game may lawfully include the game after it.
        prop_assume!(grammar::tokens(&all).is_none());
        let events = Parser::new(&all).collect::<Vec<_>>();
        prop_assert!(events.starts_with(&events_at(before.as_bytes(), 0)), "{}", all.escape_ascii());
        let behind = events_at(behind.as_bytes(), head.len());
        prop_assert!(events.ends_with(&behind), "{}", all.escape_ascii());
    }
}
