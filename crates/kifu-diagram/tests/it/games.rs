//! Starts, moves and undo in games other than Go.

use kifu_diagram::binding::{self, Options, Walk};
use kifu_diagram::scene::Axis;
use kifu_diagram::{Board, Color, Piece, Point, Scene};
use kifu_sgf::{Collection, Node};
use proptest::prelude::*;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/other-games/");

fn walk_to_end(record: &Collection) -> Walk<'_> {
    let tree = record.game(0).expect("a game");
    let mut walk = Walk::new(tree).expect("a game that is drawn");
    walk.go_to(tree.main_line().last().expect("a node"));
    walk
}

/// The scene at the end of the main line, and the notes on the way to it.
fn end(text: &str) -> (Scene, Vec<String>) {
    let record = Collection::from(text);
    let drawn = walk_to_end(&record).scene(&Options::default());
    let notes = drawn.notes.iter().map(ToString::to_string).collect();
    (drawn.scene, notes)
}

/// Contents of the rows from the top: `X` black, `O` white, `#` blocked.
fn rows(scene: &Scene) -> Vec<String> {
    let sign = |x, y| match scene.at(Point::new(x, y)).and_then(|spot| spot.piece) {
        None => '.',
        Some(Piece::Burnt) => '#',
        Some(piece) if piece.side() == Some(Color::Black) => 'X',
        Some(_) => 'O',
    };
    (0..scene.rows)
        .map(|y| (0..scene.columns).map(|x| sign(x, y)).collect())
        .collect()
}

#[test]
fn lines_of_action_begins_with_the_given_setup() {
    let standard = [
        ".XXXXXX.", "O......O", "O......O", "O......O", "O......O", "O......O", "O......O",
        ".XXXXXX.",
    ];
    let scrambled = [
        ".XOXOXO.", "O......X", "X......O", "O......X", "X......O", "O......X", "X......O",
        ".OXOXOX.",
    ];
    let parachute = [
        "........", "O......X", "X......O", "O......X", "X......O", "O......X", "X......O",
        "........",
    ];
    for (name, expected) in [
        ("", standard),
        ("SU[Standard]", standard),
        ("SU[standard]", standard),
        ("SU[Gemma]", standard),
        ("SU[Scrambled-eggs]", scrambled),
        ("SU[SCRAMBLED EGGS]", scrambled),
        ("SU[Parachute]", parachute),
        ("SU[Custom]", ["........"; 8]),
    ] {
        let (scene, notes) = end(&format!("(;GM[9]{name})"));
        assert_eq!(rows(&scene), expected, "{name}");
        assert_eq!(notes, [""; 0], "{name}");
    }
    let (scene, notes) = end("(;GM[9]SU[Upside-down])");
    assert_eq!(rows(&scene), ["........"; 8]);
    assert!(notes[0].contains("`SU`"), "{notes:?}");
    // What is set up comes in the place of any start.
    let (scene, _) = end("(;GM[9]SU[Parachute]AB[a1])");
    assert_eq!(rows(&scene)[7], "X.......");
}

#[test]
fn gemma_blocks_what_is_left() {
    let (scene, notes) = end("(;GM[9]SU[Gemma];B[b1-b3];W[a3:b3])");
    assert_eq!(rows(&scene)[5], "#O.....O");
    assert_eq!(rows(&scene)[7], ".#XXXXX.");
    assert_eq!(notes, [""; 0]);
    let (_, notes) = end("(;GM[9]SU[Gemma];B[b1-b3];W[a2-b1];B[escape])");
    assert_eq!(notes.len(), 2, "{notes:?}");
    let (scene, _) = end("(;GM[9];B[b1-b3])");
    assert_eq!(rows(&scene)[7], "..XXXXX.");
}

fn links(scene: &Scene) -> Vec<String> {
    let mut names: Vec<String> = scene
        .links
        .iter()
        .map(|&(a, b, _)| format!("{}-{}", scene.point_name(a), scene.point_name(b)))
        .collect();
    names.sort();
    names
}

