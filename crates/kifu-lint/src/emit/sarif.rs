//! SARIF 2.1.0: the rules first, then a result for each finding.

use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::{Report, level};
use crate::{Diagnostic, rules};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn begin() -> String {
    let rules: Vec<_> = rules()
        .map(|rule| {
            let rule = json!({
                "id": rule.code,
                "name": rule.name,
                "shortDescription": {"text": rule.summary()},
                "defaultConfiguration": {"level": level(rule.severity, "note")},
            });
            format!("            {rule}")
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{{\n  \"$schema\": \"{SCHEMA}\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {{\n      \
         \"tool\": {{\n        \"driver\": {{\n          \"name\": \"kifu\",\n          \
         \"version\": \"{version}\",\n          \"rules\": [\n{}\n          ]\n        }}\n      \
         }},\n      \"results\": [\n",
        rules.join(",\n")
    )
}

pub(super) fn result(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    write!(text, "        {}", object(report, found))
}

fn object(report: &Report<'_>, found: &Diagnostic) -> Value {
    let (start, end) = (
        report.position(found.span.start),
        report.position(found.span.end),
    );
    let bytes = report.bytes(found.span);
    json!({
        "ruleId": found.code,
        "level": level(found.severity, "note"),
        "message": {"text": found.message},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": report.name.replace('\\', "/")},
                "region": {
                    "startLine": start.line,
                    "startColumn": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                    "byteOffset": bytes.start,
                    "byteLength": bytes.len(),
                },
            },
        }],
    })
}
