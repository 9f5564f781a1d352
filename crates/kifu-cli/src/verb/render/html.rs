//! HTML pages with the player.

use anyhow::{bail, ensure};
use kifu::{Collection, Node};
use kifu_batch::replace::write_new;
use kifu_diagram::{Theme, binding, layout, svg};
use kifu_web::{Mode, Page};

use super::Render;
use crate::drawing::{self, Reporter};
use crate::exit::Exit;
use crate::output::Output;

impl Render {
    /// Writes a page with the whole record, the player, and the position as a diagram.
    pub(super) fn html(
        &self,
        theme: &Theme,
        mut exit: Exit,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let refused = [
            ("--each", self.each),
            ("--figures", self.figures),
            ("--every", self.every.is_some()),
            ("--sheet", self.sheet),
            ("--book", self.book),
            ("--per-page", self.per_page.is_some()),
        ];
        for (name, is_given) in refused {
            ensure!(
                !is_given,
                "`{name}` does not apply to HTML, which shows every position; write .pdf or .svg"
            );
        }
        let mut files = self.files(&mut exit, output);
        let count = files.len();
        let [file] = files.as_mut_slice() else {
            bail!("there are {count} files, but a page has one; join them with `kifu join`");
        };
        let collection = drawing::read_input(file, self.inputs.progress())?;
        let path = super::gathered::path(file);
        let mut reporter = Reporter::new(&path, &collection);
        let game = self.pick.game(&collection)?;
        let node = self.pick.node(game)?;
        let is_problem = self.problem || self.problems;
        // A diagram of the last position would reveal the solution.
        let drawn = if is_problem && !self.pick.is_given() {
            game.root()
        } else {
            node
        };
        let mut fallback = String::new();
        match binding::scene(drawn, &self.look.options(self.words)) {
            Ok(drawn) => {
                exit.add(reporter.drawn(&drawn, output));
                let picture = layout::draw_as(&drawn.scene, theme, &self.look.layout());
                fallback = svg::draw(&picture);
            }
            Err(no_board) => exit.add(reporter.problem(&no_board, output)),
        }
        let mut attributes = vec![("game", self.pick.game.to_string())];
        if self.pick.is_given() {
            attributes.push(("node", place(node)));
        }
        attributes.extend(self.look.attributes());
        let page = Page {
            title: &self.page_title(&collection, &path),
            heading: &self.title,
            record: collection.text(),
            fallback: &fallback,
            mode: if is_problem {
                Mode::Problem
            } else {
                Mode::View
            },
            attributes: &attributes,
        };
        self.sources().ensure_outside(&self.output)?;
        write_new(&self.output, page.to_html().as_bytes(), self.overwrite)?;
        Ok(exit)
    }

    /// The title of the document: as given, or the players of its only game, or the name of the file.
    fn page_title(&self, collection: &Collection, path: &std::path::Path) -> String {
        if !self.title.is_empty() {
            return self.title.clone();
        }
        match collection.game(0).filter(|_| collection.len() == 1) {
            Some(game) => super::gathered::caption(collection, game, path),
            None => path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
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
