//! Weighs encodings of text that is not UTF-8, or possibly not.

use std::cell::OnceCell;

use super::super::Charset;
use super::super::charset::Kind;
use super::super::declaration::declarations;
use super::super::guess::{Evidence, Guess, is_european, weighed_as};
use super::super::lawful::LawfulGames;
use super::super::segment::{Decision, Form};
use super::super::split::Chunks;
use super::super::walk::walk;
use super::Decider;
use super::signs::Utf8Signs;

/// Maximum evidence from a file as a whole, in bytes.
const POOL: usize = 4096;

/// Bonus for the encoding of the game before, or of the file as a whole, in the units of
/// [`guess`](super::super::guess).
const NEIGHBOR: u32 = 60;

/// Bonus for the encoding that `CA` names.
const DECLARED: u32 = 150;

/// The mean cost of a byte beyond ASCII up to which a reading is accepted without a comparison, and above
/// which a guess does not override `CA`.
const RIGHT: u32 = 36;
const DOUBTFUL: u32 = 50;

/// Minimum number of positions that no European text has, to override a declared encoding for such text.
const STRANGE: usize = 2;

/// Minimum evidence, in bytes, to override the encoding of the game before, if the text is valid in it.
const TELLING: usize = 24;

/// Cost by which UTF-8 must be cheaper than a declared single-byte encoding, besides a quarter.
const OVER_SINGLE: u32 = 20;

/// Cost by which UTF-8 must be cheaper than a declared multi-byte encoding, besides a quarter.
const OVER_PAIRS: u32 = 150;

/// Reduction of the required lead for each character of three bytes or more: chance makes few of them.
const LONG: u32 = 40;

/// Cost of each position where a declared encoding makes an ideograph next to a lower-case ASCII letter.
const GLUED: u32 = 150;

/// Whether text that is UTF-8, or damaged UTF-8, is more plausible as such than in `declared`, another encoding that
/// can read it too.
///
/// Both readings are weighed. A declared encoding of several bytes has a large lead: a few of its characters are valid
/// UTF-8 by chance. One of a single byte can read anything, so it has a small lead.
pub(super) fn is_utf8_after_all(text: &[u8], declared: Charset) -> bool {
    is_utf8_rather(&Evidence::of(text), declared)
}

/// The decision that bytes are in UTF-16, as `CA` says: `text` is what they are then. `None` if the `raw` bytes are more
/// plausible in another encoding.
pub(super) fn as_utf16(text: &str, raw: &[u8]) -> Option<Decision> {
    if memchr::memchr(0, raw).is_some() {
        return Some(Decision::Declared);
    }
    // Most letters in UTF-16 have a byte of ASCII, those of other encodings mostly have none.
    if !raw.iter().any(|byte| byte.is_ascii() && *byte != b'\n') {
        return None;
    }
    let wide = Evidence::of(text.as_bytes()).cost(Charset::UTF_8);
    let raw = Evidence::of(raw);
    let utf8 = raw.cost(Charset::UTF_8);
    if utf8.invalid == 0 && utf8.all <= wide.all {
        return None;
    }
    match raw.guess_and_doubt(|_| 0) {
        Some((guess, _)) if guess.weighed < wide.all => None,
        Some((guess, _)) if guess.weighed < wide.all + NEIGHBOR => Some(Decision::Doubtful),
        _ => Some(Decision::Declared),
    }
}

fn is_utf8_rather(evidence: &Evidence, declared: Charset) -> bool {
    let read = evidence.cost_if_declared(declared);
    if read.invalid > 0 {
        return true;
    }
    let is_natural = || evidence.strange_positions(declared) + evidence.long_characters() == 0;
    if is_european(declared) && is_natural() {
        return false;
    }
    let (lead, glued) = if has_pairs(declared) {
        let long = LONG.saturating_mul(evidence.long_utf8());
        (
            OVER_PAIRS.saturating_sub(long),
            GLUED * evidence.glued(declared),
        )
    } else {
        (OVER_SINGLE, 0)
    };
    let utf8 = evidence.cost(Charset::UTF_8);
    utf8.all + utf8.beyond_ascii / 4 + lead < read.all + glued
}

