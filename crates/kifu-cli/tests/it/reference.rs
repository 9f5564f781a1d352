//! The reference of all commands in the book, from their help. `KIFU_UPDATE=1` rewrites it.

use std::fmt::Write as _;

use crate::place::Place;

const HEAD: &str = "\
# Commands

The help of every command, as `kifu COMMAND --help` prints it. Options that all commands have (`--color`, `--jobs`,
`--help`, `--version`) and those of every command that reads records ([Input](#input)) are shown once.
";

/// The headings of `kifu --help`, and the names of the commands below each.
fn groups(help: &str) -> Vec<(&str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in help.lines() {
        match line.strip_prefix("  ") {
            Some(row) if row.starts_with(|sign: char| sign.is_ascii_lowercase()) => {
                if let (Some((_, names)), Some(name)) =
                    (groups.last_mut(), row.split_whitespace().next())
                {
                    names.push(name);
                }
            }
            None if line == "Options:" => break,
            None if line.ends_with(':') => groups.push((line.trim_end_matches(':'), Vec::new())),
            _ => {}
        }
    }
    groups
}

/// A section of the help: its heading, and its lines.
fn sections(help: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    for line in help.lines() {
        let is_heading = line.ends_with(':') && !line.starts_with(' ');
        if is_heading && line != "Examples:" {
            sections.push((line.trim_end_matches(':').to_owned(), String::new()));
        } else if let Some((_, body)) = sections.last_mut() {
            body.push_str(line.trim_end());
            body.push('\n');
        }
    }
    let is_common = |part: &&str| {
        let part = part.trim_start();
        part.starts_with("-h, --help\n") || part.starts_with("-V, --version\n")
    };
    for (_, body) in &mut sections {
        let parts: Vec<_> = body.split("\n\n").filter(|part| !is_common(part)).collect();
        *body = parts.join("\n\n");
    }
    sections
}

/// Writes the entry of one command, keeps its section *Input*, and returns the names of its subcommands.
fn entry(page: &mut String, input: &mut String, heading: &str, help: &str) -> Vec<String> {
    let mut subcommands = Vec::new();
    let _ = write!(page, "\n{heading}\n\n```text\n");
    for (title, body) in sections(help) {
        if title == "Commands" {
            let names = body.lines().filter_map(|row| row.split_whitespace().next());
            subcommands.extend(names.filter(|name| *name != "help").map(String::from));
        }
        match &*title {
            "Input" => *input = body,
            "Global options" => {}
            "" => page.push_str(&body),
            _ if body.trim().is_empty() => {}
            _ => {
                page.truncate(page.trim_end().len());
                let _ = write!(page, "\n\n{title}:\n{body}");
            }
        }
    }
    *page = format!("{}\n```\n", page.trim_end());
    subcommands
}

#[test]
fn the_commands_in_the_book_are_those_of_the_program() {
    let place = Place::new();
    let help = |args: &[&str]| String::from_utf8(place.run(args).stdout).unwrap();
    let main = help(&["--help"]);
    let mut page = HEAD.to_owned();
    let mut input = String::new();
    for (heading, names) in groups(&main) {
        let _ = write!(page, "\n## {heading}\n");
        for name in names {
            // It belongs to another program.
            let own = if name == "sql" { "help" } else { "--help" };
            let text = help(&if own == "help" {
                [own, name]
            } else {
                [name, own]
            });
            let subcommands = entry(&mut page, &mut input, &format!("### kifu {name}"), &text);
            for subcommand in subcommands {
                let text = help(&[name, &subcommand, "--help"]);
                let heading = format!("#### kifu {name} {subcommand}");
                entry(&mut page, &mut input, &heading, &text);
            }
        }
    }
    let _ = write!(
        page,
        "\n## Input\n\n```text\n{}\n```\n",
        input.trim_matches('\n')
    );
    let path = kifu_testkit::workspace().join("docs/commands.md");
    if std::env::var_os("KIFU_UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == page,
        "docs/commands.md differs from the help; run with KIFU_UPDATE=1"
    );
}
