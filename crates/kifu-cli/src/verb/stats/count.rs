use kifu_batch::Games;
use std::collections::BTreeMap;

use kifu::lint::{Linter, Options, Severity};
use kifu::select::{Facts, Field, Players, Record, Selection, join_groups};
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
    pub(super) groups: Vec<BTreeMap<String, usize>>,
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
    /// Whether the games were checked for problems.
    pub(super) is_checked: bool,
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
            groups: vec![BTreeMap::new(); fields],
            silent: vec![0; fields],
            is_checked: by.contains(&By::Problems),
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
        for game in games.collection.games() {
            let record = Record::in_file(game, games.file).after_games(games.first);
            if selection.matches_facts(&record) {
                counts.add_game(&record, record.moves(), by, players);
            }
        }
        if by.contains(&By::Problems) {
            counts.check(games);
        }
        counts
    }

    /// Counts a game with this number of moves.
    pub(super) fn add_game(
        &mut self,
        facts: &dyn Facts,
        moves: usize,
        by: &[By],
        players: &Players,
    ) {
        self.games += 1;
        self.moves += moves;
        for (number, field) in by.iter().copied().filter_map(By::field).enumerate() {
            let groups = players.groups(facts, field);
            self.silent[number] += usize::from(groups.is_empty());
            for group in groups {
                *self.groups[number].entry(group).or_default() += 1;
            }
        }
        if by.contains(&By::Length) {
            *self.lengths.entry(moves / LENGTH_STEP).or_default() += 1;
        }
        if by.contains(&By::Wins) {
            self.add_winner(facts, players);
        }
    }

    fn add_winner(&mut self, facts: &dyn Facts, players: &Players) {
        let winner = facts.result().and_then(kifu::value::GameResult::winner);
        let place = match winner {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        };
        let komi = Komi(facts.number(Field::Komi).filter(|komi| komi.is_finite()));
        self.by_komi.entry(komi).or_default()[place] += 1;
        self.add_players(facts, winner, players);
    }

    /// Counts the game for its players, once for one who played both colors; such a game is a win and a loss.
    fn add_players(&mut self, facts: &dyn Facts, winner: Option<Color>, players: &Players) {
        let name = |field| players.groups(facts, field).into_iter().next();
        let [black, white] = [Field::Black, Field::White].map(name);
        let key = |name: &Option<String>| Some(players.group_key(Field::Player, name.as_ref()?));
        let is_same = key(&black) == key(&white);
        for (name, color) in [(black, Color::Black), (white, Color::White)] {
            let Some(name) = name else { continue };
            let player = self.players.entry(name).or_default();
            player[0] += usize::from(!is_same || color == Color::Black);
            if let Some(winner) = winner {
                player[if winner == color { 1 } else { 2 }] += 1;
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

    /// Makes one group of those that differ in letter case alone; to be called when all games are counted.
    pub(super) fn join(&mut self, by: &[By], table: &Players) {
        let fields = by.iter().copied().filter_map(By::field);
        for (groups, field) in self.groups.iter_mut().zip(fields) {
            let key = |group: &String| table.group_key(field, group);
            let counts = std::mem::take(groups);
            *groups = join_groups(
                counts,
                key,
                |games| *games as u64,
                |own, other| *own += other,
            );
        }
        let key = |name: &String| table.group_key(Field::Player, name);
        let players = std::mem::take(&mut self.players);
        self.players = join_groups(players, key, |[games, ..]| *games as u64, add_each);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.files += other.files;
        self.games += other.games;
        self.moves += other.moves;
        for (own, groups) in self.groups.iter_mut().zip(other.groups) {
            for (group, count) in groups {
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
