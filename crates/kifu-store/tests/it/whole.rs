//! Whole boards, which the index of positions answers: as the tables of times would, and in little memory.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use kifu_games::go::Replay;
use kifu_go::{Color, Size, Symmetry};
use kifu_sgf::{Collection, GameTree};
use kifu_store::{Answer, Found, Order, Pattern, Query, Store};
use proptest::prelude::*;

use crate::index;
use crate::laws::{check, games};

/// The whole board of a node of a main line.
fn board(game: GameTree<'_>, moves: usize) -> Pattern {
    let mut replay = Replay::new(game);
    for _ in 0..moves {
        replay.forward();
    }
    Pattern::of_board(replay.game().board())
}

/// A stone on a board of 5×5.
fn one_stone(point: &str) -> Pattern {
    let collection = Collection::from(format!("(;SZ[5];B[{point}])"));
    board(collection.games().next().unwrap(), 1)
}

fn empty() -> Query {
    let board = kifu_go::Board::new(Size::of::<5, 5>());
    Query::new(Pattern::of_board(&board))
}

/// All that an answer says.
fn all(answer: &Answer) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        (answer.main, answer.variations, answer.without),
        answer.years.clone(),
        answer.continuations(),
        answer.found.iter().collect::<Vec<_>>(),
        answer.searched,
    )
}

/// A question for which the index of positions has no answer.
fn by_times(query: &Query) -> Query {
    Query {
        moves: 0..=u32::MAX - 1,
        ..query.clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn positions_and_times_give_one_answer(
        text in games(),
        places in proptest::collection::vec((any::<prop::sample::Index>(), 0..12_usize), 1..6),
        symmetries in prop_oneof![
            2 => Just(Symmetry::ALL.to_vec()),
            1 => proptest::sample::subsequence(Symmetry::ALL.to_vec(), 1..8),
        ],
        swaps_colors in any::<bool>(),
        next in prop_oneof![2 => Just(None), 1 => prop::sample::select(Color::BOTH.to_vec()).prop_map(Some)],
        is_selected in any::<bool>(),
    ) {
        let (_folder, store) = index(&text);
        let collection = Collection::from(text.as_str());
        let all_games: Vec<_> = collection.games().collect();
        for (game, moves) in places {
            let mut query = Query::new(board(all_games[game.index(all_games.len())], moves));
            query.symmetries.clone_from(&symmetries);
            query.swaps_colors = swaps_colors;
            query.next = next;
            if is_selected {
                query.selection = "result=\"B+R\"".parse().unwrap();
            }
            let (own, other) = (store.search(&query).unwrap(), store.search(&by_times(&query)).unwrap());
            prop_assert_eq!(all(&own), all(&other), "{} in {}", &query.pattern, text);
        }
    }
}

/// One game has the position three times, under three transforms: the last of them comes first. Setup in a node is not
/// a move.
#[test]
fn a_position_that_comes_again_in_another_way() {
    let text = "(;SZ[5]RE[B+R];B[de];AE[de]AW[ab];AE[ab]AB[ba];W[cc])(;SZ[5]RE[W+R];B[ba];W[ab])";
    let query = Query::new(one_stone("ba"));
    check(text, std::slice::from_ref(&query)).unwrap();
    let (_folder, store) = index(text);
    let answer = store.search(&query).unwrap();
    assert_eq!((answer.main.games, answer.main.hits), (2, 4));
    assert_eq!(answer.main.swapped, 1);
    let places: Vec<_> = answer.found.iter().map(|found| found.node).collect();
    assert_eq!(places, [1, 1]);
}

/// So many games of two moves. The years go up and down, and in every eleventh the number of a node is not
/// that of the move.
fn many(games: usize) -> (tempfile::TempDir, Store) {
    let mut text = String::new();
    for n in 0..games {
        let (x, y) = (
            char::from(b'a' + (n % 5) as u8),
            char::from(b'a' + (n / 7 % 5) as u8),
        );
        let result = ["B+R", "W+R", "0"][n % 3];
        let setup = if n % 11 == 0 { ";AW[ac]" } else { "" };
        let year = 1900 + n * 7919 % 150;
        write!(
            text,
            "(;SZ[5]RE[{result}]DT[{year}]{setup};B[{x}{y}];W[cc])"
        )
        .unwrap();
    }
    index(&text)
}

#[test]
fn parts_of_many_hits_are_in_order() {
    let games = 70_000;
    let (_folder, store) = many(games);
    let one = Query::new(one_stone("bc"));
    for query in [empty(), one] {
        let expected = store.search(&by_times(&query)).unwrap();
        assert!(expected.main.games > 10_000);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let (mut parts, mut found) = (0, Vec::new());
                store
                    .search_stream(&query, |part| {
                        parts += 1;
                        found.extend(part.found.iter());
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                let answer = store.search(&query).unwrap();
                assert_eq!(found, answer.found.iter().collect::<Vec<_>>());
                assert!(parts > expected.main.games / 65_536, "{threads}");
                assert!(all(&answer) == all(&expected), "{threads}");
            });
        }
    }
}

/// More searches at once than there are cores, and one right after the other.
#[test]
fn many_searches_at_once_give_the_answers_of_one() {
    let (folder, store) = many(20_000);
    let one = Query::new(one_stone("bc"));
    let queries = [empty(), by_times(&one), one];
    let expected = queries
        .each_ref()
        .map(|query| all(&store.search(query).unwrap()));
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let (store, queries, expected) = (&store, &queries, &expected);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
            scope.spawn(move || {
                pool.unwrap().install(|| {
                    for round in 0..20 {
                        let number = (thread + round) % queries.len();
                        let answer = store.search(&queries[number]).unwrap();
                        assert!(all(&answer) == expected[number], "{number}");
                    }
                });
            });
        }
    });
    // Who helped may still be awake.
    drop(store);
    folder.close().unwrap();
}

#[test]
fn samples_are_the_first_of_all_in_order() {
    let (_folder, store) = many(5000);
    let answer = store.search(&empty()).unwrap();
    let mut sorted: Vec<Found> = answer.found.iter().collect();
    let mut expected = vec![(Order::Index, sorted.clone())];
    // Nobody has a rank.
    sorted.sort_by_key(|found| Reverse(found.date));
    expected.push((Order::Newest, sorted.clone()));
    expected.push((Order::Rank, sorted.clone()));
    let hits = |found: &Found| (found.next.is_none(), answer.hits_of(found.next));
    sorted.sort_by_key(hits);
    expected.push((Order::Novelty, sorted.clone()));
    sorted.sort_by_key(|found| (found.date, found.game));
    expected.push((Order::Oldest, sorted));
    for (order, expected) in expected {
        for most in [0, 1, 10, 1500, 4999, 5000, usize::MAX] {
            let first = &expected[..most.min(expected.len())];
            assert_eq!(answer.sample(order, most), first, "{order:?} {most}");
        }
    }
}
