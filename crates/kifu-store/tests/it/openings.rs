//! Trees of openings, and where a game left the known path.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kifu_games::go::Replay;
use kifu_go::{BareBoard, Board, Color, Move, Point, Size, Symmetry};
use kifu_select::Selection;
use kifu_sgf::{Collection, GameTree};
use kifu_store::{Anchor, Cell, Drawing, Novelty, Opening, OpeningNode, Pattern, Query};
use proptest::prelude::*;

use crate::index;
use crate::laws::{games, query};

const GAMES: &str = "(;SZ[9]RE[B+R];B[gc];W[cg];B[gg];W[cc])
(;SZ[9]RE[W+R];B[cc];W[gg];B[cg];W[gc])
(;SZ[9]RE[B+R];B[gg];W[cg];B[gc];W[cc])
(;SZ[9];B[ee])";

fn tree(text: &str, pattern: Pattern, depth: usize, least: u64) -> Opening {
    let (_folder, store) = index(text);
    store.opening(&Query::new(pattern), depth, least).unwrap()
}

fn pattern(drawn: &str) -> Pattern {
    drawn.parse::<Drawing>().unwrap().pattern().unwrap()
}

#[test]
fn ways_that_look_the_same_are_one() {
    let board = Pattern::of_board(&Board::new(Size::NINE));
    let tree = tree(GAMES, board, 4, 1);
    let counts: Vec<_> = tree
        .nodes
        .iter()
        .map(|node| (node.parent, node.games, node.reached))
        .collect();
    // Diagonal answers in two games, one beside it in the third; all come to the same four corners.
    assert_eq!(
        counts,
        [
            (None, 4, 0),
            (Some(0), 3, 3),
            (Some(1), 2, 2),
            (Some(2), 2, 3),
            (Some(3), 2, 3),
            (Some(1), 1, 1),
            (Some(5), 1, 3),
            (Some(6), 1, 3),
            (Some(0), 1, 1),
        ]
    );
    assert_eq!((tree.nodes[1].black_wins, tree.nodes[1].white_wins), (2, 1));
    assert_eq!(tree.nodes[1].play, Some((Color::Black, Point::new(2, 2))));
}

#[test]
fn a_tree_is_a_game_record() {
    let board = Pattern::of_board(&Board::new(Size::NINE));
    let tree = tree(GAMES, board, 2, 1);
    let sgf = tree.to_sgf();
    let record = Collection::from(sgf.as_str());
    assert!(record.problems().is_empty(), "{sgf}");
    let game = record.game(0).unwrap();
    assert_eq!(game.node_count(), tree.nodes.len());
    assert_eq!(
        game.root().text("C").unwrap(),
        "4 games; Black won 66.7 % (20.8 to 93.9)"
    );
    let small = self::tree(GAMES, Pattern::of_board(&Board::new(Size::NINE)), 2, 2);
    assert!(small.nodes.len() < tree.nodes.len() && small.nodes.iter().all(|node| node.games >= 2));
}

#[test]
fn local_trees_follow_the_area() {
    let cells = "....X...."
        .chars()
        .map(|letter| Cell::from_char(letter).unwrap())
        .collect();
    let corner = Pattern::new(3, cells, Anchor::from_name("NW").unwrap()).unwrap();
    let text = "(;SZ[9];B[bb];W[gg];B[hh];W[bc])(;SZ[9];B[hh];W[hg];B[ee])";
    let tree = tree(text, corner, 3, 1);
    let plays: Vec<_> = tree
        .nodes
        .iter()
        .map(|node| (node.play, node.games))
        .collect();
    // Below the stone in both corners, which is the same as beside it.
    let beside = Some((Color::White, Point::new(2, 1)));
    assert_eq!(plays, [(None, 2), (beside, 2)]);
    assert!(tree.to_sgf().contains("AB[bb]"));
}

/// The size with most games counts, and the larger of two; the others are reported.
#[test]
fn a_tree_is_of_the_most_frequent_board() {
    let corner = |text: &str| {
        let tree = tree(text, pattern("----/|.X./|.../|..."), 1, 1);
        (
            tree.size.unwrap().to_string(),
            tree.other_sizes,
            tree.nodes[0].games,
        )
    };
    let (small, large) = ("(;SZ[9];B[ba])", "(;SZ[13];B[ba])");
    let of = |size: u16| Size::square(size).unwrap();
    let mixed = format!("{small}{large}{large}(;SZ[7];B[cc])");
    assert_eq!(corner(&mixed), ("13×13".to_owned(), vec![(of(9), 1)], 2));
    let even = format!("{small}{large}");
    assert_eq!(corner(&even), ("13×13".to_owned(), vec![(of(9), 1)], 1));
}

