use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use kifu::select::{Field, Players, Selection, join_groups};
use kifu::store::{IndexedGame, Text, Winner};
use serde::Deserialize;
use serde_json::{Value, json};

use super::parameters::Parameters;
use super::request::selection;
use super::{Answered, App, respond};
use crate::error::ApiError;
use crate::gate::Cancel;
use crate::library::{Opened, ensure_time, skip_records};

/// Selection of games to count.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct StatisticsRequest {
    #[serde(rename = "where")]
    selection: Option<String>,
}

/// Players, events and values of komi that are listed.
const MOST: usize = 40;

/// Moves of a step of the lengths.
const STEP: u32 = 20;

/// Games, those that Black won, and those that White won.
type Wins = [u64; 3];

#[derive(Default)]
struct Counted {
    table: Arc<Players>,
    games: Wins,
    moves: u64,
    years: BTreeMap<i32, Wins>,
    komi: BTreeMap<i64, Wins>,
    lengths: BTreeMap<u32, u64>,
    sizes: BTreeMap<String, u64>,
    results: BTreeMap<String, u64>,
    /// Games, those won, and those lost.
    players: BTreeMap<String, Wins>,
    events: BTreeMap<String, u64>,
}

pub(super) async fn statistics(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<StatisticsRequest>,
) -> Answered {
    let opened = app.opened();
    let selected = selection(request.selection.as_ref())?;
    let text = app
        .gate
        .work(move |cancel| {
            let key = format!("statistics {:?}", request.selection);
            if let Some(text) = opened.text(&key) {
                return Ok(text);
            }
            let counted = count(&opened, &selected, cancel)?;
            Ok(opened.keep_text(key, counted.json().to_string()))
        })
        .await?;
    Ok(respond::document(text.as_str().to_owned()))
}

fn count(opened: &Opened, selected: &Selection, cancel: &Cancel) -> Result<Counted, ApiError> {
    let fields = [
        Field::Date,
        Field::Result,
        Field::Komi,
        Field::Size,
        Field::Moves,
        Field::Player,
        Field::Event,
    ];
    let mut counted = Counted {
        table: Players::known(),
        ..Counted::default()
    };
    let games = opened.store.select(selected).only(&fields);
    let games = games.on_error(skip_records).until(|| cancel.is_over());
    games.try_for_each(|_, info| {
        counted.add(&info);
        if cancel.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    ensure_time(cancel)?;
    counted.join();
    Ok(counted)
}

impl Counted {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "values of komi are small, and a larger one is its limit"
    )]
    fn add(&mut self, info: &IndexedGame) {
        let winner = info.winner();
        let wins = |winner: Winner| match winner {
            Winner::Black => [1, 1, 0],
            Winner::White => [1, 0, 1],
            _ => [1, 0, 0],
        };
        add(&mut self.games, wins(winner));
        self.moves += u64::from(info.moves);
        let dates = info.dates();
        let year = dates
            .as_ref()
            .and_then(|dates| dates.dates().iter().min())
            .map(|date| i32::from(date.year()));
        add(
            self.years.entry(year.unwrap_or(0)).or_default(),
            wins(winner),
        );
        let komi = info
            .komi
            .filter(|komi| komi.is_finite())
            .map(|komi| (komi * 100.0).round() as i64);
        add(
            self.komi.entry(komi.unwrap_or(i64::MIN)).or_default(),
            wins(winner),
        );
        *self.lengths.entry(info.moves / STEP * STEP).or_default() += 1;
        let size = info
            .size
            .map_or_else(|| "?".to_owned(), |size| size.sgf().to_string());
        *self.sizes.entry(size).or_default() += 1;
        let result = info
            .result()
            .map_or_else(|| "?".to_owned(), kifu::select::result_group);
        *self.results.entry(result).or_default() += 1;
        self.add_players(info, winner);
        if let Some(event) = info
            .text(Text::Event)
            .map(str::trim)
            .filter(|event| !event.is_empty())
        {
            *self.events.entry(event.to_owned()).or_default() += 1;
        }
    }

    /// Counts the game for its players, once for one who played both colors.
    fn add_players(&mut self, info: &IndexedGame, winner: Winner) {
        let name = |field| self.table.groups(info, field).into_iter().next();
        let [black, white] = [Field::Black, Field::White].map(name);
        let key = |name: &Option<String>| Some(self.table.group_key(Field::Player, name.as_ref()?));
        let [for_black, for_white] = [winner == Winner::Black, winner == Winner::White];
        let is_decided = for_black || for_white;
        let seats = if key(&black) == key(&white) {
            [(black, [true, is_decided, is_decided]), (None, [false; 3])]
        } else {
            [
                (black, [true, for_black, for_white]),
                (white, [true, for_white, for_black]),
            ]
        };
        for (name, counts) in seats {
            let Some(name) = name else { continue };
            let own = self.players.entry(name).or_default();
            for (own, count) in own.iter_mut().zip(counts) {
                *own += u64::from(count);
            }
        }
    }

    /// Makes one player of names that differ in letter case alone, and one event.
    fn join(&mut self) {
        let table = &self.table;
        let players = std::mem::take(&mut self.players);
        let key = |name: &String| table.group_key(Field::Player, name);
        self.players = join_groups(players, key, |[games, ..]| *games, add);
        let events = std::mem::take(&mut self.events);
        let key = |event: &String| table.group_key(Field::Event, event);
        self.events = join_groups(events, key, |games| *games, |own, other| *own += other);
    }

    #[expect(clippy::cast_precision_loss, reason = "values of komi are small")]
    fn json(&self) -> Value {
        let wins = |[games, black, white]: Wins| json!({"games": games, "black_wins": black, "white_wins": white});
        let years = self.years.iter().map(|(year, own)| {
            let mut value = wins(*own);
            value["year"] = if *year == 0 {
                Value::Null
            } else {
                (*year).into()
            };
            value
        });
        let mut komi: Vec<_> = self.komi.iter().collect();
        komi.sort_by_key(|(komi, own)| (Reverse(own[0]), **komi));
        let komi = komi.into_iter().take(MOST).map(|(komi, own)| {
            let mut value = wins(*own);
            value["komi"] = if *komi == i64::MIN {
                Value::Null
            } else {
                (*komi as f64 / 100.0).into()
            };
            value
        });
        let lengths = self
            .lengths
            .iter()
            .map(|(from, games)| json!({"from": from, "games": games}));
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by(|(one, a), (other, b)| b[0].cmp(&a[0]).then_with(|| one.cmp(other)));
        let all = players.len();
        let players = players.into_iter().take(MOST).map(|(name, [games, won, lost])| {
            json!({"name": name, "games": games, "won": won, "lost": lost})
        });
        json!({
            "games": self.games[0],
            "black_wins": self.games[1],
            "white_wins": self.games[2],
            "moves": self.moves,
            "years": years.collect::<Vec<_>>(),
            "komi": komi.collect::<Vec<_>>(),
            "lengths": lengths.collect::<Vec<_>>(),
            "sizes": most(&self.sizes),
            "results": most(&self.results),
            "players": players.collect::<Vec<_>>(),
            "player_count": all,
            "events": most(&self.events),
        })
    }
}

fn add(own: &mut Wins, other: Wins) {
    for (own, other) in own.iter_mut().zip(other) {
        *own += other;
    }
}

/// The most frequent values.
fn most(counted: &BTreeMap<String, u64>) -> Vec<Value> {
    let mut rows: Vec<_> = counted.iter().collect();
    rows.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.cmp(other)));
    rows.into_iter()
        .take(MOST)
        .map(|(value, games)| json!({"value": value, "games": games}))
        .collect()
}
