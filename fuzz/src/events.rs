//! Events and the gaps between them are the input; chunked is whole; visited is pulled; skipping is
//! reading and ignoring; a part is its piece of the whole.

use std::io::Read;

use kifu_syntax::{
    Context, Event, EventKind, EventSink, Parser, Part, Problem, Properties, Reader, Span, Value,
    Visit, Visitor,
};

use crate::Choices;

/// Parts are compared for so many events only: each look is for itself.
const PARTS: usize = 200;

/// Checks all laws of events.
pub fn check(data: &[u8]) {
    let mut choices = Choices::of(data);
    let mut problems = Vec::new();
    let mut events = Vec::new();
    let mut parser = Parser::with_sink(data, &mut problems);
    while let Some(event) = parser.next() {
        assert!(parser.offset() >= event.span.end);
        events.push(event);
    }
    gaps(data, &events, &problems);

    let mut again = Vec::new();
    let mut problems_again = Vec::new();
    Parser::with_sink(data, &mut problems_again).for_each(|event| again.push(event));
    assert_eq!(events, again, "all at once is one by one");
    assert_eq!(problems, problems_again);

    let mut fed = Fed(Vec::new());
    Parser::new(data).feed(&mut fed);
    assert_eq!(events, fed.0, "fed is one by one");

    chunked(data, &events, &problems, &mut choices);
    visited(data, &events);
    for _ in 0..3 {
        skipped(data, &events, &problems, &mut choices);
    }
    parts(data, &events);
}

/// Takes events as they come.
struct Fed(Vec<Event>);

impl EventSink for Fed {
    fn event(&mut self, event: Event) {
        self.0.push(event);
    }
}

/// Text between events is white space, brackets, or reported; trees are balanced.
fn gaps(data: &[u8], events: &[Event], problems: &[Problem]) {
    let mut reported = vec![false; data.len()];
    for problem in problems {
        assert!(problem.span.end <= data.len(), "{problem:?}");
        reported[problem.span.range()].fill(true);
    }
    let lawful = |gap: Span| {
        gap.range().all(|at| {
            matches!(data[at], b'\t'..=b'\r' | b' ' | 0x1A)
                || matches!(data[at], b'[' | b']')
                || "\u{feff}".as_bytes().contains(&data[at])
                || reported[at]
        })
    };
    let mut end = 0;
    let mut depth = 0_usize;
    for event in events {
        assert!(event.span.start >= end && event.span.end <= data.len());
        assert!(lawful(Span::new(end, event.span.start)), "before {event:?}");
        end = event.span.end;
        match event.kind {
            EventKind::TreeBegin => depth += 1,
            EventKind::TreeEnd => depth = depth.checked_sub(1).expect("trees are balanced"),
            _ => assert!(depth > 0, "{event:?}"),
        }
    }
    assert_eq!(depth, 0);
    assert!(lawful(Span::new(end, data.len())), "at the end");
}

/// Hands out pieces of the input.
pub(crate) struct Pieces<'a> {
    rest: &'a [u8],
    choices: &'a mut Choices,
    longest: usize,
}

impl<'a> Pieces<'a> {
    /// Those of `input`, of up to `longest` bytes.
    pub(crate) const fn new(input: &'a [u8], choices: &'a mut Choices, longest: usize) -> Self {
        Self {
            rest: input,
            choices,
            longest,
        }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = 1 + self.choices.below(self.longest);
        let count = count.min(buffer.len()).min(self.rest.len());
        let (now, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = rest;
        Ok(count)
    }
}

fn chunked(data: &[u8], events: &[Event], problems: &[Problem], choices: &mut Choices) {
    let longest = 1 + choices.below(if data.len() < 4096 { 8 } else { 4096 });
    let pieces = Pieces::new(data, choices, longest);
    let mut reader = Reader::with_sink(pieces, Vec::new());
    let mut expected = events.iter();
    while let Some(event) = reader.next_event().expect("pieces can be read") {
        assert_eq!(Some(&event), expected.next(), "chunked is whole");
        assert_eq!(reader.bytes(event.span), event.span.of(data));
    }
    assert_eq!(expected.next(), None, "chunked is whole");
    assert_eq!(reader.into_sink(), problems, "chunked is whole");
}

/// Compares the calls with the events, and notes items that are open.
struct Compare<'a> {
    expected: std::slice::Iter<'a, Event>,
    open: Vec<(EventKind, Context)>,
    trees: usize,
}

