use std::collections::{BTreeMap, HashMap};

use kifu_go::Board;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, PointSet, Size};
use kifu_sgf::{NodeId, value};

use super::data::{Place, Plan, Step};
use super::figure::{self, Figure, Remark};
use super::header::Header;
use super::sections::{Line, Sections};
use crate::draft::{Draft, Record};
use crate::note::{Notes, quote};

/// Makes the game, and one game more for each figure that begins with no position of it.
pub(super) fn build(sections: &Sections, header: &Header<'_>, draft: &mut Draft) {
    let size = header.size().unwrap_or_else(|text| {
        draft.notes.file(format_args!(
            "{} is not the size of a Go board; using 19",
            quote(text)
        ));
        Size::GO
    });
    let plan = Plan {
        size,
        from_bottom: header.counts_from_bottom(),
    };
    let steps = steps(sections, plan, &mut draft.notes);
    let (remarks, figures) = figure::read(&sections.figure, plan, &mut draft.notes);
    let mut record = draft.begin(Game::Go, size);
    header.fill(&mut record);
    let mut line = MainLine::play(&steps, size, &mut record);
    for remark in remarks {
        let node = line.node(remark.number);
        line.remark(node, remark, &mut record);
    }
    talk(&sections.review_comment, &mut line, record.notes);
    if !sections.comment.is_empty() {
        let text: Vec<_> = sections.comment.iter().map(|(_, line)| &line[..]).collect();
        line.comment(NodeId::ROOT, &text.join("\n"));
    }
    let mut apart = Vec::new();
    for figure in figures {
        match line.base(&figure, size) {
            Some(node) => line.attach(node, figure, &mut record),
            None => apart.push(figure),
        }
    }
    line.finish(&mut record);
    header.note_the_rest(&mut record);
    for figure in apart {
        alone(figure, size, draft);
    }
}

/// Returns the moves of `[Data]`, or of `[ReviewNode]` if there are none.
fn steps(sections: &Sections, plan: Plan, notes: &mut Notes) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut timed = 0;
    for (number, line) in &sections.data {
        match Step::parse(line, plan) {
            Some(step) => {
                timed += usize::from(step.is_timed);
                steps.push(step);
            }
            // Ends of figures and advertisements stray into it.
            None if line.trim_start().starts_with('.') => {}
            None => notes.line(
                *number,
                format_args!("ignored, not a move on the board: {}", quote(line)),
            ),
        }
    }
    if timed > 0 {
        notes.file(format_args!(
            "the seconds used for {timed} moves are omitted: SGF has no property for them"
        ));
    }
    let nodes = sections.review_node.iter();
    let nodes: Vec<_> = nodes
        .filter_map(|(_, line)| review_node(line, plan))
        .collect();
    let played = |steps: &[Step]| steps.iter().filter(|step| step.number > 0).count();
    if steps.is_empty() {
        return nodes;
    }
    if played(&nodes) > played(&steps) {
        notes.file(format_args!(
            "the review has {} moves and the game {}; the format of branches in reviews is undocumented, so the game is used",
            played(&nodes),
            played(&steps)
        ));
    }
    steps
}

/// Reads `NODE,k,color,x,y`: node 1 is before the first move; column and row 20 are a pass.
fn review_node(line: &str, plan: Plan) -> Option<Step> {
    let mut fields = line.trim().strip_prefix("NODE,")?.split(',').map(str::trim);
    let number: usize = fields.next()?.parse().ok()?;
    let color = match fields.next()? {
        "1" => Color::Black,
        "2" => Color::White,
        _ => return None,
    };
    let (column, row) = (fields.next()?, fields.next()?);
    let is_pass = column.parse::<u16>().ok()? > plan.size.columns();
    Some(Step {
        place: match plan.of_numbers(column, row) {
            Some(point) => Place::Point(point),
            None if is_pass => Place::Pass,
            None => return None,
        },
        color: Some(color),
        number: number.checked_sub(1).filter(|number| *number > 0)?,
        is_timed: false,
    })
}

