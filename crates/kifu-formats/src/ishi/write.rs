use std::fmt::Write as _;

use kifu_sgf::value::{Color, Point, Size};
use kifu_sgf::{GameTree, Node};

use super::comment::wrapped;
use super::{DEFINITION, FIELDS};
use crate::loss::{Losses, MOVE_IN_ROOT};
use crate::{Refusal, go, west, words};

/// Writes each game as an event.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut out = String::new();
    for &game in games {
        let size = go::square_western_size(game, DEFINITION.title)?;
        let mut pen = Pen {
            out: &mut out,
            size,
            losses,
        };
        // Writing to a string does not fail.
        let _ = pen.game(game);
    }
    Ok(out.into_bytes())
}

struct Pen<'a> {
    out: &'a mut String,
    size: Size,
    losses: &'a mut Losses,
}

/// Remaining steps of writing.
enum Step<'a> {
    /// A node, the alternatives to it, and all after it; with the number of the last move before it.
    Line(Node<'a>, u32),
    Open,
    Close,
}

impl Pen<'_> {
    fn game(&mut self, game: GameTree<'_>) -> std::fmt::Result {
        let root = game.root();
        let text = |identifier| {
            root.simple_text(identifier)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        for (keyword, identifier) in FIELDS {
            let line = match identifier {
                "PB" => self.player(&text("PB"), &text("BR"), ["PB", "BR"]),
                "PW" => self.player(&text("PW"), &text("WR"), ["PW", "WR"]),
                _ if DEFINITION.support.root.contains(&identifier) => text(identifier),
                _ => String::new(),
            };
            // An event begins with its keyword, even without a name.
            if !line.is_empty() || keyword == "EVENT" {
                writeln!(self.out, "{}", format!("{keyword} {line}").trim_end())?;
            }
        }
        writeln!(self.out, "BOARDSIZE {}", self.size.columns())?;
        if let Some(komi) = root.simple_text("KM") {
            match words::number(&komi) {
                Some(komi) => writeln!(self.out, "KOMI {komi}")?,
                None => self.losses.property("KM"),
            }
        }
        self.setup(root)?;
        self.comment(root)?;
        let mut number = 0_u32;
        for (color, point) in go::moves(root, self.size, self.losses) {
            self.losses.other(MOVE_IN_ROOT);
            number = number.saturating_add(1);
            self.play(color, number, point)?;
        }
        let mut steps = Vec::new();
        steps.extend(root.first_child().map(|child| Step::Line(child, number)));
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => writeln!(self.out, "VAR")?,
                Step::Close => writeln!(self.out, "ENDVAR")?,
                Step::Line(node, before) => {
                    let number = self.node(node, before)?;
                    steps.extend(node.first_child().map(|child| Step::Line(child, number)));
                    if node.previous_sibling().is_none() {
                        self.variations(node, before, &mut steps);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the alternatives to a first child, each in its own `VAR`.
    fn variations<'t>(&mut self, first: Node<'t>, before: u32, steps: &mut Vec<Step<'t>>) {
        let color = first.play().map(|(color, _)| color);
        let siblings: Vec<_> =
            std::iter::successors(first.next_sibling(), Node::next_sibling).collect();
        for sibling in siblings.into_iter().rev() {
            let own = sibling.play().map(|(color, _)| color);
            if own.is_some() && own == color {
                steps.extend([Step::Close, Step::Line(sibling, before), Step::Open]);
            } else {
                // It would be read as going on after the first one.
                self.losses.other([
                    "variation that does not begin with a move of the same color",
                    "variations that do not begin with a move of the same color",
                ]);
            }
        }
    }

    fn player(&mut self, name: &str, rank: &str, identifiers: [&str; 2]) -> String {
        // The rank must be known for one when it is read.
        let is_rank =
            words::rank(rank).as_deref() == Some(rank) && !rank.is_empty() && !name.is_empty();
        if !rank.is_empty() && !is_rank {
            self.losses.property(identifiers[1]);
        }
        let last = name.rsplit(char::is_whitespace).next().unwrap_or_default();
        if !is_rank && last != name && words::rank(last).is_some() {
            self.losses.property(identifiers[0]);
        }
        if is_rank {
            format!("{name} {rank}")
        } else {
            name.to_owned()
        }
    }

    fn setup(&mut self, root: Node<'_>) -> std::fmt::Result {
        let sides = [(Color::Black, "AB"), (Color::White, "AW")].map(|(color, identifier)| {
            (color, go::points(root, identifier, self.size, self.losses))
        });
        let has_stones = sides.iter().any(|(_, points)| !points.is_empty());
        let handicap = root
            .simple_text("HA")
            .map(|text| text.trim().parse::<u32>());
        match handicap {
            // Without stones the reader would place them.
            Some(Ok(handicap @ 2..)) if has_stones => writeln!(self.out, "HANDICAP {handicap}")?,
            Some(_) => self.losses.property("HA"),
            None => {}
        }
        for (color, points) in &sides {
            if points.is_empty() {
                continue;
            }
            write!(self.out, "SETUP {}", color.letter())?;
            for point in points.iter() {
                write!(self.out, " {}", self.name(point))?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn name(&self, point: Point) -> String {
        west::name(point, self.size)
            .unwrap_or_default()
            .to_lowercase()
    }

    /// Writes the moves and the comment of a node; returns the number of the last move.
    fn node(&mut self, node: Node<'_>, before: u32) -> Result<u32, std::fmt::Error> {
        let mut number = before;
        let moves = go::moves(node, self.size, self.losses);
        let own = node.value("MN").map(|raw| raw.trim().parse::<u32>());
        for (index, (color, point)) in moves.iter().enumerate() {
            number = number.saturating_add(1);
            if let (0, Some(Ok(own @ 1..))) = (index, &own) {
                number = *own;
            }
            self.play(*color, number, *point)?;
        }
        if moves.is_empty() {
            self.losses
                .other(["node without a move", "nodes without a move"]);
            if own.is_some() {
                self.losses.property("MN");
            }
        } else if moves.len() > 1 {
            self.losses.other([
                "node with two moves, written as two",
                "nodes with two moves, written as two",
            ]);
        } else if matches!(own, Some(Err(_) | Ok(0))) || own == Some(Ok(before.saturating_add(1))) {
            // The number that is the next one anyway is not read as `MN`.
            self.losses.property("MN");
        }
        self.comment(node)?;
        Ok(number)
    }

    fn play(&mut self, color: Color, number: u32, point: Option<Point>) -> std::fmt::Result {
        let at = point.map_or_else(|| "pass".to_owned(), |point| self.name(point));
        writeln!(self.out, "{} {number} {at}", color.letter())
    }

    fn comment(&mut self, node: Node<'_>) -> std::fmt::Result {
        let Some(text) = node.text("C") else {
            return Ok(());
        };
        let (lines, changes) = wrapped(&text);
        if changes.layout {
            self.losses.other([
                "comment of which the line breaks and blanks are not kept",
                "comments of which the line breaks and blanks are not kept",
            ]);
        }
        if changes.end {
            self.losses.other([
                "comment with a line that would end it, and was changed",
                "comments with a line that would end them, and was changed",
            ]);
        }
        writeln!(self.out, "COM")?;
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "ENDCOM")
    }
}
