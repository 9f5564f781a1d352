use kifu::lint::emit;
use serde_json::json;

use crate::harmless;

/// The end of a report in SARIF, with the errors of inputs that could not be read.
pub(super) fn end(unread: &[String]) -> String {
    let errors = unread.iter().map(|error| {
        json!({
            "level": "error",
            "message": {"text": error},
        })
    });
    let invocation = json!({
        "executionSuccessful": unread.is_empty(),
        "toolExecutionNotifications": errors.collect::<Vec<_>>(),
    });
    let invocation = invocation.to_string();
    let end = emit::Format::Sarif.end();
    // The first bracket closes the results.
    end.replacen(
        ']',
        &format!(
            "],\n      \"invocations\": [\n        {}\n      ]",
            harmless::json(&invocation)
        ),
        1,
    )
}
