//! Nodes of records to scenes.

use kifu_diagram::binding::{self, Captured, Crop, Hints, Numbers, Options};
use kifu_diagram::scene::{Place, Role};
use kifu_diagram::{Board, Color, Lang, Mark, Piece, Point, Rect, Scene, figure, text};
use kifu_sgf::Collection;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");

fn record(text: &str) -> Collection {
    Collection::from(text)
}

fn example(name: &str) -> Collection {
    Collection::open(format!("{EXAMPLES}{name}")).expect("the examples are there")
}

/// The scene at the end of the main line, which must have nothing to complain of.
fn last(collection: &Collection, options: &Options) -> Scene {
    let node = collection.game(0).unwrap().main_line().last().unwrap();
    let drawn = binding::scene(node, options).unwrap();
    assert_eq!(drawn.notes, []);
    assert_eq!(drawn.scene.problems(), []);
    drawn.scene
}

/// The board alone, in ASCII, without names.
fn board(scene: &Scene) -> String {
    let mut bare = Scene::new(scene.board.clone(), scene.columns, scene.rows);
    bare.spots = scene.spots.clone();
    for spot in bare.spots.values_mut() {
        spot.last = false;
    }
    let options = text::Options {
        ascii: true,
        ..text::Options::default()
    };
    text::draw(&bare, &options)
        .lines()
        .map(|line| line.split_whitespace().collect::<String>() + "\n")
        .collect()
}

fn count(scene: &Scene, piece: Piece) -> usize {
    let spots = scene.spots.values();
    spots.filter(|spot| spot.piece == Some(piece)).count()
}

#[test]
fn markup_is_read() {
    let record = record(
        "(;SZ[9]DD[aa:ii]VW[aa:ee];AB[cc]CR[aa]MA[ba]SQ[ca]SL[da]TR[ea]LB[ab:x][bb:a\\]b]AR[aa:cc]\
         LN[ac:bc]TB[ad]TW[bd];)",
    );
    let scene = last(&record, &Options::default());
    assert!(scene.at(Point::new(8, 8)).unwrap().dim, "DD is inherited");
    assert_eq!(scene.visible.as_ref().unwrap().len(), 25, "VW is inherited");
    assert_eq!(
        scene.at(Point::new(0, 0)).unwrap().mark,
        None,
        "marks are not"
    );

    let marked = record.game(0).unwrap().main_line().nth(1).unwrap();
    let scene = binding::scene(marked, &Options::default()).unwrap().scene;
    let marks: Vec<Mark> = (0..5)
        .filter_map(|x| scene.at(Point::new(x, 0))?.mark)
        .collect();
    assert_eq!(
        marks,
        [
            Mark::Circle,
            Mark::Cross,
            Mark::Square,
            Mark::Selected,
            Mark::Triangle
        ]
    );
    assert_eq!(
        scene.at(Point::new(1, 1)).unwrap().label.as_deref(),
        Some("a]b")
    );
    assert_eq!(scene.arrows, [(Point::new(0, 0), Point::new(2, 2))]);
    assert_eq!(scene.lines, [(Point::new(0, 2), Point::new(1, 2))]);
    assert_eq!(
        scene.at(Point::new(0, 3)).unwrap().territory,
        Some(Color::Black)
    );
    assert_eq!(
        scene.at(Point::new(1, 3)).unwrap().territory,
        Some(Color::White)
    );
}

/// A ko that is taken and retaken.
const KO: &str = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[ee];W[de];B[cb];W[])";

