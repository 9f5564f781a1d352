//! HTML pages that `kifu render` writes.

#![cfg(feature = "web")]

use crate::place::{Place, text};

const GAME: &str = "(;SZ[9]PB[Ada]PW[Bo <i>]RE[B+2];B[cc]C[</script>];W[gg](;B[cg];W[gc])(;B[ee](;W[dc])(;W[db])))";

/// The written page, and the messages.
fn page(args: &[&str]) -> (String, String) {
    let place = Place::new();
    place.file("game.sgf", GAME);
    let output = place.run(["render", "-o", "game.html", "game.sgf"].iter().chain(args));
    let page = std::fs::read_to_string(place.path().join("game.html")).unwrap_or_default();
    (page, text(&output.stderr))
}

#[test]
fn a_page_needs_nothing_else() {
    let (page, message) = page(&[]);
    assert_eq!(message, "");
    assert!(page.contains("<title>Ada – Bo &lt;i&gt;, B+2</title>"));
    assert!(page.contains("<kifu-player game=\"1\">\n<svg "));
    assert!(page.contains("C[<\\/script>]"));
    assert!(page.contains("customElements.define(\"kifu-player\""));
    for attribute in ["src=\"", "href=\"", "@import", "url(http"] {
        let head = &page[..page.find("<script>").unwrap()];
        assert!(!head.contains(attribute), "{attribute}");
    }
}

#[test]
fn a_page_opens_at_the_position() {
    for (args, wanted) in [
        (&["--move", "2"][..], "node=\"2:0\""),
        (&["--path", "B.B"], "node=\"3:1.1:1.0:0\""),
        (&["--node", "0"], "node=\"0:0\""),
        (&["--problem"], "<kifu-player mode=\"problem\" game=\"1\">"),
        (
            &["--coordinates", "sgf", "--numbers", "all"],
            "coordinates=\"sgf\" numbers=\"all\"",
        ),
        (&["--title", "Lesson 1"], "<h1>Lesson 1</h1>"),
    ] {
        let (page, message) = page(args);
        assert!(page.contains(wanted), "{args:?}: {message}");
    }
}

#[test]
fn options_for_paper_are_refused() {
    for option in ["--each", "--sheet"] {
        let (page, message) = page(&[option]);
        assert_eq!(page, "");
        assert!(
            message.contains(&format!("`{option}` does not apply to HTML")),
            "{message}"
        );
    }
}

#[test]
fn figures_are_pages_of_text_and_diagrams() {
    for (args, has_text) in [
        (&["--book"][..], true),
        (&["--every", "2", "--words"], true),
        (&["--every", "2"], true),
        (&["--figures"], true),
    ] {
        let (page, message) = page(args);
        assert_eq!(message, "", "{args:?}");
        assert!(page.contains("<b>Figure\u{a0}1") && page.contains(" style=\"--w:"));
        assert!(!page.contains("<script"), "{args:?}");
        for text in [
            "<h1 dir=\"auto\">Ada – Bo &lt;i&gt;</h1>",
            "&lt;/script&gt;",
        ] {
            assert_eq!(page.contains(text), has_text, "{args:?} {text}");
        }
    }
}

#[test]
fn figures_are_text_without_words_about_the_position() {
    let (whole, _) = page(&["--figures"]);
    assert!(!whole.contains("prisoners") && !whole.contains("to play"));
    let (short, message) = page(&["--figures", "--no-comment"]);
    assert_eq!(message, "");
    assert!(short.contains("<h1") && !short.contains("&lt;/script&gt;"));
}

#[test]
fn chapters_without_players_have_names() {
    let place = Place::new();
    place.file(
        "a.sgf",
        "(;SZ[3];B[bb])(;SZ[3]DT[2001];B[aa])(;SZ[3];B[cc])",
    );
    let output = place.run(["render", "--book", "-o", "a.html", "a.sgf"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(place.path().join("a.html")).unwrap();
    for number in 1..=3 {
        assert!(page.contains(&format!(">Game {number}</a>")), "{page}");
        assert!(page.contains(&format!(">Game {number}</h2>")), "{page}");
    }
}

#[test]
fn a_problem_set_is_one_page() {
    let place = Place::new();
    place.file(
        "set/a.sgf",
        "(;SZ[9]AB[cc]C[\u{9ed2}];B[dd])(;SZ[9]AW[cd];B[dd])",
    );
    place.file("set/b.sgf", "(;CA[EUC-JP]SZ[9]AB[aa];B[bb]C[Right");
    let output = place.run(["render", "--problems", "-o", "set.html", "set"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(place.path().join("set.html")).unwrap();
    assert!(page.contains("<title>set</title>"));
    assert!(page.contains("<kifu-player mode=\"problem\" game=\"1\">"));
    let records = &page[page.find("x-go-sgf").unwrap()..];
    let records = &records[..records.find("</script>").unwrap()];
    assert_eq!(records.matches("(;").count(), 3, "{records}");
    assert!(records.contains("\u{9ed2}") && records.contains("C[Right])"));
}

#[test]
fn a_page_goes_to_standard_output() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    for args in [&["game.sgf"][..], &["--problem", "game.sgf"], &["-"]] {
        let all = ["render", "--format", "html", "-o", "-"];
        let output = place.run_with(all.iter().chain(args), GAME.as_bytes());
        let page = text(&output.stdout);
        assert!(
            page.contains("<kifu-player"),
            "{args:?}: {}",
            text(&output.stderr)
        );
        assert!(!place.path().join("-").exists());
    }
}

#[test]
fn names_of_pages_are_templates() {
    let place = Place::new();
    place.file("a.sgf", format!("{GAME}(;SZ[9]PB[Cy]PW[Di];B[ee])"));
    place.file("b.sgf", "(;SZ[13];B[ee])");
    let run = |name: &str| {
        let output = place.run(["render", "-o", name, "a.sgf", "b.sgf"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    let read = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap();
    run("{name}-x.html");
    assert!(read("a-x.html").contains("PB[Cy]"));
    assert!(read("b-x.html").contains("SZ[13]"));
    run("p/{name}-{game}.html");
    assert!(!read("p/a-1.html").contains("PB[Cy]"));
    assert!(read("p/a-2.html").contains("<title>Cy – Di</title>"));
    assert!(read("p/a-2.html").contains("game=\"1\""));
    assert!(read("p/b-1.html").contains("SZ[13]"));
    let output = place.run([
        "render",
        "--book",
        "-o",
        "{name}-book.html",
        "a.sgf",
        "b.sgf",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(read("a-book.html").contains("Cy – Di"));
}

#[test]
fn a_game_without_a_board_has_a_page() {
    let place = Place::new();
    place.file("game.sgf", "(;GM[5]C[no board])");
    let output = place.run(["render", "-o", "game.html", "game.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(place.path().join("game.html").exists());
}
