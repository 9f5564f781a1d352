//! The XML of Jago, which GoGui reads and writes too.
//!
//! A `Variation` is an alternative to the node just before it, not a child of it. A property without its own element
//! is kept as the element `SGF`. The DTD is never fetched, and only the entities of XML are replaced.
//!
//! Source: `go.dtd` of Jago.

mod cursor;
mod game;
mod read;
mod write;

pub(crate) use read::reference;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{Point, Size};

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support, west};

pub(crate) const DEFINITION: Definition = Definition {
    name: "xml",
    title: "Jago XML",
    extensions: &["xml"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: true,
        root: &["*"],
        nodes: &["*"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

fn detect(head: &Head<'_>) -> Confidence {
    let text = head.text.trim_start();
    if !text.starts_with('<') {
        return Confidence::No;
    }
    let is_root = root(text).is_some_and(|root| {
        let name = &root[1..];
        let end = name.find(|sign: char| sign.is_whitespace() || sign == '>');
        end.is_some_and(|end| ["Go", "GoGame"].contains(&&name[..end]))
    });
    let mut tags = text.split('<').skip(1);
    // The value of an attribute is content too.
    let is_outer =
        |tag: &str| tag.contains('>') && OUTER.iter().any(|outer| tag.starts_with(outer));
    let has_content = tags.any(|tag| !is_outer(tag));
    if has_content {
        Confidence::Certain.when(is_root)
    } else {
        Confidence::Likely.when(is_root)
    }
}

/// The text from the first element on, after declarations and comments.
fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let start = rest.find('<')?;
        rest = &rest[start..];
        let end = if rest.starts_with("<!--") {
            rest.find("-->")? + 3
        } else if rest.starts_with("<?") {
            rest.find("?>")? + 2
        } else if rest.starts_with("<!") {
            // The declarations of a document type may be inside of it.
            let is_long = rest[..rest.find('>')?].contains('[');
            let end = if is_long {
                long_end(rest)
            } else {
                rest.find('>')
            };
            end? + 1
        } else {
            return Some(rest);
        };
        rest = &rest[end..];
    }
}

/// Offset of the `>` of a document type with declarations: after a `]`, white space allowed between.
fn long_end(text: &str) -> Option<usize> {
    let mut ends = text.match_indices('>').map(|(end, _)| end);
    ends.find(|end| text[..*end].trim_end().ends_with(']'))
}

/// The beginnings of tags around the content of a game.
const OUTER: [&str; 7] = ["?", "!", "Go>", "Go ", "Go\n", "Go\t", "GoGame"];

/// Elements of `Information`, and the properties they are.
const FIELDS: [(&str, &str); 18] = [
    ("Application", "AP"),
    ("BlackPlayer", "PB"),
    ("BlackRank", "BR"),
    ("WhitePlayer", "PW"),
    ("WhiteRank", "WR"),
    ("Date", "DT"),
    ("Time", "TM"),
    ("Komi", "KM"),
    ("Result", "RE"),
    ("Handicap", "HA"),
    ("User", "US"),
    ("Copyright", "CP"),
    ("Annotation", "AN"),
    ("BlackTeam", "BT"),
    ("WhiteTeam", "WT"),
    ("Round", "RO"),
    ("Rules", "RU"),
    ("Source", "SO"),
];

/// The kinds of `Mark`, and the properties they are.
const MARKS: [(&str, &str); 3] = [("square", "SQ"), ("circle", "CR"), ("triangle", "TR")];

/// Elements that set stones, and the properties they are.
const STONES: [(&str, &str); 3] = [("AddBlack", "AB"), ("AddWhite", "AW"), ("Delete", "AE")];

/// A point: `D10`, or `4,10` on a board of more than 25 columns.
fn point(text: &str, size: Size) -> Option<Point> {
    let text = text.trim();
    let Some((column, row)) = text.split_once(',') else {
        return west::parse(text, size);
    };
    let column = column.trim().parse::<u16>().ok()?.checked_sub(1)?;
    let row = size.rows().checked_sub(row.trim().parse().ok()?)?;
    let point = Point::new(column, row);
    size.contains(point).then_some(point)
}

/// The name of a point.
fn name(point: Point, size: Size) -> String {
    west::name(point, size).unwrap_or_else(|| {
        let row = size.rows() - point.y;
        format!("{},{row}", point.x + 1)
    })
}
