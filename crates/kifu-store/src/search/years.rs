//! Hits by year, while they are counted.

use kifu_go::Color;

use crate::answer::{Answer, Year};
use crate::won::{ByWinner, Won};

/// How many years have a place: those of most archives.
const PLACES: usize = 64;

/// Hits by year. Two years that share a place take turns: the one that leaves it goes to the answer.
#[derive(Debug)]
pub(super) struct Years([(u16, ByWinner); PLACES]);

impl Default for Years {
    fn default() -> Self {
        Self([(0, ByWinner::default()); PLACES])
    }
}

impl Years {
    /// Counts a hit; `won` as the pattern sees it.
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

    /// Puts the rest into the answer.
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
