//! Continuations of a position: moves with gaps, captures, other positions.

use kifu_go::Color::{Black, White};
use kifu_go::Symmetry;
use kifu_store::{Anchor, Answer, Cell, Continued, Pattern, Query, Step};
use proptest::prelude::*;

use crate::index;
use crate::laws::{check, games};

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
    // The same corner, mirrored at the diagonal, with the colors exchanged.
    let mut query = Query::new(corner("...O....."));
    query.sequence = vec![Step::Play(Black, 0), Step::Play(White, 1), Step::Capture(0)];
    assert_eq!(count(&query), 1);
    query.swaps_colors = false;
    assert_eq!(count(&query), 0);
}

/// White's corner stone is taken from outside of what is looked at, or only the stone that is played next is within.
#[test]
fn stones_within_the_area_that_are_taken_from_outside() {
    let game = "(;SZ[9]RE[B+R];W[ee];B[ed];W[aa];B[de];W[ab];B[fe];W[ac];B[ef];W[ad];B[ee];W[bb])";
    let (_folder, store) = index(game);
    let (taken, gap) = (Step::Capture(0), Step::Gap);
    for (sequence, expected) in [
        (vec![gap, taken], 1),
        (vec![taken], 1),
        (vec![taken, gap], 1),
        (vec![taken, Step::Play(Black, 0)], 1),
        (vec![taken, gap, Step::Play(Black, 0)], 1),
        (vec![gap, taken, taken], 1),
        (vec![gap, taken, gap, taken], 1),
        (vec![Step::Play(Black, 0), taken], 0),
        (vec![Step::Play(Black, 0), gap, taken], 0),
        (vec![taken, Step::Play(White, 0)], 0),
    ] {
        let pattern = Pattern::new(1, vec![Cell::WHITE], Anchor::ANYWHERE).unwrap();
        let mut query = Query::new(pattern);
        query.swaps_colors = false;
        query.sequence.clone_from(&sequence);
        let found = store.search(&query).unwrap().main.games;
        assert_eq!(found, expected, "{sequence:?}");
        check(game, &[query]).unwrap();
    }
    // A stone within that takes, and later one outside.
    let game = "(;SZ[9];W[aa];B[ba];B[cb];B[da];B[ab];W[gg];W[ca];W[bb];B[ac];W[hh];B[aa])";
    let two = Pattern::new(2, vec![Cell::ANY; 2], Anchor::from_name("N").unwrap()).unwrap();
    let mut query = Query::new(two);
    query.slides_onto_edges = true;
    query.sequence = vec![gap, taken, gap, Step::Capture(1)];
    check(game, &[query]).unwrap();
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

/// Setup within the rectangle ends the moves that follow a hit, on boards that are found by their times, by the index of
/// positions and by a walk.
#[test]
fn setup_ends_what_follows() {
    let board = |stone: &str| {
        let cells = format!("{stone:.<81}");
        let cells = cells.chars().map(|letter| Cell::from_char(letter).unwrap());
        Pattern::new(9, cells.collect(), Anchor::FULL).unwrap()
    };
    // A pattern, a line, and whether White's move is one that follows.
    for (pattern, line, expected) in [
        (corner(".X......."), ";B[ba];W[aa]", true),
        (corner(".X......."), ";B[ba];AB[cc];W[aa]", false),
        (corner(".X......."), ";B[ba];AB[cc]W[aa]", false),
        (corner(".X......."), ";B[ba];AE[ba];W[aa]", false),
        (corner(".X......."), ";B[ba];AB[ba]AE[cc];W[aa]", true),
        (corner(".X......."), ";B[ba];AW[ee];W[aa]", true),
        (corner(".X......."), ";B[ba];W[aa];AW[cc]", true),
        (board(""), ";W[aa]", true),
        (board(""), ";AB[cc][gg];W[aa]", false),
        (board(".X"), ";B[ba];AW[ee];W[aa]", false),
        (board(".X"), ";B[ba];AW[ee]W[aa]", false),
    ] {
        for game in [
            format!("(;SZ[9]RE[B+R]{line})"),
            // With variations, and with two moves in a node.
            format!("(;SZ[9]RE[B+R]{line}(;B[ff])(;B[fg]))"),
            format!("(;SZ[9]RE[B+R]{line};B[ff]W[fg])"),
        ] {
            let (_folder, store) = index(&game);
            let mut query = Query::new(pattern.clone());
            (query.in_variations, query.swaps_colors) = (true, false);
            let count = |query: &Query| {
                let answer = store.search(query).unwrap();
                answer.main.hits + answer.variations.hits
            };
            let all = count(&query);
            assert!(all > 0, "{game}");
            query.next = Some(White);
            assert_eq!(count(&query) > 0, expected, "next in {game}");
            query.next = None;
            query.sequence = vec![Step::Gap, Step::Play(White, 0)];
            assert_eq!(count(&query) > 0, expected, "sequence in {game}");
            query.sequence.clear();
            check(&game, &[query.clone()]).unwrap();
            query.in_variations = false;
            check(&game, &[query]).unwrap();
        }
    }
}

/// Of two lines after setup none goes on, so the hit is counted once.
#[test]
fn lines_end_at_setup() {
    let (_folder, store) = index("(;SZ[9];B[ba];AB[cc](;W[aa])(;W[ab]))");
    let mut query = Query::new(corner(".X......."));
    query.in_variations = true;
    assert_eq!(store.search(&query).unwrap().continued.hits, 1);
}

#[test]
fn both_ways_of_counting_variations() {
    let sgf = "(;SZ[9]RE[B+R];B[cc](;W[dd];B[fg])(;W[ee])(;W[dc]))";
    let (_folder, store) = index(sgf);
    let mut query = Query::new(corner("********X"));
    query.in_variations = true;
    let answer = store.search(&query).unwrap();
    // One node, with no continuation in the corner: three lines end.
    let both = |answer: &Answer| {
        let (main, variations) = (answer.main.hits, answer.variations.hits);
        (main, variations, answer.continued)
    };
    let three = Continued {
        hits: 3,
        black_wins: 3,
        white_wins: 0,
    };
    assert_eq!(both(&answer), (1, 0, three));
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
    assert_eq!(both(&answer), (1, 0, three));
    // Games with variations and without, found by their times and by a walk.
    let corners = [
        "(;SZ[9]RE[B+R];B[cc];W[gc];B[ee])",
        "(;SZ[9]RE[W+R];B[cc];W[gc];B[ac];W[ab])",
        "(;SZ[9]RE[B+R];B[cc];W[gc](;B[ee];W[ac])(;B[ab]))",
    ];
    let (_folder, store) = index(&corners.concat());
    query.pattern = corner("********X");
    let own = Continued {
        hits: 4,
        black_wins: 3,
        white_wins: 1,
    };
    assert_eq!(both(&store.search(&query).unwrap()), (3, 0, own));
    query.in_variations = false;
    let none = Continued::default();
    assert_eq!(both(&store.search(&query).unwrap()), (3, 0, none));
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

/// A continuation that exists only in a variation counts there, wherever the hit is.
#[test]
fn what_follows_in_variations() {
    let game = "(;SZ[9]RE[B+R];B[ba](;W[aa](;B[ab];W[gg])(;B[gg];W[hh];B[ab];W[cb];B[aa]))(;W[cc];B[bb];W[aa]))";
    let (_folder, store) = index(game);
    let count = |sequence: &[Step], later: &[&str], in_variations| {
        let mut query = Query::new(corner(".X......."));
        query.sequence = sequence.to_vec();
        query.later = later.iter().map(|cells| corner(cells)).collect();
        query.in_variations = in_variations;
        let answer = store.search(&query).unwrap();
        (answer.main.hits, answer.variations.hits)
    };
    let play = Step::Play;
    let taken = [play(White, 0), Step::Gap, Step::Capture(0)];
    for (sequence, later, main, both) in [
        (&taken[..], &[][..], 1, (1, 0)),
        // Taken on both lines, filled on one.
        (
            &[play(White, 0), play(Black, 3), Step::Gap, play(Black, 0)],
            &[],
            0,
            (0, 1),
        ),
        (&[play(White, 8)], &[], 0, (0, 1)),
        (&[play(White, 0)], &["OX......."], 1, (1, 0)),
        (&[play(White, 0)], &["XX.X.O***"], 0, (0, 1)),
        // Both come, but not on one line.
        (&[play(White, 8)], &["XX.X.O***"], 0, (0, 0)),
        (&[], &["XX.X.O***", "OX......."], 0, (0, 0)),
    ] {
        assert_eq!(
            count(sequence, later, false),
            (main, 0),
            "{sequence:?} {later:?}"
        );
        assert_eq!(count(sequence, later, true), both, "{sequence:?} {later:?}");
    }
}

/// A pattern that looks the same in two ways, with a sequence in one and a position in the other.
#[test]
fn what_follows_is_looked_at_in_one_way() {
    let (_folder, store) = index("(;SZ[9];B[bb];W[ab];B[gg];W[cb])");
    let mut query = Query::new(corner("....X...."));
    query.swaps_colors = false;
    query.sequence = vec![Step::Play(White, 1)];
    for (later, expected) in [
        (".O..X..O.", 1),
        ("*O**X*.O*", 1),
        ("...OX..O.", 0),
        // As the position looks in the other way, in which the sequence is not played.
        ("...OXO...", 0),
    ] {
        query.later = vec![corner(later)];
        assert_eq!(
            store.search(&query).unwrap().main.games,
            expected,
            "{later}"
        );
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Gap),
        4 => (any::<bool>(), 0..4_u16).prop_map(|(black, cell)| {
            Step::Play(if black { Black } else { White }, cell)
        }),
        3 => (0..4_u16).prop_map(Step::Capture),
    ]
}

/// A pattern of 2×2 points that says little.
fn little() -> impl Strategy<Value = Pattern> {
    let cell = prop_oneof![6 => Just(Cell::ANY), 1 => Just(Cell::EMPTY), 1 => Just(Cell::BLACK), 1 => Just(Cell::WHITE)];
    let anchor = prop_oneof![2 => Just("center"), 1 => Just("NW"), 1 => Just("S")];
    (proptest::collection::vec(cell, 4), anchor)
        .prop_filter_map("without a liberty", |(cells, anchor)| {
            Pattern::new(2, cells, Anchor::from_name(anchor).unwrap()).ok()
        })
}

fn query() -> impl Strategy<Value = Query> {
    let steps = proptest::collection::vec(step(), 0..5);
    let later = proptest::collection::vec(little(), 0..3);
    let ways = prop_oneof![
        1 => Just(Symmetry::ALL.to_vec()),
        1 => proptest::sample::subsequence(Symmetry::ALL.to_vec(), 1..4),
    ];
    let next = prop_oneof![3 => Just(None), 1 => Just(Some(Black)), 1 => Just(Some(White))];
    let moves = prop_oneof![3 => Just((0, u32::MAX)), 1 => (0..8_u32, 0..12_u32).prop_map(|(a, b)| (a, a + b))];
    let flags = any::<[bool; 3]>();
    (little(), steps, later, ways, flags, next, moves).prop_map(
        |(
            pattern,
            sequence,
            later,
            symmetries,
            [swaps, slides, variations],
            next,
            (first, last),
        )| {
            let mut query = Query::new(pattern);
            query.sequence = sequence;
            query.later = later;
            query.symmetries = symmetries;
            query.swaps_colors = swaps;
            query.slides_onto_edges = slides;
            query.in_variations = variations;
            query.next = next;
            query.moves = first..=last;
            query
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn what_follows_is_what_a_replay_finds(text in games(), queries in proptest::collection::vec(query(), 1..8)) {
        // A node with one stone, so that the brute force sees what a stone takes.
        check(&text.replace("]W[", "];W["), &queries)?;
    }
}

/// Long games with many hits at once, whose stones are taken and played again.
#[test]
fn what_follows_many_hits() {
    let mut moves = String::new();
    let mut chance = 12_345_u32;
    for n in 0..160 {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let point = chance >> 16;
        let letter = |n: u32| char::from(b'a' + (n % 6) as u8);
        let color = ['B', 'W'][n % 2];
        moves.extend([';', color, '[', letter(point), letter(point / 6), ']']);
    }
    let variations = format!("{}(;B[aa];W[bb];B[ab];W[ba])({moves})", &moves[..12 * 6]);
    let text = format!("(;SZ[6]{moves})(;SZ[6];W[cc]{moves})(;SZ[6]{variations})");
    let of = |columns, cells: &str| {
        let cells = cells.chars().map(|letter| Cell::from_char(letter).unwrap());
        Pattern::new(columns, cells.collect(), Anchor::ANYWHERE).unwrap()
    };
    let (gap, play, taken) = (Step::Gap, Step::Play, Step::Capture);
    let mut queries = Vec::new();
    for pattern in [of(1, "X"), of(2, "X."), of(2, "XOOX"), of(2, ".OX*")] {
        let cell = pattern.cells().len() as u16 - 1;
        for sequence in [
            vec![],
            vec![play(White, cell)],
            vec![gap, taken(0)],
            vec![taken(0), gap, play(Black, 0)],
            vec![play(Black, cell), gap, taken(cell), play(White, cell)],
        ] {
            for later in [
                vec![],
                vec![of(2, "OXX.")],
                vec![of(2, "OX*O"), of(1, "X"), of(3, "X.O")],
            ] {
                for (in_variations, slides) in [(false, false), (false, true), (true, true)] {
                    let mut query = Query::new(pattern.clone());
                    query.sequence.clone_from(&sequence);
                    query.later.clone_from(&later);
                    query.in_variations = in_variations;
                    query.slides_onto_edges = slides;
                    queries.push(query);
                }
            }
        }
    }
    check(&text, &queries).unwrap();
}

/// Lines after very many hits.
#[test]
fn following_takes_linear_time() {
    let comb = "(;SZ[9]".to_owned() + &"(;B[ba];W[aa];B[gg];W[hh];B[ab])".repeat(20_000) + ")";
    let nested = "(;SZ[9];B[ba];W[aa]".to_owned()
        + &"(;B[gg];W[hh]".repeat(50_000)
        + &")".repeat(50_000)
        + ")";
    let (_folder, store) = index(&format!("{comb}\n{nested}"));
    let mut query = Query::new(corner(".X......."));
    query.in_variations = true;
    query.sequence = vec![Step::Play(White, 0), Step::Gap, Step::Capture(0)];
    query.later = vec![corner(".X.X.....")];
    let answer = store.search(&query).unwrap();
    assert_eq!((answer.main.hits, answer.variations.hits), (1, 19_999));
    // At many places, each seen in two ways.
    query.pattern = Pattern::new(2, vec![Cell::EMPTY; 2], Anchor::ANYWHERE).unwrap();
    query.sequence = vec![Step::Gap, Step::Capture(0), Step::Gap, Step::Play(White, 1)];
    let pattern = Pattern::new(2, vec![Cell::BLACK, Cell::EMPTY], Anchor::ANYWHERE).unwrap();
    query.later = vec![pattern; 3];
    let answer = store.search(&query).unwrap();
    assert_eq!((answer.main.hits, answer.variations.hits), (0, 0));
}
