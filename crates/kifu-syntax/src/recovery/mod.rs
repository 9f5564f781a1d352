//! Recovery from invalid text: all heuristics about mistakes, and nothing of the grammar.
//!
//! The [machine](crate::machine) reads text that the standard allows. For other text it asks this module and gets one
//! of a few answers, which are the [kinds of repairs](RepairKind): a sign is missing, text is skipped, the value ends
//! here, the next game begins here, this `]` is text. It then reads on as if the repair had been made.
//!
//! - [`cuts`] finds the games that are not closed, in which the next game may begin.
//! - [`markers`] distinguishes the beginning of a game from that of a variation.
//! - [`values`] finds the end of a value that lacks its `]` or contains an unescaped one.
//! - [`repairs`] lists the repairs made.
//! - [`undecoded`] does this for bytes whose encoding is not known yet.

mod cuts;
pub(crate) mod markers;
mod repairs;
pub mod undecoded;
pub(crate) mod values;

pub use self::cuts::HORIZON;
#[cfg(test)]
pub(crate) use self::cuts::PART_NESTING;
pub use self::repairs::{Repair, RepairKind, apply_repairs, recover};

use self::cuts::Cuts;
use self::markers::Markers;
use crate::class::is_letter;
use crate::lookahead::{self, More};
use crate::machine::{Machine, State, Step, Token, Window};
use crate::{Event, EventKind, Problem, ProblemKind, ProblemSink, Span};

/// State of recovery: facts about the text that the machine has read.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    games: Games,
    /// Evidence from the open game about the next one.
    markers: Markers,
    /// Number of open trees in which nodes belong to no variation: one, and one for each extra `(`.
    trunk_depth: usize,
    /// Number of open trees, counted from the outermost, that have broken the grammar so far.
    slipped: usize,
    /// Whether the last closed tree has broken the grammar.
    has_left_slip: bool,
    /// The end of the last search for the `]` of a text, and whether the search was final.
    searched: (usize, bool),
    /// No value ends after this offset, and nothing after it is searched.
    known_end: usize,
    /// Whether a part is read, of which the search for the end of the game may be one of many in the same text.
    is_of_part: bool,
    /// Whether the last identifier, if it has left the window, is of a property that never holds text.
    left_holds_no_text: bool,
}

/// Offsets at which the next game may begin inside of the open one.
#[derive(Clone, Debug)]
enum Games {
    /// Nowhere: each `(` inside of a tree begins a variation.
    Whole,
    /// Not searched yet.
    Unasked,
    Cut(Cuts),
}

impl Recovery {
    pub(crate) const fn new() -> Self {
        Self {
            games: Games::Unasked,
            markers: Markers::NONE,
            trunk_depth: 1,
            slipped: 0,
            has_left_slip: false,
            searched: (0, false),
            known_end: usize::MAX,
            is_of_part: false,
            left_holds_no_text: false,
        }
    }

    /// Recovery that never ends a game before its `)`.
    pub(crate) fn of_whole_games() -> Self {
        Self {
            games: Games::Whole,
            ..Self::new()
        }
    }

    /// Notes that a part is read: the search for the end of its game stops at [`PART_NESTING`](cuts::PART_NESTING).
    pub(crate) const fn begin_part(&mut self) {
        self.is_of_part = true;
    }

    /// Notes that no value ends after `end`.
    pub(crate) const fn limit(&mut self, end: usize) {
        self.known_end = end;
    }

    #[inline]
    pub(crate) const fn known_end(&self) -> usize {
        self.known_end
    }

    /// How many bytes from `start` on were searched for the end of the game.
    #[cfg(test)]
    pub(crate) fn searched_for_game(&self, start: usize, length: usize) -> usize {
        match &self.games {
            Games::Cut(cuts) => cuts.until.min(length) - start,
            Games::Whole | Games::Unasked => 0,
        }
    }

    #[cfg(test)]
    pub(crate) const fn searched(&self) -> usize {
        self.searched.0
    }

    /// Whether the input ended before the game that was cut, so that more input might change the reading.
    pub(crate) fn depends_on_end(&self) -> bool {
        matches!(&self.games, Games::Cut(cuts) if cuts.go_to_the_end())
    }

    /// Notes the beginning of a game, and whether its root begins with stones.
    pub(crate) const fn game(&mut self, begins_with_stones: bool) {
        self.markers = Markers {
            begins_with_stones,
            ..Markers::NONE
        };
        self.trunk_depth = 1;
        self.slipped = 0;
    }

    /// Notes a property of a node, `depth` trees being open.
    #[inline]
    pub(crate) const fn property(&mut self, identifier: &[u8], depth: usize) {
        if depth == self.trunk_depth && markers::is_game_info(identifier) {
            self.markers.has_game_info = true;
        }
    }

    /// Notes the end of the innermost of `depth` open trees.
    #[inline]
    pub(crate) const fn tree_end(&mut self, depth: usize) {
        self.has_left_slip = self.slipped == depth;
        self.settle(depth - 1);
    }

