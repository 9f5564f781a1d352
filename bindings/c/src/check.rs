//! Checks and fixes, normalization, and conversion to the current version of SGF.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use kifu_lint::convert::{self, to_ff4};
use kifu_lint::normalize::{self, normalize};
use kifu_lint::{Applicability, Change, Diagnostic, Options};
use kifu_sgf::encoding::ByteSpan;
use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::{LineIndex, Position, Span};

use crate::collection::{charset, kifu_collection};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{kifu_buffer, kifu_str};

/// How bad a finding is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum kifu_severity {
    /// Lawful, but unusual or better written otherwise.
    KIFU_HINT = 0,
    /// Against the standard, with one reading, or doubtful.
    KIFU_WARNING = 1,
    /// Against the standard: programs read it differently or not at all.
    KIFU_ERROR = 2,
}

/// Which rules are applied. Set it up with `KIFU_INIT`; null is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_check_options {
    /// `sizeof(kifu_check_options)`: set by `KIFU_INIT`.
    pub size: u32,
    /// Also rules about what is lawful but unusual.
    pub strict: bool,
    /// Only these rules: codes or their beginnings, separated by commas; null: all.
    pub select: *const c_char,
    /// Not these rules: codes or their beginnings, separated by commas; null: none.
    pub ignore: *const c_char,
    /// The encoding of the whole file, such as `GB18030`; null: it is found out, for each game.
    pub encoding: *const c_char,
}

/// A finding. Its texts are valid until the report is freed. Offsets count in the bytes of the file.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_diagnostic {
    /// The permanent code of the rule, such as `V205`.
    pub code: kifu_str,
    /// The message.
    pub message: kifu_str,
    /// Why it is wrong; may be empty.
    pub why: kifu_str,
    /// The title of the fix; empty if there is no fix.
    pub fix: kifu_str,
    /// Offset of the first byte in question.
    pub start: usize,
    /// Offset after the last one.
    pub end: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// How many edits the fix has: see `kifu_report_edit`.
    pub edit_count: usize,
    /// How bad it is.
    pub severity: kifu_severity,
    /// Whether the fix is safe: one reading is possible, and nothing is lost.
    pub is_safe: bool,
}

/// An edit of a fix: bytes of the file, and the text that replaces them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_edit {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last one; the start, to insert.
    pub end: usize,
    /// The replacement, in UTF-8.
    pub replacement: kifu_str,
}

/// The result of a check. Free it with `kifu_report_free`.
#[derive(Debug)]
pub struct kifu_report {
    found: Vec<(Diagnostic, Position)>,
    source: Source,
}

impl kifu_report {
    fn of(source: Source, found: Vec<Diagnostic>) -> Box<Self> {
        let text = source.text().as_bytes();
        let index = LineIndex::new(text);
        let found = found.into_iter().map(|found| {
            let position = index.position(text, found.span.start);
            (found, position)
        });
        let found = found.collect();
        Box::new(Self { found, source })
    }

    fn bytes(&self, span: Span) -> ByteSpan {
        self.source.to_bytes_span(span)
    }
}

fn rules(list: *const c_char) -> Outcome<Vec<String>> {
    let list = ffi::optional_name(list)?.unwrap_or_default().split(',');
    let rules = list.map(str::trim).filter(|rule| !rule.is_empty());
    Ok(rules.map(str::to_owned).collect())
}

fn options(options: *const kifu_check_options) -> Outcome<(DecodeOptions, Options)> {
    let given = ffi::options(options)?;
    let mut decode = DecodeOptions::default();
    decode.charset = charset(given.encoding)?;
    let options = Options::default()
        .with_select(rules(given.select)?)
        .with_ignore(rules(given.ignore)?)
        .with_strict(given.strict);
    if let Some(unknown) = options.unknown().next() {
        let message = format_args!("`{unknown}`: no rule has this code");
        return Err(Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message));
    }
    Ok((decode, options))
}

