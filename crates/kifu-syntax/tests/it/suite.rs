//! The suite, by slice, by stream and by visitor.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kifu_syntax::text::{split_compose, unescape_simple_text, unescape_text};
use kifu_syntax::{
    Event, EventKind, Parser, Problem, Property, Reader, Span, TreeContext, Visit, Visitor,
};
use kifu_testkit::exercism::{self, Expected};
use kifu_testkit::strategy::Chunks;
use kifu_testkit::suite::{Case, Counts, for_each};
use kifu_testkit::{Dump, Outline, assert_same_text, corpus, workspace};

/// Everything one way of reading finds in an input.
struct Reading {
    /// Each event with its bytes.
    events: Vec<(Event, Vec<u8>)>,
    problems: Vec<Problem>,
}

fn by_slice(input: &[u8]) -> Reading {
    let mut problems = Vec::new();
    let events = Parser::with_sink(input, &mut problems)
        .map(|event| (event, event.span.of(input).to_vec()))
        .collect();
    Reading { events, problems }
}

fn by_stream(input: &[u8], size: usize) -> Reading {
    let mut reader = Reader::with_sink(Chunks::new(input, vec![size]), Vec::new());
    let mut events = Vec::new();
    while let Some(event) = reader.next_event().expect("a slice can be read") {
        events.push((event, reader.bytes(event.span).to_vec()));
    }
    Reading {
        events,
        problems: reader.into_sink(),
    }
}

fn by_visitor(input: &[u8]) -> Reading {
    struct Collect<'a> {
        input: &'a [u8],
        events: Vec<(Event, Vec<u8>)>,
    }

    impl Collect<'_> {
        fn push<B, C>(&mut self, kind: EventKind, span: Span, goes_on: C) -> ControlFlow<B, C> {
            let bytes = span.of(self.input).to_vec();
            self.events.push((Event::new(kind, span), bytes));
            ControlFlow::Continue(goes_on)
        }
    }

    impl Visitor for Collect<'_> {
        type Break = ();

        fn tree_begin(&mut self, tree: TreeContext) -> ControlFlow<(), Visit> {
            self.push(EventKind::TreeBegin, tree.span, Visit::Enter)
        }

        fn tree_end(&mut self, tree: TreeContext) -> ControlFlow<()> {
            self.push(EventKind::TreeEnd, tree.span, ())
        }

        fn node_begin(&mut self, span: Span) -> ControlFlow<(), Visit> {
            self.push(EventKind::NodeBegin, span, Visit::Enter)
        }

        fn property(&mut self, property: Property<'_>) -> ControlFlow<()> {
            let start = property.span().start;
            let letters = Span::new(start, start + property.identifier().len());
            self.push(EventKind::Identifier, letters, ())?;
            for span in property.value_spans() {
                self.push(EventKind::Value, span, ())?;
            }
            ControlFlow::Continue(())
        }
    }

    let mut problems = Vec::new();
    let mut collect = Collect {
        input,
        events: Vec::new(),
    };
    let flow = Parser::with_sink(input, &mut problems).visit(&mut collect);
    assert!(flow.is_continue());
    Reading {
        events: collect.events,
        problems,
    }
}

/// The values of a property, unescaped in each of the three ways.
#[derive(Default)]
struct Texts {
    values: Vec<String>,
    simple: Vec<String>,
    compose: Vec<(String, String)>,
}

