//! Hashes never change.

use kifu_go::{Board, Color, Game, Point, Rules, Size};

/// Columns: the hashed item, its hash.
const VECTORS: &str = include_str!("zobrist.tsv");

fn parse(number: &str) -> u64 {
    u64::from_str_radix(number, 16).expect("a hexadecimal number")
}

#[test]
fn hashes_are_those_of_the_file() {
    let mut seen = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let (what, hash) = line.split_once('\t').expect("two columns");
        let (size, stones) = what.split_once(' ').unwrap_or((what, ""));
        let (width, height) = size.split_once('x').expect("a size");
        let side = |text: &str| text.parse::<u16>().expect("a number");
        let size = Size::new(side(width), side(height)).expect("a size in range");
        let mut board = Board::new(size);
        let mut to_play = Color::Black;
        for stone in stones.split(' ').filter(|stone| !stone.is_empty()) {
            match stone.as_bytes() {
                [b'B', x, y] => board.set(Point::from_letters(*x, *y).unwrap(), Some(Color::Black)),
                [b'W', x, y] => board.set(Point::from_letters(*x, *y).unwrap(), Some(Color::White)),
                _ => {
                    to_play = Color::White;
                    Ok(())
                }
            }
            .expect("a point of the board");
        }
        let game = Game::from_board(board, Rules::AGA, to_play);
        assert_eq!(game.hash(), parse(hash), "{what}: {:016x}", game.hash());
        seen += 1;
    }
    assert_eq!(seen, 12);
}

/// `SplitMix64` as published by its author, run in order, compared with the numbers of the board.
#[test]
fn numbers_are_those_of_split_mix() {
    let mut state = 0x006b_6966_7520_676f_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let full = Size::LARGEST;
    let empty = Board::new(full).hash();
    for point in full.points() {
        for color in Color::BOTH {
            let mut board = Board::new(full);
            board.set(point, Some(color)).expect("a point of the board");
            assert_eq!(board.hash() ^ empty, next(), "{color} on {point}");
        }
    }
    for width in 1..=52 {
        for height in 1..=52 {
            let size = Size::new(width, height).expect("a size in range");
            assert_eq!(Board::new(size).hash(), next(), "{size}");
        }
    }
    let mut game = Game::new(full, Rules::AGA);
    let black = game.hash();
    game.set_to_play(Color::White);
    assert_eq!(game.hash() ^ black, next());
}
