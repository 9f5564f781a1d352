//! Guesses the encoding of a text.
//!
//! Every candidate reads the same bytes. The cost of each reading is ten times the negative logarithm of the
//! probability of its characters in a game record, and the cheapest reading wins. So the two bytes of a frequent
//! Chinese character are weighed against two accented letters side by side, and a `]` that one reading swallows
//! against the rare character that it makes of it. The detector of browsers, `chardetng`, has a vote; alone it is too
//! weak on texts as short as a name.

mod alphabet;
mod context;
mod ideograph;
mod natural;
mod rivals;
mod signs;
mod unicode;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Charset;
use super::charset::Kind;
use super::segment::Form;
use super::walk::{ends_value, try_walk};
use alphabet::{Alphabet, Character};
use context::{Class, Context, ascii, ascii_alone};
pub(super) use natural::is_european;

/// Evidence used from one stretch, in bytes.
const ENOUGH: usize = 1024;

/// The cost of invalid bytes.
const INVALID: u32 = 250;

/// Cost of half a character at the end of a value: more than a letter, less than invalid bytes, because programs cut
/// names to a number of bytes.
const CUT: u32 = 150;

/// Cost added to every encoding other than the one that `chardetng` suggests.
const VOTE: u32 = 30;

/// Cost added to every encoding other than Windows-1252, which contains the default of the standard.
const DEFAULT: u32 = 40;

/// The lead over every other reading below which a guess is in doubt.
const DOUBT: u32 = 60;

/// Candidate encodings, in the order of trial.
static CANDIDATES: [Candidate; 24] = [
    Candidate::letters(encoding_rs::WINDOWS_1252, alphabet::WESTERN, 0),
    Candidate::ideographs(encoding_rs::GBK, ideograph::chinese, 0),
    Candidate::ideographs(encoding_rs::SHIFT_JIS, ideograph::shift_jis, 0),
    Candidate::ideographs(encoding_rs::EUC_KR, ideograph::korean, 20),
    Candidate::ideographs(encoding_rs::BIG5, ideograph::big5, 10),
    Candidate::ideographs(encoding_rs::EUC_JP, ideograph::euc_jp, 10),
    Candidate::letters(encoding_rs::WINDOWS_1251, alphabet::CYRILLIC, 10),
    Candidate::letters(encoding_rs::KOI8_R, alphabet::CYRILLIC, 15),
    Candidate::letters(encoding_rs::WINDOWS_1250, alphabet::CENTRAL, 60),
    Candidate::letters(encoding_rs::MACINTOSH, alphabet::WESTERN, 40),
    Candidate::letters(encoding_rs::X_MAC_CYRILLIC, alphabet::CYRILLIC, 70),
    Candidate::letters(encoding_rs::IBM866, alphabet::CYRILLIC, 40),
    Candidate::letters(encoding_rs::ISO_8859_5, alphabet::CYRILLIC, 45),
    Candidate::letters(encoding_rs::ISO_8859_2, alphabet::CENTRAL, 45),
    Candidate::letters(encoding_rs::WINDOWS_1254, alphabet::TURKISH, 35),
    Candidate::letters(encoding_rs::WINDOWS_1253, alphabet::GREEK, 35),
    Candidate::letters(encoding_rs::WINDOWS_1257, alphabet::BALTIC, 45),
    Candidate::letters(encoding_rs::WINDOWS_1255, alphabet::HEBREW, 40),
    Candidate::letters(encoding_rs::WINDOWS_1256, alphabet::ARABIC, 40),
    Candidate::letters(encoding_rs::WINDOWS_874, alphabet::THAI, 40),
    Candidate::letters(encoding_rs::ISO_8859_15, alphabet::WESTERN, 60),
    Candidate::letters(encoding_rs::KOI8_U, alphabet::CYRILLIC, 20),
    Candidate::letters(encoding_rs::ISO_8859_6, alphabet::ARABIC, 60),
    Candidate::letters(encoding_rs::ISO_8859_7, alphabet::GREEK, 45),
];

/// A candidate encoding.
#[derive(Debug)]
struct Candidate {
    encoding: &'static Encoding,
    script: Script,
    /// Initial cost of a rare encoding.
    rare: u32,
}

/// Weighing method for the characters of an encoding beyond ASCII.
#[derive(Debug)]
enum Script {
    /// Single-byte characters, taken from a table.
    Letters {
        alphabet: Alphabet,
        characters: OnceLock<Box<[Option<Character>; 128]>>,
    },
    /// Multi-byte characters, weighed one after the other.
    Ideographs(Model),
}

