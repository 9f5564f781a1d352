//! `RenLib`: libraries of Renju openings, a tree in binary form.
//!
//! After a header of twenty bytes each node has two bytes: the point, and flags. A node comes before its children, and
//! a node with later siblings before these. Texts follow their node. Known from the program that writes it.

use kifu_sgf::NodeId;
use kifu_sgf::encoding::Charset;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Move, Point, Size};

use crate::definition::Definition;
use crate::draft::{Draft, Record};
use crate::head::Head;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "renlib",
    title: "RenLib",
    extensions: &["lib"],
    support: Support {
        games: &[Game::Gomoku],
        many: false,
        variations: true,
        root: &["SZ", "RU", "N", "C"],
        nodes: &["B", "W", "N", "C", "LB", "MA"],
    },
    detect,
    read,
    write: None,
};

/// Beginning of the header; the version in two bytes and padding follow.
const SIGN: &[u8] = b"\xFFRenLib\xFF";
/// Bytes of the header.
const HEADER: usize = 20;
/// The point of a pass, or of the empty board.
const PASS: u8 = 0;
/// The side of the board.
const SIDE: u16 = 15;

/// Flags of a node.
const HAS_SIBLING: u8 = 0x80;
const IS_LEAF: u8 = 0x40;
const HAS_OLD_COMMENT: u8 = 0x20;
const IS_MARKED: u8 = 0x10;
const HAS_COMMENT: u8 = 0x08;
const HAS_NO_MOVE: u8 = 0x02;
const HAS_MORE_FLAGS: u8 = 0x01;
/// A flag of the second of two further bytes.
const HAS_LABEL: u8 = 0x01;
/// Ends the title of a comment.
const END_OF_TITLE: char = '\u{8}';

fn detect(head: &Head<'_>) -> Confidence {
    Confidence::Certain.when(head.bytes.starts_with(SIGN))
}

/// Bytes that are read one after the other.
struct Bytes<'a> {
    left: &'a [u8],
    /// Whether they ended inside a node.
    is_cut: bool,
}

impl<'a> Bytes<'a> {
    fn two(&mut self) -> Option<[u8; 2]> {
        let Some((two, rest)) = self.left.split_first_chunk() else {
            self.is_cut = true;
            return None;
        };
        self.left = rest;
        Some(*two)
    }

    /// A text that a zero ends.
    fn text(&mut self) -> String {
        let text = self.padded(|byte| byte == 0);
        decoded(text.strip_suffix(&[0]).unwrap_or(text))
    }

    /// A text of old versions, whose last byte has the high bit set.
    fn old_text(&mut self) -> String {
        let text = self.padded(|byte| byte >= 0x80);
        text.iter().map(|byte| old_letter(byte & 0x7F)).collect()
    }

    /// Bytes up to the first one that ends them, with it; a byte follows if their number is odd.
    fn padded(&mut self, is_last: impl Fn(u8) -> bool) -> &'a [u8] {
        let last = self.left.iter().position(|byte| is_last(*byte));
        let length = last.map_or(self.left.len(), |last| last + 1);
        let even = length.next_multiple_of(2);
        self.is_cut |= last.is_none() || even > self.left.len();
        let text = &self.left[..length];
        self.left = self.left.get(even..).unwrap_or_default();
        text
    }
}

/// A letter of ASCII as Denmark and Norway used it.
fn old_letter(byte: u8) -> char {
    match byte {
        b'[' => 'Æ',
        b'\\' => 'Ø',
        b']' => 'Å',
        b'{' => 'æ',
        b'|' => 'ø',
        b'}' => 'å',
        _ => char::from(byte),
    }
}

fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => Charset::guess(bytes)
            .unwrap_or(Charset::WINDOWS_1252)
            .decode(bytes),
    }
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let size = Size::square(SIDE).unwrap_or_default();
    let mut record = draft.begin(Game::Gomoku, size);
    record.set(NodeId::ROOT, "RU", "Renju");
    let mut rest = Bytes {
        left: bytes.get(HEADER..).unwrap_or_default(),
        is_cut: false,
    };
    // The node above the next one, with its depth, and those whose next child follows a whole branch.
    let mut above = (NodeId::ROOT, 0_usize);
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut is_first = true;
    while let Some([place, flags]) = rest.two() {
        let more = if flags & HAS_MORE_FLAGS == 0 {
            [0, 0]
        } else {
            rest.two().unwrap_or_default()
        };
        // The first node may represent the empty board.
        let is_root = std::mem::take(&mut is_first) && place == PASS;
        let node = if is_root {
            NodeId::ROOT
        } else {
            added(&mut record, above, place, flags)
        };
        if flags & HAS_OLD_COMMENT != 0 {
            comment(&mut record, node, &rest.old_text());
        } else if flags & HAS_COMMENT != 0 {
            comment(&mut record, node, &rest.text());
        }
        if more[1] & HAS_LABEL != 0 {
            label(&mut record, node, place, &rest.text());
        }
        if flags & HAS_SIBLING != 0 && !is_root {
            open.push(above);
        }
        above = match flags & IS_LEAF {
            0 if is_root => above,
            0 => (node, above.1 + 1),
            _ => match open.pop() {
                Some(above) => above,
                None => break,
            },
        };
    }
    let left = rest.left.len();
    // A library without a node is only a header.
    if rest.is_cut && bytes.len() != HEADER {
        record
            .notes
            .file("the file is cut off; the last branch is incomplete, and others may be missing");
    } else if left > 1 {
        record
            .notes
            .file(format_args!("{left} bytes after the tree are ignored"));
    }
}

/// Adds the node of a point below another one.
fn added(record: &mut Record<'_>, above: (NodeId, usize), place: u8, flags: u8) -> NodeId {
    let node = record.child(above.0);
    let point = point(place);
    if point.is_none() && place != PASS {
        record
            .notes
            .file("a point is off the board; the file may be damaged");
        return node;
    }
    if flags & HAS_NO_MOVE == 0 {
        let color = if above.1.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        let made = point.map_or(Move::Pass, Move::Play);
        let identifier = crate::draft::identifier(color);
        record.set(node, identifier, &made.sgf().to_string());
    }
    if let Some(point) = point.filter(|_| flags & IS_MARKED != 0) {
        record.set(node, "MA", &point.to_string());
    }
    node
}

/// The title and the comment of a node in one text.
fn comment(record: &mut Record<'_>, node: NodeId, text: &str) {
    let (title, comment) = text.split_once(END_OF_TITLE).unwrap_or((text, ""));
    record.text(node, "N", title);
    record.lines(node, "C", comment);
}

/// The text on the point of a node.
fn label(record: &mut Record<'_>, node: NodeId, place: u8, text: &str) {
    let text = text.trim();
    if let Some(point) = point(place).filter(|_| !text.is_empty()) {
        let text = kifu_syntax::text::escape_simple_text(text);
        record.push(node, "LB", &[format!("{point}:{text}")]);
    }
}

/// Columns are counted from 1, rows from 0 at the top.
fn point(place: u8) -> Option<Point> {
    let column = u16::from(place & 15).checked_sub(1)?;
    let row = u16::from(place >> 4);
    (row < SIDE).then(|| Point::new(column, row))
}
