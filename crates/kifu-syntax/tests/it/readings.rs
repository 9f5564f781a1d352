//! The ways of reading, and their results.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};

use kifu_syntax::text::{split_compose, unescape_simple_text, unescape_text};
use kifu_syntax::{
    Context, Event, EventKind, EventSink, Parser, Problem, Reader, Span, Value, Visit, Visitor,
};
use kifu_testkit::strategy::Chunks;
use kifu_testkit::suite::Counts;
use kifu_testkit::{Dump, Outline};

/// Everything one way of reading finds in an input.
#[derive(Debug, PartialEq)]
pub(crate) struct Reading {
    /// Each event with its bytes.
    pub(crate) events: Vec<(Event, Vec<u8>)>,
    pub(crate) problems: Vec<Problem>,
}

pub(crate) fn by_slice(input: &[u8]) -> Reading {
    let mut problems = Vec::new();
    let mut events = Vec::new();
    for event in Parser::with_sink(input, &mut problems) {
        events.push((event, event.span.of(input).to_vec()));
    }
    Reading { events, problems }
}

/// All events at once, which are not pulled one by one.
pub(crate) fn by_fold(input: &[u8]) -> Reading {
    let mut problems = Vec::new();
    let mut events = Vec::new();
    Parser::with_sink(input, &mut problems)
        .for_each(|event| events.push((event, event.span.of(input).to_vec())));
    Reading { events, problems }
}

/// All events given to a sink.
pub(crate) fn by_feed(input: &[u8]) -> Reading {
    struct Collect<'a>(&'a [u8], Vec<(Event, Vec<u8>)>);

    impl EventSink for Collect<'_> {
        fn event(&mut self, event: Event) {
            self.1.push((event, event.span.of(self.0).to_vec()));
        }
    }

    let mut problems = Vec::new();
    let mut events = Collect(input, Vec::new());
    Parser::with_sink(input, &mut problems).feed(&mut events);
    Reading {
        events: events.1,
        problems,
    }
}

/// Returns the input in pieces, and must be called twice for each, so that the reader has only the pieces so far; the
/// `last` bytes arrive together with the end.
struct Hesitates<'a> {
    chunks: Chunks<'a>,
    waits: bool,
    left: usize,
    last: usize,
}

impl Read for Hesitates<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.waits = !self.waits && self.left > self.last;
        if self.waits {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = self.chunks.read(buffer)?;
        self.left -= count;
        Ok(count)
    }
}

pub(crate) fn by_stream(input: &[u8], sizes: Vec<usize>) -> Reading {
    let input = Hesitates {
        left: input.len(),
        last: 5 * sizes.iter().sum::<usize>(),
        chunks: Chunks::new(input, sizes),
        waits: false,
    };
    let mut reader = Reader::with_sink(input, Vec::new());
    let mut events = Vec::new();
    loop {
        match reader.next_event() {
            Ok(Some(event)) => events.push((event, reader.bytes(event.span).to_vec())),
            Ok(None) => break,
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
    Reading {
        events,
        problems: reader.into_sink(),
    }
}

pub(crate) fn by_visitor(input: &[u8]) -> Reading {
    struct Collect<'a> {
        input: &'a [u8],
        events: Vec<(Event, Vec<u8>)>,
    }

    impl Collect<'_> {
        fn push(&mut self, kind: EventKind, span: Span) -> Visit {
            let bytes = span.of(self.input).to_vec();
            self.events.push((Event::new(kind, span), bytes));
            Visit::Enter
        }
    }

    impl Visitor for Collect<'_> {
        fn tree_begin(&mut self, tree: Context) -> Visit {
            self.push(EventKind::TreeBegin, tree.span)
        }

        fn tree_end(&mut self, tree: Context) -> Visit {
            self.push(EventKind::TreeEnd, tree.span)
        }

        fn node_begin(&mut self, node: Context) -> Visit {
            self.push(EventKind::NodeBegin, node.span)
        }

        fn property_begin(&mut self, _: &str, property: Context) -> Visit {
            self.push(EventKind::Identifier, property.span)
        }

        fn value(&mut self, _: Value<'_>, context: Context) -> Visit {
            self.push(EventKind::Value, context.span)
        }
    }

    let mut problems = Vec::new();
    let mut collect = Collect {
        input,
        events: Vec::new(),
    };
    Parser::with_sink(input, &mut problems).visit(&mut collect);
    Reading {
        events: collect.events,
        problems,
    }
}

