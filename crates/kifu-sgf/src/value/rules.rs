//! Names of rules: the value of `RU` in Go, four names by the standard and free text otherwise.

use std::fmt;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// Name of rules of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RulesName {
    /// `AGA`: of the American Go Association.
    Aga,
    /// `GOE`: of Ing Chang-ki.
    Goe,
    /// `Japanese`.
    Japanese,
    /// `NZ`: of New Zealand.
    NewZealand,
    /// `Chinese`; not in the standard.
    Chinese,
    /// `Korean`; not in the standard.
    Korean,
    /// `Tromp-Taylor`; not in the standard.
    TrompTaylor,
}

impl RulesName {
    /// All rules that have a name.
    pub const ALL: [Self; 7] = [
        Self::Aga,
        Self::Goe,
        Self::Japanese,
        Self::NewZealand,
        Self::Chinese,
        Self::Korean,
        Self::TrompTaylor,
    ];

    /// The name to write in `RU`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aga => "AGA",
            Self::Goe => "GOE",
            Self::Japanese => "Japanese",
            Self::NewZealand => "NZ",
            Self::Chinese => "Chinese",
            Self::Korean => "Korean",
            Self::TrompTaylor => "Tromp-Taylor",
        }
    }

    /// Whether the name is one of the four that the standard prescribes.
    #[must_use]
    pub const fn is_standard(self) -> bool {
        matches!(
            self,
            Self::Aga | Self::Goe | Self::Japanese | Self::NewZealand
        )
    }

    /// Reads the name of rules in its standard spelling.
    ///
    /// # Errors
    /// [`UnknownWord`](ValueErrorKind::UnknownWord) for other words. They are valid: the standard allows any.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, Self::read)
    }

    fn read(raw: &str) -> Result<Self, ValueError> {
        Self::ALL
            .into_iter()
            .find(|rules| rules.name() == raw)
            .ok_or(ValueError::whole(ValueErrorKind::UnknownWord, raw))
    }

    /// Reads another name of rules: `japanese`, `JPN`, `New Zealand`, `日本`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
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
            let same = |rules: &Self| rules.name().eq_ignore_ascii_case(trimmed);
            if let Some(value) = Self::ALL.into_iter().find(same) {
                return Ok(Lenient::repaired(value, Repair::LetterCase));
            }
            let name = trimmed.to_lowercase();
            let name = name.strip_suffix("rules").unwrap_or(&name).trim_end();
            let value = match name {
                "aga" | "american" => Self::Aga,
                "goe" | "ing" | "ing goe" | "ing's" | "应氏" | "應氏" => Self::Goe,
                "japanese" | "japan" | "jp" | "jpn" | "日本" | "日本ルール" | "日本规则" => {
                    Self::Japanese
                }
                "nz" | "new zealand" | "new-zealand" => Self::NewZealand,
                "chinese" | "china" | "cn" | "chn" | "中国" | "中國" | "中国规则" => {
                    Self::Chinese
                }
                "korean" | "korea" | "kr" | "kor" | "한국" | "韩国" | "韓国" => Self::Korean,
                "tromp-taylor" | "tromp/taylor" | "tromptaylor" | "tromp taylor" => {
                    Self::TrompTaylor
                }
                _ => return Err(strict),
            };
            Ok(Lenient::repaired(value, Repair::RulesWording))
        })
    }
}

/// The raw value.
impl fmt::Display for RulesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
