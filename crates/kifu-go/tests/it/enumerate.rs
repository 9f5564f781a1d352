//! Numbers known from the literature: J. Tromp and G. Farnebäck, *Combinatorics of Go* (2016).

use kifu_go::{Board, Color, Game, Ko, Move, Rules, Size, Symmetry};

use crate::naive::Naive;

fn size(width: u16, height: u16) -> Size {
    Size::new(width, height).expect("a size in range")
}

/// Number of positions of a board in which every group has a liberty.
fn legal_positions(size: Size) -> u64 {
    let points: Vec<_> = size.points().collect();
    let mut board = Board::new(size);
    let mut digits = vec![0_u8; points.len()];
    let mut legal = 0;
    loop {
        legal += u64::from(board.all_have_liberties());
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

/// Number of games without passes by players in turn: paths from the empty board that repeat no position, with either
/// player moving at any time (two passes in between let a player move again).
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

/// Counts games by walking the graph of all positions, each at most once a path: the games on a
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

/// The graph of all positions of a board, for counts beyond what can be walked path by path.
struct Graph {
    /// For each position the targets of moves, one bit for each position.
    moves: Vec<u64>,
    /// Paths that were counted: where from, with which positions left, and how many there are. A
    /// newer one takes the place of an older.
    counted: Vec<(u64, usize, u64)>,
}

const COUNTED: usize = 1 << 22;

impl Graph {
    /// Returns the positions reachable from a position through `free` ones.
    fn reach(&self, at: usize, free: u64) -> u64 {
        let (mut seen, mut front) = (0, self.moves[at] & free);
        while front != 0 {
            seen |= front;
            let next = bits(front).fold(0, |next, at| next | self.moves[at]);
            front = next & free & !seen;
        }
        seen
    }

    /// Number of paths that begin at a position and continue through `free` ones. `symmetries` do not change the
    /// positions after it, so that moves which they map to each other count alike.
    fn paths(&mut self, at: usize, free: u64, symmetries: &[Vec<usize>]) -> u64 {
        let left = self.reach(at, free);
        if left == 0 {
            return 1;
        }
        let place = (left ^ left >> 31 ^ (at as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (place >> 42) as usize % COUNTED;
        let (known, from, paths) = self.counted[place];
        if (known, from) == (left, at) {
            return paths;
        }
        let moves = self.moves[at] & left;
        let mut paths = 1;
        for next in bits(moves) {
            let images = || symmetries.iter().map(|symmetry| symmetry[next]);
            if images().any(|image| image < next) {
                continue;
            }
            let alike = images().fold(0_u64, |alike, image| alike | 1 << image);
            let stays = |symmetry: &&Vec<usize>| symmetry[next] == next;
            let rest: Vec<_> = symmetries.iter().filter(stays).cloned().collect();
            paths += u64::from(alike.count_ones()) * self.paths(next, left & !(1 << next), &rest);
        }
        self.counted[place] = (left, at, paths);
        paths
    }
}

/// The numbers of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}

/// [`games_as_paths`] for a square, where symmetries and colors make most of the work the same.
fn games_on_square(side: u16) -> u64 {
    let size = size(side, side);
    let mut boards = vec![Board::new(size)];
    let mut moves = vec![];
    while moves.len() < boards.len() {
        let board = boards[moves.len()].clone();
        let mut leads_to = 0_u64;
        for point in size.points().filter(|point| board.get(*point).is_none()) {
            for color in Color::BOTH {
                let mut next = board.clone();
                next.play(point, color).expect("a point of the board");
                let known = boards.iter().position(|known| *known == next);
                leads_to |= 1 << known.unwrap_or(boards.len());
                if known.is_none() {
                    boards.push(next);
                }
            }
        }
        moves.push(leads_to & !(1 << moves.len()));
    }
    let number = |board: Board| {
        let found = boards.iter().position(|known| *known == board);
        found.expect("symmetries keep positions legal")
    };
    let images = Symmetry::ALL.map(|symmetry| {
        let turned = boards.iter().map(|board| board.transformed(symmetry));
        let turned: Vec<Board> = turned.collect();
        let swapped = turned.iter().map(|board| number(board.colors_swapped()));
        [
            swapped.collect::<Vec<_>>(),
            turned.into_iter().map(number).collect(),
        ]
    });
    let mut graph = Graph {
        moves,
        counted: vec![(0, 0, 0); COUNTED],
    };
    let all = (1 << boards.len()) - 1;
    graph.paths(0, all & !1, &images.concat())
}

#[test]
fn games_of_one_by_one() {
    assert_eq!(games_on_square(1), 1);
}

#[test]
#[ignore = "386 thousand million games take a minute or two"]
fn games_of_two_by_two() {
    assert_eq!(games_on_square(2), 386_356_909_593);
}

/// Number of sequences of `depth` legal turns, including passes.
fn perft(game: &mut Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let color = game.to_play();
    let points: Vec<_> = game.legal_points(color).collect();
    let turns = points.into_iter().map(Move::Play).chain([Move::Pass]);
    let mut sequences = 0;
    for turn in turns {
        game.play(color, turn);
        sequences += perft(game, depth - 1);
        game.undo();
    }
    sequences
}

/// Counts games by the slow twin, which remembers whole positions.
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
