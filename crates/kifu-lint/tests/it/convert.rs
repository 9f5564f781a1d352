//! Old files become FF\[4\]: cases, and what holds for all files.

use kifu_lint::Outcome;
use kifu_lint::convert::{Obsolete, Options, to_ff4};
use kifu_sgf::{Collection, Compare};
use proptest::prelude::*;

fn converted(text: &str, obsolete: Obsolete) -> (String, Vec<String>) {
    let mut collection = Collection::from(text);
    let changes = to_ff4(&mut collection, &Options { obsolete });
    let bytes = collection.to_bytes().unwrap();
    let kept = changes
        .into_iter()
        .filter(|change| change.outcome == Outcome::Kept)
        .map(|change| change.what)
        .collect();
    (String::from_utf8(bytes).unwrap(), kept)
}

#[test]
fn each_difference_between_the_versions() {
    let cases = [
        // Long identifiers, in the order they had.
        (
            "(;FF[3]PlayerBlack[a]SiZe[9];Black[aa]Comment[x \\] y])",
            "(;FF[4]PB[a]SZ[9];B[aa]C[x \\] y])",
        ),
        // Letters, beside labels that are there.
        ("(;FF[1];L[aa][bb]C[x])", "(;FF[4];C[x]LB[aa:A][bb:B])"),
        ("(;FF[3];LB[cc:7]L[aa])", "(;FF[4];LB[cc:7][aa:A])"),
        // Marks on stones and on empty points, the move of the node and captures included.
        (
            "(;FF[1]SZ[9]AW[aa]AB[ba];B[ab]M[aa][ab][ba][cc])",
            "(;FF[4]SZ[9]AW[aa]AB[ba];B[ab]MA[aa][cc]TR[ab][ba])",
        ),
        // Judgements, by their order.
        ("(;FF[3];B[aa]TE[1]BM[1])", "(;FF[4];B[aa]IT[])"),
        ("(;FF[3];B[aa]BM[1]TE[1])", "(;FF[4];B[aa]DO[])"),
        ("(;FF[3];B[aa]BM[1])", "(;FF[4];B[aa]BM[1])"),
        // Corners.
        ("(;FF[3]VW[cc][aa])", "(;FF[4]VW[aa:cc])"),
        ("(;FF[3]VW[cc][aa][bb])", "(;FF[4]VW[cc][aa][bb])"),
        // Komi in half points.
        ("(;FF[3]KI[11])", "(;FF[4]KM[5.5])"),
        ("(;FF[3]KI[11]KM[5.5])", "(;FF[4]KM[5.5])"),
        // Passes; `tt` is a point of a large board, and of a list.
        ("(;FF[3]SZ[19];B[tt];W[tt])", "(;FF[4]SZ[19];B[];W[])"),
        ("(;FF[3]SZ[21];B[tt])", "(;FF[4]SZ[21];B[tt])"),
        // Setup beside a move.
        (
            "(;FF[3]GM[1]AB[aa]W[bb]N[n]C[c](;B[cc])(;B[dd]))",
            "(;FF[4]GM[1]AB[aa]N[n];W[bb]C[c](;B[cc])(;B[dd]))",
        ),
        ("(;FF[3];B[aa]PL[W])", "(;FF[4];B[aa])"),
        ("(;FF[3];B[aa]PL[B])", "(;FF[4];PL[B];B[aa])"),
        // No version.
        ("(;GM[1];B[tt])", "(;GM[1]FF[4];B[])"),
        ("(;GM[1]AP[x:1];B[tt])", "(;GM[1]AP[x:1]FF[4];B[tt])"),
        // Other games.
        ("(;FF[3]GM[6];B[tt]L[a])", "(;FF[4]GM[6];B[tt]LB[a:A])"),
        // White space that nobody asked about.
        (
            "(;FF[3] \n ;B[aa]\n\n ;W[tt] )\n",
            "(;FF[4] \n ;B[aa]\n\n ;W[] )\n",
        ),
    ];
    for (old, new) in cases {
        assert_eq!(
            converted(old, Obsolete::Keep),
            (new.to_owned(), vec![]),
            "{old}"
        );
    }
}

