mod setup;
mod undo;

use alloc::{vec, vec::Vec};

use crate::{
    Board, CapturedStones, Color, Illegal, Ko, Move, Point, Rules, Size,
    bare::{EMPTY, index, ink},
    change::{Change, PACKED},
    history::{History, Step},
    zobrist,
};

/// A game in progress: board, player to move, prisoners, ko and earlier positions.
///
/// Illegal moves are executed too, as FF\[4\] requires, and the violation is reported; [`Game::try_play`] refuses them
/// instead.
///
/// # Walking a tree
///
/// Every change is a *step* that [`Game::undo`] reverts, at a cost that depends on the groups touched and not on the
/// length of the game. So a program that walks through a tree plays forward into a node and undoes on the way out:
///
/// ```
/// use kifu_go::{Color, Game, Point, Rules, Size};
///
/// let mut game = Game::new(Size::GO, Rules::JAPANESE);
/// game.play(Color::Black, Point::new(15, 3));
/// let branch = game.depth();
/// for (x, y) in [(3, 15), (2, 2), (16, 16)] {
///     game.play(Color::White, Point::new(x, y));
///     game.play(Color::Black, Point::new(9, 9));
///     game.undo_to(branch);
/// }
/// assert_eq!(game.move_number(), 1);
/// ```
///
/// A step takes some 60 bytes and two for each point that changed; nothing is allocated in a move
/// but when these lists grow (see [`Game::reserve`]).
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    rules: Rules,
    /// The state after each step; the first is the state before all steps.
    steps: Vec<Step>,
    history: History,
    /// Old contents of the points that the steps changed, oldest first.
    changes: Vec<Change>,
    /// For each cell the colors of the stones that moves removed from it, as bits. Only a stone that returns to a cell
    /// from which one of its color was removed can repeat a position. After an undo bits may stay, which costs an
    /// extra search.
    gone: Vec<u8>,
}

/// Number of changes that a step stores one by one, on a board of any size.
const FEW: usize = 64;
/// Number of steps from which rebuilding all groups is faster than undoing each step.
const FAR: usize = 64;

/// Result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// The number of the move.
    pub number: u32,
    /// Stones that the move removed.
    pub taken: CapturedStones,
    /// The rule that the move broke, if any; the move was executed anyway.
    pub illegal: Option<Illegal>,
    /// Number of the last move with this position after it (under situational superko: with the same player to move);
    /// `None` for a new position. A pass repeats the position and is not counted here.
    ///
    /// A repetition that the rules allow may still matter: by Japanese rules it can end a game without result.
    pub repeats: Option<u32>,
}

