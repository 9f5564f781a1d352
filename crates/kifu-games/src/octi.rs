//! Octi: pods that move where their prongs point.
//!
//! Without setup, a game begins with one pod on each octi square: those that `BO` and `WO` name, or the usual ones of a
//! board of 9 by 9.

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::games::octi::{self, Action, Hop, Move, Prong, Prongs, Stone};
use kifu_sgf::schema::Game;

use crate::grid::setup_property;
use crate::position::{self, Mark, Turn, bad_move};
use crate::{Notation, Note, NoteKind, Notes, Piece, Play, Played};

/// A pod with its prongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pod {
    /// The owner.
    pub color: Color,
    /// Directions of its prongs, super prongs included.
    pub prongs: Prongs,
    /// Directions of its super prongs.
    pub super_prongs: Prongs,
}

/// Pods on the points of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns and rows, 9 at most.
    pub size: Size,
    /// The pods, with their points; several may be on one. Points count from the upper left.
    pub pods: Vec<(Point, Pod)>,
    /// The octi squares of Black and of White.
    pub squares: [Vec<Point>; 2],
}

/// Maximum number of pods on a board; a player has seven.
const MOST: usize = 40;

const TOO_MANY: &str = "more pods are on the board than any game has; this one is left out";

/// The octi squares of a board of 9 by 9: of Black and of White.
const USUAL: [[&str; 3]; 2] = [["33", "53", "73"], ["37", "57", "77"]];

impl Board {
    /// The pod that a stone names: the one with exactly these prongs, or else with these among others.
    fn find(&self, point: Point, named: Prongs, color: Option<Color>) -> Option<usize> {
        let fits = |exact: bool| {
            self.pods.iter().position(|(at, pod)| {
                *at == point
                    && color.is_none_or(|color| color == pod.color)
                    && if exact {
                        pod.prongs == named
                    } else {
                        named.iter().all(|prong| pod.prongs.contains(prong))
                    }
            })
        };
        fits(true).or_else(|| fits(false))
    }

    fn point(&self, point: octi::Point) -> Option<Point> {
        octi_point(point, self.size)
    }
}

/// A point of the notation on a board of this size; `None` if it is off the board.
pub(crate) fn octi_point(point: octi::Point, size: Size) -> Option<Point> {
    let y = size.rows().checked_sub(u16::from(point.row))?;
    let point = Point::new(u16::from(point.column).checked_sub(1)?, y);
    size.contains(point).then_some(point)
}

fn with(prongs: Prongs, prong: Prong) -> Prongs {
    prongs.iter().chain([prong]).collect()
}

fn without(prongs: Prongs, taken: Prongs) -> Prongs {
    prongs
        .iter()
        .filter(|prong| !taken.contains(*prong))
        .collect()
}

/// The direction of a step or jump, and the point jumped over; `None` if it is neither.
fn direction(from: Point, to: Point) -> Option<(Prong, Option<Point>)> {
    let delta = |from: u16, to: u16| i32::from(to) - i32::from(from);
    let (dx, dy) = (delta(from.x, to.x), delta(from.y, to.y));
    let length = dx.abs().max(dy.abs());
    let is_straight = [0, length].contains(&dx.abs()) && [0, length].contains(&dy.abs());
    if !is_straight || !(1..=2).contains(&length) {
        return None;
    }
    let number = match (dx.signum(), dy.signum()) {
        (0, -1) => 0,
        (1, -1) => 1,
        (1, 0) => 2,
        (1, 1) => 3,
        (0, 1) => 4,
        (-1, 1) => 5,
        (-1, 0) => 6,
        _ => 7,
    };
    let middle = Point::new(u16::midpoint(from.x, to.x), u16::midpoint(from.y, to.y));
    Some((Prong::new(number)?, (length == 2).then_some(middle)))
}

/// The position of a game of Octi.
#[derive(Debug)]
pub(crate) struct Position {
    board: Board,
    turn: Turn,
    /// The pods before each node of the path from the root: they are few.
    before: Vec<Vec<(Point, Pod)>>,
}