/// The values of a property, unescaped in each of the three ways.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) values: Vec<String>,
    pub(crate) simple: Vec<String>,
    pub(crate) compose: Vec<(String, String)>,
}

impl Reading {
    pub(crate) fn dump(&self) -> String {
        let mut dump = Dump::default();
        for (event, bytes) in &self.events {
            let implied = event.span.is_empty();
            match event.kind {
                EventKind::TreeBegin => dump.tree_begin(implied),
                EventKind::NodeBegin => dump.node_begin(implied),
                EventKind::Identifier => dump.identifier(bytes),
                EventKind::Value => dump.value(bytes),
                EventKind::TreeEnd => dump.tree_end(implied),
            }
        }
        dump.finish()
    }

    pub(crate) fn outline(&self) -> String {
        let mut outline = Outline::default();
        for (index, (event, bytes)) in self.events.iter().enumerate() {
            match event.kind {
                EventKind::TreeBegin => outline.tree_begin(),
                EventKind::NodeBegin => outline.node_begin(),
                EventKind::Identifier => {
                    let values = self.events[index + 1..]
                        .iter()
                        .take_while(|(event, _)| event.kind == EventKind::Value);
                    outline.property(&String::from_utf8_lossy(bytes), values.count());
                }
                EventKind::Value => {}
                EventKind::TreeEnd => outline.tree_end(),
            }
        }
        outline.finish()
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts {
            games: 0,
            nodes: 0,
            depth: 0,
        };
        let mut depth = 0;
        for (event, _) in &self.events {
            match event.kind {
                EventKind::TreeBegin => {
                    counts.games += usize::from(depth == 0);
                    depth += 1;
                    counts.depth = counts.depth.max(depth);
                }
                EventKind::TreeEnd => depth -= 1,
                EventKind::NodeBegin => counts.nodes += 1,
                EventKind::Identifier | EventKind::Value => {}
            }
        }
        counts
    }

    pub(crate) fn texts(&self, node: usize, id: &str) -> Texts {
        let mut texts = Texts::default();
        let mut node_ends = node + 1;
        let mut is_wanted = false;
        for (event, bytes) in &self.events {
            match event.kind {
                EventKind::NodeBegin if node_ends == 0 => break,
                EventKind::NodeBegin => node_ends -= 1,
                EventKind::Identifier => is_wanted = node_ends == 0 && bytes == id.as_bytes(),
                EventKind::Value if is_wanted => {
                    let raw = std::str::from_utf8(bytes).expect("texts of the suite are UTF-8");
                    let (left, right) = split_compose(raw).unwrap_or((raw, ""));
                    let simple = |raw| unescape_simple_text(raw).into_owned();
                    texts.values.push(unescape_text(raw).into_owned());
                    texts.simple.push(simple(raw));
                    texts.compose.push((simple(left), simple(right)));
                }
                _ => {}
            }
        }
        texts
    }

    pub(crate) fn diagnostics(&self) -> Vec<String> {
        let code = |problem: &Problem| {
            let Span { start, end } = problem.span;
            format!("{}@{start}..{end}", problem.kind.code())
        };
        self.problems.iter().map(code).collect()
    }

    /// The identifiers of a node, with the number of their values.
    pub(crate) fn properties(&self, node: usize) -> BTreeMap<String, usize> {
        let mut properties = BTreeMap::new();
        let mut nodes = 0;
        let mut last = String::new();
        for (event, bytes) in &self.events {
            match event.kind {
                EventKind::NodeBegin => nodes += 1,
                EventKind::Identifier if nodes == node + 1 => {
                    last = String::from_utf8_lossy(bytes).into_owned();
                    properties.insert(last.clone(), 0);
                }
                EventKind::Value if nodes == node + 1 => {
                    *properties.entry(last.clone()).or_default() += 1;
                }
                _ => {}
            }
        }
        properties
    }
}
