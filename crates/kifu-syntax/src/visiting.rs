//! The driver of visitors: one for all sources of events.

use alloc::vec::Vec;
use core::convert::Infallible;
#[cfg(feature = "std")]
use std::io;

#[cfg(feature = "std")]
use crate::IDENTIFIER_LIMIT;
#[cfg(feature = "std")]
use crate::Reader;
use crate::{Context, Event, EventKind, Parser, Part, ProblemSink, Span, Value, Visit, Visitor};

/// A source of events to pull from.
pub(crate) trait Events {
    /// Error of the source.
    type Error;

    /// An identifier that stays while further events are read.
    type Identifier: AsRef<str>;

    /// The next event; `None` at the end.
    fn pull(&mut self) -> Result<Option<Event>, Self::Error>;

    /// The bytes of a span of the last event.
    fn bytes_of(&self, span: Span) -> &[u8];

    /// The identifier on a span of the last event.
    fn identifier(&self, span: Span) -> Self::Identifier;

    /// End offset of the last event, after the closing `]` of a value.
    fn place(&self) -> usize;

    /// Number of open trees.
    fn open_trees(&self) -> usize;

    /// Reads on until fewer than `depth` trees are open; returns the span of the last `)`.
    fn pass_below(&mut self, depth: usize) -> Result<Span, Self::Error> {
        let mut end = Span::default();
        while self.open_trees() >= depth {
            let Some(event) = self.pull()? else { break };
            if event.kind == EventKind::TreeEnd {
                end = event.span;
            }
        }
        Ok(end)
    }
}

impl<'a, S: ProblemSink> Events for Parser<'a, S> {
    type Error = Infallible;
    type Identifier = &'a str;

    #[inline]
    fn pull(&mut self) -> Result<Option<Event>, Infallible> {
        Ok(self.next())
    }

    #[inline]
    fn bytes_of(&self, span: Span) -> &[u8] {
        span.of(self.bytes())
    }

    #[inline]
    fn identifier(&self, span: Span) -> &'a str {
        core::str::from_utf8(span.of(self.bytes())).unwrap_or_default()
    }

    #[inline]
    fn place(&self) -> usize {
        self.offset()
    }

    #[inline]
    fn open_trees(&self) -> usize {
        self.depth()
    }

    fn pass_below(&mut self, depth: usize) -> Result<Span, Infallible> {
        Ok(self.skip_below(depth))
    }
}

impl<'a, S: ProblemSink> Events for Part<'a, S> {
    type Error = Infallible;
    type Identifier = &'a str;

    #[inline]
    fn pull(&mut self) -> Result<Option<Event>, Infallible> {
        Ok(self.next())
    }

    #[inline]
    fn bytes_of(&self, span: Span) -> &[u8] {
        span.of(self.bytes())
    }

    #[inline]
    fn identifier(&self, span: Span) -> &'a str {
        core::str::from_utf8(span.of(self.bytes())).unwrap_or_default()
    }

    #[inline]
    fn place(&self) -> usize {
        self.end()
    }

    #[inline]
    fn open_trees(&self) -> usize {
        self.depth()
    }
}

/// A copy of an identifier, valid after its window is gone.
#[cfg(feature = "std")]
pub(crate) struct Copied {
    bytes: [u8; IDENTIFIER_LIMIT],
    length: usize,
}

#[cfg(feature = "std")]
impl AsRef<str> for Copied {
    fn as_ref(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

#[cfg(feature = "std")]
impl<R: io::Read, S: ProblemSink> Events for Reader<R, S> {
    type Error = io::Error;
    type Identifier = Copied;

    #[inline]
    fn pull(&mut self) -> io::Result<Option<Event>> {
        self.next_event()
    }

    #[inline]
    fn bytes_of(&self, span: Span) -> &[u8] {
        self.bytes(span)
    }

    fn identifier(&self, span: Span) -> Copied {
        let written = self.bytes(span);
        let length = written.len().min(IDENTIFIER_LIMIT);
        let mut bytes = [0; IDENTIFIER_LIMIT];
        bytes[..length].copy_from_slice(&written[..length]);
        Copied { bytes, length }
    }

    #[inline]
    fn place(&self) -> usize {
        self.offset()
    }

    #[inline]
    fn open_trees(&self) -> usize {
        self.depth()
    }
}

/// Number of levels stored without allocation: the collection and 32 trees.
const FEW: usize = 33;

/// An open tree, or the collection around all of them.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    start: usize,
    trees: usize,
    nodes: usize,
}

/// The collection, and each open tree.
#[derive(Debug)]
struct Levels {
    few: [Level; FEW],
    more: Vec<Level>,
    len: usize,
}

impl Levels {
    fn new(len: usize) -> Self {
        let none = Level::default();
        Self {
            few: [none; FEW],
            more: alloc::vec![none; len.saturating_sub(FEW)],
            len,
        }
    }

    fn push(&mut self, level: Level) {
        if let Some(place) = self.few.get_mut(self.len) {
            *place = level;
        } else {
            self.more.push(level);
        }
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Level> {
        self.len = self.len.checked_sub(1)?;
        self.few.get(self.len).copied().or_else(|| self.more.pop())
    }

    /// The innermost level.
    fn last(&mut self) -> &mut Level {
        match self.more.last_mut() {
            Some(level) => level,
            None => &mut self.few[(self.len.max(1) - 1).min(FEW - 1)],
        }
    }
}

pub(crate) struct Visiting<'v, E, V> {
    events: &'v mut E,
    visitor: &'v mut V,
    levels: Levels,
    /// Number of these, counted from the first, that began before the visit.
    begun: usize,
    /// The event that was read but not handled.
    next: Option<Event>,
}

impl<'v, E: Events, V: Visitor> Visiting<'v, E, V> {
    pub(crate) fn new(events: &'v mut E, visitor: &'v mut V) -> Self {
        let begun = events.open_trees() + 1;
        Self {
            levels: Levels::new(begun),
            begun,
            next: None,
            events,
            visitor,
        }
    }