impl Compare<'_> {
    fn event(&mut self, kind: EventKind, span: Span) -> Visit {
        let event = Event::new(kind, span);
        assert_eq!(Some(&event), self.expected.next(), "visited is pulled");
        Visit::Enter
    }

    fn begin(&mut self, kind: EventKind, begin: Context) -> Visit {
        assert_eq!(begin.depth, self.trees);
        assert_eq!(begin.start, begin.span.start);
        self.trees += usize::from(kind == EventKind::TreeBegin);
        self.open.push((kind, begin));
        self.event(kind, begin.span)
    }

    fn end(&mut self, kind: EventKind, end: Context) -> Visit {
        self.trees -= usize::from(kind == EventKind::TreeBegin);
        let (begun, begin) = self.open.pop().expect("calls are balanced");
        let expected = Context {
            span: end.span,
            ..begin
        };
        assert_eq!((kind, end), (begun, expected), "calls are balanced");
        Visit::Enter
    }
}

impl Visitor for Compare<'_> {
    fn tree_begin(&mut self, tree: Context) -> Visit {
        self.begin(EventKind::TreeBegin, tree)
    }

    fn tree_end(&mut self, tree: Context) -> Visit {
        self.end(EventKind::TreeBegin, tree);
        self.event(EventKind::TreeEnd, tree.span)
    }

    fn node_begin(&mut self, node: Context) -> Visit {
        self.begin(EventKind::NodeBegin, node)
    }

    fn node_end(&mut self, node: Context) -> Visit {
        self.end(EventKind::NodeBegin, node)
    }

    fn property_begin(&mut self, identifier: &str, property: Context) -> Visit {
        assert_eq!(identifier.len(), property.span.len());
        self.begin(EventKind::Identifier, property)
    }

    fn value(&mut self, value: Value<'_>, context: Context) -> Visit {
        assert_eq!(value.raw.len(), context.span.len());
        self.event(EventKind::Value, context.span)
    }

    fn property_end(&mut self, property: Context) -> Visit {
        self.end(EventKind::Identifier, property)
    }
}

fn visited(data: &[u8], events: &[Event]) {
    let mut compare = Compare {
        expected: events.iter(),
        open: Vec::new(),
        trees: 0,
    };
    Parser::new(data).visit(&mut compare);
    assert_eq!(compare.expected.next(), None, "visited is pulled");
    assert_eq!(compare.open, [], "calls are balanced");
}

fn skipped(data: &[u8], events: &[Event], problems: &[Problem], choices: &mut Choices) {
    let at = choices.below(events.len() + 1);
    let mut skipped_problems = Vec::new();
    let mut parser = Parser::with_sink(data, &mut skipped_problems);
    for event in &events[..at] {
        assert_eq!(parser.next().as_ref(), Some(event));
    }
    let depth = parser.depth();
    let behind = match choices.below(3) {
        0 => {
            parser.skip_node();
            let is_sign =
                |event: &Event| !matches!(event.kind, EventKind::Identifier | EventKind::Value);
            let sign = events[at..].iter().position(is_sign);
            sign.map_or(events.len(), |sign| at + sign)
        }
        1 => {
            parser.skip_tree();
            behind_trees(events, at, depth.min(1))
        }
        _ => {
            parser.skip_game();
            behind_trees(events, at, depth)
        }
    };
    let mut rest = Vec::new();
    parser.for_each(|event| rest.push(event));
    assert_eq!(events[behind..], rest, "skipping is reading and ignoring");
    assert_eq!(
        skipped_problems, problems,
        "skipping is reading and ignoring"
    );
}

