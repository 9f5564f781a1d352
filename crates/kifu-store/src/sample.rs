//! The first games of an answer in a given order.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::answer::Answer;
use crate::found::{Found, Slot};

/// The order of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Index order.
    #[default]
    Index,
    /// The strongest players first, by the weaker of the two; an unknown rank is the weakest. Equal games are sorted
    /// newest first.
    Rank,
    /// The newest first.
    Newest,
    /// The oldest first; games without a date last.
    Oldest,
    /// The rarest continuations first.
    Novelty,
}

impl Answer {
    /// Keeps only the games that [`Answer::sample`] needs for the first `most` games of each order, even after other
    /// answers that keep as many are added. Does not change [`FoundGames::len`](crate::FoundGames::len).
    pub fn keep_samples(&mut self, most: usize) {
        let orders = [Order::Index, Order::Rank, Order::Newest, Order::Oldest];
        let mut kept: Vec<Found> = Vec::new();
        for order in orders {
            kept.extend(self.sample(order, most));
        }
        // The final rarity of a continuation depends on the other answers.
        let mut by_next: BTreeMap<u16, Vec<Found>> = BTreeMap::new();
        for found in self.found.iter() {
            let next = Slot::next_number(found.next);
            by_next.entry(next).or_default().push(found);
        }
        for games in by_next.into_values() {
            kept.extend(first(games.into_iter(), most, |found| Reverse(found.date)));
        }
        kept.sort_unstable_by_key(|found| found.game);
        kept.dedup_by_key(|found| found.game);
        self.found.keep(&kept);
    }

    /// The first games in an order, at most `most`.
    #[must_use]
    pub fn sample(&self, order: Order, most: usize) -> Vec<Found> {
        let found = self.found.iter();
        match order {
            Order::Index => found.take(most).collect(),
            Order::Rank => first(found, most, |found| Reverse((found.rank, found.date))),
            Order::Newest => first(found, most, |found| Reverse(found.date)),
            Order::Oldest => first(found, most, |found| (found.date.is_none(), found.date)),
            Order::Novelty => first(found, most, |found| {
                let hits = self.hits_of(found.next);
                (found.next.is_none(), hits, Reverse(found.date))
            }),
        }
    }
}

/// The first games by a key; games with equal keys keep their order.
fn first<K: Ord>(
    games: impl Iterator<Item = Found>,
    most: usize,
    key: impl Fn(&Found) -> K,
) -> Vec<Found> {
    let Some(last) = most.checked_sub(1) else {
        return Vec::new();
    };
    let by = |(one, a): &(K, Found), (other, b): &(K, Found)| {
        one.cmp(other).then_with(|| a.game.cmp(&b.game))
    };
    // Room for more than needed: surplus games are removed in batches, in linear time.
    let room = most.saturating_mul(2).max(1024);
    let mut kept: Vec<(K, Found)> = Vec::new();
    let mut is_full = false;
    for found in games {
        let key = key(&found);
        if is_full && key >= kept[last].0 {
            continue;
        }
        kept.push((key, found));
        if kept.len() == room {
            kept.select_nth_unstable_by(last, by);
            kept.truncate(most);
            is_full = true;
        }
    }
    kept.sort_unstable_by(by);
    kept.truncate(most);
    kept.into_iter().map(|(_, found)| found).collect()
}
