//! Names of columns, above and below a board.

use super::Line;
use crate::measure;
use crate::scene::Scene;

/// The names of the columns, each at the end of cells of `width` columns and one more for the mark, after `indent`
/// blanks. Names wider than a cell are written downwards and end in one row, so that the board keeps its shape.
pub(super) fn columns(scene: &Scene, width: usize, indent: usize) -> Vec<Line> {
    let rect = scene.window().rect;
    let names: Vec<String> = (rect.left..=rect.right)
        .map(|x| scene.column_name(x))
        .collect();
    let rows = if names.iter().any(|name| measure::columns(name) > width) {
        let letters = names.iter().map(|name| name.chars().count());
        letters.max().unwrap_or(1)
    } else {
        1
    };
    let row = |from_end: usize| {
        let mut line = " ".repeat(indent + 1);
        for name in &names {
            let letter = || name.chars().nth_back(from_end).map(String::from);
            let part = match rows {
                1 => name.clone(),
                _ => letter().unwrap_or_default(),
            };
            let wide = measure::columns(&part);
            line.push_str(&" ".repeat(width.saturating_sub(wide)));
            line.push_str(&part);
            line.push_str(&" ".repeat((width + 1).saturating_sub(wide.max(width))));
        }
        Line::plain(line)
    };
    (0..rows).rev().map(row).collect()
}
