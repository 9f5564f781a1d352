//! The pages of the rules: every heading is there, every code is there once.

use std::collections::BTreeSet;

use kifu_lint::{HEADINGS, rules};

#[test]
fn every_rule_has_all_headings() {
    for rule in rules() {
        assert!(!rule.summary().is_empty(), "{} has no summary", rule.code);
        for heading in HEADINGS {
            let section = rule.section(heading);
            assert!(
                section.is_some_and(|section| !section.is_empty()),
                "{} lacks `{heading}`",
                rule.code
            );
        }
        let order: Vec<_> = rule
            .to_markdown()
            .lines()
            .filter_map(|line| line.strip_prefix("## ").map(str::to_owned))
            .collect();
        assert_eq!(order, HEADINGS, "{}", rule.code);
    }
}

#[test]
fn codes_and_names_are_unique_and_well_formed() {
    let codes: BTreeSet<_> = rules().map(|rule| rule.code).collect();
    let names: BTreeSet<_> = rules().map(|rule| rule.name).collect();
    assert_eq!(codes.len(), rules().count());
    assert_eq!(names.len(), rules().count());
    for code in codes {
        let (letter, digits) = code.split_at(1);
        assert!(
            matches!(letter, "P" | "E" | "S" | "V" | "G" | "Q" | "N"),
            "{code}"
        );
        assert!(digits.len() == 3 && digits.parse::<u16>().is_ok(), "{code}");
    }
}

#[test]
fn every_problem_of_the_parser_and_of_the_encoding_has_a_rule() {
    let kinds = kifu_syntax::ProblemKind::ALL.map(kifu_syntax::ProblemKind::code);
    let encodings = kifu_sgf::encoding::EncodingProblemKind::ALL
        .map(kifu_sgf::encoding::EncodingProblemKind::code);
    for code in kinds.iter().chain(&encodings) {
        assert!(kifu_lint::rule(code).is_some(), "{code}");
    }
}
