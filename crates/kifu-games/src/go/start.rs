use kifu_sgf::{
    GameTree, Node,
    value::{ValueErrorKind, handicap, size},
};

use super::read_rules;
use crate::{Note, NoteKind};
use kifu_go::{Color, Rules, Size};

/// The start of a game, from the root of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Size of the board (`SZ`); 19×19 if the root has no valid size. Sides over 52 are cut to 52.
    pub size: Size,
    /// The rules (`RU`); [`Rules::default`] if the root has none, or unknown ones.
    pub rules: Rules,
    /// The handicap (`HA`); 0 if there is none.
    pub handicap: u16,
    /// The first player to move, before `PL` of the root applies: the player of the first move of the main line. If
    /// there is none, White in a handicap game, and Black otherwise.
    pub to_play: Color,
}

impl Start {
    /// Reads the root of a tree.
    #[must_use]
    pub fn of(tree: GameTree<'_>) -> Self {
        let root = tree.root();
        let size = Self::size_of(tree);
        let rules = root.value("RU").and_then(read_rules);
        let handicap = root
            .value("HA")
            .and_then(|raw| handicap::parse_lenient(raw).ok())
            .map_or(0, |read| read.value);
        let first = tree.main_line().find_map(|node| node.play());
        let to_play = match first {
            Some(("W", _)) => Color::White,
            None if handicap >= 2 => Color::White,
            _ => Color::Black,
        };
        Self {
            size,
            rules: rules.unwrap_or_default(),
            handicap,
            to_play,
        }
    }

    /// The board alone: [`Start::size`].
    #[must_use]
    pub fn size_of(tree: GameTree<'_>) -> Size {
        let raw = tree.root().value("SZ");
        raw.map_or(Size::default(), |raw| board(raw).0)
    }

    /// Problems of the root, except its stones and moves.
    pub(super) fn notes(&self, root: Node<'_>) -> impl Iterator<Item = Note> {
        let used = self.size;
        let fault = root.value("SZ").and_then(|raw| board(raw).1);
        let size = fault.map(|error| ("SZ", NoteKind::NotASize { error, used }));
        let stones = self.handicap;
        let bare = stones >= 2 && !root.has("AB");
        let handicap = bare.then_some(("HA", NoteKind::HandicapWithoutStones { stones }));
        size.into_iter()
            .chain(handicap)
            .map(move |(identifier, kind)| {
                let property = root.get(identifier);
                Note {
                    node: root.id(),
                    span: property.and_then(|property| property.value_spans().next()),
                    kind,
                }
            })
    }
}

/// Returns the board of a value of `SZ`, and the error of the value, if any.
fn board(raw: &str) -> (Size, Option<ValueErrorKind>) {
    match size::parse_lenient(raw) {
        Ok(read) => {
            let fits = read.value.has_letters();
            (
                read.value.at_most(Size::LETTERS),
                (!fits).then_some(ValueErrorKind::OutOfRange),
            )
        }
        Err(error) => (Size::default(), Some(error.kind)),
    }
}
