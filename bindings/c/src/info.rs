//! Game info: players, ranks, date, result, komi and the like, typed.
//!
//! Game info is usually in the root; otherwise, the first node of the main line with the property counts.

use std::ffi::c_char;
use std::fmt;
use std::mem::MaybeUninit;

use kifu_sgf::GameInfo;
use kifu_sgf::schema::{self, PropertyType};
use kifu_sgf::value::{Color, DateList, GameResult, Grade, Reason};

use crate::collection::{kifu_collection, kifu_node};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{Text, kifu_str};
use crate::value::{color, color_code, size_of};

/// How a game ended.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum kifu_result_kind {
    /// Not known: `?`.
    KIFU_RESULT_UNKNOWN = 0,
    /// Somebody won.
    KIFU_RESULT_WIN = 1,
    /// Nobody won.
    KIFU_RESULT_DRAW = 2,
    /// No result.
    KIFU_RESULT_VOID = 3,
}

/// Why a game was won.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum kifu_win_reason {
    /// Not known.
    KIFU_WIN_UNKNOWN = 0,
    /// By points: `margin`.
    KIFU_WIN_POINTS = 1,
    /// The loser resigned.
    KIFU_WIN_RESIGNATION = 2,
    /// The loser ran out of time.
    KIFU_WIN_TIME = 3,
    /// The loser forfeited the game.
    KIFU_WIN_FORFEIT = 4,
}

/// A result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_result {
    /// How the game ended.
    pub kind: kifu_result_kind,
    /// Why it was won.
    pub reason: kifu_win_reason,
    /// By how many points, if it was won by points.
    pub margin: f64,
    /// Who won; `KIFU_EMPTY` if nobody did.
    pub winner: u8,
    /// Whether the text is not quite clear, and this its probable meaning.
    pub is_guess: bool,
}

/// A date of the Gregorian calendar.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_date {
    /// The year.
    pub year: u16,
    /// The month, from 1; 0 if it is not known.
    pub month: u8,
    /// The day, from 1; 0 if it is not known.
    pub day: u8,
    /// Whether the text is not quite clear, and this its probable meaning.
    pub is_guess: bool,
}

/// A rank of Go.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_rank {
    /// How many kyu or dan.
    pub number: u8,
    /// `k` for kyu, `d` for dan, `p` for a professional dan.
    pub grade: c_char,
    /// A number that grows with strength: 1 kyu is 0, 1 dan 1, and 1 dan of a professional 8.
    pub strength: i16,
}

/// Runs `answer` on the game info of the game of a node.
fn info<T>(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    out: Option<&mut MaybeUninit<T>>,
    answer: impl FnOnce(GameInfo<'_>) -> Outcome<Option<T>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(out)?;
        let game = ffi::handle(collection)?.state().node(node)?.game();
        Ok(ffi::answer(out, answer(game.info())?))
    })
}

/// The value of a fact; an error if it is written in words that cannot be read.
fn value<T>(identifier: &str, written: &str, value: Option<T>) -> Outcome<Option<T>> {
    let unreadable =
        || Failure::unreadable(format_args!("`{identifier}[{written}]`: cannot be read"));
    value.ok_or_else(unreadable).map(Some)
}

/// Gives the number of the game (`GM`): 1 is Go. `KIFU_UNREADABLE` if it is no game of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_kind(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    kind: Option<&mut MaybeUninit<u32>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(kind)?;
        let game = ffi::handle(collection)?.state().node(node)?.game();
        let kind = game.kind().ok_or_else(|| {
            let raw = game.root().value("GM").unwrap_or_default();
            Failure::unreadable(format_args!("`GM[{raw}]`: not a game of the standard"))
        })?;
        out.write(kind.number().into());
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the name of a game of the standard by its number, such as `Go`; `KIFU_NONE` for another number.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_name(
    kind: u32,
    name: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(name)?;
        let game = schema::Game::from_number(kind.into());
        Ok(ffi::answer(out, game.map(|game| kifu_str::of(game.name()))))
    })
}

/// Gives the size of the board that a game names or, without `SZ`, the usual one of the game; `KIFU_NONE` in
/// Backgammon, whose board is no grid. Pieces of a replay can lie outside of it: `kifu_replay_size` gives their board.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_size(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    columns: Option<&mut MaybeUninit<u16>>,
    rows: Option<&mut MaybeUninit<u16>>,
) -> kifu_status {
    ffi::call(|| {
        let (columns, rows) = (ffi::out(columns)?, ffi::out(rows)?);
        let game = ffi::handle(collection)?.state().node(node)?.game();
        if game.kind() == Some(schema::Game::Backgammon) {
            return Ok(kifu_status::KIFU_NONE);
        }
        let size = size_of(game);
        columns.write(size.columns());
        rows.write(size.rows());
        Ok(kifu_status::KIFU_OK)
    })
}

/// Writes a text of the game info (`PB`, `EV`, `PC`, ...), one line and unescaped, to `buffer` in the way of
/// `snprintf`; `KIFU_NONE` if it is missing or empty. It is usually in the root; otherwise, that of the first node of
/// the main line with the property. `KIFU_INVALID_ARGUMENT` for a property that the standard has in
/// other nodes than those with game info, such as `B` and `C`: use `kifu_node_simple_text`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_text(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let game = ffi::handle(collection)?.state().node(node)?.game();
        let identifier = ffi::name(identifier)?;
        let definition = schema::lookup(game.kind(), &schema::normal_identifier(identifier));
        let kind = definition.map(|own| own.property_type);
        if !matches!(
            kind,
            None | Some(PropertyType::Root | PropertyType::GameInfo)
        ) {
            return Err(Failure::invalid("the property is no game info"));
        }
        into.answer(game.info().text(identifier))
    })
}

