//! Every key of the viewer, on a terminal that `script` plays, and what the screen shows after it.

mod screen;
mod session;

use std::process::Command;

use crate::place::Place;
use session::Session;

/// Keys, and what the screen shows after each and did not before; `!` before what it no longer shows.
type Keys = [(&'static str, &'static str)];

const MOVES: &Keys = &[
    ("right", " 1/14"),
    ("l", " 2/14"),
    ("space", " 3/14"),
    ("left", " 2/14"),
    ("h", " 1/14"),
    ("backspace", " 0/14"),
    ("wheel down", " 1/14"),
    ("wheel up", " 0/14"),
    ("pagedown", " 10/14"),
    ("pageup", " 0/14"),
    ("end", " 14/14"),
    ("home", " 0/14"),
    ("a", " 1/14"),
    ("a", ""),
    ("home", " 0/14"),
];

const VARIATIONS: &Keys = &[
    ("b", " 2/14"),
    ("b", " 4/14"),
    ("B", " 2/14"),
    ("1", ": G7"),
    ("left", ": C7"),
    ("2", ": G3"),
    ("left", ": C7"),
    ("3", ": H2"),
    ("left", ": C7"),
    ("4", ": H9"),
    ("left", ": C7"),
    ("5", ": H8"),
    ("left", ": C7"),
    ("6", ": H1"),
    ("left", ": C7"),
    ("7", ": A1"),
    ("left", ": C7"),
    ("8", ": A2"),
    ("left", ": C7"),
    ("9", ": B1"),
    ("up", ": A2"),
    ("k", ": A1"),
    ("down", ": A2"),
    ("j", ": B1"),
    ("left", ": C7"),
    ("v", "!─1─┼─┤"),
    ("v", "─1─┼─┤"),
    ("1", ": G7"),
    ("home", " 0/14"),
];

const COMMENTS: &Keys = &[
    ("c", "A comment here"),
    ("c", "Almost the end"),
    ("C", "A comment here"),
    ("C", "The first position"),
    ("f", " 5/14"),
    ("end", " 14/14"),
    ("F", " 5/14"),
    ("/", "search: _"),
    ("E", "search: E_"),
    ("R", "search: ER_"),
    ("x", "search: ERx_"),
    ("backspace", "search: ER_"),
    ("enter", "The other corner"),
    ("n", "found beyond the end of the file"),
    ("N", "The other corner"),
    ("B", " 4/5"),
    ("1", " 5/14"),
    ("g", "go to move: _"),
    ("1", "go to move: 1_"),
    ("4", "go to move: 14_"),
    ("enter", " 14/14"),
    ("g", "go to move: _"),
    ("esc", " 14/14"),
];

const APPEARANCE: &Keys = &[
    ("w", "G H J"),
    ("w", "!G H J"),
    ("m", "Black plays the odd numbers"),
    ("m", "!Black plays"),
    ("x", "!A B C D"),
    ("x", "A B C D"),
    ("p", "this terminal shows no pictures"),
    ("s", "skin: wood"),
    ("?", "next variation"),
    ("esc", " 14/14"),
    ("f1", "next variation"),
    ("?", " 14/14"),
];

const PAGES: &Keys = &[
    ("i", "This node:"),
    ("?", "Keys while you read about the game"),
    ("esc", "This node:"),
    ("esc", " 14/14"),
    (">", "game 2 of 2"),
    ("d", "!line 01"),
    ("u", "line 01"),
    ("]", "!line 01"),
    ("[", "line 01"),
    ("i", "Player Black (PB): Ada"),
    ("pagedown", "!Player Black"),
    ("pageup", "Player Black"),
    ("space", "!Player Black"),
    ("home", "Player Black"),
    ("j", ""),
    ("down", ""),
    ("down", "!Player Black"),
    ("k", ""),
    ("up", "Player Black"),
    ("i", " 0/1"),
    ("<", "game 1 of 2"),
    ("o", "2  Ada – Bob"),
    ("?", "Keys in the list of games"),
    ("esc", "2  Ada – Bob"),
    ("down", ""),
    ("enter", " 0/1 "),
    ("o", "1  Shusaku"),
    ("up", ""),
    ("right", " 0/14"),
    ("o", "2  Ada – Bob"),
    ("j", ""),
    ("enter", " 0/1 "),
    ("o", "1  Shusaku"),
    ("k", ""),
    ("enter", " 0/14"),
    ("o", "2  Ada – Bob"),
    ("end", ""),
    ("enter", " 0/1 "),
    ("o", "1  Shusaku"),
    ("home", ""),
    ("enter", " 0/14"),
    ("o", "2  Ada – Bob"),
    ("pagedown", ""),
    ("enter", " 0/1 "),
    ("o", "1  Shusaku"),
    ("pageup", ""),
    ("enter", " 0/14"),
    ("o", "2  Ada – Bob"),
    ("esc", " 0/14"),
];

const GUESSES: &Keys = &[
    ("G", "guess: 0 of 0 right"),
    ("enter", "\n right\n"),
    ("left", "guess: 1 of 1 right"),
    ("?", "Keys while you guess moves"),
    ("esc", "guess: 1 of 1 right"),
    ("y", "`y` does nothing here"),
    ("space", "no: "),
    ("esc", " 2/14"),
];

