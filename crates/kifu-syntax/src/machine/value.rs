//! Values: where they end, and what is wrong with them.

use memchr::memchr3;

use super::{Machine, State};
use crate::class::is_blank;
use crate::lookahead::{self, More, Reach};
use crate::next_game::{
    GameSigns, SHORTEST_SWALLOWED, Swallowed, end_of_points, opens_game_in_line, swallowed_game,
};
use crate::shortcut::{escape_length, medium_value_length, plainly_goes_on, short_value_length};
use crate::{Event, EventKind, Problem, ProblemKind, ProblemSink, Span};

impl Machine {
    /// A value that belongs to no identifier: a gap.
    pub(super) fn stray_value<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Result<Option<Event>, More> {
        let scan = self.scan_value(window, base, at_end)?;
        self.flush(sink);
        let start = self.place;
        let inner = self.take_value(scan, window, base, sink);
        let end = self.place.max(inner.end);
        self.report(
            ProblemKind::ValueWithoutIdentifier,
            Span::new(start, end),
            sink,
        );
        Ok(None)
    }

    /// The value whose `[` stands here.
    #[inline]
    pub(super) fn value<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Result<Event, More> {
        let scan = self.scan_value(window, base, at_end)?;
        self.flush(sink);
        let span = self.take_value(scan, window, base, sink);
        self.state = if scan.closed {
            State::Values
        } else {
            State::UnclosedValue
        };
        Ok(Event::new(EventKind::Value, span))
    }

    /// Moves after the value that `scan` found, and reports what is wrong with it.
    #[inline]
    fn take_value<S: ProblemSink + ?Sized>(
        &mut self,
        scan: Scan,
        window: &[u8],
        base: usize,
        sink: &mut S,
    ) -> Span {
        let span = Span::new(self.place + 1, base + scan.end);
        self.place = base + scan.end + usize::from(scan.closed);
        if scan.extended || scan.has_nul || !scan.closed {
            if !scan.closed || scan.extended {
                self.slipped = self.depth;
            }
            report_value(scan, &window[span.start - base..scan.end], span, sink);
        }
        span
    }

    /// Finds the end of the value whose `[` stands here.
    #[inline]
    fn scan_value(&mut self, window: &[u8], base: usize, at_end: bool) -> Result<Scan, More> {
        let start = self.place - base + 1;
        let rest = window.get(start..).unwrap_or_default();
        let short = short_value_length(rest);
        let short = short.filter(|length| *length < SHORTEST_SWALLOWED);
        if let Some(length) = short.or_else(|| medium_value_length(rest)) {
            let end = start + length;
            let scan = Scan {
                end,
                closed: true,
                extended: false,
                has_nul: false,
            };
            let open = || window[start..end].contains(&b'[');
            if plainly_goes_on(window, end + 1, open) {
                return Ok(scan);
            }
            return self.scan_unsure(window, base, at_end, scan);
        }
        self.scan_long_value(window, base, at_end)
    }

    /// Finds the end of any value.
    fn scan_long_value(&mut self, window: &[u8], base: usize, at_end: bool) -> Result<Scan, More> {
        let start = self.place - base + 1;
        let mut place = start;
        let mut has_nul = false;
        loop {
            let rest = window.get(place..).unwrap_or_default();
            let Some(found) = memchr3(b']', b'\\', 0, rest) else {
                if !at_end {
                    return Err(More);
                }
                return Ok(Scan {
                    end: window.len(),
                    closed: false,
                    extended: false,
                    has_nul,
                });
            };
            place += found;
            match window[place] {
                b']' => break,
                b'\\' => place += escape_length(window, place),
                _ => {
                    has_nul = true;
                    place += 1;
                }
            }
        }
        let scan = Scan {
            end: place,
            closed: true,
            extended: false,
            has_nul,
        };
        let value = &window[start..place];
        if let Some(swallowed) = swallowed_game(value)
            && let Some(end) =
                self.end_before_game(swallowed, start, place, window, base, at_end)?
        {
            return Ok(Scan {
                end,
                closed: false,
                ..scan
            });
        }
        let open = || lookahead::has_open_bracket(value);
        if plainly_goes_on(window, place + 1, open) {
            return Ok(scan);
        }
        self.scan_unsure(window, base, at_end, scan)
    }

