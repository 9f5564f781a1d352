//! Duplicates: what is found, what is not, and why.

mod planted;

use kifu_collection::dedupe::{Finder, Fingerprint, Group, Kind, Line, Options, Relation};
use kifu_sgf::Collection;
use proptest::prelude::*;

/// A player, and the letters of a point.
pub(crate) type Play = (char, [u8; 2]);

pub(crate) type Moves = Vec<Play>;

/// A game of moves that wander over the board: the same for the same `seed`.
pub(crate) fn moves(seed: u64, count: usize) -> Moves {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    };
    let mut free: Vec<[u8; 2]> = (0..361)
        .map(|point| [point % 19, point / 19])
        .map(letters)
        .collect();
    let take = |number: usize| {
        let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
        (color, free.swap_remove(next() % free.len()))
    };
    (0..count.min(361)).map(take).collect()
}

fn letters(point: [u16; 2]) -> [u8; 2] {
    point.map(|number| b'a' + u8::try_from(number).unwrap())
}

/// The text of a record.
pub(crate) fn record(header: &str, moves: &[Play]) -> String {
    let mut text = format!("(;GM[1]SZ[19]{header}");
    for (color, [column, row]) in moves {
        text.extend([';', *color, '[', char::from(*column), char::from(*row), ']']);
    }
    text + ")\n"
}

/// The moves with columns and rows exchanged, then columns mirrored, and colors exchanged.
pub(crate) fn turned(moves: &[Play]) -> Moves {
    let turn = |(color, [column, row]): &Play| {
        let color = if *color == 'B' { 'W' } else { 'B' };
        (color, [b'a' + b's' - row, *column])
    };
    moves.iter().map(turn).collect()
}

/// The groups among the games of a text.
pub(crate) fn groups(text: &str, options: Options) -> Vec<Group> {
    let games = Collection::from(text);
    let mut finder = Finder::new(options);
    for game in games.games() {
        finder.add(Fingerprint::of(game));
    }
    for number in finder.games_to_read().to_vec() {
        finder.give(number, Line::of(games.game(number as usize).unwrap()));
    }
    finder.groups()
}

/// How the second of two records is like the first, if the first is the better one.
fn relation(one: &str, other: &str) -> Option<Relation> {
    let found = groups(&format!("{one}{other}"), Options::default());
    assert!(found.len() <= 1, "{found:?}");
    let group = found.first()?;
    assert_eq!(group.best, 0, "{one}{other}");
    Some(group.others[0].relation)
}

#[test]
fn every_kind_is_reported() {
    let whole = moves(1, 150);
    let header = "PB[Ada]PW[Bo]DT[2001-02-03]RE[B+R]";
    let best = record(header, &whole);
    let other = |change: &dyn Fn(&mut Moves)| {
        let mut moves = whole.clone();
        change(&mut moves);
        relation(&best, &record("", &moves))
    };
    assert_eq!(relation(&best, &best), Some(Relation::Bytes));
    let spaced = best
        .replace(";B", "\n;B")
        .replace("PB[Ada]PW[Bo]", "PW[Bo]PB[Ada]");
    assert_eq!(relation(&best, &spaced), Some(Relation::Tree));
    let Some(Relation::Moves { colors_swapped, .. }) =
        relation(&best, &record("", &turned(&whole)))
    else {
        panic!("turned");
    };
    assert!(colors_swapped);
    assert_eq!(
        other(&|moves| moves.truncate(90)),
        Some(Relation::Prefix { moves: 90, of: 150 })
    );
    for at in [0, 10, 60, 120, 149] {
        let changed = other(&|moves| moves[at].1 = moves[(at + 75) % 150].1);
        assert_eq!(changed, Some(Relation::OneMove { at: at as u32 + 1 }));
        let and = (at + 2) % 150;
        let exchanged = other(&|moves| {
            let point = moves[at].1;
            moves[at].1 = moves[and].1;
            moves[and].1 = point;
        });
        let (at, and) = (at.min(and) as u32 + 1, at.max(and) as u32 + 1);
        assert_eq!(exchanged, Some(Relation::Transposed { at, and }));
    }
    for at in [5, 40, 100] {
        let missing = other(&|moves| _ = moves.remove(at));
        assert_eq!(missing, Some(Relation::Missing { at: at as u32 + 1 }));
    }
    let signature = other(&|moves| (100..110).for_each(|at| moves[at].1 = moves[at - 50].1));
    assert_eq!(signature, Some(Relation::Dyer { differing: 10 }));
    let same_day = relation(
        &best,
        &record("PB[bo]PW[ADA]DT[2001-02-03]", &moves(2, 140)),
    );
    assert_eq!(same_day, Some(Relation::Players));
    assert_eq!(
        relation(&best, &record("PB[Cy]PW[Di]DT[2001-02-03]", &moves(3, 140))),
        None
    );
}

