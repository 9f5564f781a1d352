//! The suite by the tree: as read, under change, and read back from each style of writing.

use std::collections::BTreeMap;

use kifu_sgf::{Collection, Compare};
use kifu_syntax::text::{split_compose, unescape_simple_text, unescape_text};
use kifu_syntax::{Context, Value, Visit, Visitor};
use kifu_testkit::exercism::{self, Expected};
use kifu_testkit::suite::{Case, Text, for_each};
use kifu_testkit::{Outline, corpus, workspace};

use crate::write::bare;

/// The outline of a collection in the notation of the suite.
fn outline(collection: &Collection) -> String {
    let mut outline = Outline::default();
    for game in collection.games() {
        outline.tree_begin();
        // The first nodes of the variations that are open.
        let mut open = Vec::new();
        for node in game.nodes() {
            if node.previous_sibling().is_some() {
                // Close all variations of the sibling before.
                while let Some(first) = open.pop() {
                    outline.tree_end();
                    if Some(first) == node.previous_sibling() {
                        break;
                    }
                }
            }
            if node.siblings().nth(1).is_some() {
                outline.tree_begin();
                open.push(node);
            }
            outline.node_begin();
            for property in node.properties() {
                outline.property(property.written_identifier(), property.len());
            }
        }
        for _ in open {
            outline.tree_end();
        }
        outline.tree_end();
    }
    outline.finish()
}

/// Returns the trees for an outline of the events: a tree without a node is not a game, and each of several roots is
/// one.
fn games_of(outline: &str) -> String {
    let games = trees(outline).into_iter().flat_map(|tree| {
        if tree.starts_with("((") {
            trees(&tree[1..tree.len() - 1])
        } else {
            vec![tree]
        }
    });
    let games = games.filter(|game| *game != "()").collect::<Vec<_>>();
    games.join(" ")
}

/// The trees of an outline that are not inside of another.
fn trees(outline: &str) -> Vec<&str> {
    let mut trees = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (at, byte) in outline.bytes().enumerate() {
        match byte {
            b'(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    trees.push(&outline[start..=at]);
                }
            }
            _ => {}
        }
    }
    trees
}

fn texts(collection: &Collection, text: &Text) -> Vec<(&'static str, String, String)> {
    let node = collection
        .games()
        .flat_map(|game| game.nodes())
        .nth(text.node)
        .expect("the suite names nodes that are there");
    let raw = node
        .properties()
        .filter(|property| property.written_identifier() == text.id)
        .flat_map(|property| property.values())
        .collect::<Vec<_>>();
    let mut found = Vec::new();
    if let Some(expected) = &text.values {
        let actual = raw.iter().map(|raw| unescape_text(raw)).collect::<Vec<_>>();
        found.push(("values", format!("{actual:?}"), format!("{expected:?}")));
    }
    let simple = |raw| unescape_simple_text(raw).into_owned();
    if let Some(expected) = &text.simple {
        let actual = raw.iter().map(|raw| simple(raw)).collect::<Vec<_>>();
        found.push(("simple", format!("{actual:?}"), format!("{expected:?}")));
    }
    if let Some(expected) = &text.compose {
        let actual = raw
            .iter()
            .map(|raw| split_compose(raw).unwrap_or((raw, "")))
            .map(|(left, right)| (simple(left), simple(right)))
            .collect::<Vec<_>>();
        found.push(("compose", format!("{actual:?}"), format!("{expected:?}")));
    }
    found
}

/// Returns the differences from the expected result, as lines to print.
fn differences(case: &Case, collection: &Collection) -> Vec<String> {
    let mut lines = Vec::new();
    let mut compare = |what: &str, actual: String, expected: String| {
        if actual != expected {
            lines.push(format!(
                "{what}\n    expected: {expected}\n    actual:   {actual}"
            ));
        }
    };
    if let Some(tree) = &case.tree {
        compare("tree", outline(collection), games_of(tree));
    }
    if let Some(counts) = &case.counts {
        compare(
            "games and nodes",
            format!("{} {}", collection.len(), collection.node_count()),
            format!("{} {}", counts.games, counts.nodes),
        );
    }
    // Places in bytes that are no text are not those in what they were decoded to.
    if std::str::from_utf8(&case.utf8()).is_ok() {
        let problems = collection.problems().iter().map(|problem| {
            let span = problem.span;
            format!("{}@{}..{}", problem.kind.code(), span.start, span.end)
        });
        compare(
            "diagnostics",
            format!("{:?}", problems.collect::<Vec<_>>()),
            format!("{:?}", case.diagnostics),
        );
        for text in &case.texts {
            for (what, actual, expected) in texts(collection, text) {
                let what = format!("{what} of `{}` in node {}", text.id, text.node);
                compare(&what, actual, expected);
            }
        }
    }
    lines
}

/// Makes every game one under change, without changing anything.
fn edited(mut collection: Collection) -> Collection {
    for number in 0..collection.len() {
        assert!(collection.game_mut(number).is_some());
    }
    collection
}

/// Changes every game where it matters to what follows: a text that looks like the next game in the root, and
/// a second child below the next node.
fn changed(mut collection: Collection) -> Collection {
    for number in 0..collection.len() {
        let mut game = collection.game_mut(number).expect("it is there");
        let root = game.root();
        game.set(root, "FF", &[" (;FF[4\\]"])
            .expect("the root is there");
        let next = game.tree().root().first_child().map(|node| node.id());
        game.append_child(next.unwrap_or(root))
            .expect("the node is there");
    }
    collection
}

