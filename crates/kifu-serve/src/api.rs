//! Routes, and the parts that all of them share.

mod diagnostics;
mod games;
mod info;
mod openings;
mod parameters;
pub(crate) mod request;
mod respond;
mod search;
mod statistics;
mod stream;
mod table;
mod values;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use xxhash_rust::xxh3::Xxh3;

use crate::error::ApiError;
use crate::gate::Gate;
use crate::guard::Guard;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::options::{Edits, Limits, Options};
use crate::{assets, library};

/// Shared state of the handlers.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) gate: Gate,
    pub(crate) guard: Guard,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Limits,
    pub(crate) stopping: Arc<AtomicBool>,
    pub(crate) title: String,
    pub(crate) edits: Option<Edits>,
    /// One file is changed at a time.
    pub(crate) editing: Mutex<()>,
}

impl App {
    pub(crate) fn new(library: Library, options: Options, stopping: Arc<AtomicBool>) -> Self {
        let metrics = Arc::new(Metrics::default());
        let limits = options.limits;
        Self {
            library,
            gate: Gate::new(limits, stopping.clone(), metrics.clone()),
            guard: Guard::new(&options.hosts, options.token),
            metrics,
            limits,
            stopping,
            title: options.title,
            edits: options.edits,
            editing: Mutex::new(()),
        }
    }

    pub(crate) fn opened(&self) -> Arc<library::Opened> {
        self.library.current()
    }
}

/// Result of a handler.
pub(crate) type Answered = Result<Response, ApiError>;

/// The routes of the interface, with their methods, as the `OpenAPI` document names them.
pub const ROUTES: &[(&str, &str)] = &[
    ("get", "/api/v1/info"),
    ("get", "/api/v1/games"),
    ("get", "/api/v1/games.arrow"),
    ("get", "/api/v1/games/{id}"),
    ("get", "/api/v1/games/{id}/diagnostics"),
    ("get", "/api/v1/games/{id}/fix"),
    ("post", "/api/v1/games/{id}/fix"),
    ("get", "/api/v1/search"),
    ("post", "/api/v1/search"),
    ("get", "/api/v1/search/stream"),
    ("get", "/api/v1/openings"),
    ("get", "/api/v1/statistics"),
    ("get", "/api/v1/openapi.json"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
];

/// The document that describes the interface.
const OPENAPI: &str = include_str!("openapi.json");

/// Headers that every answer has.
const FIXED: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

pub(crate) fn router(app: Arc<App>) -> Router {
    let limits = app.limits;
    let cached = Router::new()
        .route("/api/v1/info", get(info::info))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/games.arrow", get(table::table))
        .route("/api/v1/games/{id}", get(games::game))
        .route("/api/v1/search", get(search::get).post(search::post))
        .route("/api/v1/openings", get(openings::openings))
        .route("/api/v1/statistics", get(statistics::statistics))
        .layer(from_fn_with_state(app.clone(), tagged));
    Router::new()
        .merge(cached)
        .route(
            "/api/v1/games/{id}/diagnostics",
            get(diagnostics::diagnostics),
        )
        .route(
            "/api/v1/games/{id}/fix",
            get(diagnostics::preview).merge(post(diagnostics::write)),
        )
        .route("/api/v1/search/stream", get(stream::stream))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/healthz", get(info::health))
        .route("/readyz", get(info::ready))
        .route("/metrics", get(info::metrics))
        .route("/", get(assets::page))
        .route("/explore", get(assets::page))
        .route("/statistics", get(assets::page))
        .route("/game/{id}", get(assets::page))
        .route("/assets/{name}", get(assets::file))
        .fallback(nothing)
        .method_not_allowed_fallback(not_allowed)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Gate::longest(&limits),
        ))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app.clone(), guarded))
        .with_state(app)
}

async fn nothing() -> ApiError {
    ApiError::missing("no such page")
}

async fn not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not take this method",
    )
}