#[test]
fn a_missing_move_is_found_in_games_of_any_length() {
    for length in [11, 12, 20, 21, 57, 59, 60, 61, 62, 80, 81, 240] {
        let whole = moves(length as u64, length);
        for at in 0..length {
            let mut short = whole.clone();
            short.remove(at);
            // The last move of a longer game is missing in a truncated record.
            let wanted = if at + 1 == length && at >= 30 {
                Relation::Prefix {
                    moves: at as u32,
                    of: length as u32,
                }
            } else {
                Relation::Missing { at: at as u32 + 1 }
            };
            for other in [record("", &short), record("", &turned(&short))] {
                let found = relation(&record("PB[Ada]", &whole), &other);
                assert_eq!(found, Some(wanted), "{length}");
            }
        }
    }
}

#[test]
fn short_games_with_one_slip_are_alike_by_chance() {
    for (length, is_found) in [(9, false), (10, true)] {
        let whole = moves(1, length);
        let mut slip = whole.clone();
        slip[4].1 = *b"ss";
        let found = relation(&record("PB[Ada]", &whole), &record("", &slip));
        assert_eq!(found.is_some(), is_found, "{length}: {found:?}");
    }
}

#[test]
fn colors_stay_if_the_first_move_is_missing() {
    let whole = moves(1, 40);
    for (other, colors) in [(whole[1..].to_vec(), false), (turned(&whole[1..]), true)] {
        let games = Collection::from([record("", &whole), record("", &other)].concat());
        let mut finder = Finder::new(Options::default());
        for (number, game) in (0..).zip(games.games()) {
            finder.add(Fingerprint::of(game));
            finder.give(number, Line::of(game));
        }
        assert_eq!(finder.alignment(0, 1).map(|way| way.1), Some(colors));
        assert_eq!(finder.alignment(1, 0).map(|way| way.1), Some(colors));
    }
}

#[test]
fn the_first_move_may_have_the_wrong_color() {
    let whole = moves(1, 40);
    for (mut other, colors) in [(whole.clone(), false), (turned(&whole), true)] {
        other[0].0 = other[1].0;
        let texts = [record("PB[Ada]", &whole), record("", &other)];
        let found = relation(&texts[0], &texts[1]);
        assert_eq!(found, Some(Relation::OneMove { at: 1 }));
        let games = Collection::from(texts.concat());
        let mut finder = Finder::new(Options::default());
        for (number, game) in (0..).zip(games.games()) {
            finder.add(Fingerprint::of(game));
            finder.give(number, Line::of(game));
        }
        assert_eq!(finder.alignment(0, 1).map(|way| way.1), Some(colors));
        assert_eq!(finder.alignment(1, 0).map(|way| way.1), Some(colors));
    }
}

#[test]
fn moves_of_several_points_count() {
    let game = |header: &str, last: &str| {
        let moves = "abcdefghij"
            .chars()
            .map(|row| format!(";B[a{row}bbcc];W[j{row}iihh]"));
        format!(
            "(;GM[18]SZ[10]{header}{};B[{last}])",
            moves.collect::<String>()
        )
    };
    let best = game("PB[Ada]", "aabbcc");
    assert_eq!(
        Fingerprint::of(Collection::from(best.as_str()).game(0).unwrap()).moves(),
        21
    );
    let same = relation(&best, &game("", "aabbcc"));
    assert!(matches!(same, Some(Relation::Moves { .. })), "{same:?}");
    assert_eq!(
        relation(&best, &game("", "aabbdd")),
        Some(Relation::OneMove { at: 21 })
    );
}

#[test]
fn moves_are_counted_with_passes() {
    let count = |text: &str| Fingerprint::of(Collection::from(text).game(0).unwrap()).moves();
    assert_eq!(count("(;;B[aa];W[];C[x];B[tt](;W[])(;W[bb];B[cc]))"), 4);
}

#[test]
fn passes_at_the_end_and_what_was_set_up() {
    let moves = moves(1, 60);
    let best = record("AB[aa]PB[Ada]", &moves);
    let passed = record("AB[aa]", &moves).replace(")\n", ";B[];W[tt])\n");
    assert!(matches!(
        relation(&best, &passed),
        Some(Relation::Moves { .. })
    ));
    assert_eq!(relation(&best, &record("", &moves)), Some(Relation::Setup));
    let listed = record("AB[aa:bb]PB[Ada]", &moves);
    let one_by_one = record("AB[aa][ba][ab][bb]", &moves);
    assert!(matches!(
        relation(&listed, &one_by_one),
        Some(Relation::Moves { .. })
    ));
}

