//! Messages of SGFC and of Kifu for SGFC's test data: lines and numbers of messages, and the resulting trees.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use kifu_lint::convert::{self, Obsolete};
use kifu_lint::emit::{Format, Report};
use kifu_lint::{Applicability, Options, check, fix};
use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::{Size, point_list};
use kifu_sgf::{Collection, Node, Property};

const DEVIATIONS: &str = include_str!("../../../../docs/sgfc-deviations.md");

/// The test data of SGFC, if it is here.
fn folder() -> Option<PathBuf> {
    kifu_testkit::corpus::path("sgfc")
}

/// Line and number of each message; line 0 for those without a place.
fn messages(output: &str) -> BTreeSet<(usize, u8)> {
    output
        .lines()
        .filter_map(|line| {
            let words: Vec<_> = line.split([' ', ':']).collect();
            let class = words
                .iter()
                .position(|word| matches!(*word, "Warning" | "Error" | "error"))?;
            let number = words.get(class + 1)?.parse().ok()?;
            let at = match words.as_slice() {
                ["Line", line, ..] => line.parse().ok()?,
                _ => 0,
            };
            Some((at, number))
        })
        .collect()
}

/// The rows of a table of `docs/sgfc-deviations.md`, by its first cell.
fn deviations(name: &str) -> Vec<Vec<String>> {
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    DEVIATIONS
        .lines()
        .filter_map(|line| {
            let cells: Vec<_> = line.strip_prefix('|')?.split('|').map(cell).collect();
            (cells.first()? == name).then_some(cells)
        })
        .collect()
}

