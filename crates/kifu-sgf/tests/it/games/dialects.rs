//! Files of programs with their own dialect.

use crate::square;
use kifu_sgf::games::{backgammon, check_move, little_golem};
use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::{self, GameResult, Size};
use kifu_sgf::{Collection, Compare};

/// As GNU Backgammon writes a match: analysis of moves (`A`, `MR`), of the cube (`DA`), luck (`LU`) and
/// statistics (`GS`) in private properties.
const GNU_BACKGAMMON: &str = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08.003]MI[length:7][game:0][ws:0]\
    [bs:0]PW[a]PB[b]RU[Crawford:CrawfordGame]RE[W+2R]GS[M:15 13 0.27][C:15 16][D:0 0 1.08]\n\
    ;W[51xwmh]A[0][mhxw E ver 3 0.500287 2C 0 1 0.000000 1][mhfe E ver 3 0.495546]LU[-0.00024]MR[x]\n\
    ;B[double]DA[E ver 3 2C 1 0.000000 1 0.46]LU[0.1]\n;W[take]\n;B[66]BM[1];PL[W]DI[31])\n";

#[test]
fn private_properties_of_gnu_backgammon_are_carried() {
    let collection = Collection::from(GNU_BACKGAMMON);
    assert!(collection.problems().is_empty());
    let game = collection.game(0).unwrap();
    assert_eq!(game.kind(), Some(Game::Backgammon));
    let size = Size::GO;
    for node in game.nodes() {
        if let Some((_, raw)) = node.play() {
            assert_eq!(check_move(Game::Backgammon, raw, size), Ok(()), "{raw}");
            assert!(backgammon::Move::parse(raw).is_ok(), "{raw}");
        }
    }
    for private in ["A", "DA", "LU", "GS", "MR"] {
        assert_eq!(schema::lookup(Game::Backgammon, private), None, "{private}");
    }
    let root = game.root();
    assert_eq!(root.simple_text("RU").unwrap(), "Crawford:CrawfordGame");
    assert!(GameResult::parse_backgammon(root.value("RE").unwrap()).is_ok());
    let tags: Vec<_> = root.get("MI").unwrap().values().collect();
    assert_eq!(tags, ["length:7", "game:0", "ws:0", "bs:0"]);
    // In canonical form too, value by value.
    let canonical = Collection::from(collection.to_canonical());
    assert!(canonical.is_same(&collection, Compare::Unordered));
    let first = canonical.game(0).unwrap().root().first_child().unwrap();
    assert_eq!(first.get("A").unwrap().len(), 3);
    assert_eq!(first.value("LU"), Some("-0.00024"));
}

#[test]
fn moves_of_little_golem_are_found_and_carried() {
    let text =
        "(;FF[4]EV[twixt.ld.DEFAULT]PB[a]PW[b]SZ[24]SO[x];b[dd];r[swap];b[xx|draw];r[resign])";
    let collection = Collection::from(text);
    let game = collection.game(0).unwrap();
    let mut moves = Vec::new();
    for node in game.nodes() {
        for property in node.properties() {
            if little_golem::is_move_identifier(property.written_identifier()) {
                let size = value::size::parse(game.root().value("SZ").unwrap()).unwrap();
                let read = little_golem::Move::parse(property.value(), size).unwrap();
                moves.push(read.to_string());
            }
        }
    }
    assert_eq!(moves, ["dd", "swap", "xx|draw", "resign"]);
    assert_eq!(collection.to_bytes().unwrap(), text.as_bytes());
}

#[test]
fn go_like_letters_without_a_page_of_the_standard() {
    // Renju has the number of Gomoku, and is played on larger boards too.
    for (game, size, good, bad) in [
        (
            Game::Othello,
            8,
            &["aa", "hh", "dc"][..],
            &["ia", "a1", "D3"][..],
        ),
        (Game::Gomoku, 15, &["aa", "oo", "hh"], &["pa", "h8", "ap"]),
        (Game::Gomoku, 19, &["ss"], &["ta"]),
        (
            Game::Ataxx,
            7,
            &["aa", "gg", "aacc", ""],
            &["ha", "aach", "aac"],
        ),
    ] {
        let size = square(size);
        for raw in good {
            assert_eq!(check_move(game, raw, size), Ok(()), "{game} {raw}");
        }
        for raw in bad {
            assert!(check_move(game, raw, size).is_err(), "{game} {raw}");
        }
    }
}