#[test]
fn short_records_are_alike_by_chance() {
    let opening = record("", &moves(1, 6));
    let other = record("PB[Ada]", &moves(1, 6));
    assert_eq!(groups(&format!("{opening}{other}"), Options::default()), []);
    let options = Options::default().with_least_moves(6);
    assert_eq!(groups(&format!("{opening}{other}"), options).len(), 1);
    // Problems have few moves, but stones.
    let problem = "(;SZ[9]AB[aa][ab]AW[ba];B[bb])(;SZ[9]AW[ia]AB[ha:ha]AB[];B[hb])\
                   (;SZ[9]AB[ia][ib]AW[ha]C[mirrored];B[hb])(;SZ[9];B[bb])";
    let found = groups(problem, Options::default());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].best, found[0].others[0].number), (2, 0));
}

#[test]
fn the_best_has_the_most_moves_then_the_most_to_say() {
    let moves = moves(1, 100);
    let (whole, cut) = (&moves[..], &moves[..80]);
    let text = [
        record("PB[Ada]PW[Bo]EV[x]RE[B+R]C[much to say]", cut),
        record("", whole),
        record("PB[Ada]", whole),
        record("PB[Ada]C[a word]", whole),
        record("PB[Bea]", whole),
    ];
    let found = groups(&text.concat(), Options::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].best, 3);
    let others: Vec<_> = found[0].others.iter().map(|member| member.number).collect();
    assert_eq!(others, [0, 1, 2, 4]);
    assert_eq!(found[0].kind(), Kind::Prefix);
}

#[test]
fn kinds_can_be_left_out() {
    let whole = moves(1, 120);
    let mut slip = whole.clone();
    slip[50].1 = *b"aa";
    let text = [
        record("PB[A]", &whole),
        record("PB[B]", &whole),
        record("", &whole[..70]),
        record("PB[C]", &slip),
    ]
    .concat();
    let count = |last| {
        let found = groups(&text, Options::default().with_kinds_to(last));
        found.iter().map(|group| group.others.len()).sum::<usize>()
    };
    let counts = Kind::ALL.map(count);
    assert_eq!(counts, [0, 0, 1, 2, 3, 3, 3]);
}

#[test]
fn other_games_are_compared_as_they_are_written() {
    let game = |header: &str| {
        let moves = "abcdefghij"
            .chars()
            .map(|column| format!(";B[{column}5];W[{column}6]"));
        format!("(;GM[11]{header}{})", moves.collect::<String>())
    };
    let mirrored = game("").replace('a', "k");
    assert!(matches!(
        relation(&game("PB[Ada]"), &game("")),
        Some(Relation::Moves { .. })
    ));
    assert_ne!(
        relation(&game("PB[Ada]"), &mirrored).map(Relation::kind),
        Some(Kind::Moves)
    );
    // The same letters are another game in another game.
    assert_eq!(
        relation(&game("PB[Ada]"), &game("").replace("GM[11]", "GM[4]")),
        None
    );
}

#[test]
fn setup_counts_in_every_game() {
    let kind = |one: &str, other: &str| {
        let found = groups(
            &format!("{one}{other}"),
            Options::default().with_least_moves(0),
        );
        found.first().map(|group| group.others[0].relation.kind())
    };
    for (one, other, expected) in [
        ("GM[2]AB[d3];B[c4]", "GM[2]AB[e3];B[c4]", None),
        (
            "GM[2]AB[d3][c5];B[c4]",
            "GM[2]AB[c5][d3];B[c4]C[x]",
            Some(Kind::Moves),
        ),
        (
            "GM[2]AB[d3]AW[d4];B[c4]",
            "GM[2]AW[d3]AB[d4];W[c4]",
            Some(Kind::Moves),
        ),
        ("GM[2];AB[d3];B[c4]", "GM[2]AB[d3];B[c4]", Some(Kind::Moves)),
        (
            "GM[18]SZ[10]AA[aa];B[bbcc]",
            "GM[18]SZ[10]AA[ab];B[bbcc]",
            None,
        ),
        ("GM[6]DI[31];B[31aabb]", "GM[6]DI[42];B[31aabb]", None),
        ("GM[6]PL[B];B[31aabb]", "GM[6];B[31aabb]", Some(Kind::Moves)),
        ("AB[cc][x1];B[aa]", "AB[cc][y1];B[aa]", None),
        (
            "AB[cc]AE[cc]AW[dd];B[aa]",
            "AW[dd];B[aa]",
            Some(Kind::Moves),
        ),
    ] {
        let [one, other] = [one, other].map(|text| format!("(;{text})"));
        assert_eq!(kind(&one, &other), expected, "{one} {other}");
    }
}

/// Checks whether games with these properties in their roots have the same tree.
fn assert_tree(one: &str, other: &str, is_same: bool) {
    let game = |root: &str| format!("(;SZ[9]{root};B[aa])");
    let found = relation(&game(one), &game(other));
    assert_eq!(
        found == Some(Relation::Tree),
        is_same,
        "{one} {other}: {found:?}"
    );
}