impl Game {
    /// A game on an empty board, black to play.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Self {
        Self::from_board(Board::new(size), rules, Color::Black)
    }

    /// A game that begins with a position.
    #[must_use]
    pub fn from_board(board: Board, rules: Rules, to_play: Color) -> Self {
        let mut game = Self {
            gone: vec![0; board.bare().len()],
            board,
            rules,
            steps: Vec::new(),
            history: History::default(),
            changes: Vec::new(),
        };
        // A board has at most 52 × 52 points.
        let stones = game.board.stones().count() as u16;
        game.start(to_play, stones);
        game
    }

    /// Begins another game with an empty board, black to play: as [`Game::new`], but in the memory
    /// of this one.
    pub fn restart(&mut self, size: Size, rules: Rules) {
        if self.board.size() == size {
            self.board.clear();
        } else {
            self.board = Board::new(size);
        }
        self.rules = rules;
        self.steps.clear();
        self.history.clear();
        self.changes.clear();
        self.gone.clear();
        self.gone.resize(self.board.bare().len(), 0);
        self.start(Color::Black, 0);
    }

    /// Adds the state before all steps, with this number of stones on the board.
    fn start(&mut self, to_play: Color, stones: u16) {
        self.steps.push(Step {
            key: self.key(self.board.hash(), to_play),
            changes: 0,
            since: 0,
            move_number: 0,
            prisoners: [0; 2],
            ko: 0,
            stones,
            to_play,
            packed: false,
        });
    }

    /// Reserves memory for this number of further steps, so that moves do not allocate.
    pub fn reserve(&mut self, steps: usize) {
        self.steps.reserve(steps);
        self.changes.reserve(steps * 2);
        self.history.reserve(steps);
    }

    /// The position.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The player to move: the opponent of the last player, unless set otherwise.
    #[must_use]
    pub fn to_play(&self) -> Color {
        self.now().to_play
    }

    /// The number of the last move, passes counted; 0 at the start.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.now().move_number
    }

    /// Number of stones that `color` has captured, including the opponent's suicides.
    #[must_use]
    pub fn prisoners(&self, color: Color) -> u32 {
        self.now().prisoners[color.index()]
    }

    /// Point at which the player to move may not retake a ko.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        let at = usize::from(self.now().ko);
        (at != 0).then(|| self.board.bare().point(at))
    }

    /// The hash of the position with the player to move.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.board.hash() ^ zobrist::to_play(self.to_play())
    }

    /// Number of steps that can be undone.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.steps.len() - 1
    }

    /// Whether `color` may make this move.
    ///
    /// A pass is always legal. The player to move is not checked.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check(&self, color: Color, mv: impl Into<Move>) -> Result<(), Illegal> {
        let Move::Play(point) = mv.into() else {
            return Ok(());
        };
        let size = self.board.size();
        if !size.contains(point) {
            return Err(Illegal::OffBoard { point, size });
        }
        if let Some(by) = self.board.get(point) {
            return Err(Illegal::Occupied { point, by });
        }
        let at = index(point, size);
        let seen = self.board.foresee(at, ink(color));
        if seen.suicide > 0 && !self.rules.suicide {
            return Err(Illegal::Suicide {
                point,
                stones: seen.suicide,
            });
        }
        if self.is_new_at(at, color) && seen.suicide == 0 {
            return Ok(());
        }
        let now = self.now();
        let stones = now.stones + 1 - seen.captured - seen.suicide;
        let key = self.key(seen.hash, !color);
        let before = self.history.find(&self.steps, key, stones);
        let (ko, earlier) = (retakes(now, at, color, seen.captured), self.since(before));
        self.forbidden(point, now.move_number.saturating_add(1), ko, earlier)
            .map_or(Ok(()), Err)
    }

    /// Points where `color` may play, row by row; passing is always legal.
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board
            .size()
            .points()
            .filter(move |point| self.check(color, *point).is_ok())
    }

    /// Executes a move, legal or not, by the standard: see [`Board::play`]. The player to move is then the opponent of
    /// `color`.
    ///
    /// A point off the board counts as a move without effect.
    #[inline]
    pub fn play(&mut self, color: Color, mv: impl Into<Move>) -> MoveResult {
        let size = self.board.size();
        let (taken, illegal, repeats) = match mv.into() {
            Move::Play(point) if size.contains(point) => {
                let (taken, is_new) = self.put(color, point);
                let (illegal, repeats) = if is_new {
                    (None, None)
                } else {
                    self.judge(color, point, taken)
                };
                (taken, illegal, repeats)
            }
            mv => {
                self.wait(color);
                let off_board = mv.point().map(|point| Illegal::OffBoard { point, size });
                (CapturedStones::default(), off_board, None)
            }
        };
        MoveResult {
            number: self.move_number(),
            taken,
            illegal,
            repeats,
        }
    }

    /// Executes a move as [`Game::play`] does, but does not search for the rules it breaks and the position it repeats.
    #[inline]
    pub fn execute(&mut self, color: Color, mv: impl Into<Move>) {
        match mv.into() {
            Move::Play(point) if self.board.size().contains(point) => {
                self.put(color, point);
            }
            _ => self.wait(color),
        }
    }

    /// Makes a move that does not change the board.
    fn wait(&mut self, color: Color) {
        let now = self.now();
        let next = Step {
            changes: self.changes.len(),
            move_number: now.move_number.saturating_add(1),
            ko: 0,
            to_play: !color,
            ..*now
        };
        self.step(next);
    }

    /// Executes a move like [`Game::play`], but returns its result only if it broke a rule or repeated a position.
    /// This is faster for whole archives.
    #[inline]
    pub fn play_plain(&mut self, color: Color, point: Point) -> Option<MoveResult> {
        if !self.board.size().contains(point) {
            return Some(self.play(color, point));
        }
        let (taken, is_new) = self.put(color, point);
        if is_new {
            return None;
        }
        let (illegal, repeats) = self.judge(color, point, taken);
        (illegal.is_some() || repeats.is_some()).then(|| MoveResult {
            number: self.move_number(),
            taken,
            illegal,
            repeats,
        })
    }

    /// Puts a stone on a point of the board, and removes the stones it kills. Also returns whether the move is new: it
    /// repeats no position, replaces no stone and loses no stone of its own.
    #[inline(never)]
    fn put(&mut self, color: Color, point: Point) -> (CapturedStones, bool) {
        let at = self.board.bare().index(point);
        let is_new = self.is_new_at(at, color);
        let changes = self.changes.len();
        let (old, dead) = self.board.lay(at, point, color);
        self.changes.push(Change::new(at, old));
        let now = self.now();
        let next = Step {
            key: self.key(self.board.hash(), !color),
            changes,
            since: now.since,
            move_number: now.move_number.saturating_add(1),
            prisoners: now.prisoners,
            ko: 0,
            stones: now.stones + 1,
            to_play: !color,
            packed: false,
        };
        self.push(next);
        if old == EMPTY && !dead {
            return (CapturedStones::default(), is_new);
        }
        let taken = self.settle(at, color, old);
        let lives = taken.suicide == 0 && taken.overwritten.is_none();
        (taken, is_new && lives)
    }

    /// Removes the stones that die by the stone of the last step, which replaced `old`.
    #[inline(never)]
    fn settle(&mut self, at: usize, color: Color, old: u16) -> CapturedStones {
        let (log, gone) = (&mut self.changes, &mut self.gone);
        gone[at] |= old as u8;
        let taken = self.board.settle(at, color, old, |at, ink| {
            log.push(Change::new(at, ink));
            gone[at] |= ink as u8;
        });
        let Some(mut step) = self.steps.pop() else {
            return taken;
        };
        step.stones -= taken.captured + taken.suicide + u16::from(old != EMPTY);
        let [own, other] = [color.index(), (!color).index()];
        step.prisoners[own] = step.prisoners[own].saturating_add(taken.captured.into());
        step.prisoners[other] = step.prisoners[other].saturating_add(taken.suicide.into());
        if taken.captured == 1 && taken.suicide == 0 && old == EMPTY {
            let bare = self.board.bare();
            if bare.stones(bare.head(at)) == 1 && bare.breath(at) == 1 {
                step.ko = self.changes[step.changes + 1].0 & 0xfff;
            }
        }
        self.step(step);
        taken
    }

    /// Notes on the last move: the rules it breaks, and the position it repeats.
    #[inline(never)]
    fn judge(
        &mut self,
        color: Color,
        point: Point,
        taken: CapturedStones,
    ) -> (Option<Illegal>, Option<u32>) {
        let Some((now, before)) = self.steps.split_last() else {
            return (None, None);
        };
        let found = self.history.look_up(before, now.key, now.stones);
        let earlier = self.since(found);
        let illegal = if let Some(by) = taken.overwritten {
            Some(Illegal::Occupied { point, by })
        } else if taken.suicide > 0 && !self.rules.suicide {
            Some(Illegal::Suicide {
                point,
                stones: taken.suicide,
            })
        } else {
            let at = self.board.bare().index(point);
            let ko = before
                .last()
                .is_some_and(|before| retakes(before, at, color, taken.captured));
            self.forbidden(point, now.move_number, ko, earlier)
        };
        (illegal, earlier)
    }

    /// Whether no stone of this color was ever removed from there: a stone that is put there, and lives, makes a new
    /// position.
    #[inline]
    fn is_new_at(&self, at: usize, color: Color) -> bool {
        self.gone[at] & ink(color) as u8 == 0
    }

    /// Passes.
    pub fn pass(&mut self, color: Color) -> MoveResult {
        self.play(color, Move::Pass)
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// The rule that forbids it, as [`Illegal`]; nothing is changed.
    pub fn try_play(&mut self, color: Color, mv: impl Into<Move>) -> Result<MoveResult, Illegal> {
        let mv = mv.into();
        self.check(color, mv)?;
        Ok(self.play(color, mv))
    }

    #[inline]
    fn now(&self) -> &Step {
        // Never empty: `undo` leaves the first.
        &self.steps[self.steps.len() - 1]
    }

    /// Adds a step whose changes are made; sets its key and its form of storage.
    fn step(&mut self, mut step: Step) {
        let changes = self.changes.len() - step.changes;
        step.packed = changes > FEW && changes > self.board.size().area() / PACKED + 1;
        if step.packed {
            self.pack(step.changes);
        }
        step.key = self.key(self.board.hash(), step.to_play);
        self.push(step);
    }

    #[inline]
    fn push(&mut self, step: Step) {
        if self.history.is_behind(&self.steps) {
            self.history.link(&self.steps);
        }
        self.steps.push(step);
    }

    /// Returns the key that the rules compare to find a repetition.
    fn key(&self, hash: u64, to_play: Color) -> u64 {
        match self.rules.ko {
            Ko::Situational => hash ^ zobrist::to_play(to_play),
            Ko::Simple | Ko::Positional => hash,
        }
    }

    /// The move number of a step, if its position still counts.
    fn since(&self, step: Option<usize>) -> Option<u32> {
        let step = step.filter(|step| *step >= self.now().since as usize)?;
        Some(self.steps[step].move_number)
    }

    /// Returns the rule that forbids a move repeating the position after move `before`, if any.
    fn forbidden(
        &self,
        point: Point,
        number: u32,
        ko: bool,
        before: Option<u32>,
    ) -> Option<Illegal> {
        match (self.rules.ko, before) {
            (_, Some(earlier)) if ko => Some(Illegal::Ko {
                point,
                number,
                earlier,
            }),
            (Ko::Simple, _) | (_, None) => None,
            (rule, Some(earlier)) => Some(Illegal::Superko {
                point,
                number,
                earlier,
                rule,
            }),
        }
    }
}

/// Whether a move that captures this number of stones immediately retakes the ko after a step.
fn retakes(now: &Step, at: usize, color: Color, captured: u16) -> bool {
    usize::from(now.ko) == at && now.to_play == color && captured == 1
}

impl Default for Game {
    /// An empty 19×19 board, [`Rules::JAPANESE`], black to play.
    fn default() -> Self {
        Self::new(Size::default(), Rules::default())
    }
}
