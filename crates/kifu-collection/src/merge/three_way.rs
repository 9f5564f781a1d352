//! Merges two changed versions of a record.

mod contradictions;
mod game;
mod properties;

use std::collections::{HashMap, HashSet};
use std::fmt;

use kifu_sgf::{Collection, GameTree};

use crate::diff::{Diff, GameChange};
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
/// conflict too. The merge of valid records is a valid record. Parts that they did not change keep their bytes from ours.
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
    let mut result = ThreeWay {
        collection: ours.clone(),
        conflicts: Vec::new(),
    };
    let (own, other) = (Diff::between(base, ours), Diff::between(base, theirs));
    // For each game of the base, its number in ours, and whether we changed it.
    let mut own_games: HashMap<usize, (usize, bool)> = HashMap::new();
    let mut own_new: HashSet<u64> = HashSet::new();
    for (place, game) in own.games.iter().enumerate() {
        match game {
            GameChange::Same(before) => {
                own_games.insert(*before, (place, false));
            }
            GameChange::Changed { old, .. } => {
                own_games.insert(*old, (place, true));
            }
            GameChange::Added(_) => own_new.extend(ours.game(place).map(fingerprint)),
        }
    }
    let mut added = Vec::new();
    for (place, game) in other.games.iter().enumerate() {
        let Some(their_game) = theirs.game(place) else {
            continue;
        };
        match game {
            GameChange::Same(_) => {}
            GameChange::Changed { old, .. } => {
                let Some((number, _)) = own_games.get(old) else {
                    result.conflicts.push(Conflict {
                        game: result.collection.len() + added.len(),
                        place: players(their_game),
                        message: "we removed the game, they changed it: theirs is kept".to_owned(),
                    });
                    added.push(their_game);
                    continue;
                };
                if let (Some(base_game), Some(own_game), Some(mut changed)) = (
                    base.game(*old),
                    ours.game(*number),
                    result.collection.game_mut(*number),
                ) {
                    let conflicts = game::join(&mut changed, base_game, own_game, their_game);
                    result.conflicts.extend(conflicts);
                }
            }
            GameChange::Added(_) => {
                if !own_new.contains(&fingerprint(their_game)) {
                    added.push(their_game);
                }
            }
        }
    }
    let mut gone = Vec::new();
    for before in other.removed() {
        match own_games.get(&before) {
            Some((number, true)) => result.conflicts.push(Conflict {
                game: *number,
                place: ours.game(*number).map(players).unwrap_or_default(),
                message: "we changed the game, they removed it: ours is kept".to_owned(),
            }),
            Some((number, false)) => gone.push(*number),
            None => {}
        }
    }
    for game in added {
        result.collection.add_copy(game);
    }
    gone.sort_unstable();
    for number in gone.iter().rev() {
        // The number is that of a game of ours.
        let _ = result.collection.remove_game(*number);
        for conflict in &mut result.conflicts {
            conflict.game -= usize::from(conflict.game > *number);
        }
    }
    result
}

fn players(game: GameTree<'_>) -> String {
    let name = |id| {
        let text = game.root().simple_text(id);
        text.map_or_else(|| "?".to_owned(), std::borrow::Cow::into_owned)
    };
    format!("{} – {}", name("PB"), name("PW"))
}
