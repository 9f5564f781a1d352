use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{
    BareBoard, Board, Color, Game, Point, Scoring, Size,
    bare::{EMPTY, color_of},
    group::Cells,
};

/// Scoring options of a finished game, besides the position itself.
///
/// ```
/// use kifu_go::{Board, Count, Point, Scoring};
///
/// let board = Board::from_text("
///     . X O .
///     X X O O
///     . X O .
///     . X O X
/// ")?;
/// let count = Count { dead: &[Point::new(3, 3)], ..Count::new(Scoring::Territory) };
/// let score = count.score(&board, [0, 0]);
/// assert_eq!((score.black.territory, score.white.territory), (3, 3));
/// assert_eq!(score.to_string(), "W+1");
/// # Ok::<(), kifu_go::BoardTextError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// By area or by territory.
    pub scoring: Scoring,
    /// Points for White.
    pub komi: f64,
    /// Dead stones; one for each group. Points without a stone are ignored.
    pub dead: &'a [Point],
    /// Living stones in seki; one for each group. By territory scoring the points they surround do not count. They
    /// count by area scoring.
    pub seki: &'a [Point],
}

impl Count<'_> {
    /// A count without komi, dead stones or seki.
    #[must_use]
    pub const fn new(scoring: Scoring) -> Self {
        Self {
            scoring,
            komi: 0.0,
            dead: &[],
            seki: &[],
        }
    }

    /// Counts. `prisoners` are the stones that Black and White have captured; they matter to
    /// territory scoring alone.
    ///
    /// An empty region, together with the dead stones in it, belongs to a player if it touches
    /// living stones of no other.
    #[must_use]
    pub fn score(&self, board: &Board, prisoners: [u32; 2]) -> Score {
        let size = board.size();
        let bare = board.bare();
        let dead = marked(bare, self.dead);
        let seki = marked(bare, self.seki);
        let mut score = Score {
            scoring: self.scoring,
            komi: self.komi,
            black: Side::default(),
            white: Side::default(),
            size,
            owners: vec![None; size.area()],
        };
        for (color, prisoners) in Color::BOTH.into_iter().zip(prisoners) {
            score.side(color).prisoners = prisoners;
        }
        let open = |at: usize| bare.ink_at(at) == EMPTY || dead.contains(at);
        let mut seen = Cells::NONE;
        let mut region = Vec::new();
        for point in size.points() {
            let at = bare.index(point);
            if !open(at) {
                if let Some(color) = bare.color_at(at) {
                    score.side(color).stones += 1;
                    score.owners[size.index(point)] = Some(color);
                }
                continue;
            }
            if let Some(color) = bare.color_at(at) {
                score.side(color).dead += 1;
            }
            if !seen.insert(at) {
                continue;
            }
            region.clear();
            region.push(at);
            let (mut touched, mut in_seki, mut done) = (0, false, 0);
            while let Some(&at) = region.get(done) {
                done += 1;
                for near in bare.around(at) {
                    let ink = bare.ink_at(near);
                    if ink != EMPTY && color_of(ink).is_none() {
                        continue;
                    }
                    if !open(near) {
                        touched |= ink;
                        in_seki |= seki.contains(near);
                    } else if seen.insert(near) {
                        region.push(near);
                    }
                }
            }
            let counts = !(in_seki && self.scoring == Scoring::Territory);
            if let Some(color) = color_of(touched).filter(|_| counts) {
                score.side(color).territory += region.len() as u32;
                for &at in &region {
                    score.owners[size.index(bare.point(at))] = Some(color);
                }
            }
        }
        score
    }
}

impl Game {
    /// Counts the game by its rules. [`Count`] has further options.
    ///
    /// `dead` has one point of each dead group. By default every stone on the board is alive, nothing is in seki, and
    /// there was no handicap.
    #[must_use]
    pub fn score(&self, komi: f64, dead: &[Point]) -> Score {
        let count = Count {
            komi,
            dead,
            ..Count::new(self.rules().scoring)
        };
        let prisoners = [Color::Black, Color::White].map(|color| self.prisoners(color));
        count.score(self.board(), prisoners)
    }

    /// Counts the game like [`Game::score`], and adds White's points for a number of handicap stones.
    #[must_use]
    pub fn score_handicap(&self, komi: f64, dead: &[Point], stones: u32) -> Score {
        let bonus = self.rules().handicap_points(stones);
        self.score(komi + f64::from(bonus), dead)
    }
}

/// The cells of the groups that have a stone on one of the points.
fn marked(bare: &BareBoard, points: &[Point]) -> Cells {
    let mut cells = Cells::NONE;
    for &point in points {
        if bare.get(point).is_none() {
            continue;
        }
        let mut at = bare.index(point);
        while cells.insert(at) {
            at = bare.next(at);
        }
    }
    cells
}

/// Points of one player in a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Living stones on the board.
    pub stones: u32,
    /// Empty points surrounded, and points under dead stones of the opponent.
    pub territory: u32,
    /// Stones captured in the game.
    pub prisoners: u32,
    /// Dead stones of the player on the board.
    pub dead: u32,
}

/// The result of a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Scoring method used.
    pub scoring: Scoring,
    /// Points for White, including compensation for handicap stones.
    pub komi: f64,
    /// Black's points.
    pub black: Side,
    /// White's points.
    pub white: Side,
    size: Size,
    owners: Vec<Option<Color>>,
}

impl Score {
    /// The points of a player, komi included: stones and territory, or territory, prisoners and
    /// the opponent's dead stones.
    #[must_use]
    pub fn points(&self, color: Color) -> f64 {
        let (own, other, komi) = match color {
            Color::Black => (&self.black, &self.white, 0.0),
            Color::White => (&self.white, &self.black, self.komi),
        };
        let count = match self.scoring {
            Scoring::Area => f64::from(own.stones) + f64::from(own.territory),
            Scoring::Territory => {
                f64::from(own.territory) + f64::from(own.prisoners) + f64::from(other.dead)
            }
        };
        count + komi
    }

    /// Black's lead in points; negative if White leads.
    #[must_use]
    pub fn lead(&self) -> f64 {
        self.points(Color::Black) - self.points(Color::White)
    }

    /// The player with more points; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let lead = self.lead();
        if lead > 0.0 {
            Some(Color::Black)
        } else if lead < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Whose a point is: of a living stone its color, of territory the player who surrounds it;
    /// `None` for a neutral point and one off the board.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        self.owners[self.size.index(point)]
    }

    fn side(&mut self, color: Color) -> &mut Side {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

impl fmt::Display for Score {
    /// The result as FF\[4\] writes it in `RE`: `B+3.5`, `W+1`, `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.lead()),
            Some(Color::White) => write!(f, "W+{}", -self.lead()),
            None => f.pad("0"),
        }
    }
}
