//! The fewest rectangles that cover a set of points without overlap.
//!
//! The points are cells of a region whose outline has corners. Every corner that turns inward (three of the four cells
//! around it are in the region) must be the end of some cut, or its piece is not a rectangle. A cut along a grid line
//! that begins at one such corner and ends at another (a *chord*) resolves two corners at once. So: choose as many
//! chords as possible of which no two touch, and resolve each remaining corner with a separate cut. This gives the
//! fewest pieces (Lipski, Ohtsuki; Ferrari, Sankar, Sklansky). Chords along rows never touch each other, nor do those
//! along columns, so choosing them is a matching problem between the two kinds.

use super::{Point, PointItem, PointSet, SIDE};

/// Grid lines: one more than cells on either side.
const LINES: usize = SIDE + 1;

/// Returns the fewest items that contain each point of `points` once, in the order of their upper left corners, row by
/// row. No partition into rectangles has fewer.
#[must_use]
pub fn compress(points: &PointSet) -> Vec<PointItem> {
    let mut region = Region::new(points);
    let corners = region.inward_corners();
    if !corners.is_empty() {
        let rows = region.chords(&corners, Axis::Row);
        let columns = region.chords(&corners, Axis::Column);
        let mut settled = [[false; LINES]; LINES];
        let chosen = choose(&rows, &columns);
        for chord in chosen {
            for (x, y) in [chord.start(), chord.end()] {
                settled[y][x] = true;
            }
            region.cut(chord);
        }
        for corner in corners {
            if !settled[corner.y][corner.x] {
                region.cut_from(corner);
            }
        }
    }
    region.pieces(points)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Row,
    Column,
}

/// A corner that turns inward, at the upper left of cell (`x`, `y`).
#[derive(Clone, Copy)]
struct Corner {
    x: usize,
    y: usize,
    /// Whether the region continues to the right on both sides of the grid line, not to the left.
    right: bool,
    /// Whether the region continues downwards on both sides of the grid line, not upwards.
    down: bool,
}

/// A cut from corner to corner.
#[derive(Clone, Copy)]
struct Chord {
    axis: Axis,
    /// The grid line it runs along.
    line: usize,
    from: usize,
    to: usize,
}

impl Chord {
    fn start(self) -> (usize, usize) {
        self.at(self.from)
    }

    fn end(self) -> (usize, usize) {
        self.at(self.to)
    }

    fn at(self, along: usize) -> (usize, usize) {
        match self.axis {
            Axis::Row => (along, self.line),
            Axis::Column => (self.line, along),
        }
    }
}

/// The cells, and the cuts made so far. Index 0 is a rim of empty cells, so cell (x, y) is at `[y + 1][x + 1]`.
struct Region {
    cells: [[bool; SIDE + 2]; SIDE + 2],
    /// Cuts above cell (x, y).
    above: [[bool; SIDE]; LINES],
    /// Cuts to the left of cell (x, y).
    left: [[bool; LINES]; SIDE],
}

impl Region {
    fn new(points: &PointSet) -> Self {
        let mut cells = [[false; SIDE + 2]; SIDE + 2];
        for point in points.iter() {
            cells[usize::from(point.y) + 1][usize::from(point.x) + 1] = true;
        }
        Self {
            cells,
            above: [[false; SIDE]; LINES],
            left: [[false; LINES]; SIDE],
        }
    }

    fn inward_corners(&self) -> Vec<Corner> {
        let mut corners = Vec::new();
        for y in 0..LINES {
            for x in 0..LINES {
                let [upper_left, upper_right] = [self.cells[y][x], self.cells[y][x + 1]];
                let [lower_left, lower_right] = [self.cells[y + 1][x], self.cells[y + 1][x + 1]];
                let around = [upper_left, upper_right, lower_left, lower_right];
                if around.iter().filter(|&&cell| cell).count() == 3 {
                    corners.push(Corner {
                        x,
                        y,
                        right: upper_right && lower_right,
                        down: lower_left && lower_right,
                    });
                }
            }
        }
        corners
    }

    /// Whether the grid line from (x, y) one step along `axis` runs inside of the region.
    fn is_inside(&self, axis: Axis, x: usize, y: usize) -> bool {
        match axis {
            Axis::Row => self.cells[y][x + 1] && self.cells[y + 1][x + 1],
            Axis::Column => self.cells[y + 1][x] && self.cells[y + 1][x + 1],
        }
    }

