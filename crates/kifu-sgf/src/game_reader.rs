use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};

use kifu_syntax::{Event, EventKind, Parser};

use crate::encoding::DecodeOptions;
use crate::tree::Collection;

/// What is read at first, and at least what is asked for at a time.
const WINDOW: usize = 256 * 1024;

/// How many bytes must follow the end of a game before it is sure to be one: as far as the parser
/// looks ahead.
const LOOKAHEAD: usize = 64 * 1024;

/// Reads a collection game by game, for files that are larger than memory.
///
/// Each item is a [`Collection`] of one game, with the text before it (and, for the last one, the
/// text behind it): put together, their bytes are the input. It holds the longest game twice at
/// most, and a constant. Input in UTF-16 is read whole, and so is one that has no game.
///
/// ```
/// use kifu_sgf::GameReader;
///
/// let input = &b"(;PB[A];B[aa]) (;PB[B])"[..];
/// let players = GameReader::new(input)
///     .map(|game| Ok(game?.game(0).unwrap().root().simple_text("PB").unwrap().into_owned()))
///     .collect::<std::io::Result<Vec<_>>>()?;
/// assert_eq!(players, ["A", "B"]);
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    options: DecodeOptions,
    buffer: Vec<u8>,
    /// Bytes of the buffer that were handed out.
    taken: usize,
    /// The lengths of the next games, as far as they are known.
    lengths: VecDeque<usize>,
    offset: u64,
    at_end: bool,
    /// Whether the input must be read whole.
    whole: Option<bool>,
}

impl<R: Read> GameReader<R> {
    /// A reader of `input`.
    #[must_use]
    pub fn new(input: R) -> Self {
        Self::with_options(input, DecodeOptions::default())
    }

    /// A reader of `input`, with a say in how it is decoded.
    #[must_use]
    pub const fn with_options(input: R, options: DecodeOptions) -> Self {
        Self {
            input,
            options,
            buffer: Vec::new(),
            taken: 0,
            lengths: VecDeque::new(),
            offset: 0,
            at_end: false,
            whole: None,
        }
    }

    /// Where the next game begins in the input: with the text before it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads until `length` bytes are at hand or the input ends.
    fn fill(&mut self, length: usize) -> io::Result<()> {
        if self.at_end || self.buffer.len() - self.taken >= length {
            return Ok(());
        }
        self.buffer.drain(..self.taken);
        self.taken = 0;
        let mut filled = self.buffer.len();
        self.buffer.resize(length, 0);
        let outcome = loop {
            if filled == length {
                break Ok(());
            }
            match self.input.read(&mut self.buffer[filled..]) {
                Ok(0) => {
                    self.at_end = true;
                    break Ok(());
                }
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.buffer.truncate(filled);
        outcome
    }

    /// The bytes of the next games, and how many games they are: at least `least` bytes unless the input
    /// ends. For those who read games in several threads: [`Collection::from_bytes`] reads them.
    ///
    /// At the end of the input it may be text without a game.
    ///
    /// ```
    /// use kifu_sgf::GameReader;
    ///
    /// let mut reader = GameReader::new(&b"(;B[aa])(;B[bb])\n(;B[cc])"[..]);
    /// assert_eq!(reader.next_bytes(10)?, Some((b"(;B[aa])(;B[bb])".to_vec(), 2)));
    /// assert_eq!(reader.next_bytes(10)?, Some((b"\n(;B[cc])".to_vec(), 1)));
    /// assert_eq!(reader.next_bytes(10)?, None);
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    /// What the input answers.
    pub fn next_bytes(&mut self, least: usize) -> io::Result<Option<(Vec<u8>, usize)>> {
        let mut bytes = Vec::new();
        let mut games = 0;
        while games == 0 || bytes.len() < least {
            let Some(length) = self.next_length()? else {
                break;
            };
            bytes.extend_from_slice(self.take(length));
            games += 1;
        }
        Ok((games > 0).then_some((bytes, games)))
    }

    fn next_game(&mut self) -> io::Result<Option<Collection>> {
        let Some(length) = self.next_length()? else {
            return Ok(None);
        };
        let bytes = self.take(length).to_vec();
        Ok(Some(Collection::from_bytes_with(bytes, &self.options)))
    }

    /// The length of the next game, all of which is in the buffer.
    fn next_length(&mut self) -> io::Result<Option<usize>> {
        if let Some(length) = self.lengths.pop_front() {
            return Ok(Some(length));
        }
        // What is left is enough for most games; a window is read when it is not.
        let mut window = LOOKAHEAD + 1;
        loop {
            self.fill(window)?;
            let rest = &self.buffer[self.taken..];
            let whole = *self.whole.get_or_insert_with(|| {
                rest.starts_with(b"\xFF\xFE")
                    || rest.starts_with(b"\xFE\xFF")
                    || rest.iter().take(16).any(|byte| *byte == 0)
            });
            let limit = if self.at_end {
                usize::MAX
            } else {
                rest.len().saturating_sub(LOOKAHEAD)
            };
            if !whole {
                self.lengths = game_lengths(rest, limit);
            }
            if let Some(length) = self.lengths.pop_front() {
                return Ok(Some(length));
            }
            if self.at_end {
                let left = rest.len();
                return Ok((left > 0).then_some(left));
            }
            window = WINDOW.max(rest.len().saturating_mul(2));
        }
    }

    fn take(&mut self, length: usize) -> &[u8] {
        let start = self.taken;
        self.taken += length;
        self.offset += length as u64;
        &self.buffer[start..self.taken]
    }
}

/// The lengths of the first games in `buffer`: of those that end before `limit` and are followed by
/// another game.
///
/// A game must read the same without what follows: the parser looks ahead. Where it does not, more
/// games belong to it, and the next end to be tried is twice as far, so that trying takes linear
/// time. So does looking ahead, as one parser finds all ends.
fn game_lengths(buffer: &[u8], limit: usize) -> VecDeque<usize> {
    let mut lengths = VecDeque::new();
    let mut parser = Parser::new(buffer);
    // The first event of a piece, and the parser behind it.
    let Some(mut first) = parser.next() else {
        return lengths;
    };
    let mut start = 0;
    let mut piece = parser.clone();
    let mut tried = 0;
    loop {
        parser.skip_game();
        let end = parser.offset();
        let next = match parser.next() {
            Some(event) if event.kind == EventKind::TreeBegin && end < limit => event,
            _ => return lengths,
        };
        if end - start < tried * 2 {
            continue;
        }
        let mut whole = piece.clone();
        let mut events = std::iter::once(first).chain(whole.by_ref());
        let mut own = Parser::new(&buffer[start..end]);
        let same = own.all(|event| {
            let span = event.span.offset_by(start);
            events.next() == Some(Event::new(event.kind, span))
        });
        if same && whole.depth() == 0 && whole.offset() == end {
            lengths.push_back(end - start);
            (start, first, piece, tried) = (end, next, parser.clone(), 0);
        } else {
            tried = end - start;
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<Collection>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}