/// Returns the cost of a character, decoded from the given bytes, in its context.
type Model = fn(&mut Context, char, &[u8]) -> u32;

impl Candidate {
    const fn letters(encoding: &'static Encoding, alphabet: Alphabet, rare: u32) -> Self {
        Self {
            encoding,
            script: Script::Letters {
                alphabet,
                characters: OnceLock::new(),
            },
            rare,
        }
    }

    const fn ideographs(encoding: &'static Encoding, model: Model, rare: u32) -> Self {
        Self {
            encoding,
            script: Script::Ideographs(model),
            rare,
        }
    }

    /// Cost that does not depend on the text, if `chardetng` votes for `vote`.
    fn handicap(&self, vote: &'static Encoding) -> u32 {
        // `chardetng` calls all of KOI8 by this name, which is as frequent as its letters that KOI8-R lacks.
        let is_voted = self.encoding == vote && vote != encoding_rs::KOI8_U;
        let voted = if is_voted { 0 } else { VOTE };
        let usual = if self.encoding == encoding_rs::WINDOWS_1252 {
            0
        } else {
            DEFAULT
        };
        self.rare + voted + usual
    }

    /// Returns the cost of reading `evidence` in this encoding; stops counting above `most`.
    fn cost(&self, evidence: &[u8], most: u32) -> Cost {
        match &self.script {
            Script::Letters {
                alphabet,
                characters,
            } => {
                let characters =
                    characters.get_or_init(|| Box::new(alphabet.characters(self.encoding)));
                cost_of_letters(evidence, alphabet, characters, most)
            }
            Script::Ideographs(model) => {
                let charset = Charset(Kind::Web(self.encoding));
                cost_of_characters(evidence, charset, *model, most)
            }
        }
    }
}

fn cost_of_letters(
    evidence: &[u8],
    alphabet: &Alphabet,
    characters: &[Option<Character>; 128],
    most: u32,
) -> Cost {
    let mut cost = Cost::default();
    let mut plain = 0;
    let mut context = Context::default();
    for &byte in evidence {
        if byte.is_ascii() {
            cost.all += ascii(&mut context, byte.into());
            plain += ascii_alone(byte.into());
            continue;
        }
        cost.bytes += 1;
        if let Some(character) = &characters[usize::from(byte & 0x7F)] {
            cost.all += alphabet.cost(&mut context, character);
        } else {
            cost.all += INVALID;
            cost.invalid += 1;
            context.previous = Class::Other;
        }
        if cost.all > most {
            break;
        }
    }
    cost.beyond_ascii = cost.all - plain;
    cost
}

