use kifu_sgf::encoding::Charset;
use kifu_sgf::{Collection, NodeId};

use super::{HEADER, PLAYER, TOURNAMENT};

/// Bytes of a record of `.jou` and of `.trn`.
const PLAYERS: usize = 20;
const TOURNAMENTS: usize = 26;

/// Replaces the numbers of players and tournaments by names, in games read from a WTHOR file: `players` are the bytes
/// of its `.jou`, `tournaments` those of its `.trn`. Numbers without a name stay.
pub fn name(collection: &mut Collection, players: &[u8], tournaments: &[u8]) {
    for number in 0..collection.len() {
        let Some(mut game) = collection.game_mut(number) else {
            continue;
        };
        for (property, words, list, length) in [
            ("PB", PLAYER, players, PLAYERS),
            ("PW", PLAYER, players, PLAYERS),
            ("EV", TOURNAMENT, tournaments, TOURNAMENTS),
        ] {
            let root = game.tree().root();
            let text = root.simple_text(property).unwrap_or_default();
            let index = text
                .strip_prefix(words)
                .and_then(|index| index.parse().ok());
            let Some(name) = index.and_then(|index| entry(list, index, length)) else {
                continue;
            };
            // The root is there, and the identifier is one.
            let _ = game.set_simple_text(NodeId::ROOT, property, &name);
        }
    }
}

/// The name at `index`: it ends with a zero byte.
fn entry(list: &[u8], index: usize, length: usize) -> Option<String> {
    let start = index.checked_mul(length)?.checked_add(HEADER)?;
    let bytes = list.get(start..start.checked_add(length)?)?;
    let name = bytes.split(|byte| *byte == 0).next()?;
    let name = Charset::WINDOWS_1252.decode(name);
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
