//! Which encoding the text looks like.
//!
//! Every candidate reads the same bytes; each reading is given a cost, ten times the negative
//! logarithm of how probable such a character is in a game record, and the cheapest wins. So the
//! two bytes of a frequent Chinese character are weighed against two accented letters side by
//! side, and a `]` that one reading swallows against the rare character it makes of it. The
//! detector of browsers, `chardetng`, has a vote; alone it is too weak on texts as short as a name.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Charset;
use super::charset::Kind;
use super::frequent::{Frequent, HANGUL, KANJI, Rank, SIMPLIFIED, TRADITIONAL};
use super::segment::Form;
use super::walk::{ends_value, walk};

/// How much of one stretch is looked at, in bytes of evidence.
const ENOUGH: usize = 1024;

/// The cost of bytes that mean nothing.
const INVALID: u32 = 250;

/// The cost of half a character at the end of a value: more than a letter, less than bytes that mean nothing, as
/// programs cut names to so many bytes.
const CUT: u32 = 150;

/// What an opinion of `chardetng` is worth.
const VOTE: u32 = 30;

type Model = fn(&mut Context, char, &[u8]) -> u32;

/// What speaks for the standard's default against everything else.
const DEFAULT: u32 = 40;

/// Encodings, how they are weighed, and what they cost from the start because they are rare.
static CANDIDATES: [(&Encoding, Model, u32); 21] = [
    (encoding_rs::WINDOWS_1252, western, 0),
    (encoding_rs::GBK, chinese, 0),
    (encoding_rs::SHIFT_JIS, shift_jis, 0),
    (encoding_rs::EUC_KR, korean, 20),
    (encoding_rs::BIG5, big5, 10),
    (encoding_rs::EUC_JP, euc_jp, 10),
    (encoding_rs::WINDOWS_1251, cyrillic, 10),
    (encoding_rs::KOI8_R, cyrillic, 15),
    (encoding_rs::WINDOWS_1250, central, 60),
    (encoding_rs::MACINTOSH, western, 40),
    (encoding_rs::X_MAC_CYRILLIC, cyrillic, 70),
    (encoding_rs::IBM866, cyrillic, 40),
    (encoding_rs::ISO_8859_5, cyrillic, 45),
    (encoding_rs::ISO_8859_2, central, 45),
    (encoding_rs::WINDOWS_1254, turkish, 35),
    (encoding_rs::WINDOWS_1253, greek, 35),
    (encoding_rs::WINDOWS_1257, baltic, 45),
    (encoding_rs::WINDOWS_1255, hebrew, 40),
    (encoding_rs::WINDOWS_1256, arabic, 40),
    (encoding_rs::WINDOWS_874, thai, 40),
    (encoding_rs::ISO_8859_15, western, 60),
];

/// What a guess is made from: the stretches of `bytes` around those beyond ASCII.
#[derive(Debug, Default)]
pub(super) struct Evidence(Vec<u8>);

