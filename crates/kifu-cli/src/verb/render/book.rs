//! Which scenes are drawn, and how they go on pages.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use kifu::schema::Game;
use kifu::{Collection, GameTree};
use kifu_diagram::binding::{self, Crop, Drawn, Hints, Options, ToPlay, UnknownGame, Walk};
use kifu_diagram::{Coordinates, Scene, Sheet, figure};

use super::Render;
use super::format::Format;
use crate::drawing::{self, Reporter};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use kifu_batch::Input;

/// Scenes that belong together.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) scenes: Vec<Scene>,
    /// The pages they stand on; `None` if each stands for itself.
    pub(super) sheet: Option<Sheet>,
}

/// All that is drawn.
#[derive(Debug, Default)]
pub(super) struct Book(pub(super) Vec<Part>);

impl Book {
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|part| part.scenes.is_empty())
    }
}

/// The characters of a comment that are printed beside a problem.
const COMMENT: usize = 240;

impl Render {
    pub(super) fn gather(
        &self,
        format: Format,
        exit: &mut Exit,
        output: &mut Output,
    ) -> anyhow::Result<Option<Book>> {
        let mut files = Vec::new();
        for input in self.inputs.iter() {
            match input {
                Ok(input) => files.push(input),
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(Failure(&error.into()));
                }
            }
        }
        if self.problems || self.sheet {
            return Ok(Some(self.all_games(files, format, exit, output)));
        }
        let count = files.len();
        let [file] = files.as_mut_slice() else {
            bail!(
                "there are {count} files; one is drawn at a time, but for `--sheet` and `--problems`"
            );
        };
        let collection = drawing::read_input(file)?;
        let mut reporter = Reporter::new(&path(file), &collection);
        let game = self.pick.game(&collection)?;
        let drawn = match self.one_game(game)? {
            Ok(drawn) => drawn,
            Err(no_board) => {
                exit.add(Exit::Failure);
                output.error(format_args!("{no_board}; this is the tree of the game"));
                let outline = crate::verb::debug::outline_of(game, &output.palette);
                output.write_all(outline.as_bytes())?;
                return Ok(None);
            }
        };
        for drawn in &drawn {
            exit.add(reporter.drawn(drawn, output));
        }
        let scenes: Vec<Scene> = drawn.into_iter().map(|drawn| drawn.scene).collect();
        let is_paged = scenes.len() > 1 && !self.each && format == Format::Pdf;
        let per_page = self.per_page.or(is_paged.then_some(4));
        let sheet = per_page.map(|count| sheet_of(count, &self.title));
        Ok(Some(Book(vec![Part { scenes, sheet }])))
    }

    /// The text around the board.
    fn options(&self) -> Options {
        let mut options = self.look.options(self.words);
        options.comment &= self.words;
        options
    }

    /// The scenes of a game; or why it has none.
    fn one_game(&self, game: GameTree<'_>) -> anyhow::Result<Result<Vec<Drawn>, UnknownGame>> {
        let options = self.options();
        let one = |drawn| vec![drawn];
        Ok(if self.problem {
            figure::problem(game, &options).map(one)
        } else if self.figures {
            figure::draw(&figure::by_marks(game), &options)
        } else if let Some(moves) = self.every {
            ensure!(moves > 0, "a figure has at least one move");
            figure::draw(&figure::every(game, moves), &options)
        } else if self.each {
            each(game, options)
        } else {
            binding::scene(self.pick.node(game)?, &options).map(one)
        })
    }

    fn all_games(
        &self,
        files: Vec<Input>,
        format: Format,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Book {
        let mut problems = Vec::new();
        let mut solutions = Vec::new();
        for mut file in files {
            let collection = match drawing::read_input(&mut file) {
                Ok(collection) => collection,
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(Failure(&error));
                    continue;
                }
            };
            let file = path(&file);
            let mut reporter = Reporter::new(&file, &collection);
            for game in collection.games() {
                let number = problems.len() + 1;
                let drawn = if self.problems {
                    self.one_problem(game, number)
                } else {
                    let name = caption(&collection, game, &file);
                    self.thumbnail(game, name).map(|drawn| vec![drawn])
                };
                match drawn {
                    Ok(drawn) => {
                        for drawn in &drawn {
                            exit.add(reporter.drawn(drawn, output));
                        }
                        let mut scenes = drawn.into_iter().map(|drawn| drawn.scene);
                        problems.extend(scenes.next());
                        if self.problems && scenes.len() == 0 {
                            let game = game.number() + 1;
                            let what = format!("game {game} has no moves: no solution is printed");
                            exit.add(reporter.problem(&what, output));
                        }
                        solutions.extend(scenes);
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        if self.sheet {
            let mut sheet = sheet_of(self.per_page.unwrap_or(12), &self.title);
            if format != Format::Pdf && self.per_page.is_none() {
                sheet.height = 0.0;
                sheet.columns = 5;
                sheet.width = 5.0 * 240.0;
                sheet.words = 13.0;
            }
            return Book(vec![Part {
                scenes: problems,
                sheet: Some(sheet),
            }]);
        }
        let front = sheet_of(self.per_page.unwrap_or(6), &self.title);
        let back = Sheet {
            packed: true,
            ..sheet_of(20, "Solutions")
        };
        Book(vec![
            Part {
                scenes: problems,
                sheet: Some(front),
            },
            Part {
                scenes: solutions,
                sheet: Some(back),
            },
        ])
    }

    /// A problem, and the lines of its solution.
    fn one_problem(&self, game: GameTree<'_>, number: usize) -> Result<Vec<Drawn>, UnknownGame> {
        let mut options = self.look.options(false);
        options.coordinates.get_or_insert(Coordinates::none());
        options.name = false;
        let mut problem = figure::problem(game, &options)?;
        problem.scene.caption = format!("Problem {number}");
        shorten(&mut problem.scene.comment);
        let said = problem.scene.comment.trim_end_matches('.');
        if said.eq_ignore_ascii_case(&problem.scene.status_line()) {
            problem.scene.comment.clear();
        }
        options.crop = problem.scene.crop.map_or(options.crop, Crop::Rect);
        options.to_play = ToPlay::Never;
        let figures = figure::solutions(game, self.solutions);
        let mut lines = figure::draw(&figures, &options)?;
        for line in &mut lines {
            line.scene.caption = format!("{number}. {}", line.scene.caption);
            shorten(&mut line.scene.comment);
        }
        lines.insert(0, problem);
        Ok(lines)
    }

    /// A game on a contact sheet: the problem, or the position at the end.
    fn thumbnail(&self, game: GameTree<'_>, caption: String) -> Result<Drawn, UnknownGame> {
        let mut options = self.look.options(false);
        options.coordinates.get_or_insert(Coordinates::none());
        options.comment = false;
        let root = game.root();
        let is_go = game.kind() == Some(Game::Go);
        let mut drawn = if is_go && root.has("AB") && root.has("AW") {
            figure::problem(game, &options)?
        } else {
            options.hints = Hints::Off;
            let node = self.pick.node(game).unwrap_or(root);
            binding::scene(node, &options)?
        };
        drawn.scene.to_play = None;
        drawn.scene.caption = caption;
        Ok(drawn)
    }
}

/// A page of A4 with room for so many diagrams.
#[expect(
    clippy::cast_sign_loss,
    reason = "the root of a number from 1 to 400 is small and positive"
)]
fn sheet_of(count: u16, title: &str) -> Sheet {
    let columns = ((f32::from(count) * 0.7).sqrt().round() as u16).max(1);
    Sheet {
        columns,
        rows: count.div_ceil(columns),
        gap: if count > 12 { 10.0 } else { 18.0 },
        words: if count > 12 { 7.5 } else { 9.0 },
        title: title.to_owned(),
        ..Sheet::default()
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
        (node.is_root() || node.play().is_some()).then(|| walk.next_scene(&options))
    });
    Ok(drawn.collect())
}

