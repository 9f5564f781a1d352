//! The plots of the report: rows of bars, and columns, as SVG.
//!
//! Colors are classes, so that the page decides them, in the light and in the dark.

use std::fmt::Write as _;

/// Units of a plot across; it is drawn as wide as its card.
const WIDTH: usize = 560;
/// Units from row to row.
const ROW: usize = 22;
/// Where bars begin and end.
const BAR: (usize, usize) = (172, 424);
/// How high columns are.
const HEIGHT: usize = 190;

/// A row: a name, parts with their classes, and text after it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) parts: Vec<(usize, &'static str)>,
    pub(super) figure: String,
}

impl Row {
    /// A row of one part.
    pub(super) fn plain(name: impl Into<String>, count: usize) -> Self {
        Self {
            name: name.into(),
            parts: vec![(count, "bar")],
            figure: grouped(count),
        }
    }
}

/// A number in groups of three digits.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push('\u{202F}');
        }
        shown.push(digit);
    }
    shown
}

/// Text escaped for HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            _ if crate::harmless::is_harmful(character) => shown.push('\u{FFFD}'),
            _ => shown.push(character),
        }
    }
    shown
}

/// Rows of bars. Each is as long as it is of the largest, or of itself if `is_share`.
pub(super) fn rows(rows: &[Row], is_share: bool) -> String {
    let height = rows.len() * ROW;
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">");
    let sum = |row: &Row| row.parts.iter().map(|(count, _)| count).sum::<usize>();
    let most = rows.iter().map(sum).max().unwrap_or(1).max(1);
    for (number, row) in rows.iter().enumerate() {
        let (top, whole) = (number * ROW, if is_share { sum(row).max(1) } else { most });
        let name = crate::harmless::cut(&row.name, 22);
        let (base, edge) = (top + 15, BAR.0 - 8);
        let figure = escaped(&row.figure);
        let _ = write!(
            svg,
            "<g><title>{}: {figure}</title><text class=\"name\" x=\"{edge}\" y=\"{base}\">{}</text>",
            escaped(&row.name),
            escaped(&name)
        );
        let mut before = 0;
        for (count, class) in &row.parts {
            let x = tenths(before, whole, BAR.1 - BAR.0);
            let end = tenths(before + count, whole, BAR.1 - BAR.0);
            before += count;
            // A value above zero is always visible.
            let width = if *count > 0 { (end - x).max(10) } else { 0 };
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\"/>",
                point(x + BAR.0 * 10),
                top + 4,
                point(width)
            );
        }
        let after = if is_share {
            BAR.1 - BAR.0
        } else {
            tenths(before, whole, BAR.1 - BAR.0) / 10
        };
        let _ = write!(
            svg,
            "<text class=\"figure\" x=\"{}\" y=\"{base}\">{figure}</text></g>",
            BAR.0 + after + 6
        );
    }
    svg + "</svg>"
}

/// Columns, the names of some of them below.
pub(super) fn columns(columns: &[(String, usize)]) -> String {
    let (left, right, base) = (46, WIDTH - 6, HEIGHT - 24);
    let most = columns
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(1)
        .max(1);
    let top = rounded_up(most);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    for part in 0..=4 {
        let y = base - part * (base - 12) / 4;
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{left} {y}H{right}\"/>\
             <text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
            left - 6,
            y + 4,
            if top >= 4 || part == 0 || part == 4 {
                grouped(top * part / 4)
            } else {
                String::new()
            }
        );
    }
    let count = columns.len().max(1);
    // A name takes as much room as seven letters.
    let every = (count * 56).div_ceil(right - left).max(1);
    for (number, (name, games)) in columns.iter().enumerate() {
        let x = left * 10 + number * (right - left) * 10 / count;
        let next = left * 10 + (number + 1) * (right - left) * 10 / count;
        let width = ((next - x) * 4 / 5).clamp(5, 400);
        let height = games * (base - 12) * 10 / top;
        let height = if *games > 0 { height.max(10) } else { 0 };
        let _ = write!(
            svg,
            "<g><title>{}: {}</title><rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            escaped(name),
            grouped(*games),
            point((x + next - width) / 2),
            point(base * 10 - height),
            point(width),
            point(height)
        );
        if number.is_multiple_of(every) {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{}\" y=\"{}\">{}</text>",
                point(x.midpoint(next)),
                base + 17,
                escaped(name)
            );
        }
        svg.push_str("</g>");
    }
    svg + "</svg>"
}

/// `count` of `whole` as tenths of `length` units.
const fn tenths(count: usize, whole: usize, length: usize) -> usize {
    (count as u128 * length as u128 * 10 / whole as u128) as usize
}

/// Tenths as SVG writes them.
fn point(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A number to which an axis goes: 1, 2, 4 or 8, and zeros.
fn rounded_up(number: usize) -> usize {
    let mut unit = 1_usize;
    loop {
        let found = [1, 2, 4, 6, 8]
            .into_iter()
            .map(|step| unit.saturating_mul(step));
        if let Some(found) = found.into_iter().find(|found| *found >= number) {
            return found;
        }
        unit = unit.saturating_mul(10);
    }
}
