//! Books of problems.

use kifu_batch::Input;
use kifu_diagram::binding::{Crop, Drawn, ToPlay, UnknownGame};
use kifu_diagram::book::{Block, Figure, paragraphs};
use kifu_diagram::figure::{self, Kind, Verdict};
use kifu_diagram::lang::Word;
use kifu_diagram::{CoordinateLabels, Lang, Scene};

use super::Render;
use super::gathered::Gathered;
use super::section::{Section, name_sections};
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

/// A problem and the lines of its solution.
struct Problem {
    start: Figure,
    lines: Vec<Figure>,
    section: Section,
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
            for game in self.games(&collection, &mut reporter, exit, output) {
                let of_game = figure::problems(game);
                for problem in &of_game {
                    let number = problems.len() + 1;
                    let name = match of_game.len() {
                        1 => format!("game {}", game.number() + 1),
                        _ => format!("problem {number}"),
                    };
                    match self.one_problem(problem, captions) {
                        Ok((drawn, lines, left)) => {
                            for drawn in core::iter::once(&drawn).chain(&lines) {
                                exit.add(reporter.drawn(drawn, output));
                            }
                            if lines.is_empty() && self.solutions > 0 {
                                let what = format!("{name} has no moves: no solution is printed");
                                exit.add(reporter.problem(&what, output));
                            }
                            problems.push(Problem {
                                start: numbered(drawn.scene, number, !lines.is_empty(), captions),
                                lines: solution(lines, number, left, captions),
                                section: Section::of(
                                    problem.start,
                                    &path,
                                    is_many,
                                    collection.len() > 1,
                                ),
                            });
                        }
                        Err(no_board) => {
                            exit.add(reporter.problem(&format!("{name}: {no_board}"), output));
                        }
                    }
                }
            }
        }
        let mut book = self.new_book(captions);
        name_sections(problems.iter_mut().map(|problem| &mut problem.section));
        fill(&mut book.blocks, problems, captions);
        let headings = |block: &&Block| matches!(block, Block::Heading { .. });
        book.contents = book.blocks.iter().filter(headings).count() > 3;
        Gathered::of_book(book, languages.fonts())
    }

    fn one_problem(
        &self,
        problem: &figure::Problem<'_>,
        lang: Lang,
    ) -> Result<(Drawn, Vec<Drawn>, usize), UnknownGame> {
        let mut options = self.look.options(false);
        options.lang = lang;
        options.coordinates.get_or_insert(CoordinateLabels::none());
        options.name = false;
        let solutions = problem.solutions(self.solutions);
        let mut start = problem.draw(&options)?;
        if options.crop != Crop::Whole {
            options.crop = figure::problem_crop(&start, &solutions.figures);
            start = problem.draw(&options)?;
        }
        start.scene.comment = without_echo(&start.scene.comment, &[&start.scene.status_line()]);
        let about = problem.path().filter_map(|node| node.text("GC"));
        let texts = about.chain([start.scene.comment.into()]);
        start.scene.comment = texts.collect::<Vec<_>>().join("\n");
        options.to_play = ToPlay::Never;
        let mut lines = figure::draw(&solutions.figures, &options)?;
        for (line, drawn) in solutions.figures.iter().zip(&mut lines) {
            let Kind::Line { verdict, .. } = line.kind else {
                continue;
            };
            let name = Kind::Line {
                verdict,
                number: 0,
                part: 0,
            };
            let name = name.name(lang);
            let words: &[&str] = match verdict {
                Verdict::Correct => &[&name, "correct", "right"],
                Verdict::Wrong => &[&name, "wrong", "incorrect"],
                Verdict::Solution | Verdict::Variation => &[&name],
            };
            drawn.scene.comment = without_echo(&drawn.scene.comment, words);
        }
        for drawn in core::iter::once(&mut start).chain(&mut lines) {
            let text = without_addresses(&drawn.scene.comment);
            drawn.scene.comment = paragraphs(&text, self.look.keep_breaks).join("\n");
        }
        Ok((start, lines, solutions.left))
    }
}

