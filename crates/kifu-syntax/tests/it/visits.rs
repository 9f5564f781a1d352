//! A visitor is called for each event, continues after skipped items, and stops on request.

use kifu_syntax::{Context, Event, EventKind, Parser, Part, Reader, Span, Value, Visit, Visitor};
use kifu_testkit::{assert_same, strategy::Chunks};
use proptest::prelude::*;

use crate::laws::sgf_like;

/// Kind of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    TreeBegin,
    TreeEnd,
    NodeBegin,
    NodeEnd,
    PropertyBegin,
    Value,
    PropertyEnd,
}

/// Notes all calls. The one with the number `skips` has a bit for is answered with a skip, the one with the number
/// `stop` with a stop.
#[derive(Default)]
struct Log {
    calls: Vec<(Call, Context)>,
    skips: u64,
    stop: usize,
}

impl Log {
    fn new(skips: u64, stop: usize) -> Self {
        Self {
            skips,
            stop,
            ..Self::default()
        }
    }

    fn note(&mut self, call: Call, context: Context) -> Visit {
        let number = self.calls.len();
        self.calls.push((call, context));
        if number == self.stop {
            Visit::Stop
        } else if self.skips >> (number % 64) & 1 == 1 {
            Visit::Skip
        } else {
            Visit::Enter
        }
    }
}

impl Visitor for Log {
    fn tree_begin(&mut self, tree: Context) -> Visit {
        self.note(Call::TreeBegin, tree)
    }

    fn tree_end(&mut self, tree: Context) -> Visit {
        self.note(Call::TreeEnd, tree)
    }

    fn node_begin(&mut self, node: Context) -> Visit {
        self.note(Call::NodeBegin, node)
    }

    fn node_end(&mut self, node: Context) -> Visit {
        self.note(Call::NodeEnd, node)
    }

    fn property_begin(&mut self, identifier: &str, property: Context) -> Visit {
        assert_eq!(identifier.len(), property.span.len());
        self.note(Call::PropertyBegin, property)
    }

    fn value(&mut self, value: Value<'_>, context: Context) -> Visit {
        assert_eq!(value.raw.len(), context.span.len());
        self.note(Call::Value, context)
    }

    fn property_end(&mut self, property: Context) -> Visit {
        self.note(Call::PropertyEnd, property)
    }
}

impl Call {
    /// The call at the end of what begins with this one; a value has none.
    const fn end(self) -> Option<Self> {
        match self {
            Self::TreeBegin => Some(Self::TreeEnd),
            Self::NodeBegin => Some(Self::NodeEnd),
            Self::PropertyBegin => Some(Self::PropertyEnd),
            _ => None,
        }
    }

    const fn is_end(self) -> bool {
        matches!(self, Self::TreeEnd | Self::NodeEnd | Self::PropertyEnd)
    }
}

/// The calls of a visit as far as it has come.
#[derive(Default)]
struct Calls {
    made: Vec<(Call, Context)>,
    /// The items that are open, and how many items of each kind began in them, and before those the games.
    open: Vec<(Call, Context)>,
    counts: Vec<[usize; 7]>,
}

impl Calls {
    /// The calls of all events of `input`.
    fn of(input: &[u8]) -> Vec<(Call, Context)> {
        let mut calls = Self {
            counts: vec![[0; 7]],
            ..Self::default()
        };
        let mut parser = Parser::new(input);
        let mut last_end = Span::default();
        while let Some(Event { kind, span }) = parser.next() {
            if kind != EventKind::Value {
                calls.end(Call::PropertyBegin, last_end);
                if kind != EventKind::Identifier {
                    calls.end(Call::NodeBegin, last_end);
                }
            }
            match kind {
                EventKind::TreeBegin => calls.begin(Call::TreeBegin, span),
                EventKind::NodeBegin => calls.begin(Call::NodeBegin, span),
                EventKind::Identifier => calls.begin(Call::PropertyBegin, span),
                EventKind::Value => calls.begin(Call::Value, span),
                EventKind::TreeEnd => calls.end(Call::TreeBegin, span),
            }
            last_end = Span::at(parser.offset());
        }
        calls.made
    }

