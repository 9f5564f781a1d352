//! Events: a collection as calls, without a tree.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::{
    Context, EventKind, Parser, Part, Problem, ProblemKind, ProblemSink, Reader, Span, Value,
    Visit, Visitor,
};

use crate::ffi;
use crate::problem::kifu_problem;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::kifu_str;

/// From a callback: go on.
pub const KIFU_GO_ON: i32 = 0;

/// From a callback: skip the rest of the innermost item that is open, and go on with its end. From `property_begin` that
/// is the property, from `node_end` the rest of the tree, after the end of a game the rest of the input.
pub const KIFU_SKIP: i32 = 1;

/// From a callback: make no further call. The function returns `KIFU_STOPPED`.
pub const KIFU_STOP: i32 = 2;

/// Texts as the bytes of the file, values still escaped. Nothing is copied. `kifu_visit` says when it allocates.
///
/// The bytes are read as ASCII, which is right for UTF-8, ISO-8859, EUC and other encodings in which every byte below
/// 0x80 is an ASCII character. In `Shift_JIS`, Big5, GBK and GB18030 the second byte of a character may be 0x5C or
/// 0x5D, which is read as `\` or `]` and escapes or ends the value: use `KIFU_TEXT_UTF8` there.
pub const KIFU_TEXT_RAW: u32 = 0;

/// Texts in UTF-8, values still escaped. The input is decoded first, each game in its own encoding.
pub const KIFU_TEXT_UTF8: u32 = 1;

/// Texts in UTF-8, values unescaped as Text. The input is decoded first, each game in its own encoding.
pub const KIFU_TEXT_UNESCAPED: u32 = 2;

/// Begin at a game tree or variation: its `(`.
pub const KIFU_PART_TREE: u32 = 0;

/// Begin at a node, as `KIFU_PART_NODE`, and go on up to the next `(` or `)`.
pub const KIFU_PART_SEQUENCE: u32 = 1;

/// Begin at a node: its `;`, or its first property if the `;` is missing.
pub const KIFU_PART_NODE: u32 = 2;

/// Begin at a property: the first letter of its identifier.
pub const KIFU_PART_PROPERTY: u32 = 3;

/// Where a call of a visitor stands.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_context {
    /// How many trees are open around the item: 0 for a game, 1 for its nodes outside of variations.
    pub depth: usize,
    /// How many items of the same kind come before it in the same parent.
    pub index: usize,
    /// Offset at which the item begins.
    pub start: usize,
    /// Offset of what the call stands for: a `(`, `;`, identifier or value. At the end of a tree it is its `)`; at other
    /// ends, and for a `)` that is missing, the offset after the item.
    pub span_start: usize,
    /// Offset after what the call stands for.
    pub span_end: usize,
}

impl kifu_context {
    const fn of(context: Context) -> Self {
        Self {
            depth: context.depth,
            index: context.index,
            start: context.start,
            span_start: context.span.start,
            span_end: context.span.end,
        }
    }
}

/// Callbacks for a collection. Set it up with `KIFU_INIT`, then set the callbacks you want; the others are skipped.
///
/// Each begin is followed by its end, also after `KIFU_SKIP`, unless a callback stops or the input fails. Texts and
/// contexts are valid during the call. A callback must not unwind or `longjmp` out of the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_visitor {
    /// `sizeof(kifu_visitor)`: set by `KIFU_INIT`.
    pub size: u32,
    /// `KIFU_TEXT_RAW`, `KIFU_TEXT_UTF8` or `KIFU_TEXT_UNESCAPED`.
    pub text: u32,
    /// The first argument of each callback.
    pub user: *mut c_void,
    /// A game or a variation begins.
    pub tree_begin:
        Option<unsafe extern "C" fn(user: *mut c_void, tree: *const kifu_context) -> i32>,
    /// A game or a variation ends.
    pub tree_end: Option<unsafe extern "C" fn(user: *mut c_void, tree: *const kifu_context) -> i32>,
    /// A node begins.
    pub node_begin:
        Option<unsafe extern "C" fn(user: *mut c_void, node: *const kifu_context) -> i32>,
    /// A node ends; its variations come after.
    pub node_end: Option<unsafe extern "C" fn(user: *mut c_void, node: *const kifu_context) -> i32>,
    /// A property begins; its values are not read yet.
    pub property_begin: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            identifier: kifu_str,
            property: *const kifu_context,
        ) -> i32,
    >,
    /// A value.
    pub value: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            identifier: kifu_str,
            value: kifu_str,
            context: *const kifu_context,
        ) -> i32,
    >,
    /// A property ends.
    pub property_end:
        Option<unsafe extern "C" fn(user: *mut c_void, property: *const kifu_context) -> i32>,
    /// Something breaks the grammar. `line` and `column` are 0.
    pub problem: Option<unsafe extern "C" fn(user: *mut c_void, problem: *const kifu_problem)>,
    /// The encoding of the whole input, such as `UTF-8`; null: it is found out. Not used with `KIFU_TEXT_RAW`. With
    /// `UTF-8`, a text that is valid UTF-8 is read in place.
    pub encoding: *const std::ffi::c_char,
}

