//! The game database, from the files to the answer.

mod damage;
#[cfg(unix)]
mod many;

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
        "3 games; 1 file read with 3 games, 0 unchanged, 0 gone",
    );
    place
}

/// Runs the command, and gives what it writes to standard output.
fn run(place: &Place, args: &[&str], exit: i32, said: &str) -> String {
    let output = place.run(args);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {errors}");
    assert!(errors.contains(said), "{args:?}: {errors}");
    let folder = place.path().canonicalize().unwrap();
    text(&output.stdout).replace(&*folder.to_string_lossy(), "FOLDER")
}

const CORNERS: &str = "-----------/|.........|/|.........|/|......X..|/|.........|/|.........|/|.........|/|..O......|/|.........|/|.........|/-----------";

#[test]
fn a_position_and_what_came_next() {
    let place = place();
    let shown = run(&place, &["search", "all.kifu", CORNERS], 0, "");
    let expected = "\
---------------------
| . . . . . . . . . |
| . . . . . . . . . |
| . . a . . . X . . |
| . . . . . . . . . |
| . . . . . . . . . |
| . . . . . . . . . |
| . . O . . . . . . |
| . . . . . . . . . |
| . . . . . . . . . |
---------------------

2 hits in 2 games of 3; Black won 50.0 % (9.5–90.5)
First: 1999        W+3.5     Bob – Cid  FOLDER/games/a.sgf game 2, move 2, then B cc

     next     hits    share  Black won             tenuki   move reached
  a  B cc        2  100.0 %   50.0 % (9.5–90.5)     0.0 %    2.0       3

year     hits  Black won
1999        1    0.0 % (0.0–79.3)
2001        1  100.0 % (20.7–100.0)

2001-02-03  B+R       Ann – Bob  FOLDER/games/a.sgf game 1, move 2, then B cc
1999        W+3.5     Bob – Cid  FOLDER/games/a.sgf game 2, move 2, then B cc
";
    assert_eq!(shown, expected);
    let csv = run(
        &place,
        &["search", "all.kifu", CORNERS, "--format", "csv"],
        0,
        "",
    );
    let expected = "\
point,color,hits,black_wins,white_wins,tenuki,average_move,in_variations,position_in_games
cc,black,2,1,1,0,2.00,0,3
";
    assert_eq!(csv, expected);
    let lines = run(
        &place,
        &["search", "all.kifu", CORNERS, "--format", "json-lines"],
        0,
        "",
    );
    assert_eq!(lines.lines().count(), 2);
    let one = ["search", "all.kifu", "X", "--edges", "--format"];
    let all = run(&place, &[&one[..], &["csv"]].concat(), 0, "");
    assert!(all.ends_with("\nnone,,12,6,6,0,2.50,0,\n"), "{all}");
    let formats = [
        ("json-lines", &["--top=1", "--order=rank", "--kombilo"]),
        ("csv", &["--games=1", "--order=rank", "--kombilo"]),
    ];
    for (format, options) in formats {
        for option in options {
            let args = [&one[..], &[format, option, "--variations"]].concat();
            let name = option.split('=').next().unwrap();
            let said = format!("`{name}` does not apply to {format}: ");
            assert_eq!(run(&place, &args, 2, &said), "");
        }
    }
    let json = run(
        &place,
        &["search", "all.kifu", CORNERS, "--format", "json"],
        0,
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["main"]["games"], 2);
    assert_eq!(json["continuations"][0]["point"], "cc");
}

#[test]
fn positions_of_a_record() {
    let place = place();
    place.file("own.sgf", "(;SZ[9];B[gc];W[cg];B[gg];W[cc];B[ee]VW[ee:gg])");
    let games = |args: &[&str]| {
        let mut all = vec![
            "search", "all.kifu", "--format", "json", "--file", "own.sgf",
        ];
        all.extend(args);
        let json: serde_json::Value = serde_json::from_str(&run(&place, &all, 0, "")).unwrap();
        json["main"]["games"].as_u64().unwrap()
    };
    assert_eq!(games(&["--move", "4"]), 3);
    assert_eq!(games(&["--move", "5"]), 0);
    assert_eq!(games(&["--move", "2", "--area", "ea:ie"]), 3);
    assert_eq!(games(&["--move", "2", "--where", "black=Ann"]), 1);
    assert_eq!(games(&["--move", "2", "--no-symmetry"]), 1);
    assert_eq!(games(&["--move", "2", "--moves", "3-"]), 0);
    assert_eq!(games(&["--move", "1", "--next", "white"]), 3);
    assert_eq!(games(&["--move", "1", "--sequence", "~ W:cc"]), 3);
    assert_eq!(
        games(&["--move", "1", "--fixed-colors", "--sequence", "W:gg"]),
        1
    );
}

