//! Errors in the form sent to clients.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu::store::{StoreError, StoreErrorKind};
use serde_json::json;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// A parameter that cannot be read.
    pub(crate) fn parameter(name: &str, why: impl std::fmt::Display) -> Self {
        Self::bad(format!("`{name}`: {why}"))
    }

    pub(crate) fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    pub(crate) fn busy() -> Self {
        let message =
            "the server is busy: as many searches run and wait as its limits allow; try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the request failed; the log of the server has the cause",
        )
    }
}

/// Paths of the server stay in its log.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "index");
        let (status, message) = match &error.kind {
            StoreErrorKind::Gone => (
                StatusCode::GONE,
                "the file of the game is gone since it was indexed",
            ),
            StoreErrorKind::Changed => (
                StatusCode::CONFLICT,
                "the file of the game has changed since it was indexed",
            ),
            StoreErrorKind::Unread(_) => (
                StatusCode::BAD_GATEWAY,
                "the file of the game cannot be read",
            ),
            _ => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "a part of the index cannot be read; bring the index up to date",
            ),
        };
        Self::new(status, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({"error": self.message}).to_string();
        let mut response = (
            self.status,
            [(header::CONTENT_TYPE, "application/json")],
            body,
        )
            .into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