/// Which sizes a selection means.
#[test]
fn boards_of_the_selected_games() {
    let (_folder, store) = index("(;SZ[9]PB[Ann])(;SZ[9]PB[Ann])(;SZ[13]PB[Bob])(;SZ[5]PB[Bob])");
    let sizes = |selection: &str| {
        let selection = Selection::parse(selection).unwrap();
        let sizes = store.sizes_of(&selection).unwrap();
        let side = |(size, games): (Size, u64)| (size.columns(), games);
        sizes.into_iter().map(side).collect::<Vec<_>>()
    };
    assert_eq!(sizes(""), [(9, 2), (13, 1), (5, 1)]);
    assert_eq!(sizes("black=Bob"), [(13, 1), (5, 1)]);
    assert_eq!(sizes("size=5"), [(5, 1)]);
    assert_eq!(sizes("black=Eve"), []);
}

#[test]
fn a_tree_of_nothing_is_no_record() {
    let tree = tree("(;SZ[9];B[ee])", pattern("XO/OX"), 1, 1);
    assert_eq!((tree.size, tree.nodes.len()), (None, 1));
    assert_eq!(tree.to_sgf(), "");
}

/// Variations are followed after the first place of each, and a line counts once.
#[test]
fn trees_of_variations() {
    let text = "(;SZ[9]RE[B+R];B[ba](;W[aa](;B[ab])(;B[hh];W[hi];B[cc]))(;W[gg];B[aa]))";
    let (_folder, store) = index(text);
    let mut query = Query::new(pattern("----/|.X./|.../|..."));
    let nodes = |query: &Query| {
        let tree = store.opening(query, 2, 1).unwrap();
        let nodes: Vec<_> = tree
            .nodes
            .iter()
            .map(|node| {
                let play = node.play.map(|(color, point)| format!("{color} {point}"));
                (
                    node.parent,
                    play.unwrap_or_default(),
                    node.games,
                    node.black_wins,
                )
            })
            .collect();
        (tree.counts_lines, nodes)
    };
    let node = |parent, play: &str, games| (parent, play.to_owned(), games, games);
    let main = vec![
        node(None, "", 1),
        node(Some(0), "white aa", 1),
        node(Some(1), "black ab", 1),
    ];
    assert_eq!(nodes(&query), (false, main));
    query.in_variations = true;
    let all = vec![
        node(None, "", 3),
        node(Some(0), "white aa", 2),
        node(Some(1), "black ab", 1),
        node(Some(1), "black cc", 1),
        node(Some(0), "black aa", 1),
    ];
    assert_eq!(nodes(&query), (true, all));
}

/// A line ends at the first setup that changes the rectangle, and does not begin again.
#[test]
fn setup_ends_a_line() {
    let empty = Pattern::of_board(&Board::new(Size::NINE));
    let corner = pattern("----/|.X./|.../|...");
    for (text, pattern, in_variations, expected) in [
        ("(;SZ[9];AB[cc][gg];W[gc])", &empty, false, &[1][..]),
        ("(;SZ[9];C[a];AB[cc]W[gc];B[gg])", &empty, false, &[1]),
        ("(;SZ[9];B[ee];AE[ee];W[gc])", &empty, false, &[1, 1]),
        ("(;SZ[9];B[ee];AB[ee];W[gc])", &empty, false, &[1, 1, 1]),
        ("(;SZ[9];AB[cc];AE[cc];W[gc])", &empty, false, &[1]),
        ("(;SZ[9];B[ba];AB[gg];W[aa])", &corner, false, &[1, 1]),
        ("(;SZ[9];B[ba];AB[cc];W[aa])", &corner, false, &[1]),
        // The other corner has the position later.
        ("(;SZ[9];B[ba];AB[cc];B[ha];W[ia])", &corner, false, &[1]),
        (
            "(;SZ[9];B[ba];AB[cc](;B[ha];W[ia])(;W[aa]))",
            &corner,
            true,
            &[2],
        ),
        (
            "(;SZ[9];B[ba](;AB[cc];W[aa])(;W[aa];B[ab])(;B[gg];W[aa];AW[bc];B[ab]))",
            &corner,
            true,
            &[3, 2, 1],
        ),
    ] {
        let (_folder, store) = index(text);
        let mut query = Query::new(pattern.clone());
        query.in_variations = in_variations;
        let tree = store.opening(&query, 3, 1).unwrap();
        let counts: Vec<_> = tree.nodes.iter().map(|node| node.games).collect();
        assert_eq!(counts, expected, "{text}");
    }
}

