//! The queries of `sgfinfo` of sgfutils, expressed with `kifu list`: the rows of the table in `docs/collections.md`.
//!
//! Answers were compared with those of sgfutils 0.25, which prints them in its own form.

use crate::place::{Place, text};

const LEE: &str = "(;FF[4]GM[1]SZ[19]PB[Lee]PW[Gu]DT[2016-03-13]RE[B+R]KM[7.5]EV[Cup];B[pd];W[dp];B[dd];W[pp];B[cf]C[note])";
const CORNER: &str =
    "(;FF[4]GM[1]SZ[9]PB[Gu]PW[Lee]DT[1998]RE[B+3];B[aa];W[ab];B[ii];W[ba];B[hh];W[gg])";
const THREE: &str = "(;GM[1]SZ[19]PB[Ann]PW[Bob]HA[2]AB[pd][dp];W[dd];B[pp];W[];B[cf]LB[cf:A])(;GM[1]SZ[19]PB[Ann]PW[Cid]RE[W+T];B[dp];W[pd](;B[pp])(;B[dd];W[qq]))";

/// The name of each game in the answers: file and number.
const ALL: &str = "corner.sgf,1 lee.sgf,1 three.sgf,1 three.sgf,2";

/// An option of `sgfinfo`, the words after `kifu list`, and the games that are selected or the values that are
/// printed, in the order of [`ALL`].
const ROWS: [(&str, &[&str], &str); 41] = [
    ("-N", &["--count"], "4"),
    ("-fn:lee", &["-w", "file~lee"], "lee.sgf,1"),
    ("-sz9", &["-w", "size=9"], "corner.sgf,1"),
    ("-x2", &["-w", "number=2"], "three.sgf,2"),
    ("-h2-9", &["-w", "handicap>=2 handicap<=9"], "three.sgf,1"),
    ("-m5-", &["-w", "moves>=5"], "corner.sgf,1 lee.sgf,1"),
    (
        "-m3-4",
        &["-w", "moves>=3 moves<=4"],
        "three.sgf,1 three.sgf,2",
    ),
    ("-p-cf,dd", &["-w", "plays(cf dd)"], "lee.sgf,1 three.sgf,1"),
    (
        "-p1-12cf,dd",
        &["-w", "plays(1-12: cf dd)"],
        "lee.sgf,1 three.sgf,1",
    ),
    ("-p5C14", &["-w", "plays(5: C14)"], "lee.sgf,1"),
    ("-Bp-dd", &["-w", "plays(black dd)"], "lee.sgf,1"),
    ("-Wp-dd", &["-w", "plays(white dd)"], "three.sgf,1"),
    (
        "-md5=…",
        &["-w", "md5=9f55a19807df412cf61e07128639a12a"],
        "lee.sgf,1",
    ),
    (
        "-can=…",
        &["-w", "canonical=3b13ac7937e97ab0968012a64a3a95fa"],
        "lee.sgf,1",
    ),
    ("-ref F -md5=@", &["-w", "md5=@lee.sgf"], "lee.sgf,1"),
    ("-ref F -propDT=@", &["-w", "date=@lee.sgf"], "lee.sgf,1"),
    ("-propDT", &["-w", "DT"], "corner.sgf,1 lee.sgf,1"),
    ("-propDT:2016", &["-w", "DT~2016"], "lee.sgf,1"),
    ("-propRE=B+R", &["-w", "RE=B+R"], "lee.sgf,1"),
    (
        "-propKM!",
        &["-w", "not KM"],
        "corner.sgf,1 three.sgf,1 three.sgf,2",
    ),
    (
        "-propRE!=B+R",
        &["-w", "RE RE!=B+R"],
        "corner.sgf,1 three.sgf,2",
    ),
    ("-rpropC:note", &["-w", "root.C~note"], ""),
    ("-nrpropC:note", &["-w", "below.C~note"], "lee.sgf,1"),
    (
        "-player:Lee",
        &["-w", "player~Lee"],
        "corner.sgf,1 lee.sgf,1",
    ),
    ("-sz", &["-f", "size"], "9 19 19 19"),
    ("-x", &["-f", "number"], "1 1 1 2"),
    ("-h", &["-f", "handicap"], "0 0 2 0"),
    ("-m", &["-f", "moves"], "6 5 4 3"),
    ("-M3", &["-f", "move:3"], "B ii|B dd|W pass|B pp"),
    (
        "-s",
        &["-f", "mainline"],
        "aaabiibahhgg pddpddppcf dppdddppttcf dppdpp",
    ),
    (
        "-md5",
        &["-f", "md5"],
        "715bd9585fc508ba1f56312a2797e035 9f55a19807df412cf61e07128639a12a \
         8695687dec444c1b777b28a19d5df037 a47b2daaf802a312ac931a1ea231b314",
    ),
    // Stones of the root are sorted in each orientation, so that handicap games have one signature too.
    (
        "-can",
        &["-f", "canonical", "-w", "handicap=0"],
        "50f9c0efb8d0bddf0f137341356b4142 3b13ac7937e97ab0968012a64a3a95fa 234e3c5f91965661d39e0651451af9a0",
    ),
    ("-DsC", &["-f", "dyer"], "   "),
    ("-DnC", &["-f", "dyercanonical"], "   "),
    ("-Bcapt", &["-f", "blackcaptured"], "1 0 0 0"),
    ("-Wcapt", &["-f", "whitecaptured"], "0 0 0 0"),
    (
        "-prop",
        &["-f", "properties", "-w", "file~corner"],
        "B,DT,FF,GM,PB,PW,RE,SZ,W",
    ),
    ("-propKM", &["-f", "KM"], " 7.5  "),
    ("-propC", &["-f", "C"], " note  "),
    ("-winner", &["-f", "winner"], "Gu Lee  Cid"),
    ("-loser", &["-f", "loser"], "Lee Gu  Ann"),
];

