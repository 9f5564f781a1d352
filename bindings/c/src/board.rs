//! Boards of Go, with the rules.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kifu_go::{Board, Color, Game, Point, Rules, Size, Symmetry};

use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{List, kifu_str};
use crate::value::{color, color_code, kifu_move, kifu_point};

/// A board of Go with the state of a game: stones, ko, prisoners, and whose turn it is. Free it with `kifu_board_free`.
#[derive(Debug)]
pub struct kifu_board(Game);

/// A stone to set up.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_stone {
    /// Where.
    pub point: kifu_point,
    /// `KIFU_BLACK` or `KIFU_WHITE`; `KIFU_EMPTY` removes what is there.
    pub color: u8,
}

/// The result of a count.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_score {
    /// The points of Black.
    pub black: f64,
    /// The points of White, komi included.
    pub white: f64,
    /// By how many points Black leads; negative if White leads.
    pub lead: f64,
    /// Who leads; `KIFU_EMPTY` for a draw.
    pub winner: u8,
}

fn size(columns: u16, rows: u16) -> Outcome<Size> {
    let invalid = |error| Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, error);
    let size = Size::new(columns, rows).map_err(invalid)?;
    if size.has_letters() {
        Ok(size)
    } else {
        Err(Failure::invalid(
            "a side of a board of Go has 1 to 52 points",
        ))
    }
}

impl kifu_board {
    pub(crate) fn of(game: Game) -> Box<Self> {
        Box::new(Self(game))
    }

    #[cfg(feature = "db")]
    pub(crate) const fn board(&self) -> &Board {
        self.0.board()
    }

    /// The color of a code, or the player to move for `KIFU_EMPTY`.
    fn mover(&self, code: u8) -> Outcome<Color> {
        Ok(color(code)?.unwrap_or(self.0.to_play()))
    }

    fn on_board(&self, point: kifu_point) -> Outcome<Point> {
        let point = point.point();
        if self.0.board().size().contains(point) {
            Ok(point)
        } else {
            Err(Failure::invalid("the point is not on the board"))
        }
    }
}

