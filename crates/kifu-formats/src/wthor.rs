//! WTHOR, the archive of Othello games of the French federation: binary, a game in 68 bytes.
//!
//! ```text
//! header   16 bytes   century, year, month, day of the file; u32 games; u16 records; u16 year of the games;
//!                     u8 board (0 and 8: eight points a side); u8 1 for solitaires; u8 depth; u8 0
//! game     68 bytes   u16 tournament, u16 Black, u16 White; u8 discs of Black; u8 the same by perfect play;
//!                     60 moves of one byte: 10 * row + column, 0 after the last
//! ```
//!
//! Numbers are little-endian. Passes are not stored. Players and tournaments are numbers into the files `.jou` and
//! `.trn`: [`name`] puts the names in.

mod names;
mod read;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support};

pub use self::names::name;

pub(crate) const DEFINITION: Definition = Definition {
    name: "wthor",
    title: "WTHOR",
    extensions: &["wtb"],
    support: Support {
        games: &[Game::Othello],
        many: true,
        variations: false,
        root: &["SZ", "PB", "PW", "EV", "DT", "RE"],
        nodes: &["B", "W"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

/// Bytes of the header, and of a game.
const HEADER: usize = 16;
const GAME: usize = 68;

/// Placeholder for a player or a tournament of unknown name.
const PLAYER: &str = "WTHOR player ";
const TOURNAMENT: &str = "WTHOR tournament ";

fn detect(head: &Head<'_>) -> Confidence {
    let Some((header, _)) = head.bytes.split_first_chunk::<HEADER>() else {
        return Confidence::No;
    };
    let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let body = head.bytes.len() - HEADER;
    let is_whole = usize::try_from(games).is_ok_and(|games| games.checked_mul(GAME) == Some(body));
    let is_dated = (19..=21).contains(&header[0])
        && header[1] < 100
        && (1..=12).contains(&header[2])
        && (1..=31).contains(&header[3]);
    let is_known = matches!(header[12], 0 | 8 | 10) && header[13] <= 1;
    Confidence::Certain.when(is_whole && is_dated && is_known)
}
