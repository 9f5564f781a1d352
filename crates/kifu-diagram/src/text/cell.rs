//! Text for one point.

use super::{Ink, sanitize};
use crate::measure;
use crate::scene::{Board, Color, Mark, Octi, Piece, Point, Scene, Spot, Window};

/// The widest a point can be.
pub(super) const MAX_WIDTH: usize = 4;

/// The characters used.
#[derive(Debug)]
pub(super) struct Signs {
    pub(super) black: &'static str,
    pub(super) white: &'static str,
    queens: [&'static str; 2],
    /// Pawn to king: of Black, of White.
    chess: [[&'static str; 6]; 2],
    burnt: &'static str,
    territory: [char; 2],
    star: &'static str,
    empty: &'static str,
    dim: &'static str,
    marks: [char; 5],
    ascii: bool,
}

impl Signs {
    pub(super) fn new(ascii: bool) -> &'static Self {
        const UNICODE: Signs = Signs {
            black: "●",
            white: "○",
            queens: ["♛", "♕"],
            chess: [
                ["♟", "♞", "♝", "♜", "♛", "♚"],
                ["♙", "♘", "♗", "♖", "♕", "♔"],
            ],
            burnt: "▒",
            territory: ['▪', '▫'],
            star: "╋",
            empty: "·",
            dim: "·",
            marks: ['◦', '×', '□', '◆', '△'],
            ascii: false,
        };
        const ASCII: Signs = Signs {
            black: "X",
            white: "O",
            queens: ["B", "W"],
            // As in FEN.
            chess: [
                ["p", "n", "b", "r", "q", "k"],
                ["P", "N", "B", "R", "Q", "K"],
            ],
            burnt: "#",
            territory: ['x', 'o'],
            star: "+",
            empty: ".",
            dim: " ",
            marks: ['*', 'x', '#', '=', '^'],
            ascii: true,
        };
        if ascii { &ASCII } else { &UNICODE }
    }

    pub(super) fn side(&self, side: Color) -> &'static str {
        match side {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    fn mark(&self, mark: Mark) -> char {
        self.marks[match mark {
            Mark::Circle => 0,
            Mark::Cross => 1,
            Mark::Square => 2,
            Mark::Selected => 3,
            Mark::Triangle => 4,
        }]
    }
}

/// One point.
#[derive(Debug)]
pub(super) struct Cell {
    /// First character of a number that needs the column of the mark before the point too.
    pub(super) lead: Option<char>,
    pub(super) text: String,
    pub(super) width: usize,
    /// Mark after it.
    pub(super) mark: Option<char>,
    pub(super) last: bool,
    pub(super) shown: bool,
    pub(super) ink: Ink,
}

impl Cell {
    /// Whether the lines of the board are drawn here.
    pub(super) fn has_lines(&self) -> bool {
        self.shown && self.ink != Ink::Dim
    }

    /// The pods of a point: the owner of the only one and its prongs, or their number if they take more columns; of a
    /// stack, how many they are.
    fn octi(&mut self, octi: &Octi, point: Point, signs: &Signs, most: usize) {
        match octi.at(point) {
            [] => {
                if let Some(owner) = octi.owner(point) {
                    self.text = signs.territory[owner as usize].to_string();
                }
            }
            [pod] => {
                let letters = pod.letters();
                let prongs = if letters.len() < most {
                    letters
                } else if most < 2 {
                    String::new()
                } else {
                    pod.prongs.count_ones().to_string()
                };
                self.text = format!("{}{prongs}", signs.side(pod.side));
                self.ink = Ink::Stone(pod.side);
            }
            [.., top] if most < 2 => {
                signs.side(top.side).clone_into(&mut self.text);
                self.ink = Ink::Stone(top.side);
            }
            [.., top] => {
                self.text = format!("{}x{}", signs.side(top.side), octi.at(point).len());
                self.ink = Ink::Stone(top.side);
            }
        }
        self.width = measure::columns(&self.text).max(1);
    }

    /// `bare`: numbers need no color before them. `most`: the columns there are.
    pub(super) fn new(
        scene: &Scene,
        window: &Window<'_>,
        point: Point,
        signs: &Signs,
        bare: bool,
        most: usize,
    ) -> Self {
        let mut cell = Self {
            lead: None,
            text: " ".into(),
            width: 1,
            mark: None,
            last: false,
            shown: window.shows(point),
            ink: Ink::Grid,
        };
        if !cell.shown {
            return cell;
        }
        crossing(scene, point, signs).clone_into(&mut cell.text);
        let empty = Spot::default();
        let has_pods = matches!(scene.board, Board::Octi(_));
        let Some(spot) = scene.at(point).or(has_pods.then_some(&empty)) else {
            return cell;
        };
        let side = spot.piece.and_then(Piece::side);
        match spot.piece {
            Some(Piece::Stone(side) | Piece::Peg(side) | Piece::Cell(side)) => {
                signs.side(side).clone_into(&mut cell.text);
                cell.ink = Ink::Stone(side);
            }
            Some(Piece::Queen(side)) => {
                signs.queens[usize::from(side == Color::White)].clone_into(&mut cell.text);
                cell.ink = Ink::Stone(side);
            }
            Some(Piece::Chess(side, role)) => {
                signs.chess[side as usize][role as usize].clone_into(&mut cell.text);
                cell.ink = Ink::Stone(side);
            }
            Some(Piece::Burnt) => signs.burnt.clone_into(&mut cell.text),
            None => {}
        }
        if let Board::Octi(octi) = &scene.board {
            cell.octi(octi, point, signs, most);
        }
        if let Some(territory) = spot.territory {
            let sign = signs.territory[usize::from(territory == Color::White)];
            if spot.piece.is_some() {
                cell.mark = Some(sign);
            } else {
                cell.text = sign.to_string();
                cell.ink = Ink::Stone(territory);
            }
        }
        if let Some(words) = spot.words() {
            let words = sanitize(&words);
            let top = scene.pods(point).last();
            let color = match side.or(top.map(|pod| pod.side)) {
                // A label does not hide the kind of a piece.
                Some(_) if matches!(spot.piece, Some(Piece::Chess(..))) => &*cell.text,
                Some(side) if spot.label.is_some() || top.is_some() || !bare => signs.side(side),
                _ => "",
            };
            let is_number = spot
                .number
                .is_some_and(|number| words == number.to_string());
            let short = if is_number && most == 1 {
                let last_two = words.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
                words[last_two..].to_owned()
            } else {
                String::new()
            };
            #[expect(clippy::cast_precision_loss, reason = "a few columns")]
            let room = (most + 1 - color.chars().count().max(1)) as f32;
            #[expect(clippy::cast_precision_loss, reason = "a few columns")]
            let words = measure::cut(&words, room, |text| measure::columns(text) as f32);
            let words = if signs.ascii {
                words.replace('…', "~")
            } else {
                words
            };
            if short.len() > 1 {
                let text = format!("{color}{short}");
                let mut rest = text.chars();
                cell.lead = rest.next();
                rest.as_str().clone_into(&mut cell.text);
                cell.ink = side.map_or(Ink::Sign, Ink::On);
            } else if !words.is_empty() {
                cell.text = format!("{color}{words}");
                cell.ink = side.map_or(Ink::Sign, Ink::On);
            }
        } else if let Some(hint) = spot.free_hint() {
            let text: String = sanitize(&hint.text).chars().take(most.min(2)).collect();
            cell.text = if text.is_empty() { "?".into() } else { text };
            cell.ink = Ink::Hint;
        }
        if let Some(mark) = spot.mark {
            cell.mark = Some(signs.mark(mark));
        }
        if spot.free_last() {
            cell.last = true;
            cell.mark = Some(')');
        }
        if spot.dim && spot.piece.is_none() {
            let bare = Spot {
                dim: true,
                ..Spot::default()
            };
            if *spot == bare {
                signs.dim.clone_into(&mut cell.text);
            }
            cell.ink = Ink::Dim;
        }
        cell.width = measure::columns(&cell.text).max(1);
        cell
    }
}

/// The bare board at a point.
fn crossing(scene: &Scene, point: Point, signs: &Signs) -> &'static str {
    let star = scene.stars.binary_search(&point).is_ok();
    if scene.board != Board::Lines || signs.ascii {
        let on_point = scene.board == Board::Lines;
        return if star && on_point {
            signs.star
        } else {
            signs.empty
        };
    }
    let (left, right) = (point.x == 0, point.x + 1 == scene.columns);
    let (top, bottom) = (point.y == 0, point.y + 1 == scene.rows);
    match (left, right, top, bottom) {
        (true, true, ..) | (.., true, true) => "┼",
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (.., true, _) => "┬",
        (.., true) => "┴",
        _ if star => signs.star,
        _ => "┼",
    }
}
