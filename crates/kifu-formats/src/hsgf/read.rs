use kifu_sgf::games::hex;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};
use kifu_sgf::{Collection, NodeId, Property};

use crate::copy::{Values, copy, same};
use crate::draft::Draft;
use crate::note::{Notes, quote};

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let collection = Collection::from_bytes(bytes.to_vec());
    for (number, game) in collection.games().enumerate() {
        let size = game.root().value("SZ").map(value::size::parse_lenient);
        let size = match size {
            Some(Ok(read)) if read.value.has_letters() => read.value,
            _ => Size::of::<11, 11>(),
        };
        let mut notes = Notes::default();
        let mut record = draft.begin_without_size(Game::Hex);
        copy(game, &mut record, |node, own| match &*own.identifier() {
            "FF" | "GM" | "CA" if node.is_root() => None,
            "B" | "W" => Some(played(number + 1, own, size, &mut notes)),
            "RE" => Some(result(own)),
            _ => Some(same(own)),
        });
        let first = game.main_line().find_map(|node| node.play());
        if matches!(first, Some(("W", _))) && !game.root().has("PL") {
            record.set(NodeId::ROOT, "PL", "W");
        }
        record.notes.extend(notes);
    }
}

/// Converts a move: `ge` to `g5`; the words of the server are those of SGF.
fn played(number: usize, own: Property<'_>, size: Size, notes: &mut Notes) -> Values {
    let raw = own.simple_text();
    let word = match &*raw.trim().to_ascii_lowercase() {
        "swap" => "swap-pieces".to_owned(),
        "resign" => "resign".to_owned(),
        // On large boards capitals go on after `z`.
        _ => {
            if let Ok(point) = value::point::parse_lenient(raw.trim(), size) {
                hex::name(point.value).to_string()
            } else {
                notes.file(format_args!(
                    "game {number}: {} is not a move on the board and is kept as text",
                    quote(&raw)
                ));
                own.value().to_owned()
            }
        }
    };
    (own.identifier().into_owned(), vec![word])
}

/// The winner alone is a win of which no more is known.
fn result(own: Property<'_>) -> Values {
    let value = match own.value() {
        "B" => "B+".to_owned(),
        "W" => "W+".to_owned(),
        other => other.to_owned(),
    };
    ("RE".to_owned(), vec![value])
}
