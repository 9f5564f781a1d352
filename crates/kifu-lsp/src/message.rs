//! Messages of JSON-RPC 2.0, as editors and language servers exchange them.

use gen_lsp_types::{ErrorCodes, LspErrorCodes};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

pub use gen_lsp_types::json_rpc::Id;

/// One message, in either direction.
#[derive(Clone, Debug)]
pub enum Message {
    /// A request, which needs an answer with the same `id`.
    Request {
        /// Chosen by the sender.
        id: Id,
        /// The name of the request, such as `textDocument/hover`.
        method: String,
        /// JSON: an object, an array, or `null`.
        params: Box<RawValue>,
    },
    /// A notification, which has no answer.
    Notification {
        /// The name of the notification, such as `textDocument/didOpen`.
        method: String,
        /// JSON: an object, an array, or `null`.
        params: Box<RawValue>,
    },
    /// The answer to a request.
    Response {
        /// The identifier of the request; `Null` if the message could not be read.
        id: Id,
        /// The result as JSON, or a failure.
        result: Result<Box<RawValue>, Failure>,
    },
}

/// The failure of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The error code of JSON-RPC or the protocol.
    pub code: i32,
    /// The message: one sentence.
    pub message: String,
}

impl Failure {
    /// A failure with an error code of JSON-RPC.
    pub(crate) fn new(code: ErrorCodes, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
        }
    }

    /// A failure of a valid request.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self {
            code: LspErrorCodes::RequestFailed.into(),
            message: message.into(),
        }
    }
}

/// The transmitted form of a message.
#[derive(Serialize, Deserialize)]
struct Wire<P, R> {
    #[serde(default)]
    jsonrpc: Option<String>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "some"
    )]
    id: Option<Id>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    params: Option<P>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    result: Option<R>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

const fn none<T>() -> Option<T> {
    None
}

/// `null` is a valid identifier.
fn some<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Id>, D::Error> {
    Id::deserialize(deserializer).map(Some)
}

impl Message {
    /// A request.
    ///
    /// # Errors
    /// `params` cannot be written as JSON.
    pub fn request(id: Id, method: &str, params: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self::Request {
            id,
            method: method.to_owned(),
            params: to_raw_value(params)?,
        })
    }

    /// A notification.
    ///
    /// # Errors
    /// `params` cannot be written as JSON.
    pub fn notification(method: &str, params: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self::Notification {
            method: method.to_owned(),
            params: to_raw_value(params)?,
        })
    }

    /// Reads a message: the content of a frame, without its header.
    ///
    /// # Errors
    /// The answer to bytes that are not a message.
    pub fn parse(bytes: &[u8]) -> Result<Self, Box<Self>> {
        let wire: Wire<Box<RawValue>, Box<RawValue>> = match serde_json::from_slice(bytes) {
            Ok(wire) => wire,
            Err(error) => {
                let code = if error.is_data() {
                    ErrorCodes::InvalidRequest
                } else {
                    ErrorCodes::ParseError
                };
                return Err(Box::new(Self::error(
                    id_of(bytes),
                    Failure::new(code, error.to_string()),
                )));
            }
        };
        let params = wire.params.unwrap_or_else(null);
        match (wire.id, wire.method) {
            (Some(id), Some(method)) => Ok(Self::Request { id, method, params }),
            (None, Some(method)) => Ok(Self::Notification { method, params }),
            (Some(id), None) => Ok(Self::Response {
                id,
                result: match wire.error {
                    Some(error) => Err(error),
                    None => Ok(wire.result.unwrap_or_else(null)),
                },
            }),
            (None, None) => Err(Box::new(Self::error(
                Id::Null,
                Failure::new(ErrorCodes::InvalidRequest, "the message has no method"),
            ))),
        }
    }

    /// The message as JSON.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut wire = Wire {
            jsonrpc: Some("2.0".to_owned()),
            id: None,
            method: None,
            params: None,
            result: None,
            error: None,
        };
        match self {
            Self::Request { id, method, params } => {
                wire.id = Some(id.clone());
                wire.method = Some(method.clone());
                wire.params = given(params);
            }
            Self::Notification { method, params } => {
                wire.method = Some(method.clone());
                wire.params = given(params);
            }
            Self::Response { id, result } => {
                wire.id = Some(id.clone());
                match result {
                    Ok(result) => wire.result = Some(&**result),
                    Err(failure) => wire.error = Some(failure.clone()),
                }
            }
        }
        // Strings and parsed JSON can always be written.
        serde_json::to_vec(&wire).unwrap_or_default()
    }

    pub(crate) const fn error(id: Id, failure: Failure) -> Self {
        Self::Response {
            id,
            result: Err(failure),
        }
    }

    pub(crate) fn answer<T: Serialize>(id: Id, result: Result<T, Failure>) -> Self {
        let result = result.and_then(|result| {
            to_raw_value(&result)
                .map_err(|error| Failure::new(ErrorCodes::InternalError, error.to_string()))
        });
        Self::Response { id, result }
    }
}

/// The parameters, unless they are `null`, which the protocol omits.
fn given(params: &RawValue) -> Option<&RawValue> {
    (params.get() != "null").then_some(params)
}

fn null() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// The identifier of a message that is otherwise invalid; `Null` if it has none.
fn id_of(bytes: &[u8]) -> Id {
    #[derive(Deserialize)]
    struct Identified {
        id: Id,
    }
    serde_json::from_slice(bytes).map_or(Id::Null, |Identified { id }| id)
}

/// Reads parameters. A lone surrogate, which text in an editor may contain and a string here may not, is read as U+FFFD:
/// both have one column in UTF-16.
pub(crate) fn read<T: DeserializeOwned>(params: &RawValue) -> Result<T, Failure> {
    let json = params.get();
    serde_json::from_str(json)
        .or_else(|error| match without_lone_surrogates(json) {
            Some(json) => serde_json::from_str(&json),
            None => Err(error),
        })
        .map_err(|error| Failure::new(ErrorCodes::InvalidParams, error.to_string()))
}

/// The JSON with an escaped U+FFFD for each escaped lone surrogate; `None` if there is none.
fn without_lone_surrogates(json: &str) -> Option<String> {
    let unit = |at: usize| {
        let digits = json.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut new = String::new();
    let mut end = 0;
    let mut at = 0;
    while let Some(next) = json[at..].find('\\') {
        at += next;
        let (is_lone, length) = match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (false, 12),
            (Some(0xD800..=0xDFFF), _) => (true, 6),
            (Some(_), _) => (false, 6),
            // The escaped character after a backslash is ASCII in valid JSON.
            (None, _) => (false, 2),
        };
        if is_lone {
            new.push_str(&json[end..at]);
            new.push_str("\\ufffd");
            end = at + length;
        }
        at += length;
    }
    new.push_str(&json[end..]);
    (end > 0).then_some(new)
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::read;

    #[test]
    fn lone_surrogates_are_replaced() {
        for (json, text) in [
            (r#""a\ud83d""#, "a\u{fffd}"),
            (r#""\ude00\ud83d\ude00\ud83dx""#, "\u{fffd}😀\u{fffd}x"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\\ud83d\udc00""#, "\\ud83d\u{fffd}"),
            (r#""名\n\u00e9""#, "名\né"),
        ] {
            let raw = RawValue::from_string(json.to_owned()).expect("JSON");
            assert_eq!(read::<String>(&raw).expect(json), text);
        }
    }
}
