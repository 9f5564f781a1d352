//! Counts found by a reader, and the expected counts.

use kifu_syntax::{Event, EventKind};

/// Counts found by a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Games.
    pub games: usize,
    /// Nodes.
    pub nodes: usize,
    /// Properties `B` and `W`.
    pub moves: usize,
    /// Files that were not read at all.
    pub refused: usize,
}

impl Counts {
    /// Counts an event, given the number of trees open after it.
    #[inline]
    pub fn event(&mut self, event: Event, depth: usize, text: &[u8]) {
        match event.kind {
            EventKind::TreeBegin => self.games += usize::from(depth == 1),
            EventKind::NodeBegin => self.nodes += 1,
            EventKind::Identifier => {
                self.moves += usize::from(matches!(event.span.of(text), b"B" | b"W"));
            }
            EventKind::Value | EventKind::TreeEnd => {}
        }
    }

    /// The expected counts of all `files`.
    #[must_use]
    pub fn of_signs(files: &[Vec<u8>]) -> Self {
        let counts = files.iter().map(|file| signs(file));
        counts.fold(Self::default(), |sum, counts| Self {
            games: sum.games + counts.games,
            nodes: sum.nodes + counts.nodes,
            moves: sum.moves + counts.moves,
            refused: 0,
        })
    }
}

/// Counts signs outside of brackets.
fn signs(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let (mut depth, mut in_value, mut at) = (0_usize, false, 0);
    let (mut word, mut fresh) = (Vec::new(), false);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if in_value => at += 1,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => {
                in_value = true;
                counts.moves += usize::from(fresh && (word == b"B" || word == b"W"));
                word.clear();
                fresh = false;
            }
            b'(' => {
                counts.games += usize::from(depth == 0);
                depth += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            b';' => counts.nodes += 1,
            b'A'..=b'Z' => {
                fresh = true;
                word.push(byte);
            }
            _ => {}
        }
        at += 1;
    }
    counts
}
