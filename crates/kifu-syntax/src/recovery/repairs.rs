//! Repairs of a text, as data.

use alloc::vec::Vec;

use crate::text::ends_in_escape;
use crate::{Event, EventKind, Parser, Problem, ProblemKind, Span};

/// A change that makes a text valid, or [`Keep`](Self::Keep) if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// Insert this sign, this number of times: `(` or `;`, or a `)` missing at the end of the input.
    Insert(char, usize),
    /// Skip this text.
    Skip,
    /// End the value here: its `]` is missing.
    EndValue,
    /// Begin the next game here: that many `)` are missing before it.
    BeginGame(usize),
    /// Read this `]` as text: it is not escaped.
    Text,
    /// Keep the text unchanged, although the grammar of FF\[4\] does not allow it.
    Keep,
}

/// One repair, with its span in the broken text and the problem that it solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repair {
    /// Change made to the text.
    pub kind: RepairKind,
    /// The text that is skipped, kept or read as text, or an empty span where something is inserted.
    pub span: Span,
    /// The diagnostic.
    pub problem: ProblemKind,
}

/// Returns the repairs with which the parser reads `bytes`, in the order of their spans; empty for valid text.
///
/// The text to which they are [applied](apply_repairs) is valid, and a [`Parser`] makes the events of `bytes` from it,
/// unless a repair is [`RepairKind::Keep`]. Takes linear time, and memory for each repair.
///
/// ```
/// use kifu_syntax::{RepairKind, apply_repairs, recover};
///
/// let sgf = b"(;C[a [b] c];B[aa]\n(;FF[4]C[d";
/// let repairs = recover(sgf);
/// let kinds = repairs.iter().map(|repair| repair.kind).collect::<Vec<_>>();
/// assert_eq!(kinds, [
///     RepairKind::Text,
///     RepairKind::BeginGame(1),
///     RepairKind::EndValue,
///     RepairKind::Insert(')', 1),
/// ]);
/// assert_eq!(apply_repairs(sgf, &repairs), b"(;C[a [b\\] c];B[aa]\n)(;FF[4]C[d])");
/// ```
#[must_use]
pub fn recover(bytes: &[u8]) -> Vec<Repair> {
    let mut repairs = Vec::<Repair>::new();
    let mut last_end = 0;
    let mut last = Event::new(EventKind::TreeEnd, Span::default());
    let mut parser = Parser::with_sink(bytes, Vec::new());
    loop {
        let event = parser.next();
        for problem in parser.sink.drain(..) {
            if problem.kind == ProblemKind::MissingTreeEnd {
                last_end = repairs.len();
            }
            repairs.extend(repair(problem, event, bytes.len()));
            if problem.kind == ProblemKind::MissingNodeBegin && last.kind == EventKind::TreeEnd {
                let problem = Problem::new(ProblemKind::NodeAfterVariation, problem.span);
                repairs.extend(repair(problem, None, bytes.len()));
            }
        }
        let Some(event) = event else { break };
        if event.kind == EventKind::TreeEnd && event.span.is_empty() {
            if let Some(RepairKind::Insert(_, count) | RepairKind::BeginGame(count)) =
                repairs.get_mut(last_end).map(|repair| &mut repair.kind)
            {
                *count += 1;
            }
            if last.kind == EventKind::TreeBegin {
                let span = Span::new(last.span.start, event.span.end);
                let problem = Problem::new(ProblemKind::EmptyTree, span);
                repairs.extend(repair(problem, None, bytes.len()));
            }
        }
        last = event;
    }
    repairs.sort_by_key(|repair| repair.span.start);
    // Errors inside a skipped value need no repair.
    let mut skipped = Span::default();
    repairs.retain(|repair| {
        let is_inside = skipped.start < repair.span.start && repair.span.end <= skipped.end;
        if repair.problem == ProblemKind::ValueWithoutIdentifier {
            skipped = repair.span;
        }
        let in_value = matches!(
            repair.problem,
            ProblemKind::UnescapedBracket | ProblemKind::UnterminatedValue | ProblemKind::NulByte
        );
        !(is_inside && in_value)
    });
    repairs
}

/// The repair of `problem`, which was found before `event`; the `)` that are missing are counted later.
fn repair(problem: Problem, event: Option<Event>, end: usize) -> Option<Repair> {
    let Problem { kind, span } = problem;
    let is_in_value = event.is_some_and(|event| {
        event.kind == EventKind::Value
            && event.span.start <= span.start
            && span.end <= event.span.end
    });
    let repair = match RepairKind::of(problem, end)? {
        RepairKind::Skip if is_in_value => RepairKind::Keep,
        RepairKind::Insert(')', _) => RepairKind::Insert(')', 0),
        RepairKind::BeginGame(_) => RepairKind::BeginGame(0),
        repair => repair,
    };
    Some(Repair {
        kind: repair,
        span,
        problem: kind,
    })
}

impl RepairKind {
    /// The repair of one problem of a text of `length` bytes; `None` for a text without a game tree.
    ///
    /// For readers that get problems one by one. Each missing `)` counts as one, and a NUL byte in a value is
    /// [skipped](Self::Skip): [`recover`] counts them, and keeps those.
    #[must_use]
    pub const fn of(problem: Problem, length: usize) -> Option<Self> {
        Some(match problem.kind {
            ProblemKind::NoGameTree => return None,
            ProblemKind::MissingTreeBegin => Self::Insert('(', 1),
            ProblemKind::MissingNodeBegin => Self::Insert(';', 1),
            ProblemKind::MissingTreeEnd if problem.span.start == length => Self::Insert(')', 1),
            ProblemKind::MissingTreeEnd => Self::BeginGame(1),
            ProblemKind::UnescapedBracket => Self::Text,
            ProblemKind::UnterminatedValue => Self::EndValue,
            ProblemKind::TextBeforeTree
            | ProblemKind::TextBetweenTrees
            | ProblemKind::ExtraTreeEnd
            | ProblemKind::ValueWithoutIdentifier
            | ProblemKind::UnexpectedText
            | ProblemKind::NulByte => Self::Skip,
            ProblemKind::EmptyTree
            | ProblemKind::VariationBeforeNode
            | ProblemKind::NodeAfterVariation
            | ProblemKind::LowercaseIdentifier
            | ProblemKind::InvalidIdentifier
            | ProblemKind::IdentifierWithoutValue => Self::Keep,
        })
    }
}

/// The text `bytes` with `repairs` applied, which are in the order of their spans. Skipped text becomes blanks.
#[must_use]
pub fn apply_repairs(bytes: &[u8], repairs: &[Repair]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len() + repairs.len());
    let mut done = 0;
    for repair in repairs {
        let start = repair.span.start.max(done);
        text.extend_from_slice(bytes.get(done..start).unwrap_or_default());
        done = start;
        let (sign, count) = match repair.kind {
            RepairKind::Insert(sign, count) => (sign, count),
            RepairKind::BeginGame(count) => (')', count),
            RepairKind::Text => ('\\', 1),
            RepairKind::EndValue => {
                if ends_in_escape(&text) {
                    // A `\` at the end of a value is text.
                    text.push(b'\\');
                }
                (']', 1)
            }
            RepairKind::Skip => {
                done = repair.span.end.max(done);
                (' ', done - start)
            }
            RepairKind::Keep => continue,
        };
        let mut buffer = [0; 4];
        let sign = sign.encode_utf8(&mut buffer).as_bytes();
        (0..count).for_each(|_| text.extend_from_slice(sign));
    }
    text.extend_from_slice(bytes.get(done..).unwrap_or_default());
    text
}
