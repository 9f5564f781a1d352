//! Output of a reader: games and notes.

use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Move, Point, Size};
use kifu_sgf::{Collection, GameTreeMut, NodeId};

use crate::note::Notes;

/// The games of a file that is being read.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) collection: Collection,
    pub(crate) notes: Notes,
}

impl Draft {
    /// Begins a game on a board of `size`.
    pub(crate) fn begin(&mut self, game: Game, size: Size) -> Record<'_> {
        let mut record = self.begin_without_size(game);
        record.set(NodeId::ROOT, "SZ", &size.sgf().to_string());
        record
    }

    /// Begins a game whose size follows later, or never.
    pub(crate) fn begin_without_size(&mut self, game: Game) -> Record<'_> {
        let mut record = Record {
            game: self.collection.add_game(),
            notes: &mut self.notes,
        };
        record.set(NodeId::ROOT, "FF", "4");
        record.set(NodeId::ROOT, "GM", &game.number().to_string());
        record.set(NodeId::ROOT, "CA", "UTF-8");
        record
    }
}

/// A game that is being read.
///
/// Identifiers and nodes come from the reader itself, so no change can fail: [`EditError`](kifu_sgf::EditError) is
/// ignored.
pub(crate) struct Record<'a> {
    game: GameTreeMut<'a>,
    pub(crate) notes: &'a mut Notes,
}

impl Record<'_> {
    /// Adds a node.
    pub(crate) fn child(&mut self, parent: NodeId) -> NodeId {
        self.game.append_child(parent).unwrap_or(parent)
    }

    /// Adds a node with a move; `None` is a pass.
    pub(crate) fn play(&mut self, parent: NodeId, color: Color, point: Option<Point>) -> NodeId {
        let node = self.child(parent);
        let made = point.map_or(Move::Pass, Move::Play);
        self.set(node, identifier(color), &made.sgf().to_string());
        node
    }

    /// Sets a property to one raw value.
    pub(crate) fn set(&mut self, node: NodeId, identifier: &str, raw: &str) {
        let _ = self.game.set(node, identifier, &[raw]);
    }

    /// Adds a raw value to a property.
    pub(crate) fn add(&mut self, node: NodeId, identifier: &str, raw: &str) {
        let _ = self.game.add(node, identifier, raw);
    }

    /// Sets a property to a list of points; no effect if there are none.
    pub(crate) fn add_points(
        &mut self,
        node: NodeId,
        identifier: &str,
        points: impl IntoIterator<Item = Point>,
    ) {
        let raw: Vec<_> = points.into_iter().map(|point| point.to_string()).collect();
        if !raw.is_empty() {
            let _ = self.game.set(node, identifier, &raw);
        }
    }

    /// Sets a SimpleText; no effect if it is blank.
    pub(crate) fn text(&mut self, node: NodeId, identifier: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            let _ = self.game.set_simple_text(node, identifier, text);
        }
    }

    /// Sets a Text of several lines; no effect if it is blank.
    pub(crate) fn lines(&mut self, node: NodeId, identifier: &str, text: &str) {
        let text = text.trim_end();
        if !text.trim().is_empty() {
            let _ = self.game.set_text(node, identifier, text);
        }
    }

    /// Adds a property without checking for existing ones.
    pub(crate) fn push(&mut self, node: NodeId, identifier: &str, raw: &[String]) {
        let _ = self.game.push_property(node, identifier, raw);
    }

    /// Removes a property.
    pub(crate) fn remove(&mut self, node: NodeId, identifier: &str) {
        let _ = self.game.remove_property(node, identifier);
    }

    /// Removes a node and those below it.
    pub(crate) fn delete(&mut self, node: NodeId) {
        let _ = self.game.remove(node);
    }

    /// Makes the line to `node` the main line.
    pub(crate) fn make_main_line(&mut self, node: NodeId) {
        let _ = self.game.make_main_line(node);
    }
}

/// The identifier of a move.
pub(crate) const fn identifier(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
