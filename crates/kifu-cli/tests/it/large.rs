//! Large files and folders: read a few games at a time, in order.

use std::fmt::Write as _;
use std::fs;

use crate::place::{Place, text};

/// A file of more than one piece: games of different length, some of them with variations.
fn many_games() -> (String, String) {
    let (mut games, mut list) = (String::new(), "number,black,moves\n".to_owned());
    for number in 1..=30_000 {
        let moves = number % 97;
        let _ = write!(games, "(;FF[4]PB[player {number}]PW[Bo]");
        games.push_str(&";B[aa];W[bb]".repeat(moves / 2));
        games.push_str(&";B[cc]".repeat(moves % 2));
        games.push_str(if number % 5 == 0 {
            "(;C[x])(;W[dd];B[ee]))\n"
        } else {
            ")\n"
        });
        let _ = writeln!(list, "{number},player {number},{moves}");
    }
    (games, list)
}

#[test]
fn games_of_large_files_are_listed_in_order_for_any_number_of_threads() {
    let (games, list) = many_games();
    assert!(games.len() > 9 << 20, "{}", games.len());
    let place = Place::new();
    place.file("games.sgf", &games);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, games.as_bytes()).unwrap();
    place.file("games.sgf.gz", packed.finish().unwrap());
    for (jobs, file) in [
        ("1", "games.sgf"),
        ("2", "games.sgf.gz"),
        ("8", "games.sgf"),
    ] {
        let fields = ["--fields", "number,black,moves", "--format", "csv"];
        let args = ["list", "-j", jobs, file];
        let output = place.run(args.iter().chain(&fields));
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout) == list, "{jobs} {file}");
    }
    let args = [
        "list",
        "--fields",
        "number,black,moves",
        "--format",
        "csv",
        "-",
    ];
    assert!(text(&place.run_with(args, games.as_bytes()).stdout) == list);
    let stats = |jobs: &str| text(&place.run(["stats", "-j", jobs, "games.sgf"]).stdout);
    let one = stats("1");
    assert!(one.contains("30,000 games of 1 file, "), "{one}");
    assert_eq!(one, stats("3"));
    // Conditions that the root does not answer are answered from the whole game.
    let output = place.run(["list", "-w", "variations=2 and comment=x", "games.sgf"]);
    assert_eq!(text(&output.stdout).lines().count(), 6001);
}

#[test]
fn places_in_large_files_are_those_in_the_file() {
    let (games, _) = many_games();
    // Some lines hold several games, and some games several lines.
    let games = games
        .replace("7]PW[Bo]", "7]PW[Bo]KM[6,5]\n")
        .replace("x])", "x]\n)");
    let games = games
        .replace("3]PW[Bo]", "3é]PW[Bo]RE[B+]KM[x]")
        .replace("1)\n(", "1)(");
    let place = Place::new();
    place.file("games.sgf", &games);
    let output = place.run(["check", "--format", "concise", "games.sgf"]);
    let shown = text(&output.stdout);
    let mut count = 0;
    let lines: Vec<&str> = games.lines().collect();
    for line in shown
        .lines()
        .filter(|line| line.contains("malformed") || line.contains("KM"))
    {
        let mut parts = line.split(':').skip(1);
        let mut number = || parts.next().unwrap().parse::<usize>().unwrap();
        let (row, column) = (number(), number());
        let rest: String = lines[row - 1].chars().skip(column - 1).take(3).collect();
        assert!(
            ["6,5", "x]R", "x];", "x](", "x])", "x]"].contains(&&*rest) || rest.starts_with("x]"),
            "{line}: {rest}"
        );
        count += 1;
    }
    assert!(count > 5000, "{count}");
    assert!(
        shown.contains("Read 1 file, 30,000 games"),
        "{}",
        &shown[shown.len() - 300..]
    );
}

