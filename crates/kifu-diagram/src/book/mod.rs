//! Books: text and diagrams on pages of paper, all diagrams in one scale.
//!
//! ```
//! use kifu_diagram::book::{Block, Book, Figure, Paper};
//! use kifu_diagram::{Scene, Theme};
//!
//! let mut book = Book::new(Paper::A5);
//! book.title = "Opening".into();
//! book.blocks.push(Block::paragraph("", "The empty board."));
//! book.blocks.push(Block::Figure(Figure::new(Scene::go(19, 19))));
//! let (pages, problems) = book.pages(&Theme::default());
//! assert_eq!((pages.len(), problems.len()), (1, 0));
//! ```

mod contents;
mod figure;
mod finish;
mod flow;
mod html;
mod join;
mod page;
mod pages;
mod paper;
mod paragraph;
mod plain;
mod rows;
#[cfg(test)]
mod tests;
mod title;

pub use self::join::{joined, paragraphs};
pub use self::pages::Pages;
pub use self::paper::{Length, Paper, UnknownLength, UnknownPaper};
use crate::scene::{Packed, Scene};
use crate::theme::Theme;
use crate::{Lang, Problem, layout};

/// A document to lay out on pages. Lengths are in points, 72 to an inch.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    /// The paper and its margins.
    pub paper: Paper,
    /// The distance of two lines of a board. `None`, the default, is the largest up to 5 mm at which
    /// whole boards fill the width, but not less than 3.5 mm.
    pub cell: Option<f32>,
    /// The font size of text; by default 9, on wide paper 9.5.
    pub words: f32,
    /// Columns of text. 0, the default, is the largest number at which each has room for a whole board.
    pub columns: u16,
    /// The title, at the head of the first page and of all left pages.
    pub title: String,
    /// Under the title, on the first page only: names and values.
    pub info: Vec<(String, String)>,
    /// The author, in the properties of a PDF.
    pub author: String,
    /// The language of captions and headings.
    pub lang: Lang,
    /// Whether a table of contents follows the title.
    pub contents: bool,
    /// Whether pages have running heads and numbers. Default: on.
    pub heads: bool,
    /// Whether lines are justified. Default: on.
    pub justified: bool,
    /// The text and the diagrams.
    pub blocks: Vec<Block>,
}

/// A part of a book.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 is the highest level.
        level: u8,
        /// Its text.
        text: String,
        /// Its name for links; may be empty.
        anchor: String,
    },
    /// A paragraph.
    Paragraph(Paragraph),
    /// A diagram in a separate row.
    Figure(Figure),
    /// Diagrams side by side, as many in a row as fit.
    Row(Vec<Figure>),
    /// The next block begins on a new page.
    PageBreak,
}

/// A paragraph of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// Words in bold letters at its start.
    pub lead: String,
    /// Its text.
    pub text: String,
    /// The anchor that the lead leads to; may be empty.
    pub link: String,
}

/// A diagram of a book: a scene whose caption, turn, notes and comment are set below the board. Its
/// title and info are not printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    scene: Packed,
    /// Its name for links; may be empty.
    pub anchor: String,
    /// The anchor that its caption leads to; may be empty.
    pub link: String,
}

impl Figure {
    /// A diagram without links.
    pub fn new(scene: Scene) -> Self {
        Self {
            scene: Packed::new(scene),
            anchor: String::new(),
            link: String::new(),
        }
    }

    /// The scene.
    pub fn scene(&self) -> Scene {
        self.scene.unpack()
    }

    /// The title of the scene.
    pub fn title(&self) -> &str {
        &self.scene.rest().title
    }

    /// The caption of the scene.
    pub fn caption(&self) -> &str {
        &self.scene.rest().caption
    }

    /// The size of its board at scale 1.
    fn board_size(&self, theme: &Theme) -> (f32, f32) {
        layout::board_size(self.scene.rest(), theme)
    }
}

impl Block {
    /// A paragraph with a bold lead, which may be empty.
    pub fn paragraph(lead: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Paragraph(Paragraph {
            lead: lead.into(),
            text: text.into(),
            link: String::new(),
        })
    }

    /// A heading without a name.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading {
            level,
            text: text.into(),
            anchor: String::new(),
        }
    }

    /// The diagrams in it.
    pub(crate) fn figures(&self) -> &[Figure] {
        match self {
            Self::Figure(figure) => core::slice::from_ref(figure),
            Self::Row(figures) => figures,
            _ => &[],
        }
    }
}

/// An entry of the outline that document viewers show.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmark {
    /// 1 for the highest level.
    pub level: u8,
    /// Its text.
    pub text: String,
    /// The page it leads to, from 0.
    pub page: usize,
    /// The distance from the top of that page.
    pub y: f32,
}

/// Minimum distance of two board lines in an automatic scale: 3.5 mm.
pub const LEAST_CELL: f32 = 3.5 * paper::MILLIMETER;

impl Book {
    /// An empty book.
    pub fn new(paper: Paper) -> Self {
        Self {
            cell: None,
            words: if paper.width < 450.0 { 9.0 } else { 9.5 },
            columns: 0,
            title: String::new(),
            info: Vec::new(),
            author: String::new(),
            lang: Lang::default(),
            contents: false,
            heads: true,
            justified: true,
            blocks: Vec::new(),
            paper,
        }
    }

    /// Its diagrams, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().flat_map(Block::figures)
    }

    /// Lays the book out on pages. Diagrams have one scale, except those too large for a page at that scale, which are
    /// reported. Pages are drawn when they are needed.
    pub fn pages(&self, theme: &Theme) -> (Pages<'_>, Vec<Problem>) {
        flow::Flow::new(self, theme.clone()).run()
    }
}
