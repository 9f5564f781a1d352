//! Applies fixes until none are left.
//!
//! Fixes are chosen in the order of the text; a fix that overlaps another waits for the next round, in which the text
//! is read again. A round that would add an error, or change how the rest of the text is read, is tried in parts, and
//! harmful parts are dropped. Edits are made in the bytes of the file, in its own encoding: bytes without an edit stay
//! unchanged. A game of ASCII without `CA` that gets other text also gets `CA[UTF-8]`.

mod apply;
mod taken;
mod undeclared;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::{EventKind, Parser, Span};

use self::apply::{Applied, apply};
use self::taken::Taken;
use self::undeclared::Undeclared;
use crate::reading;
use crate::rules::form::utf8;
use crate::rules::structure::variation_like_a_game;
use crate::{Applicability, Diagnostic, Edit, Linter, Options, Severity, rules};

/// Maximum number of rounds; each reads the text again.
const ROUNDS: usize = 32;

/// Maximum number of checks of a long text, as a multiple of its length.
const CHECKS: usize = 12;

/// Minimum budget of checked bytes, for a short text.
const LEAST_WORK: usize = 1 << 20;

/// Number of diagnostics that every check keeps.
const FEW: usize = 1024;

/// Number of bytes of the text for each stored diagnostic.
const SHARE: usize = 128;

/// Number of bytes of the text for each fix of a round.
const SHARE_OF_FIXES: usize = 16;

/// Cost of reading the events of a text: this share of a check.
const SHARE_OF_READING: usize = 4;

/// Result of repairing a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The file after all fixes.
    pub source: Source,
    /// The remaining diagnostics, in the order of the text: at most one for each 128 bytes, or 1024. A harmful fix that
    /// was tried is not among them.
    pub found: Vec<Diagnostic>,
    /// Number of remaining errors, warnings and `unwritable` hints, including those that do not fit in `found`.
    pub left: usize,
    /// Number of the other remaining hints.
    pub hints: usize,
    /// Number of those in `found` whose fix was not applied because it has characters that the encoding of their game
    /// lacks, or because the game does not name an encoding for them. `N608`, which writes UTF-8, makes these fixes possible.
    pub unwritable: usize,
    /// Number of fixes applied, by the code of the rule.
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
/// Only fixes of the rules that `options` allow, and no more risky than `applicability`, are applied. A text without a
/// node is no game record, and stays as it is. The result has no more errors than the file had, counting those that a
/// missing `FF` makes warnings, and repairing it again changes nothing.
///
/// Time and memory are linear in the length of the file. In a long file that needs more attempts, some fixable
/// problems stay and are among the remaining ones.
#[must_use]
pub fn fix(
    bytes: Vec<u8>,
    decode: &DecodeOptions,
    options: &Options,
    applicability: Applicability,
) -> Fixed {
    let length = bytes.len();
    let mut checker = Checker::new(decode, options, applicability, length);
    repair(bytes, &mut checker)
}

fn repair(bytes: Vec<u8>, checker: &mut Checker<'_>) -> Fixed {
    let most = FEW.max(bytes.len() / SHARE);
    let source = Source::new(bytes, &checker.decode);
    let mut events = Parser::new(source.text().as_bytes());
    if !events.any(|event| event.kind == EventKind::NodeBegin) {
        // It is no game record.
        let file = checker.check(source, most);
        return fixed(file, BTreeMap::new(), checker.applicability);
    }
    let mut applied = BTreeMap::new();
    let mut file = checker.check(source, FEW);
    if let Some((next, games)) = to_utf8(&file, checker) {
        applied.insert(utf8::RULE.code, games);
        file = next;
    }
    for _ in 0..ROUNDS {
        let refused = checker.refused.len();
        if let Some((next, used)) = round(&mut file, checker) {
            for code in used {
                *applied.entry(code).or_default() += 1;
            }
            file = next;
        } else if checker.refused.len() > refused && checker.has_time(file.source.text().len()) {
            // Fixes that waited for a harmful fix need not wait for it again.
            file = checker.check(file.source, FEW);
        } else {
            break;
        }
    }
    if file.wanted > file.found.len() {
        file.chosen = Vec::new();
        file = checker.check(file.source, most);
    }
    fixed(file, applied, checker.applicability)
}

