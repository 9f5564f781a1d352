//! Answers about positions and openings, as they are printed.

use super::{CORNER, CORNERS, mixed, place, run};
use crate::place::{Place, text};

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
        (
            "json-lines",
            &["--continuations=1", "--sort=rank", "--kombilo"],
        ),
        ("csv", &["--limit=1", "--sort=rank", "--kombilo"]),
    ];
    for (format, options) in formats {
        for option in options {
            let args = [&one[..], &[format, option, "--variations"]].concat();
            let name = option.split('=').next().unwrap();
            let message = format!("`{name}` does not apply to {format}: ");
            assert_eq!(run(&place, &args, 2, &message), "");
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

#[test]
fn openings_of_a_corner_are_of_one_board() {
    let place = mixed();
    let args = ["openings", "all.kifu", CORNER];
    let message = "the tree is of boards of 13×13; left out: 1 game on 9×9 (`-w size=9`)";
    assert_eq!(
        run(&place, &args, 0, message),
        "(;FF[4]GM[1]CA[UTF-8]SZ[13]AB[ba]C[2 games];W[cc]C[2 games])\n"
    );
    let args = ["openings", "all.kifu", CORNER, "-w", "size=9"];
    let output = place.run(args);
    assert_eq!(text(&output.stderr), "");
    let shown = text(&output.stdout);
    assert!(shown.contains("SZ[9]AB[ba]C[1 game]"), "{shown}");
}

#[test]
fn the_empty_board_is_that_of_the_selected_games() {
    let place = mixed();
    for (selection, shown, message) in [
        (
            "",
            "SZ[13]C[2 games];",
            "left out: 1 game on 9×9 (`-w size=9`)",
        ),
        ("black=Ann", "SZ[9]C[1 game];", ""),
        ("size=13", "SZ[13]C[2 games];", ""),
    ] {
        let args = ["openings", "all.kifu", "--least", "1", "-w", selection];
        let tree = run(&place, &args, 0, message);
        assert!(tree.contains(shown), "{selection}: {tree}");
    }
}

/// Openings with the options of search.
#[test]
fn openings_obey_or_refuse() {
    let place = mixed();
    let openings = |args: &[&str], exit: i32, message: &str| {
        let all = [&["openings", "all.kifu", "--least", "1"], args].concat();
        run(&place, &all, exit, message)
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
        let message = format!("`{option}` does not apply to the empty board");
        openings(&[option, value], 2, &message);
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
    for (game, pick, message, what) in [
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
        assert!(shown.contains(message), "{game}: {shown}");
        let args = [&args[..], &["--format", "json"]].concat();
        let json: serde_json::Value = serde_json::from_str(&run(&place, &args, 0, "")).unwrap();
        assert_eq!(json["novelty"]["what"].as_str(), what, "{game}: {json}");
    }
}
