use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;

use clap::ValueEnum;
use kifu::select::{Field, Kind, Record, Selection};
use serde_json::json;

use crate::each::each_games_into;
use crate::exit::Exit;
use crate::harmless::{self, cut};
use crate::inputs::Inputs;
use crate::output::{Output, Palette};
use crate::pieces::Games;
use crate::selected::{Selected, field};

/// Count the games that are meant: by player, year, result, and whatever else
#[derive(Debug, clap::Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// What to count by
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field,
          default_value = "date,result,player,size,komi,handicap,program,encoding")]
    by: Vec<Field>,

    /// How many lines of each count at the most; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// How counts are shown
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    output_format: Format,
}

/// How counts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables with bars
    Table,
    /// One JSON object
    Json,
}

/// Columns of a name.
const NAME: usize = 28;
/// Columns of the longest bar.
const BAR: usize = 32;

/// What was counted.
#[derive(Debug, Default)]
struct Counts {
    files: usize,
    games: usize,
    moves: usize,
    /// For each field: how many games are on each heap.
    heaps: Vec<BTreeMap<String, usize>>,
    /// For each field: games of which it says nothing.
    silent: Vec<usize>,
}

impl Counts {
    fn new(fields: usize) -> Self {
        Self {
            heaps: vec![BTreeMap::new(); fields],
            silent: vec![0; fields],
            ..Self::default()
        }
    }

    fn of(games: Games<'_>, fields: &[Field], selection: &Selection) -> Self {
        let mut counts = Self::new(fields.len());
        counts.files = usize::from(games.first == 0);
        for game in games.collection.games() {
            let record = Record::in_file(game, games.file).behind(games.first);
            if !selection.matches(record) {
                continue;
            }
            counts.games += 1;
            counts.moves += record.moves();
            for (number, field) in fields.iter().enumerate() {
                let groups: BTreeSet<_> = record.groups(*field).into_iter().collect();
                counts.silent[number] += usize::from(groups.is_empty());
                for group in groups {
                    *counts.heaps[number].entry(group).or_default() += 1;
                }
            }
        }
        counts
    }

    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.games += other.games;
        self.moves += other.moves;
        for (own, heaps) in self.heaps.iter_mut().zip(other.heaps) {
            for (group, count) in heaps {
                *own.entry(group).or_default() += count;
            }
        }
        for (own, silent) in self.silent.iter_mut().zip(other.silent) {
            *own += silent;
        }
    }
}

impl Stats {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let selection = self.selected.selection();
        let mut counts = Counts::new(self.by.len());
        let work = |games: Games<'_>| Counts::of(games, &self.by, &selection);
        let exit = each_games_into(&self.inputs, output, work, |_, found| {
            counts.add(found);
            Ok(())
        })?;
        let shown = match self.output_format {
            Format::Table => self.table(&counts, &output.palette),
            Format::Json => format!("{}\n", harmless::json(&self.json(&counts))),
        };
        output.write_all(shown.as_bytes())?;
        Ok(exit)
    }

    /// The heaps of a field in the order in which they are shown: years and numbers as they follow,
    /// all others by their size.
    fn sorted<'c>(
        &self,
        field: Field,
        heaps: &'c BTreeMap<String, usize>,
    ) -> Vec<(&'c str, usize)> {
        let mut sorted: Vec<_> = heaps
            .iter()
            .map(|(name, count)| (&**name, *count))
            .collect();
        sorted.sort_by_key(|(name, count)| (Reverse(*count), *name));
        if self.top > 0 {
            sorted.truncate(self.top);
        }
        match field.kind() {
            Kind::Date => sorted.sort_unstable(),
            Kind::Number => sorted.sort_by(|(a, _), (b, _)| {
                let number = |name: &str| name.parse().unwrap_or(f64::NAN);
                number(a).total_cmp(&number(b))
            }),
            Kind::Text | Kind::Result | Kind::Rank | Kind::Size => {}
        }
        sorted
    }

    fn table(&self, counts: &Counts, palette: &Palette) -> String {
        let Palette {
            strong,
            faint,
            accent,
            ..
        } = palette;
        let mut shown = String::new();
        for ((field, heaps), silent) in self.by.iter().zip(&counts.heaps).zip(&counts.silent) {
            let sorted = self.sorted(*field, heaps);
            let name = if field.kind() == Kind::Date {
                "year"
            } else {
                field.name()
            };
            let _ = writeln!(shown, "{strong}By {name}{strong:#}");
            let most = sorted.iter().map(|(_, count)| *count).max().unwrap_or(1);
            for (name, count) in &sorted {
                let name = harmless::line(name);
                let name = cut(&name, NAME);
                let columns: usize = name.chars().map(harmless::width).sum();
                let gap = " ".repeat(NAME.saturating_sub(columns));
                let bar = bar(*count, most);
                let _ = writeln!(shown, "  {name}{gap} {count:>9}  {accent}{bar}{accent:#}");
            }
            let mut notes = Vec::new();
            if heaps.len() > sorted.len() {
                notes.push(format!("{} more", heaps.len() - sorted.len()));
            }
            if *silent > 0 {
                notes.push(format!("not given in {silent}"));
            }
            if !notes.is_empty() {
                let _ = writeln!(shown, "  {faint}{}{faint:#}", notes.join(", "));
            }
            shown.push('\n');
        }
        let Counts {
            files,
            games,
            moves,
            ..
        } = counts;
        let many =
            |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        let (games, files) = (many(*games, "game"), many(*files, "file"));
        let _ = writeln!(shown, "{games} of {files}, {}.", many(*moves, "move"));
        shown
    }

    fn json(&self, counts: &Counts) -> String {
        let by: serde_json::Map<_, _> = self
            .by
            .iter()
            .zip(&counts.heaps)
            .zip(&counts.silent)
            .map(|((field, heaps), silent)| {
                let sorted = self.sorted(*field, heaps).into_iter();
                let heaps: Vec<_> = sorted
                    .map(|(name, count)| json!({"value": name, "games": count}))
                    .collect();
                let field = field.name().to_owned();
                (field, json!({"heaps": heaps, "not_given": silent}))
            })
            .collect();
        json!({
            "files": counts.files,
            "games": counts.games,
            "moves": counts.moves,
            "by": by,
        })
        .to_string()
    }
}

/// A bar as long as `count` is of `most`, in eighths of a column.
fn bar(count: usize, most: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count as u128 * (BAR as u128 * 8) / most.max(1) as u128) as usize;
    let bar = format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8]);
    if bar.is_empty() && count > 0 {
        return "▏".to_owned();
    }
    bar
}
