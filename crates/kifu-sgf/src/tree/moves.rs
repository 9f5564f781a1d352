use kifu_board::{Color, Move, Point, Size};
use kifu_syntax::plain;

use super::node::Links;
use super::{GameTree, Node, Properties, Values};
use crate::value::r#move;

/// The moves of the main line of a game of Go, from [`GameTree::moves`].
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    game: GameTree<'a>,
    size: Size,
    nodes: MainLine<'a>,
    /// The rest of a node with more than one move.
    properties: Option<Properties<'a>>,
    values: Option<(Color, Values<'a>)>,
}

/// The remaining nodes of the main line.
#[derive(Clone, Debug)]
enum MainLine<'a> {
    /// Nodes that follow each other in the text.
    Text {
        /// Number of the next one.
        next: u32,
        /// Number after the last one.
        end: u32,
        /// Offset of the next one.
        at: usize,
    },
    Nodes(Option<Node<'a>>),
}

impl<'a> GameTree<'a> {
    /// The moves of the main line, as a game of Go: all values of `B` and `W` that are a move on the board of this game,
    /// in the order of the file.
    ///
    /// Values that only a [lenient](crate::value::move::parse_lenient) reader understands are included; others are skipped.
    ///
    /// ```
    /// use kifu_board::{Color, Move};
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;SZ[9];B[ee];W[](;B[ge];W[zz])(;B[aa]))");
    /// let game = collection.game(0).unwrap();
    /// let moves = game.moves().collect::<Vec<_>>();
    /// assert_eq!(moves.len(), 3);
    /// assert_eq!(moves[1], (Color::White, Move::Pass));
    /// assert_eq!(game.moves().packed().collect::<Vec<_>>(), [0x104, 0x1fff, 0x106]);
    /// ```
    #[must_use]
    pub fn moves(&self) -> Moves<'a> {
        let nodes = match self.links {
            Links::Indexed {
                first_node,
                sequences,
            } => {
                let mut last = 0;
                while let Some(child) = sequences.first_child(last) {
                    last = child;
                }
                MainLine::Text {
                    next: 0,
                    end: sequences.end(last),
                    at: self.collection.index().bounds(first_node).0,
                }
            }
            Links::Edited(_) => MainLine::Nodes(Some(self.root())),
        };
        Moves {
            game: *self,
            size: self.info().size().unwrap_or(Size::GO),
            nodes,
            properties: None,
            values: None,
        }
    }
}

