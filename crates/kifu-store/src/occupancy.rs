//! The games that ever have a stone on a point (`docs/store-format.md`, *Occupancy*).

use crate::events::{TreeEvent, stone_after, tree};

/// Number of adjacent words: those of 512 games.
pub(crate) const TOGETHER: usize = 8;

/// A bit for each of 512 games: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [u64; TOGETHER]);

/// The stones of a block: a bit for each game, for each color and point.
#[derive(Debug)]
pub(crate) struct Occupancy {
    /// Number of colors times number of points.
    columns: usize,
    /// Number of words of a column in the file.
    words: usize,
    /// In the file, the words of a column are adjacent; here, those of 512 games are adjacent, because a search tries
    /// all places before it continues with the next games.
    lines: Vec<Line>,
}

impl Occupancy {
    fn new(area: usize, games: usize) -> Self {
        let (columns, words) = (2 * area, games.div_ceil(64));
        Self {
            columns,
            words,
            lines: vec![Line::default(); columns * words.div_ceil(TOGETHER)],
        }
    }

    /// The occupancy of games with these events.
    pub(crate) fn of<'a>(area: usize, games: impl ExactSizeIterator<Item = &'a [u16]>) -> Self {
        let mut occupancy = Self::new(area, games.len());
        for (game, events) in games.enumerate() {
            let (word, bit) = (game / 64, 1 << (game % 64));
            for item in tree(events) {
                if let TreeEvent::Event(event) = item
                    && let Some(Some(color)) = stone_after(event.action())
                    && usize::from(event.point()) < area
                {
                    let column = color.index() * area + usize::from(event.point());
                    *occupancy.place(column, word) |= bit;
                }
            }
        }
        occupancy
    }

    /// Reads the columns of a block of `games` games; `None` if there are more or fewer bytes.
    pub(crate) fn read(area: usize, games: usize, bytes: &[u8]) -> Option<Self> {
        let mut occupancy = Self::new(area, games);
        let (chunks, rest) = bytes.as_chunks::<8>();
        let words = occupancy.words.max(1);
        if !rest.is_empty() || chunks.len() != occupancy.columns * occupancy.words {
            return None;
        }
        for (column, own) in chunks.chunks(words).enumerate() {
            for (word, chunk) in own.iter().enumerate() {
                *occupancy.place(column, word) = u64::from_le_bytes(*chunk);
            }
        }
        Some(occupancy)
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for column in 0..self.columns {
            let lines = self.lines.iter().skip(column).step_by(self.columns);
            let words = lines.flat_map(|line| &line.0).take(self.words);
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        }
    }

    /// Size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
    }

    #[inline]
    fn place(&mut self, column: usize, word: usize) -> &mut u64 {
        let line = &mut self.lines[word / TOGETHER * self.columns + column];
        &mut line.0[word % TOGETHER]
    }

    /// The lines of 512 games: one for each point with a black stone, then one for each with a white one.
    #[inline]
    pub(crate) fn lines(&self, group: usize) -> &[Line] {
        &self.lines[group * self.columns..][..self.columns]
    }
}
