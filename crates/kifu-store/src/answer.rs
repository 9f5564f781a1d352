use std::cmp::Reverse;
use std::collections::BTreeMap;

use kifu_go::{Color, Point};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::found::{Found, FoundGames};
use crate::pattern::{Orientation, Pattern};
use crate::won::Won;

/// The number of hits and their results, from the point of view of the pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Hits: a game may have a pattern in several places, or under several transforms.
    pub hits: u64,
    /// Hits in games won by the pattern's Black.
    pub black_wins: u64,
    /// Hits in games won by the pattern's White.
    pub white_wins: u64,
    /// Hits with colors exchanged.
    pub swapped: u64,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.hits += other.hits;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.swapped += other.swapped;
    }

    /// Counts a hit; `winner` is from the point of view of the pattern.
    pub(crate) fn count(&mut self, winner: Option<Color>, transform: Orientation) {
        self.hits += 1;
        self.swapped += u64::from(transform.is_swapped);
        match winner {
            Some(Color::Black) => self.black_wins += 1,
            Some(Color::White) => self.white_wins += 1,
            None => {}
        }
    }
}

/// Hits as Kombilo counts them in trees: once for each continuation, and once for each line that ends without one.
/// Never less than the number of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continued {
    /// Number of hits.
    pub hits: u64,
    /// Hits in games won by the pattern's Black.
    pub black_wins: u64,
    /// Hits in games won by the pattern's White.
    pub white_wins: u64,
}

impl Continued {
    fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
    }

    /// Counts hits once.
    pub(crate) const fn count_once(&mut self, hits: Counts) {
        self.hits += hits.hits;
        self.black_wins += hits.black_wins;
        self.white_wins += hits.white_wins;
    }

    /// Counts a hit `times` times.
    pub(crate) const fn count(&mut self, won: Won, times: u64) {
        self.hits += times;
        match won.color() {
            Some(Color::Black) => self.black_wins += times,
            Some(Color::White) => self.white_wins += times,
            None => {}
        }
    }
}

/// Results of the hits with a given continuation, or without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Hits on main lines.
    pub hits: u64,
    /// Hits on main lines in games won by the pattern's Black.
    pub black_wins: u64,
    /// Hits on main lines in games won by the pattern's White.
    pub white_wins: u64,
    /// Hits on main lines where the stone came more than two moves later: both players played elsewhere before.
    pub tenuki: u64,
    /// The sum of the move numbers of the hits.
    pub moves: u64,
    /// Hits in variations.
    pub in_variations: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.tenuki += other.tenuki;
        self.moves += other.moves;
        self.in_variations += other.in_variations;
    }

    /// The average move number of the hits.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of games are far below 2^52"
    )]
    pub fn average_move(&self) -> Option<f64> {
        (self.hits > 0).then(|| self.moves as f64 / self.hits as f64)
    }

    /// The share of decided games that Black won, with Wilson's interval for a confidence of 95 %.
    #[must_use]
    pub fn black_share(&self) -> Option<Share> {
        Share::of(self.black_wins, self.black_wins + self.white_wins)
    }
}

/// A share with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share itself, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share of `part` in `whole`, with Wilson's interval of 95 %; `None` if `whole` is 0.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of games are far below 2^52"
    )]
    pub fn of(part: u64, whole: u64) -> Option<Self> {
        const Z: f64 = 1.959_963_985;
        if whole == 0 {
            return None;
        }
        let n = whole as f64;
        let share = part as f64 / n;
        let center = share + Z * Z / (2.0 * n);
        let width = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Some(Self {
            share,
            low: ((center - width) / scale).max(0.0),
            high: ((center + width) / scale).min(1.0),
        })
    }
}

/// A continuation of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The point within the pattern.
    pub point: Point,
    /// The color, from the point of view of the pattern.
    pub color: Color,
    /// The number of hits and their results.
    pub tally: Tally,
    /// Number of games that reach the position after it, in any order of moves. Set only by
    /// [`Store::reached`](crate::Store::reached), for a pattern that is a whole board of few stones.
    pub reached: Option<u64>,
}

/// Hits in a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Year {
    /// Hits.
    pub hits: u64,
    /// Hits in games won by the pattern's Black.
    pub black_wins: u64,
    /// Hits in games won by the pattern's White.
    pub white_wins: u64,
}

impl Year {
    /// Adds the counts of another part.
    pub(crate) fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
    }
}

/// The result of a search.
///
/// Answers for some segments ([`Query::segments`](crate::Query::segments)) are merged by [`Answer::add`], in any order;
/// an answer for no game is `Answer::default()`. They can be serialized with `serde`, as by
/// [`Store::partial_answer`](crate::Store::partial_answer).
#[derive(Debug, Default)]
pub struct Answer {
    /// Hits on main lines.
    pub main: Counts,
    /// Hits in variations.
    pub variations: Counts,
    /// All hits as Kombilo counts them; 0 unless variations are searched.
    pub continued: Continued,
    /// Hits without a continuation.
    pub without: Tally,
    /// Hits by year; `None` counts games without a date.
    pub years: BTreeMap<Option<u16>, Year>,
    /// The games, in the order of the index.
    pub found: FoundGames,
    /// Every hit, if [`Query::lists_hits`](crate::Query::lists_hits) is set: by game, then by node.
    pub hits: Vec<Found>,
    /// Number of games searched.
    pub searched: u64,
    /// Number of searched games left undecided: the selection needs their records, which were not read because the
    /// pattern is not in them.
    pub unread: u64,
    /// The errors of the parts that could not be read and were left out.
    pub damaged: Vec<StoreError>,
    pub(crate) tallies: Tallies,
    pub(crate) columns: u16,
    /// For each listed continuation, the number of games that reach the position after it.
    pub(crate) reached: BTreeMap<u16, u64>,
}

