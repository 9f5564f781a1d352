//! Promises of the crate page: dependencies, and no allocation in a move.

use allocation_counter::measure;
use kifu_go::{BareBoard, Board, Color, Game, Move, Point, Rules, Size};

/// Moves over all of the board, with captures, kos, suicide and moves on stones among them.
fn moves() -> Vec<(Color, Point)> {
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    (0..5000)
        .map(|number| {
            let color = [Color::Black, Color::White][number % 2];
            (color, Point::new(next(19) as u16, next(19) as u16))
        })
        .collect()
}

#[test]
fn a_move_allocates_nothing() {
    let moves = moves();
    let mut board = Board::new(Size::GO);
    let mut bare = BareBoard::new(Size::GO);
    let mut captured = [0; 2];
    let used = measure(|| {
        for (color, point) in &moves {
            captured[0] += u32::from(board.play(*point, *color).expect("on the board").captured);
            captured[1] += u32::from(bare.play(*point, *color).expect("on the board").captured);
        }
    });
    assert_eq!(used.count_total, 0);
    assert!(
        captured[0] > 100 && captured[0] == captured[1],
        "{captured:?}"
    );

    // The record of a game grows with it; in the memory of one before, it does not.
    let mut seen = std::collections::BTreeSet::new();
    let moves: Vec<_> = moves
        .into_iter()
        .filter(|(_, at)| seen.insert((at.x, at.y)))
        .collect();
    let mut game = Game::new(Size::GO, Rules::AGA);
    let play = |game: &mut Game| {
        for (color, point) in &moves {
            game.play(*color, Move::Play(*point));
        }
    };
    play(&mut game);
    let used = measure(|| {
        game.restart(Size::GO, Rules::AGA);
        play(&mut game);
    });
    assert_eq!(used.count_total, 0);
    // The counter counts.
    assert!(measure(|| drop(std::hint::black_box(vec![0_u8; 100]))).count_total > 0);
}

#[test]
fn no_dependency_but_the_board_and_no_std() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, after) = manifest.split_once("[dependencies]").expect("the table");
    let (table, _) = after.split_once("\n[").expect("more tables");
    for line in table.lines().filter(|line| line.contains('=')) {
        let is_board = line.starts_with("kifu-board = ");
        assert!(is_board || line.contains("optional = true"), "{line}");
    }
    assert!(!manifest.contains("\n[features]\n"));
    assert!(include_str!("../../src/lib.rs").contains("\n#![no_std]\n"));
}
