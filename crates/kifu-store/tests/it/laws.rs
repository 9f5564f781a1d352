//! A search finds the same as a replay of every game.

mod turned;

use std::fmt::Write as _;

use kifu_go::{Color, Symmetry};
use kifu_sgf::Collection;
use kifu_store::{Anchor, Answer, Cell, Order, Pattern, PatternError, Query, Store};
use proptest::prelude::*;

use crate::index;
use crate::naive::{self, Found};

/// The points of a small board, in letters; also a pass and points off the board.
fn point() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => (0..5_u8, 0..5_u8).prop_map(|(x, y)| {
            [char::from(b'a' + x), char::from(b'a' + y)].iter().collect()
        }),
        1 => Just(String::new()),
        1 => Just("jj".to_owned()),
    ]
}

/// The properties of a node.
fn node() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (any::<bool>(), point()).prop_map(|(black, point)| format!("{}[{point}]", if black { 'B' } else { 'W' })),
        2 => (0..3_usize, point()).prop_map(|(kind, point)| format!("{}[{point}]", ["AB", "AW", "AE"][kind])),
        1 => (0..3_usize, point(), point(), point()).prop_map(|(kind, a, b, c)| {
            format!("{}[{a}]AE[{b}]W[{c}]", ["AB", "AW", "AE"][kind])
        }),
        1 => (point(), point()).prop_map(|(a, b)| format!("B[{a}]W[{b}]")),
        1 => Just("C[nothing]".to_owned()),
    ]
}

/// A tree: nodes, each with the number of nodes to go up before it.
fn tree() -> impl Strategy<Value = String> {
    let nodes = proptest::collection::vec(
        (node(), prop_oneof![9 => Just(0_usize), 1 => 1..6_usize]),
        0..40,
    );
    let size = prop_oneof![4 => Just("5"), 1 => Just("4:5"), 1 => Just("3")];
    let result = prop_oneof![
        Just("B+R"),
        Just("W+0.5"),
        Just("0"),
        Just("?"),
        Just("W+Offline")
    ];
    (size, result, nodes, 0..4_usize).prop_map(|(size, result, nodes, handicap)| {
        let mut root = format!("(;SZ[{size}]RE[{result}]");
        root.push_str(["", "AB[bb][dd]", "HA[2]AB[bd][db]", "AW[aa:cc]"][handicap]);
        // Children by their parents; the root is 0.
        let mut children: Vec<Vec<usize>> = vec![Vec::new()];
        let mut path = vec![0];
        for (n, (_, up)) in nodes.iter().enumerate() {
            path.truncate((path.len() - (*up).min(path.len() - 1)).max(1));
            children.push(Vec::new());
            children[path[path.len() - 1]].push(n + 1);
            path.push(n + 1);
        }
        write(&mut root, &children, &nodes);
        root.push(')');
        root
    })
}

/// Writes the nodes below the root, in parentheses where there are siblings.
fn write(text: &mut String, children: &[Vec<usize>], nodes: &[(String, usize)]) {
    enum Job {
        Node(usize, bool),
        Close,
    }
    let mut jobs = vec![];
    let push = |jobs: &mut Vec<Job>, below: &[usize]| {
        for &child in below.iter().rev() {
            jobs.push(Job::Node(child, below.len() > 1));
        }
    };
    push(&mut jobs, &children[0]);
    while let Some(job) = jobs.pop() {
        match job {
            Job::Close => text.push(')'),
            Job::Node(node, in_parentheses) => {
                if in_parentheses {
                    text.push('(');
                    jobs.push(Job::Close);
                }
                text.push(';');
                text.push_str(&nodes[node - 1].0);
                push(&mut jobs, &children[node]);
            }
        }
    }
}

