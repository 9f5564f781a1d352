//! Everything known of a game, on several lines.

use std::fmt::Write as _;

use kifu::GameTree;
#[cfg(feature = "database")]
use kifu::schema::{self, Game};
#[cfg(feature = "database")]
use kifu::select::Field;

use super::facts::Facts;
#[cfg(feature = "database")]
use super::facts::board;
use crate::harmless;
use crate::output::{Palette, WIDTH};
use crate::wrap::wrap;

/// Width of field names in columns.
const LABEL: usize = 18;

/// The fields shown of a game of an index: the game info, then the size of the tree.
#[cfg(feature = "database")]
pub(super) const OF_INDEX: &[Field] = &[
    Field::Black,
    Field::BlackRank,
    Field::BlackTeam,
    Field::White,
    Field::WhiteRank,
    Field::WhiteTeam,
    Field::Name,
    Field::Event,
    Field::Round,
    Field::Date,
    Field::Place,
    Field::Result,
    Field::Komi,
    Field::Handicap,
    Field::Rules,
    Field::Time,
    Field::Overtime,
    Field::Opening,
    Field::Source,
    Field::Annotator,
    Field::User,
    Field::Copyright,
    Field::About,
    Field::Moves,
    Field::Nodes,
    Field::Variations,
    Field::Encoding,
    Field::Game,
    Field::Size,
    Field::File,
    Field::Number,
];

/// A game of a file; `games` is how many the file has, if that is known.
pub(super) fn of_record(
    name: &str,
    games: Option<usize>,
    game: GameTree<'_>,
    before: usize,
    palette: &Palette,
) -> String {
    let mut shown = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut shown, name, games, &Facts::of(game, before), palette);
    shown
}

/// A game of an index.
#[cfg(feature = "database")]
pub(super) fn of_info(info: &kifu::store::IndexedGame, palette: &Palette) -> String {
    let strong = palette.strong;
    let mut shown = String::new();
    let name = harmless::line(&info.path);
    let _ = writeln!(shown, "{strong}{name}, game {}{strong:#}", info.number + 1);
    let kind = info.field(Field::Game);
    let board = board(kind.as_deref(), info.size);
    let _ = row(&mut shown, "Game", &board, palette);
    for field in OF_INDEX {
        let label = match (field, field.properties()) {
            (Field::Game | Field::Size | Field::File | Field::Number, _) => continue,
            (Field::Handicap, _) if info.handicap.is_none() => continue,
            (Field::Moves, _) => "Moves",
            (Field::Nodes, _) => "Nodes",
            (Field::Variations, _) => "Variations",
            (Field::Encoding, _) => "Encoding",
            (_, [identifier, ..]) => {
                let definition = schema::lookup(Some(Game::Go), identifier);
                definition.map_or(field.name(), |definition| definition.name)
            }
            (_, []) => field.name(),
        };
        let text = info.field(*field).unwrap_or_default();
        if !text.trim().is_empty() {
            let _ = row(&mut shown, label, text.trim(), palette);
        }
    }
    shown.push('\n');
    shown
}

/// Writes a label and a text of one or more lines.
fn row(shown: &mut String, label: &str, text: &str, palette: &Palette) -> std::fmt::Result {
    let faint = palette.faint;
    let mut lines = wrap(text.trim_end(), WIDTH - LABEL - 3);
    let first = lines.next().unwrap_or_default();
    writeln!(shown, "  {faint}{label:LABEL$}{faint:#} {first}")?;
    lines.try_for_each(|line| writeln!(shown, "  {:LABEL$} {line}", ""))
}

fn write(
    shown: &mut String,
    name: &str,
    games: Option<usize>,
    facts: &Facts<'_>,
    palette: &Palette,
) -> std::fmt::Result {
    let strong = palette.strong;
    let name = harmless::line(name);
    let number = facts.number + 1;
    match games {
        Some(1) => writeln!(shown, "{strong}{name}{strong:#}")?,
        Some(games) => writeln!(shown, "{strong}{name}, game {number} of {games}{strong:#}")?,
        None => writeln!(shown, "{strong}{name}, game {number}{strong:#}")?,
    }
    let mut row = |label: &str, text: &str| row(shown, label, text, palette);
    row("Game", &facts.board())?;
    for (label, text) in facts.labeled() {
        row(label, text)?;
    }
    row("Moves", &facts.moves.to_string())?;
    row("Nodes", &facts.nodes.to_string())?;
    row("Variations", &facts.variations.to_string())?;
    row("Encoding", facts.encoding)?;
    writeln!(shown)
}
