use alloc::{vec, vec::Vec};

use crate::{Board, Color, Point};

/// A neutral region of more points is unfinished play, not a seki.
const LARGEST_SHARED: usize = 3;
/// Number of points from which an eye space counts as two eyes.
const TWO_EYES: usize = 3;

/// A connected area: stones of one color, or empty points.
#[derive(Debug, Default)]
struct Area {
    points: Vec<usize>,
    /// The chains it touches.
    beside: Vec<usize>,
}

impl Board {
    /// Returns the living stones in seki: groups with fewer than two eyes that share neutral points with such groups
    /// of the opponent, on which neither color can play without putting its own stones into atari. `dead` has one stone
    /// of each dead group. Pass the result as [`Count::seki`](crate::Count::seki).
    ///
    /// Chains are one group if they surround a region together, have two liberties in common, or touch at a corner
    /// that the opponent does not cut on both sides. A region of three points counts as two eyes, and a group with
    /// [pass-alive](Self::pass_alive) stones lives. A group next to a neutral region of more than three points is in no
    /// seki, for play there is unfinished. No further moves are searched: the board should be finished. In unclear cases
    /// the method finds no seki.
    ///
    /// ```
    /// use kifu_go::Board;
    ///
    /// // White around the six black stones: whoever takes one of the two shared liberties is captured.
    /// let board = Board::from_text("
    ///     O X X O X . .
    ///     O X . O X . .
    ///     O X . O X . .
    ///     O X X O X . .
    ///     O O O O X . .
    ///     X X X X X . .
    ///     . . . . . . .
    /// ")?;
    /// assert_eq!(board.seki(&[]).len(), 18);
    /// # Ok::<(), kifu_go::BoardTextError>(())
    /// ```
    #[must_use]
    pub fn seki(&self, dead: &[Point]) -> Vec<Point> {
        let alive = Color::BOTH.map(|color| self.pass_alive(color));
        self.seki_among(dead, &alive)
    }

    /// As [`Self::seki`], with the pass-alive stones of each color.
    pub(crate) fn seki_among(&self, dead: &[Point], alive: &[Vec<Point>; 2]) -> Vec<Point> {
        let size = self.size();
        let position = Position::new(self, dead);
        let groups = position.groups();
        let mut eyes = vec![0_usize; position.chains.len()];
        let mut is_open = vec![false; position.chains.len()];
        let mut shared: Vec<Vec<usize>> = Vec::new();
        for region in &position.regions {
            let colors = [Color::Black, Color::White].map(|color| {
                region
                    .beside
                    .iter()
                    .any(|&chain| position.colors[chain] == color)
            });
            let mut around: Vec<usize> = region.beside.iter().map(|&chain| groups[chain]).collect();
            around.sort_unstable();
            around.dedup();
            match colors {
                [true, true] if region.points.len() > LARGEST_SHARED => {
                    for group in around {
                        is_open[group] = true;
                    }
                }
                [true, true] if self.is_shunned(&region.points, dead) => shared.push(around),
                [true, false] | [false, true] => {
                    let worth = if region.points.len() >= TWO_EYES {
                        2
                    } else {
                        1
                    };
                    for group in around {
                        eyes[group] += worth;
                    }
                }
                _ => {}
            }
        }
        for stone in alive.iter().flatten() {
            let chain = position.chain_of(size.index(*stone));
            if let Some(chain) = chain {
                eyes[groups[chain]] = 2;
            }
        }
        let is_poor = |group: usize| eyes[group] < 2 && !is_open[group];
        let mut in_seki = vec![false; position.chains.len()];
        for around in shared {
            let poor = |color: Color| {
                around
                    .iter()
                    .any(|&group| is_poor(group) && position.colors[group] == color)
            };
            if poor(Color::Black) && poor(Color::White) {
                for &group in around.iter().filter(|&&group| is_poor(group)) {
                    in_seki[group] = true;
                }
            }
        }
        let chains = position.chains.iter().enumerate();
        let stones = chains
            .filter(|&(chain, _)| in_seki[groups[chain]])
            .flat_map(|(_, area)| area.points.iter());
        let mut stones: Vec<Point> = stones.filter_map(|&at| size.point_at(at)).collect();
        stones.sort_unstable();
        stones
    }

    /// Whether either color that plays on any of these points, once the dead stones are off the board, captures nothing
    /// and is in atari.
    fn is_shunned(&self, points: &[usize], dead: &[Point]) -> bool {
        let size = self.size();
        let mut board = self.clone();
        for group in dead.iter().filter_map(|&point| self.group(point)) {
            for stone in group.stones() {
                let _ = board.set(stone, None);
            }
        }
        let is_bad = |point: Point, color: Color| {
            let mut after = board.clone();
            let Ok(taken) = after.play(point, color) else {
                return false;
            };
            let breath = after
                .group(point)
                .map_or(0, |group| group.liberties().count());
            taken.captured == 0 && breath <= 1
        };
        let mut points = points.iter().filter_map(|&at| size.point_at(at));
        points.all(|point| Color::BOTH.iter().all(|&color| is_bad(point, color)))
    }
}

/// Living chains, and the regions between them, dead stones among them.
struct Position {
    chains: Vec<Area>,
    /// The number of the living chain at each point, from 1; 0 elsewhere.
    numbers: Vec<usize>,
    colors: Vec<Color>,
    regions: Vec<Area>,
    /// The pairs of chains that touch at a corner and are not cut there.
    corners: Vec<(usize, usize)>,
}

