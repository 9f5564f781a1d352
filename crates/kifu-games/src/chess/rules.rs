//! How pieces move.

use kifu_board::{Color, Point, Size};

use super::Role;
use crate::Piece;
use crate::grid::Grid;

/// The row on which pawns of a player are promoted.
pub(super) fn last_row(size: Size, color: Color) -> u16 {
    match color {
        Color::Black => size.rows() - 1,
        Color::White => 0,
    }
}

fn piece_at(grid: &Grid, point: Point) -> Option<(Color, Role)> {
    match grid.get(point) {
        Some(Piece::Chess(color, role)) => Some((color, role)),
        _ => None,
    }
}

/// Whether the piece on `from` attacks `to`, whatever is there.
fn attacks(at: &impl Fn(Point) -> Option<(Color, Role)>, from: Point, to: Point) -> bool {
    let Some((color, role)) = at(from) else {
        return false;
    };
    let (dx, dy) = (
        i32::from(to.x) - i32::from(from.x),
        i32::from(to.y) - i32::from(from.y),
    );
    let (wide, high) = (dx.abs(), dy.abs());
    let is_line = |is_straight: bool, is_diagonal: bool| {
        let fits = is_straight && (dx == 0) != (dy == 0) || is_diagonal && wide == high && dx != 0;
        fits && (1..wide.max(high)).all(|step| {
            let along =
                |from: u16, delta: i32| from.checked_add_signed((delta.signum() * step) as i16);
            let between = along(from.x, dx).zip(along(from.y, dy));
            between.is_none_or(|(x, y)| at(Point::new(x, y)).is_none())
        })
    };
    match role {
        Role::Pawn => {
            let ahead = match color {
                Color::Black => 1,
                Color::White => -1,
            };
            wide == 1 && dy == ahead
        }
        Role::Knight => wide.min(high) == 1 && wide.max(high) == 2,
        Role::King => wide.max(high) == 1,
        Role::Bishop => is_line(false, true),
        Role::Rook => is_line(true, false),
        Role::Queen => is_line(true, true),
    }
}

/// Whether the piece on `from` can move to `to`, except for the safety of its king. `passed`: the square that a pawn
/// passed with the last move.
pub(super) fn reaches(grid: &Grid, from: Point, to: Point, passed: Option<Point>) -> bool {
    let at = |point| piece_at(grid, point);
    let Some((color, role)) = at(from) else {
        return false;
    };
    let target = at(to).map(|(color, _)| color);
    if target == Some(color) || !grid.size.contains(to) {
        return false;
    }
    if role != Role::Pawn {
        return attacks(&at, from, to);
    }
    if from.x != to.x {
        return attacks(&at, from, to) && (target.is_some() || passed == Some(to));
    }
    let (ahead, home) = match color {
        Color::Black => (1, 1),
        Color::White => (-1, grid.size.rows().wrapping_sub(2)),
    };
    let steps = (i32::from(to.y) - i32::from(from.y)) * ahead;
    let middle = Point::new(from.x, u16::midpoint(from.y, to.y));
    target.is_none() && (steps == 1 || steps == 2 && from.y == home && at(middle).is_none())
}

/// Whether a move leaves the king of its player attacked.
pub(super) fn exposes_king(grid: &Grid, from: Point, to: Point, passed: Option<Point>) -> bool {
    let Some((color, role)) = piece_at(grid, from) else {
        return false;
    };
    let is_passing = role == Role::Pawn && passed == Some(to) && from.x != to.x;
    let taken = is_passing.then(|| Point::new(to.x, from.y));
    let after = |point: Point| {
        if point == to {
            Some((color, role))
        } else if point == from || Some(point) == taken {
            None
        } else {
            piece_at(grid, point)
        }
    };
    let mut kings = grid
        .size
        .points()
        .filter(|point| after(*point) == Some((color, Role::King)));
    // With several kings, none of them is the one that must be safe.
    match (kings.next(), kings.next()) {
        (Some(king), None) => is_attacked(&after, grid.size, king, color.opponent()),
        _ => false,
    }
}

/// Whether a piece of `by` attacks a square.
fn is_attacked(
    at: &impl Fn(Point) -> Option<(Color, Role)>,
    size: Size,
    square: Point,
    by: Color,
) -> bool {
    size.points()
        .any(|from| at(from).is_some_and(|(color, _)| color == by) && attacks(at, from, square))
}

/// King and rook before and after castling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king: Point,
    pub(super) rook: Point,
    pub(super) king_to: Point,
    pub(super) rook_to: Point,
}

/// The king on its first row, and the outermost rook on one side of it; `None` if they are not there.
pub(super) fn castling(grid: &Grid, color: Color, is_long: bool) -> Option<Castling> {
    let size = grid.size;
    if size.columns() < 4 {
        return None;
    }
    let row = last_row(size, color.opponent());
    let has = |x: u16, role| piece_at(grid, Point::new(x, row)) == Some((color, role));
    let king = (0..size.columns()).find(|x| has(*x, Role::King))?;
    let rook = if is_long {
        (0..king).find(|x| has(*x, Role::Rook))?
    } else {
        (king + 1..size.columns()).rfind(|x| has(*x, Role::Rook))?
    };
    let (king_to, rook_to) = if is_long {
        (2, 3)
    } else {
        (size.columns() - 2, size.columns() - 3)
    };
    let point = |x| Point::new(x, row);
    Some(Castling {
        king: point(king),
        rook: point(rook),
        king_to: point(king_to),
        rook_to: point(rook_to),
    })
}

impl Castling {
    /// Whether the way is free and no square on the way of the king is attacked.
    pub(super) fn is_legal(&self, grid: &Grid, color: Color) -> bool {
        let row = self.king.y;
        let (king, king_to) = (self.king.x, self.king_to.x);
        let all = [king, self.rook.x, king_to, self.rook_to.x];
        let (low, high) = all
            .iter()
            .fold((king, king), |(low, high), x| (low.min(*x), high.max(*x)));
        // King and rook are not in their own way.
        let at = |point: Point| {
            let leaves = point == self.king || point == self.rook;
            if leaves { None } else { piece_at(grid, point) }
        };
        let mut way = (low..=high).map(|x| Point::new(x, row));
        let mut steps = (king.min(king_to)..=king.max(king_to)).map(|x| Point::new(x, row));
        way.all(|point| at(point).is_none())
            && !steps.any(|point| is_attacked(&at, grid.size, point, color.opponent()))
    }
}

/// Whether the king and a rook stand where castling begins on a usual board: to the side of the king, of the queen.
pub(super) fn at_home(grid: &Grid, color: Color) -> [bool; 2] {
    [false, true].map(|is_long| {
        castling(grid, color, is_long).is_some_and(|found| {
            let corner = if is_long { 0 } else { grid.size.columns() - 1 };
            found.king.x == 4 && found.rook.x == corner
        })
    })
}