    /// Where the value of the window from `start` to `end` ends before the game that it has swallowed.
    ///
    /// Where a line begins with that game the value was cut off. Elsewhere it may quote one: so it ends there only if
    /// this game is not closed, and the property holds no text or the node says more.
    #[cold]
    fn end_before_game(
        &mut self,
        swallowed: Swallowed,
        start: usize,
        end: usize,
        window: &[u8],
        base: usize,
        at_end: bool,
    ) -> Result<Option<usize>, More> {
        let tree = start + swallowed.tree;
        let holds_no_text = self.holds_no_text(window, base);
        let is_cut_off = swallowed.is_plain || base + end >= self.known_end() || {
            let is_sign = holds_no_text
                || (swallowed.may_be_game
                    && opens_game_in_line(window, tree, at_end, GameSigns::ALL)?);
            is_sign && self.may_cut(base + tree, self.depth > 1, window, base, at_end)?
        };
        Ok(is_cut_off.then(|| {
            if holds_no_text {
                start + end_of_points(&window[start..end], swallowed.tree)
            } else {
                tree
            }
        }))
    }

    /// The `]` at the end of `scan` is followed by something unusual: is it the one that was
    /// meant? Where there can be no text, it is.
    #[cold]
    fn scan_unsure(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        scan: Scan,
    ) -> Result<Scan, More> {
        if self.holds_no_text(window, base) {
            return Ok(scan);
        }
        let start = self.place - base + 1;
        let open = || lookahead::has_open_bracket(&window[start..scan.end]);
        if lookahead::node_goes_on(window, scan.end + 1, at_end, open)? {
            return Ok(scan);
        }
        // `B[aa]]`: a `]` too many.
        let next = window[scan.end + 1..]
            .iter()
            .copied()
            .find(|byte| !is_blank(*byte));
        if next == Some(b']') && !open() {
            return Ok(scan);
        }
        let (reach, stops) = self.searched;
        if reach > base + scan.end && stops {
            return Ok(scan);
        }
        let from = (scan.end + 1).max(reach.saturating_sub(base));
        let end = self.known_end.saturating_sub(base);
        match lookahead::closing_bracket(window, scan.end, from, end, at_end)? {
            Reach::Closes(end) => Ok(Scan {
                end,
                extended: true,
                ..scan
            }),
            Reach::Stops(place) => {
                self.searched = (base + place, true);
                Ok(scan)
            }
            Reach::Open(place) => {
                self.searched = (base + place, false);
                Ok(scan)
            }
        }
    }
}

/// A value as found: places in the window.
#[derive(Clone, Copy, Debug)]
struct Scan {
    /// Where the raw value ends.
    end: usize,
    /// Whether a `]` stands there.
    closed: bool,
    /// Whether it reaches over a `]` that was not escaped.
    extended: bool,
    /// Whether there is a NUL in it (or in what was read looking for its end).
    has_nul: bool,
}

#[cold]
fn report_value<S: ProblemSink + ?Sized>(scan: Scan, value: &[u8], span: Span, sink: &mut S) {
    let mut place = 0;
    while let Some(found) = value
        .get(place..)
        .and_then(|rest| memchr3(b']', b'\\', 0, rest))
    {
        place += found;
        match value[place] {
            b'\\' => place += escape_length(value, place),
            b']' => {
                let here = Span::new(place, place + 1).offset_by(span.start);
                sink.problem(Problem::new(ProblemKind::UnescapedBracket, here));
                place += 1;
            }
            _ => {
                let run = value[place..].iter().take_while(|byte| **byte == 0).count();
                let here = Span::new(place, place + run).offset_by(span.start);
                sink.problem(Problem::new(ProblemKind::NulByte, here));
                place += run;
            }
        }
    }
    if !scan.closed {
        sink.problem(Problem::new(
            ProblemKind::UnterminatedValue,
            Span::at(span.end),
        ));
    }
}