impl Evidence {
    /// The evidence in `bytes`; no more than what is enough is looked for.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut evidence = Self::default();
        evidence.add(bytes, ENOUGH);
        evidence
    }

    /// Adds what is in `bytes`, up to `limit` altogether.
    pub(super) fn add(&mut self, bytes: &[u8], limit: usize) {
        let mut at = 0;
        while self.0.len() < limit {
            let skipped = Encoding::ascii_valid_up_to(&bytes[at..]);
            if at + skipped == bytes.len() {
                return;
            }
            // Two bytes of ASCII before a stretch and six behind it: letters of the same word,
            // and what a wrong reading could swallow, which a property or a node behind it tells.
            let start = (at + skipped).saturating_sub(2).max(at);
            let mut end = at + skipped;
            let mut ascii = 0;
            while end < bytes.len() && ascii < 6 && end - start < limit {
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
        let known = CANDIDATES
            .iter()
            .find(|(candidate, ..)| *candidate == encoding);
        let model = known.map_or(other as Model, |(_, model, _)| *model);
        self.cost_by(charset, model)
    }

    fn cost_by(&self, charset: Charset, model: Model) -> Cost {
        let mut cost = Cost::default();
        let mut plain = 0;
        let mut context = Context::default();
        let can_swallow = charset.has_syntax_in_trail_bytes();
        walk(charset, Form::CutLeads, &self.0, |step| {
            let bytes = &self.0[step.start..step.end];
            if step.invalid {
                let is_cut = can_swallow && ends_value(&self.0[step.end..]);
                cost.all += if is_cut { CUT } else { INVALID };
                cost.bytes += bytes.len();
                cost.invalid += bytes.len();
                context.previous = Class::Other;
                return;
            }
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
        });
        cost.beyond_ascii = cost.all - plain;
        cost
    }

    /// The encoding that reads it best, and the cost of it. `favour` takes off the cost of the
    /// encodings it knows something about.
    pub(super) fn guess(&self, favour: impl Fn(Charset) -> u32) -> Option<(Charset, u32)> {
        if self.is_empty() {
            return None;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.0, true);
        let vote = detector.guess(None, Utf8Detection::Deny);
        CANDIDATES
            .iter()
            .map(|&(encoding, model, rare)| {
                let charset = Charset(Kind::Web(encoding));
                let cost = self.cost_by(charset, model).all;
                let voted = if encoding == vote { 0 } else { VOTE };
                let usual = if charset == Charset::WINDOWS_1252 {
                    0
                } else {
                    DEFAULT
                };
                let cost = (cost + rare + voted + usual).saturating_sub(favour(charset));
                (charset, cost)
            })
            .min_by_key(|(_, cost)| *cost)
    }
}

/// The encoding that is weighed in place of another one: all that GB18030 adds to GBK is in four bytes.
pub(super) fn weighed_as(charset: Charset) -> Charset {
    if charset == Charset::GB18030 {
        Charset::GBK
    } else {
        charset
    }
}

/// What it costs to read the evidence in one encoding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) all: u32,
    /// Without what the characters of ASCII cost wherever they stand.
    pub(super) beyond_ascii: u32,
    /// How many bytes are not ASCII.
    bytes: usize,
    /// The number of bytes that mean nothing.
    pub(super) invalid: usize,
}

impl Cost {
    /// The cost of a byte beyond ASCII on average.
    pub(super) fn mean(self) -> u32 {
        self.beyond_ascii / self.bytes.max(1) as u32
    }
}

impl Charset {
    /// The encoding that the text beyond ASCII in `bytes` looks like; `None` if all is ASCII.
    ///
    /// It is for files that are not SGF: a [`Source`](super::Source) decides for each game, with more to go by.
    /// About 1 KiB of text beyond ASCII is looked at. That it is UTF-8 must be asked before: the guess is among the
    /// encodings of one and two bytes.
    ///
    /// ```
    /// use kifu_sgf::encoding::Charset;
    ///
    /// assert_eq!(Charset::guess(b"\xC0\xCC\xBC\xBC\xB5\xB9 9\xB4\xDC"), Some(Charset::EUC_KR));
    /// assert_eq!(Charset::guess(b"plain"), None);
    /// ```
    #[must_use]
    pub fn guess(bytes: &[u8]) -> Option<Self> {
        Evidence::of(bytes).guess(|_| 0).map(|(charset, _)| charset)
    }
}

/// What came before a character.
#[derive(Debug, Default)]
struct Context {
    previous: Class,
    /// Whether the character before was beyond ASCII.
    wide: bool,
    /// The letters beyond ASCII just before, and the last of them in lower case.
    run: usize,
    last: char,
    /// An ideograph alone behind a space.
    alone: bool,
    /// Whether the character before was a space.
    space: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    #[default]
    Other,
}

impl Class {
    fn of(char: char) -> Self {
        if char.is_lowercase() {
            Self::Lower
        } else if char.is_uppercase() {
            Self::Upper
        } else {
            Self::Other
        }
    }
}

impl Context {
    /// What it costs that `char` stands here and not elsewhere, for scripts with two cases.
    fn enter(&mut self, char: char) -> u32 {
        let class = Class::of(char);
        let cost = match (self.previous, class) {
            (Class::Lower, Class::Upper) => 45,
            _ => 0,
        };
        self.previous = class;
        self.wide = true;
        cost
    }

    /// An ideograph, a syllable or a kana: rare right behind a small letter.
    fn ideograph(&mut self, bytes: &[u8]) -> u32 {
        let cost = if self.previous == Class::Lower { 25 } else { 0 };
        // A letter that may be one is not likely to be half of something else.
        let letter = matches!(*bytes, [_, b'A'..=b'Z' | b'a'..=b'z']);
        let cost = cost + if letter { 11 } else { 0 };
        self.alone = self.space;
        self.space = false;
        self.previous = Class::Other;
        self.wide = true;
        cost
    }

