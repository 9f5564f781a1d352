//! Standard output and standard error: data on the former, messages on the latter.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use kifu_batch::{FormatNotes, Skipped};

use crate::exit::Exit;
use crate::harmless;
use crate::progress;

/// Width of output for people in columns, on a terminal and elsewhere; diagrams are narrower on a narrower terminal.
pub(crate) const WIDTH: usize = 80;

/// When to use colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

/// The styles of output for people; all empty if colors are off.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) strong: Style,
    pub(crate) faint: Style,
    pub(crate) error: Style,
    pub(crate) warning: Style,
    pub(crate) hint: Style,
    pub(crate) good: Style,
    pub(crate) accent: Style,
}

impl Palette {
    pub(crate) const fn new(has_color: bool) -> Self {
        if !has_color {
            let none = Style::new();
            return Self {
                strong: none,
                faint: none,
                error: none,
                warning: none,
                hint: none,
                good: none,
                accent: none,
            };
        }
        Self {
            strong: Style::new().bold(),
            faint: Style::new().dimmed(),
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            hint: AnsiColor::Cyan.on_default().bold(),
            good: AnsiColor::Green.on_default(),
            accent: AnsiColor::Blue.on_default().bold(),
        }
    }
}

/// The output streams of a verb.
#[derive(Debug)]
pub(crate) struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
    /// Whether standard output is a terminal.
    pub(crate) is_terminal: bool,
    /// Styles for standard output.
    pub(crate) palette: Palette,
    stderr_palette: Palette,
    /// The exit status required by the messages on standard error.
    exit: Exit,
    /// Whether any input was read, with or without an error.
    is_read: bool,
    /// Whether the inputs are read again: notes on files of other formats were reported the first time.
    pub(crate) is_again: bool,
    /// Number of inputs that were read, with or without an error.
    pub(crate) inputs: usize,
    /// Number of them that failed, and were not counted in a message yet.
    failed: usize,
}

impl Output {
    pub(crate) fn new(color: Color) -> Self {
        // Styles are written only where they are enabled, instead of stripping them later: escape sequences in data
        // that goes to a file belong to the data.
        let has_color = |choice| choice != ColorChoice::Never;
        let (stdout, stderr) = match color.into() {
            ColorChoice::Auto => (
                AutoStream::choice(&io::stdout()),
                AutoStream::choice(&io::stderr()),
            ),
            choice => (choice, choice),
        };
        Self {
            stdout: BufWriter::with_capacity(64 * 1024, io::stdout().lock()),
            is_terminal: io::stdout().is_terminal(),
            palette: Palette::new(has_color(stdout)),
            stderr_palette: Palette::new(has_color(stderr)),
            exit: Exit::Clean,
            is_read: false,
            is_again: false,
            inputs: 0,
            failed: 0,
        }
    }

    /// Whether standard output takes colors.
    pub(crate) fn has_color(&self) -> bool {
        self.palette.strong != Style::new()
    }

    /// Number of columns of the terminal; `None` if standard output is not a terminal.
    pub(crate) fn columns(&self) -> Option<usize> {
        let known = || match ratatui::crossterm::terminal::size() {
            Ok((columns, _)) if columns > 0 => columns.into(),
            _ => WIDTH,
        };
        self.is_terminal.then(known)
    }

    /// Writes data to standard output: unchanged, but escaped on a terminal.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_terminal {
            let text = String::from_utf8_lossy(bytes);
            return self.stdout.write_all(harmless::lines(&text).as_bytes());
        }
        self.stdout.write_all(bytes)
    }

    /// Writes an error to standard error.
    pub(crate) fn error(&mut self, message: impl fmt::Display) {
        let style = self.stderr_palette.error;
        self.exit = Exit::Failure;
        self.say(format_args!("{style}error:{style:#} "), message);
    }

    /// Reports a failure if nothing was read: a wrong path or a wrong ending of names looks like a folder without errors.
    pub(crate) fn ensure_read(&mut self, skipped: &Skipped, exit: &mut Exit) {
        if self.is_read {
            return;
        }
        let mut advice = Vec::new();
        if let Some(index) = index_of(&skipped.names) {
            advice.push(format!(
                "{index} is an index: give the files it was made from"
            ));
        } else if skipped.count > 0 {
            let files = count(skipped.count, "other file");
            advice.push(format!("`--all` reads {files}"));
        }
        if skipped.links > 0 {
            let links = count(skipped.links, "symbolic link");
            advice.push(format!("`--follow` reads {links}"));
        }
        let advice = match advice.join(", and ") {
            advice if advice.is_empty() => advice,
            advice => format!("; {advice}"),
        };
        self.error(format_args!("found no game record to read{advice}"));
        exit.add(Exit::Failure);
    }

    /// Counts an input that was read, or failed.
    pub(crate) const fn count_input(&mut self, is_failed: bool) {
        self.is_read = true;
        self.inputs += 1;
        self.failed += is_failed as usize;
    }

    /// `2 files not read, see above` for the last line of a verb; `None` if no input failed. `what` became of them.
    pub(crate) fn take_failures(&mut self, what: &str) -> Option<String> {
        let failed = std::mem::take(&mut self.failed);
        (failed > 0).then(|| format!("{} {what}, see above", count(failed, "file")))
    }

    /// Counts a failure of an input that was read.
    pub(crate) const fn count_failure(&mut self) {
        self.failed += 1;
    }

    /// Writes the last line of a verb that rewrites files: how many changed, and how many of several failed.
    pub(crate) fn sum_up(&mut self, changed: usize, verb: &str, same: usize) {
        let mut last = Vec::new();
        if changed + same > 0 {
            last.push(changes(changed, verb, same));
        }
        if self.inputs > 1 {
            last.extend(self.take_failures("failed"));
        }
        if !last.is_empty() {
            self.note(last.join(", "));
        }
    }

    /// Ends a run with the number of inputs that failed, unless a verb did so, or there was only one input.
    pub(crate) fn report_failures(&mut self) {
        if self.inputs > 1
            && let Some(failures) = self.take_failures("not read")
        {
            self.note(failures);
        }
    }

    /// The exit status of an aborted verb: a failure if an error was reported.
    pub(crate) const fn exit(&self) -> Exit {
        self.exit
    }

    /// Writes a note to standard error.
    pub(crate) fn note(&mut self, message: impl fmt::Display) {
        self.say(format_args!(""), message);
    }

    /// Writes a line to standard error, after the lines of standard output.
    fn say(&mut self, prefix: fmt::Arguments<'_>, message: impl fmt::Display) {
        let _ = self.stdout.flush();
        say(prefix, message);
    }
}

