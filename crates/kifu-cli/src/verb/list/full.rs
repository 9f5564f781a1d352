//! Everything known of a game, on several lines.

use std::fmt::Write as _;

use kifu::GameTree;
#[cfg(feature = "database")]
use kifu::select::Field;

use super::facts::Facts;
use crate::harmless;
use crate::output::{Palette, WIDTH};
use crate::wrap::wrap;

/// Width of field names in columns.
const LABEL: usize = 18;

/// The fields shown of a game of an index.
#[cfg(feature = "database")]
pub(super) const OF_INDEX: &[Field] = &[
    Field::Black,
    Field::White,
    Field::Date,
    Field::Result,
    Field::Komi,
    Field::Handicap,
    Field::Rules,
    Field::Size,
    Field::Moves,
    Field::Event,
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
    let Palette { strong, faint, .. } = palette;
    let mut shown = String::new();
    let name = harmless::line(&info.path);
    let _ = writeln!(shown, "{strong}{name}, game {}{strong:#}", info.number + 1);
    for field in OF_INDEX {
        let text = info.field(*field).unwrap_or_default();
        let is_name = matches!(field, Field::File | Field::Number);
        if !text.trim().is_empty() && !is_name {
            let text = harmless::line(text.trim());
            let _ = writeln!(shown, "  {faint}{:LABEL$}{faint:#} {text}", field.name());
        }
    }
    shown.push('\n');
    shown
}

fn write(
    shown: &mut String,
    name: &str,
    games: Option<usize>,
    facts: &Facts<'_>,
    palette: &Palette,
) -> std::fmt::Result {
    let Palette { strong, faint, .. } = palette;
    let name = harmless::line(name);
    let number = facts.number + 1;
    match games {
        Some(1) => writeln!(shown, "{strong}{name}{strong:#}")?,
        Some(games) => writeln!(shown, "{strong}{name}, game {number} of {games}{strong:#}")?,
        None => writeln!(shown, "{strong}{name}, game {number}{strong:#}")?,
    }
    let mut row = |label: &str, text: &str| {
        let mut lines = wrap(text.trim_end(), WIDTH - LABEL - 3);
        let first = lines.next().unwrap_or_default();
        writeln!(shown, "  {faint}{label:LABEL$}{faint:#} {first}")?;
        lines.try_for_each(|line| writeln!(shown, "  {:LABEL$} {line}", ""))
    };
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
