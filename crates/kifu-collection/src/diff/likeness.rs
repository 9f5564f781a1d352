//! Whether two records may be of one game.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use kifu_sgf::GameTree;

use crate::key::Keys;

/// Minimum number of moves that identify a game.
const ENOUGH: usize = 10;

/// A hash of the moves of the main line, if they identify a game.
pub(super) fn moves(game: GameTree<'_>) -> Option<u64> {
    hash_of_moves(game, usize::MAX, ENOUGH)
}

/// A hash of the first moves of the main line.
pub(super) fn opening(game: GameTree<'_>) -> Option<u64> {
    hash_of_moves(game, ENOUGH, 1)
}

fn hash_of_moves(game: GameTree<'_>, most: usize, least: usize) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut count = 0;
    let plays = game.main_line().filter_map(|node| node.play());
    for play in plays.take(most) {
        play.hash(&mut hasher);
        count += 1;
    }
    (count >= least).then(|| hasher.finish())
}

/// A hash of players, date, event and round.
pub(super) fn header(game: GameTree<'_>) -> Option<u64> {
    hash_of_info(game, &["PB", "PW", "DT", "EV", "RO"])
}

/// A hash of the players and the date.
pub(super) fn players(game: GameTree<'_>) -> Option<u64> {
    hash_of_info(game, &["PB", "PW", "DT"])
}

fn hash_of_info(game: GameTree<'_>, identifiers: &[&str]) -> Option<u64> {
    let root = game.root();
    let mut hasher = DefaultHasher::new();
    for identifier in identifiers {
        info(game, identifier).hash(&mut hasher);
    }
    (root.has("PB") || root.has("PW")).then(|| hasher.finish())
}

fn info(game: GameTree<'_>, identifier: &str) -> String {
    let text = game.root().simple_text(identifier).unwrap_or_default();
    text.trim().to_owned()
}

/// Whether two records may be versions of one game: they begin with the same moves, or one has no moves, and the info
/// of neither contradicts the other. Records with contradictory info need the same moves.
pub(super) fn is_related(old: GameTree<'_>, new: GameTree<'_>) -> bool {
    let (old_plays, new_plays) = (plays(old), plays(new));
    let shorter = old_plays.len().min(new_plays.len());
    let common = old_plays.iter().zip(&new_plays);
    let common = common.take_while(|(old, new)| old == new).count();
    if is_contradictory(old, new) {
        let is_equal = common > 0 && old_plays.len() == new_plays.len() && common == shorter;
        return is_equal || (common >= ENOUGH && 2 * common >= shorter);
    }
    shorter == 0 || common > 0
}

/// The moves of the main line.
fn plays(game: GameTree<'_>) -> Vec<(&str, &str)> {
    let plays = game.main_line().filter_map(|node| node.play());
    plays.collect()
}

/// Whether two records are of other players, another day or round, or begin with other stones.
fn is_contradictory(old: GameTree<'_>, new: GameTree<'_>) -> bool {
    let differs = |old: &str, new: &str| !old.is_empty() && !new.is_empty() && old != new;
    let info = ["PB", "PW", "DT", "RO"]
        .iter()
        .any(|identifier| differs(&info(old, identifier), &info(new, identifier)));
    let (old_setup, new_setup) = (Keys::of(old).key(old.root()), Keys::of(new).key(new.root()));
    info || differs(&old_setup, &new_setup)
}