pub(crate) fn games() -> impl Strategy<Value = String> {
    (proptest::collection::vec(tree(), 1..5), any::<bool>()).prop_map(|(games, twice)| {
        let text = games.join("\n");
        if twice {
            format!("{text}\n{text}")
        } else {
            text
        }
    })
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let cell = prop_oneof![
        6 => Just('.'), 5 => Just('X'), 5 => Just('O'),
        2 => Just('*'), 1 => Just('x'), 1 => Just('o'), 1 => Just('@'),
    ];
    let local =
        (1..4_usize, 1..4_usize, 0..10_usize).prop_flat_map(move |(columns, rows, anchor)| {
            let anchor = ["N", "S", "E", "W", "NE", "NW", "SE", "SW", "center", "NS"][anchor];
            proptest::collection::vec(cell.clone(), columns * rows)
                .prop_map(move |cells| (columns, cells, Anchor::from_name(anchor).unwrap()))
        });
    let few = prop_oneof![20 => Just('.'), 1 => Just('X'), 1 => Just('O'), 1 => Just('*')];
    let whole = proptest::collection::vec(few, 25).prop_map(|cells| (5, cells, Anchor::FULL));
    let of = |(columns, cells, anchor): (usize, Vec<char>, Anchor)| {
        let cells = cells
            .into_iter()
            .map(|letter| Cell::from_char(letter).unwrap())
            .collect();
        match Pattern::new(columns, cells, anchor) {
            Err(PatternError::NoLiberty(_)) => None,
            made => Some(made.unwrap()),
        }
    };
    prop_oneof![4 => local, 1 => whole].prop_filter_map("without a liberty", of)
}

