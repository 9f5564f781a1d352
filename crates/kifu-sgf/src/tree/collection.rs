use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use kifu_syntax::{Problem, ProblemKind, Span};

use super::edit::{EditError, GameTreeMut};
use super::edited::Edited;
use super::game::{GameTree, Games};
use super::index::{Index, PerGame};
use super::node::Node;
use crate::encoding::{Charset, DecodeOptions, Source};
use crate::write::with_path;

/// A game of a collection: unchanged, or with changes.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    /// The game of this number in the index.
    Indexed(usize),
    /// Shared by clones of the collection until one of them changes it.
    Edited(Arc<Edited>),
}

/// The games of one file, and the file itself.
///
/// Reading never fails: invalid text is repaired and reported by [`problems`](Self::problems), problems of the
/// encoding by [`source`](Self::source).
///
/// The tree is an index over the text: a byte or two for each node, and 24 for each child that has siblings. Several
/// threads can read one collection; clones share its text if that equals the bytes of the file.
///
/// ```
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;FF[4]PB[Shusaku];B[qd];W[dc](;B[cp])(;B[pq]))");
/// let game = collection.game(0).unwrap();
/// assert_eq!(game.root().simple_text("PB").unwrap(), "Shusaku");
/// let moves: Vec<_> = game.main_line().filter_map(|node| node.play()).collect();
/// assert_eq!(moves, [("B", "qd"), ("W", "dc"), ("B", "cp")]);
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    source: Source,
    index: Index,
    problems: Vec<Problem>,
    slots: PerGame<Slot>,
    /// Whether problems, and the nodes after the root of each game, were skipped.
    is_of_roots: bool,
    /// This collection with the nodes that were skipped, once a copy of a game needs them: the file is read again
    /// once, and not for each game.
    whole: OnceLock<Box<Self>>,
    /// Whether it was read from text: the next reader of the written file does not know that it is UTF-8.
    is_text: bool,
}

impl Collection {
    /// A collection without a game.
    #[must_use]
    pub fn new() -> Self {
        let mut collection = Self::from_bytes(Vec::new());
        collection.problems.clear();
        collection
    }

