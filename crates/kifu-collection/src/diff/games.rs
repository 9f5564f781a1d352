//! Matches the games of two collections.

use std::collections::HashMap;

use kifu_sgf::{Collection, GameTree};

use super::likeness::{header, is_related, moves, opening, players};
use super::{Diff, GameChange, Subtree, tree};
use crate::fingerprint::fingerprint;

/// No game.
const NONE: usize = usize::MAX;

/// Maximum number of games with one key that are considered for a game, so that the time stays linear.
const CONSIDERED: usize = 50;

/// Which of the remaining games are paired by their order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// All, if both sides have the same number left.
    All,
    /// Only those that may be one game.
    Related,
}

pub(super) fn compare(old: &Collection, new: &Collection, rest: Rest) -> Diff {
    let old_games: Vec<_> = old.games().collect();
    let new_games: Vec<_> = new.games().collect();
    let mut pairs = Pairs::new(&old_games, &new_games);
    let places = 0..old_games.len().min(new_games.len());
    pairs.by_place(places.clone().map(|place| (place, place)));
    let (last_old, last_new) = (old_games.len(), new_games.len());
    pairs.by_place(places.map(|place| (last_old - 1 - place, last_new - 1 - place)));
    pairs.by(|game| Some(fingerprint(game)), |_, _| true);
    let same = pairs.old_of.clone();
    pairs.by(moves, |_, _| true);
    pairs.by(header, |_, _| true);
    pairs.by(players, is_related);
    pairs.by(opening, is_related);
    match rest {
        Rest::All => pairs.by_order(|_, _| true),
        Rest::Related => pairs.by_order(is_related),
    }
    let games = new_games.iter().zip(&pairs.old_of).zip(&same);
    let games = games.map(|((&game, &before), &same)| change(old, game, before, before == same));
    Diff {
        old_games: old.len(),
        games: games.collect(),
    }
}

/// For each game of `new`, the number of a game of `old` that is another version of it.
pub(crate) fn versions(old: &[GameTree<'_>], new: &[GameTree<'_>]) -> Vec<Option<usize>> {
    let mut pairs = Pairs::new(old, new);
    pairs.by(|game| Some(fingerprint(game)), |_, _| true);
    pairs.by(moves, |_, _| true);
    pairs.by(players, is_related);
    pairs.by(opening, is_related);
    let pairs = pairs.old_of.into_iter();
    pairs.map(|old| (old != NONE).then_some(old)).collect()
}

/// The change from the game with the number `before`.
fn change(old: &Collection, game: GameTree<'_>, before: usize, is_same: bool) -> GameChange {
    let Some(old_game) = old.game(before) else {
        return GameChange::Added(Subtree::of(game.root()));
    };
    // Fingerprints leave out the names of encodings.
    if is_same && charset_names(old_game).eq(charset_names(game)) {
        return GameChange::Same(before);
    }
    let tree = tree::compare(old_game, game);
    if tree.nodes.is_empty() {
        GameChange::Same(before)
    } else {
        GameChange::Changed { old: before, tree }
    }
}

/// The raw values of `CA` in all nodes, each with the number of its node in file order.
fn charset_names(game: GameTree<'_>) -> impl Iterator<Item = (usize, &str)> {
    game.nodes().enumerate().flat_map(|(number, node)| {
        let properties = node.properties().filter(|property| property.is("CA"));
        properties.flat_map(move |property| property.values().map(move |value| (number, value)))
    })
}

struct Pairs<'a> {
    old: &'a [GameTree<'a>],
    new: &'a [GameTree<'a>],
    old_of: Vec<usize>,
    is_taken: Vec<bool>,
}

impl<'a> Pairs<'a> {
    fn new(old: &'a [GameTree<'a>], new: &'a [GameTree<'a>]) -> Self {
        Self {
            old,
            new,
            old_of: vec![NONE; new.len()],
            is_taken: vec![false; old.len()],
        }
    }

    fn pair(&mut self, before: usize, at: usize) {
        self.old_of[at] = before;
        self.is_taken[before] = true;
    }

    /// Pairs equal games at the same position, so that each of several equal games keeps its own partner.
    fn by_place(&mut self, places: impl Iterator<Item = (usize, usize)>) {
        for (before, at) in places {
            let is_free = !self.is_taken[before] && self.old_of[at] == NONE;
            if is_free && fingerprint(self.old[before]) == fingerprint(self.new[at]) {
                self.pair(before, at);
            }
        }
    }

    /// Pairs games with the same key that have no partner yet, in their order.
    fn by(
        &mut self,
        mark: impl Fn(GameTree<'_>) -> Option<u64>,
        fits: impl Fn(GameTree<'_>, GameTree<'_>) -> bool,
    ) {
        let free: Vec<_> = (0..self.new.len())
            .filter(|at| self.old_of[*at] == NONE)
            .collect();
        if free.is_empty() {
            return;
        }
        let mut by_mark: HashMap<u64, Vec<usize>> = HashMap::new();
        // In reverse, so that the first game is taken first.
        for (before, game) in self.old.iter().enumerate().rev() {
            if !self.is_taken[before]
                && let Some(mark) = mark(*game)
            {
                by_mark.entry(mark).or_default().push(before);
            }
        }
        for at in free {
            let game = self.new[at];
            let Some(same) = mark(game).and_then(|mark| by_mark.get_mut(&mark)) else {
                continue;
            };
            let from = same.len().saturating_sub(CONSIDERED);
            let found = (from..same.len())
                .rev()
                .find(|place| fits(self.old[same[*place]], game));
            if let Some(place) = found {
                let before = same.remove(place);
                self.pair(before, at);
            }
        }
    }

    /// Pairs the remaining games that fit in order, if both sides have the same number left.
    fn by_order(&mut self, fits: impl Fn(GameTree<'_>, GameTree<'_>) -> bool) {
        let left = |is_free: &dyn Fn(usize) -> bool, count| {
            (0..count).filter(|at| is_free(*at)).collect::<Vec<_>>()
        };
        let old = left(&|at| !self.is_taken[at], self.old.len());
        let new = left(&|at| self.old_of[at] == NONE, self.new.len());
        if old.len() == new.len() {
            for (before, at) in old.into_iter().zip(new) {
                if fits(self.old[before], self.new[at]) {
                    self.pair(before, at);
                }
            }
        }
    }
}