impl Decider<'_> {
    /// Whether text is UTF-8 with invalid positions, and no more of them than `CA` allows.
    pub(super) fn is_damaged_utf8(&self, text: &[u8]) -> bool {
        let Utf8Signs {
            good,
            damaged,
            bad,
            begun,
        } = Utf8Signs::of(text);
        if self.named == Some(Charset::UTF_8) || self.marked {
            good + damaged + begun > bad
        } else {
            good + damaged > 2 * bad
        }
    }

    /// The encoding of text beyond ASCII that is not valid UTF-8.
    pub(super) fn weigh(&mut self, chunk: &[u8]) -> (Charset, Decision) {
        let evidence = Evidence::of(chunk);
        let named = self
            .named
            .filter(|charset| charset.extends_ascii() && *charset != Charset::UTF_8);
        if self.is_damaged_utf8(chunk) && named.is_none_or(|named| is_utf8_rather(&evidence, named))
        {
            return (Charset::UTF_8, self.utf8());
        }
        let mut trusted = None;
        let mut neighbor = None;
        if let Some(charset) = named {
            let cost = evidence.cost_if_declared(charset);
            if cost.invalid == 0 {
                let is_natural =
                    || is_european(charset) && evidence.strange_positions(charset) < STRANGE;
                if cost.mean() <= RIGHT || self.guesses == 0 || is_natural() {
                    return (charset, Decision::Declared);
                }
                trusted = Some(cost);
            }
        } else if let Some((charset, decision)) = self.previous {
            let cost = evidence.cost(charset);
            if cost.invalid == 0 && (cost.mean() <= RIGHT || self.guesses == 0) {
                if self.guesses == 0 {
                    return (charset, decision);
                }
                neighbor = Some((charset, decision, cost.all));
            }
        }
        if self.guesses == 0 {
            return (self.options.fallback, Decision::Fallback);
        }
        self.guesses -= 1;
        let pool = self.pool(evidence.len());
        let previous = self.previous.map(|(charset, _)| charset);
        let latin = self.latin && named.is_none();
        let declared = named.map(weighed_as);
        let favor = |charset| {
            u32::from(declared == Some(charset)) * DECLARED
                + u32::from(previous == Some(charset)) * NEIGHBOR
                + u32::from(pool == Some(charset)) * NEIGHBOR
                + u32::from(latin && charset == Charset::WINDOWS_1252) * NEIGHBOR
        };
        let Some((guess, is_close)) = evidence.guess_and_doubt(favor) else {
            return (self.options.fallback, Decision::Fallback);
        };
        // Neighbors may be in another encoding: all of them remove a doubt no more than one of them.
        let beside_neighbors = |charset, decision| {
            if evidence.is_clear(charset, NEIGHBOR) {
                decision
            } else {
                Decision::Doubtful
            }
        };
        let Guess {
            charset,
            weighed,
            cost: found,
        } = guess;
        if let Some(named) = named
            && (declared == Some(charset)
                || trusted.is_some() && evidence.reads_same(named, charset))
        {
            return (named, Decision::Declared);
        }
        if let (Some(named), Some(trusted)) = (named, trusted) {
            // The default of the standard is written by programs that do not think of it.
            let share = if named == Charset::WINDOWS_1252 { 4 } else { 2 };
            let clear = found.beyond_ascii + found.beyond_ascii / share + DECLARED;
            let is_worse = found.invalid > 0 && has_pairs(named);
            if is_worse || found.mean() > DOUBTFUL || clear > trusted.beyond_ascii {
                return (named, Decision::Declared);
            }
        }
        if let Some((neighbor, decision, right)) = neighbor
            && (evidence.len() < TELLING || weighed + DECLARED > right)
        {
            return (neighbor, beside_neighbors(neighbor, decision));
        }
        if found.invalid > 0 && is_latin(charset) {
            return (self.options.fallback, Decision::Fallback);
        }
        let charset = if charset == Charset::GBK && has_four_byte_characters(chunk) {
            Charset::GB18030
        } else {
            charset
        };
        let is_overruled = trusted.is_some();
        let decision = if is_overruled || is_close || found.invalid > 0 || found.mean() > DOUBTFUL {
            Decision::Doubtful
        } else if favor(guess.charset) > 0 {
            beside_neighbors(guess.charset, Decision::Guessed)
        } else {
            Decision::Guessed
        };
        (charset, decision)
    }

    /// Guesses the encoding of all text together that is not UTF-8 and has no `CA`; `None` if that is less than twice
    /// the `length` of the evidence at hand.
    pub(super) fn pool(&mut self, length: usize) -> Option<Charset> {
        let pool = self.pool.get_or_insert_with(|| Pool::of(self.bytes));
        if pool.evidence.len() < 2 * length {
            return None;
        }
        pool.looks_like()
    }
}

