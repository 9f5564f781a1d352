//! Applies fixes, until there is none left to apply.
//!
//! Fixes are chosen in the order of the text; one that overlaps another waits for the next round, in
//! which the text is read anew. A round that would add an error is tried in parts, and the parts
//! that do harm are left out. Edits are made in the bytes of the file, in its own encoding: what no
//! edit touches stays as it is.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::Span;

use crate::{Applicability, Counts, Diagnostic, Edit, Fix, Linter, Options, Severity, rule};

/// How often the text is read anew.
const ROUNDS: usize = 32;

/// How many parts of a round that does harm are tried.
const TRIALS: usize = 64;

/// What became of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The file after all fixes.
    pub source: Source,
    /// What is left to be said about it.
    pub found: Vec<Diagnostic>,
    /// How many fixes of each rule were applied, by the code of the rule.
    pub applied: BTreeMap<&'static str, usize>,
}

impl Fixed {
    /// Whether anything changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.applied.is_empty()
    }
}

/// Repairs the bytes of a file.
///
/// Only fixes of the rules that `options` allow, and no more risky than `applicability`, are
/// applied. Repairing the result again changes nothing, and the result has no more errors than the
/// file had.
#[must_use]
pub fn fix(
    bytes: Vec<u8>,
    decode: &DecodeOptions,
    options: &Options,
    applicability: Applicability,
) -> Fixed {
    let mut applied = BTreeMap::new();
    // Errors are counted by all rules, whatever is selected.
    let all = Options::default().with_strict(options.strict);
    let mut linter = Linter::new(&all);
    let mut file = Checked::new(Source::new(bytes, decode), &mut linter);
    for _ in 0..ROUNDS {
        let fixes = choose(&file.found, options, applicability);
        let Some((next, used)) = round(&file, &fixes, decode, &mut linter) else {
            break;
        };
        for code in used {
            *applied.entry(code).or_default() += 1;
        }
        file = next;
    }
    let Checked {
        source, mut found, ..
    } = file;
    found.retain(|diagnostic| rule(diagnostic.code).is_none_or(|rule| options.allows(rule)));
    Fixed {
        source,
        found,
        applied,
    }
}

/// The fixes to apply in one round, none of which overlaps another.
fn choose<'f>(
    found: &'f [Diagnostic],
    options: &Options,
    applicability: Applicability,
) -> Vec<(&'static str, &'f Fix)> {
    let mut taken = Taken::default();
    found
        .iter()
        .filter_map(|diagnostic| {
            let fix = diagnostic.fix.as_ref()?;
            let wanted = fix.applicability <= applicability
                && rule(diagnostic.code).is_none_or(|rule| options.allows(rule));
            (wanted && taken.take(&fix.edits)).then_some((diagnostic.code, fix))
        })
        .collect()
}

/// The places that edits of a round take.
#[derive(Debug, Default)]
struct Taken {
    /// Start and end of what is replaced. Insertions take no place.
    spans: BTreeMap<usize, usize>,
    /// Where something is inserted.
    points: BTreeSet<usize>,
}

impl Taken {
    /// Takes the places of `edits`, if none of them is taken yet.
    fn take(&mut self, edits: &[Edit]) -> bool {
        if edits.is_empty() || !edits.iter().all(|edit| self.is_free(edit.span)) {
            return false;
        }
        for edit in edits {
            if edit.span.is_empty() {
                self.points.insert(edit.span.start);
            } else {
                self.spans.insert(edit.span.start, edit.span.end);
            }
        }
        true
    }

    fn is_free(&self, span: Span) -> bool {
        let before = self.spans.range(..span.end.max(span.start + 1)).next_back();
        if span.is_empty() {
            // Beside what is replaced is free, inside is not.
            return before.is_none_or(|(start, end)| span.start == *start || span.start >= *end);
        }
        let clear = before.is_none_or(|(_, end)| *end <= span.start);
        clear && self.points.range(span.start + 1..span.end).next().is_none()
    }
}

/// A file and what was found in it.
#[derive(Debug)]
struct Checked {
    source: Source,
    found: Vec<Diagnostic>,
    counts: Counts,
}

