//! Answers of the game database.

use std::mem::MaybeUninit;

use kifu_store::{Found, Order};

use crate::db::{kifu_db_answer, kifu_db_game};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::List;
use crate::value::{color_code, kifu_point};

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
    /// The node: the number of nodes of its game before it, in the order of the file.
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
        Self {
            game: kifu_db_game::of(found.game),
            node: found.node,
            move_number: found.move_number,
            corner: kifu_point::of(found.corner),
            symmetry: found.transform.symmetry as u8,
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