#[test]
fn the_order_of_setup_counts_if_lists_share_a_point() {
    for (one, other, is_same) in [
        ("AB[cc]AE[cc][dd]AB[dd]", "AB[dd]AE[cc][dd]AB[cc]", false),
        ("AB[cc]AE[cc][dd]AB[dd]", "AB[cc]AE[dd][cc] AB[dd]", true),
        ("AB[cc]AB[dd]AE[cc]", "AB[dd]AB[cc]AE[cc]", true),
        ("AB[cc]AE[ee]AB[dd]", "AB[dd]AE[ee]AB[cc]", true),
        ("AE[cc]AB[cc]", "AB[cc]AE[cc]", false),
    ] {
        assert_tree(one, other, is_same);
    }
}

#[test]
fn the_order_of_values_counts_if_it_may_have_a_meaning() {
    for (one, other, is_same) in [
        ("L[aa][bb]", "L[bb][aa]", false),
        ("L[aa]L[bb]", "L[bb]L[aa]", false),
        ("L[aa]C[x]L[bb]", "L[bb]C[x]L[aa]", false),
        ("L[aa][bb]N[x]", "N[x]L[aa][bb]", true),
        ("XX[1][2]", "XX[2][1]", false),
        ("TR[aa][bb]", "TR[bb][aa]", true),
    ] {
        assert_tree(one, other, is_same);
    }
}

#[test]
fn text_in_a_charset_counts_but_not_the_name() {
    for (one, other, is_same) in [
        ("CA[UTF-8][Kept by Bob]", "CA[UTF-8]", false),
        ("CA[UTF-8]CA[Kept by Bob]", "CA[UTF-8]", false),
        ("CA[UTF-8]CA[Kept by Bob]", "CA[gbk][Kept by Bob]", true),
        ("CA[UTF-8]", "CA[x-own]", true),
        ("CA[UTF-8]", "", true),
        (";CA[UTF-8]", ";CA[GBK]", false),
    ] {
        assert_tree(one, other, is_same);
    }
}

#[test]
fn a_million_records_that_look_alike_take_linear_time() {
    // All share a third of their moves, and none is like another.
    let count = |games: u64| {
        let mut text = String::new();
        for seed in 0..games {
            let mut moves = moves(1, 120);
            moves.truncate(40);
            moves.extend(super::dedupe::moves(seed + 2, 120).into_iter().skip(40));
            text += &record("", &moves);
        }
        let start = std::time::Instant::now();
        assert_eq!(groups(&text, Options::default()), []);
        start.elapsed()
    };
    count(50);
    let (few, many) = (count(300), count(3000));
    assert!(many < few * 40, "{few:?} {many:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_orientation_is_the_same_game(seed in 1_u64..1000, length in 10_usize..200, turns in 0..4) {
        let moves = moves(seed, length);
        let mut other = moves.clone();
        for _ in 0..turns {
            other = turned(&other);
        }
        let found = relation(&record("PB[Ada]", &moves), &record("", &other));
        let is_same = matches!(found, Some(Relation::Moves { .. }));
        prop_assert!(is_same, "{:?}", found);
    }

    #[test]
    fn a_record_that_breaks_off_is_found(seed in 1_u64..1000, length in 31_usize..250, cut in 30_usize..250) {
        prop_assume!(cut < length);
        let moves = moves(seed, length);
        let found = relation(&record("", &moves), &record("PB[Ada]", &turned(&moves)[..cut]));
        let wanted = Relation::Prefix { moves: cut as u32, of: length as u32 };
        prop_assert_eq!(found, Some(wanted));
    }
}

#[test]
fn problems_are_compared_by_all_their_stones() {
    // The second property was overlooked once, and different problems were taken for one.
    let different = "(;AB[aa]AB[bb]AW[cc])(;AB[aa]AB[dd]AW[cc])";
    assert_eq!(groups(different, Options::default()), []);
    let one = [
        "(;AB[aa][bb]AW[cc])",
        "(;AB[aa]AB[bb]AW[cc])",
        "(;AddBlack[aa]AB[bb]AddWhite[cc])",
        "(;ab[aa][bb]AW[cc])",
    ];
    assert_eq!(groups(&one.concat(), Options::default()).len(), 1);
    // Of two lists with a point the last one wins.
    for moves in ["", ";B[hh];W[ih]"] {
        let record = |setup: &str| format!("(;SZ[9]PB[Bob]{setup}{moves})");
        let whole = record("AE[aa:ee]AB[cc]AW[gg]");
        assert_eq!(relation(&whole, &record("AB[cc]AW[gg]AE[aa:ee]")), None);
        let apart = record("AW[gg]AB[cc]");
        assert_eq!(
            relation(&apart, &record("AB[cc]AW[gg]")),
            Some(Relation::Tree)
        );
    }
}
