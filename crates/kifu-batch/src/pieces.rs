//! Large files in pieces of whole games.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_sgf::{Collection, GameReader};
use kifu_syntax::{EventKind, LineIndex, Parser, Position};

use crate::archive;
use crate::error::{Error, ErrorKind};
use crate::input::{Input, WHOLE_FILE_SIZE, ensure_sign, has_sign, is_stream};
use crate::name::name_of;
use crate::pool::Many;
use crate::progress::{Counted, Progress};
use crate::record::not_sgf;
use crate::translate::into_sgf;

/// Approximate size of a piece of a large file, in bytes.
pub const PIECE_SIZE: usize = 1 << 20;

/// Consecutive games of an input: all of a file, or a part of a large one.
#[derive(Debug)]
pub struct Piece {
    /// The name of the input, as [`name_of`] writes it.
    pub name: Arc<str>,
    /// Number of games of the input before these.
    pub first: usize,
    /// Offset of the piece in the input, in bytes.
    pub start: usize,
    /// Whether these are all games of the input.
    pub is_whole: bool,
    /// The state of the input before the piece, if requested.
    pub before: Before,
    /// Whether its bytes, once read, were converted from another format, and are SGF in UTF-8; see
    /// [`Inputs::translates`](crate::Inputs::translates).
    pub is_converted: bool,
    content: Content,
    progress: Progress,
}

/// The state of an input before a piece.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Line ends before the piece.
    lines: usize,
    /// Characters after the last of them.
    columns: usize,
    first_root: Option<Arc<str>>,
}

impl Before {
    /// Converts a position in the piece to a position in the input.
    #[must_use]
    pub const fn shift(&self, place: Position) -> Position {
        Position {
            line: place.line + self.lines,
            column: if place.line == 1 {
                place.column + self.columns
            } else {
                place.column
            },
        }
    }

    /// The root of the first game of the input without its long values, if that game precedes the piece.
    #[must_use]
    pub fn first_root(&self) -> Option<&str> {
        self.first_root.as_deref()
    }

    /// The state before the games that follow these.
    fn after(&self, text: &[u8]) -> Self {
        let lines = LineIndex::new(text);
        let end = self.shift(lines.position(text, text.len()));
        Self {
            lines: end.line - 1,
            columns: end.column - 1,
            first_root: self.first_root.clone().or_else(|| first_root(text)),
        }
    }
}

/// Maximum length of a value of the first root that is kept: later games are compared by `FF` and `GM` only.
const LONG: usize = 64;

/// The first node of a text, without its long values.
fn first_root(text: &[u8]) -> Option<Arc<str>> {
    let mut root = String::new();
    for event in Parser::new(text) {
        let bytes = &text[event.span.start..event.span.end];
        let content = std::str::from_utf8(bytes).unwrap_or_default();
        match event.kind {
            EventKind::NodeBegin if root.is_empty() => root.push(';'),
            _ if root.is_empty() => {}
            EventKind::Identifier => root.push_str(content),
            EventKind::Value if content.len() <= LONG => {
                root.push('[');
                root.push_str(content);
                root.push(']');
            }
            EventKind::Value => root.push_str("[]"),
            _ => break,
        }
    }
    (!root.is_empty()).then(|| root.into())
}

#[derive(Debug)]
enum Content {
    /// Read as a whole, whatever its size, when it is processed.
    Whole(Input),
    /// Opened when it is processed; it may be too large to read as a whole.
    File {
        path: PathBuf,
        reading: Reading,
    },
    Bytes(Vec<u8>),
}

/// Settings for turning the bytes of an input into pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Each piece knows its position in the input.
    pub(crate) with_places: bool,
    /// Files of other formats become SGF.
    pub(crate) translates: bool,
}

impl Reading {
    /// The bytes of a whole file, converted if requested, and whether they were.
    fn of_whole(self, bytes: Vec<u8>, name: &str, progress: &Progress) -> (Vec<u8>, bool) {
        if !self.translates {
            return (bytes, false);
        }
        let (bytes, notes) = into_sgf(bytes);
        if let Some(notes) = &notes {
            progress.add_notes(name, notes);
        }
        (bytes, notes.is_some())
    }
}

/// The content of a piece.
pub enum Opened {
    /// All its bytes.
    Bytes(Vec<u8>),
    /// The pieces of a large file.
    Pieces(Many<Result<Piece, Error>>),
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => f.debug_tuple("Bytes").field(&bytes.len()).finish(),
            Self::Pieces(_) => f.write_str("Pieces(..)"),
        }
    }
}

impl Piece {
    /// All of an input, read as a whole.
    #[must_use]
    pub fn of(input: Input, progress: Progress) -> Self {
        Self::unread(input.name().into(), Content::Whole(input), progress)
    }

