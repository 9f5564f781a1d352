use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::GameTree;
use kifu_diagram::binding::{self, Drawn, UnknownGame};
use kifu_diagram::{figure, sensei, text};

use crate::drawing::{self, Look, Pick, Reporter};
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::output::{Output, WIDTH};

/// Print a position as a diagram
///
/// Prints the end of the main line unless options select another position. Illegal moves are played and reported.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu show game.sgf
  kifu show --move 50 --numbers last:10 game.sgf
  kifu show --problem --solution=12 problem.sgf")]
pub(crate) struct Show {
    /// A game record, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    encoding: Encoding,

    #[command(flatten)]
    pick: Pick,

    #[command(flatten)]
    look: Look,

    /// Draw the start of the game as a problem: its setup stones and whose turn it is
    #[arg(long, conflicts_with = "place")]
    problem: bool,

    /// With `--problem`: print the solution too, at most this many lines; 24 without a number
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "24", requires = "problem")]
    solution: Option<usize>,

    /// Drawing style
    #[arg(long, value_name = "STYLE", default_value = "unicode")]
    style: Style,

    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "style")]
    ascii: bool,
}

/// How a position is drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    Unicode,
    Ascii,
    /// The diagram format of Sensei's Library
    Sensei,
}

impl Show {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let collection = drawing::read(&self.file, self.encoding)?;
        let game = self.pick.game(&collection)?;
        let mut reporter = Reporter::new(&self.file, &collection);
        let mut drawn = match self.draw(game)? {
            Ok(drawn) => drawn,
            Err(no_board) => {
                output.note(format_args!("{no_board}; printing its tree instead"));
                let outline = super::debug::outline_of(game, &output.palette);
                output.write_all(outline.as_bytes())?;
                return Ok(Exit::Clean);
            }
        };
        let mut exit = Exit::Clean;
        let width = output.columns().unwrap_or(WIDTH).min(WIDTH);
        for (number, drawn) in drawn.iter_mut().enumerate() {
            exit.add(reporter.drawn(drawn, output));
            self.look.fill(&mut drawn.scene);
            if number > 0 {
                writeln!(output)?;
            }
            let shown = if self.style == Style::Sensei {
                let (shown, problems) = sensei::draw(&drawn.scene);
                for problem in &problems {
                    exit.add(reporter.problem(problem, output));
                }
                shown
            } else {
                let options = text::Options {
                    ascii: self.ascii || self.style == Style::Ascii,
                    color: output.has_color(),
                    width,
                    beside: self.look.beside,
                    ..text::Options::default()
                };
                text::draw(&drawn.scene, &options)
            };
            output.write_all(shown.as_bytes())?;
        }
        Ok(exit)
    }

    /// The scenes; or the game that has none.
    fn draw(&self, game: GameTree<'_>) -> anyhow::Result<Result<Vec<Drawn>, UnknownGame>> {
        let options = self.look.options(true);
        if !self.problem {
            let node = self.pick.node(game)?;
            return Ok(binding::scene(node, &options).map(|drawn| vec![drawn]));
        }
        let problem = match figure::problem(game, &options) {
            Ok(problem) => problem,
            Err(no_board) => return Ok(Err(no_board)),
        };
        let mut options = options;
        options.crop = problem.scene.crop.map_or(options.crop, binding::Crop::Rect);
        options.title = false;
        options.prisoners = false;
        options.to_play = binding::ToPlay::Never;
        let solutions = figure::solutions(game, self.solution.unwrap_or(0));
        Ok(figure::draw(&solutions.figures, &options).map(|lines| {
            let mut all = vec![problem];
            all.extend(lines);
            all
        }))
    }
}