impl Checked {
    fn new(source: Source, linter: &mut Linter) -> Self {
        let mut found = Vec::new();
        let counts = linter.check_each(&source, |diagnostic| found.push(diagnostic));
        Self {
            source,
            found,
            counts,
        }
    }
}

type Round = (Checked, Vec<&'static str>);

/// Applies what does no harm; `None` if that is nothing.
fn round(
    file: &Checked,
    fixes: &[(&'static str, &Fix)],
    decode: &DecodeOptions,
    linter: &mut Linter,
) -> Option<Round> {
    let (source, found) = (&file.source, &file.found);
    let before = errors(found);
    let mut best: Option<Round> = None;
    let mut good: Vec<(&'static str, &Fix)> = Vec::new();
    let mut parts = vec![fixes];
    for _ in 0..TRIALS {
        let Some(part) = parts.pop().filter(|part| !part.is_empty()) else {
            break;
        };
        let mut tried = good.clone();
        tried.extend_from_slice(part);
        let Applied { bytes, text, used } = apply(source, &tried);
        let next = Checked::new(Source::new(bytes, decode), linter);
        // What mends nothing would be done again and again.
        let is_progress =
            next.source.bytes() != source.bytes() && codes(&next.found) != codes(found);
        // Where the encoding is a guess, a byte more can change it.
        let is_understood = structure(next.source.text()).eq(structure(&text));
        let keeps_moves = next.counts.moves >= file.counts.moves;
        if errors(&next.found) <= before && is_progress && is_understood && keeps_moves {
            good = tried;
            best = Some((next, used));
        } else if part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            parts.push(second);
            parts.push(first);
        }
    }
    best
}

/// The signs of a text that are not text. Of half a character nothing else is known.
fn structure(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|byte| b"()[];\\".contains(byte))
}

/// How many findings there are of each rule.
fn codes(found: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    for one in found {
        *codes.entry(one.code).or_default() += 1;
    }
    codes
}

fn errors(found: &[Diagnostic]) -> usize {
    found
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .count()
}

/// What some fixes make of a file.
struct Applied {
    bytes: Vec<u8>,
    /// What the bytes are meant to read as.
    text: String,
    /// The codes of the fixes that could be written in the encoding.
    used: Vec<&'static str>,
}

fn apply(source: &Source, fixes: &[(&'static str, &Fix)]) -> Applied {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut used = Vec::new();
    for (code, fix) in fixes {
        let can_be_written = |edit: &Edit| source.encode(edit.span, &edit.replacement).is_ok();
        if fix.edits.iter().all(can_be_written) {
            edits.extend(&fix.edits);
            used.push(*code);
        }
    }
    // What is inserted at a place stands before what is replaced there, and what closes a value before
    // all else: it would become part of the value.
    edits.sort_by_key(|edit| {
        let goes_on = !edit.replacement.trim_start().starts_with(']');
        (edit.span.start, edit.span.end, goes_on)
    });
    let bytes = source.bytes();
    let mut result = Vec::with_capacity(bytes.len() + 64);
    let mut text = String::with_capacity(source.text().len() + 64);
    let (mut at, mut text_at) = (0, 0);
    // What stands at one place is written at once: two ways back to ASCII do not follow each other.
    for here in edits.chunk_by(|one, next| one.span.start == next.span.start) {
        let end = here.iter().map(|edit| edit.span.end).max();
        let Some(span) = here
            .first()
            .zip(end)
            .map(|(first, end)| Span::new(first.span.start, end))
        else {
            continue;
        };
        let replacement: Cow<'_, str> = match here {
            [one] => (&one.replacement).into(),
            several => several.iter().map(|edit| &edit.replacement[..]).collect(),
        };
        if let Ok(encoded) = source.encode(span, &replacement) {
            text.push_str(source.text().get(text_at..span.start).unwrap_or_default());
            text.push_str(&replacement);
            text_at = text_at.max(span.end);
            let span = source.to_bytes_span(span);
            result.extend_from_slice(bytes.get(at..span.start).unwrap_or_default());
            result.extend_from_slice(&encoded);
            at = at.max(span.end);
        }
    }
    text.push_str(source.text().get(text_at..).unwrap_or_default());
    result.extend_from_slice(bytes.get(at..).unwrap_or_default());
    Applied {
        bytes: result,
        text,
        used,
    }
}
