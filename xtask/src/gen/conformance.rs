//! The suite as plain files for SGF readers in any language: an input and its contents, as JSON.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// Folder of the files, relative to the root of the project.
pub(super) const FOLDER: &str = "conformance/cases";

#[derive(Deserialize)]
struct Suite {
    case: Vec<Case>,
}

/// Used fields of a case of `testdata/suite`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Case {
    name: String,
    spec: String,
    input: Option<String>,
    input_hex: Option<String>,
    input_base64: Option<String>,
    encoding: Option<String>,
    tree: Option<String>,
    #[serde(default)]
    texts: Vec<Text>,
    diagnostics: Vec<String>,
}

#[derive(Deserialize)]
struct Text {
    node: usize,
    id: String,
    values: Option<Vec<String>>,
    simple: Option<Vec<String>>,
    compose: Option<Vec<(String, String)>>,
}

/// Expected result of a reader.
#[derive(Serialize)]
struct Expected {
    name: String,
    why: String,
    /// Whether the input follows the standard to the letter.
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<ExpectedText>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Node {
    /// The index of the parent; `null` for a root.
    parent: Option<usize>,
    /// The index of the game.
    game: usize,
    /// Identifiers as written, each with the number of its values.
    properties: Vec<(String, usize)>,
}

#[derive(Serialize)]
struct ExpectedText {
    node: usize,
    id: String,
    /// `text`, `simple-text`, or `compose`: the two parts of each value, read as `SimpleText`.
    rules: &'static str,
    values: serde_json::Value,
}

/// The files, by their path below the root.
pub(super) fn files(root: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut suites = fs::read_dir(root.join("testdata/suite"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<PathBuf>>>()?;
    suites.sort();
    for suite in suites {
        let topic = suite.file_stem().context("a suite has a name")?;
        let topic = topic.to_string_lossy().into_owned();
        let text = fs::read_to_string(&suite)?;
        let suite: Suite = toml::from_str(&text).with_context(|| format!("{}", suite.display()))?;
        for case in suite.case {
            let name = format!("{topic}/{}", case.name);
            let Some(input) = input(&case).with_context(|| name.clone())? else {
                continue;
            };
            let Some(expected) = expected(&name, case)? else {
                continue;
            };
            let path = format!("{FOLDER}/{name}");
            files.insert(format!("{path}.sgf"), input);
            let mut json = serde_json::to_vec_pretty(&expected)?;
            json.push(b'\n');
            files.insert(format!("{path}.json"), json);
        }
    }
    Ok(files)
}

/// Tests that every row of the scoreboard counts all of these cases.
pub(super) fn check_scoreboard(root: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let cases = files.iter().filter(|(path, _)| path.starts_with(FOLDER));
    let expected = cases.filter_map(|(_, content)| serde_json::from_slice(content).ok());
    let (legal, broken): (Vec<serde_json::Value>, Vec<_>) =
        expected.partition(|case: &serde_json::Value| case["legal"] == true);
    let counts = [legal.len(), broken.len()].map(|count| format!(" of {count}"));
    let readme = fs::read_to_string(root.join("conformance/README.md"))?;
    let (_, scoreboard) = readme
        .split_once("## Scoreboard")
        .context("no scoreboard")?;
    let mut rows = scoreboard
        .lines()
        .filter(|line| line.starts_with('|') && line.contains(" of "));
    let stale = rows.find(|row| {
        let cells = row.split('|').skip(2).zip(&counts);
        !cells
            .into_iter()
            .all(|(cell, count)| cell.contains(count.as_str()))
    });
    match stale {
        None => Ok(()),
        Some(row) => bail!(
            "conformance/README.md: the suite has {} legal and {} broken files; run `conformance/run.py` for every \
             reader again: {row}",
            legal.len(),
            broken.len()
        ),
    }
}

/// The bytes of a case; `None` if they are generated, since they are too large for a file.
fn input(case: &Case) -> Result<Option<Vec<u8>>> {
    Ok(match case {
        Case {
            input: Some(text), ..
        } => Some(text.clone().into_bytes()),
        Case {
            input_hex: Some(hex),
            ..
        } => {
            let digits = hex.bytes().filter(|byte| !byte.is_ascii_whitespace());
            let digits = String::from_utf8(digits.collect())?;
            let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16);
            let bytes = (0..digits.len()).step_by(2).map(byte);
            Some(bytes.collect::<Result<_, _>>()?)
        }
        Case {
            input_base64: Some(text),
            ..
        } => {
            let mut bits = 0_u32;
            let mut count = 0;
            let mut bytes = Vec::new();
            for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
                let digit = match byte {
                    b'A'..=b'Z' => byte - b'A',
                    b'a'..=b'z' => byte - b'a' + 26,
                    b'0'..=b'9' => byte - b'0' + 52,
                    b'+' => 62,
                    b'/' => 63,
                    b'=' => break,
                    _ => bail!("`{}` is no digit of base64", char::from(byte)),
                };
                bits = (bits << 6) | u32::from(digit);
                count += 6;
                if count >= 8 {
                    count -= 8;
                    bytes.push((bits >> count) as u8);
                }
            }
            Some(bytes)
        }
        _ => None,
    })
}

/// Returns the expected result of a case; `None` if it has no tree.
fn expected(name: &str, case: Case) -> Result<Option<Expected>> {
    let Some(tree) = &case.tree else {
        return Ok(None);
    };
    let texts = case.texts.into_iter().map(|text| {
        let (rules, values) = match (text.values, text.simple, text.compose) {
            (Some(values), ..) => ("text", serde_json::to_value(values)),
            (_, Some(values), _) => ("simple-text", serde_json::to_value(values)),
            (.., values) => ("compose", serde_json::to_value(values.unwrap_or_default())),
        };
        Ok(ExpectedText {
            node: text.node,
            id: text.id,
            rules,
            values: values?,
        })
    });
    Ok(Some(Expected {
        nodes: nodes(tree).with_context(|| format!("{name}: `{tree}`"))?,
        texts: texts.collect::<Result<_>>()?,
        legal: case.diagnostics.is_empty(),
        name: name.to_owned(),
        why: case.spec,
        encoding: case.encoding,
    }))
}

/// The nodes of the notation in which the suite writes trees: `(;FF SZ AB*3;B(;W)(;W;B))`.
fn nodes(tree: &str) -> Result<Vec<Node>> {
    let mut nodes = Vec::new();
    // The last node of each open parenthesis.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut games = 0;
    let mut rest = tree;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '(' => {
                games += usize::from(open.is_empty());
                open.push(open.last().copied().flatten());
            }
            ')' => drop(open.pop().context("a `)` too many")?),
            ';' => {
                let end = rest.find(['(', ')', ';']).unwrap_or(rest.len());
                let properties = rest[..end].split_whitespace().map(|property| {
                    let (id, count) = property.split_once('*').unwrap_or((property, "1"));
                    Ok((id.to_owned(), count.parse()?))
                });
                let last = open.last_mut().context("a node outside of a game")?;
                nodes.push(Node {
                    parent: *last,
                    game: games - 1,
                    properties: properties.collect::<Result<_>>()?,
                });
                *last = Some(nodes.len() - 1);
                rest = &rest[end..];
            }
            ' ' => {}
            _ => bail!("unexpected `{sign}`"),
        }
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_and_games_of_the_notation() {
        let found = nodes("(;FF AB*3;B(;W)(;W;B)) ((;C)(;N))").unwrap();
        let parents = found.iter().map(|node| node.parent).collect::<Vec<_>>();
        assert_eq!(
            parents,
            [None, Some(0), Some(1), Some(1), Some(3), None, None]
        );
        let games = found.iter().map(|node| node.game).collect::<Vec<_>>();
        assert_eq!(games, [0, 0, 0, 0, 0, 1, 1]);
        assert_eq!(
            found[0].properties,
            [("FF".to_owned(), 1), ("AB".to_owned(), 3)]
        );
    }
}
