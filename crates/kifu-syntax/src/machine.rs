//! The one grammar, the one code path: every way of reading steps this machine.
//!
//! The machine sees a *window* of the input and makes one event a step. When the window ends
//! before the step can be decided it says so, having changed nothing but skipped bytes, and the
//! step is taken again with a larger window. A slice is a window that reaches to the end.
//!
//! ADVICE FOR HACKERS. `step` is the hot path: move-heavy files give three events for every six
//! bytes. What is common is decided there by looking at a row of moves or at the next few bytes;
//! everything else goes through the cold functions, which may take their time but must stay linear: a look
//! ahead is bounded, and what a failed search for a `]` has seen is remembered in `searched`, so
//! that it is not seen again. A problem is reported only when its step is decided: a step that is
//! taken again must not report twice.

mod value;

use crate::class::{is_letter, is_space};
use crate::lookahead::{self, Letters, More};
use crate::next_game::GameSigns;
use crate::recovery::Cuts;
use crate::shortcut::{behind_line_break, is_plain_node, plain_move, plain_row, short_identifier};
use crate::{Event, EventKind, PLAIN_NODE, Problem, ProblemKind, ProblemSink, Span, next_game};

/// Where in the grammar the machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Outside of every tree.
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
    /// After a value, which is that of a plain node; see [`State::PlainNode`].
    PlainEnd,
    /// After a `)`, inside of a tree.
    Variation,
    /// Before the `;` of a node that is known to be `;X[yz]`.
    PlainNode,
    /// After the `;` of such a node; `place` is already after it.
    PlainIdentifier,
    /// After the identifier of such a node.
    PlainValue,
    /// Before an event that was made already.
    Held,
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Event(Event),
    /// The input is read to its end.
    End,
    /// The window ends too early.
    More,
}

/// What a step that was called came to, but for the span of its event.
///
/// An event that is put together in memory, its kind a byte among words, is slow to be picked up again as a
/// whole. So its start comes back beside this, and its end is left in the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Called {
    Event(EventKind),
    End,
    More,
}

/// What is known of the games that are not closed.
#[derive(Clone, Debug)]
enum Recovery {
    /// It is not asked for: a `(` inside of a tree begins a variation.
    Off,
    /// Nothing has made it worth a question yet.
    Unasked,
    Asked(Cuts),
}

/// How far the last search for the `]` of a text went in vain, and whether it was final.
type Searched = (usize, bool);

#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// Offset of the next byte.
    pub(crate) place: usize,
    /// How many trees are open; see also [`Machine::depth`].
    depth: usize,
    pub(crate) state: State,
    /// How many nodes are known to be `;X[yz]`, from `place` on.
    plain_nodes: usize,
    /// How many `)` are to be supplied before anything else is read.
    missing_ends: usize,
    /// The span of the last `(` or identifier.
    last: Span,
    /// Whether that identifier, where it has left the window, is of a property that never holds text.
    left_holds_no_text: bool,
    /// Text that means nothing, collected until something meaningful comes.
    junk: Option<Span>,
    /// NUL bytes between tokens, collected likewise.
    nul: Option<Span>,
    searched: Searched,
    /// No value ends after this place: what lies there is not searched.
    known_end: usize,
    /// Where the next game may begin inside of this one.
    recovery: Recovery,
    /// How many of the open trees, the outermost ones, have broken the grammar so far.
    slipped: usize,
    /// Whether the tree that was closed last did.
    has_left_slip: bool,
    /// Whether any tree has begun.
    seen_tree: bool,
    /// What this game tells of the next one.
    signs: GameSigns,
    /// How many trees are open where nodes belong to no variation: one, and those whose `(` is one too many.
    trunk_depth: usize,
    /// An event made already, and the state after it.
    held: Option<(Event, State)>,
    /// Where the event ends that was made by a call.
    called_end: usize,
}

impl Machine {
    /// The machine that reads from `place` on, standing in `state` at `depth`.
    pub(crate) const fn new(place: usize, depth: usize, state: State) -> Self {
        Self {
            place,
            depth,
            state,
            plain_nodes: 0,
            missing_ends: 0,
            last: Span::at(place),
            left_holds_no_text: false,
            junk: None,
            nul: None,
            searched: (0, false),
            known_end: usize::MAX,
            recovery: Recovery::Unasked,
            slipped: 0,
            has_left_slip: false,
            seen_tree: depth > 0,
            signs: GameSigns::NONE,
            trunk_depth: 1,
            held: None,
            called_end: 0,
        }
    }

