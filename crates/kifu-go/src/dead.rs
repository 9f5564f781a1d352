use alloc::{vec, vec::Vec};

use crate::{Board, Color, Count, Point, Scoring};

/// Groups of stones that are tried, alone and together.
const MOST: usize = 12;

impl Board {
    /// Finds the dead stones that explain a result: those with which `count` gives `lead`, Black's lead in points, and
    /// leaves the fewest [open points](Self::open_points); of these the fewest. `None` if no stones do, or if more points
    /// stay open than two fifths of the columns and rows (15 on 19×19, 7 on 9×9): the game is not finished then. It tries the stones of one color within each
    /// part of the board that the other color surrounds, at most 12 such groups, the smallest first. Parts with
    /// [pass-alive](Self::pass_alive) stones of the surrounded color are not tried. Dead stones are always in territory of
    /// living stones of the opponent.
    ///
    /// ```
    /// use kifu_go::{Board, Count, Point, Scoring};
    ///
    /// let board = Board::from_text("
    ///     . X O . .
    ///     . X O X .
    ///     . X O . .
    ///     . X O . .
    ///     . X O . .
    /// ")?;
    /// let count = Count::new(Scoring::Territory);
    /// assert_eq!(board.dead_for(-6.0, &count, [0, 0]), Some(vec![Point::new(3, 1)]));
    /// assert_eq!(board.dead_for(30.0, &count, [0, 0]), None);
    /// # Ok::<(), kifu_go::BoardTextError>(())
    /// ```
    #[must_use]
    pub fn dead_for(
        &self,
        lead: f64,
        count: &Count<'_>,
        prisoners: [u32; 2],
    ) -> Option<Vec<Point>> {
        let alive = Color::BOTH.map(|color| self.pass_alive(color));
        let mut parts = self.surrounded(&alive);
        parts.sort_by_key(|part| part.stones.len());
        parts.truncate(MOST);
        let rivals: Vec<u32> = parts
            .iter()
            .map(|part| chosen_of(&parts, |other| part.excludes(other)))
            .collect();
        let is_possible = |choice: u32| {
            let mut rivals = rivals.iter().enumerate();
            rivals.all(|(at, rivals)| choice >> at & 1 == 0 || choice & rivals == 0)
        };
        let mut choices: Vec<(usize, u32)> = (0..1_u32 << parts.len())
            .filter(|&choice| is_possible(choice))
            .map(|choice| {
                let sizes = chosen(&parts, choice).map(|part| part.stones.len());
                (sizes.sum(), choice)
            })
            .collect();
        choices.sort_unstable();
        let mut best: Option<Vec<Point>> = None;
        // Dame are on the border between the colors: finished games on 19×19 often leave about ten.
        let sides = usize::from(self.size().columns()) + usize::from(self.size().rows());
        let mut most = sides * 2 / 5;
        for (_, choice) in choices {
            let stones = chosen(&parts, choice).flat_map(|part| part.stones.iter());
            let dead: Vec<Point> = stones.copied().collect();
            let open = self.open_by(lead, &dead, &alive, count, prisoners);
            let Some(open) = open.filter(|open| *open <= most) else {
                continue;
            };
            best = Some(dead);
            match open.checked_sub(1) {
                Some(fewer) => most = fewer,
                None => break,
            }
        }
        best
    }

    /// The number of open points if these stones are dead and the count then gives this lead; `None` if it does not.
    fn open_by(
        &self,
        lead: f64,
        dead: &[Point],
        alive: &[Vec<Point>; 2],
        count: &Count<'_>,
        prisoners: [u32; 2],
    ) -> Option<usize> {
        let seki_of = || self.seki_among(dead, alive);
        let mut seki = match count.scoring {
            Scoring::Territory => seki_of(),
            _ => Vec::new(),
        };
        let score = Count {
            dead,
            seki: &seki,
            ..*count
        }
        .score(self, prisoners);
        if (score.lead() - lead).abs() >= 1e-6 {
            return None;
        }
        if count.scoring != Scoring::Territory {
            seki = seki_of();
        }
        Some(self.open_points(&score, &seki).len())
    }

    /// The parts of the board that the stones of one color surround, with stones of the other that may be dead: the
    /// part is less than half of the board, and none of its stones is among the pass-alive ones of each color.
    fn surrounded(&self, alive: &[Vec<Point>; 2]) -> Vec<Part> {
        let size = self.size();
        let mut parts = Vec::new();
        for color in Color::BOTH {
            let is_alive = |stone: &Point| alive[color.index()].binary_search(stone).is_ok();
            let mut seen = vec![false; size.area()];
            for start in size.points() {
                if seen[size.index(start)] || self.get(start) == Some(color.opponent()) {
                    continue;
                }
                let part = self.part_at(start, color, &mut seen);
                let may_be_dead = !part.stones.is_empty()
                    && part.points.len() * 2 < size.area()
                    && !part.stones.iter().any(is_alive);
                if may_be_dead {
                    parts.push(part);
                }
            }
        }
        parts
    }

    /// The part around a point without stones of the opponent of `color`.
    fn part_at(&self, start: Point, color: Color, seen: &mut [bool]) -> Part {
        let size = self.size();
        let mut part = Part {
            color,
            points: vec![start],
            border: Vec::new(),
            stones: Vec::new(),
        };
        seen[size.index(start)] = true;
        let mut done = 0;
        while let Some(&here) = part.points.get(done) {
            done += 1;
            if self.get(here) == Some(color) {
                part.stones.push(here);
            }
            for near in crate::seki::around(here).filter(|&near| size.contains(near)) {
                let at = size.index(near);
                if self.get(near) == Some(color.opponent()) {
                    part.border.push(near);
                } else if !seen[at] {
                    seen[at] = true;
                    part.points.push(near);
                }
            }
        }
        part.points.sort_unstable();
        part.stones.sort_unstable();
        part
    }
}

/// Stones of one color and the empty points among them, surrounded by stones of the other.
struct Part {
    color: Color,
    points: Vec<Point>,
    /// The stones around it.
    border: Vec<Point>,
    stones: Vec<Point>,
}

impl Part {
    /// Whether the stones of both parts cannot be dead together: without them, the parts are one region.
    fn excludes(&self, other: &Self) -> bool {
        let is_in_other = |point| other.points.binary_search(point).is_ok();
        self.color != other.color && self.points.iter().chain(&self.border).any(is_in_other)
    }
}

/// The bits of the parts that satisfy a condition.
fn chosen_of(parts: &[Part], condition: impl Fn(&Part) -> bool) -> u32 {
    let bits = parts.iter().enumerate();
    bits.fold(0, |bits, (at, part)| {
        bits | u32::from(condition(part)) << at
    })
}

/// The parts of which the bit is set.
fn chosen(parts: &[Part], choice: u32) -> impl Iterator<Item = &Part> {
    let parts = parts.iter().enumerate();
    parts
        .filter(move |(at, _)| choice >> at & 1 == 1)
        .map(|(_, part)| part)
}
