//! Which games ever have a stone on a point (`docs/store-format.md`, *Occupancy*).

use crate::event::{Action, Event};
use crate::events::stone_after;

/// The columns of a block: a bit for each game, a column for each colour and point.
#[derive(Debug)]
pub(crate) struct Occupancy {
    area: usize,
    /// Words of a column.
    words: usize,
    bits: Vec<u64>,
}

impl Occupancy {
    /// The columns of games of these events.
    pub(crate) fn of<'a>(area: usize, games: impl ExactSizeIterator<Item = &'a [u16]>) -> Self {
        let words = games.len().div_ceil(64);
        let mut bits = vec![0; 2 * area * words];
        for (game, events) in games.enumerate() {
            let (word, bit) = (game / 64, 1 << (game % 64));
            let mut rest = events;
            while let [event, behind @ ..] = rest {
                let event = Event(*event);
                let action = event.action();
                rest = behind;
                if action == Action::Up {
                    rest = behind.get(2..).unwrap_or_default();
                } else if let Some(Some(color)) = stone_after(action) {
                    let column = color.index() * area + usize::from(event.point());
                    if let Some(place) = bits.get_mut(column * words + word) {
                        *place |= bit;
                    }
                }
            }
        }
        Self { area, words, bits }
    }

    /// Reads the columns of a block of `games` games; `None` if there are more or fewer bytes.
    pub(crate) fn read(area: usize, games: usize, bytes: &[u8]) -> Option<Self> {
        let words = games.div_ceil(64);
        let (chunks, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() || chunks.len() != 2 * area * words {
            return None;
        }
        let bits = chunks
            .iter()
            .map(|chunk| u64::from_le_bytes(*chunk))
            .collect();
        Some(Self { area, words, bits })
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bits.iter().flat_map(|word| word.to_le_bytes()));
    }

    /// The column of a point (`color`: 0 black, 1 white).
    #[inline]
    pub(crate) fn column(&self, color: usize, point: usize) -> &[u64] {
        let start = (color * self.area + point) * self.words;
        &self.bits[start..start + self.words]
    }
}
