use alloc::vec::Vec;
use std::io::{self, ErrorKind, Read};

use crate::machine::{Machine, State, Step, Window};
use crate::recovery::markers::LOOK_BEHIND;
use crate::{Event, ProblemSink, Span};

/// Initial size of the window, in bytes: enough for a small file.
const FIRST_WINDOW: usize = 8 * 1024;

/// Size to which the window grows for longer input, in bytes.
const WINDOW: usize = 256 * 1024;

/// A pull parser over any [`Read`]: gives the events of a [`Parser`](crate::Parser) for input that is larger than
/// memory.
///
/// It holds a window of the input: at most 256 KiB or, if that is more, five quarters of the longest single value and
/// of the 64 KiB after it that a broken value needs.
/// If a `(` inside of a game looks like the start of the next one, the reader searches for the end of the game, up to
/// [`HORIZON`](crate::HORIZON) bytes ahead, and holds these. A longer game counts as not closed: only there can the
/// events differ from those of a [`Parser`](crate::Parser).
/// The size of the chunks that the input returns does not affect events or problems. After a temporary error of the
/// input, like [`ErrorKind::WouldBlock`], call it again.
///
/// ```
/// use kifu_syntax::{EventKind, Reader};
///
/// let mut reader = Reader::new(&b"(;C[one];C[two])"[..]);
/// let mut comments = Vec::new();
/// while let Some(event) = reader.next_event()? {
///     if event.kind == EventKind::Value {
///         comments.push(reader.bytes(event.span).to_vec());
///     }
/// }
/// assert_eq!(comments, [b"one", b"two"]);
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Reader<R, S: ProblemSink = ()> {
    input: R,
    window: Vec<u8>,
    /// Bytes of the window that are filled.
    filled: usize,
    /// Offset of the window in the input.
    base: usize,
    at_end: bool,
    machine: Machine,
    sink: S,
}

impl<R: Read> Reader<R> {
    /// A reader of a whole collection that ignores problems.
    #[must_use]
    pub fn new(input: R) -> Self {
        Self::with_sink(input, ())
    }
}

impl<R: Read, S: ProblemSink> Reader<R, S> {
    /// A reader of a whole collection that reports problems to `sink`.
    #[must_use]
    pub fn with_sink(input: R, sink: S) -> Self {
        Self {
            input,
            window: Vec::new(),
            filled: 0,
            base: 0,
            at_end: false,
            machine: Machine::new(0, 0, State::Outside),
            sink,
        }
    }

    /// Returns the next event; `None` at the end of the input.
    ///
    /// # Errors
    /// The error of the input. The reader keeps its state and can be called again.
    #[inline]
    pub fn next_event(&mut self) -> io::Result<Option<Event>> {
        loop {
            let window = Window {
                bytes: &self.window[..self.filled],
                base: self.base,
                at_end: self.at_end,
            };
            match self.machine.step_on(window, &mut self.sink) {
                Step::Event(event) => return Ok(Some(event)),
                Step::End => return Ok(None),
                Step::More => self.fill()?,
            }
        }
    }

    /// The bytes of a span of the last event; empty for other spans that have left the window.
    #[must_use]
    pub fn bytes(&self, span: Span) -> &[u8] {
        span.start
            .checked_sub(self.base)
            .zip(span.end.checked_sub(self.base))
            .and_then(|(start, end)| self.window[..self.filled].get(start..end))
            .unwrap_or_default()
    }

    /// Number of open trees after the last event.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.machine.depth()
    }

    /// The offset of the first byte that no event has covered yet.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.machine.offset()
    }

    /// The sink, with the problems received so far.
    pub const fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The sink.
    #[must_use]
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Puts back the event that was read last.
    pub(crate) const fn hold(&mut self, event: Event) {
        self.machine.hold(event);
    }

    /// Drops the bytes already read, and fills the window.
    fn fill(&mut self) -> io::Result<()> {
        self.machine
            .leave_window(&self.window[..self.filled], self.base);
        // The bytes before the offset matter for a `(` after an indent.
        let keep = (self.machine.offset() - self.base).saturating_sub(LOOK_BEHIND);
        self.window.copy_within(keep..self.filled, 0);
        self.filled -= keep;
        self.base += keep;
        let length = self.window.len();
        if length < WINDOW {
            self.grow((length * 2).max(FIRST_WINDOW));
        } else if self.filled > length - length / 5 {
            // Grow in proportion, so that repeated scans take linear time in total.
            self.grow(self.filled + self.filled / 4);
        }
        while self.filled < self.window.len() {
            match self.input.read(&mut self.window[self.filled..]) {
                Ok(0) => {
                    self.at_end = true;
                    break;
                }
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes the window `length` bytes, and no more.
    fn grow(&mut self, length: usize) {
        self.window.reserve_exact(length - self.window.len());
        self.window.resize(length, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookahead::LIMIT;

    #[test]
    fn the_window_is_bounded_by_the_longest_value() {
        for length in [1_000, 200_000, 1_000_000, 5_000_000] {
            let comment = b"(;C[".iter().chain(core::iter::repeat_n(&b'x', length));
            let input = comment.chain(b"];B[aa])").copied().cycle();
            let input = input.take(3 * (length + 12)).collect::<Vec<_>>();
            let mut reader = Reader::new(&input[..]);
            while reader.next_event().expect("a slice can be read").is_some() {}
            let bound = WINDOW.max((length + LIMIT) / 4 * 5);
            assert!(reader.window.capacity() <= bound, "{length}");
        }
    }
}
