use kifu_batch::Games;
use std::collections::{BTreeMap, BTreeSet};

use kifu::lint::{Linter, Options, Severity};
use kifu::select::{Field, Players, Record, Selection};
use kifu::value::Color;

use super::By;

/// Games won by Black, by White, and those without a winner or whose winner is not known.
pub(super) type Wins = [usize; 3];

/// The counts.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) files: usize,
    pub(super) games: usize,
    pub(super) moves: usize,
    /// For each field, the number of games with each value.
    pub(super) heaps: Vec<BTreeMap<String, usize>>,
    /// For each field, the number of games without a value.
    pub(super) silent: Vec<usize>,
    /// Who won, by komi; the last entry is for games that do not give it.
    pub(super) by_komi: BTreeMap<Komi, Wins>,
    /// Games by their moves, in steps of [`LENGTH_STEP`].
    pub(super) lengths: BTreeMap<usize, usize>,
    /// Games, those won and those lost, of each player.
    pub(super) players: BTreeMap<String, [usize; 3]>,
    /// The findings of `kifu check` by code: severity and number.
    pub(super) problems: BTreeMap<&'static str, (Severity, usize)>,
}

/// Width in moves of a step of the histogram of lengths.
pub(super) const LENGTH_STEP: usize = 20;

/// A komi, ordered as a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Komi(pub(super) Option<f64>);

impl Ord for Komi {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |komi: &Self| komi.0.unwrap_or(f64::INFINITY);
        key(self).total_cmp(&key(other))
    }
}

impl PartialOrd for Komi {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Komi {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Komi {}

impl Counts {
    pub(super) fn new(by: &[By]) -> Self {
        let fields = by.iter().filter(|by| by.field().is_some()).count();
        Self {
            heaps: vec![BTreeMap::new(); fields],
            silent: vec![0; fields],
            ..Self::default()
        }
    }

    /// Of some games of an input.
    pub(super) fn of(
        games: Games<'_>,
        by: &[By],
        selection: &Selection,
        players: &Players,
    ) -> Self {
        let mut counts = Self::new(by);
        counts.files = usize::from(games.first == 0);
        let fields: Vec<Field> = by.iter().copied().filter_map(By::field).collect();
        for game in games.collection.games() {
            let record = Record::in_file(game, games.file).after_games(games.first);
            if !selection.matches_facts(&record) {
                continue;
            }
            counts.games += 1;
            let moves = record.moves();
            counts.moves += moves;
            for (number, field) in fields.iter().enumerate() {
                let groups = record.groups(*field).into_iter();
                let groups: BTreeSet<_> = groups.map(|own| players.group(*field, own)).collect();
                counts.silent[number] += usize::from(groups.is_empty());
                for group in groups {
                    *counts.heaps[number].entry(group).or_default() += 1;
                }
            }
            if by.contains(&By::Length) {
                *counts.lengths.entry(moves / LENGTH_STEP).or_default() += 1;
            }
            if by.contains(&By::Wins) {
                counts.add_winner(&record, players);
            }
        }
        if by.contains(&By::Problems) {
            counts.check(games);
        }
        counts
    }

    fn add_winner(&mut self, record: &Record<'_>, players: &Players) {
        let winner = record.result().and_then(kifu::value::GameResult::winner);
        let place = match winner {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        };
        let komi = Komi(record.number(Field::Komi).filter(|komi| komi.is_finite()));
        self.by_komi.entry(komi).or_default()[place] += 1;
        for (field, color) in [(Field::Black, Color::Black), (Field::White, Color::White)] {
            if let Some(name) = record.text(field) {
                let name = players.group(field, name.trim().to_owned());
                let player = self.players.entry(name).or_default();
                player[0] += 1;
                if let Some(winner) = winner {
                    player[if winner == color { 1 } else { 2 }] += 1;
                }
            }
        }
    }

    /// Problems of the file: of all its games, selected or not.
    fn check(&mut self, games: Games<'_>) {
        let mut linter = Linter::new(&Options::default());
        linter.check_each(games.collection.source(), |finding| {
            let (severity, count) = self
                .problems
                .entry(finding.code)
                .or_insert((finding.severity, 0));
            *severity = (*severity).max(finding.severity);
            *count += 1;
        });
    }

    pub(super) fn add(&mut self, other: Self) {
        self.files += other.files;
        self.games += other.games;
        self.moves += other.moves;
        for (own, heaps) in self.heaps.iter_mut().zip(other.heaps) {
            for (group, count) in heaps {
                *own.entry(group).or_default() += count;
            }
        }
        for (own, silent) in self.silent.iter_mut().zip(other.silent) {
            *own += silent;
        }
        for (komi, wins) in other.by_komi {
            add_each(self.by_komi.entry(komi).or_default(), wins);
        }
        for (step, count) in other.lengths {
            *self.lengths.entry(step).or_default() += count;
        }
        for (name, games) in other.players {
            add_each(self.players.entry(name).or_default(), games);
        }
        for (code, (severity, count)) in other.problems {
            let own = self.problems.entry(code).or_insert((severity, 0));
            own.0 = own.0.max(severity);
            own.1 += count;
        }
    }
}

fn add_each(own: &mut [usize; 3], other: [usize; 3]) {
    for (own, other) in own.iter_mut().zip(other) {
        *own += other;
    }
}
