mod comments;
mod pictures;

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kifu::collection::{extract, joined_bytes};
use kifu::select::{Record, Selection};
use kifu::{Collection, GameTree};
use kifu_diagram::{binding, text};

use self::comments::Format;
use self::pictures::{Picture, Pictures};
use kifu_batch::Games;
use kifu_batch::replace::{ensure_free, name_file, unnamed};

use crate::each::each_games_into;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::selected::Selected;

/// Extract comments, main lines, positions or problems
///
/// Comments come in the order of the game, each with a diagram, as text or Markdown. Everything else is written as
/// records: a position as setup stones, a problem with its solutions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu extract comments -o book.md game.sgf
  kifu extract main-lines -o games.sgf games/
  kifu extract main-lines --head 50 games/
  kifu extract positions --move 50 games/
  kifu extract problems games/")]
pub(crate) struct Extract {
    /// What to extract
    what: What,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// File to write; `-` is standard output, which is the default. A name that ends in `.md` asks for Markdown
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "output")]
    overwrite: bool,

    /// Output format; comments are text by default
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Diagrams with comments and positions: `svg` writes a file for each, beside that of `--output`
    #[arg(long, value_name = "HOW")]
    diagrams: Option<Diagrams>,

    /// Position after this move of the main line; 0 is the root
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,

    /// Only the first N moves of each main line
    #[arg(long, value_name = "N", conflicts_with = "tail")]
    head: Option<usize>,

    /// Only the last N moves of each main line, after the position before them; longer games of other kinds than Go are
    /// skipped
    #[arg(long, value_name = "N")]
    tail: Option<usize>,
}

/// The part to extract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Comments on moves
    Comments,
    /// Games without their variations
    MainLines,
    /// The position after a move of each game; shorter games are skipped
    Positions,
    /// Problems, each as a record
    Problems,
}

/// How positions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Diagrams {
    /// No diagrams
    None,
    /// Text diagrams
    Text,
    /// One SVG file for each diagram
    Svg,
}

/// The extracted parts of some games.
#[derive(Default)]
pub(super) struct Found {
    bytes: Vec<u8>,
    /// Diagrams in files of their own.
    beside: Vec<Picture>,
    count: usize,
    /// Number of games from which it could not be extracted.
    left: usize,
}

