use alloc::{vec, vec::Vec};

use crate::{Board, Color, Count, Point};

/// Groups of stones that are tried, alone and together.
const MOST: usize = 12;

impl Board {
    /// Finds the dead stones that explain a result: the fewest with which `count` gives `lead`, Black's lead in
    /// points. `None` if no stones do. It tries the stones of one color within each part of the board that the other
    /// color surrounds, at most 12 such groups, the smallest first. Parts with [pass-alive](Self::pass_alive) stones of
    /// the surrounded color are not tried.
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
        let mut groups = self.surrounded(&alive);
        groups.sort_by_key(Vec::len);
        groups.truncate(MOST);
        let mut choices: Vec<(usize, u32)> = (0..1_u32 << groups.len())
            .map(|choice| {
                let chosen = groups
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| choice >> at & 1 == 1);
                (chosen.map(|(_, group)| group.len()).sum(), choice)
            })
            .collect();
        choices.sort_unstable();
        choices.into_iter().find_map(|(_, choice)| {
            let chosen = groups
                .iter()
                .enumerate()
                .filter(|(at, _)| choice >> at & 1 == 1);
            let dead: Vec<Point> = chosen
                .flat_map(|(_, group)| group.iter().copied())
                .collect();
            let seki = self.seki_among(&dead, &alive);
            let count = Count {
                dead: &dead,
                seki: &seki,
                ..*count
            };
            let score = count.score(self, prisoners);
            ((score.lead() - lead).abs() < 1e-6).then_some(dead)
        })
    }

    /// The stones of one color in each part that stones of the other surround, if that part is less
    /// than half of the board and none of its stones is among the pass-alive ones of each color.
    fn surrounded(&self, alive: &[Vec<Point>; 2]) -> Vec<Vec<Point>> {
        let size = self.size();
        let mut groups = Vec::new();
        for color in Color::BOTH {
            let mut seen = vec![false; size.area()];
            for start in size.points() {
                if seen[size.index(start)] || self.get(start) == Some(color.opponent()) {
                    continue;
                }
                let (mut todo, mut stones, mut points) = (vec![start], Vec::new(), 0);
                seen[size.index(start)] = true;
                while let Some(here) = todo.pop() {
                    points += 1;
                    if self.get(here) == Some(color) {
                        stones.push(here);
                    }
                    for near in crate::seki::around(here).filter(|&near| size.contains(near)) {
                        let at = size.index(near);
                        if !seen[at] && self.get(near) != Some(color.opponent()) {
                            seen[at] = true;
                            todo.push(near);
                        }
                    }
                }
                let lives = || {
                    let is_alive = |stone| alive[color.index()].binary_search(stone).is_ok();
                    stones.iter().any(is_alive)
                };
                if !stones.is_empty() && points * 2 < size.area() && !lives() {
                    stones.sort_unstable();
                    groups.push(stones);
                }
            }
        }
        groups
    }
}
