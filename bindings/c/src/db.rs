//! The game database: an index of game records that finds any position.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use kifu_select::Selection;
use kifu_store::{
    Answer, Continuation, Drawing, GameId, IndexedGame, Indexer, Part, Pattern, Query, Store,
    StoreError, StoreErrorKind, Text as Column,
};

use crate::board::kifu_board;
use crate::collection::path;
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{Text, kifu_buffer};
use crate::value::{color, kifu_point};
use crate::visit::KIFU_GO_ON;

/// An index of game records. Free it with `kifu_db_free`. Any number of threads may search it.
#[derive(Debug)]
pub struct kifu_db(Store);

/// A game of an index, as long as that is open.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct kifu_db_game {
    /// The segment.
    pub segment: u32,
    /// The game in the segment.
    pub game: u32,
}

impl kifu_db_game {
    pub(crate) const fn of(id: GameId) -> Self {
        Self {
            segment: id.segment,
            game: id.game,
        }
    }

    const fn id(self) -> GameId {
        GameId {
            segment: self.segment,
            game: self.game,
        }
    }
}

/// The result of `kifu_db_index`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_db_report {
    /// Files that were read.
    pub read: u64,
    /// Files that had not changed.
    pub unchanged: u64,
    /// Files that could not be read.
    pub failed: u64,
    /// Games that were added.
    pub added: u64,
    /// Games of the index.
    pub games: u64,
}

/// How a pattern is searched. Set it up with `KIFU_INIT`; null is the default: in all eight orientations, with colors
/// exchanged too, on main lines.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_db_query {
    /// `sizeof(kifu_db_query)`: set by `KIFU_INIT`.
    pub size: u32,
    /// Only as it is, not turned or mirrored.
    pub keep_orientation: bool,
    /// Only with these colors.
    pub keep_colors: bool,
    /// Also in variations, which are counted apart.
    pub in_variations: bool,
    /// The player to move next, as the pattern sees it; `KIFU_EMPTY`: either.
    pub next: u8,
    /// Which games are searched: an expression such as `player~Go date<1940`; null: all.
    pub selection: *const c_char,
}

/// The result of a search. Free it with `kifu_db_answer_free`.
#[derive(Debug)]
pub struct kifu_db_answer {
    pub(crate) answer: Answer,
    pub(crate) continuations: Vec<Continuation>,
}

/// Takes a game. Returns `KIFU_GO_ON`, or another number to stop.
pub type kifu_db_game_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, game: kifu_db_game) -> i32>;

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let status = match error.kind {
            StoreErrorKind::NotAnIndex | StoreErrorKind::Newer { .. } => {
                kifu_status::KIFU_UNSUPPORTED
            }
            StoreErrorKind::Damaged(Part::GameNumber) => {
                return Self::new(kifu_status::KIFU_STALE, "the index has no such game");
            }
            StoreErrorKind::Gone | StoreErrorKind::Changed => kifu_status::KIFU_STALE,
            _ => kifu_status::KIFU_IO,
        };
        Self::new(status, error)
    }
}

fn selection(expression: *const c_char) -> Outcome<Selection> {
    let Some(expression) = ffi::optional_name(expression)? else {
        return Ok(Selection::default());
    };
    let parsed = expression.parse::<Selection>();
    parsed.map_err(|error| invalid(error.shown_in(expression)))
}

