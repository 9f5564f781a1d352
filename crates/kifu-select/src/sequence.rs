use std::fmt;
use std::str::FromStr;

use kifu_go::Color;
use kifu_sgf::schema::Notation;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use crate::moves::{Wanted, played, size_of};

/// Moves from the beginning of a game, which lead to a node in its tree.
///
/// A move is a point (`pd` or `Q16`) or `pass`; `black` or `white` before it asks for its color too. Blanks or commas
/// separate moves. In games whose points are not written as in Go a move is the value of `B` or `W`.
///
/// ```
/// use kifu_select::MoveSequence;
/// use kifu_sgf::Collection;
///
/// let games = Collection::from("(;SZ[9];B[ee](;W[ec];B[gc])(;W[gc]N[other]))");
/// let game = games.game(0).unwrap();
/// let sequence: MoveSequence = "E5 white gc".parse()?;
/// let found = sequence.find(game);
/// assert_eq!(found[0].text("N").as_deref(), Some("other"));
/// # Ok::<(), kifu_select::MoveSequenceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSequence(Vec<Step>);

/// A move that is asked for.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    color: Option<Color>,
    word: String,
    /// The point; `None` for a word that is no point.
    point: Option<Wanted>,
}

impl Step {
    /// Whether a node makes this move; `size` is that of a board with points as in Go.
    fn is(&self, node: Node<'_>, size: Option<Size>) -> bool {
        let Some(size) = size else {
            let own = node.play();
            return own.is_some_and(|(letter, raw)| {
                let has_color = self.color.is_none_or(|color| color.letter() == letter);
                has_color && raw.trim().eq_ignore_ascii_case(&self.word)
            });
        };
        let wanted = self.point.as_ref().and_then(|point| point.on(size));
        let own = played(node, size);
        own.is_some_and(|(color, own)| {
            self.color.is_none_or(|wanted| wanted == color) && own.is_some() && own == wanted
        })
    }
}

impl MoveSequence {
    /// The nodes in a game that these moves lead to: one, several if several variations have these moves, or none.
    /// Nodes without a move between them do not count. Linear in the size of the tree.
    #[must_use]
    pub fn find<'a>(&self, game: GameTree<'a>) -> Vec<Node<'a>> {
        let kind = game
            .kind()
            .filter(|kind| kind.notation() == Notation::GoLike);
        let size = kind.map(|kind| size_of(game, kind));
        let root = game.root();
        let mut found = Vec::new();
        for (number, step) in self.0.iter().enumerate() {
            found = match number {
                0 if root.play().is_some() => vec![root],
                0 => next_moves(root),
                _ => found.into_iter().flat_map(next_moves).collect(),
            };
            found.retain(|node| step.is(*node, size));
        }
        found
    }
}

/// The nodes with the next moves after a node, in the order of the file.
///
/// A node without a move counts as a part of the node before it.
#[must_use]
pub fn next_moves(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<_> = node.children().collect();
    open.reverse();
    while let Some(node) = open.pop() {
        if node.play().is_some() {
            found.push(node);
        } else {
            let from = open.len();
            open.extend(node.children());
            open[from..].reverse();
        }
    }
    found
}

impl FromStr for MoveSequence {
    type Err = MoveSequenceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
        let mut steps = Vec::new();
        let mut color = None;
        for word in words.filter(|word| !word.is_empty()) {
            let named = match word.to_ascii_lowercase().as_str() {
                "black" | "b" => Some(Color::Black),
                "white" | "w" => Some(Color::White),
                _ => None,
            };
            if named.is_some() {
                if color.is_some() {
                    return Err(MoveSequenceError::ColorAlone(text.into()));
                }
                color = named;
                continue;
            }
            let point = Wanted::parse(word);
            steps.push(Step {
                color: color.take(),
                word: word.to_owned(),
                point,
            });
        }
        if color.is_some() {
            return Err(MoveSequenceError::ColorAlone(text.into()));
        }
        if steps.is_empty() {
            return Err(MoveSequenceError::Empty);
        }
        Ok(Self(steps))
    }
}

/// A text that is not a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveSequenceError {
    /// There is no move.
    Empty,
    /// A color without a move after it; the whole text.
    ColorAlone(Box<str>),
}

impl fmt::Display for MoveSequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no move; expected moves such as `Q16 D4` or `pd,dp`"),
            Self::ColorAlone(text) => {
                write!(
                    f,
                    "`{text}`: a color needs a move after it, as in `white Q16`"
                )
            }
        }
    }
}

impl std::error::Error for MoveSequenceError {}

#[cfg(test)]
mod tests {
    use kifu_sgf::Collection;

    use super::{MoveSequence, MoveSequenceError, next_moves};

    #[test]
    fn moves_lead_to_nodes() {
        let games = Collection::from(
            "(;SZ[9]N[r](;B[ee]N[1](;C[no move](;W[gc]N[2])(;W[cc]N[3]))(;W[cc]N[4];B[]N[5]))(;W[ee]N[6]))\
             (;SZ[9]B[aa]N[7];W[bb]N[8])(;GM[11];B[d3]N[9];W[c5]N[10])",
        );
        for (text, expected) in [
            ("ee", "1 6"),
            ("b E5", "1"),
            ("white ee", "6"),
            ("ee, gc", "2"),
            ("E5 C7", "3 4"),
            ("ee cc pass", "5"),
            ("ee ee", ""),
            ("aa bb", "8"),
            ("bb", ""),
            ("D3 w c5", "10"),
            ("D3 b c5", ""),
        ] {
            let sequence: MoveSequence = text.parse().unwrap();
            let found = games.games().flat_map(|game| sequence.find(game));
            let names: Vec<_> = found.map(|node| node.text("N").unwrap()).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
        let root = games.game(0).unwrap().root();
        let first = next_moves(root)[0];
        let names = next_moves(first)
            .into_iter()
            .map(|node| node.text("N").unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["2", "3", "4"]);
    }

    #[test]
    fn what_is_no_sequence_is_reported() {
        for (text, expected) in [
            ("", MoveSequenceError::Empty),
            (" , ", MoveSequenceError::Empty),
            ("aa black", MoveSequenceError::ColorAlone("aa black".into())),
            (
                "black white aa",
                MoveSequenceError::ColorAlone("black white aa".into()),
            ),
        ] {
            assert_eq!(text.parse::<MoveSequence>(), Err(expected), "{text}");
        }
    }
}
