//! The PDF pen: one page for each picture, text in selectable runs, fonts embedded.
//!
//! A unit of a picture is a point (1/72 inch): a single diagram has cells of 7 mm, and pages of a
//! [`Book`](crate::book::Book) or a [`Sheet`](crate::Sheet) have a paper size.

mod content;
mod number;
mod pack;
mod pen;
mod strings;
mod tags;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;

use krilla::SerializeSettings;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;

use self::tags::Tags;
use self::words::Words;
use crate::book::{Bookmark, Pages};
use crate::fonts::Fonts;
use crate::picture::Picture;
use crate::{Cause, Lang, Problem};

/// The error of a document that cannot be written.
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
    Failed(Cause),
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
            Self::Failed(_) => f.write_str("cannot write the PDF document"),
        }
    }
}

impl core::error::Error for PdfError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Failed(cause) => Some(cause.error()),
            Self::Size { .. } | Self::Empty => None,
        }
    }
}

/// Metadata of a document. Default: empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The title; if empty, the title of the first picture.
    pub title: String,
    /// The author.
    pub author: String,
    /// The language of its text.
    pub lang: Lang,
    /// The outline, in order.
    pub bookmarks: Vec<Bookmark>,
}

/// Draws pictures as the pages of a PDF document, tagged for screen readers. Also returns the problems of the fonts,
/// each once.
///
/// # Errors
///
/// There are no pictures, or one is too large for a page.
pub fn draw(
    pictures: &[Picture],
    about: &About,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), PdfError> {
    let pages = pictures.iter().enumerate();
    let anchors = pages.flat_map(|(page, picture)| {
        let anchors = picture.anchors.iter();
        anchors.map(move |(name, y)| (name.clone(), (page, *y)))
    });
    let anchors = anchors.collect();
    document(pictures.iter().map(Cow::Borrowed), &anchors, about, fonts)
}

/// Draws a book as a PDF document, tagged for screen readers, with one page at a time in memory. Also returns the
/// problems of the fonts, each once. The outline is the one of the book.
///
/// # Errors
///
/// The book has no pages, or they are too large.
pub fn book(
    pages: &Pages<'_>,
    about: &About,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), PdfError> {
    let about = About {
        bookmarks: pages.bookmarks.clone(),
        ..about.clone()
    };
    document(
        pages.iter().map(Cow::Owned),
        &pages.anchors(),
        &about,
        fonts,
    )
}

/// The places that links lead to, by name: page, and distance from its top.
type Anchors = BTreeMap<String, (usize, f32)>;

fn document<'a>(
    pictures: impl Iterator<Item = Cow<'a, Picture>>,
    anchors: &Anchors,
    about: &About,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), PdfError> {
    let mut pictures = (1..).zip(pictures).peekable();
    let Some((_, first)) = pictures.peek() else {
        return Err(PdfError::Empty);
    };
    let mut problems = Vec::new();
    let mut document = krilla::Document::new_with(SerializeSettings {
        enable_tagging: true,
        // They are compressed when they are short.
        compress_content_streams: false,
        ..SerializeSettings::default()
    });
    document.set_metadata(metadata(about, first));
    let mut words = Words::new(fonts);
    let mut tags = Tags::new(about.lang);
    for (number, picture) in pictures {
        for problem in words.prepare(&picture) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        let fits = |length: f32| length > 0.0 && length <= 14_400.0;
        let settings = PageSettings::from_wh(picture.width, picture.height)
            .filter(|_| fits(picture.width) && fits(picture.height))
            .ok_or(PdfError::Size { page: number })?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        pen::draw(&picture, &mut surface, &mut words, &mut tags);
        surface.finish();
        for link in &picture.links {
            let [x, y, w, h] = [link.x, link.y, link.w, link.h].map(pen::rounded);
            let rect = Rect::from_xywh(x, y, w, h);
            if let (Some(rect), Some(&(to, y))) = (rect, anchors.get(link.to.as_str())) {
                let destination = XyzDestination::new(to, Point::from_xy(0.0, y));
                let target = Target::Destination(destination.into());
                let annotation = Annotation::new_link(LinkAnnotation::new(rect, target), None);
                let annotation = page.add_tagged_annotation(annotation);
                tags.link(annotation);
            }
        }
        page.finish();
    }
    if !about.bookmarks.is_empty() {
        document.set_outline(outline(&about.bookmarks));
    }
    document.set_tag_tree(tags.finish());
    let data = document
        .finish()
        .map_err(|error| PdfError::Failed(Cause::new(error)))?;
    Ok((pack::pack(data), problems))
}

fn metadata(about: &About, first: &Picture) -> Metadata {
    let title = if about.title.is_empty() {
        &first.title
    } else {
        &about.title
    };
    let metadata = Metadata::new()
        .title(title.to_owned())
        .language(about.lang.tag().to_owned())
        .creator("Kifu".into());
    if about.author.is_empty() {
        metadata
    } else {
        metadata.authors(vec![about.author.clone()])
    }
}

/// Nodes of one level after another become a tree.
fn outline(bookmarks: &[Bookmark]) -> Outline {
    let mut outline = Outline::new();
    let mut open: Vec<(u8, OutlineNode)> = Vec::new();
    let mut close = |open: &mut Vec<(u8, OutlineNode)>, level: u8| {
        while open.last().is_some_and(|(last, _)| *last >= level) {
            let Some((_, node)) = open.pop() else {
                break;
            };
            match open.last_mut() {
                Some((_, parent)) => parent.push_child(node),
                None => outline.push_child(node),
            }
        }
    };
    for bookmark in bookmarks {
        let level = bookmark.level.max(1);
        close(&mut open, level);
        let destination = XyzDestination::new(bookmark.page, Point::from_xy(0.0, bookmark.y));
        open.push((level, OutlineNode::new(bookmark.text.clone(), destination)));
    }
    close(&mut open, 0);
    outline
}
