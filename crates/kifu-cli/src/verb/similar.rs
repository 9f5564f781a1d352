use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::go::Color;
use kifu::store::{Novelty, Pattern, Similar as Path, Store};
use serde_json::{Value, json};

use crate::database::{self, found_json, line, most};
use crate::drawing::{self, Pick};
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;

/// Say where a game left the known path
///
/// Its positions are looked for in the index, turned, mirrored and with the colours exchanged, as long as
/// other games have them: those of the main line, or those up to the position that is chosen.
#[derive(Debug, clap::Args)]
pub(crate) struct Similar {
    /// The index
    #[arg(value_name = "NAME.kifu")]
    index: PathBuf,

    /// The game record
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    pick: Pick,

    /// How many games are shown; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,

    /// Serve what is whole of a damaged index
    #[arg(long)]
    what_is_left: bool,

    /// How the answer is shown
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    output_format: Format,
}

/// How the answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table
    Table,
    /// One JSON object
    Json,
}

impl Similar {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let collection = drawing::read(&self.file)?;
        let game = self.pick.game(&collection)?;
        let node = self.pick.node(game)?;
        let (store, mut exit) = database::open(&self.index, self.what_is_left, output)?;
        let path = if self.what_is_left {
            let (path, damaged) = store.similar_what_is_left(node)?;
            database::tell(&damaged, &mut exit, output);
            path
        } else {
            store.similar_up_to(node)?
        };
        let board = kifu::go::replay::Replay::new(game);
        let pattern = Pattern::of_board(board.game().board());
        let shown = match self.output_format {
            Format::Table => self.table(&store, &path, &pattern)?,
            Format::Json => format!("{}\n", harmless::json(&self.json(&store, &path, &pattern)?)),
        };
        output.write_all(shown.as_bytes())?;
        Ok(exit)
    }

    fn companions<'p>(&self, path: &'p Path) -> &'p [kifu::store::Found] {
        &path.companions[..path.companions.len().min(most(self.games))]
    }

    fn table(&self, store: &Store, path: &Path, pattern: &Pattern) -> anyhow::Result<String> {
        let mut shown = String::new();
        for info in store.games(&path.same)? {
            let name = harmless::line(&info.path).into_owned();
            let _ = writeln!(shown, "The same game: {name} game {}", info.number + 1);
        }
        let named = |place: String, what: &str| format!("{place:<10}  {what}\n");
        if !path.steps.is_empty() || matches!(path.novelty, Novelty::Move { .. }) {
            shown += &named("move".to_owned(), "games with the position");
        }
        for step in &path.steps {
            let place = match step.play {
                Some((color, played)) => {
                    format!("{} {} {played}", step.move_number, letter(color))
                }
                None if step.node == 0 => "start".to_owned(),
                None => format!("node {}", step.node),
            };
            shown += &named(place, &step.games.to_string());
        }
        let said = match path.novelty {
            Novelty::None => "All of its positions are known.\n".to_owned(),
            Novelty::Move {
                color,
                played,
                number,
                ..
            } => named(format!("{number} {} {played}", letter(color)), "new"),
            Novelty::Setup { node } => named(format!("node {node}"), "new: stones were set"),
            Novelty::Root => "No other game has the position that it begins with.\n".to_owned(),
            Novelty::Board(size) => {
                format!("No other game of the index is on a board of {size}.\n")
            }
            Novelty::NotGo => "It is no game of Go: it is like no other.\n".to_owned(),
        };
        shown.push_str(&said);
        let companions = self.companions(path);
        let ids: Vec<_> = companions.iter().map(|found| found.game).collect();
        let _ = writeln!(shown);
        for (info, found) in store.games(&ids)?.iter().zip(companions) {
            let _ = writeln!(shown, "{}", line(info, found, pattern));
        }
        if path.companions.len() > companions.len() {
            let _ = writeln!(
                shown,
                "{} more games",
                path.companions.len() - companions.len()
            );
        }
        Ok(shown)
    }

    fn json(&self, store: &Store, path: &Path, pattern: &Pattern) -> anyhow::Result<String> {
        let companions = self.companions(path);
        let ids: Vec<_> = companions.iter().map(|found| found.game).collect();
        let infos = store.games(&ids)?;
        let steps = path.steps.iter().map(|step| {
            json!({
                "node": step.node,
                "move": step.move_number,
                "color": step.play.map(|(color, _)| color.to_string()),
                "point": step.play.map(|(_, played)| played.to_string()),
                "games": step.games,
            })
        });
        let same = store.games(&path.same)?;
        let same = same
            .iter()
            .map(|info| json!({"path": &*info.path, "number": info.number + 1}));
        let games = infos
            .iter()
            .zip(companions)
            .map(|(info, found)| found_json(info, found, pattern));
        Ok(json!({
            "same": same.collect::<Vec<_>>(),
            "known": steps.collect::<Vec<_>>(),
            "novelty": novelty_json(path.novelty),
            "games": games.collect::<Vec<_>>(),
        })
        .to_string())
    }
}

/// What was new, as JSON; `null` if nothing was.
fn novelty_json(novelty: Novelty) -> Value {
    match novelty {
        Novelty::None => Value::Null,
        Novelty::Move {
            node,
            color,
            played,
            number,
        } => json!({
            "what": "move",
            "node": node,
            "move": number,
            "color": color.to_string(),
            "point": played.to_string(),
        }),
        Novelty::Setup { node } => json!({"what": "setup", "node": node}),
        Novelty::Root => json!({"what": "root", "node": 0}),
        Novelty::Board(size) => json!({"what": "board", "size": size.to_string()}),
        Novelty::NotGo => json!({"what": "game"}),
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}