fn cost_of_characters(evidence: &[u8], charset: Charset, model: Model, most: u32) -> Cost {
    let mut cost = Cost::default();
    let mut plain = 0;
    let mut context = Context::default();
    let can_swallow = charset.has_syntax_in_trail_bytes();
    // Candidates of too high a cost are left out.
    let _ = try_walk(charset, Form::CutLeads, evidence, |step| {
        let bytes = &evidence[step.start..step.end];
        if step.invalid {
            let is_cut = can_swallow && ends_value(&evidence[step.end..]);
            cost.all += if is_cut { CUT } else { INVALID };
            cost.bytes += bytes.len();
            cost.invalid += bytes.len();
            context.previous = Class::Other;
        } else {
            for char in step.text.chars() {
                if char.is_ascii() {
                    cost.all += ascii(&mut context, char);
                    plain += ascii_alone(char);
                } else {
                    cost.all += model(&mut context, char, bytes);
                }
            }
            if !step.text.is_ascii() {
                cost.bytes += bytes.len();
            }
        }
        if cost.all > most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    cost.beyond_ascii = cost.all - plain;
    cost
}

/// Evidence for a guess: the stretches of `bytes` around those beyond ASCII.
#[derive(Debug, Default)]
pub(super) struct Evidence(Vec<u8>);

impl Evidence {
    /// Collects evidence from `bytes`, up to [`ENOUGH`] bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut evidence = Self::default();
        evidence.add(bytes, ENOUGH);
        evidence
    }

    /// Collects all evidence from `bytes`; `None` if more than `most` of them are beyond ASCII.
    pub(super) fn of_little(bytes: &[u8], most: usize) -> Option<Self> {
        let mut rest = bytes;
        for _ in 0..=most {
            rest = &rest[Encoding::ascii_valid_up_to(rest)..];
            let Some((_, after)) = rest.split_first() else {
                return Some(Self::of(bytes));
            };
            rest = after;
        }
        None
    }

    /// Adds evidence from `bytes`, up to a total of `limit` bytes.
    pub(super) fn add(&mut self, bytes: &[u8], limit: usize) {
        let mut at = 0;
        while self.0.len() < limit {
            let skipped = Encoding::ascii_valid_up_to(&bytes[at..]);
            if at + skipped == bytes.len() {
                return;
            }
            // Two bytes of ASCII before a stretch and six after it: letters of the same word, and text that a
            // wrong reading could swallow, such as the property or node that follows.
            let start = (at + skipped).saturating_sub(2).max(at);
            let mut end = at + skipped;
            let mut ascii = 0;
            // At the limit it continues to the next ASCII byte, so that no character is cut.
            let is_enough = |end: usize| {
                end - start >= limit && (bytes[end - 1].is_ascii() || end - start >= 2 * limit)
            };
            while end < bytes.len() && ascii < 6 && !is_enough(end) {
                ascii = if bytes[end].is_ascii() { ascii + 1 } else { 0 };
                end += 1;
            }
            self.0.extend_from_slice(&bytes[start..end]);
            self.0.push(b'\n');
            at = end;
        }
    }

    /// Length of the evidence in bytes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether everything was ASCII.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cost of reading it as `charset`.
    pub(super) fn cost(&self, charset: Charset) -> Cost {
        let Kind::Web(encoding) = weighed_as(charset).0 else {
            return Cost {
                all: u32::MAX / 2,
                beyond_ascii: u32::MAX / 2,
                bytes: 1,
                invalid: self.0.len(),
            };
        };
        match CANDIDATES
            .iter()
            .find(|candidate| candidate.encoding == encoding)
        {
            Some(candidate) => candidate.cost(&self.0, u32::MAX),
            None if charset == Charset::UTF_8 => {
                let lone = unicode::lone_letters(&String::from_utf8_lossy(&self.0));
                let mut cost = cost_of_characters(&self.0, charset, unicode::unicode, u32::MAX);
                cost.all += lone;
                cost.beyond_ascii += lone;
                cost
            }
            None => cost_of_characters(&self.0, charset, ideograph::other, u32::MAX),
        }
    }

    /// Cost of reading the evidence as `charset` if `CA` names that. Half-width kana occur in files of simple
    /// programs; without a declaration they are more likely two bytes of another character.
    pub(super) fn cost_if_declared(&self, charset: Charset) -> Cost {
        const LESS: u32 = 45;
        let mut cost = self.cost(charset);
        if charset.is_shift_jis() {
            let text = charset.decode(&self.0);
            let is_kana = |char: char| matches!(char, '\u{FF61}'..='\u{FF9F}');
            // Inside of a word they are none.
            let words = text.split(|char: char| !is_kana(char) && !char.is_ascii_lowercase());
            let words = words.filter(|word| word.chars().all(is_kana) && word.chars().count() > 1);
            let less = LESS * words.map(|word| word.chars().count()).sum::<usize>() as u32;
            cost.all = cost.all.saturating_sub(less);
            cost.beyond_ascii = cost.beyond_ascii.saturating_sub(less);
        }
        cost
    }

    /// Whether two encodings read the same text.
    pub(super) fn reads_same(&self, one: Charset, other: Charset) -> bool {
        one.decode(&self.0) == other.decode(&self.0)
    }

    /// Returns the encoding that `chardetng` suggests.
    fn vote(&self) -> &'static Encoding {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.0, true);
        detector.guess(None, Utf8Detection::Deny)
    }

    /// Returns the encoding with the lowest cost. `favor` returns a reduction of the cost of an encoding.
    pub(super) fn guess(&self, favor: impl Fn(Charset) -> u32) -> Option<Guess> {
        self.guess_with(favor, |_| {})
    }

    /// As [`guess`](Self::guess), and whether another encoding reads another text almost as well, or better by its words.
    pub(super) fn guess_and_doubt(&self, favor: impl Fn(Charset) -> u32) -> Option<(Guess, bool)> {
        let mut all = Vec::new();
        let best = self.guess_with(favor, |guess| all.push(guess))?;
        let text = best.charset.decode(&self.0);
        let is_close = |other: &Guess| {
            other.weighed < best.weighed + DOUBT
                && other.cost.invalid <= best.cost.invalid
                && other.charset.decode(&self.0) != text
        };
        let is_close = all.iter().any(is_close) || self.has_rivals(&best);
        Some((best, is_close))
    }

    /// Whether `charset` is the encoding to guess with a bonus of `favor`, and no other one is nearly as likely.
    pub(super) fn is_clear(&self, charset: Charset, favor: u32) -> bool {
        let charset = weighed_as(charset);
        let guess = self.guess_and_doubt(|other| if other == charset { favor } else { 0 });
        guess.is_some_and(|(guess, is_close)| !is_close && self.reads_same(guess.charset, charset))
    }

    /// The encoding that reads it best; `tried` gets every one that may be within [`DOUBT`] of the best.
    fn guess_with(
        &self,
        favor: impl Fn(Charset) -> u32,
        mut tried: impl FnMut(Guess),
    ) -> Option<Guess> {
        if self.is_empty() {
            return None;
        }
        let vote = self.vote();
        // The candidate with most votes comes first: it usually costs little, which shortens the sums of the others.
        let is_voted = |candidate: &&Candidate| candidate.encoding == vote;
        let voted = CANDIDATES.iter().filter(is_voted);
        let others = CANDIDATES.iter().filter(|candidate| !is_voted(candidate));
        let mut best: Option<Guess> = None;
        for candidate in voted.chain(others) {
            let charset = Charset(Kind::Web(candidate.encoding));
            let more = candidate.handicap(vote);
            let less = favor(charset);
            let most = best.map_or(u32::MAX, |best| {
                (best.weighed + DOUBT + less).saturating_sub(more)
            });
            let cost = candidate.cost(&self.0, most);
            let guess = Guess {
                charset,
                weighed: (cost.all + more).saturating_sub(less),
                cost,
            };
            tried(guess);
            if best.is_none_or(|best| guess.is_better_than(best)) {
                best = Some(guess);
            }
        }
        best
    }
}

