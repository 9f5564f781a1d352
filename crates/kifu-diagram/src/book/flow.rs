//! Breaks blocks into pages.

use std::collections::VecDeque;

use super::figure::Drawn;
use super::page::{Content, Page, Row};
use super::paper::MILLIMETER;
use super::paragraph::{Lines, Setting};
use super::{Block, Book, Figure, LEAST_CELL, Pages, Paragraph};
use crate::Problem;
use crate::picture::{CELL, Picture, Region, Role};
use crate::theme::Theme;

/// Space between columns, and between diagrams side by side.
pub(super) const GUTTER: f32 = 5.0 * MILLIMETER;
/// The space above and below diagrams.
pub(super) const AROUND: f32 = 9.0;
/// Maximum size of board cells unless a scale is set: 5 mm.
const MOST_CELL: f32 = 5.0 * MILLIMETER;
/// Characters of text for each diagram, below which text hardly fills pages.
const LITTLE_TEXT: usize = 150;

/// Width and height, at scale 1, of the boards that are not placed yet.
pub(super) type Boards = VecDeque<(f32, f32)>;

/// Fills pages.
pub(super) struct Flow<'a> {
    pub(super) book: &'a Book,
    pub(super) theme: Theme,
    /// Scale factor of boards.
    pub(super) scale: f32,
    columns: usize,
    pub(super) column_width: f32,
    pub(super) pages: Vec<Page<'a>>,
    column: usize,
    pub(super) y: f32,
    pub(super) problems: Vec<Problem>,
    /// Number of headings so far.
    pub(super) headings: usize,
}

