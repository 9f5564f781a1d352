//! Points as the West names them: a letter without `I`, and the number of the row from the bottom.

use kifu_sgf::value::{Point, Size};

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Reads a point of the board, in either case.
pub(crate) fn parse(text: &str, size: Size) -> Option<Point> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = LETTERS.iter().position(|known| *known == letter)? as u8;
    let digits = text.get(1..)?;
    if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u16 = digits.parse().ok()?;
    let row = size.rows.checked_sub(number)?;
    let point = Point::new(column, u8::try_from(row).ok()?);
    (number > 0 && size.contains(point)).then_some(point)
}

/// The name of a point; `None` beyond 25 columns.
pub(crate) fn name(point: Point, size: Size) -> Option<String> {
    let letter = char::from(*LETTERS.get(usize::from(point.column))?);
    let number = size.rows.checked_sub(u16::from(point.row))?;
    Some(format!("{letter}{number}"))
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::{Point, Size};

    use super::{name, parse};

    #[test]
    fn there_is_no_i() {
        let size = Size::square(25);
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
        assert_eq!(name(Point::new(25, 0), Size::square(26)), None);
    }
}