#[test]
fn hidden_moves_are_noted() {
    let record = record(KO);
    let options = Options {
        numbers: Numbers::All,
        ..Options::default()
    };
    let scene = last(&record, &options);
    // White 2 took Black 1, and Black 5 took White 2: the board is true.
    assert_eq!(scene.at(Point::new(2, 1)).unwrap().number, Some(5));
    assert_eq!(scene.at(Point::new(1, 1)).map(|s| s.piece), None);
    assert_eq!(scene.notes_line(), "1 at C4, 2 at B4, 6 pass");

    let game = record.game(0).unwrap();
    let drawn = figure::draw(&figure::by_marks(game), &Options::default()).unwrap();
    let scene = &drawn[0].scene;
    // In a book all stones stay.
    assert_eq!(scene.at(Point::new(2, 1)).unwrap().number, Some(1));
    assert_eq!(scene.at(Point::new(1, 1)).unwrap().number, Some(2));
    assert_eq!(scene.notes_line(), "5 at 1, 6 pass");
    assert_eq!(scene.caption, "Figure 1 (1–6)");
}

#[test]
fn numbers_are_chosen() {
    let record = record("(;SZ[9]PM[2];B[aa];W[ba]MN[117];B[ca];W[da];B[ea])");
    let shown = |numbers| {
        let options = Options {
            numbers,
            ..Options::default()
        };
        let scene = last(&record, &options);
        (0..5)
            .map(|x| scene.at(Point::new(x, 0)).unwrap().number.unwrap_or(0))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(Numbers::None), [0; 5]);
    assert_eq!(shown(Numbers::All), [1, 117, 118, 119, 120]);
    assert_eq!(shown(Numbers::Last(2)), [0, 0, 0, 19, 20]);
    assert_eq!(shown(Numbers::Range(118, 119)), [0, 0, 18, 19, 0]);
}

#[test]
fn variations_are_marked_as_the_author_asks() {
    let hints = |style: &str, hints| {
        let record = record(&format!(
            "(;SZ[9]ST[{style}];B[aa](;W[ba];B[bb])(;W[ca])(;W[da]))"
        ));
        let node = record.game(0).unwrap().main_line().nth(1).unwrap();
        let options = Options {
            hints,
            ..Options::default()
        };
        let first = binding::scene(node, &options).unwrap().scene;
        let second = binding::scene(node.first_child().unwrap(), &options)
            .unwrap()
            .scene;
        [first, second].map(|scene| {
            let spots = scene.spots.values();
            spots
                .filter_map(|spot| spot.hint.as_ref().map(|hint| hint.text.clone()))
                .collect::<String>()
        })
    };
    assert_eq!(hints("0", Hints::AsAuthor), ["ABC", ""]);
    assert_eq!(hints("1", Hints::AsAuthor), ["", "BC"]);
    assert_eq!(hints("2", Hints::AsAuthor), ["", ""]);
    assert_eq!(hints("3", Hints::Children), ["ABC", ""]);
    assert_eq!(hints("0", Hints::Off), ["", ""]);
}

#[test]
fn what_cannot_be_drawn_is_named_with_its_place() {
    let text = "(;SZ[5]AB[aa][zz]TR[hh][bb]LB[aa]AR[aa:qq];B[ee];W[ee];W[xx])";
    let record = record(text);
    let node = record.game(0).unwrap().main_line().last().unwrap();
    let root = binding::scene(node.root(), &Options::default()).unwrap();
    let places = |notes: &[binding::Note]| {
        let spans = notes.iter().map(|note| note.span.unwrap());
        spans
            .map(|span| text[span.start..span.end].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&root.notes), ["zz", "hh", "aa", "aa:qq"]);
    assert_eq!(
        root.scene.at(Point::new(1, 1)).unwrap().mark,
        Some(Mark::Triangle)
    );
    let end = binding::scene(node, &Options::default()).unwrap();
    assert_eq!(places(&end.notes), ["zz", "ee", "xx"]);
    assert_eq!(
        end.scene.at(Point::new(4, 4)).unwrap().piece,
        Some(Piece::Stone(Color::White))
    );
}