/// Returns the content that a collection loses when it is written and read, as lines to print.
fn losses(collection: &Collection, input: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    if collection.to_bytes().expect("nothing is new") != input {
        lines.push("preserved: other bytes".to_owned());
    }
    let edited = edited(collection.clone());
    if !edited.is_same(collection, Compare::Ordered) {
        lines.push("under change: another tree".to_owned());
    }
    let preserved = edited.to_bytes().expect("nothing is new");
    if collection.problems().is_empty() && preserved != input {
        lines.push("under change, preserved: other bytes".to_owned());
    }
    let back = Collection::from_bytes(preserved);
    if !back.is_same(collection, Compare::Ordered) {
        let text = back.text();
        lines.push(format!("under change, preserved: reads back else: {text}"));
    }
    let expected = bare(collection.clone());
    for form in [collection, &edited] {
        for text in [form.to_canonical(), form.to_compact()] {
            let back = bare(Collection::from(&text[..]));
            if !back.is_same(&expected, Compare::Unordered) {
                lines.push(format!("reads back else: {text}"));
            }
        }
    }
    lines
}

/// Runs every case of the suite, and shows all that fail.
#[track_caller]
fn run(check: impl Fn(&Case) -> Vec<String>) {
    let mut failed = Vec::new();
    for_each(|name, case| {
        let lines = check(case);
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
fn as_read() {
    run(|case| differences(case, &Collection::from_bytes(case.input())));
}

#[test]
fn under_change() {
    run(|case| differences(case, &edited(Collection::from_bytes(case.input()))));
}

#[test]
fn written_and_read_back() {
    run(|case| {
        let input = case.input();
        losses(&Collection::from_bytes(input.clone()), &input)
    });
}

/// Inputs that were once read or written wrong.
#[test]
fn regressions() {
    for path in corpus::files(&workspace().join("testdata/regressions"), "") {
        let input = std::fs::read(&path).expect("the file can be read");
        let collection = Collection::from_bytes(input.clone());
        let lines = losses(&collection, &input);
        assert!(
            lines.is_empty(),
            "{}: {}",
            path.display(),
            lines.join("\n  ")
        );
        let changed = changed(collection);
        let written = changed
            .to_bytes()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let back = Collection::from_bytes(written);
        assert!(
            back.is_same(&changed, Compare::Ordered),
            "{}: changed, it reads back else: {}",
            path.display(),
            back.text()
        );
    }
}

/// An identifier and the texts of its values.
type Texts = (String, Vec<String>);

struct Visited(Vec<Texts>);

impl Visitor for Visited {
    fn property_begin(&mut self, identifier: &str, _: Context) -> Visit {
        self.0.push((identifier.to_owned(), Vec::new()));
        Visit::Enter
    }

    fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
        let (identifier, texts) = self.0.last_mut().expect("a property began");
        assert_eq!(identifier, value.identifier);
        texts.push(value.text().into_owned());
        Visit::Enter
    }
}

#[test]
fn visited() {
    run(|case| {
        let mut visited = Visited(Vec::new());
        let source = kifu_sgf::visit(case.input(), &mut visited);
        let collection = Collection::from_bytes(case.input());
        assert_eq!(source.text(), collection.text());
        let properties = collection.games().flat_map(|game| game.nodes());
        let properties = properties.flat_map(|node| node.properties());
        let properties = properties.map(|property| {
            let texts = property.texts().map(Into::into).collect();
            (property.written_identifier().to_owned(), texts)
        });
        let properties: Vec<Texts> = properties.collect();
        if properties == visited.0 {
            Vec::new()
        } else {
            vec![format!("{properties:?}\n    visited: {:?}", visited.0)]
        }
    });
}

#[test]
fn outlines_of_events_become_those_of_trees() {
    for (events, tree) in [
        ("(;A;B(;C)(;D)) (;E)", "(;A;B(;C)(;D)) (;E)"),
        ("((;A(;B)(;C))(;D)) (;E)", "(;A(;B)(;C)) (;D) (;E)"),
        ("() (;A)", "(;A)"),
        ("()", ""),
    ] {
        assert_eq!(games_of(events), tree);
    }
}

#[test]
fn exercism() {
    let Some(cases) = exercism::cases() else {
        return;
    };
    for case in cases {
        let collection = Collection::from(&case.input.encoded[..]);
        let what = &case.description;
        let Expected::Node(root) = &case.expected else {
            assert!(
                !collection.problems().is_empty(),
                "{what}: no problem is reported"
            );
            continue;
        };
        assert_eq!(collection.problems(), [], "{what}");
        for collection in [edited(collection.clone()), collection] {
            let game = collection.games().next().expect("there is a game");
            let mut pairs = vec![(game.root(), root)];
            while let Some((node, expected)) = pairs.pop() {
                let properties = node.properties().map(|property| {
                    let values = property
                        .values()
                        .map(|value| unescape_text(value).into_owned());
                    (property.written_identifier().to_owned(), values.collect())
                });
                let properties = properties.collect::<BTreeMap<_, Vec<_>>>();
                assert_eq!(properties, expected.properties, "{what}");
                let children = node.children().collect::<Vec<_>>();
                assert_eq!(children.len(), expected.children.len(), "{what}");
                pairs.extend(children.into_iter().zip(&expected.children));
            }
        }
    }
}
