//! A bounded buffer of findings: at most a share of the length of the text.
//!
//! Findings are reported in the order of the text, but rules make them in another order: the last node may contradict
//! the root, and whether a tree is closed is known at its end. So the findings of a game wait for its end. A hostile
//! game has some at each byte, and a finding takes hundreds of bytes. If there are too many, the last ones are
//! dropped, and the text is read once more for them, one *window* of the text at a time. Each window except the last
//! fills the buffer. So the number of readings is bounded by a constant for each finding of a byte, and the time stays
//! linear.

use kifu_syntax::{Problem, Span};

use crate::Diagnostic;

/// Number of bytes of the text for each buffered item.
const SHARE: usize = 128;

/// Minimum capacity, for a text of any length.
const LEAST: usize = 1 << 13;

/// Number of findings that are sorted by moving them.
const FEW: usize = 1000;

/// An item with a position in the text.
pub(crate) trait Placed {
    /// Start offset of the item.
    fn start(&self) -> usize;
}

impl Placed for Diagnostic {
    fn start(&self) -> usize {
        self.span.start
    }
}

impl Placed for Problem {
    fn start(&self) -> usize {
        self.span.start
    }
}

/// Buffered items that begin in the window.
#[derive(Debug)]
pub(crate) struct Held<T> {
    list: Vec<T>,
    /// Start of the window: earlier items were reported already.
    from: usize,
    /// End of the window, which moves back as more items are found.
    to: usize,
    /// Number of items left after the last ones are dropped, and number at which that happens.
    most: usize,
    full: usize,
    /// Start of the last item, or a later offset.
    furthest: usize,
    /// End of the items already reported from this window; the window does not end before it.
    given: usize,
    /// How many may still be given.
    left: usize,
}

impl<T: Placed> Held<T> {
    /// Creates an empty buffer for a text of `length` bytes, with a window that begins at `from`.
    pub(crate) const fn new(length: usize, from: usize) -> Self {
        let share = length / SHARE;
        let most = if share < LEAST { LEAST } else { share };
        Self {
            list: Vec::new(),
            from,
            to: usize::MAX,
            most,
            full: 2 * most,
            furthest: 0,
            given: 0,
            left: usize::MAX,
        }
    }

    /// Limits what is passed on to `most`: the window ends before the next one. Few wait then.
    pub(crate) fn cap(&mut self, most: usize) {
        self.most = self.most.min(most.max(1));
        self.full = 2 * self.most;
        self.left = most;
    }

    /// End of the window.
    pub(crate) const fn to(&self) -> usize {
        self.to
    }

    /// Moves the end of the window back to `to`, if it is later.
    pub(crate) fn narrow(&mut self, to: usize) {
        self.to = self.to.min(to);
    }

    /// Whether an item that begins at `start` is in the window.
    #[inline]
    pub(crate) const fn wants(&self, start: usize) -> bool {
        self.from <= start && start < self.to
    }

    /// Whether anything that begins within `span`, or right after it, may be in the window.
    #[inline]
    pub(crate) const fn meets(&self, span: Span) -> bool {
        self.from <= span.end && span.start < self.to
    }

