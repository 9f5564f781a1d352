//! Large files in pieces of whole games.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use kifu::lint::FirstGame;
use kifu::syntax::{LineIndex, Position};
use kifu::{Collection, GameReader};

use crate::archive;
use crate::inputs::{Input, gives_once};
use crate::name::of_path;
use crate::progress::{self, Counted};
use crate::record::not_sgf;
use crate::run::Many;
use crate::unread::unread;

/// Up to this size a file is read as a whole.
pub(crate) const WHOLE: u64 = 8 << 20;

/// How many bytes of games make a piece.
pub(crate) const PIECE: usize = 1 << 20;

/// Games of an input that follow each other.
#[derive(Debug)]
pub(crate) struct Piece {
    /// What people call the input.
    pub(crate) name: Arc<str>,
    /// How many games of the input come before.
    pub(crate) first: usize,
    /// Where they begin in the input, in bytes.
    pub(crate) start: usize,
    /// Whether these are all games of the input.
    pub(crate) is_whole: bool,
    /// What of the text of the input comes before, if that was asked for.
    pub(crate) before: Before,
    content: Content,
}

/// What comes before a piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    /// Line ends.
    lines: usize,
    /// Characters behind the last of them.
    columns: usize,
    /// What the first game says, if there is one before.
    first_game: Option<FirstGame>,
}

impl Before {
    /// Where a place of the piece is in the input.
    pub(crate) const fn shift(self, place: Position) -> Position {
        Position {
            line: place.line + self.lines,
            column: if place.line == 1 {
                place.column + self.columns
            } else {
                place.column
            },
        }
    }

    /// What the first game of the input says, if it is not in the piece.
    pub(crate) fn first_game(self) -> FirstGame {
        self.first_game.unwrap_or_default()
    }

    /// Behind further games.
    fn behind(self, text: &[u8]) -> Self {
        let lines = LineIndex::new(text);
        let end = self.shift(lines.position(text, text.len()));
        Self {
            lines: end.line - 1,
            columns: end.column - 1,
            first_game: self.first_game.or_else(|| Some(FirstGame::of(text))),
        }
    }
}

#[derive(Debug)]
enum Content {
    /// It is read as a whole, whatever its size, when it is worked on.
    Whole(Input),
    /// It is opened when it is worked on, and may be too large then to be read as a whole.
    File {
        path: PathBuf,
        with_places: bool,
    },
    Bytes(Vec<u8>),
}

/// What a piece turns out to be.
pub(crate) enum Opened {
    Bytes(Vec<u8>),
    /// Of a large file: the pieces that are to be worked on in its place.
    Pieces(Many<anyhow::Result<Piece>>),
}

impl Piece {
    /// All of an input, read as a whole.
    pub(crate) fn of(input: Input) -> Self {
        Self::unread(input.name().into(), Content::Whole(input))
    }

    /// A file; `with_places` if each of its pieces is to know where it begins.
    pub(crate) fn of_file(path: PathBuf, with_places: bool) -> Self {
        let name = of_path(&path).into();
        Self::unread(name, Content::File { path, with_places })
    }

    fn unread(name: Arc<str>, content: Content) -> Self {
        Self {
            name,
            first: 0,
            start: 0,
            is_whole: true,
            before: Before::default(),
            content,
        }
    }

    /// Its bytes, or the smaller pieces that it is made of.
    pub(crate) fn open(&mut self) -> anyhow::Result<Opened> {
        match &self.content {
            Content::File { path, with_places } => {
                open_file(&self.name, path, *with_places).with_context(|| self.name.to_string())
            }
            Content::Whole(_) | Content::Bytes(_) => self.read().map(Opened::Bytes),
        }
    }

    /// All its bytes, however many there are.
    pub(crate) fn read(&mut self) -> anyhow::Result<Vec<u8>> {
        match &mut self.content {
            Content::Whole(input) => input.read_record(),
            Content::File { path, .. } => Input::File(std::mem::take(path)).read(),
            Content::Bytes(bytes) => Ok(std::mem::take(bytes)),
        }
        .with_context(|| self.name.to_string())
    }

    /// The piece as it was before these bytes of it were read: with them, unless they can be read once more.
    pub(crate) fn again(self, bytes: Vec<u8>) -> Self {
        match self.content {
            Content::File { ref path, .. } | Content::Whole(Input::File(ref path))
                if !gives_once(path) =>
            {
                self
            }
            Content::File { .. } | Content::Whole(_) | Content::Bytes(_) => Self {
                content: Content::Bytes(bytes),
                ..self
            },
        }
    }

