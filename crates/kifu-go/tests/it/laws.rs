//! Laws for every game, and the fast boards compared with the slow twin.

use kifu_go::{
    BareBoard, Board, Color, Game, Group, Illegal, Ko, Move, Point, Rules, Size, Symmetry,
};
use proptest::prelude::*;

use crate::naive::Naive;

/// An event in a game.
#[derive(Clone, Debug)]
enum Act {
    Play(Color, Point),
    Pass(Color),
    Setup(Vec<(Point, Option<Color>)>),
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn stone() -> impl Strategy<Value = Option<Color>> {
    prop_oneof![
        Just(None),
        Just(Some(Color::Black)),
        Just(Some(Color::White))
    ]
}

fn point(size: Size) -> impl Strategy<Value = Point> {
    (0..size.columns(), 0..size.rows()).prop_map(|(x, y)| Point::new(x, y))
}

fn size() -> impl Strategy<Value = Size> {
    prop_oneof![
        9 => (1..=6_u16, 1..=6_u16),
        1 => (1..=52_u16, 1..=52_u16),
    ]
    .prop_map(|(width, height)| Size::new(width, height).expect("a size in range"))
}

fn acts(size: Size, longest: usize) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        40 => (color(), point(size)).prop_map(|(color, point)| Act::Play(color, point)),
        1 => color().prop_map(Act::Pass),
        2 => prop::collection::vec((point(size), stone()), 0..12).prop_map(Act::Setup),
    ];
    prop::collection::vec(act, 0..longest)
}

fn record() -> impl Strategy<Value = (Size, Vec<Act>)> {
    size().prop_flat_map(|size| (Just(size), acts(size, 150)))
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL.to_vec())
}

fn execute(game: &mut Game, act: &Act) {
    match act {
        Act::Play(color, point) => {
            game.play(*color, *point);
        }
        Act::Pass(color) => {
            game.pass(*color);
        }
        Act::Setup(stones) => game
            .setup(stones.iter().copied())
            .expect("points on the board"),
    }
}

fn assert_same(board: &Board, naive: &Naive) {
    for point in board.size().points() {
        assert_eq!(
            board.get(point),
            naive.stones[naive.at(point)],
            "at {point} of\n{board}"
        );
    }
}

/// Groups, liberties and hash equal those of a board set up from nothing.
fn assert_sound(board: &Board, naive: &Naive) {
    let mut fresh = Board::new(board.size());
    for (point, color) in board.stones() {
        fresh.set(point, Some(color)).expect("a point of the board");
    }
    assert_eq!(&fresh, board);
    assert_eq!(fresh.hash(), board.hash());
    let mut stones = 0;
    for point in board
        .size()
        .points()
        .filter(|point| board.get(*point).is_some())
    {
        let group = board.group(point).expect("a stone has a group");
        let sorted = |points: Vec<Point>| {
            let mut found: Vec<_> = points.into_iter().map(|point| naive.at(point)).collect();
            found.sort_unstable();
            found
        };
        let (own, liberties) = naive.group(naive.at(point));
        assert_eq!(sorted(group.stones().collect()), own);
        assert_eq!(sorted(group.liberties().collect()), liberties);
        assert_eq!(group.has_liberty(), !liberties.is_empty());
        assert!(group.contains(point));
        stones += 1;
    }
    assert_eq!(board.groups().map(Group::len).sum::<usize>(), stones);
    assert_eq!(board.all_have_liberties(), naive.all_have_liberties());
}