    /// A file.
    pub(crate) fn of_file(path: PathBuf, reading: Reading, progress: Progress) -> Self {
        let name = name_of(&path).into();
        Self::unread(name, Content::File { path, reading }, progress)
    }

    fn unread(name: Arc<str>, content: Content, progress: Progress) -> Self {
        Self {
            name,
            first: 0,
            start: 0,
            is_whole: true,
            before: Before::default(),
            is_converted: false,
            content,
            progress,
        }
    }

    /// Its bytes, or the smaller pieces of a large file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a record.
    pub fn open(&mut self) -> Result<Opened, Error> {
        match &self.content {
            Content::File { path, reading } => {
                let opened = open_file(&self.name, path, *reading, &self.progress);
                let (opened, is_converted) =
                    opened.map_err(|kind| Error::new(&*self.name, kind))?;
                self.is_converted = is_converted;
                Ok(opened)
            }
            Content::Whole(_) | Content::Bytes(_) => self.read().map(Opened::Bytes),
        }
    }

    /// All its bytes, whatever the size.
    ///
    /// # Errors
    /// The file cannot be read, or is not a record.
    pub fn read(&mut self) -> Result<Vec<u8>, Error> {
        match &mut self.content {
            Content::Whole(input) => input.read_record(&self.progress),
            Content::File { path, reading } => {
                let bytes = Input::File(std::mem::take(path)).read(&self.progress)?;
                let (bytes, is_converted) = reading.of_whole(bytes, &self.name, &self.progress);
                self.is_converted = is_converted;
                Ok(bytes)
            }
            Content::Bytes(bytes) => Ok(std::mem::take(bytes)),
        }
    }

    /// Restores the piece after its bytes were read, so that it can be opened again.
    #[must_use]
    pub fn again(self, bytes: Vec<u8>) -> Self {
        match self.content {
            Content::File { ref path, .. } | Content::Whole(Input::File(ref path))
                if !is_stream(path) =>
            {
                self
            }
            Content::File { .. } | Content::Whole(_) | Content::Bytes(_) => Self {
                content: Content::Bytes(bytes),
                ..self
            },
        }
    }

