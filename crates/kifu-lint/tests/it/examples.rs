//! The example of a rule page shows what the rule reports.

use kifu_lint::{Options, Rule, Severity, check, rules};
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};

/// Rules whose example has another severity than the page: the page says when.
const OTHER_SEVERITY: &[&str] = &["P102", "V222"];

/// Rules whose example describes bytes that a page cannot show.
const OF_BYTES: &[&str] = &["P118", "E102", "E104", "E105", "E107", "E108", "N609"];

/// The text in a section of a page; `None` for a section in words.
fn code(rule: &Rule, heading: &str) -> Option<String> {
    let section = rule.section(heading)?;
    let (_, code) = section.split_once("```text\n")?;
    let (code, _) = code.split_once("\n```")?;
    Some(code.to_owned())
}

/// The bytes of an example: each game in the encoding that it names.
fn bytes(example: &str) -> Vec<u8> {
    let Some((first, second)) = example.split_once("(;CA[Shift_JIS]") else {
        return example.as_bytes().to_vec();
    };
    let second = format!("(;CA[Shift_JIS]{second}");
    let second = Charset::SHIFT_JIS.encode(&second).expect("Japanese");
    [first.as_bytes(), &second].concat()
}

#[test]
fn examples_show_what_their_rule_reports() {
    let mut wrong = Vec::new();
    for rule in rules().filter(|rule| !OF_BYTES.contains(&rule.code)) {
        let found = |example: &str| {
            let source = Source::new(bytes(example), &DecodeOptions::default());
            let options = Options::default()
                .with_strict(true)
                .with_select([rule.code]);
            check(&source, &options)
        };
        if let Some(example) = code(rule, "Example") {
            match found(&example).first() {
                None => wrong.push(format!("{}: not reported: {example}", rule.code)),
                Some(one)
                    if one.severity != rule.severity && !OTHER_SEVERITY.contains(&rule.code) =>
                {
                    wrong.push(format!("{}: {:?}: {example}", rule.code, one.severity));
                }
                Some(_) => {}
            }
        }
        if let Some(instead) = code(rule, "Use instead")
            && !found(&instead).is_empty()
        {
            wrong.push(format!("{}: reported instead: {instead}", rule.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn remedies_are_clean() {
    let mut wrong = Vec::new();
    // The remedy of N609 shows a line feed as `<LF>`.
    for rule in rules().filter(|rule| rule.code != "N609") {
        let Some(instead) = code(rule, "Use instead") else {
            continue;
        };
        let source = Source::new(bytes(&instead), &DecodeOptions::default());
        for one in check(&source, &Options::default()) {
            if one.severity != Severity::Hint {
                wrong.push(format!("{}: {}: {instead}", rule.code, one.code));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