/// The target of a redirect: the address without its token. It is a path of this server: browsers read `//` and `/\`
/// at the start as the name of another one.
fn without_token(path: &str, query: &str) -> String {
    let mut to = format!("/{}", path.trim_start_matches(['/', '\\']));
    let mut separator = '?';
    for pair in query.split('&') {
        if !pair.is_empty() && !pair.starts_with("token=") {
            to.push(separator);
            to.push_str(pair);
            separator = '&';
        }
    }
    to
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// Lets a request pass that is ours and has the token, counts it, and adds the fixed headers.
async fn guarded(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let start = std::time::Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match pass(&app, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(error) => {
            app.metrics.stranger();
            error.into_response()
        }
    };
    // The layers below answer these without a sentence.
    let plain = match response.status() {
        StatusCode::NOT_ACCEPTABLE => Some("`Accept-Encoding`: expected `gzip` or `identity`"),
        StatusCode::REQUEST_TIMEOUT => Some("the request took too long; send it again"),
        _ => None,
    };
    if let Some(message) = plain {
        response = ApiError::new(response.status(), message).into_response();
    }
    let status = response.status().as_u16();
    app.metrics.request(status);
    tracing::info!(%method, path, status, micros = start.elapsed().as_micros() as u64, "request");
    for (name, value) in FIXED {
        response.headers_mut().insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    response
}

/// Checks a request. `None` lets it pass; a response answers it immediately.
fn pass(app: &App, request: &Request) -> Result<Option<Response>, ApiError> {
    let (headers, path) = (request.headers(), request.uri().path());
    if matches!(path, "/healthz" | "/readyz") {
        return Ok(None);
    }
    let mode = headers.get("sec-fetch-mode").map(HeaderValue::as_bytes);
    let is_page = request.method() == Method::GET && !path.starts_with("/api/");
    app.guard
        .ensure_ours(headers, is_page && mode == Some(b"navigate"))?;
    if app.guard.has_token(headers) {
        return Ok(None);
    }
    let query = request.uri().query().unwrap_or_default();
    if let Some(cookie) = app.guard.cookie_for(query) {
        let to = [
            (header::SET_COOKIE, cookie),
            (header::LOCATION, without_token(path, query)),
        ];
        return Ok(Some((StatusCode::SEE_OTHER, to).into_response()));
    }
    let message = "this server needs its token: open its address with `?token=TOKEN`, or send `Authorization: Bearer TOKEN`";
    Err(ApiError::new(StatusCode::UNAUTHORIZED, message))
}

/// Returns the tag of an answer, which depends on the index and the request.
fn tag_of(app: &App, uri: &Uri, headers: &HeaderMap) -> String {
    let mut hash = Xxh3::new();
    hash.update(&app.opened().tag.to_le_bytes());
    hash.update(
        uri.path_and_query()
            .map_or("", |own| own.as_str())
            .as_bytes(),
    );
    hash.update(&[0]);
    hash.update(
        headers
            .get(header::ACCEPT)
            .map_or(b"", HeaderValue::as_bytes),
    );
    format!("W/\"{:016x}\"", hash.digest())
}

/// Result of `If-None-Match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The client does not have the answer.
    No,
    /// It has the answer with this tag.
    Tag,
    /// It has some answer, and wants none.
    Any,
}

/// Compares `If-None-Match` with a tag. Weak and strong forms of a tag are equal.
pub(crate) fn known(headers: &HeaderMap, tag: &str) -> Known {
    let strong = |tag: &str| tag.trim_start_matches("W/").to_owned();
    let tag = strong(tag);
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let mut known = Known::No;
    for own in values.flat_map(|value| value.split(',')).map(str::trim) {
        if strong(own) == tag {
            return Known::Tag;
        }
        if own == "*" {
            known = Known::Any;
        }
    }
    known
}

/// Whether an answer needs the record of a game, which may be gone or changed although the index is not.
fn is_of_record(path: &str) -> bool {
    path.starts_with("/api/v1/games/") && [".sgf", ".svg"].iter().any(|end| path.ends_with(end))
}

/// Answers 304 if the client has the answer already, and tags complete answers.
async fn tagged(State(app): State<Arc<App>>, request: Request<Body>, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let tag = tag_of(&app, request.uri(), request.headers());
    let known = known(request.headers(), &tag);
    let fixed = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if known == Known::Tag && !is_of_record(request.uri().path()) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let mut response = next.run(request).await;
    if response.status() == StatusCode::OK
        && !response.headers().contains_key(header::CACHE_CONTROL)
    {
        if known != Known::No {
            return (StatusCode::NOT_MODIFIED, fixed).into_response();
        }
        for (name, value) in fixed {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Known, known, without_token};

    #[test]
    fn a_redirect_keeps_other_parameters_and_stays_here() {
        for (path, query, to) in [
            ("/", "token=t", "/"),
            (
                "/explore",
                "pattern=XO&token=t&size=9",
                "/explore?pattern=XO&size=9",
            ),
            ("/explore", "token=t&where=a%26b", "/explore?where=a%26b"),
            ("//evil.example/", "token=t", "/evil.example/"),
            ("/\\evil.example/", "token=t", "/evil.example/"),
            ("/\\/evil.example", "a=//b&token=t", "/evil.example?a=//b"),
        ] {
            assert_eq!(without_token(path, query), to);
        }
    }

    #[test]
    fn tags_are_compared_in_their_weak_form() {
        let is_known = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static(value));
            known(&headers, "W/\"7\"")
        };
        assert_eq!(is_known("\"7\""), Known::Tag);
        assert_eq!(is_known("\"1\", W/\"7\""), Known::Tag);
        assert_eq!(is_known("*"), Known::Any);
        assert_eq!(is_known("7, \"1\""), Known::No);
        assert_eq!(known(&HeaderMap::new(), "\"7\""), Known::No);
    }
}
