//! Turns and mirrors boards, exchanges colors.

use std::borrow::Cow;
use std::collections::BTreeSet;

use kifu_go::Symmetry;
use kifu_sgf::games::little_golem;
use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::size;
use kifu_sgf::{GameTree, GameTreeMut, Node, Property};
use kifu_syntax::text::escape_brackets;

use super::Note;
use super::board::{Board, spaced};
use super::colors::{self, Handicap, Komi, Swapped};
use super::fit::{self, Refusal};
use super::points;
use super::strays;
use super::strip::Kind;
use crate::copy::escaped;
use crate::edits::{self, Edit, Values};

/// A transformation of board and colors: one of eight symmetries, with or without an exchange of colors.
///
/// | what | how it follows |
/// |---|---|
/// | moves, setup, markup, labels, arrows, lines, territory, `DD`, `VW` | to where their points come to lie, rectangles by their corners |
/// | `SZ` | columns and rows exchanged with those of the board |
/// | `B`, `AB`, `TB`, `BL`, `OB`, `GB`, `PB`, `BR`, `BT` and those of White | exchanged with each other |
/// | `PL`, `RE` | name the other player |
/// | `V` | changes its sign; so does `KM`, unless [`Komi`] says otherwise |
/// | `HA` | stays, unless [`Handicap`] says otherwise |
/// | texts, and properties that the standard does not know | stay as they are |
///
/// If a game begins with pieces that are not in the record, or its rules distinguish directions, only transformations
/// that keep it the same game are accepted. A board with points that have no name is not turned, and a board of
/// different sides not by a symmetry that would make a value off the board a point: see [`Refusal`].
///
/// ```
/// use kifu_collection::transform::Turn;
/// use kifu_go::Symmetry;
/// use kifu_sgf::Collection;
///
/// let mut collection = Collection::from("(;SZ[9:5]PB[A]RE[B+R];B[ca];W[ic]TR[aa:ba])");
/// let turn = Turn { symmetry: Symmetry::Rotate90, swaps_colors: true, ..Turn::default() };
/// turn.apply(&mut collection.game_mut(0).unwrap())?;
/// assert_eq!(collection.to_bytes()?, b"(;SZ[5:9]PW[A]RE[W+R];W[ec];B[ci]TR[ea:eb])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The symmetry of the board.
    pub symmetry: Symmetry,
    /// Whether to exchange colors.
    pub swaps_colors: bool,
    /// Treatment of the komi when colors are exchanged.
    pub komi: Komi,
    /// Treatment of the number of handicap stones when colors are exchanged.
    pub handicap: Handicap,
}

impl Turn {
    /// Whether the transformation is the identity.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.symmetry == Symmetry::Identity && !self.swaps_colors
    }

    /// Checks whether the transformation can be applied to a game.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check(self, tree: GameTree<'_>) -> Result<(), Refusal> {
        if self.is_empty() {
            return Ok(());
        }
        self.board(tree).map(drop)
    }

    /// The board of a game that can be turned.
    fn board(self, tree: GameTree<'_>) -> Result<Board, Refusal> {
        let (kind, size) = fit::check(tree, self.symmetry, self.swaps_colors)?;
        let board = Board::new(tree, kind, size, self.symmetry);
        strays::check(tree, board)?;
        Ok(board)
    }

    /// Applies the transformation to a game. Returns notes on values that should have followed but were left unchanged.
    ///
    /// # Errors
    /// The reason why the game cannot be turned; the game is unchanged.
    pub fn apply(self, game: &mut GameTreeMut<'_>) -> Result<Vec<Note>, Refusal> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let tree = game.tree();
        let board = self.board(tree)?;
        let mut pass = Pass {
            turn: &self,
            board,
            is_old: is_old(tree),
            has_game: tree.root().has("GM"),
            edits: Vec::new(),
            notes: Vec::new(),
            unknown: BTreeSet::new(),
        };
        for node in tree.nodes() {
            for (place, property) in node.properties().enumerate() {
                pass.property(node, place, property);
            }
        }
        let Pass { edits, notes, .. } = pass;
        // The places come from this game, and the values from its properties.
        let _ = edits::apply(game, &edits);
        Ok(notes)
    }
}

/// Whether two values of `VW` are opposite corners of the visible area, as before FF\[4\].
fn is_old(tree: GameTree<'_>) -> bool {
    let version = tree.root().value("FF").map(str::trim);
    matches!(version, Some("1" | "2" | "3"))
}

/// The new identifier in the style of the old one: `PlayerBlack` becomes `PlayerWhite`, `noW` becomes `noB`, and `pw`
/// becomes `pb`.
fn renamed(written: &str, new: Option<&str>, has_game: bool) -> String {
    let Some(new) = new else {
        return written.to_owned();
    };
    if !written.contains(|sign: char| sign.is_ascii_uppercase()) {
        let small = new.to_ascii_lowercase();
        // In a record that does not name its game, this is a move of Little Golem.
        let is_misread = !has_game && little_golem::is_move_identifier(&small);
        return if is_misread { new.to_owned() } else { small };
    }
    let swapped = if written.contains("Black") {
        written.replace("Black", "White")
    } else {
        written.replace("White", "Black")
    };
    let capitals = |name: &str| {
        name.bytes()
            .filter(u8::is_ascii_uppercase)
            .collect::<Vec<_>>()
    };
    if capitals(&swapped) == new.as_bytes() {
        return swapped;
    }
    if capitals(written).len() != new.len() {
        return new.to_owned();
    }
    let mut letters = new.chars();
    let letter = |sign: char| match sign {
        'A'..='Z' => letters.next().unwrap_or(sign),
        _ => sign,
    };
    written.chars().map(letter).collect()
}

