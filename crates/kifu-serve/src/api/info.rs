use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use kifu::select::Field;
use serde_json::json;

use super::{Answered, App, respond};

/// Returns facts about the served index.
pub(super) async fn info(State(app): State<Arc<App>>) -> Answered {
    let opened = app.opened();
    let store = &opened.store;
    let sizes = store.sizes().into_iter().map(|size| size.sgf().to_string());
    let fields = Field::ALL
        .iter()
        .map(|field| json!({"name": field.name(), "meaning": field.meaning()}));
    let limits = app.limits;
    let document = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "title": app.title,
        "games": store.len(),
        "sizes": sizes.collect::<Vec<_>>(),
        "edits": app.edits.is_some(),
        "fields": fields.collect::<Vec<_>>(),
        "limits": {
            "searches": limits.searches,
            "waiting": limits.waiting,
            "seconds": limits.time.as_secs_f64(),
            "body": limits.body,
            "connections": limits.connections,
        },
    });
    Ok(respond::document(document.to_string()))
}

/// The process is alive.
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// The server takes requests.
pub(super) async fn ready(State(app): State<Arc<App>>) -> Response {
    if app.stopping.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    "ok\n".into_response()
}

/// Counters for Prometheus.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let (running, waiting) = app.gate.load();
    let text = app.metrics.text(app.opened().store.len(), running, waiting);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
