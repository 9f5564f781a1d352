use kifu_sgf::games::hex::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};
use kifu_sgf::{GameTree, NodeId, Property};

use crate::Refusal;
use crate::copy::{Values, copy, same};
use crate::draft::Draft;
use crate::loss::Losses;

/// Writes the games, each on separate lines.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut draft = Draft::default();
    for &game in games {
        let raw = game.root().value("SZ").unwrap_or("11");
        let size = value::size::parse_lenient(raw).map(|read| read.value);
        let Some(size) = size.ok().filter(|size| size.has_letters()) else {
            return Err(Refusal::board(format_args!(
                "HSGF names points by two letters, for boards of up to 52 points a side; this one is `SZ[{raw}]`"
            )));
        };
        let first = game.main_line().find_map(|node| node.play());
        // White opens there without a word about it.
        let implied = matches!(first, Some(("W", _))).then_some("W");
        let mut record = draft.begin_without_size(Game::Hex);
        copy(game, &mut record, |node, own| match &*own.identifier() {
            "FF" | "GM" | "CA" if node.is_root() => None,
            "PL" if node.is_root() && Some(own.value()) == implied => None,
            "B" | "W" => played(own, size, losses),
            "RE" => Some(result(own)),
            _ => Some(same(own)),
        });
        record.remove(NodeId::ROOT, "GM");
    }
    Ok(draft.collection.to_compact().into_bytes())
}

fn played(own: Property<'_>, size: Size, losses: &mut Losses) -> Option<Values> {
    let identifier = own.identifier().into_owned();
    let word = match Move::parse_lenient(own.value(), size).map(|read| read.value) {
        Ok(Move::SwapPieces) => "swap".to_owned(),
        Ok(Move::Resign) => "resign".to_owned(),
        Ok(Move::Place(point)) => point.to_string(),
        Ok(_) | Err(_) => {
            losses.property(&identifier);
            return None;
        }
    };
    Some((identifier, vec![word]))
}

/// The winner alone.
fn result(own: Property<'_>) -> Values {
    let value = match own.value() {
        "B+" => "B".to_owned(),
        "W+" => "W".to_owned(),
        other => other.to_owned(),
    };
    ("RE".to_owned(), vec![value])
}
