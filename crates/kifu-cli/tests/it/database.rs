//! The game database, from the files to the answer.

mod answers;
mod damage;
mod files;
#[cfg(unix)]
mod many;
mod refusals;

use crate::place::{Place, text};

const GAMES: &str = "(;SZ[9]PB[Ann]PW[Bob]DT[2001-02-03]RE[B+R];B[gc];W[cg];B[gg];W[cc])
(;SZ[9]PB[Bob]PW[Cid]DT[1999]RE[W+3.5];B[cc];W[gg];B[cg];W[gc])
(;SZ[9]PB[Ann]PW[Cid]DT[2003]RE[B+R];B[gg];W[cg](;B[gc];W[cc])(;B[ge]))";

/// A folder with an index of three games.
fn place() -> Place {
    let place = Place::new();
    place.file("games/a.sgf", GAMES);
    run(
        &place,
        &["index", "games", "-o", "all.kifu"],
        0,
        "3 games; 1 file read with 3 games, 0 unchanged, 0 removed",
    );
    place
}

/// Runs the command, and gives what it writes to standard output.
fn run(place: &Place, args: &[&str], exit: i32, message: &str) -> String {
    let output = place.run(args);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {errors}");
    assert!(errors.contains(message), "{args:?}: {errors}");
    let folder = dunce::canonicalize(place.path()).unwrap();
    text(&output.stdout).replace(&*folder.to_string_lossy(), "FOLDER")
}

/// A game of an index is listed with the rows of a game of a file.
#[test]
fn a_full_list_is_that_of_the_files() {
    let place = place();
    let rows = |args: &[&str]| {
        let shown = run(&place, args, 0, "");
        let mut games: Vec<Vec<String>> = Vec::new();
        for line in shown.lines().filter(|line| !line.is_empty()) {
            match line.strip_prefix("  ") {
                Some(row) => games.last_mut().unwrap().push(row.to_owned()),
                None => games.push(Vec::new()),
            }
        }
        for rows in &mut games {
            rows.sort();
        }
        games
    };
    let of_files = rows(&["list", "--format", "full", "games"]);
    assert_eq!(rows(&["list", "--format", "full", "all.kifu"]), of_files);
    assert_eq!(of_files.len(), 3);
}

const CORNERS: &str = "-----------/|.........|/|.........|/|......X..|/|.........|/|.........|/|.........|/|..O......|/|.........|/|.........|/-----------";

/// Games of two sizes: the corner is on both.
fn mixed() -> Place {
    let place = Place::new();
    let (small, large) = ("(;SZ[9]PB[Ann];B[ba])", "(;SZ[13]PB[Bob];B[ba];W[cc])");
    place.file("games/a.sgf", format!("{small}{large}{large}"));
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "3 games");
    place
}

const CORNER: &str = "----/|.X./|.../|...";
