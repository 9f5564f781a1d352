//! Output for people stays within 80 columns, whatever the content of the file.

use std::fmt::Write as _;

use kifu::encoding::Charset;
use unicode_width::UnicodeWidthChar;

use crate::place::{Place, text};

/// Texts whose characters take one column, two, and none.
const UNITS: [&str; 5] = ["a", "本", "👍", "e\u{301}", "a\u{202E}\t"];

fn columns(line: &str) -> usize {
    line.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// The lines that a command writes for a file, none of them wider than 80 columns.
fn lines(place: &Place, args: &[&str], file: &str) -> Vec<String> {
    place.file("game.sgf", file);
    let output = place.run(args.iter().chain(&["game.sgf"]));
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert!(lines.len() > 1, "{args:?}: {file}");
    for line in &lines {
        assert!(columns(line) <= 80, "{args:?}: {} {line}", columns(line));
    }
    lines
}

#[test]
fn outlines_of_trees() {
    let place = Place::new();
    for unit in UNITS {
        let name = unit.repeat(60);
        let mut file = "(;SZ[19]".to_owned();
        for level in 0..20 {
            // Runs with short and long last labels, and nodes shown with all properties.
            for number in 0..30 - level {
                file += [";B[aa]", ";W[swap-pieces-and-more]TE[1]"][number % 2];
            }
            write!(file, ";AB[bb]N[{name}]TE[1]BM[1]IT[]DO[]C[{name} {name}]").unwrap();
            write!(
                file,
                ";B[aa](;W[aa]N[{name}])(;W[{name}]AW[cc]TE[1]N[{name}]C[x]"
            )
            .unwrap();
        }
        file += &")".repeat(21);
        for args in [
            &["debug", "tree"][..],
            &["debug", "tree", "--comments"],
            &["debug", "tree", "--all-moves"],
            &["debug", "tree", "--all-moves", "--comments"],
        ] {
            lines(&place, args, &file);
        }
    }
}

#[test]
fn every_comment_is_found_wherever_a_line_ends() {
    let place = Place::new();
    for before in 0..30 {
        let file = format!("(;{};B[dd]C[here];W[cc];B[ee])", ";B[aa]".repeat(before));
        let shown = lines(&place, &["debug", "tree"], &file).join("\n");
        assert!(shown.contains("B dd *"), "{shown}");
        let shown = lines(&place, &["debug", "tree", "--comments"], &file).join("\n");
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert!(words.join(" ").contains("B dd * here"), "{shown}");
    }
}

#[test]
fn many_encodings() {
    let place = Place::new();
    let encodings = [
        ("Shift_JIS", "本因坊"),
        ("EUC-JP", "本因坊"),
        ("ISO-2022-JP", "本因坊"),
        ("GBK", "棋院"),
        ("GB18030", "棋院"),
        ("Big5", "圍棋"),
        ("EUC-KR", "바둑"),
        ("windows-1251", "партия"),
        ("windows-1252", "Zürich"),
        ("KOI8-R", "партия"),
        ("UTF-8", "本因坊"),
    ];
    for (name, word) in encodings {
        let game = format!("(;FF[4]GM[1]SZ[9]CA[{name}]EV[{word}];B[dd])");
        let charset = Charset::for_label(name).unwrap();
        place.file(format!("games/{name}.sgf"), charset.encode(&game).unwrap());
    }
    let output = place.run(["check", "games"]);
    let shown = text(&output.stdout);
    assert!(shown.lines().all(|line| columns(line) <= 80), "{shown}");
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, _) in encodings {
        assert!(flat.contains(&format!("{name} 1")), "{name}: {shown}");
    }
}

#[test]
fn findings_and_their_marks() {
    let place = Place::new();
    for unit in UNITS {
        let mut wrong = String::new();
        for count in (0..10).chain(30..90) {
            let words = unit.repeat(count);
            write!(
                wrong,
                "(;FF[4]C[{words}]RE[{words}]KM[{words}]\nPB[{words}]x\n)\n"
            )
            .unwrap();
        }
        lines(&place, &["check"], &wrong);
        for count in (25..45).chain(68..82) {
            // The `]` is missing after the last column of a line.
            let open = format!("(;FF[4]C[{}", unit.repeat(count));
            let lines = lines(&place, &["check"], &open);
            assert!(lines.iter().any(|line| line.contains('^')), "{lines:?}");
        }
    }
}

#[test]
fn what_is_known_of_a_game() {
    let place = Place::new();
    for unit in UNITS {
        let words = format!("{} ", unit.repeat(9)).repeat(20);
        let long = unit.repeat(200);
        let file = format!("(;GM[1]GC[{words}\n{long}]PB[{long}])");
        lines(&place, &["list", "--format", "full"], &file);
    }
}
