//! Merges two changed versions of a record.

mod contradictions;
mod game;
mod properties;

use std::collections::HashMap;
use std::fmt;

use kifu_sgf::{Collection, GameTree};

use crate::diff::{self, Diff, GameChange};
use crate::fingerprint::fingerprint;

/// A conflict: both sides changed the same thing in different ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The number of the game in the result, from 0.
    pub game: usize,
    /// The position: `move 34, B[qd]`, or `root`.
    pub place: String,
    /// A description of the conflict and its resolution.
    pub message: String,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {}, {}: {}",
            self.game + 1,
            self.place,
            self.message
        )
    }
}

/// The result of a three-way merge.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ThreeWay {
    /// Our version with the changes of theirs.
    pub collection: Collection,
    /// The conflicts that a person must resolve; empty for a clean merge.
    pub conflicts: Vec<Conflict>,
}

/// Merges two changed versions of the record `base`.
///
/// A change of one side is applied; variations, comments, marks and list values that either side added are kept. If
/// both sides changed the same value, ours is kept, and both are added to the comment of the node between `<<<<<<<` and
/// `>>>>>>>`; a comment that both sides rewrote contains both versions in the same form. Anything that one side
/// removed and the other changed is kept. Variations follow our order, unless only theirs differs from that of the
/// base. A value of theirs that contradicts one of ours, such as `GW` and `GB`, or two markups of one point, is a
/// conflict too. Games that begin differently and have no common players and date are different games; a game that both
/// sides added is merged. The merge of valid records is a valid record. Parts that they did not change keep their bytes
/// from ours.
///
/// ```
/// use kifu_collection::merge::three_way;
/// use kifu_sgf::Collection;
///
/// let base = Collection::from("(;KM[6.5];B[aa];W[bb])");
/// let ours = Collection::from("(;KM[6.5];B[aa]C[Bold.];W[bb])");
/// let theirs = Collection::from("(;KM[7.5];B[aa](;W[bb])(;W[cc]))");
/// let merged = three_way(&base, &ours, &theirs);
/// assert!(merged.conflicts.is_empty());
/// assert_eq!(
///     merged.collection.to_bytes()?,
///     b"(;KM[7.5];B[aa]C[Bold.]\n(;W[bb])\n(;W[cc]))"
/// );
/// # Ok::<(), kifu_sgf::WriteError>(())
/// ```
#[must_use]
pub fn three_way(base: &Collection, ours: &Collection, theirs: &Collection) -> ThreeWay {
    let mut merge = Merge {
        base,
        ours,
        theirs,
        result: ThreeWay {
            collection: ours.clone(),
            conflicts: Vec::new(),
        },
        added: Vec::new(),
    };
    let (own, other) = (
        Diff::of_versions(base, ours),
        Diff::of_versions(base, theirs),
    );
    let own_games = own_games(&own);
    merge.change(&own_games, &other);
    merge.add(&own, &other);
    merge.finish(&own_games, &other.removed());
    merge.result
}

/// For each game of the base, its number in ours, and whether we changed it.
fn own_games(own: &Diff) -> HashMap<usize, (usize, bool)> {
    let games = own.games.iter().enumerate();
    let games = games.filter_map(|(place, game)| match game {
        GameChange::Same(before) => Some((*before, (place, false))),
        GameChange::Changed { old, .. } => Some((*old, (place, true))),
        GameChange::Added(_) => None,
    });
    games.collect()
}

struct Merge<'c> {
    base: &'c Collection,
    ours: &'c Collection,
    theirs: &'c Collection,
    result: ThreeWay,
    /// Their games that the result lacks.
    added: Vec<GameTree<'c>>,
}

impl Merge<'_> {
    /// Applies their changes of games of the base.
    fn change(&mut self, own_games: &HashMap<usize, (usize, bool)>, other: &Diff) {
        for (place, change) in other.games.iter().enumerate() {
            let (GameChange::Changed { old, .. }, Some(their_game)) =
                (change, self.theirs.game(place))
            else {
                continue;
            };
            if let Some((number, _)) = own_games.get(old) {
                if let Some(base_game) = self.base.game(*old) {
                    self.join(base_game, *number, their_game);
                }
                continue;
            }
            self.result.conflicts.push(Conflict {
                game: self.result.collection.len() + self.added.len(),
                place: players(their_game),
                message: "we removed the game, they changed it: theirs is kept".to_owned(),
            });
            self.added.push(their_game);
        }
    }

    /// Adds their new games. A game that both sides added is merged.
    fn add(&mut self, own: &Diff, other: &Diff) {
        let empty = Collection::from("(;)");
        let (own_new, their_new) = (added(self.ours, own), added(self.theirs, other));
        let versions = diff::versions(&own_new, &their_new);
        for (their_game, own_game) in their_new.into_iter().zip(versions) {
            let own_game = own_game.map(|place| own_new[place]);
            match (own_game, empty.game(0)) {
                (Some(own_game), Some(base_game)) => {
                    if fingerprint(own_game) != fingerprint(their_game) {
                        self.join(base_game, own_game.number(), their_game);
                    }
                }
                _ => self.added.push(their_game),
            }
        }
    }

    /// Merges their version of a game into the game with a number in ours.
    fn join(&mut self, base_game: GameTree<'_>, number: usize, their_game: GameTree<'_>) {
        if let (Some(own_game), Some(mut changed)) = (
            self.ours.game(number),
            self.result.collection.game_mut(number),
        ) {
            let conflicts = game::join(&mut changed, base_game, own_game, their_game);
            self.result.conflicts.extend(conflicts);
        }
    }

    /// Writes new games, and removes those that they removed, unless we changed them.
    fn finish(&mut self, own_games: &HashMap<usize, (usize, bool)>, removed: &[usize]) {
        let mut gone = Vec::new();
        for before in removed {
            match own_games.get(before) {
                Some((number, true)) => self.result.conflicts.push(Conflict {
                    game: *number,
                    place: self.ours.game(*number).map(players).unwrap_or_default(),
                    message: "we changed the game, they removed it: ours is kept".to_owned(),
                }),
                Some((number, false)) => gone.push(*number),
                None => {}
            }
        }
        for game in std::mem::take(&mut self.added) {
            self.result.collection.add_copy(game);
        }
        gone.sort_unstable();
        for number in gone.iter().rev() {
            // The number is that of a game of ours.
            let _ = self.result.collection.remove_game(*number);
            for conflict in &mut self.result.conflicts {
                conflict.game -= usize::from(conflict.game > *number);
            }
        }
    }
}

/// The games that a side added.
fn added<'c>(side: &'c Collection, changes: &Diff) -> Vec<GameTree<'c>> {
    let games = side.games().zip(&changes.games);
    let added = games.filter(|(_, change)| matches!(change, GameChange::Added(_)));
    added.map(|(game, _)| game).collect()
}

fn players(game: GameTree<'_>) -> String {
    let name = |id| {
        let text = game.root().simple_text(id);
        text.map_or_else(|| "?".to_owned(), std::borrow::Cow::into_owned)
    };
    format!("{} – {}", name("PB"), name("PW"))
}