impl Position {
    fn new(board: &Board, dead: &[Point]) -> Self {
        let size = board.size();
        let mut is_dead = vec![false; size.area()];
        for group in dead.iter().filter_map(|&point| board.group(point)) {
            for stone in group.stones() {
                is_dead[size.index(stone)] = true;
            }
        }
        let owner = |point: Point| board.get(point).filter(|_| !is_dead[size.index(point)]);
        // The number of the chain or region of each point, from 1.
        let mut number = vec![0_usize; size.area()];
        let (mut chains, mut colors, mut regions) = (Vec::new(), Vec::new(), Vec::new());
        for point in size.points() {
            if number[size.index(point)] > 0 {
                continue;
            }
            let color = owner(point);
            let own = if color.is_some() {
                chains.len() + 1
            } else {
                regions.len() + 1
            };
            let mut area = Area::default();
            let mut todo = vec![point];
            number[size.index(point)] = own;
            while let Some(here) = todo.pop() {
                area.points.push(size.index(here));
                for near in around(here).filter(|&near| size.contains(near)) {
                    if number[size.index(near)] == 0 && owner(near) == color {
                        number[size.index(near)] = own;
                        todo.push(near);
                    }
                }
            }
            match color {
                Some(color) => {
                    chains.push(area);
                    colors.push(color);
                }
                None => regions.push(area),
            }
        }
        for region in &mut regions {
            for &at in &region.points {
                let Some(point) = size.point_at(at) else {
                    continue;
                };
                for near in around(point).filter(|&near| size.contains(near)) {
                    if owner(near).is_some() {
                        region.beside.push(number[size.index(near)] - 1);
                    }
                }
            }
            region.beside.sort_unstable();
            region.beside.dedup();
        }
        let mut corners = Vec::new();
        for point in size.points() {
            let Some(color) = owner(point) else {
                continue;
            };
            for (x, y) in [
                (point.x.wrapping_add(1), point.y.wrapping_add(1)),
                (point.x.wrapping_sub(1), point.y.wrapping_add(1)),
            ] {
                let other = Point::new(x, y);
                if !size.contains(other) || owner(other) != Some(color) {
                    continue;
                }
                let sides = [Point::new(x, point.y), Point::new(point.x, y)];
                let is_cut = sides
                    .iter()
                    .all(|&side| owner(side) == Some(color.opponent()));
                if !is_cut {
                    corners.push((number[size.index(point)] - 1, number[size.index(other)] - 1));
                }
            }
        }
        let is_living = |point: Point| owner(point).is_some();
        let numbers = size
            .points()
            .map(|point| {
                if is_living(point) {
                    number[size.index(point)]
                } else {
                    0
                }
            })
            .collect();
        let mut position = Self {
            chains,
            numbers,
            colors,
            regions,
            corners,
        };
        position.add_liberties(board);
        position
    }

    /// The living chain at a point.
    fn chain_of(&self, at: usize) -> Option<usize> {
        self.numbers[at].checked_sub(1)
    }

    /// Adds the empty points next to each chain.
    fn add_liberties(&mut self, board: &Board) {
        let size = board.size();
        for chain in &mut self.chains {
            let mut liberties: Vec<usize> = chain
                .points
                .iter()
                .filter_map(|&at| size.point_at(at))
                .flat_map(around)
                .filter(|&near| size.contains(near) && board.get(near).is_none())
                .map(|near| size.index(near))
                .collect();
            liberties.sort_unstable();
            liberties.dedup();
            chain.beside = liberties;
        }
    }

    /// The group of each chain, named by one of its chains.
    fn groups(&self) -> Vec<usize> {
        let mut parent: Vec<usize> = (0..self.chains.len()).collect();
        for region in &self.regions {
            let mut colors = region.beside.iter().map(|&chain| self.colors[chain]);
            let first = colors.next();
            if colors.all(|color| Some(color) == first) {
                for pair in region.beside.windows(2) {
                    join(&mut parent, pair[0], pair[1]);
                }
            }
        }
        for &(first, second) in &self.corners {
            join(&mut parent, first, second);
        }
        // Two liberties in common cannot both be taken.
        let mut owners: Vec<(usize, usize)> = Vec::new();
        for (chain, area) in self.chains.iter().enumerate() {
            owners.extend(area.beside.iter().map(|&liberty| (liberty, chain)));
        }
        owners.sort_unstable();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for same in owners.chunk_by(|a, b| a.0 == b.0) {
            for (index, &(_, first)) in same.iter().enumerate() {
                for &(_, second) in &same[index + 1..] {
                    if self.colors[first] == self.colors[second] {
                        pairs.push((first, second));
                    }
                }
            }
        }
        pairs.sort_unstable();
        for same in pairs.chunk_by(|a, b| a == b) {
            if let [first, _, ..] = same {
                join(&mut parent, first.0, first.1);
            }
        }
        (0..parent.len())
            .map(|chain| root(&parent, chain))
            .collect()
    }
}

fn root(parent: &[usize], mut at: usize) -> usize {
    while parent[at] != at {
        at = parent[at];
    }
    at
}

fn join(parent: &mut [usize], first: usize, second: usize) {
    let (first, second) = (root(parent, first), root(parent, second));
    let (low, high) = (first.min(second), first.max(second));
    parent[high] = low;
}

/// The four points around one; those off the board are among them.
pub(crate) fn around(point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x, point.y);
    [
        (x.wrapping_sub(1), y),
        (x.wrapping_add(1), y),
        (x, y.wrapping_sub(1)),
        (x, y.wrapping_add(1)),
    ]
    .into_iter()
    .map(|(x, y)| Point::new(x, y))
}