#[test]
fn games_openings_and_where_one_left_them() {
    let place = place();
    let args = [
        "list",
        "--format",
        "csv",
        "all.kifu",
        "-w",
        "player=Ann date>=2001",
        "-f",
        "black,white,date,komi,number",
    ];
    assert_eq!(
        run(&place, &args, 0, ""),
        "black,white,date,komi,number\nAnn,Bob,2001-02-03,,1\nAnn,Cid,2003,,3\n"
    );
    let tree = run(&place, &["openings", "all.kifu", "--depth", "2"], 0, "");
    assert_eq!(
        tree,
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]C[3 games; Black won 66.7 % (20.8 to 93.9)]\
         ;B[cc]C[3 games; Black won 66.7 % (20.8 to 93.9)];W[gg]C[2 games; Black won 50.0 % (9.5 to 90.5)])\n"
    );
    place.file("own.sgf", "(;SZ[9];B[gc];W[cg];B[ee])");
    let similar = run(
        &place,
        &["search", "all.kifu", "--novelty", "--file", "own.sgf"],
        0,
        "",
    );
    let expected = "\
move        games with the position
start       3
1 B gc      3
2 W cg      2
3 B ee      new

2001-02-03  B+R       Ann – Bob  FOLDER/games/a.sgf game 1, move 2, then B cc
1999        W+3.5     Bob – Cid  FOLDER/games/a.sgf game 2, move 2, then B cc
";
    assert_eq!(similar, expected);
}

/// Games of two sizes: the corner is on both.
fn mixed() -> Place {
    let place = Place::new();
    let (small, large) = ("(;SZ[9]PB[Ann];B[ba])", "(;SZ[13]PB[Bob];B[ba];W[cc])");
    place.file("games/a.sgf", format!("{small}{large}{large}"));
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "3 games");
    place
}

const CORNER: &str = "----/|.X./|.../|...";

#[test]
fn openings_of_a_corner_are_of_one_board() {
    let place = mixed();
    let args = ["openings", "all.kifu", CORNER];
    let said = "the tree is of boards of 13×13; left out: 1 game on 9×9 (`-w size=9`)";
    assert_eq!(
        run(&place, &args, 0, said),
        "(;FF[4]GM[1]CA[UTF-8]SZ[13]AB[ba]C[2 games];W[cc]C[2 games])\n"
    );
    let args = ["openings", "all.kifu", CORNER, "-w", "size=9"];
    let output = place.run(args);
    assert_eq!(text(&output.stderr), "");
    let shown = text(&output.stdout);
    assert!(shown.contains("SZ[9]AB[ba]C[1 game]"), "{shown}");
}

#[test]
fn the_empty_board_is_that_of_the_games_that_are_meant() {
    let place = mixed();
    for (meant, shown, said) in [
        (
            "",
            "SZ[13]C[2 games];",
            "left out: 1 game on 9×9 (`-w size=9`)",
        ),
        ("black=Ann", "SZ[9]C[1 game];", ""),
        ("size=13", "SZ[13]C[2 games];", ""),
    ] {
        let args = ["openings", "all.kifu", "--least", "1", "-w", meant];
        let tree = run(&place, &args, 0, said);
        assert!(tree.contains(shown), "{meant}: {tree}");
    }
}

/// Openings with the options of search.
#[test]
fn openings_obey_or_refuse() {
    let place = mixed();
    let openings = |args: &[&str], exit: i32, said: &str| {
        let all = [&["openings", "all.kifu", "--least", "1"], args].concat();
        run(&place, &all, exit, said)
    };
    // The first move, and those that look the same; with the colors as they are, and turned in no way.
    assert!(openings(&[], 0, "").contains(";B[ba]C[2 games];"));
    let turned = ["--no-symmetry", "--fixed-colors", "-w", "size=9"];
    assert!(openings(&turned, 0, "").contains("SZ[9]C[1 game];B[ba]C[1 game])"));
    let none = openings(
        &["--next", "white", "--fixed-colors"],
        0,
        "no game reaches the position",
    );
    assert_eq!(none, "");
    let sequence = openings(&["--sequence", "B:ba W:cc"], 0, "");
    assert!(sequence.contains("SZ[13]C[2 games]"), "{sequence}");
    for (option, value) in [("--anchor", "NW"), ("--moves", "3-")] {
        let said = format!("`{option}` does not apply to the empty board");
        openings(&[option, value], 2, &said);
    }
    openings(
        &["--edges"],
        2,
        "`--edges` does not apply to the empty board",
    );
    openings(&["--move", "3"], 2, "--file <FILE>");
    let both = [CORNER, "--variations", "--sequence", "W:cc"];
    openings(&both, 2, "omit `--sequence`");
    // A condition that no game meets.
    let args = ["--format", "json", "XO/OX"];
    let json = openings(&args, 0, "no game reaches the position");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["size"], &json["nodes"][0]["games"]),
        (&serde_json::Value::Null, &0.into())
    );
}

