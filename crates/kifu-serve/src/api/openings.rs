use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use kifu::store::{Opening, Query, SizeCounts, StoreError};
use serde_json::{Value, json};

use super::parameters::Parameters;
use super::request::SearchRequest;
use super::respond::color;
use super::{Answered, App, respond};
use crate::error::ApiError;
use crate::library::Opened;

/// Maximum number of nodes of a tree.
const NODES: usize = 10_000;

/// Returns a tree of the continuations of a position.
pub(super) async fn openings(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<SearchRequest>,
) -> Answered {
    let opened = app.opened();
    request.ensure_tree()?;
    let query = request.query(&app, &opened).await?;
    if query.in_variations && !(query.sequence.is_empty() && query.later.is_empty()) {
        return Err(ApiError::bad(
            "with `variations` all lines are followed: leave out `sequence` and `then`",
        ));
    }
    let depth = request.depth()?;
    let least = request.least.unwrap_or(2).max(1);
    let is_sgf = match request.format.as_deref() {
        None | Some("json") => false,
        Some("sgf") => true,
        Some(_) => return Err(ApiError::parameter("format", "expected `json` or `sgf`")),
    };
    let text = app
        .gate
        .work(move |_| {
            let key = format!("openings {} {depth} {least} {is_sgf}", request.key());
            if let Some(text) = opened.text(&key) {
                return Ok(text);
            }
            let mut tree = opened.store.opening(&query, depth, least)?;
            if request.pattern.is_none() {
                tree.other_sizes = other_sizes(&opened, &query)?;
            }
            let least = prune(&mut tree, least, NODES);
            let text = if is_sgf {
                tree.to_sgf()
            } else {
                json_of(&tree, least).to_string()
            };
            Ok(opened.keep_text(key, text))
        })
        .await?;
    if is_sgf {
        let headers = [(header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")];
        return Ok((headers, text.as_str().to_owned()).into_response());
    }
    Ok(respond::document(text.as_str().to_owned()))
}

/// The selected games on boards of other sizes, which a tree of the empty board does not look for.
fn other_sizes(opened: &Opened, query: &Query) -> Result<SizeCounts, StoreError> {
    let own = (query.pattern.columns(), query.pattern.rows());
    let mut sizes = opened.store.sizes_of(&query.selection)?;
    sizes.retain(|(size, _)| (size.columns(), size.rows()) != own);
    Ok(sizes)
}

/// Removes the moves of fewest games until a tree has at most `most` nodes. Returns the fewest games of a move that
/// stays.
fn prune(tree: &mut Opening, least: u64, most: usize) -> u64 {
    if tree.nodes.len() <= most {
        return least;
    }
    let mut games: Vec<u64> = tree.nodes.iter().skip(1).map(|node| node.games).collect();
    games.sort_unstable_by(|one, other| other.cmp(one));
    // The root is one of the nodes. All moves of equally many games go or stay together.
    let least = games.get(most - 1).map_or(least, |games| games + 1);
    // A parent has no fewer games than its children, and comes before them.
    let mut places: Vec<Option<usize>> = Vec::with_capacity(tree.nodes.len());
    let mut kept = Vec::new();
    for (number, mut node) in std::mem::take(&mut tree.nodes).into_iter().enumerate() {
        let parent = node.parent.and_then(|parent| places.get(parent).copied());
        let parent = parent.flatten();
        let stays = number == 0 || (node.games >= least && parent.is_some());
        places.push(stays.then_some(kept.len()));
        if stays {
            node.parent = parent;
            kept.push(node);
        }
    }
    for node in &mut kept {
        let children = std::mem::take(&mut node.children).into_iter();
        let places = children.filter_map(|child| places.get(child).copied().flatten());
        node.children = places.collect();
    }
    tree.nodes = kept;
    least
}

fn json_of(tree: &Opening, least: u64) -> Value {
    let nodes = tree.nodes.iter().map(|node| {
        json!({
            "parent": node.parent,
            "color": node.play.map(|(own, _)| color(own)),
            "point": node.play.map(|(_, point)| point.to_string()),
            "games": node.games,
            "black_wins": node.black_wins,
            "white_wins": node.white_wins,
            "position_in_games": node.parent.map(|_| node.reached),
        })
    });
    json!({
        "size": tree.size.map(|size| size.sgf().to_string()),
        "counts": if tree.counts_lines { "lines" } else { "games" },
        "left_out": tree.other_sizes.iter().map(|(size, games)| {
            json!({"size": size.sgf().to_string(), "games": games})
        }).collect::<Vec<_>>(),
        "least": least,
        "nodes": nodes.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use kifu::go::{Board, Size};
    use kifu::store::{Opening, OpeningNode, Pattern};

    use super::prune;

    #[test]
    fn a_large_tree_keeps_the_moves_of_most_games() {
        let node = |parent, games, children: &[usize]| OpeningNode {
            parent,
            games,
            children: children.to_vec(),
            ..OpeningNode::default()
        };
        let tree = Opening {
            pattern: Pattern::of_board(&Board::new(Size::GO)),
            size: Some(Size::GO),
            other_sizes: Vec::new(),
            counts_lines: false,
            nodes: vec![
                node(None, 9, &[1, 2]),
                node(Some(0), 2, &[3]),
                node(Some(0), 7, &[4, 5]),
                node(Some(1), 2, &[]),
                node(Some(2), 2, &[]),
                node(Some(2), 5, &[]),
            ],
        };
        let mut same = tree.clone();
        assert_eq!(prune(&mut same, 2, 6), 2);
        assert_eq!(same, tree);
        for most in 3..6 {
            let mut pruned = tree.clone();
            assert_eq!(prune(&mut pruned, 2, most), 3);
            let expected = [
                node(None, 9, &[1]),
                node(Some(0), 7, &[2]),
                node(Some(1), 5, &[]),
            ];
            assert_eq!(pruned.nodes, expected);
        }
        let mut pruned = tree;
        assert_eq!(prune(&mut pruned, 2, 2), 6);
        assert_eq!(pruned.nodes.len(), 2);
    }
}
