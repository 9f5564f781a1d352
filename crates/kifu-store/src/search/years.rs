//! Hits by year, while they are counted.

use kifu_go::Color;

use crate::answer::{Answer, Year};

/// How many years have a place: those of most archives.
const PLACES: usize = 64;

/// Hits by year. Two years that share a place take turns: the one that leaves it goes to the answer.
#[derive(Debug)]
pub(super) struct Years([(u16, Year); PLACES]);

impl Default for Years {
    fn default() -> Self {
        Self([(0, Year::default()); PLACES])
    }
}

impl Years {
    /// Counts a hit; `winner` as the pattern sees it.
    #[inline]
    pub(super) fn count(&mut self, answer: &mut Answer, year: u16, winner: Option<Color>) {
        let place = &mut self.0[usize::from(year) % PLACES];
        if place.0 != year {
            put(answer, std::mem::replace(place, (year, Year::default())));
        }
        place.1.count(winner);
    }

    /// Puts what is left into the answer.
    pub(super) fn finish(self, answer: &mut Answer) {
        for place in self.0 {
            put(answer, place);
        }
    }
}

fn put(answer: &mut Answer, (year, counts): (u16, Year)) {
    if counts.hits > 0 {
        answer.years.entry(year).or_default().add(counts);
    }
}