#[test]
fn twixt_links_are_taken_away_and_set() {
    // The position for which the notation was made: h5-j6 lies in the way of h7-i5.
    let start = "(;GM[21]AW[h5][j6][h7];W[i5]";
    let (scene, notes) = end(&format!("{start})"));
    assert_eq!(links(&scene), ["h5-j6", "h7-j6"]);
    assert_eq!(notes, [""; 0]);
    for long in ["-i5'/H'6K6", "-I5*,+h*6 k6", "-i5'+h'6;k6"] {
        let (scene, notes) = end(&format!("{start};B[x9];W[{long}])"));
        assert_eq!(links(&scene), ["h7-i5", "h7-j6", "i5-k6"], "{long}");
        assert_eq!(notes, [""; 0], "{long}");
        assert!(scene.at(Point::new(10, 5)).is_some_and(|spot| spot.last));
    }
    for (long, problem) in [
        ("-c3*k6", "a link to be removed is missing"),
        ("k6/h*6", "a link cannot be set"),
        ("/i5*k6", "a link cannot be set"),
        ("k6-i5*what", "a part of the move is unknown"),
        ("k6l7", "a part of the move is unknown"),
    ] {
        let (scene, notes) = end(&format!("{start};B[x9];W[{long}])"));
        assert_eq!(notes, [problem], "{long}");
        assert_eq!(
            scene.at(Point::new(10, 5)).map(|spot| spot.last),
            Some(true)
        );
    }
    // Links of the opponent stay.
    let (scene, notes) = end(&format!("{start};B[-i5*x9])"));
    assert_eq!((links(&scene).len(), notes.len()), (2, 1));
    let (_, notes) = end(&format!("{start};B[resign])"));
    assert_eq!(notes, [""; 0]);
}

#[test]
fn little_golem_is_drawn() {
    let text = "(;FF[4]EV[twixt]PB[a]PW[b]SZ[24];b[ec];r[ff];b[fe|draw];r[gh])";
    let (scene, notes) = end(text);
    assert_eq!(notes, [""; 0]);
    assert_eq!((scene.board, scene.columns), (Board::Holes, 24));
    let side = |x, y| scene.spots[&Point::new(x, y)].piece;
    assert_eq!(side(4, 2), Some(Piece::Peg(Color::Black)));
    assert_eq!(side(6, 7), Some(Piece::Peg(Color::White)));
    assert_eq!(scene.links.len(), 2);
    let (scene, notes) = end("(;SZ[24];b[ec];r[swap];b[ff];r[resign])");
    assert_eq!(notes, [""; 0]);
    let side = |x, y| scene.spots[&Point::new(x, y)].piece;
    assert_eq!(side(2, 4), Some(Piece::Peg(Color::White)));
    assert_eq!(side(5, 5), Some(Piece::Peg(Color::Black)));
    // A Go file with lower-case letters is none of that server.
    for text in ["(;SZ[9];Black[aa];White[bb])", "(;SZ[9];b[aa];w[bb])"] {
        let (scene, _) = end(text);
        assert_eq!(scene.board, Board::Lines, "{text}");
    }
}

#[test]
fn moves_have_the_names_players_use() {
    let name = |text: &str| walk_to_end(&Collection::from(text)).move_name();
    for (text, expected) in [
        ("(;SZ[9];B[aa])", "A9"),
        ("(;SZ[19];B[tt])", "pass"),
        ("(;SZ[19];B[])", "pass"),
        ("(;GM[2];B[cd])", "c4"),
        ("(;GM[3];B[Nf6])", "Nf6"),
        ("(;GM[4]SZ[15];B[hh])", "H8"),
        ("(;GM[6];B[52lalf])", "52: 12/1 12/6"),
        ("(;GM[6];W[61yrxz])", "61: bar/18 24/off"),
        ("(;GM[6];W[66])", "66"),
        ("(;GM[6];B[double])", "double"),
        ("(;GM[9];B[b1-b3])", "b1-b3"),
        ("(;GM[11];B[C2])", "c2"),
        ("(;GM[11];B[resign])", "resign"),
        ("(;GM[18];B[djddgd])", "d1-d7/g7"),
        ("(;GM[18];B[djdd])", "djdd"),
        ("(;GM[19];B[33+A])", "33+A"),
        ("(;GM[21];B[k6])", "K6"),
        ("(;GM[20];B[cd:cf])", "c17-c15"),
        ("(;SZ[24];b[ec];r[resign])", "resign"),
    ] {
        let (side, name) = name(text).expect("a move");
        assert_eq!(name.to_lowercase(), expected.to_lowercase(), "{text}");
        let is_white = text.contains("r[resign]") || text.contains("W[");
        assert_eq!(side == Color::White, is_white, "{text}");
    }
    assert_eq!(name("(;SZ[9]AB[aa])"), None);
}

