//! Pages, and the files they need: all of them are part of the program.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu_web::File;

use crate::api::{Known, known};
use crate::error::ApiError;

/// Content security policy of the pages.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The one document of all pages.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    let mut response = answer(&kifu_web::SITE_PAGE, &headers);
    let policy = HeaderValue::from_static(POLICY);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// A file of the pages.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match kifu_web::SITE.iter().find(|file| file.name == name) {
        Some(file) => answer(file, &headers),
        None => ApiError::missing("no such file").into_response(),
    }
}

fn answer(file: &File, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", file.hash());
    let text = |name: header::HeaderName| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let fixed = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
        (header::CONTENT_TYPE, file.media_type.to_owned()),
    ];
    if known(headers, &tag) != Known::No {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    if text(header::ACCEPT_ENCODING).contains("gzip") {
        return (fixed, [(header::CONTENT_ENCODING, "gzip")], file.gzip).into_response();
    }
    (fixed, file.bytes()).into_response()
}
