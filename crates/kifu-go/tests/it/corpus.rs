//! Real games, if they are available.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use kifu_go::{BareBoard, Board, Color, Game, Move, Point, Rules, Size};

use crate::naive::Naive;

/// Reads the main line of a game, with just enough of SGF for that.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) size: Size,
    pub(crate) acts: Vec<Act>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Play(Color, Move),
    Set(Point, Option<Color>),
}

/// The main line of each file of an archive; empty, with a message, if the archive is missing.
fn lines(name: &str) -> Option<Vec<Line>> {
    let file = File::open(kifu_testkit::corpus::path(name)?).expect("a readable archive");
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let mut lines = vec![];
    let mut bytes = vec![];
    for entry in archive.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        bytes.clear();
        entry.read_to_end(&mut bytes).expect("a whole entry");
        lines.extend(line(&bytes));
    }
    Some(lines)
}

fn line(bytes: &[u8]) -> Option<Line> {
    let mut size = Size::GO;
    let mut acts = vec![];
    let mut name: Vec<u8> = vec![];
    let mut fresh = true;
    let mut at = bytes.iter().position(|byte| *byte == b'(')?;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b')' => break,
            b'A'..=b'Z' => {
                if !fresh {
                    name.clear();
                    fresh = true;
                }
                name.push(byte);
            }
            b'[' => {
                fresh = false;
                let from = at;
                while *bytes.get(at)? != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let value = &bytes[from..at];
                at += 1;
                let point = match value {
                    [x, y] => Point::from_letters(*x, *y).filter(|point| size.contains(*point)),
                    _ => None,
                };
                match (&name[..], point) {
                    (b"SZ", _) if acts.is_empty() => {
                        let side = str::from_utf8(value).ok()?.trim().parse().ok()?;
                        size = Size::square(side).ok()?;
                    }
                    (b"B", _) => {
                        acts.push(Act::Play(
                            Color::Black,
                            point.map_or(Move::Pass, Move::Play),
                        ));
                    }
                    (b"W", _) => {
                        acts.push(Act::Play(
                            Color::White,
                            point.map_or(Move::Pass, Move::Play),
                        ));
                    }
                    (b"AB", Some(point)) => acts.push(Act::Set(point, Some(Color::Black))),
                    (b"AW", Some(point)) => acts.push(Act::Set(point, Some(Color::White))),
                    (b"AE", Some(point)) => acts.push(Act::Set(point, None)),
                    _ => {}
                }
            }
            b';' => name.clear(),
            _ => {}
        }
    }
    Some(Line { size, acts })
}

fn check(line: &Line) -> u32 {
    let mut naive = Naive::new(line.size);
    let mut bare = BareBoard::new(line.size);
    let mut game = Game::new(line.size, Rules::JAPANESE);
    let mut moves = 0;
    for act in &line.acts {
        match *act {
            Act::Play(color, turn) => {
                moves += 1;
                game.play(color, turn);
                if let Move::Play(point) = turn {
                    naive.play(point, color);
                    bare.play(point, color).expect("a point of the board");
                }
            }
            Act::Set(point, color) => {
                game.setup([(point, color)]).expect("a point of the board");
                naive.set(point, color);
                bare.set(point, color).expect("a point of the board");
            }
        }
    }
    let same = |board: &Board| {
        line.size
            .points()
            .all(|point| board.get(point) == naive.stones[naive.at(point)])
    };
    assert!(same(game.board()), "{}", game.board());
    assert!(same(&Board::from(&bare)), "{}", Board::from(&bare));
    assert_eq!(
        Color::BOTH.map(|color| game.prisoners(color)),
        naive.prisoners
    );
    let hash = game.board().hash();
    assert_eq!(Board::from(&bare).hash(), hash);
    game.undo_to(0);
    assert_eq!(game.board(), &Board::new(line.size));
    moves
}

#[test]
#[expect(clippy::print_stderr, reason = "prints what it counted")]
fn real_games_end_as_the_slow_twin_says() {
    let (mut games, mut moves) = (0, 0);
    for name in ["pro19.tar.gz", "server9.tar.gz", "programs.tar.gz"] {
        let Some(lines) = lines(name) else {
            continue;
        };
        for line in &lines {
            games += 1;
            moves += check(line);
        }
    }
    eprintln!("{games} games, {moves} moves");
}
