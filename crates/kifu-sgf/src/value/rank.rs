//! Rank: the value of `BR` and `WR`, free text by the standard, with a recommendation for Go.

use std::fmt;

use super::{Lenient, Repair, ValueError, ValueErrorKind, han, scan};

/// A rank of Go: `10k`, `3d?`, `9p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// Number of the grade, at least 1: the 5 of 5 kyu.
    pub number: u8,
    /// Kyu or dan.
    pub grade: Grade,
    /// Certainty of the rank.
    pub mark: Mark,
}

/// The kinds of ranks, from the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// `k` or `kyu`.
    Kyu,
    /// `d` or `dan`: a dan of an amateur or of a server.
    Dan,
    /// `p`: a professional dan. Not in the standard, but in common use.
    Professional,
}

/// Mark that servers add to a rank.
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

    /// Reads a rank in other words: `9 Dan`, `3D`, `6段`, `P9段`, `プロ九段`, `Pro 9d`,
    /// `9 dan pro`, `6d ama`, `9p, Honinbo`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), for any other text.
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
            let value = with_title(trimmed).ok_or(strict)?;
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

/// Words before a rank, and whether they make it a professional one.
const BEFORE: [(&str, bool); 16] = [
    ("professional", true),
    ("pro", true),
    ("プロ", true),
    ("프로", true),
    ("职业", true),
    ("職業", true),
    ("专业", true),
    ("專業", true),
    ("p", true),
    ("amateur", false),
    ("ama", false),
    ("アマ", false),
    ("아마", false),
    ("业余", false),
    ("業餘", false),
    ("業余", false),
];

/// Reads a rank in another wording.
fn other_words(text: &str) -> Option<Rank> {
    // A title, not the rank that servers write as `10段`.
    if text.contains("十段") {
        return None;
    }
    let text = han::to_ascii(text);
    let before = BEFORE.into_iter().find_map(|(word, is_professional)| {
        let rest = scan::strip_prefix_ignore_case(&text, word)?;
        Some((rest.trim_start_matches([' ', '-', '.']), is_professional))
    });
    let (text, professional) = match before {
        Some((rest, is_professional)) => (rest, Some(is_professional)),
        None => (&*text, None),
    };
    let first = text.strip_prefix(['初', '초']).map(|rest| (1, rest));
    let (number, rest) = split_number(text).or(first)?;
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
        (Grade::Dan, None) if professional == Some(true) => Grade::Professional,
        (Grade::Dan | Grade::Kyu, None) if professional == Some(false) => grade,
        (_, _) if professional.is_some() => return None,
        (grade, None) => grade,
        (Grade::Dan | Grade::Professional, Some("p" | "pro" | "professional" | "dan")) => {
            Grade::Professional
        }
        (Grade::Dan | Grade::Kyu, Some("ama" | "amateur")) => grade,
        _ => return None,
    };
    words.next().is_none().then_some(Rank {
        number,
        grade,
        mark,
    })
}

/// Reads a rank with a title: `9p, Honinbo`, `6p & Kisei`, `7d (Arg)`, `名人 九段`. Two ranks are the ranks of a pair.
fn with_title(text: &str) -> Option<Rank> {
    let signs = [',', '&', '(', '（', '、', '/', ' ', '　'];
    let parts = text.split(signs).map(scan::trim);
    let whole_parts = text.split([',', '&', '(', '（', '、', '/']).map(scan::trim);
    let ranks = |parts: &mut dyn Iterator<Item = &str>| {
        let mut ranks = parts.filter_map(other_words);
        let first = ranks.next();
        ranks.next().is_none().then_some(first).flatten()
    };
    // `9 dan` has a blank inside.
    let is_apart = text.contains(signs);
    is_apart
        .then(|| ranks(&mut whole_parts.into_iter()).or_else(|| ranks(&mut parts.into_iter())))
        .flatten()
}

/// Value of a player's `BR` or `WR`: a rank, or another entry in common use.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Standing {
    /// A rank: `9p`, `プロ九段`.
    Rank(Rank),
    /// The points of a rating system: `1800`, `2393?`.
    Rating(f64),
    /// A title: `Meijin`, `25th Honinbo`, `名人`.
    Title,
    /// The players of a team have two ranks: `7p & 9p`.
    Pair(Rank, Rank),
    /// An amateur, a student or a player without a rank: `ama`, `insei`, `NR`, `?`.
    Unranked,
}

/// The titles of professional Go.
const TITLES: [&str; 38] = [
    "honinbo",
    "meijin",
    "kisei",
    "judan",
    "tengen",
    "oza",
    "gosei",
    "ryusei",
    "saikyo",
    "kakusei",
    "okan",
    "agon",
    "nhk",
    "cup",
    "kuksu",
    "guksu",
    "mingren",
    "tianyuan",
    "本因坊",
    "名人",
    "棋聖",
    "棋圣",
    "十段",
    "天元",
    "王座",
    "碁聖",
    "碁圣",
    "小棋圣",
    "竜星",
    "龍星",
    "女流",
    "国手",
    "國手",
    "棋王",
    "王位",
    "국수",
    "명인",
    "기성",
];

/// Entries for players without a rank.
const UNRANKED: [&str; 14] = [
    "?", "-", "nr", "n/a", "none", "unranked", "unknown", "ama", "amateur", "insei", "アマ",
    "院生", "业余", "業余",
];

impl Standing {
    /// Reads a `BR` or `WR`.
    ///
    /// ```
    /// use kifu_sgf::value::{Grade, Rank, Standing};
    ///
    /// let rank = Rank::new(9, Grade::Professional);
    /// assert_eq!(Standing::parse("プロ九段"), Ok(Standing::Rank(rank)));
    /// assert_eq!(Standing::parse("1800"), Ok(Standing::Rating(1800.0)));
    /// assert_eq!(Standing::parse("25th Honinbo"), Ok(Standing::Title));
    /// ```
    ///
    /// # Errors
    /// [`NotARank`](ValueErrorKind::NotARank) for other words.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let error = match Rank::parse_lenient(raw) {
            Ok(read) => return Ok(Self::Rank(read.value)),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| {
            let text = scan::trim(raw).to_lowercase();
            let (digits, rest) = scan::split_decimal(&text);
            // Below a hundred it may be anything.
            if let Ok(rating) = digits.parse::<f64>()
                && rating >= 100.0
                && matches!(rest, "" | "?" | "*")
            {
                return Ok(Self::Rating(rating));
            }
            if scan::is_one_of(&text, &UNRANKED) {
                return Ok(Self::Unranked);
            }
            if let Some((first, second)) = text.split_once(['&', ',', '/'])
                && let (Some(first), Some(second)) = (
                    other_words(scan::trim(first)),
                    other_words(scan::trim(second)),
                )
            {
                return Ok(Self::Pair(first, second));
            }
            let is_title = TITLES.iter().any(|title| text.contains(title));
            is_title.then_some(Self::Title).ok_or(error)
        })
    }

    /// The rank; the rank of the first player of a pair.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        match self {
            Self::Rank(rank) | Self::Pair(rank, _) => Some(rank),
            Self::Rating(_) | Self::Title | Self::Unranked => None,
        }
    }
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
