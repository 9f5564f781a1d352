use std::fs;

use kifu_games::go::Replay;
use kifu_go::{Board, Color, Game, Move, Point, Rules, Size};
use kifu_sgf::{Collection, GameTree, Node, NodeId, schema, value};
use kifu_testkit::corpus;
use proptest::prelude::*;

use crate::naive::Naive;

/// A node, the position after it, whose turn it is and the number of the move.
type At = (u32, &'static str, Color, u32);

/// A name, an SGF, and some of its nodes.
const POSITIONS: &[(&str, &str, &[At])] = &[
    (
        "setup, captures without a move, rectangles",
        "(;SZ[4:2]AB[aa:bb]AW[ca][cb];AE[aa:ba]AW[aa];B[da];W[ba];W[da])",
        &[
            (0, "X X O . / X X O .", Color::Black, 0),
            (1, "O . O . / X X O .", Color::Black, 0),
            (2, "O . O X / X X O .", Color::White, 1),
            (3, "O O O X / . . O .", Color::Black, 2),
            (4, "O O O O / . . O .", Color::Black, 3),
        ],
    ),
    (
        "captures",
        "(;SZ[3];B[aa];W[ba];B[cc];W[ab])",
        &[
            (3, "X O . / . . . / . . X", Color::White, 3),
            (4, ". O . / O . . / . . X", Color::Black, 4),
        ],
    ),
    (
        "passes: nothing, `tt` up to 19×19, a word",
        "(;SZ[2];B[];W[tt];B[pass];W[aa])",
        &[
            (3, ". . / . .", Color::White, 3),
            (4, "O . / . .", Color::Black, 4),
        ],
    ),
    (
        "numbers and turns",
        "(;SZ[2]PL[W];MN[7]B[aa];B[ab]PL[black];MN[1];W[bb])",
        &[
            (0, ". . / . .", Color::White, 0),
            (1, "X . / . .", Color::White, 7),
            (2, "X . / X .", Color::Black, 8),
            (3, "X . / X .", Color::Black, 1),
            (4, "X . / X O", Color::Black, 2),
        ],
    ),
    (
        "the turn of a problem is that of its first move",
        "(;SZ[2]AB[aa];W[ab])",
        &[(0, "X . / . .", Color::White, 0)],
    ),
    (
        "the turn of a handicap game",
        "(;SZ[2]HA[2]AB[aa][bb])",
        &[(0, "X . / . X", Color::White, 0)],
    ),
    (
        "variations",
        "(;SZ[2];B[aa](;W[bb](;B[ab])(;B[ba]))(;W[ab];B[bb]))",
        &[
            (3, "X . / X O", Color::White, 3),
            (4, "X X / . O", Color::White, 3),
            (5, "X . / O .", Color::Black, 2),
            (6, "X . / . X", Color::White, 3),
        ],
    ),
    (
        "identifiers of old files",
        "(;SiZe[2];Black[aa];AddWhite[bb])",
        &[(2, "X . / . O", Color::White, 1)],
    ),
    (
        "setup before the move, whatever stands first",
        "(;SZ[2];B[aa]AW[ba][ab])",
        &[(1, ". O / O .", Color::White, 1)],
    ),
    (
        "commas in a value, upper-case letters on a small board",
        "(;SZ[2]AB[aa,bb]AW[AB])",
        &[(0, "X . / O X", Color::Black, 0)],
    ),
];

/// A replay can be moved to another thread.
const _: fn() = || {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Replay<'_>>();
};

#[test]
fn positions() {
    for (name, sgf, nodes) in POSITIONS {
        let collection = Collection::from(*sgf);
        let tree = collection.game(0).expect("a game");
        for &(id, position, to_play, number) in *nodes {
            let node = tree.node(NodeId::new(id)).expect("a node");
            let replay = Replay::at(node);
            let board = Board::from_text(&position.replace('/', "\n")).expect("a position");
            let game = replay.game();
            assert_eq!(game.board(), &board, "{name}, node {id}:\n{}", game.board());
            assert_eq!(game.to_play(), to_play, "{name}, node {id}");
            assert_eq!(game.move_number(), number, "{name}, node {id}");
        }
    }
}

/// A node, the text of the place, the note.
type ExpectedNote = (u32, &'static str, &'static str);

/// An SGF, and the expected notes on it.
const NOTES: &[(&str, &[ExpectedNote])] = &[
    ("(;SZ[9]AB[aa]PL[W]KM[6.5];W[bb];B[cc]KO[]C[x])", &[]),
    (
        "(;SZ[0];B[ss])",
        &[(0, "0", "`SZ` is out of range; 19×19 is used")],
    ),
    (
        "(;SZ[60];B[ZZ])",
        &[(0, "60", "`SZ` is out of range; 52×52 is used")],
    ),
    (
        "(;SZ[big];B[dd])",
        &[(0, "big", "`SZ` is not the size of a board; 19×19 is used")],
    ),
    (
        "(;SZ[5]HA[3];W[aa])",
        &[(
            0,
            "3",
            "a handicap of 3 stones is given, but none is set up",
        )],
    ),
    (
        "(;SZ[5]AB[aa][ff][ae:af]AW[e]PL[green]MN[-1])",
        &[
            (0, "ff", "`ff` is not on the 5×5 board"),
            (0, "ae:af", "`af` is not on the 5×5 board"),
            (0, "e", "what is set up is not a point"),
            (0, "green", "the player to move is neither `B` nor `W`"),
            (0, "-1", "the move number is out of range"),
        ],
    ),
    (
        "(;SZ[5];B[gg];W[hello];B[aa];W[aa]KO[])",
        &[
            (1, "gg", "`gg` is not on the 5×5 board"),
            (2, "hello", "the move is not a point"),
            (4, "aa", "a black stone stands on `aa`"),
        ],
    ),
    (
        "(;SZ[5];B[aa][bb];B[cc]W[dd])",
        &[
            (
                1,
                "bb",
                "the move has more than one value; the first is played",
            ),
            (
                2,
                "dd",
                "the node has more than one move; all are played in their order",
            ),
        ],
    ),
    (
        "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb])",
        &[(
            2,
            "bb",
            "move 2 on `bb` retakes the ko at once: the position after move 0 would come back",
        )],
    ),
    (
        "(;SZ[3]AW[ba][ab];B[aa])",
        &[(
            1,
            "aa",
            "the stone on `aa` has no liberty and captures nothing",
        )],
    ),
];

#[test]
fn notes() {
    for (sgf, expected) in NOTES {
        let collection = Collection::from(*sgf);
        let mut found = Vec::new();
        let text = collection.text();
        Replay::walk(collection.game(0).expect("a game"), |_, _, notes| {
            for note in notes {
                let place = note.span.map_or("", |span| span.of_str(text));
                found.push((note.node.get(), place, note.to_string()));
            }
        });
        let found: Vec<_> = found.iter().map(|(n, p, t)| (*n, *p, &t[..])).collect();
        assert_eq!(found, *expected, "{sgf}");
    }
}

#[test]
fn changed_trees_have_positions_too() {
    let mut collection = Collection::from("(;SZ[3];B[aa](;W[bb])(;W[cc]))");
    let mut tree = collection.game_mut(0).expect("a game");
    let node = tree
        .append_child(NodeId::new(2))
        .expect("a node below the second move");
    tree.set(node, "B", &["zz"]).expect("a property");
    let tree = collection.game(0).expect("a game");
    let mut replay = Replay::new(tree);
    assert!(replay.go_to(tree.node(node).expect("the new node")));
    assert_eq!(replay.depth(), 3);
    assert_eq!(replay.notes().len(), 1);
    assert_eq!(replay.notes()[0].span, None);
    assert_eq!(replay.played(), Some((Color::Black, Move::Pass)));
    assert!(replay.go_to(tree.node(NodeId::new(3)).expect("the variation")));
    let board = replay.game().board();
    assert_eq!(board.get(Point::new(2, 2)), Some(Color::White));
    assert_eq!(board.get(Point::new(1, 1)), None);
    let other = Collection::from("(;SZ[3])");
    assert!(!replay.go_to(other.game(0).expect("a game").root()));
    assert_eq!(replay.node().id(), NodeId::new(3));
}

#[test]
fn deep_and_wide_trees() {
    let deep = format!("(;SZ[2]{})", ";B[aa];W[]".repeat(200_000));
    let nested = format!("{}{}", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
    let wide = format!("(;SZ[9];B[aa]{})", "(;W[bb])".repeat(200_000));
    for sgf in [deep, nested, wide] {
        let collection = Collection::from(sgf);
        let tree = collection.game(0).expect("a game");
        let mut nodes = 0;
        Replay::walk(tree, |_, _, _| nodes += 1);
        assert_eq!(nodes, tree.node_count());
        let mut replay = Replay::new(tree);
        let last = tree.root().last_in_file();
        assert!(replay.go_to(last));
        assert_eq!(replay.node(), last);
        assert!(replay.go_to(tree.root()));
        assert_eq!(replay.depth(), 0);
    }
}

/// The slow twin: every node of the way from the root, each on its own.
fn fresh(node: Node<'_>) -> Replay<'_> {
    let mut replay = Replay::new(node.game());
    for node in node.path() {
        assert!(replay.go_to(node));
    }
    replay
}

fn same(one: &Game, other: &Game) -> bool {
    one.board() == other.board()
        && one.to_play() == other.to_play()
        && one.ko() == other.ko()
        && one.move_number() == other.move_number()
        && Color::BOTH
            .iter()
            .all(|&color| one.prisoners(color) == other.prisoners(color))
}

/// Walks the tree, holds some of its positions against fresh ones, and jumps between them.
fn check(tree: GameTree<'_>, every: usize) -> usize {
    let mut marks = Vec::new();
    let mut nodes = 0;
    Replay::walk(tree, |node, game, notes| {
        assert!(notes.iter().all(|note| note.node == node.id()));
        if nodes % every == every - 1 {
            let slow = fresh(node);
            assert!(same(game, slow.game()), "node {}", node.id().get());
            assert_eq!(notes, slow.notes());
            marks.push((node, game.hash()));
        }
        nodes += 1;
    });
    let mut jumper = Replay::new(tree);
    let half = marks.len() / 2;
    for n in 0..marks.len() {
        // Here, far away, here, far away.
        let (node, hash) = marks[(n / 2 + n % 2 * half) % marks.len()];
        assert!(jumper.go_to(node));
        assert_eq!(jumper.game().hash(), hash);
        assert_eq!(jumper.depth(), node.depth());
        check_skip(node, &jumper);
    }
    nodes
}

/// Skips to a node from its parent's parent, and compares the position there and around it with the replay of all nodes.
fn check_skip(node: Node<'_>, slow: &Replay<'_>) {
    let mut replay = Replay::new(node.game());
    let mut visited = Vec::new();
    for target in [node.parent().unwrap_or(node), node] {
        assert!(replay.skip_to(target, |node, depth| visited.push((depth, node.id()))));
    }
    let has_more = |node: &Node<'_>| !node.properties().all(|own| own.is("B") || own.is("W"));
    let path = node.path();
    let nodes = (0..).zip(&path).skip(1).filter(|(_, node)| has_more(node));
    assert!(nodes.map(|(depth, node)| (depth, node.id())).eq(visited));
    assert!(same(replay.game(), slow.game()));
    assert_eq!(replay.last_played(), slow.last_played());
    assert_eq!((replay.node(), replay.depth()), (node, node.depth()));
    let mut slow = fresh(node);
    assert_eq!(replay.forward(), slow.forward());
    assert!(same(replay.game(), slow.game()));
    assert_eq!(replay.played(), slow.played());
    assert_eq!(replay.back(), slow.back());
    assert!(same(replay.game(), slow.game()));
    assert_eq!(replay.notes_on_path(), slow.notes_on_path());
    if let Some(parent) = replay.node().parent() {
        assert!(!replay.skip_to(parent, |_, _| {}));
    }
}

/// Holds the end of the main line, prisoners too, against the slow twin, which is given the values
/// one by one: all of setup first, then the moves.
fn check_end(tree: GameTree<'_>) {
    let end = tree.main_line().last().expect("a node");
    let replay = Replay::at(end);
    let size = replay.game().board().size();
    let mut naive = Naive::new(size);
    for node in tree.main_line() {
        for property in node.properties() {
            let color = match &*property.identifier() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for raw in property.values() {
                // Of a list with points off the board, those on it are set.
                let Ok(items) = value::point_list::parse_lenient(raw, Size::LARGEST) else {
                    continue;
                };
                let points = items.value.into_iter().flat_map(value::PointItem::points);
                for point in points.filter(|p| size.contains(*p)) {
                    naive.set(point, color);
                }
            }
        }
        for property in node.properties() {
            let color = match &*property.identifier() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            let read = value::r#move::parse_lenient(property.value(), size);
            if let Ok(Move::Play(point)) = read.map(|read| read.value) {
                naive.play(point, color);
            }
        }
    }
    let game = replay.game();
    let prisoners = Color::BOTH.map(|color| game.prisoners(color));
    assert_eq!(prisoners, naive.prisoners);
    let board = game.board();
    let same = size
        .points()
        .all(|p| board.get(p) == naive.stones[naive.at(p)]);
    assert!(same, "{board}");
}

#[test]
#[expect(clippy::print_stderr, reason = "prints what it counted")]
fn real_trees() {
    for (name, every) in [("pro19", 97), ("programs", 53), ("joseki", 1009)] {
        let Some(folder) = corpus::archive(name) else {
            continue;
        };
        let (mut games, mut nodes) = (0, 0);
        for path in corpus::files(&folder, "") {
            let bytes = fs::read(&path).expect("a readable file");
            for tree in Collection::from_bytes(bytes).games() {
                if tree.kind() == Some(schema::Game::Go) {
                    games += 1;
                    nodes += check(tree, every);
                    check_end(tree);
                }
            }
        }
        assert!(games > 0);
        eprintln!("{name}: {games} games, {nodes} nodes");
    }
}

/// A tree of letters that are mostly Go, with every property that matters.
fn trees() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec![
        "", "aa", "ab", "ba", "bb", "cc", "tt", "zz", "aa:bb", "ab:cc", "bb:aa", "x", "W", "3",
    ]);
    let name = prop::sample::select(vec![
        "B", "B", "B", "W", "W", "W", "AB", "AW", "AE", "PL", "MN", "KO", "C",
    ]);
    let node = prop::collection::vec((name, value), 0..3).prop_map(|properties| {
        let properties = properties
            .iter()
            .map(|(name, value)| format!("{name}[{value}]"));
        format!(";{}", properties.collect::<String>())
    });
    let turns = prop::collection::vec((node, 0..4_u8), 1..40);
    ("[1-4]", turns).prop_map(|(size, turns)| {
        let mut text = format!("(;SZ[{size}]");
        let mut open = 1;
        for (node, turn) in turns {
            if turn == 0 {
                text.push('(');
                open += 1;
            }
            text += &node;
            if turn == 1 && open > 1 && text.ends_with(']') {
                text.push(')');
                open -= 1;
            }
        }
        text + &")".repeat(open)
    })
}

proptest! {
    /// The position at a node does not depend on the path taken to it.
    #[test]
    fn every_way_leads_to_the_same_position(sgf in trees(), jumps in prop::collection::vec(any::<prop::sample::Index>(), 0..20)) {
        let collection = Collection::from(sgf);
        let tree = collection.game(0).expect("a game");
        check(tree, 1);
        let mut replay = Replay::new(tree);
        for jump in jumps {
            let id = NodeId::new(jump.index(tree.node_count()) as u32);
            let node = tree.node(id).expect("a node");
            replay.go_to(node);
            let slow = fresh(node);
            prop_assert!(same(replay.game(), slow.game()));
            prop_assert_eq!(replay.notes_on_path(), slow.notes_on_path());
            prop_assert_eq!(replay.played(), slow.played());
        }
    }
}

#[test]
fn other_rules() {
    let collection = Collection::from("(;SZ[3]RU[nz]AW[ba][ab];B[aa])");
    let tree = collection.game(0).expect("a game");
    let mut replay = Replay::new(tree);
    assert_eq!(replay.start().rules, Rules::NEW_ZEALAND);
    assert!(replay.forward());
    assert_eq!(replay.notes(), []);
    let mut start = *replay.start();
    start.rules = Rules::JAPANESE;
    start.size = Size::NINE;
    let mut replay = Replay::with_start(tree, start);
    assert!(replay.forward());
    assert_eq!(replay.notes().len(), 1);
    assert_eq!(replay.game().board().size(), Size::NINE);
    assert!(replay.back());
    assert!(!replay.back());
}
