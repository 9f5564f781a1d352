//! What waits until it is shown: no more of it than a share of the text.
//!
//! Findings are given in the order of the text, and rules make them in another: what the root says is
//! contradicted by the last node, and whether a tree is closed is known at its end. So those of a game
//! wait for the end of the game. A hostile game has some at each byte, and a finding takes hundreds of
//! them. Where there are too many, those that lie furthest on are dropped, and the text is read once
//! more for them: a *window* of the text at a time. Each window holds as many findings as may wait, but
//! for the last, so that there are no more readings than a fixed number for each finding of a byte, and
//! the time stays linear.

use kifu_syntax::{Problem, Span};

use crate::Diagnostic;

/// Of how many bytes of the text one may wait.
const SHARE: usize = 32;

/// How many may wait, however short the text is.
const LEAST: usize = 1 << 16;

/// How many are sorted by moving them about.
const FEW: usize = 1000;

/// Something that has its place in the text.
pub(crate) trait Placed {
    /// Where it begins.
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

/// What waits, of those that begin in the window.
#[derive(Debug)]
pub(crate) struct Held<T> {
    list: Vec<T>,
    /// The window begins here: what comes before was given already.
    from: usize,
    /// It ends before this place, which comes nearer as more is found.
    to: usize,
    /// How many are left where the last are dropped, and how many there are then.
    most: usize,
    full: usize,
    /// Where the furthest begins, or a later place.
    furthest: usize,
    /// The end of all that was given of this window: the window does not end before.
    given: usize,
    /// How many may still be given.
    left: usize,
}

impl<T: Placed> Held<T> {
    /// Nothing yet, of a text of so many bytes, in a window that begins at `from`.
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

    /// Lets no more than `most` be given; where there is one more, the window ends. Few wait then.
    pub(crate) fn cap(&mut self, most: usize) {
        self.most = self.most.min(most.max(1));
        self.full = 2 * self.most;
        self.left = most;
    }

    /// Where the window ends.
    pub(crate) const fn to(&self) -> usize {
        self.to
    }

    /// Lets the window end at `to`, if that is nearer.
    pub(crate) fn narrow(&mut self, to: usize) {
        self.to = self.to.min(to);
    }

    /// Whether what begins at `start` is in the window.
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

    /// Takes one more. Whether it is in the window is for the caller to ask before.
    #[inline]
    pub(crate) fn push(&mut self, one: T) {
        if self.list.len() >= self.full {
            self.push_to_full(one);
        } else {
            self.furthest = self.furthest.max(one.start());
            self.list.push(one);
        }
    }

    /// Takes one more where there are too many: leaves it out if it lies furthest on, or drops others that do.
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

    /// Keeps those that `keeps` chooses.
    pub(crate) fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        self.list.retain(keeps);
    }

    /// Gives those of the window that begin before `offset` to `sink`, by their places and what `key` makes of
    /// each.
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

    /// What is given of `starts`, a window at a time, and how many windows there were.
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
