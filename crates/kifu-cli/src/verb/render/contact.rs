//! Contact sheets: a small picture of each game.

use kifu::GameTree;
use kifu::schema::Game;
use kifu_batch::Input;
use kifu_diagram::binding::{self, Drawn, Hints, UnknownGame};
use kifu_diagram::{CoordinateLabels, Sheet, figure};

use super::Render;
use super::format::Format;
use super::gathered::{Gathered, Languages, What, caption, path};
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

impl Render {
    /// A small picture of each game.
    pub(super) fn contact_sheet(
        &self,
        files: Vec<Input>,
        format: Format,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Gathered {
        let mut scenes = Vec::new();
        let mut languages = Languages::default();
        for mut file in files {
            let Some(collection) = self.read(&mut file, exit, output) else {
                continue;
            };
            let file = path(&file);
            languages.add(&collection);
            let mut reporter = Reporter::new(&file, &collection);
            for game in self.games(&collection, &mut reporter, exit, output) {
                match self.thumbnail(game, caption(&collection, game, &file)) {
                    Ok(drawn) => {
                        exit.add(reporter.drawn(&drawn, output));
                        scenes.push(drawn.scene);
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        let mut sheet = sheet_of(self.per_page.unwrap_or(12), &self.title);
        if format != Format::Pdf && self.per_page.is_none() {
            sheet.height = 0.0;
            sheet.columns = 5;
            sheet.width = 5.0 * 240.0;
            sheet.words = 13.0;
            // A picture of more games would be too large for PNG.
            if format == Format::Png && scenes.len() > MOST_ON_A_PICTURE {
                sheet.rows = 10;
                sheet.height = 10.0 * 290.0;
                sheet.packed = true;
            }
        }
        Gathered {
            what: What::Sheet(scenes, sheet),
            lang: languages.fonts(),
        }
    }

    /// A game on a contact sheet: the problem, or the position at the end.
    fn thumbnail(&self, game: GameTree<'_>, caption: String) -> Result<Drawn, UnknownGame> {
        let mut options = self.look.options(false);
        options.coordinates.get_or_insert(CoordinateLabels::none());
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

/// Games on one picture of a contact sheet in PNG.
const MOST_ON_A_PICTURE: usize = 100;

/// An A4 page with room for a number of diagrams.
#[expect(
    clippy::cast_sign_loss,
    reason = "the root of a number from 1 to 400 is small and positive"
)]
pub(super) fn sheet_of(count: u16, title: &str) -> Sheet {
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
