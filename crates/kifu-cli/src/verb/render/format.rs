//! The formats of files, and how scenes are written in them.

use std::borrow::Cow;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::ValueEnum;
use kifu_batch::replace::write_new;
use kifu_diagram::book::{Block, Book, Figure, Pages, Paper};
use kifu_diagram::{Lang, Picture, Problem, Scene, Theme, latex, layout, svg, text};
use rayon::prelude::*;

use super::gathered::{Gathered, What};
use super::name::Name;
use crate::exit::Exit;
use crate::output::Output;
use crate::sources::Sources;

/// Pictures in memory before they are written.
pub(super) const BATCH: usize = 32;

/// Writes a file or, for `-`, to standard output.
pub(super) fn save(
    path: &Path,
    bytes: &[u8],
    sources: &Sources,
    overwrite: bool,
    output: &mut Output,
) -> anyhow::Result<()> {
    if crate::output::is_stdout(path) {
        return Ok(output.write_all(bytes)?);
    }
    sources.ensure_outside(path)?;
    // A template may contain folders that do not exist yet.
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder)?;
    }
    Ok(write_new(path, bytes, overwrite)?)
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Svg,
    Png,
    Webp,
    Pdf,
    Gif,
    Apng,
    #[value(name = "tex")]
    Latex,
    #[value(name = "txt")]
    Text,
    Html,
}

impl Format {
    /// Whether each picture has a file of its own.
    pub(super) const fn is_single(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Webp)
    }

    /// The format that the extension of a file selects.
    pub(super) fn of(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match extension.to_ascii_lowercase().as_str() {
            "svg" => Self::Svg,
            "png" => Self::Png,
            "webp" => Self::Webp,
            "pdf" => Self::Pdf,
            "gif" => Self::Gif,
            "apng" => Self::Apng,
            "tex" => Self::Latex,
            "txt" => Self::Text,
            "html" | "htm" => Self::Html,
            _ if crate::output::is_stdout(path) => {
                bail!("standard output has no extension; add `--format svg`")
            }
            _ => bail!(
                "`{}` has no known extension; use .svg, .png, .webp, .pdf, .gif, .apng, .tex, .txt or .html",
                path.display()
            ),
        })
    }
}

/// The way in which pictures are written.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "pictures"),
    expect(
        dead_code,
        reason = "SVG, text and HTML have no fonts, pixels or frames"
    )
)]
pub(super) struct Job<'a> {
    pub(super) overwrite: bool,
    pub(super) sources: &'a Sources,
    pub(super) theme: &'a Theme,
    pub(super) layout: layout::Options,
    pub(super) title: &'a str,
    pub(super) author: &'a str,
    pub(super) lang: Lang,
    pub(super) fonts: &'a Faces,
    pub(super) scale: f32,
    pub(super) millis: u32,
}

