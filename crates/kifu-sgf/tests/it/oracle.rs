//! Trees of text that the grammar of the standard accepts, against the reference grammar.

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Collection, GameReader, GameTree};
use kifu_testkit::grammar::{self, Node};
use kifu_testkit::strategy::{messy_sgf, well_formed_sgf};
use proptest::prelude::*;

fn nodes(game: GameTree<'_>) -> Vec<Node> {
    let nodes = game.nodes().map(|node| Node {
        parent: node.parent().map(|parent| parent.number()),
        properties: node
            .properties()
            .map(|property| {
                let values = property.values().map(|value| value.as_bytes().to_vec());
                let identifier = property.written_identifier().as_bytes().to_vec();
                (identifier, values.collect())
            })
            .collect(),
    });
    nodes.collect()
}

/// Reads `text` as a collection, game by game and under change, if the grammar accepts it.
#[track_caller]
fn check(text: &str) {
    let Some(games) = grammar::games(text.as_bytes()) else {
        return;
    };
    let mut collection = Collection::from(text);
    let found = collection.games().map(nodes).collect::<Vec<_>>();
    assert_eq!(found, games, "{text:?}");
    for (number, expected) in games.iter().enumerate() {
        let game = collection.game_mut(number).expect("the game exists");
        assert_eq!(&nodes(game.tree()), expected, "{text:?}");
    }
    let options = DecodeOptions::default().with_charset(Charset::UTF_8);
    let pieces = GameReader::with_options(text.as_bytes(), options);
    let pieces = pieces.collect::<Result<Vec<_>, _>>();
    let pieces = pieces.expect("a slice can be read");
    let found = pieces.iter().flat_map(Collection::games).map(nodes);
    assert_eq!(found.collect::<Vec<_>>(), games, "{text:?}");
}

#[test]
fn variations_with_root_properties_are_variations() {
    check("(;AB[pd]AW[qf]FF[4]GM[1]SZ[19]CA[UTF-8]\n(;AB[cc]PL[W];W[dd])\n(;AB[ee]PL[W];W[ff]))");
    check("(;AB[aa];B[cc]\n(;AW[bb]FF[4]GM[1]CA[GBK];B[dd])\n(;FF[4]GM[1]PB[a]PW[b]))(;)");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn well_formed_text_is_read_by_the_grammar(text in well_formed_sgf()) {
        check(&text);
    }

    #[test]
    fn messy_text_that_is_lawful_is_read_by_the_grammar(text in messy_sgf()) {
        check(&String::from_utf8_lossy(text.as_ref()));
    }
}
