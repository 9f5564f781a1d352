mod applies;
mod article;
mod contact;
mod format;
mod gather;
mod gathered;
#[cfg(feature = "web")]
mod html;
mod name;
mod problems;
mod section;
mod theme;

use std::cell::OnceCell;
use std::path::PathBuf;

use anyhow::ensure;
use kifu::{Collection, GameTree};
use kifu_batch::Input;
use kifu_diagram::book::{Book, Length, Paper};
use kifu_diagram::{Lang, Theme};

use self::format::Format;
use self::gathered::Gathered;
use self::name::{Name, Shown};

use crate::drawing::{Look, Pick, Reporter};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::progress::Progress;
use crate::sources::Sources;

/// Draw positions as pictures, PDF, HTML or text, and print books
///
/// The extension of the output selects the format. Draws the end of the main line unless options select other
/// positions. Several diagrams become pages of a PDF, frames of an animation, one text, or numbered files. For several
/// files, name the pictures with `{name}` and `{move}`. An HTML page contains all games of the file and a player, or with
/// `--book`, `--figures` or `--every` figures and text. It needs no other file.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu render -o game.png game.sgf
  kifu render -o game.pdf --book game.sgf
  kifu render -o problems.pdf --problems --paper A5 problems/
  kifu render -o 'out/{name}-{move}.svg' --numbers all games/
  kifu render -o game.html game.sgf")]
pub(crate) struct Render {
    #[command(flatten)]
    given: applies::Given,

    #[command(flatten)]
    inputs: Inputs,

    /// File to write: `.svg`, `.png`, `.webp`, `.pdf`, `.gif`, `.apng`, `.tex`, `.txt` or `.html`; `-` is standard output.
    /// `{name}`, `{game}`, `{move}` and `{number}` are replaced, and missing folders are created
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Output format; the default depends on the extension
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Replace existing files
    #[arg(long)]
    overwrite: bool,

    /// The files that are read, if others may be replaced.
    #[arg(skip)]
    sources: OnceCell<Sources>,

    #[command(flatten)]
    pick: Pick,

    #[command(flatten)]
    look: Look,

    /// Draw every position of the main line
    #[arg(long, group = "what")]
    each: bool,

    /// Draw each figure; `FG` starts a figure
    #[arg(long, group = "what")]
    figures: bool,

    /// Draw figures of this many moves
    #[arg(long, value_name = "N", group = "what")]
    every: Option<u32>,

    /// Draw a contact sheet of all games
    #[arg(long, group = "what")]
    sheet: bool,

    /// Draw the start of the game as a problem: its setup stones and whose turn it is
    #[arg(long, group = "what")]
    problem: bool,

    /// Print all games as a book of problems, solutions last
    #[arg(long, group = "what")]
    problems: bool,

    /// Print games as articles: figures, comments and diagrams of variations
    #[arg(long, group = "what")]
    book: bool,

    /// Print players, turn, prisoners and comment around the board
    #[arg(long)]
    words: bool,

    /// Paper: A4, A5, B5, B6, Letter, Trade, or a size such as 130x200mm
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "A4",
        help_heading = "Pages"
    )]
    paper: Paper,

    /// Distance between two lines of a board, such as 4.5mm; the default fills the width
    #[arg(long, value_name = "LENGTH", help_heading = "Pages")]
    cell: Option<Length>,

    /// Columns of text; the default depends on the width
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=6), help_heading = "Pages")]
    columns: Option<u16>,

    /// Language of captions: `en`, `ja`, `zh`, `zh-Hant` or `ko`; the default depends on the comments
    #[arg(long, value_name = "LANG", help_heading = "Pages")]
    lang: Option<Lang>,

    /// Diagrams on a page: boards are reduced to fit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400), help_heading = "Pages")]
    per_page: Option<u16>,

    /// Lines shown of each solution
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Pages")]
    solutions: usize,

    /// Title; the heading of the first page
    #[arg(long, value_name = "TEXT", default_value = "", help_heading = "Pages")]
    title: String,

    /// Author, in the properties of a PDF
    #[arg(long, value_name = "NAME", help_heading = "Pages")]
    author: Option<String>,

    /// Colors and lines: `book`, `paper`, `wood`, `kaya`, `slate`, `dark`, or a TOML file
    #[arg(long, value_name = "THEME", default_value = "book")]
    theme: String,

    /// Row height to column width: `15:14` on real boards
    #[arg(long, value_name = "H:W", value_parser = aspect)]
    aspect: Option<f32>,

    /// Font file for characters that other fonts lack
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,

    /// Pixels for each unit of PNG, WebP, GIF and APNG; a cell of the board has 20 units
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    scale: f32,

    /// Duration of each frame of an animation
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1000)]
    time: u32,
}