#[test]
fn games_of_large_files_are_compared_with_the_first() {
    let (games, _) = many_games();
    let place = Place::new();
    place.file("games.sgf", games + "(;FF[3]GM[2]SZ[8])");
    let message = text(
        &place
            .run(["check", "--strict", "--format", "concise", "games.sgf"])
            .stdout,
    );
    for (code, what) in [
        ("S316", "2:2: S316 file with more than one game"),
        (
            "S317",
            "30001:3: S317 FF[3] in a file whose first game is FF[4]",
        ),
        (
            "S318",
            "30001:8: S318 not the same kind of game as the first game of the file",
        ),
    ] {
        let found: Vec<_> = message.lines().filter(|line| line.contains(code)).collect();
        assert!(found.len() == 1 && found[0].contains(what), "{found:?}");
    }
}

#[test]
fn large_files_are_rewritten_like_small_ones() {
    let (games, _) = many_games();
    let games = games.replace("player 20001]", "player 20001]GM[6]");
    let lines: Vec<&str> = games.split_inclusive('\n').collect();
    let (first, second) = lines.split_at(lines.len() / 2);
    let place = Place::new();
    place.file("games.sgf", &games);
    place.file("first.sgf", first.concat());
    place.file("second.sgf", second.concat());
    // Games on one line: its number is that of the game.
    let turned = ["transform", "--symmetry", "rotate-90"];
    let run = |file| place.run(turned.iter().chain(&["-o", "-", file]));
    let whole = run("games.sgf");
    let message = text(&whole.stderr);
    assert!(
        message.contains("games.sgf:20001:1: not changed"),
        "{message}"
    );
    let halves = text(&run("first.sgf").stdout) + &text(&run("second.sgf").stdout);
    assert!(text(&whole.stdout) == halves);
    assert!(halves.contains("player 20001]GM[6]PW[Bo];B[aa]"));
    assert!(halves.contains("player 20002]PW[Bo];B[sa]"));
    // Conditions on games apply to those of the whole file.
    let output = place.run(turned.iter().chain(&["-w", "number=20002", "games.sgf"]));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = fs::read_to_string(place.path().join("games.sgf")).unwrap();
    let differ = |(old, new): (&str, &str)| old != new;
    let pairs = games.lines().zip(written.lines());
    let changed: Vec<usize> = (1..)
        .zip(pairs)
        .filter(|(_, pair)| differ(*pair))
        .map(|(line, _)| line)
        .collect();
    assert_eq!(changed, [20_002]);
}

