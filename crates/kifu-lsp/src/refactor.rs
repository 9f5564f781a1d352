//! Refactorings of games: variations, setup, the version, the board.

mod handicap;

use gen_lsp_types::{CodeAction, CodeActionKind};
use kifu_board::Symmetry;
use kifu_collection::transform::{Note, Turn};
use kifu_lint::Edit;
use kifu_lint::convert;
use kifu_lint::format::SkippedText;
use kifu_sgf::schema::{self, PropertyType};
use kifu_sgf::{Collection, Compare, GameTreeMut, Node, NodeId};
use kifu_syntax::Span;
use serde::{Deserialize, Serialize};

use crate::edits;
use crate::fixes::fix_all;
use crate::lines::{begins_variation, subtree};
use crate::locate::Place;
use crate::message::Failure;
use crate::open::Open;

/// The kind of all these actions.
pub(crate) const KIND: &str = "refactor.rewrite";

/// The change of an action, kept by the client until the action is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chosen {
    pub(crate) uri: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
enum What {
    /// Apply all safe fixes.
    FixAll,
    /// Move a variation before the one above it.
    Promote(At),
    /// Make the line of a node the main line.
    MainLine(At),
    /// Delete a variation.
    Delete(At),
    /// Move the move of a node to a separate node.
    Split(At),
    /// Set up the missing handicap stones of a game of this version of the document.
    Handicap { version: i32, game: usize },
    /// Convert all games to FF[4].
    Convert,
    /// Turn the board of a game of this version of the document.
    Turn {
        version: i32,
        game: usize,
        turn: Turned,
    },
}

/// A node, with the version of the document in which it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct At {
    version: i32,
    game: usize,
    node: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Turned {
    Clockwise,
    Half,
    CounterClockwise,
    Columns,
    Rows,
    Diagonal,
    OtherDiagonal,
    Colors,
}

/// The turns, each with its title.
const TURNS: [(Turned, &str); 8] = [
    (Turned::Clockwise, "Rotate the board clockwise"),
    (
        Turned::CounterClockwise,
        "Rotate the board counter-clockwise",
    ),
    (Turned::Half, "Rotate the board by 180°"),
    (Turned::Columns, "Mirror the board left to right"),
    (Turned::Rows, "Mirror the board top to bottom"),
    (
        Turned::Diagonal,
        "Mirror the board at the diagonal from the upper left",
    ),
    (
        Turned::OtherDiagonal,
        "Mirror the board at the diagonal from the upper right",
    ),
    (Turned::Colors, "Swap the colors"),
];

impl From<Turned> for Turn {
    fn from(turned: Turned) -> Self {
        let symmetry = match turned {
            Turned::Clockwise => Symmetry::Rotate90,
            Turned::Half => Symmetry::Rotate180,
            Turned::CounterClockwise => Symmetry::Rotate270,
            Turned::Columns => Symmetry::MirrorColumns,
            Turned::Rows => Symmetry::MirrorRows,
            Turned::Diagonal => Symmetry::Transpose,
            Turned::OtherDiagonal => Symmetry::AntiTranspose,
            Turned::Colors => Symmetry::Identity,
        };
        Self {
            symmetry,
            swaps_colors: turned == Turned::Colors,
            ..Self::default()
        }
    }
}

/// The changes that are possible at a place. The edits are computed when one is chosen.
pub(crate) fn actions(open: &Open, span: Span) -> Vec<CodeAction> {
    let collection = open.document.collection();
    let Some(place) = Place::at(collection, span.start) else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    let mut offer = |title: &str, what: What| {
        let chosen = Chosen {
            uri: open.uri.clone(),
            what,
        };
        actions.push(CodeAction {
            title: title.to_owned(),
            kind: Some(CodeActionKind::new(KIND)),
            data: serde_json::to_value(chosen).ok(),
            ..CodeAction::default()
        });
    };
    let at = |node: Node<'_>| At {
        version: open.document.version,
        game: place.game.number(),
        node: node.id().get(),
    };
    let node = place.node;
    let first = node.path_up().find(|node| begins_variation(*node));
    if let Some(first) = first {
        if first.previous_sibling().is_some() {
            offer("Move this variation up", What::Promote(at(first)));
        }
        if !node.is_on_main_line() {
            offer("Make this the main line", What::MainLine(at(node)));
        }
        offer("Delete this variation", What::Delete(at(first)));
    }
    if mixes(node) {
        let title = "Put the move into a node of its own";
        offer(title, What::Split(at(node)));
    }
    if let Some(points) = handicap::missing(place.game) {
        let handicap = What::Handicap {
            version: open.document.version,
            game: place.game.number(),
        };
        let title = format!("Set up the {} handicap stones", points.len());
        offer(&title, handicap);
    }
    let is_old = collection
        .games()
        .any(|game| game.root().value("FF").is_none_or(|raw| raw.trim() != "4"));
    if is_old {
        offer("Convert to FF[4]", What::Convert);
    }
    for (turn, title) in TURNS {
        if Turn::from(turn).check(place.game).is_ok() {
            let turn = What::Turn {
                version: open.document.version,
                game: place.game.number(),
                turn,
            };
            offer(title, turn);
        }
    }
    actions
}

