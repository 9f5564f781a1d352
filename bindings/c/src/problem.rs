//! Problems of grammar and encoding.

use std::mem::MaybeUninit;

use kifu_sgf::Collection;
use kifu_sgf::encoding::ByteSpan;
use kifu_sgf::encoding::EncodingProblemKind;
use kifu_syntax::{LineIndex, Position, ProblemKind};

use crate::collection::kifu_collection;
use crate::ffi;
use crate::status::kifu_status;
use crate::text::kifu_str;

/// Something in a file that breaks the grammar, or whose encoding is wrong.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_problem {
    /// The permanent code, such as `P105`.
    pub code: kifu_str,
    /// The message.
    pub message: kifu_str,
    /// Offset of the first byte in question in the file.
    pub start: usize,
    /// Offset after the last one.
    pub end: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

impl kifu_problem {
    pub(crate) const fn of_grammar(kind: ProblemKind, start: usize, end: usize) -> Self {
        Self {
            code: kifu_str::of(kind.code()),
            message: kifu_str::of(kind.message()),
            start,
            end,
            line: 0,
            column: 0,
        }
    }
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Grammar(ProblemKind),
    Encoding(EncodingProblemKind),
}

/// A problem with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    kind: Kind,
    bytes: ByteSpan,
    position: Position,
}

impl Found {
    const fn shown(&self) -> kifu_problem {
        let (code, message) = match self.kind {
            Kind::Grammar(kind) => (kind.code(), kind.message()),
            Kind::Encoding(kind) => (kind.code(), kind.message()),
        };
        kifu_problem {
            code: kifu_str::of(code),
            message: kifu_str::of(message),
            start: self.bytes.start,
            end: self.bytes.end,
            line: self.position.line,
            column: self.position.column,
        }
    }
}

/// The problems of the grammar and of the encoding, in the order of the file.
pub(crate) fn of_collection(collection: &Collection) -> Vec<Found> {
    let source = collection.source();
    let text = collection.text().as_bytes();
    if collection.problems().is_empty() && source.problems().is_empty() {
        return Vec::new();
    }
    let index = LineIndex::new(text);
    let grammar = collection.problems().iter().map(|problem| Found {
        kind: Kind::Grammar(problem.kind),
        bytes: source.to_bytes_span(problem.span),
        position: index.position(text, problem.span.start),
    });
    let encoding = source.problems().iter().map(|problem| Found {
        kind: Kind::Encoding(problem.kind),
        bytes: problem.span,
        position: index.position(text, source.to_text_offset(problem.span.start)),
    });
    // Both are in the order of the file; a generic sort takes 5 kB of the library.
    let (mut grammar, mut encoding) = (grammar.peekable(), encoding.peekable());
    let mut problems = Vec::new();
    while let Some(next) = grammar.peek() {
        let start = next.bytes.start;
        match encoding.next_if(|other| other.bytes.start < start) {
            Some(other) => problems.push(other),
            None => problems.extend(grammar.next()),
        }
    }
    problems.extend(encoding);
    problems
}

/// Returns how many problems of grammar and encoding the file of a collection had when it was read; 0 for null.
/// Changes of the collection do not change it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_problem_count(collection: Option<&kifu_collection>) -> usize {
    ffi::guard(0, || collection.map_or(0, |own| own.problems().len()))
}

/// Gives a problem of the file, in the order of the file; `KIFU_NONE` after the last one. Its texts stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_problem(
    collection: Option<&kifu_collection>,
    index: usize,
    problem: Option<&mut MaybeUninit<kifu_problem>>,
) -> kifu_status {
    ffi::call(|| {
        let problem = ffi::out(problem)?;
        let problems = ffi::handle(collection)?.problems();
        Ok(ffi::answer(problem, problems.get(index).map(Found::shown)))
    })
}