impl Render {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = match self.format {
            Some(format) => format,
            None => Format::of(&self.output)?,
        };
        ensure!(
            self.scale.is_finite() && self.scale > 0.0,
            "the scale must be more than 0"
        );
        ensure!(self.every != Some(0), "a figure has at least one move");
        let name = Name::parse(&self.output)?;
        self.ensure_effect(format, &name)?;
        let (mut theme, mut exit) = theme::read(&self.theme, output)?;
        theme.board.aspect = self.aspect.unwrap_or(theme.board.aspect);
        if self.has_player(format) {
            return self.html(&name, &theme, exit, output);
        }
        // Output to a terminal shows its own progress.
        let is_stdout = crate::output::is_stdout(&self.output);
        let _progress = (!is_stdout).then(|| Progress::of(&self.inputs));
        let files = self.files(&mut exit, output);
        if files.is_empty() {
            output.ensure_read(&self.inputs.skipped(), &mut exit);
            return Ok(exit);
        }
        if name.is_template() && (self.problems || self.book || self.sheet) {
            return self.each_document(files, format, &name, &theme, exit, output);
        }
        let gathered = if self.problems {
            self.problem_book(files, &mut exit, output)
        } else if self.book {
            self.articles(files, &mut exit, output)
        } else if self.sheet {
            self.contact_sheet(files, format, &mut exit, output)
        } else if name.is_template()
            || crate::output::is_stdout(&self.output) && files.len() > 1 && format != Format::Html
        {
            return self.each_file(files, format, &name, &theme, exit, output);
        } else {
            self.one_file(files, (format, &name), &mut exit, output)?
        };
        ensure!(!gathered.is_empty(), "there is nothing to draw");
        exit.add(
            self.job(&theme, &format::Faces::new(&self.font), &gathered)
                .write(format, &gathered, &name, output)?,
        );
        Ok(exit)
    }

    /// Makes a book or a sheet of each file.
    fn each_document(
        &self,
        files: Vec<Input>,
        format: Format,
        name: &Name,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut count = 0;
        let fonts = format::Faces::new(&self.font);
        for (number, file) in (1..).zip(files) {
            let shown = Shown {
                name: gathered::stem(&gathered::path(&file)),
                game: 1,
                last_move: 0,
                number,
            };
            let gathered = if self.problems {
                self.problem_book(vec![file], &mut exit, output)
            } else if self.book {
                self.articles(vec![file], &mut exit, output)
            } else {
                self.contact_sheet(vec![file], format, &mut exit, output)
            };
            if !gathered.is_empty() {
                let to = Name::new(&name.unused(&shown)?);
                exit.add(
                    self.job(theme, &fonts, &gathered)
                        .write(format, &gathered, &to, output)?,
                );
                count += 1;
            }
        }
        ensure!(count > 0, "there is nothing to draw");
        Ok(exit)
    }

    /// The games of a file to draw: all of them, or the one on the command line. If it is missing, that is reported.
    fn games<'a>(
        &self,
        collection: &'a Collection,
        reporter: &mut Reporter<'_>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Vec<GameTree<'a>> {
        if self.pick.game.is_none() {
            return collection.games().collect();
        }
        match self.pick.game(collection) {
            Ok(game) => vec![game],
            Err(missing) => {
                exit.add(reporter.problem(&missing, output));
                Vec::new()
            }
        }
    }

    /// An empty book with the given options.
    fn new_book(&self, lang: Lang) -> Book {
        let mut book = Book::new(self.paper);
        book.cell = self.cell.map(|length| length.0);
        book.columns = self.columns.unwrap_or(0);
        book.lang = lang;
        book.title.clone_from(&self.title);
        book.author = self.author.clone().unwrap_or_default();
        book
    }

    #[cfg(not(feature = "web"))]
    fn html(&self, _: &Name, _: &Theme, _: Exit, _: &mut Output) -> anyhow::Result<Exit> {
        anyhow::bail!(
            "`{}`: this program was built without the player; write .svg, .tex or .txt",
            self.output.display()
        )
    }

    fn sources(&self) -> &Sources {
        self.sources
            .get_or_init(|| Sources::of(&self.inputs.with_formats(), self.overwrite))
    }

    fn job<'a>(
        &'a self,
        theme: &'a Theme,
        fonts: &'a format::Faces,
        gathered: &Gathered,
    ) -> format::Job<'a> {
        format::Job {
            overwrite: self.overwrite,
            sources: self.sources(),
            theme,
            layout: self.look.layout(),
            title: &self.title,
            author: self.author.as_deref().unwrap_or_default(),
            // English has no ideographs; those of a record keep the shapes of its own language.
            lang: self
                .lang
                .filter(|lang| *lang != Lang::English)
                .unwrap_or(gathered.lang),
            fonts,
            scale: self.scale,
            millis: self.time,
        }
    }
}

/// Reads `15:14`, or a number.
fn aspect(text: &str) -> Result<f32, String> {
    let (height, width) = text.split_once(':').unwrap_or((text, "1"));
    let number = |text: &str| text.trim().parse::<f32>().ok();
    let ratio = number(height)
        .zip(number(width))
        .map(|(height, width)| height / width);
    ratio
        .filter(|ratio| (0.5..=2.0).contains(ratio))
        .ok_or_else(|| "write a ratio from 1:2 to 2:1, such as 15:14".to_owned())
}
