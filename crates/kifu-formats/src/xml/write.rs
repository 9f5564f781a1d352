use std::borrow::Cow;
use std::fmt::Write as _;

use kifu_sgf::value::point_list::PointItem;
use kifu_sgf::value::{self, Color, Size};
use kifu_sgf::{GameTree, Node, Property};
use kifu_syntax::text::unescape_simple_text;
use quick_xml::escape::escape;

use super::{DEFINITION, FIELDS, MARKS, STONES, name};
use crate::loss::{Losses, MOVE_IN_ROOT};
use crate::{Refusal, go};

/// Maximum number of points with their own elements, in addition to the length of the text: a few bytes can name a
/// whole board. Lists of further nodes are written as SGF.
const MOST_POINTS: usize = 1 << 17;

/// Writes all games as one document.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let length = games
        .first()
        .map_or(0, |game| game.collection().text().len());
    let mut room = MOST_POINTS + length;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Go>\n");
    for &game in games {
        let size = go::square_size(game, DEFINITION.title)?;
        // Writing to a string does not fail.
        let _ = Pen {
            out: &mut out,
            size,
            losses,
            room: &mut room,
            is_crowded: false,
        }
        .game(game);
    }
    out.push_str("</Go>\n");
    Ok(out.into_bytes())
}

struct Pen<'a> {
    out: &'a mut String,
    size: Size,
    losses: &'a mut Losses,
    /// Number of points that may still have elements.
    room: &'a mut usize,
    /// Whether the lists of the node have more points than that.
    is_crowded: bool,
}

/// Remaining steps of writing.
enum Step<'a> {
    /// A node, its alternatives, and all nodes after it. The number is that of the last move before.
    Line(Node<'a>, u32),
    Open,
    Close,
}