/// Diagrams side by side, ready to be placed.
pub(super) struct Placed<'a> {
    pub(super) row: Row<'a>,
    /// Whether it may be moved down to fill the page.
    pub(super) is_row: bool,
    /// The space after it.
    pub(super) after: f32,
    /// Comments too long for the place under the boards, with their leads.
    pub(super) comments: Vec<(&'a str, String)>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(book: &'a Book, theme: Theme) -> Self {
        Self {
            book,
            theme,
            scale: 1.0,
            columns: 1,
            column_width: book.paper.text_width(),
            pages: Vec::new(),
            column: 0,
            y: 0.0,
            problems: Vec::new(),
            headings: 0,
        }
    }

    pub(super) fn run(mut self) -> (Pages<'a>, Vec<Problem>) {
        let figures = self.book.figures();
        let mut boards: Boards = figures
            .map(|figure| figure.board_size(&self.theme))
            .collect();
        self.measure(&boards);
        self.start_page();
        self.title();
        let book = self.book;
        for (index, block) in book.blocks.iter().enumerate() {
            let next = book.blocks.get(index + 1);
            match block {
                Block::Heading {
                    level,
                    text,
                    anchor,
                } => self.heading(*level, text, anchor, next, &boards),
                Block::Paragraph(paragraph) => self.paragraph(paragraph),
                Block::Figure(figure) => {
                    if let Some(board) = boards.pop_front() {
                        self.figure(figure, board);
                    }
                }
                Block::Row(figures) => self.row(figures, &mut boards),
                Block::PageBreak => {
                    if self.pages.last().is_some_and(|page| !page.is_empty()) {
                        if let Some(page) = self.pages.last_mut() {
                            page.is_closed = true;
                        }
                        self.start_page();
                    }
                }
            }
        }
        self.finish()
    }

    /// Chooses columns and scale.
    fn measure(&mut self, boards: &Boards) {
        let text = self.book.paper.text_width();
        let widths = boards.iter().map(|(width, _)| width / CELL);
        let widest = widths.fold(0.0, f32::max);
        let has_text =
            self.book.blocks.iter().any(|block| {
                matches!(block, Block::Paragraph(_)) || matches!(block, Block::Figure(_))
            });
        let fit = |columns: f32| (text - GUTTER * (columns - 1.0)) / columns;
        let mut columns = 1.0;
        if widest > 0.0 {
            while columns < 4.0 && fit(columns + 1.0) / widest >= 4.0 * MILLIMETER && widest >= 15.0
            {
                columns += 1.0;
            }
        } else if text > 420.0 {
            columns = 2.0;
        }
        if self.book.columns > 0 {
            columns = f32::from(self.book.columns.min(6));
        }
        let cell = self.book.cell.unwrap_or_else(|| {
            let whole = if widest > 0.0 {
                fit(columns) / widest
            } else {
                MOST_CELL
            };
            whole
                .min(self.two_on_a_page(boards))
                .clamp(LEAST_CELL, MOST_CELL)
        });
        self.scale = cell / CELL;
        if has_text {
            #[expect(clippy::cast_sign_loss, reason = "from 1 to 6")]
            let count = columns as usize;
            self.columns = count;
            self.column_width = fit(columns);
        }
    }

    /// The cell with which two boards fit above each other, if it is not too small. Where little text is between them, a
    /// page with one board would stay half empty: then it may be smaller.
    fn two_on_a_page(&self, boards: &Boards) -> f32 {
        const LEAST_BESIDE_TEXT: f32 = 3.65 * MILLIMETER;
        let highest = boards.iter().map(|(_, height)| height / CELL);
        let highest = highest.fold(0.0, f32::max);
        let pairs = self.pairs(boards);
        if pairs.is_empty() && !self.book.blocks.iter().any(is_single) || highest <= 0.0 {
            return f32::INFINITY;
        }
        let cell = if self.has_little_text() && !pairs.is_empty() {
            cell_of_most(pairs)
        } else {
            let caption = self.book.words * 2.8 + 2.0 * AROUND;
            let cell = (self.full_height() / 2.0 - caption) / highest;
            (cell >= LEAST_BESIDE_TEXT).then_some(cell)
        };
        cell.unwrap_or(f32::INFINITY)
    }

    /// Whether text hardly fills the pages.
    fn has_little_text(&self) -> bool {
        let blocks = &self.book.blocks;
        let figures = blocks.iter().filter(|block| is_single(block)).count();
        let texts = blocks.iter().map(|block| match block {
            Block::Paragraph(paragraph) => paragraph.text.chars().count(),
            _ => 0,
        });
        figures > 2 && texts.sum::<usize>() < LITTLE_TEXT * figures
    }

    /// For each two successive diagrams in rows of their own, the cell with which a page has room for both.
    fn pairs(&self, boards: &Boards) -> Vec<f32> {
        let mut boards = boards.iter();
        let mut last: Option<(f32, f32)> = None;
        let mut pairs = Vec::new();
        for block in &self.book.blocks {
            let taken = boards.by_ref().take(block.figures().len());
            let (Block::Figure(figure), Some(&board)) = (block, taken.last()) else {
                last = None;
                continue;
            };
            // A larger board has room for longer lines.
            let (scale, room) = (LEAST_CELL / CELL, (self.column_width, f32::INFINITY));
            let drawn = Drawn::new(figure, board, scale, room, self.book.words, &self.theme);
            let own = (board.1 / CELL, drawn.below);
            if let Some(last) = last.replace(own) {
                let words = last.1 + own.1 + 2.0 * AROUND;
                pairs.push((self.full_height() - words) / (last.0 + own.0));
            }
        }
        pairs
    }

    fn full_height(&self) -> f32 {
        self.book.paper.lower_end() - self.book.paper.top
    }

    fn start_page(&mut self) {
        let top = self.book.paper.top;
        self.pages.push(Page::at(top));
        self.column = 0;
        self.y = top;
    }

    pub(super) fn page(&mut self) -> &mut Page<'a> {
        if self.pages.is_empty() {
            self.start_page();
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    pub(super) fn end(&self) -> f32 {
        // Half a point is what rounding may lose.
        self.book.paper.lower_end() + 0.5
    }

    fn left(&self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "few columns")]
        let column = self.column as f32;
        column * (self.column_width + GUTTER)
    }

    pub(super) fn next_column(&mut self) {
        if self.column + 1 < self.columns {
            self.column += 1;
            self.y = self.page().top;
        } else {
            self.start_page();
        }
    }

    pub(super) fn is_at_top(&self) -> bool {
        self.pages
            .last()
            .is_none_or(|page| self.y <= page.top + 0.01)
    }

    pub(super) fn put(&mut self, content: Content<'a>, is_row: bool) {
        let (x, y, column) = (self.left(), self.y, self.column);
        self.y += content.height();
        self.page().put(content, x, y, column, is_row);
    }

    pub(super) fn setting(&self, size: f32, width: f32) -> Setting {
        Setting {
            size,
            width,
            ink: self.theme.page.ink,
            justified: self.book.justified,
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let setting = self.setting(self.book.words, self.column_width);
        let lines = Lines::new(&paragraph.lead, &paragraph.text, &paragraph.link, setting);
        let mut first = 0;
        while first < lines.count() {
            let left = lines.count() - first;
            let mut fit = self.lines_that_fit(lines.leading()).min(left);
            // No first or last line is alone on a page.
            if fit < left {
                if left - fit == 1 {
                    fit = fit.saturating_sub(1);
                }
                if fit < 2 {
                    fit = 0;
                }
            }
            if fit == 0 {
                if self.is_at_top() {
                    fit = left.min(2);
                } else {
                    self.next_column();
                    continue;
                }
            }
            let mut picture = lines.draw(first..first + fit, false);
            region(&mut picture, Role::Paragraph { goes_on: first > 0 });
            if first > 0 {
                picture.links.clear();
            }
            self.put(Content::Text(picture), false);
            first += fit;
            if first < lines.count() {
                self.next_column();
            }
        }
        self.y += self.book.words * 0.45;
    }

    fn lines_that_fit(&self, leading: f32) -> usize {
        #[expect(clippy::cast_sign_loss, reason = "`as` makes 0 of what is below")]
        let count = ((self.end() - self.y) / leading).max(0.0) as usize;
        count
    }

    /// The diagram in the scale of the book, or smaller if a page has no room for it.
    pub(super) fn drawn(&mut self, figure: &'a Figure, board: (f32, f32), width: f32) -> Drawn<'a> {
        let high = self.book.paper.lower_end() - self.book.paper.top - self.book.words * 3.0;
        let fits = (width / board.0.max(1.0)).min(high / board.1.max(1.0));
        let scale = if fits < self.scale * 0.999 {
            fits
        } else {
            self.scale
        };
        let full = self.full_height();
        let draw = |scale: f32| {
            let room = (width, full);
            Drawn::new(figure, board, scale, room, self.book.words, &self.theme)
        };
        let drawn = draw(scale);
        let over = drawn.board_height() + drawn.below - full;
        if over <= 0.1 {
            if scale < self.scale {
                self.note_reduced(figure, scale);
            }
            return drawn;
        }
        // Notes of many lines leave less of the page to the board.
        let part = ((drawn.board_height() - over) / drawn.board_height()).clamp(0.3, 0.99);
        let drawn = draw(scale * part);
        self.note_reduced(figure, scale * part);
        drawn
    }

    /// Reports a diagram in a smaller scale; one report has all of them.
    fn note_reduced(&mut self, figure: &Figure, scale: f32) {
        let cell = scale * CELL / MILLIMETER;
        for problem in &mut self.problems {
            if let Problem::Reduced {
                count, least, most, ..
            } = problem
            {
                *count += 1;
                *least = least.min(cell);
                *most = most.max(cell);
                return;
            }
        }
        self.problems.push(Problem::Reduced {
            title: figure.caption().to_owned(),
            count: 1,
            least: cell,
            most: cell,
        });
    }

    /// Leaves a page with a title for the next if a diagram of this height does not fit below the title.
    pub(super) fn leave_title(&mut self, height: f32) {
        while self.is_at_top() && self.y > self.book.paper.top + 0.1 && self.y + height > self.end()
        {
            self.next_column();
        }
    }

    fn figure(&mut self, figure: &'a Figure, board: (f32, f32)) {
        let mut drawn = self.drawn(figure, board, self.column_width);
        let comment = drawn.take_comment().map(|(_, text)| ("", text));
        self.place(Placed {
            row: Row::of(drawn, self.column_width / 2.0),
            is_row: false,
            after: AROUND,
            comments: comment.into_iter().collect(),
        });
    }

    /// Places diagrams here or in the next column. The text that follows speaks of them, and does not fill this column.
    pub(super) fn place(&mut self, placed: Placed<'a>) {
        let height = placed.row.board_height + placed.row.below;
        self.leave_title(height);
        let before = if self.is_at_top() { 0.0 } else { AROUND };
        if self.is_at_top() || self.y + before + height <= self.end() {
            self.y += before;
            self.put_row(placed);
        } else {
            self.next_column();
            self.leave_title(height);
            self.put_row(placed);
        }
    }

    fn put_row(&mut self, placed: Placed<'a>) {
        self.put(Content::Figures(placed.row), placed.is_row);
        self.y += placed.after;
        for (lead, text) in placed.comments {
            self.comment(lead, &text);
        }
    }

    pub(super) fn comment(&mut self, lead: &str, text: &str) {
        for (index, line) in text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
        {
            self.paragraph(&Paragraph {
                lead: if index == 0 {
                    lead.to_owned()
                } else {
                    String::new()
                },
                text: line.trim().to_owned(),
                link: String::new(),
            });
        }
    }
}

const fn is_single(block: &Block) -> bool {
    matches!(block, Block::Figure(_))
}

/// The cell with which most pairs of diagrams fit on a page, or the least cell if half of them do.
fn cell_of_most(mut pairs: Vec<f32>) -> Option<f32> {
    pairs.sort_unstable_by(|a, b| b.total_cmp(a));
    let most = pairs[pairs.len() * 7 / 8];
    let half = pairs[pairs.len() / 2];
    (half >= LEAST_CELL).then_some(most.max(LEAST_CELL))
}

/// One region over a whole picture.
pub(super) fn region(picture: &mut Picture, role: Role) {
    let items = 0..picture.items.len();
    picture.regions = vec![Region::new(items, role)];
}
