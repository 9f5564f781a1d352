//! The moves of the main line are those of its nodes.

use kifu_board::{Color, Move, Size};
use kifu_sgf::value::r#move;
use kifu_sgf::{Collection, GameTree};
use kifu_testkit::strategy::{messy_sgf, well_formed_sgf};
use proptest::prelude::*;

/// The moves, by one property after the other.
fn by_nodes(game: GameTree<'_>) -> Vec<(Color, Move)> {
    let size = game.info().size().unwrap_or(Size::GO);
    let mut moves = Vec::new();
    for property in game.main_line().flat_map(|node| node.properties()) {
        let color = match (property.is("B"), property.is("W")) {
            (true, _) => Color::Black,
            (_, true) => Color::White,
            _ => continue,
        };
        let read = |raw| r#move::parse_lenient(raw, size).ok();
        moves.extend(
            property
                .values()
                .filter_map(read)
                .map(|read| (color, read.value)),
        );
    }
    moves
}

fn check(text: &str) {
    let mut collection = Collection::from(text);
    for number in 0..collection.len() {
        let game = collection.game(number).expect("the game exists");
        let moves = by_nodes(game);
        assert_eq!(game.moves().collect::<Vec<_>>(), moves, "{text}");
        let packed = moves.iter().map(|(color, played)| {
            let white = u16::from(*color == Color::White);
            played.pack().map(|packed| white << 12 | packed)
        });
        assert!(game.moves().packed().map(Some).eq(packed), "{text}");
        let changed = collection.game_mut(number).expect("the game exists");
        assert_eq!(changed.tree().moves().collect::<Vec<_>>(), moves, "{text}");
    }
}

#[test]
fn moves_of_all_kinds() {
    check(
        "(;SZ[9]B[aa];W[bb];B[cc];W[tt];B[];W[zz];b[dd]C[x];White[ee]B[ff][gg](;W[hh];B[ii])(;W[aa]))(;)",
    );
    check("(;B[aa];W[tt];B[ss];W[AA](;B[bb](;W[cc];B[dd];W[ee]))\r\n;B[ff])");
    check("(;SZ[25];B[tt];W[yy];B[zz];W[pass](;B[ab");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn moves_are_those_of_nodes(text in well_formed_sgf(), messy in messy_sgf()) {
        check(&text);
        check(&String::from_utf8_lossy(messy.as_ref()));
    }
}
