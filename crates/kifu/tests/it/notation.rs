//! Points and moves as SGF writes them have one path, whatever the features.

use kifu::notation::{backgammon, check_move};
use kifu::schema::Game;
use kifu::value::Size;

#[test]
fn notation_has_a_path_with_all_features() {
    assert!(check_move(Game::Hex, "a5", Size::square(11).unwrap()).is_ok());
    assert!(backgammon::Move::parse("31hefe").is_ok());
}

/// The module for positions does not replace that of notation.
#[cfg(feature = "go")]
#[test]
fn games_are_positions() {
    let collection = kifu::Collection::from("(;SZ[9];B[ee])");
    let game = collection.game(0).unwrap();
    let replay = kifu::games::go::Replay::new(game);
    assert_eq!(replay.game().board().stones().count(), 0);
}
