mod three_way;
mod valid;

use std::collections::BTreeSet;

use kifu_collection::merge::{Header, Input, MergeError, Merged, merge};
use kifu_sgf::schema::{self, PropertyType};
use kifu_sgf::{Collection, GameTree, Node};
use kifu_testkit::{corpus, generate};
use proptest::prelude::*;

fn merged(records: &[&str], header: Header) -> Result<Merged, MergeError> {
    let files: Vec<_> = records.iter().map(|text| Collection::from(*text)).collect();
    let names = ["a", "b", "c", "d"];
    let inputs: Vec<_> = files
        .iter()
        .zip(names)
        .map(|(file, name)| Input {
            game: file.game(0).unwrap(),
            name,
        })
        .collect();
    merge(&inputs, header)
}

fn text(records: &[&str], header: Header) -> String {
    let merged = merged(records, header).unwrap();
    let bytes = merged.collection.to_bytes().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    text.trim_end().replace("\n(;", "(;")
}

#[test]
fn records_of_one_game() {
    const ROOT: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[19]";
    for (records, tree) in [
        (
            &["(;;B[aa];W[bb])", "(;;B[aa];W[bb];B[cc])"][..],
            ";B[aa];W[bb];B[cc])",
        ),
        (
            &["(;;B[aa](;W[bb])(;W[cc]))", "(;;B[aa];W[dd])"],
            ";B[aa](;W[bb])(;W[cc])(;W[dd]))",
        ),
        (
            &["(;PB[x]KM[6.5])", "(;PB[x]PW[y]KM[7.5])"],
            "PB[x]KM[6.5]PW[y]GC[b: KM[7.5\\]])",
        ),
        (
            &["(;;B[aa]C[one])", "(;;B[aa]C[two])", "(;;B[aa]C[one])"],
            ";B[aa]C[one\n\ntwo])",
        ),
        // A result that is merged again.
        (
            &[
                "(;;B[aa]C[one\n\ntwo])",
                "(;;B[aa]C[one])",
                "(;;B[aa]C[two])",
            ],
            ";B[aa]C[one\n\ntwo])",
        ),
        (
            &[
                "(;;B[aa]C[one])",
                "(;;B[aa]C[tw])",
                "(;;B[aa]C[one\n\ntwo])",
            ],
            ";B[aa]C[one\n\ntwo\n\ntw])",
        ),
        (
            &["(;;B[aa]TR[aa][bb])", "(;;B[aa]TR[bb][cc]LB[aa:1])"],
            ";B[aa]TR[aa][bb][cc]LB[aa:1])",
        ),
        (
            &["(;;B[aa]BL[30])", "(;;B[aa]BL[31])"],
            ";B[aa]BL[30]C[b: BL[31\\]])",
        ),
        (
            &["(;;B[aa]TE[1])", "(;;B[aa]BM[1])"],
            ";B[aa]TE[1]C[b: BM[1\\]])",
        ),
        (
            &["(;;B[tt];W[aa])", "(;;B[];W[bb])"],
            ";B[tt](;W[aa])(;W[bb]))",
        ),
        // Values that contradict each other.
        (
            &["(;;B[aa]GB[1])", "(;;B[aa]GW[1])", "(;;B[aa]UC[2])"],
            ";B[aa]GB[1]C[b: GW[1\\]\n\nc: UC[2\\]])",
        ),
        (
            &["(;;B[aa]TR[aa])", "(;;B[aa]SQ[aa][bb])"],
            ";B[aa]TR[aa]SQ[bb]C[b: SQ[aa\\]])",
        ),
        (
            &["(;;B[aa]TR[aa:cc])", "(;;B[aa]MA[bb])"],
            ";B[aa]TR[aa:cc]C[b: MA[bb\\]])",
        ),
        (
            &["(;;B[aa]MA[bb])", "(;;B[aa]TR[aa:cb])"],
            ";B[aa]MA[bb]TR[aa:ca][ab][cb]C[b: TR[bb\\]])",
        ),
        (
            &["(;;B[aa]TR[aa:ac])", "(;;B[aa]TR[ab:ad][ac])"],
            ";B[aa]TR[aa:ac][ad])",
        ),
        (
            &["(;;B[aa]TB[aa])", "(;;B[aa]TW[aa])"],
            ";B[aa]TB[aa]C[b: TW[aa\\]])",
        ),
        (
            &["(;;B[aa]LB[cc:1])", "(;;B[aa]LB[cc:2][dd:1])"],
            ";B[aa]LB[cc:1][dd:1]C[b: LB[cc:2\\]])",
        ),
        (
            &["(;;B[aa]DD[aa])", "(;;B[aa]DD[])"],
            ";B[aa]DD[aa]C[b: DD[\\]])",
        ),
        // Words between moves belong to the move before.
        (
            &["(;;B[aa];C[wait];W[bb])", "(;;B[aa];W[bb])"],
            ";B[aa]C[wait];W[bb])",
        ),
        (
            &["(;AB[aa:ab];W[cc])", "(;AB[ab][aa];W[dd])"],
            "AB[aa:ab](;W[cc])(;W[dd]))",
        ),
        (
            &["(;AB[aa];W[cc])", "(;;W[dd])"],
            "(;AB[aa];W[cc])(;W[dd]))",
        ),
        // Of two lists with a point the last one wins.
        (
            &["(;AE[aa:ee]AB[cc];W[pp])", "(;AB[cc]AE[aa:ee];W[pp])"],
            "(;AE[aa:ee]AB[cc];W[pp])(;AB[cc]AE[aa:ee];W[pp]))",
        ),
        (
            &["(;AE[aa]AB[cc];W[pp])", "(;AB[cc]AE[aa];W[qq])"],
            "AE[aa]AB[cc](;W[pp])(;W[qq]))",
        ),
        (&["(;XY[1];B[aa])", "(;XY[2];B[aa])"], "XY[1][2];B[aa])"),
        // Identifiers without a value.
        (
            &["(;KM PB[a];B[aa];W KO C[x];B[bb])"],
            "KM PB[a];B[aa];W KO C[x];B[bb])",
        ),
        (
            &["(;AB PL[W];B C[x](;W)(;W[bb]))", "(;AB PL[W];B;W C[y])"],
            "AB PL[W];B C[x](;W C[y])(;W[bb]))",
        ),
        (
            &["(;XY PB[a];IT KO;XZ)", "(;XY[1])"],
            "XY[][1]IT KO XZ[]PB[a])",
        ),
        // A node has one move of a color.
        (&["(;;B[aa]B[cc];W[bb])"], ";B[aa]C[a: B[cc\\]];W[bb])"),
        (&["(;;B[aa][cc][aa];W[bb])"], ";B[aa]C[a: B[cc\\]];W[bb])"),
        (
            &["(;;B[aa];W[bb])", "(;;B[ aa ]B[cc]C[x];W[bb])"],
            ";B[aa]C[b: B[cc\\]\n\nx];W[bb])",
        ),
        (
            &["(;;B[aa][cc]W[dd][ee])", "(;;B[aa][cc])"],
            "(;B[aa]C[a: B[cc\\]\n\na: W[ee\\]]W[dd])(;B[aa]C[b: B[cc\\]]))",
        ),
        (&["(;;B[tt])", "(;;B[][cc])"], ";B[tt]C[b: B[cc\\]])"),
        (&["(;;B B[cc])", "(;;B[])"], ";B C[a: B[cc\\]])"),
        (
            &["(;AB[aa]PL[B]PL[W];B[bb]BL[1][2]N[x]N[y])"],
            "AB[aa]PL[B]C[a: PL[W\\]];B[bb]BL[1]C[a: BL[2\\]\n\na: N[y\\]]N[x])",
        ),
        (&["(;N[one])", "(;N[two])"], "N[one]C[b: N[two\\]])"),
        (&["(;AP[X:1])", "(;AP[Y:2])"], "AP[X:1]C[b: AP[Y:2\\]])"),
        // Text in `CA`, and names that UTF-8 replaces.
        (
            &["(;CA[UTF-8][Kept by Bob])", "(;CA[gbk]CA[Kept by Ann])"],
            "C[a: CA[Kept by Bob\\]\n\nb: CA[Kept by Ann\\]])",
        ),
        (&["(;CA[x-own])", "(;CA[Big5]CA[GBK][])"], ")"),
    ] {
        let found = text(records, Header::Together);
        let body = found
            .strip_prefix(ROOT)
            .unwrap_or_else(|| panic!("{found}"));
        assert_eq!(body, tree, "{records:?}");
    }
}

