//! Searches whose answers are sent in parts, as server-sent events.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use futures_core::Stream;
use tokio::sync::mpsc;

use super::parameters::Parameters;
use super::request::SearchRequest;
use super::{Answered, App, respond, search};

/// Interval between partial results for a client.
const PAUSE: Duration = Duration::from_millis(100);

/// Continuations of a partial answer.
const TOP: usize = 40;

/// Events that wait for a slow client. The last place is for the end.
const ROOM: usize = 4;

/// Events as they come.
struct Events(mpsc::Receiver<String>);

impl Stream for Events {
    type Item = Result<String, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

fn event(name: &str, data: &str) -> String {
    // JSON has no line ends.
    format!("event: {name}\ndata: {data}\n\n")
}

pub(super) async fn stream(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<SearchRequest>,
) -> Answered {
    let opened = app.opened();
    request.ensure_search()?;
    let query = request.query(&app, &opened).await?;
    request.order()?;
    let place = app.gate.enter().await?;
    let (sender, receiver) = mpsc::channel(ROOM);
    tokio::task::spawn_blocking(move || {
        let mut last = Instant::now();
        let found = search::search(&opened, &request, &query, &place.cancel, |answer| {
            if sender.is_closed() {
                return ControlFlow::Break(());
            }
            // A client that does not read hears of it later.
            if last.elapsed() >= PAUSE && sender.capacity() > 1 {
                let figures = respond::figures(answer, &query, TOP, false);
                let _ = sender.try_send(event("part", &figures.to_string()));
                last = Instant::now();
            }
            ControlFlow::Continue(())
        });
        let text = found.and_then(|found| search::json(&opened, &request, &query, &found));
        drop(place);
        let end = match text {
            Ok(text) => event("done", &text),
            Err(error) => event(
                "failed",
                &serde_json::json!({"error": error.message}).to_string(),
            ),
        };
        let _ = sender.try_send(end);
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store, no-transform"),
    ];
    Ok((headers, Body::from_stream(Events(receiver))).into_response())
}