impl Job<'_> {
    fn save(&self, path: &Path, bytes: &[u8], output: &mut Output) -> anyhow::Result<()> {
        save(path, bytes, self.sources, self.overwrite, output)
    }

    pub(super) fn write(
        &self,
        format: Format,
        gathered: &Gathered,
        name: &Name,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        match format {
            Format::Text => {
                let text = self.text(gathered);
                self.save(name.path(), text.as_bytes(), output)?;
            }
            Format::Latex => {
                let (text, problems) = self.latex(gathered);
                self.save(name.path(), text.as_bytes(), output)?;
                return Ok(report(problems, name.path(), output));
            }
            Format::Svg => {
                let (pages, problems) = self.pages(gathered);
                let draw = |(): &(), page: &Picture| Ok(svg::draw(page).into_bytes());
                self.each(&pages, name, output, &mut (), |(), _, _, _| {}, draw)?;
                return Ok(report(problems, name.path(), output));
            }
            // Pages with the player are written by `Render::html`.
            Format::Html => {
                let page = self.figure_page(gathered, name);
                self.save(name.path(), page.as_bytes(), output)?;
            }
            Format::Png | Format::Webp | Format::Pdf | Format::Gif | Format::Apng => {
                return self.picture(format, gathered, name, output);
            }
        }
        Ok(Exit::Clean)
    }

    /// Writes each picture to a file of its own. `prepare` sees the pictures in order before `draw` gets them.
    fn each<T: Sync>(
        &self,
        pictures: &Drawings<'_>,
        name: &Name,
        output: &mut Output,
        tools: &mut T,
        mut prepare: impl FnMut(&mut T, &Picture, &Path, &mut Output),
        draw: impl Fn(&T, &Picture) -> anyhow::Result<Vec<u8>> + Sync,
    ) -> anyhow::Result<()> {
        let count = pictures.len();
        ensure!(
            count < 2 || !name.is_stdout(),
            "there are {count} pictures, but standard output takes one; write to files"
        );
        let mut paths = name.numbered(count);
        for first in (0..count).step_by(BATCH) {
            let batch = first..count.min(first + BATCH);
            let batch: Vec<_> = batch
                .into_par_iter()
                .map(|index| pictures.draw(index))
                .collect();
            let paths: Vec<PathBuf> = paths.by_ref().take(batch.len()).collect();
            for (picture, path) in batch.iter().zip(&paths) {
                prepare(tools, picture, path, output);
            }
            let shared = &*tools;
            let drawn: Vec<_> = batch.par_iter().map(|page| draw(shared, page)).collect();
            for (path, bytes) in paths.iter().zip(drawn) {
                self.save(path, &bytes?, output)?;
            }
        }
        Ok(())
    }

    /// Diagrams and text as one HTML page.
    fn figure_page(&self, gathered: &Gathered, name: &Name) -> String {
        let title = self.document_title(gathered, name);
        match &gathered.what {
            What::Book(book) => book.html(&title, self.theme),
            What::Scenes(scenes) | What::Sheet(scenes, _) => {
                let mut book = Book::new(Paper::A4);
                book.lang = gathered.captions();
                self.author.clone_into(&mut book.author);
                let figures = scenes.iter().cloned().map(Figure::new);
                book.blocks = vec![Block::Row(figures.collect())];
                book.html(&title, self.theme)
            }
        }
    }

    /// Diagrams as a document for LaTeX, with the text of a book.
    fn latex(&self, gathered: &Gathered) -> (String, Vec<Problem>) {
        match &gathered.what {
            What::Book(book) => latex::book(book, self.theme, &self.layout),
            What::Scenes(scenes) | What::Sheet(scenes, _) => {
                let draw = |scene| layout::draw_as(scene, self.theme, &self.layout);
                let pictures: Vec<Picture> = scenes.iter().map(draw).collect();
                (latex::document(&pictures), latex::problems(&pictures))
            }
        }
    }

    #[cfg(feature = "pictures")]
    fn scenes<'b>(&'b self, gathered: &'b Gathered) -> impl Iterator<Item = Picture> + 'b {
        all_scenes(gathered).map(move |scene| layout::draw_as(&scene, self.theme, &self.layout))
    }

    /// Diagrams on their pages, or separately.
    fn pages<'b>(&'b self, gathered: &'b Gathered) -> (Drawings<'b>, Vec<Problem>) {
        match &gathered.what {
            What::Scenes(scenes) => (
                Drawings::Scenes(scenes, self.theme, &self.layout),
                Vec::new(),
            ),
            What::Sheet(scenes, sheet) => {
                let (pictures, problems) = sheet.pages(scenes, self.theme);
                (Drawings::Pictures(pictures), problems)
            }
            What::Book(book) => {
                let (pages, problems) = book.pages(self.theme);
                (Drawings::Book(pages), problems)
            }
        }
    }

    fn text(&self, gathered: &Gathered) -> String {
        let options = text::Options {
            beside: self.layout.beside,
            ..text::Options::default()
        };
        match &gathered.what {
            What::Book(book) => book.text(&options),
            What::Scenes(scenes) | What::Sheet(scenes, _) => {
                let texts = scenes.iter().map(|scene| text::draw(scene, &options));
                texts.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The title of the document: as given, or that of its only game, or the name of the file.
    fn document_title(&self, gathered: &Gathered, name: &Name) -> String {
        let players = match &gathered.what {
            What::Scenes(scenes) | What::Sheet(scenes, _) => {
                common(scenes.iter().map(|scene| scene.title.as_str()))
            }
            What::Book(book) => common(book.figures().map(Figure::title)),
        };
        match (&gathered.what, players) {
            _ if !self.title.is_empty() => self.title.to_owned(),
            (What::Book(book), _) if !book.title.is_empty() => book.title.clone(),
            (_, Some(players)) => players.to_owned(),
            _ => {
                let stem = name.path().file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned()
            }
        }
    }

    #[cfg(not(feature = "pictures"))]
    #[expect(clippy::unused_self, reason = "the other one draws")]
    fn picture(
        &self,
        _: Format,
        _: &Gathered,
        name: &Name,
        _: &mut Output,
    ) -> anyhow::Result<Exit> {
        bail!(
            "`{}`: this program was built without PNG, PDF and animations; write .svg, .tex or .txt",
            name.path().display()
        )
    }

    #[cfg(feature = "pictures")]
    fn picture(
        &self,
        format: Format,
        gathered: &Gathered,
        name: &Name,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        use kifu_diagram::anim::{self, Frame, Loops};
        use kifu_diagram::fonts::Fonts;
        use kifu_diagram::pdf;
        use kifu_diagram::raster::{self, Encoding};

        let mut exit = Exit::Clean;
        let mut fonts = self.fonts.take(self.lang, &mut exit, output);
        let mut problems = Vec::new();
        match format {
            Format::Pdf => {
                let (pages, found) = self.pages(gathered);
                problems.extend(found);
                let about = pdf::About {
                    title: self.document_title(gathered, name),
                    author: match &gathered.what {
                        What::Book(book) => book.author.clone(),
                        _ => self.author.to_owned(),
                    },
                    lang: gathered.captions(),
                    bookmarks: Vec::new(),
                };
                let (data, found) = match pages {
                    Drawings::Book(pages) => pdf::book(&pages, &about, &mut fonts)?,
                    Drawings::Pictures(pages) => pdf::draw(&pages, &about, &mut fonts)?,
                    Drawings::Scenes(..) => {
                        let pages: Vec<Picture> = self.scenes(gathered).collect();
                        pdf::draw(&pages, &about, &mut fonts)?
                    }
                };
                problems.extend(found);
                self.save(name.path(), &data, output)?;
            }
            Format::Gif | Format::Apng => {
                let mut frames: Vec<Frame> = self
                    .scenes(gathered)
                    .map(|picture| Frame {
                        picture,
                        millis: self.millis,
                    })
                    .collect();
                // The last frame is shown longer.
                if let Some(last) = frames.last_mut() {
                    last.millis = self.millis.saturating_mul(4);
                }
                let draw = if format == Format::Gif {
                    anim::gif
                } else {
                    anim::apng
                };
                let (data, found) = draw(&frames, self.scale, Loops::Forever, &mut fonts)?;
                problems = found;
                self.save(name.path(), &data, output)?;
            }
            _ => {
                let (pages, found) = self.pages(gathered);
                exit.add(report(found, name.path(), output));
                let mut scale = self.scale;
                if matches!(gathered.what, What::Book(_)) {
                    // A unit of a page is a point: twice that is too coarse to read.
                    scale *= 1.5;
                }
                let encoding = if format == Format::Webp {
                    Encoding::Webp
                } else {
                    Encoding::Png
                };
                let mut reported = Vec::new();
                let prepare =
                    |fonts: &mut Fonts, page: &Picture, path: &Path, output: &mut Output| {
                        let mut found = fonts.prepare(page);
                        found.retain(|problem| !reported.contains(problem));
                        exit.add(report(found.clone(), path, output));
                        reported.extend(found);
                    };
                let draw = |fonts: &Fonts, page: &Picture| {
                    Ok(raster::draw_prepared(page, scale, fonts, encoding)?)
                };
                self.each(&pages, name, output, &mut fonts, prepare, draw)?;
            }
        }
        self.fonts.put_back(self.lang, fonts);
        exit.add(report(problems, name.path(), output));
        Ok(exit)
    }
}

/// Fonts that are read once for all files.
#[derive(Debug)]
pub(super) struct Faces {
    #[cfg(feature = "pictures")]
    files: Vec<PathBuf>,
    #[cfg(feature = "pictures")]
    kept: std::cell::RefCell<Option<(Lang, kifu_diagram::fonts::Fonts)>>,
}

impl Faces {
    /// With the fonts of files.
    pub(super) fn new(files: &[PathBuf]) -> Self {
        #[cfg(not(feature = "pictures"))]
        let _ = files;
        Self {
            #[cfg(feature = "pictures")]
            files: files.to_vec(),
            #[cfg(feature = "pictures")]
            kept: std::cell::RefCell::default(),
        }
    }
}

#[cfg(feature = "pictures")]
impl Faces {
    /// The fonts, with those for a language first.
    fn take(&self, lang: Lang, exit: &mut Exit, output: &mut Output) -> kifu_diagram::fonts::Fonts {
        match self.kept.take() {
            Some((of, fonts)) if of == lang => fonts,
            Some((_, fonts)) => fonts.for_lang(lang),
            None => {
                let mut fonts = kifu_diagram::fonts::Fonts::new().for_lang(lang);
                for font in &self.files {
                    if let Err(error) = fonts.add_file(font) {
                        exit.add(Exit::Failure);
                        output.error(error);
                    }
                }
                fonts
            }
        }
    }

    fn put_back(&self, lang: Lang, fonts: kifu_diagram::fonts::Fonts) {
        self.kept.replace(Some((lang, fonts)));
    }
}

/// Reports problems of drawing, each once.
fn report(problems: Vec<Problem>, path: &Path, output: &mut Output) -> Exit {
    let mut exit = Exit::Clean;
    let mut reported = Vec::new();
    for problem in problems {
        if !reported.contains(&problem) {
            exit.add(Exit::Findings);
            output.note(format_args!("{}: {problem}", path.display()));
            reported.push(problem);
        }
    }
    exit
}

/// The scenes in the order of the pages.
#[cfg(feature = "pictures")]
fn all_scenes(gathered: &Gathered) -> impl Iterator<Item = Cow<'_, Scene>> {
    let (scenes, book) = match &gathered.what {
        What::Scenes(scenes) | What::Sheet(scenes, _) => (scenes.as_slice(), None),
        What::Book(book) => (&[][..], Some(book)),
    };
    let figures = book.into_iter().flat_map(|book| book.figures());
    let of_book = figures.map(|figure| Cow::Owned(figure.scene()));
    scenes.iter().map(Cow::Borrowed).chain(of_book)
}

/// The title that all diagrams have.
fn common<'a>(mut titles: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = titles.next().filter(|first| !first.is_empty())?;
    titles.all(|title| title == first).then_some(first)
}

/// The pictures of a document, most of them not drawn yet.
enum Drawings<'a> {
    Scenes(&'a [Scene], &'a Theme, &'a layout::Options),
    Pictures(Vec<Picture>),
    Book(Pages<'a>),
}

impl Drawings<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Scenes(scenes, ..) => scenes.len(),
            Self::Pictures(pictures) => pictures.len(),
            Self::Book(pages) => pages.len(),
        }
    }

    fn draw(&self, index: usize) -> Cow<'_, Picture> {
        match self {
            Self::Scenes(scenes, theme, options) => {
                Cow::Owned(layout::draw_as(&scenes[index], theme, options))
            }
            Self::Pictures(pictures) => Cow::Borrowed(&pictures[index]),
            Self::Book(pages) => Cow::Owned(pages.draw(index)),
        }
    }
}
