//! Removes properties from games.

use std::fmt;
use std::str::FromStr;

use kifu_sgf::schema::{self, Game, Group, PropertyType};
use kifu_sgf::{GameTreeMut, Property};
use kifu_syntax::text::unescape_text;

use crate::copy::escaped;
use crate::edits::{self, Edit, Values};

/// Identifiers that programs use for the analysis of an engine.
const ANALYSIS: [&str; 9] = [
    "KT", "KTSID", "KTV", "LZ", "LZ2", "LZOP", "LZOP2", "QKGV", "SBKV",
];

/// Defines the kinds and their table of names and meanings.
macro_rules! kinds {
    ($(#[doc = $doc:literal] $kind:ident = $name:literal;)*) => {
        /// Properties with one purpose.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $doc] $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The name, as used on command lines.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// A description of the properties it comprises.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$kind => $doc.trim(),)*
                }
            }
        }
    };
}

kinds! {
    /// Words on nodes and on the game: `C`, `GC` and `N`.
    Comments = "comments";
    /// Marks on the board, labels, territory, dimmed and hidden points: `TR`, `LB`, `TB`, `DD`, `VW` and the like.
    Markup = "markup";
    /// Judgments of moves and positions by people: `BM`, `TE`, `GB`, `V`, `HO` and the like.
    Judgment = "judgment";
    /// Judgments of positions by engines, in properties of programs: `LZ`, `KT`, `SBKV` and the like.
    Analysis = "analysis";
    /// Clocks at each move: `BL`, `WL`, `OB`, `OW`.
    Timing = "timing";
    /// How the game is printed: `FG`, `PM`.
    Figures = "figures";
    /// Game info: players, date, result and all else.
    GameInfo = "game-info";
    /// Properties that the standard does not define for this game.
    Private = "private";
    /// Properties that the current version of the format has dropped.
    Obsolete = "obsolete";
}

impl Kind {
    /// Whether a property of `game` is of this kind. The identifier is in upper case.
    #[must_use]
    pub fn comprises(self, game: Option<Game>, identifier: &str) -> bool {
        let definition = schema::lookup(game, identifier);
        match self {
            Self::Comments => matches!(identifier, "C" | "GC" | "N"),
            Self::Markup => definition.is_some_and(|definition| {
                matches!(
                    definition.group,
                    Some(
                        Group::MarkupPoint
                            | Group::Territory
                            | Group::Arrow
                            | Group::Line
                            | Group::Label
                            | Group::Dim
                            | Group::View
                            | Group::OctiMarkup
                    )
                ) || matches!(identifier, "L" | "M" | "RG" | "SC" | "SE")
                    || (identifier == "AS" && game == Some(Game::Octi))
            }),
            Self::Judgment => definition.is_some_and(|definition| {
                matches!(
                    definition.group,
                    Some(Group::MoveAnnotation | Group::PositionAnnotation)
                ) || matches!(identifier, "HO" | "V" | "CH" | "SI")
            }),
            Self::Analysis => ANALYSIS.contains(&identifier),
            Self::Timing => matches!(identifier, "BL" | "WL" | "OB" | "OW"),
            Self::Figures => matches!(identifier, "FG" | "PM"),
            Self::GameInfo => definition
                .is_some_and(|definition| definition.property_type == PropertyType::GameInfo),
            Self::Private => definition.is_none(),
            Self::Obsolete => definition.is_some_and(schema::PropertyDef::is_obsolete),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

/// The error of a name that no [`Kind`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(pub String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        write!(
            f,
            "no kind is called `{}`; the kinds are {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownKind {}

/// A pattern of values: `C=text` matches the whole text of a value of `C`, `C~text` a part of it; without an
/// identifier, as in `~text`, it matches values of any property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePattern {
    /// In upper case; `None` for any.
    identifier: Option<String>,
    is_part: bool,
    text: String,
}

impl ValuePattern {
    fn matches(&self, identifier: &str, raw: &str) -> bool {
        if self
            .identifier
            .as_ref()
            .is_some_and(|own| own != identifier)
        {
            return false;
        }
        let text = unescape_text(raw);
        if self.is_part {
            text.contains(&self.text)
        } else {
            text == self.text
        }
    }
}

impl FromStr for ValuePattern {
    type Err = ValuePatternError;

    fn from_str(pattern: &str) -> Result<Self, ValuePatternError> {
        let at = pattern
            .find(['=', '~'])
            .ok_or(ValuePatternError::NoComparison)?;
        let (identifier, text) = (&pattern[..at], &pattern[at + 1..]);
        let is_part = pattern.as_bytes()[at] == b'~';
        if !identifier.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(ValuePatternError::NotAnIdentifier(identifier.to_owned()));
        }
        if is_part && text.is_empty() {
            return Err(ValuePatternError::EmptyPart);
        }
        Ok(Self {
            identifier: (!identifier.is_empty()).then(|| identifier.to_ascii_uppercase()),
            is_part,
            text: text.to_owned(),
        })
    }
}

/// The error of a text that is no [`ValuePattern`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValuePatternError {
    /// There is neither `=` nor `~`.
    NoComparison,
    /// The text before the sign is no identifier.
    NotAnIdentifier(String),
    /// The text of a part is empty: every value has such a part.
    EmptyPart,
}