#[test]
fn text_in_a_charset_is_reported() {
    let records = ["(;CA[UTF-8][Kept by Bob])", "(;CA[UTF-8]CA[a\\]b];B[aa])"];
    for header in [Header::Together, Header::Apart] {
        let merged = merged(&records, header).unwrap();
        assert_eq!(merged.aside, ["a: CA[Kept by Bob]", "b: CA[a]b]"]);
        let root = merged.collection.game(0).unwrap().root();
        let comment = "a: CA[Kept by Bob]\n\nb: CA[a]b]";
        assert_eq!(root.text("C").unwrap(), comment);
    }
    let one = merged(&records[..1], Header::Together).unwrap();
    assert_eq!(one.aside, ["a: CA[Kept by Bob]"]);
}

#[test]
fn further_moves_of_a_node_are_reported() {
    for record in ["(;SZ[9];B[aa]B[cc];W[bb])", "(;SZ[9];B[aa][cc];W[bb])"] {
        let merged = merged(&[record], Header::Together).unwrap();
        assert_eq!(merged.aside, ["a: B[cc]"], "{record}");
    }
}

#[test]
fn further_values_of_what_the_merge_sets_are_reported() {
    let records = [
        "(;FF[4]GM[1]SZ[19]GM[club game, table 4]SZ[19 (glass board)][19];B[aa])",
        "(;FF[3]GM[1][1]SZ[19:19];C[x]SZ[13];B[bb]SZ[9])",
    ];
    let expected = [
        "a: GM[club game, table 4]",
        "a: SZ[19 (glass board)]",
        "b: SZ[13]",
    ];
    for header in [Header::Together, Header::Apart] {
        let merged = merged(&records, header).unwrap();
        assert_eq!(merged.aside, expected);
        let root = merged.collection.game(0).unwrap().root();
        let comment = root.text("C").unwrap();
        assert!(
            expected.iter().all(|line| comment.contains(line)),
            "{comment}"
        );
    }
}