/// The records with each of their lines as a game.
fn lines(text: &str) -> String {
    let collection = Collection::from(text);
    let mut lines = String::new();
    for leaf in collection.games().flat_map(|game| game.root().leaves()) {
        lines.push('(');
        for node in leaf.path() {
            lines.push_str(node.span().unwrap().of_str(collection.text()));
        }
        lines.push_str(")\n");
    }
    lines
}

/// The first stones of a tree, with how many games each has.
fn first_stones(tree: &Opening) -> BTreeMap<(u16, bool), u64> {
    let first = tree.nodes.iter().filter(|node| node.parent == Some(0));
    let stones = first.filter_map(|node| Some((node.play?, node.games)));
    let columns = tree.pattern.columns();
    let cell = |point: Point| point.y * columns + point.x;
    stones
        .map(|((color, point), games)| ((cell(point), color == Color::White), games))
        .collect()
}

/// The records with two more leaves after each game of one line.
fn forked(lines: &str) -> String {
    let games = lines.lines().map(|game| {
        let (game, _) = game.rsplit_once(')').unwrap();
        format!("{game}(;C[a])(;C[b]))\n")
    });
    games.collect()
}

/// Whoever is asked for plays the first stone, of a board that looks the same to both too.
#[test]
fn who_plays_next_plays_the_first_stone() {
    let empty = || Pattern::of_board(&Board::new(Size::NINE));
    for (text, pattern) in [
        (GAMES, empty()),
        ("(;SZ[9]RE[B+R];B[ce];W[ee];B[de];W[dd])", pattern("X.O")),
        ("(;SZ[9]RE[B+R];W[ce];B[ee];W[de];B[dd])", pattern("X.O")),
        // Both see it on a board of three columns alone.
        ("(;SZ[3:5]RE[B+R];B[ac];W[cc];B[bc])", pattern("|X.O")),
    ] {
        let forked = forked(text);
        for next in Color::BOTH {
            for (text, in_variations) in [(text, false), (&forked, true)] {
                let mut query = Query::new(pattern.clone());
                (query.next, query.in_variations) = (Some(next), in_variations);
                let (_folder, store) = index(text);
                let tree = store.opening(&query, 1, 1).unwrap();
                let first = first_stones(&tree);
                let colors = first.keys().map(|(_, is_white)| *is_white);
                let mut colors: Vec<_> = colors.collect();
                colors.dedup();
                assert_eq!(colors, [next == Color::White], "{pattern} in {text}");
            }
        }
    }
    let mut query = Query::new(empty());
    query.next = Some(Color::White);
    let (_folder, store) = index(GAMES);
    let tree = store.opening(&query, 2, 2).unwrap();
    let sgf = tree.to_sgf();
    // Three of four games, of which the pattern's White won two.
    assert!(
        sgf.contains(";W[cc]C[3 games; Black won 33.3 % (6.1 to 79.2)]"),
        "{sgf}"
    );
    assert!(sgf.contains(";B["), "{sgf}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_first_stones_of_a_tree_are_those_of_the_search(
        text in games(),
        queries in proptest::collection::vec(query(), 1..4),
    ) {
        let lines = lines(&text);
        let ((_folder, store), (_other, forked)) = (index(&lines), index(&forked(&lines)));
        for mut query in queries {
            query.selection = Selection::parse("size=5").unwrap();
            query.in_variations = false;
            let tree = store.opening(&query, 4, 1).unwrap();
            let mut expected = BTreeMap::new();
            for found in store.search(&query).unwrap().found.iter() {
                if let Some((cell, color)) = found.next {
                    *expected.entry((cell, color == Color::White)).or_default() += 1;
                }
            }
            prop_assert_eq!(first_stones(&tree), expected, "{} in {}", &query.pattern, &lines);
            // Each line is there twice.
            query.in_variations = true;
            let twice = forked.opening(&query, 4, 1).unwrap();
            let doubled = tree.nodes.into_iter().map(|node| OpeningNode {
                games: 2 * node.games,
                black_wins: 2 * node.black_wins,
                white_wins: 2 * node.white_wins,
                reached: 2 * node.reached,
                ..node
            });
            prop_assert_eq!(twice.nodes, doubled.collect::<Vec<_>>(), "{} in {}", &query.pattern, &lines);
        }
    }

    #[test]
    fn a_tree_of_variations_is_that_of_their_lines(
        text in games(),
        queries in proptest::collection::vec(query(), 1..8),
        depth in 0..6_usize,
    ) {
        are_those_of_their_lines(&text, queries, depth)?;
    }

    #[test]
    fn as_many_games_come_to_a_position_as_a_replay_says(
        games in proptest::collection::vec(proptest::collection::vec((0..3_u16, 0..3_u16), 0..12), 1..8),
        symmetries in prop_oneof![
            1 => Just(Symmetry::ALL.to_vec()),
            2 => proptest::sample::subsequence(Symmetry::ALL.to_vec(), 0..4),
        ],
        swaps in any::<bool>(),
        depth in 1..10_usize,
    ) {
        let size = Size::of::<3, 3>();
        let points = games.iter().map(|game| game.iter().map(|(x, y)| Point::new(*x, *y)));
        let moves: Vec<Vec<_>> = points.map(|points| Color::BOTH.into_iter().cycle().zip(points).collect()).collect();
        let mut text = String::new();
        for game in &moves {
            text.push_str("(;SZ[3]");
            for (color, point) in game {
                write!(text, ";{}[{point}]", if *color == Color::Black { 'B' } else { 'W' }).unwrap();
            }
            text.push(')');
        }
        let mut query = Query::new(Pattern::of_board(&Board::new(size)));
        query.symmetries = symmetries;
        query.symmetries.push(Symmetry::Identity);
        query.swaps_colors = swaps;
        let (_folder, store) = index(&text);
        let tree = store.opening(&query, depth, 1).unwrap();
        let boards: Vec<Vec<_>> = Collection::from(text.as_str())
            .games()
            .map(|game| boards(game, depth))
            .collect();
        for node in 1..tree.nodes.len() {
            let mut path = vec![node];
            while let Some(above) = tree.nodes[path[path.len() - 1]].parent {
                path.push(above);
            }
            let mut board = BareBoard::new(size);
            let plays = path.iter().rev().filter_map(|node| tree.nodes[*node].play);
            // Some points are played twice.
            if plays.map(|(color, point)| board.play(point, color)).any(|played| played.is_err()) {
                continue;
            }
            let same = looks(&board, &query);
            let games = boards.iter().filter(|boards| boards.iter().any(|board| same.contains(board)));
            prop_assert_eq!(tree.nodes[node].reached, games.count() as u64, "{} in {}", node, &text);
        }
    }
}

