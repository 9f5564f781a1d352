//! UGF and UGI of Pandanet: saved and published games.
//!
//! No specification is public. Sections have names in brackets: `[Header]` has names and values, `[Data]` the moves,
//! `[Figure]` texts and diagrams of variations, `[ReviewComment]` chat. The notation of branches in `[ReviewNode]` is
//! unknown; in known files it repeats the moves.

mod data;
mod figure;
mod header;
mod sections;
mod tree;

use kifu_sgf::schema::Game;

use self::header::Header;
use self::sections::Sections;
use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "ugf",
    title: "Pandanet UGF",
    extensions: &["ugf", "ugi", "ugz"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: true,
        root: &[
            "SZ", "HA", "AB", "AW", "KM", "PB", "PW", "BR", "WR", "DT", "PC", "EV", "GC", "RE",
            "RU", "TM", "US", "CP", "AN", "C", "LB",
        ],
        nodes: &["B", "W", "C", "LB", "N"],
    },
    detect,
    read,
    write: None,
};

fn detect(head: &Head<'_>) -> Confidence {
    let mut lines = head.words().filter(|line| !line.starts_with('#'));
    let has_header = lines
        .next()
        .is_some_and(|line| line.eq_ignore_ascii_case("[Header]"));
    if is_packed(&head.bytes) {
        return Confidence::Certain;
    }
    let is_known = lines.take(40).any(|line| {
        [
            "Ver=UGF",
            "Ver=REVIEW",
            "Crypt=",
            "CoordinateType=",
            "Hdcp=",
            "PlayerB=",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    });
    if has_header && is_known {
        Confidence::Certain
    } else {
        Confidence::Possible.when(has_header)
    }
}

/// Whether it is a UGF in an archive of LHA, with or without the two bytes before it.
fn is_packed(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(9)];
    start.windows(5).any(|window| window == b"-lh5-")
}

fn read(bytes: &[u8], draft: &mut Draft) {
    if is_packed(bytes) {
        draft.notes.file(
            "this is a UGZ, an archive of LHA; take the UGF out of it first, for instance with \
             `lha x` after its first two bytes are cut off",
        );
        return;
    }
    let text = Text::new(bytes, sections::charset(bytes));
    for sections in Sections::of(&text, &mut draft.notes) {
        let header = Header::of(&sections);
        if let Some(crypt) = header.crypt() {
            draft.notes.file(format_args!(
                "the game is scrambled (`Crypt={crypt}`) in an undocumented way; save it as plain UGF"
            ));
        } else {
            tree::build(&sections, &header, draft);
        }
    }
}