/// One pass over the properties of a game.
struct Pass<'t> {
    turn: &'t Turn,
    board: Board,
    is_old: bool,
    /// Whether the root names the game.
    has_game: bool,
    edits: Vec<Edit>,
    notes: Vec<Note>,
    /// The unknown properties that were already reported.
    unknown: BTreeSet<String>,
}

impl Pass<'_> {
    fn property(&mut self, node: Node<'_>, place: usize, property: Property<'_>) {
        let identifier = property.identifier();
        let mut values = self.turned(node, property, &identifier);
        let mut new_identifier = None;
        if self.turn.swaps_colors {
            new_identifier = colors::counterpart(&identifier);
            let raw = property.value();
            let Turn { komi, handicap, .. } = *self.turn;
            match colors::swapped(self.board.game, &identifier, raw, komi, handicap) {
                Swapped::Same => {}
                Swapped::Value(value) if value == raw => {}
                Swapped::Value(value) => {
                    // Excess values of the property are kept.
                    let others = property.values().skip(1).map(escaped);
                    values = Some(std::iter::once(escaped(&value)).chain(others).collect());
                }
                Swapped::Dropped => {
                    self.edits.push(Edit {
                        node: node.id(),
                        place,
                        identifier: identifier.into_owned(),
                        values: Values::Gone,
                    });
                    return;
                }
                Swapped::Unreadable => {
                    let missing = match &*identifier {
                        "KM" | "KI" | "V" => "number that can be negated",
                        "RE" => "winner that can be exchanged",
                        _ => "color",
                    };
                    let what = format!("`{identifier}[{raw}]` is unchanged: it has no {missing}");
                    self.note(node, property, what);
                }
            }
        }
        if values.is_some() || new_identifier.is_some() {
            self.edits.push(Edit {
                node: node.id(),
                place,
                identifier: renamed(property.written_identifier(), new_identifier, self.has_game),
                values: values.map_or(Values::Kept, Values::New),
            });
        }
    }

    /// The transformed values of a property with points; `None` if none changes.
    fn turned(
        &mut self,
        node: Node<'_>,
        property: Property<'_>,
        identifier: &str,
    ) -> Option<Vec<String>> {
        if self.turn.symmetry == Symmetry::Identity {
            return None;
        }
        if identifier == "SZ" {
            let size = self.board.turned_size();
            let turns = node.is_root() && size != self.board.size;
            return turns.then(|| vec![self.exchanged(property.value())]);
        }
        let Some(definition) = schema::lookup(self.board.game, identifier) else {
            self.unknown(node, property, identifier);
            return None;
        };
        if !points::has_points(definition) {
            return None;
        }
        if let Some(corners) = self.corners(property, identifier) {
            return Some(corners);
        }
        let mut values = Vec::with_capacity(property.len());
        for raw in property.values() {
            if let Some(turned) = points::turned(self.board, definition, raw) {
                values.push(turned);
                continue;
            }
            let size = self.board.size;
            let what = format!(
                "`{identifier}[{raw}]` is unchanged: not a {} on a board of {}×{}",
                if matches!(identifier, "B" | "W") {
                    "move"
                } else {
                    "point"
                },
                size.columns(),
                size.rows()
            );
            self.note(node, property, what);
            values.push(raw.to_owned());
        }
        let same = property.values().eq(values.iter().map(String::as_str));
        for value in values.iter_mut().filter(|_| !same) {
            if let Cow::Owned(new) = escape_brackets(value) {
                *value = new;
            }
        }
        (!same).then_some(values)
    }

    /// A size with columns and rows exchanged, and the white space of the old value if it is written with a colon.
    fn exchanged(&self, raw: &str) -> String {
        let size = self.board.turned_size();
        let spaced = raw.split_once(':').map(|(columns, rows)| {
            let (left, right) = (columns.trim(), rows.trim());
            format!("{}:{}", spaced(right, columns), spaced(left, rows))
        });
        let is_right = |raw: &String| size::parse_lenient(raw).is_ok_and(|read| read.value == size);
        spaced
            .filter(is_right)
            .unwrap_or_else(|| size.sgf().to_string())
    }

    /// The corners of the visible area in files of old versions.
    fn corners(&self, property: Property<'_>, identifier: &str) -> Option<Vec<String>> {
        if !self.is_old || identifier != "VW" || property.len() != 2 {
            return None;
        }
        let mut values = property.values();
        let (first, second) = self.board.corners(values.next()?, values.next()?)?;
        Some(vec![first, second])
    }

    /// Reports, once per property, that an unknown property that seems to contain points is unchanged.
    fn unknown(&mut self, node: Node<'_>, property: Property<'_>, identifier: &str) {
        let looks_like_points = Kind::Analysis.comprises(Some(Game::Go), identifier)
            || (!property.is_empty()
                && property.values().all(|raw| self.board.point(raw).is_some()));
        if looks_like_points && self.unknown.insert(identifier.to_owned()) {
            let what =
                format!("`{identifier}` stays here and below: it is private, and may hold points");
            self.note(node, property, what);
        }
    }

    fn note(&mut self, node: Node<'_>, property: Property<'_>, message: String) {
        self.notes.push(Note {
            node: node.id(),
            span: property.span().or(node.span()),
            message,
        });
    }
}