    /// Those of the values `spans`, which are in order, that may have something in the window: with their `[`.
    #[inline]
    pub(crate) fn meeting<'v>(&self, spans: &'v [Span]) -> &'v [Span] {
        if self.from == 0 && self.to == usize::MAX {
            return spans;
        }
        let first = spans.partition_point(|span| span.end < self.from);
        let spans = &spans[first..];
        &spans[..spans.partition_point(|span| span.start <= self.to)]
    }

    /// Adds an item. The caller must check that it is in the window.
    #[inline]
    pub(crate) fn push(&mut self, one: T) {
        if self.list.len() >= self.full {
            self.push_to_full(one);
        } else {
            self.furthest = self.furthest.max(one.start());
            self.list.push(one);
        }
    }

    /// Adds an item to a full buffer: drops it if it is later than all others, or else later ones.
    #[cold]
    fn push_to_full(&mut self, one: T) {
        if one.start() > self.furthest.max(self.given) {
            self.narrow(one.start());
            return;
        }
        self.list.push(one);
        let mut starts: Vec<_> = self.list.iter().map(Placed::start).collect();
        // Those of one place stay together.
        let to = if self.left < usize::MAX {
            // There is no other reading: the place of the last that is wanted stays whole.
            let (_, last, _) = starts.select_nth_unstable(self.most - 1);
            *last + 1
        } else {
            let (before, middle, _) = starts.select_nth_unstable(self.most);
            *middle + usize::from(before.iter().all(|start| start == middle))
        };
        self.narrow(to.max(self.given));
        self.list.retain(|one| one.start() < self.to);
        self.furthest = self.list.iter().map(Placed::start).max().unwrap_or(0);
        self.full = self.full.max(2 * self.list.len());
    }

    /// Keeps the items for which `keeps` returns true.
    pub(crate) fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        self.list.retain(keeps);
    }

    /// Passes the items of the window that begin before `offset` to `sink`, ordered by offset and by the result of
    /// `key`.
    pub(crate) fn give<K: Ord>(
        &mut self,
        offset: usize,
        key: impl Fn(&T) -> K,
        mut sink: impl FnMut(T),
    ) {
        if self.list.len() > FEW {
            // It takes less memory, and moves each once.
            self.list.sort_by_cached_key(|one| (one.start(), key(one)));
        } else {
            self.list.sort_by_key(|one| (one.start(), key(one)));
        }
        let end = self.list.partition_point(|one| one.start() < offset);
        for one in self.list.drain(..end) {
            if one.start() >= self.to {
                continue;
            }
            if self.left == 0 {
                self.to = 0;
                break;
            }
            self.left -= 1;
            self.given = one.start() + 1;
            sink(one);
        }
        if self.list.is_empty() {
            self.furthest = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu_syntax::{ProblemKind, Span};

    use super::*;

    fn problem(start: usize) -> Problem {
        Problem::new(ProblemKind::NulByte, Span::at(start))
    }

    /// Reports `starts` a window at a time; returns them, and the number of windows.
    fn given(starts: &[usize]) -> (Vec<usize>, usize) {
        let (mut all, mut windows, mut from) = (Vec::new(), 0, 0);
        while from < usize::MAX {
            let mut held = Held::new(0, from);
            for start in starts {
                if held.wants(*start) {
                    held.push(problem(*start));
                }
                assert!(held.list.len() < 2 * LEAST.max(starts.len() / 2));
            }
            held.give(usize::MAX, |_| (), |one| all.push(one.start()));
            from = held.to();
            windows += 1;
        }
        (all, windows)
    }

    #[test]
    fn all_are_given_in_order() {
        let many = 5 * LEAST;
        let forth: Vec<_> = (0..many).collect();
        let back: Vec<_> = (0..many).rev().collect();
        let mixed: Vec<_> = (0..many).map(|number| number * 7919 % many).collect();
        for starts in [&forth, &back, &mixed] {
            let (all, windows) = given(starts);
            assert_eq!(all, forth);
            assert!((3..=5).contains(&windows), "{windows}");
        }
        assert_eq!(given(&forth[..LEAST]), (forth[..LEAST].to_vec(), 1));
    }

    #[test]
    fn those_of_one_place_stay_together() {
        let starts = [vec![3; 3 * LEAST], vec![4; 10], vec![2; 10]].concat();
        let mut sorted = starts.clone();
        sorted.sort_unstable();
        assert_eq!(given(&starts).0, sorted);
    }

    #[test]
    fn no_more_than_the_first_are_given() {
        let many: Vec<_> = (0..5 * LEAST)
            .map(|number| number * 7919 % (5 * LEAST))
            .collect();
        for (count, wanted) in [
            (many.len(), 10),
            (30, 10),
            (10, 10),
            (3, 10),
            (1, 0),
            (0, 0),
        ] {
            let mut held = Held::new(0, 0);
            held.cap(wanted);
            for start in &many[..count] {
                if held.wants(*start) {
                    held.push(problem(*start));
                }
                assert!(held.list.len() <= 2 * wanted.max(1));
            }
            let mut all = Vec::new();
            held.give(usize::MAX, |_| (), |one| all.push(one.start()));
            let mut first = many[..count].to_vec();
            first.sort_unstable();
            first.truncate(wanted);
            assert_eq!(all, first);
            assert_eq!(held.to() < usize::MAX, count > wanted, "{count} {wanted}");
        }
    }

    #[test]
    fn a_window_does_not_end_before_what_was_given() {
        let mut held = Held::new(0, 0);
        held.push(problem(100));
        held.give(200, |_| (), |_| ());
        for start in 0..2 * LEAST {
            held.push(problem(start));
        }
        assert!(held.to() > 100);
    }
}