/// The game itself, and the texts at its nodes.
struct MainLine {
    /// The root, and the node of each move.
    nodes: Vec<NodeId>,
    /// The node of a number of `[Data]`.
    numbers: HashMap<usize, usize>,
    /// Numbers of the moves after which a position occurred, by its hash.
    positions: HashMap<u64, Vec<usize>>,
    comments: BTreeMap<NodeId, String>,
    labels: BTreeMap<NodeId, PointSet>,
    /// Whether an empty node is after the last move.
    has_end: bool,
}

impl MainLine {
    fn play(steps: &[Step], size: Size, record: &mut Record<'_>) -> Self {
        let mut line = Self {
            nodes: vec![NodeId::ROOT],
            numbers: HashMap::new(),
            positions: HashMap::new(),
            comments: BTreeMap::new(),
            labels: BTreeMap::new(),
            has_end: false,
        };
        let mut board = Board::new(size);
        setup(steps, record, NodeId::ROOT, &mut board);
        line.note_position(&board);
        let mut last = Color::White;
        for step in steps.iter().filter(|step| step.number > 0) {
            let node = line.nodes[line.nodes.len() - 1];
            let color = step.color.unwrap_or(last.opponent());
            let node = play(record, node, color, step.place, &mut board);
            if step.place == Place::Penalty {
                line.comment(node, "`YB`: a pass, probably given as a penalty.");
            }
            last = color;
            line.numbers.insert(step.number, line.nodes.len());
            line.nodes.push(node);
            line.note_position(&board);
        }
        line
    }

    fn note_position(&mut self, board: &Board) {
        let index = self.nodes.len() - 1;
        self.positions.entry(board.hash()).or_default().push(index);
    }

    /// The node of the move `number`, or the last one.
    fn node(&self, number: usize) -> NodeId {
        if number == 0 {
            return NodeId::ROOT;
        }
        let index = self.numbers.get(&number).copied();
        self.nodes[index.unwrap_or(number).min(self.nodes.len() - 1)]
    }

    fn comment(&mut self, node: NodeId, text: &str) {
        let text = text.trim_end();
        if text.trim().is_empty() {
            return;
        }
        let all = self.comments.entry(node).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(text);
    }

    fn remark(&mut self, node: NodeId, remark: Remark, record: &mut Record<'_>) {
        self.comment(node, &remark.text);
        if remark.labels.is_empty() {
            return;
        }
        let labeled = self.labels.entry(node).or_default();
        for (point, label) in remark.labels {
            // A point has one label.
            if labeled.insert(point) {
                let label = kifu_syntax::text::escape_compose_simple_text(&label).into_owned();
                record.add(node, "LB", &value::compose::to_sgf(point, label));
            }
        }
    }

    /// The node at whose position a figure begins: the nearest one at or before its move.
    fn base(&self, figure: &Figure, size: Size) -> Option<NodeId> {
        if !figure.steps.iter().any(|step| step.number == 0) {
            return Some(self.node(figure.number));
        }
        let mut board = Board::new(size);
        for step in figure.steps.iter().filter(|step| step.number == 0) {
            if let (Place::Point(point), Some(color)) = (step.place, step.color) {
                let _ = board.set(point, Some(color));
            }
        }
        let last = self
            .numbers
            .get(&figure.number)
            .copied()
            .unwrap_or(figure.number);
        let places = self.positions.get(&board.hash())?;
        let before = places.partition_point(|index| *index <= last);
        let index = before
            .checked_sub(1)
            .map_or(places[0], |before| places[before]);
        Some(self.nodes[index])
    }

    /// Adds an empty node after the last move, so that a figure after it is not a part of the game.
    fn end(&mut self, record: &mut Record<'_>) {
        if !self.has_end {
            record.child(self.nodes[self.nodes.len() - 1]);
            self.has_end = true;
        }
    }

