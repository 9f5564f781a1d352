mod book;
mod format;
#[cfg(feature = "web")]
mod html;
mod theme;

use std::path::PathBuf;

use anyhow::ensure;
use kifu_diagram::Theme;

use self::format::Format;

use crate::drawing::{Look, Pick};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;

/// Draw positions to SVG, PNG, PDF, GIF, APNG, LaTeX, text or HTML
///
/// The extension of the output selects the format. Draws the end of the main line unless options select other
/// positions. Several diagrams become pages of a PDF, frames of an animation, one text, or numbered files. An HTML
/// page contains all games of the file and a player, and needs no other file.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu render -o game.png game.sgf
  kifu render -o book.pdf --figures game.sgf
  kifu render -o move-50.svg --move 50 --numbers all game.sgf
  kifu render -o sheet.pdf --sheet games/
  kifu render -o game.html game.sgf")]
pub(crate) struct Render {
    #[command(flatten)]
    inputs: Inputs,

    /// File to write: `.svg`, `.png`, `.pdf`, `.gif`, `.apng`, `.tex`, `.txt` or `.html`
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Replace existing files
    #[arg(long)]
    overwrite: bool,

    #[command(flatten)]
    pick: Pick,

    #[command(flatten)]
    look: Look,

    /// Draw every position of the main line
    #[arg(long, group = "what")]
    each: bool,

    /// Draw the figures that `FG` begins
    #[arg(long, group = "what")]
    figures: bool,

    /// Draw figures of this many moves
    #[arg(long, value_name = "N", group = "what")]
    every: Option<u32>,

    /// Draw a contact sheet of all games
    #[arg(long, group = "what")]
    sheet: bool,

    /// Draw the start of the game as a problem
    #[arg(long, group = "what")]
    problem: bool,

    /// Draw all games as a book of problems, solutions last
    #[arg(long, group = "what")]
    problems: bool,

    /// Print players, turn, prisoners and comment around the board
    #[arg(long)]
    words: bool,

    /// Diagrams on a page
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    per_page: Option<u16>,

    /// Lines shown of each solution
    #[arg(long, value_name = "N", default_value_t = 4)]
    solutions: usize,

    /// Heading of the first page
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,

    /// Colors and lines: `book`, `paper`, `wood`, `dark`, or a TOML file
    #[arg(long, value_name = "THEME", default_value = "book")]
    theme: String,

    /// Font file for characters that other fonts lack
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,

    /// Pixels for each unit of PNG, GIF and APNG; a cell of the board has 20 units
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    scale: f32,

    /// Duration of each frame of an animation
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1000)]
    time: u32,
}

impl Render {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = Format::of(&self.output)?;
        ensure!(
            self.scale.is_finite() && self.scale > 0.0,
            "the scale must be more than 0"
        );
        let (theme, mut exit) = theme::read(&self.theme, output)?;
        if format == Format::Html {
            return self.html(&theme, exit, output);
        }
        let Some(book) = self.gather(format, &mut exit, output)? else {
            return Ok(exit);
        };
        ensure!(!book.is_empty(), "there is nothing to draw");
        exit.add(self.write(format, &book, &theme, output)?);
        Ok(exit)
    }

    #[cfg(not(feature = "web"))]
    fn html(&self, _: &Theme, _: Exit, _: &mut Output) -> anyhow::Result<Exit> {
        anyhow::bail!(
            "`{}`: this program was built without the player; write .svg, .tex or .txt",
            self.output.display()
        )
    }

    fn write(
        &self,
        format: Format,
        book: &book::Book,
        theme: &Theme,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let job = format::Job {
            path: &self.output,
            overwrite: self.overwrite,
            theme,
            layout: &self.look.layout(),
            title: &self.title,
            fonts: &self.font,
            scale: self.scale,
            millis: self.time,
        };
        job.write(format, book, output)
    }
}