/// Checks the `len` bytes of a file, and gives a new report.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_check(
    bytes: *const c_void,
    len: usize,
    options: *const kifu_check_options,
    report: Option<&mut MaybeUninit<Option<Box<kifu_report>>>>,
) -> kifu_status {
    ffi::call(|| {
        let report = ffi::new(report)?;
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let (decode, rules) = self::options(options)?;
        let source = Source::new(bytes.to_vec(), &decode);
        let found = kifu_lint::check(&source, &rules);
        *report = Some(kifu_report::of(source, found));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Fixes the `len` bytes of a file, and gives them in a new buffer; `report`, which may be null, gets the findings that
/// remain, and `applied`, which may be null, how many fixes were applied. `is_risky`: all fixes, also unsafe ones.
///
/// The report has at most 1024 findings, or one for each 128 bytes if that is more. `kifu_check` of the result gives
/// all.
///
/// Fixing the result again changes nothing.
///
/// `KIFU_ENCODING` if there is something to fix and the encoding is in doubt: name it in the options.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_fix(
    bytes: *const c_void,
    len: usize,
    options: *const kifu_check_options,
    is_risky: bool,
    fixed: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
    report: Option<&mut MaybeUninit<Option<Box<kifu_report>>>>,
    applied: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let report = report.map(|report| report.write(None));
        let fixed = ffi::new(fixed)?;
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let (decode, rules) = self::options(options)?;
        let applicability = if is_risky {
            Applicability::Unsafe
        } else {
            Applicability::Safe
        };
        let done = kifu_lint::fix(bytes.to_vec(), &decode, &rules, applicability);
        if done.is_changed()
            && let Some(doubt) = Source::new(bytes.to_vec(), &decode).doubt()
        {
            return Err(Failure::new(kifu_status::KIFU_ENCODING, doubt));
        }
        if let Some(applied) = applied {
            applied.write(done.applied.values().sum());
        }
        *fixed = Some(kifu_buffer::of(done.source.bytes()));
        if let Some(report) = report {
            *report = Some(kifu_report::of(done.source, done.found));
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Returns how many findings a report has; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_report_len(report: Option<&kifu_report>) -> usize {
    ffi::guard(0, || report.map_or(0, |report| report.found.len()))
}

/// Gives a finding, from 0; `KIFU_NONE` after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_report_diagnostic(
    report: Option<&kifu_report>,
    index: usize,
    diagnostic: Option<&mut MaybeUninit<kifu_diagnostic>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(diagnostic)?;
        let report = ffi::handle(report)?;
        let found = report.found.get(index).map(|(found, position)| {
            let span = report.bytes(found.span);
            let fix = found.fix.as_ref();
            kifu_diagnostic {
                code: kifu_str::of(found.code),
                message: kifu_str::of(&found.message),
                why: kifu_str::of(&found.why),
                fix: kifu_str::of(fix.map_or("", |fix| &fix.title)),
                start: span.start,
                end: span.end,
                line: position.line,
                column: position.column,
                edit_count: fix.map_or(0, |fix| fix.edits.len()),
                severity: match found.severity {
                    kifu_lint::Severity::Hint => kifu_severity::KIFU_HINT,
                    kifu_lint::Severity::Warning => kifu_severity::KIFU_WARNING,
                    kifu_lint::Severity::Error => kifu_severity::KIFU_ERROR,
                },
                is_safe: fix.is_some_and(|fix| fix.applicability == Applicability::Safe),
            }
        });
        Ok(ffi::answer(out, found))
    })
}

/// Gives an edit of the fix of a finding, from 0; `KIFU_NONE` after the last one. The edits of a fix belong together and
/// do not overlap.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_report_edit(
    report: Option<&kifu_report>,
    index: usize,
    edit: usize,
    found: Option<&mut MaybeUninit<kifu_edit>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(found)?;
        let report = ffi::handle(report)?;
        let fix = report
            .found
            .get(index)
            .and_then(|(found, _)| found.fix.as_ref());
        let edit = fix.and_then(|fix| fix.edits.get(edit)).map(|edit| {
            let span = report.bytes(edit.span);
            kifu_edit {
                start: span.start,
                end: span.end,
                replacement: kifu_str::of(&edit.replacement),
            }
        });
        Ok(ffi::answer(out, edit))
    })
}

/// Frees a report. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_report_free(report: Option<Box<kifu_report>>) {
    ffi::guard((), || drop(report));
}

