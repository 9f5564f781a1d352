//! The section `convert` of `kifu.toml`.

use kifu_lint::convert::{Letters, Obsolete};
use serde::Deserialize;

/// The section `convert` of `kifu.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ConvertConfig {
    pub(crate) obsolete: ObsoleteChoice,
    pub(crate) letters: LettersChoice,
}

/// Treatment of obsolete properties.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ObsoleteChoice {
    /// Keep them, as private properties
    #[default]
    Keep,
    /// Remove them
    Drop,
    /// Put an `X` before the identifier, or use the replacement of the new version
    Rename,
}

impl From<ObsoleteChoice> for Obsolete {
    fn from(choice: ObsoleteChoice) -> Self {
        match choice {
            ObsoleteChoice::Keep => Self::Keep,
            ObsoleteChoice::Drop => Self::Drop,
            ObsoleteChoice::Rename => Self::Rename,
        }
    }
}

/// The letters for points of `L`.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LettersChoice {
    /// A, B, C, as the standard says
    #[default]
    Upper,
    /// a, b, c, as SGFC writes them
    Lower,
}

impl From<LettersChoice> for Letters {
    fn from(choice: LettersChoice) -> Self {
        match choice {
            LettersChoice::Upper => Self::Upper,
            LettersChoice::Lower => Self::Lower,
        }
    }
}