#[test]
fn large_files_in_other_encodings_are_rewritten_as_a_whole() {
    let (games, _) = many_games();
    // Without `CA` a few characters are read by what stands in other games.
    let (before, behind) = games.split_once("player 7]").unwrap();
    let shift_jis =
        b"player 7 \x96\x7B\x88\xF6\x96\x56\x8F\x47\x8D\xF4\x82\xCC\x8A\xFB\x95\x88]KM[6,5]";
    let bytes = [before.as_bytes(), shift_jis, behind.as_bytes()].concat();
    let place = Place::new();
    place.file("games.sgf", bytes);
    let output = place.run(["fix", "--select", "N", "games.sgf"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = fs::read_to_string(place.path().join("games.sgf")).unwrap();
    assert!(written.contains("PB[player 7 本因坊秀策の棋譜]PW[Bo]KM[6.5]"));
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let place = Place::new();
    place.file(
        "a.sgf",
        "(;FF[4]PB[<script>alert(1)</script>]PW[a & \"b\"]DT[2001]RE[B+R]KM[6,5];B[aa])\n\
         (;FF[4]PB[Ada]PW[Bo]DT[1846-09-11]RE[W+2]KM[0]AP[x:1])",
    );
    let output = place.run(["stats", "--html", "report.html", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    let report = fs::read_to_string(place.path().join("report.html")).unwrap();
    for other in ["<script", "http:", "https:", "src=", "@import", "url("] {
        assert!(!report.contains(other), "{other}");
    }
    assert!(report.contains("&lt;script&gt;"));
    for tag in ["section", "svg", "text", "g", "title", "div", "ul", "li"] {
        let count = |start: &str| report.matches(start).count();
        let open = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(open, count(&format!("</{tag}>")), "{tag}");
    }
    for title in [
        "When",
        "Who won, and how",
        "Color and komi",
        "Players",
        "Length",
        "Problems",
    ] {
        assert!(report.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    // A game against oneself is one game, by the table of players; it is won and lost if it has a winner.
    place.file(
        "own/a.sgf",
        "(;PB[Go Seigen]PW[Wu Qingyuan]RE[B+R])(;PB[Wu Qingyuan]PW[Go Seigen]RE[0])\n\
         (;PB[Go Seigen]PW[Ada]RE[B+R])",
    );
    place.run(["stats", "--html", "own.html", "own"]);
    let report = fs::read_to_string(place.path().join("own.html")).unwrap();
    let players = report.split("<h2>Players</h2>").nth(1).unwrap();
    assert!(players.contains("3, won 66.7%"), "{players}");
    // Nothing at all is a report too.
    let output = place.run(["stats", "--html", "none.html", "-w", "black=Nobody", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = place.run(["stats", "--html", "no/such/folder.html", "."]);
    assert_eq!(output.status.code(), Some(2));
}

/// Two files with more messages than the buffer holds are each reported in their turn, between the others.
#[test]
fn problems_at_every_byte_are_reported_in_order() {
    let count = 300_000;
    let place = Place::new();
    let rubbish = format!("(;GM[1]){}", ")".repeat(count));
    for (name, content) in [
        ("1.sgf", "(;GM[1];B[zz])"),
        ("2.sgf", &rubbish),
        ("3.sgf", "(;GM[1];W[zz])"),
        ("4.sgf", &rubbish),
    ] {
        place.file(name, content);
    }
    let of = |args: &[&str]| {
        let mut all = vec!["check", "--select", "P106,V207"];
        all.extend_from_slice(args);
        let shown = text(&place.run(&all).stdout);
        let (list, last) = shown.rsplit_once("Found ").expect("there is a summary");
        assert!(last.starts_with("600,002 problems in 4 files"), "{last}");
        list.to_owned()
    };
    let full = of(&["1.sgf", "2.sgf", "3.sgf", "4.sgf"]);
    assert!(full.len() > 64 << 20, "it may not all wait: {}", full.len());
    let mut places = full.lines().filter_map(|line| line.strip_prefix(" --> "));
    let mut expect = |place: &str| assert_eq!(places.next().map(str::trim), Some(place));
    for (name, color) in [("1.sgf", "2.sgf"), ("3.sgf", "4.sgf")] {
        expect(&format!("{name}:1:11"));
        for column in 0..count {
            expect(&format!("{color}:1:{}", column + 9));
        }
    }
}

/// A large file without a game, which may take no room on the disk, takes little memory and harms no other.
#[cfg(target_os = "linux")]
#[test]
fn a_large_file_without_a_game_is_not_held_in_memory() {
    let place = Place::new();
    place.file("game.sgf", "(;GM[1];B[aa])");
    let empty = fs::File::create(place.path().join("empty.sgf")).unwrap();
    empty.set_len(2 << 30).unwrap();
    for verb in [
        "check",
        "list",
        "debug tree",
        "json",
        "debug events",
        "fmt",
        "fix",
    ] {
        let line = format!(
            "ulimit -v 1000000; {} {verb} -j 1 game.sgf empty.sgf",
            env!("CARGO_BIN_EXE_kifu")
        );
        let mut shell = std::process::Command::new("sh");
        let output = shell
            .args(["-c", &line])
            .current_dir(place.path())
            .output()
            .unwrap();
        let (shown, message) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{verb}: {message}");
        assert!(
            (shown + &message).contains("empty.sgf: not SGF"),
            "{verb}: {message}"
        );
    }
    let output = place.run_with(["list", "--format", "json-lines", "-"], &vec![0; 9 << 20]);
    assert_eq!(output.status.code(), Some(2));
}
