//! The suite, by slice, by stream and by visitor.

use kifu_testkit::exercism::{self, Expected};
use kifu_testkit::suite::{Case, for_each};
use kifu_testkit::{assert_same_text, corpus, workspace};

use crate::readings::{Reading, by_feed, by_fold, by_slice, by_stream, by_visitor};

/// Returns the differences from the expected result, as lines to print.
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
fn slice_at_once() {
    run(by_fold);
}

#[test]
fn slice_to_sink() {
    run(by_feed);
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
            by_stream(input, vec![size])
        });
    }
}

#[test]
fn visitor() {
    run(by_visitor);
}

/// Inputs that were once read wrong. The correct result is in the suite; here all ways of reading must agree.
#[test]
fn regressions() {
    for path in corpus::files(&workspace().join("testdata/regressions"), "") {
        let input = std::fs::read(&path).expect("the file can be read");
        let expected = by_slice(&input);
        let mut others = vec![by_visitor(&input), by_fold(&input), by_feed(&input)];
        others.extend((1..8).map(|size| by_stream(&input, vec![size])));
        for other in others {
            assert_same_text(path.display(), &other.dump(), &expected.dump());
            assert_eq!(other.problems, expected.problems, "{}", path.display());
        }
    }
}

/// The identifier says whether a value may be text, even where it has long left the window.
#[test]
fn an_identifier_far_behind_its_value_is_known() {
    for (identifier, values) in [("AB", 3), ("C", 1)] {
        for between in ["[aa]".repeat(100_000), " ".repeat(300_000)] {
            let input = format!("(;{identifier}{between}[b[b]=[cc]-[dd];W:[ee];B[ff])");
            let expected = by_slice(input.as_bytes());
            for size in [997, 100_000, input.len()] {
                let other = by_stream(input.as_bytes(), vec![size]);
                assert!(other == expected, "{identifier} by {size}");
            }
            let (more, _) = input.split_at(input.find("[b[b]").unwrap());
            let before = more.matches("[aa]").count();
            let of_node = expected.properties(0)[identifier];
            assert_eq!(of_node - before, values, "{identifier}");
        }
    }
}

/// Returns the differences from the expected result.
fn exercise(case: &exercism::Case, reading: &Reading) {
    let what = &case.description;
    let Expected::Node(root) = &case.expected else {
        assert!(
            !reading.problems.is_empty(),
            "{what}: no problem is reported"
        );
        return;
    };
    assert_eq!(reading.problems, [], "{what}");
    let mut number = 0;
    let mut nodes = vec![root];
    while let Some(node) = nodes.pop() {
        for (id, values) in &node.properties {
            assert_eq!(&reading.texts(number, id).values, values, "{what}: `{id}`");
        }
        number += 1;
        nodes.extend(node.children.iter().rev());
    }
    assert_eq!(sorted(&reading.outline()), root.outline(), "{what}");
}

/// An outline with the properties of each node in alphabetical order: the exercise does not define one.
fn sorted(outline: &str) -> String {
    let is_sign = |char: char| "();".contains(char);
    let parts = outline.split_inclusive(is_sign).map(|part| {
        let (names, sign) = part.split_at(part.trim_end_matches(is_sign).len());
        let mut names = names.split(' ').collect::<Vec<_>>();
        names.sort_unstable();
        names.join(" ") + sign
    });
    parts.collect()
}

#[test]
fn exercism() {
    let Some(cases) = exercism::cases() else {
        return;
    };
    for case in cases {
        let input = case.input.encoded.as_bytes();
        for read in [by_slice, by_fold, by_feed, by_visitor] {
            exercise(&case, &read(input));
        }
        for size in 1..8 {
            exercise(&case, &by_stream(input, vec![size]));
        }
    }
}
