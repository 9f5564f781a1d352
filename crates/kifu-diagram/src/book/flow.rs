//! Breaks blocks into pages.

use std::collections::VecDeque;

use super::figure::Drawn;
use super::page::Page;
use super::paper::MILLIMETER;
use super::paragraph::{Lines, Setting};
use super::{Block, Book, Figure, LEAST_CELL, Pages, Paragraph, contents};
use crate::picture::{CELL, Picture, Region, Role};
use crate::theme::Theme;
use crate::{Problem, layout, measure};

/// Space between columns, and between diagrams side by side.
pub(super) const GUTTER: f32 = 5.0 * MILLIMETER;
/// The space above and below diagrams.
pub(super) const AROUND: f32 = 9.0;
/// Maximum size of board cells unless a scale is set: 5 mm.
const MOST_CELL: f32 = 5.0 * MILLIMETER;
/// The letters of text that is set before a diagram, to fill a column.
const LEAST_TEXT: usize = 250;
/// Minimum number of lines at the end of a column.
const LEAST_LINES: usize = 3;

/// Fills pages.
pub(super) struct Flow<'a> {
    pub(super) book: &'a Book,
    pub(super) theme: &'a Theme,
    /// Scale factor of boards.
    pub(super) scale: f32,
    columns: usize,
    pub(super) column_width: f32,
    pub(super) pages: Vec<Page>,
    column: usize,
    pub(super) y: f32,
    /// A diagram waiting for the top of the next column, while text fills this one.
    waiting: Option<Drawn>,
    pub(super) problems: Vec<Problem>,
    headings: usize,
}

impl<'a> Flow<'a> {
    pub(super) fn new(book: &'a Book, theme: &'a Theme) -> Self {
        Self {
            book,
            theme,
            scale: 1.0,
            columns: 1,
            column_width: book.paper.text_width(),
            pages: Vec::new(),
            column: 0,
            y: 0.0,
            waiting: None,
            problems: Vec::new(),
            headings: 0,
        }
    }

