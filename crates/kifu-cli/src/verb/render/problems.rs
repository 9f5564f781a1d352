//! Books of problems.

use std::path::{Path, PathBuf};

use kifu::GameTree;
use kifu_batch::Input;
use kifu_diagram::binding::{Drawn, ToPlay, UnknownGame};
use kifu_diagram::book::{Block, Figure, paragraphs};
use kifu_diagram::lang::Word;
use kifu_diagram::{Coordinates, Lang, figure};

use super::Render;
use super::gather::Gathered;
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

/// A problem and the lines of its solution.
struct Problem {
    start: Drawn,
    lines: Vec<Drawn>,
    /// Number of lines that are not shown.
    left: usize,
    /// The heading of its section.
    section: String,
}

impl Render {
    /// All games of all files as problems, then their solutions, linked both ways.
    pub(super) fn problem_book(
        &self,
        files: Vec<Input>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Gathered {
        let is_many = files.len() > 1;
        let mut problems: Vec<Problem> = Vec::new();
        let (records, languages) = self.records(files, exit, output);
        let captions = self.lang.unwrap_or_else(|| languages.captions());
        for (path, collection) in records {
            let mut reporter = Reporter::new(&path, &collection);
            for game in collection.games() {
                match self.one_problem(game, captions) {
                    Ok((problem, lines, left)) => {
                        for drawn in core::iter::once(&problem).chain(&lines) {
                            exit.add(reporter.drawn(drawn, output));
                        }
                        if lines.is_empty() && self.solutions > 0 {
                            let game = game.number() + 1;
                            let what = format!("game {game} has no moves: no solution is printed");
                            exit.add(reporter.problem(&what, output));
                        }
                        problems.push(Problem {
                            start: problem,
                            lines,
                            left,
                            section: section(game, &path, is_many, collection.len() > 1),
                        });
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        let mut book = self.new_book(captions);
        fill(&mut book.blocks, problems, captions);
        let headings = |block: &&Block| matches!(block, Block::Heading { .. });
        book.contents = book.blocks.iter().filter(headings).count() > 3;
        Gathered::of_book(book, languages.fonts())
    }

    fn one_problem(
        &self,
        game: GameTree<'_>,
        lang: Lang,
    ) -> Result<(Drawn, Vec<Drawn>, usize), UnknownGame> {
        let mut options = self.look.options(false);
        options.lang = lang;
        options.coordinates.get_or_insert(Coordinates::none());
        options.name = false;
        let solutions = figure::solutions(game, self.solutions);
        let mut problem = figure::problem(game, &options)?;
        options.crop = figure::problem_crop(&problem, &solutions.figures);
        if options.crop != kifu_diagram::binding::Crop::View {
            problem = figure::problem(game, &options)?;
        }
        let bare = problem.scene.comment.trim().trim_end_matches(['.', '。']);
        if bare.eq_ignore_ascii_case(&problem.scene.status_line()) {
            problem.scene.comment.clear();
        }
        options.to_play = ToPlay::Never;
        let mut lines = figure::draw(&solutions.figures, &options)?;
        for drawn in core::iter::once(&mut problem).chain(&mut lines) {
            let text = without_addresses(&drawn.scene.comment);
            drawn.scene.comment = paragraphs(&text, self.keep_breaks).join("\n");
        }
        Ok((problem, lines, solutions.left))
    }
}

fn fill(blocks: &mut Vec<Block>, problems: Vec<Problem>, lang: Lang) {
    let has_sections = problems
        .windows(2)
        .any(|pair| pair[0].section != pair[1].section);
    let has_solutions = problems.iter().any(|problem| !problem.lines.is_empty());
    if !has_sections && has_solutions {
        blocks.push(Block::heading(1, lang.word(Word::Problems)));
    }
    let mut solutions = Vec::new();
    let mut row = Vec::new();
    let mut section: Option<String> = None;
    for (number, problem) in (1..).zip(problems) {
        if has_sections && section.as_ref() != Some(&problem.section) {
            if !row.is_empty() {
                blocks.push(Block::Row(core::mem::take(&mut row)));
            }
            blocks.push(Block::heading(1, problem.section.clone()));
            section = Some(problem.section);
        }
        let mut scene = problem.start.scene;
        scene.caption = lang.problem(number);
        let is_solved = !problem.lines.is_empty();
        row.push(Figure {
            scene,
            anchor: format!("problem-{number}"),
            link: if is_solved {
                format!("solution-{number}")
            } else {
                String::new()
            },
        });
        let last = problem.lines.len();
        for (index, line) in problem.lines.into_iter().enumerate() {
            let mut scene = line.scene;
            scene.caption = format!("{number}. {}", scene.caption);
            if index + 1 == last && problem.left > 0 {
                let more = lang.more_lines(problem.left);
                let text = [core::mem::take(&mut scene.comment), more];
                scene.comment = text
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .collect::<Vec<_>>()
                    .join("\n");
            }
            solutions.push(Figure {
                scene,
                anchor: if index == 0 {
                    format!("solution-{number}")
                } else {
                    String::new()
                },
                link: format!("problem-{number}"),
            });
        }
    }
    blocks.push(Block::Row(row));
    if has_solutions {
        blocks.push(Block::PageBreak);
        blocks.push(Block::heading(1, lang.word(Word::Solutions)));
        blocks.push(Block::Row(solutions));
    }
}

/// The heading of a problem: its difficulty, otherwise its folder or file.
fn section(game: GameTree<'_>, path: &Path, is_many: bool, is_collection: bool) -> String {
    let level = game.root().simple_text("DI").unwrap_or_default();
    if !level.trim().is_empty() {
        return level.trim().to_owned();
    }
    let name = |path: Option<&std::ffi::OsStr>| {
        path.map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    if is_many && is_collection {
        name(path.file_stem())
    } else if is_many {
        name(
            path.parent()
                .map(PathBuf::from)
                .as_deref()
                .and_then(Path::file_name),
        )
    } else {
        String::new()
    }
}

/// A comment without lines that are web addresses.
fn without_addresses(comment: &str) -> String {
    let is_address = |line: &&str| {
        let line = line.trim();
        (line.starts_with("http://") || line.starts_with("https://")) && !line.contains(' ')
    };
    comment
        .lines()
        .filter(|line| !is_address(line))
        .collect::<Vec<_>>()
        .join("\n")
}
