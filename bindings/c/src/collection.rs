//! Collections: reading them, and their games.

use std::ffi::{c_char, c_void};
use std::io::Read as _;
use std::mem::MaybeUninit;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Collection, EditError, GameTree, GameTreeMut, Node, NodeId};

use crate::ffi;
use crate::problem::{self, Found};
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{Text, kifu_str};

/// The games of a file, and the file itself. Free it with `kifu_collection_free`.
///
/// Any number of threads may read one collection. While a thread changes it, no other may use it.
#[derive(Debug)]
pub struct kifu_collection {
    state: Arc<State>,
    /// All nodes, for a collection that was read as roots: made when they are first needed.
    whole: OnceLock<Arc<State>>,
    problems: OnceLock<Vec<Found>>,
}

/// The data that an edit changes. A replay shares it, and keeps the state it was created from.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) collection: Collection,
    keys: Keys,
    is_of_roots: bool,
}

/// Permanent keys of games. A game keeps its key when games before it are removed.
#[derive(Clone, Debug)]
enum Keys {
    /// The key is the number: no game was removed.
    Numbers,
    /// The key of each game, ascending, and the next one.
    List(Vec<u32>, u32),
}

/// A node, by value: it needs no memory and is never freed.
///
/// It stays valid while the collection is changed. A node that was removed, or whose game was, gives `KIFU_STALE`.
/// Two nodes of a collection are the same if both fields are equal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct kifu_node {
    /// The key of the game.
    pub game: u32,
    /// The number of the node in the game.
    pub node: u32,
}

/// How a file is read. Set it up with `KIFU_INIT`; null is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_read_options {
    /// `sizeof(kifu_read_options)`: set by `KIFU_INIT`.
    pub size: u32,
    /// Read the roots of the games alone: faster if only the game info in them is needed. Each game then has one node,
    /// its root. Game info below the root is rare, and missing until the rest is read.
    ///
    /// Writing and copying include all nodes. The rest is read, and its nodes become nodes of the collection, with the
    /// first change, `kifu_replay_new`, `kifu_format_write`, `kifu_collection_problem_count` or
    /// `kifu_collection_problem`. Texts and nodes of the roots stay valid if that is no change.
    pub roots_only: bool,
    /// The encoding of the whole file, such as `GB18030`; null: it is found out, for each game.
    pub encoding: *const c_char,
}

impl State {
    fn number(&self, key: u32) -> Option<usize> {
        match &self.keys {
            Keys::Numbers => Some(key as usize).filter(|&number| number < self.collection.len()),
            Keys::List(keys, _) => keys.binary_search(&key).ok(),
        }
    }

    fn key(&self, number: usize) -> u32 {
        match &self.keys {
            Keys::Numbers => number as u32,
            Keys::List(keys, next) => keys.get(number).copied().unwrap_or(*next),
        }
    }

    pub(crate) fn game(&self, key: u32) -> Outcome<GameTree<'_>> {
        let number = self.number(key).ok_or(Failure::stale())?;
        self.collection.game(number).ok_or(Failure::stale())
    }

    pub(crate) fn node(&self, at: kifu_node) -> Outcome<Node<'_>> {
        let node = self.game(at.game)?.node(NodeId::new(at.node));
        node.ok_or(Failure::stale())
    }

    /// The handle of a node.
    pub(crate) fn handle(&self, node: Node<'_>) -> kifu_node {
        kifu_node {
            game: self.key(node.game().number()),
            node: node.id().get(),
        }
    }

    pub(crate) fn game_mut(&mut self, key: u32) -> Outcome<GameTreeMut<'_>> {
        let number = self.number(key).ok_or(Failure::stale())?;
        self.collection.game_mut(number).ok_or(Failure::stale())
    }

    /// Reads the nodes below the roots if they were skipped.
    fn read_all(&mut self) {
        if self.is_of_roots {
            self.collection.read_all();
            self.is_of_roots = false;
        }
    }

    /// Registers the game that was added at the end, and returns its root.
    fn added(&mut self, root: NodeId) -> kifu_node {
        let game = match &mut self.keys {
            Keys::Numbers => self.collection.len() as u32 - 1,
            Keys::List(keys, next) => {
                keys.push(*next);
                *next += 1;
                *next - 1
            }
        };
        let node = root.get();
        kifu_node { game, node }
    }

    fn remove(&mut self, key: u32) -> Outcome<()> {
        let number = self.number(key).ok_or(EditError::NoSuchGame)?;
        let games = self.collection.len() as u32;
        self.collection.remove_game(number)?;
        if matches!(self.keys, Keys::Numbers) {
            self.keys = Keys::List((0..games).collect(), games);
        }
        if let Keys::List(keys, _) = &mut self.keys {
            keys.remove(number);
        }
        Ok(())
    }
}

