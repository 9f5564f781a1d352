//! The PDF pen: one page to a picture, text selectable, fonts embedded.
//!
//! A unit of a picture is a point (1/72 inch): a diagram on its own comes out
//! with cells of 7 mm, and a [`Sheet`](crate::Sheet) is made for a paper size.

use krilla::geom::{Size, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::Tree;

use crate::fonts::Fonts;
use crate::picture::Picture;
use crate::{Problem, svg};

/// Why there is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PdfError {
    /// A page has no size, or more than the 14,400 points the format allows.
    Size {
        /// The page, counted from 1.
        page: usize,
    },
    /// There are no pictures.
    Empty,
    /// The writer failed.
    Failed(String),
}

impl core::fmt::Display for PdfError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Size { page } => write!(
                f,
                "page {page} is larger than a PDF page can be (14400 points); show a part of the \
                 board, or put it on a sheet"
            ),
            Self::Empty => f.write_str("a PDF document needs at least one diagram"),
            Self::Failed(why) => write!(f, "the PDF document could not be made: {why}"),
        }
    }
}

impl core::error::Error for PdfError {}

/// Draws pictures as the pages of a PDF document. With it come the problems of
/// the fonts, each once.
///
/// # Errors
///
/// There are no pictures, or one has a size no page can have.
pub fn draw(
    pictures: &[Picture],
    title: &str,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), PdfError> {
    if pictures.is_empty() {
        return Err(PdfError::Empty);
    }
    let mut problems = Vec::new();
    for picture in pictures {
        for problem in fonts.prepare(picture) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    let options = fonts.options();
    let mut document = krilla::Document::new();
    let title = if title.is_empty() {
        &pictures[0].title
    } else {
        title
    };
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .creator("Kifu".into()),
    );
    for (number, picture) in (1..).zip(pictures) {
        let fits = |length: f32| length > 0.0 && length <= 14_400.0;
        let size = Size::from_wh(picture.width, picture.height)
            .filter(|_| fits(picture.width) && fits(picture.height))
            .ok_or(PdfError::Size { page: number })?;
        let failed = |what: &dyn core::fmt::Display| PdfError::Failed(what.to_string());
        let tree = Tree::from_str(&svg::draw(picture), &options).map_err(|error| failed(&error))?;
        let settings = PageSettings::from_wh(picture.width, picture.height)
            .ok_or(PdfError::Size { page: number })?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.push_transform(&Transform::identity());
        surface
            .draw_svg(&tree, size, SvgSettings::default())
            .ok_or_else(|| failed(&"a page could not be drawn"))?;
        surface.pop();
        surface.finish();
        page.finish();
    }
    let data = document
        .finish()
        .map_err(|error| PdfError::Failed(format!("{error:?}")))?;
    Ok((data, problems))
}
