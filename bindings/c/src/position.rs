//! The board of a replay: its game, its size, and Backgammon.

use std::mem::MaybeUninit;

use kifu_games::backgammon::Board;
use kifu_sgf::value::Color;

use crate::ffi;
use crate::replay::kifu_replay;
use crate::status::kifu_status;
use crate::value::color_code;

/// The board of Backgammon.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_backgammon {
    /// The value of the doubling cube; 0 if it is not in use.
    pub cube: u32,
    /// The checkers on the points `a` to `x` of the standard: positive numbers for Black, negative ones for White.
    pub points: [i16; 24],
    /// The checkers on the bar: Black's, White's.
    pub bar: [u8; 2],
    /// The checkers that were borne off: Black's, White's.
    pub tray: [u8; 2],
    /// The dice, 1 to 6 each; 0 if they are not known.
    pub dice: [u8; 2],
    /// Whose dice they are; `KIFU_EMPTY` if that is not known.
    pub turn: u8,
    /// Who may double next; `KIFU_EMPTY` for both.
    pub cube_owner: u8,
}

/// Gives the number of the game (`GM`) whose rules a replay plays by. `kifu_game_kind` gives what the record names: a
/// record of `TwixT` from Little Golem names no game, and is Go there.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_kind(
    replay: Option<&kifu_replay>,
    kind: Option<&mut MaybeUninit<u32>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(kind)?;
        let game = ffi::handle(replay)?.read(|position| position.game());
        out.write(game.number().into());
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the size of the board of a replay, on which all its pieces lie; `KIFU_NONE` in Backgammon, whose board is no
/// grid. It is the size when the replay was made, at most the largest one of the game: 52 in Go. `kifu_game_size` gives
/// what the record names.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_size(
    replay: Option<&kifu_replay>,
    columns: Option<&mut MaybeUninit<u16>>,
    rows: Option<&mut MaybeUninit<u16>>,
) -> kifu_status {
    ffi::call(|| {
        let (columns, rows) = (ffi::out(columns)?, ffi::out(rows)?);
        let size = ffi::handle(replay)?.read(|position| position.notation().size());
        Ok(match size {
            Some(size) => {
                columns.write(size.columns());
                rows.write(size.rows());
                kifu_status::KIFU_OK
            }
            None => kifu_status::KIFU_NONE,
        })
    })
}

/// Gives the board of Backgammon: checkers, dice and cube; `KIFU_NONE` in other games.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_backgammon(
    replay: Option<&kifu_replay>,
    board: Option<&mut MaybeUninit<kifu_backgammon>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(board)?;
        let board =
            ffi::handle(replay)?.read(|position| position.backgammon().map(kifu_backgammon::of));
        Ok(ffi::answer(out, board))
    })
}

impl kifu_backgammon {
    fn of(board: &Board) -> Self {
        let points = board.points.map(|stack| match stack.side {
            Some(Color::White) => -i16::from(stack.count),
            _ => i16::from(stack.count),
        });
        let die = |index: usize| board.dice.get(index).copied().unwrap_or(0);
        Self {
            cube: board.cube.map_or(0, |cube| cube.value),
            points,
            bar: board.bar,
            tray: board.tray,
            dice: [die(0), die(1)],
            turn: color_code(board.turn),
            cube_owner: color_code(board.cube.and_then(|cube| cube.owner)),
        }
    }
}
