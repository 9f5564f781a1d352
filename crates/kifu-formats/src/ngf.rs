//! NGF of wBaduk, Cyberoro and Oro: twelve lines of header, then one line for each move.
//!
//! No specification is public. Older files have fewer lines of header, and one kind names its lines `GI` and has
//! comments in lines `ID`.

mod header;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Size};

use self::header::{Header, Kind};
use crate::definition::Definition;
use crate::draft::{Draft, Record};
use crate::head::Head;
use crate::note::{Notes, quote};
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "ngf",
    title: "Cyberoro NGF",
    extensions: &["ngf"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &[
            "SZ", "HA", "AB", "KM", "PB", "PW", "BR", "WR", "DT", "PC", "GN", "RE",
        ],
        nodes: &["B", "W", "C"],
    },
    detect,
    read,
    write: None,
};

/// Sides of boards that the header can name.
const SIDES: RangeInclusive<u16> = 2..=26;

fn detect(head: &Head<'_>) -> Confidence {
    let mut lines = head.lines();
    let has_moves = head.lines().any(|line| Step::of(line).is_some());
    if head.text.starts_with("GI") {
        return Confidence::Certain.when(has_moves);
    }
    let size = lines.nth(1).and_then(|line| line.parse::<u16>().ok());
    match size {
        Some(2..=52) if has_moves => Confidence::Certain,
        _ => Confidence::Possible.when(has_moves),
    }
}

/// A line `PMABBREER`: number, color, and the point twice, the second time mirrored.
struct Step {
    color: Color,
    /// Column and row from the letter `B`; `None` for a pass.
    place: Option<(u16, u16)>,
    /// Whether the point is the same both times.
    agrees: bool,
}

impl Step {
    fn of(line: &str) -> Option<Self> {
        let line = line.trim().as_bytes();
        let [b'P', b'M', _, _, color, column, row, rest @ ..] = line else {
            return None;
        };
        let color = match color {
            b'B' | b'b' => Color::Black,
            b'W' | b'w' => Color::White,
            _ => return None,
        };
        let (column, row) = (column.to_ascii_uppercase(), row.to_ascii_uppercase());
        if !column.is_ascii_uppercase() || !row.is_ascii_uppercase() {
            return None;
        }
        let line = |letter: u8| letter.checked_sub(b'B').map(u16::from);
        let place = line(column).zip(line(row));
        let agrees = match rest {
            [second_row, second_column, ..] => {
                second_row.eq_ignore_ascii_case(&row) && second_column.eq_ignore_ascii_case(&column)
            }
            _ => rest.is_empty(),
        };
        Some(Self {
            color,
            place,
            agrees,
        })
    }
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let lines: Vec<_> = text.lines().collect();
    let mut game = Parts::default();
    for (index, (number, line)) in lines.iter().enumerate() {
        if let Some(step) = Step::of(line) {
            game.moves.push((*number, step));
            continue;
        }
        if game.comments.take(line) {
            continue;
        }
        let may_end = !game.moves.is_empty() || game.header.is_complete();
        if may_end && begins_header(&lines[index..]) {
            std::mem::take(&mut game).build(draft);
        }
        if game.moves.is_empty() || line.starts_with("GI") {
            game.header.push(*number, line);
        } else if !line.trim().is_empty() {
            let quoted = quote(line);
            draft
                .notes
                .line(*number, format_args!("ignored, not a move: {quoted}"));
        }
    }
    game.build(draft);
}