    pub(super) fn run(mut self) -> (Pages, Vec<Problem>) {
        let mut boards: VecDeque<Picture> = self
            .book
            .blocks
            .iter()
            .flat_map(Block::figures)
            .map(|figure| layout::board(&figure.scene, self.theme))
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
                        let text = book.blocks[index + 1..]
                            .iter()
                            .map_while(|block| match block {
                                Block::Paragraph(paragraph) => Some(paragraph.text.chars().count()),
                                _ => None,
                            });
                        self.figure(figure, board, text.sum());
                    }
                }
                Block::Row(figures) => self.row(figures, &mut boards),
                Block::PageBreak => {
                    self.settle();
                    if self.pages.last().is_some_and(|page| !page.is_empty()) {
                        if let Some(page) = self.pages.last_mut() {
                            page.is_closed = true;
                        }
                        self.start_page();
                    }
                }
            }
        }
        self.settle();
        self.finish()
    }

    /// Chooses columns and scale.
    fn measure(&mut self, boards: &VecDeque<Picture>) {
        let text = self.book.paper.text_width();
        let cells = |picture: &Picture| picture.width / CELL;
        let widest = boards.iter().map(cells).fold(0.0, f32::max);
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

    /// The cell with which two of the highest boards fit above each other, if it is not too small.
    fn two_on_a_page(&self, boards: &VecDeque<Picture>) -> f32 {
        const LEAST: f32 = 3.65 * MILLIMETER;
        let has_figures = self
            .book
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Figure(_)));
        let highest = boards
            .iter()
            .map(|board| board.height / CELL)
            .fold(0.0, f32::max);
        if !has_figures || highest <= 0.0 {
            return f32::INFINITY;
        }
        let caption = self.book.words * 2.8 + 2.0 * AROUND;
        let height = self.book.paper.lower_end() - self.book.paper.top;
        let cell = (height / 2.0 - caption) / highest;
        if cell >= LEAST { cell } else { f32::INFINITY }
    }

    fn start_page(&mut self) {
        let top = self.book.paper.top;
        self.pages.push(Page::at(top));
        self.column = 0;
        self.y = top;
    }

    fn page(&mut self) -> &mut Page {
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
        if let Some(waiting) = self.waiting.take() {
            self.leave_title(waiting.board_height() + waiting.below);
            self.put_figure(&waiting);
        }
    }

    /// Places the diagram that waits for the next column.
    pub(super) fn settle(&mut self) {
        if self.waiting.is_some() {
            self.next_column();
        }
    }

    pub(super) fn is_at_top(&self) -> bool {
        self.pages
            .last()
            .is_none_or(|page| self.y <= page.top + 0.01)
    }

    pub(super) fn put(&mut self, picture: Picture, is_row: bool) {
        let (x, y, column) = (self.left(), self.y, self.column);
        self.y += picture.height;
        self.page().put(picture, x, y, column, is_row);
    }

    fn setting(&self, size: f32, width: f32) -> Setting {
        Setting {
            size,
            width,
            ink: self.theme.page.ink,
            justified: self.book.justified,
        }
    }

    /// The title of the book and its facts, over all columns.
    fn title(&mut self) {
        let book = self.book;
        if book.title.is_empty() && book.info.is_empty() {
            return;
        }
        let width = book.paper.text_width();
        let size = book.words;
        self.page().is_title = true;
        let mut y = self.y;
        if !book.title.is_empty() {
            let title = most_lines(&book.title, width / (size * 1.75));
            let lines = Lines::new(&title, "", "", self.setting(size * 1.75, width));
            let mut picture = lines.draw(0..lines.count(), true);
            region(&mut picture, Role::Heading(1));
            let height = picture.height;
            self.page().put(picture, 0.0, y, 0, false);
            self.page().headings.push((1, book.title.clone(), y));
            y += height + size * 0.4;
        }
        let facts = book
            .info
            .iter()
            .map(|(name, value)| format!("{name}: {value}"));
        // A short fact is not broken.
        let facts: Vec<String> = facts
            .map(|fact| {
                if fact.len() < 40 {
                    fact.replace(' ', "\u{a0}")
                } else {
                    fact
                }
            })
            .collect();
        if !facts.is_empty() {
            let between = if book.lang.is_solid() {
                "　"
            } else {
                "  ·  "
            };
            let facts = most_lines(&facts.join(between), width / (size * 0.92));
            let lines = Lines::new("", &facts, "", self.setting(size * 0.92, width));
            let mut picture = lines.draw(0..lines.count(), true);
            region(&mut picture, Role::Paragraph { goes_on: false });
            let height = picture.height;
            self.page().put(picture, 0.0, y, 0, false);
            y += height;
        }
        y += size * 1.2;
        self.page().top = y;
        self.y = y;
    }

    fn heading(
        &mut self,
        level: u8,
        text: &str,
        anchor: &str,
        next: Option<&Block>,
        boards: &VecDeque<Picture>,
    ) {
        self.settle();
        let size = self.book.words
            * match level {
                1 => 1.45,
                2 => 1.2,
                _ => 1.05,
            };
        let heading = most_lines(text, self.column_width / size);
        let lines = Lines::new(&heading, "", "", self.setting(size, self.column_width));
        let before = if self.is_at_top() { 0.0 } else { size * 1.1 };
        let own = lines.height() + size * 0.35;
        // A heading stays with the next block.
        let follows = match next {
            Some(Block::Figure(_) | Block::Row(_)) => {
                let board = boards
                    .front()
                    .map_or(0.0, |board| board.height * self.scale);
                board + AROUND + self.book.words * 2.8
            }
            Some(Block::Paragraph(_)) => self.book.words * 1.38 * 3.0,
            _ => 0.0,
        };
        if !self.is_at_top() && self.y + before + own + follows > self.end() {
            self.next_column();
        } else {
            self.y += before;
        }
        let mut picture = lines.draw(0..lines.count(), false);
        picture.height += size * 0.35;
        region(&mut picture, Role::Heading(level));
        picture.anchors.push((contents::anchor(self.headings), 0.0));
        if !anchor.is_empty() {
            picture.anchors.push((anchor.to_owned(), 0.0));
        }
        self.headings += 1;
        let y = self.y;
        self.page().headings.push((level, text.to_owned(), y));
        self.put(picture, false);
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
            self.put(picture, false);
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
    pub(super) fn drawn(&mut self, figure: &Figure, board: Picture, width: f32) -> Drawn {
        let high = self.book.paper.lower_end() - self.book.paper.top - self.book.words * 3.0;
        let fits = (width / board.width.max(1.0)).min(high / board.height.max(1.0));
        let scale = if fits < self.scale * 0.999 {
            self.problems.push(Problem::Reduced {
                title: figure.scene.caption.clone(),
                percent: (fits / self.scale * 100.0).round(),
            });
            fits
        } else {
            self.scale
        };
        let full = self.book.paper.lower_end() - self.book.paper.top;
        let draw = |board: Picture, scale: f32| {
            let room = (width, full);
            Drawn::new(figure, board, scale, room, self.book.words, self.theme)
        };
        let drawn = draw(board, scale);
        let over = drawn.board_height() + drawn.below - full;
        if over <= 0.1 {
            return drawn;
        }
        // Notes of many lines leave less of the page to the board.
        let part = ((drawn.board_height() - over) / drawn.board_height()).clamp(0.3, 0.99);
        let percent = (scale * part / self.scale * 100.0).round();
        let drawn = draw(drawn.board, scale * part);
        let title = figure.scene.caption.clone();
        self.problems.push(Problem::Reduced { title, percent });
        drawn
    }

    /// Leaves a page with a title for the next if a diagram of this height does not fit below the title.
    pub(super) fn leave_title(&mut self, height: f32) {
        while self.is_at_top() && self.y > self.book.paper.top + 0.1 && self.y + height > self.end()
        {
            self.next_column();
        }
    }

    /// Places a diagram here or in the next column; `text` is how many letters follow it.
    fn figure(&mut self, figure: &Figure, board: Picture, text: usize) {
        self.settle();
        let drawn = self.drawn(figure, board, self.column_width);
        let before = if self.is_at_top() { 0.0 } else { AROUND };
        let height = drawn.board_height() + drawn.below;
        self.leave_title(height);
        let before = if self.is_at_top() { 0.0 } else { before };
        if self.is_at_top() || self.y + before + height <= self.end() {
            self.y += before;
            self.put_figure(&drawn);
        } else if text >= LEAST_TEXT && self.lines_that_fit(self.book.words * 1.38) >= LEAST_LINES {
            // The text that follows fills the column.
            self.waiting = Some(drawn);
        } else {
            self.next_column();
            self.leave_title(height);
            self.put_figure(&drawn);
        }
    }

    fn put_figure(&mut self, drawn: &Drawn) {
        let mut picture = Picture {
            width: self.column_width,
            height: drawn.board_height() + drawn.below,
            ..Picture::default()
        };
        drawn.put(&mut picture, self.column_width / 2.0, drawn.board_height());
        let long = drawn.long_comment.clone();
        self.put(picture, false);
        self.y += AROUND;
        if let Some(text) = long {
            self.comment("", &text);
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

/// Maximum number of lines of titles and headings: a record may hold any text.
const MOST_LINES: f32 = 6.0;

/// As much of a text as fills a few lines of this width.
fn most_lines(text: &str, width: f32) -> String {
    measure::cut(text, width * MOST_LINES, |text| {
        measure::width_of(text, true)
    })
}

/// One region over a whole picture.
fn region(picture: &mut Picture, role: Role) {
    let items = 0..picture.items.len();
    picture.regions = vec![Region { items, role }];
}
