//! Places diagrams side by side.

use super::Figure;
use super::figure::Drawn;
use super::flow::{Boards, Flow, GUTTER, Placed};
use super::page::Row;

/// The space after a row.
const AFTER: f32 = 4.0;

impl<'a> Flow<'a> {
    /// Returns the width for each of `count` diagrams: as many side by side as there are, and as have room for a board of the
    /// usual width and words of twelve letters.
    fn field(&self, count: usize, boards: &Boards) -> f32 {
        let mut widths: Vec<f32> = boards
            .iter()
            .take(count)
            .map(|(width, _)| width * self.scale)
            .collect();
        widths.sort_unstable_by(f32::total_cmp);
        let usual = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
        let least = usual.max(self.book.words * 9.0);
        #[expect(clippy::cast_precision_loss, reason = "diagrams of a row")]
        let fit = ((self.column_width + GUTTER) / (least + GUTTER))
            .floor()
            .min(count as f32)
            .max(1.0);
        (self.column_width - GUTTER * (fit - 1.0)) / fit
    }

    /// Places diagrams side by side, in rows; all boards of a row end at one height, so their captions begin on one
    /// line.
    pub(super) fn row(&mut self, figures: &'a [Figure], boards: &mut Boards) {
        let width = self.column_width;
        let field = self.field(figures.len(), boards);
        let mut row: Vec<Drawn<'a>> = Vec::new();
        let mut last_gap = None;
        for figure in figures {
            let Some(board) = boards.pop_front() else {
                break;
            };
            let wide = (board.0 * self.scale).max(field).min(width);
            let drawn = self.drawn(figure, board, wide);
            #[expect(clippy::cast_precision_loss, reason = "diagrams of a row")]
            let gaps = GUTTER * row.len() as f32;
            let used: f32 = row.iter().map(|drawn| drawn.width).sum();
            let all = || row.iter().chain([&drawn]);
            let high = all().map(Drawn::board_height).fold(0.0, f32::max)
                + all().map(|drawn| drawn.below).fold(0.0, f32::max);
            let is_too_high = self.book.paper.top + high > self.end();
            let is_too_wide = used + gaps + drawn.width > width + 0.1;
            if !row.is_empty() && (is_too_wide || is_too_high) {
                last_gap = self.finish_row(&mut row, None);
            }
            row.push(drawn);
        }
        self.finish_row(&mut row, last_gap);
    }

    /// Places a row. A row that is not full has the gaps of the previous one, `gap`. Returns its gap if it has columns.
    fn finish_row(&mut self, row: &mut Vec<Drawn<'a>>, gap: Option<f32>) -> Option<f32> {
        let row = core::mem::take(row);
        if row.is_empty() {
            return None;
        }
        let is_many = row.len() > 1;
        let used: f32 = row.iter().map(|drawn| drawn.width).sum();
        #[expect(clippy::cast_precision_loss, reason = "diagrams of a row")]
        let own = (self.column_width - used) / row.len() as f32;
        let space = gap.map_or(own, |gap| gap.min(own)).max(0.0);
        let highest = |of: fn(&Drawn<'a>) -> f32| row.iter().map(of).fold(0.0, f32::max);
        let mut placed = Row {
            board_height: highest(Drawn::board_height),
            below: highest(|drawn| drawn.below),
            figures: Vec::with_capacity(row.len()),
        };
        let mut comments = Vec::new();
        let mut x = 0.0;
        for mut drawn in row {
            comments.extend(drawn.take_comment());
            let place = space + drawn.width;
            placed.figures.push((drawn, x + place / 2.0));
            x += place;
        }
        self.place(Placed {
            row: placed,
            is_row: true,
            after: AFTER,
            comments,
        });
        is_many.then_some(own)
    }
}