#[test]
fn parts_are_cut_out() {
    let record = record("(;SZ[19]VW[aa:ss]AB[cc][dd])");
    let rect = |crop| {
        let options = Options {
            crop,
            ..Options::default()
        };
        last(&record, &options).window().rect
    };
    let corner = |to| Rect::new(Point::new(0, 0), Point::new(to, to));
    assert_eq!(rect(Crop::Whole), corner(18));
    assert_eq!(rect(Crop::Rect(corner(6))), corner(6));
    assert_eq!(rect(Crop::Shrink(1)), corner(4));
}

#[test]
fn a_walk_comes_back_to_every_node() {
    for name in [
        "problems/life-and-death.sgf",
        "other-games/hex.sgf",
        "other-games/twixt.sgf",
    ] {
        let record = example(name);
        for game in record.games() {
            let nodes: Vec<_> = game.nodes().collect();
            let mut walk = binding::Walk::new(game).unwrap();
            // Far and near, forth and back.
            for step in [1, nodes.len() / 2 + 1, nodes.len().saturating_sub(1)] {
                for index in (0..nodes.len()).map(|n| n * step % nodes.len()) {
                    let node = nodes[index];
                    assert!(walk.go_to(node));
                    let options = Options::default();
                    assert_eq!(
                        walk.scene(&options),
                        binding::scene(node, &options).unwrap()
                    );
                }
            }
        }
    }
}

#[test]
fn flags_of_figures_are_heeded() {
    let record = record(
        "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc]FG[0:Shown];B[cb];W[bb];B[ee];W[de];B[cb]\
         ;FG[775:Hidden]W[aa];B[cd];W[])",
    );
    let game = record.game(0).unwrap();
    let drawn = figure::draw(&figure::by_marks(game), &Options::default()).unwrap();
    let [first, second] = [&drawn[0].scene, &drawn[1].scene];
    assert_eq!(first.caption, "Figure 1 (1–5): Shown");
    assert!(first.coordinates.left && !first.stars.is_empty());
    assert_eq!(
        first.notes_line(),
        "1 at C4, 2 at B4",
        "captured stones are gone"
    );
    assert_eq!(second.caption, "Figure 2 (6–7)");
    assert!(!second.coordinates.left && second.stars.is_empty());
    assert_eq!(second.notes_line(), "");
}

#[test]
fn a_game_is_cut_into_figures_of_equal_length() {
    let record = example("go/1846-ear-reddening.sgf");
    let game = record.game(0).unwrap();
    let figures = figure::every(game, 50);
    let drawn = figure::draw(&figures, &Options::default()).unwrap();
    let captions: Vec<&str> = drawn.iter().map(|d| d.scene.caption.as_str()).collect();
    assert_eq!(captions[0], "Figure 1 (1–50)");
    assert_eq!(captions[1], "Figure 2 (51–100)");
    let moves = game
        .main_line()
        .filter(|node| node.play().is_some())
        .count();
    assert_eq!(drawn.len(), moves.div_ceil(50));
    for (number, drawn) in drawn.iter().enumerate() {
        let scene = &drawn.scene;
        let on_board = scene
            .spots
            .values()
            .filter(|spot| spot.number.is_some())
            .count();
        let wanted = 50.min(moves - 50 * number);
        assert_eq!(
            on_board + scene.notes.len(),
            wanted,
            "every move is shown or noted"
        );
    }
}

#[test]
fn a_problem_hides_its_solution() {
    let record = example("problems/life-and-death.sgf");
    let game = record.game(0).unwrap();
    let scene = figure::problem(game, &Options::default()).unwrap().scene;
    assert_eq!(scene.to_play, Some(Color::Black));
    assert!(scene.visible.is_some());
    let hidden = |spot: &kifu_diagram::Spot| spot.hint.is_none() && spot.number.is_none();
    assert!(scene.spots.values().all(hidden));
    let solutions = figure::solutions(game, 9).figures;
    let name = |at: usize| solutions[at].kind.name(Lang::English);
    assert_eq!(name(0), "Correct");
    assert_eq!(name(1), "Wrong 1");
    let drawn = figure::draw(&solutions, &Options::default()).unwrap();
    let first = drawn[0]
        .scene
        .spots
        .values()
        .find(|spot| spot.number == Some(1));
    assert_eq!(first.unwrap().piece, Some(Piece::Stone(Color::Black)));
}

