use std::fmt::Write as _;

use kifu_go::{Board, star_points};
use kifu_sgf::value::{self, Color, Point, PointSet, Size};
use kifu_sgf::{GameTree, Node};
use kifu_syntax::text::unescape_simple_text;

use super::diagram::moves_under_stones;
use super::{DEFINITION, MARKS, MOVES};
use crate::loss::Losses;
use crate::{Refusal, go, west};

/// The highest number that a move is given.
const HIGHEST: u32 = 1_000_000;

/// Writes the main line of each game as diagrams.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut text = String::new();
    for (number, &game) in games.iter().enumerate() {
        let size = go::western_size(game, DEFINITION.title)?;
        if number > 0 {
            text.push('\n');
        }
        Pen::new(game, size, losses).draw(&mut text);
    }
    Ok(text.into_bytes())
}

/// Markup of a node.
#[derive(Default)]
struct Markup {
    signs: Vec<(Point, Sign)>,
    strokes: Vec<(&'static str, Point, Point)>,
}

#[derive(Clone, Copy)]
enum Sign {
    Mark(usize),
    Letter(char),
}

impl Markup {
    fn of(node: Node<'_>, size: Size, losses: &mut Losses) -> Self {
        let mut markup = Self::default();
        let mut taken = PointSet::default();
        for (index, (identifier, ..)) in MARKS.iter().enumerate() {
            for point in go::points(node, identifier, size, losses).iter() {
                if taken.insert(point) {
                    markup.signs.push((point, Sign::Mark(index)));
                } else {
                    losses.property(identifier);
                }
            }
        }
        for raw in node.values("LB") {
            let label = value::compose::parse(raw).ok().and_then(|(point, label)| {
                let point = value::point::parse_on(point, size).ok()?;
                let label = unescape_simple_text(label);
                let mut letters = label.chars();
                let letter = letters.next().filter(char::is_ascii_lowercase)?;
                (letters.next().is_none() && taken.insert(point)).then_some((point, letter))
            });
            match label {
                Some((point, letter)) => markup.signs.push((point, Sign::Letter(letter))),
                None => losses.property("LB"),
            }
        }
        for kind in ["AR", "LN"] {
            for raw in node.values(kind) {
                let ends = value::compose::parse(raw).ok().and_then(|(from, to)| {
                    let from = value::point::parse_on(from, size).ok()?;
                    let to = value::point::parse_on(to, size).ok()?;
                    (from != to).then_some((from, to))
                });
                match ends {
                    Some((from, to)) => markup.strokes.push((kind, from, to)),
                    None => losses.property(kind),
                }
            }
        }
        markup
    }

    fn is_empty(&self) -> bool {
        self.signs.is_empty() && self.strokes.is_empty()
    }
}

/// The part of the board that is shown.
struct View {
    left: u16,
    right: u16,
    top: u16,
    bottom: u16,
    /// Visible points, if some of the rectangle are hidden.
    points: Option<PointSet>,
}

struct Pen<'a, 'l> {
    game: GameTree<'a>,
    size: Size,
    losses: &'l mut Losses,
    view: View,
    /// Position at the start of the diagram, and the current one.
    start: Board,
    board: Board,
    moves: Vec<Point>,
    /// Color of the first of them.
    color: Option<Color>,
    /// Its number.
    number: u32,
    /// The name of the game, until it is written.
    title: String,
    has_drawn: bool,
    /// Points with a dot.
    stars: PointSet,
}

impl<'a, 'l> Pen<'a, 'l> {
    fn new(game: GameTree<'a>, size: Size, losses: &'l mut Losses) -> Self {
        let board = Board::new(size);
        let stars = star_points(board.size()).collect();
        Self {
            game,
            size,
            view: View::of(game, size, losses),
            losses,
            start: board.clone(),
            board,
            moves: Vec::new(),
            color: None,
            number: 1,
            title: String::new(),
            has_drawn: false,
            stars,
        }
    }

    fn draw(mut self, out: &mut String) {
        let root = self.game.root();
        self.setup(root);
        self.title = self.words(root, "GN");
        self.number = self.first_number();
        let to_play = root.value("PL").map(value::color::parse_lenient);
        let has_moves = self
            .game
            .main_line()
            .skip(1)
            .any(|node| node.play().is_some());
        match to_play {
            Some(Ok(color)) if !has_moves => self.color = Some(color.value),
            Some(_) => self.losses.property("PL"),
            None => {}
        }
        let markup = self.markup(root);
        if !markup.is_empty() || !has_moves {
            self.diagram(out, &markup, String::new());
        }
        for node in self.game.main_line().skip(1) {
            self.node(node, out);
        }
        if !self.moves.is_empty() || !self.has_drawn {
            self.diagram(out, &Markup::default(), String::new());
        }
    }

