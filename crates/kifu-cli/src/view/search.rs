use kifu::schema::{self, BasicType};
use kifu::{GameTree, Node, Property};

use super::model::Model;

impl<'a> Model<'a> {
    /// Goes to the next or the previous node with the text searched for: first of this game, then
    /// of the others, and round.
    pub(super) fn search(&mut self, by: isize) {
        if self.query.is_empty() {
            "search with `/` first".clone_into(&mut self.message);
            return;
        }
        let query = self.query.to_lowercase();
        let mut node = self.node;
        let mut is_round = false;
        loop {
            let next = if by < 0 {
                node.previous_in_file()
            } else {
                node.next_in_file()
            };
            node = next.unwrap_or_else(|| {
                let (game, turned) = self.beside(node.game(), by);
                is_round |= turned;
                if by < 0 {
                    game.root().last_in_file()
                } else {
                    game.root()
                }
            });
            let is_back = node == self.node;
            if has_text(node, &query) {
                self.go_to(node);
                if is_back {
                    "nowhere else".clone_into(&mut self.message);
                } else if is_round {
                    "found beyond the end of the file".clone_into(&mut self.message);
                }
                return;
            }
            if is_back {
                self.message = format!("`{}` is not found", self.query);
                return;
            }
        }
    }

    /// The game before or after, and whether that is round the end of the file.
    fn beside(&self, game: GameTree<'a>, by: isize) -> (GameTree<'a>, bool) {
        let count = self.collection.len();
        let number = game.number();
        let (next, turned) = if by < 0 {
            (number.checked_sub(1).unwrap_or(count - 1), number == 0)
        } else {
            ((number + 1) % count, number + 1 == count)
        };
        (self.collection.game(next).unwrap_or(game), turned)
    }
}

/// Whether a text of the node has `query`, which is in lower case.
fn has_text(node: Node<'_>, query: &str) -> bool {
    let game = node.game().kind();
    node.properties().any(|property| {
        is_text(&property, game)
            && property.values().any(|raw| {
                let text = kifu::value::text::parse(raw);
                text.to_lowercase().contains(query)
            })
    })
}

/// Whether the property holds text; an unknown one may.
fn is_text(property: &Property<'_>, game: Option<schema::Game>) -> bool {
    let Some(known) = schema::lookup(game, &property.identifier()) else {
        return true;
    };
    let parts = [
        known.value.single,
        known.value.compose.map(|(_, second)| second),
    ];
    let is_words = |part| matches!(part, BasicType::Text | BasicType::SimpleText);
    parts.into_iter().flatten().any(is_words)
}