type Item = Option<unsafe extern "C" fn(*mut c_void, *const kifu_context) -> i32>;

/// A visitor that calls back.
struct Calls {
    callbacks: kifu_visitor,
    is_stopped: bool,
}

impl Calls {
    const fn new(callbacks: kifu_visitor) -> Self {
        Self {
            callbacks,
            is_stopped: false,
        }
    }

    #[inline]
    fn visit(&mut self, answer: i32) -> Visit {
        match answer {
            KIFU_GO_ON => Visit::Enter,
            KIFU_SKIP => Visit::Skip,
            _ => {
                self.is_stopped = true;
                Visit::Stop
            }
        }
    }

    #[inline]
    fn item(&mut self, callback: Item, context: Context) -> Visit {
        let Some(callback) = callback else {
            return Visit::Enter;
        };
        let context = kifu_context::of(context);
        let answer = ffi::call_item(callback, self.callbacks.user, &raw const context);
        self.visit(answer)
    }

    const fn status(&self) -> kifu_status {
        if self.is_stopped {
            kifu_status::KIFU_STOPPED
        } else {
            kifu_status::KIFU_OK
        }
    }
}

impl Visitor for Calls {
    #[inline]
    fn tree_begin(&mut self, tree: Context) -> Visit {
        self.item(self.callbacks.tree_begin, tree)
    }

    #[inline]
    fn tree_end(&mut self, tree: Context) -> Visit {
        self.item(self.callbacks.tree_end, tree)
    }

    #[inline]
    fn node_begin(&mut self, node: Context) -> Visit {
        self.item(self.callbacks.node_begin, node)
    }

    #[inline]
    fn node_end(&mut self, node: Context) -> Visit {
        self.item(self.callbacks.node_end, node)
    }

    #[inline]
    fn property_begin(&mut self, identifier: &str, property: Context) -> Visit {
        let Some(callback) = self.callbacks.property_begin else {
            return Visit::Enter;
        };
        let (identifier, context) = (kifu_str::of(identifier), kifu_context::of(property));
        let user = self.callbacks.user;
        let answer = ffi::call_property(callback, user, identifier, &raw const context);
        self.visit(answer)
    }

    #[inline]
    fn value(&mut self, value: Value<'_>, context: Context) -> Visit {
        let Some(callback) = self.callbacks.value else {
            return Visit::Enter;
        };
        let text;
        let content = if self.callbacks.text == KIFU_TEXT_UNESCAPED {
            text = value.text();
            kifu_str::of(&text)
        } else {
            kifu_str::of_bytes(value.raw)
        };
        let (identifier, context) = (kifu_str::of(value.identifier), kifu_context::of(context));
        let user = self.callbacks.user;
        let answer = ffi::call_value(callback, user, identifier, content, &raw const context);
        self.visit(answer)
    }

    #[inline]
    fn property_end(&mut self, property: Context) -> Visit {
        self.item(self.callbacks.property_end, property)
    }
}

/// Problems that are called back. One type for all input: the parser is compiled for each type of sink.
struct Problems {
    callbacks: kifu_visitor,
    /// Whether trees are visited: a part of one has no `)` that could be missing.
    has_trees: bool,
}

impl Problems {
    const fn of_trees(callbacks: kifu_visitor) -> Self {
        Self {
            callbacks,
            has_trees: true,
        }
    }
}

impl ProblemSink for Problems {
    fn problem(&mut self, problem: Problem) {
        let is_of_part = self.has_trees || problem.kind != ProblemKind::MissingTreeEnd;
        if let Some(callback) = self.callbacks.problem
            && is_of_part
        {
            let Span { start, end } = problem.span;
            let problem = kifu_problem::of_grammar(problem.kind, start, end);
            ffi::call_problem(callback, self.callbacks.user, &raw const problem);
        }
    }
}

fn visitor(given: *const kifu_visitor) -> Outcome<kifu_visitor> {
    if given.is_null() {
        return Err(Failure::null());
    }
    let visitor = ffi::options(given)?;
    if visitor.text > KIFU_TEXT_UNESCAPED {
        return Err(Failure::invalid(
            "the field `text` of the visitor is unknown",
        ));
    }
    Ok(visitor)
}

fn charset(visitor: &kifu_visitor) -> Outcome<Option<Charset>> {
    crate::collection::charset(visitor.encoding)
}

/// Whether the `(` of a tree is at `offset`.
fn begins_tree(bytes: &[u8], offset: usize) -> bool {
    bytes.get(offset) == Some(&b'(') && Part::tree(bytes, offset).next().is_some()
}

/// Whether the identifier of a property begins at `offset`.
fn begins_property(bytes: &[u8], offset: usize) -> bool {
    let first = Part::property(bytes, offset).next();
    first.is_some_and(|event| event.kind == EventKind::Identifier && event.span.start == offset)
}

/// Whether a node begins at `offset`, with `;` or without.
fn begins_node(bytes: &[u8], offset: usize) -> bool {
    bytes.get(offset) == Some(&b';') || begins_property(bytes, offset)
}