/// How many of `events` there are up to the end of the outermost of `open` trees, the innermost ones that are open
/// after `at` of them.
fn behind_trees(events: &[Event], at: usize, mut open: usize) -> usize {
    let mut behind = at;
    while open > 0 {
        open += usize::from(events[behind].kind == EventKind::TreeBegin);
        open -= usize::from(events[behind].kind == EventKind::TreeEnd);
        behind += 1;
    }
    behind
}

fn parts(data: &[u8], events: &[Event]) {
    // Where a value is cut off depends on the game around it.
    let is_closed = |piece: &[Event]| {
        let mut values = piece.iter().filter(|event| event.kind == EventKind::Value);
        values.all(|value| data.get(value.span.end) == Some(&b']'))
    };
    let is_piece =
        |part: Part<'_>, piece: &[Event]| !is_closed(piece) || part.eq(piece.iter().copied());
    let mut open = 0_usize;
    for (index, event) in events.iter().enumerate().take(PARTS) {
        let rest = &events[index..];
        open += usize::from(event.kind == EventKind::TreeBegin);
        open -= usize::from(event.kind == EventKind::TreeEnd);
        let is_value = |event: &&Event| event.kind == EventKind::Value;
        match event.kind {
            EventKind::NodeBegin => {
                let length = rest[1..]
                    .iter()
                    .take_while(|event| {
                        matches!(event.kind, EventKind::Identifier | EventKind::Value)
                    })
                    .count();
                let piece = &rest[..=length];
                let part = Part::node(data, event.span.start);
                assert!(is_piece(part, piece), "a part is its piece");
                let is_node = |event: &&Event| event.kind == EventKind::NodeBegin;
                let next = rest[1..].iter().find(is_node);
                let end = next.map_or(data.len(), |next| next.span.start);
                let known = Part::node(data, event.span.start).within(end);
                assert!(
                    known.eq(piece.iter().copied()),
                    "a part within its end is the same"
                );
                let is_tree = |event: &&Event| {
                    matches!(event.kind, EventKind::TreeBegin | EventKind::TreeEnd)
                };
                let line = rest.iter().take_while(|event| !is_tree(event)).count();
                let sequence = Part::sequence(data, event.span.start);
                assert!(is_piece(sequence, &rest[..line]), "a part is its piece");
                let all = Properties::of_node(data, event.span.start);
                if is_closed(piece) {
                    properties(all.clone(), &rest[1..=length]);
                }
                properties(all.within(end), &rest[1..=length]);
            }
            EventKind::Identifier => {
                let length = rest[1..].iter().take_while(is_value).count();
                let part = Part::property(data, event.span.start);
                assert!(is_piece(part, &rest[..=length]), "a part is its piece");
            }
            EventKind::TreeBegin if !event.span.is_empty() => {
                let mut depth = 0_usize;
                let end = rest.iter().position(|event| {
                    depth += usize::from(event.kind == EventKind::TreeBegin);
                    depth -= usize::from(event.kind == EventKind::TreeEnd);
                    depth == 0
                });
                let end = end.expect("trees are balanced");
                let part = Part::tree(data, event.span.start);
                let known = part.clone().within(rest[end].span.end);
                assert!(
                    known.eq(rest[..=end].iter().copied()),
                    "a part within its end is its piece"
                );
                if open == 1 {
                    assert!(part.eq(rest[..=end].iter().copied()), "a part is its piece");
                }
            }
            _ => {}
        }
    }
}

/// Properties read in place are those of the events.
fn properties(found: Properties<'_>, events: &[Event]) {
    let mut expected = events.iter();
    for property in found {
        let mut compare = |kind, span| {
            let event = Event::new(kind, span);
            assert_eq!(Some(&event), expected.next(), "read in place is parsed");
        };
        compare(EventKind::Identifier, property.identifier_span());
        assert_eq!(property.value_spans().count(), property.len());
        for span in property.value_spans() {
            compare(EventKind::Value, span);
        }
        assert_eq!(property.value_span(), property.value_spans().next());
    }
    assert_eq!(expected.next(), None, "read in place is parsed");
}