/// Opens an index for writing, or makes one, and adds `count` files of game records. Files that have not changed are not
/// read again. `keeps_records`: a new index keeps the records, and needs the files no more.
///
/// Files that cannot be read are counted in `report`, and are no error; `kifu_last_error` then describes the first of
/// them. Games of files that were deleted stay in the index.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_index(
    folder: *const c_char,
    files: *const *const c_char,
    count: usize,
    keeps_records: bool,
    report: Option<&mut MaybeUninit<kifu_db_report>>,
) -> kifu_status {
    ffi::call(|| {
        let folder = path(folder)?;
        let files = ffi::bytes(files, count)?.iter();
        let files = files.map(|file| Ok(path(*file)?.to_owned()));
        let files = files.collect::<Outcome<Vec<_>>>()?;
        let mut indexer = Indexer::open(folder, keeps_records)?;
        let mut failed = 0;
        let mut first = None;
        indexer.add(files, |done| {
            if let Some(error) = &done.error {
                failed += 1;
                first.get_or_insert_with(|| {
                    let message = format_args!("{}: {error}", done.path.display());
                    Failure::new(kifu_status::KIFU_IO, message)
                });
            }
        })?;
        let done = indexer.finish(false)?;
        // The code is that of the whole call.
        let _ = first.map(Failure::report);
        if let Some(report) = report {
            report.write(kifu_db_report {
                read: done.read,
                unchanged: done.unchanged,
                failed,
                added: done.added,
                games: done.games,
            });
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Opens an index. `KIFU_IO` if the folder cannot be read, `KIFU_UNSUPPORTED` if it holds no index, or one of a newer
/// version.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_open(
    folder: *const c_char,
    db: Option<&mut MaybeUninit<Option<Box<kifu_db>>>>,
) -> kifu_status {
    ffi::call(|| {
        let db = ffi::new(db)?;
        *db = Some(Box::new(kifu_db(Store::open(path(folder)?)?)));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Frees an index. Null is allowed. Answers stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_free(db: Option<Box<kifu_db>>) {
    ffi::guard((), || drop(db));
}

/// Returns how many games an index has; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_len(db: Option<&kifu_db>) -> u64 {
    ffi::guard(0, || db.map_or(0, |db| db.0.len() as u64))
}

/// Gives how many games an expression selects; null selects all.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_count(
    db: Option<&kifu_db>,
    selection: *const c_char,
    games: Option<&mut MaybeUninit<u64>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(games)?;
        let count = ffi::handle(db)?.0.count(&self::selection(selection)?)?;
        out.write(count);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Calls `game` with each game that an expression selects, in the order of the index; null selects all.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_select(
    db: Option<&kifu_db>,
    selection: *const c_char,
    game: kifu_db_game_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let db = ffi::handle(db)?;
        let callback = ffi::handle(game)?;
        let selection = self::selection(selection)?;
        let mut is_stopped = false;
        db.0.select(&selection).only(&[]).try_for_each(|id, _| {
            if ffi::call_db_game(callback, user, kifu_db_game::of(id)) == KIFU_GO_ON {
                return ControlFlow::Continue(());
            }
            is_stopped = true;
            ControlFlow::Break(())
        })?;
        Ok(if is_stopped {
            kifu_status::KIFU_STOPPED
        } else {
            kifu_status::KIFU_OK
        })
    })
}

fn game_info(db: &kifu_db, game: kifu_db_game) -> Outcome<IndexedGame> {
    let infos = db.0.games(&[game.id()]).map_err(|error| {
        // A number after the last game looks like a damaged table, so ask for the game alone.
        match db.0.main_hash(game.id()) {
            Err(missing) if matches!(missing.kind, StoreErrorKind::Damaged(Part::GameNumber)) => {
                missing
            }
            _ => error,
        }
    })?;
    infos.into_iter().next().ok_or(Failure::stale())
}

/// Writes what an index knows of a game to `buffer`, in the way of `snprintf`: `path`, `number` (of the game in the
/// file, from 1), `moves`, or a column such as `black`, `white`, `date`, `result`, `event`. `KIFU_NONE` if the record
/// does not say it, `KIFU_STALE` if the index has no such game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_game_text(
    db: Option<&kifu_db>,
    game: kifu_db_game,
    column: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let db = ffi::handle(db)?;
        let column = ffi::name(column)?;
        let text = Column::ALL.iter().find(|own| own.column() == column);
        if text.is_none() && !matches!(column, "path" | "number" | "moves") {
            let message = format_args!("`{column}`: unknown column");
            return Err(Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message));
        }
        let info = game_info(db, game)?;
        match (text, column) {
            (Some(text), _) => into.answer(info.text(*text)),
            (None, "path") => into.write(&info.path),
            (None, "number") => into.write(&(info.number + 1).to_string()),
            (None, _) => into.write(&info.moves.to_string()),
        }
    })
}

/// Gives the record of a game as SGF in UTF-8 in a new buffer: from the index if it keeps records, else from the file.
/// `KIFU_STALE` if the index has no such game, or if the file is gone or has changed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_record(
    db: Option<&kifu_db>,
    game: kifu_db_game,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    ffi::call(|| {
        let buffer = ffi::new(buffer)?;
        let db = ffi::handle(db)?;
        // The store accepts only existing games.
        game_info(db, game)?;
        *buffer = Some(kifu_buffer::of(db.0.record(game.id())?));
        Ok(kifu_status::KIFU_OK)
    })
}

fn search(
    db: Option<&kifu_db>,
    pattern: impl FnOnce() -> Outcome<Pattern>,
    query: *const kifu_db_query,
    answer: Option<&mut MaybeUninit<Option<Box<kifu_db_answer>>>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::new(answer)?;
        let db = ffi::handle(db)?;
        let given = ffi::options(query)?;
        let mut query = Query::new(pattern()?);
        if given.keep_orientation {
            query.symmetries.truncate(1);
        }
        query.swaps_colors = !given.keep_colors;
        query.in_variations = given.in_variations;
        query.next = color(given.next)?;
        query.selection = selection(given.selection)?;
        let answer = db.0.search(&query)?;
        let continuations = answer.continuations();
        *out = Some(Box::new(kifu_db_answer {
            answer,
            continuations,
        }));
        Ok(kifu_status::KIFU_OK)
    })
}

fn invalid(error: impl std::fmt::Display) -> Failure {
    Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, error)
}

/// Searches a pattern that is drawn as text: a line a row, `X` black, `O` white, `.` empty, `*` anything, `x` black or
/// empty, `o` white or empty, `@` black or white; `-` and `|` around it are edges of the board. Gives a new answer.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_search(
    db: Option<&kifu_db>,
    pattern: *const c_char,
    query: *const kifu_db_query,
    answer: Option<&mut MaybeUninit<Option<Box<kifu_db_answer>>>>,
) -> kifu_status {
    let drawn = || {
        let drawing: Drawing = ffi::name(pattern)?.parse().map_err(invalid)?;
        drawing.pattern().map_err(invalid)
    };
    search(db, drawn, query, answer)
}

/// Searches what is on a board, or on a part of it: so many columns and rows from a corner on. Without columns and rows
/// it is all of the board. Gives a new answer.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_search_board(
    db: Option<&kifu_db>,
    board: Option<&kifu_board>,
    corner: kifu_point,
    columns: u16,
    rows: u16,
    query: *const kifu_db_query,
    answer: Option<&mut MaybeUninit<Option<Box<kifu_db_answer>>>>,
) -> kifu_status {
    let on_board = || {
        let board = ffi::handle(board)?.board();
        if columns == 0 && rows == 0 {
            return Ok(Pattern::of_board(board));
        }
        let area = Pattern::of_area(board, corner.point(), columns, rows);
        area.ok_or(Failure::invalid("the area is not on the board"))
    };
    search(db, on_board, query, answer)
}