/// The part of a kind (`KIFU_PART_...`) at `offset`, and whether it begins there.
pub(crate) fn part_at(bytes: &[u8], kind: u32, offset: usize) -> Outcome<(Part<'_>, bool)> {
    Ok(match kind {
        KIFU_PART_TREE => (Part::tree(bytes, offset), begins_tree(bytes, offset)),
        KIFU_PART_SEQUENCE => (Part::sequence(bytes, offset), begins_node(bytes, offset)),
        KIFU_PART_NODE => (Part::node(bytes, offset), begins_node(bytes, offset)),
        KIFU_PART_PROPERTY => (
            Part::property(bytes, offset),
            begins_property(bytes, offset),
        ),
        _ => return Err(Failure::invalid("the kind of part is unknown")),
    })
}

fn visit_text(text: &[u8], callbacks: kifu_visitor) -> kifu_status {
    let mut calls = Calls::new(callbacks);
    Parser::with_sink(text, Problems::of_trees(callbacks)).visit(&mut calls);
    calls.status()
}

/// Decodes bytes and visits their text.
fn visit_decoded(bytes: Vec<u8>, callbacks: kifu_visitor) -> Outcome {
    let mut options = DecodeOptions::default();
    options.charset = charset(&callbacks)?;
    let source = Source::new(bytes, &options);
    Ok(visit_text(source.text().as_bytes(), callbacks))
}

/// Visits the `len` bytes of a file. Offsets count in these bytes or, if they are decoded, in their text.
///
/// With `KIFU_TEXT_RAW` nothing is allocated in a lawful file while no more than 32 trees are open, unless a `(`
/// inside of a game looks like the start of the next game: a variation that begins a line, and has properties of a
/// root or game info. The first such `(` of a game takes a few allocations, whose size grows with the number of `(`
/// after it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_visit(
    bytes: *const c_void,
    len: usize,
    visitor: *const kifu_visitor,
) -> kifu_status {
    ffi::call(|| {
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let callbacks = self::visitor(visitor)?;
        let is_plain = callbacks.text == KIFU_TEXT_RAW
            || charset(&callbacks)? == Some(Charset::UTF_8) && std::str::from_utf8(bytes).is_ok();
        if is_plain {
            Ok(visit_text(bytes, callbacks))
        } else {
            visit_decoded(bytes.to_vec(), callbacks)
        }
    })
}

/// Visits one tree, sequence, node or property (`KIFU_PART_...`) that begins at `offset`. `end` gets the offset after
/// it, and may be null.
///
/// After `KIFU_STOP`, `end` is not the end of the part: it is the offset after the last item read, which may lie
/// after the item of the last call. If no such part begins there, nothing is called, the function returns
/// `KIFU_NONE`, and `end` gets `offset`.
///
/// Nothing is decoded: with `KIFU_TEXT_UNESCAPED` the bytes must be UTF-8.
///
/// A tree counts as not closed if more than 32 trees below it that look like games are open at once: only there can
/// the calls and problems differ from those of `kifu_visit`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_visit_part(
    bytes: *const c_void,
    len: usize,
    offset: usize,
    part: u32,
    visitor: *const kifu_visitor,
    end: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let callbacks = self::visitor(visitor)?;
        if offset > bytes.len() {
            return Err(Failure::invalid("the offset is after the end"));
        }
        let has_trees = part == KIFU_PART_TREE;
        let (part, is_there) = part_at(bytes, part, offset)?;
        let mut calls = Calls::new(callbacks);
        let mut part = part.with_sink(Problems {
            callbacks,
            has_trees,
        });
        if is_there {
            part.visit(&mut calls);
        }
        if let Some(end) = end {
            end.write(part.end());
        }
        Ok(if is_there {
            calls.status()
        } else {
            kifu_status::KIFU_NONE
        })
    })
}

/// Visits what `read` gives, called with `read_user`.
///
/// With `KIFU_TEXT_RAW` it holds a window of the input: at most 256 KiB or, if that is more, five quarters of the
/// longest value and of the 64 KiB after it. If a `(` inside of a game looks like the start of the next game, it
/// searches for the end of the game, up to 16 MiB ahead, and holds these. A longer game counts as not closed: only
/// there can the calls and problems differ from those of `kifu_visit`, and the `(` may begin a game. Otherwise all
/// of the input is read first. See `KIFU_TEXT_RAW` for the encodings that it cannot read.
///
/// `KIFU_IO` if `read` fails. Then items that are open get no end, and bytes read before the error may not be
/// reported.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_visit_read(
    read: ffi::kifu_read_fn,
    read_user: *mut c_void,
    visitor: *const kifu_visitor,
) -> kifu_status {
    ffi::call(|| {
        let mut input = ffi::Input::new(read, read_user)?;
        let callbacks = self::visitor(visitor)?;
        if callbacks.text != KIFU_TEXT_RAW {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut input, &mut bytes)?;
            return visit_decoded(bytes, callbacks);
        }
        let mut calls = Calls::new(callbacks);
        Reader::with_sink(input, Problems::of_trees(callbacks)).visit(&mut calls)?;
        Ok(calls.status())
    })
}