impl Position {
    pub(crate) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let root = tree.root();
        let size = position::size(tree, Game::Octi, notes).at_most(9);
        let mut squares = [Vec::new(), Vec::new()];
        for (color, identifier) in [(Color::Black, "BO"), (Color::White, "WO")] {
            let list = Notation::Octi(size).list(root, identifier, notes);
            squares[color as usize] = list.into_iter().collect();
        }
        if squares.iter().all(Vec::is_empty) && size == Size::of::<9, 9>() {
            squares = USUAL.map(|points| {
                let points = points.iter().filter_map(|raw| octi::Point::parse(raw).ok());
                points.filter_map(|point| octi_point(point, size)).collect()
            });
        }
        let mut board = Board {
            size,
            pods: Vec::new(),
            squares,
        };
        if !position::has_setup(tree) {
            for color in [Color::Black, Color::White] {
                for point in board.squares[color as usize].iter().take(MOST / 2) {
                    board.pods.push((*point, Pod::new(color)));
                }
            }
        }
        Self {
            board,
            turn: Turn::first(tree, Color::Black),
            before: Vec::new(),
        }
    }

    fn put(&mut self, point: Point, pod: Pod) -> bool {
        let has_room = self.board.pods.len() < MOST;
        if has_room {
            self.board.pods.push((point, pod));
        }
        has_room
    }

    /// Executes the action of a pod; the point where it ends, and the first rule it breaks.
    fn act(&mut self, color: Color, action: &Action) -> (Option<Point>, Option<&'static str>) {
        const MISSING: &str = "no pod of the player is where the move begins";
        const OFF_BOARD: &str = "the move leaves the board";
        let find = |stone: &Stone| {
            let point = self.board.point(stone.point)?;
            Some((self.board.find(point, stone.prongs, Some(color))?, point))
        };
        match action {
            Action::Pod(point) => {
                let Some(point) = self.board.point(*point) else {
                    return (None, Some(OFF_BOARD));
                };
                let is_own = self.board.squares[color as usize].contains(&point);
                if !self.put(point, Pod::new(color)) {
                    return (None, Some(TOO_MANY));
                }
                let rule = "a new pod begins on an octi square of its player";
                (Some(point), (!is_own).then_some(rule))
            }
            Action::Add {
                stone,
                prong,
                is_super,
            } => {
                let Some((index, point)) = find(stone) else {
                    return (None, Some(MISSING));
                };
                let pod = &mut self.board.pods[index].1;
                let rule = "the pod already has a prong in this direction";
                let broken = pod.prongs.contains(*prong).then_some(rule);
                pod.prongs = with(pod.prongs, *prong);
                if *is_super {
                    pod.super_prongs = with(pod.super_prongs, *prong);
                }
                (Some(point), broken)
            }
            Action::Turn { stone, to, from } => {
                let Some((index, point)) = find(stone) else {
                    return (None, Some(MISSING));
                };
                let pod = &mut self.board.pods[index].1;
                let rule = "the pod has no prong that can be turned like this";
                let broken =
                    (!pod.prongs.contains(*from) || pod.prongs.contains(*to)).then_some(rule);
                let taken = Prongs::from_iter([*from]);
                pod.prongs = with(without(pod.prongs, taken), *to);
                if pod.super_prongs.contains(*from) {
                    pod.super_prongs = with(without(pod.super_prongs, taken), *to);
                }
                (Some(point), broken)
            }
            Action::Travel { stone, hops } => {
                let Some((index, point)) = find(stone) else {
                    return (None, Some(MISSING));
                };
                let (_, pod) = self.board.pods.remove(index);
                let mut at = point;
                let mut broken = None;
                let mut taken = Vec::new();
                for hop in hops {
                    let Some(to) = self.board.point(hop.to) else {
                        broken = broken.or(Some(OFF_BOARD));
                        break;
                    };
                    broken = broken.or(self.hop(pod, at, to, hop, &mut taken));
                    at = to;
                }
                // Captured pods leave the board when the move ends.
                taken.sort_unstable();
                taken.dedup();
                for index in taken.into_iter().rev() {
                    self.board.pods.remove(index);
                }
                self.board.pods.push((at, pod));
                (Some(at), broken)
            }
        }
    }

    /// Adds the pods that a hop captures to `taken`; the rule it breaks.
    fn hop(
        &self,
        pod: Pod,
        from: Point,
        to: Point,
        hop: &Hop,
        taken: &mut Vec<usize>,
    ) -> Option<&'static str> {
        let Some((prong, over)) = direction(from, to) else {
            return Some("a hop is neither a step nor a jump");
        };
        let mut broken = None;
        if !pod.prongs.contains(prong) {
            broken = Some("the pod has no prong in the direction of the move");
        }
        let is_jumped = |at: &Point| Some(*at) == over;
        if over.is_some() && !self.board.pods.iter().any(|(at, _)| is_jumped(at)) {
            broken = broken.or(Some("a jump is over an empty square"));
        }
        for named in &hop.captures {
            let before = taken.len();
            if named.is_empty() {
                let pods = self.board.pods.iter().enumerate();
                taken.extend(
                    pods.filter(|(_, (at, _))| is_jumped(at))
                        .map(|(index, _)| index),
                );
            } else if let Some(over) = over {
                taken.extend(self.board.find(over, *named, None));
            }
            if taken.len() == before {
                broken = broken.or(Some("a pod to be captured is missing"));
            }
        }
        broken
    }
}