/// Makes a board. `rules` is `japanese`, `chinese`, `aga`, `korean`, `nz`, `tromp-taylor` or `ing`, in upper or lower case,
/// or a name that `kifu_board_rules` gives; null is Japanese. A side has 1 to 52 points.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_new(
    columns: u16,
    rows: u16,
    rules: *const c_char,
    board: Option<&mut MaybeUninit<Option<Box<kifu_board>>>>,
) -> kifu_status {
    ffi::call(|| {
        let board = ffi::new(board)?;
        let rules = match ffi::optional_name(rules)? {
            None => Rules::JAPANESE,
            Some(name) => Rules::from_name(name).ok_or_else(|| {
                let message = format_args!("`{name}`: unknown rules");
                Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message)
            })?,
        };
        *board = Some(kifu_board::of(Game::new(size(columns, rows)?, rules)));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Makes a copy of a board, with the history of the game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_clone(
    board: Option<&kifu_board>,
    copy: Option<&mut MaybeUninit<Option<Box<kifu_board>>>>,
) -> kifu_status {
    ffi::call(|| {
        let copy = ffi::new(copy)?;
        *copy = Some(kifu_board::of(ffi::handle(board)?.0.clone()));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Makes a new board with the stones turned or mirrored: `symmetry` is 0 (as it is), 1, 2, 3 (quarter turns clockwise),
/// 4 (left and right exchanged), 5 (top and bottom), 6 (columns and rows), or 7 (the other diagonal).
///
/// It keeps the stones, the rules and the player to move. It has no history: no prisoners, no ko, no earlier positions
/// for superko, nothing to undo, and the move number 0. By rules that count territory its score differs by the
/// prisoners.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_transformed(
    board: Option<&kifu_board>,
    symmetry: u32,
    copy: Option<&mut MaybeUninit<Option<Box<kifu_board>>>>,
) -> kifu_status {
    ffi::call(|| {
        let copy = ffi::new(copy)?;
        let game = &ffi::handle(board)?.0;
        let symmetry = Symmetry::ALL.get(symmetry as usize);
        let symmetry = symmetry.ok_or(Failure::invalid("a symmetry is a number from 0 to 7"))?;
        let turned: Board = game.board().transformed(*symmetry);
        *copy = Some(kifu_board::of(Game::from_board(
            turned,
            *game.rules(),
            game.to_play(),
        )));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Frees a board. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_free(board: Option<Box<kifu_board>>) {
    ffi::guard((), || drop(board));
}

/// Gives columns and rows.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_size(
    board: Option<&kifu_board>,
    columns: Option<&mut MaybeUninit<u16>>,
    rows: Option<&mut MaybeUninit<u16>>,
) -> kifu_status {
    ffi::call(|| {
        let (columns, rows) = (ffi::out(columns)?, ffi::out(rows)?);
        let size = ffi::handle(board)?.0.board().size();
        columns.write(size.columns());
        rows.write(size.rows());
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the name of the rules as `RU` has it, such as `Japanese`, `NZ` or `GOE` (Ing's rules).
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_rules(
    board: Option<&kifu_board>,
    name: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(name)?;
        out.write(kifu_str::of(ffi::handle(board)?.0.rules().name));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Returns the color of the stone on a point; `KIFU_EMPTY` for an empty point, a point off the board, and null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_get(board: Option<&kifu_board>, point: kifu_point) -> u8 {
    ffi::guard(0, || {
        let board = board.filter(|own| own.on_board(point).is_ok());
        board.map_or(0, |own| color_code(own.0.board().get(point.point())))
    })
}

/// Gives all points, row by row, a byte each: `KIFU_EMPTY`, `KIFU_BLACK` or `KIFU_WHITE`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_stones(
    board: Option<&kifu_board>,
    stones: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(stones, capacity, count)?;
        let board = ffi::handle(board)?.0.board();
        let points = board.size().points();
        Ok(list.write(points.map(|point| color_code(board.get(point)))))
    })
}

/// Plays a move, or passes. The color `KIFU_EMPTY` is the player to move. `KIFU_ILLEGAL_MOVE` if the rules forbid it,
/// unless `is_forced`: then it is executed as the standard of SGF says. A point off the board is `KIFU_ILLEGAL_MOVE`
/// too, but `KIFU_INVALID_ARGUMENT` if `is_forced`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_play(
    board: Option<&mut kifu_board>,
    r#move: kifu_move,
    is_forced: bool,
) -> kifu_status {
    ffi::call(|| {
        let board = ffi::handle(board)?;
        let color = board.mover(r#move.color)?;
        if is_forced {
            if !r#move.is_pass {
                board.on_board(r#move.point)?;
            }
            board.0.play(color, r#move.play());
        } else {
            let played = board.0.try_play(color, r#move.play());
            played.map_err(|illegal| Failure::new(kifu_status::KIFU_ILLEGAL_MOVE, illegal))?;
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Says whether a move is allowed: `KIFU_OK`, or `KIFU_ILLEGAL_MOVE` with the reason in `kifu_last_error`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_check(board: Option<&kifu_board>, r#move: kifu_move) -> kifu_status {
    ffi::call(|| {
        let board = ffi::handle(board)?;
        let checked = board.0.check(board.mover(r#move.color)?, r#move.play());
        checked.map_err(|illegal| Failure::new(kifu_status::KIFU_ILLEGAL_MOVE, illegal))?;
        Ok(kifu_status::KIFU_OK)
    })
}

/// Takes back the last step: a move, a setup, or a change of the player to move. `KIFU_NONE` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_undo(board: Option<&mut kifu_board>) -> kifu_status {
    ffi::call(|| {
        Ok(if ffi::handle(board)?.0.undo() {
            kifu_status::KIFU_OK
        } else {
            kifu_status::KIFU_NONE
        })
    })
}

/// Sets and removes stones without captures, as one step for `kifu_board_undo`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_setup(
    board: Option<&mut kifu_board>,
    stones: *const kifu_stone,
    count: usize,
) -> kifu_status {
    ffi::call(|| {
        let board = ffi::handle(board)?;
        let stones = ffi::bytes(stones, count)?.iter().map(|stone| {
            let point = board.on_board(stone.point)?;
            Ok((point, color(stone.color)?))
        });
        let stones = stones.collect::<Outcome<Vec<_>>>()?;
        let set = board.0.setup(stones);
        set.map_err(|error| Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, error))?;
        Ok(kifu_status::KIFU_OK)
    })
}

/// Returns the player to move; `KIFU_EMPTY` for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_to_play(board: Option<&kifu_board>) -> u8 {
    ffi::guard(0, || {
        board.map_or(0, |own| color_code(Some(own.0.to_play())))
    })
}

/// Sets the player to move, as one step for `kifu_board_undo`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_set_to_play(
    board: Option<&mut kifu_board>,
    player: u8,
) -> kifu_status {
    ffi::call(|| {
        let board = ffi::handle(board)?;
        let player = color(player)?;
        let player = player.ok_or(Failure::invalid("a player is KIFU_BLACK or KIFU_WHITE"))?;
        board.0.set_to_play(player);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Returns how many moves were played; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_move_number(board: Option<&kifu_board>) -> u32 {
    ffi::guard(0, || board.map_or(0, |own| own.0.move_number()))
}

/// Returns how many stones a player has captured; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_prisoners(board: Option<&kifu_board>, player: u8) -> u32 {
    ffi::guard(0, || {
        let player = color(player).ok().flatten();
        let prisoners = board
            .zip(player)
            .map(|(own, player)| own.0.prisoners(player));
        prisoners.unwrap_or(0)
    })
}

/// Gives the point that the ko rule forbids now; `KIFU_NONE` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_ko(
    board: Option<&kifu_board>,
    point: Option<&mut MaybeUninit<kifu_point>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(point)?;
        Ok(ffi::answer(
            out,
            ffi::handle(board)?.0.ko().map(kifu_point::of),
        ))
    })
}

/// Returns the 64-bit hash of size and stones, which is the same in every version of Kifu; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_hash(board: Option<&kifu_board>) -> u64 {
    ffi::guard(0, || board.map_or(0, |own| own.0.board().hash()))
}

/// Returns the least hash of the eight symmetries of the position: equal for positions that differ in orientation.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_canonical_hash(board: Option<&kifu_board>) -> u64 {
    ffi::guard(0, || {
        board.map_or(0, |own| own.0.board().canonical_hash().0)
    })
}

/// Gives the points where a player may play, row by row: as many as there is room for. `KIFU_EMPTY` is the player to
/// move.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_legal_points(
    board: Option<&kifu_board>,
    player: u8,
    points: *mut kifu_point,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(points, capacity, count)?;
        let board = ffi::handle(board)?;
        let player = board.mover(player)?;
        Ok(list.write(board.0.legal_points(player).map(kifu_point::of)))
    })
}

fn sorted(points: impl Iterator<Item = Point>) -> impl Iterator<Item = kifu_point> {
    let mut points: Vec<_> = points.collect();
    points.sort_unstable();
    points.into_iter().map(kifu_point::of)
}

/// Gives the stones of the group on a point; `KIFU_NONE` if the point is empty.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_group(
    board: Option<&kifu_board>,
    point: kifu_point,
    stones: *mut kifu_point,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(stones, capacity, count)?;
        let board = ffi::handle(board)?;
        let group = board.0.board().group(board.on_board(point)?);
        Ok(match group {
            Some(group) => list.write(sorted(group.stones())),
            None => kifu_status::KIFU_NONE,
        })
    })
}

/// Gives the liberties of the group on a point; `KIFU_NONE` if the point is empty.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_liberties(
    board: Option<&kifu_board>,
    point: kifu_point,
    liberties: *mut kifu_point,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(liberties, capacity, count)?;
        let board = ffi::handle(board)?;
        let group = board.0.board().group(board.on_board(point)?);
        Ok(match group {
            Some(group) => list.write(sorted(group.liberties())),
            None => kifu_status::KIFU_NONE,
        })
    })
}