impl kifu_collection {
    pub(crate) fn of(collection: Collection) -> Box<Self> {
        Self::new(collection, false)
    }

    fn new(collection: Collection, is_of_roots: bool) -> Box<Self> {
        Box::new(Self {
            state: Arc::new(State {
                collection,
                keys: Keys::Numbers,
                is_of_roots,
            }),
            whole: OnceLock::new(),
            problems: OnceLock::new(),
        })
    }

    pub(crate) fn state(&self) -> &State {
        self.shared()
    }

    pub(crate) fn shared(&self) -> &Arc<State> {
        self.whole.get().unwrap_or(&self.state)
    }

    /// The state with all nodes. That of the roots is kept, as borrowed texts may be in it.
    pub(crate) fn whole(&self) -> &Arc<State> {
        if !self.state.is_of_roots {
            return &self.state;
        }
        self.whole.get_or_init(|| {
            let mut state = State::clone(&self.state);
            state.read_all();
            Arc::new(state)
        })
    }

    /// The state, to change it. Replays keep what they began with.
    pub(crate) fn change(&mut self) -> &mut State {
        if let Some(whole) = self.whole.take() {
            self.state = whole;
        }
        let state = Arc::make_mut(&mut self.state);
        state.read_all();
        state
    }

    /// Finds the problems again when they are asked for, as the text is another one.
    pub(crate) fn forget_problems(&mut self) {
        self.problems = OnceLock::new();
    }

    pub(crate) fn problems(&self) -> &[Found] {
        let found = || problem::of_collection(&self.whole().collection);
        self.problems.get_or_init(found)
    }
}

/// The encoding of this name; `None` for null.
pub(crate) fn charset(name: *const c_char) -> Outcome<Option<Charset>> {
    let Some(name) = ffi::optional_name(name)? else {
        return Ok(None);
    };
    let unknown = || {
        let message = format_args!("`{name}`: unknown encoding");
        Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message)
    };
    Charset::for_label(name).ok_or_else(unknown).map(Some)
}

fn read(bytes: Vec<u8>, options: &kifu_read_options) -> Outcome<Box<kifu_collection>> {
    let mut decode = DecodeOptions::default();
    decode.charset = charset(options.encoding)?;
    let collection = if options.roots_only {
        Collection::headers_from_bytes_with(bytes, &decode)
    } else {
        Collection::from_bytes_with(bytes, &decode)
    };
    Ok(kifu_collection::new(collection, options.roots_only))
}

/// Makes a collection without a game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_new(
    collection: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        *ffi::new(collection)? = Some(kifu_collection::of(Collection::new()));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Reads the `len` bytes of a file, in any encoding. They are copied. Broken records are read as well as possible; see
/// `kifu_collection_problem`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_read(
    bytes: *const c_void,
    len: usize,
    options: *const kifu_read_options,
    collection: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::new(collection)?;
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        *collection = Some(read(bytes.to_vec(), &ffi::options(options)?)?);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Reads all that `read` gives, called with `user`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_read_from(
    read: ffi::kifu_read_fn,
    user: *mut c_void,
    options: *const kifu_read_options,
    collection: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::new(collection)?;
        let options = ffi::options(options)?;
        let mut bytes = Vec::new();
        ffi::Input::new(read, user)?.read_to_end(&mut bytes)?;
        *collection = Some(self::read(bytes, &options)?);
        Ok(kifu_status::KIFU_OK)
    })
}

/// A path: bytes on Unix, UTF-8 elsewhere. An empty one is an invalid argument.
pub(crate) fn path<'a>(path: *const c_char) -> Outcome<&'a Path> {
    #[cfg(unix)]
    let path = {
        use std::os::unix::ffi::OsStrExt as _;
        let bytes = ffi::c_str(path)?.to_bytes();
        Path::new(std::ffi::OsStr::from_bytes(bytes))
    };
    #[cfg(not(unix))]
    let path = ffi::name(path).map(Path::new)?;
    if path.as_os_str().is_empty() {
        return Err(Failure::invalid("the path is empty"));
    }
    Ok(path)
}

