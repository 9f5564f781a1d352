//! Describes a scene in words, for people who cannot see it.

use core::fmt::Write as _;

use crate::scene::{Board, Color, Point, Scene};

fn board_name(board: &Board) -> &'static str {
    match board {
        Board::Lines => "board",
        Board::Cells { .. } => "board of squares",
        Board::Hex => "board of hexagons",
        Board::Holes => "peg board",
        Board::Backgammon(_) => "Backgammon board",
        Board::Octi(_) => "Octi board",
    }
}

/// Returns the title, in a few words.
pub(super) fn title_of(scene: &Scene) -> String {
    [&scene.title, &scene.caption, &scene.subject]
        .into_iter()
        .find(|text| !text.is_empty())
        .cloned()
        .unwrap_or_else(|| match scene.board {
            Board::Backgammon(_) => board_name(&scene.board).into(),
            _ => format!(
                "{}x{} {}",
                scene.columns,
                scene.rows,
                board_name(&scene.board)
            ),
        })
}

/// The picture in words: the size, the part shown, how many pieces, whose turn.
pub(crate) fn describe(scene: &Scene) -> String {
    let mut text = match &scene.board {
        Board::Backgammon(_) => board_name(&scene.board).to_owned(),
        board => format!("{}x{} {}", scene.columns, scene.rows, board_name(board)),
    };
    let window = scene.window();
    if window.rect.columns() < scene.columns || window.rect.rows() < scene.rows {
        let corner = |x, y| scene.point_name(Point::new(x, y));
        let _ = write!(
            text,
            ", the part from {} to {}",
            corner(window.rect.left, window.rect.bottom),
            corner(window.rect.right, window.rect.top),
        );
    }
    let mut counts = [0_u32; 2];
    for (_, spot) in scene.shown() {
        if let Some(side) = spot.piece.and_then(crate::Piece::side) {
            counts[usize::from(side == Color::White)] += 1;
        }
    }
    if let Board::Octi(octi) = &scene.board {
        let shown = octi.pods.keys().filter(|point| window.shows(**point));
        for pod in shown.flat_map(|point| scene.pods(*point)) {
            counts[usize::from(pod.side == Color::White)] += 1;
        }
    }
    if counts != [0; 2] {
        let _ = write!(
            text,
            ", {} {}, {} {}",
            scene.names.black, counts[0], scene.names.white, counts[1]
        );
    }
    text.push('.');
    for line in [scene.status_line(), scene.notes_line()] {
        if !line.is_empty() {
            text.push(' ');
            text.push_str(&line);
            text.push('.');
        }
    }
    text
}
