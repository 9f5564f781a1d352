//! Legality by example.

use kifu_go::{Board, Color, Game, Illegal, Ko, Move, Point, Rules, Size};

fn at(name: &str) -> Point {
    let [x, y] = name.as_bytes() else {
        panic!("two letters")
    };
    Point::from_letters(*x, *y).expect("two letters")
}

fn game(rules: Rules, text: &str) -> Game {
    Game::from_board(
        Board::from_text(text).expect("a drawing"),
        rules,
        Color::Black,
    )
}

const KO: &str = "
    . X O .
    X O . O
    . X O .
    . . . .
";

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    for rules in Rules::ALL {
        let mut game = game(rules, KO);
        let played = game.play(Color::Black, at("cb"));
        assert_eq!((played.taken.captured, played.illegal), (1, None));
        assert_eq!(game.ko(), Some(at("bb")));
        let ko = Illegal::Ko {
            point: at("bb"),
            number: 2,
            earlier: 0,
        };
        assert_eq!(game.check(Color::White, at("bb")), Err(ko));
        assert_eq!(game.try_play(Color::White, at("bb")), Err(ko));
        game.play(Color::White, at("ad"));
        assert_eq!(game.ko(), None);
        game.play(Color::Black, at("dd"));
        let retaken = game.play(Color::White, at("bb"));
        assert_eq!((retaken.taken.captured, retaken.illegal), (1, None));
    }
}

#[test]
fn a_forbidden_move_is_executed_and_reported() {
    let mut game = game(Rules::JAPANESE, KO);
    game.play(Color::Black, at("cb"));
    let before = game.board().clone();
    let played = game.play(Color::White, at("bb"));
    assert_eq!(
        played.illegal.map(|illegal| illegal.to_string()).as_deref(),
        Some("move 2 on `bb` retakes the ko at once: the position after move 0 would come back")
    );
    assert_eq!(played.repeats, Some(0));
    assert_eq!(game.board(), &Board::from_text(KO).expect("a drawing"));
    assert!(game.undo());
    assert_eq!(game.board(), &before);
}

#[test]
fn a_capture_of_two_is_no_ko() {
    let mut game = game(
        Rules::JAPANESE,
        "
        . X X .
        X O O X
        O X . O
        . O O .
        ",
    );
    game.play(Color::Black, at("cc"));
    assert_eq!(game.ko(), None);
    assert_eq!(game.prisoners(Color::Black), 2);
}

/// Three kos on one board: after six captures the first position is back.
#[test]
fn only_superko_forbids_a_triple_ko() {
    let text = "
        . X O . . . X O . . . X O .
        X O . O . X O . O . X . X O
        . X O . . . X O . . . X O .
    ";
    for (rules, expected) in [
        (Rules::JAPANESE, None),
        (Rules::AGA, Some(0)),
        (Rules::CHINESE, Some(0)),
    ] {
        let mut game = game(rules, text);
        let cycle = ["cb", "lb", "hb", "bb", "mb"];
        for (number, name) in cycle.into_iter().enumerate() {
            let color = Color::BOTH[number % 2];
            let played = game.play(color, at(name));
            assert_eq!((played.taken.captured, played.illegal), (1, None), "{name}");
        }
        let last = game.play(Color::White, at("gb"));
        assert_eq!(last.repeats, Some(0));
        let forbidden = expected.map(|earlier| Illegal::Superko {
            point: at("gb"),
            number: 6,
            earlier,
            rule: rules.ko,
        });
        assert_eq!(last.illegal, forbidden);
        assert_eq!(game.board(), &Board::from_text(text).expect("a drawing"));
    }
}

/// Sending two, returning one: the whole position recurs with the other player to play only if
/// somebody passes in between.
#[test]
fn positional_and_situational_superko_differ() {
    let text = "
        . O X .
        O O X X
        . . . .
    ";
    for (rules, legal) in [(Rules::TROMP_TAYLOR, false), (Rules::NEW_ZEALAND, true)] {
        let mut game = game(rules, text);
        // White's lone stone on the last point of black's corner takes itself away.
        game.pass(Color::Black);
        game.play(Color::White, at("dc"));
        game.play(Color::Black, at("cc"));
        let played = game.play(Color::White, at("da"));
        assert_eq!(played.taken.suicide, 1);
        assert_eq!(played.repeats, if legal { None } else { Some(3) });
        assert_eq!(played.illegal.is_none(), legal, "{rules}");
    }
}

