//! A commented game as an article: figures, text between them, and variations as small diagrams next to their
//! discussion.

mod outcome;
mod parts;
mod variations;

use std::collections::BTreeSet;

use kifu_sgf::schema::Game;
use kifu_sgf::value::FigureFlags;
use kifu_sgf::{GameTree, Node};

use self::parts::parts;
use self::variations::{Variation, variations};
use super::{Figure, Kind, draw_one, marked, moves, repeats};
use crate::binding::{
    Count, Crop, Hints, Note, Options, ToPlay, UnknownGame, Walk, game_info_in, is_info,
};
use crate::book::{self, Block, Paragraph, paragraphs};
use crate::lang::Word;
use crate::scene::{CoordinateLabels, Rect, Scene};

/// A game as an article.
#[derive(Clone, Debug, PartialEq)]
pub struct Article {
    /// The players, or another name of the game.
    pub title: String,
    /// Event, date, komi, result, annotator, source, copyright and the like: names and values.
    pub info: Vec<(String, String)>,
    /// Author of the comments; may be empty.
    pub author: String,
    /// The description of the game (`GC`), then figures, text and diagrams.
    pub blocks: Vec<Block>,
    /// Notes on unreadable or hidden parts.
    pub notes: Vec<Note>,
}

/// Makes an article of a game. Figures are cut at about 50 moves, and earlier at long comments. With `keep_breaks`
/// line breaks of comments are kept.
///
/// # Errors
///
/// [`UnknownGame`] if the game cannot be drawn.
pub fn article(
    tree: GameTree<'_>,
    options: &Options,
    keep_breaks: bool,
) -> Result<Article, UnknownGame> {
    let mut options = options.clone();
    options.comment = false;
    options.earlier_marks = options.markup;
    options.hints = Hints::Off;
    options.title = false;
    options.info = false;
    options.prisoners = false;
    options.to_play = ToPlay::Never;
    let mut writer = Writer {
        walk: Walk::new(tree)?,
        options,
        keep_breaks,
        blocks: Vec::new(),
        notes: Vec::new(),
        figures: 0,
        diagrams: 0,
    };
    writer.game(tree);
    let lang = writer.options.lang;
    let about: Vec<Node<'_>> = with_info(tree).collect();
    let players = about.iter().find_map(|node| Writer::players(*node));
    writer
        .walk
        .go_to(about.last().copied().unwrap_or(tree.root()));
    let title = players.clone().unwrap_or_else(|| writer.walk.title());
    let is_go = tree.kind() == Some(Game::Go);
    let mut info: Vec<(String, String)> = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, value) in about.iter().flat_map(|node| game_info_in(*node, lang)) {
        let is = |identifier| lang.info_name(identifier) == Some(name.as_str());
        let is_printed = is("GC")
            || players.is_some() && (is("PB") || is("PW"))
            || is("GN") && value == title
            || !seen.insert((name.clone(), value.clone()));
        if !is_printed {
            let words = is("RE").then(|| outcome::words(&value, lang, is_go));
            info.push((name, words.flatten().unwrap_or(value)));
        }
    }
    let mut authors = about.iter().map(|node| line_of(*node, "AN"));
    Ok(Article {
        title,
        info,
        author: authors.find(|name| !name.is_empty()).unwrap_or_default(),
        blocks: writer.blocks,
        notes: writer.notes,
    })
}

/// The nodes of the main line with game info.
fn with_info(tree: GameTree<'_>) -> impl Iterator<Item = Node<'_>> {
    tree.main_line()
        .filter(|node| node.properties().any(is_info))
}

/// A property of one line of text, without blanks around it; empty if it is missing.
fn line_of(node: Node<'_>, identifier: &str) -> String {
    let text = node.simple_text(identifier).unwrap_or_default();
    text.trim().to_owned()
}

struct Writer<'a> {
    walk: Walk<'a>,
    options: Options,
    keep_breaks: bool,
    blocks: Vec<Block>,
    notes: Vec<Note>,
    /// The figures so far.
    figures: usize,
    /// The diagrams so far.
    diagrams: usize,
}

impl<'a> Writer<'a> {
    /// The players with their ranks, if both are known.
    fn players(node: Node<'_>) -> Option<String> {
        let player = |name, rank| {
            let (name, rank) = (line_of(node, name), crate::binding::rank(node, rank));
            (!name.is_empty()).then(|| format!("{name} {rank}").trim().to_owned())
        };
        Some(format!("{} – {}", player("PB", "BR")?, player("PW", "WR")?))
    }

    fn game(&mut self, tree: GameTree<'a>) {
        for about in with_info(tree).filter_map(|node| node.text("GC")) {
            for text in paragraphs(&about, self.keep_breaks) {
                self.blocks.push(Block::paragraph("", text));
            }
        }
        let cut = parts(tree, self.walk.has_numbers());
        for node in &cut.before {
            self.comment(*node, String::new(), "");
        }
        for figure in cut.figures {
            let (first, last) = (figure.first, figure.last);
            self.figures += 1;
            let mut drawn = draw_one(&mut self.walk, &figure, &self.options);
            drawn.scene.comment = moves(&self.walk, first, &self.options);
            self.notes.extend(drawn.notes);
            let mut figure = book::Figure::new(drawn.scene);
            figure.anchor = format!("figure-{}", self.figures);
            self.blocks.push(Block::Figure(figure));
            self.discuss(first, last);
        }
    }