impl Pen<'_> {
    fn game(&mut self, game: GameTree<'_>) -> std::fmt::Result {
        let root = game.root();
        let title = root.simple_text("GN").unwrap_or_default();
        let title = self.clean(title.trim());
        if title.is_empty() {
            writeln!(self.out, "<GoGame>")?;
        } else {
            writeln!(self.out, "<GoGame name=\"{}\">", escape(&*title))?;
        }
        writeln!(
            self.out,
            "<Information>\n<BoardSize>{}</BoardSize>",
            self.size.columns()
        )?;
        for (element, property) in FIELDS {
            if let Some(text) = root
                .simple_text(property)
                .filter(|text| is_field(property, text))
            {
                let text = self.clean(text.trim());
                let text = escape(&*text);
                match element {
                    "Copyright" => writeln!(self.out, "<{element}><P>{text}</P></{element}>")?,
                    _ => writeln!(self.out, "<{element}>{text}</{element}>")?,
                }
            }
        }
        writeln!(self.out, "</Information>\n<Nodes>")?;
        let mut steps = vec![Step::Line(root, 0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => writeln!(self.out, "<Variation>")?,
                Step::Close => writeln!(self.out, "</Variation>")?,
                Step::Line(node, before) => {
                    let mut number = self.node(node, before)?;
                    if node.is_root() {
                        number = self.moves_of_root(node)?;
                    }
                    if let Some(child) = node.first_child() {
                        steps.push(Step::Line(child, number));
                    }
                    if node.previous_sibling().is_none() {
                        let siblings =
                            std::iter::successors(node.next_sibling(), Node::next_sibling);
                        let siblings: Vec<_> = siblings.collect();
                        for sibling in siblings.into_iter().rev() {
                            steps.extend([Step::Close, Step::Line(sibling, before), Step::Open]);
                        }
                    }
                }
            }
        }
        writeln!(self.out, "</Nodes>\n</GoGame>")
    }

    /// Writes the moves of the root as nodes after it; returns their number. The first node of a file has no place for one.
    fn moves_of_root(&mut self, root: Node<'_>) -> Result<u32, std::fmt::Error> {
        let mut number = 0_u32;
        for (color, point) in go::moves(root, self.size, self.losses) {
            self.losses.other(MOVE_IN_ROOT);
            number = number.saturating_add(1);
            let element = match color {
                Color::Black => "Black",
                Color::White => "White",
            };
            let at = point.map_or_else(String::new, |point| name(point, self.size));
            writeln!(self.out, "<{element} number=\"{number}\" at=\"{at}\"/>")?;
        }
        Ok(number)
    }

    /// Writes a node; returns the number of the last move up to it.
    fn node(&mut self, node: Node<'_>, before: u32) -> Result<u32, std::fmt::Error> {
        let is_root = node.is_root();
        let mut inner = String::new();
        let number = self.play(node, before, &mut inner)?;
        // A number that is the next one anyway is not read as `MN`.
        let is_numbered = number.is_some() && own_number(node, before.saturating_add(1)).is_some();
        let is_bare = !is_root
            && number.is_some()
            && node
                .properties()
                .all(|property| matches!(&*property.identifier(), "B" | "W"));
        let points = points_of_rectangles(node, self.size);
        self.is_crowded = points > *self.room;
        *self.room -= points.min(*self.room);
        for property in node.properties() {
            self.property(node, property, number.is_some(), is_numbered, &mut inner)?;
        }
        if is_bare {
            self.out.push_str(&inner);
            return Ok(number.unwrap_or(before));
        }
        let title = node.simple_text("N").unwrap_or_default();
        let title = self.clean(title.trim());
        if title.is_empty() {
            write!(self.out, "<Node>")?;
        } else {
            write!(self.out, "<Node name=\"{}\">", escape(&*title))?;
        }
        if !inner.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(&inner);
        writeln!(self.out, "</Node>")?;
        Ok(number.unwrap_or(before))
    }

    /// Returns the move of a node, and its number; `None` if it has no valid move.
    fn play(
        &mut self,
        node: Node<'_>,
        before: u32,
        out: &mut String,
    ) -> Result<Option<u32>, std::fmt::Error> {
        let (Some((identifier, raw)), false) = (node.play(), node.is_root()) else {
            return Ok(None);
        };
        let Ok(read) = value::r#move::parse_lenient(raw, self.size) else {
            return Ok(None);
        };
        let at = read
            .value
            .point()
            .map_or_else(String::new, |point| name(point, self.size));
        let next = before.saturating_add(1);
        let number = own_number(node, next).unwrap_or(next);
        let (element, left) = match identifier {
            "B" => ("Black", "BL"),
            _ => ("White", "WL"),
        };
        write!(out, "<{element} number=\"{number}\" at=\"{at}\"")?;
        if let Some(left) = time_left(node, left) {
            write!(out, " timeleft=\"{left}\"")?;
        }
        writeln!(out, "/>")?;
        Ok(Some(number))
    }

    fn property(
        &mut self,
        node: Node<'_>,
        property: Property<'_>,
        has_move: bool,
        is_numbered: bool,
        out: &mut String,
    ) -> std::fmt::Result {
        let is_root = node.is_root();
        let identifier = property.identifier();
        // The points of all properties of one identifier are written with the first of them.
        let is_repeated = node
            .get(&identifier)
            .is_some_and(|first| !std::ptr::eq(first.value(), property.value()));
        match &*identifier {
            name if self.is_crowded && is_point_list(name) => self.other(property, out),
            name if is_repeated && is_point_list(name) => Ok(()),
            "FF" | "GM" | "CA" | "SZ" | "B" | "W" if is_root => Ok(()),
            "GN" if is_root && !is_repeated => {
                self.further(property);
                Ok(())
            }
            "B" | "W" => {
                let first = node.play().map(|(first, _)| first);
                if has_move && first == Some(&*identifier) && !is_repeated {
                    self.further(property);
                    Ok(())
                } else {
                    self.other(property, out)
                }
            }
            "N" => {
                let lost = property.len().max(1) - usize::from(!is_repeated);
                self.losses.properties(&identifier, lost);
                Ok(())
            }
            "C" => property
                .texts()
                .try_for_each(|text| self.comment(&text, out)),
            "MN" if is_numbered => Ok(()),
            "BL" | "WL" if has_move && is_time_written(node, &identifier) => {
                self.further(property);
                Ok(())
            }
            "LB" => self.labels(property, out),
            "MA" => self.marks(node, "MA", "", out),
            name => {
                if let Some((element, _)) = STONES.iter().find(|(_, stones)| *stones == name) {
                    for point in go::points(node, name, self.size, self.losses).iter() {
                        writeln!(out, "<{element} at=\"{}\"/>", self::name(point, self.size))?;
                    }
                    return Ok(());
                }
                if let Some((kind, _)) = MARKS.iter().find(|(_, mark)| *mark == name) {
                    return self.marks(node, name, &format!(" type=\"{kind}\""), out);
                }
                let territory = match name {
                    "TB" => Some("black"),
                    "TW" => Some("white"),
                    _ => None,
                };
                match territory {
                    Some(color) if !property.value().is_empty() => {
                        return self.marks(node, name, &format!(" territory=\"{color}\""), out);
                    }
                    _ => {}
                }
                let is_written = is_root
                    && !is_repeated
                    && FIELDS.iter().any(|(_, field)| *field == name)
                    && is_field(name, &property.simple_text());
                if is_written {
                    self.further(property);
                    Ok(())
                } else {
                    self.other(property, out)
                }
            }
        }
    }

    /// Counts the values after the first as lost.
    fn further(&mut self, property: Property<'_>) {
        let lost = property.len().saturating_sub(1);
        self.losses.properties(&property.identifier(), lost);
    }

    fn marks(
        &mut self,
        node: Node<'_>,
        identifier: &str,
        kind: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        for point in go::points(node, identifier, self.size, self.losses).iter() {
            writeln!(out, "<Mark at=\"{}\"{kind}/>", name(point, self.size))?;
        }
        Ok(())
    }

    fn labels(&mut self, property: Property<'_>, out: &mut String) -> std::fmt::Result {
        for raw in property.values() {
            let label = value::compose::parse(raw).ok().and_then(|(point, label)| {
                let point = value::point::parse_lenient(point, self.size).ok()?.value;
                let label = unescape_simple_text(label).into_owned();
                (!label.is_empty()).then_some((point, label))
            });
            match label {
                Some((point, label)) => {
                    let label = self.clean(&label).into_owned();
                    writeln!(
                        out,
                        "<Mark at=\"{}\" label=\"{}\"/>",
                        name(point, self.size),
                        escape(&*label)
                    )?;
                }
                None => self.losses.property("LB"),
            }
        }
        Ok(())
    }

    /// Each line is a `P`.
    fn comment(&mut self, text: &str, out: &mut String) -> std::fmt::Result {
        writeln!(out, "<Comment>")?;
        for line in text.split('\n') {
            let line = self.clean(line);
            if line.is_empty() {
                writeln!(out, "<P/>")?;
            } else {
                writeln!(out, "<P>{}</P>", escape(&*line))?;
            }
        }
        writeln!(out, "</Comment>")
    }

    /// Writes a property without its own element.
    fn other(&mut self, property: Property<'_>, out: &mut String) -> std::fmt::Result {
        let identifier = property.identifier();
        if !identifier.bytes().all(|byte| byte.is_ascii_uppercase()) || identifier.len() > 32 {
            self.losses.property(&identifier);
            return Ok(());
        }
        write!(out, "<SGF type=\"{identifier}\">")?;
        for raw in property.values() {
            let raw = self.clean(raw).into_owned();
            write!(out, "<Arg>{}</Arg>", escape(&*raw))?;
        }
        writeln!(out, "</SGF>")
    }

    /// The text without characters that XML does not have.
    fn clean<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let is_foreign = |char: char| matches!(char, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}');
        if !text.contains(is_foreign) {
            return text.into();
        }
        self.losses.other([
            "text with characters that XML does not have",
            "texts with characters that XML does not have",
        ]);
        text.chars()
            .filter(|char| !is_foreign(*char))
            .collect::<String>()
            .into()
    }
}