    /// Notes that `depth` trees, all that are open, have broken the grammar.
    pub(crate) const fn slip(&mut self, depth: usize) {
        self.slipped = depth;
    }

    /// Notes that no more than `depth` trees are open.
    #[inline]
    pub(crate) const fn settle(&mut self, depth: usize) {
        if self.slipped > depth {
            self.slipped = depth;
        }
    }

    /// Markers that make a `(` worth a search. In a part with a known end, all of them do.
    #[inline]
    pub(crate) const fn markers(&self) -> Markers {
        match self.known_end {
            usize::MAX => self.markers,
            _ => Markers::ALL,
        }
    }
}

impl Machine {
    /// Whether the `(` here, inside of a tree, begins the next game, so that this one lacks its `)`.
    pub(crate) fn next_game_begins(&mut self, window: Window<'_>) -> Result<bool, More> {
        if self.recovery.known_end != usize::MAX {
            return Ok(self.place >= self.recovery.known_end);
        }
        let at = self.place - window.base;
        let markers = self.recovery.markers;
        let looks_like_game = match self.state {
            State::Identifier | State::UnclosedValue => {
                markers::next_game_follows_break(window.bytes, at, window.at_end)
            }
            // A doubled `(` of a game is one too many.
            State::TreeStart if self.depth == self.recovery.trunk_depth => {
                markers::next_game_follows_no_node(window.bytes, at, window.at_end, Markers::ALL)
            }
            _ => markers::next_game_begins(window.bytes, at, window.at_end, markers),
        };
        Ok(looks_like_game? && self.may_cut(self.place, true, window)?)
    }

    /// Whether the open game may end before the `(` at offset `place`, because it is not closed or not valid.
    #[cold]
    fn may_cut(
        &mut self,
        place: usize,
        in_variation: bool,
        window: Window<'_>,
    ) -> Result<bool, More> {
        match &self.recovery.games {
            Games::Whole => Ok(false),
            Games::Cut(cuts) if place < cuts.until => Ok(cuts.allow(place, in_variation)),
            _ => {
                let cuts = Cuts::find(self, window)?;
                let may_cut = place < cuts.until && cuts.allow(place, in_variation);
                self.recovery.games = Games::Cut(cuts);
                Ok(may_cut)
            }
        }
    }

    /// A copy of this machine that never ends a game before its `)`.
    fn by_the_grammar(&self) -> Self {
        let mut copy = self.clone();
        copy.recovery.games = Games::Whole;
        copy.recovery.known_end = usize::MAX;
        copy
    }

    /// Ends all open trees here.
    pub(crate) fn supply_tree_ends<S: ProblemSink>(&mut self, sink: &mut S) {
        self.report(ProblemKind::MissingTreeEnd, Span::at(self.place), sink);
        self.missing_ends = self.depth;
    }

    pub(crate) fn supply_tree_end(&mut self) -> Step {
        self.missing_ends -= 1;
        self.leave_tree();
        Step::Event(Event::new(EventKind::TreeEnd, Span::at(self.place)))
    }

    /// Reads `byte` at a position where the grammar does not allow it: as an event, or as text that is skipped.
    pub(crate) fn repair<S: ProblemSink>(
        &mut self,
        byte: u8,
        window: Window<'_>,
        sink: &mut S,
    ) -> Token {
        match byte {
            0 => {
                let start = self.nul.map_or(self.place, |nul| nul.start);
                self.place += 1;
                self.nul = Some(Span::new(start, self.place));
                Ok(None)
            }
            _ if self.state == State::Outside => self.outside(byte, window, sink),
            b';' => {
                self.end_token(sink);
                if self.state == State::Variation {
                    let span = Span::new(self.place, self.place + 1);
                    self.report(ProblemKind::NodeAfterVariation, span, sink);
                }
                Ok(Some(self.begin_node(1)))
            }
            b'(' => self.variation(window, sink),
            b')' => {
                self.end_token(sink);
                if self.state == State::TreeStart {
                    let whole = Span::new(self.last.start, self.place + 1);
                    self.report(ProblemKind::EmptyTree, whole, sink);
                }
                Ok(Some(self.end_tree()))
            }
            b'[' => self.stray_value(window, sink),
            _ if is_letter(byte) => self.word(window, sink),
            _ => {
                self.skip(1);
                Ok(None)
            }
        }
    }

