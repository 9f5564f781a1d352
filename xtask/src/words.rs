//! `cargo xtask words`: finds phrases that the project does not use, in documentation, comments and messages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// A phrase in lower case, and what to write instead.
const BANNED: [(&str, &str); 24] = [
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
    ("given up", "abandoned, stopped"),
    ("gives up", "stops"),
];

/// Phrases that may stay although they hold a banned one: the idiom of the field.
const ALLOWED: [&str; 2] = ["behind a feature", "behind the feature"];

/// Starts of documentation comments that refer to another item, which the reader of a page does not see.
const DEPENDENT: [&str; 4] = ["The same", "As above", "Same as", "Ditto"];

/// Files and folders that still have banned phrases. An entry is removed when its files have none.
const EXEMPT: [&str; 18] = [
    "bindings/python",
    "bindings/wasm",
    "crates/kifu-collection",
    "crates/kifu-formats",
    "crates/kifu-lint",
    "crates/kifu-select",
    "crates/kifu-serve",
    "crates/kifu-sgf",
    "crates/kifu-store",
    "crates/kifu-syntax",
    "docs/quirks.md",
    "docs/rules.md",
    "docs/search.md",
    "docs/sql.md",
    "docs/store-format.md",
    // A test that quotes a message of `kifu-store`.
    "crates/kifu-cli/tests/it/database.rs",
    "sql",
    "web",
];

/// Lists banned phrases outside of exempt files.
///
/// # Errors
/// There is a banned phrase.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut files = Vec::new();
    for folder in [
        "crates",
        "xtask",
        "docs",
        "examples",
        "bindings",
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
        let name = file.strip_prefix(root).unwrap_or(&file);
        if is_exempt(name) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let is_rust = file.extension().is_some_and(|ending| ending == "rs");
        for (number, line) in text.lines().enumerate() {
            for (phrase, advice) in found(line, is_rust) {
                count += 1;
                eprintln!("{}:{}: `{phrase}`: {advice}", name.display(), number + 1);
            }
        }
    }
    if count > 0 {
        bail!("{count} phrases that the project does not use");
    }
    Ok(())
}

/// Whether a path below the root is exempt, or in an exempt folder.
fn is_exempt(path: &Path) -> bool {
    EXEMPT.iter().any(|exempt| path.starts_with(exempt))
}

/// Returns the banned phrases of a line; in Rust, of its comments and strings only.
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
    for (phrase, advice) in BANNED {
        let stands = prose.match_indices(phrase).any(|(at, _)| {
            !is_letter(prose[..at].chars().next_back())
                && !is_letter(prose[at + phrase.len()..].chars().next())
        });
        if stands {
            found.push((phrase, advice));
        }
    }
    let line = line.trim_start();
    let comment = line
        .strip_prefix("/// ")
        .or_else(|| line.strip_prefix("//! "));
    if let Some(comment) = comment.filter(|_| is_rust) {
        let starts = DEPENDENT
            .iter()
            .filter(|start| comment.starts_with(**start));
        found.extend(starts.map(|start| (*start, "a doc comment stands alone: say what it does")));
    }
    found
}

/// Returns the comments and strings of a line, without code: names of items are not prose.
fn prose_of_rust(line: &str) -> String {
    let mut prose = String::new();
    let mut in_string = false;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if in_string => drop(chars.next()),
            '"' => in_string = !in_string,
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

/// Collects the sources and documents below a folder, except for generated ones.
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
        assert_eq!(found("Text after a game", false), []);
    }

    #[test]
    fn documentation_comments_stand_alone() {
        assert_eq!(found("    /// As above, without passes.", true).len(), 1);
        assert_eq!(found("//! Same as the module above.", true).len(), 1);
        assert_eq!(found("// The same move is played twice.", true), []);
        assert_eq!(found("/// Returns the same game without passes.", true), []);
    }

    #[test]
    fn folders_are_exempt_by_their_whole_name() {
        assert!(is_exempt(Path::new("web/src/player.ts")));
        assert!(is_exempt(Path::new("docs/rules.md")));
        assert!(!is_exempt(Path::new("docs/rules.md.html")));
        assert!(!is_exempt(Path::new("crates/kifu-cli/src/lib.rs")));
        assert!(!is_exempt(Path::new("website/index.md")));
    }

    #[test]
    fn a_banned_phrase_fails_and_an_exempt_one_does_not() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("web/player.ts", "// Text behind a game.");
        write("docs/games.md", "Text after a game.");
        run(root.path()).unwrap();
        write("docs/games.md", "Text behind a game.");
        run(root.path()).unwrap_err();
    }
}