    /// Returns the markup of a node. A letter on a stone is lost.
    fn markup(&mut self, node: Node<'_>) -> Markup {
        let mut markup = Markup::of(node, self.size, self.losses);
        let (board, losses) = (&self.board, &mut *self.losses);
        markup.signs.retain(|(point, sign)| {
            let is_lost = matches!(sign, Sign::Letter(_)) && board.get(*point).is_some();
            if is_lost {
                losses.property("LB");
            }
            !is_lost
        });
        markup
    }

    /// Returns a title; one that would be read as a move under a stone is lost.
    fn words(&mut self, node: Node<'_>, identifier: &str) -> String {
        let text = node.simple_text(identifier).unwrap_or_default();
        let text = text.trim();
        if moves_under_stones(text).is_empty() {
            return text.to_owned();
        }
        self.losses.property(identifier);
        String::new()
    }

    /// Returns the number of the first move, from its `MN`. Other numbers are lost.
    fn first_number(&mut self) -> u32 {
        let mut number = 1;
        let mut has_moved = false;
        for node in self.game.main_line().skip(1) {
            let is_first = !has_moved && node.play().is_some();
            has_moved |= is_first;
            let Some(raw) = node.value("MN") else {
                continue;
            };
            match raw.trim().parse::<u32>() {
                Ok(found) if is_first && (1..=HIGHEST).contains(&found) => number = found,
                _ => self.losses.property("MN"),
            }
        }
        number
    }

    fn setup(&mut self, node: Node<'_>) {
        for (identifier, color) in [
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
            ("AE", None),
        ] {
            for point in go::points(node, identifier, self.size, self.losses).iter() {
                let _ = self.board.set(point, color);
            }
        }
        self.start = self.board.clone();
    }

    fn node(&mut self, node: Node<'_>, out: &mut String) {
        if ["AB", "AW", "AE"]
            .iter()
            .any(|identifier| node.has(identifier))
        {
            self.finish(out);
            self.setup(node);
        }
        for (color, point) in go::moves(node, self.size, self.losses) {
            match point {
                Some(point) if self.board.get(point).is_none() => {
                    self.play(color, point, out);
                }
                // A pass has no point, and a number would hide the stone.
                _ => {
                    self.finish(out);
                    self.losses.property(crate::draft::identifier(color));
                }
            }
        }
        let markup = self.markup(node);
        let title = self.words(node, "N");
        if markup.is_empty() && title.is_empty() {
            return;
        }
        // A number hides a mark, and so does a stone that was taken since the diagram began.
        let hides = markup.signs.iter().any(|(point, _)| {
            let place = *point;
            self.moves.contains(point) || self.start.get(place) != self.board.get(place)
        });
        if hides {
            self.finish(out);
        }
        self.diagram(out, &markup, title);
    }

    fn play(&mut self, color: Color, point: Point, out: &mut String) {
        let next = match self.color {
            Some(first) if self.moves.len().is_multiple_of(2) => first,
            Some(first) => first.opponent(),
            None => color,
        };
        let was_there = self.start.get(point).is_some();
        if self.moves.len() == MOVES
            || (next != color && !self.moves.is_empty())
            || was_there
            || self.moves.contains(&point)
        {
            self.finish(out);
        }
        if self.moves.is_empty() {
            self.color = Some(color);
        }
        self.moves.push(point);
        let _ = self.board.play(point, color);
    }

    /// Draws the moves that are not drawn yet.
    fn finish(&mut self, out: &mut String) {
        if !self.moves.is_empty() {
            self.diagram(out, &Markup::default(), String::new());
        }
    }

    fn diagram(&mut self, out: &mut String, markup: &Markup, title: String) {
        let mut title = title;
        if !self.has_drawn {
            self.has_drawn = true;
            let name = std::mem::take(&mut self.title);
            if title.is_empty() {
                title = name;
            } else {
                // The first title names the game.
                let moves = std::mem::take(&mut self.moves);
                self.write(out, &Markup::default(), &name);
                self.moves = moves;
            }
        }
        self.write(out, markup, &title);
        self.number = self.number.saturating_add(self.moves.len() as u32);
        self.start = self.board.clone();
        self.moves.clear();
        self.color = None;
    }

    fn write(&self, out: &mut String, markup: &Markup, title: &str) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str("$$");
        if let Some(color) = self
            .color
            .filter(|_| !self.moves.is_empty() || self.number == 1)
        {
            out.push_str(color.letter());
        }
        out.push('c');
        let is_square = self.size.is_square();
        if is_square && self.size.columns() != 19 {
            out.push_str(&self.size.columns().to_string());
        }
        // Writing to a string does not fail.
        if self.number != 1 {
            let _ = write!(out, "m{}", self.number);
        }
        if !title.is_empty() {
            let _ = write!(out, " {title}");
        }
        out.push('\n');
        self.board(out, markup);
        for (kind, from, to) in &markup.strokes {
            let name = |point| west::name(point, self.size).unwrap_or_default();
            let _ = writeln!(out, "$$ {{{kind} {} {}}}", name(*from), name(*to));
        }
    }