    /// Gives the piece to `take` with its bytes, or those pieces one by one that a file has become
    /// meanwhile, or why one cannot be read.
    pub(crate) fn each<E>(
        self,
        mut take: impl FnMut(anyhow::Result<(Self, Vec<u8>)>) -> Result<(), E>,
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

    /// Its games, as they were read.
    pub(crate) fn games<'a>(&'a self, collection: &'a Collection) -> Games<'a> {
        Games {
            file: &self.name,
            first: self.first,
            is_whole: self.is_whole,
            collection,
        }
    }

    /// How much memory it takes until it is worked on.
    pub(crate) const fn weight(&self) -> usize {
        match &self.content {
            Content::Whole(Input::Member { bytes, .. }) | Content::Bytes(bytes) => bytes.len(),
            Content::Whole(_) | Content::File { .. } => 0,
        }
    }
}

/// Reads a file as a whole, or says that it is too large for that.
fn open_file(name: &Arc<str>, path: &Path, with_places: bool) -> io::Result<Opened> {
    let file = File::open(path).map_err(|error| unread(path, &error))?;
    let found = file.metadata()?;
    progress::begin_file();
    let name = Arc::clone(name);
    if !found.is_file() {
        // A pipe, which gives its bytes once.
        let pieces = std::iter::once(file)
            .flat_map(move |file| of_stream(Arc::clone(&name), Counted::new(file), with_places));
        return Ok(Opened::Pieces(Box::new(pieces)));
    }
    if found.len() <= WHOLE {
        let bytes = read_whole(file, found.len() as usize).map_err(|error| unread(path, &error))?;
        if bytes.len() as u64 <= WHOLE {
            progress::count(bytes.len());
            archive::ensure_unpacked(&bytes)?;
            return Ok(Opened::Bytes(bytes));
        }
        // It has grown meanwhile.
    } else {
        let mut head = Vec::new();
        file.take(archive::HEAD as u64).read_to_end(&mut head)?;
        archive::ensure_unpacked(&head)?;
        ensure_sign(path)?;
    }
    // Opened again when its turn comes: many may wait, and the system lends few handles.
    let pieces = std::iter::once(path.to_owned()).flat_map(move |path| match File::open(&path) {
        Ok(file) => of_stream(Arc::clone(&name), Counted::new(file), with_places),
        Err(error) => Pieces::failed(Arc::clone(&name), unread(&path, &error)),
    });
    Ok(Opened::Pieces(Box::new(pieces)))
}

/// Passes a file that is not large, or in which there may be a game.
pub(crate) fn ensure_small_or_signed(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() && found.len() > WHOLE => ensure_sign(path),
        // That it cannot be read is said when it is.
        _ => Ok(()),
    }
}

/// Passes a large file in which there may be a game, most often by its first bytes. All of another one would be held in
/// memory as the text before its first game.
fn ensure_sign(path: &Path) -> io::Result<()> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut head = Vec::new();
    loop {
        let bytes = file.fill_buf().map_err(|error| unread(path, &error))?;
        if bytes.is_empty() {
            return Err(io::Error::other(not_sgf(&head)));
        }
        if has_sign(bytes) {
            return Ok(());
        }
        if head.is_empty() {
            head.extend_from_slice(bytes);
        }
        let length = bytes.len();
        file.consume(length);
    }
}

/// Whether there is a sign that every game has, in whatever encoding.
fn has_sign(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, b'(' | b';'))
}

/// All bytes of a file that is said to be so long, or more of them than are read as a whole.
fn read_whole(mut file: File, length: usize) -> io::Result<Vec<u8>> {
    // A read that has room for a byte more and stops there has come to the end: no other need ask.
    let mut bytes = vec![0; length + 1];
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read?,
    };
    bytes.truncate(read);
    if read != length || length == 0 {
        file.take(WHOLE + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The pieces of what `input` gives; `with_places` if each is to know where it begins.
pub(crate) fn of_stream<R: Read>(name: Arc<str>, mut input: R, with_places: bool) -> Pieces<R> {
    let mut head = Vec::new();
    let read = input.by_ref().take(WHOLE + 1).read_to_end(&mut head);
    let state = match read {
        Err(error) => State::Failed(error),
        Ok(length) if length as u64 <= WHOLE => State::Whole(head),
        // What comes behind could not be told from text before a first game, all of which would be held in memory.
        Ok(_) if !has_sign(&head) => State::Failed(io::Error::other(not_sgf(&head))),
        Ok(_) => State::Stream(Box::new(GameReader::new(Cursor::new(head).chain(input)))),
    };
    Pieces {
        name,
        first: 0,
        start: 0,
        before: with_places.then(Before::default),
        state,
    }
}

/// The pieces of a stream.
pub(crate) struct Pieces<R> {
    name: Arc<str>,
    first: usize,
    start: usize,
    before: Option<Before>,
    state: State<R>,
}

impl<R> Pieces<R> {
    const fn failed(name: Arc<str>, error: io::Error) -> Self {
        Self {
            name,
            first: 0,
            start: 0,
            before: None,
            state: State::Failed(error),
        }
    }
}

enum State<R> {
    Failed(io::Error),
    Whole(Vec<u8>),
    Stream(Box<GameReader<io::Chain<Cursor<Vec<u8>>, R>>>),
    Done,
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = anyhow::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = |bytes, is_whole| Piece {
            name: Arc::clone(&self.name),
            first: self.first,
            start: self.start,
            is_whole,
            before: self.before.unwrap_or_default(),
            content: Content::Bytes(bytes),
        };
        match std::mem::replace(&mut self.state, State::Done) {
            State::Done => None,
            State::Failed(error) => Some(Err(anyhow!("{}: {error}", self.name))),
            State::Whole(bytes) => Some(Ok(piece(bytes, true))),
            State::Stream(mut reader) => match reader.next_bytes(PIECE) {
                Ok(None) => None,
                Ok(Some((bytes, games))) => {
                    let before = self.before.map(|before| before.behind(&bytes));
                    let length = bytes.len();
                    let piece = piece(bytes, false);
                    self.before = before;
                    self.first += games;
                    self.start += length;
                    self.state = State::Stream(reader);
                    Some(Ok(piece))
                }
                Err(error) => Some(Err(anyhow!("{}: {error}", self.name))),
            },
        }
    }
}

/// Games as those see them who work on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Games<'a> {
    /// What people call the input.
    pub(crate) file: &'a str,
    /// How many games of the input come before.
    pub(crate) first: usize,
    /// Whether these are all games of the input.
    pub(crate) is_whole: bool,
    pub(crate) collection: &'a Collection,
}