/// The result for a file that is not changed further.
fn fixed(
    file: Checked,
    applied: BTreeMap<&'static str, usize>,
    applicability: Applicability,
) -> Fixed {
    let (unwritable, unwritable_hints) = unwritable(&file, applicability);
    Fixed {
        source: file.source,
        found: file.found,
        left: file.left + unwritable_hints,
        hints: file.wanted - file.left - unwritable_hints,
        unwritable,
        applied,
    }
}

/// Number of diagnostics whose fix has characters that cannot be written, and how many of these are hints.
fn unwritable(file: &Checked, applicability: Applicability) -> (usize, usize) {
    let fixes = file.found.iter().filter_map(|diagnostic| {
        let fix = diagnostic.fix.as_ref()?;
        (fix.applicability <= applicability).then_some((diagnostic.severity, &fix.edits))
    });
    let undeclared = Undeclared::of(&file.source, fixes.clone().flat_map(|(_, edits)| edits));
    let unwritable = fixes.filter(|(_, edits)| {
        let mut edits = edits.iter();
        !edits.all(|edit| undeclared.can_write(&file.source, edit))
    });
    let hints = |(severity, _): &(Severity, _)| *severity <= Severity::Hint;
    let (hints, others): (Vec<_>, Vec<_>) = unwritable.partition(hints);
    (hints.len() + others.len(), hints.len())
}

