//! What comes after a position: moves with gaps, captures, other positions.

use kifu_go::Color::{Black, White};
use kifu_store::{Anchor, Cell, Pattern, Query, Step, StoreErrorKind};

use crate::index;

/// White is taken in the corner, takes a stone elsewhere first, and the corner is filled again.
const GAME: &str = "(;SZ[9]RE[B+R];B[ba];W[aa];B[gg];W[hh];B[ab];W[cb];B[aa];W[ee])";

fn corner(cells: &str) -> Pattern {
    let cells = cells
        .chars()
        .map(|letter| Cell::from_char(letter).unwrap())
        .collect();
    Pattern::new(3, cells, Anchor::from_name("NW").unwrap()).unwrap()
}

fn count(query: &Query) -> u64 {
    index(GAME).1.search(query).unwrap().main.games
}

#[test]
fn sequences_within_the_area() {
    let play = Step::Play;
    for (sequence, expected) in [
        (vec![play(White, 0)], 1),
        (vec![play(White, 0), play(Black, 3)], 1),
        (vec![play(White, 0), play(Black, 3), Step::Capture(0)], 1),
        (vec![play(White, 0), Step::Capture(0)], 0),
        (vec![play(White, 0), play(White, 5)], 0),
        (vec![play(White, 0), Step::Gap, play(White, 5)], 1),
        (vec![Step::Gap, play(Black, 0)], 1),
        (
            vec![Step::Gap, Step::Capture(0), Step::Gap, play(Black, 0)],
            1,
        ),
        (vec![Step::Gap, play(Black, 0), play(Black, 3)], 0),
        (vec![Step::Gap, play(Black, 0), Step::Gap], 1),
        (vec![play(Black, 0)], 0),
    ] {
        let mut query = Query::new(corner(".X......."));
        query.sequence.clone_from(&sequence);
        assert_eq!(count(&query), expected, "{sequence:?}");
    }
}

#[test]
fn sequences_are_turned_with_the_pattern() {
    // The same corner, mirrored at the diagonal, with the colours exchanged.
    let mut query = Query::new(corner("...O....."));
    query.sequence = vec![Step::Play(Black, 0), Step::Play(White, 1), Step::Capture(0)];
    assert_eq!(count(&query), 1);
    query.swaps_colors = false;
    assert_eq!(count(&query), 0);
}

#[test]
fn one_position_and_later_another() {
    for (later, expected) in [
        (vec!["OX......."], 1),
        (vec![".X.X....."], 1),
        (vec!["OX.......", ".X.X.O..."], 1),
        (vec!["OX.......", ".X.X.....", "XX.X.O***"], 1),
        (vec!["OX.......", ".X.X.....", "XX.XO****"], 0),
        (vec!["OX.......", ".X.X*****", "XX*X*****"], 1),
        (vec![".X.X.....", "OX......."], 0),
        // The position itself, later: not again.
        (vec![".X......."], 0),
    ] {
        let mut query = Query::new(corner(".X......."));
        query.later = later.iter().map(|cells| corner(cells)).collect();
        assert_eq!(count(&query), expected, "{later:?}");
    }
}

#[test]
fn both_ways_of_counting_variations() {
    let sgf = "(;SZ[9]RE[B+R];B[cc](;W[dd];B[fg])(;W[ee])(;W[dc]))";
    let (_folder, store) = index(sgf);
    let mut query = Query::new(corner("********X"));
    query.in_variations = true;
    let answer = store.search(&query).unwrap();
    // One node, with no continuation in the corner.
    assert_eq!(
        (
            answer.main.hits,
            answer.main.continued,
            answer.variations.hits
        ),
        (1, 1, 0)
    );
    let cells = ".".repeat(81).replace('.', "*");
    let mut board: Vec<Cell> = cells
        .chars()
        .map(|letter| Cell::from_char(letter).unwrap())
        .collect();
    board[20] = Cell::BLACK;
    query.pattern = Pattern::new(9, board, Anchor::FULL).unwrap();
    query.swaps_colors = false;
    query.symmetries.truncate(1);
    let answer = store.search(&query).unwrap();
    assert_eq!(
        (
            answer.main.hits,
            answer.main.continued,
            answer.variations.hits
        ),
        (1, 3, 0)
    );
}

/// A corner that looks the same from both sides has two ways to go on that are one.
#[test]
fn sequences_in_all_ways_to_look_at_a_pattern() {
    let (_folder, store) = index("(;SZ[9];B[bb];W[ab])(;SZ[9];B[hb];W[ha])(;SZ[9];B[bh];W[hh])");
    for cell in [1, 3] {
        let mut query = Query::new(corner("....X...."));
        query.sequence = vec![Step::Play(White, cell)];
        assert_eq!(store.search(&query).unwrap().main.games, 2, "{cell}");
    }
}

/// Nothing is left out in silence.
#[test]
fn what_follows_is_not_looked_for_in_variations() {
    let (_folder, store) = index("(;SZ[9];B[cc](;W[dd])(;W[ee]))");
    let mut query = Query::new(corner("********X"));
    query.later = vec![corner("O*******X")];
    assert!(store.search(&query).is_ok());
    query.in_variations = true;
    let error = store.search(&query).unwrap_err();
    assert!(
        matches!(error.kind, StoreErrorKind::MainLineOnly),
        "{error}"
    );
}
