//! Conversion of old files to FF\[4\]: laws for all files. The cases are in `tests/rewrite`.

use kifu_lint::convert::{Letters, Obsolete, Options, to_ff4};
use kifu_lint::{Outcome, Severity, check};
use kifu_sgf::schema::{self, Game};
use kifu_sgf::{Collection, Compare};
use proptest::prelude::*;

fn options(obsolete: Obsolete) -> Options {
    Options {
        obsolete,
        letters: Letters::Upper,
    }
}

fn converted(text: &str, obsolete: Obsolete) -> (String, Vec<String>) {
    let mut collection = Collection::from(text);
    let changes = to_ff4(&mut collection, &options(obsolete));
    let bytes = collection.to_bytes().unwrap();
    let kept = changes
        .into_iter()
        .filter(|change| change.outcome == Outcome::Kept)
        .map(|change| change.what)
        .collect();
    (String::from_utf8(bytes).unwrap(), kept)
}

#[test]
fn the_encoding_is_named_where_it_counts() {
    let bytes =
        b"(;FF[3]PB[\xce\xe2\xc7\xe5\xd4\xb4]C[\xba\xda\xb0\xd7\xc6\xe5\xca\xd6\xd6\xd0\xb9\xfa])";
    let mut collection = Collection::from_bytes(bytes.to_vec());
    to_ff4(&mut collection, &Options::default());
    let new = Collection::from_bytes(collection.to_bytes().unwrap());
    let root = new.game(0).unwrap().root();
    assert_eq!(root.simple_text("PB").unwrap(), "吴清源");
    assert!(root.has("CA"));
}

/// Nothing stays without a word, and no value is dropped.
#[test]
fn repeated_values_and_properties_are_converted_or_named() {
    let (text, kept) = converted(
        "(;FF[3]GM[1]SZ[9]KI[11]KI[13]DT[1996-5-6][1996-5-7]PL[1][2];B[be]VW[aa][cc]VW[aa][dd])",
        Obsolete::Keep,
    );
    assert_eq!(
        text,
        "(;FF[4]GM[1]SZ[9]KM[5.5]KI[13]DT[1996-5-6][1996-5-7]PL[1][2];B[be]VW[aa:cc]VW[aa:dd])"
    );
    assert_eq!(
        kept,
        [
            "leave `KI[13]`",
            "leave `DT[1996-5-6][1996-5-7]`",
            "leave `PL[1][2]`"
        ]
    );
    let (text, kept) = converted("(;FF[3]GM[1]SZ[9]KI[11][13])", Obsolete::Keep);
    assert_eq!(text, "(;FF[4]GM[1]SZ[9]KI[11][13])");
    assert_eq!(kept, ["leave `KI[11][13]`"]);
}

#[test]
fn a_node_of_a_million_properties_takes_no_time() {
    let mut node = String::new();
    for number in 0..200_000_u32 {
        let mut id = number;
        node.push('x');
        for _ in 0..4 {
            node.push(char::from(b'A' + (id % 26) as u8));
            id /= 26;
        }
        node.push_str("[]M[aa]");
    }
    let root = format!("(;FF[1]{node};B[tt])");
    let (new, kept) = converted(&root, Obsolete::Keep);
    assert_eq!(
        (new, &kept[..]),
        (root, &["leave the game as it is".to_owned()][..])
    );
    let (new, kept) = converted(&format!("(;FF[1];{node};B[tt])"), Obsolete::Keep);
    assert_eq!(new, format!("(;FF[4];{node};B[])"));
    assert_eq!(kept, ["leave the node as it is"]);
}

/// Nodes of old files.
fn node() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "B[aa]",
        "W[bb]",
        "Black[cc]",
        "W[tt]",
        "AB[dd]",
        "AddWhite[ee]",
        "AE[aa]",
        "PL[W]",
        "L[aa][bb]",
        "M[aa][cc]",
        "TE[1]",
        "BM[2]",
        "VW[aa][cc]",
        "KI[13]",
        "KM[6.5]",
        "C[a\\]b]",
        "Comment[more]",
        "N[name]",
        "CH[1]",
        "RG[aa]",
        "OM[25]",
        "OP[600]",
        "PRIVATE[x y]",
        "FF[3]",
        "LB[aa:x]",
        "MA[cc]",
        "xX[y]",
        "GW[1]",
        "TM[1h]",
        "BL[1:30]",
        "RE[W+J]",
        "DT[5 May 1990]",
        "RU[japanese]",
        "EV[event]",
        "TR[aa]",
        "DO[]",
        "SE[bb]",
    ]);
    prop::collection::vec(property, 0..7).prop_map(|all| format!(";{}", all.concat()))
}

