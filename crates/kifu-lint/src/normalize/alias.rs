//! Table of players and other spellings of their names.

use std::collections::BTreeMap;
use std::fmt;

use super::name::tidied;

/// Names of players, with the other names of the same players.
///
/// Letter case, width and white space are ignored. A name is a spelling of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    /// Names by their spellings, folded.
    names: BTreeMap<String, String>,
}

/// Error in a table of players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AliasError {
    /// A spelling refers to two names.
    TwoNames {
        /// The spelling.
        spelling: String,
        /// The names.
        names: [String; 2],
    },
    /// A name or a spelling contains only white space.
    Empty,
}

impl fmt::Display for AliasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoNames {
                spelling,
                names: [first, second],
            } => write!(
                f,
                "`{spelling}` stands for `{first}` and for `{second}`; a spelling must belong to \
                 one player"
            ),
            Self::Empty => f.write_str("a name of the table is empty"),
        }
    }
}

impl std::error::Error for AliasError {}

impl Aliases {
    /// No table.
    pub const NONE: Self = Self {
        names: BTreeMap::new(),
    };

    /// The table of `names`, each with its other spellings.
    ///
    /// # Errors
    /// [`AliasError`]: a spelling belongs to two names, or one is empty.
    pub fn new<N, S, I>(names: I) -> Result<Self, AliasError>
    where
        N: AsRef<str>,
        S: AsRef<str>,
        I: IntoIterator<Item = (N, Vec<S>)>,
    {
        let mut table = Self::default();
        for (name, spellings) in names {
            let name = name.as_ref();
            let spellings = spellings.iter().map(AsRef::as_ref);
            for spelling in std::iter::once(name).chain(spellings) {
                table.add(name, spelling)?;
            }
        }
        Ok(table)
    }

    fn add(&mut self, name: &str, spelling: &str) -> Result<(), AliasError> {
        let (name, folded) = (tidied(name), folded(spelling));
        if name.is_empty() || folded.is_empty() {
            return Err(AliasError::Empty);
        }
        match self.names.get(&folded) {
            Some(other) if *other != name => Err(AliasError::TwoNames {
                spelling: spelling.to_owned(),
                names: [other.clone(), name],
            }),
            Some(_) => Ok(()),
            None => {
                self.names.insert(folded, name);
                Ok(())
            }
        }
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name for a spelling.
    #[must_use]
    pub fn name(&self, spelling: &str) -> Option<&str> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(&folded(spelling)).map(String::as_str)
    }
}

/// Returns a spelling in the form used for comparison.
fn folded(spelling: &str) -> String {
    tidied(spelling).to_lowercase()
}
