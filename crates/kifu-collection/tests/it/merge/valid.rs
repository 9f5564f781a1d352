//! The merge of valid records is a valid record: no values that contradict each other (S307, S308, S314).

use std::collections::BTreeSet;

use kifu_collection::merge::{Header, Input, merge, three_way};
use kifu_sgf::{Collection, Node, schema};
use proptest::prelude::*;

/// Properties of which a node may have one.
const ALONE: [&[&str]; 2] = [&["DM", "GB", "GW", "UC"], &["BM", "DO", "IT", "TE"]];

/// Lists that may not have a point in common.
const LISTS: [&[&str]; 5] = [
    &["CR", "MA", "SL", "SQ", "TR"],
    &["TB", "TW"],
    &["AB", "AW", "AE"],
    &["DD"],
    &["VW"],
];

/// The points of a value: a point, or a rectangle.
fn points(raw: &str) -> Vec<(u8, u8)> {
    let corner = |text: &str| (text.as_bytes()[0], text.as_bytes()[1]);
    let (first, last) = raw.split_once(':').unwrap_or((raw, raw));
    let ((left, top), (right, bottom)) = (corner(first), corner(last));
    let columns = left..=right;
    columns
        .flat_map(|column| (top..=bottom).map(move |row| (column, row)))
        .collect()
}

/// The first contradiction in a node.
fn contradiction(node: Node<'_>) -> Option<String> {
    for group in ALONE {
        let count = group.iter().filter(|identifier| node.has(identifier));
        if count.count() > 1 {
            return Some(format!("two of {group:?}"));
        }
    }
    let values = |identifier: &str| {
        let own = node.properties().filter(|property| property.is(identifier));
        let raws =
            own.flat_map(|property| property.values().map(str::to_owned).collect::<Vec<_>>());
        raws.collect::<Vec<_>>()
    };
    for group in LISTS {
        let mut seen = BTreeSet::new();
        for identifier in group {
            let raws = values(identifier);
            if raws.len() > 1 && raws.iter().any(String::is_empty) {
                return Some(format!("{identifier}: values, and none"));
            }
            for raw in raws.iter().filter(|raw| !raw.is_empty()) {
                if !points(raw).into_iter().all(|point| seen.insert(point)) {
                    return Some(format!("{identifier}[{raw}] again in {group:?}"));
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    let labels = values("LB");
    labels
        .iter()
        .find(|label| !seen.insert(label[..2].to_owned()))
        .map(|label| format!("LB[{label}]"))
}

fn ensure_valid(collection: &Collection) -> Result<(), TestCaseError> {
    let bytes = collection.to_bytes().unwrap();
    let read = Collection::from_bytes(bytes);
    for node in read.games().flat_map(|game| game.nodes()) {
        let found = contradiction(node);
        prop_assert!(found.is_none(), "{found:?} in {}", read.to_compact());
    }
    Ok(())
}

/// The annotation of a node: values that do not contradict each other.
fn annotation() -> impl Strategy<Value = String> {
    let choose = |values: &'static [&'static str]| prop::sample::select(values);
    (
        choose(&["", "", "GB[1]", "GB[2]", "GW[1]", "DM[1]", "UC[2]"]),
        choose(&["", "", "BM[1]", "TE[1]", "IT[]", "DO[]"]),
        choose(&[
            "",
            "TR[aa]",
            "SQ[aa]",
            "TR[aa:cc]",
            "MA[bb]",
            "TR[aa][bb]SQ[cc]",
            "CR[bb:cd]SL[aa]",
        ]),
        choose(&["", "TB[aa]", "TW[aa]", "TB[aa:bb]TW[cc]", "TW[bb:dd]"]),
        choose(&["", "LB[cc:1]", "LB[cc:2]", "LB[aa:1][cc:2]"]),
        choose(&["", "", "DD[aa]", "DD[]", "DD[aa:bb]", "VW[aa:cc]", "C[x]"]),
    )
        .prop_map(|(one, two, three, four, five, six)| [one, two, three, four, five, six].concat())
}

/// A property of one value that a node has twice, or with several values.
fn excess(node: Node<'_>) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut singles = node.properties().filter(|property| {
        let definition = schema::lookup(node.game().kind(), &property.identifier());
        definition.is_some_and(|definition| !definition.value.is_list())
    });
    singles
        .find(|property| property.len() > 1 || !seen.insert(property.identifier()))
        .map(|property| property.identifier().into_owned())
}

/// A record with several values of properties that have one.
fn crowded() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "B[aa]",
        "B[bb]",
        "B[aa][bb]",
        "W[cc]",
        "W[dd][cc]",
        "B[]",
        "B",
        "PL[B]",
        "PL[W][B]",
        "C[x]",
        "C[y][z]",
        "N[x]",
        "N[x][y]",
        "BL[1]",
        "BL[1][2]",
        "GB[1]",
        "GW[2]",
        "MN[3][4]",
        "KO[]",
        "TE[1][2]",
        "KM[5]",
        "KM[6][7]",
        "PB[x]",
        "RE[0][?]",
        "SZ[9]",
        "SZ[13]",
        "AB[ee][ff]",
        "TR[aa]",
        "FG[][1:x]",
        "V[1][2]",
        "HO[1]",
        "AP[a:1][b:2]",
    ]);
    let node = prop::collection::vec(property, 0..5).prop_map(|properties| properties.concat());
    prop::collection::vec(node, 1..5).prop_map(|nodes| format!("(;SZ[9]{})", nodes.join(";")))
}

