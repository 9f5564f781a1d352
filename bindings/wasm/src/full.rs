//! What the viewer loads on demand: any encoding, checks, fixes, other formats.

use kifu_formats::Format;
use kifu_lint::{Applicability, Linter, Options, Severity};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Record, js, json};

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

#[wasm_bindgen]
impl Record {
    /// Reads the bytes of a file in any encoding. `charset` is what the caller knows of it, or empty.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: Vec<u8>, charset: &str) -> Result<Self, JsError> {
        let options = match charset {
            "" => DecodeOptions::default(),
            label => {
                let known = Charset::for_label(label);
                let unknown = || js(format_args!("`{label}`: not a known encoding"));
                DecodeOptions::default().with_charset(known.ok_or_else(unknown)?)
            }
        };
        Ok(Self::of(Collection::from_bytes_with(bytes, &options)))
    }

    /// The file with everything that was not changed as it was, byte for byte, in its own encodings.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>, JsError> {
        self.collection.to_bytes().map_err(js)
    }

    /// The encodings of the file, in order of appearance.
    pub fn charsets(&self) -> Vec<String> {
        let charsets = self.collection.source().charsets();
        charsets
            .iter()
            .map(|charset| charset.name().into())
            .collect()
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

/// The name of the format that bytes are in; `sgf` for SGF and for what no format knows.
#[wasm_bindgen(js_name = formatOf)]
pub fn format_of(bytes: &[u8]) -> String {
    Format::of(bytes).map_or("sgf", Format::name).into()
}

/// Reads a file of another format than SGF.
#[wasm_bindgen(js_name = readFormat)]
pub fn read_format(bytes: &[u8], format: &str) -> Result<Record, JsError> {
    Ok(Record::of(named(format)?.read(bytes).collection))
}

/// What [`write_format`] made.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format cannot hold, one sentence each.
    pub losses: Vec<String>,
}

/// Writes all games of a record in another format than SGF.
#[wasm_bindgen(js_name = writeFormat)]
pub fn write_format(record: &Record, format: &str) -> Result<Written, JsError> {
    let export = named(format)?.write_all(&record.collection).map_err(js)?;
    Ok(Written {
        losses: export.losses.iter().map(ToString::to_string).collect(),
        bytes: export.bytes,
    })
}

fn named(format: &str) -> Result<Format, JsError> {
    Format::from_name(format).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        js(format_args!(
            "`{format}`: not a format ({})",
            names.join(", ")
        ))
    })
}
