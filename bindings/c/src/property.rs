//! Properties of nodes: identifiers and values, raw and as text.

use std::borrow::Cow;
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use kifu_sgf::{Node, Property};
use kifu_syntax::text::{unescape_simple_text, unescape_text};

use crate::collection::{kifu_collection, kifu_node};
use crate::ffi;
use crate::status::{Outcome, kifu_status};
use crate::text::{Text, kifu_str};
use crate::visit::KIFU_GO_ON;

/// A property of a node.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_property {
    /// The identifier as written: `B`, or `Black` in an old file.
    pub identifier: kifu_str,
    /// The first raw value, still escaped; empty if there is none. A broken file may have a `]` without a `\` in it.
    pub value: kifu_str,
    /// How many values there are.
    pub value_count: usize,
}

impl kifu_property {
    fn of(property: &Property<'_>) -> Self {
        Self {
            identifier: kifu_str::of(property.written_identifier()),
            value: kifu_str::of(property.value()),
            value_count: property.len(),
        }
    }
}

/// Takes a property, which is valid during the call. Returns `KIFU_GO_ON`, or another number to stop.
pub type kifu_property_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, property: *const kifu_property) -> i32>;

/// Takes a raw value, still escaped. Returns `KIFU_GO_ON`, or another number to stop.
pub type kifu_value_fn = Option<unsafe extern "C" fn(user: *mut c_void, value: kifu_str) -> i32>;

/// The property of an identifier, if the node has it.
fn property(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
) -> Outcome<Option<Property<'_>>> {
    let node = ffi::handle(collection)?.state().node(node)?;
    Ok(node.get(ffi::name(identifier)?))
}

/// Gives how many properties a node has.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_property_count(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    crate::node::ask(collection, node, count, |node| node.properties().count())
}

/// Gives the property at a place, from 0; `KIFU_NONE` after the last. Takes time with the place: for all properties of
/// a node use `kifu_node_properties`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_property(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    place: usize,
    property: Option<&mut MaybeUninit<kifu_property>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(property)?;
        let found = ffi::handle(collection)?
            .state()
            .node(node)?
            .properties()
            .nth(place);
        Ok(ffi::answer(out, found.as_ref().map(kifu_property::of)))
    })
}

/// Calls `property` with each property of a node, in the order of the file. It must not change the collection.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_properties(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    property: kifu_property_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let node = ffi::handle(collection)?.state().node(node)?;
        let callback = ffi::handle(property)?;
        for property in node.properties() {
            let property = kifu_property::of(&property);
            if ffi::call_node_property(callback, user, &raw const property) != KIFU_GO_ON {
                return Ok(kifu_status::KIFU_STOPPED);
            }
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the first property of an identifier, which also finds its long form (`Black` for `B`); `KIFU_NONE` if there is
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_get(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    property: Option<&mut MaybeUninit<kifu_property>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(property)?;
        let found = self::property(collection, node, identifier)?;
        Ok(ffi::answer(out, found.as_ref().map(kifu_property::of)))
    })
}

/// Returns whether a node has a property; false for a stale node.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_has(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
) -> bool {
    ffi::guard(false, || {
        property(collection, node, identifier).is_ok_and(|found| found.is_some())
    })
}

/// Gives the raw value at a place of a property, from 0, still escaped; `KIFU_NONE` if there is none. A broken file may
/// have a `]` without a `\` in it, which setting the value escapes. Takes time with the place: for all values use
/// `kifu_node_values`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_value(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    place: usize,
    value: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(value)?;
        let found = property(collection, node, identifier)?;
        let value = found.and_then(|found| found.values().nth(place));
        Ok(ffi::answer(out, value.map(kifu_str::of)))
    })
}

/// Calls `value` with each raw value of a property; `KIFU_NONE` if there is no property. It must not change the
/// collection.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_values(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    value: kifu_value_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let found = property(collection, node, identifier)?;
        call_values(found, value, user)
    })
}

/// Calls `value` with each raw value of the property at a place, from 0; `KIFU_NONE` after the last property. It must
/// not change the collection.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_property_values(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    place: usize,
    value: kifu_value_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let node = ffi::handle(collection)?.state().node(node)?;
        call_values(node.properties().nth(place), value, user)
    })
}

/// Calls `value` with each raw value of a property.
fn call_values(property: Option<Property<'_>>, value: kifu_value_fn, user: *mut c_void) -> Outcome {
    let callback = ffi::handle(value)?;
    let Some(found) = property else {
        return Ok(kifu_status::KIFU_NONE);
    };
    for value in found.values() {
        if ffi::call_text(callback, user, kifu_str::of(value)) != KIFU_GO_ON {
            return Ok(kifu_status::KIFU_STOPPED);
        }
    }
    Ok(kifu_status::KIFU_OK)
}

/// Writes a value, unescaped.
fn unescaped(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    place: usize,
    into: Outcome<Text<'_>>,
    unescape: impl for<'a> Fn(&'a str) -> Cow<'a, str>,
) -> Outcome {
    let into = into?;
    let found = property(collection, node, identifier)?;
    let value = found.and_then(|found| found.values().nth(place));
    into.answer(value.map(unescape))
}

/// Writes a value as Text, unescaped, to `buffer` in the way of `snprintf`: at most `capacity` bytes with the NUL at
/// the end. `length` gets the length of the whole text, and may be null. `KIFU_NONE` if there is no such value.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_text(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    place: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length);
        unescaped(collection, node, identifier, place, into, unescape_text)
    })
}

/// Writes a value as SimpleText, one line and unescaped, to `buffer` in the way of `snprintf`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_simple_text(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    place: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length);
        let simple = unescape_simple_text;
        unescaped(collection, node, identifier, place, into, simple)
    })
}

/// Writes the identifier of a property as the standard knows it to `buffer`, in the way of `snprintf`: `B` for `Black`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_identifier(
    written: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let written = ffi::text(written, len)?;
        // The argument may be in the buffer.
        let identifier = kifu_sgf::schema::normal_identifier(written).into_owned();
        into.write(&identifier)
    })
}

/// All properties of an identifier.
pub(crate) fn properties_of<'a>(
    node: Node<'a>,
    identifier: &str,
) -> impl Iterator<Item = Property<'a>> {
    node.properties().filter(move |own| own.is(identifier))
}
