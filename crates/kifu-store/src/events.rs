//! Walks over the events of a game.

use kifu_go::Color;

use crate::event::{Action, Event};

/// Walks the events of a main line.
///
/// `see` is called with each node and event. An `Up` event ends the line.
#[inline]
pub(crate) fn main_line(events: &[u16], mut see: impl FnMut(u32, Event)) {
    let mut node = 0;
    for &event in events {
        let event = Event(event);
        if event.0 >> 12 & 7 == 7 {
            return;
        }
        see(node, event);
        node += u32::from(event.is_end());
    }
}

/// An item of the events of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TreeEvent {
    /// An event of the current node, which may end with it.
    Event(Event),
    /// Go up by this number of nodes.
    Up(u32),
}

/// The items of the events of a tree, in file order.
#[inline]
pub(crate) fn tree(events: &[u16]) -> impl Iterator<Item = TreeEvent> + '_ {
    let mut rest = events.iter();
    std::iter::from_fn(move || {
        let event = Event(*rest.next()?);
        if event.action() != Action::Up {
            return Some(TreeEvent::Event(event));
        }
        let (low, high) = (*rest.next()?, *rest.next()?);
        Some(TreeEvent::Up(u32::from(low) | u32::from(high) << 16))
    })
}

/// The move number of each node of the main line, including the node itself.
pub(crate) fn move_numbers(events: &[u16]) -> Vec<u16> {
    let mut numbers = Vec::new();
    let mut moves = 0_u16;
    main_line(events, |_, event| {
        if matches!(event.action(), Action::Play(_) | Action::Pass(Some(_))) {
            moves = moves.saturating_add(1);
        }
        if event.is_end() {
            numbers.push(moves);
        }
    });
    numbers
}

/// Number of events of a main line before the node of the first move on a stone; all events if there is none.
pub(crate) fn first_on_stone(events: &[u16], area: usize) -> usize {
    let mut has_stone = vec![false; area];
    let mut start = 0;
    for (place, word) in events.iter().enumerate() {
        let event = Event(*word);
        let action = event.action();
        if action == Action::Up {
            break;
        }
        if let Some(stone) = stone_after(action)
            && let Some(has_stone) = has_stone.get_mut(usize::from(event.point()))
        {
            if *has_stone && matches!(action, Action::Play(_)) {
                return start;
            }
            *has_stone = stone.is_some();
        }
        if event.is_end() {
            start = place + 1;
        }
    }
    events.len()
}

/// The stone that an event leaves on its point; `None` for `Pass` and `Up`.
#[inline]
#[expect(
    clippy::option_option,
    reason = "no change is not the same as no stone"
)]
pub(crate) const fn stone_after(action: Action) -> Option<Option<Color>> {
    match action {
        Action::Play(color) => Some(Some(color)),
        Action::Remove => Some(None),
        Action::Set(stone) => Some(stone),
        Action::Pass(_) | Action::Up => None,
    }
}
