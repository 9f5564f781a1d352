//! Context of a character, and the cost of a character in it, in any encoding.

/// Context from the previous character.
#[derive(Debug, Default)]
pub(super) struct Context {
    pub(super) previous: Class,
    /// Whether the character before was beyond ASCII.
    pub(super) wide: bool,
    /// Number of letters beyond ASCII just before, and the last of them in lower case.
    pub(super) run: usize,
    pub(super) last: char,
    /// An ideograph alone after a space.
    alone: bool,
    /// Whether the character before was a space.
    space: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Class {
    Upper,
    Lower,
    #[default]
    Other,
}

impl Class {
    pub(super) fn of(char: char) -> Self {
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
    /// Cost of a letter of `class` in this context, for scripts with two cases.
    pub(super) fn enter(&mut self, class: Class) -> u32 {
        let cost = match (self.previous, class) {
            (Class::Lower, Class::Upper) => 45,
            _ => 0,
        };
        self.previous = class;
        self.wide = true;
        cost
    }

    /// An ideograph, a syllable or a kana: rare right after a small letter.
    pub(super) fn ideograph(&mut self, bytes: &[u8]) -> u32 {
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

    /// Returns the cost of the end of a word of one or two letters; most words are longer.
    pub(super) fn end_run(&mut self) -> u32 {
        let short = matches!(self.run, 1 | 2);
        self.space = false;
        self.run = 0;
        self.last = '\0';
        if short { 20 } else { 0 }
    }
}

/// Cost of an ASCII character in its context.
pub(super) fn ascii(context: &mut Context, char: char) -> u32 {
    let class = Class::of(char);
    let cost = match (context.previous, class) {
        // The alphabet changes within a word.
        (_, Class::Lower | Class::Upper) if context.run > 0 => 35,
        // A small letter before a capital one, of which at least one is beyond ASCII.
        (Class::Lower, Class::Upper) if context.wide => 30,
        // A letter right after an ideograph.
        (Class::Other, Class::Lower) if context.wide => 15,
        _ => 0,
    };
    // Ideographs form words of two or more, without spaces.
    let alone = if context.alone && char == ' ' { 30 } else { 0 };
    let ended = context.end_run() + alone;
    context.previous = class;
    context.wide = false;
    context.alone = false;
    context.space = char == ' ';
    cost + ended + ascii_alone(char)
}

/// Cost of an ASCII character without its context.
pub(super) fn ascii_alone(char: char) -> u32 {
    match char {
        '\n' => 0,
        ' ' | '[' | ']' => 22,
        'a'..='z' => 28,
        'A'..='Z' | '0'..='9' | '.' | ',' | ';' => 35,
        '\0'..='\x1F' if !matches!(char, '\t' | '\r') => 120,
        _ => 45,
    }
}

/// Cost of a punctuation mark that any text may contain.
pub(super) fn mark(char: char) -> u32 {
    match char {
        '\u{2018}'..='\u{201D}' | '–' | '—' | '…' => 60,
        '«' | '»' | '°' | '´' | '·' | '§' | '¤' | '©' | '®' | '€' | '£' | '¿' | '¡' | '½' | '№'
        | '\u{A0}' | '•' | '™' => 70,
        '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => 150,
        _ => 100,
    }
}
