//! `docs/rules.md`: the pages of all rules, to which diagnostics in editors lead.

use std::fmt::Write as _;

use kifu_lint::rules;

/// The page, with a heading for each rule: `## name (CODE)`.
fn page() -> String {
    let mut page = String::from(
        "<!-- Generated from the rules; `KIFU_WRITE=1 cargo test -p kifu-lint rule_pages` writes it. -->\n\n# Rules\n\n\
         What `kifu check` finds, in the order of the codes. `kifu explain CODE` shows a page in the terminal.\n",
    );
    let mut all: Vec<_> = rules().collect();
    all.sort_by_key(|rule| rule.code);
    for rule in all {
        page.push('\n');
        let mut in_code = false;
        for line in rule.to_markdown().trim_end().lines() {
            in_code ^= line.starts_with("```");
            let deeper = if !in_code && line.starts_with('#') {
                "#"
            } else {
                ""
            };
            let _ = writeln!(page, "{deeper}{line}");
        }
    }
    page
}

#[test]
fn the_pages_of_rules_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let page = page();
    if std::env::var_os("KIFU_WRITE").is_some() {
        std::fs::write(path, &page).expect("the folder of the documentation");
    }
    let written = std::fs::read_to_string(path).expect("the page");
    assert!(
        written == page,
        "run `KIFU_WRITE=1 cargo test -p kifu-lint rule_pages`"
    );
}
