//! The grammar of the standard. Every way of reading steps this machine.
//!
//! ```text
//! Collection = GameTree { GameTree }              State::Outside
//! GameTree   = "(" Sequence { GameTree } ")"      State::TreeStart, then the node, then State::Variation
//! Sequence   = Node { Node }                      State::Node and what follows it
//! Node       = ";" { Property }                   State::Node
//! Property   = PropIdent PropValue { PropValue }  State::Identifier, then State::Values
//! PropIdent  = UcLetter { UcLetter }              `Machine::property`
//! PropValue  = "[" CValueType "]"                 `Machine::value`
//! ```
//!
//! [`Machine::token`] has one arm for each token that a production allows in a state. Whatever else comes goes to
//! [recovery](crate::recovery), which also answers the two questions that the grammar leaves open in a broken text: does a
//! `(` begin the next game, and which `]` ends a text.
//!
//! The machine sees a *window* of the input and makes one event in each step. If the window ends before the step is
//! decided, the machine answers [`Step::More`], having changed nothing but skipped bytes, and the step is repeated with a
//! larger window. A slice is a window that reaches to the end of the input. A problem is reported only when its step is
//! decided, so that a repeated step does not report twice.
//!
//! `step` is hot: a file of moves has three events in six bytes. Nodes that are only a move are recognized several at a
//! time, other common tokens from the next few bytes ([`fast`](crate::fast)); the rest is out of line.

mod events;
mod value;

pub(crate) use self::value::Scan;

use crate::class::is_space;
use crate::fast::moves::{is_plain_node, plain_row};
use crate::lookahead::{self, Letters, More};
use crate::recovery::{Recovery, markers};
use crate::{Event, EventKind, ProblemKind, ProblemSink, Span};

/// The position of the machine in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Outside of all trees.
    Outside,
    /// After a `(`.
    TreeStart,
    /// After a `;`.
    Node,
    /// After an identifier that has no value yet.
    Identifier,
    /// After a value.
    Values,
    /// After a value whose `]` is missing.
    UnclosedValue,
    /// After the value of a plain node, which is known to be `;X[yz]`.
    PlainEnd,
    /// After a `)`, inside of a tree.
    Variation,
    /// Before the `;` of a plain node.
    PlainNode,
    /// After the `;` of a plain node; `place` is already after the node.
    PlainIdentifier,
    /// After the identifier of a plain node; `place` is already after the node.
    PlainValue,
    /// Before an event that was put back.
    Held,
}

/// The available part of the input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    /// Offset of its first byte in the input.
    pub(crate) base: usize,
    /// Whether it reaches to the end of the input.
    pub(crate) at_end: bool,
}

impl<'a> Window<'a> {
    /// All of an input.
    #[inline]
    pub(crate) const fn whole(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            base: 0,
            at_end: true,
        }
    }

    /// The bytes of `span`.
    pub(crate) fn of(self, span: Span) -> &'a [u8] {
        &self.bytes[span.start - self.base..span.end - self.base]
    }

    /// Offset of its end in the input.
    pub(crate) const fn end(self) -> usize {
        self.base + self.bytes.len()
    }
}

/// Result of reading one token: an event, or nothing if text was skipped.
pub(crate) type Token = Result<Option<Event>, More>;

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Event(Event),
    /// The input ended.
    End,
    /// The window ends too early.
    More,
}

/// Result of an out-of-line step, without the span of its event.
///
/// An event returned through memory, its kind one byte among words, is slow to load as a whole. So its start is
/// returned separately, and its end is stored in the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Called {
    Event(EventKind),
    End,
    More,
}

#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// Offset of the next byte.
    pub(crate) place: usize,
    /// Number of open trees; see also [`Machine::depth`].
    pub(crate) depth: usize,
    pub(crate) state: State,
    /// Number of plain nodes known from `place` on.
    plain_nodes: usize,
    /// Number of `)` to supply before anything else is read.
    pub(crate) missing_ends: usize,
    /// The span of the last `(` or identifier.
    pub(crate) last: Span,
    /// Unexpected text that is not reported yet.
    pub(crate) junk: Option<Span>,
    /// NUL bytes between tokens that are not reported yet.
    pub(crate) nul: Option<Span>,
    /// Whether any tree has begun.
    pub(crate) seen_tree: bool,
    pub(crate) recovery: Recovery,
    /// An event that was put back, and the state after it.
    held: Option<(Event, State)>,
    /// End offset of the event of the last out-of-line step.
    called_end: usize,
}

impl Machine {
    /// A machine that reads from `place` on, in `state`, with `depth` open trees.
    pub(crate) const fn new(place: usize, depth: usize, state: State) -> Self {
        Self {
            place,
            depth,
            state,
            plain_nodes: 0,
            missing_ends: 0,
            last: Span::at(place),
            junk: None,
            nul: None,
            seen_tree: depth > 0,
            recovery: Recovery::new(),
            held: None,
            called_end: 0,
        }
    }

