//! The diagram format of Sensei's Library: lines that begin with `$$`.
//!
//! It has Go boards, stones with four marks, ten numbered moves and the letters `a` to `z`. Anything else is omitted,
//! and reported.

use core::fmt::Write as _;

use crate::Problem;
use crate::scene::{Board, Color, Mark, Piece, Point, Scene, Spot};

const FORMAT: &str = "Sensei's Library";

/// Writes a scene; also returns the problems of omitted parts.
///
/// Moves are numbered 1 to 10 from the lowest number shown; the first line has the start of the count (`m51`) and the
/// player of that move.
pub fn draw(scene: &Scene) -> (String, Vec<Problem>) {
    let mut problems = Vec::new();
    if scene.board != Board::Lines {
        problems.push(Problem::NotInFormat {
            format: FORMAT,
            what: "a board of this kind; it is drawn as one of lines if it can be".into(),
        });
    }
    if matches!(scene.board, Board::Backgammon(_) | Board::Octi(_)) {
        return (String::new(), problems);
    }
    let window = scene.window();
    let rect = window.rect;
    let first = scene.shown().filter_map(|(_, spot)| spot.number).min();
    let white = scene.shown().any(|(_, spot)| {
        spot.number.is_some()
            && spot.number == first
            && spot.piece == Some(Piece::Stone(Color::White))
    });
    let mut out = String::from("$$");
    out.push(if white { 'W' } else { 'B' });
    let names = &scene.coordinates;
    if names.top || names.bottom || names.left || names.right {
        out.push('c');
    }
    if scene.columns == scene.rows && scene.columns != 19 {
        let _ = write!(out, "{}", scene.columns);
    }
    if let Some(first) = first.filter(|&first| first > 1) {
        let _ = write!(out, "m{first}");
    }
    let mut heading = if scene.title.is_empty() {
        scene.caption.clone()
    } else {
        scene.title.clone()
    };
    let notes = scene.notes_line();
    if !notes.is_empty() {
        if !heading.is_empty() {
            heading.push_str("; ");
        }
        heading.push_str(&notes);
    }
    let heading: String = heading.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(out, "{}", format!(" {heading}").trim_end());
    let edge = format!(
        "$$ {}{}{}\n",
        if rect.left == 0 { " " } else { "" },
        "-".repeat(usize::from(rect.columns()) * 2 + 1),
        if rect.right + 1 == scene.columns {
            " "
        } else {
            ""
        },
    );
    let edge = format!("{}\n", edge.trim_end());
    if rect.top == 0 {
        out.push_str(&edge);
    }
    for y in rect.top..=rect.bottom {
        out.push_str("$$ ");
        if rect.left == 0 {
            out.push_str("| ");
        }
        for x in rect.left..=rect.right {
            let point = Point::new(x, y);
            let sign = if window.shows(point) {
                sign(scene, point, first, &mut problems)
            } else {
                '_'
            };
            out.push(sign);
            out.push(' ');
        }
        if rect.right + 1 == scene.columns {
            out.push('|');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    if rect.bottom + 1 == scene.rows {
        out.push_str(&edge);
    }
    // Arrows and lines always use Western names of points.
    let western = Scene {
        coordinates: crate::CoordinateLabels::western(),
        columns: scene.columns,
        rows: scene.rows,
        ..Scene::default()
    };
    for (tag, strokes) in [("AR", &scene.arrows), ("LN", &scene.lines)] {
        for &(from, to) in strokes {
            let Some(stretch) = window.stroke(from, to) else {
                continue;
            };
            if stretch.is_whole == [true; 2] {
                let (from, to) = (western.point_name(from), western.point_name(to));
                let _ = writeln!(out, "$$ {{{tag} {from} {to}}}");
            } else {
                lacks(
                    &mut problems,
                    "a line or an arrow that leaves the part shown",
                );
            }
        }
    }
    (out, problems)
}

/// Adds the problem that the format has no sign for a part, once.
fn lacks(problems: &mut Vec<Problem>, what: &str) {
    let problem = Problem::NotInFormat {
        format: FORMAT,
        what: what.to_owned(),
    };
    if !problems.contains(&problem) {
        problems.push(problem);
    }
}

fn sign(scene: &Scene, point: Point, first: Option<u32>, problems: &mut Vec<Problem>) -> char {
    let Some(spot) = scene.at(point) else {
        return bare(scene, point);
    };
    let mut lacks = |what: String| lacks(problems, &what);
    if spot.territory.is_some() {
        lacks("territory".into());
    }
    if spot.dim {
        lacks("dimmed points".into());
    }
    if let Some(letter) = label_sign(spot) {
        if spot.piece.is_none() {
            return letter;
        }
        lacks("labels on stones".into());
    } else if let Some(label) = &spot.label {
        let short: String = label.chars().take(20).collect();
        lacks(format!("the label `{short}`"));
    }
    if let (Some(number), Some(first), None) = (spot.number, first, &spot.label) {
        match number - first {
            nth @ 0..9 => return char::from(b'1' + nth as u8),
            9 => return '0',
            _ => lacks("more than ten numbered moves".into()),
        }
        if spot.mark.is_some() {
            lacks("marks on numbered moves".into());
        }
    }
    let side = match spot.piece {
        None => None,
        Some(Piece::Burnt) => {
            lacks("burnt squares".into());
            return 'M';
        }
        Some(piece @ Piece::Chess(..)) => {
            lacks("kinds of chess pieces".into());
            piece.side()
        }
        Some(piece) => piece.side(),
    };
    // The format marks the last move as its pages do: with a circle.
    let last = (side.is_some() && spot.free_last()).then_some(Mark::Circle);
    match (side, spot.mark.or(last)) {
        (None, None) => bare(scene, point),
        (None, Some(Mark::Circle)) => 'C',
        (None, Some(Mark::Square)) => 'S',
        (None, Some(Mark::Triangle)) => 'T',
        (None, Some(Mark::Cross)) => 'M',
        (Some(Color::Black), None) => 'X',
        (Some(Color::Black), Some(Mark::Circle)) => 'B',
        (Some(Color::Black), Some(Mark::Square)) => '#',
        (Some(Color::Black), Some(Mark::Triangle)) => 'Y',
        (Some(Color::Black), Some(Mark::Cross)) => 'Z',
        (Some(Color::White), None) => 'O',
        (Some(Color::White), Some(Mark::Circle)) => 'W',
        (Some(Color::White), Some(Mark::Square)) => '@',
        (Some(Color::White), Some(Mark::Triangle)) => 'Q',
        (Some(Color::White), Some(Mark::Cross)) => 'P',
        (side, Some(Mark::Selected)) => {
            lacks("selected points; they are drawn as squares".into());
            match side {
                None => 'S',
                Some(Color::Black) => '#',
                Some(Color::White) => '@',
            }
        }
    }
}

fn label_sign(spot: &Spot) -> Option<char> {
    let words = spot
        .label
        .as_deref()
        .or_else(|| spot.free_hint().map(|hint| hint.text.as_str()))?;
    let mut chars = words.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_alphabetic() => Some(c.to_ascii_lowercase()),
        _ => None,
    }
}

fn bare(scene: &Scene, point: Point) -> char {
    if scene.stars.binary_search(&point).is_ok() {
        ','
    } else {
        '.'
    }
}
