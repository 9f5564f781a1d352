//! An index and its files give the same values: every field, shown and selected by.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use kifu::select::{Field, Kind};

use crate::place::{Place, text};

/// Values that are as they should be, and odd ones of every kind.
const VALUES: [&str; 44] = [
    "",
    " ",
    "\\\n",
    "Lee Sedol",
    " [two\\] lines\nand\ta tab ",
    "a\\:b, \"c\"",
    "吴清源",
    "6.5",
    "6.50",
    "6,5",
    "+7",
    "-0",
    "6.5 points",
    "6目半",
    "1e3",
    "1e400",
    "much",
    "none",
    "0",
    "2",
    "007",
    "99999999999",
    "-1",
    "3h",
    "2x15 min",
    "2016-03-13",
    "2016\\-03",
    "2016-02-30",
    "1933-10,11",
    "about 1700",
    "B+R",
    "B\\+3.5",
    "W+Offline",
    "black wins by 2 points",
    "Draw",
    "Void",
    "?",
    "9p",
    "5段",
    "1500",
    "4",
    "SGFC:1.17",
    ":1.0",
    "Japanese",
];

/// Sizes, games and places of properties.
const GAMES: &str = "
(;SZ[19:13]GM[1]B[aa])(;SZ[0])(;SZ[60])(;SZ[x])(;SZ[9:9])(;SZ[ 13 ])(;SZ[400])(;SZ[70000])
(;GM[2]SZ[8])(;GM[3.0])(;GM[99]PB[what])(;GM[])(;GM[Go])(;GM[01]B[aa])(;GM[11];B[a1];SZ[5])(;GM[2])
(;PB[];PB[late]KM[5])(;PB[root]PB[twice]KM[much]KM[5.5])(;;PB[on the main line]HA[3]GM[3]SZ[9](;B[aa]PW[first])(;PW[second]))
(;B[aa](;HA[2]PB[in a variation])(;KM[6]TM[60]DT[2001]RE[B+R]))(;B[aa](;W[bb])(;HA[2]KM[6.5]PB[second]))
(;KomI[3.5]PlayerBlack[long]ha[4]pb[small])(;KM;PB;HA;B[aa])(;PB[one][two]DT[2001][2002]KM[1][2])
(;AP[:1]AP[real:2])(;AP[a:b]C[  ];C[later])(;C[]B[aa](;W[bb]C[in a variation])(;W[cc]))(;N[x]GC[about
two lines]C[first];C[second])(;FF[3]FF[4])(;BT[team];WT[other])(;BR[3k]WR[5 dan])
()(;)(;B[aa];;W[](;)(;;)())(;B[aa]W[bb]B[cc];B[tt])((;PB[double]))(;PB[open];B[aa]
";

fn place() -> Place {
    let place = Place::new();
    let mut games = String::new();
    for (number, value) in VALUES.iter().enumerate() {
        let _ = write!(games, "(;");
        for field in Field::ALL {
            // The encoding of the others is to be known.
            let mut identifiers = field.properties().iter();
            if let Some(identifier) = identifiers.next().filter(|own| !["GM", "SZ"].contains(own)) {
                let _ = write!(games, "{identifier}[{value}]");
            }
            if let (2, Some(identifier)) = (field.properties().len(), field.properties().last()) {
                let _ = write!(games, "{identifier}[{number}]");
            }
        }
        let _ = writeln!(games, ";B[aa];W[bb](;B[cc])(;B[dd]))");
    }
    place.file("games/values.sgf", games);
    for (number, game) in GAMES.split(")(").enumerate() {
        if !game.contains(';') {
            continue;
        }
        let game = game.trim().trim_start_matches('(').trim_end_matches(')');
        place.file(format!("games/{number:02}.sgf"), format!("({game})"));
    }
    place.file("games/all.sgf", GAMES);
    place.file(
        "games/latin.sgf",
        b"(;PB[G\xfcnther]CA[ISO-8859-1]KM[\xbd])",
    );
    place.file(
        "games/gb.sgf",
        b"(;CA[GB18030]PB[\xce\xe2\xc7\xe5\xd4\xb4]KM[6\xc4\xbf\xb0\xeb])",
    );
    for (name, sgf) in [("all.kifu", None), ("kept.kifu", Some("--sgf"))] {
        let args = ["index", "games", "-o", name].into_iter().chain(sgf);
        let output = place.run(args);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    place
}

/// The listed lines; `None` if the selection is rejected.
fn lines(place: &Place, source: &[&str], args: &[&str]) -> Option<BTreeSet<String>> {
    let output = place.run(source.iter().chain(args));
    if output.status.code() == Some(2) && output.stdout.is_empty() {
        return None;
    }
    let shown = text(&output.stdout);
    Some(shown.lines().map(str::to_owned).collect())
}

/// Compares what files and an index say; how many games that are.
fn compare(place: &Place, index: &str, args: &[&str]) -> Option<usize> {
    let games = dunce::canonicalize(place.path()).unwrap().join("games");
    let files = lines(place, &["list", games.to_str().unwrap()], args);
    let own = lines(place, &["list", index], args);
    if let (Some(files), Some(own)) = (&files, &own) {
        let differ: Vec<_> = files.symmetric_difference(own).collect();
        assert!(differ.is_empty(), "{index} {args:?} {differ:#?}");
    }
    assert_eq!(files.is_some(), own.is_some(), "{index} {args:?}");
    files.map(|lines| lines.len())
}

#[test]
fn every_field_is_shown_alike() {
    let place = place();
    for field in Field::ALL {
        let fields = format!("file,number,{}", field.name());
        for (index, format) in [("all.kifu", "csv"), ("kept.kifu", "json-lines")] {
            compare(&place, index, &["-f", &fields, "--format", format]).unwrap();
        }
    }
}

#[test]
fn every_field_selects_alike() {
    let place = place();
    let mut selections = BTreeSet::new();
    for field in Field::ALL {
        let name = field.name();
        selections.extend([name.to_owned(), format!("not {name}")]);
        let (values, comparisons): (&[&str], &[&str]) = match field.kind() {
            Kind::Text => (&["", "*e*", "吴清源", "go"], &["=", "!=", "~"]),
            Kind::Number => (&["0", "2", "6.5"], &["=", "!=", "<", ">"]),
            Kind::Date => (&["2016-03", "1933"], &["=", "!=", "<", ">"]),
            Kind::Result => (&["B", "*+R", "draw"], &["=", "!="]),
            Kind::Rank => (&["5d", "3k"], &["=", "!=", "<", ">"]),
            Kind::Size => (&["19", "13x19", "60"], &["=", "!=", "<", ">"]),
        };
        for value in values {
            for comparison in comparisons {
                selections.insert(format!("{name}{comparison}\"{value}\""));
            }
        }
        let properties = field.properties().iter();
        selections.extend(properties.map(|identifier| format!("has({identifier}) and not {name}")));
    }
    let mut found = 0;
    for selection in &selections {
        let args = ["-w", selection, "-f", "file,number", "--format", "csv"];
        let games = compare(&place, "all.kifu", &args);
        found += usize::from(games.expect("it is a selection") > 1);
    }
    assert!(
        selections.len() > 300 && found > 200,
        "{found} of {}",
        selections.len()
    );
}

#[test]
fn games_are_counted_alike() {
    let place = place();
    let games = dunce::canonicalize(place.path()).unwrap().join("games");
    let fields: Vec<_> = Field::ALL.iter().map(|field| field.name()).collect();
    let by = format!("wins,length,{}", fields.join(","));
    for selection in [
        "not comment=missing or moves<100000",
        "winner=B",
        "date>=1900",
    ] {
        let counts = |path: &str| {
            let args = ["stats", "--limit", "0", "--format", "json", "-w", selection];
            let output = place.run(args.into_iter().chain(["--group-by", &by, path]));
            let mut counts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            // Of an index those with a selected game.
            let files = counts["files"].take().as_u64().unwrap();
            assert!(files > 0);
            counts
        };
        let files = counts(games.to_str().unwrap());
        assert!(files["games"].as_u64().unwrap() > 2, "{selection}");
        for index in ["all.kifu", "kept.kifu"] {
            let own = counts(index);
            let by = files["by"].as_object().unwrap();
            let differ: Vec<_> = by
                .keys()
                .filter(|key| files["by"][key] != own["by"][key])
                .collect();
            assert!(differ.is_empty(), "{index} {selection} {differ:?}");
            assert_eq!(
                [&files["games"], &files["moves"]],
                [&own["games"], &own["moves"]]
            );
        }
    }
    let output = place.run(["stats", "--html", "report.html", "all.kifu"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = std::fs::read_to_string(place.path().join("report.html")).unwrap();
    assert!(report.contains("players") && !report.contains("errors and warnings"));
    let output = place.run(["stats", "--group-by", "problems", "all.kifu"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("does not keep problems"));
}

#[test]
fn commands_for_files_name_an_index_that_they_cannot_read() {
    let place = place();
    let output = place.run(["fix", "--check", "all.kifu"]);
    assert_eq!(output.status.code(), Some(2));
    let message =
        "found no game record to read; all.kifu is an index: give the files it was made from";
    assert!(
        text(&output.stderr).contains(message),
        "{}",
        text(&output.stderr)
    );
}
