//! Matches the games of two collections.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use kifu_sgf::{Collection, GameTree};

use super::{Diff, GameChange, Subtree, tree};
use crate::fingerprint::fingerprint;

/// Minimum number of moves that identify a game.
const ENOUGH: usize = 10;

/// No game.
const NONE: usize = usize::MAX;

pub(super) fn compare(old: &Collection, new: &Collection) -> Diff {
    let mut pairs = Pairs {
        old_of: vec![NONE; new.len()],
        is_taken: vec![false; old.len()],
    };
    pairs.by_place(old.games().zip(new.games()));
    pairs.by_place(old.games().rev().zip(new.games().rev()));
    pairs.by(old, new, |game| Some(fingerprint(game)));
    let same = pairs.old_of.clone();
    pairs.by(old, new, moves);
    pairs.by(old, new, header);
    pairs.by_order();
    let games = new.games().zip(&pairs.old_of).zip(&same);
    let games = games.map(|((game, &before), &same)| {
        if before == NONE {
            return GameChange::Added(Subtree::of(game.root()));
        }
        if before == same {
            // Fingerprints leave out the names of encodings.
            let is_same = |old: GameTree<'_>| charset_names(old).eq(charset_names(game));
            if old.game(before).is_some_and(is_same) {
                return GameChange::Same(before);
            }
        }
        let tree = old
            .game(before)
            .map(|old| tree::compare(old, game))
            .unwrap_or_default();
        if tree.nodes.is_empty() {
            GameChange::Same(before)
        } else {
            GameChange::Changed { old: before, tree }
        }
    });
    Diff {
        old_games: old.len(),
        games: games.collect(),
    }
}

/// The raw values of `CA` in all nodes, each with the number of its node in file order.
fn charset_names(game: GameTree<'_>) -> impl Iterator<Item = (usize, &str)> {
    game.nodes().enumerate().flat_map(|(number, node)| {
        let properties = node.properties().filter(|property| property.is("CA"));
        properties.flat_map(move |property| property.values().map(move |value| (number, value)))
    })
}

struct Pairs {
    old_of: Vec<usize>,
    is_taken: Vec<bool>,
}

impl Pairs {
    fn pair(&mut self, before: usize, at: usize) {
        self.old_of[at] = before;
        self.is_taken[before] = true;
    }

    /// Pairs equal games at the same position, so that each of several equal games keeps its own partner.
    fn by_place<'a>(&mut self, games: impl Iterator<Item = (GameTree<'a>, GameTree<'a>)>) {
        for (old, new) in games {
            let (before, at) = (old.number(), new.number());
            let is_free = !self.is_taken[before] && self.old_of[at] == NONE;
            if is_free && fingerprint(old) == fingerprint(new) {
                self.pair(before, at);
            }
        }
    }

    /// Pairs games with the same key that have no partner yet, in their order.
    fn by(
        &mut self,
        old: &Collection,
        new: &Collection,
        mark: impl Fn(GameTree<'_>) -> Option<u64>,
    ) {
        let free = new
            .games()
            .filter(|game| self.old_of[game.number()] == NONE);
        let free: Vec<_> = free.collect();
        if free.is_empty() {
            return;
        }
        let mut by_mark: HashMap<u64, Vec<usize>> = HashMap::new();
        // In reverse, so that the first game is taken first.
        for game in old.games().rev() {
            if !self.is_taken[game.number()]
                && let Some(mark) = mark(game)
            {
                by_mark.entry(mark).or_default().push(game.number());
            }
        }
        for game in free {
            let before = mark(game)
                .and_then(|mark| by_mark.get_mut(&mark))
                .and_then(Vec::pop);
            if let Some(before) = before {
                self.pair(before, game.number());
            }
        }
    }

    /// Pairs the remaining games in order, if both sides have the same number left.
    fn by_order(&mut self) {
        let left = |is_free: &dyn Fn(usize) -> bool, count| {
            (0..count).filter(|at| is_free(*at)).collect::<Vec<_>>()
        };
        let old = left(&|at| !self.is_taken[at], self.is_taken.len());
        let new = left(&|at| self.old_of[at] == NONE, self.old_of.len());
        if old.len() == new.len() {
            for (before, at) in old.into_iter().zip(new) {
                self.pair(before, at);
            }
        }
    }
}

/// A hash of the moves of the main line.
fn moves(game: GameTree<'_>) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut count = 0;
    for play in game.main_line().filter_map(|node| node.play()) {
        play.hash(&mut hasher);
        count += 1;
    }
    (count >= ENOUGH).then(|| hasher.finish())
}

/// A hash of players and date.
fn header(game: GameTree<'_>) -> Option<u64> {
    let root = game.root();
    let mut hasher = DefaultHasher::new();
    for identifier in ["PB", "PW", "DT", "EV", "RO"] {
        root.simple_text(identifier)
            .unwrap_or_default()
            .trim()
            .hash(&mut hasher);
    }
    (root.has("PB") || root.has("PW")).then(|| hasher.finish())
}
