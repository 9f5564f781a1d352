//! Real files, if they are available.

use std::fs;
use std::path::PathBuf;

use kifu_formats::Format;
use kifu_go::{Board, Color, Point, Size};
use kifu_sgf::{Collection, GameTree};
use kifu_testkit::corpus;

use crate::round_trip::shape;

/// Files of the corpus by the ending of their names.
fn files(ending: &str) -> Vec<PathBuf> {
    let archives = ["programs", "joseki", "problems"].iter();
    let folders = archives.filter_map(|name| corpus::archive(name));
    folders
        .flat_map(|folder| corpus::files(&folder, ending))
        .collect()
}

/// Required content of a real file: moves, and both players.
#[test]
fn servers_are_read_whole() {
    for (format, ending) in [
        (Format::Gib, "gib"),
        (Format::Ngf, "ngf"),
        (Format::Ugf, "ugf"),
        (Format::Ugf, "ugi"),
    ] {
        for path in files(ending) {
            let bytes = fs::read(&path).expect("it is there");
            let name = path.display();
            assert_eq!(Format::of(&bytes), Some(format), "{name}");
            let import = format.read(&bytes);
            let game = import.collection.game(0).expect("there is a game");
            let root = game.root();
            for identifier in ["PB", "PW", "DT"] {
                let text = root.simple_text(identifier);
                let text = text.unwrap_or_else(|| panic!("{name} has no {identifier}"));
                assert!(!text.contains('\u{FFFD}'), "{name}: {text}");
            }
            let moves = game
                .main_line()
                .filter(|node| node.play().is_some())
                .count();
            let written = expected_moves(&bytes);
            assert_eq!(moves, written, "{name}: {:?}", import.notes);
        }
    }
}

/// Wrong points of the handicap let later moves be on stones.
#[test]
fn moves_of_servers_are_on_empty_points() {
    for (format, ending) in [(Format::Gib, "gib"), (Format::Ngf, "ngf")] {
        for path in files(ending) {
            let import = format.read(&fs::read(&path).expect("it is there"));
            let game = import.collection.game(0).expect("there is a game");
            let mut board = Board::new(Size::GO);
            let stones = game.root().points("AB", board.size());
            let stones = stones.iter().map(|point| (point, Some(Color::Black)));
            board.setup(stones).expect("on the board");
            for (color, text) in game.main_line().filter_map(|node| node.play()) {
                let mut letters = text.bytes();
                let letters = letters.next().zip(letters.next());
                let point = letters.and_then(|(x, y)| Point::from_letters(x, y));
                let Some(point) = point else { continue };
                assert_eq!(
                    board.get(point),
                    None,
                    "{}: {color}[{text}]",
                    path.display()
                );
                let color = if color == "B" {
                    Color::Black
                } else {
                    Color::White
                };
                board.play(point, color).expect("on the board");
            }
        }
    }
}

/// Any two files in one are read as each of them, whatever their encodings.
#[test]
fn joined_files_are_read_as_each() {
    for (format, ending) in [(Format::Gib, "gib"), (Format::Ngf, "ngf")] {
        let files = files(ending);
        let all: Vec<_> = files
            .iter()
            .map(|path| fs::read(path).expect("it is there"))
            .collect();
        let text = |bytes: &[u8]| format.read(bytes).collection.to_compact();
        for (first, path) in all.iter().zip(&files) {
            for (second, other) in all.iter().zip(&files) {
                let joined = [first, &b"\n"[..], second].concat();
                let expected = text(first) + &text(second);
                assert_eq!(
                    text(&joined),
                    expected,
                    "{} and {}",
                    path.display(),
                    other.display()
                );
            }
        }
    }
}

/// The lines that are moves, counted in another way.
fn expected_moves(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let mut is_data = false;
    let is_move = |line: &[u8]| {
        if line.starts_with(b"[") {
            is_data = line.starts_with(b"[Data]");
        }
        let is_ugf = is_data
            && line.len() > 6
            && line[2] == b','
            && !line.windows(3).any(|part| part == b",0,");
        let is_late = is_data && line.len() > 6 && line[2] == b',' && line.ends_with(b",0");
        line.starts_with(b"STO ")
            || line.starts_with(b"SKI ")
            || line.starts_with(b"PM")
            || is_ugf
            || is_late
    };
    lines
        .filter({
            let mut is_move = is_move;
            move |line| is_move(line)
        })
        .count()
}

/// A game record in SGF is none of the others, but for the dialects.
#[test]
fn sgf_is_not_taken_for_another() {
    let Some(folder) = corpus::archive("programs") else {
        return;
    };
    let mut taken = Vec::new();
    for path in corpus::files(&folder, "sgf") {
        let bytes = fs::read(&path).expect("it is there");
        if let Some(format) = Format::of(&bytes) {
            taken.push((format, path));
        }
    }
    let is_dialect = |format: Format| ["hsgf", "nk", "ggf"].contains(&format.name());
    let wrong: Vec<_> = taken
        .iter()
        .filter(|(format, _)| !is_dialect(*format))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Real games come back from the formats that hold a whole tree, or the moves of one.
#[test]
fn real_games_go_there_and_back() {
    let Some(folder) = corpus::archive("pro19") else {
        return;
    };
    let mut games = 0;
    for path in corpus::files(&folder, "sgf").iter().step_by(60) {
        let collection = Collection::open(path).expect("it is there");
        // A move in the root has no place in any of them.
        let is_usual = |game: &GameTree<'_>| {
            game.kind() == Some(kifu_sgf::schema::Game::Go) && game.root().play().is_none()
        };
        for game in collection.games().filter(is_usual) {
            for format in [
                Format::Xml,
                Format::Ishi,
                Format::Coordinates,
                Format::Gtp,
                Format::Sensei,
            ] {
                let export = format.write(game).expect("the board is a usual one");
                let back = format.read(&export.bytes).collection;
                let back = back.game(0).expect("there is a game");
                let (own, other) = (shape(game, format), shape(back, format));
                if format == Format::Xml {
                    // The size is always given there.
                    let known = |mut shape: crate::round_trip::Shape| {
                        shape[0].1.remove("SZ");
                        shape
                    };
                    // Control characters in comments are what XML does not have.
                    assert!(
                        !export.losses.is_empty() || known(own) == known(other),
                        "{}: {:?}",
                        path.display(),
                        export.losses
                    );
                } else {
                    let moves = |shape: crate::round_trip::Shape| -> Vec<_> {
                        let nodes = shape.into_iter().map(|(_, node)| node);
                        nodes
                            .filter_map(|node| node.get("B").or(node.get("W")).cloned())
                            .collect()
                    };
                    let lost = export.losses.iter().any(|loss| {
                        let text = loss.to_string();
                        [
                            "`B`",
                            "`W`",
                            "nodes without a move",
                            "of the same color",
                            "written as moves",
                        ]
                        .iter()
                        .any(|words| text.contains(words))
                    });
                    assert!(
                        lost || moves(own) == moves(other),
                        "{}: {}: {:?}",
                        path.display(),
                        format.name(),
                        export.losses
                    );
                }
                games += 1;
            }
        }
    }
    assert!(games > 1000, "{games} games only");
}
