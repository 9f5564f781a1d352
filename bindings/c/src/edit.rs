//! Changes.
//!
//! Handles of nodes stay valid; texts obtained from the collection do not, but may be arguments of a change.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kifu_sgf::schema::{BasicType, Count, Notation, ValueType};
use kifu_sgf::value::point_list;
use kifu_sgf::value::{Color, Point, PointItem};
use kifu_sgf::{EditError, GameTree, GameTreeMut, NodeId};
use kifu_syntax::text::escape_brackets;

use crate::collection::{copied, kifu_collection, kifu_node};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::kifu_str;
use crate::value::{kifu_move, kifu_point, size_of, writes_moves_as_go};

/// Changes the game of a node.
fn change<T>(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    change: impl FnOnce(&mut GameTreeMut<'_>, NodeId) -> Result<T, EditError>,
) -> Outcome<T> {
    let collection = ffi::handle(collection)?;
    // A stale node is detected before anything is copied or changed.
    collection.state().node(node)?;
    let mut game = collection.change().game_mut(node.game)?;
    Ok(change(&mut game, NodeId::new(node.node))?)
}

fn done(outcome: Outcome<()>) -> Outcome {
    outcome.map(|()| kifu_status::KIFU_OK)
}

/// Writes the handle of a node that was made in the game of another.
fn made(
    out: Option<&mut MaybeUninit<kifu_node>>,
    game: u32,
    make: impl FnOnce() -> Outcome<NodeId>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(out)?;
        let node = make()?.get();
        out.write(kifu_node { game, node });
        Ok(kifu_status::KIFU_OK)
    })
}

/// Adds an empty node as a child of `parent` with `index` siblings before it, or as the last one if there are fewer
/// (`SIZE_MAX`: always), and gives it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_add_child(
    collection: Option<&mut kifu_collection>,
    parent: kifu_node,
    index: usize,
    added: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    made(added, parent.game, || {
        change(collection, parent, |game, node| {
            game.insert_child(node, index)
        })
    })
}

/// Adds an empty node as the sibling right before `node`, and gives it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_insert_before(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    added: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    made(added, node.game, || {
        change(collection, node, |game, node| game.insert_before(node))
    })
}

/// Adds an empty node as the sibling right after `node`, and gives it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_insert_after(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    added: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    made(added, node.game, || {
        change(collection, node, |game, node| game.insert_after(node))
    })
}

/// Removes a node and all below it. The root cannot be removed: see `kifu_collection_remove_game`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_remove(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
) -> kifu_status {
    ffi::call(|| done(change(collection, node, |game, node| game.remove(node))))
}

/// Moves a node with all below it to be the last child of `parent`, a node of the same game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_move_below(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    parent: kifu_node,
) -> kifu_status {
    ffi::call(|| {
        if node.game != parent.game {
            return Err(Failure::invalid(
                "the nodes are of different games: use kifu_node_graft",
            ));
        }
        let parent = NodeId::new(parent.node);
        done(change(collection, node, |game, node| {
            game.move_below(node, parent)
        }))
    })
}

/// Moves a variation one place towards the main line, if it is not the first.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_promote(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
) -> kifu_status {
    ffi::call(|| done(change(collection, node, |game, node| game.promote(node))))
}

/// Makes a node part of the main line: it and all above it become first children.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_make_main_line(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
) -> kifu_status {
    ffi::call(|| {
        done(change(collection, node, |game, node| {
            game.make_main_line(node)
        }))
    })
}

/// Splits a node in two: the properties of `count` identifiers go to a new node, which becomes its only child and takes
/// over its children. Gives the new node.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_split(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifiers: *const *const c_char,
    count: usize,
    added: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    made(added, node.game, || {
        let moved = ffi::own_names(identifiers, count)?;
        change(collection, node, |game, node| {
            game.split_node(node, |identifier| moved.iter().any(|own| own == identifier))
        })
    })
}

