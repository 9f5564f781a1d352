//! Canonical cases of the sgf-parsing exercise, from the corpus.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

use crate::Outline;

/// One case.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// The name, made to be the same for ever.
    pub uuid: String,
    /// Description of the test.
    pub description: String,
    /// The input.
    pub input: Input,
    /// Expected result.
    pub expected: Expected,
    /// The case that this one takes the place of.
    reimplements: Option<String>,
}

/// The input of a case.
#[derive(Clone, Debug, Deserialize)]
pub struct Input {
    /// SGF.
    pub encoded: String,
}

/// Expected result of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Expected {
    /// The input is to be refused. Kifu reports a problem instead.
    Error {
        /// Why.
        error: String,
    },
    /// A tree.
    Node(Node),
}

/// A node with its descendants.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Node {
    /// The values of each property, unescaped as Text.
    pub properties: BTreeMap<String, Vec<String>>,
    /// The children, in order.
    pub children: Vec<Node>,
}

impl Node {
    /// The tree below it in the notation of the suite.
    #[must_use]
    pub fn outline(&self) -> String {
        enum Work<'a> {
            Variation(&'a Node),
            End,
        }

        let mut outline = Outline::default();
        let mut work = vec![Work::Variation(self)];
        while let Some(next) = work.pop() {
            match next {
                Work::Variation(node) => {
                    outline.tree_begin();
                    outline.node_begin();
                    for (identifier, values) in &node.properties {
                        outline.property(identifier, values.len());
                    }
                    work.push(Work::End);
                    work.extend(node.children.iter().rev().map(Work::Variation));
                }
                Work::End => outline.tree_end(),
            }
        }
        outline.finish()
    }
}

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

/// All valid cases, without those that a later case replaces. If the corpus is missing, reports that the test is
/// skipped.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn cases() -> Option<Vec<Case>> {
    let path = crate::corpus::path("exercism/canonical-data.json")?;
    let text = fs::read(path).expect("the file can be read");
    let file: File = serde_json::from_slice(&text).expect("the file has the form of exercism");
    let replaced = file
        .cases
        .iter()
        .filter_map(|case| case.reimplements.clone());
    let replaced = replaced.collect::<Vec<_>>();
    let holds = |case: &Case| !replaced.contains(&case.uuid);
    Some(file.cases.into_iter().filter(holds).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_were_replaced_are_left_out() {
        if let Some(cases) = cases() {
            assert_eq!(cases.len(), 23);
            let errors = cases
                .iter()
                .filter(|case| matches!(case.expected, Expected::Error { .. }));
            assert_eq!(errors.count(), 6);
        }
    }
}