/// Gives the komi; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is no number.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_komi(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    komi: Option<&mut MaybeUninit<f64>>,
) -> kifu_status {
    info(collection, node, komi, |info| match info.komi() {
        None => Ok(None),
        Some(fact) => value("KM", fact.written(), fact.value().map(|komi| komi.get())),
    })
}

/// Gives the number of handicap stones; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is no number.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_handicap(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    stones: Option<&mut MaybeUninit<u32>>,
) -> kifu_status {
    info(collection, node, stones, |info| match info.handicap() {
        None => Ok(None),
        Some(fact) => value("HA", fact.written(), fact.value().copied().map(u32::from)),
    })
}

/// Gives the main time of each player in seconds; `KIFU_NONE` if it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_time(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    seconds: Option<&mut MaybeUninit<f64>>,
) -> kifu_status {
    info(collection, node, seconds, |info| {
        Ok(info.time().main.map(|seconds| seconds.get()))
    })
}

/// Gives the result; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if its words cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_result(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    result: Option<&mut MaybeUninit<kifu_result>>,
) -> kifu_status {
    info(collection, node, result, |info| match info.result() {
        None => Ok(None),
        Some(fact) => {
            let is_guess = fact.is_guess();
            let result = fact
                .value()
                .map(|result| kifu_result::of(*result, is_guess));
            value("RE", fact.written(), result)
        }
    })
}

impl kifu_result {
    fn of(result: GameResult, is_guess: bool) -> Self {
        let (kind, win) = match result {
            GameResult::Win { margin, reason, .. } => {
                let reason = match (reason, margin) {
                    (Some(Reason::Resignation), _) => kifu_win_reason::KIFU_WIN_RESIGNATION,
                    (Some(Reason::Time), _) => kifu_win_reason::KIFU_WIN_TIME,
                    (Some(Reason::Forfeit), _) => kifu_win_reason::KIFU_WIN_FORFEIT,
                    (None, Some(_)) => kifu_win_reason::KIFU_WIN_POINTS,
                    (None, None) => kifu_win_reason::KIFU_WIN_UNKNOWN,
                };
                let margin = margin.map_or(0.0, |margin| margin.get());
                (kifu_result_kind::KIFU_RESULT_WIN, Some((reason, margin)))
            }
            GameResult::Draw => (kifu_result_kind::KIFU_RESULT_DRAW, None),
            GameResult::Void => (kifu_result_kind::KIFU_RESULT_VOID, None),
            GameResult::Unknown => (kifu_result_kind::KIFU_RESULT_UNKNOWN, None),
        };
        let (reason, margin) = win.unwrap_or((kifu_win_reason::KIFU_WIN_UNKNOWN, 0.0));
        Self {
            kind,
            reason,
            margin,
            winner: color_code(result.winner()),
            is_guess,
        }
    }
}

/// Gives a date of the game, from 0; `KIFU_NONE` after the last, or if the date is missing; `KIFU_UNREADABLE` if its
/// words cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_date(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    index: usize,
    date: Option<&mut MaybeUninit<kifu_date>>,
) -> kifu_status {
    info(collection, node, date, |info| {
        let Some(fact) = info.date() else {
            return Ok(None);
        };
        let is_guess = fact.is_guess();
        let dates = value("DT", fact.written(), fact.value().map(DateList::dates))?;
        let date = dates.and_then(|dates| dates.get(index));
        Ok(date.map(|date| kifu_date {
            year: date.year(),
            month: date.month().unwrap_or(0),
            day: date.day().unwrap_or(0),
            is_guess,
        }))
    })
}

/// Gives the rank of a player; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if it is something else, such as a
/// title.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_rank(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    player: u8,
    rank: Option<&mut MaybeUninit<kifu_rank>>,
) -> kifu_status {
    info(collection, node, rank, |info| {
        let (player, identifier) = match color(player)? {
            Some(Color::Black) => (info.black(), "BR"),
            Some(Color::White) => (info.white(), "WR"),
            None => return Err(Failure::invalid("a player is KIFU_BLACK or KIFU_WHITE")),
        };
        let Some(fact) = player.rank else {
            return Ok(None);
        };
        let rank = fact.value().and_then(|standing| standing.rank());
        let rank = rank.map(|rank| kifu_rank {
            number: rank.number,
            grade: (match rank.grade {
                Grade::Kyu => b'k',
                Grade::Dan => b'd',
                Grade::Professional => b'p',
            })
            .cast_signed() as c_char,
            strength: rank.strength(),
        });
        value(identifier, fact.written(), rank)
    })
}

/// The value of a fact in the form of the standard.
fn standard<T: fmt::Display>(
    identifier: &str,
    fact: Option<kifu_sgf::InfoValue<'_, T>>,
) -> Outcome<Option<String>> {
    match fact {
        None => Ok(None),
        Some(fact) => value(
            identifier,
            fact.written(),
            fact.value().map(ToString::to_string),
        ),
    }
}

/// Writes a fact of the game info in the form of the standard (`DT`, `RE`, `KM`, `RU`, `OT`) to `buffer`, in the way of
/// `snprintf`; `KIFU_NONE` if it is missing, `KIFU_UNREADABLE` if its words cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_fact(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let info = ffi::handle(collection)?.state().node(node)?.game().info();
        let fact = match ffi::name(identifier)? {
            "DT" => standard("DT", info.date())?,
            "RE" => standard("RE", info.result())?,
            "KM" => standard("KM", info.komi())?,
            "RU" => standard("RU", info.rules())?,
            "OT" => standard("OT", info.overtime())?,
            _ => return Err(Failure::invalid("a fact is DT, RE, KM, RU or OT")),
        };
        into.answer(fact)
    })
}