impl Reading {
    fn dump(&self) -> String {
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

    fn outline(&self) -> String {
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

    fn counts(&self) -> Counts {
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

    fn texts(&self, node: usize, id: &str) -> Texts {
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

    fn diagnostics(&self) -> Vec<String> {
        let code = |problem: &Problem| {
            let Span { start, end } = problem.span;
            format!("{}@{start}..{end}", problem.kind.code())
        };
        self.problems.iter().map(code).collect()
    }
}

/// What differs from what the case expects, as lines to print.
fn differences(case: &Case, read: impl Fn(&[u8]) -> Reading) -> Vec<String> {
    let reading = read(&case.utf8());
    let mut lines = Vec::new();
    let mut compare = |what: &str, actual: String, expected: String| {
        if actual != expected {
            lines.push(format!(
                "{what}\n    expected: {expected}\n    actual:   {actual}"
            ));
        }
    };
    if let Some(events) = &case.events {
        compare("events", reading.dump(), events.clone());
    }
    if let Some(tree) = &case.tree {
        compare("tree", reading.outline(), tree.clone());
    }
    if let Some(counts) = &case.counts {
        compare(
            "counts",
            format!("{:?}", reading.counts()),
            format!("{counts:?}"),
        );
    }
    compare(
        "diagnostics",
        format!("{:?}", reading.diagnostics()),
        format!("{:?}", case.diagnostics),
    );
    for text in &case.texts {
        let texts = reading.texts(text.node, &text.id);
        let what = format!("texts of `{}` in node {}", text.id, text.node);
        if let Some(values) = &text.values {
            compare(&what, format!("{:?}", texts.values), format!("{values:?}"));
        }
        if let Some(simple) = &text.simple {
            compare(&what, format!("{:?}", texts.simple), format!("{simple:?}"));
        }
        if let Some(compose) = &text.compose {
            compare(
                &what,
                format!("{:?}", texts.compose),
                format!("{compose:?}"),
            );
        }
    }
    lines
}

/// Runs every case of the suite, and shows all that fail.
#[track_caller]
fn run(read: impl Fn(&[u8]) -> Reading) {
    let mut failed = Vec::new();
    for_each(|name, case| {
        let lines = differences(case, &read);
        if !lines.is_empty() {
            failed.push(format!("{name}: {}", lines.join("\n  ")));
        }
    });
    assert!(
        failed.is_empty(),
        "{} cases fail\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn slice() {
    run(by_slice);
}

#[test]
fn stream() {
    for size in 1..8 {
        run(|input| {
            // Small pieces are for small cases.
            let size = if input.len() < 10_000 {
                size
            } else {
                size * 997
            };
            by_stream(input, size)
        });
    }
}

#[test]
fn visitor() {
    run(by_visitor);
}

/// Inputs that were once read wrong. What is right stands in the suite; here all ways of reading
/// must agree.
#[test]
fn regressions() {
    for path in corpus::files(&workspace().join("testdata/regressions"), "") {
        let input = std::fs::read(&path).expect("the file can be read");
        let expected = by_slice(&input);
        let mut others = vec![by_visitor(&input)];
        others.extend((1..8).map(|size| by_stream(&input, size)));
        for other in others {
            assert_same_text(path.display(), &other.dump(), &expected.dump());
            assert_eq!(other.problems, expected.problems, "{}", path.display());
        }
    }
}

#[test]
fn exercism() {
    let Some(cases) = exercism::cases() else {
        return;
    };
    for case in cases {
        let reading = by_slice(case.input.encoded.as_bytes());
        let what = &case.description;
        let Expected::Node(root) = case.expected else {
            assert!(
                !reading.problems.is_empty(),
                "{what}: no problem is reported"
            );
            continue;
        };
        assert_eq!(reading.problems, [], "{what}");
        let mut number = 0;
        let mut nodes = vec![&root];
        while let Some(node) = nodes.pop() {
            for (id, values) in &node.properties {
                assert_eq!(&reading.texts(number, id).values, values, "{what}: `{id}`");
            }
            let ids = node
                .properties
                .iter()
                .map(|(id, values)| (id.clone(), values.len()));
            assert_eq!(properties(&reading, number), ids.collect(), "{what}");
            number += 1;
            nodes.extend(node.children.iter().rev());
        }
        assert_eq!(reading.counts().nodes, number, "{what}");
    }
}

/// The identifiers of a node, with the number of their values.
fn properties(reading: &Reading, node: usize) -> BTreeMap<String, usize> {
    let mut properties = BTreeMap::new();
    let mut nodes = 0;
    let mut last = String::new();
    for (event, bytes) in &reading.events {
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
