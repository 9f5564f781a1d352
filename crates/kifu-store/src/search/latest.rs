//! After which nodes of main lines the later patterns come, by the times of the games.
//!
//! What comes after a node comes after all nodes above it too. So one node says it for a way to look at the
//! patterns: the latest at which the first of them is there and the others come after. It is found from the
//! last of them on, and then compared with all hits of the game.

use super::block::candidates;
use super::look::last_node;
use super::plan::Plan;
use super::tables::View;
use crate::bits::bits;
use crate::directory::Brief;
use crate::instance::Instance;
use crate::occupancy::{Line, TOGETHER};
use crate::times::GameTimes;

/// For each way, by its number: the later patterns come after all nodes before this one.
type Before = [u16; 16];

/// What is known of 512 games.
pub(super) struct Latest {
    before: Vec<Before>,
    known: Line,
}

/// The games of which something is asked.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    /// Their first word in the block.
    pub(super) first: usize,
    pub(super) briefs: &'a [Brief],
    /// What they ever have on the board.
    pub(super) lines: &'a [Line],
}

impl Latest {
    pub(super) fn new() -> Self {
        Self {
            before: vec![Before::default(); TOGETHER * 64],
            known: Line::default(),
        }
    }

    /// Looks at those of the games of which it was not known.
    pub(super) fn learn(
        &mut self,
        plan: &Plan<'_>,
        group: Group<'_>,
        times: View<'_>,
        mut games: Line,
    ) {
        for (games, known) in games.0.iter_mut().zip(&mut self.known.0) {
            *games &= !*known;
            *known |= *games;
        }
        if games.0 == [0; TOGETHER] {
            return;
        }
        let all = |game: usize| group.briefs.get(game).map_or(0, |brief| brief.nodes);
        for game in each(games) {
            let end = if plan.is_strict {
                times.game(game).first_on_stone() as u16
            } else {
                u16::MAX
            };
            self.before[game] = [all(game).min(end); 16];
        }
        for later in plan.later.iter().rev() {
            let mut before = vec![Before::default(); self.before.len()];
            for place in later.places() {
                let line = candidates(place, group.lines, games);
                for (n, games) in line.0.into_iter().enumerate() {
                    if games == 0 {
                        continue;
                    }
                    for game in bits(times.word(n).may_have(place, games)) {
                        let game = n * 64 + game;
                        look(
                            place,
                            times.game(game),
                            &self.before[game],
                            &mut before[game],
                        );
                    }
                }
            }
            for game in each(games) {
                self.before[game] = before[game];
            }
        }
    }

    /// Whether the later patterns come after a node of a game, in one of these ways. The game must be known.
    pub(super) fn comes(&self, game: usize, node: u32, ways: u16) -> bool {
        let mut before = self.before[game].iter().enumerate();
        before.any(|(way, before)| ways >> way & 1 == 1 && node < u32::from(*before))
    }
}

/// Takes the last node at which a place has its pattern, in all ways in which it looks so: the nodes of the next
/// pattern come after.
fn look(place: &Instance, times: GameTimes<'_>, behind: &Before, before: &mut Before) {
    let mut last = (0, 0);
    for way in bits(place.transforms.into()) {
        let high = behind[way];
        if last.0 != high {
            let node = last_node(place, times, high.into());
            last = (high, node.map_or(0, |node| node as u16));
        }
        before[way] = before[way].max(last.1);
    }
}

/// The numbers of games.
fn each(games: Line) -> impl Iterator<Item = usize> {
    (0..)
        .step_by(64)
        .zip(games.0)
        .flat_map(|(start, games)| bits(games).map(move |game| start + game))
}
