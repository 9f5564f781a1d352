//! Opens the output of `kifu render` with other programs. A program that is not installed is named, and its test is
//! skipped.

#![cfg(feature = "pictures")]

use std::process::Command;

use kifu_testkit::skip;

use crate::place::{Place, text};

/// A game with a branch, a capture that is retaken, figures, and words in three scripts.
const GAME: &str = "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[秀策]PW[Gennan]RE[B+2]\
    ;B[bb]C[小目];W[ab];B[ac];W[aa];B[ba]C[Черный берёт <a & b>.]\
    ;W[ca]FG[257:Figure 2];B[ab];W[cb](;B[aa];W[bc];B[gg])(;B[gc]FG[257:Dia. 1];W[cc]))";

/// Three problems, the last without a solution.
const PROBLEMS: &str = "(;SZ[9]AW[ba][bb][ab]AB[ca][cb][bc][ac];B[aa]C[Correct])\
    (;SZ[9]AW[ba][bb][ab]AB[ca][cb][bc][ac]PL[W](;W[ee]C[Wrong])(;W[dd]C[Right.]))\
    (;SZ[9]AW[ba][bb][ab]AB[ca][cb][bc][ac])";

/// A place where a game was drawn to a file.
fn drawn(game: &str, args: &[&str]) -> Place {
    let place = Place::new();
    place.file("game.sgf", game);
    let output = place.run(["render", "game.sgf"].iter().chain(args));
    // A missing font for Japanese is reported, and is not a failure.
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{args:?}: {}",
        text(&output.stderr)
    );
    place
}

