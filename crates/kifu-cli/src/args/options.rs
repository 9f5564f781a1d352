//! An option has one name, one kind of value and one meaning in all commands.

use std::collections::{BTreeMap, BTreeSet};

use clap::builder::ValueParser;
use clap::{Arg, Command};

use super::command;

/// Options that differ between commands, each with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("format", "the default and its effect differ"),
    (
        "limit",
        "what is printed differs: games, groups, lines of counts",
    ),
    ("output", "a file, a folder or an index is written"),
    (
        "sort",
        "files are sorted by fields, the hits of an index by orders of its own",
    ),
    ("verbose", "what is reported besides differs"),
    ("watch", "what is repeated is the command itself"),
    ("workers", "the work that is shared is that of the command"),
];

/// What the help says about an option, and the commands that say so.
type Uses = BTreeMap<(Option<char>, String, String), Vec<String>>;

/// The first clause of a help text.
fn meaning(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let ends = [". ", "; ", ": ", ", ", "\n"];
    let end = ends.iter().filter_map(|end| help.find(end)).min();
    help[..end.unwrap_or(help.len())].to_owned()
}

/// The names of the values; empty for a switch.
fn kind(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().map(ToString::to_string).collect()
}

/// Adds the options of a command and of the commands below it.
fn add(command: &Command, path: &str, found: &mut BTreeMap<String, Uses>) {
    for arg in command.get_arguments() {
        if let Some(long) = arg.get_long() {
            let said = (arg.get_short(), kind(arg), meaning(arg));
            let uses = found.entry(long.to_owned()).or_default();
            uses.entry(said).or_default().push(path.to_owned());
        }
    }
    for inner in command.get_subcommands() {
        add(inner, &format!("{path} {}", inner.get_name()), found);
    }
}

#[test]
fn an_option_has_one_meaning_in_all_commands() {
    let mut found = BTreeMap::new();
    add(&command(), "kifu", &mut found);
    let differs = |uses: &Uses| uses.len() > 1;
    let is_allowed = |name: &str| DIFFERENT.iter().any(|(allowed, _)| *allowed == name);
    let wrong: BTreeMap<_, _> = found
        .iter()
        .filter(|(name, uses)| differs(uses) && !is_allowed(name))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (name, reason) in DIFFERENT {
        let uses = found.get(*name);
        // Without some features, a command that differs is missing.
        let may_be_alone = cfg!(not(all(
            feature = "database",
            feature = "serve",
            feature = "watch"
        )));
        assert!(
            may_be_alone || uses.is_some_and(differs),
            "--{name}: {reason}"
        );
    }
}

/// Commands that read records without `--encoding`, each with the reason.
const OWN_ENCODINGS: &[(&str, &str)] = &[
    (
        "kifu index",
        "a record of an index is read again, without options",
    ),
    (
        "kifu openings",
        "the text of an index is decoded, and positions of a record need no text",
    ),
    (
        "kifu search",
        "the text of an index is decoded, and positions of a record need no text",
    ),
    ("kifu serve", "a page is given for each file"),
];

/// Adds the commands that read files, and whether they have `--encoding`.
fn add_readers(command: &Command, path: &str, found: &mut BTreeMap<String, bool>) {
    let paths = ValueParser::path_buf().type_id();
    let mut positionals = command.get_positionals();
    if positionals.any(|arg| arg.get_value_parser().type_id() == paths) {
        let is_named = command
            .get_arguments()
            .any(|arg| arg.get_long() == Some("encoding"));
        found.insert(path.to_owned(), is_named);
    }
    for inner in command.get_subcommands() {
        add_readers(inner, &format!("{path} {}", inner.get_name()), found);
    }
}

#[test]
fn every_command_that_reads_records_can_be_given_their_encoding() {
    let mut found = BTreeMap::new();
    add_readers(&command(), "kifu", &mut found);
    assert!(found.len() >= 20, "{found:#?}");
    for (path, reason) in OWN_ENCODINGS {
        let may_be_missing = cfg!(not(all(feature = "database", feature = "serve")));
        assert!(
            may_be_missing || found.contains_key(*path),
            "{path}: {reason}"
        );
    }
    for (path, is_named) in found {
        let has_reason = OWN_ENCODINGS.iter().any(|(own, _)| *own == path);
        assert_ne!(is_named, has_reason, "{path}");
    }
}

#[test]
fn a_short_option_has_one_long_name() {
    let mut found = BTreeMap::new();
    add(&command(), "kifu", &mut found);
    let mut names: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    for (name, uses) in &found {
        for (short, ..) in uses.keys() {
            if let Some(short) = short {
                names.entry(*short).or_default().insert(name);
            }
        }
    }
    for (short, names) in names {
        assert_eq!(names.len(), 1, "-{short}: {names:?}");
    }
}

#[test]
fn former_names_of_options_are_read() {
    let lines = [
        "explain --all rules",
        "explain AS --game octi",
        "show --variations none a.sgf",
        "render --variations none -o a.svg a.sgf",
        "split --variations a.sgf",
        "debug tree --moves a.sgf",
        "transform --swap-colors --komi keep --handicap drop a.sgf",
        "diff --symmetry a.sgf b.sgf",
        "stats --by date --top 3 a.sgf",
        "stats -b date a.sgf",
        "fmt --compact a.sgf",
        #[cfg(feature = "database")]
        "search a.kifu X --top 3",
        #[cfg(feature = "serve")]
        "serve --memory 64 games",
    ];
    for line in lines {
        let words = ["kifu"].into_iter().chain(line.split(' '));
        let parsed = command().try_get_matches_from(words);
        assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
    }
}