#[test]
fn lines_and_numbers_are_those_of_sgfc() {
    let Some(folder) = folder() else {
        return;
    };
    let mut wrong = Vec::new();
    // The option that SGFC was run with, beside those that change nothing about what is found: `-r` is
    // `--strict` without what only `-v` says, and `-v` those two rules.
    let normal = Options::default();
    let level = ["S313", "S324"];
    let r = Options::default().with_strict(true).with_ignore(level);
    let v = Options::default().with_select(["ALL", "S313", "S324"]);
    for (input, output, options) in [
        ("test.sgf", "test-output.txt", &normal),
        ("test.sgf", "test-roun-output.txt", &r),
        ("strict.sgf", "strict-output.txt", &r),
        ("reorder.sgf", "reorder-output.txt", &v),
        ("escaping.sgf", "escaping-output.txt", &normal),
        ("mixed-encoding.sgf", "mixed-encoding-output.txt", &normal),
    ] {
        let theirs = messages(&String::from_utf8_lossy(
            &fs::read(folder.join(output)).unwrap(),
        ));
        let source = Source::new(
            fs::read(folder.join(input)).unwrap(),
            &DecodeOptions::default(),
        );
        // The lines of `-v` are among those of strict checks.
        let mut report = Report::new(input, &source, Format::Sgfc, *options != normal);
        let mut shown = String::new();
        for found in check(&source, options) {
            report.add(&found, &mut shown);
        }
        report.end(&mut shown);
        let ours = messages(&shown);
        let mut known = BTreeSet::new();
        for row in deviations(output) {
            let pair = (row[1].parse().unwrap(), row[2].parse().unwrap());
            let is_extra = row[3] == "more";
            assert!(is_extra || row[3] == "less", "{row:?}");
            assert_eq!(ours.contains(&pair), is_extra, "stale: {row:?}");
            assert_eq!(theirs.contains(&pair), !is_extra, "stale: {row:?}");
            known.insert(pair);
        }
        let differ: Vec<_> = ours
            .symmetric_difference(&theirs)
            .filter(|pair| !known.contains(pair))
            .map(|pair| (pair, if ours.contains(pair) { "more" } else { "less" }))
            .collect();
        if !differ.is_empty() {
            wrong.push(format!("{output}: {differ:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A tree as far as it matters: root properties that SGFC always writes are left out, and so are
/// nodes that say nothing.
fn outline(collection: &Collection) -> Vec<String> {
    collection
        .games()
        .flat_map(|game| game.nodes().filter_map(node))
        .collect()
}

fn node(node: Node<'_>) -> Option<String> {
    let mut properties: Vec<_> = node
        .properties()
        .filter(|property| {
            !["FF", "CA", "GM", "SZ", "AP"]
                .iter()
                .any(|id| property.is(id))
                || shows(property.value(), &property.identifier())
        })
        .map(|property| {
            let mut values: Vec<_> = property
                .values()
                .flat_map(|value| decoded(&property, value))
                .collect();
            values.sort();
            format!("{}{values:?}", property.identifier())
        })
        .collect();
    properties.sort();
    (!properties.is_empty()).then(|| format!("{} {}", node.depth(), properties.join(" ")))
}

/// Returns the meaning of a value: each point of a rectangle, otherwise its text.
fn decoded(property: &Property<'_>, value: &str) -> Vec<String> {
    let rectangles = schema::lookup(Some(Game::Go), &property.identifier())
        .is_some_and(|def| def.allows_rectangles(Some(Game::Go)));
    match point_list::parse_lenient(value, Size::LARGEST) {
        Ok(items) if rectangles => point_list::expand(items.value)
            .map(|point| point.to_string())
            .collect(),
        _ => vec![kifu_sgf::value::text::parse(value).into_owned()],
    }
}

/// Whether a root property differs from what SGFC supplies.
fn shows(value: &str, identifier: &str) -> bool {
    match identifier {
        "GM" => value != "1",
        "SZ" => value != "19",
        _ => false,
    }
}

#[test]
fn trees_are_those_of_sgfc() {
    let Some(folder) = folder() else {
        return;
    };
    let folder = folder.join("trigger-errors");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in index.lines() {
        let name = row.split('\t').next().unwrap_or_default();
        // With options SGFC also mends what is lawful, or does what `kifu convert` is asked for.
        let options = Options::default().with_strict(!row.ends_with("[]"));
        let drops = row.contains("('keep_obsolete_props', 'false')");
        let input = fs::read(folder.join(format!("{name}.in.sgf"))).unwrap();
        let expected = fs::read(folder.join(format!("{name}.expected.sgf"))).unwrap();
        let fixed = fix(
            input,
            &DecodeOptions::default(),
            &options,
            Applicability::Unsafe,
        );
        let mut ours = Collection::from_bytes(fixed.source.into_bytes());
        if drops {
            let options = convert::Options {
                obsolete: Obsolete::Drop,
                ..convert::Options::default()
            };
            convert::to_ff4(&mut ours, &options);
        }
        let is_same = outline(&ours) == outline(&Collection::from_bytes(expected));
        count += 1;
        match (is_same, deviations(name).is_empty()) {
            (true, false) => wrong.push(format!("{name} is a deviation no more")),
            (false, true) => wrong.push(format!("{name} gives {}", ours.text())),
            _ => {}
        }
    }
    assert_eq!(count, 53);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Bytes with those that are written as `\\xE9`.
fn bytes_of(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend(rest.bytes());
    }
    bytes
}

#[test]
fn values_have_the_numbers_of_their_rows() {
    let (_, table) = DEVIATIONS.split_once("## Values").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let mut wrong = Vec::new();
    for line in rows.clone() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let example = cells[1].trim_matches('`').trim();
        let found = check(
            &Source::new(example.into(), &DecodeOptions::default()),
            &Options::default(),
        );
        let numbers: Vec<_> = found.iter().filter_map(|one| one.sgfc).collect();
        let expected: Vec<u8> = cells[3].parse().into_iter().collect();
        let has_rule = cells[4].is_empty() || found.iter().any(|one| one.code == cells[4]);
        if numbers != expected || !has_rule || cells[2] == cells[3] {
            wrong.push(format!("{example}: {numbers:?}"));
        }
    }
    assert!(
        rows.count() > 10 && wrong.is_empty(),
        "{}",
        wrong.join("\n")
    );
}

#[test]
fn every_number_has_a_row_that_holds() {
    let table = DEVIATIONS.split_once("## Every number").unwrap().1;
    let mut numbers = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let number: u8 = cells[1].parse().unwrap();
        numbers.insert(number);
        let example = cells[5].trim_matches('`').trim();
        if example.is_empty() {
            continue;
        }
        let source = Source::new(bytes_of(example), &DecodeOptions::default());
        let options = Options::default().with_strict(true);
        let found = check(&source, &options);
        let reports = |code: &str| found.iter().any(|found| found.code == code);
        let has_number = found.iter().any(|found| found.sgfc == Some(number));
        let is_equal = cells[3].starts_with("equal") || number == 40;
        if has_number != is_equal || !(cells[4].is_empty() || reports(cells[4])) {
            let found: Vec<_> = found.iter().map(|one| (one.code, one.sgfc)).collect();
            wrong.push(format!("{number}: {example}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        numbers.into_iter().collect::<Vec<_>>(),
        (1..=78).collect::<Vec<_>>()
    );
}