/// The output of a program for files; `None` if it is not installed.
fn look(place: &Place, program: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let Ok(output) = command.current_dir(place.path()).args(args).output() else {
        skip(format_args!("`{program}` is not installed"));
        return None;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {error}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The names of the files written.
fn files(place: &Place) -> Vec<String> {
    let entries = std::fs::read_dir(place.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "game.sgf").collect();
    names.sort();
    names
}

fn pages(place: &Place) -> Option<String> {
    let printed = look(place, "pdfinfo", &["out.pdf"])?;
    let line = printed.lines().find(|line| line.starts_with("Pages:"))?;
    Some(line.trim_start_matches("Pages:").trim().to_owned())
}

#[test]
fn png_has_the_size_that_was_asked_for() {
    // Nine lines: eight cells of 20, 0.62 cells on each side, names and margins.
    let width = |scale: &str| {
        let args = ["-o", "out.png", "--coordinates", "none", "--scale", scale];
        let place = drawn(GAME, &args);
        look(&place, "identify", &["-format", "%m %w %h", "out.png"])
    };
    if let (Some(one), Some(three)) = (width("1"), width("3")) {
        assert_eq!(
            (one.as_str(), three.as_str()),
            ("PNG 193 197", "PNG 579 591")
        );
    }
}

#[test]
fn svg_is_xml_with_a_title_and_text() {
    let place = drawn(GAME, &["-o", "out.svg", "--words", "--move", "5"]);
    let svg = std::fs::read_to_string(place.path().join("out.svg")).unwrap();
    assert!(svg.contains("<title>秀策 – Gennan</title>"));
    assert!(svg.contains("<desc>9x9 board, Black 3, White 0. White to play"));
    assert!(svg.contains(">Черный берёт &lt;a &amp; b&gt;.</text>"));
    look(&place, "xmllint", &["--noout", "--nonet", "out.svg"]);
}

#[test]
fn pictures_without_words_are_titled_by_players_and_move() {
    let place = drawn(GAME, &["-o", "out.svg", "--move", "5"]);
    let svg = std::fs::read_to_string(place.path().join("out.svg")).unwrap();
    assert!(svg.contains("<title>秀策 – Gennan, move 5</title>"));
    assert!(
        !svg.contains(">秀策 – Gennan, move 5</text>"),
        "it is not drawn"
    );
}

#[test]
fn a_pdf_is_titled_as_asked_by_its_game_or_as_its_file() {
    for (args, expected) in [
        (&["--title", "Ten games"][..], "Ten games"),
        (&["--words"], "秀策 – Gennan"),
        (&[], "out"),
    ] {
        let place = drawn(GAME, &[&["-o", "out.pdf", "--every", "4"], args].concat());
        if let Some(printed) = look(&place, "pdfinfo", &["out.pdf"]) {
            let title = printed.lines().find_map(|line| line.strip_prefix("Title:"));
            assert_eq!(title.map(str::trim), Some(expected));
        }
    }
}

#[test]
fn pdf_has_embedded_fonts_and_text_in_every_script() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    let args = [
        "render", "game.sgf", "-o", "out.pdf", "--every", "4", "--words",
    ];
    let output = place.run(args);
    let printed = text(&output.stderr);
    if let Some(read) = look(&place, "pdftotext", &["out.pdf", "-"]) {
        assert!(read.contains("Figure 1 (1–4)"), "{read}");
        assert!(read.contains("5: Черный берёт <a & b>."), "{read}");
        if printed.is_empty() {
            assert!(
                read.contains("秀策 – Gennan") && read.contains("1: 小目"),
                "{read}"
            );
        } else {
            skip("no font with Japanese characters is installed");
            assert!(
                printed.contains("no font has the characters `秀策小目`"),
                "{printed}"
            );
        }
    }
    if let Some(fonts) = look(&place, "pdffonts", &["out.pdf"]) {
        assert!(fonts.contains("NotoSans"), "{fonts}");
        for line in fonts.lines().skip(2) {
            assert!(
                line.contains(" yes yes yes "),
                "not embedded as a part: {line}"
            );
        }
    }
    assert!(pages(&place).is_none_or(|count| count == "1"));
}

#[test]
fn figures_have_their_own_names_and_follow_each_other() {
    let place = drawn(GAME, &["-o", "out.pdf", "--figures", "--per-page", "1"]);
    assert!(pages(&place).is_none_or(|count| count == "3"));
    if let Some(read) = look(&place, "pdftotext", &["out.pdf", "-"]) {
        let place = |what| read.find(what).unwrap_or_else(|| panic!("{what}: {read}"));
        // The diagram departs from the second figure.
        assert!(place("Figure 1 (1–5)") < place("Figure 2 (6–11)"));
        assert!(place("Figure 2 (6–11)") < place("Dia. 1 (9–10)"));
    }
    let place = drawn(GAME, &["-o", "out.svg", "--figures"]);
    assert_eq!(files(&place), ["out-001.svg", "out-002.svg", "out-003.svg"]);
}

#[test]
fn figures_are_on_pages_however_many_they_are() {
    let place = Place::new();
    place.file("short.sgf", "(;SZ[5];B[bb];W[cc])");
    place.file("long.sgf", "(;SZ[5];B[bb];W[cc];B[dd];W[ee];B[aa])");
    for (to, cut) in [
        ("out.pdf", &["--every", "3", "--paper", "A5"][..]),
        ("{name}.pdf", &["--every", "3", "--paper", "A5"][..]),
        ("out.pdf", &["--figures", "--paper", "A5"][..]),
    ] {
        for name in ["short", "long"] {
            let game = format!("{name}.sgf");
            let args = ["render", &game, "--overwrite", "-o", to];
            let output = place.run(args.iter().chain(cut));
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            let to = to.replace("{name}", name);
            if let Some(info) = look(&place, "pdfinfo", &[to.as_str()]) {
                let is_a5 = info.contains(" 419.5") && info.contains(" x 595.2");
                assert!(is_a5, "{name} {cut:?}: {info}");
            }
        }
    }
}

#[test]
fn a_broken_theme_is_reported_and_the_diagram_drawn() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    place.file("my.toml", "[stoen]");
    for theme in ["my.toml", "missing.toml"] {
        let args = [
            "render",
            "game.sgf",
            "--overwrite",
            "-o",
            "out.svg",
            "--theme",
            theme,
        ];
        assert_ne!(place.run(args).status.code(), Some(0));
        let svg = std::fs::read_to_string(place.path().join("out.svg")).expect("a picture");
        assert!(svg.starts_with("<svg "));
        std::fs::remove_file(place.path().join("out.svg")).expect("removed");
    }
}

