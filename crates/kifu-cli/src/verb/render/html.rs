//! HTML pages with the player.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use kifu::collection::utf8_bytes;
use kifu::{Collection, GameTree, Node};
use kifu_batch::Input;
use kifu_diagram::{Theme, binding, layout, svg};
use kifu_web::{Mode, Page};

use super::format::save;
use super::name::{Name, Shown};
use super::{Render, gathered};
use crate::drawing::{self, Reporter};
use crate::exit::Exit;
use crate::output::Output;

/// The content of one page.
struct Record<'a> {
    text: &'a str,
    title: String,
    /// The game whose diagram is shown by programs without scripts.
    game: GameTree<'a>,
    /// Its number in the text, from 1.
    number: usize,
}

impl Render {
    /// Writes a page with the whole record, the player, and the position as a diagram.
    pub(super) fn html(
        &self,
        name: &Name,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let refused = [
            ("--each", self.each),
            ("--sheet", self.sheet),
            ("--per-page", self.per_page.is_some()),
        ];
        for (name, is_given) in refused {
            ensure!(
                !is_given,
                "`{name}` does not apply to HTML, which shows every position; write .pdf or .svg"
            );
        }
        let mut files = self.files(&mut exit, output);
        if files.is_empty() {
            output.ensure_read(&self.inputs.skipped(), &mut exit);
            return Ok(exit);
        }
        if name.is_template() {
            return self.page_of_each(files, name, theme, exit, output);
        }
        if self.problems && files.len() > 1 {
            return self.problem_set(files, name, theme, exit, output);
        }
        let count = files.len();
        let [file] = files.as_mut_slice() else {
            bail!(
                "there are {count} files, but a page has one; write a page of each with `-o '{{name}}.html'`, or join \
                 them with `kifu join`"
            );
        };
        let collection = drawing::read_input(file, self.inputs.encoding(), self.inputs.progress())?;
        let path = gathered::path(file);
        let mut reporter = Reporter::new(&path, &collection);
        let record = Record {
            text: collection.text(),
            title: self.page_title(&collection, &path),
            game: self.pick.game(&collection)?,
            number: self.pick.game_number(),
        };
        self.only_page(&record, theme, &mut reporter, exit, output)
    }

    /// Writes a page with the games of all files as problems.
    fn problem_set(
        &self,
        files: Vec<Input>,
        name: &Name,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut joined = Vec::new();
        for mut file in files {
            let Some(collection) = self.read(&mut file, &mut exit, output) else {
                continue;
            };
            let mut reporter = Reporter::new(&gathered::path(&file), &collection);
            for game in self.games(&collection, &mut reporter, &mut exit, output) {
                joined.extend(utf8_bytes(game));
                joined.push(b'\n');
            }
        }
        let collection = Collection::from_bytes(joined);
        let mut reporter = Reporter::new(name.path(), &collection);
        let record = Record {
            text: collection.text(),
            title: match self.title.as_str() {
                "" => gathered::stem(name.path()),
                title => title.to_owned(),
            },
            game: collection.game(0).context("there is nothing to draw")?,
            number: 1,
        };
        self.only_page(&record, theme, &mut reporter, exit, output)
    }

    /// Writes the only page.
    fn only_page(
        &self,
        record: &Record<'_>,
        theme: &Theme,
        reporter: &mut Reporter<'_>,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (page, _) = self.page(record, theme, reporter, &mut exit, output)?;
        self.save_page(&self.output, &page, output)?;
        Ok(exit)
    }

