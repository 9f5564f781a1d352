mod check;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use kifu_syntax::IDENTIFIER_LIMIT;

use crate::schema::{Count, normal_identifier};
use crate::tree::{Collection, EditError, GameTreeMut, NodeId};
use crate::value::{ValueError, ValueReader};

/// The error of a property that a [`Builder`] rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    identifier: String,
    value: String,
    kind: BuildErrorKind,
}

impl BuildError {
    /// The identifier of the property, as it was given.
    #[must_use]
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// The raw value that is invalid; all values, separated by `][`, if it is none of them alone.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum BuildErrorKind {
    Value(ValueError),
    TooManyValues,
    Identifier,
    Edit(EditError),
}

const NOT_LETTERS: &str = "an identifier of a new record must be 1 to 256 letters";

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}[{}]`: ", self.identifier, self.value)?;
        match &self.kind {
            BuildErrorKind::Value(error) => error.fmt(f),
            BuildErrorKind::TooManyValues => f.write_str("the property takes one value"),
            BuildErrorKind::Identifier => f.write_str(NOT_LETTERS),
            BuildErrorKind::Edit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            BuildErrorKind::Value(error) => Some(error),
            BuildErrorKind::TooManyValues | BuildErrorKind::Identifier => None,
            BuildErrorKind::Edit(error) => Some(error),
        }
    }
}

/// Builds a game in a few lines.
///
/// Moves are raw values in the notation of the game. Each call adds to the current node; a move adds a node after it.
/// [`variation`](Self::variation) and [`back`](Self::back) return to an earlier node, to branch off there.
///
/// ```
/// use kifu_sgf::Builder;
///
/// let game = Builder::go(9)
///     .setup("AB", &["cc", "gg"])
///     .white("ee")
///     .variation(|line| line.black("ec").comment("Calm."))
///     .black("eg")
///     .finish();
/// assert_eq!(
///     game.to_compact(),
///     "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[cc][gg];W[ee](;B[ec]C[Calm.])(;B[eg]))\n"
/// );
/// ```
#[derive(Debug)]
pub struct Builder {
    collection: Collection,
    node: NodeId,
    /// Tells this builder from others: only clones of it are equal.
    identity: Arc<()>,
}

impl Builder {
    /// Creates a game with `game` as its `GM`. Its root also has `FF[4]` and `CA[UTF-8]`.
    ///
    /// # Panics
    /// If `game` is not a number from 1 to 40.
    #[must_use]
    pub fn new(game: u8) -> Self {
        let mut collection = Collection::new();
        collection.add_game();
        Self {
            collection,
            node: NodeId::ROOT,
            identity: Arc::new(()),
        }
        .property("FF", &["4"])
        .property("GM", &[&game.to_string()])
        .property("CA", &["UTF-8"])
    }

    /// A game of Go on a square board of `size` columns and rows.
    ///
    /// # Panics
    /// If `size` is 0 or greater than 52: there are no letters for more points.
    #[must_use]
    pub fn go(size: u8) -> Self {
        Self::new(1).property("SZ", &[&size.to_string()])
    }