#[test]
fn animations_have_a_frame_and_a_time_for_each_move() {
    // The start and eleven moves; the end stands four times as long.
    let args = ["--each", "--time", "250", "--scale", "1", "--words"];
    let place = drawn(GAME, &[&args[..], &["-o", "out.gif"]].concat());
    if let Some(printed) = look(&place, "identify", &["-format", "%m %T %W %H\n", "out.gif"]) {
        let frames: Vec<&str> = printed.lines().collect();
        assert_eq!(frames.len(), 12);
        let size = frames[0].split_once(" 25 ").unwrap().1;
        for frame in &frames[..11] {
            assert_eq!(*frame, format!("GIF 25 {size}"));
        }
        assert_eq!(frames[11], format!("GIF 100 {size}"));
    }
    let place = drawn(GAME, &[&args[..], &["-o", "out.apng"]].concat());
    let png = std::fs::read(place.path().join("out.apng")).unwrap();
    let (count, delays) = frames(&png);
    assert_eq!(count, 12);
    let wanted: Vec<(u16, u16)> = (0..12)
        .map(|frame| (if frame == 11 { 1000 } else { 250 }, 1000))
        .collect();
    assert_eq!(delays, wanted);
    if let Some(printed) = look(&place, "identify", &["-format", "%m", "png:out.apng"]) {
        assert_eq!(printed, "PNG");
    }
}

/// The number of frames that an animated PNG announces, and the delays it has, as fractions of a
/// second.
fn frames(png: &[u8]) -> (u32, Vec<(u16, u16)>) {
    let (mut count, mut delays) = (0, Vec::new());
    let mut rest = &png[8..];
    while let Some((length, data)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let (kind, data) = data.split_at(4);
        let short = |at: usize| u16::from_be_bytes([data[at], data[at + 1]]);
        match kind {
            b"acTL" => count = u32::from_be_bytes([data[0], data[1], data[2], data[3]]),
            b"fcTL" => delays.push((short(20), short(22))),
            _ => {}
        }
        rest = &data[length + 4..];
    }
    (count, delays)
}

#[test]
fn latex_compiles() {
    let place = drawn(GAME, &["-o", "out.tex", "--every", "5"]);
    let tex = std::fs::read_to_string(place.path().join("out.tex")).unwrap();
    let count = |what| tex.matches(what).count();
    assert_eq!(count("\\begin{tikzpicture}"), 3);
    assert_eq!(count("\\end{tikzpicture}"), 3);
    assert_eq!(count("{"), count("}"));
    let args = ["-interaction=batchmode", "-halt-on-error", "out.tex"];
    if look(&place, "pdflatex", &args).is_some() {
        assert!(pages(&place).is_none_or(|count| count == "3"));
    }
}

/// Text with a blank for each run of white space.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_book_of_problems_has_its_solutions_last() {
    let args = ["-o", "out.pdf", "--problems", "--title", "Three"];
    let place = Place::new();
    place.file("game.sgf", PROBLEMS);
    let output = place.run(["render", "game.sgf"].iter().chain(&args));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "kifu: game.sgf: game 3 has no moves: no solution is printed\n"
    );
    let page = |number: &str| {
        let args = ["-f", number, "-l", number, "out.pdf", "-"];
        look(&place, "pdftotext", &args)
    };
    assert!(pages(&place).is_none_or(|count| count == "2"));
    if let (Some(first), Some(second)) = (page("1"), page("2")) {
        // Captions are as wide as their boards.
        let [first, second] = [first, second].map(|text| one_line(&text));
        for expected in ["Three", "Problem 2, White to play", "Problem 3"] {
            assert!(first.contains(expected), "{expected}: {first}");
        }
        assert!(!first.contains("Correct"), "{first}");
        for expected in ["Solutions", "1. Correct", "2. Correct", "2. Wrong"] {
            assert!(second.contains(expected), "{expected}: {second}");
        }
    }
    look(&place, "qpdf", &["--check", "out.pdf"]);
}