proptest! {
    #[test]
    fn boards_agree_with_the_slow_twin((size, acts) in record()) {
        let mut naive = Naive::new(size);
        let mut bare = BareBoard::new(size);
        let mut board = Board::new(size);
        let mut game = Game::new(size, Rules::JAPANESE);
        let mut prisoners = [0; 2];
        for act in &acts {
            execute(&mut game, act);
            match act {
                Act::Play(color, point) => {
                    naive.play(*point, *color);
                    let taken = board.play(*point, *color).expect("a point of the board");
                    prop_assert_eq!(bare.play(*point, *color), Ok(taken));
                    prisoners[color.index()] += u32::from(taken.captured);
                    prisoners[(!*color).index()] += u32::from(taken.suicide);
                }
                Act::Pass(_) => {}
                Act::Setup(stones) => {
                    board.setup(stones.iter().copied()).expect("points of the board");
                    for (point, color) in stones {
                        naive.set(*point, *color);
                        bare.set(*point, *color).expect("a point of the board");
                    }
                }
            }
            prop_assert_eq!(prisoners, naive.prisoners);
        }
        assert_same(&board, &naive);
        assert_sound(&board, &naive);
        prop_assert_eq!(&Board::from(&bare), &board);
        prop_assert_eq!(game.board(), &board);
        assert_sound(game.board(), &naive);
        assert_sound(&Board::from(&bare), &naive);
        prop_assert_eq!(Color::BOTH.map(|color| game.prisoners(color)), naive.prisoners);
    }

    #[test]
    fn a_game_that_forgets_has_the_same_position((size, acts) in record(), rules in rules()) {
        let mut game = Game::new(size, rules);
        let mut brief = game.clone();
        for act in &acts {
            execute(&mut game, act);
            match act {
                Act::Play(color, point) => brief.execute(*color, *point),
                other => execute(&mut brief, other),
            }
            brief.forget();
            prop_assert_eq!(brief.board(), game.board());
            prop_assert_eq!((brief.hash(), brief.ko()), (game.hash(), game.ko()));
            prop_assert_eq!(brief.move_number(), game.move_number());
            for color in Color::BOTH {
                prop_assert_eq!(brief.prisoners(color), game.prisoners(color));
            }
            prop_assert!(!brief.undo());
        }
    }

    #[test]
    fn undo_gives_back_what_was_before((size, acts) in record(), rules in rules()) {
        let mut game = Game::new(size, rules);
        let seen = |game: &Game| (
            game.board().clone(),
            game.hash(),
            game.ko(),
            Color::BOTH.map(|color| game.prisoners(color)),
            game.move_number(),
            game.legal_points(game.to_play()).collect::<Vec<_>>(),
        );
        let mut before = vec![];
        for act in &acts {
            before.push(seen(&game));
            execute(&mut game, act);
        }
        // Down again by half and up, so that undone steps are played anew.
        let half = acts.len() / 2;
        let end = seen(&game);
        game.undo_to(half);
        for act in &acts[half..] {
            execute(&mut game, act);
        }
        prop_assert_eq!(seen(&game), end);
        while let Some(expected) = before.pop() {
            prop_assert!(game.undo());
            prop_assert_eq!(seen(&game), expected);
            let naive = {
                let mut naive = Naive::new(size);
                for (point, color) in game.board().stones() {
                    naive.set(point, Some(color));
                }
                naive
            };
            if before.len() % 16 == 0 {
                assert_sound(game.board(), &naive);
            }
        }
        prop_assert!(!game.undo());
    }

    #[test]
    fn check_foretells_what_play_reports((size, acts) in record(), rules in rules()) {
        let mut game = Game::new(size, rules);
        for act in &acts {
            if let Act::Play(color, point) = act {
                let check = game.check(*color, *point);
                let mut tried = game.clone();
                prop_assert_eq!(tried.try_play(*color, *point).err(), check.err());
                let mut plain = game.clone();
                let odd = plain.play_plain(*color, *point);
                let played = game.play(*color, *point);
                prop_assert_eq!(played.illegal, check.err());
                let is_odd = played.illegal.is_some() || played.repeats.is_some();
                prop_assert_eq!(odd, is_odd.then_some(played));
                prop_assert_eq!((plain.board(), plain.hash()), (game.board(), game.hash()));
            } else {
                execute(&mut game, act);
            }
        }
    }

    /// Superko by comparing whole positions, with the numbers of the moves.
    #[test]
    fn superko_is_what_comparing_positions_says(
        acts in acts(Size::of::<3, 2>(), 100),
        rules in rules(),
    ) {
        let size = Size::of::<3, 2>();
        let mut game = Game::new(size, rules);
        let mut past = vec![(game.board().clone(), Color::Black, 0)];
        for act in &acts {
            if matches!(act, Act::Setup(_)) {
                continue;
            }
            let mut after = game.board().clone();
            execute(&mut game, act);
            if let Act::Play(color, point) = act {
                after.play(*point, *color).expect("a point of the board");
                let before = past.iter().rev().find(|(board, to_play, _)| {
                    *board == after && (rules.ko != Ko::Situational || *to_play == !*color)
                });
                game.undo();
                let number = game.move_number() + 1;
                match (before, game.check(*color, *point)) {
                    (
                        Some((_, _, earlier)),
                        Err(Illegal::Superko { number: n, earlier: e, .. } | Illegal::Ko { number: n, earlier: e, .. }),
                    ) => prop_assert_eq!((n, e), (number, *earlier)),
                    (None, Err(Illegal::Superko { .. } | Illegal::Ko { .. })) => {
                        prop_assert!(false, "no such position before");
                    }
                    (_, Err(_)) => {}
                    (before, Ok(())) => prop_assert!(before.is_none() || rules.ko == Ko::Simple),
                }
                let played = game.play(*color, *point);
                prop_assert_eq!(played.repeats, before.map(|(.., earlier)| *earlier));
            }
            past.push((game.board().clone(), game.to_play(), game.move_number()));
        }
    }

    #[test]
    fn replay_commutes_with_symmetry_and_colors((size, acts) in record(), rules in rules()) {
        let mut game = Game::new(size, rules);
        for act in &acts {
            execute(&mut game, act);
        }
        for symmetry in Symmetry::ALL {
            let turn = |point: &Point| symmetry.apply(*point, size);
            let mut turned = Game::new(symmetry.size(size), rules);
            let mut swapped = Game::new(size, rules);
            for act in &acts {
                execute(&mut turned, &match act {
                    Act::Play(color, point) => Act::Play(*color, turn(point)),
                    Act::Pass(color) => Act::Pass(*color),
                    Act::Setup(stones) => {
                        Act::Setup(stones.iter().map(|(p, color)| (turn(p), *color)).collect())
                    }
                });
                execute(&mut swapped, &match act {
                    Act::Play(color, point) => Act::Play(!*color, *point),
                    Act::Pass(color) => Act::Pass(!*color),
                    Act::Setup(stones) => {
                        Act::Setup(stones.iter().map(|(p, color)| (*p, color.map(|c| !c))).collect())
                    }
                });
            }
            let board = game.board();
            prop_assert_eq!(turned.board(), &board.transformed(symmetry));
            prop_assert_eq!(turned.board().canonical_hash().0, board.canonical_hash().0);
            prop_assert_eq!(&turned.board().transformed(symmetry.inverse()), board);
            prop_assert_eq!(turned.prisoners(Color::Black), game.prisoners(Color::Black));
            prop_assert_eq!(swapped.board(), &board.colors_swapped());
            prop_assert_eq!(swapped.prisoners(Color::White), game.prisoners(Color::Black));
            let (hash, found) = board.canonical_hash();
            prop_assert_eq!(board.transformed(found).hash(), hash);
        }
    }

    #[test]
    fn symmetries_compose((size, p) in size().prop_flat_map(|size| (Just(size), point(size)))) {
        for first in Symmetry::ALL {
            let turned = first.apply(p, size);
            prop_assert!(first.size(size).contains(turned));
            prop_assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            for next in Symmetry::ALL {
                prop_assert_eq!(
                    first.then(next).apply(p, size),
                    next.apply(turned, first.size(size))
                );
            }
        }
    }

    #[test]
    fn drawings_read_back((size, acts) in record()) {
        let mut game = Game::new(size, Rules::JAPANESE);
        for act in &acts {
            execute(&mut game, act);
        }
        let text = game.board().to_string();
        prop_assert_eq!(&Board::from_text(&text).expect("a drawing"), game.board());
    }

    #[test]
    fn nothing_panics_off_the_board(
        size in size(),
        points in prop::collection::vec((any::<u16>(), any::<u16>(), stone()), 0..40),
    ) {
        let mut game = Game::new(size, Rules::AGA);
        let mut bare = BareBoard::new(size);
        for (x, y, color) in points {
            let (p, on) = (Point::new(x, y), size.contains(Point::new(x, y)));
            prop_assert_eq!(bare.set(p, color).is_ok(), on);
            prop_assert_eq!(game.setup([(p, color)]).is_ok(), on);
            let color = color.unwrap_or(Color::White);
            prop_assert_eq!(bare.play(p, color).is_ok(), on);
            let played = game.play(color, p);
            prop_assert_eq!(matches!(played.illegal, Some(Illegal::OffBoard { .. })), !on);
            prop_assert_eq!(Board::from(&bare).get(p).is_some() && !on, false);
            prop_assert_eq!(Move::from(p).point(), Some(p));
        }
    }
}

