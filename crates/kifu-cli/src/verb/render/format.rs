//! The formats of files, and how scenes are written in them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use kifu_diagram::{Picture, Problem, Scene, Sheet, Theme, latex, layout, svg, text};

use super::book::Book;
use crate::exit::Exit;
use crate::output::Output;
use kifu_batch::replace::write_new;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    Pdf,
    Gif,
    Apng,
    Latex,
    Text,
    Html,
}

impl Format {
    /// The format that the name of a file asks for.
    pub(super) fn of(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match extension.to_ascii_lowercase().as_str() {
            "svg" => Self::Svg,
            "png" => Self::Png,
            "pdf" => Self::Pdf,
            "gif" => Self::Gif,
            "apng" => Self::Apng,
            "tex" => Self::Latex,
            "txt" => Self::Text,
            "html" | "htm" => Self::Html,
            _ => bail!(
                "`{}` names no format; end it with .svg, .png, .pdf, .gif, .apng, .tex, .txt or .html",
                path.display()
            ),
        })
    }
}

/// What is to be written, and where.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub(super) path: &'a Path,
    pub(super) overwrite: bool,
    pub(super) theme: &'a Theme,
    pub(super) layout: &'a layout::Options,
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "other formats have no title of their own")
    )]
    pub(super) title: &'a str,
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "other formats name fonts only")
    )]
    pub(super) fonts: &'a [PathBuf],
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "other formats have no pixels")
    )]
    pub(super) scale: f32,
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "other formats do not move")
    )]
    pub(super) millis: u32,
}

impl Job<'_> {
    fn save(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(write_new(path, bytes, self.overwrite)?)
    }

    pub(super) fn write(
        &self,
        format: Format,
        book: &Book,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        match format {
            Format::Text => self.text(book)?,
            Format::Latex => {
                let pictures: Vec<Picture> = self.scenes(book).collect();
                self.save(self.path, latex::document(&pictures).as_bytes())?;
                return Ok(self.report(latex::problems(&pictures), output));
            }
            Format::Svg => {
                let (pages, problems) = self.pages(book);
                for (path, page) in self.paths(pages.len()).zip(&pages) {
                    self.save(&path, svg::draw(page).as_bytes())?;
                }
                return Ok(self.report(problems, output));
            }
            // Pages are written by `Render::html`.
            Format::Html => {}
            Format::Png | Format::Pdf | Format::Gif | Format::Apng => {
                return self.picture(format, book, output);
            }
        }
        Ok(Exit::Clean)
    }

    /// Says what could not be drawn, each once.
    fn report(&self, problems: Vec<Problem>, output: &mut Output) -> Exit {
        let mut exit = Exit::Clean;
        let mut said = Vec::new();
        for problem in problems {
            if !said.contains(&problem) {
                exit.add(Exit::Findings);
                output.note(format_args!("{}: {problem}", self.path.display()));
                said.push(problem);
            }
        }
        exit
    }

    fn scenes<'b>(&self, book: &'b Book) -> impl Iterator<Item = Picture> + use<'b, '_> {
        let (theme, options) = (self.theme, self.layout);
        let scenes = book.0.iter().flat_map(|part| &part.scenes);
        scenes.map(move |scene| layout::draw_as(scene, theme, options))
    }

    /// Diagrams on their pages, or each for itself.
    fn pages(&self, book: &Book) -> (Vec<Picture>, Vec<Problem>) {
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        for part in &book.0 {
            if let Some(sheet) = &part.sheet {
                let sheet = Sheet {
                    first_page: pages.len() + 1,
                    ..sheet.clone()
                };
                let (drawn, found) = sheet.pages(&part.scenes, self.theme);
                pages.extend(drawn);
                problems.extend(found);
            } else {
                pages.extend(part.scenes.iter().map(|scene| self.draw(scene)));
            }
        }
        (pages, problems)
    }

    fn draw(&self, scene: &Scene) -> Picture {
        layout::draw_as(scene, self.theme, self.layout)
    }

    fn text(&self, book: &Book) -> anyhow::Result<()> {
        let options = text::Options {
            beside: self.layout.beside,
            ..text::Options::default()
        };
        let scenes = book.0.iter().flat_map(|part| &part.scenes);
        let texts: Vec<String> = scenes.map(|scene| text::draw(scene, &options)).collect();
        self.save(self.path, texts.join("\n").as_bytes())
    }

    /// The names of `count` files: a number before the extension if there are several.
    fn paths(&self, count: usize) -> impl Iterator<Item = PathBuf> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem.into_owned();
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let extension = extension.into_owned();
        let width = count.to_string().len().max(3);
        (1..=count).map(move |number| {
            if count == 1 {
                self.path.to_owned()
            } else {
                let name = format!("{stem}-{number:0width$}.{extension}");
                self.path.with_file_name(name)
            }
        })
    }

    /// What the document is called: as asked for, by the game that all of it is about, or as the file.
    #[cfg(feature = "pictures")]
    fn document_title(&self, book: &Book) -> String {
        let mut titles = book
            .0
            .iter()
            .flat_map(|part| &part.scenes)
            .map(|s| &s.title);
        let first = titles.next().filter(|first| !first.is_empty());
        match first.filter(|first| titles.all(|title| title == *first)) {
            _ if !self.title.is_empty() => self.title.to_owned(),
            Some(players) => players.clone(),
            None => {
                let stem = self.path.file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned()
            }
        }
    }

    #[cfg(not(feature = "pictures"))]
    fn picture(&self, _: Format, _: &Book, _: &mut Output) -> anyhow::Result<Exit> {
        bail!(
            "`{}`: this program was built without PNG, PDF and animations; write .svg, .tex or .txt",
            self.path.display()
        )
    }

    #[cfg(feature = "pictures")]
    fn picture(&self, format: Format, book: &Book, output: &mut Output) -> anyhow::Result<Exit> {
        use kifu_diagram::anim::{self, Frame, Plays};
        use kifu_diagram::fonts::Fonts;
        use kifu_diagram::{pdf, raster};

        let mut fonts = Fonts::new();
        let mut exit = Exit::Clean;
        for font in self.fonts {
            if let Err(error) = fonts.add_file(font) {
                exit.add(Exit::Failure);
                output.error(format_args!("{}: {error}", font.display()));
            }
        }
        let mut problems = Vec::new();
        match format {
            Format::Pdf => {
                let (pages, found) = self.pages(book);
                problems.extend(found);
                let (data, found) = pdf::draw(&pages, &self.document_title(book), &mut fonts)?;
                problems.extend(found);
                self.save(self.path, &data)?;
            }
            Format::Gif | Format::Apng => {
                let mut frames: Vec<Frame> = self
                    .scenes(book)
                    .map(|picture| Frame {
                        picture,
                        millis: self.millis,
                    })
                    .collect();
                // The end is looked at for longer.
                if let Some(last) = frames.last_mut() {
                    last.millis = self.millis.saturating_mul(4);
                }
                let draw = if format == Format::Gif {
                    anim::gif
                } else {
                    anim::apng
                };
                let (data, found) = draw(&frames, self.scale, Plays::Forever, &mut fonts)?;
                problems = found;
                self.save(self.path, &data)?;
            }
            _ => {
                let (pages, found) = self.pages(book);
                problems.extend(found);
                for (path, page) in self.paths(pages.len()).zip(&pages) {
                    let (data, found) = raster::draw(page, self.scale, &mut fonts)?;
                    self.save(&path, &data)?;
                    problems.extend(found);
                }
            }
        }
        exit.add(self.report(problems, output));
        Ok(exit)
    }
}