/// Joins a node with its only child, which is removed: its properties and children become those of the node.
/// `KIFU_REFUSED` if the node has no child, or several.
///
/// If both have a property, the values of the child follow those of the node. A property of one value, such as `B` or
/// `C`, has two then, which the standard forbids: remove one of them first.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_join_with_child(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
) -> kifu_status {
    ffi::call(|| {
        done(change(collection, node, |game, node| {
            game.join_with_child(node)
        }))
    })
}

/// Adds a copy of a node of `from`, with all below it, as the last child of `parent`, and gives it. `from` may be the
/// collection itself.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_graft(
    collection: *mut kifu_collection,
    parent: kifu_node,
    from: *const kifu_collection,
    node: kifu_node,
    added: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    made(added, parent.game, || {
        copied(
            collection,
            from,
            |state| state.node(node),
            |copied| {
                change(Some(ffi::exclusive(collection)?), parent, |game, parent| {
                    game.graft(parent, copied)
                })
            },
        )
    })
}

/// Sets a property to `count` raw values in place of all that it has. With a `count` of 0 it has one empty value:
/// `KO[]`.
///
/// A raw value is written as it is, with its escapes (see `kifu_escape`). A `]` that is not escaped, which
/// `kifu_node_value` gives where a broken file has it, is escaped, so is a `\` at the end, and so is each `[` if one of
/// them has no `]`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    values: *const kifu_str,
    count: usize,
) -> kifu_status {
    ffi::call(|| {
        let identifier = &*ffi::own_name(identifier)?;
        let values = ffi::own_texts(values, count)?;
        let values: Vec<_> = values.iter().map(|value| escape_brackets(value)).collect();
        done(change(collection, node, |game, node| {
            game.set(node, identifier, &values)
        }))
    })
}

/// Sets a property to one raw value, as `kifu_node_set` does. `len` may be `KIFU_NUL`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set_value(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    value: *const c_char,
    len: usize,
) -> kifu_status {
    ffi::call(|| {
        let (identifier, value) = (&*ffi::own_name(identifier)?, &*ffi::own_text(value, len)?);
        done(change(collection, node, |game, node| {
            game.set(node, identifier, &[escape_brackets(value)])
        }))
    })
}

/// Sets a property to a Text, which is escaped. Further values, which only a broken file has, stay. `len` may be
/// `KIFU_NUL`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set_text(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    text: *const c_char,
    len: usize,
) -> kifu_status {
    ffi::call(|| {
        let (identifier, text) = (&*ffi::own_name(identifier)?, &*ffi::own_text(text, len)?);
        done(change(collection, node, |game, node| {
            game.set_text(node, identifier, text)
        }))
    })
}

/// Sets a property to a SimpleText, which is escaped: line breaks become blanks. Further values, which only a broken
/// file has, stay. `len` may be `KIFU_NUL`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set_simple_text(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    text: *const c_char,
    len: usize,
) -> kifu_status {
    ffi::call(|| {
        let (identifier, text) = (&*ffi::own_name(identifier)?, &*ffi::own_text(text, len)?);
        done(change(collection, node, |game, node| {
            game.set_simple_text(node, identifier, text)
        }))
    })
}

/// Sets the move of a node: the property `B` or `W`; a move of the other color is removed from the node.
///
/// `KIFU_UNSUPPORTED` in games other than Go, Othello and Gomoku, whose moves are written otherwise: use
/// `kifu_node_set_value`. `KIFU_INVALID_ARGUMENT` for a point off the board.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set_move(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    r#move: kifu_move,
) -> kifu_status {
    ffi::call(|| {
        let (color, play) = r#move.parts()?;
        let (identifier, other) = match color {
            Color::Black => ("B", "W"),
            Color::White => ("W", "B"),
        };
        let collection = ffi::handle(collection)?;
        let game = collection.state().node(node)?.game();
        if !writes_moves_as_go(game) {
            let message = "moves of this game are not written as in Go";
            return Err(Failure::new(kifu_status::KIFU_UNSUPPORTED, message));
        }
        on_board(game, play.point())?;
        let value = play.sgf().to_string();
        done(change(Some(collection), node, |game, node| {
            game.set(node, identifier, &[value.as_str()])?;
            game.remove_property(node, other).map(drop)
        }))
    })
}

