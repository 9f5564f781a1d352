use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};

use kifu_syntax::{Event, EventKind, HORIZON, Parser, Span, plain};

use crate::encoding::{Charset, DecodeOptions, Source, wide};
use crate::tree::Collection;

/// Size of the first read, and minimum size of later ones, in bytes.
const WINDOW: usize = 256 * 1024;

/// Number of bytes that must follow the end of a game to be sure of it: the look ahead of the parser.
const LOOKAHEAD: usize = 64 * 1024;

/// Number of bytes examined for the encoding of games with little evidence; with the games before them, twice as many.
const AROUND: usize = 64 * 1024;

/// Reads a collection game by game, for files that are larger than memory.
///
/// Each item is a [`Collection`] of one game, with the text before it (the last item also has the text after it). The
/// bytes of all items together are the input. The reader holds the longest game twice at most, and a constant. Input
/// in UTF-16, or without any game, is read whole: then the only item has all games.
///
/// Each game has its own encoding. If neither `CA` nor valid UTF-8 decides it, the games around it count too, as in a
/// [`Collection`] of the whole file, but no more than 64 kB of them on each side. If they suggest another encoding
/// than the game alone, it is read as if the caller had named that
/// ([`Decision::Override`](crate::encoding::Decision::Override)). [`with_options`](Self::with_options) sets the
/// encoding of all games. The reading of invalid bytes, such as the first half of a character before a `]`, depends on
/// that guess, and in rare files so does the end of a game.
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
    /// Number of bytes of the buffer already returned.
    taken: usize,
    /// Lengths of the next games, as far as they are known.
    lengths: VecDeque<usize>,
    /// The guessed encodings of the next games, from these and those around them; empty if not requested.
    guesses: VecDeque<Option<Charset>>,
    /// Start, in the buffer, of the games that the last guess covered: the next guess looks at them too.
    before: usize,
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

    /// Creates a reader of `input` with options for decoding.
    #[must_use]
    pub const fn with_options(input: R, options: DecodeOptions) -> Self {
        Self {
            input,
            options,
            buffer: Vec::new(),
            taken: 0,
            lengths: VecDeque::new(),
            guesses: VecDeque::new(),
            before: 0,
            offset: 0,
            at_end: false,
            whole: None,
        }
    }

    /// Offset of the next game in the input, in bytes, with the text before it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads until the buffer has `length` bytes or the input ends.
    fn fill(&mut self, length: usize) -> io::Result<()> {
        if self.at_end || self.buffer.len() - self.taken >= length {
            return Ok(());
        }
        if self.taken - self.before > AROUND {
            self.before = self.taken;
        }
        self.buffer.drain(..self.before);
        self.taken -= std::mem::take(&mut self.before);
        let mut filled = self.buffer.len();
        let full = self.taken + length;
        self.buffer.resize(full, 0);
        let outcome = loop {
            if filled == full {
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

    /// Returns the bytes of the next games, and the number of games: at least `least` bytes unless the input ends. Use
    /// this to read games in several threads, with [`Collection::from_bytes`].
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
    /// The error of the input.
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
        self.guesses.clear();
        Ok((games > 0).then_some((bytes, games)))
    }

    fn next_game(&mut self) -> io::Result<Option<Collection>> {
        let Some(length) = self.next_length()? else {
            return Ok(None);
        };
        let is_first = self.offset == 0;
        let bytes = self.take(length).to_vec();
        let mut game = self.read_game(bytes, length);
        if !is_first {
            game.follow_others();
        }
        Ok(Some(game))
    }

    /// The game of `bytes`, which were taken last.
    fn read_game(&mut self, bytes: Vec<u8>, length: usize) -> Collection {
        let guess = self.guesses.pop_front();
        let game = Collection::from_bytes_with(bytes, &self.options);
        let source = game.source();
        if source.is_same() {
            return game;
        }
        let all = Span::new(0, source.bytes().len());
        let Some(alone) = guess_in(source, all) else {
            return game;
        };
        let together = guess.unwrap_or_else(|| self.guess(length));
        let Some(charset) = together.filter(|charset| *charset != alone) else {
            return game;
        };
        let bytes = self.buffer[self.taken - length..self.taken].to_vec();
        let options = self.options.with_charset(charset);
        Collection::from_bytes_with(bytes, &options)
    }

    /// Guesses the encoding of the game of `length` that was taken last from the text around it; `None` if it is not a
    /// guess. Stores the result for the games after it.
    fn guess(&mut self, length: usize) -> Option<Charset> {
        let start = self.taken - length;
        if length > AROUND {
            return None;
        }
        if start - self.before > AROUND {
            self.before = start;
        }
        let mut ends = vec![self.taken];
        let mut end = self.taken;
        for length in &self.lengths {
            end += length;
            ends.push(end);
        }
        // The last game of the input has no length yet.
        if self.at_end {
            ends.push(self.buffer.len());
        }
        ends.retain(|end| end - start <= AROUND);
        let before = std::mem::replace(&mut self.before, start);
        let source = Source::new(self.buffer[before..*ends.last()?].to_vec(), &self.options);
        let starts = std::iter::once(start).chain(ends.iter().copied());
        self.guesses = starts
            .zip(&ends)
            .map(|(start, end)| Span::new(start - before, end - before))
            .map(|game| guess_in(&source, game))
            .collect();
        self.guesses.pop_front().flatten()
    }

    /// The length of the next game, all of which is in the buffer.
    fn next_length(&mut self) -> io::Result<Option<usize>> {
        if let Some(length) = self.lengths.pop_front() {
            return Ok(Some(length));
        }
        // The rest of the window is enough for most games; if not, more is read.
        let mut window = LOOKAHEAD + 1;
        loop {
            self.fill(window)?;
            let rest = &self.buffer[self.taken..];
            let whole = *self.whole.get_or_insert_with(|| wide(rest).is_some());
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

/// Returns the guessed encoding of a stretch of bytes; `None` if it has better evidence.
fn guess_in(source: &Source, bytes: Span) -> Option<Charset> {
    let segments = source.segments();
    let first = segments.partition_point(|segment| segment.bytes.end <= bytes.start);
    segments[first..]
        .iter()
        .take_while(|segment| segment.bytes.start < bytes.end)
        .filter(|segment| segment.decision.is_guess())
        .find(|segment| {
            let start = segment.bytes.start.max(bytes.start);
            let end = segment.bytes.end.min(bytes.end);
            !source.bytes()[start..end].is_ascii()
        })
        .map(|segment| segment.charset)
}

/// Interval, in games, between searches for simple games after one that is not: each new parser has its own look
/// ahead.
const TURNS: usize = 32;

/// Returns the lengths of the first games in `buffer`: those that end before `limit` and are followed by another game.
fn game_lengths(buffer: &[u8], limit: usize) -> VecDeque<usize> {
    let limit_from = |start| match limit {
        usize::MAX => limit,
        _ => limit.saturating_sub(start),
    };
    let mut lengths = VecDeque::new();
    let mut start = 0;
    for turn in 0.. {
        while let Some(length) = plain::game_length(&buffer[start..])
            && start + length < limit
        {
            lengths.push_back(length);
            start += length;
        }
        let most = if turn < TURNS { 1 } else { usize::MAX };
        let found = lengths.len();
        lengths.extend(Lengths::new(&buffer[start..], limit_from(start)).take(most));
        if turn == TURNS || lengths.len() == found {
            break;
        }
        start += lengths.back().copied().unwrap_or_default();
    }
    lengths
}

/// Lengths of all games up to the first that does not end before `limit` or is followed by none.
///
/// A game must read the same without the text after it, because the parser looks ahead. If it does not, more games
/// belong to it, and the next end to try is twice as far, which keeps the time linear. Looking ahead is linear too, as
/// one parser finds all ends.
struct Lengths<'a> {
    buffer: &'a [u8],
    limit: usize,
    parser: Parser<'a>,
    start: usize,
    /// The first event of the next game, and the parser after it.
    next: Option<(Event, Parser<'a>)>,
}

impl<'a> Lengths<'a> {
    fn new(buffer: &'a [u8], limit: usize) -> Self {
        let mut parser = Parser::new(buffer);
        let next = parser.next().map(|first| (first, parser.clone()));
        Self {
            buffer,
            limit,
            parser,
            start: 0,
            next,
        }
    }
}

impl Iterator for Lengths<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (first, piece) = self.next.take()?;
        let mut tried = 0;
        loop {
            self.parser.skip_game();
            // A game that is not closed here may be so further on.
            let may_go_on = self.limit < usize::MAX && self.buffer.len() < HORIZON;
            if may_go_on && self.parser.depends_on_end() {
                return None;
            }
            let end = self.parser.offset();
            let next = match self.parser.next() {
                Some(event) if event.kind == EventKind::TreeBegin && end < self.limit => event,
                _ => return None,
            };
            let length = end - self.start;
            if length < tried * 2 || !has_node(self.parser.clone()) {
                continue;
            }
            let mut whole = piece.clone();
            let mut events = std::iter::once(first).chain(whole.by_ref());
            let (mut same, mut is_game) = (true, false);
            // To the end even if they differ: all events together are read faster than one by one.
            Parser::new(&self.buffer[self.start..end]).for_each(|event| {
                let span = event.span.offset_by(self.start);
                same = same && events.next() == Some(Event::new(event.kind, span));
                is_game |= event.kind == EventKind::NodeBegin;
            });
            if !is_game {
                continue;
            }
            if same && whole.depth() == 0 && whole.offset() == end {
                self.start = end;
                self.next = Some((next, self.parser.clone()));
                return Some(length);
            }
            tried = length;
        }
    }
}

/// Whether the tree whose `(` is before `parser` has a node. A tree without nodes is not a game, and belongs to the
/// one before it.
fn has_node(mut parser: Parser<'_>) -> bool {
    let is_parenthesis = |kind| matches!(kind, EventKind::TreeBegin | EventKind::TreeEnd);
    while parser.depth() > 0 {
        match parser.next() {
            Some(event) if is_parenthesis(event.kind) => {}
            event => return event.is_some(),
        }
    }
    false
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<Collection>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}
