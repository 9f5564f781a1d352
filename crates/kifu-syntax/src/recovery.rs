//! Which game trees are closed, and where the next game may begin although the one before is not.
//!
//! A `(` inside of a tree begins a variation: so the standard has it, and so it is read wherever the game closes and
//! breaks no rule of the grammar. Only in a game that does not can a `(` be that of the next one. Which `(` may be is
//! decided without a look at what stands after it: one whose own tree, the innermost that is open before it, is
//! never closed, or is closed but not lawful. To end all trees that are open before the first kind takes no `)`
//! away from any of them; and a lawful game after a broken one is never cut. Of these, the
//! [signs](crate::next_game) tell which one does begin a game.
//!
//! The question is put at the first `(` of a game at which a sign is met. The answer covers the rest of the game or,
//! if that does not close, the rest of the input: so it takes linear time, and files without a sign do not pay for it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::lookahead::More;
use crate::machine::{Machine, Step};
use crate::next_game::swallowed_game;
use crate::{EventKind, Problem, ProblemKind, ProblemSink, Span};

/// How far readers of streams look for the end of a game, in bytes: one that goes on for longer after the first
/// doubt is taken for one that is not closed.
pub const HORIZON: usize = 16 * 1024 * 1024;

/// Where the next game may begin inside of a game that is not closed.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    /// Up to here the answer is known.
    pub(crate) until: usize,
    /// Offsets of `(`, in order, and whether each may be cut wherever it stands: one that a value has swallowed may not
    /// if that value is of a tree that is a game.
    places: Arc<[(usize, bool)]>,
}

impl Cuts {
    /// Whether the input ended before the game did.
    pub(crate) const fn go_to_the_end(&self) -> bool {
        self.until == usize::MAX
    }

    /// Whether the next game may begin with the `(` at offset `place`, in the tree of a game or in a variation.
    pub(crate) fn allow(&self, place: usize, in_variation: bool) -> bool {
        let found = self
            .places
            .binary_search_by_key(&place, |(place, _)| *place);
        found.is_ok_and(|found| in_variation || self.places[found].1)
    }

    /// Reads on from where `machine` stands to the end of its game or, if there is none, of the input.
    ///
    /// # Errors
    /// The window ends before the game does, and is smaller than the [`HORIZON`].
    pub(crate) fn find(
        machine: &Machine,
        window: &[u8],
        base: usize,
        at_end: bool,
    ) -> Result<Self, More> {
        // Of a game that is known to end there, nothing after is a part.
        let window = &window[..window.len().min(machine.known_end().saturating_sub(base))];
        let at_end = at_end || base + window.len() == machine.known_end();
        let mut scout = machine.by_the_grammar();
        let mut notes = Notes::default();
        let mut free = Free::default();
        let is_closed = loop {
            let depth = scout.depth();
            let step = scout.step(window, base, at_end, &mut notes);
            for stray in notes.stray_values.drain(..) {
                let value = Span::new(stray.start + 1, stray.end);
                free.look_into(value, &window[value.start - base..value.end - base], depth);
            }
            let Step::Event(event) = step else {
                break false;
            };
            match event.kind {
                EventKind::TreeBegin => free.trees.push((event.span.start, depth)),
                EventKind::TreeEnd if notes.is_at_end => break false,
                EventKind::TreeEnd => {
                    free.close(depth, !scout.has_left_slip());
                    if depth == 1 {
                        break true;
                    }
                }
                EventKind::Value => {
                    let value = &window[event.span.start - base..event.span.end - base];
                    free.look_into(event.span, value, depth);
                }
                EventKind::NodeBegin | EventKind::Identifier => {}
            }
        };
        if is_closed {
            return Ok(Self {
                until: scout.offset(),
                places: free.places().into(),
            });
        }
        if !at_end && base + window.len() - machine.offset() < HORIZON {
            return Err(More);
        }
        Ok(Self {
            until: if at_end {
                usize::MAX
            } else {
                base + window.len()
            },
            places: free.places().into(),
        })
    }
}

/// What the scout meets beside events.
#[derive(Default)]
struct Notes {
    /// A tree is not closed where the input ends.
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

/// The `(` that may be cut, as far as that is known.
#[derive(Default)]
struct Free {
    /// Those whose own tree is still open: their offsets, and how many trees are open there. A tree that is closed
    /// settles what was met in it, and that is what was met last: so the depths never fall.
    trees: Vec<(usize, usize)>,
    /// The `(` that values have swallowed.
    in_values: Vec<(usize, usize)>,
    /// The same for who takes the `)` of the tree in which the value stands for that of the game that was swallowed: then
    /// the one around it counts.
    in_values_of_variations: Vec<(usize, usize)>,
    /// Those whose own tree was closed, but is not lawful, as [`Cuts`] has them.
    settled: Vec<(usize, bool)>,
}

impl Free {
    /// A value at `span`, which may have swallowed a game.
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

    /// The innermost of `depth` open trees ends.
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
