//! Collects the scenes to draw: single ones, sheets, or a book.

use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use kifu::{Collection, GameTree};
use kifu_batch::Input;
use kifu_diagram::binding::{self, Crop, Drawn, Hints, Options, UnknownGame, Walk};
use kifu_diagram::book::{Block, Book, Figure, paragraphs};
use kifu_diagram::{Lang, Scene, Theme, figure};

use super::Render;
use super::contact::sheet_of;
use super::format::{BATCH, Faces, Format};
use super::gathered::{Gathered, Languages, What, path, stem};
use super::name::{Name, Shown};
use crate::drawing::{self, Reporter};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Records of one document, with their paths.
pub(super) type Records = Vec<(PathBuf, Collection)>;

impl Render {
    /// Reads all files, and finds their languages. Captions are in one language, so it is known before the first.
    pub(super) fn records(
        &self,
        files: Vec<Input>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> (Records, Languages) {
        let mut languages = Languages::default();
        let mut records = Records::new();
        for mut file in files {
            if let Some(collection) = self.read(&mut file, exit, output) {
                languages.add(&collection);
                records.push((path(&file), collection));
            }
        }
        (records, languages)
    }

    /// The records of a file; if it cannot be read, that is reported.
    pub(super) fn read(
        &self,
        file: &mut Input,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Option<Collection> {
        let read = drawing::read_input(file, self.inputs.encoding(), self.inputs.progress());
        output.ok(read, exit)
    }

    /// The files to draw; those that cannot be listed are reported.
    pub(super) fn files(&self, exit: &mut Exit, output: &mut Output) -> Vec<Input> {
        let mut files = Vec::new();
        for input in self.inputs.with_formats().iter() {
            match input {
                Ok(input) => files.push(input),
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.count_input(true);
                    output.error(Failure(&error.into()));
                }
            }
        }
        files
    }

    pub(super) fn one_file(
        &self,
        mut files: Vec<Input>,
        (format, destination): (Format, &Name),
        exit: &mut Exit,
        output: &mut Output,
    ) -> anyhow::Result<Gathered> {
        let count = files.len();
        let [file] = files.as_mut_slice() else {
            bail!(
                "there are {count} files; write one picture of each with `-o '{{name}}.svg'`, or one document with \
                 `--book`, `--problems` or `--sheet`"
            );
        };
        let collection = drawing::read_input(file, self.inputs.encoding(), self.inputs.progress())?;
        output.count_input(false);
        let mut reporter = Reporter::new(&path(file), &collection);
        let mut languages = Languages::default();
        languages.add(&collection);
        let lang = self.lang.unwrap_or_else(|| languages.captions());
        let name = || drawing::name(&path(file));
        let game = self.pick.game(&collection).with_context(name)?;
        let is_text = self.is_figure_text(format, destination);
        let drawn = match self.one_game(game, lang, is_text).with_context(name)? {
            Ok(drawn) => drawn,
            Err(no_board) => {
                let name = file.name();
                bail!("{name}: no diagram: {no_board}; to see its tree: kifu debug tree {name}");
            }
        };
        for drawn in &drawn {
            exit.add(reporter.drawn(drawn, output));
        }
        let what = match self.per_page {
            Some(count) => What::Sheet(self.filled(drawn), sheet_of(count, &self.title)),
            None => self.document(drawn, (format, destination), lang),
        };
        let lang = languages.fonts();
        Ok(Gathered { what, lang })
    }

    /// The diagrams of a game as one document.
    fn document(&self, drawn: Vec<Drawn>, (format, name): (Format, &Name), lang: Lang) -> What {
        if self.has_figure_pages(format, name) {
            let scenes = drawn.into_iter().map(|drawn| drawn.scene);
            return What::Book(Box::new(self.figures_of(scenes, lang)));
        }
        What::Scenes(self.filled(drawn))
    }

    /// The scenes, with the paragraphs of their comments.
    fn filled(&self, drawn: Vec<Drawn>) -> Vec<Scene> {
        let mut scenes: Vec<Scene> = drawn.into_iter().map(|drawn| drawn.scene).collect();
        for scene in &mut scenes {
            self.look.fill(scene);
        }
        scenes
    }

    /// Figures with their comments as a book.
    fn figures_of(&self, scenes: impl Iterator<Item = Scene>, lang: Lang) -> Book {
        let mut book = self.new_book(lang);
        let mut row = Vec::new();
        for mut scene in scenes {
            let title = core::mem::take(&mut scene.title);
            if book.title.is_empty() {
                book.title = title;
            }
            let mut info = core::mem::take(&mut scene.info);
            if book.info.is_empty() {
                let about = lang.info_name("GC");
                let about = info.extract_if(.., |(name, _)| Some(name.as_str()) == about);
                for (_, text) in about {
                    let text = paragraphs(&text, self.look.keep_breaks);
                    let text = text.into_iter().map(|text| Block::paragraph("", text));
                    book.blocks.extend(text);
                }
                book.info = info;
            }
            let comment = core::mem::take(&mut scene.comment);
            let text = paragraphs(&comment, self.look.keep_breaks);
            if text.is_empty() {
                row.push(Figure::new(scene));
                continue;
            }
            if !row.is_empty() {
                book.blocks.push(Block::Row(core::mem::take(&mut row)));
            }
            book.blocks.push(Block::Figure(Figure::new(scene)));
            book.blocks
                .extend(text.into_iter().map(|text| Block::paragraph("", text)));
        }
        if !row.is_empty() {
            book.blocks.push(Block::Row(row));
        }
        book
    }

    /// Draws each game of each file to a file of its own.
    pub(super) fn each_file(
        &self,
        files: Vec<Input>,
        format: Format,
        name: &Name,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut count = 0;
        let fonts = Faces::new(&self.font);
        // Pictures with files of their own are drawn together, by all processors.
        let most = if format.is_single() && !name.is_stdout() {
            BATCH
        } else {
            1
        };
        let (mut paths, mut scenes, mut lang) = (Vec::new(), Vec::new(), None);
        let write = |paths: &mut Vec<PathBuf>,
                     scenes: &mut Vec<Scene>,
                     lang: Option<Lang>,
                     output: &mut Output| {
            if paths.is_empty() {
                return Ok(Exit::Clean);
            }
            let gathered = Gathered {
                what: What::Scenes(core::mem::take(scenes)),
                lang: lang.unwrap_or_default(),
            };
            let name = Name::each(core::mem::take(paths));
            self.job(theme, &fonts, &gathered)
                .write(format, &gathered, &name, output)
        };
        for mut file in files {
            let Some(collection) = self.read(&mut file, &mut exit, output) else {
                continue;
            };
            let path = path(&file);
            let mut languages = Languages::default();
            languages.add(&collection);
            let captions = self.lang.unwrap_or_else(|| languages.captions());
            let mut reporter = Reporter::new(&path, &collection);
            // A name without the game or a number has room for one of them.
            let text = name.path().to_string_lossy();
            let is_each = text.contains("{game}") || text.contains("{number}");
            let games: Vec<GameTree<'_>> = if is_each {
                self.games(&collection, &mut reporter, &mut exit, output)
            } else {
                match self.pick.game(&collection) {
                    Ok(game) => vec![game],
                    Err(missing) => {
                        exit.add(reporter.problem(&missing, output));
                        continue;
                    }
                }
            };
            for game in games {
                let drawn = self.one_game(game, captions, self.is_figure_text(format, name));
                let drawn = match drawn.and_then(|drawn| drawn.map_err(anyhow::Error::new)) {
                    Ok(drawn) => drawn,
                    Err(problem) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {problem}"), output));
                        continue;
                    }
                };
                // The pictures of a game are pages of one document, or frames of one animation.
                if name.is_template() && !format.is_single() && !name.is_per_picture() {
                    for drawn in &drawn {
                        exit.add(reporter.drawn(drawn, output));
                    }
                    let shown = Shown {
                        name: stem(&path),
                        game: game.number() + 1,
                        last_move: 0,
                        number: count + 1,
                    };
                    let to = Name::new(&name.unused(&shown)?);
                    let gathered = Gathered {
                        what: self.document(drawn, (format, name), captions),
                        lang: languages.fonts(),
                    };
                    let job = self.job(theme, &fonts, &gathered);
                    exit.add(job.write(format, &gathered, &to, output)?);
                    count += 1;
                    continue;
                }
                for mut drawn in drawn {
                    exit.add(reporter.drawn(&drawn, output));
                    self.look.fill(&mut drawn.scene);
                    let shown = Shown {
                        name: stem(&path),
                        game: game.number() + 1,
                        last_move: drawn.last_move.unwrap_or(0),
                        number: count + 1,
                    };
                    let to = if name.is_template() {
                        name.unused(&shown)?
                    } else {
                        name.path().to_owned()
                    };
                    if lang != Some(languages.fonts()) || paths.len() >= most {
                        exit.add(write(&mut paths, &mut scenes, lang, output)?);
                    }
                    lang = Some(languages.fonts());
                    paths.push(to);
                    scenes.push(drawn.scene);
                    count += 1;
                }
            }
        }
        exit.add(write(&mut paths, &mut scenes, lang, output)?);
        ensure!(count > 0, "there is nothing to draw");
        Ok(exit)
    }

    /// The text around the board. Figures that are text have a title and their comments.
    fn options(&self, lang: Lang, is_text: bool) -> Options {
        let mut options = self.look.options(self.words);
        options.comment &= self.words || is_text;
        options.title |= is_text;
        options.lang = lang;
        options
    }

    /// The scenes of a game, or the reason why there are none.
    fn one_game(
        &self,
        game: GameTree<'_>,
        lang: Lang,
        is_text: bool,
    ) -> anyhow::Result<Result<Vec<Drawn>, UnknownGame>> {
        let options = self.options(lang, is_text);
        let one = |drawn| vec![drawn];
        let mut all = if self.problem {
            figure::problem(game, &options).map(one)
        } else if self.figures {
            figure::draw(&figure::by_marks(game), &options)
        } else if let Some(moves) = self.every {
            figure::draw(&figure::every(game, moves), &options)
        } else if self.each {
            each(game, options)
        } else {
            binding::scene(self.pick.node(game)?, &options).map(one)
        };
        // A sheet has its title above all diagrams.
        if !self.title.is_empty() && self.per_page.is_none() {
            for drawn in all.iter_mut().flatten() {
                drawn.scene.title.clone_from(&self.title);
            }
        }
        Ok(all)
    }
}

/// Every position of the main line, all of one size.
fn each(game: GameTree<'_>, mut options: Options) -> Result<Vec<Drawn>, UnknownGame> {
    let mut walk = Walk::new(game)?;
    if let Crop::Shrink(_) = options.crop
        && let Some(last) = game.main_line().last()
    {
        let end = binding::scene(last, &options)?;
        options.crop = end.scene.crop.map_or(Crop::Whole, Crop::Rect);
    }
    options.name = false;
    options.hints = Hints::Off;
    let drawn = game.main_line().filter_map(|node| {
        walk.go_to(node);
        binding::has_position(node).then(|| walk.next_scene(&options))
    });
    Ok(drawn.collect())
}