/// Sets a property to a list of points, in rectangles where that is shorter and the standard allows it.
///
/// An empty list removes a property that the standard requires to have a point, such as `AB`. Others, such as `DD`
/// and `TB`, get an empty value.
///
/// `KIFU_INVALID_ARGUMENT` for a point off the board, and for a property that holds no list of points by the
/// standard, such as `B`, `LB` and `GM`. `KIFU_UNSUPPORTED` in games that do not write points as Go does.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_set_points(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    points: *const kifu_point,
    count: usize,
) -> kifu_status {
    ffi::call(|| {
        let identifier = &*ffi::own_name(identifier)?;
        let points = ffi::bytes(points, count)?.iter().map(|point| point.point());
        let points: Vec<_> = points.collect();
        let collection = ffi::handle(collection)?;
        let game = collection.state().node(node)?.game();
        if !game
            .kind()
            .is_some_and(|kind| kind.notation() == Notation::GoLike)
        {
            let message = "points of this game are not written as in Go";
            return Err(Failure::new(kifu_status::KIFU_UNSUPPORTED, message));
        }
        let definition = kifu_sgf::schema::lookup(game.kind(), identifier);
        if definition.is_some_and(|own| !is_point_list(own.value)) {
            let message = format_args!("`{identifier}`: holds no list of points");
            return Err(Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message));
        }
        on_board(game, points.iter().copied())?;
        let has_rectangles = definition.is_some_and(|own| own.allows_rectangles(game.kind()));
        let items: Vec<_> = if has_rectangles {
            point_list::compress(&points.into_iter().collect())
        } else {
            points.into_iter().map(PointItem::Point).collect()
        };
        let values: Vec<_> = items.iter().map(ToString::to_string).collect();
        let needs_point = definition.is_some_and(|own| own.value.count == Count::List);
        done(change(Some(collection), node, |game, node| {
            if values.is_empty() && needs_point {
                return game.remove_property(node, identifier).map(drop);
            }
            game.set(node, identifier, &values)
        }))
    })
}

/// Whether the values of a property are a list of points.
fn is_point_list(value: ValueType) -> bool {
    value.is_list() && matches!(value.single, Some(BasicType::Point | BasicType::Stone))
}

/// Refuses points off the board, and points without letters in SGF.
fn on_board(game: GameTree<'_>, points: impl IntoIterator<Item = Point>) -> Outcome<()> {
    let size = size_of(game);
    for point in points {
        if point.letters().is_none() {
            return Err(Failure::invalid("SGF has no letters for the point"));
        }
        if !size.contains(point) {
            return Err(Failure::invalid("the point is off the board"));
        }
    }
    Ok(())
}

/// Adds a raw value to a property; brackets are as in `kifu_node_set`. `len` may be `KIFU_NUL`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_add_value(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    value: *const c_char,
    len: usize,
) -> kifu_status {
    ffi::call(|| {
        let (identifier, value) = (&*ffi::own_name(identifier)?, &*ffi::own_text(value, len)?);
        done(change(collection, node, |game, node| {
            game.add(node, identifier, &escape_brackets(value))
        }))
    })
}

/// Turns whether something was there to be removed into a code.
fn removed(outcome: Outcome<bool>) -> Outcome {
    Ok(if outcome? {
        kifu_status::KIFU_OK
    } else {
        kifu_status::KIFU_NONE
    })
}

/// Removes a raw value from a property, and the property with its last value; `KIFU_NONE` if there is no such value.
/// `len` may be `KIFU_NUL`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_remove_value(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    value: *const c_char,
    len: usize,
) -> kifu_status {
    ffi::call(|| {
        let (identifier, value) = (&*ffi::own_name(identifier)?, &*ffi::own_text(value, len)?);
        removed(change(collection, node, |game, node| {
            game.remove_value(node, identifier, value)
        }))
    })
}

/// Removes all properties of an identifier; `KIFU_NONE` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_remove_property(
    collection: Option<&mut kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
) -> kifu_status {
    ffi::call(|| {
        let identifier = &*ffi::own_name(identifier)?;
        removed(change(collection, node, |game, node| {
            game.remove_property(node, identifier)
        }))
    })
}