    /// The machine that reads from the tree at `place` on, whose `(` is `length` bytes. It is read as a game.
    pub(crate) fn at_tree(place: usize, length: usize, begins_with_stones: bool) -> Self {
        let begin = Event::new(EventKind::TreeBegin, Span::new(place, place + length));
        let mut machine = Self::new(place + length, 1, State::TreeStart).holding(begin);
        machine.last = begin.span;
        machine.signs.begins_with_stones = begins_with_stones;
        machine
    }

    /// The machine that reads from the node at `place` on, whose `;` is `length` bytes.
    pub(crate) fn at_node(place: usize, length: usize) -> Self {
        let begin = Event::new(EventKind::NodeBegin, Span::new(place, place + length));
        Self::inside(place + length).holding(begin)
    }

    /// The machine that reads the properties from `place` on.
    pub(crate) fn inside(place: usize) -> Self {
        Self {
            recovery: Recovery::Off,
            ..Self::new(place, 1, State::Node)
        }
    }

    /// This machine in its state, which takes no `(` inside of a tree for the next game.
    pub(crate) fn by_the_grammar(&self) -> Self {
        Self {
            recovery: Recovery::Off,
            known_end: usize::MAX,
            ..self.clone()
        }
    }

    /// The machine that is told that no value it will meet ends after `end`.
    pub(crate) const fn limit(&mut self, end: usize) {
        self.known_end = end;
    }

    /// The place after which no value ends.
    #[inline]
    pub(crate) const fn known_end(&self) -> usize {
        self.known_end
    }

    /// Whether games are told apart in what is left because one of them is not closed where the input ends.
    pub(crate) fn depends_on_end(&self) -> bool {
        matches!(&self.recovery, Recovery::Asked(cuts) if cuts.go_to_the_end())
    }

    /// Whether the tree that was closed last has broken the grammar.
    pub(crate) const fn has_left_slip(&self) -> bool {
        self.has_left_slip
    }

    /// Notes that no more than `depth` trees are left open.
    #[inline]
    pub(crate) const fn settle(&mut self, depth: usize) {
        if self.slipped > depth {
            self.slipped = depth;
        }
    }

    /// How far the searches for the `]` of a text went in vain.
    #[cfg(test)]
    pub(crate) const fn searched(&self) -> usize {
        self.searched.0
    }

    fn holding(mut self, event: Event) -> Self {
        self.hold(event);
        self
    }

    /// Puts back the event that was just made: the next step makes it again.
    pub(crate) const fn hold(&mut self, event: Event) {
        self.held = Some((event, self.state));
        self.state = State::Held;
    }

    /// How many trees are open after the last event.
    #[inline]
    pub(crate) const fn depth(&self) -> usize {
        match self.state {
            State::Held => self.depth_before_held(),
            _ => self.depth,
        }
    }

    const fn depth_before_held(&self) -> usize {
        match self.held {
            Some((event, _)) if matches!(event.kind, EventKind::TreeBegin) => self.depth - 1,
            Some((event, _)) if matches!(event.kind, EventKind::TreeEnd) => self.depth + 1,
            _ => self.depth,
        }
    }