/// The stone on each point after each of the first moves of a game.
fn boards(game: GameTree<'_>, moves: usize) -> Vec<Vec<Option<Color>>> {
    let mut replay = Replay::new(game);
    let mut boards = Vec::new();
    while boards.len() < moves && replay.forward() {
        let board = replay.game().board();
        boards.push(
            board
                .size()
                .points()
                .map(|point| board.get(point))
                .collect(),
        );
    }
    boards
}

/// All that a square board looks like, turned again and again in the ways of a query.
fn looks(board: &BareBoard, query: &Query) -> BTreeSet<Vec<Option<Color>>> {
    let size = board.size();
    let own = size.points().map(|point| board.get(point)).collect();
    let mut looks = BTreeSet::new();
    let mut waiting: Vec<Vec<Option<Color>>> = vec![own];
    while let Some(look) = waiting.pop() {
        if !looks.insert(look.clone()) {
            continue;
        }
        for symmetry in &query.symmetries {
            let mut turned = look.clone();
            for (point, stone) in size.points().zip(&look) {
                let Point { x, y } = symmetry.apply(point, size);
                turned[usize::from(y) * usize::from(size.columns()) + usize::from(x)] = *stone;
            }
            waiting.push(turned);
        }
        if query.swaps_colors {
            waiting.push(
                look.iter()
                    .map(|stone| stone.map(Color::opponent))
                    .collect(),
            );
        }
    }
    looks
}

