//! Places diagrams side by side.

use std::collections::VecDeque;

use super::Figure;
use super::figure::Drawn;
use super::flow::{AROUND, Flow, GUTTER};
use crate::picture::Picture;

/// The space after a row.
const AFTER: f32 = 4.0;

impl Flow<'_> {
    /// Returns the width for each of `count` diagrams: as many side by side as have room for a board of the usual
    /// width and words of twelve letters.
    fn field(&self, count: usize, boards: &VecDeque<Picture>) -> f32 {
        let mut widths: Vec<f32> = boards
            .iter()
            .take(count)
            .map(|board| board.width * self.scale)
            .collect();
        widths.sort_unstable_by(f32::total_cmp);
        let usual = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
        let least = usual.max(self.book.words * 9.0);
        let fit = ((self.column_width + GUTTER) / (least + GUTTER))
            .floor()
            .max(1.0);
        (self.column_width - GUTTER * (fit - 1.0)) / fit
    }

    /// Places diagrams side by side, in rows; all boards of a row end at one height, so their captions begin on one
    /// line.
    pub(super) fn row(&mut self, figures: &[Figure], boards: &mut VecDeque<Picture>) {
        self.settle();
        let width = self.column_width;
        let field = self.field(figures.len(), boards);
        let mut row: Vec<(Drawn, &Figure)> = Vec::new();
        let mut last_gap = None;
        for figure in figures {
            let Some(board) = boards.pop_front() else {
                break;
            };
            let wide = (board.width * self.scale).max(field).min(width);
            let drawn = self.drawn(figure, board, wide);
            #[expect(clippy::cast_precision_loss, reason = "diagrams of a row")]
            let gaps = GUTTER * row.len() as f32;
            let used: f32 = row.iter().map(|(drawn, _)| drawn.width).sum();
            let all = || row.iter().map(|(drawn, _)| drawn).chain([&drawn]);
            let high = all().map(Drawn::board_height).fold(0.0, f32::max)
                + all().map(|drawn| drawn.below).fold(0.0, f32::max);
            let is_too_high = self.book.paper.top + high > self.end();
            let is_too_wide = used + gaps + drawn.width > width + 0.1;
            if !row.is_empty() && (is_too_wide || is_too_high) {
                last_gap = self.finish_row(&mut row, None);
            }
            row.push((drawn, figure));
        }
        self.finish_row(&mut row, last_gap);
    }

    /// Places a row. A row that is not full has the gaps of the previous one, `gap`. Returns its gap.
    fn finish_row(&mut self, row: &mut Vec<(Drawn, &Figure)>, gap: Option<f32>) -> Option<f32> {
        let row = core::mem::take(row);
        if row.is_empty() {
            return None;
        }
        let width = self.column_width;
        let highest = row
            .iter()
            .map(|(drawn, _)| drawn.board_height())
            .fold(0.0, f32::max);
        let below = row.iter().map(|(drawn, _)| drawn.below).fold(0.0, f32::max);
        let used: f32 = row.iter().map(|(drawn, _)| drawn.width).sum();
        #[expect(clippy::cast_precision_loss, reason = "diagrams of a row")]
        let own = (width - used) / row.len() as f32;
        let space = gap.map_or(own, |gap| gap.min(own)).max(0.0);
        self.leave_title(highest + below);
        let before = if self.is_at_top() { 0.0 } else { AROUND };
        if !self.is_at_top() && self.y + before + highest + below > self.end() {
            self.next_column();
            self.leave_title(highest + below);
        } else {
            self.y += before;
        }
        let mut picture = Picture {
            width,
            height: highest + below,
            ..Picture::default()
        };
        let mut x = 0.0;
        for (drawn, _) in &row {
            let place = space + drawn.width;
            drawn.put(&mut picture, x + place / 2.0, highest);
            x += place;
        }
        self.put(picture, true);
        self.y += AFTER;
        for (drawn, figure) in &row {
            if let Some(text) = &drawn.long_comment {
                self.comment(&figure.scene.caption, text);
            }
        }
        Some(own)
    }
}