#[test]
fn suicide_is_as_the_rules_say() {
    let text = "
        . X .
        X . .
        . . .
    ";
    for rules in Rules::ALL {
        let board = Board::from_text(text).expect("a drawing");
        let game = Game::from_board(board, rules, Color::White);
        let check = game.check(Color::White, at("aa"));
        if rules.suicide && rules.ko == Ko::Situational {
            assert_eq!(check, Ok(()));
        } else if rules.suicide {
            assert!(matches!(
                check,
                Err(Illegal::Superko {
                    earlier: 0,
                    number: 1,
                    ..
                })
            ));
        } else {
            assert_eq!(
                check,
                Err(Illegal::Suicide {
                    point: at("aa"),
                    stones: 1
                })
            );
        }
    }
    let two = "
        O . X
        X X X
        . . .
    ";
    for rules in Rules::ALL {
        let mut game = game(rules, two);
        let played = game.play(Color::White, at("ba"));
        assert_eq!(played.taken.suicide, 2);
        assert_eq!(game.prisoners(Color::Black), 2);
        assert_eq!(
            played.illegal,
            (!rules.suicide).then_some(Illegal::Suicide {
                point: at("ba"),
                stones: 2
            })
        );
    }
}

#[test]
fn a_stone_on_a_stone_replaces_it_and_makes_no_prisoner() {
    let mut game = game(
        Rules::JAPANESE,
        "
        . O .
        X X O
        . O .
        ",
    );
    let played = game.play(Color::White, at("bb"));
    assert_eq!(
        played.illegal,
        Some(Illegal::Occupied {
            point: at("bb"),
            by: Color::Black
        })
    );
    assert_eq!(played.taken.overwritten, Some(Color::Black));
    assert_eq!(played.taken.captured, 0);
    assert_eq!(game.board().get(at("ab")), Some(Color::Black));
    // Onto one's own stone nothing changes but what the stone touches.
    let own = game.play(Color::Black, at("ab"));
    assert_eq!((own.taken.captured, own.taken.suicide), (0, 0));
}

#[test]
fn groups_without_liberties_stay_until_touched() {
    let text = "
        O X .
        X X .
        . . .
    ";
    let mut game = game(Rules::JAPANESE, ". . .\n. . .\n. . .");
    let drawn = Board::from_text(text).expect("a drawing");
    game.setup(drawn.stones().map(|(point, color)| (point, Some(color))))
        .expect("on the board");
    assert_eq!(game.board(), &drawn);
    assert!(!game.board().all_have_liberties());
    game.play(Color::Black, at("cc"));
    assert_eq!(game.board().get(at("aa")), Some(Color::White));
    let touched = game.play(Color::Black, at("ba"));
    assert_eq!(touched.taken.captured, 1);
    assert_eq!(game.board().get(at("aa")), None);
}

#[test]
fn setup_begins_the_history_anew() {
    let mut game = game(Rules::CHINESE, KO);
    game.play(Color::Black, at("cb"));
    game.setup([(at("dd"), Some(Color::White))])
        .expect("on the board");
    game.setup([(at("dd"), None)]).expect("on the board");
    assert_eq!(game.check(Color::White, at("bb")), Ok(()));
    game.undo_to(1);
    assert!(game.check(Color::White, at("bb")).is_err());
}

#[test]
fn setup_with_the_player_to_move_is_one_step() {
    let mut game = Game::default();
    game.setup_to_play([(at("pd"), Some(Color::Black))], Color::White)
        .expect("on the board");
    assert_eq!(game.to_play(), Color::White);
    assert!(game.undo());
    assert_eq!((game.depth(), game.to_play()), (0, Color::Black));
    assert_eq!(game.board().get(at("pd")), None);
}

#[test]
fn move_numbers_and_the_player_to_move_can_be_set() {
    let mut game = Game::default();
    game.set_to_play(Color::White);
    assert_eq!(game.to_play(), Color::White);
    game.play(Color::White, at("pd"));
    game.set_move_number(100);
    assert_eq!(game.play(Color::Black, at("dp")).number, 101);
    assert_eq!(game.pass(Color::White).number, 102);
    assert_eq!(game.to_play(), Color::Black);
    game.undo_to(2);
    assert_eq!(game.move_number(), 1);
    assert_eq!(
        game.last_changes().collect::<Vec<_>>(),
        [(at("pd"), None)],
        "the point played on was empty"
    );
}

#[test]
fn a_point_off_the_board_changes_nothing_but_the_turn() {
    let mut game = Game::new(Size::NINE, Rules::AGA);
    let played = game.play(Color::Black, at("zz"));
    assert_eq!(
        played.illegal.map(|illegal| illegal.to_string()).as_deref(),
        Some("`zz` is not on the 9×9 board")
    );
    assert_eq!((game.move_number(), game.to_play()), (1, Color::White));
    assert_eq!(game.board(), &Board::new(Size::NINE));
}