    /// A word of one or two letters ends, which most are longer than.
    fn end_run(&mut self) -> u32 {
        let short = matches!(self.run, 1 | 2);
        self.space = false;
        self.run = 0;
        self.last = '\0';
        if short { 20 } else { 0 }
    }
}

fn ascii(context: &mut Context, char: char) -> u32 {
    let class = Class::of(char);
    let cost = match (context.previous, class) {
        // The alphabet changes within a word.
        (_, Class::Lower | Class::Upper) if context.run > 0 => 35,
        // A small letter in front of a capital one, of which at least one is beyond ASCII.
        (Class::Lower, Class::Upper) if context.wide => 30,
        // A letter right behind an ideograph.
        (Class::Other, Class::Lower) if context.wide => 15,
        _ => 0,
    };
    // Ideographs stand in words of two and more, without spaces.
    let alone = if context.alone && char == ' ' { 30 } else { 0 };
    let ended = context.end_run() + alone;
    context.previous = class;
    context.wide = false;
    context.alone = false;
    context.space = char == ' ';
    cost + ended + ascii_alone(char)
}

/// What a character of ASCII costs wherever it stands.
fn ascii_alone(char: char) -> u32 {
    match char {
        '\n' => 0,
        ' ' | '[' | ']' => 22,
        'a'..='z' => 28,
        'A'..='Z' | '0'..='9' | '.' | ',' | ';' => 35,
        '\0'..='\x1F' if !matches!(char, '\t' | '\r') => 120,
        _ => 45,
    }
}

/// Marks that any text may hold.
fn mark(char: char) -> u32 {
    match char {
        '\u{2018}'..='\u{201D}' | '–' | '—' | '…' => 60,
        '«' | '»' | '°' | '´' | '·' | '§' | '¤' | '©' | '®' | '€' | '£' | '¿' | '¡' | '½' | '№'
        | '\u{A0}' | '•' | '™' => 70,
        '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => 150,
        _ => 100,
    }
}

/// Letters of a Latin alphabet, the frequent ones and all others.
fn latin(context: &mut Context, char: char, common: &str, others: &str) -> u32 {
    if !char.is_alphabetic() || matches!(char, 'ª' | 'º' | 'ƒ' | 'ˆ') {
        // A mark inside of a word is no mark.
        let inside = if context.previous == Class::Other {
            0
        } else {
            15
        };
        context.previous = Class::Other;
        context.wide = true;
        return mark(char) + inside;
    }
    // Two letters beyond ASCII side by side are rare.
    let beside = if context.wide && context.previous != Class::Other {
        18
    } else {
        0
    };
    let place = context.enter(char);
    let lower = char.to_lowercase().next().unwrap_or(char);
    let upper = if lower == char { 0 } else { 20 };
    let letter = if common.contains(lower) {
        36
    } else if others.contains(lower) {
        58
    } else {
        85
    };
    letter + upper + beside + place
}

fn western(context: &mut Context, char: char, _: &[u8]) -> u32 {
    latin(context, char, "éèüöäßçñáíóàåøæ", "âêîôûëïúùœãõìòý")
}

fn central(context: &mut Context, char: char, _: &[u8]) -> u32 {
    latin(context, char, "ąćęłńóśźżáčďéěíňřšťúůýžőűöü", "äăâîşţđľôç")
}

fn turkish(context: &mut Context, char: char, _: &[u8]) -> u32 {
    latin(context, char, "ğışçöüi\u{307}İ", "âîû")
}

fn baltic(context: &mut Context, char: char, _: &[u8]) -> u32 {
    latin(context, char, "āčēģīķļņšūžąęėįųäöüõ", "ōŗéó")
}