#[test]
fn variations_may_be_counted_in_numbers() {
    let record = Collection::from("(;GM[11](;B[a1])(;B[b2])(;B[swap-sides])(;B[c3]))");
    let options = Options {
        hint_names: Axis::Numbers,
        ..Options::default()
    };
    let root = record.game(0).expect("a game").root();
    let scene = binding::scene(root, &options).expect("a board").scene;
    let hint = |n| {
        scene.spots[&Point::new(n, n)]
            .hint
            .as_ref()
            .expect("a hint")
    };
    assert_eq!([0, 1, 2].map(|n| hint(n).text.as_str()), ["1", "2", "4"]);
}

/// Goes to all nodes of a tree in several orders; each time all is as if the walk had begun anew.
fn walk_about(record: &Collection) {
    for tree in record.games() {
        let Ok(mut walk) = Walk::new(tree) else {
            continue;
        };
        let nodes: Vec<Node<'_>> = tree.nodes().collect();
        let fresh: Vec<_> = nodes
            .iter()
            .map(|&node| binding::scene(node, &Options::default()).expect("a board"))
            .collect();
        let count = nodes.len();
        for step in [1, count.saturating_sub(1), count / 2 + 1, count / 3 + 1] {
            for index in (0..count).map(|n| n * step % count) {
                assert!(walk.go_to(nodes[index]));
                assert_eq!(walk.scene(&Options::default()), fresh[index]);
            }
        }
    }
}

#[test]
fn every_game_goes_back_as_it_came() {
    let mut games = 0;
    for entry in std::fs::read_dir(EXAMPLES).expect("the examples are there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "sgf") {
            walk_about(&Collection::open(&path).expect("an example"));
            games += 1;
        }
    }
    assert!(games >= 9, "{games}");
    for text in [
        "(;GM[11];B[a1];W[swap-pieces](;B[b7];W[swap-pieces];B[a1])(;B[c3]MN[7];W[d4]PL[W]))",
        "(;GM[6](;W[31hefe];B[double];W[take];B[66])(;AB[a][b]CV[8]DI[21];W[21ab]))",
        "(;GM[21];W[h5];B[a9];W[j6];B[x9];W[h7](;B[b2];W[-i5'i5])(;B[c2];AE[h5]AB[h5];AE[j6]))",
        "(;SZ[24];b[ec];r[swap](;b[ff];r[ee])(;b[gg];r[resign]))",
        "(;GM[2];B[dc](;W[cc];B[cd])(;W[ec]AE[dd];B[cd])(;W[zz]))",
        "(;GM[3];W[e4];B[d5](;W[e5];B[f5];W[exf6])(;W[exd5];AE[a1:h8];AW[Ke1][Rh1];W[O-O]))",
        "(;GM[19];B[33+A];W[37+E](;B[33-34];W[37-36];B[34-35])(;AB[55ABC];RP[55A];B[55B-66];W[99]))",
        "(;GM[20];B[bn:cn](;W[sg:rg];AE[aa:tt])(;B[cq:cc];W[cc:cq]))",
        "(;GM[9]SU[Gemma];B[b1-b3](;W[a3:b3])(;W[a2-c2];AE[a1:h8]))",
        "(;GM[18](;W[dadggg];B[djddgd])(;AA[aa:jj]))",
    ] {
        walk_about(&Collection::from(text));
    }
}