/// Counts the game by its rules. `dead` names a stone of each dead group. `owners`, which may be null, gets a byte for
/// each point, row by row, as far as there is room: whose it is.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_score(
    board: Option<&kifu_board>,
    komi: f64,
    handicap: u32,
    dead: *const kifu_point,
    dead_count: usize,
    score: Option<&mut MaybeUninit<kifu_score>>,
    owners: *mut u8,
    capacity: usize,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(score)?;
        let list = List::new(owners, capacity, None)?;
        let board = ffi::handle(board)?;
        if !komi.is_finite() {
            return Err(Failure::invalid("the komi is not a finite number"));
        }
        let dead = ffi::bytes(dead, dead_count)?.iter();
        let dead = dead.map(|point| board.on_board(*point));
        let dead = dead.collect::<Outcome<Vec<_>>>()?;
        let score = board.0.score_handicap(komi, &dead, handicap);
        out.write(kifu_score {
            black: score.points(Color::Black),
            white: score.points(Color::White),
            lead: score.lead(),
            winner: color_code(score.winner()),
        });
        let points = board.0.board().size().points();
        let status = list.write(points.map(|point| color_code(score.owner(point))));
        Ok(if capacity == 0 {
            kifu_status::KIFU_OK
        } else {
            status
        })
    })
}
