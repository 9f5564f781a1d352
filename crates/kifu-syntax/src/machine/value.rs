//! `PropValue = "[" CValueType "]"`: a value ends at its first `]` that is not escaped.

use memchr::memchr3;

use super::{Machine, State, Window};
use crate::fast::moves::{escape_length, medium_value_length, plainly_goes_on, short_value_length};
use crate::lookahead::{More, has_open_bracket};
use crate::recovery::values::{SHORTEST_SWALLOWED, report_value};
use crate::{Event, EventKind, ProblemSink, Span};

/// A value as found: offsets in the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    /// End offset of the raw value.
    pub(crate) end: usize,
    /// Whether a `]` follows.
    pub(crate) closed: bool,
    /// Whether it contains a `]` that is not escaped.
    pub(crate) extended: bool,
    /// Whether the value, or the text searched for its end, contains a NUL.
    pub(crate) has_nul: bool,
}

impl Scan {
    const fn closed_at(end: usize, has_nul: bool) -> Self {
        Self {
            end,
            closed: true,
            extended: false,
            has_nul,
        }
    }
}

impl Machine {
    /// The value whose `[` is here.
    #[inline]
    pub(super) fn value<S: ProblemSink>(
        &mut self,
        window: Window<'_>,
        sink: &mut S,
    ) -> Result<Event, More> {
        let scan = self.scan_value(window)?;
        self.flush(sink);
        let span = self.take_value(scan, window, sink);
        self.state = if scan.closed {
            State::Values
        } else {
            State::UnclosedValue
        };
        Ok(Event::new(EventKind::Value, span))
    }

    /// Moves past the value that `scan` found, and reports its problems.
    #[inline]
    pub(crate) fn take_value<S: ProblemSink>(
        &mut self,
        scan: Scan,
        window: Window<'_>,
        sink: &mut S,
    ) -> Span {
        let span = Span::new(self.place + 1, window.base + scan.end);
        self.place = window.base + scan.end + usize::from(scan.closed);
        if scan.extended || scan.has_nul || !scan.closed {
            if !scan.closed || scan.extended {
                self.recovery.slip(self.depth);
            }
            report_value(scan, window.of(span), span, sink);
        }
        span
    }

    /// Finds the end of the value whose `[` is here.
    #[inline]
    pub(crate) fn scan_value(&mut self, window: Window<'_>) -> Result<Scan, More> {
        let start = self.place - window.base + 1;
        let rest = window.bytes.get(start..).unwrap_or_default();
        let short = short_value_length(rest);
        let short = short.filter(|length| *length < SHORTEST_SWALLOWED);
        let Some(length) = short.or_else(|| medium_value_length(rest)) else {
            return self.scan_long_value(window);
        };
        let scan = Scan::closed_at(start + length, false);
        let open = || window.bytes[start..scan.end].contains(&b'[');
        if plainly_goes_on(window.bytes, scan.end + 1, open) {
            return Ok(scan);
        }
        self.end_of_doubtful_value(window, scan)
    }

    /// Finds the end of any value.
    fn scan_long_value(&mut self, window: Window<'_>) -> Result<Scan, More> {
        let start = self.place - window.base + 1;
        let mut end = start;
        let mut has_nul = false;
        loop {
            let rest = window.bytes.get(end..).unwrap_or_default();
            let Some(found) = memchr3(b']', b'\\', 0, rest) else {
                if !window.at_end {
                    return Err(More);
                }
                let scan = Scan {
                    closed: false,
                    ..Scan::closed_at(window.bytes.len(), has_nul)
                };
                return Ok(self.end_before_swallowed(scan, window)?.unwrap_or(scan));
            };
            end += found;
            match window.bytes[end] {
                b']' => break,
                b'\\' => end += escape_length(window.bytes, end),
                _ => {
                    has_nul = true;
                    end += 1;
                }
            }
        }
        let scan = Scan::closed_at(end, has_nul);
        if let Some(scan) = self.end_before_swallowed(scan, window)? {
            return Ok(scan);
        }
        let value = &window.bytes[start..end];
        if plainly_goes_on(window.bytes, end + 1, || has_open_bracket(value)) {
            return Ok(scan);
        }
        self.end_of_doubtful_value(window, scan)
    }
}
