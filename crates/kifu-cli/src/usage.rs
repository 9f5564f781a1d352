//! Errors of the command line in plain words, and the word that stands for `kifu view WORD`.

use std::error::Error as _;
use std::ffi::OsString;
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

use clap::Arg;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::verb::RETIRED;

/// The words with `view` before the word that is no command, if that is a path: it exists, or has a `/` or a `.`.
/// `command` is the whole command line.
pub(crate) fn with_view(
    error: &Error,
    words: &[OsString],
    command: &Command,
) -> Option<Vec<OsString>> {
    let typed = unknown_command(error)?;
    let path = Path::new(typed);
    let place = words
        .iter()
        .position(|word| word.to_string_lossy() == typed)?;
    let is_retired = RETIRED.iter().any(|(old, _)| *old == typed);
    let is_path = if is_retired {
        // A folder may have the name of an old command, which had arguments.
        place + 1 == words.len() && path.exists()
    } else {
        typed.contains(['/', '.']) || path.exists()
    };
    // After a command the word is one of its own commands, mistyped.
    let is_command = |word: &OsString| command.find_subcommand(word).is_some();
    if !is_path || words[..place].iter().skip(1).any(is_command) {
        return None;
    }
    let mut words = words.to_vec();
    words.insert(place, "view".into());
    Some(words)
}

/// The error with plain words for numbers and addresses that cannot be read, the new command for a retired one, and
/// advice that fits this program. `command` is the whole command line, and `words` is what was typed.
pub(crate) fn explained(mut error: Error, words: &[OsString], mut command: Command) -> Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => retired(&error, &mut command).unwrap_or(error),
        ErrorKind::ValueValidation => plain_value(&error).unwrap_or(error),
        ErrorKind::UnknownArgument => {
            // The options of all commands belong to each only then.
            command.build();
            let command = named(words, &command);
            if let Some(option) = earlier_option(&error, words, command) {
                return option;
            }
            current_name(&mut error, command);
            advise(&mut error);
            error
        }
        _ => error,
    }
}

fn unknown_command(error: &Error) -> Option<&str> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    text(error, ContextKind::InvalidSubcommand)
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// Names the new command when an old one is typed.
fn retired(error: &Error, command: &mut Command) -> Option<Error> {
    let typed = unknown_command(error)?;
    let (old, new) = RETIRED.iter().find(|(old, _)| *old == typed)?;
    let message = format!("`kifu {old}` is now `kifu {new}`");
    Some(command.error(ErrorKind::InvalidSubcommand, message))
}

/// The error of a value whose cause is an error of the standard library.
fn plain_value(error: &Error) -> Option<Error> {
    let cause = error.source()?;
    let why = if let Some(number) = cause.downcast_ref::<ParseIntError>() {
        match number.kind() {
            IntErrorKind::PosOverflow => "the number is too large",
            IntErrorKind::Zero => "the number must be at least 1",
            _ => "not a whole number",
        }
    } else if cause.is::<ParseFloatError>() {
        "not a number"
    } else if cause.is::<AddrParseError>() {
        "not an address with a port, such as 127.0.0.1:8080"
    } else {
        return None;
    };
    let value = text(error, ContextKind::InvalidValue)?;
    let argument = text(error, ContextKind::InvalidArg)?;
    Some(Error::raw(
        ErrorKind::ValueValidation,
        format!(
            "invalid value '{value}' for '{argument}': {why}\n\nFor more information, try '--help'.\n"
        ),
    ))
}

/// The command that words name, or one of its own commands.
fn named<'c>(words: &[OsString], command: &'c Command) -> &'c Command {
    let words = words.iter().skip(1).map(|word| word.to_string_lossy());
    words.fold(command, |command, word| {
        command.find_subcommand(&*word).unwrap_or(command)
    })
}

/// The error of an unknown option before an unexpected word: a pattern may begin with hyphens, so the option was taken
/// for one, and its value for a word too many.
fn earlier_option(error: &Error, words: &[OsString], command: &Command) -> Option<Error> {
    let unexpected = text(error, ContextKind::InvalidArg).filter(|word| !word.starts_with('-'))?;
    let words = words.iter().skip(1).map(|word| word.to_string_lossy());
    let is_known = |name: &str| {
        command.get_arguments().any(|arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            arg.get_long() == Some(name) || aliases.contains(&name)
        })
    };
    let is_unknown = |word: &&str| {
        let name = word.strip_prefix("--").unwrap_or_default();
        let name = name.split('=').next().unwrap_or_default();
        name.starts_with(char::is_alphabetic) && !is_known(name)
    };
    let typed: Vec<_> = words.take_while(|word| *word != "--").collect();
    let end = typed.iter().rposition(|word| *word == unexpected);
    let before = &typed[..end.unwrap_or(typed.len())];
    let option = before.iter().map(|word| &**word).find(is_unknown)?;
    Some(unknown_option(option, command))
}

/// The error that a command has no option that is written so.
pub(crate) fn unknown_option(word: &str, command: &Command) -> Error {
    let name = word.split('=').next().unwrap_or(word);
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    let mut add = |kind, text: String| error.insert(kind, ContextValue::String(text));
    add(ContextKind::InvalidArg, name.to_owned());
    let options = command.get_arguments().filter_map(Arg::get_long);
    if let Some(near) = kifu::select::nearest(name.trim_start_matches('-'), options) {
        add(ContextKind::SuggestedArg, format!("--{near}"));
    }
    let usage = command.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

/// Suggests the name of an option in place of a former one.
fn current_name(error: &mut Error, command: &Command) {
    let suggested = text(error, ContextKind::SuggestedArg).unwrap_or_default();
    let name = suggested.trim_start_matches('-');
    let is_former = |arg: &&Arg| {
        let visible = arg.get_visible_aliases().unwrap_or_default();
        let all = arg.get_all_aliases().unwrap_or_default();
        all.contains(&name) && !visible.contains(&name)
    };
    let current = command.get_arguments().find(is_former);
    if let Some(long) = current.and_then(Arg::get_long) {
        let text = ContextValue::String(format!("--{long}"));
        error.insert(ContextKind::SuggestedArg, text);
    }
}

/// Removes the advice to pass an unknown option as a value, and names the option of formats.
fn advise(error: &mut Error) {
    let format = match text(error, ContextKind::InvalidArg) {
        Some("--json") => Some("`--format json`"),
        Some("--csv") => Some("`--format csv`"),
        _ => None,
    };
    let mut tips = match error.remove(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips,
        _ => Vec::new(),
    };
    tips.retain(|tip| !tip.to_string().contains("as a value"));
    tips.extend(
        format.map(|format| StyledStr::from(format!("the format is chosen with {format}"))),
    );
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}