/// The edits of a fix, and the code of its rule.
type Chosen = (&'static str, Vec<Edit>);

/// The fix of a rule in a text: the code and the place of its first edit.
type Place = (&'static str, Span);

fn place(code: &'static str, edits: &[Edit]) -> Option<Place> {
    edits.first().map(|edit| (code, edit.span))
}

/// Checks a file and the results of fixes, as often as its length allows.
struct Checker<'o> {
    linter: Linter,
    decode: DecodeOptions,
    options: &'o Options,
    /// The codes of the rules that `options` do not allow.
    silent: HashSet<&'static str>,
    /// The codes of the rules that report errors: what is a warning because `FF` is missing is one too.
    errors: HashSet<&'static str>,
    applicability: Applicability,
    /// Number of bytes that may still be checked.
    work: usize,
    /// Number of bytes checked so far.
    done: usize,
    /// Fixes that harm the current text, each tried alone.
    refused: HashSet<Place>,
}

impl<'o> Checker<'o> {
    fn new(
        decode: &'o DecodeOptions,
        options: &'o Options,
        applicability: Applicability,
        length: usize,
    ) -> Self {
        // Errors are counted by all rules, not only by selected ones.
        let all = Options::default().with_strict(options.strict);
        Self {
            linter: Linter::with_rules(options, |rule| all.allows(rule) || options.allows(rule)),
            decode: *decode,
            options,
            silent: rules()
                .filter(|rule| !options.allows(rule))
                .map(|rule| rule.code)
                .collect(),
            errors: rules()
                .filter(|rule| rule.severity == Severity::Error)
                .map(|rule| rule.code)
                .collect(),
            applicability,
            work: LEAST_WORK.max(length.saturating_mul(CHECKS)),
            done: 0,
            refused: HashSet::new(),
        }
    }

    /// Whether a text of this length may be checked once more.
    const fn has_time(&self, length: usize) -> bool {
        self.done + length <= self.work
    }

    /// Reads an edited file; `None` if its edits change how other text is read.
    fn read(&mut self, before: &Source, applied: Applied) -> Option<Source> {
        let Applied {
            bytes,
            text,
            used,
            edits,
        } = applied;
        self.done += text.len() / SHARE_OF_READING;
        let moves_games = used.contains(&variation_like_a_game::RULE.code);
        if !reading::is_kept(before.text(), &text, &edits, moves_games) {
            return None;
        }
        let source = Source::new(bytes, &self.decode);
        // Where the encoding is a guess, a byte more can change it.
        let is_understood =
            source.text() == text || characters(source.text()).eq(characters(&text));
        is_understood.then_some(source)
    }

    /// Checks a file, and keeps the first diagnostics, up to `most`.
    fn check(&mut self, source: Source, most: usize) -> Checked {
        let length = source.text().len();
        self.done += length;
        let room = FEW.max(length / SHARE_OF_FIXES);
        let is_utf8 = source.is_same() && source.mark() == 0;
        let (mut found, mut chosen, mut taken) = (Vec::new(), Vec::new(), Taken::default());
        let (mut codes, mut errors, mut left, mut wanted) = (HashMap::new(), 0, 0, 0);
        let counts = self.linter.check_each(&source, |mut diagnostic| {
            *codes.entry(diagnostic.code).or_default() += 1;
            errors += usize::from(
                diagnostic.severity == Severity::Error || self.errors.contains(diagnostic.code),
            );
            if self.silent.contains(diagnostic.code) {
                return;
            }
            if let Some(fix) = &diagnostic.fix
                && place(diagnostic.code, &fix.edits)
                    .is_some_and(|place| self.refused.contains(&place))
            {
                diagnostic.fix = None;
            }
            wanted += 1;
            left += usize::from(diagnostic.severity > Severity::Hint);
            let keeps = found.len() < most;
            // A file in another encoding changes as a whole, or not at all.
            let is_whole = diagnostic.code == utf8::RULE.code && !is_utf8;
            if let Some(fix) = &diagnostic.fix
                && !is_whole
                && fix.applicability <= self.applicability
                && chosen.len() < room
                && taken.take(&fix.edits)
            {
                let edits = match diagnostic.fix {
                    Some(fix) if !keeps => {
                        chosen.push((diagnostic.code, fix.edits));
                        return;
                    }
                    Some(ref fix) => fix.edits.clone(),
                    None => Vec::new(),
                };
                chosen.push((diagnostic.code, edits));
            }
            if keeps {
                found.push(diagnostic);
            }
        });
        Checked {
            source,
            found,
            wanted,
            left,
            chosen,
            codes,
            errors,
            moves: counts.moves,
        }
    }
}

/// A file and its findings.
#[derive(Debug)]
struct Checked {
    source: Source,
    /// The first diagnostics of the selected rules.
    found: Vec<Diagnostic>,
    /// Number of diagnostics of the selected rules.
    wanted: usize,
    /// Number of errors and warnings among them.
    left: usize,
    /// The fixes to apply next, without overlap.
    chosen: Vec<Chosen>,
    /// Number of diagnostics by rule.
    codes: HashMap<&'static str, usize>,
    errors: usize,
    moves: usize,
}

/// Converts the file to UTF-8, if a rule requires it and no byte is lost. Also returns the number of games.
///
/// Edits cannot do this, because all bytes change together, and each `CA` with them.
fn to_utf8(file: &Checked, checker: &mut Checker<'_>) -> Option<(Checked, usize)> {
    let rule = &utf8::RULE;
    let (source, text) = (&file.source, file.source.text());
    let is_utf8 = source.is_same() && source.mark() == 0;
    if is_utf8 || !checker.options.allows(rule) || !checker.has_time(text.len()) {
        return None;
    }
    let mut linter = Linter::with_rules(checker.options, |other| other.code == rule.code);
    let (mut edits, mut games, mut is_certain) = (Vec::new(), 0, true);
    linter.check_each(source, |diagnostic| match diagnostic.fix {
        Some(fix) if fix.applicability <= checker.applicability => {
            edits.extend(fix.edits);
            games += 1;
        }
        _ => is_certain = false,
    });
    if !is_certain || games == 0 {
        return None;
    }
    let new = Edit::apply_all(&edits, text)?;
    let decode = DecodeOptions::default();
    let written = Source::new(new.clone().into_bytes(), &decode);
    if written.text() != new {
        return None;
    }
    drop(new);
    let next = checker.check(written, FEW);
    (next.errors <= file.errors && next.moves >= file.moves).then(|| {
        checker.decode = decode;
        (next, games)
    })
}

type Round = (Checked, Vec<&'static str>);

/// Applies harmless fixes; `None` if there are none.
fn round(file: &mut Checked, checker: &mut Checker<'_>) -> Option<Round> {
    let fixes = std::mem::take(&mut file.chosen);
    // Another text has other places.
    let mut refused = std::mem::take(&mut checker.refused);
    let mut best: Option<Round> = None;
    let mut good: Vec<&Chosen> = Vec::new();
    // Large parts are first: if time is short, they repair most.
    let mut parts = VecDeque::from([&fixes[..]]);
    while let Some(part) = parts.pop_front().filter(|part| !part.is_empty()) {
        if !checker.has_time(file.source.text().len()) {
            break;
        }
        let mut tried = good.clone();
        tried.extend(part);
        let applied = apply(&file.source, &tried);
        if applied.bytes == file.source.bytes() {
            continue;
        }
        let used = applied.used.clone();
        let next = checker.read(&file.source, applied);
        let next = next.map(|source| checker.check(source, FEW));
        let is_good = |next: &Checked| {
            // A fix without effect would be repeated forever.
            let is_progress = next.codes != file.codes;
            next.errors <= file.errors && is_progress && next.moves >= file.moves
        };
        if let Some(next) = next.filter(is_good) {
            good = tried;
            best = Some((next, used));
        } else if let [(code, edits)] = part {
            refused.extend(place(code, edits));
        } else {
            let (first, second) = part.split_at(part.len() / 2);
            parts.extend([first, second]);
        }
    }
    if best.is_none() {
        checker.refused = refused;
    }
    best
}

/// The characters of a text with invalid bytes: half a character may be read with the text after it, and its second byte
/// may be a digit.
fn characters(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|char| *char != char::REPLACEMENT_CHARACTER && !char.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds games that alternate between encodings, with problems that have fixes and problems that have none.
    fn alternating(games: usize) -> Vec<u8> {
        let names: [(&str, &[u8]); 4] = [
            ("GBK", b"\xba\xda\xb0\xd7\xc6\xe5"),
            ("Shift_JIS", b"\x83v\x83\x8d\x8b\xe3\x92i"),
            ("EUC-KR", b"\xc3\xb5\xc7\xcf"),
            ("UTF-8", "名人戦".as_bytes()),
        ];
        let mut bytes = Vec::new();
        for (name, text) in names.iter().cycle().take(games) {
            bytes.extend_from_slice(format!("(;GM[01]CA[{name}]SZ[19]PB[").as_bytes());
            bytes.extend_from_slice(text);
            bytes.extend_from_slice(b"]RE[b+resign]AB[aa]AW[aa];B[aa]W[bb])\n");
        }
        bytes
    }

    /// Returns the fixed file, and the number of bytes checked for each byte of it.
    fn work(bytes: &[u8]) -> (Fixed, usize) {
        let (decode, options) = (DecodeOptions::default(), Options::default());
        let mut checker = Checker::new(&decode, &options, Applicability::Unsafe, bytes.len());
        let fixed = repair(bytes.to_vec(), &mut checker);
        (fixed, checker.done / bytes.len())
    }

    #[test]
    fn work_is_linear_on_hostile_text() {
        let alternating = alternating(8000);
        let crowded = b";b[zz]w[zz]C[a".repeat(50_000);
        let broken = b"(;FF[4]GM[01]SZ[19]AB[aa][aa]KM[6,5])C[".repeat(15_000);
        let alternating_setup = [&b"(;"[..], &b"AB[cc]AW[cc]".repeat(20_000)].concat();
        let repeated_setup = [&b"(;"[..], &b"AB[aa][ab]".repeat(20_000)].concat();
        let setups = [&alternating_setup, &repeated_setup];
        for bytes in [&alternating, &crowded, &broken].into_iter().chain(setups) {
            let (fixed, work) = work(bytes);
            assert!(work <= 20, "{work}");
            assert!(fixed.found.len() <= FEW.max(bytes.len() / SHARE));
        }
    }

    #[test]
    fn a_text_without_a_node_is_read_once() {
        for bytes in [b"(".repeat(100_000), b"(()".repeat(30_000)] {
            let (fixed, work) = work(&bytes);
            assert_eq!(work, 1);
            assert_eq!(fixed.source.bytes(), bytes);
        }
    }

    #[test]
    fn all_problems_count_as_left() {
        let games = 3000;
        let (fixed, _) = work(&b"(;FF[4]GM[1]SZ[9];B[zz])".repeat(games));
        assert!(fixed.left >= games, "{}", fixed.left);
    }
}
