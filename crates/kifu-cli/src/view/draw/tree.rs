//! The tree around the node: a row for each line of play, a column for each move.
//!
//! A first child stands right of its parent, in the same row; every other child begins a row below,
//! that of the deepest branch first, so that no lines cross. Only what is near is looked at: trees
//! have a million nodes, and nodes ten thousand children.

use kifu::Node;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::paint::Paint;
use crate::view::model::Model;

/// A line of play: the column of its first node, and its nodes.
#[derive(Debug)]
pub(super) struct Row<'a> {
    column: usize,
    nodes: Vec<Node<'a>>,
}

/// The columns that are seen, as depths of the tree.
#[derive(Clone, Copy)]
struct Window {
    from: usize,
    to: usize,
}

/// The rows around a node, at most `height`, for a width of so many places.
pub(super) fn rows(node: Node<'_>, width: u16, height: u16) -> Vec<Row<'_>> {
    let columns = usize::from(width.saturating_sub(1) / 2).max(1);
    let depth = node.depth();
    let from = depth.saturating_sub(columns * 2 / 3);
    let window = Window {
        from,
        to: from + columns - 1,
    };
    let (start, start_depth) = row_start(node, depth, window);
    let height = usize::from(height).max(1);
    let mut above = Vec::new();
    let mut first = (start, start_depth);
    while above.len() < height
        && let Some(row) = row_before(first, window)
    {
        above.push(row);
        first = row;
    }
    let mut below = Vec::new();
    let mut last = (start, start_depth);
    while below.len() < height
        && let Some(row) = row_after(last, window)
    {
        below.push(row);
        last = row;
    }
    // The node's row in the middle, unless there is little on one side.
    let up = (height / 2).max(height.saturating_sub(below.len() + 1));
    above.truncate(up);
    below.truncate(height - 1 - above.len().min(height - 1));
    let starts = above.into_iter().rev();
    let starts = starts.chain(std::iter::once((start, start_depth)));
    starts
        .chain(below)
        .map(|(node, depth)| Row {
            column: depth - window.from,
            nodes: node.main_line().take(window.to + 1 - depth).collect(),
        })
        .collect()
}

/// The first node of the row of a node.
fn row_start(mut node: Node<'_>, mut depth: usize, window: Window) -> (Node<'_>, usize) {
    while depth > window.from
        && node.previous_sibling().is_none()
        && let Some(parent) = node.parent()
    {
        node = parent;
        depth -= 1;
    }
    (node, depth)
}

/// The row below: that of the deepest branch of this row, or else of the rows it branches off.
fn row_after((start, depth): (Node<'_>, usize), window: Window) -> Option<(Node<'_>, usize)> {
    let mut run = start.main_line().take(window.to + 1 - depth);
    let mut last = run.next()?;
    let mut at = depth;
    for node in run {
        last = node;
        at += 1;
    }
    let mut node = last;
    while at > window.from {
        if let Some(sibling) = node.next_sibling() {
            return Some((sibling, at));
        }
        node = node.parent()?;
        at -= 1;
    }
    None
}

/// The row above: the last of the variation before.
fn row_before((start, depth): (Node<'_>, usize), window: Window) -> Option<(Node<'_>, usize)> {
    if depth <= window.from {
        return None;
    }
    let before = start.previous_sibling()?;
    let (mut row, mut row_depth) = row_start(before, depth, window);
    let (mut node, mut at) = (before, depth);
    while at < window.to
        && let Some(first) = node.first_child()
    {
        at += 1;
        node = first;
        if first.next_sibling().is_some()
            && let Some(last) = first.parent().and_then(|parent| parent.last_child())
        {
            node = last;
            (row, row_depth) = (last, at);
        }
    }
    Some((row, row_depth))
}

/// Draws the rows, two places to a node. The model learns where the nodes are.
pub(super) fn draw(model: &mut Model<'_>, rows: &[Row<'_>], area: Rect, paint: &mut Paint<'_>) {
    let faint = Style::new().add_modifier(Modifier::DIM);
    let (across, corner, tee, down, fork) = (
        paint.sign('─', '-'),
        paint.sign('└', '`'),
        paint.sign('├', '|'),
        paint.sign('│', '|'),
        paint.sign('┬', '+'),
    );
    let mut here = None;
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        for (n, node) in row.nodes.iter().enumerate() {
            let x = area.x + (2 * (row.column + n)) as u16;
            if x + 1 >= area.right() {
                break;
            }
            let is_first = node.previous_sibling().is_none();
            let has_more = node.next_sibling().is_some();
            let link = match (is_first, has_more) {
                _ if n == 0 && is_first => ' ',
                (true, true) => fork,
                (true, false) => across,
                (false, true) => tee,
                (false, false) => corner,
            };
            paint.put(x, y, link, faint);
            let is_here = *node == model.node;
            if is_here {
                here = Some((x, y));
            }
            let mut style = Style::new();
            if node.has("C") {
                style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            paint.put(x + 1, y, sign(*node, paint), style);
            model.branches.push((Rect::new(x, y, 2, 1), node.id()));
        }
    }
    // Down from a node to the next of its siblings, which may lie below the last row.
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        for (n, node) in row.nodes.iter().enumerate() {
            let x = area.x + (2 * (row.column + n)) as u16;
            if x + 1 >= area.right() || node.next_sibling().is_none() {
                continue;
            }
            let rows_below = y + 1..(area.y + rows.len() as u16).min(area.bottom());
            for y in rows_below {
                if paint.at(x, y) != Some(' ') {
                    break;
                }
                paint.put(x, y, down, faint);
            }
        }
    }
    // Up to a parent that lies above the first row.
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        let is_first = row
            .nodes
            .first()
            .is_none_or(|node| node.previous_sibling().is_none());
        let x = area.x + (2 * row.column) as u16;
        for y in (area.y..y).rev() {
            if is_first || x + 1 >= area.right() || paint.at(x, y) != Some(' ') {
                break;
            }
            paint.put(x, y, down, faint);
        }
    }
    if let Some((x, y)) = here {
        paint.put(x, y, '[', Paint::bracket());
        paint.restyle(x + 1, y, Paint::chosen());
        if x + 2 < area.right() {
            paint.put(x + 2, y, ']', Paint::bracket());
        }
    }
}

fn sign(node: Node<'_>, paint: &Paint<'_>) -> char {
    match node.play() {
        Some((color, _)) => paint.stone(color == "B"),
        None if ["AB", "AW", "AE"].into_iter().any(|setup| node.has(setup)) => paint.sign('◇', '#'),
        None => paint.sign('·', '.'),
    }
}