const MARKS: &Keys = &[
    ("M", "mark: t s c x S"),
    ("?", "Keys while you put marks"),
    ("esc", "mark: t s c x S"),
    ("y", "`y` puts no mark"),
    ("t", "saved"),
    ("right", "mark: t s c x S"),
    ("s", "saved"),
    ("down", "mark: t s c x S"),
    ("c", "saved"),
    ("left", "mark: t s c x S"),
    ("x", "saved"),
    ("h", "mark: t s c x S"),
    ("S", "saved"),
    ("k", "mark: t s c x S"),
    ("a", "saved"),
    ("up", "mark: t s c x S"),
    ("1", "saved"),
    ("l", "mark: t s c x S"),
    ("L", "label: _"),
    ("o", "label: o_"),
    ("k", "label: ok_"),
    ("enter", "saved"),
    ("j", "mark: t s c x S"),
    ("B", "saved"),
    ("j", "mark: t s c x S"),
    ("W", "saved"),
    ("A", "arrow: A at its end"),
    ("esc", "mark: t s c x S"),
    ("A", "arrow: A at its end"),
    ("j", ""),
    ("A", "saved"),
    ("-", "line: - at its end"),
    ("j", ""),
    ("-", "saved"),
    ("esc", " 0/0"),
    ("e", "saved"),
    ("q", "exit 0"),
];

const PROBLEMS: &Keys = &[
    ("P", "problem: your move"),
    ("?", "Keys while you solve a problem"),
    ("esc", "problem: your move"),
    ("space", "move 2 of 3"),
    ("right", ""),
    ("down", ""),
    ("enter", "problem: correct"),
    ("r", "problem: your move"),
    ("n", "Second problem"),
    ("n", "this is the last game"),
    ("h", "problem: your move"),
    ("esc", " 0/1 "),
    ("ctrl-c", "exit 0"),
];

const LIST: &Keys = &[
    ("down", "b.sgf"),
    ("up", "a.sgf"),
    ("j", "b.sgf"),
    ("k", "a.sgf"),
    ("pagedown", "b.sgf"),
    ("pageup", "a.sgf"),
    ("end", "b.sgf"),
    ("home", "a.sgf"),
    ("space", "b.sgf"),
    ("wheel up", "a.sgf"),
    ("?", "choose a game"),
    ("esc", "!choose a game"),
    ("p", "this terminal shows no pictures"),
    ("enter", " 0/1"),
    ("q", "2 games of 2"),
    ("right", " 0/1"),
    ("esc", "2 games of 2"),
    ("l", " 0/1"),
    (">", "Cid"),
    (">", "this is the last game"),
    ("q", "2 games of 2"),
    ("wheel up", "a.sgf"),
    ("/", "filter: _"),
    ("d", "filter: d_"),
    ("a", "filter: da_"),
    ("x", "filter: dax_"),
    ("backspace", "filter: da_"),
    ("n", "filter: dan_"),
    ("enter", "/ changes it"),
    ("esc", "2 games of 2"),
    ("s", "by date"),
    ("s", "by players"),
    ("s", "by result"),
    ("s", "by file"),
    ("s", "by date"),
    ("q", "exit 0"),
];

/// A game of fourteen moves with variations, comments, a figure and a visible part.
const GAME: &str = "(;SZ[9]PB[Shusaku]PW[Gennan]C[The first position.]\
    ;B[ee];W[cc]C[A comment here]\
    (;B[gc];W[gg](;B[cg]FG[1:Second];W[dg];B[ef];W[ff];B[fe];W[gf];B[ge]\
    ;W[he]VW[aa:ff]C[Almost the end];B[hd];W[hf])\
    (;B[dg]TR[cc]C[The other corner]))\
    (;B[gg];W[gc](;B[cg])(;B[cf])(;B[ch]))\
    (;B[hh])(;B[ha])(;B[hb])(;B[hi])(;B[ai])(;B[ah])(;B[bi]))";

/// A game with a comment of forty lines.
fn long_game() -> String {
    let lines = (1..=40).map(|number| format!("line {number:02}"));
    let lines = lines.collect::<Vec<_>>().join("\n");
    format!("(;SZ[9]PB[Ada]PW[Bob]C[{lines}];B[cc])")
}

fn view(place: &Place, args: &str) -> Option<Session> {
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let mut session = Session::start(
        place,
        &format!(
            "EDITOR='sh ./editor.sh' VISUAL= '{kifu}' view --color=never --board text {args}; echo exit $?"
        ),
    )?;
    session.wait_for("? help", args);
    Some(session)
}

/// Presses keys one after another, and checks the screen after each.
fn press(session: &mut Session, keys: &[(&str, &str)]) {
    for (key, expected) in keys {
        session.press(key, expected);
    }
}

#[test]
fn every_key_of_a_game_changes_the_screen() {
    let place = Place::new();
    place.file("game.sgf", format!("{GAME}{}", long_game()));
    let Some(mut session) = view(&place, "game.sgf") else {
        return;
    };
    for keys in [MOVES, VARIATIONS, COMMENTS, APPEARANCE, PAGES, GUESSES] {
        press(&mut session, keys);
    }
    press(&mut session, &[("q", "exit 0")]);
    session.end();
}