    fn board(&self, out: &mut String, markup: &Markup) {
        let View {
            left,
            right,
            top,
            bottom,
            ..
        } = self.view;
        let (at_left, at_right) = (left == 0, right + 1 == self.size.columns());
        let width = usize::from(right - left) * 2 + 3;
        let edge = format!(
            "$$ {}{}\n",
            if at_left { " " } else { "" },
            "-".repeat(width)
        );
        if top == 0 {
            out.push_str(&edge);
        }
        for row in top..=bottom {
            out.push_str("$$ ");
            out.push_str(if at_left { "|" } else { "" });
            for column in left..=right {
                out.push(' ');
                out.push(self.cell(Point::new(column, row), markup));
            }
            out.push_str(if at_right { " |" } else { "" });
            out.push('\n');
        }
        if bottom + 1 == self.size.rows() {
            out.push_str(&edge);
        }
    }

    fn cell(&self, point: Point, markup: &Markup) -> char {
        if self
            .view
            .points
            .as_ref()
            .is_some_and(|points| !points.contains(point))
        {
            return '_';
        }
        if let Some(index) = self.moves.iter().position(|at| *at == point) {
            // The tenth is 0.
            return char::from(b'0' + ((index + 1) % MOVES) as u8);
        }
        let stone = self.start.get(point);
        let sign = markup.signs.iter().find(|(at, _)| *at == point);
        match (sign, stone) {
            (Some((_, Sign::Mark(index))), stone) => {
                let (_, black, white, empty) = MARKS[*index];
                match stone {
                    Some(Color::Black) => black,
                    Some(Color::White) => white,
                    None => empty,
                }
            }
            (Some((_, Sign::Letter(letter))), None) => *letter,
            (_, Some(Color::Black)) => 'X',
            (_, Some(Color::White)) => 'O',
            (None, None) if self.stars.contains(point) => ',',
            (None, None) => '.',
        }
    }
}

impl View {
    /// Returns the part that `VW` shows, if its edges place it and it hides nothing; otherwise the whole board.
    fn of(game: GameTree<'_>, size: Size, losses: &mut Losses) -> Self {
        // Boards of up to 25 points.
        let (right, bottom) = (size.columns() - 1, size.rows() - 1);
        let whole = Self {
            left: 0,
            right,
            top: 0,
            bottom,
            points: None,
        };
        if !game.root().has("VW") {
            return whole;
        }
        let shown = go::points(game.root(), "VW", size, losses);
        let columns = || shown.iter().map(|point| point.x);
        let rows = || shown.iter().map(|point| point.y);
        let sides = (columns().min(), columns().max(), rows().min(), rows().max());
        let (Some(left), Some(west), Some(top), Some(south)) = sides else {
            losses.property("VW");
            return whole;
        };
        let is_placed = (left == 0 || west == right) && (top == 0 || south == bottom);
        let is_all = shown.len() == usize::from(size.columns()) * usize::from(size.rows());
        if is_all || !is_placed || !size.is_square() || hides(game, size, &shown) {
            losses.property("VW");
            return whole;
        }
        let area = (usize::from(west - left) + 1) * (usize::from(south - top) + 1);
        Self {
            left,
            right: west,
            top,
            bottom: south,
            points: (shown.len() < area).then_some(shown),
        }
    }
}

/// Whether something of the main line happens outside of `shown`.
fn hides(game: GameTree<'_>, size: Size, shown: &PointSet) -> bool {
    let mut unheard = Losses::default();
    game.main_line().any(|node| {
        let stones = ["AB", "AW", "CR", "SQ", "TR", "MA"]
            .iter()
            .flat_map(|identifier| {
                let points = go::points(node, identifier, size, &mut unheard);
                points.iter().collect::<Vec<_>>()
            });
        let hides_stones = stones.into_iter().any(|point| !shown.contains(point));
        let moves = go::moves(node, size, &mut Losses::default());
        let mut played = moves.into_iter().filter_map(|(_, point)| point);
        let labels = node
            .get("LB")
            .into_iter()
            .flat_map(|property| property.values());
        let mut labeled = labels.filter_map(|raw| {
            let (point, _) = value::compose::parse(raw).ok()?;
            value::point::parse_on(point, size).ok()
        });
        hides_stones
            || played.any(|point| !shown.contains(point))
            || labeled.any(|point| !shown.contains(point))
    })
}