/// Tallies for each cell and color of a pattern.
///
/// Most continuations never occur, and the tallies of a part of a search may be sent to another thread, so only
/// continuations that occur take space.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    /// For each place, the number of its tally.
    numbers: Vec<u16>,
    tallies: Vec<(u16, Tally)>,
}

impl Tallies {
    const NONE: u16 = u16::MAX;

    pub(crate) fn new(places: usize) -> Self {
        Self {
            numbers: vec![Self::NONE; places],
            tallies: Vec::new(),
        }
    }

    fn get(&self, place: usize) -> Option<&Tally> {
        let number = self.numbers.get(place)?;
        let (_, tally) = self.tallies.get(usize::from(*number))?;
        Some(tally)
    }

    /// Number of places.
    pub(crate) const fn places(&self) -> usize {
        self.numbers.len()
    }

    /// The tally of a place; `None` if the place does not exist.
    #[inline]
    pub(crate) fn at(&mut self, place: usize) -> Option<&mut Tally> {
        let number = self.numbers.get_mut(place)?;
        if *number == Self::NONE {
            // A pattern has fewer than 6000 places.
            *number = self.tallies.len() as u16;
            self.tallies.push((place as u16, Tally::default()));
        }
        let (_, tally) = self.tallies.get_mut(usize::from(*number))?;
        Some(tally)
    }

    fn add(&mut self, other: &Self) {
        if self.numbers.len() < other.numbers.len() {
            self.numbers.resize(other.numbers.len(), Self::NONE);
        }
        for (place, tally) in &other.tallies {
            if let Some(own) = self.at(usize::from(*place)) {
                own.add(*tally);
            }
        }
    }

    /// The nonempty tallies, by place.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u16, Tally)> {
        let tallies = self.numbers.iter();
        tallies.filter_map(|number| self.tallies.get(usize::from(*number)).copied())
    }
}

impl Answer {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        Self {
            tallies: Tallies::new(pattern.cells().len() * 2),
            columns: pattern.columns(),
            ..Self::default()
        }
    }

    /// The answer for a part that cannot be read.
    pub(crate) fn damaged(pattern: &Pattern, error: StoreError) -> Self {
        Self {
            damaged: vec![error],
            ..Self::new(pattern)
        }
    }

    /// Adds the answer for other games. Parts may be added in any order, except that parts of one segment must be in
    /// order.
    pub fn add(&mut self, other: Self) {
        self.main.add(other.main);
        self.variations.add(other.variations);
        self.continued.add(other.continued);
        self.without.add(other.without);
        for (year, of_year) in other.years {
            self.years.entry(year).or_default().add(of_year);
        }
        self.found.append(other.found);
        let last = self.hits.last().map(|found| found.game);
        let is_behind = |found: &Found| Some(found.game) < last;
        let is_out_of_order = other.hits.first().is_some_and(is_behind);
        self.hits.extend(other.hits);
        if is_out_of_order {
            self.hits.sort_by_key(|found| found.game);
        }
        self.searched += other.searched;
        self.unread += other.unread;
        for error in other.damaged {
            error.add_to(&mut self.damaged);
        }
        self.tallies.add(&other.tallies);
        self.columns = self.columns.max(other.columns);
        for (place, games) in other.reached {
            *self.reached.entry(place).or_default() += games;
        }
        if !self.damaged.iter().all(StoreError::is_of_records) {
            // Other segments have games that were not counted.
            self.reached.clear();
        }
    }

    /// The continuations, the most frequent first.
    #[must_use]
    pub fn continuations(&self) -> Vec<Continuation> {
        let mut continuations: Vec<_> = self
            .tallies
            .iter()
            .map(|(place, tally)| {
                let (cell, color) = (place / 2, Color::BOTH[usize::from(place % 2)]);
                Continuation {
                    point: Point::new(cell % self.columns, cell / self.columns),
                    color,
                    tally,
                    reached: self.reached.get(&place).copied(),
                }
            })
            .collect();
        // Stable: equally frequent continuations stay in row order.
        continuations.sort_by_key(|next| Reverse((next.tally.hits, next.tally.in_variations)));
        continuations
    }

    /// Number of hits on main lines with a continuation.
    #[must_use]
    pub fn hits_of(&self, next: Option<(u16, Color)>) -> u64 {
        match next {
            None => self.without.hits,
            Some((cell, color)) => {
                let place = usize::from(cell) * 2 + color.index();
                self.tallies.get(place).map_or(0, |tally| tally.hits)
            }
        }
    }
}
