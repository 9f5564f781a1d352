use crate::tree::{Collection, GameTreeMut, NodeId};

/// Makes a game in a few lines.
///
/// Moves are raw values in the notation of the game. Each call adds to the node at hand; a move
/// adds a node behind it. [`variation`](Self::variation) and [`back`](Self::back) go to an earlier
/// node, to branch off there.
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
}

impl Builder {
    /// A game of the number `game` (the value of `GM`). Besides that, its root says that it is FF\[4\] in UTF-8.
    #[must_use]
    pub fn new(game: u8) -> Self {
        let mut collection = Collection::new();
        collection.add_game();
        Self {
            collection,
            node: NodeId::ROOT,
        }
        .property("FF", &["4"])
        .property("GM", &[&game.to_string()])
        .property("CA", &["UTF-8"])
    }

    /// A game of Go on a square board.
    #[must_use]
    pub fn go(size: u8) -> Self {
        Self::new(1).property("SZ", &[&size.to_string()])
    }

    fn game(&mut self) -> GameTreeMut<'_> {
        self.collection.game_to_change(0)
    }

    /// A property of raw values at the node at hand, in the place of one that is there.
    ///
    /// # Panics
    /// If the identifier is not made of letters, or a raw value has a `]` or a last `\` that is not
    /// escaped: both are mistakes in the program. Texts from elsewhere go through
    /// [`text`](Self::text).
    #[must_use]
    pub fn property(mut self, identifier: &str, values: &[&str]) -> Self {
        let node = self.node;
        if let Err(error) = self.game().set(node, identifier, values) {
            panic!("`{identifier}` {values:?}: {error}");
        }
        self
    }

    /// A Text, or a SimpleText, at the node at hand. It is escaped as needed.
    ///
    /// # Panics
    /// If the identifier is not made of letters.
    #[must_use]
    pub fn text(mut self, identifier: &str, text: &str) -> Self {
        let node = self.node;
        if let Err(error) = self.game().set_text(node, identifier, text) {
            panic!("`{identifier}`: {error}");
        }
        self
    }

    /// The names of both players.
    #[must_use]
    pub fn players(self, black: &str, white: &str) -> Self {
        self.text("PB", black).text("PW", white)
    }

    /// The komi: a number such as `6.5`.
    #[must_use]
    pub fn komi(self, komi: &str) -> Self {
        self.text("KM", komi)
    }

    /// The result: `B+R`, `W+3.5`, `0`, …
    #[must_use]
    pub fn result(self, result: &str) -> Self {
        self.text("RE", result)
    }

    /// Points of `AB`, `AW` or `AE` at the node at hand.
    #[must_use]
    pub fn setup(self, identifier: &str, points: &[&str]) -> Self {
        self.property(identifier, points)
    }

    /// A comment on the node at hand.
    #[must_use]
    pub fn comment(self, comment: &str) -> Self {
        self.text("C", comment)
    }

    /// A node behind the one at hand, without properties yet.
    #[must_use]
    pub fn node(mut self) -> Self {
        let parent = self.node;
        // The node at hand is in the game: nothing removes nodes here.
        if let Ok(node) = self.game().append_child(parent) {
            self.node = node;
        }
        self
    }

    /// A move of Black.
    #[must_use]
    pub fn black(self, point: &str) -> Self {
        self.node().property("B", &[point])
    }

    /// A move of White.
    #[must_use]
    pub fn white(self, point: &str) -> Self {
        self.node().property("W", &[point])
    }

    /// A variation behind the node at hand: `line` adds its nodes, then the builder is back here.
    ///
    /// # Panics
    /// At the next node, if `line` answers with another builder than the one it was given.
    #[must_use]
    pub fn variation(self, line: impl FnOnce(Self) -> Self) -> Self {
        let node = self.node;
        let mut builder = line(self);
        builder.node = node;
        builder
    }

    /// Goes back `nodes` nodes, at most to the root.
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