/// Steps that change most of a large board store the board instead of changes: undo and results must not depend on
/// that.
#[test]
fn large_steps_are_undone_too() {
    for (width, height) in [(52, 52), (19, 19), (9, 9), (52, 1)] {
        let size = Size::new(width, height).expect("a size");
        let mut game = Game::new(size, Rules::JAPANESE);
        let middle = Point::new(size.columns() / 2, size.rows() / 2);
        let mut boards = vec![];
        for turn in 0..20 {
            boards.push(game.board().clone());
            let before = game.board().clone();
            match turn % 4 {
                0 => game.setup(size.points().map(|p| (p, Some(Color::White)))),
                1 => game.setup([(middle, None)]),
                2 => {
                    game.play(Color::Black, middle);
                    Ok(())
                }
                _ => game.setup(
                    size.points()
                        .map(|p| (p, (p.x % 2 == 0).then_some(Color::Black))),
                ),
            }
            .expect("points of the board");
            let mut back = game.board().clone();
            back.setup(game.last_changes())
                .expect("points of the board");
            assert_eq!(back, before);
            let changed = size
                .points()
                .filter(|p| before.get(*p) != game.board().get(*p));
            assert!(changed.count() <= game.last_changes().count());
        }
        for board in boards.into_iter().rev() {
            assert!(game.undo());
            assert_eq!(game.board(), &board);
            assert_eq!(game.board().hash(), board.hash());
        }
    }
}

/// However long a game is, and however it came to a position, each that comes back is found.
#[test]
fn long_games_remember_all_positions() {
    let mut state = 11_u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for (side, passes) in [(2, 0), (3, 600), (3, 0), (4, 1200)] {
        let size = Size::square(side).expect("a size");
        let mut game = Game::new(size, Rules::JAPANESE);
        for _ in 0..passes {
            game.pass(Color::Black);
        }
        // The position after each step, and the number of its move.
        let mut past = vec![(game.board().clone(), game.move_number())];
        let mut repeated = 0;
        for _ in 0..2000 {
            if next(8) == 0 {
                for _ in 0..next(30).min(past.len() as u64 - 1) {
                    assert!(game.undo());
                    past.pop();
                }
            }
            let [x, y] = [next(side.into()) as u16, next(side.into()) as u16];
            let color = Color::BOTH[next(2) as usize];
            let played = game.play(color, Point::new(x, y));
            let now = game.board().clone();
            let before = past.iter().rev().find(|(board, _)| *board == now);
            assert_eq!(played.repeats, before.map(|(_, number)| *number));
            repeated += usize::from(before.is_some());
            past.push((now, game.move_number()));
        }
        assert!(repeated > 100, "{repeated}");
    }
}
