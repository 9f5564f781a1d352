use std::ffi::OsString;
use std::fmt::Write as _;

use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser};

use crate::exit::Exit;
use crate::output::{Color, Output};
use crate::usage;
use crate::verb::completions::Completions;
use crate::verb::{GROUPS, Verb};

/// Check, repair, search and draw game records in Smart Game Format (SGF)
#[derive(Debug, Parser)]
#[command(name = "kifu", bin_name = "kifu", version, propagate_version = true)]
#[command(after_help = "\
`kifu FILE` opens a game in the viewer. `kifu COMMAND --help` describes a command, with examples.

Exit status: 0 for success, 1 for findings (problems, differences, copies), 2 if something failed
or there was nothing to read.")]
pub(crate) struct Args {
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Global options")]
    pub(crate) color: Color,

    /// Number of threads that read files or search an index, at most 512; 0 is one for each core
    #[arg(long, short, global = true, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=512), help_heading = "Global options")]
    pub(crate) jobs: u16,

    #[command(subcommand)]
    verb: Subcommand,
}

/// All commands.
#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    #[command(flatten)]
    Verb(Box<Verb>),
    Completions(Completions),
}

impl Args {
    /// Reads the command line; prints help, version and usage errors, and ends the program then.
    pub(crate) fn read(words: &[OsString]) -> Self {
        let read = |words: &[OsString]| {
            command()
                .try_get_matches_from(words)
                .and_then(|matches| Self::from_arg_matches(&matches))
        };
        read(words)
            .or_else(|error| match usage::with_view(&error, words, &command()) {
                Some(words) => read(&words),
                None => Err(error),
            })
            .unwrap_or_else(|error| usage::explained(error, words, Self::command()).exit())
    }

    /// Runs the command.
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        match &self.verb {
            Subcommand::Verb(verb) => verb.run(output),
            Subcommand::Completions(verb) => verb.run(command(), output),
        }
    }
}

/// The command line with its help.
pub(crate) fn command() -> Command {
    let command = Args::command();
    let groups = grouped(&command);
    command.help_template(format!(
        "{{about}}\n\nUsage: kifu [OPTIONS] <COMMAND>\n       kifu FILE\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// The commands under their headings.
fn grouped(command: &Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let found = names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
            .collect::<Vec<_>>();
        if found.is_empty() {
            continue;
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "{heading}:");
        for verb in found {
            let about = verb.get_about().map(ToString::to_string);
            let _ = writeln!(
                text,
                "  {:11} {}",
                verb.get_name(),
                about.unwrap_or_default()
            );
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod options;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Command;

    use super::command;
    use crate::verb::{GROUPS, RETIRED};

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_one_heading() {
        let command = command();
        let own: Vec<_> = command
            .get_subcommands()
            .map(Command::get_name)
            .filter(|name| *name != "help")
            .collect();
        let listed: Vec<_> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let unique: BTreeSet<_> = listed.iter().collect();
        assert_eq!(unique.len(), listed.len());
        for name in &own {
            assert!(listed.contains(name), "{name} has no heading");
        }
        assert!(own.len() <= 28, "{}: {own:?}", own.len());
        for (old, new) in RETIRED {
            assert!(!own.contains(old), "{old}");
            let verb = new.split(' ').next().unwrap_or_default();
            assert!(listed.contains(&verb), "{new}");
        }
    }

    #[test]
    fn split_names_its_placeholders() {
        let mut split = command().find_subcommand("split").unwrap().clone();
        let help = split.render_long_help().to_string();
        assert!(help.contains("`{n}`"), "{help}");
    }

    #[test]
    fn help_fits_into_eighty_columns_and_ends_with_examples() {
        let mut command = command().term_width(80);
        command.build();
        let mut all = vec![("kifu".to_owned(), command.clone())];
        let verbs = command.get_subcommands();
        for verb in verbs.filter(|verb| verb.get_name() != "help") {
            let name = format!("kifu {}", verb.get_name());
            all.extend(
                verb.get_subcommands()
                    .filter(|inner| inner.get_name() != "help")
                    .map(|inner| (format!("{name} {}", inner.get_name()), inner.clone())),
            );
            all.push((name, verb.clone()));
        }
        for (name, command) in all {
            let help = command
                .clone()
                .term_width(80)
                .render_long_help()
                .to_string();
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            if name == "kifu" || name.ends_with(" help") || command.has_subcommands() {
                continue;
            }
            let (_, examples) = help
                .split_once("\nExamples:\n")
                .unwrap_or_else(|| panic!("{name} has no examples"));
            let lines: Vec<_> = examples.lines().filter(|line| !line.is_empty()).collect();
            assert!((1..=6).contains(&lines.len()), "{name}: {lines:?}");
            let verb = name.split(' ').nth(1).unwrap_or_default();
            for line in &lines {
                assert!(line.contains("kifu "), "{name}: {line}");
                assert!(line.contains(verb), "{name}: {line}");
                // A command of git only holds ours.
                if !line.trim_start().starts_with("git ") {
                    let parsed = self::command().try_get_matches_from(words(line));
                    assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
                }
            }
        }
    }

    /// The words of the command in a line of a shell, without pipes and redirections.
    fn words(line: &str) -> Vec<String> {
        let line = &line[line.find("kifu ").unwrap_or_default()..];
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for sign in line.chars() {
            match (quote, sign) {
                (Some(end), _) if sign == end => quote = None,
                (None, '\'' | '"') => quote = Some(sign),
                (None, '|' | '>' | '<') => break,
                (None, ' ') => {
                    words.extend(Some(std::mem::take(&mut word)).filter(|own| !own.is_empty()));
                }
                _ => word.push(sign),
            }
        }
        words.extend(Some(word).filter(|own| !own.is_empty()));
        words
    }
}
