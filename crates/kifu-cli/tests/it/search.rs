//! The verb search: what can be asked, and what is answered.

use serde_json::{Value, json};

use crate::place::{Place, text};

/// White is taken in the corner, plays elsewhere, and the corner is filled; a variation fills it at once.
const CAPTURE: &str = "(;SZ[9]RE[B+R];B[ba];W[aa](;B[gg];W[hh];B[ab];W[cb];B[aa];W[ee])\
    (;B[ab];W[hh];B[aa])(;W[cc]))";

/// Games by year and strength: how they go on, one of them in another order.
const GAMES: &str = "(;SZ[9]PB[Ann]BR[3d]WR[2d]DT[2001-02-03]RE[B+R];B[cc];W[gg];B[gc];W[cg])
(;SZ[9]PB[Bob]BR[9d]WR[8d]DT[1999-12-01]RE[W+3.5];B[cc];W[gg];B[gc];W[cg])
(;SZ[9]PB[Cid]BR[5k]WR[1d]DT[2003]RE[B+R];B[cc];W[gg];B[ec];W[gc])
(;SZ[9]PB[Dan]RE[B+R];B[gc];W[gg];B[cc])";

/// The upper left corner with a stone.
const CORNER: &str = "----/|.X./|.../|...";

/// An index of a file.
fn place(games: &str) -> Place {
    let place = Place::new();
    place.file("games/a.sgf", games);
    let made = place.run(["index", "games", "-o", "all.kifu"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    place
}

/// The answer of a search.
fn json(place: &Place, args: &[&str], stdin: &[u8]) -> Value {
    let mut all = vec!["search", "all.kifu", "--format", "json"];
    all.extend(args);
    let output = place.run_with(&all, stdin);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn hits(answer: &Value) -> (u64, Option<u64>) {
    let of = |part: &Value| part["hits"].as_u64();
    (of(&answer["main"]).unwrap(), of(&answer["variations"]))
}

#[test]
fn sequences_with_gaps_and_captures() {
    let place = place(CAPTURE);
    for (sequence, main, variations) in [
        ("W:aa", 1, 0),
        ("W:aa B:ab x:aa", 1, 0),
        ("W:aa x:aa", 0, 0),
        ("W:aa W:cb", 0, 0),
        ("W:aa ~ W:cb", 1, 0),
        ("~ x:aa ~ B:aa", 1, 0),
        // Only where nothing is played in between.
        ("W:aa B:ab x:aa B:aa", 0, 1),
        ("W:cc", 0, 0),
        ("W:aa W:cc", 0, 1),
    ] {
        let args = [CORNER, "--fixed-colors", "--sequence", sequence];
        assert_eq!(hits(&json(&place, &args, b"")), (main, None), "{sequence}");
        let args = [
            CORNER,
            "--fixed-colors",
            "--variations",
            "--sequence",
            sequence,
        ];
        let found = hits(&json(&place, &args, b""));
        assert_eq!(found, (main, Some(variations)), "{sequence}");
    }
}

#[test]
fn a_position_and_later_another() {
    let place = place(CAPTURE);
    let (white, taken) = ("----/|OX./|.../|...", "----/|.X./|X../|...");
    let (filled, early) = ("----/|XX./|X.O/|...", "----/|XX./|X../|...");
    for (then, main, variations) in [
        (&[white][..], 1, 0),
        (&[white, taken], 1, 0),
        (&[white, taken, filled], 1, 0),
        (&[taken, white], 0, 0),
        (&[filled], 1, 0),
        (&[white, early], 0, 1),
        (&["----/|.X./|.../|..."], 0, 0),
    ] {
        let mut args = vec![CORNER, "--fixed-colors", "--variations"];
        args.extend(then.iter().flat_map(|then| ["--then", *then]));
        let found = hits(&json(&place, &args, b""));
        assert_eq!(found, (main, Some(variations)), "{then:?}");
        args.retain(|arg| *arg != "--variations");
        assert_eq!(hits(&json(&place, &args, b"")), (main, None), "{then:?}");
    }
    // With a sequence, on one line.
    let line = [
        "--fixed-colors",
        "--variations",
        "--sequence",
        "W:aa ~ W:cb",
        "--then",
    ];
    for (then, main) in [(filled, 1), (early, 0)] {
        let args = [&[CORNER][..], &line, &[then]].concat();
        assert_eq!(hits(&json(&place, &args, b"")), (main, Some(0)), "{then}");
    }
}

#[test]
fn patterns_from_records_and_drawings() {
    let place = place(CAPTURE);
    let record = "(;SZ[9]VW[aa:cc];B[ba];W[aa](;B[ab])(;B[ee];W[ef];B[cc]VW[]))";
    place.file("own.sgf", record);
    let games = |args: &[&str]| {
        let mut all = vec!["--file", "own.sgf", "--fixed-colors"];
        all.extend(args);
        let answer = json(&place, &all, b"");
        let rows = answer["pattern"].as_array().unwrap().len();
        (rows, answer["main"]["games"].as_u64().unwrap())
    };
    // The points visible by `VW`, here and above.
    assert_eq!(games(&["--move", "1"]), (3, 1));
    assert_eq!(games(&["--move", "3"]), (3, 1));
    assert_eq!(games(&["--path", "B"]), (3, 1));
    // The whole board, where `VW` ends; and a part that is named.
    assert_eq!(games(&["--node", "6"]), (9, 0));
    assert_eq!(games(&["--node", "6", "--area", "aa:bb"]), (2, 1));
    assert_eq!(games(&["--move", "2", "--area", "aa:ii"]), (9, 1));
    let drawing = "----\n|.X.\n|X..\n|...\n";
    let answer = json(&place, &["-", "--fixed-colors"], drawing.as_bytes());
    assert_eq!(hits(&answer), (1, None));
    let anchored = ["OX/..", "--anchor", "nw", "--fixed-colors", "--no-symmetry"];
    assert_eq!(hits(&json(&place, &anchored, b"")), (1, None));
}

/// A stone without a liberty, which only setup makes, is refused wherever it comes from.
#[test]
fn a_pattern_without_liberties_is_refused_from_a_record_too() {
    let place = place(CAPTURE);
    place.file("set.sgf", "(;SZ[9]AB[aa]AW[ab][ba];VW[aa:bb])");
    for args in [
        &["----/|XO/|O."][..],
        &["--file", "set.sgf", "--move", "0"],
        &["--file", "set.sgf", "--area", "aa:bb"],
        &["--file", "set.sgf"],
    ] {
        let output = place.run([&["search", "all.kifu"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = "column 1, row 1 of the pattern has no liberty: no move leaves it so";
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
}

#[test]
fn answers_by_year_and_games_in_order() {
    let place = place(GAMES);
    let two = "-----------/|.........|/|.........|/|..X......|/|.........|/|.........|/|.........|/|......O..|/|.........|/|.........|/-----------";
    let ask = |order: &str| {
        let args = [two, "--no-symmetry", "--fixed-colors", "--sort", order];
        json(&place, &args, b"")
    };
    let answer = ask("index");
    let years: Vec<_> = answer["years"]
        .as_array()
        .unwrap()
        .iter()
        .map(|year| (year["year"].as_u64(), year["hits"].as_u64()))
        .collect();
    assert_eq!(
        years,
        [
            (Some(1999), Some(1)),
            (Some(2001), Some(1)),
            (Some(2003), Some(1))
        ]
    );
    assert_eq!(answer["first"]["number"], 2);
    for (order, expected) in [
        ("index", [1, 2, 3]),
        ("rank", [2, 1, 3]),
        ("newest", [3, 1, 2]),
        ("oldest", [2, 1, 3]),
        // The third goes on as no other.
        ("novelty", [3, 1, 2]),
    ] {
        let games = &ask(order)["games"];
        let numbers: Vec<_> = games
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, expected, "{order}");
    }
    // The move was played twice; the position came about once more, from another one.
    let next = answer["continuations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|next| next["point"] == "gc")
        .unwrap();
    assert_eq!(
        (next["hits"].as_u64(), next["position_in_games"].as_u64()),
        (Some(2), Some(3))
    );
    let selected = json(
        &place,
        &[
            two,
            "--no-symmetry",
            "--fixed-colors",
            "-w",
            "black=Ann or black=Dan",
        ],
        b"",
    );
    let next = &selected["continuations"][0];
    assert_eq!(
        (next["hits"].as_u64(), next["position_in_games"].as_u64()),
        (Some(1), Some(2))
    );
}

/// Who has no rank is weaker than who has one.
#[test]
fn a_player_without_rank_is_the_weaker_one() {
    let place = place(
        "(;SZ[9]BR[9p]DT[2003];B[cc])(;SZ[9]BR[9p]WR[9p]DT[2001];B[cc])(;SZ[9]BR[5k]WR[9p]DT[2002];B[cc])",
    );
    let games = &json(&place, &["X", "--sort", "rank"], b"")["games"];
    let numbers = games.as_array().unwrap().iter().map(|game| &game["number"]);
    assert!(numbers.eq(&[2, 3, 1]), "{games}");
}

/// If the oldest game cannot be read, a message warns that the first hit may not be the earliest.
#[test]
fn the_oldest_game_that_can_be_read_is_reported() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[9]DT[1990]PB[Ann];B[cc])");
    place.file(
        "games/b.sgf",
        "(;SZ[13]DT[2000]PB[Bob];B[cc])(;SZ[13]DT[2010];B[cc])",
    );
    let made = place.run(["index", "games", "-o", "all.kifu"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let args = ["search", "all.kifu", "X", "--limit", "1", "--partial"];
    let json = || -> Value {
        let output = place.run([&args[..], &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let whole = json();
    assert_eq!(
        (&whole["first"]["black"], &whole["first_is_sure"]),
        (&json!("Ann"), &json!(true))
    );
    let table = place.path().join("all.kifu/00000000/games.parquet");
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(table, bytes).unwrap();
    let left = json();
    assert_eq!(
        (&left["first"]["black"], &left["first_is_sure"]),
        (&json!("Bob"), &json!(false))
    );
    let output = place.run(args);
    assert_eq!(output.status.code(), Some(2));
    let (shown, message) = (text(&output.stdout), text(&output.stderr));
    assert!(
        shown.contains("First of those that can be read: 2000 "),
        "{shown}"
    );
    assert_eq!(message.matches("is damaged").count(), 1, "{message}");
}

/// The figures of the guide are those of the games that it names.
#[test]
fn the_guide_says_what_is_found() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let guide = std::fs::read_to_string(format!("{root}/docs/search.md")).unwrap();
    let place = Place::new();
    let made = place.run(["index", &format!("{root}/examples/go"), "-o", "games.kifu"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let corner = "-------/|....../|....../|....../|..X.../|....../|......";
    let shown = text(&place.run(["search", "games.kifu", corner]).stdout);
    let lines = shown
        .lines()
        .filter(|line| line.contains("Black won 60.0 %"));
    let lines: Vec<_> = lines.collect();
    assert!(lines.len() == 1 && guide.contains(lines[0]), "{shown}");
}

#[test]
fn variations_are_counted_as_kombilo_does_when_asked() {
    let place = place(CAPTURE);
    let answer = json(
        &place,
        &[CORNER, "--fixed-colors", "--variations", "--kombilo"],
        b"",
    );
    assert_eq!(hits(&answer), (1, Some(0)));
    let one = json!({ "hits": 1, "black_wins": 1, "white_wins": 0 });
    assert_eq!(answer["once_for_each_continuation"], one);
    let corner = "----/|OX./|.../|...";
    let answer = json(
        &place,
        &[corner, "--fixed-colors", "--variations", "--kombilo"],
        b"",
    );
    assert_eq!(hits(&answer), (1, Some(0)));
    // The next stone in the corner, on each of three lines.
    let three = json!({ "hits": 3, "black_wins": 3, "white_wins": 0 });
    assert_eq!(answer["once_for_each_continuation"], three);
    // Games without variations count too.
    let place = self::place(&format!("{CAPTURE}(;SZ[9]RE[W+R];B[ba];W[aa];B[ee])"));
    let args = [corner, "--fixed-colors", "--variations", "--kombilo"];
    let four = json!({ "hits": 4, "black_wins": 3, "white_wins": 1 });
    assert_eq!(json(&place, &args, b"")["once_for_each_continuation"], four);
    let output = place.run([&["search", "all.kifu"], &args[..]].concat());
    let message = "Counted once for each continuation: 4 hits; Black won 75.0 %";
    let shown = text(&output.stdout);
    assert!(shown.contains(message), "{shown}");
}

#[test]
fn a_pattern_that_does_not_fit_is_reported() {
    let place = place(GAMES);
    let large = "X.........".to_owned() + &"/..........".repeat(9);
    let whole = "X........".to_owned() + &"/.........".repeat(8);
    for (args, message) in [
        (
            &[&*large][..],
            "a pattern of 10×10 points does not fit on boards of 9×9",
        ),
        (
            &["X", "--then", &large],
            "a pattern of 1×1 or 10×10 points does not fit",
        ),
        (&["--anchor", "full", "X.../...."], "does not fit"),
        (
            &[&whole],
            "a pattern of 9×9 points fits on boards of 9×9 only at edges that it does not show",
        ),
    ] {
        let mut all = vec!["search", "all.kifu"];
        all.extend(args);
        let output = place.run(&all);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = text(&output.stderr);
        assert!(
            errors.contains("all.kifu") && errors.contains(message),
            "{errors}"
        );
    }
}

#[test]
fn a_missing_segment_is_reported_and_the_rest_served() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[9];B[cc])");
    place.file("games/b.sgf", "(;SZ[13];B[cc])");
    assert!(
        place
            .run(["index", "games", "-o", "all.kifu"])
            .status
            .success()
    );
    std::fs::remove_dir_all(place.path().join("all.kifu/00000001")).unwrap();
    let output = place.run(["search", "all.kifu", "X"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("00000001"),
        "{}",
        text(&output.stderr)
    );
    let output = place.run(["search", "all.kifu", "X", "--partial"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("00000001"),
        "{}",
        text(&output.stderr)
    );
    let shown = text(&output.stdout);
    assert!(shown.contains("1 hit in 1 game of 1"), "{shown}");
}

/// The position in the output of a search is a valid argument of other verbs.
#[test]
fn nodes_are_named_by_the_option_that_shows_them() {
    let games = "(;SZ[9];B[cc]MN[10];W[gg];B[gc];W[cg])(;SZ[9];B[ee]C[x];C[y];W[gg];B[ge];W[eg])
        (;SZ[9];AB[bb][hh];W[hb])";
    let place = place(games);
    for (game, there, message, shown) in [
        ("1", ["--move", "12"], "node 3", ["--node", "3"]),
        ("2", ["--move", "3"], "move 3 (node 4)", ["--move", "3"]),
        ("3", ["--node", "1"], "move 0 (node 1)", ["--node", "1"]),
    ] {
        let file = "games/a.sgf";
        let args = ["search", "all.kifu", "--file", file, "--game", game];
        let found = text(&place.run([&args[..], &there].concat()).stdout);
        let line = format!("a.sgf game {game}, {message}");
        assert!(found.contains(&line), "{found}");
        let show = |pick: [&str; 2]| {
            let output = place.run([&["show", file, "--game", game], &pick[..]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        assert_eq!(show(there), show(shown));
    }
    // So are the moves of a game that others are compared with.
    let args = [
        "search",
        "all.kifu",
        "--novelty",
        "--file",
        "games/a.sgf",
        "--move",
        "12",
    ];
    let found = text(&place.run(args).stdout);
    assert!(found.contains("10 B cc"), "{found}");
}

#[test]
fn hits_without_a_continuation_have_a_row_with_variations_too() {
    let place = place(
        "(;SZ[9];B[gc](;W[cc])(;W[gd];B[fd])(;W[cd](;B[dd])(;B[ee])))(;SZ[9];B[cc](;W[dd])(;W[gc];B[hd]))
         (;SZ[9];B[gc];W[ha])",
    );
    let row = |pattern: &str, options: &[&str]| {
        let output = place.run([&["search", "all.kifu", pattern], options].concat());
        let shown = text(&output.stdout);
        let line = |what: &str| shown.lines().find(|line| line.contains(what));
        let row = line("none ").expect("there is a row").to_owned();
        // It has all columns of the others.
        let other = line("  a  ");
        let is_alike = other.is_none_or(|other| row.len() == other.len());
        assert!(options.is_empty() || is_alike, "{shown}");
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let corner = "----/|.../|.../|..X";
    assert_eq!(row(corner, &[]), "none 3 75.0 %");
    assert_eq!(row(corner, &["--variations"]), "none 3 75.0 % 1");
    // One that is found in a variation alone.
    let other = "----/|.../|.../|..X/|..O";
    assert_eq!(row(other, &["--variations"]), "none 0 0.0 % 1");
    let answer = json(&place, &[other, "--variations"], b"");
    assert_eq!(answer["without_continuation_in_variations"], 1);
}

/// `docs/search.md` has the figures: 111 hits in 8 games.
#[test]
fn every_hit_is_a_line_if_asked_for() {
    let place = Place::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/go");
    place.run(["index", examples, "-o", "all.kifu"]);
    let lines = |args: &[&str]| {
        let output = place.run([&["search", "all.kifu", "XO/OX"][..], args].concat());
        assert_eq!(text(&output.stderr), "");
        let lines = text(&output.stdout);
        let read = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        read.collect::<Vec<_>>()
    };
    let hits = lines(&["--hits", "--limit", "0"]);
    assert_eq!(hits.len(), 111);
    assert!(hits.iter().all(|hit| hit["symmetry"].as_u64().unwrap() < 8));
    let games: std::collections::BTreeSet<_> =
        hits.iter().map(|hit| hit["path"].to_string()).collect();
    assert_eq!(games.len(), 8);
    assert_eq!(lines(&["--hits", "--limit", "5"])[..], hits[..5]);
    // The first hit of each game is the one that a list of games has.
    let firsts = lines(&["--format", "json-lines", "--limit", "0"]);
    assert_eq!(firsts.len(), 8);
    for first in firsts {
        let own = hits
            .iter()
            .find(|hit| hit["path"] == first["path"])
            .unwrap();
        assert_eq!(own["node"], first["node"]);
    }
    let refused = place.run(["search", "all.kifu", "XO/OX", "--hits", "--format", "csv"]);
    assert_eq!(refused.status.code(), Some(2));
}