fn place() -> Place {
    let place = Place::new();
    place.file("lee.sgf", LEE);
    place.file("corner.sgf", CORNER);
    place.file("three.sgf", THREE);
    place
}

/// Rows of comma-separated values below their head; values with commas without their quotes.
fn rows(place: &Place, args: &[&str]) -> Vec<String> {
    let output = place.run(["list", "--format", "csv"].iter().chain(args).chain(&["."]));
    assert!(
        output.status.success(),
        "{args:?}: {}",
        text(&output.stderr)
    );
    let shown = text(&output.stdout);
    let rows = shown.lines().skip(1).map(|row| row.replace("./", ""));
    rows.map(|row| row.trim_matches('"').to_owned()).collect()
}

#[test]
fn every_question_has_an_answer() {
    let place = place();
    assert_eq!(rows(&place, &["-f", "file,number"]).join(" "), ALL);
    for (option, args, expected) in ROWS {
        if args == ["--count"] {
            let output = place.run(["list", "--count", "."]);
            assert_eq!(text(&output.stdout).trim(), expected);
        } else if args[0] == "-w" {
            let found = rows(&place, &[args, &["-f", "file,number"]].concat());
            assert_eq!(found.join(" "), expected, "{option}");
        } else {
            let separator = if expected.contains('|') { "|" } else { " " };
            assert_eq!(rows(&place, args).join(separator), expected, "{option}");
        }
    }
}

/// The table of the documentation has each of these questions.
#[test]
fn the_table_is_whole() {
    let path = kifu_testkit::workspace().join("docs/collections.md");
    let text = std::fs::read_to_string(path).unwrap();
    for (option, args, _) in ROWS {
        let shown = args.iter().map(|word| {
            if word.contains([' ', '(', '>', '!', '~']) {
                format!("'{word}'")
            } else {
                (*word).to_owned()
            }
        });
        let shown = shown.collect::<Vec<_>>().join(" ");
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| `{option}` |")));
        let row = row.unwrap_or_else(|| panic!("`{option}` is not in the table: {shown}"));
        assert!(row.contains(&format!("`{shown}`")), "{row}: {shown}");
    }
}