/// The index that one of these files belongs to.
pub(crate) fn index_of(files: &[String]) -> Option<std::path::Display<'_>> {
    let mut tables = files
        .iter()
        .map(Path::new)
        .filter(|file| file.ends_with("games.parquet"));
    Some(tables.next()?.parent()?.parent()?.display())
}

/// Writes a line to standard error. A failure to write is ignored: no channel is left to report it.
fn say(prefix: fmt::Arguments<'_>, message: impl fmt::Display) {
    let message = message.to_string();
    let message = harmless::line(&message);
    let _ = progress::aside(|| writeln!(io::stderr(), "kifu: {prefix}{message}"));
}

/// Writes the notes on files of other formats that were read as SGF to standard error.
pub(crate) fn notes_of_formats(notes: &FormatNotes) {
    for note in &notes.list {
        say(format_args!(""), note);
    }
    if notes.more > 0 {
        let more = count(notes.more, "more note");
        say(
            format_args!(""),
            format_args!("{more} on files of other formats: `kifu convert --to sgf` lists them"),
        );
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Whether the path of an output is `-`, which is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The file that `--output` names; `None` for standard output, without the option and for `-`.
pub(crate) fn file(option: Option<&PathBuf>) -> Option<&Path> {
    option.map(PathBuf::as_path).filter(|path| !is_stdout(path))
}

/// The error that a file cannot be written, which is not one of standard output.
pub(crate) fn unwritten(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| {
        let kind = error.kind();
        let name = kifu_batch::name_of(path).into_owned();
        io::Error::new(
            kind,
            kifu_batch::Error::new(name, kifu_batch::ErrorKind::Write(error)),
        )
    }
}

/// `1 file`, `12,345 files`, `2 fixes`.
pub(crate) fn count(number: impl ToString + Copy, noun: &str) -> String {
    let number = grouped(number);
    let takes_es = ["s", "x", "ch"].iter().any(|end| noun.ends_with(end));
    let plural = match (&*number, takes_es) {
        ("1", _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{number} {noun}{plural}")
}

/// `3 files rewritten, 2 unchanged`, without a part that counts nothing.
fn changes(changed: usize, verb: &str, same: usize) -> String {
    let changed_files = format!("{} {verb}", count(changed, "file"));
    match (changed, same) {
        (0, same) => format!("{} unchanged", count(same, "file")),
        (_, 0) => changed_files,
        (_, same) => format!("{changed_files}, {} unchanged", grouped(same)),
    }
}

/// A number with a comma before each group of three digits.
pub(crate) fn grouped(number: impl ToString + Copy) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Whether `error` is a closed output.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use anyhow::Context as _;

    use super::{Palette, count, grouped, is_broken_pipe};

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(count(1, "file"), "1 file");
        assert_eq!(count(20_000, "file"), "20,000 files");
        for (noun, plural) in [("fix", "fixes"), ("branch", "branches"), ("pass", "passes")] {
            assert_eq!(count(2, noun), format!("2 {plural}"));
            assert_eq!(count(1, noun), format!("1 {noun}"));
        }
    }

    #[test]
    fn no_color_means_no_escape_sequence() {
        let plain = Palette::new(false);
        assert_eq!(format!("{}x{:#}", plain.error, plain.error), "x");
        let colored = Palette::new(true);
        assert_ne!(format!("{}x{:#}", colored.error, colored.error), "x");
    }

    #[test]
    fn a_broken_pipe_differs_from_other_errors() {
        let error = |kind: io::ErrorKind| Err::<(), _>(io::Error::from(kind)).context("writing");
        assert!(is_broken_pipe(
            &error(io::ErrorKind::BrokenPipe).unwrap_err()
        ));
        assert!(!is_broken_pipe(
            &error(io::ErrorKind::NotFound).unwrap_err()
        ));
    }
}
