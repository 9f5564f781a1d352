//! The two bytes of an event (`docs/store-format.md`, *Event*).

use kifu_go::Color;

/// An event of a game, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event(pub(crate) u16);

/// The action of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A stone is played.
    Play(Color),
    /// The move captures a stone.
    Remove,
    /// The setup adds or removes a stone.
    Set(Option<Color>),
    /// A pass, or a node without changes.
    Pass(Option<Color>),
    /// The next node continues from an ancestor; two words follow.
    Up,
}

const END: u16 = 1 << 15;
const POINT: u16 = 0xfff;

impl Event {
    const fn new(kind: u16, point: u16) -> Self {
        Self(kind << 12 | point)
    }

    pub(crate) const fn play(color: Color, point: u16) -> Self {
        Self::new(color as u16, point)
    }

    pub(crate) const fn remove(point: u16) -> Self {
        Self::new(2, point)
    }

    pub(crate) const fn set(stone: Option<Color>, point: u16) -> Self {
        let kind = match stone {
            Some(Color::Black) => 3,
            Some(Color::White) => 4,
            None => 5,
        };
        Self::new(kind, point)
    }

    pub(crate) const fn pass(color: Option<Color>) -> Self {
        let who = match color {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        Self::new(6, who)
    }

    /// The three words that go up by `nodes` nodes.
    pub(crate) const fn up(nodes: u32) -> [u16; 3] {
        [7 << 12, nodes as u16, (nodes >> 16) as u16]
    }

    pub(crate) const fn with_end(self) -> Self {
        Self(self.0 | END)
    }

    /// Whether it is the last event of its node.
    #[inline]
    pub(crate) const fn is_end(self) -> bool {
        self.0 & END != 0
    }

    /// Whether a stone is played.
    #[inline]
    pub(crate) const fn is_play(self) -> bool {
        self.0 & 6 << 12 == 0
    }

    /// The color of the stone, if one is played.
    #[inline]
    pub(crate) const fn play_color(self) -> Color {
        if self.0 & 1 << 12 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The point; meaningless for `Pass` and `Up`.
    #[inline]
    pub(crate) const fn point(self) -> u16 {
        self.0 & POINT
    }

    #[inline]
    pub(crate) const fn action(self) -> Action {
        match self.0 >> 12 & 7 {
            0 => Action::Play(Color::Black),
            1 => Action::Play(Color::White),
            2 => Action::Remove,
            3 => Action::Set(Some(Color::Black)),
            4 => Action::Set(Some(Color::White)),
            5 => Action::Set(None),
            6 => Action::Pass(match self.point() {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            }),
            _ => Action::Up,
        }
    }
}

/// Appends words, low bytes first.
pub(crate) fn extend_le(bytes: &mut Vec<u8>, words: &[u16]) {
    let start = bytes.len();
    bytes.resize(start + words.len() * 2, 0);
    let (places, _) = bytes[start..].as_chunks_mut::<2>();
    for (place, word) in places.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
}

/// The state of a point: 1 empty, 2 black, 4 white. The mask of a pattern allows some of them.
pub(crate) const EMPTY: u8 = 1;
pub(crate) const BLACK: u8 = 2;
pub(crate) const WHITE: u8 = 4;

/// The state of a point with a stone, or without.
#[inline]
pub(crate) const fn state(stone: Option<Color>) -> u8 {
    match stone {
        None => EMPTY,
        Some(Color::Black) => BLACK,
        Some(Color::White) => WHITE,
    }
}

#[cfg(test)]
mod tests {
    use kifu_go::Color;

    use super::{Action, Event};

    #[test]
    fn two_bytes_hold_all_of_it() {
        for point in [0, 1, 360, 52 * 52 - 1] {
            for color in Color::BOTH {
                let event = Event::play(color, point);
                assert_eq!(
                    (event.action(), event.point()),
                    (Action::Play(color), point)
                );
                assert!(!event.is_end());
                let end = event.with_end();
                assert!(end.is_end());
                assert_eq!((end.action(), end.point()), (Action::Play(color), point));
            }
            for stone in [None, Some(Color::Black), Some(Color::White)] {
                let event = Event::set(stone, point).with_end();
                assert_eq!((event.action(), event.point()), (Action::Set(stone), point));
                assert_eq!(Event::pass(stone).action(), Action::Pass(stone));
            }
            assert_eq!(Event::remove(point).action(), Action::Remove);
        }
        let [up, low, high] = Event::up(0x12345);
        assert_eq!(Event(up).action(), Action::Up);
        assert_eq!(u32::from(low) | u32::from(high) << 16, 0x12345);
    }
}
