use alloc::{vec, vec::Vec};

use crate::{Board, Color, Group, Point};

/// Number of eyes that a living group needs.
const EYES: usize = 2;

/// The empty points and opponent's stones that a color's stones enclose.
#[derive(Debug, Default)]
struct Region {
    empty: Vec<Point>,
    /// The chains around it, by number.
    around: Vec<usize>,
}

impl Board {
    /// Returns the stones of a color that are *pass-alive*: they cannot be captured even if their owner always passes
    /// (Benson, *Life in the game of Go*, 1976). Each chain has two regions of which every empty point is its liberty,
    /// and these regions are enclosed by such chains alone. Stones that live only if their owner answers are not
    /// included.
    ///
    /// ```
    /// use kifu_go::{Board, Color};
    ///
    /// let board = Board::from_text("
    ///     . X . X O
    ///     X X X X O
    ///     O O O O O
    ///     . . . . .
    ///     . . . . .
    /// ")?;
    /// assert_eq!(board.pass_alive(Color::Black).len(), 6);
    /// assert!(board.pass_alive(Color::White).is_empty());
    /// # Ok::<(), kifu_go::BoardTextError>(())
    /// ```
    #[must_use]
    pub fn pass_alive(&self, color: Color) -> Vec<Point> {
        let chains: Vec<Group<'_>> = self
            .groups()
            .filter(|chain| chain.color() == color)
            .collect();
        let regions = self.enclosed(color, &chains);
        // The chains of which every empty point of a region is a liberty.
        let vital: Vec<Vec<usize>> = regions
            .iter()
            .map(|region| {
                let touches = |chain: usize| {
                    region.empty.iter().all(|&point| {
                        crate::seki::around(point)
                            .filter(|&near| self.size().contains(near))
                            .any(|near| chains[chain].contains(near))
                    })
                };
                let around = region.around.iter().copied();
                around.filter(|&chain| touches(chain)).collect()
            })
            .collect();
        let mut lives = vec![true; chains.len()];
        let mut holds = vec![true; regions.len()];
        loop {
            let mut eyes = vec![0; chains.len()];
            for (region, vital) in vital.iter().enumerate() {
                if holds[region] {
                    for &chain in vital {
                        eyes[chain] += 1;
                    }
                }
            }
            let mut has_changed = false;
            for (chain, lives) in lives.iter_mut().enumerate() {
                if *lives && eyes[chain] < EYES {
                    *lives = false;
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
            for (region, holds) in regions.iter().zip(&mut holds) {
                *holds &= region.around.iter().all(|&chain| lives[chain]);
            }
        }
        let alive = chains.iter().zip(&lives).filter(|(_, lives)| **lives);
        let mut stones: Vec<Point> = alive.flat_map(|(chain, _)| chain.stones()).collect();
        stones.sort_unstable();
        stones
    }

    /// The connected areas without stones of `color`, whose chains are `chains`.
    fn enclosed(&self, color: Color, chains: &[Group<'_>]) -> Vec<Region> {
        let size = self.size();
        let mut chain_of = vec![usize::MAX; size.area()];
        for (number, chain) in chains.iter().enumerate() {
            for stone in chain.stones() {
                chain_of[size.index(stone)] = number;
            }
        }
        let mut regions = Vec::new();
        let mut seen = vec![false; size.area()];
        for start in size.points() {
            if seen[size.index(start)] || self.get(start) == Some(color) {
                continue;
            }
            seen[size.index(start)] = true;
            let mut region = Region::default();
            let mut todo = vec![start];
            while let Some(here) = todo.pop() {
                if self.get(here).is_none() {
                    region.empty.push(here);
                }
                for near in crate::seki::around(here).filter(|&near| size.contains(near)) {
                    let at = size.index(near);
                    if chain_of[at] < usize::MAX {
                        region.around.push(chain_of[at]);
                    } else if !seen[at] {
                        seen[at] = true;
                        todo.push(near);
                    }
                }
            }
            region.around.sort_unstable();
            region.around.dedup();
            regions.push(region);
        }
        regions
    }
}