    /// The comments and variations of the nodes of a figure.
    fn discuss(&mut self, first: Node<'a>, last: Node<'a>) {
        let mut node = Some(first);
        while let Some(here) = node {
            self.node(here);
            if here == last {
                break;
            }
            node = here.first_child();
        }
    }

    fn node(&mut self, node: Node<'a>) {
        let lines = variations(node);
        let from = self.diagrams + 1;
        let to = self.diagrams + lines.shown.len();
        let lang = self.options.lang;
        let reference = match lines.shown.len() {
            0 => String::new(),
            1 => tied(&lang.diagram(from)),
            _ => tied(&lang.diagrams(from, to)),
        };
        let lead = self.lead(node);
        let is_said = self.comment(node, lead.clone(), &reference);
        if lines.shown.is_empty() {
            return;
        }
        if !is_said {
            self.blocks.push(Block::Paragraph(Paragraph {
                lead,
                text: format!("→ {reference}"),
                link: String::new(),
            }));
        }
        self.diagrams = to;
        // Two diagrams, then their comments.
        for (pair, lines) in lines.shown.chunks(2).enumerate() {
            let (mut row, mut words) = (Vec::new(), Vec::new());
            for (number, line) in (from + 2 * pair..).zip(lines) {
                row.push(self.diagram(line, number, from));
                words.extend(self.words(line, number));
            }
            self.blocks.push(Block::Row(row));
            self.blocks.extend(words);
        }
        if lines.left > 0 {
            self.blocks
                .push(Block::paragraph("", lang.more_lines(lines.left)));
        }
    }

    /// Returns the words before the comment of a move: `Black 13`.
    fn lead(&mut self, node: Node<'a>) -> String {
        self.walk.go_to(node);
        let Some(number) = self.walk.move_number() else {
            return String::new();
        };
        let color = self.walk.move_color();
        let names = self.options.lang.names();
        let name = color.map_or("", |color| names.of(color));
        if self.options.lang.is_solid() {
            format!("{name}{number}")
        } else {
            format!("{name}\u{a0}{number}")
        }
    }

    /// The paragraphs of the name and the comment of a node in the figure or diagram of this number.
    fn text_of(&self, node: Node<'_>, number: usize) -> Vec<String> {
        let text = node.comment().unwrap_or_default();
        let mut all = paragraphs(&text, self.keep_breaks);
        let name = line_of(node, "N");
        if !name.is_empty() && all.first() != Some(&name) && !repeats(&name, number) {
            all.insert(0, name);
        }
        all
    }

    /// Adds the name and the comment of a node, followed by `reference` in parentheses; false if it has none.
    fn comment(&mut self, node: Node<'a>, lead: String, reference: &str) -> bool {
        let mut all = self.text_of(node, self.figures);
        if let Some(last) = all.last_mut()
            && !reference.is_empty()
        {
            *last = self.options.lang.aside(last, reference);
        }
        let is_said = !all.is_empty();
        let mut lead = Some(lead);
        for text in all {
            self.blocks.push(Block::Paragraph(Paragraph {
                lead: lead.take().unwrap_or_default(),
                text,
                link: String::new(),
            }));
        }
        is_said
    }

    /// The diagram of a line; `first` is the number of the first diagram at its move.
    fn diagram(&mut self, line: &Variation<'a>, number: usize, first: usize) -> book::Figure {
        let lang = self.options.lang;
        let figure = Figure {
            first: line.first,
            last: line.last,
            kind: Kind::Diagram(number),
            ..marked(line.first_with("FG").unwrap_or(line.first), line.last)
        };
        let before = line.first.parent();
        let mut options = self.options.clone();
        options.first_number = Some(line.before.unwrap_or(0).saturating_add(1));
        options.coordinates.get_or_insert(CoordinateLabels::none());
        options.crop = Crop::Whole;
        let whole = draw_one(&mut self.walk, &figure, &options);
        self.notes.extend(whole.notes.iter().copied());
        let has_view = self.options.view && self.options.crop == Crop::View;
        let seen = line.first_with("VW").filter(|_| has_view).and_then(|_| {
            options.crop = Crop::View;
            let seen = draw_one(&mut self.walk, &figure, &options).scene;
            // A part without any of the moves would be no diagram of them.
            (count_numbers(&seen) > 0 || count_numbers(&whole.scene) == 0).then_some(seen)
        });
        let mut scene = seen.unwrap_or_else(|| {
            options.crop = crop(&whole.scene);
            match options.crop {
                Crop::Whole => whole.scene,
                _ => draw_one(&mut self.walk, &figure, &options).scene,
            }
        });
        let moves = moves(&self.walk, line.first, &options);
        // The number in the figure of the move that the variation replaces or follows.
        let main = before.and_then(|before| before.first_child());
        let place = main.filter(Node::is_on_main_line).map(|main| {
            self.walk.go_to(main);
            self.walk.move_number()
        });
        let name = lang.diagram(number);
        scene.caption = match (line.beside, place.flatten()) {
            _ if line.before.is_some() => lang.aside(&name, lang.word(Word::Continued)),
            (Some((at, number)), _) => lang.aside(&name, &lang.in_place_of_in(number, first + at)),
            (None, Some(number)) => lang.aside(&name, &lang.in_place_of(number)),
            (None, None) => name,
        };
        let shows_name = figure.flags.is_none_or(FigureFlags::shows_name);
        if shows_name && !figure.name.is_empty() && !repeats(&figure.name, number) {
            scene.caption = format!("{}: {}", scene.caption, figure.name);
        }
        scene.comment = moves;
        let mut figure = book::Figure::new(scene);
        figure.anchor = format!("diagram-{number}");
        figure
    }