/// The root of a game, and values that its moves and setup may have; some are wrong.
const POOLS: [(&str, &[&str]); 12] = [
    (
        "GM[1]SZ[3]",
        &["aa", "ba", "bb", "cb", "cc", "", "aa:bb", "zz"],
    ),
    (
        "GM[2]SZ[4]",
        &["aa", "ab", "bc", "db", "cd", "", "aa:bb", "zz"],
    ),
    (
        "GM[3]",
        &[
            "e4", "d5", "exd5", "Nf3", "e2e4", "O-O", "Ke1", "a1:b2", "e8=Q", "Rh8", "zz", "",
        ],
    ),
    (
        "GM[4]SZ[4]",
        &["aa", "ab", "bc", "db", "cd", "", "aa:bb", "zz"],
    ),
    (
        "GM[6]",
        &[
            "31hefe", "66", "double", "take", "drop", "a", "b:d", "y", "11yx", "z",
        ],
    ),
    (
        "GM[9]SZ[4]SU[Gemma]",
        &[
            "a2-b2", "b1:b3", "b2-a2", "pass", "escape", "a1", "a1:b2", "q9",
        ],
    ),
    (
        "GM[11]SZ[4]",
        &[
            "a1",
            "b2",
            "c3",
            "b3",
            "swap-pieces",
            "swap-sides",
            "a1:b2",
            "q9",
        ],
    ),
    (
        "GM[18]SZ[4]",
        &["aabbcc", "bbaacc", "ccddaa", "aa", "bb:cc", "dd", "zz"],
    ),
    (
        "GM[19]",
        &[
            "33+A", "33-34", "33+B!", "53-55x", "37-35", "73", "44AB", "33A", "11:99", "zz",
        ],
    ),
    (
        "GM[20]SZ[9]",
        &["bb:cc", "cc:ee", "ee:bb", "hh:gg", "aa", "bb:dd", "zz:aa"],
    ),
    (
        "GM[21]SZ[6]",
        &[
            "b2", "c4", "d2", "d6", "e4", "-b3'd3", "/b'3e5", "c4-c*3", "b2:c4", "q9",
        ],
    ),
    (
        "SZ[6]",
        &["bb", "cd", "db", "dd", "swap", "resign", "ec|draw", "zz"],
    ),
];

fn trees() -> impl Strategy<Value = String> {
    let names = [
        "B", "B", "W", "W", "AB", "AW", "AE", "AA", "PL", "MN", "CV", "RP", "b", "r",
    ];
    prop::sample::select(POOLS.to_vec()).prop_flat_map(move |(root, values)| {
        let value = prop::sample::select(values.to_vec());
        let property = (prop::sample::select(names.to_vec()), value);
        let node = prop::collection::vec(property, 1..3).prop_map(|properties| {
            let shown = properties.iter().map(|(name, value)| match *name {
                "PL" => "PL[W]".to_owned(),
                "MN" => "MN[7]".to_owned(),
                "CV" => "CV[4]".to_owned(),
                name => format!("{name}[{value}]"),
            });
            format!(";{}", shown.collect::<String>())
        });
        let sequence = prop::collection::vec(node, 1..6).prop_map(|nodes| nodes.concat());
        let tree = sequence.prop_recursive(3, 12, 3, |inner| {
            let branches = prop::collection::vec(inner, 2..4);
            branches.prop_map(|branches| {
                let shown = branches.iter().map(|branch| format!("({branch})"));
                format!(";C[]{}", shown.collect::<String>())
            })
        });
        tree.prop_map(move |tree| format!("(;{root}{tree})"))
    })
}

proptest! {
    #[test]
    fn a_walk_is_the_same_whichever_way_it_came(text in trees()) {
        walk_about(&Collection::from(text));
    }
}

/// A few letters change every cell of a large board; more changes than are kept.
#[test]
fn a_way_back_over_millions_of_changes_begins_anew() {
    let fill = ";AB[a1:zz702];AE[a1:zz702]".repeat(5);
    let record = Collection::from(format!("(;GM[11]SZ[702];W[c5]{fill};W[d4];W[e6];B[f9])"));
    let tree = record.game(0).expect("a game");
    let mut walk = Walk::new(tree).expect("a board");
    let line: Vec<_> = tree.main_line().collect();
    let stones = |walk: &Walk<'_>| walk.scene(&Options::default()).scene.spots.len();
    let last = line.len() - 1;
    for (at, expected) in [(last, 3), (last - 1, 2), (1, 1), (last - 2, 1), (0, 0)] {
        assert!(walk.go_to(line[at]));
        assert_eq!(stones(&walk), expected, "{at}");
    }
}

/// A file of some kilobytes that asks for thousands of boards.
#[test]
fn what_small_files_may_ask_for_is_bounded() {
    // Seventeen of them are done, the last of these empties the board.
    let fill = ";AE[a1:zz702];AB[a1:zz702]".repeat(500);
    let (scene, notes) = end(&format!("(;GM[11]SZ[702]{fill};AB[a1:c3])"));
    assert_eq!(scene.spots.len(), 9);
    assert!(notes.len() > 900, "{}", notes.len());
    assert!(notes[0].contains("left out"), "{}", notes[0]);
}
