use std::cmp::Reverse;
use std::collections::BTreeMap;

use kifu_go::Symmetry;

use super::bucket::Bucket;
use super::fingerprint::{Fingerprint, MARKS};
use super::group::{Group, Member};
use super::line::Line;
use super::options::{LEAST_NEAR, Options};
use super::relation::{Kind, Relation};
use super::sets::Sets;

/// Maximum number of distinct records that a similar record is compared with. Bounds the time if very many records are
/// similar.
const LEADERS: usize = 16;

/// Finds duplicates among the added games, which are numbered 0, 1, 2 and so on.
///
/// See the [module](super) for its use. The result depends only on the games and their order.
#[derive(Debug, Default)]
pub struct Finder {
    options: Options,
    games: Vec<Fingerprint>,
    /// Games whose moves are requested; `None` before the first request.
    wanted: Option<Vec<u32>>,
    lines: BTreeMap<u32, Line>,
    /// The game that represents all games with the same moves, by the hash of the moves.
    by_moves: BTreeMap<u64, u32>,
}

impl Finder {
    /// Creates a finder with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    /// Adds a game.
    ///
    /// # Panics
    /// Beyond four thousand million games.
    pub fn add(&mut self, game: Fingerprint) {
        assert!(u32::try_from(self.games.len()).is_ok(), "too many games");
        self.games.push(game);
    }