    /// Writes a page of each file, or of each game if the name has a part for its number.
    fn page_of_each(
        &self,
        files: Vec<Input>,
        name: &Name,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let is_each = name.path().to_string_lossy().contains("{game}");
        let mut count = 0;
        for mut file in files {
            let Some(collection) = self.read(&mut file, &mut exit, output) else {
                continue;
            };
            let path = gathered::path(&file);
            let mut reporter = Reporter::new(&path, &collection);
            let records = if is_each {
                let games = self.games(&collection, &mut reporter, &mut exit, output);
                let games = games.into_iter();
                games.map(|game| self.record_of_game(game, &path)).collect()
            } else {
                match self.pick.game(&collection) {
                    Ok(game) => vec![Record {
                        text: collection.text(),
                        title: self.page_title(&collection, &path),
                        game,
                        number: self.pick.game_number(),
                    }],
                    Err(missing) => {
                        exit.add(reporter.problem(&missing, output));
                        continue;
                    }
                }
            };
            for record in records {
                let number = record.game.number() + 1;
                match self.page(&record, theme, &mut reporter, &mut exit, output) {
                    Ok((page, last_move)) => {
                        let shown = Shown {
                            name: gathered::stem(&path),
                            game: number,
                            last_move,
                            number: count + 1,
                        };
                        self.save_page(&name.unused(&shown)?, &page, output)?;
                        count += 1;
                    }
                    Err(problem) => {
                        exit.add(reporter.problem(&format!("game {number}: {problem}"), output));
                    }
                }
            }
        }
        ensure!(count > 0, "there is nothing to draw");
        Ok(exit)
    }

    /// One game as a record of its own.
    fn record_of_game<'a>(&self, game: GameTree<'a>, path: &Path) -> Record<'a> {
        let collection = game.collection();
        let text = collection.text();
        let title = if self.title.is_empty() {
            gathered::caption(collection, game, path)
        } else {
            self.title.clone()
        };
        Record {
            text: game.span().map_or(text, |span| span.of_str(text)),
            title,
            game,
            number: 1,
        }
    }

    /// The page of a record, and the number of the last move of its diagram.
    fn page(
        &self,
        record: &Record<'_>,
        theme: &Theme,
        reporter: &mut Reporter<'_>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> anyhow::Result<(String, u32)> {
        let node = self.pick.node(record.game)?;
        let is_problem = self.problem || self.problems;
        // A diagram of the last position would reveal the solution.
        let drawn = if is_problem && !self.pick.is_given() {
            record.game.root()
        } else {
            node
        };
        let (mut fallback, mut last_move) = (String::new(), 0);
        match binding::scene(drawn, &self.look.options(self.words)) {
            Ok(mut drawn) => {
                self.look.fill(&mut drawn.scene);
                exit.add(reporter.drawn(&drawn, output));
                let picture = layout::draw_as(&drawn.scene, theme, &self.look.layout());
                fallback = svg::draw(&picture);
                last_move = drawn.last_move.unwrap_or(0);
            }
            Err(no_board) => exit.add(reporter.problem(&no_board, output)),
        }
        let mut attributes = vec![("game", record.number.to_string())];
        if self.pick.is_given() {
            attributes.push(("node", place(node)));
        }
        attributes.extend(self.look.attributes());
        let page = Page {
            title: &record.title,
            heading: &self.title,
            record: record.text,
            fallback: &fallback,
            mode: if is_problem {
                Mode::Problem
            } else {
                Mode::View
            },
            attributes: &attributes,
        };
        Ok((page.to_html(), last_move))
    }

    fn save_page(&self, path: &Path, page: &str, output: &mut Output) -> anyhow::Result<()> {
        save(
            path,
            page.as_bytes(),
            self.sources(),
            self.overwrite,
            output,
        )
    }

    /// The title of the document: as given, or the players of its only game, or the name of the file.
    fn page_title(&self, collection: &Collection, path: &Path) -> String {
        if !self.title.is_empty() {
            return self.title.clone();
        }
        match collection.game(0).filter(|_| collection.len() == 1) {
            Some(game) => gathered::caption(collection, game, path),
            None => gathered::stem(path),
        }
    }
}

/// A node in the notation of the player: steps along the line, and `steps:n` if the last of them takes variation `n`.
fn place(node: Node<'_>) -> String {
    let mut steps = Vec::new();
    for (own, parent) in node.path_up().zip(node.path_up().skip(1)) {
        let number = parent.children().position(|child| child.id() == own.id());
        steps.push(number.unwrap_or(0));
    }
    let mut parts = Vec::new();
    let mut count = 0;
    for number in steps.into_iter().rev() {
        count += 1;
        if number > 0 {
            parts.push(format!("{count}:{number}"));
            count = 0;
        }
    }
    // A number alone would be read as a move number.
    parts.push(format!("{count}:0"));
    parts.join(".")
}