    /// Reads the bytes of a file in any encoding. Where there is a mebibyte and more, and a second core, a thread
    /// checks meanwhile whether they are UTF-8.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self::from_bytes_with(bytes, &DecodeOptions::default())
    }

    /// Reads the bytes of a file, with options for decoding.
    #[must_use]
    pub fn from_bytes_with(bytes: Vec<u8>, options: &DecodeOptions) -> Self {
        let (mut index, mut problems) = (Index::default(), Vec::new());
        let source = Source::read(bytes, options, |text, signs| {
            problems.clear();
            index = Index::read(text, &mut problems, |end| signs.look_behind(text, end));
            if problems
                .iter()
                .any(|problem| problem.kind == ProblemKind::NulByte)
            {
                signs.add_nul();
            }
        });
        Self::of(source, index, problems)
    }

    /// Reads a file whose encoding is decided.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    /// use kifu_sgf::encoding::{DecodeOptions, Source};
    ///
    /// let source = Source::new(b"(;PB[Ada])".to_vec(), &DecodeOptions::default());
    /// let collection = Collection::from_source(source);
    /// assert_eq!(collection.into_source().bytes(), b"(;PB[Ada])");
    /// ```
    #[must_use]
    pub fn from_source(source: Source) -> Self {
        let mut problems = Vec::new();
        let index = Index::read(source.text().as_bytes(), &mut problems, |_| ());
        Self::of(source, index, problems)
    }

    fn of(source: Source, index: Index, problems: Vec<Problem>) -> Self {
        Self {
            slots: (0..index.games.len()).map(Slot::Indexed).collect(),
            source,
            index,
            problems,
            is_of_roots: false,
            whole: OnceLock::new(),
            is_text: false,
        }
    }

    /// Reads only the root nodes of a file: each game is a tree of one node.
    ///
    /// This takes less time if only game info is needed. The [span](GameTree::span) of a game still covers all of it;
    /// problems are not reported. What is written or copied from the collection has all nodes.
    ///
    /// The whole file is read if trees without their own node contain games. The first change and
    /// [`read_all`](Self::read_all) also read the whole file: the skipped nodes are then part of the games.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::headers_from_bytes(b"(;PB[Ada];B[aa](;W[bb]))(;PB[Bea])".to_vec());
    /// let players: Vec<_> = games.games().map(|game| game.root().text("PB").unwrap()).collect();
    /// assert_eq!(players, ["Ada", "Bea"]);
    /// assert_eq!(games.node_count(), 2);
    /// ```
    #[must_use]
    pub fn headers_from_bytes(bytes: Vec<u8>) -> Self {
        Self::headers_from_bytes_with(bytes, &DecodeOptions::default())
    }

    /// Reads only the root nodes of a file, like [`headers_from_bytes`](Self::headers_from_bytes), with options for
    /// decoding.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    /// use kifu_sgf::encoding::{Charset, DecodeOptions};
    ///
    /// let koi8 = Charset::for_label("KOI8-R").unwrap();
    /// let options = DecodeOptions::default().with_charset(koi8);
    /// let games = Collection::headers_from_bytes_with(b"(;PB[\xF1];B[aa])".to_vec(), &options);
    /// assert_eq!((games.game(0).unwrap().root().value("PB"), games.node_count()), (Some("Я"), 1));
    /// ```
    #[must_use]
    pub fn headers_from_bytes_with(bytes: Vec<u8>, options: &DecodeOptions) -> Self {
        let source = Source::new(bytes, options);
        let index = Index::read_roots(source.text());
        let index =
            index.unwrap_or_else(|| Index::read(source.text().as_bytes(), &mut Vec::new(), |_| ()));
        Self {
            is_of_roots: true,
            ..Self::of(source, index, Vec::new())
        }
    }

    /// Reads the nodes that [`headers_from_bytes`](Self::headers_from_bytes) skipped, and the problems. Games and their
    /// order stay the same. A collection that was read as a whole stays as it is.
    pub fn read_all(&mut self) {
        if !self.is_of_roots {
            return;
        }
        let whole = Self::from_source(self.source.clone());
        self.index = whole.index;
        self.problems = whole.problems;
        self.is_of_roots = false;
        self.whole = OnceLock::new();
    }

    /// The collection with all its nodes.
    pub(crate) fn whole(&self) -> &Self {
        if !self.is_of_roots {
            return self;
        }
        self.whole.get_or_init(|| {
            let mut whole = self.clone();
            whole.read_all();
            Box::new(whole)
        })
    }

    /// Reads `input` to its end.
    ///
    /// # Errors
    /// The error of the input.
    pub fn read(mut input: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(Self::from_bytes(bytes))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The error of the file system, with the path.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let opened = File::open(path).and_then(Self::read);
        opened.map_err(|error| with_path(path, &error))
    }

    /// Marks this collection as following others: text before its first game is then between games.
    pub(crate) fn follow_others(&mut self) {
        for problem in &mut self.problems {
            if problem.kind == ProblemKind::TextBeforeTree {
                problem.kind = ProblemKind::TextBetweenTrees;
            }
        }
    }

    /// The text that was read, in UTF-8. Spans refer to it.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// The bytes that were read, their encodings, and the mapping between text and bytes.
    #[must_use]
    #[inline]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The bytes that were read, with their encodings. Changes to the games are not in them: those are written by
    /// [`to_bytes`](Self::to_bytes).
    #[must_use]
    pub fn into_source(self) -> Source {
        self.source
    }

    /// Grammar problems, in the order of the text.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The game `number`, counted from 0.
    #[must_use]
    pub fn game(&self, number: usize) -> Option<GameTree<'_>> {
        GameTree::new(self, number)
    }

    /// All games, in order.
    #[must_use]
    pub fn games(&self) -> Games<'_> {
        Games {
            collection: self,
            next: 0,
            end: self.slots.len(),
        }
    }

    /// Number of nodes of all games together.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.games().map(|game| game.node_count()).sum()
    }

    /// The game `number`, to change it.
    #[must_use]
    pub fn game_mut(&mut self, number: usize) -> Option<GameTreeMut<'_>> {
        (number < self.len()).then(|| self.game_to_change(number))
    }

    /// The game `number`, which is there, to change it.
    pub(crate) fn game_to_change(&mut self, number: usize) -> GameTreeMut<'_> {
        self.read_all();
        if let Slot::Indexed(entry) = self.slots[number] {
            let parents = GameTree::of_slot(self, number).parents();
            let game = self.index.games[entry];
            let place = Span::new(game.start, game.end);
            let bounds = |node| self.index.bounds(game.first_node + node);
            let edited = Edited::read(self.source.text(), place, bounds, &parents, entry);
            self.slots[number] = Slot::Edited(Arc::new(edited));
        }
        GameTreeMut::new(self, number)
    }

    /// Adds a game of one empty node at the end.
    pub fn add_game(&mut self) -> GameTreeMut<'_> {
        self.read_all();
        self.slots.push(Slot::Edited(Arc::new(Edited::empty())));
        GameTreeMut::new(self, self.slots.len() - 1)
    }

    /// Adds a copy of a game at the end. A game of this collection is copied from a clone of it, which shares its text.
    ///
    /// The copy is written in the encoding that this collection ends with, or in UTF-8 if that lacks one of its
    /// characters. Where the game names another one in `CA`, that is changed. Without `CA`, a copy with other
    /// characters than ASCII is written with `CA[UTF-8]` ([`declared`](Self::declared)).
    pub fn add_copy(&mut self, game: GameTree<'_>) -> GameTreeMut<'_> {
        self.add_subtree(game.root())
    }

    /// Adds a copy of a node and its descendants as a game at the end. Its encoding is that of
    /// [`add_copy`](Self::add_copy).
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;SZ[9];B[ee](;W[ge])(;W[ec]))");
    /// let mut problem = Collection::new();
    /// problem.add_subtree(collection.game(0).unwrap().root().first_child().unwrap());
    /// let root = problem.game(0).unwrap().root();
    /// assert_eq!((root.value("B"), root.child_count()), (Some("ee"), 2));
    /// ```
    pub fn add_subtree(&mut self, node: Node<'_>) -> GameTreeMut<'_> {
        self.add_game().replace_with(node);
        let number = self.slots.len() - 1;
        let can_hold = self.game(number).is_some_and(|copy| self.can_append(copy));
        let charset = if can_hold {
            self.source.segment_at(self.text().len()).charset
        } else {
            Charset::UTF_8
        };
        let mut copy = GameTreeMut::new(self, number);
        copy.declare(charset);
        copy
    }

    /// Whether the encoding that the text ends with has all characters of a game.
    fn can_append(&self, game: GameTree<'_>) -> bool {
        let end = Span::at(self.text().len());
        !game.has_value(&|value| !value.is_ascii() && !self.source.can_encode(end, value))
    }

    /// Removes the game `number`; those after it move up.
    ///
    /// # Errors
    /// [`EditError::NoSuchGame`].
    pub fn remove_game(&mut self, number: usize) -> Result<(), EditError> {
        if number >= self.slots.len() {
            return Err(EditError::NoSuchGame);
        }
        self.read_all();
        self.slots.remove(number);
        Ok(())
    }

    /// Splits the collection into one collection for each game.
    #[must_use]
    pub fn split(&self) -> Vec<Self> {
        self.whole()
            .games()
            .map(|game| {
                let mut single = Self::new();
                single.add_copy(game);
                single
            })
            .collect()
    }

    /// All games of several collections in one.
    #[must_use]
    pub fn join<'a>(collections: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut joined = Self::new();
        for collection in collections {
            for game in collection.whole().games() {
                joined.add_copy(game);
            }
        }
        joined
    }

    /// The options with which the [written bytes](Self::to_bytes) read back: the encodings that the caller chose.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    /// use kifu_sgf::encoding::{Charset, DecodeOptions};
    ///
    /// let koi8 = Charset::for_label("KOI8-R").unwrap();
    /// let options = DecodeOptions::default().with_charset(koi8);
    /// let collection = Collection::from_bytes_with(b"(;PB[\xF1])".to_vec(), &options);
    /// let again = Collection::from_bytes_with(collection.to_bytes()?, &collection.decode_options());
    /// assert_eq!(again.text(), "(;PB[Я])");
    /// # Ok::<(), kifu_sgf::WriteError>(())
    /// ```
    #[must_use]
    pub fn decode_options(&self) -> DecodeOptions {
        if self.is_text {
            DecodeOptions::default()
        } else {
            self.source.options()
        }
    }

    /// Whether it was read from text, whose bytes [`source`](Self::source) made up.
    #[inline]
    pub(crate) const fn is_text(&self) -> bool {
        self.is_text
    }

    #[inline]
    pub(crate) const fn index(&self) -> &Index {
        &self.index
    }

    #[inline]
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The game `number` under change, and the text it is laid over.
    pub(crate) fn edited_mut(&mut self, number: usize) -> (&mut Edited, &str) {
        match &mut self.slots[number] {
            Slot::Edited(edited) => (Arc::make_mut(edited), self.source.text()),
            Slot::Indexed(_) => unreachable!("`game_mut` lays the links of a game over its text"),
        }
    }
}

impl Default for Collection {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Source> for Collection {
    fn from(source: Source) -> Self {
        Self::from_source(source)
    }
}

/// Reads text. It is written in the encodings that `CA` names; see [`Collection::to_bytes`].
impl From<&str> for Collection {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

/// Reads text. It is written in the encodings that `CA` names; see [`Collection::to_bytes`].
impl From<String> for Collection {
    fn from(text: String) -> Self {
        let utf8 = DecodeOptions::default().with_charset(Charset::UTF_8);
        let mut collection = Self::from_bytes_with(text.into_bytes(), &utf8);
        collection.is_text = true;
        collection
    }
}
