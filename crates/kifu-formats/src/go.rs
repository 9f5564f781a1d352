//! Parts shared by the formats of Go.

use kifu_go::handicap_points;
use kifu_sgf::value::{self, Color, Point, PointSet, Size};
use kifu_sgf::{GameTree, Node};

use crate::Refusal;
use crate::loss::Losses;

/// The size of the board of a game of Go.
pub(crate) fn size(game: GameTree<'_>) -> Result<Size, Refusal> {
    let Some(raw) = game.root().value("SZ") else {
        return Ok(Size::GO);
    };
    let size = value::size::parse_lenient(raw).ok().map(|read| read.value);
    size.filter(|size| size.has_letters()).ok_or_else(|| {
        Refusal::board(format_args!(
            "`SZ[{raw}]` is not the size of a Go board; set it to 52 or less"
        ))
    })
}

/// The size of a board of which the points can be named by the letters of the West.
pub(crate) fn western_size(game: GameTree<'_>, title: &str) -> Result<Size, Refusal> {
    let size = size(game)?;
    if size.columns() > 25 {
        return Err(Refusal::board(format_args!(
            "{title} supports 25 columns, and the board has {}; write XML instead",
            size.columns()
        )));
    }
    Ok(size)
}

/// The size of a square board of which the points can be named by the letters of the West.
pub(crate) fn square_western_size(game: GameTree<'_>, title: &str) -> Result<Size, Refusal> {
    western_size(game, title).and_then(|size| square(size, title))
}

/// The size of a square board.
pub(crate) fn square_size(game: GameTree<'_>, title: &str) -> Result<Size, Refusal> {
    size(game).and_then(|size| square(size, title))
}

fn square(size: Size, title: &str) -> Result<Size, Refusal> {
    if !size.is_square() {
        return Err(Refusal::board(format_args!(
            "{title} supports square boards only, and this one is {}×{}",
            size.columns(),
            size.rows()
        )));
    }
    Ok(size)
}

/// The points of a list property; values that are no points of the board are lost.
pub(crate) fn points(
    node: Node<'_>,
    identifier: &str,
    size: Size,
    losses: &mut Losses,
) -> PointSet {
    node.points_or(identifier, size, |_| losses.property(identifier))
}

/// Returns the moves of a node: none, one or, against the standard, several. `None` is a pass. A value that is not a
/// move on the board is lost.
pub(crate) fn moves(
    node: Node<'_>,
    size: Size,
    losses: &mut Losses,
) -> Vec<(Color, Option<Point>)> {
    let mut moves = Vec::new();
    for property in node.properties() {
        let color = match &*property.identifier() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        for raw in property.values() {
            match value::r#move::parse_lenient(raw, size) {
                Ok(read) => moves.push((color, read.value.point())),
                Err(_) => losses.property(&property.identifier()),
            }
        }
    }
    moves
}

/// Returns the points of a fixed handicap by the Go Text Protocol, as servers place it too: three stones leave the lower
/// right corner empty.
pub(crate) fn handicap_stones(size: Size, stones: u32) -> Vec<Point> {
    handicap_points(size, stones).collect()
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::Size;

    use super::handicap_stones;

    #[test]
    fn three_stones_leave_the_lower_right_corner_empty() {
        let set = |stones| {
            let points = handicap_stones(Size::GO, stones).into_iter();
            let mut names: Vec<_> = points.map(|point| point.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(set(2), "dp pd");
        assert_eq!(set(3), "dd dp pd");
        assert_eq!(set(4), "dd dp pd pp");
        assert_eq!(set(5), "dd dp jj pd pp");
        assert_eq!(set(6), "dd dj dp pd pj pp");
        assert_eq!(set(9), "dd dj dp jd jj jp pd pj pp");
        assert_eq!(set(1), "");
    }
}