#[test]
fn lines_of_a_solution_that_are_left_out_are_counted() {
    let record = record("(;SZ[9]AB[aa](;B[bb])(;B[cc](;W[dd])(;W[ee])))");
    let game = record.game(0).unwrap();
    let lines = |most| -> (Vec<String>, usize) {
        let solutions = figure::solutions(game, most);
        let figures = solutions.figures.into_iter();
        let names = figures.map(|figure| figure.kind.name(Lang::English));
        (names.collect(), solutions.left)
    };
    let owned = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lines(3),
        (owned(&["Solution", "Variation 1", "Variation 2"]), 0)
    );
    assert_eq!(lines(2), (owned(&["Solution", "Variation"]), 1));
    assert_eq!(lines(1), (owned(&["Solution"]), 2));
    assert_eq!(lines(0), (Vec::new(), 3));
}

#[test]
fn a_long_line_of_a_solution_is_cut_into_figures() {
    let point = |number: usize| {
        let letter = |at: usize| char::from(b'a' + at as u8);
        format!("{}{}", letter(number % 19), letter(number / 19))
    };
    for (moves, expected) in [
        (50, vec!["Solution"]),
        (
            120,
            vec!["Solution", "Solution, continued", "Solution, continued"],
        ),
    ] {
        let line =
            (0..moves).map(|number| format!(";{}[{}]", ["B", "W"][number % 2], point(number)));
        let record = record(&format!("(;SZ[19];C[first]{})", line.collect::<String>()));
        let figures = figure::solutions(record.game(0).unwrap(), 4).figures;
        let drawn = figure::draw(&figures, &Options::default()).unwrap();
        let captions: Vec<_> = drawn.iter().map(|drawn| &drawn.scene.caption).collect();
        assert_eq!(captions, expected);
    }
}

#[test]
fn captured_stones_stay_only_where_asked() {
    let record = record("(;SZ[5]AB[ab][bb][ca]AW[aa];B[ba];W[aa])");
    let game = record.game(0).unwrap();
    let mut walk = binding::Walk::new(game).unwrap();
    let nodes: Vec<_> = game.main_line().collect();
    let mut figure = |captured| {
        let options = Options {
            numbers: Numbers::All,
            captured,
            ..Options::default()
        };
        walk.figure(nodes[1], nodes[2], &options).scene
    };
    // White plays back where its stone was taken: the stone that stays gets a name.
    let kept = figure(Captured::Kept);
    assert_eq!(
        kept.at(Point::new(0, 0)).unwrap().label.as_deref(),
        Some("a")
    );
    assert_eq!(kept.notes[0].place, Place::Label("a".into()));
    assert_eq!(kept.notes_line(), "2 at a");
    // By the rules White 2 is taken off at once: it has no liberty.
    let removed = figure(Captured::Removed);
    assert_eq!(removed.notes_line(), "2 at A5");
}

// -- Other games ------------------------------------------------------------------------------

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
fn places_are_found() {
    let record = record("(;SZ[9];B[aa](;W[ba](;B[ca])(;B[da]))(;W[ea]))");
    let game = record.game(0).unwrap();
    let play = |node: Option<kifu_sgf::Node<'_>>| node.unwrap().value("B").map(str::to_owned);
    assert_eq!(play(binding::at_path(game, "A.2")).as_deref(), Some("da"));
    assert_eq!(binding::at_path(game, "B").unwrap().value("W"), Some("ea"));
    assert!(binding::at_path(game, "C").is_none());
    assert!(binding::at_path(game, "B.1").is_none());
    assert_eq!(play(binding::at_move(game, 3)).as_deref(), Some("ca"));
    assert!(binding::at_move(game, 4).is_none());
    assert_eq!(play(binding::at_number(game, 4)).as_deref(), Some("da"));
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
