mod table;
mod values;
mod workers;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use kifu::store::{Answer, Found, IndexedGame, Order, Query, Store, StoreError};

use self::table::left_line;
use super::similar::Similar;
use crate::database::{self, DamageReport, SHOWN, Sort, Wanted, found_json, line, most};
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;

/// Find positions, their continuations and their games in an index
///
/// Reports how often a position occurs, who won, which moves followed, and in which games. Results are shown from the
/// point of view of the pattern: where it occurs with swapped colors, Black is White. A pattern counts at the first node
/// where it occurs, once for each place on the board and each orientation and color of the pattern there. For whole boards
/// of up to 12 stones, games that reach the position after a continuation by another order of moves are counted too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu search games.kifu 'XO./.X.' -w 'date>=2000'
  kifu search games.kifu '-----/....|/....|/.O..|/X...|' --next black
  kifu search games.kifu --file game.sgf --move 20 --area aa:gg
  kifu search games.kifu '----/|.X./|.../|...' --sequence 'W:aa ~ x:aa'
  kifu search games.kifu --novelty --file game.sgf
  kifu search s3://bucket/go 'XO./.X.' --workers a:7001,b:7001")]
#[expect(clippy::struct_excessive_bools, reason = "options of a command line")]
pub(crate) struct Search {
    /// The index
    #[arg(value_name = "NAME.kifu")]
    index: PathBuf,

    #[command(flatten)]
    wanted: Wanted,

    /// Print at most this many games; 0 prints all. The default is 10
    #[arg(long, short = 'n', alias = "games", value_name = "N")]
    limit: Option<usize>,

    /// Order of the games. The default is `newest`
    #[arg(long = "sort", alias = "order", value_name = "ORDER")]
    order: Option<Sort>,

    /// Print at most this many continuations; 0 prints all. The default is 15 in tables
    #[arg(long, alias = "top", value_name = "N")]
    continuations: Option<usize>,

    /// Also count hits as Kombilo does: once for each continuation in the tree, and once for each line that ends
    /// without one
    #[arg(long, requires = "variations")]
    kombilo: bool,

    /// Print hits as JSON lines, also the later ones of a game; at most 10 unless `--limit` is given
    #[arg(long, conflicts_with_all = ["order", "continuations", "kombilo", "novelty"])]
    hits: bool,

    /// End games before the first move on a stone, as Kombilo does; by default the new stone replaces the old one
    #[arg(long, conflicts_with_all = ["variations", "novelty"])]
    strict_records: bool,

    /// Megabytes of memory for tables that later searches of this run reuse
    #[arg(long, value_name = "MB", default_value_t = MEMORY)]
    memory: usize,

    /// With --file: find where the game leaves the other games of the index
    #[arg(long, requires = "file")]
    novelty: bool,

    /// Answer from the intact part of a damaged index
    #[arg(long)]
    partial: bool,

    /// Let workers search, which have the same index; see `kifu sql worker --help`. Needs the program `kifu-sql`, built
    /// with workers
    #[arg(
        long,
        value_name = "HOST:PORT,…",
        conflicts_with_all = ["hits", "novelty", "partial"]
    )]
    workers: Option<String>,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "table"
    )]
    format: Format,
}

/// How the answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables
    Table,
    /// One JSON object
    Json,
    /// The games as they are found, one JSON object per line
    JsonLines,
    /// The continuations as comma-separated values
    Csv,
}

/// Megabytes of memory by default: one search reads a table once, so little is kept.
const MEMORY: usize = 128;

/// Games that are shown by default.
const GAMES: usize = 10;

/// Games of which all that is shown is in memory at a time.
const TOGETHER: usize = 1 << 15;

/// Games that are shown.
#[derive(Debug, Default)]
struct Games {
    /// The oldest one that can be read.
    first: Option<(IndexedGame, Found)>,
    /// Whether nothing is damaged that may hide an older one.
    is_first_sure: bool,
    shown: Vec<(IndexedGame, Found)>,
    /// Those that are shown after them; what is known of them is read while they are written.
    rest: Vec<Found>,
    /// How many more there are.
    left: usize,
}