    /// A machine that reads from the tree at `place` on, whose `(` is `length` bytes long, as a game.
    pub(crate) fn at_tree(place: usize, length: usize, begins_with_stones: bool) -> Self {
        let mut machine = Self::new(place, 0, State::Outside);
        let begin = machine.begin_game(length, begins_with_stones);
        machine.hold(begin);
        machine
    }

    /// A machine that reads from the node at `place` on, whose `;` is `length` bytes long.
    pub(crate) fn at_node(place: usize, length: usize) -> Self {
        let mut machine = Self::inside(place);
        let begin = machine.begin_node(length);
        machine.hold(begin);
        machine
    }

    /// A machine that reads the properties from `place` on.
    pub(crate) fn inside(place: usize) -> Self {
        Self {
            recovery: Recovery::of_whole_games(),
            ..Self::new(place, 1, State::Node)
        }
    }

    /// Puts back the event that was just made: the next step makes it again.
    pub(crate) const fn hold(&mut self, event: Event) {
        self.held = Some((event, self.state));
        self.state = State::Held;
    }

    /// Number of open trees after the last event.
    #[inline]
    pub(crate) const fn depth(&self) -> usize {
        match (self.state, self.held) {
            (State::Held, Some((event, _))) => match event.kind {
                EventKind::TreeBegin => self.depth - 1,
                EventKind::TreeEnd => self.depth + 1,
                _ => self.depth,
            },
            _ => self.depth,
        }
    }

    /// Offset after the last event.
    pub(crate) const fn offset(&self) -> usize {
        match (self.state, self.held) {
            (State::PlainIdentifier, _) => self.place - 5,
            (State::PlainValue, _) => self.place - 4,
            (State::Held, Some((event, _))) => event.span.start,
            _ => self.place,
        }
    }

