//! The suite: `testdata/suite/*.toml`, data that every way of reading runs.
//!
//! A case has an input and the expected result:
//!
//! ```toml
//! [[case]]
//! name = "escaped-bracket"                 # unique in its file
//! spec = "FF[4] text: `\\]` is a bracket"  # why this is right
//! input = '(;C[a\]b])'
//! events = '( ; C [a\]b] )'                # see `Dump`
//! tree = "(;C)"                            # see `Outline`
//! texts = [{ node = 0, id = "C", values = ["a]b"] }]
//! diagnostics = []                         # or "P116@5..9": the code and the bytes
//! ```
//!
//! Instead of `input` there may be `input-hex`, `input-base64`, or `input-generated`
//! (`"nested 1000"`, see [`generate`]). With `encoding` the input is in that
//! encoding, which a reader of bytes has to find out by itself; events and offsets are those of
//! the text in UTF-8. `tree`, `texts`, `events` and `counts` may be left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::{corpus, decode, generate};

/// The cases of one file.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name of the file, without `.toml`: the topic.
    pub name: String,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Case {
    /// The name, unique in its file.
    pub name: String,
    /// Reason in the standard for the expected result.
    pub spec: String,
    input: Option<String>,
    input_hex: Option<String>,
    input_base64: Option<String>,
    input_generated: Option<String>,
    /// The encoding of the input where it is not UTF-8.
    pub encoding: Option<String>,
    /// The events in the notation of [`Dump`](crate::Dump).
    pub events: Option<String>,
    /// The games in the notation of [`Outline`](crate::Outline).
    pub tree: Option<String>,
    /// Expected counts.
    pub counts: Option<Counts>,
    /// Values of properties, unescaped.
    #[serde(default)]
    pub texts: Vec<Text>,
    /// The problems in the order they are met: `P116@5..9`.
    pub diagnostics: Vec<String>,
}

/// Number of games and nodes, and depth of parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Trees that are not inside of another.
    pub games: usize,
    /// Nodes of all games.
    pub nodes: usize,
    /// Most trees that are open at once.
    pub depth: usize,
}

/// The unescaped values of one property.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The node, numbered from 0 in the order of the input, through all games.
    pub node: usize,
    /// The identifier as written. Of several properties with this identifier in the node, all
    /// values count, in order.
    pub id: String,
    /// The values by the rules of Text.
    pub values: Option<Vec<String>>,
    /// The values by the rules of `SimpleText`.
    pub simple: Option<Vec<String>>,
    /// The values split at the first unescaped colon, both parts by the rules of `SimpleText`.
    pub compose: Option<Vec<(String, String)>>,
}

impl Case {
    /// The bytes of the input.
    ///
    /// # Panics
    /// If the case has none, or has it in another form.
    #[must_use]
    pub fn input(&self) -> Vec<u8> {
        let input = match (
            &self.input,
            &self.input_hex,
            &self.input_base64,
            &self.input_generated,
        ) {
            (Some(text), None, None, None) => Ok(text.clone().into_bytes()),
            (None, Some(hex), None, None) => decode::hex(hex),
            (None, None, Some(base64), None) => decode::base64(base64),
            (None, None, None, Some(shape)) => generated(shape),
            _ => Err("exactly one input is needed".to_owned()),
        };
        input.unwrap_or_else(|error| panic!("case `{}`: {error}", self.name))
    }

    /// Returns the input as UTF-8: decoded if it is in another encoding.
    ///
    /// # Panics
    /// If the case names an encoding that is unknown, or is not the one of its input.
    #[must_use]
    pub fn utf8(&self) -> Vec<u8> {
        let input = self.input();
        let Some(label) = &self.encoding else {
            return input;
        };
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes())
            .unwrap_or_else(|| panic!("case `{}`: unknown encoding `{label}`", self.name));
        let (text, had_errors) = encoding.decode_with_bom_removal(&input);
        assert!(!had_errors, "case `{}` is not {label}", self.name);
        text.into_owned().into_bytes()
    }
}

/// Reads all files of the suite, sorted by name.
///
/// # Panics
/// If a file cannot be read, is not a suite, or has two cases of one name.
#[must_use]
pub fn load() -> Vec<Suite> {
    let files = corpus::files(&crate::workspace().join("testdata/suite"), "toml");
    assert!(!files.is_empty(), "the suite is there");
    files.iter().map(|path| load_file(path)).collect()
}

/// Calls `run` with the full name and each case of the suite: `escapes/escaped-bracket`.
pub fn for_each(mut run: impl FnMut(&str, &Case)) {
    for suite in load() {
        for case in &suite.cases {
            run(&format!("{}/{}", suite.name, case.name), case);
        }
    }
}

fn load_file(path: &Path) -> Suite {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        case: Vec<Case>,
    }

    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    let file: File =
        toml::from_str(&text).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    let mut names = BTreeSet::new();
    for case in &file.case {
        assert!(
            names.insert(&case.name),
            "`{}` has two cases `{}`",
            path.display(),
            case.name
        );
    }
    Suite {
        name,
        cases: file.case,
    }
}

fn generated(shape: &str) -> Result<Vec<u8>, String> {
    let (name, number) = shape
        .split_once(' ')
        .ok_or("a shape and a number are needed")?;
    let number = number
        .parse()
        .map_err(|error| format!("`{number}`: {error}"))?;
    match name {
        "nested" => Ok(generate::nested(number)),
        "line" => Ok(generate::line(number)),
        "siblings" => Ok(generate::siblings(number)),
        "games" => Ok(generate::games(number)),
        "values" => Ok(generate::values(number)),
        "comment" => Ok(generate::comment(number)),
        _ => Err(format!("unknown shape `{name}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_sound() {
        let mut count = 0;
        for_each(|name, case| {
            count += 1;
            assert!(!case.spec.is_empty(), "{name} does not say why");
            let length = case.utf8().len();
            for diagnostic in &case.diagnostics {
                let span = diagnostic
                    .split_once('@')
                    .and_then(|(_, span)| span.split_once(".."));
                let offsets = span.and_then(|(start, end)| {
                    Some((start.parse::<usize>().ok()?, end.parse::<usize>().ok()?))
                });
                let is_sound = offsets.is_some_and(|(start, end)| start <= end && end <= length);
                assert!(is_sound, "{name}: `{diagnostic}`");
            }
        });
        assert!(count >= 150, "{count} cases");
    }
}
