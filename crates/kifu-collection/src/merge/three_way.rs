//! What two people made of one record, joined.

mod game;
mod properties;

use std::collections::{HashMap, HashSet};
use std::fmt;

use kifu_sgf::{Collection, GameTree};

use crate::diff::{Diff, GameChange};
use crate::fingerprint::fingerprint;

/// Both sides changed the same thing, each in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The number of the game in the result, from 0.
    pub game: usize,
    /// Where: `move 34, B[qd]`, or `root`.
    pub place: String,
    /// What, and what was done about it.
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

/// Two changed records, joined.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ThreeWay {
    /// Ours, with what is theirs in it.
    pub collection: Collection,
    /// Where a person must decide; none if all went together.
    pub conflicts: Vec<Conflict>,
}

/// Joins what two sides made of the record `base`.
///
/// What one side changed is changed; variations, comments, marks and values of lists that both added
/// are all there. Where both changed the same value, ours stays, and both stand in the comment of the
/// node between `<<<<<<<` and `>>>>>>>`; a comment that both rewrote holds both the same way. What one
/// side removed and the other changed stays. Variations are in our order, unless only theirs is another
/// than that of the base. The result is a lawful record in any case. What they did
/// not touch keeps the bytes it has in ours.
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
    // For each game of the base, where ours has it, and whether it was changed there.
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
        // It is one of ours.
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
