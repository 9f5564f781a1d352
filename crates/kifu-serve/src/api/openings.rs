use std::sync::Arc;

use axum::extract::Query as FromQuery;
use axum::extract::State;
use axum::extract::rejection::QueryRejection;
use axum::http::header;
use axum::response::IntoResponse as _;
use kifu::store::Opening;
use serde_json::{Value, json};

use super::request::SearchRequest;
use super::respond::color;
use super::{Answered, App, respond};
use crate::error::ApiError;

/// Moves of a tree at the most.
const DEPTH: usize = 30;

/// Returns a tree of the continuations of a position.
pub(super) async fn openings(
    State(app): State<Arc<App>>,
    request: Result<FromQuery<SearchRequest>, QueryRejection>,
) -> Answered {
    let FromQuery(request) = request.map_err(|error| ApiError::bad(error.body_text()))?;
    let opened = app.opened();
    let query = request.query(&opened)?;
    if query.in_variations && !(query.sequence.is_empty() && query.later.is_empty()) {
        return Err(ApiError::bad(
            "with `variations` all lines are followed: leave out `sequence` and `then`",
        ));
    }
    let depth = request.depth.unwrap_or(6).min(DEPTH);
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
            let tree = opened.store.opening(&query, depth, least)?;
            let text = if is_sgf {
                tree.to_sgf()
            } else {
                json_of(&tree).to_string()
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

fn json_of(tree: &Opening) -> Value {
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
        "nodes": nodes.collect::<Vec<_>>(),
    })
}