#[test]
fn games_in_one_tree_have_their_info_where_they_part() {
    for (records, tree) in [
        (
            &[
                "(;PB[1];B[aa];W[bb];B[cc])",
                "(;PB[2];B[aa];W[bb];B[dd])",
                "(;PB[3];B[ee])",
            ][..],
            "(;B[aa];W[bb](;B[cc]PB[1])(;B[dd]PB[2]))(;B[ee]PB[3]))",
        ),
        // One ends where another goes on: it gets a node of its own.
        (
            &["(;PB[1];B[aa])", "(;PB[2];B[aa];W[bb])"],
            ";B[aa](;W[bb]PB[2])(;PB[1]))",
        ),
        // The same game twice is one.
        (&["(;PB[1];B[aa])", "(;PB[1];B[aa])"], "PB[1];B[aa])"),
        (
            &["(;PB[1];B[aa])", "(;PB[2];B[aa])"],
            ";B[aa](;PB[1])(;PB[2]))",
        ),
        // The words of a root go with its game.
        (
            &["(;PB[1]C[x];B[aa])", "(;PB[2];B[bb])"],
            "(;B[aa]PB[1]C[x])(;B[bb]PB[2]))",
        ),
        // A tree of games is read as such.
        (
            &[
                "(;;B[aa](;W[bb]PB[1])(;W[cc]PB[2]))",
                "(;PB[3];B[aa];W[bb];B[dd])",
            ],
            ";B[aa](;W[bb](;B[dd]PB[3])(;PB[1]))(;W[cc]PB[2]))",
        ),
        // A variation of one game is the other game.
        (
            &["(;PB[1](;B[aa])(;B[bb]))", "(;PB[2];B[bb])"],
            "(;B[aa]PB[1])(;B[bb];PB[2]))",
        ),
    ] {
        let found = text(records, Header::Apart);
        let body = found.strip_prefix("(;FF[4]GM[1]CA[UTF-8]SZ[19]").unwrap();
        assert_eq!(body, tree, "{records:?}");
    }
}

#[test]
fn what_cannot_be_one_tree_is_refused() {
    let error = |records: &[&str]| merged(records, Header::Together).unwrap_err();
    assert_eq!(error(&[]), MergeError::Nothing);
    for other in ["(;SZ[9])", "(;GM[2]SZ[19])", "(;SZ[19:13])"] {
        let different = MergeError::Different {
            first: "a".to_owned(),
            other: "b".to_owned(),
        };
        assert_eq!(error(&["(;SZ[19])", other]), different, "{other}");
    }
    assert!(merged(&["(;SZ[19])", "(;GM[1])"], Header::Together).is_ok());
}

/// The moves on each way from the root to a leaf, and to each node.
fn ways(game: GameTree<'_>) -> BTreeSet<Vec<(String, String)>> {
    let mut ways = BTreeSet::new();
    for node in game.nodes() {
        let path = node.path();
        let moves = path.iter().filter_map(Node::play);
        let moves = moves.map(|(id, raw)| (id.to_owned(), raw.trim().to_owned()));
        ways.insert(moves.collect());
    }
    ways
}

/// All content: properties, and all comments.
fn content(game: GameTree<'_>) -> (BTreeSet<(String, String)>, String) {
    let mut values = BTreeSet::new();
    let mut words = String::new();
    for property in game.nodes().flat_map(|node| node.properties()) {
        let identifier = property.identifier();
        for text in property.texts() {
            if matches!(&*identifier, "C" | "GC") {
                words.push_str(&text);
                words.push('\n');
            }
            values.insert((identifier.clone().into_owned(), text.trim().to_owned()));
        }
    }
    (values, words)
}

fn is_info(game: GameTree<'_>, node: Node<'_>) -> bool {
    node.properties().any(|property| {
        schema::lookup(game.kind(), &property.identifier())
            .is_some_and(|definition| definition.property_type == PropertyType::GameInfo)
    })
}

