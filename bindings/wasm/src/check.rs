//! Checks and repairs.

use kifu_lint::{Applicability, Linter, Options, Severity};
use kifu_sgf::encoding::{DecodeOptions, Source};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::json;

#[derive(Serialize)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

#[derive(Serialize)]
struct Fix {
    title: String,
    safe: bool,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Diagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    why: String,
    start: usize,
    end: usize,
    fix: Option<Fix>,
}

impl Diagnostic {
    /// With spans in bytes of the file.
    fn new(found: &kifu_lint::Diagnostic, source: &Source) -> Self {
        let bytes = |span| source.to_bytes_span(span);
        let span = bytes(found.span);
        Self {
            code: found.code,
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Hint => "hint",
            },
            message: found.message.clone().into_owned(),
            why: found.why.clone().into_owned(),
            start: span.start,
            end: span.end,
            fix: found.fix.as_ref().map(|fix| Fix {
                title: fix.title.clone().into_owned(),
                safe: fix.applicability == Applicability::Safe,
                edits: fix
                    .edits
                    .iter()
                    .map(|edit| {
                        let span = bytes(edit.span);
                        Edit {
                            start: span.start,
                            end: span.end,
                            text: edit.replacement.clone(),
                        }
                    })
                    .collect(),
            }),
        }
    }
}

/// All diagnostics of a file as JSON, with spans in bytes.
#[wasm_bindgen]
pub fn check(bytes: Vec<u8>, strict: bool) -> String {
    let source = Source::new(bytes, &DecodeOptions::default());
    let mut found = Vec::new();
    Linter::new(&Options::default().with_strict(strict)).check_each(&source, |diagnostic| {
        found.push(Diagnostic::new(&diagnostic, &source));
    });
    json(&found)
}

/// The bytes of a file with its problems repaired: by safe fixes only, or by all of them.
#[wasm_bindgen]
pub fn fix(bytes: Vec<u8>, risky: bool) -> Vec<u8> {
    let applicability = if risky {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    let fixed = kifu_lint::fix(
        bytes,
        &DecodeOptions::default(),
        &Options::default(),
        applicability,
    );
    fixed.source.into_bytes()
}