#[test]
fn every_key_of_a_small_window_and_of_marks_changes_the_screen() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[19]C[The comment])");
    place.file("marks.sgf", "(;SZ[9])");
    place.file("editor.sh", "printf 'New text' > \"$1\"\n");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line = format!("stty cols 40 rows 20; '{kifu}' view --board text game.sgf; echo exit $?");
    let Some(mut session) = Session::start(&place, &line) else {
        return;
    };
    session.wait_for("? help", "start");
    press(
        &mut session,
        &[
            ("tab", "The comment"),
            ("tab", "!The comment"),
            ("esc", "exit 0"),
        ],
    );
    session.end();
    let mut session = view(&place, "marks.sgf").expect("`script` is there");
    press(&mut session, MARKS);
    session.end();
    let saved = std::fs::read_to_string(place.path().join("marks.sgf")).expect("the file");
    assert_eq!(
        saved,
        "(;SZ[9]TR[ee]SQ[fe]CR[ff]MA[ef]SL[df]LB[de:A][dd:1][ed:ok]TB[ee]TW[ef]AR[ef:eg]LN[eg:eh]\
         C[New text])"
    );
}

#[test]
fn every_key_of_problems_and_of_a_list_changes_the_screen() {
    let place = Place::new();
    place.file(
        "problems.sgf",
        "(;SZ[9]AB[de][ed][ef]AW[fe](;B[ge];W[gd];B[ff])(;B[ee];W[cc];B[ff]C[RIGHT]))\
         (;SZ[9]AB[bb]C[Second problem];B[ee]C[Wrong])",
    );
    place.file("games/a.sgf", "(;SZ[9]PB[Ada]PW[Bob]DT[1999];B[ee])");
    place.file("games/b.sgf", "(;SZ[9]PB[Cid]PW[Dan]DT[1901];B[cc])");
    let Some(mut session) = view(&place, "problems.sgf") else {
        return;
    };
    press(&mut session, PROBLEMS);
    session.end();
    let mut session = view(&place, "games").expect("`script` is there");
    press(&mut session, LIST);
    session.end();
    // The order is remembered.
    let mut session = view(&place, "games").expect("`script` is there");
    session.wait_for("by date", "start");
    press(&mut session, &[("q", "exit 0")]);
    session.end();
}

/// The next problem may be in another file of the list.
#[test]
fn problems_of_a_folder_follow_one_another() {
    let place = Place::new();
    for (name, title) in [("a", "First"), ("b", "Second"), ("c", "Third")] {
        let record = format!("(;SZ[9]GN[{title}]AB[aa][ba]AW[ab];B[bb]C[Correct])");
        place.file(format!("problems/{name}.sgf"), record);
    }
    let Some(mut session) = view(&place, "problems") else {
        return;
    };
    press(
        &mut session,
        &[
            ("enter", " 0/1"),
            ("P", "problem: your move"),
            ("n", "b.sgf"),
            ("n", "c.sgf"),
            ("n", "this is the last game"),
            ("esc", "!last game"),
            ("<", "b.sgf"),
            (">", "c.sgf"),
            ("q", "3 games of 3"),
            ("up", "b.sgf"),
            ("q", "exit 0"),
        ],
    );
    session.end();
}

/// A signal stops the viewer, as Ctrl-Z does; the shell goes on and continues it.
#[test]
fn a_viewer_that_was_stopped_goes_on() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    let kifu = env!("CARGO_BIN_EXE_kifu");
    // The terminal is sane before anything is shown: an `enter` of raw mode does not end a line.
    let steps = [1, 2, 3].map(|n| {
        format!(
            "m=$(stty -a | grep -o -e '-*icanon'); stty sane; echo stopped {n} $m; read line; fg;"
        )
    });
    // What the shell says of the job has to be short: lines that follow it in raw mode begin where it ends.
    place.file(
        "v",
        format!("echo $$ > pid\nexec '{kifu}' view --board text game.sgf\n"),
    );
    let line = format!("set -m; sh v; {} echo exit $?", steps.concat());
    let Some(mut session) = Session::start(&place, &line) else {
        return;
    };
    session.wait_for("? help", "start");
    let id = std::fs::read_to_string(place.path().join("pid")).expect("a number");
    for (signal, stopped, key, expected) in [
        ("-TSTP", "stopped 1 icanon", "end", " 14/14"),
        // Nothing can be done before this one.
        ("-STOP", "stopped 2", "home", " 0/14"),
        ("ctrl-z", "stopped 3 icanon", "end", " 14/14"),
    ] {
        if signal == "ctrl-z" {
            session.press(signal, stopped);
        } else {
            let sent = Command::new("kill").args([signal, id.trim()]).status();
            assert!(sent.expect("`kill` is there").success());
            session.wait_for(stopped, signal);
        }
        session.press("enter", "!stopped");
        session.press_again(key, expected);
    }
    session.press("q", "exit 0");
    session.end();
}