    /// A byte outside of all trees that begins no game.
    fn outside<S: ProblemSink>(&mut self, byte: u8, window: Window<'_>, sink: &mut S) -> Token {
        let at = self.place - window.base;
        match byte {
            b';' if lookahead::property_follows(window.bytes, at + 1, window.at_end)? => {
                let begins_with_stones =
                    markers::begins_with_stones(window.bytes, at, window.at_end)?;
                self.flush(sink);
                let event = self.begin_game(0, begins_with_stones);
                self.report(ProblemKind::MissingTreeBegin, event.span, sink);
                return Ok(Some(event));
            }
            b')' if self.junk.is_none() => {
                self.flush(sink);
                let span = Span::new(self.place, self.place + 1);
                self.report(ProblemKind::ExtraTreeEnd, span, sink);
                self.place += 1;
            }
            0xEF => {
                let rest = &window.bytes[at..];
                if rest.len() < markers::BYTE_ORDER_MARK.len() && !window.at_end {
                    return Err(More);
                }
                if rest.starts_with(markers::BYTE_ORDER_MARK) {
                    self.place += markers::BYTE_ORDER_MARK.len();
                } else {
                    self.skip(1);
                }
            }
            _ => self.skip(1),
        }
        Ok(None)
    }

    /// Reports a `(` right after another one.
    pub(crate) fn note_extra_tree<S: ProblemSink>(&mut self, sink: &mut S) {
        let span = Span::new(self.place, self.place + 1);
        self.report(ProblemKind::VariationBeforeNode, span, sink);
        // The root comes after it.
        if self.depth == self.recovery.trunk_depth {
            self.recovery.trunk_depth += 1;
        }
    }

    /// Reads letters that are not an identifier of the standard, or that are outside of a node.
    fn word<S: ProblemSink>(&mut self, window: Window<'_>, sink: &mut S) -> Token {
        let at = self.place - window.base;
        let word = lookahead::word(window.bytes, at, window.at_end)?;
        let is_upper = word.letters == lookahead::Letters::Upper;
        let lacks_node = matches!(self.state, State::TreeStart | State::Variation);
        if !word.short || !(word.has_value || is_upper && !lacks_node) {
            self.skip(word.end - at);
            return Ok(None);
        }
        self.flush(sink);
        if lacks_node {
            self.report(ProblemKind::MissingNodeBegin, Span::at(self.place), sink);
            // A `(` in the middle of a node, rather than that of a variation.
            if self.state == State::TreeStart && self.depth == self.recovery.trunk_depth + 1 {
                self.recovery.trunk_depth += 1;
            }
            return Ok(Some(self.begin_node(0)));
        }
        self.end_property(sink);
        let name = &window.bytes[at..word.end];
        let span = Span::new(self.place, self.place + name.len());
        if name.iter().any(u8::is_ascii_lowercase) {
            self.report(ProblemKind::LowercaseIdentifier, span, sink);
        }
        if !name.iter().copied().all(is_letter) {
            self.report(ProblemKind::InvalidIdentifier, span, sink);
        }
        Ok(Some(self.identifier(name)))
    }

    /// Skips `length` bytes of unexpected text.
    fn skip(&mut self, length: usize) {
        let start = self.junk.map_or(self.place, |junk| junk.start);
        self.place += length;
        self.junk = Some(Span::new(start, self.place));
    }

    /// Reports text that was skipped, and an identifier that got no value.
    #[inline]
    pub(crate) fn end_token<S: ProblemSink>(&mut self, sink: &mut S) {
        self.flush(sink);
        self.end_property(sink);
    }

    #[inline]
    fn end_property<S: ProblemSink>(&mut self, sink: &mut S) {
        if self.state == State::Identifier {
            self.report(ProblemKind::IdentifierWithoutValue, self.last, sink);
        }
    }

    /// Reports text that was skipped.
    #[inline]
    pub(crate) fn flush<S: ProblemSink>(&mut self, sink: &mut S) {
        if self.junk.is_some() || self.nul.is_some() {
            self.flush_collected(sink);
        }
    }

    #[cold]
    fn flush_collected<S: ProblemSink>(&mut self, sink: &mut S) {
        if let Some(span) = self.nul.take() {
            self.recovery.slip(self.depth);
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

    #[cold]
    pub(crate) fn report<S: ProblemSink>(&mut self, kind: ProblemKind, span: Span, sink: &mut S) {
        if kind.breaks_grammar() {
            self.recovery.slip(self.depth);
        }
        sink.problem(Problem::new(kind, span));
    }

    /// Whether the value here belongs to a property that never holds text.
    fn holds_no_text(&self, window: Window<'_>) -> bool {
        let is_known = matches!(self.state, State::Identifier | State::Values);
        is_known && self.last_holds_no_text(window.bytes, window.base)
    }

    fn last_holds_no_text(&self, window: &[u8], base: usize) -> bool {
        let start = self.last.start.checked_sub(base);
        let name = start.and_then(|start| window.get(start..self.last.end - base));
        name.map_or(self.recovery.left_holds_no_text, lookahead::holds_no_text)
    }

    /// Stores the facts needed about the last identifier, before it leaves the window.
    #[cfg(feature = "std")]
    pub(crate) fn leave_window(&mut self, window: &[u8], base: usize) {
        self.recovery.left_holds_no_text = self.last_holds_no_text(window, base);
    }
}