/// A valid record of a few nodes with the moves that all share.
fn record() -> impl Strategy<Value = String> {
    let setup = prop::sample::select(vec!["", "AB[aa:ab]", "AB[ab][aa]", "AW[aa]"]);
    (
        setup,
        annotation(),
        annotation(),
        annotation(),
        any::<bool>(),
    )
        .prop_map(|(setup, root, first, second, has_more)| {
            let more = if has_more {
                format!(";{second}")
            } else {
                String::new()
            };
            format!("(;FF[4]GM[1]SZ[9]{setup}{root};B[ee]{first}{more};W[ff])")
        })
}

proptest! {
    #[test]
    fn what_is_merged_is_valid(records in prop::collection::vec(record(), 2..4)) {
        let files: Vec<_> = records.iter().map(|text| Collection::from(text.as_str())).collect();
        prop_assert!(files.iter().all(|file| ensure_valid(file).is_ok()));
        let inputs: Vec<_> = files
            .iter()
            .map(|file| Input { game: file.game(0).unwrap(), name: "x" })
            .collect();
        for header in [Header::Together, Header::Apart] {
            ensure_valid(&merge(&inputs, header).unwrap().collection)?;
        }
    }

    #[test]
    fn no_property_of_one_value_has_more(records in prop::collection::vec(crowded(), 1..4)) {
        let files: Vec<_> = records.iter().map(|text| Collection::from(text.as_str())).collect();
        let inputs: Vec<_> = files
            .iter()
            .map(|file| Input { game: file.game(0).unwrap(), name: "x" })
            .collect();
        for header in [Header::Together, Header::Apart] {
            let merged = merge(&inputs, header).unwrap().collection;
            let found = merged.games().flat_map(|game| game.nodes()).find_map(excess);
            prop_assert!(found.is_none(), "{found:?} in {}", merged.to_compact());
        }
    }

    #[test]
    fn what_two_sides_made_is_valid(base in record(), ours in record(), theirs in record()) {
        let [base, ours, theirs] = [base, ours, theirs].map(Collection::from);
        prop_assert!([&base, &ours, &theirs].iter().all(|file| ensure_valid(file).is_ok()));
        let merged = three_way(&base, &ours, &theirs);
        ensure_valid(&merged.collection)?;
        // Nothing of theirs is lost without a conflict.
        if merged.conflicts.is_empty() {
            let other = three_way(&base, &theirs, &ours);
            prop_assert!(other.conflicts.is_empty(), "{:?}", other.conflicts);
        }
    }
}