/// Whether a tree in which variations are followed is that of games with a line each.
fn are_those_of_their_lines(
    text: &str,
    queries: Vec<Query>,
    depth: usize,
) -> Result<(), TestCaseError> {
    let lines = lines(text);
    let ((_folder, store), (_other, of_lines)) = (index(text), index(&lines));
    for mut query in queries {
        // Which hits go on with a stone of a color is asked of first variations alone; and a size with
        // more games may have fewer lines.
        query.next = None;
        query.selection = Selection::parse("size=5").unwrap();
        query.in_variations = true;
        let tree = store.opening(&query, depth, 1).unwrap();
        query.in_variations = false;
        let expected = of_lines.opening(&query, depth, 1).unwrap();
        prop_assert_eq!(
            tree.nodes,
            expected.nodes,
            "{} in {}",
            &query.pattern,
            &text
        );
    }
    Ok(())
}

/// Of two ways in which the pattern and the first stone look the same, either may be taken; stones beside them that
/// the setup put there do not.
#[test]
fn what_looks_the_same_is_reached_the_same() {
    let text = "(;SZ[5]RE[B+R]AW[aa:cc];B[ba]W[aa];W[aa];W[aa];W[aa];W[aa];W[aa];AW[ae]AE[ac]W[ba];AB[ab]AE[ab]\
                W[bd];AB[ac];W[ab](;B[ac])(;W[aa]))";
    for symmetries in [
        vec![Symmetry::Rotate270, Symmetry::MirrorColumns],
        vec![Symmetry::MirrorColumns, Symmetry::Identity],
        Symmetry::ALL.to_vec(),
    ] {
        let mut query = Query::new(pattern("---/X*X"));
        query.symmetries = symmetries;
        query.slides_onto_edges = true;
        query.moves = 7..=7;
        are_those_of_their_lines(text, vec![query], 2).unwrap();
    }
}

/// A game counts once for a position to which it comes back, and what is taken from outside in one game does not
/// tell the position of others.
#[test]
fn a_position_is_that_of_most_games() {
    // Black retakes a ko at once, as nobody may.
    let text = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])";
    let of_ko = tree(
        text,
        Pattern::of_board(&Board::new(Size::of::<5, 5>())),
        9,
        1,
    );
    assert_eq!(of_ko.nodes.len(), 10);
    assert!(of_ko.nodes[1..].iter().all(|node| node.reached == 1));

    // In the last game the white stone is gone when Black plays beside it.
    let (kept, taken) = (
        "(;SZ[9];B[ba];W[aa];B[ii];W[hh];B[ca])",
        "(;SZ[9];B[ba];W[aa];B[ab];W[hh];B[ca])",
    );
    let part = tree(&[kept, kept, taken].concat(), pattern("---/|.X."), 3, 1);
    let counts: Vec<_> = part
        .nodes
        .iter()
        .map(|node| (node.games, node.reached))
        .collect();
    assert_eq!(counts, [(3, 0), (3, 3), (3, 2)]);
}

#[test]
fn where_a_game_left_the_known_path() {
    let (_folder, store) = index(GAMES);
    let mine = Collection::from("(;SZ[9];B[cg];W[gc];B[cc];W[ge])");
    let similar = store.similar(mine.game(0).unwrap()).unwrap();
    let games: Vec<_> = similar.steps.iter().map(|step| step.games).collect();
    assert_eq!(games, [4, 3, 2, 3]);
    let new = Move::Play(Point::new(6, 4));
    let novelty = Novelty::Move {
        node: 4,
        color: Color::White,
        played: new,
        number: 4,
    };
    assert_eq!(similar.novelty, novelty);
    assert_eq!(similar.companions.len(), 3);
    let own = Collection::from(GAMES);
    let similar = store.similar(own.game(3).unwrap()).unwrap();
    assert_eq!((similar.steps.len(), similar.same.len()), (1, 1));
    let new = Move::Play(Point::new(4, 4));
    assert!(matches!(similar.novelty, Novelty::Move { node: 1, played, .. } if played == new));
}