/// Reads a file. The path ends with NUL: bytes on Unix, UTF-8 on Windows.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_open(
    path: *const c_char,
    options: *const kifu_read_options,
    collection: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::new(collection)?;
        let path = self::path(path)?;
        let options = ffi::options(options)?;
        let bytes = std::fs::read(path).map_err(|error| {
            let message = format!("{}: {error}", path.display());
            std::io::Error::new(error.kind(), message)
        })?;
        *collection = Some(read(bytes, &options)?);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Makes a copy of a collection. Nodes of one are nodes of the other until either is changed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_clone(
    collection: Option<&kifu_collection>,
    copy: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        let copy = ffi::new(copy)?;
        let collection = ffi::handle(collection)?;
        *copy = Some(Box::new(kifu_collection {
            state: Arc::clone(&collection.state),
            whole: collection.whole.clone(),
            problems: collection.problems.clone(),
        }));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Frees a collection. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_free(collection: Option<Box<kifu_collection>>) {
    ffi::guard((), || drop(collection));
}

/// Returns how many games there are; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_len(collection: Option<&kifu_collection>) -> usize {
    ffi::guard(0, || {
        collection.map_or(0, |own| own.state().collection.len())
    })
}

/// Returns how many nodes all games have together; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_node_count(collection: Option<&kifu_collection>) -> usize {
    ffi::guard(0, || {
        collection.map_or(0, |own| own.state().collection.node_count())
    })
}

/// Gives the root of the game of a number, from 0; `KIFU_NONE` after the last game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_game(
    collection: Option<&kifu_collection>,
    number: usize,
    root: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    ffi::call(|| {
        let root = ffi::out(root)?;
        let state = ffi::handle(collection)?.state();
        let game = state.collection.game(number);
        Ok(ffi::answer(
            root,
            game.map(|game| state.handle(game.root())),
        ))
    })
}

/// Gives the text that was read, in UTF-8; changes are not in it.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_text(
    collection: Option<&kifu_collection>,
    text: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let text = ffi::out(text)?;
        text.write(kifu_str::of(
            ffi::handle(collection)?.state().collection.text(),
        ));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the name of an encoding of the file, in order of appearance; `KIFU_NONE` after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_encoding(
    collection: Option<&kifu_collection>,
    index: usize,
    name: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let name = ffi::out(name)?;
        let charsets = ffi::handle(collection)?
            .state()
            .collection
            .source()
            .charsets();
        let charset = charsets.get(index);
        Ok(ffi::answer(
            name,
            charset.map(|charset| kifu_str::of(charset.name())),
        ))
    })
}

/// Writes why the encoding is in doubt to `buffer`, in the way of `snprintf`; `KIFU_NONE` if it is not. A file in doubt
/// should not be rewritten without naming its encoding.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_doubt(
    collection: Option<&kifu_collection>,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let doubt = ffi::handle(collection)?.state().collection.source().doubt();
        into.answer(doubt.map(|doubt| doubt.to_string()))
    })
}

/// Adds a game of one empty node at the end, and gives its root.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_add_game(
    collection: Option<&mut kifu_collection>,
    root: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    ffi::call(|| {
        let root = ffi::out(root)?;
        let state = ffi::handle(collection)?.change();
        let added = state.collection.add_game().root();
        root.write(state.added(added));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Runs `copy` on a node. In the collection that is changed it is a copy of the node: a second owner of all games would
/// make the change copy them.
pub(crate) fn copied<R>(
    collection: *const kifu_collection,
    from: *const kifu_collection,
    node: impl FnOnce(&State) -> Outcome<Node<'_>>,
    copy: impl FnOnce(Node<'_>) -> Outcome<R>,
) -> Outcome<R> {
    let node = node(ffi::shared(from)?.state())?;
    if !std::ptr::eq(collection, from) {
        return copy(node);
    }
    let mut own = Collection::new();
    let mut game = own.add_game();
    let top = game.graft(game.root(), node)?;
    copy(game.tree().node(top).ok_or(Failure::stale())?)
}

/// Adds a copy of the game of a node of `from` at the end, and gives its root. `from` may be the collection itself.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_add_copy(
    collection: *mut kifu_collection,
    from: *const kifu_collection,
    game: kifu_node,
    root: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    ffi::call(|| {
        let root = ffi::out(root)?;
        let added = copied(
            collection,
            from,
            |state| Ok(state.node(game)?.game().root()),
            |copied| {
                let state = ffi::exclusive(collection)?.change();
                let added = state.collection.add_subtree(copied).root();
                Ok(state.added(added))
            },
        );
        root.write(added?);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Removes the game of a node.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_remove_game(
    collection: Option<&mut kifu_collection>,
    game: kifu_node,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::handle(collection)?;
        collection.state().node(game)?;
        collection.change().remove(game.game)?;
        Ok(kifu_status::KIFU_OK)
    })
}
