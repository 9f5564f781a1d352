//! The slow twin: a board that follows the standard literally.

use kifu_go::{Color, Point, Size};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Naive {
    pub(crate) size: (usize, usize),
    pub(crate) stones: Vec<Option<Color>>,
    /// Stones captured by black, by white.
    pub(crate) prisoners: [u32; 2],
}

impl Naive {
    pub(crate) fn new(size: Size) -> Self {
        let stones = vec![None; size.area()];
        Self {
            size: (size.columns().into(), size.rows().into()),
            stones,
            prisoners: [0; 2],
        }
    }

    pub(crate) fn at(&self, point: Point) -> usize {
        usize::from(point.y) * self.size.0 + usize::from(point.x)
    }

    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = self.size;
        let (x, y) = (at % width, at / width);
        [
            (y > 0).then(|| at - width),
            (x > 0).then(|| at - 1),
            (x + 1 < width).then_some(at + 1),
            (y + 1 < height).then_some(at + width),
        ]
        .into_iter()
        .flatten()
    }

    /// The stones of the group at `at`, and its liberties, both in order.
    pub(crate) fn group(&self, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties, mut done) = (vec![at], vec![], 0);
        while done < stones.len() {
            for near in self.around(stones[done]) {
                if self.stones[near].is_none() {
                    liberties.push(near);
                } else if self.stones[near] == self.stones[at] && !stones.contains(&near) {
                    stones.push(near);
                }
            }
            done += 1;
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        liberties.dedup();
        (stones, liberties)
    }

    fn remove_if_dead(&mut self, at: usize) -> u32 {
        let (stones, liberties) = self.group(at);
        if !liberties.is_empty() {
            return 0;
        }
        for at in &stones {
            self.stones[*at] = None;
        }
        stones.len() as u32
    }

    pub(crate) fn play(&mut self, point: Point, color: Color) {
        let at = self.at(point);
        self.stones[at] = Some(color);
        for near in self.around(at) {
            if self.stones[near] == Some(!color) {
                self.prisoners[color.index()] += self.remove_if_dead(near);
            }
        }
        self.prisoners[(!color).index()] += self.remove_if_dead(at);
    }

    pub(crate) fn set(&mut self, point: Point, color: Option<Color>) {
        let at = self.at(point);
        self.stones[at] = color;
    }

    pub(crate) fn all_have_liberties(&self) -> bool {
        (0..self.stones.len()).all(|at| self.stones[at].is_none() || !self.group(at).1.is_empty())
    }
}
