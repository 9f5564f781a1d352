//! The eight symmetries of a board, and `symmetry`, which transforms a drawing.

use kifu::go::Symmetry;
use kifu::store::Orientation;

use super::wanted::drawn;
use datafusion::error::Result;

/// The names of the symmetries, in the order of [`Symmetry::ALL`].
const NAMES: [&str; 8] = [
    "identity",
    "rotate90",
    "rotate180",
    "rotate270",
    "mirror_columns",
    "mirror_rows",
    "transpose",
    "antitranspose",
];

/// The name of a symmetry.
pub(crate) fn name(symmetry: Symmetry) -> &'static str {
    NAMES[symmetry as usize]
}

/// The symmetry with a name, or with a number from 0 to 7.
pub(crate) fn of_name(text: &str) -> Option<Symmetry> {
    let number = NAMES.iter().position(|name| *name == text);
    let number = number.or_else(|| text.parse().ok());
    Symmetry::ALL.get(number?).copied()
}

/// A turned or mirrored drawing. Edges of the board are turned with it.
pub(crate) fn turned(drawing: &str, symmetry: Symmetry) -> Result<String> {
    let pattern = drawn(drawing)?.transformed(Orientation {
        symmetry,
        is_swapped: false,
    });
    let anchor = pattern.anchor();
    let rows = pattern.to_string();
    let edge = "-".repeat(usize::from(pattern.columns()));
    let mut lines = Vec::new();
    lines.extend(anchor.top.then(|| edge.clone()));
    for row in rows.lines() {
        let (left, right) = (
            if anchor.left { "|" } else { "" },
            if anchor.right { "|" } else { "" },
        );
        lines.push(format!("{left}{row}{right}"));
    }
    lines.extend(anchor.bottom.then_some(edge));
    Ok(lines.join("/"))
}
