use core::fmt;

use crate::point::letter;

/// Naming scheme for the columns or the rows of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `A` to `Z` without `I`, then `AA`, `AB`, …
    Letters,
    /// `a` to `z` with `i`, then `aa`, `ab`, …
    #[default]
    LowerLetters,
    /// `A` to `Z` with `I`, then `AA`, `AB`, …
    AllLetters,
    /// The letters of SGF: `a` to `z`, `A` to `Z`; nothing beyond 52.
    Sgf,
    /// 1, 2, 3, …
    Numbers,
    /// 一, 二, 三, …; digit by digit from 100 on.
    Kanji,
}

const NO_I: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
const LOWER: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl Axis {
    /// The name of the line at `index`, counted from 0.
    #[must_use]
    pub const fn name(self, index: u16) -> LineName {
        LineName { axis: self, index }
    }

    /// Reads the name of a line at the start of `text`: its index from 0, and the rest of the text; `None` if there is
    /// no name.
    ///
    /// Letters are read in any case, except those of SGF, which are case-sensitive. Numbers may have full-width
    /// digits.
    #[must_use]
    pub fn parse_prefix(self, text: &str) -> Option<(u16, &str)> {
        match self {
            Self::Letters => read_letters(text, NO_I),
            Self::LowerLetters | Self::AllLetters => read_letters(text, UPPER),
            Self::Sgf => {
                let (&first, _) = text.as_bytes().split_first()?;
                let index = (0..52).find(|&index| letter(index) == Some(first))?;
                Some((index, &text[1..]))
            }
            Self::Numbers => read_number(text),
            Self::Kanji => read_kanji(text),
        }
    }
}

/// Counts in letters as spreadsheets do: there is no zero, so `z` is followed by `aa`.
fn read_letters<'a>(text: &'a str, alphabet: &[u8]) -> Option<(u16, &'a str)> {
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let mut value = 0_u16;
    for byte in text[..length].bytes() {
        let digit = alphabet
            .iter()
            .position(|&letter| letter == byte.to_ascii_uppercase())?;
        value = value
            .checked_mul(alphabet.len() as u16)?
            .checked_add(digit as u16 + 1)?;
    }
    Some((value.checked_sub(1)?, &text[length..]))
}

/// The value of an ASCII or full-width digit.
fn digit(char: char) -> Option<u16> {
    let value = match char {
        '0'..='9' => char as u32 - '0' as u32,
        '０'..='９' => char as u32 - '０' as u32,
        _ => return None,
    };
    Some(value as u16)
}

fn read_number(text: &str) -> Option<(u16, &str)> {
    let mut value = 0_u16;
    let mut rest = text;
    while let Some((char, digit)) = rest.chars().next().and_then(|c| Some((c, digit(c)?))) {
        value = value.checked_mul(10)?.checked_add(digit)?;
        rest = &rest[char.len_utf8()..];
    }
    Some((value.checked_sub(1)?, rest))
}

fn read_kanji(text: &str) -> Option<(u16, &str)> {
    let (mut value, mut last) = (0_u16, None::<u16>);
    let mut has_ten = false;
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if char == '十' && !has_ten {
            has_ten = true;
            value = last.take().unwrap_or(1).checked_mul(10)?;
        } else if let Some(digit) = DIGITS.iter().position(|&own| own == char) {
            last = Some(match last {
                Some(before) => before.checked_mul(10)?.checked_add(digit as u16)?,
                None => digit as u16,
            });
        } else {
            break;
        }
        rest = &rest[char.len_utf8()..];
    }
    let value = value.checked_add(last.unwrap_or(0))?;
    Some((value.checked_sub(1)?, rest))
}

/// The name of a column or row, from [`Axis::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineName {
    axis: Axis,
    index: u16,
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u32::from(self.index) + 1;
        match self.axis {
            Axis::Letters => write_letters(f, number, NO_I),
            Axis::LowerLetters => write_letters(f, number, LOWER),
            Axis::AllLetters => write_letters(f, number, UPPER),
            Axis::Sgf => {
                letter(self.index).map_or(Ok(()), |byte| write!(f, "{}", char::from(byte)))
            }
            Axis::Numbers => write!(f, "{number}"),
            Axis::Kanji => write_kanji(f, number),
        }
    }
}

fn write_letters(f: &mut fmt::Formatter<'_>, number: u32, alphabet: &[u8]) -> fmt::Result {
    // Four letters of the smallest alphabet count further than 65,536.
    let mut name = [0; 4];
    let mut start = name.len();
    let mut rest = number as usize;
    while rest > 0 && start > 0 {
        rest -= 1;
        start -= 1;
        name[start] = alphabet[rest % alphabet.len()];
        rest /= alphabet.len();
    }
    f.write_str(core::str::from_utf8(&name[start..]).unwrap_or_default())
}

fn write_kanji(f: &mut fmt::Formatter<'_>, number: u32) -> fmt::Result {
    use fmt::Write as _;
    let digit = |number: u32| DIGITS[(number % 10) as usize];
    if number >= 100 {
        let mut power = 10_u32.pow(number.ilog10());
        while power > 0 {
            f.write_char(digit(number / power))?;
            power /= 10;
        }
        return Ok(());
    }
    if number >= 20 {
        f.write_char(digit(number / 10))?;
    }
    if number >= 10 {
        f.write_char('十')?;
    }
    if !number.is_multiple_of(10) {
        f.write_char(digit(number))?;
    }
    Ok(())
}
