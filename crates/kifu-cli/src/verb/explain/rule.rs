use kifu::lint::Rule;
use serde_json::{Value, json};

/// A rule in one line.
pub(super) fn line(rule: &Rule) -> String {
    format!(
        "{} {:<7} {}: {}\n",
        rule.code,
        rule.severity.name(),
        rule.name,
        rule.summary()
    )
}

/// A rule as an object.
pub(super) fn data(rule: &Rule) -> Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.name(),
        "summary": rule.summary(),
        "page": rule.to_markdown(),
    })
}
