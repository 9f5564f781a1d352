//! Tygem GIB: the log of a game on the server Tygem and its regional sites.
//!
//! No specification is public. The header repeats its data up to four times, by field, by lists of fields and by a
//! short tag; newer files have only the lists. Moves are lines `STO 0 N C X Y`.

mod header;
mod record;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support};

use self::header::Header;
use self::record::Moves;

pub(crate) const DEFINITION: Definition = Definition {
    name: "gib",
    title: "Tygem GIB",
    extensions: &["gib"],
    support: Support {
        games: &[Game::Go],
        many: false,
        variations: false,
        root: &[
            "SZ", "HA", "AB", "KM", "PB", "PW", "BR", "WR", "DT", "PC", "GN", "GC", "RE", "TM",
            "OT",
        ],
        nodes: &["B", "W"],
    },
    detect,
    read,
    write: None,
};

fn detect(head: &Head<'_>) -> Confidence {
    let begins = head
        .words()
        .next()
        .is_some_and(|line| line.starts_with(r"\HS"));
    Confidence::Certain.when(begins)
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let hint = header::charset(bytes);
    let text = Text::new(bytes, hint);
    let mut lines = text.lines();
    let header = Header::read(&mut lines, &mut draft.notes);
    let mut moves = Moves::begin(draft, &header);
    for (number, line) in lines {
        if line.trim_start().starts_with(r"\GE") {
            break;
        }
        moves.line(number, &line);
    }
    moves.finish();
}
