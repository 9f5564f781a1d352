//! Writes a collection in a chosen encoding.

use std::fmt;

use super::{WriteError, preserve};
use crate::encoding::{Charset, DecodeOptions, Named, Source, Unencodable, mark_of};
use crate::tree::{Collection, NodeId};

/// A character that an encoding lacks, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnencodableValue {
    /// The character, and the encoding.
    pub error: Unencodable,
    /// The number of the game, counted from 0, the node, and the identifier of the property; `None` for text between
    /// games.
    pub place: Option<(usize, NodeId, String)>,
}

impl fmt::Display for UnencodableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unencodable { char, name, .. } = self.error;
        let char = char.escape_debug();
        match &self.place {
            // Messages count games from 1, as lists of games do.
            Some((game, node, identifier)) => write!(
                f,
                "`{identifier}` of node {} of game {}: {name} has no `{char}`",
                node.get(),
                game + 1
            ),
            None => write!(f, "{name} has no `{char}`"),
        }
    }
}

impl std::error::Error for UnencodableValue {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl UnencodableValue {
    /// Finds the first value of `collection` with the character of `error`.
    pub(super) fn of(error: Unencodable, collection: &Collection) -> Self {
        let games = collection.games().enumerate();
        let mut places = games.flat_map(|(number, game)| {
            game.nodes().flat_map(move |node| {
                let properties = node.properties();
                properties.filter_map(move |property| {
                    let mut values = property.values();
                    values
                        .any(|value| value.contains(error.char))
                        .then(|| (number, node.id(), property.identifier().into_owned()))
                })
            })
        });
        let place = places.next();
        Self { error, place }
    }
}

impl Collection {
    /// Returns the collection in the encoding `charset`, for programs that read no other one.
    ///
    /// All games are written in it, and their `CA` name it; a game without `CA` gets one. A name of a narrower encoding,
    /// such as ISO-8859-1 for Windows-1252, stays if it has all characters. UTF-16 and UTF-32 begin with
    /// a byte order mark. All else is as in the style [`Preserve`](crate::Style::Preserve).
    ///
    /// ```
    /// use kifu_sgf::{Collection, encoding::Charset};
    ///
    /// let collection = Collection::from("(;CA[UTF-8]PB[古力];B[pd]C[Müller])");
    /// let error = collection.to_bytes_in(Charset::BIG5).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`C` of node 1 of game 1: Big5 has no `ü`; write the file in UTF-8 instead"
    /// );
    /// let bytes = collection.to_bytes_in(Charset::GB18030)?;
    /// let read = Collection::from_bytes(bytes);
    /// assert_eq!(read.text(), "(;CA[GB18030]PB[古力];B[pd]C[Müller])");
    /// # Ok::<_, kifu_sgf::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// [`WriteError::Unencodable`] with the first character that the encoding lacks; [`WriteError::Misread`] if the
    /// bytes would be read in another encoding.
    pub fn to_bytes_in(&self, charset: Charset) -> Result<Vec<u8>, WriteError> {
        let mut declared = self.clone();
        let text = preserve::text(self);
        for number in 0..declared.len() {
            let mut game = declared.game_to_change(number);
            let label = game.tree().root().simple_text("CA").map(String::from);
            let named = label.and_then(|label| Named::of(label.as_bytes()));
            let is_named =
                named.is_some_and(|named| named.charset == charset && named.check(&text).is_ok());
            if !is_named {
                game.set_charset(charset);
            }
        }
        let text = preserve::text(&declared);
        let encoded = charset
            .encode(&text)
            .map_err(|error| WriteError::Unencodable(UnencodableValue::of(error, &declared)))?;
        let mark = if charset.is_wide() {
            mark_of(charset)
        } else {
            &[]
        };
        let source = Source::new([mark, &encoded].concat(), &DecodeOptions::default());
        if source.text() == text {
            Ok(source.into_bytes())
        } else {
            Err(WriteError::Misread)
        }
    }
}
