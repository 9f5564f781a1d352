//! Positions and patterns turned, mirrored or with the colors exchanged.

use std::fmt::Write as _;

use kifu_go::{Color, Symmetry};
use kifu_store::{Anchor, Answer, Cell, Orientation, Pattern, Query};

use super::check;
use crate::index;

/// A position with one game in it turned, mirrored or with the colors exchanged.
#[test]
fn turned_games_give_turned_answers() {
    let moves = [
        "cc", "gc", "cg", "gg", "ee", "ec", "fd", "dd", "ef", "ce", "de", "dc", "bd",
    ];
    let size = kifu_go::Size::NINE;
    let write = |way: Symmetry, swaps: bool| {
        let mut text = format!("(;SZ[9]RE[{}+R]", if swaps { 'W' } else { 'B' });
        for (n, name) in moves.iter().enumerate() {
            let [x, y] = *name.as_bytes() else {
                unreachable!()
            };
            let point = way.apply(kifu_go::Point::from_letters(x, y).unwrap(), size);
            let color = if (n % 2 == 0) == swaps { 'W' } else { 'B' };
            write!(text, ";{color}[{point}]").unwrap();
        }
        text + ")"
    };
    let (_folder, store) = index(&write(Symmetry::Identity, false));
    let empty = ".".repeat(81);
    let exchanged = |pattern: &Pattern| {
        Symmetry::ALL
            .map(|symmetry| Orientation {
                symmetry,
                is_swapped: true,
            })
            .into_iter()
            .any(|way| pattern.transformed(way) == *pattern)
    };
    let patterns = [
        ("NW", 4, "..........X....X"),
        ("center", 3, "**XO.X***"),
        ("center", 2, "XO*X"),
        ("W", 3, "..XXOXO.*"),
        // These look the same with the colors exchanged.
        ("center", 3, "X.O"),
        ("center", 2, "XOOX"),
        ("full", 9, &empty),
    ];
    let asked = [None, Some(Color::Black), Some(Color::White)];
    for (anchor, columns, cells) in patterns {
        let cells: Vec<Cell> = cells
            .chars()
            .map(|letter| Cell::from_char(letter).unwrap())
            .collect();
        let pattern = Pattern::new(columns, cells, Anchor::from_name(anchor).unwrap()).unwrap();
        let query = |next| {
            let mut query = Query::new(pattern.clone());
            query.next = next;
            query
        };
        let plain = asked.map(|next| store.search(&query(next)).unwrap());
        if exchanged(&pattern) {
            assert_eq!(plain[1].main.hits, plain[2].main.hits, "{pattern}");
        }
        for (answer, next) in plain.iter().zip(asked) {
            let mut listed = answer.continuations().into_iter();
            assert!(
                listed.all(|own| next.is_none_or(|next| own.color == next)),
                "{pattern} {next:?}"
            );
        }
        for way in Symmetry::ALL {
            for swaps in [false, true] {
                let (_folder, turned) = index(&write(way, swaps));
                let counts = |answer: &Answer| {
                    let (main, without) = (answer.main, answer.without);
                    // A hit that goes on with no stone is seen from neither side if both see it.
                    let left = if exchanged(&pattern) {
                        (without.black_wins, without.white_wins)
                    } else {
                        (0, 0)
                    };
                    (
                        main.games,
                        main.hits,
                        main.black_wins - left.0,
                        main.white_wins - left.1,
                        answer.continuations(),
                    )
                };
                for (next, plain) in asked.into_iter().zip(&plain) {
                    let answer = turned.search(&query(next)).unwrap();
                    let context = format!("{way:?} {swaps} {next:?} {pattern}");
                    assert_eq!(counts(&answer), counts(plain), "{context}");
                }
                let of_one = |symmetries: Vec<Symmetry>, swaps| {
                    let mut query = Query::new(pattern.clone());
                    query.symmetries = symmetries;
                    query.swaps_colors = swaps;
                    query
                };
                let own = store
                    .search(&of_one(vec![Symmetry::Identity], false))
                    .unwrap();
                if !swaps {
                    let theirs = turned.search(&of_one(vec![way], false)).unwrap();
                    assert_eq!(theirs.main.hits, own.main.hits, "{way:?} {pattern}");
                }
            }
        }
    }
}

/// Who plays next, asked of a pattern that both sides see: each hit counts for either, and is listed so. Also of
/// a pattern that both see on a small board alone.
#[test]
fn who_is_next_is_asked_from_both_sides() {
    for (games, cells, anchor) in [
        ("(;SZ[9]RE[B+R];B[ce];W[ee];B[gg];W[de])", "X.O", "center"),
        ("(;SZ[9]RE[B+R];W[ce];B[ee];W[gg];B[de])", "X.O", "center"),
        ("(;SZ[3:5]RE[B+R];B[ac];W[cc];B[bc])", "X.O", "W"),
    ] {
        let (_folder, store) = index(games);
        let cells = cells.chars().map(|cell| Cell::from_char(cell).unwrap());
        let anchor = Anchor::from_name(anchor).unwrap();
        let pattern = Pattern::new(3, cells.collect(), anchor).unwrap();
        for (next, in_variations) in Color::BOTH.into_iter().zip([false, true]) {
            let mut query = Query::new(pattern.clone());
            query.next = Some(next);
            query.in_variations = in_variations;
            let answer = store.search(&query).unwrap();
            let listed = answer.continuations();
            let listed = listed.iter().map(|next| (next.color, next.tally.hits));
            assert_eq!(listed.collect::<Vec<_>>(), [(next, 1)], "{games}");
            check(games, &[query]).unwrap();
        }
    }
}

/// Answers where the pattern is only ever turned: it looks the same with the colors exchanged as it lies there.
#[test]
fn who_is_next_is_asked_of_a_pattern_that_is_only_turned() {
    use Symmetry::{MirrorColumns, MirrorRows, Rotate90, Rotate180};

    let twice = "(;SZ[5]RE[B+R];AB[aa]AE[aa]W[aa];W[aa];B[aa]W[ac])";
    for (games, columns, anchor, symmetries, next) in [
        (
            "(;SZ[5]RE[B+R];B[ab])",
            2,
            "S",
            [Rotate90, MirrorColumns],
            Color::White,
        ),
        (twice, 1, "E", [Rotate180, MirrorRows], Color::Black),
    ] {
        let anchor = Anchor::from_name(anchor).unwrap();
        let pattern = Pattern::new(columns, vec![Cell::EMPTY; 2], anchor).unwrap();
        let mut query = Query::new(pattern);
        (query.symmetries, query.next) = (symmetries.to_vec(), Some(next));
        check(games, &[query]).unwrap();
    }
}