impl Search {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.novelty
            && let Some((file, pick)) = self.wanted.record()
        {
            let novelty = Similar {
                index: &self.index,
                file,
                pick,
                games: self.limit.unwrap_or(GAMES),
                partial: self.partial,
                is_json: matches!(self.format, Format::Json | Format::JsonLines),
            };
            return novelty.run(output);
        }
        self.ensure_format_applies()?;
        let (store, mut exit) = database::open(&self.index, self.partial, output)?;
        let mut query = self.wanted.query()?;
        query.lists_hits = self.hits;
        query.strict_records = self.strict_records;
        let store = store.limit_memory(self.memory << 20);
        ensure_place(&store, &query)?;
        if self.format == Format::JsonLines || self.hits {
            exit.add(self.stream(&store, &query, output)?);
            return Ok(exit);
        }
        let mut answer = match &self.workers {
            Some(workers) => {
                let arguments = self.wanted.arguments(&query)?;
                let samples = most(self.limit.unwrap_or(GAMES)).max(1);
                workers::answer(store.path(), workers, &arguments, samples)?
            }
            None => Self::search(&store, &query)?,
        };
        let mut games = match self.format {
            Format::Csv => Games::default(),
            _ => self.games(&store, &mut answer),
        };
        let mut report = DamageReport::default();
        let damaged = std::mem::take(&mut answer.damaged);
        report.add(damaged, self.partial, &mut exit, output)?;
        report.end(output);
        games.is_first_sure = exit == Exit::Clean;
        let rest = std::mem::take(&mut games.rest);
        let (shown, end) = match self.format {
            Format::Csv => (self.csv(&answer, &query.pattern)?, String::new()),
            Format::Json => self.json(&games, &answer, &query),
            Format::Table | Format::JsonLines => {
                let shown = self.table(&games, &answer, &query, output);
                (shown, left_line(games.left, output))
            }
        };
        output.write_all(shown.as_bytes())?;
        let games = (std::mem::take(&mut games.shown), rest);
        exit.add(self.write_games(&store, games, &query, output)?);
        output.write_all(end.as_bytes())?;
        Ok(exit)
    }

    /// Writes the games of a table or of a JSON object, some at a time, so that memory does not grow with them.
    fn write_games(
        &self,
        store: &Store,
        (mut games, rest): (Vec<(IndexedGame, Found)>, Vec<Found>),
        query: &Query,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut report = DamageReport::default();
        let (mut rest, mut is_first) = (rest.chunks(TOGETHER), true);
        let room = output.columns();
        loop {
            for (info, found) in games.drain(..) {
                match self.format {
                    Format::Json => {
                        let separator = if is_first { "" } else { "," };
                        let json = found_json(&info, &found, &query.pattern).to_string();
                        write!(output, "{separator}{}", harmless::json(&json))?;
                    }
                    Format::Table | Format::JsonLines => {
                        writeln!(output, "{}", line(&info, &found, &query.pattern, room))?;
                    }
                    Format::Csv => {}
                }
                is_first = false;
            }
            let Some(next) = rest.next() else {
                break;
            };
            let ids: Vec<_> = next.iter().map(|found| found.game).collect();
            let (infos, damaged) = store.fields_partial(&ids, &SHOWN);
            report.add(damaged, self.partial, &mut exit, output)?;
            let known = infos.into_iter().zip(next);
            games.extend(known.filter_map(|(info, found)| Some((info?, *found))));
        }
        report.end(output);
        Ok(exit)
    }

    /// The answer of this process.
    fn search(store: &Store, query: &Query) -> anyhow::Result<Answer> {
        let mut answer = store.search_partial(query)?;
        // After errors of the search the second count would be incomplete.
        if answer.damaged.iter().all(StoreError::is_of_records)
            && let Err(error) = store.reached(query, &mut answer)
        {
            answer.damaged.push(error);
        }
        Ok(answer)
    }

    /// Returns an error if an option does not apply to the format.
    fn ensure_format_applies(&self) -> anyhow::Result<()> {
        let continuations = ("--continuations", self.continuations.is_some());
        let games = ("--limit", self.limit.is_some());
        let order = ("--sort", self.order.is_some());
        let kombilo = ("--kombilo", self.kombilo);
        ensure!(
            !self.hits || matches!(self.format, Format::Table | Format::JsonLines),
            "`--hits` prints JSON lines: omit `--format`, or use `json-lines`"
        );
        ensure!(
            self.workers.is_none() || self.format != Format::JsonLines,
            "`--workers` does not apply to json-lines: use `--format json`"
        );
        let (format, refused) = match self.format {
            Format::Table | Format::Json => return Ok(()),
            Format::JsonLines => (
                "json-lines: games as they are found",
                [continuations, order, kombilo],
            ),
            Format::Csv => ("csv: continuations", [games, order, kombilo]),
        };
        for (name, is_given) in refused {
            ensure!(
                !is_given,
                "`{name}` does not apply to {format}; omit it, or use `--format table` or `json`"
            );
        }
        Ok(())
    }

    /// How many of these continuations are shown.
    fn top(&self, usual: usize) -> usize {
        most(self.continuations.unwrap_or(usual))
    }

    /// Writes games as soon as they are found.
    fn stream(&self, store: &Store, query: &Query, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut outcome = Ok(());
        let mut left = most(self.limit.unwrap_or(GAMES));
        let mut report = DamageReport::default();
        store.search_stream(query, |mut part| {
            let found = if self.hits {
                part.hits.truncate(left);
                std::mem::take(&mut part.hits)
            } else {
                part.sample(Order::Index, left)
            };
            left -= found.len();
            let damaged = std::mem::take(&mut part.damaged);
            outcome = report.add(damaged, self.partial, &mut exit, output);
            // The hits of a game follow each other.
            for some in found.chunks(TOGETHER) {
                if outcome.is_err() {
                    break;
                }
                let mut ids: Vec<_> = some.iter().map(|found| found.game).collect();
                ids.dedup();
                let (infos, damaged) = store.fields_partial(&ids, &SHOWN);
                let reported = report.add(damaged, self.partial, &mut exit, output);
                let hits = some.chunk_by(|one, other| one.game == other.game);
                let shown = infos.iter().zip(hits);
                let shown = shown.flat_map(|(info, hits)| hits.iter().map(move |hit| (info, hit)));
                outcome = reported.and_then(|()| write_part(shown, query, output));
            }
            if outcome.is_err() || left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        report.end(output);
        outcome.map(|()| exit)
    }

    /// The games that are shown; the answer notes what of them is damaged.
    fn games(&self, store: &Store, answer: &mut Answer) -> Games {
        let mut sample = answer.sample(Order::Oldest, 1);
        let firsts = sample.len();
        let order = self.order.unwrap_or(Sort::Newest);
        let most = most(self.limit.unwrap_or(GAMES));
        sample.extend(answer.sample(order.into(), most));
        let left = answer.found.len() - (sample.len() - firsts);
        let rest = sample.split_off(sample.len().min(TOGETHER));
        let ids: Vec<_> = sample.iter().map(|found| found.game).collect();
        let (infos, damaged) = store.fields_partial(&ids, &SHOWN);
        answer.damaged.extend(damaged);
        let missing = ids.iter().zip(&infos).filter(|(_, info)| info.is_none());
        let lost: BTreeSet<u32> = missing.map(|(id, _)| id.segment).collect();
        let mut games = infos.into_iter().zip(sample);
        let shown = |(info, found): (Option<IndexedGame>, Found)| Some((info?, found));
        let mut first = games.next().and_then(shown);
        if first.is_none() && self.partial {
            first = oldest(store, answer, lost);
        }
        Games {
            first,
            is_first_sure: true,
            shown: games.filter_map(shown).collect(),
            rest,
            left,
        }
    }
}

/// The oldest game that can be read, where those of some segments cannot; the answer notes other damage.
fn oldest(
    store: &Store,
    answer: &mut Answer,
    mut lost: BTreeSet<u32>,
) -> Option<(IndexedGame, Found)> {
    for found in answer.sample(Order::Oldest, usize::MAX) {
        // A segment has one table, which is read at most once in vain.
        if lost.contains(&found.game.segment) {
            continue;
        }
        let (mut infos, damaged) = store.fields_partial(&[found.game], &SHOWN);
        if let Some(info) = infos.pop().flatten() {
            return Some((info, found));
        }
        lost.insert(found.game.segment);
        answer.damaged.extend(damaged);
    }
    None
}

/// Writes games as they are found.
fn write_part<'a>(
    shown: impl Iterator<Item = (&'a Option<IndexedGame>, &'a Found)>,
    query: &Query,
    output: &mut Output,
) -> anyhow::Result<()> {
    for (info, found) in shown {
        let Some(info) = info else {
            continue;
        };
        let mut object = found_json(info, found, &query.pattern);
        if query.lists_hits {
            // From 0, as `kifu sql` numbers the eight ways.
            object["symmetry"] = (found.transform.symmetry as u8).into();
        }
        writeln!(output, "{}", harmless::json(&object.to_string()))?;
    }
    Ok(output.flush()?)
}

/// A pattern without a place on any board of the index cannot be found.
fn ensure_place(store: &Store, query: &Query) -> anyhow::Result<()> {
    let Err(error) = query.ensure_place(&store.sizes()) else {
        return Ok(());
    };
    let index = store.path().display();
    if error.fits_at_edges() {
        anyhow::bail!(
            "{index}: {error}; draw them, name them with `--anchor` (`full` is the whole board), or use `--edges`"
        )
    }
    anyhow::bail!("{index}: {error}; make it smaller, or use another `--anchor`")
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of games are far below 2^52"
)]
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}
