//! Finds the nodes of main lines that the later patterns follow, using the times of the games.
//!
//! Patterns that follow a node also follow all nodes above it. So one node per transform is enough: the latest one
//! where the first pattern occurs and the others follow. It is computed from the last pattern to the first, and then
//! compared with all hits of the game.

use super::block::candidates;
use super::look::last_node;
use super::plan::Plan;
use super::tables::View;
use crate::bits::bits;
use crate::directory::Brief;
use crate::instance::Instance;
use crate::occupancy::{Line, TOGETHER};
use crate::times::GameTimes;

/// For each transform, by number: the later patterns follow all nodes before this one.
type Before = [u16; 16];

/// The results for 512 games.
pub(super) struct Latest {
    before: Vec<Before>,
    known: Line,
}

/// The games in question.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    /// The first word of the games in the block.
    pub(super) first: usize,
    pub(super) briefs: &'a [Brief],
    /// Their occupancy.
    pub(super) lines: &'a [Line],
}

impl Latest {
    pub(super) fn new() -> Self {
        Self {
            before: vec![Before::default(); TOGETHER * 64],
            known: Line::default(),
        }
    }

    /// Computes the results of games for which they are not known yet.
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

    /// Whether the later patterns follow a node of a game under one of these transforms. The results of the game must
    /// be known.
    pub(super) fn comes(&self, game: usize, node: u32, ways: u16) -> bool {
        let mut before = self.before[game].iter().enumerate();
        before.any(|(way, before)| ways >> way & 1 == 1 && node < u32::from(*before))
    }
}

/// Finds the last node at which a place has its pattern, under all transforms that leave it unchanged there. The nodes
/// of the next pattern must come after it.
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
