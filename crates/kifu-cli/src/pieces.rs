//! Large files in pieces of whole games.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use kifu::syntax::{LineIndex, Position};
use kifu::{Collection, GameReader};

use crate::inputs::Input;
use crate::progress::Counted;

/// Up to this size a file is read as a whole.
const WHOLE: u64 = 8 << 20;

/// How many bytes of games make a piece.
const PIECE: usize = 1 << 20;

/// Games of an input that follow each other.
#[derive(Debug)]
pub(crate) struct Piece {
    /// What people call the input.
    pub(crate) name: Arc<str>,
    /// How many games of the input come before.
    pub(crate) first: usize,
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

    /// Behind further text.
    fn behind(self, text: &[u8]) -> Self {
        let lines = LineIndex::new(text);
        let end = self.shift(lines.position(text, text.len()));
        Self {
            lines: end.line - 1,
            columns: end.column - 1,
        }
    }
}

#[derive(Debug)]
enum Content {
    /// A file that is read when it is worked on.
    Unread(Input),
    Bytes(Vec<u8>),
}

impl Piece {
    /// All of an input.
    pub(crate) fn of(input: Input) -> Self {
        Self {
            name: input.name().into(),
            first: 0,
            is_whole: true,
            before: Before::default(),
            content: Content::Unread(input),
        }
    }

    /// Its bytes.
    pub(crate) fn read(&mut self) -> anyhow::Result<Vec<u8>> {
        match &mut self.content {
            Content::Unread(input) => input.read().with_context(|| self.name.to_string()),
            Content::Bytes(bytes) => Ok(std::mem::take(bytes)),
        }
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
            Content::Unread(Input::Member { bytes, .. }) | Content::Bytes(bytes) => bytes.len(),
            Content::Unread(_) => 0,
        }
    }
}

/// The pieces of a file.
pub(crate) fn of_file(
    path: PathBuf,
    with_places: bool,
) -> Box<dyn Iterator<Item = anyhow::Result<Piece>>> {
    let name: Arc<str> = path.to_string_lossy().into();
    let is_large = path
        .metadata()
        .is_ok_and(|found| !found.is_file() || found.len() > WHOLE);
    if !is_large {
        return Box::new(std::iter::once(Ok(Piece::of(Input::File(path)))));
    }
    match File::open(path) {
        Ok(file) => Box::new(of_stream(name, Counted::new(file), with_places)),
        Err(error) => Box::new(std::iter::once(Err(anyhow!("{name}: {error}")))),
    }
}

/// The pieces of what `input` gives; `with_places` if each is to know where it begins.
pub(crate) fn of_stream<R: Read>(name: Arc<str>, mut input: R, with_places: bool) -> Pieces<R> {
    let mut head = Vec::new();
    let read = input.by_ref().take(WHOLE + 1).read_to_end(&mut head);
    let state = match read {
        Err(error) => State::Failed(error),
        Ok(length) if length as u64 <= WHOLE => State::Whole(head),
        Ok(_) => State::Stream(Box::new(GameReader::new(Cursor::new(head).chain(input)))),
    };
    Pieces {
        name,
        first: 0,
        before: with_places.then(Before::default),
        state,
    }
}

/// The pieces of a stream.
pub(crate) struct Pieces<R> {
    name: Arc<str>,
    first: usize,
    before: Option<Before>,
    state: State<R>,
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
        let piece = |bytes, first, is_whole| Piece {
            name: Arc::clone(&self.name),
            first,
            is_whole,
            before: self.before.unwrap_or_default(),
            content: Content::Bytes(bytes),
        };
        match std::mem::replace(&mut self.state, State::Done) {
            State::Done => None,
            State::Failed(error) => Some(Err(anyhow!("{}: {error}", self.name))),
            State::Whole(bytes) => Some(Ok(piece(bytes, 0, true))),
            State::Stream(mut reader) => match reader.next_bytes(PIECE) {
                Ok(None) => None,
                Ok(Some((bytes, games))) => {
                    let before = self.before.map(|before| before.behind(&bytes));
                    let piece = piece(bytes, self.first, false);
                    self.before = before;
                    self.first += games;
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