/// Whether a node has setup and a move.
fn mixes(node: Node<'_>) -> bool {
    let kind = node.game().kind();
    let has = |wanted: PropertyType| {
        node.properties().any(|property| {
            schema::lookup(kind, &property.identifier())
                .is_some_and(|definition| definition.property_type == wanted)
        })
    };
    has(PropertyType::Setup) && has(PropertyType::Move)
}

/// The change of a chosen action.
pub(crate) struct Change {
    pub(crate) edits: Vec<Edit>,
    /// Values that should have followed but are left unchanged, as `kifu transform` reports them.
    pub(crate) notes: Vec<Note>,
}

/// Computes the change of a chosen action.
///
/// # Errors
/// The document has changed in the meantime, or the change is not possible.
pub(crate) fn compute(open: &Open, chosen: &Chosen) -> Result<Change, Failure> {
    open.ensure_decoded()?;
    let document = &open.document;
    if chosen.what == What::FixAll {
        return Ok(Change {
            edits: fix_all(open)?,
            notes: Vec::new(),
        });
    }
    let mut collection = document.collection().clone();
    let skipped = kept(&collection, &chosen.what);
    let notes = change(&mut collection, document.version, &chosen.what)?;
    let new = collection.to_text();
    let found = Collection::from(new.as_str());
    if !found.is_same(&collection, Compare::Ordered) {
        return Err(Failure::failed(
            "the new text would not parse to the same games",
        ));
    }
    if let Some(kind) = skipped.first_lost(&SkippedText::of(&found, |_| true)) {
        return Err(Failure::failed(format!(
            "text would be lost ({}: {})",
            kind.code(),
            kind.message()
        )));
    }
    Ok(Change {
        edits: edits::between(document.text(), &new),
        notes,
    })
}

/// The text outside of values that a change must keep.
fn kept(collection: &Collection, what: &What) -> SkippedText {
    let deleted = match what {
        What::Delete(at) => collection
            .game(at.game)
            .and_then(|game| game.node(NodeId::new(at.node)))
            .map(subtree),
        _ => None,
    };
    SkippedText::of(collection, |span| {
        deleted.is_none_or(|deleted| span.end <= deleted.start || deleted.end <= span.start)
    })
}

fn change(collection: &mut Collection, version: i32, what: &What) -> Result<Vec<Note>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::failed(error.to_string());
    let ensure_current = |offered: i32| {
        let changed = || Failure::failed("the document changed since this was offered");
        (offered == version).then_some(()).ok_or_else(changed)
    };
    let is_current = |at: &At| ensure_current(at.version).map(|()| NodeId::new(at.node));
    match what {
        What::FixAll => {}
        What::Promote(at) => {
            let node = is_current(at)?;
            game(collection, at.game)?
                .promote(node)
                .map_err(|error| failed(&error))?;
        }
        What::MainLine(at) => {
            let node = is_current(at)?;
            game(collection, at.game)?
                .make_main_line(node)
                .map_err(|error| failed(&error))?;
        }
        What::Delete(at) => {
            let node = is_current(at)?;
            game(collection, at.game)?
                .remove(node)
                .map_err(|error| failed(&error))?;
        }
        What::Split(at) => {
            let node = is_current(at)?;
            let mut game = game(collection, at.game)?;
            let kind = game.tree().kind();
            game.split_node(node, |identifier| {
                convert::moves_to_new_node(kind, identifier)
            })
            .map_err(|error| failed(&error))?;
        }
        What::Handicap {
            version: offered,
            game: number,
        } => {
            ensure_current(*offered)?;
            let mut game = game(collection, *number)?;
            let points = handicap::missing(game.tree())
                .ok_or_else(|| Failure::failed("no handicap stones are missing"))?;
            let root = game.root();
            let points: Vec<&str> = points.iter().map(String::as_str).collect();
            game.set(root, "AB", &points)
                .map_err(|error| failed(&error))?;
        }
        What::Convert => {
            convert::to_ff4(collection, &convert::Options::default());
        }
        What::Turn {
            version: offered,
            game: number,
            turn,
        } => {
            ensure_current(*offered)?;
            return Turn::from(*turn)
                .apply(&mut game(collection, *number)?)
                .map_err(|error| failed(&error));
        }
    }
    Ok(Vec::new())
}

fn game(collection: &mut Collection, number: usize) -> Result<GameTreeMut<'_>, Failure> {
    collection
        .game_mut(number)
        .ok_or_else(|| Failure::failed(format!("there is no game {number}")))
}