/// Letters of an alphabet of its own.
fn alphabet(
    context: &mut Context,
    char: char,
    own: std::ops::RangeInclusive<char>,
    frequent: &str,
    common: &str,
) -> u32 {
    if !own.contains(&char) {
        let glued = if context.run > 0 { 25 } else { 0 };
        let ended = context.end_run() + glued;
        context.previous = Class::Other;
        context.wide = true;
        return mark(char) + ended + if char.is_alphabetic() { 20 } else { 0 };
    }
    let glued = if context.wide && context.run == 0 {
        20
    } else {
        0
    };
    let beside_ascii = context.previous != Class::Other && !context.wide;
    let place = context.enter(char);
    let lower = char.to_lowercase().next().unwrap_or(char);
    let upper = if lower == char { 0 } else { 14 };
    // `Аа Бб`: the table of some other alphabet rather than words of this one.
    let twin = if lower == char && context.run == 1 && context.last == lower {
        60
    } else {
        0
    };
    let mixed = if beside_ascii { 35 } else { 0 };
    context.run += 1;
    context.last = lower;
    let letter = if frequent.contains(lower) {
        25
    } else if common.contains(lower) {
        35
    } else {
        50
    };
    letter + upper + place + twin + mixed + glued
}

fn cyrillic(context: &mut Context, char: char, _: &[u8]) -> u32 {
    alphabet(context, char, 'Ѐ'..='ӿ', "оеаинтсрвл", "кмдпуяыгзбчйхжьюшц")
}

fn greek(context: &mut Context, char: char, _: &[u8]) -> u32 {
    let own = '\u{370}'..='\u{3FF}';
    // It ends words.
    let final_sigma = if context.last == 'ς' && own.contains(&char) {
        60
    } else {
        0
    };
    final_sigma + alphabet(context, char, own, "αοιετνςηρπκσ", "λμυάέίόγδθωχφβή")
}

fn hebrew(context: &mut Context, char: char, _: &[u8]) -> u32 {
    alphabet(context, char, 'א'..='ת', "יוהלאמרבת", "שנדעקפחםן")
}

fn arabic(context: &mut Context, char: char, _: &[u8]) -> u32 {
    alphabet(
        context,
        char,
        '\u{600}'..='\u{6FF}',
        "اليمنورتبةع",
        "دسفهكقحجش",
    )
}

fn thai(context: &mut Context, char: char, _: &[u8]) -> u32 {
    alphabet(
        context,
        char,
        '\u{E00}'..='\u{E7F}',
        "านรกอเงมยลวด",
        "ทสตะปบคหแจพ่้ี",
    )
}

/// Any encoding without a model of its own.
fn other(context: &mut Context, char: char, _: &[u8]) -> u32 {
    if char.is_alphabetic() {
        40 + context.enter(char)
    } else {
        context.previous = Class::Other;
        mark(char)
    }
}

/// Punctuation of East Asian texts.
fn punctuation(char: char) -> u32 {
    match char {
        '、' | '。' | '，' | '！' | '？' | '：' | '；' | '（' | '）' | '“' | '”' | '「' | '」'
        | '《' | '》' | '・' | '　' => 50,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => 65,
        '…'
        | '—'
        | '‘'
        | '’'
        | '『'
        | '』'
        | '【'
        | '】'
        | '〈'
        | '〉'
        | '～'
        | '〜'
        | '·'
        | '．'
        | '●'
        | '○'
        | '△'
        | '▲'
        | '□'
        | '■'
        | '☆'
        | '★'
        | '※'
        | '①'..='⑳'
        | '々'
        | '→' => 75,
        '\u{E000}'..='\u{F8FF}' => 150,
        _ => 115,
    }
}

/// The cost of a letter of an alphabet that East Asian sets of characters have besides their own, if `char` is one:
/// words of it are as good a text as any, a letter between characters of other scripts is not.
fn letter_besides(context: &mut Context, char: char) -> Option<u32> {
    let script = |char| match char {
        'Ѐ'..='ӿ' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        'ㄅ'..='ㄯ' => 3,
        _ => 0,
    };
    let own = script(char);
    let goes_on = context.last == '\0' || script(context.last) == own;
    context.last = char;
    (own > 0).then_some(if goes_on { 55 } else { 115 })
}

/// The cost of an ideograph or syllable, given what an infrequent one in its place costs.
fn ideograph(frequent: &Frequent, char: char, infrequent: u32) -> u32 {
    match frequent.rank(char) {
        Rank::Top => 50,
        Rank::Common => 68,
        Rank::Other => infrequent,
    }
}

