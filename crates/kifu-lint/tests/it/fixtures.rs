//! Fixtures in `tests/rules`: inputs, each with its findings.
//!
//! A case begins with `--- name ---`, `--- name (strict) ---`, or `--- name (bytes) ---`, where `\xE9` in the input
//! means that byte; the input follows, and after it lines of `#` with position and message of each finding, and of its
//! fix. With `KIFU_BLESS=1` the expectations are rewritten: check the difference before you keep it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kifu_lint::{Options, check};
use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::LineIndex;

/// Returns the findings in `input`, in the form of fixtures.
fn expectations(input: Vec<u8>, strict: bool, select: &str) -> String {
    let source = Source::new(input, &DecodeOptions::default());
    let options = Options::default()
        .with_strict(strict)
        .with_select([select])
        .with_ignore(if select == "S326" { "" } else { "S326" }.split_terminator(' '));
    let text = source.text().as_bytes();
    let lines = LineIndex::new(text);
    let mut expected = String::new();
    for found in check(&source, &options) {
        let (start, end) = (
            lines.position(text, found.span.start),
            lines.position(text, found.span.end),
        );
        let _ = writeln!(
            expected,
            "# {}: {}:{}-{}:{} {}: {}",
            found.code,
            start.line,
            start.column,
            end.line,
            end.column,
            found.severity,
            found.message
        );
        if let Some(fix) = found.fix {
            let _ = writeln!(
                expected,
                "# help: {} [{} fix]",
                fix.title,
                fix.applicability.name()
            );
        }
    }
    expected
}

/// `input` with the bytes that are written as `\xE9`.
fn bytes_of(input: &str) -> Vec<u8> {
    let mut parts = input.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend(rest.bytes());
    }
    bytes
}

#[test]
fn every_fixture_says_what_is_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let bless = std::env::var_os("KIFU_BLESS").is_some();
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut rewritten = String::new();
        for case in text.split("--- ").skip(1) {
            let (head, body) = case.split_once(" ---\n").expect("a case has a head");
            let input: String = body
                .lines()
                .take_while(|line| !line.starts_with('#'))
                .fold(String::new(), |text, line| text + line + "\n");
            let strict = head.ends_with("(strict)");
            let select = head.split(' ').next().unwrap_or_default();
            let is_code = kifu_lint::rules().any(|rule| rule.code == select);
            let select = if is_code { select } else { "ALL" };
            let bytes = if head.ends_with("(bytes)") {
                bytes_of(&input)
            } else {
                input.clone().into_bytes()
            };
            let found = expectations(bytes, strict, select);
            let _ = write!(rewritten, "--- {head} ---\n{input}{found}");
            if !bless {
                let expected: String = body
                    .lines()
                    .skip_while(|line| !line.starts_with('#'))
                    .fold(String::new(), |text, line| text + line + "\n");
                assert_eq!(found, expected, "{head} in {}", file.display());
            }
        }
        if bless {
            fs::write(&file, rewritten).unwrap();
        }
    }
}

#[test]
fn every_rule_has_a_fixture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut all = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        all += &fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let missing: Vec<_> = kifu_lint::rules()
        .map(|rule| rule.code)
        .filter(|code| !all.contains(&format!("# {code}: ")))
        .collect();
    assert_eq!(missing, [""; 0]);
}
