//! `cargo xtask words`: phrases that the project does not use, in documentation, comments and messages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// A phrase in lower case, and what to write instead.
const BANNED: &[(&str, &str)] = &[
    ("are meant", "say which: selected, matching, intended"),
    ("is meant", "say which: selected, matching, intended"),
    ("was meant", "was intended"),
    ("is told", "is known, follows from, is reported"),
    ("are told", "are known, are reported"),
    ("was told", "was given"),
    ("what is said", "the message, the report"),
    ("is said", "is reported"),
    ("are said", "are reported"),
    ("behind", "after"),
    ("in front of", "before"),
    ("nobody knows", "unknown"),
    ("nobody asked", "not requested"),
    ("nobody names", "unnamed"),
    ("mean nothing", "are ignored"),
    ("means nothing", "is ignored"),
    ("what is left", "the rest, incomplete"),
    ("what comes to", "the result"),
    ("comes to", "is, results in"),
    ("sister format", "other format"),
    ("sister formats", "other formats"),
    ("take along", "include"),
    ("takes along", "includes"),
    ("given up", "abandoned, stopped"),
    ("gives up", "stops"),
    ("give up", "stop"),
    ("giving up", "stopping"),
    ("be meant", "be intended, be selected"),
    ("be told", "be reported, be known"),
    ("be said", "be reported"),
    ("what else", "other, more"),
    ("who wants to", "name the user, or drop the clause"),
    ("says all", "is enough, takes no value"),
    (
        "could speak of",
        "name the missing thing: this node has no move",
    ),
];

/// British spellings, as stems in lower case, and the American ones: the field's standard and its libraries write so.
const STEMS: [(&str, &str); 14] = [
    ("colour", "color"),
    ("centre", "center"),
    ("grey", "gray"),
    ("neighbour", "neighbor"),
    ("favour", "favor"),
    ("behaviour", "behavior"),
    ("judgement", "judgment"),
    ("labelled", "labeled"),
    ("cancelled", "canceled"),
    ("catalogue", "catalog"),
    ("optimise", "optimize"),
    ("serialise", "serialize"),
    ("normalise", "normalize"),
    ("recognise", "recognize"),
];

/// Phrases that may stay although they hold a banned one: the idiom of the field.
const ALLOWED: [&str; 7] = [
    "behind a feature",
    "behind the feature",
    // Names of cases and of variables, and a record.
    "-behind-",
    "{behind}",
    // Names of other projects, and a word of a pattern that both spellings name.
    "game.serialise()",
    "requestcancelled",
    "\"centre\"",
];

/// Fails with a list of the positions of banned phrases.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut files = Vec::new();
    for folder in [
        "crates",
        "xtask",
        "docs",
        "examples",
        "bindings",
        "packaging",
        "web",
        "editors",
        "sql",
        "compare",
        "fuzz",
        "conformance",
    ] {
        collect(&root.join(folder), &mut files);
    }
    for name in ["README.md", "DESIGN.md", "CONTRIBUTING.md", "SECURITY.md"] {
        files.push(root.join(name));
    }
    files.sort();
    let mut count = 0;
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let is_rust = file.extension().is_some_and(|ending| ending == "rs");
        for (number, line) in text.lines().enumerate() {
            for (phrase, advice) in found(line, is_rust) {
                count += 1;
                let name = file.strip_prefix(root).unwrap_or(&file).display();
                eprintln!("{name}:{}: `{phrase}`: {advice}", number + 1);
            }
        }
    }
    if count > 0 {
        bail!("{count} phrases that the project does not use");
    }
    Ok(())
}

/// The banned phrases of a line; of a line of Rust, those in its comments and strings.
fn found(line: &str, is_rust: bool) -> Vec<(&'static str, &'static str)> {
    let mut prose = if is_rust {
        prose_of_rust(line)
    } else {
        line.to_owned()
    };
    prose.make_ascii_lowercase();
    for allowed in ALLOWED {
        prose = prose.replace(allowed, "");
    }
    let is_letter =
        |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
    let mut found = Vec::new();
    for &(phrase, advice) in BANNED {
        let stands = prose.match_indices(phrase).any(|(at, _)| {
            !is_letter(prose[..at].chars().next_back())
                && !is_letter(prose[at + phrase.len()..].chars().next())
        });
        if stands {
            found.push((phrase, advice));
        }
    }
    for &(stem, advice) in &STEMS {
        if prose.contains(stem) {
            found.push((stem, advice));
        }
    }
    let line = line.trim_start();
    if ["/// The same", "//! The same"]
        .iter()
        .any(|start| line.starts_with(start))
    {
        found.push(("The same", "a doc comment stands alone: say what it does"));
    }
    found
}

/// Comments and strings of a line, without code: names of items are not prose.
fn prose_of_rust(line: &str) -> String {
    let mut prose = String::new();
    let mut in_string = false;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if in_string => drop(chars.next()),
            '"' => {
                in_string = !in_string;
                prose.push('"');
            }
            '/' if !in_string && chars.peek() == Some(&'/') => {
                prose.extend(chars);
                break;
            }
            _ if in_string => prose.push(char),
            _ => prose.push(' '),
        }
    }
    prose
}

/// Collects all Rust, Markdown and other text files below a folder, except build output and generated files.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    const LEFT_OUT: [&str; 8] = [
        "target",
        "node_modules",
        "dist",
        "cases",
        "seeds",
        "corpus",
        "words.rs",
        "CHANGELOG.md",
    ];
    const ENDINGS: [&str; 8] = ["rs", "md", "py", "pyi", "ts", "js", "h", "sh"];
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
        {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_count_in_prose_only() {
        let count = |line| found(line, true).len();
        assert_eq!(count("let behind = 1; // Behind the node."), 1);
        assert_eq!(count("let behind = is_told(\"what is told\");"), 1);
        assert_eq!(count("/// The same for a node."), 1);
        assert_eq!(count("/// Most modules are behind a feature."), 0);
        assert_eq!(count("/// The node after it, as is_told has it."), 0);
        assert_eq!(found("Text behind a game", false).len(), 1);
    }

    #[test]
    fn british_spellings_count_within_words() {
        assert_eq!(found("// Neighbouring points", true).len(), 1);
        assert_eq!(found("A colour in the centre", false).len(), 2);
        assert!(found("`\"centre\"` names what \"center\" does", false).is_empty());
        assert!(found("let colour = neighbour(point);", true).is_empty());
    }

    #[test]
    fn terse_text_fails_and_plain_text_passes() {
        for line in [
            "List the games that are meant, with any of their fields.",
            "There is no move that it could speak of.",
            "What is said of a file, nobody knows.",
            "Games may or may not be meant.",
            "The sister formats of SGF.",
        ] {
            assert!(!found(line, false).is_empty(), "{line}");
        }
        for line in [
            "List selected games and any of their fields.",
            "This node has no move.",
            "`MN[-1]`: must be 0 or greater.",
            "The diff lists added, removed and changed properties.",
            "The word behindhand is longer than the phrase it holds.",
        ] {
            assert!(found(line, false).is_empty(), "{line}");
        }
    }
}