    /// How many games were added.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether no game was added.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The fingerprint of a game.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Fingerprint> {
        self.games.get(number as usize)
    }

    /// The games whose moves are needed, ascending. Call this after all games were added.
    pub fn games_to_read(&mut self) -> &[u32] {
        if self.wanted.is_none() {
            let mut wanted = Vec::new();
            for bucket in self.buckets_of_slips() {
                self.buckets(bucket, |numbers| wanted.extend_from_slice(numbers));
            }
            for mark in self.marks() {
                self.buckets(mark, |numbers| {
                    if self.has_short(numbers, mark) {
                        wanted.extend_from_slice(numbers);
                    }
                });
            }
            wanted.sort_unstable();
            wanted.dedup();
            self.wanted = Some(wanted);
        }
        self.wanted.as_deref().unwrap_or_default()
    }

    /// Supplies the moves of a game. A game without supplied moves is not compared by its moves.
    pub fn give(&mut self, number: u32, line: Line) {
        if let Some(game) = self.games.get(number as usize) {
            self.by_moves.insert(game.all_moves, number);
            self.lines.insert(number, line);
        }
    }

    /// All groups, ordered by their first records, followed by the groups of games with the same players on the same
    /// day, where each game is represented by one record.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        self.groups_among(|_| true)
    }

    /// The [`groups`](Self::groups) without the records for which `has` is false, and without groups of which one record
    /// is left. The best record of a group is the best of those that are left; a record that is related to it only by
    /// one that is left out is not in the group.
    pub fn groups_among(&self, has: impl Fn(u32) -> bool) -> Vec<Group> {
        let mut sets = Sets::new(self.games.len());
        for bucket in [Bucket::Text, Bucket::Tree, Bucket::Moves] {
            self.all_buckets(bucket, |numbers| {
                for pair in numbers.windows(2) {
                    sets.join(pair[0], pair[1]);
                }
            });
        }
        for bucket in self.buckets_of_slips() {
            self.buckets(bucket, |numbers| self.join_alike(numbers, &mut sets));
        }
        for mark in self.marks() {
            self.buckets(mark, |numbers| {
                if self.has_short(numbers, mark) {
                    self.join_prefixes(numbers, &mut sets);
                }
            });
        }
        let mut groups = self.groups_of(&mut sets, &has, Self::relation);
        if self.options.last >= Kind::Players {
            let mut days = Sets::new(self.games.len());
            // The record that represents each game: the first of those that are left.
            let mut faces = BTreeMap::new();
            for number in (0..self.games.len() as u32).filter(|number| has(*number)) {
                faces.entry(sets.top(number)).or_insert(number);
            }
            self.all_buckets(Bucket::Who, |numbers| {
                let face = |number: &u32| faces.get(&sets.top(*number)).copied();
                let mut firsts: Vec<u32> = numbers.iter().filter_map(face).collect();
                firsts.sort_unstable();
                firsts.dedup();
                for pair in firsts.windows(2) {
                    days.join(pair[0], pair[1]);
                }
            });
            let same_day = |_: &Self, _: u32, _: u32| Some(Relation::Players);
            groups.extend(self.groups_of(&mut days, &has, same_day));
        }
        groups
    }

    /// Returns how record `one` is related to record `other`.
    fn relation(&self, one: u32, other: u32) -> Option<Relation> {
        let (first, second) = (self.game(one), self.game(other));
        Relation::of_prints(first, second)
            .or_else(|| {
                Relation::of_lines(self.line_like(one)?, self.line_like(other)?)
                    .map(last_move_missing)
                    .filter(|relation| self.is_meant(*relation, first, second))
            })
            .filter(|relation| relation.kind() <= self.options.last)
    }

    /// The symmetry that gives record `other` the orientation of record `one`, and whether colors must be exchanged as
    /// well. `None` if one of them was not added.
    #[must_use]
    pub fn alignment(&self, one: u32, other: u32) -> Option<(Symmetry, bool)> {
        let (first, second) = (self.get(one)?, self.get(other)?);
        let lines = self.line_like(one).zip(self.line_like(other));
        let lines = lines.filter(|_| first.all_moves != second.all_moves);
        // Both are in their canonical orientation, which a slip may change.
        let between = lines.map_or(Symmetry::Identity, |(first, second)| first.way_of(second));
        let symmetry = second.symmetry.then(between);
        // The colors are those of the first and the second player.
        let is_shifted = lines.is_some_and(|(first, second)| first.has_other_first_player(second));
        Some((
            symmetry.then(first.symmetry.inverse()),
            (first.is_swapped != second.is_swapped) != is_shifted,
        ))
    }

    /// Whether a relation found by moves is valid for these records: half of the moves may differ by chance, but not if
    /// the signature is the same.
    fn is_meant(&self, relation: Relation, one: &Fingerprint, other: &Fingerprint) -> bool {
        match relation.kind() {
            Kind::Dyer => one.dyer != 0 && one.dyer == other.dyer,
            Kind::Prefix => one.length.min(other.length) as usize >= MARKS[0],
            Kind::Near => one.length.min(other.length) >= self.options.least_moves.max(LEAST_NEAR),
            _ => true,
        }
    }

    /// Sets the largest difference of the next [`groups`](Self::groups). A larger one than the moves were requested for
    /// has no effect.
    pub fn limit_to(&mut self, last: Kind) {
        self.options.last = self.options.last.min(last);
    }

    /// The moves of a record, or of one with the same moves.
    fn line_like(&self, number: u32) -> Option<&Line> {
        let like = self.by_moves.get(&self.game(number).all_moves)?;
        self.lines.get(like)
    }

    fn game(&self, number: u32) -> &Fingerprint {
        &self.games[number as usize]
    }

    /// The buckets in which records may differ by a slip.
    fn buckets_of_slips(&self) -> impl Iterator<Item = Bucket> + use<> {
        const BUCKETS: [Bucket; 8] = [
            Bucket::Third(0),
            Bucket::Third(1),
            Bucket::Third(2),
            Bucket::Half(0),
            Bucket::Half(1),
            Bucket::Half(2),
            Bucket::Half(3),
            Bucket::Dyer,
        ];
        let is_wanted = self.options.last >= Kind::Near;
        BUCKETS.into_iter().filter(move |_| is_wanted)
    }

    /// The buckets in which a record may break off.
    fn marks(&self) -> impl Iterator<Item = Bucket> + use<> {
        let is_wanted = self.options.last >= Kind::Prefix;
        (0..MARKS.len())
            .filter(move |_| is_wanted)
            .map(Bucket::Mark)
    }

    /// Whether one of the records ends before the next mark, so that it may break off.
    fn has_short(&self, numbers: &[u32], bucket: Bucket) -> bool {
        let Bucket::Mark(mark) = bucket else {
            return false;
        };
        let next = MARKS.get(mark + 1).copied().unwrap_or(usize::MAX);
        let length = |number: &u32| self.game(*number).length as usize;
        numbers.iter().any(|number| length(number) < next)
    }

    /// Calls `take` with the records of each bucket that holds more than one sequence of moves, one record per
    /// sequence.
    fn buckets(&self, bucket: Bucket, mut take: impl FnMut(&[u32])) {
        let mut firsts = Vec::new();
        self.all_buckets(bucket, |numbers| {
            firsts.clear();
            firsts.extend(
                numbers
                    .iter()
                    .map(|number| (self.game(*number).all_moves, *number)),
            );
            firsts.sort_unstable();
            firsts.dedup_by_key(|(moves, _)| *moves);
            if firsts.len() > 1 {
                let mut numbers: Vec<u32> = firsts.iter().map(|(_, number)| *number).collect();
                numbers.sort_unstable();
                take(&numbers);
            }
        });
    }

    /// Calls `take` with the records of each bucket that holds more than one, ascending.
    fn all_buckets(&self, bucket: Bucket, mut take: impl FnMut(&[u32])) {
        let keys = (0..).zip(&self.games);
        let mut keys: Vec<(u64, u32)> = keys
            .filter_map(|(number, game)| Some((bucket.key(game, self.options)?, number)))
            .collect();
        keys.sort_unstable();
        for same in keys.chunk_by(|one, other| one.0 == other.0) {
            if same.len() > 1 {
                let numbers: Vec<u32> = same.iter().map(|(_, number)| *number).collect();
                take(&numbers);
            }
        }
    }

    /// Joins records that differ by a slip, each with one of the first distinct records.
    fn join_alike(&self, numbers: &[u32], sets: &mut Sets) {
        let mut leaders: Vec<u32> = Vec::new();
        for number in numbers {
            let like = leaders
                .iter()
                .find(|leader| self.relation(**leader, *number).is_some());
            if let Some(leader) = like {
                sets.join(*leader, *number);
            } else if leaders.len() < LEADERS {
                leaders.push(*number);
            }
        }
    }

    /// Joins truncated records with their continuations: the next records in the order of moves.
    fn join_prefixes(&self, numbers: &[u32], sets: &mut Sets) {
        let with_line = |number: &u32| Some((self.lines.get(number)?, *number));
        let mut lines: Vec<_> = numbers.iter().filter_map(with_line).collect();
        lines.sort_unstable_by(|(one, _), (other, _)| one.key().cmp(&other.key()));
        for pair in lines.windows(2) {
            let [(_, one), (_, other)] = pair else {
                continue;
            };
            let relation = self.relation(*one, *other);
            if relation.is_some_and(|relation| relation.kind() == Kind::Prefix) {
                sets.join(*one, *other);
            }
        }
    }

    /// The sets of more than one record as groups.
    fn groups_of(
        &self,
        sets: &mut Sets,
        has: impl Fn(u32) -> bool,
        relation: impl Fn(&Self, u32, u32) -> Option<Relation>,
    ) -> Vec<Group> {
        let joins = std::mem::take(&mut sets.joins);
        let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for number in joins.iter().flat_map(|(one, other)| [*one, *other]) {
            members.entry(sets.top(number)).or_default().push(number);
        }
        // The record through which each record joined its group.
        let mut by: BTreeMap<u32, u32> = BTreeMap::new();
        for (one, other) in &joins {
            by.entry(*other).or_insert(*one);
            by.entry(*one).or_insert(*other);
        }
        let mut groups: Vec<Group> = members
            .into_values()
            .map(|mut numbers| {
                numbers.sort_unstable();
                numbers.dedup();
                numbers.retain(|number| has(*number));
                numbers
            })
            .filter(|numbers| numbers.len() > 1)
            .map(|numbers| {
                let worth = |number: &u32| {
                    let game = self.game(*number);
                    (
                        game.length,
                        game.info,
                        game.comments,
                        game.aside,
                        Reverse(*number),
                    )
                };
                let best = numbers
                    .iter()
                    .copied()
                    .max_by_key(worth)
                    .unwrap_or_default();
                let others = numbers.into_iter().filter(|number| *number != best);
                let others = others.filter_map(|number| {
                    let to_best = relation(self, best, number).map(|relation| (relation, best));
                    let (relation, to) = to_best.or_else(|| {
                        let to = *by.get(&number).filter(|to| has(**to))?;
                        Some((relation(self, to, number)?, to))
                    })?;
                    Some(Member {
                        number,
                        relation,
                        to,
                    })
                });
                Group {
                    best,
                    others: others.collect(),
                }
            })
            .collect();
        let first = |group: &Group| {
            let first = group
                .others
                .first()
                .map_or(group.best, |member| member.number);
            first.min(group.best)
        };
        groups.sort_by_key(first);
        groups
    }
}

/// A record that lacks only the last move is too short to be called truncated if it ends before the first mark.
fn last_move_missing(relation: Relation) -> Relation {
    match relation {
        Relation::Prefix { moves, of } if moves + 1 == of && (moves as usize) < MARKS[0] => {
            Relation::Missing { at: of }
        }
        relation => relation,
    }
}