    fn begin(&mut self, call: Call, span: Span) {
        let trees = self
            .open
            .iter()
            .filter(|(call, _)| *call == Call::TreeBegin);
        let count = self.counts.last_mut().expect("the collection is open");
        let context = Context {
            depth: trees.count(),
            index: count[call as usize],
            start: span.start,
            span,
        };
        count[call as usize] += 1;
        self.made.push((call, context));
        if call.end().is_some() {
            self.open.push((call, context));
            self.counts.push([0; 7]);
        }
    }

    /// Ends the innermost item if it began with `call`.
    fn end(&mut self, call: Call, span: Span) {
        if let Some((begun, context)) = self.open.pop_if(|(begun, _)| *begun == call) {
            self.counts.pop();
            let end = begun.end().expect("what is open has an end");
            self.made.push((end, Context { span, ..context }));
        }
    }
}

/// The calls that remain of `calls` if those are answered as by a [`Log`].
fn answered(calls: Vec<(Call, Context)>, skips: u64, stop: usize) -> Vec<(Call, Context)> {
    let mut log = Log::new(skips, stop);
    let mut open = 0_usize;
    // How many items are open where the visit goes on.
    let mut skipped_to = None;
    for (call, context) in calls {
        open += usize::from(call.end().is_some());
        let is_end = skipped_to == Some(open) && call.is_end();
        open -= usize::from(call.is_end());
        if skipped_to.is_some() && !is_end {
            continue;
        }
        skipped_to = None;
        match log.note(call, context) {
            Visit::Enter => {}
            Visit::Skip => skipped_to = Some(open),
            Visit::Stop => break,
        }
    }
    log.calls
}

/// Number of events before the end of the node.
pub(crate) fn properties(events: &[Event]) -> usize {
    let is_inside = |event: &&Event| matches!(event.kind, EventKind::Identifier | EventKind::Value);
    events.iter().take_while(is_inside).count()
}

fn check(input: &[u8], skips: u64, stop: usize) {
    let mut problems = Vec::new();
    let mut log = Log::new(skips, stop);
    let mut parser = Parser::with_sink(input, &mut problems);
    parser.visit(&mut log);
    let offset = parser.offset();
    let rest = parser.collect::<Vec<_>>();
    let expected = answered(Calls::of(input), skips, stop);
    assert_same("calls", &log.calls, &expected);
    let mut read = Log::new(skips, stop);
    let mut reader = Reader::new(Chunks::new(input, vec![1, 3, 7]));
    reader.visit(&mut read).expect("a slice can be read");
    assert_same("calls of a reader", &read.calls, &expected);
    if expected.len() > stop {
        assert_eq!(reader.offset(), offset);
    }
    let has_stopped = expected.len() > stop;
    if has_stopped {
        let (_, last) = expected[stop];
        assert!(offset >= last.span.end, "{last:?} was not read");
        let events = Parser::new(input).collect::<Vec<_>>();
        assert!(events.ends_with(&rest), "the rest is that of the events");
        assert!(rest.iter().all(|event| event.span.start >= last.span.end));
    } else {
        assert_eq!(rest, []);
        let mut all = Vec::new();
        Parser::with_sink(input, &mut all).for_each(drop);
        assert_eq!(problems, all, "what is skipped is reported");
    }
}

/// Visits each node, property, sequence and tree of a valid text separately.
#[test]
fn a_part_is_visited_as_in_the_whole() {
    let input = b"(;FF[4]GM[1];B[aa][bb]C[x\\]y](;W[cc];B[dd])(;W[ee]))(;B[ff])";
    let whole = Calls::of(input);
    for (at, &(call, context)) in whole.iter().enumerate() {
        let Some(end) = call.end() else { continue };
        let is_end =
            |(other, whole): &(Call, Context)| *other == end && whole.start == context.start;
        let Some(last) = whole.iter().position(is_end) else {
            continue;
        };
        let expected = &whole[at..=last];
        let mut part = match call {
            Call::TreeBegin => Part::tree(input, context.start),
            Call::NodeBegin => Part::node(input, context.start),
            _ => Part::property(input, context.start),
        };
        let mut log = Log::new(0, usize::MAX);
        part.visit(&mut log);
        assert_eq!(part.end(), expected[expected.len() - 1].1.span.end);
        assert_eq!(log.calls.len(), expected.len());
        for ((call, context), (expected, whole)) in log.calls.iter().zip(expected) {
            assert_eq!(
                (call, context.start, context.span),
                (expected, whole.start, whole.span)
            );
        }
        assert_eq!(log.calls[0].1.depth, usize::from(call != Call::TreeBegin));
    }
    let mut log = Log::new(0, usize::MAX);
    let mut sequence = Part::sequence(input, 1);
    sequence.visit(&mut log);
    let nodes = log.calls.iter().filter(|(call, _)| *call == Call::NodeEnd);
    assert_eq!((nodes.count(), input[sequence.end()]), (2, b'('));
}

