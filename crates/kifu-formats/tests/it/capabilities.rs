//! Declared capabilities of formats.

use std::collections::BTreeSet;
use std::fs;

use kifu_formats::{Format, Refusal};
use kifu_sgf::Collection;
use kifu_testkit::workspace;

#[test]
fn names_are_unique_and_found() {
    let names: BTreeSet<_> = Format::ALL.iter().map(|format| format.name()).collect();
    assert_eq!(names.len(), Format::ALL.len());
    for &format in Format::ALL {
        assert_eq!(
            Format::from_name(&format.name().to_uppercase()),
            Some(format)
        );
        assert!(!format.extensions().is_empty());
        assert!(!format.support().games.is_empty());
    }
    assert_eq!(Format::from_name("sgf"), None);
}

#[test]
fn what_is_not_written_is_refused() {
    let game = Collection::from("(;GM[1]SZ[19];B[aa])");
    let other = Collection::from("(;GM[9];B[e1-e3])");
    for &format in Format::ALL {
        let go = kifu_sgf::schema::Game::Go;
        let takes_go = format.writes() && format.support().games.contains(&go);
        assert_eq!(
            format.write_all(&game).is_ok(),
            takes_go,
            "{}",
            format.title()
        );
        let refusal = format
            .write_all(&other)
            .expect_err("nobody keeps Lines of Action");
        assert!(refusal.to_string().contains(format.title()));
        let expected = if format.writes() {
            Refusal::OtherGame {
                format,
                game: Some(kifu_sgf::schema::Game::LinesOfAction),
            }
        } else {
            Refusal::ReadOnly { format }
        };
        assert_eq!(refusal, expected);
    }
}

#[test]
fn advice_names_what_is_written() {
    for format in Format::ALL.iter().filter(|format| !format.writes()) {
        let refusal = Refusal::ReadOnly { format: *format }.to_string();
        let (_, advice) = refusal
            .split_once("; write SGF, or one of ")
            .expect("advice");
        let named: Vec<_> = advice.split(", ").map(Format::from_name).collect();
        let written: Vec<_> = Format::ALL
            .iter()
            .copied()
            .filter(|format| format.writes())
            .map(Some)
            .collect();
        assert_eq!(named, written);
    }
}

#[test]
fn a_file_of_one_game_takes_one() {
    let games = Collection::from("(;SZ[19];B[aa])(;SZ[19];B[bb])");
    for &format in Format::ALL {
        let go = kifu_sgf::schema::Game::Go;
        if !format.writes() || !format.support().games.contains(&go) {
            continue;
        }
        let refusal = format.write_all(&games).err();
        let expected =
            (!format.support().many).then_some(Refusal::OneGameOnly { format, games: 2 });
        assert_eq!(refusal, expected, "{}", format.title());
    }
}

/// The table of `docs/formats.md` matches the declarations of the formats.
#[test]
fn the_table_is_true() {
    let text = fs::read_to_string(workspace().join("docs/formats.md")).expect("it is there");
    for &format in Format::ALL {
        let start = format!("| `{}` |", format.name());
        let row = text.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("{} is not in the table", format.name()));
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, _, title, written, many, variations, ..] = cells[..] else {
            panic!("{row}");
        };
        assert_eq!(title, format.title());
        assert_eq!(written == "yes", format.writes(), "{row}");
        assert_eq!(many == "yes", format.support().many, "{row}");
        assert_eq!(variations == "yes", format.support().variations, "{row}");
    }
}

#[test]
fn a_board_that_does_not_fit_is_refused() {
    for (format, text) in [
        (Format::Gtp, "(;SZ[30];B[aa])"),
        (Format::Ishi, "(;SZ[9:13];B[aa])"),
        (Format::Xml, "(;SZ[x];B[aa])"),
        (Format::Wthor, "(;GM[2]SZ[10];B[aa])"),
    ] {
        let refusal = format.write_all(&Collection::from(text)).err();
        let is_board = matches!(refusal, Some(Refusal::Board { .. }));
        assert!(is_board, "{}: {refusal:?}", format.title());
    }
    let setup = Collection::from("(;GM[2]SZ[8]AB[aa];B[cd])");
    let refusal = Format::Wthor.write_all(&setup).err();
    assert!(
        matches!(refusal, Some(Refusal::Setup { .. })),
        "{refusal:?}"
    );
}