fn game(version: &'static str) -> impl Strategy<Value = String> {
    let line = || prop::collection::vec(node(), 1..4).prop_map(|nodes| nodes.concat());
    (line(), prop::collection::vec(line(), 0..3)).prop_map(move |(main, variations)| {
        let variations = if variations.is_empty() {
            String::new()
        } else {
            // Without the blank, one with two properties of roots would be the next game.
            format!("( {})", variations.join(")( "))
        };
        format!("(;FF[{version}]SZ[9]{main}{variations})")
    })
}

/// The moves and the comments, in the order of the file.
fn facts(collection: &Collection) -> Vec<String> {
    let nodes = collection.games().flat_map(|game| game.nodes());
    nodes
        .flat_map(|node| node.properties())
        .filter(|property| ["B", "W", "C"].iter().any(|id| property.is(id)))
        .map(|property| {
            let value = property.value().replace("tt", "");
            format!("{}[{value}]", property.identifier())
        })
        .collect()
}

/// Number of errors that the checker finds in a file. Game information below other game information counts as one,
/// with any content.
fn errors(collection: &Collection) -> usize {
    let found = check(collection.source(), &kifu_lint::Options::default());
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    let below = |code| kifu_lint::rule(code).unwrap().name == "game-info-below-game-info";
    let (below, others): (Vec<_>, Vec<_>) = errors.partition(|one| below(one.code));
    others.len() + usize::from(!below.is_empty())
}

proptest! {
    #[test]
    fn the_version_is_4_and_no_error_is_new(text in game("3"), how in 0..3_usize) {
        let obsolete = [Obsolete::Keep, Obsolete::Drop, Obsolete::Rename][how];
        let (new, kept) = converted(&text, obsolete);
        let (old, new) = (Collection::from(&text[..]), Collection::from(&new[..]));
        for game in new.games() {
            prop_assert_eq!(game.root().value("FF"), Some("4"));
        }
        // An unclear value that stays is an error in FF[4] where it was a warning.
        prop_assert!(
            errors(&new) <= errors(&old) + kept.len(),
            "{} errors in {}, {} in {}; left: {kept:?}",
            errors(&old), text, errors(&new), new.text()
        );
    }

    #[test]
    fn a_game_of_version_4_keeps_all_but_dropped_properties(text in game("4")) {
        let is_dropped = |id: &str| {
            schema::lookup(Some(Game::Go), id).is_some_and(|found| found.is_obsolete() && found.identifier != "KI")
        };
        let mut collection = Collection::from(&text[..]);
        let mut nodes = collection.games().flat_map(|game| game.nodes());
        let has_dropped =
            nodes.any(|node| node.properties().any(|property| is_dropped(&property.identifier())));
        let changes = to_ff4(&mut collection, &Options::default());
        prop_assert_eq!(changes.is_empty(), !has_dropped);
        if !has_dropped {
            prop_assert_eq!(collection.to_bytes().unwrap(), text.into_bytes());
        }
    }

    #[test]
    fn twice_is_once_and_no_information_is_lost(text in game("3"), how in 0..3_usize) {
        let obsolete = [Obsolete::Keep, Obsolete::Drop, Obsolete::Rename][how];
        let old = Collection::from(&text[..]);
        let (once, _) = converted(&text, obsolete);
        let new = Collection::from(&once[..]);
        prop_assert!(new.problems().is_empty(), "{}", once);
        let (mut before, mut after) = (facts(&old), facts(&new));
        before.sort();
        after.sort();
        prop_assert_eq!(before, after, "{}", once);
        let (twice, _) = converted(&once, obsolete);
        prop_assert_eq!(&twice, &once);
        // The written text equals the converted one.
        let mut made = Collection::from(&text[..]);
        to_ff4(&mut made, &options(obsolete));
        prop_assert!(made.is_same(&new, Compare::Unordered));
    }

    #[test]
    fn nothing_breaks_on_any_text(text in "[(;)\\[\\]A-Za-z0-9: \\\\]{0,60}") {
        let mut collection = Collection::from(format!("(;FF[1]{text}"));
        to_ff4(&mut collection, &Options::default());
        collection.to_bytes().unwrap();
    }
}
