//! Rank: the value of `BR` and `WR`, free words by the standard, with a recommendation for Go.

use std::fmt;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// A rank of Go: `10k`, `3d?`, `9p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// How many kyu or dan; at least 1.
    pub number: u8,
    /// Kyu or dan.
    pub grade: Grade,
    /// How sure the rank is.
    pub mark: Mark,
}

/// The kinds of ranks, from the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// `k` or `kyu`.
    Kyu,
    /// `d` or `dan`: a dan of an amateur or of a server.
    Dan,
    /// `p`: a dan of a professional. Not in the standard, but everywhere.
    Professional,
}

/// What servers add to a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// `?`: uncertain.
    Uncertain,
    /// `*`: established.
    Established,
}

impl Rank {
    /// A rank without a mark.
    #[must_use]
    pub const fn new(number: u8, grade: Grade) -> Self {
        Self {
            number,
            grade,
            mark: Mark::None,
        }
    }

    /// A number that grows with strength: 30 kyu is −29, 1 kyu 0, 1 dan 1, and 1 dan of a
    /// professional 8.
    #[must_use]
    pub fn strength(self) -> i16 {
        match self.grade {
            Grade::Kyu => 1 - i16::from(self.number),
            Grade::Dan => i16::from(self.number),
            Grade::Professional => 7 + i16::from(self.number),
        }
    }

    /// Reads a rank: a number, `k`, `kyu`, `d`, `dan` or `p`, and possibly `?` or `*`.
    ///
    /// # Errors
    /// [`NotARank`](ValueErrorKind::NotARank) for anything else, and for the number 0.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, Self::read)
    }

    fn read(raw: &str) -> Result<Self, ValueError> {
        let error = ValueError::whole(ValueErrorKind::NotARank, raw);
        let (number, rest) = split_number(raw).ok_or(error)?;
        let (grade, mark) = split_mark(rest);
        let grade = match grade {
            "k" | "kyu" => Grade::Kyu,
            "d" | "dan" => Grade::Dan,
            "p" => Grade::Professional,
            _ => return Err(error),
        };
        Ok(Self {
            number,
            grade,
            mark,
        })
    }

    /// Reads a rank in other words: `9 Dan`, `3D`, `6段`, `P9段`, `9 dan pro`, `6d ama`, `9p, Honinbo`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), where something else is said.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| {
            let trimmed = scan::trim(raw);
            if let Ok(value) = Self::read(trimmed) {
                return Ok(Lenient::repaired(value, Repair::WhiteSpace));
            }
            if let Some(value) = other_words(trimmed) {
                let repair = match Self::read(&trimmed.to_ascii_lowercase()) {
                    Ok(_) => Repair::LetterCase,
                    Err(_) => Repair::RankWording,
                };
                return Ok(Lenient::repaired(value, repair));
            }
            // A title behind the rank.
            let (rank, title) = trimmed.split_once(',').ok_or(strict)?;
            let rank =
                other_words(scan::trim(rank)).filter(|_| other_words(scan::trim(title)).is_none());
            let value = rank.ok_or(strict)?;
            Ok(Lenient::repaired(value, Repair::TrailingWords))
        })
    }
}

fn split_number(raw: &str) -> Option<(u8, &str)> {
    let (digits, rest) = scan::split_digits(raw);
    let number = digits.parse().ok().filter(|&number: &u8| number > 0)?;
    Some((number, rest))
}

fn split_mark(raw: &str) -> (&str, Mark) {
    if let Some(rest) = raw.strip_suffix('?') {
        (rest, Mark::Uncertain)
    } else if let Some(rest) = raw.strip_suffix('*') {
        (rest, Mark::Established)
    } else {
        (raw, Mark::None)
    }
}

/// Reads a rank in other words.
fn other_words(text: &str) -> Option<Rank> {
    let (text, professional) = match text.strip_prefix(['P', 'p']) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (number, rest) = split_number(text).or_else(|| split_han_number(text))?;
    let (words, mark) = split_mark(rest.trim_start_matches([' ', '-']));
    let words = words.trim_end().to_lowercase();
    let mut words = words.split([' ', '-']).filter(|word| !word.is_empty());
    let grade = match words.next()? {
        "k" | "kyu" | "級" | "级" | "급" => Grade::Kyu,
        "d" | "dan" | "段" | "단" => Grade::Dan,
        "p" | "pro" => Grade::Professional,
        _ => return None,
    };
    let grade = match (grade, words.next()) {
        (Grade::Dan, None) if professional => Grade::Professional,
        (_, _) if professional => return None,
        (grade, None) => grade,
        (Grade::Dan | Grade::Professional, Some("p" | "pro" | "professional" | "dan")) => {
            Grade::Professional
        }
        (Grade::Dan, Some("ama" | "amateur")) => Grade::Dan,
        _ => return None,
    };
    words.next().is_none().then_some(Rank {
        number,
        grade,
        mark,
    })
}

/// `初`, `二` to `九`.
fn split_han_number(text: &str) -> Option<(u8, &str)> {
    let char = text.chars().next()?;
    let number = match char {
        '初' | '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    };
    Some((number, &text[char.len_utf8()..]))
}

/// The raw value, in its short form.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grade = match self.grade {
            Grade::Kyu => "k",
            Grade::Dan => "d",
            Grade::Professional => "p",
        };
        let mark = match self.mark {
            Mark::None => "",
            Mark::Uncertain => "?",
            Mark::Established => "*",
        };
        write!(f, "{}{grade}{mark}", self.number)
    }
}