    /// The same step as [`step`](Self::step), which may have been begun in a window that ended too early: then there
    /// may be text to report.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn step_on<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
        if self.junk.is_some() || self.nul.is_some() {
            self.step_any(window, base, at_end, sink)
        } else {
            self.step(window, base, at_end, sink)
        }
    }

    /// Makes the next event. `window` begins at offset `base` of the input; `at_end` says that
    /// nothing comes after it.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "as a call it takes twice the time on files of moves"
    )]
    pub(crate) fn step<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
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
                let at = self.place - base;
                if let Some(count) = plain_row(window, at) {
                    self.plain_nodes = count - 1;
                } else if !is_plain_node(window, at) {
                    return self.call(window, base, at_end, sink);
                }
                Step::Event(self.begin_plain_node(self.place))
            }
            _ => self.call(window, base, at_end, sink),
        }
    }

    /// Takes a step by a call.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is a part of `step`")]
    fn call<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
        match self.called(window, base, at_end, sink) {
            (Called::Event(kind), start) => {
                Step::Event(Event::new(kind, Span::new(start, self.called_end)))
            }
            (Called::End, _) => Step::End,
            (Called::More, _) => Step::More,
        }
    }

    /// The step that is called, and where its event begins.
    #[inline(never)]
    fn called<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> (Called, usize) {
        match self.step_common(window, base, at_end, sink) {
            Step::Event(Event { kind, span }) => {
                self.called_end = span.end;
                (Called::Event(kind), span.start)
            }
            Step::End => (Called::End, 0),
            Step::More => (Called::More, 0),
        }
    }

    /// Notes the identifier of the last plain node, after which it stands.
    #[inline]
    pub(crate) const fn leave_plain_nodes(&mut self) {
        if matches!(self.state, State::PlainEnd) {
            self.last = Span::new(self.place - 5, self.place - 4);
            self.state = State::Values;
        }
    }

    /// The step for what comes next most often.
    #[inline]
    fn step_common<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
        if let State::Identifier | State::Values = self.state
            && window.get(self.place - base) == Some(&b'[')
        {
            return match self.value(window, base, at_end, sink) {
                Ok(event) => Step::Event(event),
                Err(More) => Step::More,
            };
        }
        if self.missing_ends == 0
            && let Some(event) = self.plain_event(window, base, at_end)
        {
            return Step::Event(event);
        }
        self.step_any(window, base, at_end, sink)
    }

    /// A short identifier with its value right after it, a move, a `(` or a `)`, at most one line break
    /// before it, where nothing is to be reported.
    #[inline]
    fn plain_event(&mut self, window: &[u8], base: usize, at_end: bool) -> Option<Event> {
        let rest = behind_line_break(window.get(self.place - base..)?);
        let at = window.len() - rest.len();
        let start = base + at;
        match (rest.first()?, self.state) {
            (b'A'..=b'Z', State::Values | State::PlainEnd | State::Node) => {
                let length = short_identifier(rest)?;
                let span = Span::new(start, start + length);
                self.place = span.end;
                self.last = span;
                self.note_game_info(&rest[..length], self.depth);
                self.state = State::Identifier;
                Some(Event::new(EventKind::Identifier, span))
            }
            (b';', State::Values | State::PlainEnd | State::TreeStart) => {
                if let Some(count) = plain_row(window, at) {
                    self.plain_nodes = count - 1;
                } else if plain_move(window, at).is_none() {
                    return None;
                }
                Some(self.begin_plain_node(start))
            }
            (b'(', State::Values | State::PlainEnd | State::Variation)
                if next_game::next_game_begins(window, at, at_end, self.signs()) == Ok(false) =>
            {
                self.place = start;
                Some(self.begin_tree(1))
            }
            (b')', State::Values | State::PlainEnd | State::Variation) => {
                self.place = start + 1;
                self.leave_tree();
                Some(Event::new(EventKind::TreeEnd, Span::new(start, start + 1)))
            }
            _ => None,
        }
    }

    /// The `;` at offset `start` of a node that is known to be `;X[yz]`.
    #[inline]
    const fn begin_plain_node(&mut self, start: usize) -> Event {
        self.place = start + PLAIN_NODE;
        self.state = State::PlainIdentifier;
        Event::new(EventKind::NodeBegin, Span::new(start, start + 1))
    }

    /// The step for whatever comes.
    #[inline(never)]
    fn step_any<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Step {
        if let Some((event, state)) = self.held.take() {
            self.state = state;
            return Step::Event(event);
        }
        self.leave_plain_nodes();
        loop {
            if self.missing_ends > 0 {
                return self.supply_tree_end();
            }
            let at = self.place - base;
            let Some(&byte) = window.get(at) else {
                return if at_end {
                    self.finish(sink)
                } else {
                    Step::More
                };
            };
            let outcome = match byte {
                b'[' if matches!(self.state, State::Identifier | State::Values) => {
                    self.value(window, base, at_end, sink).map(Some)
                }
                _ if is_space(byte) => {
                    self.place += 1;
                    continue;
                }
                0 => {
                    let start = self.nul.map_or(self.place, |nul| nul.start);
                    self.place += 1;
                    self.nul = Some(Span::new(start, self.place));
                    continue;
                }
                _ if self.state == State::Outside => self.outside(byte, window, base, at_end, sink),
                b';' => Ok(Some(self.semicolon(sink))),
                b'(' => self.open(window, base, at_end, sink),
                b')' => Ok(Some(self.close(sink))),
                b'[' => self.stray_value(window, base, at_end, sink),
                _ if is_letter(byte) => self.letters(window, base, at_end, sink),
                _ => {
                    self.skip(1);
                    continue;
                }
            };
            match outcome {
                Ok(Some(event)) => return Step::Event(event),
                Ok(None) => {}
                Err(More) => return Step::More,
            }
        }
    }

    /// Offset after the last event.
    pub(crate) const fn offset(&self) -> usize {
        match self.state {
            State::PlainIdentifier => self.place - 5,
            State::PlainValue => self.place - 4,
            State::Held => match self.held {
                Some((event, _)) => event.span.start,
                None => self.place,
            },
            _ => self.place,
        }
    }

    /// Takes `length` bytes for unexpected text.
    fn skip(&mut self, length: usize) {
        let start = self.junk.map_or(self.place, |junk| junk.start);
        self.place += length;
        self.junk = Some(Span::new(start, self.place));
    }

    /// Reports what was collected.
    #[inline]
    fn flush<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) {
        if self.junk.is_some() || self.nul.is_some() {
            self.flush_collected(sink);
        }
    }

    #[cold]
    fn flush_collected<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) {
        if let Some(span) = self.nul.take() {
            self.slipped = self.depth;
            self.report(ProblemKind::NulByte, span, sink);
        }
        if let Some(span) = self.junk.take() {
            let kind = match (self.state, self.seen_tree) {
                (State::Outside, false) => ProblemKind::TextBeforeTree,
                (State::Outside, true) => ProblemKind::TextBetweenTrees,
                _ => ProblemKind::UnexpectedText,
            };
            self.report(kind, span, sink);
        }
    }

    /// Reports a problem.
    #[cold]
    fn report<S: ProblemSink + ?Sized>(&mut self, kind: ProblemKind, span: Span, sink: &mut S) {
        if kind.breaks_grammar() {
            self.slipped = self.depth;
        }
        sink.problem(Problem::new(kind, span));
    }

    /// Reports an identifier that got no value.
    #[inline]
    fn end_property<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) {
        if self.state == State::Identifier {
            self.report(ProblemKind::IdentifierWithoutValue, self.last, sink);
        }
    }

    fn supply_tree_end(&mut self) -> Step {
        self.missing_ends -= 1;
        self.leave_tree();
        Step::Event(Event::new(EventKind::TreeEnd, Span::at(self.place)))
    }

    /// Whether it stands where [`plain::read`](crate::plain::read) goes on, and has nothing to report.
    #[inline]
    pub(crate) const fn is_ready_for_plain(&self) -> bool {
        matches!(
            self.state,
            State::TreeStart | State::Node | State::Values | State::PlainEnd | State::Variation
        ) && self.missing_ends == 0
            && self.junk.is_none()
            && self.nul.is_none()
    }

    /// Whether the value met here belongs to a property that never holds text.
    fn holds_no_text(&self, window: &[u8], base: usize) -> bool {
        let is_known = matches!(self.state, State::Identifier | State::Values);
        is_known && self.last_holds_no_text(window, base)
    }

    /// The same of the last identifier.
    fn last_holds_no_text(&self, window: &[u8], base: usize) -> bool {
        let start = self.last.start.checked_sub(base);
        let name = start.and_then(|start| window.get(start..self.last.end - base));
        name.map_or(self.left_holds_no_text, lookahead::holds_no_text)
    }

    /// Keeps what must be known of the last identifier, before it may leave the window.
    #[cfg(feature = "std")]
    pub(crate) fn leave_window(&mut self, window: &[u8], base: usize) {
        self.left_holds_no_text = self.last_holds_no_text(window, base);
    }

    /// Notes the property `identifier` of a node, `depth` trees being open.
    #[inline]
    pub(crate) const fn note_game_info(&mut self, identifier: &[u8], depth: usize) {
        if depth == self.trunk_depth && next_game::is_game_info(identifier) {
            self.signs.has_game_info = true;
        }
    }

    /// By which signs a `(` may be that of the next game. In a part that is told its end each of them makes it
    /// worth a look.
    #[inline]
    pub(crate) const fn signs(&self) -> GameSigns {
        match self.known_end {
            usize::MAX => self.signs,
            _ => GameSigns::ALL,
        }
    }

    /// The span of the last `(` or identifier.
    #[inline]
    pub(crate) const fn set_last(&mut self, last: Span) {
        self.last = last;
    }

    /// Goes on at `place` in `state`, with `depth` trees open.
    #[inline]
    pub(crate) const fn go_on(&mut self, place: usize, depth: usize, state: State) {
        self.place = place;
        self.depth = depth;
        self.state = state;
    }

    #[inline]
    fn leave_tree(&mut self) {
        self.has_left_slip = self.slipped == self.depth;
        self.depth -= 1;
        self.settle(self.depth);
        self.state = if self.depth == 0 {
            State::Outside
        } else {
            State::Variation
        };
    }

    fn finish<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) -> Step {
        self.flush(sink);
        if self.depth > 0 {
            self.end_property(sink);
            self.report(ProblemKind::MissingTreeEnd, Span::at(self.place), sink);
            self.missing_ends = self.depth;
            return self.supply_tree_end();
        }
        if !self.seen_tree {
            self.seen_tree = true;
            self.report(ProblemKind::NoGameTree, Span::at(self.place), sink);
        }
        Step::End
    }

    /// One byte outside of every tree.
    fn outside<S: ProblemSink + ?Sized>(
        &mut self,
        byte: u8,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Result<Option<Event>, More> {
        let at = self.place - base;
        match byte {
            b'(' if lookahead::tree_follows(window, at + 1, at_end)? => {
                let begins_with_stones = next_game::begins_with_stones(window, at + 1, at_end)?;
                self.flush(sink);
                return Ok(Some(self.begin_game(1, begins_with_stones)));
            }
            b';' if lookahead::property_follows(window, at + 1, at_end)? => {
                let begins_with_stones = next_game::begins_with_stones(window, at, at_end)?;
                self.flush(sink);
                self.report(ProblemKind::MissingTreeBegin, Span::at(self.place), sink);
                return Ok(Some(self.begin_game(0, begins_with_stones)));
            }
            b')' if self.junk.is_none() => {
                self.flush(sink);
                let span = Span::new(self.place, self.place + 1);
                self.report(ProblemKind::ExtraTreeEnd, span, sink);
                self.place += 1;
            }
            0xEF => {
                let rest = &window[at..];
                if rest.len() < next_game::BYTE_ORDER_MARK.len() && !at_end {
                    return Err(More);
                }
                if rest.starts_with(next_game::BYTE_ORDER_MARK) {
                    self.place += next_game::BYTE_ORDER_MARK.len();
                } else {
                    self.skip(1);
                }
            }
            _ => self.skip(1),
        }
        Ok(None)
    }

    /// The `(` of a game, of `length` bytes.
    fn begin_game(&mut self, length: usize, begins_with_stones: bool) -> Event {
        self.signs = GameSigns {
            begins_with_stones,
            ..GameSigns::NONE
        };
        self.trunk_depth = 1;
        self.slipped = usize::from(length == 0);
        self.begin_tree(length)
    }

    /// A `(` of `length` bytes, none where it is missing.
    fn begin_tree(&mut self, length: usize) -> Event {
        let span = Span::new(self.place, self.place + length);
        self.place += length;
        self.last = span;
        self.depth += 1;
        self.state = State::TreeStart;
        self.seen_tree = true;
        Event::new(EventKind::TreeBegin, span)
    }

    /// A `;` of `length` bytes, none where it is missing.
    fn begin_node(&mut self, length: usize) -> Event {
        let span = Span::new(self.place, self.place + length);
        self.place += length;
        self.state = State::Node;
        Event::new(EventKind::NodeBegin, span)
    }

    fn semicolon<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) -> Event {
        self.flush(sink);
        self.end_property(sink);
        if self.state == State::Variation {
            let span = Span::new(self.place, self.place + 1);
            self.report(ProblemKind::NodeAfterVariation, span, sink);
        }
        self.begin_node(1)
    }

    /// A `(` inside of a tree.
    fn open<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Result<Option<Event>, More> {
        let at = self.place - base;
        let next_game = if self.known_end == usize::MAX {
            self.is_sign(window, at, at_end)?
                && self.may_cut(self.place, true, window, base, at_end)?
        } else {
            // The part ends there.
            self.place >= self.known_end
        };
        self.flush(sink);
        self.end_property(sink);
        if next_game {
            self.report(ProblemKind::MissingTreeEnd, Span::at(self.place), sink);
            self.missing_ends = self.depth;
            return Ok(None);
        }
        if self.state == State::TreeStart {
            let span = Span::new(self.place, self.place + 1);
            self.report(ProblemKind::VariationBeforeNode, span, sink);
            // One `(` too many: what comes after it is the root.
            if self.depth == self.trunk_depth {
                self.trunk_depth += 1;
            }
        }
        Ok(Some(self.begin_tree(1)))
    }

    /// Whether the `(` at `at` of the window looks like that of the next game.
    fn is_sign(&self, window: &[u8], at: usize, at_end: bool) -> Result<bool, More> {
        match self.state {
            State::Identifier | State::UnclosedValue => {
                next_game::next_game_follows_break(window, at, at_end)
            }
            // The `(` of a game that stands twice is one too many.
            State::TreeStart if self.depth == self.trunk_depth => {
                next_game::next_game_follows_no_node(window, at, at_end, GameSigns::ALL)
            }
            _ => next_game::next_game_begins(window, at, at_end, self.signs),
        }
    }

    /// Whether the next game may begin with the `(` at offset `place`, inside of a tree: this one is not closed.
    #[cold]
    fn may_cut(
        &mut self,
        place: usize,
        in_variation: bool,
        window: &[u8],
        base: usize,
        at_end: bool,
    ) -> Result<bool, More> {
        let cuts = match &self.recovery {
            Recovery::Off => return Ok(false),
            Recovery::Asked(cuts) if place < cuts.until => cuts,
            _ => {
                let cuts = Cuts::find(self, window, base, at_end)?;
                self.recovery = Recovery::Asked(cuts);
                return self.may_cut(place, in_variation, window, base, at_end);
            }
        };
        Ok(cuts.allow(place, in_variation))
    }

    /// A `)` inside of a tree.
    fn close<S: ProblemSink + ?Sized>(&mut self, sink: &mut S) -> Event {
        self.flush(sink);
        self.end_property(sink);
        let span = Span::new(self.place, self.place + 1);
        self.place += 1;
        if self.state == State::TreeStart {
            let whole = Span::new(self.last.start, self.place);
            self.report(ProblemKind::EmptyTree, whole, sink);
        }
        self.leave_tree();
        Event::new(EventKind::TreeEnd, span)
    }

    /// A letter inside of a tree.
    fn letters<S: ProblemSink + ?Sized>(
        &mut self,
        window: &[u8],
        base: usize,
        at_end: bool,
        sink: &mut S,
    ) -> Result<Option<Event>, More> {
        let at = self.place - base;
        let word = lookahead::word(window, at, at_end)?;
        let length = word.end - at;
        let missing_node = matches!(self.state, State::TreeStart | State::Variation);
        let is_identifier =
            word.short && (word.has_value || (word.letters == Letters::Upper && !missing_node));
        if !is_identifier {
            self.skip(length);
            return Ok(None);
        }
        self.flush(sink);
        if missing_node {
            self.report(ProblemKind::MissingNodeBegin, Span::at(self.place), sink);
            // A `(` in the middle of a node, rather than that of a variation.
            if self.state == State::TreeStart && self.depth == self.trunk_depth + 1 {
                self.trunk_depth += 1;
            }
            return Ok(Some(self.begin_node(0)));
        }
        self.end_property(sink);
        let span = Span::new(self.place, self.place + length);
        if word.letters != Letters::Upper {
            let name = &window[at..word.end];
            if name.iter().any(u8::is_ascii_lowercase) {
                self.report(ProblemKind::LowercaseIdentifier, span, sink);
            }
            if !name.iter().copied().all(is_letter) {
                self.report(ProblemKind::InvalidIdentifier, span, sink);
            }
        }
        self.place += length;
        self.last = span;
        self.note_game_info(&window[at..word.end], self.depth);
        self.state = State::Identifier;
        Ok(Some(Event::new(EventKind::Identifier, span)))
    }
}
