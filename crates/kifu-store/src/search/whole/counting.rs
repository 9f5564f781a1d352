//! Counts of hits by continuation, winner and year.

use kifu_go::Color;

use super::Next;
use super::ranks::Ranks;
use crate::answer::{Answer, Tally};
use crate::found::Slot;
use crate::positions::Reached;
use crate::search::plan::Plan;
use crate::search::years::Years;
use crate::won::ByWinner;

/// The counts of a continuation, or of its absence.
#[derive(Clone, Copy)]
pub(super) struct Count {
    /// The number of its stone, as in slots.
    stone: u16,
    /// Hits with a prompt continuation, and hits where both players played elsewhere before.
    won: [ByWinner; 2],
    moves: u64,
}

/// The counts of hits so far.
pub(super) struct Counting {
    /// The counts of the continuations that occurred.
    counts: Vec<Count>,
    /// For each stone, and last for none, the number of its count; [`Counting::NONE`] if it has not occurred.
    numbers: Vec<u16>,
    swapped: u64,
    years: Years,
    ranks: Ranks,
    /// The first hit of each game.
    first: Vec<Slot>,
}

impl Counting {
    const NONE: u16 = u16::MAX;

    pub(super) fn new(plan: &Plan<'_>, ranks: Ranks) -> Self {
        Self {
            counts: Vec::new(),
            numbers: vec![Self::NONE; plan.size.area() * 2 + 1],
            swapped: 0,
            years: Years::default(),
            first: vec![Slot::NONE; ranks.games],
            ranks,
        }
    }

    /// The number of the count of a stone.
    pub(super) fn count_of(&mut self, stone: u16) -> u16 {
        let none = self.numbers.len() - 1;
        let number = &mut self.numbers[usize::from(stone).min(none)];
        if *number == Self::NONE {
            *number = self.counts.len() as u16;
            self.counts.push(Count {
                stone,
                won: Default::default(),
                moves: 0,
            });
        }
        *number
    }

    /// Counts a hit.
    #[inline]
    pub(super) fn count(&mut self, answer: &mut Answer, reached: Reached, next: Next, number: u32) {
        let is_swapped = Slot::is_swapped(next.look);
        let won = reached.won().seen(is_swapped);
        let count = &mut self.counts[usize::from(next.count)];
        count.won[usize::from(reached.is_tenuki())].count(won);
        count.moves += u64::from(number);
        self.swapped += u64::from(is_swapped);
        self.years.count(answer, reached.year(), won);
        let slot = Slot::new(reached.game, reached.node(), next.look, count.stone);
        let first = &mut self.first[self.ranks.of(reached.game)];
        *first = slot.min(*first);
    }

    /// Adds everything to the answer except the games, which it returns.
    pub(super) fn finish(self, answer: &mut Answer) -> Vec<Slot> {
        self.years.finish(answer);
        for Count { stone, won, moves } in self.counts {
            let of = |color| won.iter().map(|won| won.of(color)).sum();
            let tally = Tally {
                hits: won.iter().map(|won| won.hits()).sum(),
                black_wins: of(Color::Black),
                white_wins: of(Color::White),
                tenuki: won[1].hits(),
                moves,
                in_variations: 0,
            };
            answer.main.hits += tally.hits;
            answer.main.black_wins += tally.black_wins;
            answer.main.white_wins += tally.white_wins;
            let place = answer.tallies.at(stone.into());
            place.unwrap_or(&mut answer.without).add(tally);
        }
        answer.main.swapped += self.swapped;
        answer.main.games += self.first.len() as u64;
        self.first
    }
}
