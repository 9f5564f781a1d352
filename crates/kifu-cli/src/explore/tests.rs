use std::path::{Path, PathBuf};

use kifu::go::{Color, Point, Size};
use kifu::select::Selection;
use kifu::store::{Indexer, Store, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::draw::draw;
use super::{Model, Wish};
use crate::screen::{Mouse, Screen};
use crate::view::Look;

const GAMES: &str =
    "(;SZ[9]PB[Ann]PW[Bob]RE[B+R]DT[2001];B[ee];W[gc])(;SZ[9]PB[Cid]DT[2002];B[ee];W[cg])";

/// Writes a file of games, and takes it over into `a.kifu` beside it: where the index and the file are.
fn indexed(folder: &Path, name: &str, games: &str) -> (PathBuf, PathBuf) {
    let file = folder.join(name);
    std::fs::write(&file, games).unwrap();
    let path = folder.join("a.kifu");
    let mut indexer = Indexer::open(&path, false).unwrap();
    indexer.add([file.clone()], |_| ()).unwrap();
    indexer.finish(false).unwrap();
    (path, file)
}

/// The screen, line by line.
fn seen(model: &Model<'_>, width: u16, height: u16) -> Vec<String> {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw(model, area, &mut buffer);
    let row = |y| {
        let row = (0..width).map(|x| buffer[(x, y)].symbol());
        row.collect::<String>().trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

#[test]
fn stones_are_put_and_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = indexed(folder.path(), "a.sgf", GAMES);
    let store = Store::open(&path).unwrap();
    let mut model = Model::new(
        &store,
        false,
        Size::NINE,
        Selection::default(),
        Look::default(),
    );
    assert_eq!(
        (model.cursor, model.answer.main.games),
        (Point::new(4, 4), 2)
    );
    model.press("enter");
    assert_eq!(model.answer.main.games, 2);
    // Both answers are one: the board looks the same from all sides.
    assert_eq!(model.answer.continuations().len(), 1);
    model.press("enter");
    assert!(model.message.contains("stone"), "{}", model.message);
    assert_eq!(model.answer.main.games, 2);
    let area = Rect::new(0, 0, 80, 16);
    let mut buffer = Buffer::empty(area);
    draw(&model, area, &mut buffer);
    let shown = (0..16).map(|y| {
        let row = (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        row.trim_end().to_owned() + "\n"
    });
    let shown = shown.collect::<String>();
    let expected = [
        "  A B C D E F G H J  White to play; 2 of 2 games",
        "9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  2 hits, Black won 100.0 % (20.7–100.0)",
        "8 ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "7 ├─┼─a─┼─┼─┼─╋─┼─┤    next    hits  Black won",
        "6 ├─┼─┼─┼─┼─┼─┼─┼─┤  a W C7        2  100.0 % (20.7–100.0)",
        "5 ├─┼─┼─┼─●─┼─┼─┼─┤",
        "4 ├─┼─┼─┼─┼─┼─┼─┼─┤  > 2002 ?      Cid – ?",
        "3 ├─┼─╋─┼─┼─┼─╋─┼─┤    2001 B+R    Ann – Bob",
        "2 ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "1 └─┴─┴─┴─┴─┴─┴─┴─┘",
        "",
        "",
        "",
        "",
        "a black stone stands on E5",
        "arrows tab · enter put · u back · c corner · n N game · o open · ? help · q quit",
    ];
    assert!(shown.lines().eq(expected), "{shown}");
    assert!(buffer[(10, 5)].modifier.contains(Modifier::REVERSED));
    model.press("tab");
    assert_eq!(model.cursor, Point::new(2, 2));
    draw(&model, area, &mut buffer);
    let note = (0..80)
        .map(|x| buffer[(x, 14)].symbol())
        .collect::<String>();
    assert_eq!(note.trim_end(), "2002  ?  Cid – ?, move 1, a.sgf game 2");
    for tiny in 0..4 {
        let area = Rect::new(0, 0, tiny, tiny);
        draw(&model, area, &mut Buffer::empty(area));
    }
    model.press("n");
    model.press("o");
    let path = dunce::canonicalize(file)
        .unwrap()
        .to_string_lossy()
        .into_owned();
    assert_eq!(model.wish, Some(Wish::Open(path, 0, 1)));
    model.press("u");
    model.press("u");
    model.press("c");
    assert_eq!(model.answer.main.games, 2);
    model.press("q");
    assert_eq!(model.wish, Some(Wish::Leave));
}

#[test]
fn the_mouse_puts_stones_and_chooses_games() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = indexed(folder.path(), "a.sgf", GAMES);
    let store = Store::open(&path).unwrap();
    let (size, look) = (Size::NINE, Look::default());
    let mut model = Model::new(&store, false, size, Selection::default(), look);
    let show = |model: &mut Model<'_>, width, height| {
        let area = Rect::new(0, 0, width, height);
        Screen::draw(model, area, &mut Buffer::empty(area));
    };
    // Before anything is drawn a click has no place.
    model.mouse(Mouse::Click(10, 5));
    assert_eq!(model.game.depth(), 0);
    show(&mut model, 80, 16);
    model.mouse(Mouse::Click(10, 5));
    let board = model.game.board();
    assert_eq!(board.get(Point::new(4, 4)), Some(Color::Black));
    model.mouse(Mouse::Click(10, 5));
    assert!(model.message.contains("stone"), "{}", model.message);
    for (column, row) in [(0, 5), (10, 12), (60, 5)] {
        model.mouse(Mouse::Click(column, row));
        assert_eq!(model.game.depth(), 1, "{column} {row}");
    }
    model.mouse(Mouse::Down);
    assert_eq!(model.chosen, 1);
    model.mouse(Mouse::Up);
    assert_eq!(model.chosen, 0);
    // Only a part of the board is there, around the cursor.
    show(&mut model, 12, 6);
    model.mouse(Mouse::Click(3, 1));
    assert_eq!(model.game.depth(), 2);
    model.press("?");
    show(&mut model, 12, 6);
    model.mouse(Mouse::Click(5, 3));
    assert_eq!(model.game.depth(), 2, "the board is hidden");
}

#[test]
fn games_that_can_be_read_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kifu");
    // One segment of more games than are listed, and one of an older game.
    let newer = "(;SZ[9]PB[Ann]DT[2020];B[ee])".repeat(super::MOST_GAMES + 1);
    let older = "(;SZ[9]PB[Dan]DT[1998];B[ee])".to_owned();
    for (name, games) in [("a.sgf", newer), ("b.sgf", older)] {
        indexed(folder.path(), name, &games);
    }
    let table = path.join("00000000/games.parquet");
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(table, bytes).unwrap();
    let store = Store::open(&path).unwrap();
    for (serves_rest, found) in [(true, super::MOST_GAMES as u64 + 2), (false, 0)] {
        let model = Model::new(
            &store,
            serves_rest,
            Size::NINE,
            Selection::default(),
            Look::default(),
        );
        assert_eq!(model.answer.main.games, found);
        let names = model.games.iter().map(|(info, _)| info.text(Text::Black));
        let expected = if serves_rest { &[Some("Dan")][..] } else { &[] };
        assert_eq!(names.collect::<Vec<_>>(), expected);
        let note = "games.parquet: the table of games is damaged";
        assert!(model.message.contains(note), "{}", model.message);
    }
}

