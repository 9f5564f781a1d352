//! Games other than Go.

use kifu_diagram::binding::{self, Numbers, Options};
use kifu_diagram::scene::Role;
use kifu_diagram::{Board, Color, Mark, Piece, Point};

use super::{board, count, example, last, record};

#[test]
fn othello_turns_what_is_enclosed() {
    let scene = last(
        &example("other-games/othello-wipe-out.sgf"),
        &Options::default(),
    );
    assert_eq!(count(&scene, Piece::Stone(Color::Black)), 13);
    assert_eq!(count(&scene, Piece::Stone(Color::White)), 0);
    // Without setup a game begins in the middle.
    let start = last(&record("(;GM[2])"), &Options::default());
    let at = |x, y| start.at(Point::new(x, y)).unwrap().piece;
    assert_eq!(at(3, 3), Some(Piece::Stone(Color::White)));
    assert_eq!(at(4, 3), Some(Piece::Stone(Color::Black)));
    assert_eq!(start.spots.len(), 4);
}

#[test]
fn gomoku_stones_stay() {
    let scene = last(&example("other-games/gomoku.sgf"), &Options::default());
    assert_eq!(count(&scene, Piece::Stone(Color::Black)), 18);
    // The five: a6 to e6 from the lower left, row 10 from the top.
    for x in 0..5 {
        let piece = scene.at(Point::new(x, 9)).unwrap().piece;
        assert_eq!(piece, Some(Piece::Stone(Color::Black)));
    }
}

#[test]
fn hex_swaps_pieces() {
    let record = example("other-games/hex.sgf");
    let node = record.game(0).unwrap().main_line().nth(2).unwrap();
    let options = Options {
        numbers: Numbers::All,
        ..Options::default()
    };
    let scene = binding::scene(node, &options).unwrap().scene;
    // Black c2 became White b3, and keeps its number.
    assert_eq!(scene.spots.len(), 1);
    let spot = scene.at(Point::new(1, 2)).unwrap();
    assert_eq!(spot.piece, Some(Piece::Stone(Color::White)));
    assert_eq!(spot.number, Some(1));
    let end = last(&record, &Options::default());
    // The winning chain of White, "from a6 to g3".
    for (x, y) in [(0, 5), (1, 5), (2, 5), (3, 4), (4, 4), (5, 3), (6, 2)] {
        let piece = end.at(Point::new(x, y)).unwrap().piece;
        assert_eq!(piece, Some(Piece::Stone(Color::White)), "{x} {y}");
    }
}

#[test]
fn amazons_burn_a_cell_a_move() {
    let record = example("other-games/amazons.sgf");
    let moves = record
        .game(0)
        .unwrap()
        .main_line()
        .filter(|n| n.play().is_some())
        .count();
    let scene = last(&record, &Options::default());
    assert_eq!(count(&scene, Piece::Burnt), moves);
    assert_eq!(count(&scene, Piece::Queen(Color::Black)), 4);
    assert_eq!(count(&scene, Piece::Queen(Color::White)), 4);
    let start = last(&self::record("(;GM[18])"), &Options::default());
    let first = binding::scene(record.game(0).unwrap().root(), &Options::default()).unwrap();
    assert_eq!(
        start.spots, first.scene.spots,
        "the usual start is the one set up"
    );
}

#[test]
fn lines_of_action_captures() {
    let record = example("other-games/lines-of-action.sgf");
    let captures = record
        .game(0)
        .unwrap()
        .main_line()
        .filter(|node| node.play().is_some_and(|(_, raw)| raw.contains(':')))
        .count();
    let scene = last(&record, &Options::default());
    assert_eq!(
        scene.spots.values().filter(|s| s.piece.is_some()).count(),
        24 - captures
    );
    // The last move went to e2, in the seventh row from the top.
    assert!(scene.at(Point::new(4, 6)).unwrap().last);
}

#[test]
fn gess_moves_pieces_of_nine_points() {
    let start = last(&record("(;GM[20])"), &Options::default());
    assert_eq!(count(&start, Piece::Stone(Color::Black)), 43);
    assert_eq!(count(&start, Piece::Stone(Color::White)), 43);
    let scene = last(&example("other-games/gess.sgf"), &Options::default());
    // Nothing was taken, and nothing fell off.
    assert_eq!(count(&scene, Piece::Stone(Color::Black)), 43);
    // The first piece takes what it lands on: the white stone next to where its own come to stand.
    let text = "(;GM[20]SZ[9]AB[bb][cc]AW[gh][hh][dd];B[bb:ee];W[hh:dh])";
    let scene = last(&record(text), &Options::default());
    let wanted = "\
        .........\n.........\n.........\n.........\n....X....\n.....X...\n.........\n..OO.....\n.........\n";
    assert_eq!(board(&scene), wanted);
}

