//! The cases of `tests/rewrite`: games, and their form after conversion and normalization.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kifu_lint::convert::{self, Letters, Obsolete, to_ff4};
use kifu_lint::normalize::{self, Aliases, normalize};
use kifu_lint::{Change, Outcome};
use kifu_sgf::Collection;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The sentence of the standard.
    #[serde(default)]
    says: String,
    old: String,
    new: String,
    /// Values reported as unclear.
    #[serde(default)]
    left: Vec<String>,
    obsolete: Option<String>,
    letters: Option<String>,
    only: Option<Vec<String>>,
    #[serde(default)]
    aliases: BTreeMap<String, Vec<String>>,
}

impl Case {
    fn convert_options(&self) -> convert::Options {
        convert::Options {
            obsolete: match self.obsolete.as_deref() {
                None => Obsolete::Keep,
                Some("drop") => Obsolete::Drop,
                Some("rename") => Obsolete::Rename,
                Some(other) => panic!("{}: no such choice: {other}", self.name),
            },
            letters: match self.letters.as_deref() {
                None => Letters::Upper,
                Some("lower") => Letters::Lower,
                Some(other) => panic!("{}: no such letters: {other}", self.name),
            },
        }
    }

    fn normalize_options(&self) -> normalize::Options {
        let Some(only) = &self.only else {
            return normalize::Options::default();
        };
        let mut options = normalize::Options {
            aliases: Aliases::new(self.aliases.clone()).unwrap(),
            ..normalize::Options::NONE
        };
        for what in only {
            *match &what[..] {
                "dates" => &mut options.dates,
                "results" => &mut options.results,
                "ranks" => &mut options.ranks,
                "komi" => &mut options.komi,
                "times" => &mut options.times,
                "rules" => &mut options.rules,
                "names" => &mut options.names,
                "encoding" => &mut options.encoding,
                "line-ends" => &mut options.line_ends,
                "order" => &mut options.order,
                "quirks" => &mut options.quirks,
                other => panic!("{}: nothing of that name: {other}", self.name),
            } = true;
        }
        options
    }
}

/// Runs all cases of a file through `work`.
fn every(suite: &str, work: impl Fn(&Case, &mut Collection) -> Vec<Change>) {
    let suite: Suite = toml::from_str(suite).unwrap();
    let mut names = BTreeSet::new();
    let mut failed = String::new();
    for case in suite.case {
        assert!(names.insert(case.name.clone()), "{} comes twice", case.name);
        let run = |text: &str| {
            let mut collection = Collection::from(text);
            let changes = work(&case, &mut collection);
            let new = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
            let left = changes
                .into_iter()
                .filter(|change| change.outcome == Outcome::Kept)
                .map(|change| change.what)
                .collect::<Vec<_>>();
            (new, left)
        };
        let (new, left) = run(&case.old);
        let again = run(&new).0;
        if new != case.new || left != case.left || again != new {
            let _ = write!(
                failed,
                "--- {}: {}\n{:?} became\n{new:?}, {left:?}\n{again:?} the second time\n{:?}, \
                 {:?} expected\n",
                case.name, case.says, case.old, case.new, case.left
            );
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert!(names.len() > 20);
}

#[test]
fn every_difference_between_the_versions() {
    every(
        include_str!("../rewrite/convert.toml"),
        |case, collection| {
            assert!(!case.says.is_empty(), "{}: which sentence?", case.name);
            to_ff4(collection, &case.convert_options())
        },
    );
}

#[test]
fn every_form() {
    every(
        include_str!("../rewrite/normalize.toml"),
        |case, collection| normalize(collection, &case.normalize_options()),
    );
}