impl fmt::Display for ValuePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoComparison => {}
            Self::NotAnIdentifier(text) => write!(f, "`{text}` is no identifier; ")?,
            Self::EmptyPart => f.write_str("every value has an empty part; ")?,
        }
        f.write_str("write `C=text` for a whole value, `C~text` for a part of one")
    }
}

impl std::error::Error for ValuePatternError {}

/// The properties to remove.
///
/// Properties that a valid record needs (moves, setup, required root properties) are never removed by kind, only by
/// name.
///
/// ```
/// use kifu_collection::transform::{Kind, Strip};
/// use kifu_sgf::Collection;
///
/// let mut collection = Collection::from("(;PB[A] TR[dd];B[aa]C[good] BL[30])");
/// let strip = Strip::default().kind(Kind::Markup).identifier("BL");
/// strip.apply(&mut collection.game_mut(0).unwrap());
/// assert_eq!(collection.to_bytes()?, b"(;PB[A];B[aa]C[good])");
/// # Ok::<(), kifu_sgf::WriteError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    identifiers: Vec<String>,
    kinds: Vec<Kind>,
    values: Vec<ValuePattern>,
}

impl Strip {
    /// Adds an identifier whose properties are removed.
    #[must_use]
    pub fn identifier(mut self, identifier: &str) -> Self {
        self.identifiers.push(identifier.to_ascii_uppercase());
        self
    }

    /// Adds a kind of properties to remove.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// Adds a pattern of values to remove. A property that loses its last value is removed.
    #[must_use]
    pub fn value(mut self, pattern: ValuePattern) -> Self {
        self.values.push(pattern);
        self
    }

    /// Whether there is nothing to remove.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.identifiers.is_empty() && self.kinds.is_empty() && self.values.is_empty()
    }

    /// Whether all properties of an identifier are removed.
    pub(crate) fn removes(&self, game: Option<Game>, identifier: &str) -> bool {
        self.identifiers.iter().any(|own| own == identifier)
            || self
                .kinds
                .iter()
                .any(|kind| kind.comprises(game, identifier))
    }

    /// Removes the properties from a game. Returns how many were removed or lost values.
    pub fn apply(&self, game: &mut GameTreeMut<'_>) -> usize {
        let kind = game.tree().kind();
        let mut edits = Vec::new();
        for node in game.tree().nodes() {
            for (place, property) in node.properties().enumerate() {
                if let Some(rest) = self.rest(kind, property) {
                    edits.push(Edit {
                        node: node.id(),
                        place,
                        identifier: property.identifier().into_owned(),
                        values: if rest.is_empty() {
                            Values::Gone
                        } else {
                            Values::New(rest)
                        },
                    });
                }
            }
        }
        // The places come from this game, and the values from its properties.
        let _ = edits::apply(game, &edits);
        edits.len()
    }

    /// The remaining values; `None` if no value is removed.
    fn rest(&self, game: Option<Game>, property: Property<'_>) -> Option<Vec<String>> {
        let identifier = property.identifier();
        if self.removes(game, &identifier) {
            return Some(Vec::new());
        }
        if self.values.is_empty() {
            return None;
        }
        let goes = |raw| {
            let mut patterns = self.values.iter();
            patterns.any(|pattern| pattern.matches(&identifier, raw))
        };
        property.values().any(goes).then(|| {
            let rest = property.values().filter(|raw| !goes(raw));
            rest.map(escaped).collect()
        })
    }
}
