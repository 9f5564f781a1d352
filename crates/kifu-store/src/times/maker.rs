//! Collects the changes of complex points while the times of a game are built.

use super::{Change, First, NEVER};
use crate::event::{Action, Event, state};
use crate::events::stone_after;

/// Buffers that are reused from one game to the next.
#[derive(Debug, Default)]
pub(crate) struct Maker {
    /// Changes of complex points, each with the number of its point among them.
    pub(super) changes: Vec<(u16, Change)>,
    /// For each complex point, the number of its changes, later the index of the next one.
    places: Vec<u32>,
}

impl Maker {
    /// Processes an event that is not the first stone on an empty point. `first` is the current entry of its point.
    /// Returns whether the main line continues.
    #[inline(never)]
    pub(super) fn take(
        &mut self,
        events: &[u16],
        order: usize,
        node: u32,
        first: &mut First,
    ) -> bool {
        let event = Event(events[order]);
        let action = event.action();
        match action {
            Action::Up => return false,
            Action::Pass(_) => return true,
            // A setup stone at the root exists from the beginning, like a stone that was played.
            Action::Set(Some(color)) if node == 0 && first.0 == First::NEVER.0 => {
                first.0 = color as u16;
                return true;
            }
            Action::Play(_) | Action::Set(_) | Action::Remove => {}
        }
        let point = event.point();
        if !first.is_complex() {
            let number = self.places.len() as u16;
            self.places.push(0);
            if first.0 != First::NEVER.0 {
                let action = match first.node() {
                    0 => at_root(events, point),
                    // Only at the root does setup place the only stone of a point.
                    _ => Action::Play(first.color()),
                };
                self.add(
                    number,
                    Change::new(point, first.node(), 0, first.state(), action),
                );
            }
            *first = First(number << 2 | First::COMPLEX);
        }
        if let Some(stone) = stone_after(action) {
            let change = Change::new(point, node, order + 1, state(stone), action);
            self.add(first.0 >> 2, change);
        }
        true
    }

    fn add(&mut self, number: u16, change: Change) {
        self.places[usize::from(number)] += 1;
        self.changes.push((number, change));
    }

    /// Appends the changes of a game, point by point, and records the beginning of each point.
    pub(super) fn put(&mut self, row: &mut [First], all: &mut Vec<Change>) {
        let from = all.len();
        all.resize(from + self.changes.len(), Change(0));
        let own = &mut all[from..];
        let mut start = 0;
        for place in &mut self.places {
            start += std::mem::replace(place, start);
        }
        for (number, change) in self.changes.drain(..) {
            let place = &mut self.places[usize::from(number)];
            own[*place as usize] = change;
            *place += 1;
        }
        self.places.clear();
        if own.len() >= NEVER as usize {
            // If 14 bits cannot represent the beginning of a point, it is found by searching.
            own.sort_unstable();
        }
        let mut last = None;
        for (place, change) in own.iter().enumerate() {
            if last != Some(change.point()) {
                last = Some(change.point());
                row[usize::from(change.point())] = First::complex(place);
            }
        }
    }
}

/// The action that puts the first stone on a point that has one at the root.
fn at_root(events: &[u16], point: u16) -> Action {
    let mut actions = events.iter().map(|word| Event(*word));
    let first =
        actions.find(|event| event.point() == point && stone_after(event.action()).is_some());
    first.map_or(Action::Pass(None), Event::action)
}