    /// Makes the next event, if the last step may have ended in [`Step::More`]: then there may be text to report.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn step_on<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Step {
        if self.junk.is_some() || self.nul.is_some() {
            let Window {
                bytes,
                base,
                at_end,
            } = window;
            self.step_after_more(bytes, base, at_end, sink)
        } else {
            self.step(window, sink)
        }
    }

    /// Goes on after text to report. The window is passed in registers.
    #[cfg(feature = "std")]
    #[cold]
    fn step_after_more<S: ProblemSink>(
        &mut self,
        bytes: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
        let window = Window {
            bytes,
            base,
            at_end,
        };
        self.step_any(window, sink)
    }

    /// Makes the next event.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "as a call it takes twice the time on files of moves"
    )]
    pub(crate) fn step<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Step {
        match self.state {
            State::PlainIdentifier => {
                self.state = State::PlainValue;
                let span = Span::new(self.place - 5, self.place - 4);
                Step::Event(Event::new(EventKind::Identifier, span))
            }
            State::PlainValue => {
                self.state = match self.plain_nodes {
                    0 => State::PlainEnd,
                    _ => State::PlainNode,
                };
                let span = Span::new(self.place - 3, self.place - 1);
                Step::Event(Event::new(EventKind::Value, span))
            }
            State::PlainNode => {
                self.plain_nodes -= 1;
                Step::Event(self.begin_plain_node(self.place))
            }
            State::Values | State::PlainEnd => {
                let at = self.place - window.base;
                if let Some(count) = plain_row(window.bytes, at) {
                    self.plain_nodes = count - 1;
                } else if !is_plain_node(window.bytes, at) {
                    return self.call(window, sink);
                }
                Step::Event(self.begin_plain_node(self.place))
            }
            _ => self.call(window, sink),
        }
    }

    /// Makes the next event out of line.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is a part of `step`")]
    fn call<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Step {
        let Window {
            bytes,
            base,
            at_end,
        } = window;
        match self.called(bytes, base, at_end, sink) {
            (Called::Event(kind), start) => {
                Step::Event(Event::new(kind, Span::new(start, self.called_end)))
            }
            (Called::End, _) => Step::End,
            (Called::More, _) => Step::More,
        }
    }

    /// Returns the result of an out-of-line step, and the start of its event. The window is passed in registers.
    #[inline(never)]
    fn called<S: ProblemSink>(
        &mut self,
        bytes: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> (Called, usize) {
        let window = Window {
            bytes,
            base,
            at_end,
        };
        match self.step_common(window, sink) {
            Step::Event(Event { kind, span }) => {
                self.called_end = span.end;
                (Called::Event(kind), span.start)
            }
            Step::End => (Called::End, 0),
            Step::More => (Called::More, 0),
        }
    }

    /// Records the identifier of the last plain node; the machine is right after that node.
    #[inline]
    pub(crate) const fn leave_plain_nodes(&mut self) {
        if matches!(self.state, State::PlainEnd) {
            self.last = Span::new(self.place - 5, self.place - 4);
            self.state = State::Values;
        }
    }

    /// Makes the next event, the most common ones first.
    #[inline]
    fn step_common<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Step {
        if let State::Identifier | State::Values = self.state
            && window.bytes.get(self.place - window.base) == Some(&b'[')
        {
            return match self.value(window, sink) {
                Ok(event) => Step::Event(event),
                Err(More) => Step::More,
            };
        }
        if self.missing_ends == 0
            && let Some(event) = self.common_event(window)
        {
            return Step::Event(event);
        }
        self.step_any(window, sink)
    }

    /// Makes the next event, for any input.
    #[inline(never)]
    fn step_any<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Step {
        if let Some((event, state)) = self.held.take() {
            self.state = state;
            return Step::Event(event);
        }
        self.leave_plain_nodes();
        loop {
            if self.missing_ends > 0 {
                return self.supply_tree_end();
            }
            match window.bytes.get(self.place - window.base) {
                Some(&byte) if is_space(byte) => self.place += 1,
                Some(&byte) => match self.token(byte, window, sink) {
                    Ok(Some(event)) => return Step::Event(event),
                    Ok(None) => {}
                    Err(More) => return Step::More,
                },
                None if window.at_end => return self.finish(sink),
                None => return Step::More,
            }
        }
    }

    /// Reads the token that begins with `byte`: one arm for each place of a token in a production.
    fn token<S: ProblemSink>(&mut self, byte: u8, window: Window<'_>, sink: &mut S) -> Token {
        match (self.state, byte) {
            // Collection = . GameTree { . GameTree }
            (State::Outside, b'(') => self.game(window, sink),
            // GameTree = "(" . Sequence, Sequence = Node { . Node }
            (State::TreeStart | State::Node | State::Values, b';') => {
                self.flush(sink);
                Ok(Some(self.begin_node(1)))
            }
            // Node = ";" { . Property }
            (State::Node | State::Values, b'A'..=b'Z') => self.property(window, sink),
            // Property = PropIdent . PropValue { . PropValue }
            (State::Identifier | State::Values, b'[') => self.value(window, sink).map(Some),
            // GameTree = "(" Sequence { . GameTree } ")"
            (State::Node | State::Values | State::Variation, b'(') => self.variation(window, sink),
            // GameTree = "(" Sequence { GameTree } . ")"
            (State::Node | State::Values | State::Variation, b')') => {
                self.flush(sink);
                Ok(Some(self.end_tree()))
            }
            _ => self.repair(byte, window, sink),
        }
    }

    /// Reads a `(` outside of all trees: it begins a game, unless text follows.
    fn game<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Token {
        let after = self.place - window.base + 1;
        if !lookahead::token_follows(window.bytes, after, window.at_end)? {
            return self.repair(b'(', window, sink);
        }
        let begins_with_stones = markers::begins_with_stones(window.bytes, after, window.at_end)?;
        self.flush(sink);
        Ok(Some(self.begin_game(1, begins_with_stones)))
    }

    /// Reads a `(` inside of a tree: it begins a variation or, if this game is not closed, the next game.
    pub(crate) fn variation<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Token {
        let next_game = self.next_game_begins(window)?;
        self.end_token(sink);
        if next_game {
            self.supply_tree_ends(sink);
            return Ok(None);
        }
        if self.state == State::TreeStart {
            self.note_extra_tree(sink);
        }
        Ok(Some(self.begin_tree(1)))
    }

    /// Reads a letter inside of a node: it begins an identifier, unless it is text.
    fn property<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Token {
        let at = self.place - window.base;
        let word = lookahead::word(window.bytes, at, window.at_end)?;
        if word.letters != Letters::Upper || !word.has_value {
            return self.repair(window.bytes[at], window, sink);
        }
        self.flush(sink);
        Ok(Some(self.identifier(&window.bytes[at..word.end])))
    }

    /// The end of the input.
    fn finish<S: ProblemSink>(&mut self, sink: &mut S) -> Step {
        self.end_token(sink);
        if self.depth > 0 {
            self.supply_tree_ends(sink);
            return self.supply_tree_end();
        }
        if !self.seen_tree {
            self.seen_tree = true;
            self.report(ProblemKind::NoGameTree, Span::at(self.place), sink);
        }
        Step::End
    }

    /// Whether [`fast::rows::read`](crate::fast::rows::read) can continue here, with nothing to report.
    #[inline]
    pub(crate) const fn is_ready_for_rows(&self) -> bool {
        matches!(
            self.state,
            State::TreeStart | State::Node | State::Values | State::PlainEnd | State::Variation
        ) && self.missing_ends == 0
            && self.junk.is_none()
            && self.nul.is_none()
    }

    /// Goes on at `place` in `state`, with `depth` open trees.
    #[inline]
    pub(crate) const fn go_on(&mut self, place: usize, depth: usize, state: State) {
        self.place = place;
        self.depth = depth;
        self.state = state;
    }
}