    fn chords(&self, corners: &[Corner], axis: Axis) -> Vec<Chord> {
        let mut chords = Vec::new();
        for corner in corners {
            let (onward, line, from) = match axis {
                Axis::Row => (corner.right, corner.y, corner.x),
                Axis::Column => (corner.down, corner.x, corner.y),
            };
            if !onward {
                continue;
            }
            let mut chord = Chord {
                axis,
                line,
                from,
                to: from + 1,
            };
            while {
                let (x, y) = chord.end();
                self.is_inside(axis, x, y)
            } {
                chord.to += 1;
            }
            // The two cells before the end are in the region; one after it makes it a corner.
            let (x, y) = chord.end();
            let behind = match axis {
                Axis::Row => [self.cells[y][x + 1], self.cells[y + 1][x + 1]],
                Axis::Column => [self.cells[y + 1][x], self.cells[y + 1][x + 1]],
            };
            if behind.contains(&true) {
                chords.push(chord);
            }
        }
        chords
    }

    fn cut(&mut self, chord: Chord) {
        for along in chord.from..chord.to {
            self.cut_step(chord.axis, chord.at(along));
        }
    }

    fn cut_step(&mut self, axis: Axis, (x, y): (usize, usize)) {
        match axis {
            Axis::Row => self.above[y][x] = true,
            Axis::Column => self.left[y][x] = true,
        }
    }

    /// Cuts along the row from `corner` up to the outline or to another cut.
    fn cut_from(&mut self, corner: Corner) {
        let y = corner.y;
        let mut x = corner.x;
        loop {
            // The cell column the next step passes.
            let step = if corner.right { x } else { x - 1 };
            self.cut_step(Axis::Row, (step, y));
            x = if corner.right { x + 1 } else { step };
            let meets_cut = self.left[y - 1][x] || self.left[y][x];
            let next = if corner.right {
                Some(x)
            } else {
                x.checked_sub(1)
            };
            let goes_on =
                next.is_some_and(|next| self.is_inside(Axis::Row, next, y) && !self.above[y][next]);
            if meets_cut || !goes_on {
                return;
            }
        }
    }

    /// The rectangles that the cuts leave.
    fn pieces(&self, points: &PointSet) -> Vec<PointItem> {
        let mut pieces = Vec::new();
        let mut rest = points.clone();
        for point in points.iter() {
            if !rest.contains(point) {
                continue;
            }
            let (x, y) = (usize::from(point.x), usize::from(point.y));
            let mut right = x;
            while self.cells[y + 1][right + 2] && !self.left[y][right + 1] {
                right += 1;
            }
            let mut bottom = y;
            while self.cells[bottom + 2][x + 1] && !self.above[bottom + 1][x] {
                bottom += 1;
            }
            // Both are below 52.
            let piece = PointItem::between(point, Point::new(right as u16, bottom as u16));
            for point in piece.points() {
                rest.remove(point);
            }
            pieces.push(piece);
        }
        pieces
    }
}

/// Chooses as many chords as possible without two that touch.
fn choose(rows: &[Chord], columns: &[Chord]) -> Vec<Chord> {
    // Which chord along a column holds a crossing of grid lines; there is one at most.
    let mut column_at = vec![None; LINES * LINES];
    for (index, chord) in columns.iter().enumerate() {
        for along in chord.from..=chord.to {
            let (x, y) = chord.at(along);
            column_at[y * LINES + x] = Some(index);
        }
    }
    let column_at = &column_at;
    let touching = |row: usize| {
        let chord: Chord = rows[row];
        (chord.from..=chord.to).filter_map(move |x| column_at[chord.line * LINES + x])
    };

    // The largest matching, by augmenting paths found breadth first.
    let mut row_of = vec![None; columns.len()];
    let mut column_of = vec![None; rows.len()];
    for start in 0..rows.len() {
        let mut reached_from = vec![None; columns.len()];
        let mut queue = vec![start];
        let mut head = 0;
        let mut end = None;
        'search: while let Some(&row) = queue.get(head) {
            head += 1;
            for column in touching(row) {
                if reached_from[column].is_some() {
                    continue;
                }
                reached_from[column] = Some(row);
                let Some(next) = row_of[column] else {
                    end = Some(column);
                    break 'search;
                };
                queue.push(next);
            }
        }
        while let Some(column) = end {
            let Some(row) = reached_from[column] else {
                break;
            };
            row_of[column] = Some(row);
            end = column_of[row].replace(column);
        }
    }

    // Reached by the alternating paths from the unmatched rows: these rows, and the columns they
    // do not reach, are independent, and as many as can be (Kőnig).
    let mut row_reached = vec![false; rows.len()];
    let mut column_reached = vec![false; columns.len()];
    let mut queue: Vec<usize> = (0..rows.len())
        .filter(|&row| column_of[row].is_none())
        .collect();
    while let Some(row) = queue.pop() {
        row_reached[row] = true;
        for column in touching(row) {
            if !std::mem::replace(&mut column_reached[column], true)
                && let Some(next) = row_of[column]
            {
                queue.push(next);
            }
        }
    }
    let rows = rows.iter().zip(row_reached).filter(|&(_, reached)| reached);
    let columns = columns
        .iter()
        .zip(column_reached)
        .filter(|&(_, reached)| !reached);
    rows.chain(columns).map(|(&chord, _)| chord).collect()
}
