//! Counts of hits by year during a search.

use kifu_go::Color;

use crate::answer::{Answer, Year};
use crate::won::{ByWinner, Won};

/// Number of slots for years, sufficient for most archives.
const PLACES: usize = 64;

/// Hits by year. If two years share a slot, the previous one is moved to the answer.
#[derive(Debug)]
pub(super) struct Years([(u16, ByWinner); PLACES]);

impl Default for Years {
    fn default() -> Self {
        Self([(0, ByWinner::default()); PLACES])
    }
}

impl Years {
    /// Counts a hit; `won` is from the point of view of the pattern.
    #[inline]
    pub(super) fn count(&mut self, answer: &mut Answer, year: u16, won: Won) {
        let place = &mut self.0[usize::from(year) % PLACES];
        if place.0 != year {
            put(
                answer,
                std::mem::replace(place, (year, ByWinner::default())),
            );
        }
        place.1.count(won);
    }

    /// Adds the remaining counts to the answer.
    pub(super) fn finish(self, answer: &mut Answer) {
        for place in self.0 {
            put(answer, place);
        }
    }
}

fn put(answer: &mut Answer, (year, won): (u16, ByWinner)) {
    if won.hits() > 0 {
        let year = (year > 0).then_some(year);
        answer.years.entry(year).or_default().add(Year {
            hits: won.hits(),
            black_wins: won.of(Color::Black),
            white_wins: won.of(Color::White),
        });
    }
}
