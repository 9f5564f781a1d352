//! Files of the shapes that break readers, through the whole tree.

use std::time::{Duration, Instant};

use kifu_sgf::encoding::Charset;
use kifu_sgf::{Collection, Compare, FlatCollection, GameReader, Node};
use kifu_syntax::Parser;
use kifu_testkit::generate;
use kifu_testkit::strategy::messy_sgf;
use proptest::prelude::*;
use proptest::sample::select;

/// Quadratic work takes hours for the lengths tried here.
const LIMIT: Duration = Duration::from_mins(1);

const COUNT: usize = 1_000_000;

/// Runs `work` on a small stack, which recursion over the depth of a tree would overflow.
fn with_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(work)
        .expect("a thread starts")
        .join()
        .expect("the shape is bearable");
}

/// Runs `work`, which must not take long.
#[track_caller]
fn in_time<T>(shape: &str, what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(
        start.elapsed() < LIMIT,
        "{shape}: {what}: {:?}",
        start.elapsed()
    );
    result
}

/// Walks through all nodes in every order; their number is `count`.
fn walk(shape: &str, collection: &Collection, count: usize) {
    let all = |what, nodes: fn(kifu_sgf::GameTree<'_>) -> usize| {
        let found: usize = in_time(shape, what, || collection.games().map(nodes).sum());
        assert_eq!(found, count, "{shape}: {what}");
    };
    all("depth first", |game| game.nodes().count());
    all("depth first, backwards", |game| {
        let last = game.root().last_in_file();
        std::iter::successors(Some(last), Node::previous_in_file).count()
    });
    all("siblings first", |game| game.nodes_siblings_first().count());
    all("siblings first, backwards", |game| {
        let last = game.nodes_siblings_first().last();
        std::iter::successors(last, Node::previous_siblings_first).count()
    });
    all("up and down", |game| {
        let children = game.nodes().map(|node| node.children().rev().count());
        let with_parents = game.nodes().filter(|node| node.parent().is_some());
        assert_eq!(children.sum::<usize>(), with_parents.count());
        game.node_count()
    });
    all("properties", |game| {
        let with = game.nodes().filter(|node| node.properties().count() > 0);
        let without = game.nodes().filter(|node| node.properties().count() == 0);
        with.count() + without.count()
    });
    in_time(shape, "lines", || {
        for game in collection.games() {
            let line = game.main_line().last().expect("a game has a root");
            assert!(line.is_leaf() && line.is_on_main_line());
            assert_eq!(line.path().len(), line.depth() + 1);
            let last = game.leaves().last().expect("a game has a leaf");
            assert_eq!(last, game.root().last_in_file());
            assert_eq!(last.number() + 1, game.node_count());
            assert!(last.siblings_before() < game.node_count());
            assert!(game.variations().count() < game.node_count());
        }
    });
}

/// Writes in every style, and reads back.
fn write(shape: &str, collection: &Collection) {
    let bytes = in_time(shape, "preserve", || collection.to_bytes());
    let bytes = bytes.expect("nothing new cannot be encoded");
    for text in [
        in_time(shape, "canonical", || collection.to_canonical()),
        in_time(shape, "compact", || collection.to_compact()),
        String::from_utf8(bytes).expect("the shapes are UTF-8"),
    ] {
        let back = Collection::from(text);
        assert_eq!(back.len(), collection.len(), "{shape}");
        assert_eq!(back.node_count(), collection.node_count(), "{shape}");
    }
}

/// All that can be done with a collection, which has `nodes` nodes.
fn bear(shape: &str, input: Vec<u8>, nodes: usize) {
    let length = input.len();
    let mut collection = in_time(shape, "read", || Collection::from_bytes(input));
    assert_eq!(collection.problems(), [], "{shape}");
    walk(shape, &collection, nodes);
    let copy = in_time(shape, "clone", || collection.clone());
    let is_same = in_time(shape, "compare", || {
        copy.is_same(&collection, Compare::Ordered)
    });
    assert!(is_same, "{shape}");
    let flat = in_time(shape, "flat", || FlatCollection::from(&collection));
    let back = in_time(shape, "from flat", || Collection::try_from(&flat));
    let back = back.expect("it came from a collection");
    drop(flat);
    let is_same = in_time(shape, "compare with copy", || {
        back.is_same(&collection, Compare::Unordered)
    });
    assert!(is_same, "{shape}");
    in_time(shape, "drop", || drop(back));
    write(shape, &collection);

    in_time(shape, "open for change", || {
        for number in 0..collection.len() {
            assert!(collection.game_mut(number).is_some());
        }
    });
    walk(shape, &collection, nodes);
    let bytes = in_time(shape, "preserve under change", || collection.to_bytes());
    assert_eq!(bytes.expect("nothing is new").len(), length, "{shape}");
    in_time(shape, "change", || {
        let mut game = collection.game_mut(0).expect("there is one");
        let ids = game.tree().nodes().map(|node| node.id());
        let ids = ids.collect::<Vec<_>>();
        for &id in &ids {
            game.set_text(id, "N", "[new]").expect("it is there");
        }
        let last = ids[ids.len() - 1];
        game.make_main_line(last).expect("it is there");
        game.append_child(last).expect("it is there");
    });
    assert_eq!(collection.node_count(), nodes + 1, "{shape}");
    let is_same = in_time(shape, "compare with change", || {
        copy.is_same(&collection, Compare::Ordered)
    });
    assert!(!is_same, "{shape}");
    write(shape, &collection);
    in_time(shape, "remove", || {
        let mut game = collection.game_mut(0).expect("there is one");
        let children = game.tree().root().children().map(|node| node.id());
        for child in children.collect::<Vec<_>>() {
            game.remove(child).expect("it is there");
        }
        assert_eq!(game.tree().node_count(), 1);
    });
    in_time(shape, "drop", || drop((collection, copy)));
}

