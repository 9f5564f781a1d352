use alloc::vec::Vec;

use crate::{
    Board, Color, Illegal, Ko, Move, OffBoard, Point, Rules, Score, Scoring, Size, Taken,
    bare::{EMPTY, color_of, index, ink},
    history::History,
    score::Count,
    zobrist,
};

/// A game as it is played: a board, whose turn it is, prisoners, ko and what was before.
///
/// Moves are executed whether they are legal or not, as FF\[4\] asks, and the offence is reported;
/// [`Game::try_play`] refuses instead.
///
/// # Walking a tree
///
/// Every change is a *step* that [`Game::undo`] takes back, at a cost that depends on the groups
/// touched and not on the length of the game. So a program that walks through a tree plays forward
/// into a node and undoes on the way out:
///
/// ```
/// use kifu_go::{Color, Game, Point, Rules, Size};
///
/// let mut game = Game::new(Size::NINETEEN, Rules::JAPANESE);
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
    history: History,
    /// The state after each step; the first is the state before all steps.
    steps: Vec<Step>,
    /// What stood on the points that the steps changed, oldest first.
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// Where the step's changes begin.
    changes: usize,
    /// The first entry of the history that still counts: setup begins a new one.
    since: u32,
    move_number: u32,
    /// Stones captured by black, by white.
    prisoners: [u32; 2],
    /// The cell where a ko may not be retaken; 0 for none.
    ko: u16,
    /// How many stones lie on the board.
    stones: u16,
    to_play: Color,
    /// Whether the step changed so much that the whole board before it is kept, see
    /// [`Game::pack`], and not its changes.
    packed: bool,
}

/// How many changes a step keeps one by one, whatever the size of the board.
const FEW: usize = 64;
/// From how many steps on it is worth finding all groups anew to undo them at once.
const FAR: usize = 64;
/// Points in a word of a packed board: two bits each.
const PACKED: usize = 8;

/// A cell in the lower 12 bits, above them what stood there.
#[derive(Clone, Copy, Debug)]
struct Change(u16);

impl Change {
    const fn new(at: usize, ink: u16) -> Self {
        Self(at as u16 | ink << 12)
    }

