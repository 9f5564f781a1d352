//! Inputs of version 7 of `KataGo`.

use kifu_go::{Board, Color, Illegal, Ko, Move, Point, Rules};

use crate::Sample;
use crate::alphago::neighbors;
use crate::bits::{plane_bytes, set};
use crate::preset::{fill, is_area, ko_numbers, own_komi, pair};

/// Writes 22 planes and 19 numbers.
pub(crate) fn encode(sample: &Sample<'_>, planes: &mut [u8], globals: &mut [f32]) {
    let length = plane_bytes(sample.position.side());
    let plane = |number: usize| number * length..(number + 1) * length;
    fill(sample, &mut planes[plane(0)]);
    pair(sample, 0, &mut planes[length..3 * length]);
    for group in sample.game.board().groups() {
        let liberties = group.liberties().take(4).count();
        if (1..=3).contains(&liberties) {
            let target = &mut planes[plane(2 + liberties)];
            for point in group.stones() {
                set(target, sample.position.index(point));
            }
        }
    }
    let follows_opponent = matches!(
        sample.position.moves[0],
        Some((color, _)) if color != sample.color
    );
    if let Some(ko) = sample.game.ko().filter(|_| follows_opponent) {
        set(&mut planes[plane(6)], sample.position.index(ko));
    }
    superko(sample, &mut planes[plane(6)]);
    let mut expected = !sample.color;
    for (ago, played) in sample.position.moves.iter().enumerate() {
        let Some((color, play)) = played else { break };
        if *color != expected {
            break;
        }
        match play {
            Move::Pass => globals[ago] = 1.0,
            Move::Play(point) if sample.game.board().size().contains(*point) => {
                set(&mut planes[plane(9 + ago)], sample.position.index(*point));
            }
            Move::Play(_) => {}
        }
        expected = !expected;
    }
    numbers(sample, globals);
}

/// The rules that `KataGo` takes for these: under its Chinese rules only the simple ko is forbidden, under Ing's any
/// repetition.
pub(crate) fn rules_of(rules: Rules) -> Rules {
    let ko = match rules {
        Rules::CHINESE => Ko::Simple,
        Rules::ING => Ko::Positional,
        _ => rules.ko,
    };
    Rules { ko, ..rules }
}

/// Sets the points that superko forbids.
fn superko(sample: &Sample<'_>, plane: &mut [u8]) {
    let (game, position) = (sample.game, sample.position);
    let rules = game.rules();
    let removed = Color::BOTH.iter().any(|color| game.prisoners(*color) > 0);
    // Without a removed stone, only a suicide can repeat a position.
    if rules.ko == Ko::Simple || (!removed && !rules.suicide) {
        return;
    }
    let board = game.board();
    for (point, index) in position.points(board.size()) {
        let may_repeat = board.get(point).is_none()
            && (position.was_emptied(index)
                || rules.suicide && neighbors(board, point).all(|near| board.get(near).is_some()));
        if may_repeat
            && matches!(
                game.check(sample.color, point),
                Err(Illegal::Ko { .. } | Illegal::Superko { .. })
            )
            && !is_suicide_of_one(board, sample.color, point)
        {
            set(plane, index);
        }
    }
}

/// Whether a stone on an empty point would die alone. `KataGo` forbids that as suicide under all rules.
fn is_suicide_of_one(board: &Board, color: Color, point: Point) -> bool {
    neighbors(board, point).all(|near| {
        board
            .group(near)
            .is_some_and(|group| group.color() != color && group.liberties().take(2).count() > 1)
    })
}

/// Sets the global features except the first five, which mark passes among the last moves.
fn numbers(sample: &Sample<'_>, globals: &mut [f32]) {
    let rules = sample.game.rules();
    let area = sample.game.board().size().area();
    // A board has at most 52 × 52 points.
    let limit = f64::from(area as u32) + 20.0;
    let komi = own_komi(sample).clamp(-limit, limit) as f32;
    globals[5] = komi / 20.0;
    (globals[6], globals[7]) = ko_numbers(rules.ko);
    globals[8] = f32::from(u8::from(rules.suicide));
    if !is_area(sample) {
        globals[9] = 1.0;
        // Territory scoring gives no points in seki, the tax that the Japanese rules imply.
        globals[10] = 1.0;
    }
    let last_was_pass = matches!(
        sample.position.moves[0],
        Some((color, Move::Pass)) if color == !sample.color
    );
    globals[14] = f32::from(u8::from(last_was_pass));
    if is_area(sample) {
        globals[18] = wave(komi, area.is_multiple_of(2));
    }
}

/// Returns the triangle wave of the parity of board and komi: on its rising edge the game can be drawn.
fn wave(komi: f32, is_even: bool) -> f32 {
    let floor = if is_even {
        (komi / 2.0).floor() * 2.0
    } else {
        ((komi - 1.0) / 2.0).floor() * 2.0 + 1.0
    };
    let delta = (komi - floor).clamp(0.0, 2.0);
    if delta < 0.5 {
        delta
    } else if delta < 1.5 {
        1.0 - delta
    } else {
        delta - 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wave_rises_where_a_draw_is_possible() {
        assert!((wave(7.0, false) - 0.0).abs() < 1e-6);
        assert!((wave(7.5, false) - 0.5).abs() < 1e-6);
        assert!((wave(6.5, false) + 0.5).abs() < 1e-6);
        assert!((wave(8.0, false) - 0.0).abs() < 1e-6);
        assert!((wave(-7.5, false) + 0.5).abs() < 1e-6);
    }
}