impl Pod {
    const fn new(color: Color) -> Self {
        Self {
            color,
            prongs: Prongs::NONE,
            super_prongs: Prongs::NONE,
        }
    }
}

impl crate::Position for Position {
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>) {
        *self = Self::new(tree, notes);
    }

    fn mark(&mut self) -> Mark {
        self.before.push(self.board.pods.clone());
        self.turn.mark([self.before.len() - 1, 0])
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.turn.back_to(mark);
        self.before.truncate(mark.steps[0] + 1);
        self.before.pop().is_some_and(|pods| {
            self.board.pods = pods;
            true
        })
    }

    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        let identifier = setup_property(stone);
        let Some(color) = stone else {
            let pods = &mut self.board.pods;
            let read = Notation::Octi(self.board.size).each_row(
                value,
                &mut MOST.clone(),
                |row, columns| {
                    pods.retain(|(at, _)| at.y != row || !columns.contains(&at.x));
                },
            );
            if let Err(error) = read {
                notes.add(value, error.kind(identifier));
            }
            return;
        };
        match Stone::parse_lenient(value) {
            Ok(read) => match self.board.point(read.value.point) {
                Some(point) => {
                    let pod = Pod {
                        prongs: read.value.prongs,
                        ..Pod::new(color)
                    };
                    if !self.put(point, pod) {
                        notes.rule(value, TOO_MANY);
                    }
                }
                None => notes.value(value, identifier, kifu_sgf::value::ValueErrorKind::OffBoard),
            },
            Err(error) => notes.value(value, identifier, error.kind),
        }
    }

    /// `RP`: removes the pod with these prongs, or else these prongs of a pod that has more.
    fn other(&mut self, identifier: &'static str, value: &str, notes: &mut Notes<'_>) {
        if identifier != "RP" {
            return;
        }
        let stone = match Stone::parse_lenient(value) {
            Ok(read) => read.value,
            Err(error) => return notes.value(value, identifier, error.kind),
        };
        let point = self.board.point(stone.point);
        let found = point.and_then(|point| self.board.find(point, stone.prongs, None));
        let Some(index) = found else {
            notes.add(value, NoteKind::Rule("a pod to be removed is missing"));
            return;
        };
        let pod = &mut self.board.pods[index].1;
        if stone.prongs.is_empty() || pod.prongs == stone.prongs {
            self.board.pods.remove(index);
        } else {
            pod.prongs = without(pod.prongs, stone.prongs);
            pod.super_prongs = without(pod.super_prongs, stone.prongs);
        }
    }

    fn set_number(&mut self, number: u32) {
        self.turn.number = number;
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let mut place = None;
        match Move::parse_lenient(play.value) {
            Ok(read) => {
                let mut broken = None;
                for action in &read.value.actions {
                    let (end, rule) = self.act(play.color, action);
                    place = end.or(place);
                    broken = broken.or(rule);
                }
                if let Some(rule) = broken {
                    notes.rule(play.value, rule);
                }
            }
            Err(error) => bad_move(play, error, notes),
        }
        self.turn.play(play.color, place)
    }

    fn set_to_play(&mut self, color: Color) {
        self.turn.to_play = color;
    }

    fn game(&self) -> Game {
        Game::Octi
    }

    fn notation(&self) -> Notation {
        Notation::Octi(self.board.size)
    }

    fn to_play(&self) -> Color {
        self.turn.to_play
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        let read = Move::parse_lenient(raw).ok()?;
        let end = match read.value.actions.last()? {
            Action::Pod(point) => *point,
            Action::Add { stone, .. } | Action::Turn { stone, .. } => stone.point,
            Action::Travel { hops, .. } => hops.last()?.to,
        };
        self.board.point(end)
    }

    fn pieces(&self, take: &mut dyn FnMut(Point, Piece)) {
        for point in self.board.size.points() {
            let top = self.board.pods.iter().rfind(|(at, _)| *at == point);
            if let Some((_, pod)) = top {
                take(point, Piece::Pod(pod.color));
            }
        }
    }

    fn octi(&self) -> Option<&Board> {
        Some(&self.board)
    }
}
