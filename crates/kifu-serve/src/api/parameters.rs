//! What handlers take from a request: parameters of the address, members of a JSON body, the name of a game.

use std::fmt;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query as FromQuery, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use percent_encoding::percent_decode_str;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::App;
use super::values::{Given, read};
use crate::error::ApiError;

/// The parameters in the query of an address.
#[derive(Debug)]
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        of_query(&parts.uri).map(Self)
    }
}

/// Reads a request from the query of an address.
pub(super) fn of_query<T: DeserializeOwned>(uri: &Uri) -> Result<T, ApiError> {
    ensure_utf8(uri.query().unwrap_or_default())?;
    let FromQuery(pairs) = FromQuery::<Vec<(String, String)>>::try_from_uri(uri)
        .map_err(|_| ApiError::bad("the query of the address cannot be read"))?;
    let pairs = pairs.into_iter();
    let pairs = pairs.map(|(name, text)| (name, Given::Text(text)));
    read(pairs.collect()).map_err(|wrong| ApiError::bad(wrong.to_string()))
}

/// Refuses a query with bytes that are not UTF-8, which would be read as U+FFFD.
fn ensure_utf8(query: &str) -> Result<(), ApiError> {
    for pair in query.split('&') {
        let bytes: Vec<u8> = percent_decode_str(pair).collect();
        if std::str::from_utf8(&bytes).is_err() {
            let name = pair.split('=').next().unwrap_or_default();
            return Err(ApiError::parameter(name, "not UTF-8"));
        }
    }
    Ok(())
}

/// The members of a JSON body, which arrives within the time of a request.
#[derive(Debug)]
pub(super) struct Members<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Members<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let body = Json::from_request(request, app);
        let Ok(body) = tokio::time::timeout(app.limits.request, body).await else {
            let message = "the request took too long; send it again";
            return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, message));
        };
        let Json(members) = body.map_err(|error| refusal(&error))?;
        of_members(members).map(Self)
    }
}

/// The members of a JSON object in their order. A name that is given twice is there twice.
#[derive(Debug)]
pub(super) struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object, M::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Object(members))
    }
}

/// Reads a request from the members of a JSON object.
pub(super) fn of_members<T: DeserializeOwned>(Object(members): Object) -> Result<T, ApiError> {
    let members = members.into_iter();
    let pairs = members.map(|(name, value)| (name, Given::Json(value)));
    read(pairs.collect())
        .map_err(|wrong| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, wrong.to_string()))
}

fn refusal(error: &JsonRejection) -> ApiError {
    let status = error.status();
    let message = match error {
        JsonRejection::JsonDataError(_) => "the body is not a JSON object",
        JsonRejection::JsonSyntaxError(_) => "the body is not valid JSON",
        JsonRejection::MissingJsonContentType(_) => "`Content-Type`: expected `application/json`",
        _ if status == StatusCode::PAYLOAD_TOO_LARGE => "the body is too large",
        _ => "the body cannot be read",
    };
    ApiError::new(status, message)
}

/// The name of a game in the path of an address.
#[derive(Debug)]
pub(super) struct GameName(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for GameName {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Self(name)),
            Err(_) => Err(ApiError::parameter("id", "not UTF-8")),
        }
    }
}
