//! SARIF 2.1.0: the rules first, then a result for each finding.

use std::fmt::{self, Write};

use kifu_syntax::Span;
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
                "help": {"text": rule.summary(), "markdown": rule.to_markdown()},
                "defaultConfiguration": {"level": level(rule.severity, "note")},
            });
            format!("            {rule}")
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{{\n  \"$schema\": \"{SCHEMA}\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {{\n      \
         \"columnKind\": \"unicodeCodePoints\",\n      \"tool\": {{\n        \"driver\": {{\n          \"name\": \"kifu\",\n          \
         \"version\": \"{version}\",\n          \"rules\": [\n{}\n          ]\n        }}\n      \
         }},\n      \"results\": [\n",
        rules.join(",\n")
    )
}

pub(super) fn result(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    write!(text, "        {}", object(report, found))
}

fn object(report: &Report<'_>, found: &Diagnostic) -> Value {
    let location = json!({"uri": uri(report.name)});
    let mut result = json!({
        "ruleId": found.code,
        "level": level(found.severity, "note"),
        "message": {"text": found.message},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": location,
                "region": region(report, found.span),
            },
        }],
    });
    if let Some(fix) = &found.fix {
        let replacements = fix.edits.iter().map(|edit| {
            json!({
                "deletedRegion": region(report, edit.span),
                "insertedContent": {"text": edit.replacement},
            })
        });
        result["fixes"] = json!([{
            "description": {"text": fix.title},
            "artifactChanges": [{
                "artifactLocation": location,
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }]);
    }
    result
}

/// A span by lines and columns, and by the bytes of the file.
fn region(report: &Report<'_>, span: Span) -> Value {
    let (start, end) = (report.position(span.start), report.position(span.end));
    let bytes = report.bytes(span);
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "byteOffset": bytes.start,
        "byteLength": bytes.len(),
    })
}

/// Returns a path as a relative reference: all characters except unreserved ones and slashes are percent-encoded.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            _ => {
                // Writing to a string does not fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn uris_are_percent_encoded() {
        for (name, expected) in [
            ("games/a-1.sgf", "games/a-1.sgf"),
            ("my games/50%#1.sgf", "my%20games/50%25%231.sgf"),
            ("本.sgf", "%E6%9C%AC.sgf"),
            (r"games\a.sgf", "games/a.sgf"),
            ("<stdin>", "%3Cstdin%3E"),
        ] {
            assert_eq!(uri(name), expected);
        }
    }
}