#[test]
fn twixt_links_do_not_cross() {
    let scene = last(&example("other-games/twixt.sgf"), &Options::default());
    // White's chain of twelve pegs; Black's of three, four, two and two.
    assert_eq!(scene.links.len(), 11 + 2 + 3 + 1 + 1);
    // c5-e4 would cross d4-e6; c5-e6 does not. The rules say whether one's own link counts.
    let links = |rules: &str, third: &str| {
        let text = format!("(;GM[21]RU[{rules}]AW[d4][e6]AB[{third}];W[c5];W[e4];)");
        last(&record(&text), &Options::default()).links.len()
    };
    assert_eq!(links("STD", "x1"), 2);
    assert_eq!(links("PP", "x1"), 3);
}

#[test]
fn backgammon_checkers_are_hit_and_come_in() {
    let position = |text: &str| match last(&record(text), &Options::default()).board {
        Board::Backgammon(board) => *board,
        other => panic!("{other:?}"),
    };
    let total = |board: &kifu_diagram::scene::Backgammon, side: Color| {
        let on_points = board.points.iter().filter(|stack| stack.side == Some(side));
        on_points.map(|stack| u32::from(stack.count)).sum::<u32>()
            + u32::from(board.bar[side as usize])
            + u32::from(board.tray[side as usize])
    };
    let board = position("(;GM[6];W[31hefe])");
    assert_eq!(total(&board, Color::White), 15);
    // White made its five-point; nobody stood there.
    assert_eq!(board.points[4].count, 2);
    let board = position("(;GM[6]AB[a]AW[c][x];W[21ca];B[11ya])");
    assert_eq!(board.bar, [0, 1], "hit, and hit back");
    let board = position("(;GM[6];W[double];B[take])");
    let cube = board.cube.unwrap();
    assert_eq!((cube.value, cube.owner), (2, Some(Color::Black)));
    let board = position("(;GM[6]AB[a][a:b]AW[z]CV[4]CO[w]DI[31])");
    assert_eq!((board.points[0].count, board.points[1].count), (2, 1));
    assert_eq!(
        (board.tray, board.dice.as_slice()),
        ([0, 1], [3, 1].as_slice())
    );
    let record = example("other-games/backgammon.sgf");
    let Board::Backgammon(board) = last(&record, &Options::default()).board else {
        panic!("no board");
    };
    for side in [Color::Black, Color::White] {
        assert_eq!(total(&board, side), 15);
    }
}

#[test]
fn games_without_a_board_say_so() {
    let record = record("(;GM[8];B[7g7f])");
    let error = binding::scene(record.game(0).unwrap().root(), &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "the rules of Shogi are unknown");
}

#[test]
fn octi_has_pods_and_marks_on_stones() {
    let record = record("(;GM[19]AB[33][55AC]AW[57E];B[33+B!]CS[55AC]MS[57]AS[33:44]LB[11:a])");
    let scene = last(&record, &Options::default());
    let Board::Octi(octi) = &scene.board else {
        panic!("{:?}", scene.board);
    };
    let at = |x, y| octi.at(Point::new(x, y)).to_vec();
    assert_eq!(at(2, 6)[0].letters(), "B!");
    assert_eq!(at(4, 4)[0].letters(), "AC");
    assert_eq!(at(4, 2)[0].side, Color::White);
    assert_eq!(octi.owner(Point::new(6, 6)), Some(Color::Black));
    assert_eq!(scene.at(Point::new(4, 4)).unwrap().mark, Some(Mark::Circle));
    assert_eq!(scene.at(Point::new(4, 2)).unwrap().mark, Some(Mark::Cross));
    assert_eq!(scene.arrows, [(Point::new(2, 6), Point::new(3, 5))]);
    assert_eq!(scene.point_name(Point::new(2, 6)), "33");
    assert!(scene.at(Point::new(2, 6)).unwrap().last);
}

#[test]
fn chess_has_kinds_of_pieces() {
    let record = example("other-games/chess-opera-game.sgf");
    let scene = last(&record, &Options::default());
    let at = |x, y| scene.at(Point::new(x, y)).and_then(|spot| spot.piece);
    assert_eq!(at(3, 0), Some(Piece::Chess(Color::White, Role::Rook)));
    assert_eq!(at(4, 0), Some(Piece::Chess(Color::Black, Role::King)));
    assert_eq!(scene.point_name(Point::new(3, 0)), "d8");
}
