//! Events in the classic style: callbacks with strings, for programs with a parser of their own.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use kifu_syntax::{Event, EventKind, EventSink, Parser, plain};

use crate::ffi;
use crate::status::{Failure, kifu_status};
use crate::visit::{KIFU_PART_TREE, part_at};

type Sign = Option<unsafe extern "C" fn(user: *mut c_void)>;

/// Callbacks with strings; see `kifu_classic`. Any of them may be null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_classic_callbacks {
    /// The first argument of each callback.
    pub user: *mut c_void,
    /// A game or a variation begins.
    pub tree: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// A game or a variation ends.
    pub tree_end: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// A node begins.
    pub node: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// A node ends; its variations come after.
    pub node_end: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// A value, still escaped, and the identifier of its property; both end with NUL and are valid during the call.
    /// A NUL in the file, as UTF-16 has in each character of English, ends the value there. A property of several
    /// values calls several times; one without a value, once with an empty one.
    pub property: Option<
        unsafe extern "C" fn(user: *mut c_void, identifier: *const c_char, value: *const c_char),
    >,
}

/// The longest identifier and its NUL.
const IDENTIFIER: usize = kifu_syntax::IDENTIFIER_LIMIT + 1;

/// Turns events into calls.
struct Classic<'a> {
    bytes: &'a [u8],
    calls: kifu_classic_callbacks,
    is_in_node: bool,
    /// Whether the last identifier has no value yet.
    is_bare: bool,
    identifier: [u8; IDENTIFIER],
    value: Vec<u8>,
}

impl Classic<'_> {
    #[inline]
    fn sign(&self, callback: Sign) {
        if let Some(callback) = callback {
            ffi::call_sign(callback, self.calls.user);
        }
    }

    #[inline]
    fn strings(&self, identifier: *const u8, value: *const u8) {
        if let Some(callback) = self.calls.property {
            let (identifier, value) = (identifier.cast(), value.cast());
            ffi::call_strings(callback, self.calls.user, identifier, value);
        }
    }

    #[inline]
    fn end_property(&mut self) {
        if self.is_bare {
            self.is_bare = false;
            self.strings(self.identifier.as_ptr(), c"".as_ptr().cast());
        }
    }

    #[inline]
    fn end_node(&mut self) {
        self.end_property();
        if self.is_in_node {
            self.is_in_node = false;
            self.sign(self.calls.node_end);
        }
    }
}

impl EventSink for Classic<'_> {
    #[inline]
    fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::TreeBegin => {
                self.end_node();
                self.sign(self.calls.tree);
            }
            EventKind::TreeEnd => {
                self.end_node();
                self.sign(self.calls.tree_end);
            }
            EventKind::NodeBegin => {
                self.end_node();
                self.is_in_node = true;
                self.sign(self.calls.node);
            }
            EventKind::Identifier => {
                self.end_property();
                let written = event.span.of(self.bytes);
                let length = written.len().min(IDENTIFIER - 1);
                self.identifier[..length].copy_from_slice(&written[..length]);
                self.identifier[length] = 0;
                self.is_bare = true;
            }
            EventKind::Value => {
                self.is_bare = false;
                self.value.clear();
                self.value.extend_from_slice(event.span.of(self.bytes));
                self.value.push(0);
                self.strings(self.identifier.as_ptr(), self.value.as_ptr());
            }
        }
    }

    // The last node may continue with further values and properties.
    #[inline]
    fn plain_nodes(&mut self, first: usize, count: usize) {
        self.end_property();
        let nodes = self.bytes.get(first..).unwrap_or_default();
        let (nodes, _) = nodes.as_chunks::<{ plain::NODE_LENGTH }>();
        let mut value = [0; 3];
        for &[_, letter, _, column, row, _] in nodes.iter().take(count) {
            if self.is_in_node {
                self.sign(self.calls.node_end);
            }
            self.is_in_node = true;
            self.sign(self.calls.node);
            [self.identifier[0], self.identifier[1]] = [letter, 0];
            [value[0], value[1]] = [column, row];
            self.strings(self.identifier.as_ptr(), value.as_ptr());
        }
    }
}

/// The offset of the first tree from `offset` on, as a reader of the whole text finds it.
fn next_tree(bytes: &[u8], offset: usize) -> Option<usize> {
    let begins = |event: &Event| event.kind == EventKind::TreeBegin;
    let first = Parser::new(&bytes[offset..]).find(begins)?;
    Some(offset + first.span.start)
}

/// The offset after the white space at `offset`.
fn after_space(bytes: &[u8], offset: usize) -> usize {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\x0B';
    offset
        + bytes[offset..]
            .iter()
            .take_while(|byte| is_space(byte))
            .count()
}

/// Calls back for one tree, sequence, node or property (`KIFU_PART_...`) at `offset`. White space before it is skipped,
/// and before a tree any text; a tree without `(`, as at the beginning of a broken file, begins with its first node.
/// `end` gets the offset after it, and may be null. The functions of `kifu_classic.h` are made of it.
///
/// Without such a part there, nothing is called, and `end` gets the offset after white space; for a tree, `len`.
///
/// The bytes are read as ASCII: see `KIFU_TEXT_RAW` for the encodings in which that fails.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_classic(
    bytes: *const c_void,
    len: usize,
    offset: usize,
    part: u32,
    callbacks: Option<&kifu_classic_callbacks>,
    end: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let calls = *ffi::handle(callbacks)?;
        if offset > bytes.len() {
            return Err(Failure::invalid("the offset is after the end"));
        }
        let is_tree = part == KIFU_PART_TREE;
        let start = if is_tree {
            next_tree(bytes, offset).unwrap_or(bytes.len())
        } else {
            after_space(bytes, offset)
        };
        let (mut part, begins) = part_at(bytes, part, start)?;
        // A tree may lack its `(`.
        let is_there = if is_tree { start < bytes.len() } else { begins };
        let mut classic = Classic {
            bytes,
            calls,
            is_in_node: false,
            is_bare: false,
            identifier: [0; IDENTIFIER],
            value: Vec::new(),
        };
        if is_there {
            part.feed(&mut classic);
            classic.end_node();
        }
        if let Some(end) = end {
            end.write(part.end());
        }
        Ok(kifu_status::KIFU_OK)
    })
}
