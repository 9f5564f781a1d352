//! Moves of the main line and properties of a game equal those of its nodes.

use kifu_board::{Color, Move, Size};
use kifu_sgf::value::r#move;
use kifu_sgf::{Collection, GameTree, NodeId, Property};
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

/// A property as all its accessors give it.
fn parts((id, property): (NodeId, Property<'_>)) -> (NodeId, String, Vec<String>, bool) {
    let values = property.values().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(values.len(), property.len());
    assert_eq!(property.value(), values.first().map_or("", String::as_str));
    let identifier = property.written_identifier().to_owned();
    (id, identifier, values, property.is("W"))
}

/// All properties come, however many of them are asked for one by one.
fn check_properties(game: GameTree<'_>) {
    let nodes = game.nodes();
    let by_nodes = nodes.flat_map(|node| node.properties().map(move |one| (node.id(), one)));
    let by_nodes = by_nodes.map(parts).collect::<Vec<_>>();
    let one_by_one = std::iter::from_fn({
        let mut properties = game.properties();
        move || properties.next()
    });
    assert_eq!(one_by_one.map(parts).collect::<Vec<_>>(), by_nodes);
    for first in [0, 1, 2, 5] {
        let mut properties = game.properties();
        let mut found = properties
            .by_ref()
            .take(first)
            .map(parts)
            .collect::<Vec<_>>();
        properties.for_each(|property| found.push(parts(property)));
        assert_eq!(found, by_nodes);
    }
}

fn check(text: &str) {
    let mut collection = Collection::from(text);
    for number in 0..collection.len() {
        let game = collection.game(number).expect("the game exists");
        let moves = by_nodes(game);
        assert_eq!(game.moves().collect::<Vec<_>>(), moves, "{text}");
        let mut folded = Vec::new();
        game.moves().for_each(|played| folded.push(played));
        assert_eq!(folded, moves, "{text}");
        check_properties(game);
        let packed = moves.iter().map(|(color, played)| {
            let white = u16::from(*color == Color::White);
            played.pack().map(|packed| white << 12 | packed)
        });
        assert!(game.moves().packed().map(Some).eq(packed), "{text}");
        let changed = collection.game_mut(number).expect("the game exists");
        assert_eq!(changed.tree().moves().collect::<Vec<_>>(), moves, "{text}");
        check_properties(changed.tree());
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

/// Rows of moves of all lengths, in lines of all lengths, with other nodes and variations among them.
#[test]
fn rows_of_moves() {
    let letters = b"abcdefghijklmnopqrstuvwxyz";
    for line in [1, 4, 5, 6, 10, 13] {
        for other in [3, 5, 17, 64, 200] {
            let mut text = String::from("(;SZ[19]");
            for number in 0..150 {
                let letter = |factor: usize| char::from(letters[number * factor % letters.len()]);
                let color = char::from(b"BW"[number % 2]);
                text.extend([';', color, '[', letter(3), letter(7), ']']);
                if number % line == line - 1 {
                    text.push_str(if number % 3 == 0 { "\r\n" } else { "\n" });
                }
                match number % (3 * other) {
                    rest if rest == other => text.push_str("C[x]"),
                    rest if rest == 2 * other => text.push_str("(;C[ab];W[tt];N[cd];B[aa]"),
                    _ => {}
                }
            }
            let open = text.matches('(').count();
            text += &")".repeat(open - 1);
            text += "(;W[ab];B[cd];W[ef];B[gh];W[ij];B[kl]))";
            check(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn moves_are_those_of_nodes(text in well_formed_sgf(), messy in messy_sgf()) {
        check(&text);
        check(&String::from_utf8_lossy(messy.as_ref()));
    }
}