    /// Passes the piece and its bytes to `take`; of a large file, piece by piece.
    ///
    /// # Errors
    /// The first error of `take`.
    pub fn each<E>(
        self,
        mut take: impl FnMut(Result<(Self, Vec<u8>), Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut left: Vec<Many<_>> = vec![Box::new(std::iter::once(Ok(self)))];
        while let Some(pieces) = left.last_mut() {
            let Some(piece) = pieces.next() else {
                left.pop();
                continue;
            };
            match piece.and_then(|mut piece| Ok((piece.open()?, piece))) {
                Ok((Opened::Bytes(bytes), piece)) => take(Ok((piece, bytes)))?,
                Ok((Opened::Pieces(pieces), _)) => left.push(pieces),
                Err(error) => take(Err(error))?,
            }
        }
        Ok(())
    }

    /// Its games, read from its bytes.
    #[must_use]
    pub fn games<'a>(&'a self, collection: &'a Collection) -> Games<'a> {
        Games {
            file: &self.name,
            first: self.first,
            is_whole: self.is_whole,
            collection,
        }
    }

    /// Number of bytes of memory it holds before it is processed.
    #[must_use]
    pub const fn weight(&self) -> usize {
        match &self.content {
            Content::Whole(Input::Member { bytes, .. }) | Content::Bytes(bytes) => bytes.len(),
            Content::Whole(_) | Content::File { .. } => 0,
        }
    }
}

/// Reads a small file, or divides a large one. The flag is set if the bytes were converted from another format.
fn open_file(
    name: &Arc<str>,
    path: &Path,
    reading: Reading,
    progress: &Progress,
) -> Result<(Opened, bool), ErrorKind> {
    let unread = |error| ErrorKind::of_read(path, error);
    let file = File::open(path).map_err(unread)?;
    let found = file.metadata()?;
    progress.add_file();
    let name = Arc::clone(name);
    if !found.is_file() {
        // A pipe can be read only once.
        let progress = progress.clone();
        let pieces = std::iter::once(file).flat_map(move |file| {
            let file = Counted::new(file, progress.clone());
            of_stream(Arc::clone(&name), file, reading, progress.clone())
        });
        return Ok((Opened::Pieces(Box::new(pieces)), false));
    }
    if found.len() <= WHOLE_FILE_SIZE {
        let bytes = read_whole(file, found.len() as usize).map_err(unread)?;
        if bytes.len() as u64 <= WHOLE_FILE_SIZE {
            progress.add_read(bytes.len());
            archive::ensure_unpacked(&bytes)?;
            let (bytes, is_converted) = reading.of_whole(bytes, &name, progress);
            return Ok((Opened::Bytes(bytes), is_converted));
        }
        // The file has grown in the meantime.
    } else {
        let mut head = Vec::new();
        file.take(archive::HEAD as u64).read_to_end(&mut head)?;
        archive::ensure_unpacked(&head)?;
        ensure_sign(path)?;
    }
    // Opened again when its turn comes: many may wait, and file handles are limited.
    let progress = progress.clone();
    let pieces = std::iter::once(path.to_owned()).flat_map(move |path| {
        let (name, progress) = (Arc::clone(&name), progress.clone());
        match File::open(&path) {
            Ok(file) => {
                let file = Counted::new(file, progress.clone());
                of_stream(name, file, reading, progress)
            }
            Err(error) => Pieces::failed(name, ErrorKind::of_read(&path, error), progress),
        }
    });
    Ok((Opened::Pieces(Box::new(pieces)), false))
}

/// All bytes of a file of this length; if it has grown, enough to exceed [`WHOLE_FILE_SIZE`].
fn read_whole(mut file: File, length: usize) -> io::Result<Vec<u8>> {
    // A read with room for one more byte that stops at the length has reached the end: one system call is enough.
    let mut bytes = vec![0; length + 1];
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read?,
    };
    bytes.truncate(read);
    if read != length || length == 0 {
        file.take(WHOLE_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The pieces of a stream.
pub(crate) fn of_stream<R: Read>(
    name: Arc<str>,
    mut input: R,
    reading: Reading,
    progress: Progress,
) -> Pieces<R> {
    let mut head = Vec::new();
    let read = input
        .by_ref()
        .take(WHOLE_FILE_SIZE + 1)
        .read_to_end(&mut head);
    let state = match read {
        Err(error) => State::Failed(error.into()),
        Ok(length) if length as u64 <= WHOLE_FILE_SIZE => {
            let (bytes, is_converted) = reading.of_whole(head, &name, &progress);
            State::Whole(bytes, is_converted)
        }
        // All of it would be held in memory as text before a first game.
        Ok(_) if !has_sign(&head) => State::Failed(not_sgf(&head)),
        Ok(_) => State::Stream(Box::new(GameReader::new(Cursor::new(head).chain(input)))),
    };
    Pieces {
        name,
        first: 0,
        start: 0,
        before: reading.with_places.then(Before::default),
        state,
        progress,
    }
}

/// The pieces of a stream.
pub(crate) struct Pieces<R> {
    name: Arc<str>,
    first: usize,
    start: usize,
    before: Option<Before>,
    state: State<R>,
    progress: Progress,
}

impl<R> Pieces<R> {
    const fn failed(name: Arc<str>, error: ErrorKind, progress: Progress) -> Self {
        Self {
            name,
            first: 0,
            start: 0,
            before: None,
            state: State::Failed(error),
            progress,
        }
    }
}

enum State<R> {
    Failed(ErrorKind),
    /// All bytes, and whether they were converted from another format.
    Whole(Vec<u8>, bool),
    Stream(Box<GameReader<io::Chain<Cursor<Vec<u8>>, R>>>),
    Done,
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = Result<Piece, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = |bytes, is_whole, is_converted| Piece {
            name: Arc::clone(&self.name),
            first: self.first,
            start: self.start,
            is_whole,
            before: self.before.clone().unwrap_or_default(),
            is_converted,
            content: Content::Bytes(bytes),
            progress: self.progress.clone(),
        };
        match std::mem::replace(&mut self.state, State::Done) {
            State::Done => None,
            State::Failed(error) => Some(Err(Error::new(&*self.name, error))),
            State::Whole(bytes, is_converted) => Some(Ok(piece(bytes, true, is_converted))),
            State::Stream(mut reader) => match reader.next_bytes(PIECE_SIZE) {
                Ok(None) => None,
                Ok(Some((bytes, games))) => {
                    let before = self.before.as_ref().map(|before| before.after(&bytes));
                    let length = bytes.len();
                    let piece = piece(bytes, false, false);
                    self.before = before;
                    self.first += games;
                    self.start += length;
                    self.state = State::Stream(reader);
                    Some(Ok(piece))
                }
                Err(error) => Some(Err(Error::new(&*self.name, error))),
            },
        }
    }
}

/// Games passed to a worker.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// The name of the input, as [`name_of`] writes it.
    pub file: &'a str,
    /// Number of games of the input before these.
    pub first: usize,
    /// Whether these are all games of the input.
    pub is_whole: bool,
    /// The games.
    pub collection: &'a Collection,
}