/// The encoding that reads some evidence best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) charset: Charset,
    /// Total cost, with all bonuses and penalties.
    pub(super) weighed: u32,
    pub(super) cost: Cost,
}

impl Guess {
    /// Whether this reading is cheaper than `other`; on equal cost the candidate tried first is better.
    fn is_better_than(&self, other: Self) -> bool {
        let place = |charset| {
            CANDIDATES
                .iter()
                .position(|candidate| Charset(Kind::Web(candidate.encoding)) == charset)
        };
        self.weighed < other.weighed
            || self.weighed == other.weighed && place(self.charset) < place(other.charset)
    }
}

/// Returns the encoding whose weight is used for `charset`: GB18030 only adds four-byte characters to GBK.
pub(super) fn weighed_as(charset: Charset) -> Charset {
    if charset == Charset::GB18030 {
        Charset::GBK
    } else {
        charset
    }
}

/// Cost of reading the evidence in one encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) all: u32,
    /// Cost without the context-free cost of ASCII characters.
    pub(super) beyond_ascii: u32,
    /// Number of bytes that are not ASCII.
    bytes: usize,
    /// The number of invalid bytes.
    pub(super) invalid: usize,
}

impl Cost {
    /// The cost of a byte beyond ASCII on average.
    pub(super) fn mean(self) -> u32 {
        self.beyond_ascii / self.bytes.max(1) as u32
    }
}

impl Charset {
    /// Guesses the encoding of the text beyond ASCII in `bytes`; `None` if all is ASCII.
    ///
    /// This is for files that are not SGF: a [`Source`](super::Source) decides for each game, with more evidence.
    /// About 1 KiB of text beyond ASCII is examined. Test for UTF-8 first: the guess is among the encodings of one and
    /// two bytes.
    ///
    /// ```
    /// use kifu_sgf::encoding::Charset;
    ///
    /// assert_eq!(Charset::guess(b"\xC0\xCC\xBC\xBC\xB5\xB9 9\xB4\xDC"), Some(Charset::EUC_KR));
    /// assert_eq!(Charset::guess(b"plain"), None);
    /// ```
    #[must_use]
    pub fn guess(bytes: &[u8]) -> Option<Self> {
        Evidence::of(bytes).guess(|_| 0).map(|guess| guess.charset)
    }
}

#[cfg(test)]
mod tests;
