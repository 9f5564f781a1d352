mod facts;

use std::fmt::Write as _;

use serde_json::json;

use self::facts::Facts;
use crate::each::each_games;
use crate::exit::Exit;
use crate::format::OutputFormat;
use crate::harmless::{self, cut};
use crate::inputs::Inputs;
use crate::output::{Output, Palette, WIDTH};
use crate::wrap::wrap;

/// Columns of the name of a field.
const LABEL: usize = 18;

/// Show who played whom, when, and who won
///
/// One line a game: date, result, number of moves, players, file. What stands on the main line
/// counts, the root first.
#[derive(Debug, clap::Args)]
pub(crate) struct Info {
    #[command(flatten)]
    inputs: Inputs,

    /// How games are shown: `concise` is a line each, `full` all that is known, `json-lines` a JSON object a line
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "concise",
        hide_possible_values = true
    )]
    output_format: OutputFormat,

    /// The same as `--output-format full`
    #[arg(long, conflicts_with = "output_format")]
    full: bool,

    /// The same as `--output-format json-lines`
    #[arg(long, conflicts_with_all = ["full", "output_format"])]
    json: bool,
}

impl Info {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let palette = output.palette;
        let format = match self.output_format {
            _ if self.full => OutputFormat::Full,
            _ if self.json => OutputFormat::JsonLines,
            format => format,
        };
        each_games(&self.inputs, output, |games| {
            let (name, collection) = (games.file, games.collection);
            // How many games there are is not known before all of a large file was read.
            let count = games.is_whole.then_some(collection.len());
            let mut shown = String::new();
            for game in collection.games() {
                let facts = Facts::of(game, games.first);
                // Writing to a string does not fail.
                let _ = match format {
                    OutputFormat::JsonLines => {
                        let line = json_line(name, &facts);
                        writeln!(shown, "{}", harmless::json(&line))
                    }
                    OutputFormat::Full => full(&mut shown, name, count, &facts, &palette),
                    OutputFormat::Concise => line(&mut shown, name, count, &facts, &palette),
                };
            }
            shown
        })
    }
}

fn line(
    shown: &mut String,
    name: &str,
    games: Option<usize>,
    facts: &Facts<'_>,
    palette: &Palette,
) -> std::fmt::Result {
    let Palette {
        strong,
        faint,
        good,
        ..
    } = palette;
    let get = |identifier| harmless::line(facts.get(identifier).unwrap_or("")).into_owned();
    let or = |text: String, other: &str| {
        if text.is_empty() {
            other.to_owned()
        } else {
            text
        }
    };
    let date = facts
        .first_date()
        .map_or_else(|| or(get("DT"), "?"), |date| date.to_string());
    let (date, result) = (cut(&date, 10), or(get("RE"), "?"));
    let result = cut(&result, 8);
    let moves = facts.moves;
    write!(shown, "{date:10}  {good}{result:8}{good:#} {moves:4}  ")?;
    let player = |name, rank| {
        let (name, rank) = (or(get(name), "?"), get(rank));
        let gap = if rank.is_empty() { "" } else { " " };
        format!("{strong}{name}{strong:#}{gap}{rank}")
    };
    if facts.get("PB").is_some() || facts.get("PW").is_some() {
        write!(shown, "{} – {}", player("PB", "BR"), player("PW", "WR"))?;
    } else {
        let title = ["GN", "EV", "SO"]
            .into_iter()
            .map(get)
            .find(|title| !title.is_empty());
        write!(shown, "{}", title.unwrap_or_else(|| "?".into()))?;
    }
    if !facts.is_usual() {
        write!(shown, ", {}", harmless::line(&facts.board()))?;
    }
    let name = harmless::line(name);
    let number = if games == Some(1) {
        String::new()
    } else {
        format!(" #{}", facts.number + 1)
    };
    writeln!(shown, "  {faint}{name}{number}{faint:#}")
}

fn full(
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
    for (label, text) in facts.labelled() {
        row(label, text)?;
    }
    row("Moves", &facts.moves.to_string())?;
    row("Nodes", &facts.nodes.to_string())?;
    row("Variations", &facts.variations.to_string())?;
    row("Encoding", facts.encoding)?;
    writeln!(shown)
}

fn json_line(name: &str, facts: &Facts<'_>) -> String {
    let info: serde_json::Map<_, _> = facts
        .all()
        .map(|(identifier, text)| (identifier.to_owned(), text.into()))
        .collect();
    json!({
        "file": name,
        "game": facts.number + 1,
        "kind": facts.kind(),
        "size": facts.size(),
        "encoding": facts.encoding,
        "moves": facts.moves,
        "nodes": facts.nodes,
        "variations": facts.variations,
        "info": info,
    })
    .to_string()
}
