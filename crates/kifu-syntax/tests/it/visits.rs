//! A visitor is called for what the events say, goes after what it skips, and stops where it wants to.

use std::ops::ControlFlow;

use kifu_syntax::{Event, EventKind, Parser, Property, Span, TreeContext, Visit, Visitor};
use kifu_testkit::assert_same;
use proptest::prelude::*;

use crate::laws::{behind_trees, sgf_like};

/// A call, as it is told apart from others.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Call {
    TreeBegin(TreeContext),
    TreeEnd(TreeContext),
    NodeBegin(Span),
    NodeEnd,
    Property(Span, Vec<Span>),
}

/// Notes all calls. Of those that may answer with a skip, those do whose number has its bit set in `skips`; the one
/// that is number `stop` of all breaks off.
#[derive(Default)]
struct Log {
    calls: Vec<Call>,
    entrances: u32,
    skips: u64,
    stop: usize,
}

impl Log {
    fn note<C>(&mut self, call: Call, goes_on: C) -> ControlFlow<usize, C> {
        let number = self.calls.len();
        self.calls.push(call);
        if number == self.stop {
            ControlFlow::Break(number)
        } else {
            ControlFlow::Continue(goes_on)
        }
    }

    fn choice(&mut self) -> Visit {
        let number = self.entrances;
        self.entrances += 1;
        if self.skips >> (number % 64) & 1 == 1 {
            Visit::Skip
        } else {
            Visit::Enter
        }
    }
}

impl Visitor for Log {
    type Break = usize;

    fn tree_begin(&mut self, tree: TreeContext) -> ControlFlow<usize, Visit> {
        let choice = self.choice();
        self.note(Call::TreeBegin(tree), choice)
    }

    fn tree_end(&mut self, tree: TreeContext) -> ControlFlow<usize> {
        self.note(Call::TreeEnd(tree), ())
    }

    fn node_begin(&mut self, span: Span) -> ControlFlow<usize, Visit> {
        let choice = self.choice();
        self.note(Call::NodeBegin(span), choice)
    }

    fn node_end(&mut self) -> ControlFlow<usize> {
        self.note(Call::NodeEnd, ())
    }

    fn property(&mut self, property: Property<'_>) -> ControlFlow<usize> {
        let values = property.value_spans().collect();
        self.note(Call::Property(property.identifier_span(), values), ())
    }
}

/// The calls that `events` are, with the choices of `log`.
fn calls(events: &[Event], mut log: Log) -> Vec<Call> {
    let mut calls = Vec::new();
    // For each open tree its number, and how many trees there were in it.
    let mut open = vec![(0, 0)];
    let mut in_node = false;
    let mut at = 0;
    while let Some(&Event { kind, span }) = events.get(at) {
        at += 1;
        if in_node && kind != EventKind::Identifier {
            calls.push(Call::NodeEnd);
            in_node = false;
        }
        let depth = open.len() - 1;
        match kind {
            EventKind::TreeBegin => {
                let index = open[depth].1;
                open[depth].1 += 1;
                calls.push(Call::TreeBegin(TreeContext { depth, index, span }));
                match log.choice() {
                    Visit::Enter => open.push((index, 0)),
                    Visit::Skip => at = behind_trees(events, at, 1),
                }
            }
            EventKind::TreeEnd => {
                let (index, _) = open.pop().expect("trees are balanced");
                let depth = depth - 1;
                calls.push(Call::TreeEnd(TreeContext { depth, index, span }));
            }
            EventKind::NodeBegin => {
                calls.push(Call::NodeBegin(span));
                match log.choice() {
                    Visit::Enter => in_node = true,
                    Visit::Skip => at += properties(&events[at..]),
                }
            }
            EventKind::Identifier => {
                let values = events[at..].iter();
                let values = values.take_while(|event| event.kind == EventKind::Value);
                let values = values.map(|event| event.span).collect::<Vec<_>>();
                at += values.len();
                calls.push(Call::Property(span, values));
            }
            EventKind::Value => panic!("a value goes with an identifier"),
        }
    }
    calls
}

/// How many events there are before the node ends.
pub(crate) fn properties(events: &[Event]) -> usize {
    let is_inside = |event: &&Event| matches!(event.kind, EventKind::Identifier | EventKind::Value);
    events.iter().take_while(is_inside).count()
}

fn check(input: &[u8], skips: u64, stop: usize) {
    let log = || Log {
        skips,
        stop,
        ..Log::default()
    };
    let events = Parser::new(input).collect::<Vec<_>>();
    let mut expected = calls(&events, log());
    let stops = stop < expected.len();
    expected.truncate(stop.saturating_add(1));
    let mut visitor = log();
    let flow = Parser::new(input).visit(&mut visitor);
    assert_same("calls", &visitor.calls, &expected);
    let answer = if stops {
        ControlFlow::Break(stop)
    } else {
        ControlFlow::Continue(())
    };
    assert_same("answer", &flow, &answer);
}

#[test]
fn depth_and_index_are_those_of_the_trees() {
    let mut log = Log {
        stop: usize::MAX,
        ..Log::default()
    };
    let input = b"(;FF[4](;B[aa])(;B[bb](;W[cc])))(;W[dd])";
    assert!(Parser::new(input).visit(&mut log).is_continue());
    let begun = log.calls.iter().filter_map(|call| match call {
        Call::TreeBegin(tree) => Some((tree.depth, tree.index)),
        _ => None,
    });
    let ended = log.calls.iter().filter_map(|call| match call {
        Call::TreeEnd(tree) => Some((tree.depth, tree.index)),
        _ => None,
    });
    let begun = begun.collect::<Vec<_>>();
    assert_eq!(begun, [(0, 0), (1, 0), (1, 1), (2, 0), (0, 1)]);
    let ended = ended.collect::<Vec<_>>();
    assert_eq!(ended, [(1, 0), (2, 0), (1, 1), (0, 0), (0, 1)]);
    let nodes = |call: &&Call| **call == Call::NodeEnd;
    assert_eq!(log.calls.iter().filter(nodes).count(), 5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn calls_are_the_events(input in sgf_like()) {
        check(&input, 0, usize::MAX);
    }

    #[test]
    fn what_is_skipped_is_not_visited(input in sgf_like(), skips: u64) {
        check(&input, skips, usize::MAX);
    }

    #[test]
    fn a_visit_stops_where_it_is_told(input in sgf_like(), skips: u64, stop in 0_usize..40) {
        check(&input, skips & skips >> 1, stop);
    }
}