    /// The comments of a variation.
    fn words(&mut self, line: &Variation<'a>, number: usize) -> Vec<Block> {
        let lang = self.options.lang;
        let mut words = Vec::new();
        let mut count = Count::after(line.before.unwrap_or(0));
        let mut node = Some(line.first);
        while let Some(here) = node {
            let move_number = count.add(here);
            let mut all = self.text_of(here, number);
            if here.properties().any(is_info) {
                let facts = game_info_in(here, lang);
                let facts = facts.iter().map(|(name, value)| format!("{name}: {value}"));
                all.insert(0, facts.collect::<Vec<_>>().join("  ·  "));
            }
            for (index, text) in all.into_iter().enumerate() {
                let lead = match (words.is_empty(), index) {
                    (true, 0) => tied(&lang.diagram(number)),
                    (false, 0) => move_number
                        .map(|number| number.to_string())
                        .unwrap_or_default(),
                    _ => String::new(),
                };
                words.push(Block::Paragraph(Paragraph {
                    link: if words.is_empty() {
                        format!("diagram-{number}")
                    } else {
                        String::new()
                    },
                    lead,
                    text,
                }));
            }
            if here == line.last {
                break;
            }
            node = line.next(here);
        }
        words
    }
}

/// A name that no line break divides.
fn tied(name: &str) -> String {
    name.replace(' ', "\u{a0}")
}

/// How many numbers of moves a scene shows.
fn count_numbers(scene: &Scene) -> usize {
    let numbered = scene.shown().filter(|(_, spot)| spot.number.is_some());
    numbered.count()
}

/// Returns the part of the board for a diagram: its moves, marks, labels and the ends of arrows and lines, with a margin
/// of three points, extended to a near edge, or to a corner if nothing else shows where it is.
fn crop(scene: &Scene) -> Crop {
    const AROUND: u16 = 3;
    /// Size, in points, from which a part saves no space.
    const MOST: u16 = 15;
    let points = scene
        .spots
        .iter()
        .filter(|(_, spot)| spot.number.is_some() || spot.label.is_some() || spot.mark.is_some())
        .map(|(&point, _)| point);
    let strokes = scene.arrows.iter().chain(&scene.lines);
    let points = points.chain(strokes.flat_map(|&(from, to)| [from, to]));
    let Some(rect) = Rect::around(points.filter(|&point| scene.has(point))) else {
        return Crop::Whole;
    };
    let low = |at: u16| if at <= AROUND + 2 { 0 } else { at - AROUND };
    let high = |at: u16, size: u16| {
        if at + AROUND + 3 >= size {
            size - 1
        } else {
            at + AROUND
        }
    };
    let rect = Rect {
        left: low(rect.left),
        top: low(rect.top),
        right: high(rect.right, scene.columns),
        bottom: high(rect.bottom, scene.rows),
    };
    let rect = findable(scene, rect);
    if rect.columns() > MOST && rect.rows() > MOST || scene.columns < 13 {
        Crop::Whole
    } else {
        Crop::Rect(rect)
    }
}

/// Extends a part of the board to the nearest corner, unless it has one, or stones by which readers find it: one at an edge,
/// three elsewhere.
fn findable(scene: &Scene, rect: Rect) -> Rect {
    let (right, bottom) = (scene.columns - 1, scene.rows - 1);
    let has_side = rect.left == 0 || rect.right == right;
    let has_end = rect.top == 0 || rect.bottom == bottom;
    let others = scene.spots.iter().filter(|&(&point, spot)| {
        rect.contains(point) && spot.piece.is_some() && spot.number.is_none()
    });
    let needed = match (has_side, has_end) {
        (true, true) => 0,
        (false, false) => 3,
        _ => 1,
    };
    let mut part = rect;
    if others.count() < needed {
        match has_side {
            true => {}
            _ if rect.left <= right - rect.right => part.left = 0,
            _ => part.right = right,
        }
        match has_end {
            true => {}
            _ if rect.top <= bottom - rect.bottom => part.top = 0,
            _ => part.bottom = bottom,
        }
    }
    part
}