#[test]
fn a_million_nested_variations() {
    with_small_stack(|| bear("nested", generate::nested(COUNT), COUNT));
}

#[test]
fn a_million_moves_in_a_row() {
    with_small_stack(|| bear("line", generate::line(COUNT), COUNT));
}

#[test]
fn a_million_siblings() {
    with_small_stack(|| bear("siblings", generate::siblings(COUNT), COUNT + 1));
}

#[test]
#[ignore = "takes too long without optimization: `cargo xtask test` runs it"]
fn a_million_games() {
    with_small_stack(|| bear("games", generate::games(COUNT), COUNT * 2));
}

#[test]
fn a_million_values() {
    with_small_stack(|| bear("values", generate::values(COUNT), 1));
}

/// Main lines and variations that all go on: every order has to climb far.
#[test]
fn combs() {
    const TEETH: usize = 300_000;
    with_small_stack(|| {
        let forth = format!("(;B[aa]{}", "(;W[bb];B[cc])(;W[dd];B[ee]".repeat(TEETH));
        let forth = forth + &")".repeat(TEETH + 1);
        bear("comb", forth.into_bytes(), 4 * TEETH + 1);
        let back = format!("(;B[aa]{}", "(;W[bb]".repeat(TEETH));
        let back = back + &")(;W[cc];B[dd])".repeat(TEETH) + ")";
        bear("comb, main line first", back.into_bytes(), 3 * TEETH + 1);
    });
}

/// A comment as long as memory can hold, read, cloned, compared, changed and written.
#[test]
#[ignore = "takes too long without optimization: `cargo xtask test` runs it"]
fn a_comment_of_a_gigabyte() {
    const LENGTH: usize = 1 << 30;
    with_small_stack(|| {
        let start = Instant::now();
        let mut collection = Collection::from_bytes(generate::comment(LENGTH));
        assert_eq!(collection.problems(), []);
        let copy = collection.clone();
        assert!(copy.is_same(&collection, Compare::Ordered));
        drop(copy);
        let comment = |collection: &Collection| {
            let game = collection.game(0).expect("there is one");
            game.root().text("C").map(|text| text.len())
        };
        assert_eq!(comment(&collection), Some(LENGTH));
        assert!(collection.to_compact().len() > LENGTH);
        let mut game = collection.game_mut(0).expect("there is one");
        let root = game.root();
        game.set(root, "N", &["new"]).expect("the root is there");
        let bytes = collection.to_bytes().expect("UTF-8 holds everything");
        drop(collection);
        let pieces = GameReader::new(&bytes[..]).collect::<Result<Vec<_>, _>>();
        let pieces = pieces.expect("a slice can be read");
        assert_eq!(pieces.iter().filter_map(comment).sum::<usize>(), LENGTH);
        assert!(
            start.elapsed() < Duration::from_mins(2),
            "{:?}",
            start.elapsed()
        );
    });
}

/// To ask every node for its properties, to open every game for change and to read game by game take
/// no more than a number of times what reading all at once takes: nothing is searched for at each
/// node anew.
#[test]
fn piece_by_piece_is_as_linear_as_all_at_once() {
    const LENGTH: usize = 500_000;
    // It is 1 to 20; a search of 64 KiB for each node makes it thousands.
    const FACTOR: u32 = 100;
    let fastest = |work: &dyn Fn() -> usize| {
        let times = (0..3).map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed()
        });
        times.min().expect("it was measured")
    };
    for (name, input) in generate::hostile(LENGTH) {
        let collection = Collection::from_bytes(input.clone());
        let text = collection.text().as_bytes();
        let events = fastest(&|| Parser::new(text).count());
        let all = fastest(&|| Collection::from_bytes(input.clone()).len());
        let properties = fastest(&|| {
            let nodes = collection.games().flat_map(|game| game.nodes());
            let properties = nodes.flat_map(|node| node.properties());
            properties.map(|property| property.values().count()).sum()
        });
        let change = fastest(&|| {
            let mut copy = collection.clone();
            let games = (0..copy.len()).filter(|number| copy.game_mut(*number).is_some());
            games.count()
        });
        let game_by_game = fastest(&|| GameReader::new(&input[..]).count());
        for (what, time, whole) in [
            ("properties", properties, events),
            ("change", change, events),
            ("game by game", game_by_game, all),
        ] {
            let ratio = time.as_nanos() / whole.as_nanos().max(1);
            assert!(time < whole * FACTOR, "{name}: {what}: {ratio} times");
        }
    }
}

