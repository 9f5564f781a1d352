//! Continuations by the position reached, as opposed to the move played.

use kifu_games::go::Replay;
use kifu_go::{BareBoard, Board, Point, Size, Symmetry};
use kifu_sgf::{Collection, GameTree};
use kifu_store::{Pattern, Query};
use proptest::prelude::*;

use crate::laws::games;
use crate::{index, naive};

/// The board of a node of a main line.
fn board(game: GameTree<'_>, moves: usize) -> Board {
    let mut replay = Replay::new(game);
    for _ in 0..moves {
        replay.forward();
    }
    replay.game().board().clone()
}

/// The board with a stone more; `None` if the stone cannot be there.
fn after(board: &Board, next: &kifu_store::Continuation) -> Option<BareBoard> {
    let mut bare = BareBoard::new(board.size());
    for point in board.size().points() {
        bare.set(point, board.get(point)).unwrap();
    }
    bare.play(next.point, next.color).ok()?;
    Some(bare)
}

fn stones(board: &BareBoard) -> usize {
    let points = board.size().points();
    points.filter(|point| board.get(*point).is_some()).count()
}

fn of_black_by_resignation(game: GameTree<'_>) -> bool {
    game.root()
        .value("RE")
        .is_some_and(|raw| raw.as_bytes() == b"B+R")
}

fn query(board: &Board, symmetries: Vec<Symmetry>, swaps: bool, is_selected: bool) -> Query {
    let mut query = Query::new(Pattern::of_board(board));
    query.symmetries = symmetries;
    query.swaps_colors = swaps;
    if is_selected {
        query.selection = "result=\"B+R\"".parse().unwrap();
    }
    query
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn as_many_games_as_a_replay_finds(
        text in games(),
        places in proptest::collection::vec((any::<prop::sample::Index>(), 0..12_usize), 1..6),
        symmetries in prop_oneof![
            2 => Just(Symmetry::ALL.to_vec()),
            1 => proptest::sample::subsequence(Symmetry::ALL.to_vec(), 1..8),
        ],
        swaps in any::<bool>(),
        is_selected in any::<bool>(),
    ) {
        let collection = Collection::from(text.as_str());
        let all: Vec<_> = collection.games().collect();
        let (_folder, store) = index(&text);
        for (game, moves) in places {
            let board = board(all[game.index(all.len())], moves);
            let query = query(&board, symmetries.clone(), swaps, is_selected);
            let mut answer = store.search(&query).unwrap();
            let before = answer.continuations();
            prop_assert!(before.iter().all(|next| next.reached.is_none()));
            store.reached(&query, &mut answer).unwrap();
            for (next, old) in answer.continuations().iter().zip(before) {
                prop_assert_eq!(next.tally, old.tally);
                let Some(after) = after(&board, next).filter(|after| stones(after) <= 12) else {
                    prop_assert_eq!(next.reached, None);
                    continue;
                };
                let counts = |game: GameTree<'_>| !is_selected || of_black_by_resignation(game);
                let expected = naive::reached(&collection, &query, &after, counts);
                prop_assert_eq!(next.reached, Some(expected), "{} {:?} in {}", &query.pattern, next, text);
            }
        }
    }
}

/// One order of moves asked for, another one played; a game with two moves in a node, and one that the
/// selection leaves out.
#[test]
fn transpositions_are_counted_apart() {
    let text = "(;SZ[5]RE[B+R];B[bb];W[dd];B[cb];W[cd])\
        (;SZ[5]RE[B+R];B[cb];W[dd];B[bb])\
        (;SZ[5]RE[B+R];B[bb]W[dd];B[ee];W[cd];B[cb])\
        (;SZ[5]RE[W+R];B[cb];W[dd];B[bb])";
    let (_folder, store) = index(text);
    let collection = Collection::from(text);
    let board = board(collection.games().next().unwrap(), 2);
    for (is_selected, reached) in [(false, 3), (true, 2)] {
        let query = query(&board, vec![Symmetry::Identity], false, is_selected);
        let mut answer = store.search(&query).unwrap();
        store.reached(&query, &mut answer).unwrap();
        let next = answer
            .continuations()
            .into_iter()
            .find(|next| next.point.to_string() == "cb");
        let next = next.unwrap();
        assert_eq!(
            (next.tally.hits, next.reached),
            (1, Some(reached)),
            "{is_selected}"
        );
    }
}

/// A board too large for the index of positions has no such count, and neither has a part of a board.
#[test]
fn only_whole_boards_of_few_stones() {
    let (_folder, store) =
        index("(;SZ[5]AB[aa][ba][ca][da][ea][ac]AW[ae][be][ce][de][ee][cc];B[bb];W[dd])");
    let collection =
        Collection::from("(;SZ[5]AB[aa][ba][ca][da][ea][ac]AW[ae][be][ce][de][ee][cc])");
    let board = board(collection.games().next().unwrap(), 0);
    let corner = Pattern::of_area(&board, Point::new(0, 0), 3, 3).unwrap();
    for query in [Query::new(Pattern::of_board(&board)), Query::new(corner)] {
        let mut answer = store.search(&query).unwrap();
        store.reached(&query, &mut answer).unwrap();
        let continuations = answer.continuations();
        assert_eq!(continuations.len(), 1);
        assert_eq!(continuations[0].reached, None);
    }
}

/// A board that the letters of SGF cannot name is no board of 52×52.
#[test]
fn a_board_above_52_has_no_positions() {
    let (_folder, store) = index("(;SZ[53];B[ZZ])(;SZ[52];B[ee])");
    let query = Query::new(Pattern::of_board(&Board::new(Size::square(52).unwrap())));
    let opening = store.opening(&query, 1, 1).unwrap();
    let games: Vec<_> = opening.nodes.iter().map(|node| node.games).collect();
    assert_eq!(games, [1, 1]);
}
