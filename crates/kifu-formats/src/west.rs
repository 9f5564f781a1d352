//! Points in Western notation: a letter without `I`, and the number of the row from the bottom.

use kifu_board::{Coordinates, Point, Size};

/// The letters of the alphabet without `I`.
const LETTERS: u16 = 25;

/// Reads a point of the board, in either case; `None` beyond 25 columns, which have no letter.
pub(crate) fn parse(text: &str, size: Size) -> Option<Point> {
    let point = Coordinates::Board.parse(text, size).ok()?;
    (point.x < LETTERS).then_some(point)
}

/// The name of a point; `None` beyond 25 columns.
pub(crate) fn name(point: Point, size: Size) -> Option<String> {
    let has_name = point.x < LETTERS && size.contains(point);
    has_name.then(|| Coordinates::Board.name(point, size).to_string())
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::{Point, Size};

    use super::{name, parse};

    #[test]
    fn there_is_no_i() {
        let size = Size::of::<25, 25>();
        for column in 0..25 {
            for row in 0..25 {
                let point = Point::new(column, row);
                let text = name(point, size).expect("it is named");
                assert!(!text.contains('I'));
                assert_eq!(parse(&text, size), Some(point));
                assert_eq!(parse(&text.to_lowercase(), size), Some(point));
            }
        }
        for text in [
            "", "A", "I5", "A0", "A26", "5A", "A1234", "é1", "A+1", "A 1",
        ] {
            assert_eq!(parse(text, size), None, "{text}");
        }
        assert_eq!(name(Point::new(25, 0), Size::of::<26, 26>()), None);
    }
}