    /// Visits the rest; returns the event that was read but not handled.
    pub(crate) fn run(mut self) -> Result<Option<Event>, E::Error> {
        self.next = self.events.pull()?;
        while let Some(Event { kind, span }) = self.next.take() {
            let visit = match kind {
                EventKind::TreeBegin => self.tree_begin(span),
                EventKind::TreeEnd => self.tree_end(span),
                EventKind::NodeBegin => self.node(span)?,
                EventKind::Identifier | EventKind::Value => Visit::Enter,
            };
            match visit {
                Visit::Enter if self.next.is_none() => self.next = self.events.pull()?,
                Visit::Enter => {}
                Visit::Skip => self.skip_tree()?,
                Visit::Stop => break,
            }
        }
        Ok(self.next)
    }

    /// Visits a property on its own.
    pub(crate) fn run_property(mut self) -> Result<Option<Event>, E::Error> {
        if let Some(Event {
            kind: EventKind::Identifier,
            span,
        }) = self.events.pull()?
        {
            let mut end = span.end;
            let property = Context {
                depth: self.levels.len - 1,
                index: 0,
                start: span.start,
                span,
            };
            self.property(property, &mut end)?;
        }
        Ok(self.next)
    }

    fn tree_begin(&mut self, span: Span) -> Visit {
        let depth = self.levels.len - 1;
        let Level { trees, .. } = self.levels.last();
        let index = *trees;
        *trees += 1;
        let start = span.start;
        self.levels.push(Level {
            start,
            trees: 0,
            nodes: 0,
        });
        self.visitor.tree_begin(Context {
            depth,
            index,
            start,
            span,
        })
    }

    fn tree_end(&mut self, span: Span) -> Visit {
        let Some(Level { start, .. }) = self.levels.pop() else {
            return Visit::Stop;
        };
        if self.levels.len < self.begun {
            self.begun = self.levels.len;
            return Visit::Enter;
        }
        let depth = self.levels.len - 1;
        let index = self.levels.last().trees - 1;
        self.visitor.tree_end(Context {
            depth,
            index,
            start,
            span,
        })
    }

    /// Skips to the end of the innermost open tree or, outside of all, of the input.
    fn skip_tree(&mut self) -> Result<(), E::Error> {
        let depth = self.levels.len - 1;
        if depth == 0 {
            self.next = None;
            while self.events.pull()?.is_some() {}
        } else if !self
            .next
            .is_some_and(|next| next.kind == EventKind::TreeEnd)
        {
            let end = self.events.pass_below(depth)?;
            self.next = Some(Event::new(EventKind::TreeEnd, end));
        }
        Ok(())
    }

    fn node(&mut self, span: Span) -> Result<Visit, E::Error> {
        let depth = self.levels.len - 1;
        let Level { nodes, .. } = self.levels.last();
        let mut node = Context {
            depth,
            index: *nodes,
            start: span.start,
            span,
        };
        *nodes += 1;
        let mut visit = self.visitor.node_begin(node);
        let mut end = span.end;
        let mut index = 0;
        while visit == Visit::Enter {
            if self.next.is_none() {
                self.next = self.events.pull()?;
            }
            let Some(Event {
                kind: EventKind::Identifier,
                span,
            }) = self.next
            else {
                break;
            };
            visit = self.property(
                Context {
                    index,
                    start: span.start,
                    span,
                    ..node
                },
                &mut end,
            )?;
            index += 1;
        }
        if visit == Visit::Skip {
            self.pass(&mut end, |kind| {
                matches!(kind, EventKind::Identifier | EventKind::Value)
            })?;
        }
        if visit == Visit::Stop {
            return Ok(visit);
        }
        node.span = Span::at(end);
        Ok(self.visitor.node_end(node))
    }

    /// Visits the property whose identifier was read; sets `end` to its end.
    fn property(&mut self, mut property: Context, end: &mut usize) -> Result<Visit, E::Error> {
        let identifier = self.events.identifier(property.span);
        let identifier = identifier.as_ref();
        *end = property.span.end;
        self.next = None;
        let mut visit = self.visitor.property_begin(identifier, property);
        let mut index = 0;
        while visit == Visit::Enter {
            self.next = self.events.pull()?;
            let Some(Event {
                kind: EventKind::Value,
                span,
            }) = self.next
            else {
                break;
            };
            *end = self.events.place();
            self.next = None;
            let raw = self.events.bytes_of(span);
            let context = Context {
                index,
                start: span.start,
                span,
                ..property
            };
            visit = self.visitor.value(Value { identifier, raw }, context);
            index += 1;
        }
        if visit == Visit::Skip {
            self.pass(end, |kind| kind == EventKind::Value)?;
        }
        if visit == Visit::Stop {
            return Ok(visit);
        }
        property.span = Span::at(*end);
        Ok(self.visitor.property_end(property))
    }

    /// Passes over events of the kinds that `is_passed`; `end` becomes the offset after the last one.
    fn pass(
        &mut self,
        end: &mut usize,
        is_passed: impl Fn(EventKind) -> bool,
    ) -> Result<(), E::Error> {
        loop {
            if self.next.is_none() {
                self.next = self.events.pull()?;
            }
            if !self.next.is_some_and(|next| is_passed(next.kind)) {
                return Ok(());
            }
            *end = self.events.place();
            self.next = None;
        }
    }
}