#[test]
fn what_is_not_clear_stays_and_is_named() {
    let cases = [
        (
            "(;FF[5];B[tt])",
            "(;FF[5];B[tt])",
            "leave the game as it is",
        ),
        ("(;FF[1];L[a b])", "(;FF[4];L[a b])", "leave `L[a b]`"),
        (
            "(;FF[3]KM[6]KI[11])",
            "(;FF[4]KM[6]KI[11])",
            "leave `KI[11]`",
        ),
        ("(;VW[aa][cc])", "(;VW[aa][cc]FF[4])", "leave `VW[aa][cc]`"),
        ("(;FF[3]CH[1])", "(;FF[4]CH[1])", "leave `CH[1]`"),
    ];
    for (old, new, kept) in cases {
        assert_eq!(
            converted(old, Obsolete::Keep),
            (new.to_owned(), vec![kept.to_owned()]),
            "{old}"
        );
    }
}

#[test]
fn obsolete_properties_as_asked() {
    let old = "(;FF[3]BS[0]OM[25]OP[600];B[aa]CH[1]PRIV[x])";
    let (kept, names) = converted(old, Obsolete::Keep);
    assert_eq!(kept, "(;FF[4]BS[0]OM[25]OP[600];B[aa]CH[1]PRIV[x])");
    assert_eq!(names.len(), 4);
    let (dropped, _) = converted(old, Obsolete::Drop);
    assert_eq!(dropped, "(;FF[4];B[aa]PRIV[x])");
    let (renamed, _) = converted(old, Obsolete::Rename);
    assert_eq!(
        renamed,
        "(;FF[4]XBS[0]OT[25/600 Canadian];B[aa]PRIV[x]XCH[1])"
    );
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

#[test]
fn a_node_of_a_million_properties_takes_no_time() {
    let mut text = String::from("(;FF[1]");
    for number in 0..200_000_u32 {
        let mut id = number;
        text.push('x');
        for _ in 0..4 {
            text.push(char::from(b'A' + (id % 26) as u8));
            id /= 26;
        }
        text.push_str("[]");
    }
    text.push(')');
    let (_, kept) = converted(&text, Obsolete::Keep);
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
    ]);
    prop::collection::vec(property, 0..7).prop_map(|all| format!(";{}", all.concat()))
}

fn game(version: &'static str) -> impl Strategy<Value = String> {
    let line = || prop::collection::vec(node(), 1..4).prop_map(|nodes| nodes.concat());
    (line(), prop::collection::vec(line(), 0..3)).prop_map(move |(main, variations)| {
        let variations = if variations.is_empty() {
            String::new()
        } else {
            format!("({})", variations.join(")("))
        };
        format!("(;FF[{version}]SZ[9]{main}{variations})")
    })
}

/// The moves and the comments, in the order of the file.
fn told(collection: &Collection) -> Vec<String> {
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

proptest! {
    #[test]
    fn a_game_of_version_4_is_left_alone(text in game("4")) {
        let mut collection = Collection::from(&text[..]);
        prop_assert!(to_ff4(&mut collection, &Options::default()).is_empty());
        prop_assert_eq!(collection.to_bytes().unwrap(), text.into_bytes());
    }

    #[test]
    fn twice_is_once_and_nothing_told_is_lost(text in game("3"), how in 0..3_usize) {
        let obsolete = [Obsolete::Keep, Obsolete::Drop, Obsolete::Rename][how];
        let old = Collection::from(&text[..]);
        let (once, _) = converted(&text, obsolete);
        let new = Collection::from(&once[..]);
        prop_assert!(new.problems().is_empty(), "{}", once);
        let (mut before, mut after) = (told(&old), told(&new));
        before.sort();
        after.sort();
        prop_assert_eq!(before, after, "{}", once);
        let (twice, changes) = converted(&once, obsolete);
        prop_assert_eq!(&twice, &once);
        prop_assert!(changes.is_empty());
        // What is written is what was made.
        let mut made = Collection::from(&text[..]);
        to_ff4(&mut made, &Options { obsolete });
        prop_assert!(made.is_same(&new, Compare::Unordered));
    }

    #[test]
    fn nothing_breaks_on_any_text(text in "[(;)\\[\\]A-Za-z0-9: \\\\]{0,60}") {
        let mut collection = Collection::from(format!("(;FF[1]{text}"));
        to_ff4(&mut collection, &Options::default());
        collection.to_bytes().unwrap();
    }
}
