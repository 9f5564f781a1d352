//! Tygem GIB: the log of a game on the server Tygem and its regional sites.
//!
//! No specification is public. The header repeats its data up to four times, by field, by lists of fields and by a
//! short tag; newer files have only the lists. Moves are lines `STO 0 N C X Y`. Files of several games were joined by
//! hand, as the server writes one.

mod header;
mod record;

use std::borrow::Cow;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::note::{Notes, quote};
use crate::text::{self, Text};
use crate::{Confidence, Support};

use self::header::Header;
use self::record::Moves;

pub(crate) const DEFINITION: Definition = Definition {
    name: "gib",
    title: "Tygem GIB",
    extensions: &["gib"],
    support: Support {
        games: &[Game::Go],
        many: true,
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
    Confidence::Certain.when(head.words().next().is_some_and(is_begin))
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let mut before = 0;
    // Games from servers of several regions may be joined, so each is decoded separately.
    for part in text::parts(bytes, begins_part) {
        let text = Text::new(part, header::charset(part));
        let numbered = |(number, line)| (before + number, line);
        read_part(text.lines().map(numbered), draft);
        before += text.lines().count();
    }
}

/// Whether a game begins with a line, after the byte order mark of a file that was joined.
fn begins_part(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    line[blanks.count()..].starts_with(br"\HS")
}

/// Reads the games of a part of the file; several if it is UTF-16.
fn read_part<'a>(mut lines: impl Iterator<Item = (usize, Cow<'a, str>)>, draft: &mut Draft) {
    loop {
        let header = Header::read(&mut lines, &mut draft.notes);
        let mut moves = Moves::begin(draft, &header);
        let mut has_next = false;
        for (number, line) in lines.by_ref() {
            has_next = is_begin(&line);
            if has_next || line.trim_start().starts_with(r"\GE") {
                break;
            }
            moves.line(number, &line);
        }
        moves.finish();
        if !has_next && !skip_to_next(&mut lines, &mut draft.notes) {
            break;
        }
    }
}

/// Whether a game begins with this line.
fn is_begin(line: &str) -> bool {
    line.trim_start().starts_with(r"\HS")
}

/// Skips text after a game; whether another game follows.
fn skip_to_next<'a>(
    lines: &mut impl Iterator<Item = (usize, Cow<'a, str>)>,
    notes: &mut Notes,
) -> bool {
    let mut is_noted = false;
    for (number, line) in lines {
        if is_begin(&line) {
            return true;
        }
        if !is_noted && !line.trim().trim_matches('\0').is_empty() {
            is_noted = true;
            notes.line(
                number,
                format_args!(
                    "the text after the end of the game is ignored, from {} on",
                    quote(&line)
                ),
            );
        }
    }
    false
}