#[test]
fn hostile_files_take_linear_time() {
    const LENGTH: usize = 1_000_000;
    with_small_stack(|| {
        for (name, input) in generate::hostile(LENGTH) {
            let mut collection = in_time(name, "read", || Collection::from_bytes(input.clone()));
            let bytes = in_time(name, "preserve", || collection.to_bytes());
            assert_eq!(bytes.expect("nothing is new"), input, "{name}");
            let copy = in_time(name, "clone", || collection.clone());
            let canonical = in_time(name, "canonical", || collection.to_canonical());
            let back = in_time(name, "read back", || Collection::from(canonical));
            assert_eq!(back.node_count(), collection.node_count(), "{name}");
            walk(name, &collection, collection.node_count());
            in_time(name, "open for change", || {
                for number in 0..collection.len() {
                    let mut game = collection.game_mut(number).expect("it is there");
                    let root = game.root();
                    game.set(root, "N", &["new"]).expect("the root is there");
                }
            });
            walk(name, &collection, copy.node_count());
            let bytes = in_time(name, "preserve under change", || collection.to_bytes());
            let bytes = bytes.expect("UTF-8 holds everything");
            let back = in_time(name, "read back", || Collection::from_bytes(bytes));
            let is_same = in_time(name, "compare", || {
                back.is_same(&collection, Compare::Ordered)
            });
            assert!(is_same, "{name}");
            let games = in_time(name, "game by game", || {
                GameReader::new(&input[..])
                    .map(|game| game.map_or(0, |game| game.len()))
                    .sum::<usize>()
            });
            assert_eq!(games, copy.len(), "{name}");
            in_time(name, "drop", || drop((collection, copy, back)));
        }
    });
}

/// Text in a seven-bit encoding depends on the sign before it, which may be far away.
#[test]
fn each_node_of_a_game_in_seven_bits_is_changed_in_linear_time() {
    const NODES: usize = 200_000;
    for (label, name) in [("HZ-GB-2312", "古力"), ("ISO-2022-JP", "武宮")] {
        let charset = Charset::for_label(label).expect("it is known");
        let text = format!("(;CA[{label}]PB[{name}]{})", ";B[aa]".repeat(NODES));
        let bytes = charset.encode(&text).expect("it has the characters");
        let mut collection = Collection::from_bytes(bytes.into_owned());
        let mut game = collection.game_mut(0).expect("there is one");
        let ids = game.tree().nodes().map(|node| node.id());
        for id in ids.collect::<Vec<_>>() {
            game.set_text(id, "C", name).expect("it is there");
        }
        let written = in_time(label, "preserve", || collection.to_bytes());
        let back = Collection::from_bytes(written.expect("it has the characters"));
        assert!(back.is_same(&collection, Compare::Ordered), "{label}");
    }
}

/// A piece of input, repeated, is read, changed and written in a time that is bounded by its length.
#[test]
#[ignore = "takes too long without optimization: `cargo xtask test` runs it"]
fn whatever_is_repeated_takes_linear_time() {
    const LENGTH: usize = 1_000_000;
    // All together take some ten seconds; a look ahead of 64 KiB for each piece makes minutes of a single one.
    const LIMIT: Duration = Duration::from_secs(10);
    let unit = prop_oneof![messy_sgf(), proptest::collection::vec(any::<u8>(), 1..40)];
    let config = ProptestConfig::with_cases(64);
    proptest!(config, |(before in select(vec!["", "(;", "(;C["]), unit in unit)| {
        if unit.is_empty() {
            return Ok(());
        }
        let mut input = before.as_bytes().to_vec();
        input.extend(unit.iter().cycle().take(LENGTH));
        let start = Instant::now();
        let mut collection = Collection::from_bytes(input.clone());
        let nodes = collection.games().flat_map(|game| game.nodes());
        let properties = nodes.flat_map(|node| node.properties());
        let values = properties.map(|property| property.values().count());
        std::hint::black_box((values.sum::<usize>(), collection.to_canonical()));
        let games = GameReader::new(&input[..]).map(|game| game.map_or(0, |game| game.len()));
        std::hint::black_box(games.sum::<usize>());
        for number in 0..collection.len() {
            let mut game = collection.game_mut(number).expect("it is there");
            let root = game.root();
            game.set(root, "N", &["new"]).expect("the root is there");
        }
        // Invalid bytes may be refused.
        let _ = std::hint::black_box(collection.to_bytes());
        prop_assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
    });
}