/// The path that names an input.
pub(super) fn path(input: &Input) -> PathBuf {
    match input {
        Input::File(path) => path.clone(),
        Input::Stdin => PathBuf::from("-"),
        Input::Member { name, .. } => PathBuf::from(name),
    }
}

/// What a game is called on a contact sheet.
pub(super) fn caption(
    collection: &Collection,
    game: GameTree<'_>,
    file: &std::path::Path,
) -> String {
    let root = game.root();
    let text = |identifier| root.simple_text(identifier).unwrap_or_default();
    let name = match (text("PB").trim(), text("PW").trim()) {
        ("", "") => text("GN").trim().to_owned(),
        (black, white) => format!("{black} – {white}"),
    };
    let result = text("RE");
    match (name.as_str(), result.trim()) {
        ("", _) => {
            let stem = file
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned());
            let stem = stem.unwrap_or_default();
            if collection.len() > 1 {
                format!("{stem}, {}", game.number() + 1)
            } else {
                stem
            }
        }
        (name, "") => name.to_owned(),
        (name, result) => format!("{name}, {result}"),
    }
}

/// The first paragraph of a comment without lines that are addresses of the web, cut at the end
/// of a word.
fn shorten(comment: &mut String) {
    let lines = comment
        .lines()
        .map(str::trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("http://") && !line.starts_with("https://"));
    let mut short = lines.collect::<Vec<_>>().join("\n");
    if let Some((cut, _)) = short.char_indices().nth(COMMENT) {
        let end = short[..cut].rfind(char::is_whitespace).unwrap_or(cut);
        short.truncate(end);
        short.push('…');
    }
    *comment = short;
}