fn chinese(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xA9, 0xA1..=0xFF] => letter.unwrap_or_else(|| match char {
                'ぁ'..='ん' | 'ァ'..='ヶ' | 'ー' => 75,
                _ => punctuation(char),
            }),
            [0xB0..=0xD7, 0xA1..=0xFF] => ideograph(&SIMPLIFIED, char, 90),
            [0xD8..=0xF7, 0xA1..=0xFF] => ideograph(&SIMPLIFIED, char, 106),
            [_, _] => ideograph(&TRADITIONAL, char, 120).max(95) + mark_private(char),
            [_, _, _, _] => 170,
            _ => 120,
        }
}

fn big5(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xA3, _] => punctuation(char),
            [0xA4..=0xC5, _] | [0xC6, 0..=0x7E] => ideograph(&TRADITIONAL, char, 90),
            [0xC9..=0xF9, _] => ideograph(&TRADITIONAL, char, 108),
            _ => 135,
        }
}

fn korean(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xAC, 0xA1..=0xFF] => letter.unwrap_or_else(|| punctuation(char) + 15),
            [0xB0..=0xC8, 0xA1..=0xFF] => ideograph(&HANGUL, char, 88),
            [0xCA..=0xFD, 0xA1..=0xFF] => 108 + mark_private(char),
            _ => 130 + mark_private(char),
        }
}

fn shift_jis(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    context.ideograph(bytes)
        + match *bytes {
            [_] => 85,
            [0x88..=0x97, _] => japanese(char, 92),
            [0x81..=0x84 | 0x98..=0x9F | 0xE0..=0xEA, _] => japanese(char, 110),
            _ => 125 + mark_private(char),
        }
}

fn euc_jp(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0x8E, _] => 110,
            [0xB0..=0xCF, _] => japanese(char, 92),
            [0xA1..=0xA8 | 0xD0..=0xF4, _] => letter.unwrap_or_else(|| japanese(char, 110)),
            _ => 130 + mark_private(char),
        }
}

fn japanese(char: char, infrequent: u32) -> u32 {
    match char {
        'ぁ'..='ん' => 40,
        'ァ'..='ヶ' | 'ー' => 48,
        '\u{4E00}'..='\u{9FFF}' => ideograph(&KANJI, char, infrequent),
        _ => punctuation(char),
    }
}

fn mark_private(char: char) -> u32 {
    if matches!(char, '\u{E000}'..='\u{F8FF}') {
        40
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(encoding: &'static Encoding, text: &str) -> &'static str {
        let (bytes, _, _) = encoding.encode(text);
        let sgf = [b"(;PB[", &*bytes, b"]PW[x])"].concat();
        Evidence::of(&sgf)
            .guess(|_| 0)
            .map_or("", |(charset, _)| charset.name())
    }

    #[test]
    fn short_texts() {
        let mut wrong = Vec::new();
        for (encoding, texts) in [
            (
                encoding_rs::GBK,
                "古力 柯洁 围棋 九段 聂卫平 李昌镐 黑中盘胜 常昊 王一 业余5段",
            ),
            (
                encoding_rs::BIG5,
                "張栩 周俊勳 圍棋 林海峰 黑中盤勝 王立誠 業餘五段 紅面棋王 吳清源",
            ),
            (
                encoding_rs::SHIFT_JIS,
                "井山裕太 囲碁 本因坊 黒中押し勝ち 武宮正樹 石田芳夫 小林光一 九段 第一局",
            ),
            (
                encoding_rs::EUC_JP,
                "井山裕太 黒中押し勝ち 本因坊 白番です 依田紀基 プロ棋士",
            ),
            (
                encoding_rs::EUC_KR,
                "이세돌 박정환 바둑 조훈현 흑불계승 신진서 김지석 이창호 9단입니다",
            ),
            (
                encoding_rs::WINDOWS_1252,
                "Müller café Björn François Señor Jürgen Größe naïve Åse Øystein Älteste",
            ),
            (
                encoding_rs::WINDOWS_1251,
                "Иванов Черные Александр Динерштейн Победа белых",
            ),
            (
                encoding_rs::KOI8_R,
                "Иванов Черные Александр Динерштейн Победа",
            ),
        ] {
            for text in texts.split(' ') {
                let guess = guessed(encoding, text);
                if guess != encoding.name() {
                    wrong.push(format!("{text}: {guess}"));
                }
            }
        }
        assert_eq!(wrong, Vec::<String>::new());
    }
}
