use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use kifu::store::{Answer, Query};

use super::parameters::{Members, Parameters};
use super::request::SearchRequest;
use super::{Answered, App, respond};
use crate::error::ApiError;
use crate::gate::Cancel;
use crate::library::Opened;

/// Result of a search, and whether it is complete.
pub(super) struct Found {
    pub(super) answer: Arc<Answer>,
    pub(super) is_complete: bool,
}

/// Searches, passes on partial results, and stops when the search is canceled.
pub(super) fn search(
    opened: &Opened,
    request: &SearchRequest,
    query: &Query,
    cancel: &Cancel,
    mut so_far: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Found, ApiError> {
    let key = request.key();
    if let Some(answer) = opened.answer(&key) {
        return Ok(Found {
            answer,
            is_complete: true,
        });
    }
    let mut whole: Option<Answer> = None;
    let mut is_complete = true;
    opened.store.search_stream(query, |part| {
        let whole = match &mut whole {
            Some(whole) => {
                whole.add(part);
                whole
            }
            none => none.insert(part),
        };
        if cancel.is_over() || so_far(whole).is_break() {
            is_complete = false;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    let mut answer = whole.unwrap_or_default();
    if is_complete && answer.damaged.is_empty() {
        opened.store.reached(query, &mut answer)?;
    }
    let answer = if is_complete {
        opened.keep_answer(key, answer)
    } else {
        Arc::new(answer)
    };
    Ok(Found {
        answer,
        is_complete,
    })
}

/// The whole answer as JSON.
pub(super) fn json(
    opened: &Opened,
    request: &SearchRequest,
    query: &Query,
    found: &Found,
) -> Result<String, ApiError> {
    let mut value = respond::figures(&found.answer, query, request.top(), found.is_complete);
    value["games"] = respond::found(
        opened,
        &found.answer,
        query,
        request.order()?,
        request.page(),
    )?;
    Ok(value.to_string())
}

async fn answer(app: &App, request: SearchRequest) -> Answered {
    let opened = app.opened();
    request.ensure_search()?;
    let query = request.query(app, &opened).await?;
    request.order()?;
    let (text, is_complete) = app
        .gate
        .work(move |cancel| {
            let found = search(&opened, &request, &query, cancel, |_| {
                ControlFlow::Continue(())
            })?;
            Ok((json(&opened, &request, &query, &found)?, found.is_complete))
        })
        .await?;
    let mut response = respond::document(text);
    if !is_complete {
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

pub(super) async fn get(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<SearchRequest>,
) -> Answered {
    answer(&app, request).await
}

pub(super) async fn post(
    State(app): State<Arc<App>>,
    Members(request): Members<SearchRequest>,
) -> Answered {
    answer(&app, request).await
}
