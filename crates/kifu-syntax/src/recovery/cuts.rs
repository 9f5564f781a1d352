//! Which game trees are closed, and where the next game may begin although the open one has not ended.
//!
//! By the standard a `(` inside of a tree begins a variation, and it is read so in every game that closes and keeps
//! the grammar. Only in other games may it begin the next game. The candidates are chosen without looking at
//! properties: a `(` inside of a tree that is never closed, or is closed but invalid. Ending all open trees before a
//! `(` of the first kind takes no `)` from any of them, and a valid game after a broken one is never cut. Of these
//! candidates, [markers](super::markers) select those at which a game begins.
//!
//! The search starts at the first `(` of a game that has a marker. Its result covers the rest of the game or, if that
//! does not close, the rest of the input. So it takes linear time, and a file without markers costs nothing. For a
//! [part](crate::Part) it stops where [too many games](PART_NESTING) would be open.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::markers;
use super::values::swallowed_game;
use crate::lookahead::More;
use crate::machine::{Machine, Step, Window};
use crate::{EventKind, Problem, ProblemKind, ProblemSink, Span};

/// Farthest that a [`Reader`](crate::Reader) looks for the end of a game after its first doubtful `(`: 16 MiB. A
/// longer game is read as not closed.
pub const HORIZON: usize = 16 * 1024 * 1024;

/// Most trees that look like games and are open at once before a [`Part`](crate::Part) counts as not closed. Each of
/// many unclosed games that are read one by one is searched for its end, which would else take time with the square of
/// their number.
pub(crate) const PART_NESTING: usize = 32;

/// Offsets at which the next game may begin inside of a game that is not closed.
#[derive(Clone, Debug)]
pub(super) struct Cuts {
    /// Offset up to which the answer is known.
    pub(super) until: usize,
    /// Offsets of `(`, in order, and whether each may begin the next game in any tree: one that a value has swallowed
    /// may not if that value is in the tree of a game.
    places: Arc<[(usize, bool)]>,
}

impl Cuts {
    /// Whether the input ended before the game did.
    pub(super) const fn go_to_the_end(&self) -> bool {
        self.until == usize::MAX
    }

    /// Whether the next game may begin with the `(` at offset `place`, in the tree of a game or in a variation.
    pub(super) fn allow(&self, place: usize, in_variation: bool) -> bool {
        let found = self
            .places
            .binary_search_by_key(&place, |(place, _)| *place);
        found.is_ok_and(|found| in_variation || self.places[found].1)
    }

    /// Reads on from the state of `machine` to the end of its game or, if it has no end, of the input.
    ///
    /// # Errors
    /// [`More`] if the window ends before the game does, and is smaller than the [`HORIZON`].
    pub(super) fn find(machine: &Machine, mut window: Window<'_>) -> Result<Self, More> {
        // Nothing after the known end belongs to the game.
        let end = machine.recovery.known_end();
        let length = end.saturating_sub(window.base).min(window.bytes.len());
        window.bytes = &window.bytes[..length];
        window.at_end |= window.end() == end;
        let mut scout = machine.by_the_grammar();
        let mut notes = Notes::default();
        let mut free = Free::default();
        let mut games = Vec::new();
        let is_closed = loop {
            let depth = scout.depth();
            let step = scout.step(window, &mut notes);
            for stray in notes.stray_values.drain(..) {
                let value = Span::new(stray.start + 1, stray.end);
                free.look_into(value, window.of(value), depth);
            }
            let Step::Event(event) = step else {
                break false;
            };
            match event.kind {
                EventKind::TreeBegin => {
                    free.trees.push((event.span.start, depth));
                    let at = event.span.start - window.base;
                    if machine.recovery.is_of_part
                        && markers::next_game_follows_break(window.bytes, at, window.at_end)?
                    {
                        games.push(depth);
                    }
                    if games.len() > PART_NESTING {
                        break false;
                    }
                }
                EventKind::TreeEnd if notes.is_at_end => break false,
                EventKind::TreeEnd => {
                    free.close(depth, !scout.recovery.has_left_slip);
                    let _ = games.pop_if(|own| *own + 1 >= depth);
                    if depth == 1 {
                        break true;
                    }
                }
                EventKind::Value => free.look_into(event.span, window.of(event.span), depth),
                EventKind::NodeBegin | EventKind::Identifier => {}
            }
        };
        if !is_closed && !window.at_end && window.end() - machine.offset() < HORIZON {
            return Err(More);
        }
        Ok(Self {
            until: match (is_closed || games.len() > PART_NESTING, window.at_end) {
                (true, _) => scout.offset(),
                (false, true) => usize::MAX,
                (false, false) => window.end(),
            },
            places: free.places().into(),
        })
    }
}

/// Findings of the scout besides events.
#[derive(Default)]
struct Notes {
    /// Whether a tree is not closed at the end of the input.
    is_at_end: bool,
    /// Values without an identifier, with their brackets.
    stray_values: Vec<Span>,
}

impl ProblemSink for Notes {
    fn problem(&mut self, problem: Problem) {
        match problem.kind {
            ProblemKind::MissingTreeEnd => self.is_at_end = true,
            ProblemKind::ValueWithoutIdentifier => self.stray_values.push(problem.span),
            _ => {}
        }
    }
}

/// Each `(` found so far that may begin the next game.
#[derive(Default)]
struct Free {
    /// Candidates whose own tree is still open: their offsets, and the number of trees open there. The end of a tree
    /// decides those found last in it, so the depths never fall.
    trees: Vec<(usize, usize)>,
    /// The `(` that values have swallowed.
    in_values: Vec<(usize, usize)>,
    /// Each `(` swallowed by a value in a variation where the `)` of the variation closes the swallowed game: the tree
    /// around the variation is then its own tree.
    in_values_of_variations: Vec<(usize, usize)>,
    /// Candidates whose own tree was closed but is invalid, as in [`Cuts`].
    settled: Vec<(usize, bool)>,
}

impl Free {
    /// Looks into the value at `span`, which may have swallowed a game.
    fn look_into(&mut self, span: Span, value: &[u8], depth: usize) {
        let value = value.strip_suffix(b"]").unwrap_or(value);
        if depth > 0
            && let Some(swallowed) = swallowed_game(value)
        {
            let place = span.start + swallowed.tree;
            self.in_values.push((place, depth));
            if depth > 1 {
                self.in_values_of_variations.push((place, depth - 1));
            }
        }
    }

    /// Notes that the innermost of `depth` open trees ends.
    fn close(&mut self, depth: usize, is_lawful: bool) {
        let lists = [
            (&mut self.trees, true),
            (&mut self.in_values, true),
            (&mut self.in_values_of_variations, false),
        ];
        for (list, anywhere) in lists {
            while let Some((place, _)) = list.pop_if(|(_, own)| *own >= depth) {
                if !is_lawful {
                    self.settled.push((place, anywhere));
                }
            }
        }
    }

    fn places(self) -> Vec<(usize, bool)> {
        let anywhere = self.trees.into_iter().chain(self.in_values);
        let anywhere = anywhere.map(|(place, _)| (place, true));
        let elsewhere = self.in_values_of_variations.into_iter();
        let elsewhere = elsewhere.map(|(place, _)| (place, false));
        let open = anywhere.chain(elsewhere);
        let mut places = open.chain(self.settled).collect::<Vec<_>>();
        // The first of a place is the one that is allowed anywhere.
        places.sort_unstable_by_key(|(place, anywhere)| (*place, !anywhere));
        places.dedup_by_key(|(place, _)| *place);
        places
    }
}