#[test]
fn openings_follow_variations_when_asked() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[9];B[ba](;W[cc])(;W[bb])(;W[bb]))");
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "1 game");
    let args = ["openings", "all.kifu", CORNER, "--variations"];
    assert_eq!(
        run(&place, &args, 0, ""),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[ba]C[3 lines];W[bb]C[2 lines])\n"
    );
}

/// `new` finds the node where a game leaves the index, and reports it.
#[test]
fn where_a_game_is_new() {
    let place = mixed();
    for (game, pick, said, what) in [
        (
            "(;SZ[13];B[ba])",
            &[][..],
            "All of its positions occur in other games.",
            None,
        ),
        (
            "(;SZ[13];B[ba];W[dd])",
            &[],
            "2 W dd      new",
            Some("move"),
        ),
        (
            "(;SZ[13];B[ba];W[dd];B[cc])",
            &["--move", "1"],
            "All of its positions occur in other games.",
            None,
        ),
        (
            "(;SZ[13];B[ba](;W[dd])(;W[cc]))",
            &["--path", "B"],
            "All of its positions occur in other games.",
            None,
        ),
        (
            "(;SZ[13];B[ba];AW[aa][dd])",
            &["--node", "2"],
            "node 2      new: stones were set",
            Some("setup"),
        ),
        (
            "(;SZ[13]AB[dd][ee])",
            &[],
            "No other game has its first position.",
            Some("root"),
        ),
        (
            "(;SZ[5];B[cc])",
            &[],
            "No other game of the index has a board of 5×5.",
            Some("board"),
        ),
        (
            "(;GM[3];W[e2e4])",
            &[],
            "This is not a game of Go",
            Some("game"),
        ),
    ] {
        place.file("own.sgf", game);
        let args = [
            &["search", "all.kifu", "--novelty", "--file", "own.sgf"],
            pick,
        ]
        .concat();
        let shown = run(&place, &args, 0, "");
        assert!(shown.contains(said), "{game}: {shown}");
        let args = [&args[..], &["--format", "json"]].concat();
        let json: serde_json::Value = serde_json::from_str(&run(&place, &args, 0, "")).unwrap();
        assert_eq!(json["novelty"]["what"].as_str(), what, "{game}: {json}");
    }
}

/// A path that is not whole means the same of files and of an index, which has whole paths.
#[test]
fn files_are_selected_alike_in_an_index() {
    let place = place();
    for (selection, count) in [
        ("file=games/*", 3),
        ("file=a.sgf", 3),
        ("file=ames/*", 0),
        ("file=/games/*", 0),
    ] {
        let list = run(&place, &["list", "-w", selection, "games/a.sgf"], 0, "");
        assert_eq!(list.lines().count(), count + 1, "{selection}: {list}");
        let games = run(
            &place,
            &["list", "--format", "csv", "all.kifu", "-w", selection],
            0,
            "",
        );
        assert_eq!(games.lines().count(), count + 1, "{selection}: {games}");
    }
}

#[test]
fn files_come_and_go() {
    let place = place();
    place.file("games/b.sgf", "(;SZ[9];B[ee])");
    place.file("games/c.sgf", "no record");
    run(&place, &["index", "games", "-o", "all.kifu"], 2, "not SGF");
    std::fs::remove_file(place.path().join("games/a.sgf")).unwrap();
    std::fs::remove_file(place.path().join("games/c.sgf")).unwrap();
    run(
        &place,
        &["index", "games", "-o", "all.kifu", "--compact"],
        0,
        "1 game; 0 files read with 0 games, 1 unchanged, 1 gone",
    );
}