pub(crate) fn query() -> impl Strategy<Value = Query> {
    let next =
        prop_oneof![3 => Just(None), 1 => Just(Some(Color::Black)), 1 => Just(Some(Color::White))];
    let moves = prop_oneof![3 => Just((0, u32::MAX)), 1 => (0..8_u32, 0..12_u32).prop_map(|(a, b)| (a, a + b))];
    let symmetries = prop_oneof![
        3 => Just(Symmetry::ALL.to_vec()),
        1 => proptest::sample::subsequence(Symmetry::ALL.to_vec(), 1..8),
    ];
    (pattern(), symmetries, any::<[bool; 3]>(), next, moves).prop_map(
        |(pattern, symmetries, [swaps, slides, variations], next, (first, last))| {
            let mut query = Query::new(pattern);
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

/// An answer in the words of the brute force.
fn found(answer: &Answer, numbers: &[u32]) -> Found {
    let mut found = Found {
        main: answer.main,
        variations: answer.variations,
        continued: answer.continued,
        without: answer.without,
        ..Found::default()
    };
    for next in answer.continuations() {
        let columns = u16::try_from(numbers[0]).unwrap();
        let cell = next.point.y * columns + next.point.x;
        found.tallies.insert((cell, next.color.index()), next.tally);
    }
    found
}

pub(crate) fn check(text: &str, queries: &[Query]) -> Result<(), TestCaseError> {
    let collection = Collection::from(text);
    let (_folder, store) = index(text);
    let without_tables = Store::open(store.path()).unwrap().limit_memory(0);
    for query in queries {
        let answer = store.search(query).unwrap();
        let all = |answer: &Answer| {
            let found: Vec<_> = answer.found.iter().collect();
            (
                answer.main,
                answer.variations,
                answer.continued,
                answer.continuations(),
                found,
            )
        };
        for other in [&store, &without_tables] {
            let again = other.search(query).unwrap();
            prop_assert_eq!(all(&again), all(&answer), "{} in {}", &query.pattern, text);
        }
        let hits = answer.main.hits + answer.variations.hits;
        let least = if query.in_variations { hits } else { 0 };
        prop_assert!(
            answer.continued.hits >= least,
            "{} in {text}",
            query.pattern
        );
        let mut expected = naive::search(&collection, query);
        let mut found = found(&answer, &[query.pattern.columns().into()]);
        let main: Vec<_> = answer
            .found
            .iter()
            .filter(|found| !found.is_variation)
            .collect();
        let ids: Vec<_> = main.iter().map(|found| found.game).collect();
        let infos = store.games(&ids).unwrap();
        found.games = main
            .iter()
            .zip(infos)
            .map(|(found, info)| (info.number, found.node, found.move_number))
            .collect();
        found.games.sort_unstable();
        expected.games.sort_unstable();
        prop_assert_eq!(&found, &expected, "{} in {}", &query.pattern, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_search_finds_what_a_replay_finds(text in games(), queries in proptest::collection::vec(query(), 1..12)) {
        check(&text, &queries)?;
    }
}

/// A line of moves and setup on a small board, and the same line up to the first move on a stone.
fn cut_line() -> impl Strategy<Value = (String, String)> {
    let node = (0..12_usize, 0..4_u16, 0..4_u16);
    proptest::collection::vec(node, 1..40).prop_map(|nodes| {
        let mut board = kifu_go::BareBoard::new(kifu_go::Size::new(5, 5).unwrap());
        let (mut whole, mut cut, mut is_cut) = (String::new(), String::new(), false);
        for (kind, x, y) in nodes {
            let point = kifu_go::Point::new(x, y);
            let (identifier, stone) = match kind {
                0 => ("AB", Some(Color::Black)),
                1 => ("AW", Some(Color::White)),
                2 => ("AE", None),
                kind if kind % 2 == 0 => ("B", Some(Color::Black)),
                _ => ("W", Some(Color::White)),
            };
            let text = format!(";{identifier}[{point}]");
            whole.push_str(&text);
            match stone.filter(|_| kind > 2) {
                Some(color) => {
                    is_cut |= board.get(point).is_some();
                    board.play_with(point, color, |_| ()).unwrap();
                }
                None => board.set(point, stone).unwrap(),
            }
            if !is_cut {
                cut.push_str(&text);
            }
        }
        let game = |line| format!("(;SZ[5]RE[B+R]{line})");
        (game(whole), game(cut))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_strict_search_ends_before_a_move_on_a_stone(
        lines in proptest::collection::vec(cut_line(), 1..4),
        queries in proptest::collection::vec(query(), 1..12),
    ) {
        let (whole, cut): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let (_folder, whole) = index(&whole.concat());
        let (_folder, cut) = index(&cut.concat());
        for mut query in queries {
            query.in_variations = false;
            let expected = cut.search(&query).unwrap();
            query.strict_records = true;
            let found = whole.search(&query).unwrap();
            let all = |answer: &Answer| {
                let found: Vec<_> = answer.found.iter().collect();
                (answer.main, answer.without, answer.continuations(), found)
            };
            prop_assert_eq!(all(&found), all(&expected), "{}", &query.pattern);
        }
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let mut text = String::new();
    for n in 0..50_u8 {
        let (black, white) = (char::from(b'a' + n % 5), char::from(b'a' + n % 3));
        write!(text, "(;SZ[5]RE[B+R]DT[20{n:02}];B[c{black}];W[b{white}])").unwrap();
    }
    let (_folder, store) = index(&text);
    let pattern = Pattern::new(2, vec![Cell::WHITE, Cell::BLACK], Anchor::ANYWHERE).unwrap();
    let mut query = Query::new(pattern);
    query.slides_onto_edges = true;
    let search = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let answer = store.search(&query).unwrap();
            let sample = answer.sample(Order::Newest, 5);
            (
                answer.main,
                answer.continuations(),
                answer.found.iter().collect::<Vec<_>>(),
                sample,
            )
        })
    };
    let one = search(1);
    assert!(one.0.hits > 10);
    assert_eq!(search(2), one);
    assert_eq!(search(7), one);
}

/// A game of more changes than the short numbers of the table can count: a ko without an end, and after it
/// in the order of points a stone that is taken.
#[test]
fn points_behind_very_many_changes() {
    let mut text =
        "(;SZ[9]RE[B+R]AB[ba][ab][bc]AW[ca][db][cc];B[ii];W[hi];B[gg];W[ih];B[cb];W[bb]".to_owned();
    for _ in 0..5000 {
        text.push_str(";B[cb];W[bb]");
    }
    text.push_str(";B[hh];W[];B[gi];W[];B[ii])");
    let (_folder, store) = index(&text);
    let pattern = |cells: &str| {
        let cells = cells
            .chars()
            .map(|letter| Cell::from_char(letter).unwrap())
            .collect();
        Pattern::new(2, cells, Anchor::from_name("SE").unwrap()).unwrap()
    };
    let expected = [
        ("..OX", Some(2)),
        (".OO.", Some(4)),
        ("XOO.", Some(10_007)),
        ("XO.X", Some(10_011)),
        ("XXO.", None),
    ];
    for (cells, moves) in expected {
        let mut query = Query::new(pattern(cells));
        query.symmetries = vec![Symmetry::Identity];
        query.swaps_colors = false;
        let answer = store.search(&query).unwrap();
        let found = answer.found.iter().next().map(|found| found.move_number);
        assert_eq!(found, moves, "{cells}");
    }
}

#[test]
fn an_anchor_is_read_from_its_name() {
    for sides in 0..16 {
        let side = |bit: u8| sides >> bit & 1 == 1;
        let anchor = Anchor {
            top: side(0),
            bottom: side(1),
            left: side(2),
            right: side(3),
        };
        assert_eq!(Anchor::from_name(&anchor.to_string()), Some(anchor));
    }
}