/// Evidence from all text of a file that is not UTF-8 and has no `CA`, up to [`POOL`].
#[derive(Debug)]
pub(super) struct Pool {
    evidence: Evidence,
    /// The guess, computed on demand.
    guess: OnceCell<Option<Charset>>,
}

impl Pool {
    fn of(bytes: &[u8]) -> Self {
        let mut evidence = Evidence::default();
        for chunk in Chunks::new(bytes, &LawfulGames::default(), 0) {
            if evidence.len() >= POOL {
                break;
            }
            let chunk = &bytes[chunk];
            if std::str::from_utf8(chunk).is_err() && declarations(chunk).next().is_none() {
                evidence.add(chunk, POOL);
            }
        }
        Self {
            evidence,
            guess: OnceCell::new(),
        }
    }

    /// Returns the guessed encoding, unless the text is unlikely in it, as if it were in several encodings, or it is a
    /// Latin one, which is no evidence for the next game.
    fn looks_like(&self) -> Option<Charset> {
        *self.guess.get_or_init(|| {
            let guess = self.evidence.guess(|_| 0)?;
            let is_likely = guess.cost.invalid == 0 && guess.cost.mean() <= DOUBTFUL;
            Some(guess.charset).filter(|charset| is_likely && !is_latin(*charset))
        })
    }
}

/// Whether characters beyond ASCII are two or more bytes long, so that text in another encoding is rarely valid.
fn has_pairs(charset: Charset) -> bool {
    match charset.0 {
        Kind::Web(encoding) => charset != Charset::UTF_8 && !encoding.is_single_byte(),
        _ => false,
    }
}

/// Whether `charset` is for languages with the Latin alphabet. The default of the standard is one of them, so one game
/// is no evidence for the next.
pub(super) fn is_latin(charset: Charset) -> bool {
    let Kind::Web(encoding) = charset.0 else {
        return false;
    };
    [
        encoding_rs::UTF_8,
        encoding_rs::WINDOWS_1252,
        encoding_rs::ISO_8859_15,
        encoding_rs::MACINTOSH,
        encoding_rs::WINDOWS_1250,
        encoding_rs::WINDOWS_1254,
        encoding_rs::WINDOWS_1257,
        encoding_rs::ISO_8859_2,
    ]
    .contains(&encoding)
}

fn has_four_byte_characters(bytes: &[u8]) -> bool {
    let may_be_one =
        |bytes: &[u8]| matches!(bytes, [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9']);
    if !bytes.windows(4).any(may_be_one) {
        return false;
    }
    let mut found = false;
    walk(Charset::GB18030, Form::Whole, bytes, |step| {
        found |= step.end - step.start == 4 && step.text.chars().count() == 1;
    });
    found
}
