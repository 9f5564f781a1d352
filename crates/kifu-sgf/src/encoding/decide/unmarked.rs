//! Weighs text that is valid UTF-8 and has no `CA`.
//!
//! A few bytes of any encoding are valid UTF-8 by chance: `毛` in GBK is `ë`, `图1` is `ͼ1`. Each further character makes
//! that less likely, so only short text is weighed, against the encodings of several bytes.

use super::super::Charset;
use super::super::guess::Evidence;
use super::super::segment::{Decision, Form};
use super::{Decider, Range, is_valid};

/// Maximum number of bytes beyond ASCII that may be valid UTF-8 by chance.
const LITTLE: usize = 24;

/// Cost of each character that is valid UTF-8 by chance.
const CHANCE: u32 = 16;

/// Cost of each position where an ideograph is next to a lower-case ASCII letter.
const GLUED: u32 = 150;

/// Bonus for the encoding of the game before, or of the file as a whole.
const NEIGHBOR: u32 = 150;

/// The lead of a reading below which the other one is nearly as likely.
const CLEAR: u32 = 60;

/// The encodings of several bytes, with the initial cost of rare ones.
const PAIRS: [(Charset, u32); 5] = [
    (Charset::GBK, 0),
    (Charset::SHIFT_JIS, 0),
    (Charset::EUC_KR, 20),
    (Charset::BIG5, 10),
    (Charset::EUC_JP, 10),
];

/// The encoding of a short text that is valid UTF-8, and whether another one is nearly as likely.
struct Weighed {
    charset: Charset,
    is_close: bool,
}

/// Whether a file that is valid UTF-8, and has no `CA`, may be in another encoding.
pub(in super::super) fn may_not_be_utf8(bytes: &[u8]) -> bool {
    evidence(bytes).is_some_and(|evidence| {
        let weighed = weighed(&evidence, |_| 0);
        weighed.is_close || weighed.charset != Charset::UTF_8
    })
}

/// The evidence in `bytes`, if they have little text beyond ASCII.
fn evidence(bytes: &[u8]) -> Option<Evidence> {
    let evidence = Evidence::of_little(bytes, LITTLE)?;
    (!evidence.is_empty()).then_some(evidence)
}

/// Weighs UTF-8 against other encodings. `favor` returns a reduction of the cost of an encoding.
fn weighed(evidence: &Evidence, favor: impl Fn(Charset) -> u32) -> Weighed {
    let utf8 = evidence.cost(Charset::UTF_8).all;
    let chance = CHANCE * evidence.characters_of_utf8() + CLEAR * evidence.natural_utf8();
    let cost = |(charset, rare): (Charset, u32)| {
        let cost = evidence.cost(charset);
        let all = cost.all + rare + chance + GLUED * evidence.glued(charset);
        (cost.invalid == 0).then_some((all, charset))
    };
    // Other encodings raise a doubt, but are not read.
    let guess = evidence.guess(|_| 0);
    let has_rival =
        guess.is_some_and(|guess| guess.cost.invalid == 0 && guess.weighed + chance < utf8);
    let best = PAIRS
        .into_iter()
        .filter_map(cost)
        .min_by_key(|(all, charset)| all.saturating_sub(favor(*charset)));
    let Some((alone, charset)) = best else {
        return Weighed {
            charset: Charset::UTF_8,
            is_close: has_rival,
        };
    };
    let favor = favor(charset);
    let all = alone.saturating_sub(favor);
    let is_other = all + if favor > 0 { 0 } else { CLEAR } < utf8;
    Weighed {
        charset: if is_other { charset } else { Charset::UTF_8 },
        // Without neighbors a guess against UTF-8 is never certain, and neighbors may be in another encoding.
        is_close: all.abs_diff(utf8) < CLEAR
            || is_other && (favor == 0 || alone + CLEAR >= utf8)
            || !is_other && has_rival,
    }
}

impl Decider<'_> {
    /// Decides the encoding of a game that is valid UTF-8 and has no `CA`: that of its neighbors, if it is short and
    /// more plausible there, or UTF-8.
    pub(super) fn unmarked(&mut self, range: &Range) -> (Charset, Decision) {
        let game = &self.bytes[range.clone()];
        let utf8 = (Charset::UTF_8, self.utf8());
        if self.marked || self.named.is_some() || self.guesses == 0 {
            return utf8;
        }
        let Some(evidence) = evidence(game) else {
            return utf8;
        };
        self.guesses -= 1;
        let pool = self.pool(evidence.len());
        let previous = self.previous.map(|(charset, _)| charset);
        let is_near = |charset| {
            [previous, pool]
                .into_iter()
                .flatten()
                .any(|near| near == charset || near.is_gbk() && charset.is_gbk())
        };
        let Weighed { charset, is_close } =
            weighed(&evidence, |charset| u32::from(is_near(charset)) * NEIGHBOR);
        let is_other = charset != Charset::UTF_8;
        if is_other && !(is_valid(charset, game) && self.is_sound(charset, range.clone())) {
            return utf8;
        }
        match (is_close, is_other) {
            (true, _) => (charset, Decision::Doubtful),
            (false, true) => (charset, Decision::Guessed),
            (false, false) => utf8,
        }
    }

    /// Whether `charset` has no more errors than UTF-8 in a range: a wrong reading swallows brackets.
    pub(super) fn is_sound(&self, charset: Charset, range: Range) -> bool {
        let form = self.form(charset, range.clone());
        let bytes = &self.bytes[range];
        self.trouble(charset, form, bytes).0 <= self.trouble(Charset::UTF_8, Form::Whole, bytes).0
    }
}