/// The diagram of a problem, linked to its solution.
fn numbered(mut scene: Scene, number: usize, is_solved: bool, lang: Lang) -> Figure {
    scene.caption = lang.problem(number);
    let mut figure = Figure::new(scene);
    figure.anchor = format!("problem-{number}");
    if is_solved {
        figure.link = format!("solution-{number}");
    }
    figure
}

/// The diagrams of a solution, linked to its problem; `left` lines are not shown.
fn solution(lines: Vec<Drawn>, number: usize, left: usize, lang: Lang) -> Vec<Figure> {
    let last = lines.len();
    let figures = (1..).zip(lines).map(|(index, line)| {
        let mut scene = line.scene;
        scene.caption = format!("{number}. {}", scene.caption);
        if index == last && left > 0 {
            let text = [core::mem::take(&mut scene.comment), lang.more_lines(left)];
            scene.comment = text
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n");
        }
        let mut figure = Figure::new(scene);
        if index == 1 {
            figure.anchor = format!("solution-{number}");
        }
        figure.link = format!("problem-{number}");
        figure
    });
    figures.collect()
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
    for problem in problems {
        if has_sections && section.as_ref() != Some(&problem.section.heading) {
            if !row.is_empty() {
                blocks.push(Block::Row(core::mem::take(&mut row)));
            }
            let heading = match (problem.section.heading.as_str(), &section) {
                ("", None) => lang.word(Word::Problems),
                ("", Some(_)) => lang.word(Word::OtherProblems),
                (section, _) => section,
            };
            blocks.push(Block::heading(1, heading));
            section = Some(problem.section.heading);
        }
        row.push(problem.start);
        solutions.extend(problem.lines);
    }
    blocks.push(Block::Row(row));
    if has_solutions {
        blocks.push(Block::PageBreak);
        blocks.push(Block::heading(1, lang.word(Word::Solutions)));
        blocks.push(Block::Row(solutions));
    }
}

/// A comment without first sentences of its lines that only repeat one of `words`, which the caption has. The number of a
/// move before such a sentence goes with it if nothing follows.
fn without_echo(comment: &str, words: &[&str]) -> String {
    let rest_of = |line: &str| {
        let text = line.trim();
        let (number, text) = match text.split_once(": ") {
            Some((number, text)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                (number, text)
            }
            _ => ("", text),
        };
        let end = text.find(['.', '!', '。', '！']);
        let (first, rest) = text.split_at(end.unwrap_or(text.len()));
        let is_echo = words
            .iter()
            .any(|word| first.trim().to_lowercase() == word.to_lowercase());
        if !is_echo {
            return line.to_owned();
        }
        let rest = rest.trim_start_matches(['.', '!', '。', '！']).trim_start();
        match (number, rest) {
            (_, "") => String::new(),
            ("", rest) => rest.to_owned(),
            (number, rest) => format!("{number}: {rest}"),
        }
    };
    let lines = comment.lines().map(rest_of);
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
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

#[cfg(test)]
mod tests {
    use super::without_echo;

    #[test]
    fn comments_that_repeat_the_caption_are_dropped() {
        let turn = ["Black to play"];
        let verdict = ["Correct", "right"];
        for (comment, words, expected) in [
            ("Black to play.", &turn[..], ""),
            ("black to play. Kill the corner.", &turn, "Kill the corner."),
            ("Black to play and live.", &turn, "Black to play and live."),
            ("Correct", &verdict, ""),
            ("Correct!\nBlack lives.", &verdict, "Black lives."),
            ("1: A tesuji.\n5: RIGHT", &verdict, "1: A tesuji."),
            ("5: Correct. Black lives.", &verdict, "5: Black lives."),
            ("Correct, but slow.", &verdict, "Correct, but slow."),
        ] {
            assert_eq!(without_echo(comment, words), expected, "{comment}");
        }
    }
}
