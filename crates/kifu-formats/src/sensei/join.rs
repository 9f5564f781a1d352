use kifu_go::Board;
use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, Point, PointSet, Size, point_list};

use super::diagram::Diagram;
use crate::draft::{Draft, Record};

/// Builds games from diagrams: a diagram that continues the previous one is part of its game.
pub(super) fn games(diagrams: &[Diagram], draft: &mut Draft) {
    let mut rest = diagrams;
    while let [first, behind @ ..] = rest {
        rest = behind;
        let mut game = Line::begin(first, draft);
        while let [next, behind @ ..] = rest {
            if !game.goes_on_with(next) {
                break;
            }
            game.add(next);
            rest = behind;
        }
        game.finish();
    }
}

struct Line<'a> {
    record: Record<'a>,
    size: Size,
    view: Option<PointSet>,
    board: Board,
    node: NodeId,
    /// The number of the next move.
    next: u32,
    last: Option<Color>,
    /// Player to move in the header of a diagram without moves.
    to_play: Option<Color>,
}

impl<'a> Line<'a> {
    fn begin(diagram: &Diagram, draft: &'a mut Draft) -> Self {
        let mut record = draft.begin(Game::Go, diagram.size);
        let root = NodeId::ROOT;
        record.add_points(root, "AB", diagram.black.iter());
        record.add_points(root, "AW", diagram.white.iter());
        record.text(root, "GN", &diagram.title);
        if let Some(view) = &diagram.view {
            for item in point_list::compress(view) {
                record.add(root, "VW", &item.to_string());
            }
        }
        let mut line = Self {
            record,
            size: diagram.size,
            view: diagram.view.clone(),
            board: position(diagram),
            node: root,
            next: diagram.first.unwrap_or(1),
            last: None,
            to_play: None,
        };
        line.moves(diagram);
        line.markup(diagram);
        line
    }

    fn goes_on_with(&self, diagram: &Diagram) -> bool {
        // A diagram without moves shows no number either.
        let number = diagram.first.unwrap_or(1);
        let fits = number == self.next || diagram.moves.is_empty() && diagram.first.is_none();
        fits && diagram.size == self.size
            && diagram.view == self.view
            && position(diagram) == self.board
    }

    fn add(&mut self, diagram: &Diagram) {
        self.moves(diagram);
        if self.node != NodeId::ROOT {
            self.record.text(self.node, "N", &diagram.title);
        }
        self.markup(diagram);
    }

    fn moves(&mut self, diagram: &Diagram) {
        if diagram.moves.is_empty() && self.node == NodeId::ROOT {
            self.to_play = self.to_play.or(diagram.color);
        }
        let mut color = diagram.color.unwrap_or(Color::Black);
        for &point in &diagram.moves {
            let is_first = self.node == NodeId::ROOT;
            self.node = self.record.play(self.node, color, Some(point));
            if is_first && self.next != 1 {
                self.record.set(self.node, "MN", &self.next.to_string());
            }
            let _ = self.board.play(point, color);
            self.last = Some(color);
            self.next = self.next.saturating_add(1);
            color = color.opponent();
        }
    }

    /// Adds the markup of a diagram to its last position.
    fn markup(&mut self, diagram: &Diagram) {
        for (mark, point) in &diagram.marks {
            self.record.add(self.node, mark, &point.to_string());
        }
        for (point, label) in &diagram.labels {
            self.record
                .add(self.node, "LB", &value::compose::to_sgf(point, label));
        }
        for (kind, from, to) in &diagram.strokes {
            self.record
                .add(self.node, kind, &value::compose::to_sgf(from, to));
        }
    }

    /// Writes the player to move if no move shows it.
    fn finish(mut self) {
        if self.last.is_none()
            && let Some(color) = self.to_play
        {
            self.record.set(NodeId::ROOT, "PL", color.letter());
        }
    }
}

fn position(diagram: &Diagram) -> Board {
    let mut board = Board::new(diagram.size);
    let stones = |points: &PointSet, color: Color| {
        let points: Vec<Point> = points.iter().collect();
        points.into_iter().map(move |point| (point, Some(color)))
    };
    let all = stones(&diagram.black, Color::Black).chain(stones(&diagram.white, Color::White));
    let _ = board.setup(all);
    board
}
