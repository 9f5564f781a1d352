//! Backgammon: checkers, dice and cube.

use kifu_sgf::games::backgammon::Move;
use kifu_sgf::value::number;
use kifu_sgf::{GameTree, Node};

use super::note::{Note, NoteKind, note};
use super::reader::{Reader, backgammon_point};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Backgammon, Board, Cube, Point, Scene, Side, Stack};

#[derive(Debug)]
pub(super) struct Game {
    board: Backgammon,
    turn: Turn,
    /// The board before each node of the way from the root: it is small.
    before: Vec<Backgammon>,
}

impl Game {
    pub(super) fn new(tree: GameTree<'_>) -> Self {
        let mut board = if rules::has_setup(tree) {
            Backgammon::default()
        } else {
            Backgammon::start()
        };
        board.cube = Some(Cube {
            value: 1,
            owner: None,
        });
        Self {
            board,
            turn: Turn::first(tree, Side::White),
            before: Vec::new(),
        }
    }

    /// Puts a checker on a point, the bar or the tray. One checker of the
    /// opponent there is hit; false if there are more.
    fn put(&mut self, at: u16, side: Side) -> bool {
        let own = side as usize;
        match at {
            24 => self.board.bar[own] = self.board.bar[own].saturating_add(1),
            25 => self.board.tray[own] = self.board.tray[own].saturating_add(1),
            _ => {
                let stack = &mut self.board.points[usize::from(at)];
                let hit = if stack.side == Some(side.other()) {
                    stack.count
                } else {
                    0
                };
                *stack = Stack {
                    count: (stack.count - hit).saturating_add(1),
                    side: Some(side),
                };
                let bar = &mut self.board.bar[side.other() as usize];
                *bar = bar.saturating_add(hit);
                return hit < 2;
            }
        }
        true
    }

    /// Takes a checker away; false if there is none.
    fn take(&mut self, at: u16, side: Side) -> bool {
        let count = match at {
            24 => &mut self.board.bar[side as usize],
            25 => &mut self.board.tray[side as usize],
            _ => {
                let stack = &mut self.board.points[usize::from(at)];
                if stack.side != Some(side) {
                    return false;
                }
                if stack.count == 1 {
                    *stack = Stack::default();
                    return true;
                }
                &mut stack.count
            }
        };
        let is_there = *count > 0;
        *count = count.saturating_sub(1);
        is_there
    }

    fn clear(&mut self, at: u16) {
        match at {
            24 => self.board.bar = [0; 2],
            25 => self.board.tray = [0; 2],
            _ => self.board.points[usize::from(at)] = Stack::default(),
        }
    }

    /// Points may be named several times: once for each checker.
    fn setup(&mut self, node: Node<'_>, notes: &mut Vec<Note>) {
        for identifier in ["AE", "AB", "AW"] {
            for raw in node.values(identifier) {
                let corners = match raw.split_once(':') {
                    Some((a, b)) => Reader::Backgammon
                        .point(a)
                        .and_then(|a| Ok((a, Reader::Backgammon.point(b)?))),
                    None => Reader::Backgammon.point(raw).map(|point| (point, point)),
                };
                match corners {
                    Ok((a, b)) => {
                        for at in a.x.min(b.x)..=a.x.max(b.x) {
                            match identifier {
                                "AB" => drop(self.put(at, Side::Black)),
                                "AW" => drop(self.put(at, Side::White)),
                                _ => self.clear(at),
                            }
                        }
                    }
                    Err(error) => {
                        let identifier = identifier.into();
                        notes.push(note(node, raw, NoteKind::Value { identifier, error }));
                    }
                }
            }
        }
        let cube = self.board.cube.get_or_insert_default();
        let value = node
            .value("CV")
            .and_then(|raw| number::parse_lenient(raw).ok());
        if let Some(value) = value.and_then(|read| u32::try_from(read.value).ok()) {
            cube.value = value;
        }
        match node.value("CO").map(str::trim) {
            Some("b" | "B") => cube.owner = Some(Side::Black),
            Some("w" | "W") => cube.owner = Some(Side::White),
            Some("c" | "C" | "n" | "N") => cube.owner = None,
            _ => {}
        }
        if let Some(dice) = node.value("DI") {
            let dice = dice.bytes().filter(|byte| matches!(byte, b'1'..=b'6'));
            self.board.dice = dice.take(4).map(|byte| byte - b'0').collect();
            self.board.turn = None;
        }
    }

    fn play(&mut self, side: Side, mv: Move) -> (Option<Point>, bool) {
        let mut place = None;
        let mut legal = true;
        self.board.dice.clear();
        self.board.turn = Some(side);
        let cube = self.board.cube.get_or_insert_default();
        match mv {
            Move::Roll(roll) => {
                self.board.dice = roll.dice().to_vec();
                for step in roll.steps() {
                    let [from, to] = [step.from, step.to].map(backgammon_point);
                    legal &= self.take(from.x, side);
                    legal &= self.put(to.x, side);
                    place = Some(to);
                }
            }
            Move::Take => {
                cube.value = cube.value.saturating_mul(2);
                cube.owner = Some(side);
            }
            Move::Double | Move::Drop => {}
        }
        (place, legal)
    }
}

impl<'a> Rules<'a> for Game {
    fn board(&self) -> Scene {
        Scene::new(Board::Backgammon(Box::default()), 26, 1)
    }

    fn reader(&self) -> Reader {
        Reader::Backgammon
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.before.push(self.board.clone());
        self.setup(node, notes);
        let played = rules::play(node).map(|(side, raw)| {
            let place = match Move::parse_lenient(raw) {
                Ok(read) => {
                    let (place, legal) = self.play(side, read.value);
                    if !legal {
                        let kind = NoteKind::Rule(
                            "a checker is missing where a step begins, or a point is held where it ends",
                        );
                        notes.push(note(node, raw, kind));
                    }
                    place
                }
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            };
            self.turn.play(side, place)
        });
        self.turn.end(node);
        played
    }

    fn leave(&mut self) -> bool {
        self.turn.leave();
        self.before.pop().is_some_and(|board| {
            self.board = board;
            true
        })
    }

    fn pieces(&self, scene: &mut Scene) {
        scene.board = Board::Backgammon(Box::new(self.board.clone()));
    }

    fn to_play(&self) -> Side {
        self.turn.to_play
    }

    fn has_numbers(&self) -> bool {
        false
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        match Move::parse_lenient(raw).ok()?.value {
            Move::Roll(roll) => roll.steps().last().map(|step| backgammon_point(step.to)),
            _ => None,
        }
    }
}
