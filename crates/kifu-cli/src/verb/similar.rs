use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path as FilePath;

use kifu::go::Color;
use kifu::store::{Found, IndexedGame, Novelty, Pattern, Similar as Path, Store, StoreError};
use serde_json::{Value, json};

use crate::database::{self, found_json, line, most};
use crate::drawing::{self, Pick};
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;

/// Finds where a game leaves the games of an index.
///
/// Its positions are searched for in any orientation and color, as long as other games have them: those of the main
/// line, or those up to the chosen position.
#[derive(Debug)]
pub(super) struct Similar<'a> {
    pub(super) index: &'a FilePath,
    pub(super) file: &'a FilePath,
    pub(super) pick: &'a Pick,
    /// How many games to show; 0 for all.
    pub(super) games: usize,
    pub(super) partial: bool,
    pub(super) is_json: bool,
}

impl Similar<'_> {
    pub(super) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let collection = drawing::read(self.file, Encoding::default())?;
        let game = self.pick.game(&collection)?;
        let node = self.pick.node(game)?;
        let (store, mut exit) = database::open(self.index, self.partial, output)?;
        let (path, mut damaged) = if self.partial {
            store.similar_partial(node)?
        } else {
            (store.similar_up_to(node)?, Vec::new())
        };
        let (named, unread) = self.named(&store, &path);
        damaged.extend(unread);
        if !self.partial && !damaged.is_empty() {
            return Err(damaged.swap_remove(0).into());
        }
        database::report(&damaged, &mut exit, output);
        let board = kifu::games::go::Replay::new(game);
        let pattern = Pattern::of_board(board.game().board());
        let shown = if self.is_json {
            format!("{}\n", harmless::json(&json(&named, &path, &pattern)))
        } else {
            table(&named, &path, &pattern, output.columns())
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
        let (mut infos, damaged) = store.games_partial(&ids);
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
    same: Vec<IndexedGame>,
    companions: Vec<(IndexedGame, &'p Found)>,
    /// How many more companions there are.
    left: usize,
}

fn table(named: &Named<'_>, path: &Path, pattern: &Pattern, room: Option<usize>) -> String {
    let mut shown = String::new();
    for info in &named.same {
        let name = harmless::line(&info.path);
        let _ = writeln!(shown, "Same game: {name} game {}", info.number + 1);
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
    let result = match path.novelty {
        Novelty::None => "All of its positions occur in other games.\n".to_owned(),
        Novelty::Move {
            color,
            played,
            number,
            ..
        } => row(format!("{number} {} {played}", letter(color)), "new"),
        Novelty::Setup { node } => row(format!("node {node}"), "new: stones were set"),
        Novelty::Root => "No other game has its first position.\n".to_owned(),
        Novelty::Board(size) => {
            format!("No other game of the index has a board of {size}.\n")
        }
        Novelty::NotGo => "This is not a game of Go.\n".to_owned(),
    };
    shown.push_str(&result);
    let _ = writeln!(shown);
    for (info, found) in &named.companions {
        let _ = writeln!(shown, "{}", line(info, found, pattern, room));
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

/// The novelty as JSON; `null` if there is none.
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