impl Extract {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        anyhow::ensure!(
            (self.what == What::Positions) == self.number.is_some(),
            "`positions` needs `--move`, and `--move` needs `positions`"
        );
        anyhow::ensure!(
            self.what == What::MainLines || (self.head.is_none() && self.tail.is_none()),
            "`--head` and `--tail` need `main-lines`"
        );
        let path = output::file(self.output.as_ref());
        anyhow::ensure!(
            self.diagrams != Some(Diagrams::Svg)
                || (path.is_some() && matches!(self.what, What::Comments)),
            "`--diagrams svg` writes its files beside that of `--output`, for comments; for positions \
             see `kifu render`"
        );
        if let Some(path) = path {
            ensure_free(path, self.overwrite)?;
            self.inputs.ensure_outside(path, "--output")?;
        }
        let mut file = match path {
            Some(path) => {
                // A file without a name: nothing is left of it if the work is interrupted.
                Some(BufWriter::new(unnamed(path)?))
            }
            None => None,
        };
        let mut pictures = path.map(|path| Pictures::beside(path, self.overwrite));
        let selection = self.selected.selection();
        let (mut count, mut left) = (0, 0);
        let work = |games: Games<'_>| self.found(games, &selection);
        let mut exit = each_games_into(
            &self.inputs.with_formats(),
            output,
            work,
            |output, found| {
                count += found.count;
                left += found.left;
                let bytes = match &mut pictures {
                    Some(pictures) => pictures.write(&found.bytes, &found.beside)?,
                    None => found.bytes,
                };
                match (&mut file, path) {
                    (Some(file), Some(path)) => {
                        file.write_all(&bytes).map_err(output::unwritten(path))
                    }
                    _ => output.data(&bytes),
                }
            },
        )?;
        if let (Some(file), Some(path)) = (file, path)
            && count > 0
        {
            let file = file.into_inner();
            let mut file: File = file
                .map_err(io::IntoInnerError::into_error)
                .map_err(output::unwritten(path))?;
            file.rewind()?;
            name_file(&mut file, path, self.overwrite)?;
        }
        if let Some(pictures) = pictures {
            pictures.keep();
        }
        let what = match self.what {
            What::Comments => "comment",
            What::MainLines => "main line",
            What::Positions => "position",
            What::Problems => "problem",
        };
        let mut last = Vec::new();
        if count > 0 || left == 0 {
            last.push(output::count(count, what));
        }
        if left > 0 {
            let games = output::count(left, "game");
            let why = match self.what {
                What::Positions => ", too short or not of Go",
                What::MainLines => ", not of Go",
                What::Comments | What::Problems => "",
            };
            last.push(if count > 0 {
                format!("none in {games}{why}")
            } else {
                format!("no {what}s in {games}{why}")
            });
        }
        last.extend(output.take_failures("not read"));
        if count == 0 && path.is_some() {
            exit.add(Exit::Failure);
            last.push("nothing written".to_owned());
        }
        output.note(last.join(", "));
        Ok(exit)
    }

    /// The extracted parts of some games.
    fn found(&self, games: Games<'_>, selection: &Selection) -> Found {
        let mut found = Found::default();
        for game in games.collection.games() {
            let record = Record::in_file(game, games.file).after_games(games.first);
            if !selection.matches(record) {
                continue;
            }
            let before = found.count;
            match self.what {
                What::Comments => {
                    let number = games.first + game.number() + 1;
                    self.comments(game, games.file, number, &mut found);
                }
                What::MainLines => {
                    let line = match (self.head, self.tail) {
                        (Some(moves), _) => Some(extract::head(game, moves)),
                        (None, Some(moves)) => extract::tail(game, moves),
                        (None, None) => Some(extract::main_line(game)),
                    };
                    if let Some(line) = line {
                        push(&mut found, &line);
                    }
                }
                What::Positions => self.position(game, &mut found),
                What::Problems => {
                    for problem in extract::problems(game) {
                        push(&mut found, &problem);
                    }
                }
            }
            found.left += usize::from(found.count == before);
        }
        found
    }

    fn comments(&self, game: GameTree<'_>, file: &str, number: usize, found: &mut Found) {
        let is_markdown = self
            .output
            .as_deref()
            .and_then(Path::extension)
            .is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
        let usual = if is_markdown {
            Format::Markdown
        } else {
            Format::Text
        };
        let format = self.format.unwrap_or(usual);
        let diagrams = self.diagrams.unwrap_or(Diagrams::Text);
        comments::write(game, file, number, format, diagrams, found);
    }

    fn position(&self, game: GameTree<'_>, found: &mut Found) {
        let node = extract::node_of_move(game, self.number.unwrap_or(0));
        let Some(node) = node else {
            return;
        };
        if matches!(self.diagrams, None | Some(Diagrams::None)) {
            if let Some(position) = extract::position(node) {
                push(found, &position);
            }
            return;
        }
        let options = binding::Options {
            title: true,
            ..binding::Options::default()
        };
        if let Ok(drawn) = binding::scene(node, &options) {
            let shown = text::draw(&drawn.scene, &text::Options::default());
            found.bytes.extend(shown.as_bytes());
            found.bytes.push(b'\n');
            found.count += 1;
        }
    }
}

/// Adds the game of a collection.
fn push(found: &mut Found, collection: &Collection) {
    // Changed games are written and read once more, so that each game keeps its own bytes.
    let bytes = collection.to_bytes().unwrap_or_default();
    for game in Collection::from_bytes(bytes).games() {
        found.bytes.extend(joined_bytes(game));
        found.count += 1;
    }
}
