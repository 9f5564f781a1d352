use kifu_sgf::value::{Color, Point, Size};

/// Notation of points in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) size: Size,
    /// Whether rows are counted from the bottom, as on the server, or from the top, as in newspapers.
    pub(super) from_bottom: bool,
}

impl Plan {
    /// Returns the point in a column and a row of the file, counted from zero.
    pub(super) fn point(self, column: u16, row: u16) -> Option<Point> {
        let last = self.size.rows() - 1;
        let row = if self.from_bottom {
            last.checked_sub(row)?
        } else {
            row
        };
        let point = Point::new(column, row);
        self.size.contains(point).then_some(point)
    }

    /// The point of two numbers from 1: `4,16`.
    pub(super) fn of_numbers(self, column: &str, row: &str) -> Option<Point> {
        let number = |text: &str| text.trim().parse::<u16>().ok()?.checked_sub(1);
        self.point(number(column)?, number(row)?)
    }
}

/// Effect of a line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Point(Point),
    Pass,
    /// Probably a pass that the server gave to a team as a penalty.
    Penalty,
}

/// A line such as `QP,B1,1,0`: point, color and player, number of the move, seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) place: Place,
    /// Player of the move; may be missing for a pass.
    pub(super) color: Option<Color>,
    /// 0 is setup.
    pub(super) number: usize,
    /// Whether seconds are given.
    pub(super) is_timed: bool,
}

impl Step {
    pub(super) fn parse(line: &str, plan: Plan) -> Option<Self> {
        let mut fields = line.split(',').map(str::trim);
        let (point, player, number) = (fields.next()?, fields.next()?, fields.next()?);
        let &[column, row] = point.as_bytes() else {
            return None;
        };
        if !column.is_ascii_uppercase() || !row.is_ascii_uppercase() {
            return None;
        }
        let (column, row) = (u16::from(column - b'A'), u16::from(row - b'A'));
        let color = match player.as_bytes().first() {
            Some(b'B') => Some(Color::Black),
            Some(b'W') => Some(Color::White),
            _ => None,
        };
        let place = if column < plan.size.columns() {
            // A move other than a pass needs a player.
            color?;
            Place::Point(plan.point(column, row)?)
        } else if point == "YB" {
            Place::Penalty
        } else {
            Place::Pass
        };
        let seconds = fields.next().unwrap_or_default();
        Some(Self {
            place,
            color,
            number: number.parse().ok()?,
            is_timed: !seconds.is_empty() && !seconds.starts_with('0'),
        })
    }
}
