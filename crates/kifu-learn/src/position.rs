//! A position before a move, as the presets read it.

use kifu_go::{Color, Game, Move, Point, Size};

use crate::bits::{clear, get, plane_bytes, set};

/// Number of past positions kept.
pub(crate) const HISTORY: usize = 8;

/// A position on a square of `side` points: a smaller board is in the upper left corner.
#[derive(Clone, Debug)]
pub struct Position {
    side: u8,
    /// Planes of black and white stones of this position and those before it: a ring.
    past: [[Vec<u8>; 2]; HISTORY],
    now: usize,
    known: usize,
    /// Number of the move that placed each stone, counted from 1; 0 for setup.
    pub(crate) placed: Vec<u32>,
    /// The last moves, the latest first.
    pub(crate) moves: [Option<(Color, Move)>; 5],
    pub(crate) number: u32,
    /// Komi; 0 if the record has none.
    pub(crate) komi: f64,
    /// Number of handicap stones.
    pub(crate) handicap: u32,
    /// The points from which stones were removed in this game; it may have more points.
    emptied: Vec<u8>,
    depth: usize,
}

impl Position {
    /// An empty position.
    #[must_use]
    pub fn new(side: u8) -> Self {
        let plane = || vec![0; plane_bytes(side)];
        Self {
            side,
            past: std::array::from_fn(|_| [plane(), plane()]),
            now: 0,
            known: 0,
            placed: vec![0; usize::from(side) * usize::from(side)],
            moves: [None; 5],
            number: 0,
            komi: 0.0,
            handicap: 0,
            emptied: plane(),
            depth: 0,
        }
    }

    /// The side of the square.
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The index of a point in a plane.
    #[inline]
    pub(crate) const fn index(&self, point: Point) -> usize {
        point.y as usize * self.side as usize + point.x as usize
    }

    /// The planes of black and white stones `ago` positions ago; `None` before the game began.
    pub(crate) fn stones(&self, ago: usize) -> Option<&[Vec<u8>; 2]> {
        (ago <= self.known && ago < HISTORY)
            .then(|| &self.past[(self.now + HISTORY - ago) % HISTORY])
    }

    /// Number of stones of a color.
    pub(crate) fn count(&self, color: Color) -> u32 {
        let [black, white] = &self.past[self.now];
        let stones = if color == Color::Black { black } else { white };
        stones.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Whether a stone may have been removed from the point of an index.
    pub(crate) fn was_emptied(&self, index: usize) -> bool {
        get(&self.emptied, index)
    }

    /// Begins a game with the position on its board.
    pub(crate) fn begin(&mut self, game: &Game, komi: f64) {
        self.known = 0;
        self.moves = [None; 5];
        self.number = 0;
        self.komi = komi;
        self.handicap = 0;
        // A move in the root may have captured stones of the setup.
        let is_captured = Color::BOTH.iter().any(|color| game.prisoners(*color) > 0);
        self.emptied.fill(if is_captured { 0xFF } else { 0 });
        self.placed.fill(0);
        self.copy(game);
    }

    /// Reads the stones from the board.
    fn copy(&mut self, game: &Game) {
        let [black, white] = &mut self.past[self.now];
        black.fill(0);
        white.fill(0);
        let side = usize::from(self.side);
        for (point, color) in game.board().stones() {
            let index = usize::from(point.y) * side + usize::from(point.x);
            set(if color == Color::Black { black } else { white }, index);
        }
        self.depth = game.depth();
    }

    /// Keeps this position as one of the past: a move follows.
    pub(crate) fn keep(&mut self) {
        let next = (self.now + 1) % HISTORY;
        let (from, to) = if self.now < next {
            let (head, tail) = self.past.split_at_mut(next);
            (&head[self.now], &mut tail[0])
        } else {
            let (head, tail) = self.past.split_at_mut(self.now);
            (&tail[0], &mut head[next])
        };
        to[0].copy_from_slice(&from[0]);
        to[1].copy_from_slice(&from[1]);
        self.now = next;
        self.known = (self.known + 1).min(HISTORY);
    }

    /// Follows a node that was executed.
    pub(crate) fn follow(&mut self, game: &Game, played: Option<(Color, Move)>) {
        match game.depth() - self.depth.min(game.depth()) {
            0 => {}
            1 => {
                let side = usize::from(self.side);
                let [black, white] = &mut self.past[self.now];
                for (point, _) in game.last_changes() {
                    let index = usize::from(point.y) * side + usize::from(point.x);
                    clear(black, index);
                    clear(white, index);
                    match game.board().get(point) {
                        Some(Color::Black) => set(black, index),
                        Some(Color::White) => set(white, index),
                        None => set(&mut self.emptied, index),
                    }
                }
                self.depth = game.depth();
            }
            _ => {
                self.emptied.fill(0xFF);
                self.copy(game);
            }
        }
        if let Some((color, play)) = played {
            self.number += 1;
            self.moves.rotate_right(1);
            self.moves[0] = Some((color, play));
            if let Move::Play(point) = play
                && game.board().size().contains(point)
            {
                let index = self.index(point);
                self.placed[index] = self.number;
            }
        }
    }

    /// The indices of the points of a board.
    pub(crate) fn points(&self, size: Size) -> impl Iterator<Item = (Point, usize)> + use<> {
        let side = usize::from(self.side);
        size.points()
            .map(move |point| (point, usize::from(point.y) * side + usize::from(point.x)))
    }
}
