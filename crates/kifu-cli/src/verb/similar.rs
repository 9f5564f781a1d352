use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::go::Color;
use kifu::store::{Found, GameInfo, Novelty, Pattern, Similar as Path, Store, StoreError};
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
        let (path, mut damaged) = if self.what_is_left {
            store.similar_what_is_left(node)?
        } else {
            (store.similar_up_to(node)?, Vec::new())
        };
        let (named, unread) = self.named(&store, &path);
        damaged.extend(unread);
        if !self.what_is_left && !damaged.is_empty() {
            return Err(damaged.swap_remove(0).into());
        }
        database::tell(&damaged, &mut exit, output);
        let board = kifu::go::replay::Replay::new(game);
        let pattern = Pattern::of_board(board.game().board());
        let shown = match self.output_format {
            Format::Table => table(&named, &path, &pattern),
            Format::Json => format!("{}\n", harmless::json(&json(&named, &path, &pattern))),
        };
        output.write_all(shown.as_bytes())?;
        Ok(exit)
    }

    /// The games that are named, and what is wrong with those that cannot be read.
    fn named<'p>(&self, store: &Store, path: &'p Path) -> (Named<'p>, Vec<StoreError>) {
        let (companions, rest) = path
            .companions
            .split_at(path.companions.len().min(most(self.games)));
        let of_companions = companions.iter().map(|found| found.game);
        let ids: Vec<_> = path.same.iter().copied().chain(of_companions).collect();
        let (mut infos, damaged) = store.games_what_is_left(&ids);
        let others = infos.split_off(path.same.len());
        let others = others.into_iter().zip(companions);
        let named = Named {
            same: infos.into_iter().flatten().collect(),
            companions: others
                .filter_map(|(info, found)| Some((info?, found)))
                .collect(),
            left: rest.len(),
        };
        (named, damaged)
    }
}

/// The games that are named, as far as they can be read.
#[derive(Debug)]
struct Named<'p> {
    /// Those with the same main line.
    same: Vec<GameInfo>,
    companions: Vec<(GameInfo, &'p Found)>,
    /// How many more companions there are.
    left: usize,
}

fn table(named: &Named<'_>, path: &Path, pattern: &Pattern) -> String {
    let mut shown = String::new();
    for info in &named.same {
        let name = harmless::line(&info.path);
        let _ = writeln!(shown, "The same game: {name} game {}", info.number + 1);
    }
    let row = |place: String, what: &str| format!("{place:<10}  {what}\n");
    if !path.steps.is_empty() || matches!(path.novelty, Novelty::Move { .. }) {
        shown += &row("move".to_owned(), "games with the position");
    }
    for step in &path.steps {
        let place = match step.play {
            Some((color, played)) => {
                format!("{} {} {played}", step.move_number, letter(color))
            }
            None if step.node == 0 => "start".to_owned(),
            None => format!("node {}", step.node),
        };
        shown += &row(place, &step.games.to_string());
    }
    let said = match path.novelty {
        Novelty::None => "All of its positions are known.\n".to_owned(),
        Novelty::Move {
            color,
            played,
            number,
            ..
        } => row(format!("{number} {} {played}", letter(color)), "new"),
        Novelty::Setup { node } => row(format!("node {node}"), "new: stones were set"),
        Novelty::Root => "No other game has the position that it begins with.\n".to_owned(),
        Novelty::Board(size) => {
            format!("No other game of the index is on a board of {size}.\n")
        }
        Novelty::NotGo => "It is no game of Go: it is like no other.\n".to_owned(),
    };
    shown.push_str(&said);
    let _ = writeln!(shown);
    for (info, found) in &named.companions {
        let _ = writeln!(shown, "{}", line(info, found, pattern));
    }
    if named.left > 0 {
        let _ = writeln!(shown, "{} more games", named.left);
    }
    shown
}

fn json(named: &Named<'_>, path: &Path, pattern: &Pattern) -> String {
    let steps = path.steps.iter().map(|step| {
        json!({
            "node": step.node,
            "move": step.move_number,
            "color": step.play.map(|(color, _)| color.to_string()),
            "point": step.play.map(|(_, played)| played.to_string()),
            "games": step.games,
        })
    });
    let same = named.same.iter();
    let same = same.map(|info| json!({"path": &*info.path, "number": info.number + 1}));
    let games = named.companions.iter();
    let games = games.map(|(info, found)| found_json(info, found, pattern));
    json!({
        "same": same.collect::<Vec<_>>(),
        "known": steps.collect::<Vec<_>>(),
        "novelty": novelty_json(path.novelty),
        "games": games.collect::<Vec<_>>(),
    })
    .to_string()
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