impl<'a> Moves<'a> {
    /// Each move in 16 bits: [`Move::pack`], with the next higher bit set for White.
    pub fn packed(self) -> impl Iterator<Item = u16> + use<'a> {
        const WHITE: u16 = 1 << 12;
        self.filter_map(|(color, played)| {
            let packed = played.pack()?;
            Some(match color {
                Color::Black => packed,
                Color::White => packed | WHITE,
            })
        })
    }

    /// Returns the move of the next node, if that consists of two letters on the board and another node follows.
    #[inline]
    fn plain(&mut self) -> Option<(Color, Move)> {
        const MASK: u64 = u64::from_le_bytes([0xFF, 0, 0xFF, 0, 0, 0xFF, 0xFF, 0]);
        const SIGNS: u64 = u64::from_le_bytes([b';', 0, b'[', 0, 0, b']', b';', 0]);
        let MainLine::Text { next, end, at } = &mut self.nodes else {
            return None;
        };
        let head = self.game.text.as_bytes().get(*at..)?.first_chunk::<8>()?;
        let [_, letter, _, column, row, ..] = *head;
        // All signs are tested at once.
        if u64::from_le_bytes(*head) & MASK != SIGNS {
            return None;
        }
        let color = color_of(letter)?;
        let point = on_board(column, row, self.size)?;
        if next == end {
            return None;
        }
        *next += 1;
        *at += plain::NODE_LENGTH;
        Some((color, Move::Play(point)))
    }

    /// Returns the offset and the number of the next nodes if they are `;X[yz]`, one right after the other, and another
    /// node follows; advances to that.
    #[inline]
    fn plain_nodes(&mut self) -> Option<(usize, usize)> {
        let MainLine::Text { next, end, at } = &mut self.nodes else {
            return None;
        };
        let first = *at;
        let (count, after) = plain::nodes(self.game.text.as_bytes(), first)?;
        let number = *next + count as u32;
        if number >= *end {
            return None;
        }
        (*next, *at) = (number, after);
        Some((first, count))
    }

    /// Returns the move of the node `;X[yz]` at `at`, if it is one.
    #[inline]
    fn of_plain_node(&self, at: usize) -> Option<(Color, Move)> {
        let node = self.game.text.as_bytes().get(at..)?;
        let [_, letter, _, column, row, _] = *node.first_chunk::<{ plain::NODE_LENGTH }>()?;
        let color = color_of(letter)?;
        match on_board(column, row, self.size) {
            Some(point) => Some((color, Move::Play(point))),
            None => Some((color, self.lenient(at)?)),
        }
    }

    /// Returns the move of the node `;X[yz]` at `at` if its value is not a point of the board.
    #[cold]
    #[inline(never)]
    fn lenient(&self, at: usize) -> Option<Move> {
        let raw = self.game.text.get(at + 3..at + 5)?;
        let read = r#move::parse_lenient(raw, self.size).ok()?;
        Some(read.value)
    }

    /// Returns the properties of the next node of the main line.
    fn next_node(&mut self) -> Option<Properties<'a>> {
        match (&mut self.nodes, self.game.links) {
            (MainLine::Text { next, end, at }, Links::Indexed { first_node, .. }) => {
                if next == end {
                    return None;
                }
                let index = self.game.collection.index();
                let bounds = index.bounds(first_node + *next as usize);
                *next += 1;
                *at = bounds.1;
                Some(Properties::written(self.game.text, bounds))
            }
            (MainLine::Nodes(next), _) => {
                let node = (*next)?;
                *next = node.first_child();
                Some(node.properties())
            }
            (MainLine::Text { .. }, Links::Edited(_)) => None,
        }
    }
}

/// The color whose move an identifier of one letter is.
#[inline]
const fn color_of(letter: u8) -> Option<Color> {
    match letter {
        b'B' => Some(Color::Black),
        b'W' => Some(Color::White),
        _ => None,
    }
}

/// The point that two letters are, if it is on a board of this size.
#[inline]
fn on_board(column: u8, row: u8, size: Size) -> Option<Point> {
    Point::from_letters(column, row).filter(|point| size.contains(*point))
}

impl Iterator for Moves<'_> {
    type Item = (Color, Move);

    #[inline]
    fn next(&mut self) -> Option<(Color, Move)> {
        if self.properties.is_none()
            && let Some(played) = self.plain()
        {
            return Some(played);
        }
        self.any()
    }

    // Moves that follow each other stay in a small loop.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            if self.properties.is_none() {
                while let Some((first, count)) = self.plain_nodes() {
                    for place in 0..count {
                        if let Some(played) = self.of_plain_node(first + place * plain::NODE_LENGTH)
                        {
                            folded = f(folded, played);
                        }
                    }
                }
            }
            let Some(played) = self.any() else {
                return folded;
            };
            folded = f(folded, played);
        }
    }
}

impl Moves<'_> {
    /// Returns the next move from a node of any form.
    #[inline(never)]
    fn any(&mut self) -> Option<(Color, Move)> {
        loop {
            if let Some((color, values)) = &mut self.values {
                let color = *color;
                for raw in values.by_ref() {
                    if let Ok(read) = r#move::parse_lenient(raw, self.size) {
                        return Some((color, read.value));
                    }
                }
                self.values = None;
            }
            if let Some(properties) = &mut self.properties {
                let found = properties.find_map(|property| {
                    if property.is("B") {
                        Some((Color::Black, property.values()))
                    } else if property.is("W") {
                        Some((Color::White, property.values()))
                    } else {
                        None
                    }
                });
                self.values = found;
                if self.values.is_some() {
                    continue;
                }
                self.properties = None;
            }
            if let Some(played) = self.plain() {
                return Some(played);
            }
            self.properties = Some(self.next_node()?);
        }
    }
}