#[test]
fn names_of_rules_are_found() {
    let katago = |rules| Rules {
        name: "KataGo",
        ..rules
    };
    for rules in Rules::ALL {
        assert_eq!(Rules::from_name(rules.name), Some(rules));
    }
    for (name, rules) in [
        ("New Zealand", Some(Rules::NEW_ZEALAND)),
        ("japanese", Some(Rules::JAPANESE)),
        ("tromp-taylor", Some(Rules::TROMP_TAYLOR)),
        ("Ing (Goe)", Some(Rules::ING)),
        ("house rules", None),
        (
            "koSIMPLEscoreTERRITORYtaxSEKIsui0",
            Some(katago(Rules::JAPANESE)),
        ),
        (
            "koPOSITIONALscoreAREAtaxNONEsui1",
            Some(katago(Rules::TROMP_TAYLOR)),
        ),
        (
            "koPOSITIONALscoreAREAtaxNONEsui0button0whbNfpok1",
            Some(katago(Rules::CHINESE)),
        ),
        (
            "koSITUATIONALscoreAREAtaxNONEsui0whbN-1",
            Some(katago(Rules::AGA)),
        ),
        ("koSITUATIONALscoreAREAtaxNONE", None),
        ("koPOSITIONALscoreAREAtaxNONEsui1 and more", None),
        ("", None),
    ] {
        assert_eq!(Rules::from_name(name), rules, "{name}");
    }
}

#[test]
fn sizes_and_points_have_their_bounds() {
    assert!(Size::new(0, 9).is_err());
    assert!(Size::new(52, 52) == Ok(Size::LARGEST) && Size::LARGEST.has_letters());
    assert_eq!(Board::new(Size::of::<53, 9>()).size(), Size::of::<52, 9>());
    let wide = ".".repeat(53);
    assert_eq!(
        Board::from_text(&wide).map_err(|error| error.to_string()),
        Err("board of 53×1: each side must have 1 to 52 points".into())
    );
    assert_eq!(at("Zz"), Point::new(51, 25));
    assert_eq!(Point::new(51, 26).letters(), Some(*b"ZA"));
    assert_eq!(Point::new(52, 3).to_string(), "52:3");
    assert_eq!(Point::from_letters(b'a', b'1'), None);
    assert_eq!(Move::Pass.to_string(), "pass");
    let mut single = Game::new(Size::of::<1, 1>(), Rules::TROMP_TAYLOR);
    assert!(matches!(
        single.play(Color::Black, at("aa")).illegal,
        Some(Illegal::Superko { earlier: 0, .. })
    ));
}

/// Many stones set and taken at once take the road of finding all groups anew.
#[test]
fn a_full_board_can_be_set_and_emptied() {
    let size = Size::LARGEST;
    let mut game = Game::new(size, Rules::JAPANESE);
    for _ in 0..3 {
        game.setup(size.points().map(|point| (point, Some(Color::Black))))
            .expect("on the board");
        let group = game.board().group(at("aa")).expect("a stone");
        assert_eq!((group.len(), group.has_liberty()), (2704, false));
        game.setup(size.points().map(|point| (point, None)))
            .expect("on the board");
        assert_eq!(game.board(), &Board::new(size));
    }
    game.undo_to(1);
    assert_eq!(game.board().count(Color::Black), 2704);
    game.undo();
    assert_eq!(game.board(), &Board::new(size));
}

/// Many positions with as many stones, found again by colors that change in place, also after some
/// were taken back.
#[test]
fn of_many_positions_with_as_many_stones_the_right_one_is_found() {
    let points: Vec<_> = (0..6).map(|n| Point::new(n * 3 % 9, n / 3 * 4)).collect();
    let mut game = Game::new(Size::NINE, Rules::JAPANESE);
    for point in &points {
        game.play(Color::Black, *point);
    }
    let mut past = vec![(game.move_number(), game.board().clone())];
    let mut state = 1_u32;
    for round in 0..400 {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        if round % 7 == 6 {
            let back = (state >> 16) as usize % 12;
            let depth = past.len().saturating_sub(back).max(1);
            past.truncate(depth);
            game.undo_to(points.len() + depth - 1);
            continue;
        }
        let point = points[(state >> 20) as usize % points.len()];
        let color = !game.board().get(point).unwrap();
        let played = game.play(color, point);
        let same = |(_, board): &&(u32, Board)| board == game.board();
        let earlier = past.iter().rev().find(same).map(|(number, _)| *number);
        assert_eq!(played.repeats, earlier, "round {round}");
        past.push((played.number, game.board().clone()));
    }
}

#[test]
fn another_game_begins_in_the_memory_of_one() {
    let mut game = Game::new(Size::NINE, Rules::CHINESE);
    for n in 0..9 {
        game.play(Color::Black, Point::new(n, n));
        game.play(Color::Black, Point::new(n, n));
    }
    for size in [Size::NINE, Size::GO] {
        game.restart(size, Rules::JAPANESE);
        let mut new = Game::new(size, Rules::JAPANESE);
        assert_eq!((game.board(), game.depth()), (new.board(), 0));
        assert_eq!(game.to_play(), Color::Black);
        for (color, x) in [(Color::Black, 2), (Color::White, 3), (Color::Black, 2)] {
            let point = Point::new(x, 4);
            assert_eq!(game.play(color, point), new.play(color, point));
        }
        assert_eq!(game.hash(), new.hash());
    }
}