/// Where there is no room for all, the interval is left out as a whole, and a key shows what is not seen.
#[test]
fn board_and_lists_share_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let games =
        "(;SZ[19]PB[Ann]PW[Bob]RE[B+R]DT[2001];B[jj];W[gc])(;SZ[19]PB[Cid]DT[2002];B[jj];W[dp])
        (;SZ[52]PB[Eve]RE[W+R];B[Aa])";
    let (path, _) = indexed(folder.path(), "a.sgf", games);
    let store = Store::open(&path).unwrap();
    let model = |size| Model::new(&store, false, size, Selection::default(), Look::default());
    let mut small = model(Size::GO);
    let board = seen(&small, 40, 12);
    assert!(board[0].contains("K L M"), "{board:?}");
    assert_eq!(board[11], "l lists · q quit · arrows tab");
    small.press("enter");
    small.press("l");
    let lists = [
        "White to play; 2 of 3 games",
        "2 hits, Black won 100.0 % (20.7–100.0)",
        "",
        "  next    hits  Black won",
        "a W G17       1  100.0 % (20.7–100.0)",
        "b W D16       1  ?",
        "",
        "> 2002 ?      Cid – ?",
        "  2001 B+R    Ann – Bob",
        "",
        "2002  ?  Cid – ?, move 1, a.sgf game 2",
        "l board · q quit · arrows tab",
    ];
    assert_eq!(seen(&small, 40, 12), lists);
    // The game that would be opened is in the list, whatever there is above it.
    let low = seen(&small, 40, 9);
    assert_eq!(low[4..7], ["  2 more", "", "> 2002 ?      Cid – ?"]);
    let both = seen(&small, 68, 24);
    assert!(both[1].ends_with("2 hits, Black won 100.0 %"), "{both:?}");
    assert!(both[4].ends_with("a W G17       1  100.0 %"), "{both:?}");
    small.press("l");
    assert_eq!(seen(&small, 40, 12)[11], board[11]);
    // A board that is too large for the screen leaves room for the lists.
    let large = seen(&model(Size::of::<52, 52>()), 80, 24);
    for wanted in ["Black to play; 1 of 3 games", "0.0 % (0.0–79.3)", "Eve – ?"] {
        let is_there = large.iter().any(|line| line.ends_with(wanted));
        assert!(is_there, "{wanted}: {large:?}");
    }
    for (width, height) in (0..120).zip((0..30).cycle()) {
        seen(&small, width, height);
    }
}

/// A game is opened at the node: moves have other numbers where stones are set, and where the record numbers them.
#[test]
fn a_game_is_opened_at_the_node() {
    let folder = tempfile::tempdir().unwrap();
    let set = "(;SZ[9];AB[cc][gg];W[cg];B[gc])";
    let numbered = "(;SZ[9];B[cc]MN[10];W[gg];B[gc])";
    for (game, stones, note) in [
        (set, &[(2, 2), (6, 6)][..], ", move 0 (node 1), "),
        (numbered, &[(2, 2)], ", node 1, "),
    ] {
        let (path, file) = indexed(folder.path(), "a.sgf", game);
        let store = Store::open(&path).unwrap();
        let (selection, look) = (Selection::default(), Look::default());
        let mut model = Model::new(&store, false, Size::NINE, selection, look);
        for (number, (x, y)) in stones.iter().enumerate() {
            if number > 0 {
                model.press(".");
            }
            model.cursor = Point::new(*x, *y);
            model.press("enter");
        }
        let area = Rect::new(0, 0, 80, 16);
        let mut buffer = Buffer::empty(area);
        draw(&model, area, &mut buffer);
        let line = (0..80).map(|x| buffer[(x, 14)].symbol());
        let line = line.collect::<String>();
        assert!(line.contains(note), "{line}");
        model.press("o");
        let path = dunce::canonicalize(file)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        assert_eq!(model.wish, Some(Wish::Open(path, 0, 1)), "{game}");
    }
}