    /// Adds the moves of a figure as a variation. In a game without moves, the first figure is the main line.
    fn attach(&mut self, base: NodeId, figure: Figure, record: &mut Record<'_>) {
        let is_after_last = self.nodes.len() > 1 && self.nodes.last() == Some(&base);
        if is_after_last && figure.steps.iter().any(|step| step.number > 0) {
            self.end(record);
        }
        let mut node = base;
        let mut first = None;
        let mut last = Color::White;
        for step in figure.steps.iter().filter(|step| step.number > 0) {
            let color = step.color.unwrap_or(last.opponent());
            node = record.play(node, color, point(step.place));
            last = color;
            first.get_or_insert(node);
        }
        let Some(first) = first else {
            // No variation: a remark with a title.
            self.comment(base, &figure.title);
            self.remark(base, figure.remark, record);
            return;
        };
        record.text(first, "N", &figure.title);
        self.remark(first, figure.remark, record);
    }

    fn finish(self, record: &mut Record<'_>) {
        for (node, text) in self.comments {
            record.lines(node, "C", &text);
        }
    }
}

/// Reads chat: `.Comment,k` and lines; node k is after move k - 1.
fn talk(lines: &[Line], main: &mut MainLine, notes: &mut Notes) {
    let mut node = NodeId::ROOT;
    let mut text = String::new();
    for (number, line) in lines {
        let Some(rest) = line.strip_prefix(".Comment,") else {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line.trim());
            continue;
        };
        main.comment(node, &std::mem::take(&mut text));
        let moves = rest
            .trim()
            .parse::<usize>()
            .map_or(0, |k| k.saturating_sub(1));
        if moves >= main.nodes.len() {
            notes.line(
                *number,
                format_args!("the game has no move {moves}; its text is at the last move"),
            );
        }
        node = main.nodes[moves.min(main.nodes.len() - 1)];
    }
    main.comment(node, &text);
}

/// Adds a figure that does not begin with a position of the game as a separate game.
fn alone(figure: Figure, size: Size, draft: &mut Draft) {
    draft.notes.line(
        figure.line,
        "the figure begins with a position that is not in the game; it becomes a separate game",
    );
    let mut record = draft.begin(Game::Go, size);
    let mut board = Board::new(size);
    setup(&figure.steps, &mut record, NodeId::ROOT, &mut board);
    record.text(NodeId::ROOT, "GN", &figure.title);
    let mut line = MainLine::play(&[], size, &mut record);
    let moves = Figure {
        title: String::new(),
        ..figure
    };
    line.attach(NodeId::ROOT, moves, &mut record);
    line.finish(&mut record);
}

const fn point(place: Place) -> Option<Point> {
    match place {
        Place::Point(point) => Some(point),
        Place::Pass | Place::Penalty => None,
    }
}

/// Puts the stones of lines of number 0.
fn setup(steps: &[Step], record: &mut Record<'_>, node: NodeId, board: &mut Board) {
    let (mut black, mut white) = (PointSet::default(), PointSet::default());
    for step in steps.iter().filter(|step| step.number == 0) {
        if let (Some(point), Some(color)) = (point(step.place), step.color) {
            let (own, other) = match color {
                Color::Black => (&mut black, &mut white),
                Color::White => (&mut white, &mut black),
            };
            other.remove(point);
            own.insert(point);
            let _ = board.set(point, Some(color));
        }
    }
    record.add_points(node, "AB", black.iter());
    record.add_points(node, "AW", white.iter());
}

fn play(
    record: &mut Record<'_>,
    node: NodeId,
    color: Color,
    to: Place,
    board: &mut Board,
) -> NodeId {
    let at = point(to);
    if let Some(at) = at {
        let _ = board.play(at, color);
    }
    record.play(node, color, at)
}