/// Dates in the form of the standard: `1996-05-06`.
pub const KIFU_NORMALIZE_DATES: u32 = 1;
/// Results in their short form: `W+R`.
pub const KIFU_NORMALIZE_RESULTS: u32 = 1 << 1;
/// Ranks: `9p`, `3d`, `10k`.
pub const KIFU_NORMALIZE_RANKS: u32 = 1 << 2;
/// Komi as a decimal number.
pub const KIFU_NORMALIZE_KOMI: u32 = 1 << 3;
/// Times in seconds.
pub const KIFU_NORMALIZE_TIMES: u32 = 1 << 4;
/// Names of rules.
pub const KIFU_NORMALIZE_RULES: u32 = 1 << 5;
/// Names of players: blanks and the width of letters.
pub const KIFU_NORMALIZE_NAMES: u32 = 1 << 6;
/// The text as UTF-8.
pub const KIFU_NORMALIZE_ENCODING: u32 = 1 << 7;
/// Line ends as line feeds.
pub const KIFU_NORMALIZE_LINE_ENDS: u32 = 1 << 8;
/// The order of properties.
pub const KIFU_NORMALIZE_ORDER: u32 = 1 << 9;
/// Habits of programs are undone.
pub const KIFU_NORMALIZE_QUIRKS: u32 = 1 << 10;
/// All of these but the order of properties and the habits of programs.
pub const KIFU_NORMALIZE_DEFAULT: u32 = (1 << 9) - 1;

/// All of these.
const NORMALIZE_ALL: u32 = KIFU_NORMALIZE_DEFAULT | KIFU_NORMALIZE_ORDER | KIFU_NORMALIZE_QUIRKS;

/// Calls back for each change.
fn report(changes: Vec<Change>, change: ffi::kifu_message_fn, user: *mut c_void) -> usize {
    for done in &changes {
        ffi::tell(change, user, &done.to_string());
    }
    changes.len()
}

/// Brings values of a collection into one form: a sum of `KIFU_NORMALIZE_...`. Calls `change`, which may be null, with
/// a description of each change and of each value that was kept because its meaning is not clear; `count`, which may be
/// null, gets how many there are.
///
/// Changes that were not saved stay, and handles of nodes stay valid. The text and the problems of the collection are
/// then those of the normalized file.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_normalize(
    collection: Option<&mut kifu_collection>,
    what: u32,
    change: ffi::kifu_message_fn,
    user: *mut c_void,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::handle(collection)?;
        if what & !NORMALIZE_ALL != 0 {
            return Err(Failure::invalid("the values to normalize are unknown"));
        }
        let is_set = |flag| what & flag != 0;
        let options = normalize::Options {
            dates: is_set(KIFU_NORMALIZE_DATES),
            results: is_set(KIFU_NORMALIZE_RESULTS),
            ranks: is_set(KIFU_NORMALIZE_RANKS),
            komi: is_set(KIFU_NORMALIZE_KOMI),
            times: is_set(KIFU_NORMALIZE_TIMES),
            rules: is_set(KIFU_NORMALIZE_RULES),
            names: is_set(KIFU_NORMALIZE_NAMES),
            encoding: is_set(KIFU_NORMALIZE_ENCODING),
            line_ends: is_set(KIFU_NORMALIZE_LINE_ENDS),
            order: is_set(KIFU_NORMALIZE_ORDER),
            quirks: is_set(KIFU_NORMALIZE_QUIRKS),
            ..normalize::Options::NONE
        };
        let changes = normalize(&mut collection.change().collection, &options);
        collection.forget_problems();
        let changes = report(changes, change, user);
        if let Some(count) = count {
            count.write(changes);
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Converts the games of a collection to the current version of SGF, FF[4]. Calls `change`, which may be null, with a
/// description of each change and of each property that was kept; `count`, which may be null, gets how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_upgrade(
    collection: Option<&mut kifu_collection>,
    change: ffi::kifu_message_fn,
    user: *mut c_void,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::handle(collection)?;
        let options = convert::Options::default();
        let changes = to_ff4(&mut collection.change().collection, &options);
        let changes = report(changes, change, user);
        if let Some(count) = count {
            count.write(changes);
        }
        Ok(kifu_status::KIFU_OK)
    })
}