/// Checks the laws for some records.
fn laws(files: &[Collection], header: Header) {
    let inputs: Vec<_> = files
        .iter()
        .flat_map(Collection::games)
        .map(|game| Input { game, name: "x" })
        .collect();
    let Ok(merged) = merge(&inputs, header) else {
        return;
    };
    let tree = merged.collection.game(0).unwrap();
    // The order does not matter.
    let turned: Vec<_> = inputs.iter().rev().copied().collect();
    let other = merge(&turned, header).unwrap();
    let found = ways(tree);
    assert_eq!(found, ways(other.collection.game(0).unwrap()));
    // Nothing is lost, and no way is made up.
    let (values, words) = content(tree);
    let mut expected = BTreeSet::new();
    for input in &inputs {
        expected.append(&mut ways(input.game));
        for (identifier, text) in content(input.game).0 {
            if matches!(&*identifier, "CA" | "FF" | "GM" | "SZ") {
                continue;
            }
            let is_there = values.contains(&(identifier.clone(), text.clone()))
                || text.lines().all(|line| words.contains(line.trim()));
            assert!(
                is_there,
                "{identifier}[{text}]\n{}",
                merged.collection.to_compact()
            );
        }
    }
    assert_eq!(found, expected);
    // Written and read again it is the same.
    let bytes = merged.collection.to_bytes().unwrap();
    let read = Collection::from_bytes(bytes);
    assert_eq!(ways(read.game(0).unwrap()), found);
    if header == Header::Apart {
        for leaf in tree.leaves() {
            let infos = leaf.path_up().filter(|node| is_info(tree, *node));
            assert!(infos.count() <= 1, "{}", merged.collection.to_compact());
        }
    }
}

#[test]
fn real_games_make_a_tree() {
    let Some(folder) = corpus::archive("pro19") else {
        return;
    };
    let files = corpus::files(&folder, "sgf");
    let files: Vec<_> = files
        .iter()
        .step_by(97)
        .take(60)
        .map(|path| Collection::open(path).unwrap())
        .filter(|file| {
            let size = file.game(0).and_then(|game| game.root().value("SZ"));
            size.is_none_or(|size| size == "19")
        })
        .collect();
    assert!(files.len() > 20);
    for header in [Header::Together, Header::Apart] {
        laws(&files, header);
    }
}

#[test]
fn trees_of_any_shape_take_linear_time() {
    for make in [generate::nested, generate::line, generate::siblings] {
        let files = [make(100_000), make(99_000)].map(Collection::from_bytes);
        for header in [Header::Together, Header::Apart] {
            let start = std::time::Instant::now();
            let inputs = files.each_ref().map(|file| Input {
                game: file.game(0).unwrap(),
                name: "x",
            });
            let merged = merge(&inputs, header).unwrap();
            assert!(merged.collection.node_count() >= 361);
            assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        }
    }
}

/// Small games with much in common.
fn games() -> impl Strategy<Value = Vec<String>> {
    let node = prop_oneof![
        6 => prop::sample::select(vec!["B[aa]", "W[bb]", "B[cc]", "W[dd]"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["C[one]", "C[two]", "N[x]", "TR[aa]", "AB[ee]", "W[bb]C[three]TR[bb]"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["PB[x]", "PB[y]RE[B+R]", "B[aa]PW[z]", "BL[3]B[aa]", "B[aa]BL[4]"])
            .prop_map(str::to_owned),
    ];
    let step = (any::<bool>(), node);
    let game = (
        prop::sample::select(vec!["", "PB[x]", "PB[y]KM[5]", "AB[aa]", "C[z]"]),
        prop::collection::vec(step, 0..9),
    )
        .prop_map(|(root, steps)| {
            let mut text = format!("(;{root}");
            let mut open = 1;
            for (branches, node) in steps {
                if branches && open > 1 {
                    text.push(')');
                    open -= 1;
                }
                text.push_str("(;");
                text.push_str(&node);
                open += 1;
            }
            text + &")".repeat(open)
        });
    prop::collection::vec(game, 1..5)
}

proptest! {
    #[test]
    fn nothing_is_lost_and_order_does_not_matter(games in games()) {
        let files: Vec<_> = games.iter().map(|text| Collection::from(text.as_str())).collect();
        laws(&files, Header::Together);
        laws(&files, Header::Apart);
    }

    #[test]
    fn nothing_breaks_on_broken_records(bytes in kifu_testkit::strategy::messy_sgf()) {
        let file = Collection::from_bytes(bytes);
        for header in [Header::Together, Header::Apart] {
            let inputs: Vec<_> = file.games().map(|game| Input { game, name: "x" }).collect();
            if let Ok(merged) = merge(&inputs, header) {
                prop_assert!(merged.collection.to_bytes().is_ok());
            }
        }
    }
}