/// The number of points in the lists of a node that has rectangles; 0 for others, which are as long as their text.
fn points_of_rectangles(node: Node<'_>, size: Size) -> usize {
    let lists = node.properties().filter(|property| {
        is_point_list(&property.identifier()) && property.values().any(|raw| raw.contains(':'))
    });
    let areas = lists.flat_map(|property| {
        let items = property
            .values()
            .filter_map(|raw| value::point_list::parse_lenient(raw, size).ok());
        items.flat_map(|items| items.value).map(area)
    });
    areas.fold(0, usize::saturating_add)
}

fn area(item: PointItem) -> usize {
    match item {
        PointItem::Point(_) => 1,
        PointItem::Rectangle {
            upper_left,
            lower_right,
        } => {
            let side = |first: u16, last: u16| usize::from(last - first) + 1;
            side(upper_left.x, lower_right.x) * side(upper_left.y, lower_right.y)
        }
    }
}

/// Whether all properties of this identifier are written together.
fn is_point_list(identifier: &str) -> bool {
    STONES.iter().any(|(_, stones)| *stones == identifier)
        || MARKS.iter().any(|(_, mark)| *mark == identifier)
        || matches!(identifier, "MA" | "TB" | "TW")
}

/// Whether a property of the root is written as a field: not if the field would have another meaning.
fn is_field(identifier: &str, text: &str) -> bool {
    let text = text.trim();
    let is_none = identifier == "HA" && matches!(text, "0" | "1");
    !text.is_empty() && !is_none
}

/// Returns the number in `MN` of a move, unless it is the next one anyway.
fn own_number(node: Node<'_>, next: u32) -> Option<u32> {
    let number = node.value("MN")?.trim().parse().ok()?;
    (number != next).then_some(number)
}

/// The seconds left, if they are a number.
fn time_left(node: Node<'_>, identifier: &str) -> Option<String> {
    let left = crate::words::number(&node.simple_text(identifier)?)?;
    Some(left.to_string())
}

/// Whether the time left is written at the move.
fn is_time_written(node: Node<'_>, identifier: &str) -> bool {
    let own = match node.play() {
        Some(("B", _)) => "BL",
        _ => "WL",
    };
    own == identifier && time_left(node, own).is_some()
}
