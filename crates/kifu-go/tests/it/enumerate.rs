//! Numbers known from the literature: J. Tromp and G. Farnebäck, *Combinatorics of Go* (2016).

use kifu_go::{Board, Color, Game, Ko, Move, Rules, Size};

use crate::naive::Naive;

fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).expect("a size in range")
}

/// How many of all positions of a board leave every group a liberty.
fn legal_positions(size: Size) -> u64 {
    let points: Vec<_> = size.points().collect();
    let mut board = Board::new(size);
    let mut digits = vec![0_u8; points.len()];
    let mut legal = 0;
    loop {
        legal += u64::from(board.all_breathe());
        // The next number in base 3.
        let mut at = 0;
        loop {
            let Some(digit) = digits.get_mut(at) else {
                return legal;
            };
            *digit = (*digit + 1) % 3;
            let color = [None, Some(Color::Black), Some(Color::White)][usize::from(*digit)];
            board.set(points[at], color).expect("a point of the board");
            if *digit != 0 {
                break;
            }
            at += 1;
        }
    }
}

#[test]
fn legal_positions_are_as_many_as_known() {
    for (width, height, expected) in [
        (1, 1, 1),
        (2, 1, 5),
        (3, 1, 15),
        (4, 1, 41),
        (5, 1, 113),
        (6, 1, 313),
        (7, 1, 867),
        (8, 1, 2401),
        (2, 2, 57),
        (3, 2, 489),
        (2, 3, 489),
        (4, 2, 4125),
        (5, 2, 35117),
        (3, 3, 12675),
        (4, 3, 321_689),
    ] {
        assert_eq!(
            legal_positions(size(width, height)),
            expected,
            "{width}×{height}"
        );
    }
}

#[test]
#[ignore = "43 million positions take a minute"]
fn legal_positions_of_four_by_four() {
    assert_eq!(legal_positions(size(4, 4)), 24_318_165);
}

/// How many games there are without passes by players in turn: paths from the empty board that
/// meet no position twice, either player moving whenever they like (two passes in between let a
/// player move again).
fn games(game: &mut Game) -> u64 {
    let mut paths = 1;
    for color in Color::BOTH {
        for point in game.board().size().points() {
            if game.try_play(color, point).is_ok() {
                paths += games(game);
                game.undo();
            }
        }
    }
    paths
}

#[test]
fn games_are_as_many_as_known() {
    for (width, expected) in [(1, 1), (2, 9), (3, 907)] {
        let mut game = Game::new(size(width, 1), Rules::TROMP_TAYLOR);
        assert_eq!(games(&mut game), expected, "{width}×1");
    }
}

/// The same number by walking the graph of all positions, each at most once a path: the games on a
/// longer board are too many to be played out.
fn paths(moves: &[Vec<usize>], at: usize, seen: u64) -> u64 {
    let fresh = moves[at].iter().filter(|next| seen & 1 << **next == 0);
    1 + fresh
        .map(|next| paths(moves, *next, seen | 1 << next))
        .sum::<u64>()
}

fn games_as_paths(size: Size) -> u64 {
    let mut boards = vec![Board::new(size)];
    let mut moves: Vec<Vec<usize>> = vec![];
    while moves.len() < boards.len() {
        let board = boards[moves.len()].clone();
        let mut leads_to = vec![];
        for point in size.points().filter(|point| board.get(*point).is_none()) {
            for color in Color::BOTH {
                let mut next = board.clone();
                next.play(point, color).expect("a point of the board");
                let known = boards.iter().position(|known| *known == next);
                leads_to.push(known.unwrap_or(boards.len()));
                if known.is_none() {
                    boards.push(next);
                }
            }
        }
        moves.push(leads_to);
    }
    assert_eq!(boards.len() as u64, legal_positions(size));
    paths(&moves, 0, 1)
}

#[test]
fn games_are_as_many_as_paths() {
    for (width, expected) in [(1, 1), (2, 9), (3, 907)] {
        assert_eq!(games_as_paths(size(width, 1)), expected, "{width}×1");
    }
}

#[test]
#[ignore = "two thousand million games"]
fn games_of_four_by_one() {
    assert_eq!(games_as_paths(size(4, 1)), 2_098_407_841);
}

/// How many sequences of `depth` legal turns there are, passes among them.
fn perft(game: &mut Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let color = game.to_play();
    let points: Vec<_> = game.legal_points(color).collect();
    let turns = points.into_iter().map(Move::At).chain([Move::Pass]);
    let mut sequences = 0;
    for turn in turns {
        game.play(color, turn);
        sequences += perft(game, depth - 1);
        game.undo();
    }
    sequences
}

/// The same by the slow twin, who remembers whole positions.
fn naive_perft(
    rules: &Rules,
    past: &mut Vec<(Naive, Color)>,
    color: Color,
    depth: u32,
    size: Size,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let now = past[past.len() - 1].0.clone();
    let mut sequences = 0;
    let mut turns = vec![now.clone()];
    for point in size
        .points()
        .filter(|point| now.stones[now.at(*point)].is_none())
    {
        let mut next = now.clone();
        next.play(point, color);
        let own = next.prisoners[(!color).index()] != now.prisoners[(!color).index()];
        let repeats = |(board, to_play): &(Naive, Color)| {
            board.stones == next.stones && (rules.ko != Ko::Situational || *to_play == !color)
        };
        let forbidden = match rules.ko {
            // The position before the opponent's move, if that was no pass.
            Ko::Simple => past.len() > 1 && repeats(&past[past.len() - 2]),
            _ => past.iter().any(repeats),
        };
        if !(forbidden || own && !rules.suicide) {
            turns.push(next);
        }
    }
    for next in turns {
        past.push((next, !color));
        sequences += naive_perft(rules, past, !color, depth - 1, size);
        past.pop();
    }
    sequences
}

#[test]
fn sequences_are_as_many_as_the_slow_twin_counts() {
    for rules in Rules::ALL {
        for (size, depth) in [
            (size(2, 1), 9),
            (size(2, 2), 7),
            (size(3, 1), 8),
            (size(3, 2), 5),
            (size(3, 3), 4),
        ] {
            let mut past = vec![(Naive::new(size), Color::Black)];
            let expected = naive_perft(&rules, &mut past, Color::Black, depth, size);
            let found = perft(&mut Game::new(size, rules), depth);
            assert_eq!(found, expected, "{rules} on {size}, {depth} turns");
        }
    }
}