/// Games of a given path that is gone are removed and reported; games of other paths stay.
#[test]
fn games_of_what_is_gone_itself_are_removed() {
    let place = place();
    place.file("others/b.sgf", "(;SZ[9];B[ee])");
    place.file("others/c.sgf", "(;SZ[9];B[ee])");
    let index = |paths: &[&str], exit, said: &str| {
        let args = [&["index", "-o", "all.kifu"], paths].concat();
        run(&place, &args, exit, said);
    };
    let at = |name: &str| place.path().join(name);
    index(&["others/b.sgf", "others/c.sgf"], 0, "5 games; 2 files");
    std::fs::remove_file(at("others/b.sgf")).unwrap();
    let said = "others/b.sgf: not found; removed the games of 1 file";
    index(&["others/b.sgf", "others/c.sgf"], 0, said);
    index(
        &["others"],
        0,
        "4 games; 0 files read with 0 games, 1 unchanged, 0 gone",
    );
    // That something is gone is no news of it twice.
    index(&["others/b.sgf"], 2, "no such file or folder");
    std::fs::rename(at("games"), at("moved")).unwrap();
    index(&["others"], 0, "4 games; ");
    index(&["moved"], 0, "7 games; 1 file read with 3 games");
    // The target of `..` is unknown there, and similar paths are different files.
    for near in [
        "games/inner/../../games",
        "gam",
        "games/a.sgf/b",
        "others/games",
    ] {
        index(&[near], 2, "no such file or folder");
    }
    let said = "games/: not found; removed the games of 1 file";
    index(&["games/", "others"], 0, said);
    index(
        &["moved"],
        0,
        "4 games; 0 files read with 0 games, 1 unchanged, 0 gone",
    );
}

/// Games of other kinds have boards too, but no positions of Go.
#[test]
fn boards_of_other_games_do_not_count() {
    let place = Place::new();
    let othello = "(;GM[2]SZ[8];B[D3])".repeat(3);
    place.file("games/a.sgf", format!("{othello}(;SZ[9];B[ee])"));
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "4 games");
    for meant in ["", "size>1"] {
        let args = ["openings", "all.kifu", "--least", "1", "-w", meant];
        let output = place.run(args);
        assert_eq!(text(&output.stderr), "");
        let tree = text(&output.stdout);
        assert!(tree.contains("SZ[9]C[1 game];B[ee]"), "{tree}");
    }
}

#[test]
fn archives_are_indexed_in_place() {
    let place = Place::new();
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archives/games.tar.gz");
    place.file("games/games.tar.gz", std::fs::read(archive).unwrap());
    place.file("games/b.sgf", "(;SZ[9];B[ee])");
    let index = ["index", "games", "-o", "all.kifu"];
    let said = "4 games; 2 files read with 4 games, 0 unchanged, 0 gone";
    run(&place, &index, 0, said);
    let list = [
        "list",
        "--format",
        "csv",
        "all.kifu",
        "-f",
        "number,file",
        "-w",
        "size=19",
    ];
    let mut shown: Vec<_> = run(&place, &list, 0, "")
        .lines()
        .map(str::to_owned)
        .collect();
    shown.sort();
    let expected = [
        "1,FOLDER/games/games.tar.gz/games/a.sgf",
        "1,FOLDER/games/games.tar.gz/games/inner/两.sgf",
        "2,FOLDER/games/games.tar.gz/games/inner/两.sgf",
        "number,file",
    ];
    assert_eq!(shown, expected);
    let said = "4 games; 0 files read with 0 games, 2 unchanged, 0 gone";
    run(&place, &index, 0, said);
    // An archive is one file: what is in it goes when it goes, and is not taken by halves.
    let inner = ["index", "games/games.tar.gz/games/a.sgf", "-o", "all.kifu"];
    run(&place, &inner, 2, "cannot index a part of an archive");
    std::fs::remove_file(place.path().join("games/games.tar.gz")).unwrap();
    run(
        &place,
        &index,
        0,
        "1 game; 0 files read with 0 games, 1 unchanged, 1 gone",
    );
}

#[test]
fn an_index_takes_what_the_other_verbs_take() {
    let place = Place::new();
    let page = "<!DOCTYPE html><p>to be; or not</p>";
    let packed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archives/a.sgf.gz");
    place.file("games/page.sgf", page);
    place.file("games/packed.sgf", std::fs::read(packed).unwrap());
    place.file("games/notes.txt", "(;B[aa])");
    place.file("games/a.sgf", "(;SZ[9];B[ee])");
    let index = ["index", "games", "-o", "games/all.kifu"];
    let output = place.run(index);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    for said in [
        "page.sgf: not SGF",
        "packed.sgf: this is an archive, but its name ends like that of a record",
        "1 game; 1 file read",
    ] {
        assert!(errors.contains(said), "{errors}");
    }
    // The index itself is no part of the folder.
    let all = ["index", "--all", "games", "-o", "games/all.kifu"];
    let output = place.run(all);
    let errors = text(&output.stderr);
    assert!(
        errors.contains("2 games; 1 file read with 1 game"),
        "{errors}"
    );
    assert!(!errors.contains("all.kifu"), "{errors}");
}