#[test]
fn a_commented_game_is_an_article_in_reading_order() {
    let place = drawn(GAME, &["-o", "out.pdf", "--book", "--paper", "A5"]);
    if let Some(read) = look(&place, "pdftotext", &["out.pdf", "-"]) {
        let read = one_line(&read);
        let at = |text: &str| read.find(text).unwrap_or_else(|| panic!("{text}: {read}"));
        assert!(at("Black 1 小目") < at("→ Diagram 1"), "{read}");
        assert!(read.contains("Черный берёт <a & b>."), "{read}");
    }
    look(&place, "qpdf", &["--check", "out.pdf"]);
}

#[test]
fn many_files_are_drawn_to_files_of_their_own() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[5];B[bb])");
    place.file("games/b.sgf", "(;SZ[5];B[bb];W[cc])");
    let output = place.run(["render", "games", "-o", "out/{name}-{move}.svg"]);
    assert_eq!(text(&output.stderr), "");
    for name in ["out/a-001.svg", "out/b-002.svg"] {
        let svg = std::fs::read_to_string(place.path().join(name)).expect(name);
        assert!(svg.starts_with("<svg "));
    }
    let output = place.run(["render", "games/a.sgf", "-o", "-", "--format", "svg"]);
    assert!(text(&output.stdout).starts_with("<svg "));
    let output = place.run(["render", "games/a.sgf", "-o", "out.webp"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let webp = std::fs::read(place.path().join("out.webp")).expect("a picture");
    assert!(webp.starts_with(b"RIFF"));
}

#[test]
fn a_contact_sheet_has_every_game_and_its_caption() {
    let place = Place::new();
    for number in 1..=7 {
        let game = format!("(;SZ[9]PB[Black {number}]PW[White]RE[W+{number}];B[ee];W[cc])");
        place.file(format!("games/{number}.sgf"), game);
    }
    let output = place.run([
        "render",
        "games",
        "-o",
        "out.pdf",
        "--sheet",
        "--per-page",
        "4",
    ]);
    assert_eq!(text(&output.stderr), "");
    assert!(pages(&place).is_none_or(|count| count == "2"));
    if let Some(read) = look(&place, "pdftotext", &["out.pdf", "-"]) {
        for number in 1..=7 {
            let caption = format!("Black {number} – White, W+{number}");
            assert!(read.contains(&caption), "{read}");
        }
    }
    let output = place.run(["render", "games", "-o", "out.png", "--sheet"]);
    assert_eq!(text(&output.stderr), "");
    if let Some(printed) = look(&place, "identify", &["-format", "%m %w\n", "out.png"]) {
        assert_eq!(printed, "PNG 2400\n");
    }
}

#[test]
fn a_font_that_is_not_there_is_named_and_the_rest_drawn() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    place.file("no.ttf", "no font");
    let fonts = ["--font", "no.ttf", "--font", "missing.ttf"];
    let output = place.run(["render", "game.sgf", "-o", "out.png"].iter().chain(&fonts));
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    assert!(
        printed.contains("no.ttf: the file holds no TrueType or OpenType font\n"),
        "{printed}"
    );
    assert!(printed.contains("missing.ttf: "), "{printed}");
    let png = std::fs::read(place.path().join("out.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn at_most_twenty_problems_of_a_file_are_printed() {
    let place = Place::new();
    for (moves, lines) in [(20, 20), (21, 21), (500, 21)] {
        let played = ";W[aa]".repeat(moves);
        place.file("game.sgf", format!("(;FF[4]GM[1]SZ[9];B[aa]{played})\n"));
        let output = place.run(["show", "game.sgf"]);
        assert_eq!(output.status.code(), Some(1));
        let stderr = text(&output.stderr);
        assert_eq!(stderr.lines().count(), lines, "{moves}: {stderr}");
        assert_eq!(stderr.contains("there are more problems"), lines > 20);
    }
}