/// The first command of each row of the table of other programs prints something or writes a file.
#[test]
fn every_program_has_a_command() {
    let docs = std::fs::read_to_string(kifu_testkit::workspace().join("docs/collections.md"));
    let docs = docs.unwrap();
    let (_, table) = docs.split_once("The other programs of sgfutils").unwrap();
    let (table, _) = table.split_once("\nWhat").unwrap();
    let commands = table.lines().filter_map(|row| {
        let (_, cell) = row.split_once("` | `kifu ")?;
        cell.split('`').next()
    });
    let commands: Vec<_> = commands.filter(|command| command.contains('.')).collect();
    assert_eq!(commands.len(), 14, "{commands:?}");
    for command in commands {
        let place = place();
        let game = b"(;FF[4]GM[1]SZ[19]CA[ISO-8859-1]GN[A game]PB[Jos\xe9];B[pd];W[dp];B[]";
        place.file("lee.sgf", [&game[..], b")"].concat());
        place.file("corner.sgf", [&game[..], b";W[dd])"].concat());
        let files = || {
            let read = std::fs::read_dir(place.path()).unwrap();
            let file = |entry: std::fs::DirEntry| std::fs::read(entry.path()).unwrap_or_default();
            read.map(|entry| file(entry.unwrap())).collect::<Vec<_>>()
        };
        let before = files();
        let output = place.run(command.split(' '));
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{command}: {output:?}"
        );
        assert!(
            !output.stdout.is_empty() || files() != before,
            "{command}: {output:?}"
        );
    }
}

#[test]
fn groups_are_counted_with_their_shares() {
    let place = place();
    place.file(
        "more.sgf",
        "(;PB[Go Seigen]RE[B+R])(;PW[吳清源]RE[W+R])(;PB[Wu Qingyuan])",
    );
    let run = |args: &[&str]| {
        let output = place.run(args);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(
        run(&["list", "--group-by", "winner", "--format", "csv", "."]),
        "winner,games,share\n,2,0.2857\nGo Seigen,2,0.2857\nCid,1,0.1429\nGu,1,0.1429\nLee,1,0.1429\n"
    );
    assert_eq!(
        run(&[
            "list",
            "--group-by",
            "winner",
            "--exact-names",
            "--format",
            "csv",
            "-w",
            "winner",
            "more.sgf"
        ]),
        "winner,games,share\nGo Seigen,1,0.5000\n吳清源,1,0.5000\n"
    );
    assert_eq!(
        run(&[
            "list",
            "--group-by",
            "size,result",
            "--sort",
            "size",
            "--format",
            "json-lines",
            "three.sgf",
            "corner.sgf"
        ]),
        "{\"games\":1,\"result\":\"B+points\",\"share\":0.3333333333333333,\"size\":\"9\"}\n\
         {\"games\":1,\"result\":null,\"share\":0.3333333333333333,\"size\":\"19\"}\n\
         {\"games\":1,\"result\":\"W+T\",\"share\":0.3333333333333333,\"size\":\"19\"}\n"
    );
    let table = run(&["list", "--group-by", "moves", "-n", "1", "."]);
    assert_eq!(
        table,
        "moves      games    share\n0              3   42.9 %\n"
    );
    // An index answers alike.
    let output = place.run(["index", ".", "-o", "games.kifu"]);
    assert!(output.status.success());
    for fields in [
        "winner",
        "size,result",
        "blackcaptured",
        "player",
        "dyercanonical",
    ] {
        let args = |source| ["list", "--group-by", fields, "--format", "csv", source];
        let files = run(&args("."));
        assert_eq!(run(&args("games.kifu")), files, "{fields}");
    }
}

#[test]
fn names_of_users_are_added() {
    let place = place();
    place.file(
        "names.toml",
        "\"Lee Sedol\" = [\"Lee\"]\n\"Gu Li\" = [\"Gu the Great\"]\n",
    );
    place.file("more.sgf", "(;PB[李世石]PW[Gu the Great])(;PB[Gu Li])");
    let found = |args: &[&str]| {
        let output = place.run(["list", "--count", "more.sgf"].iter().chain(args));
        text(&output.stdout).trim().to_owned()
    };
    assert_eq!(found(&["-w", "player=\"Gu Li\""]), "1");
    assert_eq!(
        found(&["-w", "player=\"Gu Li\"", "--players", "names.toml"]),
        "2"
    );
    assert_eq!(found(&["-w", "player=\"Lee Sedol\""]), "1");
    assert_eq!(found(&["-w", "player=\"Lee Sedol\"", "--exact-names"]), "0");
}