/// Whether the header of another game begins in the first of these lines, after the moves or the header of one.
fn begins_header(lines: &[(usize, Cow<'_, str>)]) -> bool {
    let line = |index: usize| lines.get(index).map_or("", |(_, line)| line.trim());
    let is_size = |text: &str| text.parse::<u16>().is_ok_and(|side| SIDES.contains(&side));
    if line(0).starts_with("GI") {
        let size = line(Kind::Tagged.size()).strip_prefix("GI");
        return (1..Kind::Tagged.size()).all(|index| line(index).starts_with("GI"))
            && size.is_some_and(is_size);
    }
    let is_name = |index| !line(index).is_empty() && Step::of(line(index)).is_none();
    // The title may be empty, but a number is a line inside of a header.
    let is_title = Step::of(line(0)).is_none() && line(0).parse::<f64>().is_err();
    is_title && is_size(line(Kind::Plain.size())) && is_name(2) && is_name(3)
}

/// The parts of a game.
#[derive(Default)]
struct Parts {
    header: Header,
    /// The moves, with the numbers of their lines.
    moves: Vec<(usize, Step)>,
    comments: Comments,
}

impl Parts {
    fn build(self, draft: &mut Draft) {
        let kind = self.header.kind();
        let size = self.header.size(kind, &mut draft.notes);
        let mut record = draft.begin(Game::Go, size);
        self.header.fill(kind, size, &mut record);
        let mut node = NodeId::ROOT;
        let mut nodes = vec![node];
        for (number, step) in self.moves {
            play(&mut record, &mut node, size, number, &step);
            nodes.push(node);
        }
        self.comments.attach(&nodes, &mut record);
    }
}

fn play(record: &mut Record<'_>, node: &mut NodeId, size: Size, number: usize, step: &Step) {
    let point = step.place.map(|(column, row)| Point::new(column, row));
    if point.is_some_and(|point| !size.contains(point)) {
        record
            .notes
            .line(number, "ignored: the move is off the board");
        return;
    }
    if !step.agrees {
        record.notes.line(
            number,
            "the point is given twice and differs; the first is used",
        );
    }
    *node = record.play(*node, step.color, point);
}

/// Comments of lines `IDB[211] text[EndTxt]`, by the number of their move.
#[derive(Default)]
struct Comments {
    texts: BTreeMap<usize, String>,
    /// The comment that continues in the next line.
    open: Option<usize>,
}

impl Comments {
    /// Takes a line that belongs to a comment; false for any other.
    fn take(&mut self, line: &str) -> bool {
        let (number, text) = if let Some(number) = self.open {
            (number, line)
        } else {
            let Some((number, text)) = begin(line) else {
                return false;
            };
            (number, text)
        };
        let (text, is_closed) = match text.split_once("[EndTxt]") {
            Some((text, _)) => (text, true),
            None => (text, false),
        };
        self.open = (!is_closed).then_some(number);
        let all = self.texts.entry(number).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(text.trim());
        true
    }

    fn attach(self, nodes: &[NodeId], record: &mut Record<'_>) {
        let last = nodes.len() - 1;
        let mut at: BTreeMap<usize, String> = BTreeMap::new();
        for (number, text) in self.texts {
            if number > last {
                note_beyond(record.notes, number);
            }
            let all = at.entry(number.min(last)).or_default();
            if !all.is_empty() {
                all.push('\n');
            }
            all.push_str(&text);
        }
        for (number, text) in at {
            record.lines(nodes[number], "C", &text);
        }
    }
}

fn note_beyond(notes: &mut Notes, number: usize) {
    notes.file(format_args!(
        "the game has no move {number}; its comment is at the last move"
    ));
}

/// `IDB[211] text`: the number of the move and the text.
fn begin(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("ID")?;
    let rest = rest.strip_prefix(['B', 'W']).unwrap_or(rest);
    let (number, text) = rest.strip_prefix('[')?.split_once(']')?;
    Some((number.trim().parse().ok()?, text))
}

impl Header {
    fn size(&self, kind: Kind, notes: &mut Notes) -> Size {
        let text = self.get(kind.size());
        let side = text.trim().parse().ok();
        if let Some(side) = side.filter(|side| SIDES.contains(side)) {
            Size::square(side).unwrap_or_default()
        } else {
            notes.file("the size of the board is missing; using 19");
            Size::GO
        }
    }
}
