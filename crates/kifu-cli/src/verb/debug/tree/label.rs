use std::fmt::Write as _;

use kifu::value::{self, Size};
use kifu::{GameTree, Node};

use crate::harmless::{self, cut};

/// Columns of a move that are shown at most.
const MOVE_WIDTH: usize = 16;

/// Columns of a name that are shown at most.
const NAME_WIDTH: usize = 40;

/// Annotations and the signs they are written with.
const SIGNS: [(&str, &str); 4] = [("TE", "!"), ("BM", "?"), ("IT", "!?"), ("DO", "?!")];

/// How the nodes of a game are written.
pub(super) struct Labels {
    /// Whether `tt` is a pass.
    has_tt_pass: bool,
}

impl Labels {
    pub(super) fn of(game: GameTree<'_>) -> Self {
        let size = game.root().value("SZ").map_or(Some(Size::GO), |raw| {
            value::size::parse_lenient(raw).ok().map(|size| size.value)
        });
        let is_go = game.kind() == Some(kifu::schema::Game::Go);
        Self {
            has_tt_pass: is_go && size.is_some_and(Size::has_tt_pass),
        }
    }

    /// A node in a few characters; `number` is that of its move. Its name is cut to the free columns of
    /// `room`.
    pub(super) fn label(&self, node: Node<'_>, number: usize, room: usize) -> String {
        let mut label = match node.play() {
            Some((color, raw)) => {
                let mut label = format!("{number} {color} {}", self.point(raw));
                // A node must not have two moves, and some have.
                let others = node.properties().skip_while(|property| !property.is(color));
                for other in others.skip(1) {
                    if let Some(color) = ["B", "W"].into_iter().find(|color| other.is(color)) {
                        let _ = write!(label, " {color} {}", self.point(other.value()));
                    }
                }
                label
            }
            None if node.is_root() => "root".to_owned(),
            None => "·".to_owned(),
        };
        if node.properties().any(|property| {
            ["AB", "AW", "AE"]
                .into_iter()
                .any(|setup| property.is(setup))
        }) {
            label.push_str(" setup");
        }
        for (identifier, sign) in SIGNS {
            if node.has(identifier) {
                label.push_str(sign);
            }
        }
        if let Some(name) = node.simple_text("N").filter(|name| !name.trim().is_empty()) {
            // ` "` before the name, and `" *` after it.
            let room = room.saturating_sub(harmless::columns(&label) + 5);
            label.push_str(" \"");
            label.push_str(&harmless::line(&cut(name.trim(), room.min(NAME_WIDTH))));
            label.push('"');
        }
        if node.has("C") {
            label.push_str(" *");
        }
        label
    }

    fn point(&self, raw: &str) -> String {
        if raw.is_empty() || (self.has_tt_pass && raw == "tt") {
            return "pass".to_owned();
        }
        harmless::line(&cut(raw, MOVE_WIDTH)).into_owned()
    }
}

/// How a comment begins: its first words, without the line breaks.
pub(super) fn beginning(comment: &str, width: usize) -> String {
    // Text beyond the limit is not read: comments may be long.
    let words = comment.split_whitespace().take(width);
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        if text.len() > width * 4 {
            break;
        }
    }
    harmless::line(&cut(&text, width)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_comment_begins_with_its_words() {
        assert_eq!(beginning("  two\n\nlines  ", 20), "two lines");
    }
}