#[test]
fn what_cannot_be_is_said() {
    let place = place();
    for (args, said) in [
        (&["search", "all.kifu", "XQ"][..], "`Q`: unknown letter"),
        (
            &["search", "all.kifu", "XX/X"],
            "row 2 of the pattern is not as long",
        ),
        (
            &["search", "all.kifu", "---/|XO|/|OX|/---"],
            "has no liberty",
        ),
        (
            &["search", "all.kifu", "XX/---/OO"],
            "line 2 of the pattern is an edge of the board, and there are rows above and below",
        ),
        (
            &["-j", "1000", "search", "all.kifu", "X"],
            "1000 is not in 0..=512",
        ),
        (&["search", "all.kifu"], "nothing to search for"),
        (&["search", "none.kifu", "X"], "this is not an index"),
        (&["search", "games", "X"], "this is not an index"),
        (
            &["search", "all.kifu", "X.", "--sequence", "B:zz"],
            "not within the pattern",
        ),
        (
            &["search", "all.kifu", "X", "--moves", "50-10"],
            "expected `-50`, `10-30` or `100-`",
        ),
        (
            &["search", "all.kifu", "X", "--area", "aa:cc"],
            "'[PATTERN]' cannot be used with '--area <CORNERS>'",
        ),
        (
            &["search", "all.kifu", "X", "--move", "3"],
            "'[PATTERN]' cannot be used with '--move <N>'",
        ),
        (
            &["search", "all.kifu", "X", "--node", "3"],
            "'[PATTERN]' cannot be used with '--node <ID>'",
        ),
        (
            &["search", "all.kifu", "X", "--path", "B"],
            "'[PATTERN]' cannot be used with '--path <PATH>'",
        ),
        (
            &["search", "all.kifu", "X", "--game", "1"],
            "'[PATTERN]' cannot be used with '--game <N>'",
        ),
        (&["openings", "all.kifu", "--move", "3"], "--file <FILE>"),
        (&["index", "games", "-o", "games"], "this is not an index"),
        (
            &["index", "games", "-o", "games/a.sgf"],
            "a.sgf: an index is a folder, and here is a file; name another place with `-o NAME.kifu`",
        ),
        #[cfg(target_os = "linux")]
        (
            &["index", "games", "-o", "/proc/none.kifu"],
            "/proc/none.kifu: no index can be written here (No such file or directory (os error 2)); name another",
        ),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(said), "{args:?}: {errors}");
    }
    let segment = std::fs::read_dir(place.path().join("all.kifu")).unwrap();
    let folders = segment
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    for folder in folders {
        let path = folder.join("search.kfs");
        let mut bytes = std::fs::read(&path).unwrap();
        // A checksum of the table of games follows the positions.
        let of_positions = bytes.len() - 9;
        bytes[of_positions] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    }
    run(
        &place,
        &["search", "all.kifu", CORNERS],
        2,
        "the index of positions is damaged; ",
    );
    run(
        &place,
        &["search", "all.kifu", "--partial", CORNERS],
        2,
        "the index of positions is damaged; ",
    );
    // A pattern that does not ask the damaged part is answered.
    let shown = run(&place, &["search", "all.kifu", "X", "--edges"], 0, "");
    assert!(shown.contains("in 3 games of 3"), "{shown}");
}

#[test]
fn the_help_of_an_index_names_what_it_takes() {
    let place = Place::new();
    for help in ["-h", "--help"] {
        let shown = run(&place, &["index", help], 0, "");
        assert!(shown.contains("archives (zip, 7z,"), "{shown}");
        assert!(!shown.contains("standard input"), "{shown}");
    }
    for verb in ["search", "view", "list", "openings"] {
        let shown = run(&place, &[verb, "--help"], 0, "");
        assert!(
            shown.contains("threads that read files or search an index"),
            "{shown}"
        );
    }
    run(
        &place,
        &["index", "-", "-o", "all.kifu"],
        2,
        "cannot index standard input",
    );
}