    const fn at(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    const fn ink(self) -> u16 {
        self.0 >> 12
    }
}

/// What came of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the move.
    pub number: u32,
    /// The stones it took off the board.
    pub taken: Taken,
    /// What rule it broke; it was executed all the same.
    pub illegal: Option<Illegal>,
    /// The number of the last move after which this very position stood (under situational
    /// superko: with the same player to play); `None` for a new position. A pass repeats the
    /// position and is not counted here.
    ///
    /// A repetition that the rules allow may still matter: by Japanese rules it can end a game
    /// without result.
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
            board,
            rules,
            history: History::default(),
            steps: Vec::new(),
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
        self.changes.clear();
        self.history.clear();
        self.start(Color::Black, 0);
    }

    /// The state before all steps, with so many stones on the board.
    fn start(&mut self, to_play: Color, stones: u16) {
        self.steps.push(Step {
            changes: 0,
            since: 0,
            move_number: 0,
            prisoners: [0; 2],
            ko: 0,
            stones,
            to_play,
            packed: false,
        });
        let key = self.key(self.board.hash(), to_play);
        self.history.push(key, stones);
    }

    /// Makes room for so many more steps, that no move need allocate.
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

    /// The player to move: the opponent of the last who did, unless set otherwise.
    #[must_use]
    pub fn to_play(&self) -> Color {
        self.now().to_play
    }

    /// The number of the last move, passes counted; 0 at the start.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.now().move_number
    }

    /// How many stones `color` has captured, the opponent's suicides among them.
    #[must_use]
    pub fn prisoners(&self, color: Color) -> u32 {
        self.now().prisoners[color.index()]
    }

    /// The point where the player to move may not retake a ko.
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

    /// How many steps can be undone.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.steps.len() - 1
    }

    /// Whether `color` may make this move.
    ///
    /// A pass is always legal. Whose turn it is does not matter here.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check(&self, color: Color, mv: impl Into<Move>) -> Result<(), Illegal> {
        let Move::At(point) = mv.into() else {
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
        let stones = self.now().stones + 1 - seen.captured - seen.suicide;
        let before = self.history.find(self.key(seen.hash, !color), stones);
        let (ko, earlier) = (self.retakes(at, color, seen.captured), self.since(before));
        self.forbidden(point, self.move_number().saturating_add(1), ko, earlier)
            .map_or(Ok(()), Err)
    }

    /// The points where `color` may play, row by row; passing is legal beside.
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board
            .size()
            .points()
            .filter(move |point| self.check(color, *point).is_ok())
    }

    /// Executes a move, legal or not, as the standard says: see [`Board::play`]. The player to
    /// move is then the opponent of `color`.
    ///
    /// A point off the board counts as a move that changes nothing.
    pub fn play(&mut self, color: Color, mv: impl Into<Move>) -> Played {
        let now = *self.now();
        let changes = self.changes.len();
        let number = now.move_number.saturating_add(1);
        let mut next = Step {
            changes,
            move_number: number,
            ko: 0,
            to_play: !color,
            packed: false,
            ..now
        };
        let mut played = Played {
            number,
            taken: Taken::default(),
            illegal: None,
            repeats: None,
        };
        let size = self.board.size();
        let point = match mv.into() {
            Move::Pass => {
                self.step(next);
                return played;
            }
            Move::At(point) if !size.contains(point) => {
                played.illegal = Some(Illegal::OffBoard { point, size });
                self.step(next);
                return played;
            }
            Move::At(point) => point,
        };
        let at = index(point, size);
        let log = &mut self.changes;
        log.push(Change::new(at, self.board.bare().ink_at(at)));
        let taken = self
            .board
            .place(point, color, |at, ink| log.push(Change::new(at, ink)));
        let gone = taken.captured + taken.suicide + u16::from(taken.overwritten.is_some());
        next.stones = now.stones + 1 - gone;
        next.prisoners[color.index()] =
            next.prisoners[color.index()].saturating_add(taken.captured.into());
        next.prisoners[(!color).index()] =
            next.prisoners[(!color).index()].saturating_add(taken.suicide.into());
        if taken.captured == 1 && taken.suicide == 0 && taken.overwritten.is_none() {
            let bare = self.board.bare();
            if bare.stones(bare.head(at)) == 1 && bare.breath(at) == 1 {
                next.ko = self.changes[changes + 1].0 & 0xfff;
            }
        }
        let ko = self.retakes(at, color, taken.captured);
        let before = self.step(next);
        let earlier = self.since(before);
        played.taken = taken;
        played.repeats = earlier;
        played.illegal = if let Some(by) = taken.overwritten {
            Some(Illegal::Occupied { point, by })
        } else if taken.suicide > 0 && !self.rules.suicide {
            Some(Illegal::Suicide {
                point,
                stones: taken.suicide,
            })
        } else {
            self.forbidden(point, number, ko, earlier)
        };
        played
    }

    /// Passes.
    pub fn pass(&mut self, color: Color) -> Played {
        self.play(color, Move::Pass)
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// The rule that forbids it; nothing is changed.
    pub fn try_play(&mut self, color: Color, mv: impl Into<Move>) -> Result<Played, Illegal> {
        let mv = mv.into();
        self.check(color, mv)?;
        Ok(self.play(color, mv))
    }

    /// Puts stones and takes them away, without captures (FF\[4\], `AB`, `AW`, `AE`). One step,
    /// whatever the number of points.
    ///
    /// What stood before does not count any more for ko and superko.
    ///
    /// # Errors
    ///
    /// When a point is off the board: the first such. All others were set.
    pub fn setup<I>(&mut self, stones: I) -> Result<(), OffBoard>
    where
        I: IntoIterator<Item = (Point, Option<Color>)>,
    {
        let size = self.board.size();
        let mut missed = None;
        let mut next = Step {
            changes: self.changes.len(),
            since: self.history.len() as u32,
            ko: 0,
            packed: false,
            ..*self.now()
        };
        let cells = stones.into_iter().filter_map(|(point, color)| {
            if size.contains(point) {
                return Some((index(point, size), color.map_or(EMPTY, ink)));
            }
            missed.get_or_insert(OffBoard { point, size });
            None
        });
        let log = &mut self.changes;
        self.board.edit(cells, |at, old, ink| {
            log.push(Change::new(at, old));
            next.stones += u16::from(ink != EMPTY);
            next.stones -= u16::from(old != EMPTY);
        });
        self.step(next);
        missed.map_or(Ok(()), Err)
    }

    /// Says who is to play (FF\[4\], `PL`). One step.
    pub fn set_to_play(&mut self, color: Color) {
        let next = Step {
            changes: self.changes.len(),
            to_play: color,
            packed: false,
            ..*self.now()
        };
        self.step(next);
    }

    /// Gives the last move another number (FF\[4\], `MN`); the ones that follow count on from it.
    /// One step.
    pub fn set_move_number(&mut self, number: u32) {
        let next = Step {
            changes: self.changes.len(),
            move_number: number,
            packed: false,
            ..*self.now()
        };
        self.step(next);
    }

    /// Takes back the last step; false if there is none.
    pub fn undo(&mut self) -> bool {
        let [.., _, last] = self.steps[..] else {
            return false;
        };
        self.steps.pop();
        self.history.pop();
        let undone = &self.changes[last.changes..];
        if last.packed {
            let cells = unpacked(undone, self.board.size());
            self.board.edit(cells, |_, _, _| ());
        } else {
            let cells = undone.iter().rev();
            self.board.edit(
                cells.map(|change| (change.at(), change.ink())),
                |_, _, _| (),
            );
        }
        self.changes.truncate(last.changes);
        true
    }

    /// Takes back all steps after the first `depth`.
    pub fn undo_to(&mut self, depth: usize) {
        let Some(undone) = self.steps.get(depth + 1..) else {
            return;
        };
        if undone.len() < FAR || undone.iter().any(|step| step.packed) {
            while self.depth() > depth {
                self.undo();
            }
            return;
        }
        // Groups that fall apart are found anew only once.
        let from = undone[0].changes;
        for _ in undone {
            self.history.pop();
        }
        self.steps.truncate(depth + 1);
        let cells = self.changes[from..].iter().rev();
        self.board.edit(
            cells.map(|change| (change.at(), change.ink())),
            |_, _, _| (),
        );
        self.changes.truncate(from);
    }

    /// Counts the game by its rules: [`Count`] has what else can be said.
    ///
    /// `dead` are points of dead stones; each stands for its whole group. The default is that
    /// every stone on the board lives, nothing is in seki, and there was no handicap.
    #[must_use]
    pub fn score(&self, komi: f64, dead: &[Point]) -> Score {
        let count = Count {
            komi,
            dead,
            ..Count::new(self.rules.scoring)
        };
        count.score(&self.board, self.now().prisoners)
    }

    /// [`Game::score`] with a number of handicap stones, for which the rules may give White
    /// something.
    #[must_use]
    pub fn score_handicap(&self, komi: f64, dead: &[Point], stones: u32) -> Score {
        use crate::HandicapBonus::{EachStone, EachStoneButOne, None};
        let bonus = match (self.rules.scoring, self.rules.handicap_bonus) {
            (Scoring::Territory, _) | (_, None) => 0,
            (_, EachStone) => stones,
            (_, EachStoneButOne) => stones.saturating_sub(1),
        };
        self.score(komi + f64::from(bonus), dead)
    }

    fn now(&self) -> &Step {
        // Never empty: `undo` leaves the first.
        &self.steps[self.steps.len() - 1]
    }

    /// Adds a step and returns the entry of the history where its position stood before.
    fn step(&mut self, mut step: Step) -> Option<usize> {
        let changes = self.changes.len() - step.changes;
        if changes > FEW && changes > self.board.size().area() / PACKED + 1 {
            self.pack(step.changes);
            step.packed = true;
        }
        self.steps.push(step);
        let key = self.key(self.board.hash(), step.to_play);
        self.history.push(key, step.stones)
    }

    /// Keeps the board before the changes from `from` on in the place of these: where a few letters
    /// of a file can change every point of the board, changes would take hundreds of times the
    /// memory of the file.
    #[cold]
    fn pack(&mut self, from: usize) {
        let size = self.board.size();
        let bare = self.board.bare();
        let points = || size.points().map(|point| index(point, size));
        let last = points().last().unwrap_or(0);
        let mut inks = alloc::vec![0; last + 1];
        for at in points() {
            inks[at] = bare.ink_at(at);
        }
        for change in self.changes.drain(from..).rev() {
            inks[change.at()] = change.ink();
        }
        for (n, at) in points().enumerate() {
            if n % PACKED == 0 {
                self.changes.push(Change(0));
            }
            if let Some(word) = self.changes.last_mut() {
                word.0 |= inks[at] << (2 * (n % PACKED));
            }
        }
    }

    /// What the rules compare when they look for a repetition.
    fn key(&self, hash: u64, to_play: Color) -> u64 {
        match self.rules.ko {
            Ko::Situational => hash ^ zobrist::to_play(to_play),
            Ko::Simple | Ko::Positional => hash,
        }
    }

    /// The move number of an entry of the history, if it still counts.
    fn since(&self, entry: Option<usize>) -> Option<u32> {
        let entry = entry.filter(|entry| *entry >= self.now().since as usize)?;
        Some(self.steps[entry].move_number)
    }

    /// Whether a move that takes so many stones retakes the ko at once.
    fn retakes(&self, at: usize, color: Color, captured: u16) -> bool {
        let now = self.now();
        usize::from(now.ko) == at && now.to_play == color && captured == 1
    }

    /// What forbids a move that brings back the position after move `before`.
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

impl Default for Game {
    /// An empty 19×19 board, [`Rules::JAPANESE`], black to play.
    fn default() -> Self {
        Self::new(Size::default(), Rules::default())
    }
}

impl Change {
    /// The colour that stood there.
    const fn color(self) -> Option<Color> {
        color_of(self.ink())
    }

    fn point(self, board: &Board) -> Point {
        board.bare().point(self.at())
    }
}

impl Game {
    /// The points that the last step changed, with what stood there before: for a move the point
    /// played on, then the stones it took off the board. For a step that changed more points than
    /// are worth keeping one by one, row by row.
    pub fn last_changes(&self) -> impl Iterator<Item = (Point, Option<Color>)> + '_ {
        let last = self.now();
        let from = if self.depth() == 0 {
            self.changes.len()
        } else {
            last.changes
        };
        let (packed, single) = if last.packed {
            (&self.changes[from..], &[][..])
        } else {
            (&[][..], &self.changes[from..])
        };
        let single = single
            .iter()
            .map(|change| (change.point(&self.board), change.color()));
        let bare = self.board.bare();
        let packed = unpacked(packed, self.board.size())
            .filter(|(at, ink)| bare.ink_at(*at) != *ink)
            .map(|(at, ink)| (bare.point(at), color_of(ink)));
        single.chain(packed)
    }
}

/// The cells of a packed board and what stood there; none where there are no words.
fn unpacked(words: &[Change], size: Size) -> impl Iterator<Item = (usize, u16)> {
    let points = size.points().take(words.len() * PACKED).enumerate();
    points.map(move |(n, point)| {
        let ink = words[n / PACKED].0 >> (2 * (n % PACKED)) & 3;
        (index(point, size), ink)
    })
}
