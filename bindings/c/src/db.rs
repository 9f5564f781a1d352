//! The game database: an index of game records that finds any position.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use kifu_go::Symmetry;
use kifu_select::Selection;
use kifu_store::{
    Answer, Continuation, Drawing, Found, GameId, IndexedGame, Indexer, Order, Part, Pattern,
    Query, Store, StoreError, StoreErrorKind, Text as Column,
};

use crate::board::kifu_board;
use crate::collection::path;
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{List, Text, kifu_buffer};
use crate::value::{color, color_code, kifu_point};
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
    const fn of(id: GameId) -> Self {
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
    answer: Answer,
    continuations: Vec<Continuation>,
}

/// How often a pattern was found, and who won, as the pattern sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_db_counts {
    /// Games that have it on their main line.
    pub games: u64,
    /// Places on main lines.
    pub hits: u64,
    /// Hits in games that Black won.
    pub black_wins: u64,
    /// Hits in games that White won.
    pub white_wins: u64,
    /// Places in variations, if these are searched.
    pub in_variations: u64,
    /// Games that were searched.
    pub searched: u64,
}

/// The next stone within a pattern, and how often it was played.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_db_continuation {
    /// Where, in the pattern.
    pub point: kifu_point,
    /// The color, as the pattern sees it.
    pub color: u8,
    /// How often.
    pub hits: u64,
    /// Of these, in games that Black won.
    pub black_wins: u64,
    /// Of these, in games that White won.
    pub white_wins: u64,
}

/// A place where a pattern was found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_db_hit {
    /// The game.
    pub game: kifu_db_game,
    /// The node: the number of nodes before it in the order of the file.
    pub node: u32,
    /// The number of the move.
    pub move_number: u32,
    /// The upper left corner of the pattern on the board.
    pub corner: kifu_point,
    /// How the pattern lies on the board: 0 as it is; 1, 2, 3 after as many quarter turns clockwise; with left and
    /// right exchanged 4, top and bottom 5, columns and rows 6; 7 mirrored at the diagonal from the upper right.
    pub symmetry: u8,
    /// Whether colors are exchanged.
    pub swaps_colors: bool,
    /// Whether it is in a variation.
    pub is_variation: bool,
}

impl kifu_db_hit {
    fn of(found: Found) -> Self {
        let mut all = Symmetry::ALL.into_iter().zip(0..);
        let symmetry = all.find(|(symmetry, _)| *symmetry == found.transform.symmetry);
        Self {
            game: kifu_db_game::of(found.game),
            node: found.node,
            move_number: found.move_number,
            corner: kifu_point::of(found.corner),
            symmetry: symmetry.map_or(0, |(_, number)| number),
            swaps_colors: found.transform.is_swapped,
            is_variation: found.is_variation,
        }
    }
}

/// The order of the index.
pub const KIFU_ORDER_INDEX: u32 = 0;

/// The strongest players first.
pub const KIFU_ORDER_RANK: u32 = 1;

/// The newest games first.
pub const KIFU_ORDER_NEWEST: u32 = 2;

/// The oldest games first.
pub const KIFU_ORDER_OLDEST: u32 = 3;

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

/// Frees an answer. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_answer_free(answer: Option<Box<kifu_db_answer>>) {
    ffi::guard((), || drop(answer));
}

/// Gives how often the pattern was found.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_answer_counts(
    answer: Option<&kifu_db_answer>,
    counts: Option<&mut MaybeUninit<kifu_db_counts>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(counts)?;
        let answer = &ffi::handle(answer)?.answer;
        out.write(kifu_db_counts {
            games: answer.main.games,
            hits: answer.main.hits,
            black_wins: answer.main.black_wins,
            white_wins: answer.main.white_wins,
            in_variations: answer.variations.hits,
            searched: answer.searched,
        });
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives a continuation, the most frequent first, from 0; `KIFU_NONE` after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_answer_continuation(
    answer: Option<&kifu_db_answer>,
    index: usize,
    continuation: Option<&mut MaybeUninit<kifu_db_continuation>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(continuation)?;
        let found = ffi::handle(answer)?.continuations.get(index);
        let found = found.map(|found| kifu_db_continuation {
            point: kifu_point::of(found.point),
            color: color_code(Some(found.color)),
            hits: found.tally.hits,
            black_wins: found.tally.black_wins,
            white_wins: found.tally.white_wins,
        });
        Ok(ffi::answer(out, found))
    })
}

/// Gives the first games in which the pattern was found, in an order (`KIFU_ORDER_...`): as many as there is room for.
/// `count` gets how many there are, and may be null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_answer_games(
    answer: Option<&kifu_db_answer>,
    order: u32,
    games: *mut kifu_db_game,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        sample(answer, order, games, capacity, count, |found| {
            kifu_db_game::of(found.game)
        })
    })
}

/// Gives where the pattern was found first in each of these games: as many as there is room for. `order` and `count`
/// are those of `kifu_db_answer_games`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_db_answer_hits(
    answer: Option<&kifu_db_answer>,
    order: u32,
    hits: *mut kifu_db_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| sample(answer, order, hits, capacity, count, kifu_db_hit::of))
}

/// Writes the first games of an answer in an order.
fn sample<T: Copy>(
    answer: Option<&kifu_db_answer>,
    order: u32,
    items: *mut T,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
    item: impl Fn(Found) -> T,
) -> Outcome {
    let list = List::new(items, capacity, None)?;
    let answer = &ffi::handle(answer)?.answer;
    let order = match order {
        KIFU_ORDER_INDEX => Order::Index,
        KIFU_ORDER_RANK => Order::Rank,
        KIFU_ORDER_NEWEST => Order::Newest,
        KIFU_ORDER_OLDEST => Order::Oldest,
        _ => return Err(Failure::invalid("the order is unknown")),
    };
    let all = answer.found.len();
    if let Some(count) = count {
        count.write(all);
    }
    list.write(answer.sample(order, capacity).into_iter().map(item));
    Ok(if all > capacity {
        kifu_status::KIFU_TRUNCATED
    } else {
        kifu_status::KIFU_OK
    })
}
