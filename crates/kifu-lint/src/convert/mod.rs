//! Converts old files to FF\[4\].
//!
//! [`to_ff4`] applies the differences that the standard lists between FF\[1\] to FF\[3\] and FF\[4\]: long
//! identifiers, letters and marks, judgments of moves, visible corners, komi in half points, dates, results and times
//! in other wordings, nodes that mix setup and moves, passes, obsolete properties, the number of the version. All
//! other text stays byte for byte. Each change is reported, and so is each property that is kept because its meaning
//! is not clear.
//!
//! Some text needs no conversion. A `\` before a character that needs none stays: FF\[4\] reads it as that character,
//! as programs that wrote `\(` intended. Single points of a list stay, and so do labels.
//!
//! ```
//! use kifu_lint::convert::{Options, to_ff4};
//! use kifu_sgf::Collection;
//!
//! let mut collection = Collection::from("(;FF[1]SiZe[9];Black[ee]L[aa][bb])");
//! let changes = to_ff4(&mut collection, &Options::default());
//! assert_eq!(collection.to_bytes()?, b"(;FF[4]SZ[9];B[ee]LB[aa:A][bb:B])");
//! assert_eq!(changes.len(), 4);
//! # Ok::<(), kifu_sgf::WriteError>(())
//! ```

mod form;
mod identifier;
mod info;
mod judgment;
mod komi;
mod markup;
mod node;
mod obsolete;
mod pass;
mod split;
mod version;

use std::collections::HashSet;

use kifu_games::go::Replay;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};
use kifu_sgf::{Collection, GameTree, NodeId};

pub use self::split::moves_to_new_node;

use self::node::Old;
use self::version::Version;
use crate::change::{Change, Outcome, Place};
use crate::draft::Draft;

/// Treatment of properties that FF\[4\] has dropped without a replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Obsolete {
    /// They stay, as private properties. The default.
    #[default]
    Keep,
    /// They are removed.
    Drop,
    /// They get an identifier that no game defines: `X` before the old one. Two have a replacement: `OM` and `OP`
    /// become `OT`.
    Rename,
}

/// Letters for the points of `L`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// A, B, C, by the standard since August 2001; after Z come a, b, c. The default.
    #[default]
    Upper,
    /// a, b, c, as SGFC writes them; after z come A, B, C.
    Lower,
}

/// Options of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Treatment of obsolete properties. Default: keep them.
    pub obsolete: Obsolete,
    /// Letters for the points of `L`. Default: upper case.
    pub letters: Letters,
}

/// Planned changes to a node.
struct Plan {
    node: NodeId,
    draft: Draft,
    splits: bool,
}

/// Converts a collection by [`to_ff4`] with the default options if the `FF` of any game is 1 to 3: only records of one
/// version can be merged into one tree.
pub fn to_ff4_if_old(collection: &mut Collection) {
    let is_old = |game: GameTree<'_>| {
        let version = game.root().value("FF").map(str::trim);
        matches!(version, Some("1" | "2" | "3"))
    };
    if collection.games().any(is_old) {
        to_ff4(collection, &Options::default());
    }
}

/// Converts every game of FF\[1\] to FF\[3\] to FF\[4\], and reports each change and each property that it keeps.
///
/// A game without `FF` counts as FF\[1\], with any properties. In a game of FF\[4\] only properties that FF\[4\] has
/// dropped are converted or reported. A game of another version is left unchanged and reported.
pub fn to_ff4(collection: &mut Collection, options: &Options) -> Vec<Change> {
    let mut changes = Vec::new();
    collection.read_all();
    for number in 0..collection.len() {
        let Some(game) = collection.game(number) else {
            continue;
        };
        let plans = plan(game, number, *options, &mut changes);
        if plans.is_empty() {
            continue;
        }
        let Some(mut game) = collection.game_mut(number) else {
            continue;
        };
        for plan in plans {
            // The nodes and identifiers come from the game itself.
            let done = plan.draft.apply(&mut game, plan.node).and_then(|()| {
                if plan.splits {
                    let kind = game.tree().kind();
                    game.split_node(plan.node, |identifier| moves_to_new_node(kind, identifier))?;
                }
                Ok(())
            });
            if let Err(error) = done {
                let place = Place {
                    game: number,
                    node: plan.node,
                    span: None,
                };
                changes.push(place.change(Outcome::Kept, "leave the node", error.to_string()));
            }
        }
    }
    changes
}

/// Plans the changes to each node of a game.
fn plan(
    game: GameTree<'_>,
    number: usize,
    options: Options,
    changes: &mut Vec<Change>,
) -> Vec<Plan> {
    let kind = game.kind();
    let root = game.root();
    let place = Place::of_node(number, &root);
    let version = Version::of(&root);
    if version == Version::Unknown {
        changes.push(place.change(
            Outcome::Kept,
            "leave the game as it is",
            "its `FF` is none of 1, 2, 3 and 4",
        ));
        return Vec::new();
    }
    let mut plans = Vec::new();
    let mut replay = None;
    let mut info = info::Path::default();
    let mut old = Old {
        kind,
        size: size(game, kind),
        is_declared: root.has("FF"),
        options,
        marked: None,
    };
    if kind == Some(Game::Go) && game.nodes().any(|node| node.has("M")) {
        replay = Some(Replay::new(game));
    }
    for node in game.nodes() {
        let place = Place::of_node(number, &node);
        let mut draft = Draft::read(&node);
        if draft.is_crowded() && (version == Version::Old || old.has_dropped(&draft)) {
            let (what, is_root) = if node == root {
                ("leave the game as it is", true)
            } else {
                ("leave the node as it is", false)
            };
            changes.push(place.change(Outcome::Kept, what, "the node has hundreds of properties"));
            if is_root {
                return Vec::new();
            }
        }
        if node == root && version == Version::Old {
            version::declare(&mut draft, place, changes);
            version::declare_charset(&game, &mut draft, place, changes);
        }
        let mut splits = false;
        if !draft.is_crowded() {
            old.marked = replay
                .as_ref()
                .filter(|_| node.has("M"))
                .map(|replay| stones(replay.game().board()));
            if version == Version::Current {
                old.convert_dropped(&mut draft, place, changes);
            } else {
                splits = old.convert(&mut draft, place, changes);
                info.enter(kind, &node, &draft, place);
            }
        }
        if let Some(replay) = &mut replay {
            replay.advance();
        }
        if draft.is_touched() || splits {
            plans.push(Plan {
                node: node.id(),
                draft,
                splits,
            });
        }
    }
    info.report(changes);
    plans
}

/// Points with a stone, in SGF letters.
fn stones(board: &kifu_go::Board) -> HashSet<[u8; 2]> {
    let letters = board.stones().filter_map(|(point, _)| point.letters());
    letters.collect()
}

/// Size of the board; the largest possible one if `SZ` is missing or unreadable.
fn size(game: GameTree<'_>, kind: Option<Game>) -> Size {
    let written = game.root().value("SZ").map(value::size::parse_lenient);
    written
        .and_then(Result::ok)
        .map(|size| size.value)
        .or_else(|| kind.and_then(value::size::default_of))
        .unwrap_or(Size::LARGEST)
}