    fn game(&mut self) -> GameTreeMut<'_> {
        self.collection.game_to_change(0)
    }

    /// Sets a property of the current node to raw values, replacing an existing one.
    ///
    /// # Panics
    /// If [`try_property`](Self::try_property) fails. Use that for values that may be invalid, and
    /// [`text`](Self::text) for texts.
    #[must_use]
    pub fn property(self, identifier: &str, values: &[&str]) -> Self {
        match self.try_property(identifier, values) {
            Ok(builder) => builder,
            Err(error) => panic!("{error}"),
        }
    }

    /// Sets a property of the current node to raw values, replacing an existing one; fails if a value is invalid.
    ///
    /// Values are checked by the schema for the `GM` and the `SZ` that the root has at the time of the call. Not checked
    /// are properties that the schema lacks, whether the node may have the property, whether values of a list repeat or
    /// contradict each other, and whether a move is legal. `AP` may lack a version. Small letters are dropped from an
    /// identifier as in files of FF\[1\] to FF\[3\], or raised if it has no other: `KoMi` and `km` are `KM`.
    ///
    /// ```
    /// use kifu_sgf::Builder;
    ///
    /// assert!(Builder::go(19).try_property("KM", &["6.5"]).is_ok());
    /// let error = Builder::go(19).try_property("KM", &["abc"]).unwrap_err();
    /// assert!(error.to_string().starts_with("`KM[abc]`: "));
    /// assert!(Builder::go(19).node().try_property("B", &["zz"]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] if the identifier is not made of ASCII letters, a raw value has a `]` or a last `\` that is not
    /// escaped, the property takes one value and gets several, or the schema does not allow a value: `KM[abc]`,
    /// `DT[2003/4/5]`, `B[zz]` on a board of 19 columns. Without values it is set to one empty value.
    pub fn try_property(mut self, identifier: &str, values: &[&str]) -> Result<Self, BuildError> {
        let refuse = |value: &str, kind| BuildError {
            identifier: identifier.to_owned(),
            value: value.to_owned(),
            kind,
        };
        let whole = || values.join("][");
        let written = normal_identifier_of(identifier);
        let identifier = &*written.ok_or_else(|| refuse(&whole(), BuildErrorKind::Identifier))?;
        let values = if values.is_empty() { &[""] } else { values };
        if let Some(game) = self.collection.game(0)
            && let reader = ValueReader::new(game)
            && let Some(definition) = reader.definition(identifier)
        {
            if values.len() > 1 && definition.value.count == Count::One {
                return Err(refuse(&whole(), BuildErrorKind::TooManyValues));
            }
            let is_empty_list = *values == [""] && definition.value.count == Count::EmptyOrList;
            for value in values.iter().filter(|_| !is_empty_list) {
                check::value(definition, game.kind(), reader.size(), value)
                    .map_err(|error| refuse(value, BuildErrorKind::Value(error)))?;
            }
        }
        let node = self.node;
        self.game()
            .set(node, identifier, values)
            .map_err(|error| refuse(&whole(), BuildErrorKind::Edit(error)))?;
        Ok(self)
    }

    /// Sets a Text, or a SimpleText, of the current node. It is escaped as needed, and not checked otherwise.
    ///
    /// # Panics
    /// If the identifier does not consist of letters.
    #[must_use]
    pub fn text(mut self, identifier: &str, text: &str) -> Self {
        let node = self.node;
        let Some(normal) = normal_identifier_of(identifier) else {
            panic!("`{identifier}`: {NOT_LETTERS}");
        };
        if let Err(error) = self.game().set_text(node, &normal, text) {
            panic!("`{identifier}`: {error}");
        }
        self
    }

    /// The names of both players.
    #[must_use]
    pub fn players(self, black: &str, white: &str) -> Self {
        self.text("PB", black).text("PW", white)
    }

    /// Sets the komi: a number such as `6.5`.
    ///
    /// # Panics
    /// If it is not a number; see [`try_property`](Self::try_property).
    #[must_use]
    pub fn komi(self, komi: &str) -> Self {
        self.property("KM", &[komi])
    }

    /// The result: `B+R`, `W+3.5`, `0`, … Any text is accepted, and written as it is.
    #[must_use]
    pub fn result(self, result: &str) -> Self {
        self.text("RE", result)
    }

    /// Sets points of `AB`, `AW` or `AE` in the current node.
    ///
    /// # Panics
    /// If one is not a point of the board, if there is none, or if the identifier is another one; see
    /// [`try_property`](Self::try_property).
    #[must_use]
    pub fn setup(self, identifier: &str, points: &[&str]) -> Self {
        assert!(
            matches!(identifier, "AB" | "AW" | "AE"),
            "`{identifier}`: not `AB`, `AW` or `AE`"
        );
        self.property(identifier, points)
    }

    /// Sets the comment of the current node.
    #[must_use]
    pub fn comment(self, comment: &str) -> Self {
        self.text("C", comment)
    }

    /// Adds a node without properties after the current one.
    #[must_use]
    pub fn node(mut self) -> Self {
        let parent = self.node;
        // The current node is in the game: nothing removes nodes here.
        if let Ok(node) = self.game().append_child(parent) {
            self.node = node;
        }
        self
    }

    /// A move of Black in the notation of the game: in Go a point as `pd`, or an empty text for a pass.
    ///
    /// # Panics
    /// If it is not a move of the game on this board; see [`try_property`](Self::try_property).
    #[must_use]
    pub fn black(self, point: &str) -> Self {
        self.node().property("B", &[point])
    }

    /// A move of White in the notation of the game: in Go a point as `pd`, or an empty text for a pass.
    ///
    /// # Panics
    /// If it is not a move of the game on this board; see [`try_property`](Self::try_property).
    #[must_use]
    pub fn white(self, point: &str) -> Self {
        self.node().property("W", &[point])
    }

    /// Adds a variation after the current node: `line` adds its nodes, then the builder returns to this node.
    ///
    /// # Panics
    /// If `line` returns another builder than the one it was given.
    #[must_use]
    pub fn variation(self, line: impl FnOnce(Self) -> Self) -> Self {
        let node = self.node;
        let identity = Arc::clone(&self.identity);
        let mut builder = line(self);
        assert!(
            Arc::ptr_eq(&builder.identity, &identity),
            "`variation`: the closure returned another builder"
        );
        builder.node = node;
        builder
    }

    /// Moves back by `nodes` nodes, at most to the root.
    #[must_use]
    pub fn back(mut self, nodes: usize) -> Self {
        let node = self.node;
        self.node = self
            .game()
            .tree()
            .node(node)
            .and_then(|node| node.path_up().take(nodes.saturating_add(1)).last())
            .map_or(NodeId::ROOT, |node| node.id());
        self
    }

    /// The collection of this one game.
    #[must_use]
    pub fn finish(self) -> Collection {
        self.collection
    }
}

/// The normal form of an identifier of letters; `None` for another one. Files may have digits in theirs; the builder does
/// not write any.
fn normal_identifier_of(identifier: &str) -> Option<Cow<'_, str>> {
    let is_letters = identifier.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_letters && (1..=IDENTIFIER_LIMIT).contains(&identifier.len()))
        .then(|| normal_identifier(identifier))
}