#[test]
fn many_open_trees() {
    for depth in [31, 32, 33, 34, 100] {
        let input = "(;".repeat(depth) + &")(;)".repeat(depth);
        check(input.as_bytes(), 0, usize::MAX);
    }
}

/// Depth, index and text of each call of this kind.
fn contexts(input: &str, call: Call) -> Vec<(usize, usize, &str)> {
    let mut log = Log::new(0, usize::MAX);
    Parser::new(input.as_bytes()).visit(&mut log);
    let calls = log.calls.into_iter().filter(|(one, _)| *one == call);
    let context = |(_, context): (Call, Context)| {
        let text = context.whole().of_str(input);
        (context.depth, context.index, text)
    };
    calls.map(context).collect()
}

#[test]
fn contexts_are_those_of_the_items() {
    let input = "(;FF[4](;B[aa][bb] \n)(;B[bb];C[x](;W)))(;W[dd])";
    let trees = [
        (1, 0, "(;B[aa][bb] \n)"),
        (2, 0, "(;W)"),
        (1, 1, "(;B[bb];C[x](;W))"),
        (0, 0, "(;FF[4](;B[aa][bb] \n)(;B[bb];C[x](;W)))"),
        (0, 1, "(;W[dd])"),
    ];
    assert_eq!(contexts(input, Call::TreeEnd), trees);
    let nodes = [
        (1, 0, ";FF[4]"),
        (2, 0, ";B[aa][bb]"),
        (2, 0, ";B[bb]"),
        (2, 1, ";C[x]"),
        (3, 0, ";W"),
        (1, 0, ";W[dd]"),
    ];
    assert_eq!(contexts(input, Call::NodeEnd), nodes);
    let values = [
        (1, 0, "4"),
        (2, 0, "aa"),
        (2, 1, "bb"),
        (2, 0, "bb"),
        (2, 0, "x"),
        (1, 0, "dd"),
    ];
    assert_eq!(contexts(input, Call::Value), values);
}

#[test]
fn a_visit_ends_nothing_that_began_before_it() {
    let input = b"(;FF[4]GM[1](;B[aa]))(;W[bb])";
    for read in 0..8 {
        let mut parser = Parser::new(input);
        parser.by_ref().take(read).for_each(drop);
        let mut log = Log::new(0, usize::MAX);
        parser.visit(&mut log);
        let begins = log.calls.iter().filter(|(call, _)| call.end().is_some());
        let ends = log.calls.iter().filter(|(call, _)| call.is_end());
        assert_eq!(begins.count(), ends.count(), "{read}");
        assert_eq!(log.calls.last().map(|(call, _)| *call), Some(Call::TreeEnd));
    }
}

#[test]
fn values_are_decoded() {
    struct Texts(Vec<String>);

    impl Visitor for Texts {
        fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
            assert_eq!(value.identifier, "C");
            self.0
                .extend([value.text().into(), value.simple_text().into()]);
            Visit::Enter
        }
    }

    let mut texts = Texts(Vec::new());
    Parser::new(b"(;C[a\n\\]b][\xFF\\\\])").visit(&mut texts);
    assert_eq!(texts.0, ["a\n]b", "a ]b", "\u{FFFD}\\", "\u{FFFD}\\"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn calls_are_the_events(input in sgf_like()) {
        check(&input, 0, usize::MAX);
    }

    #[test]
    fn what_is_skipped_is_not_visited(input in sgf_like(), skips: u64, others: u64) {
        check(&input, skips & others, usize::MAX);
    }

    #[test]
    fn a_visit_stops_where_the_visitor_asks(input in sgf_like(), skips: u64, others: u64, stop in 0_usize..60) {
        check(&input, skips & others & skips >> 1, stop);
    }
}
