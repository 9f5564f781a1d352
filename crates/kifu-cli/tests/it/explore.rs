//! The explorer, on a terminal that `script` plays.

use crate::place::Place;
use crate::view::on_terminal;

#[test]
fn stones_are_put_and_a_game_is_opened() {
    let place = Place::new();
    place.file(
        "games/a.sgf",
        "(;SZ[9]PB[Ann]PW[Bob]DT[2001]RE[B+R];B[ee];W[gc];B[cg])",
    );
    place.file(
        "games/b.sgf",
        "(;SZ[9]PB[Cid]PW[Dan]DT[2002]RE[W+R];B[ee];W[cg];B[gg])",
    );
    let output = place.run(["index", "games", "-o", "all.kifu"]);
    assert_eq!(output.status.code(), Some(0));
    // To the first continuation, a stone on it, the second game, seen and left.
    let Some(shown) = on_terminal(&place, "view all.kifu", "\t noqq") else {
        return;
    };
    for wanted in ["n N game", "1/3", "Ann", "exit 0"] {
        assert!(shown.contains(wanted), "{wanted}: {shown:?}");
    }
    // A missing game is reported, and the explorer continues.
    std::fs::remove_file(place.path().join("games/a.sgf")).unwrap();
    let shown = on_terminal(&place, "view all.kifu", "noq").expect("`script` is there");
    assert!(shown.contains("exit 0"), "{shown:?}");
}

/// An index of games on boards of two sizes.
fn boards() -> Place {
    let place = Place::new();
    place.file(
        "games/a.sgf",
        "(;SZ[13];B[cc])(;SZ[9];B[cc])(;SZ[13];B[cc])",
    );
    let output = place.run(["index", "games", "-o", "all.kifu"]);
    assert_eq!(output.status.code(), Some(0));
    place
}

#[test]
fn the_board_is_that_of_the_selected_games() {
    let place = boards();
    let Some(shown) = on_terminal(&place, "view all.kifu -w size=9", "q") else {
        return;
    };
    assert!(shown.contains("1 of 1 games"), "{shown:?}");
}

#[test]
fn what_is_left_of_an_index_is_served() {
    let place = boards();
    let first = place.path().join("all.kifu/00000000");
    std::fs::remove_dir_all(first).unwrap();
    let Some(shown) = on_terminal(&place, "view all.kifu", "q") else {
        return;
    };
    assert!(
        shown.contains("00000000") && shown.contains("exit 2"),
        "{shown:?}"
    );
    let shown = on_terminal(&place, "view all.kifu --partial", "q").expect("`script` is there");
    assert!(shown.contains("2 of 2 games"), "{shown:?}");
}

#[test]
fn a_game_with_numbers_of_its_own_is_opened_at_the_position() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[9];B[ee]MN[10];W[gc];B[cg])");
    let output = place.run(["index", "games", "-o", "all.kifu"]);
    assert_eq!(output.status.code(), Some(0));
    let Some(shown) = on_terminal(&place, "view all.kifu", " oqq") else {
        return;
    };
    assert!(shown.contains("10/12"), "{shown:?}");
}
