pub(super) mod diff;
pub(super) mod format;

use std::io::Write as _;

use kifu::encoding::{DecodeOptions, Source};
use serde_json::json;

use self::format::Formatted;
use super::switches::{Switches, Writing};
use kifu_batch::replace::{back_up, replace_unless_changed, write_new};
use kifu_batch::{Input, Pool};

use crate::exit::Exit;
use crate::failure::lost;
use crate::format::OutputFormat;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::progress::Progress;

/// Write records in one canonical form
///
/// Rewrites files in place: UTF-8, a fixed order of properties, lines of at most 80 columns where possible. The content
/// does not change. The new text is read again and compared before anything is written; a file whose content could not
/// be kept exactly is left unchanged and reported. Standard input goes to standard output.
#[derive(Debug, clap::Args)]
#[command(name = "fmt")]
#[command(after_help = "\
Examples:
  kifu fmt --diff game.sgf
  kifu fmt --check games/
  kifu fmt games/
  kifu fmt --encoding GBK old/")]
pub(crate) struct Fmt {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    switches: Switches,

    /// Output format of `--check`: `concise` names those that would change, `full` shows what would change, as
    /// `--diff`, `json-lines` is one JSON object per line for each file
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        requires = "check",
        hide_possible_values = true
    )]
    #[arg(default_value = "concise")]
    format: OutputFormat,

    #[command(flatten)]
    writing: Writing,

    /// Omit all white space between values
    #[arg(long, alias = "compact")]
    minify: bool,
}

/// The result for one input.
struct Done {
    name: String,
    length: usize,
    formatted: Formatted,
    /// The data for standard output.
    shown: Vec<u8>,
    /// Messages for standard error.
    note: Option<&'static str>,
}

impl Fmt {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.writing.output.is_some() && self.inputs.may_be_several() {
            anyhow::bail!("`--output` takes the games of one file; give one path");
        }
        let mut exit = Exit::Clean;
        let progress = Progress::of(&self.inputs);
        let palette = output.palette;
        let mut switches = self.switches;
        switches.diff |= self.format == OutputFormat::Full;
        let is_json = self.format == OutputFormat::JsonLines;
        let Switches { check, diff, lossy } = switches;
        let encoding = self.inputs.encoding();
        let is_in_place = self.writing.is_in_place(switches);
        let (mut changed, mut same) = (0_usize, 0_usize);
        let work = |input: Result<Input, kifu_batch::Error>| {
            let mut input = input?;
            let name = input.name().into_owned();
            let bytes = input.read_record(self.inputs.progress())?;
            let length = bytes.len();
            let before = bytes.clone();
            let formatted = format::format(
                bytes,
                encoding,
                self.writing.replaces(&input),
                self.minify,
                lossy,
            );
            let (mut shown, mut note) = (Vec::new(), None);
            match &formatted {
                Formatted::Changed { new, .. } if diff => {
                    let old = Source::new(before, &encoding.options());
                    let new = Source::new(new.clone().into_bytes(), &DecodeOptions::default());
                    shown = diff::diff(&name, &old, &new, &palette);
                }
                Formatted::Changed { new, .. } if !check => match (&self.writing.output, &input) {
                    (Some(path), _) if !output::is_stdout(path) => {
                        write_new(path, new.as_bytes(), self.writing.overwrite)?;
                    }
                    (None, Input::File(path)) => {
                        if self.writing.backup {
                            back_up(path, &before)?;
                        }
                        note = lost(replace_unless_changed(path, &before, new.as_bytes())?);
                    }
                    _ => shown = new.clone().into_bytes(),
                },
                Formatted::Same(text) if !check && !diff => match &self.writing.output {
                    Some(path) if !output::is_stdout(path) => {
                        write_new(path, text, self.writing.overwrite)?;
                    }
                    Some(_) => shown.clone_from(text),
                    None if input == Input::Stdin => shown.clone_from(text),
                    None => {}
                },
                _ => {}
            }
            let formatted = formatted.without_text();
            anyhow::Ok(Done {
                name,
                length,
                formatted,
                shown,
                note,
            })
        };
        let inputs = self.inputs.to_write(!is_in_place);
        Pool::default().in_order(inputs, Input::weight, work, |done| {
            let Some(done) = output.ok(done, &mut exit) else {
                return Ok(());
            };
            progress.finish(done.length);
            let name = &done.name;
            if is_json {
                let line = json_line(name, &done.formatted);
                crate::progress::aside(|| writeln!(output, "{}", harmless::json(&line)))?;
            }
            match done.formatted {
                Formatted::Same(_) => same += 1,
                Formatted::Changed { guess, .. } => {
                    changed += 1;
                    if let Some(guess) = guess {
                        output.note(format_args!(
                            "{name}: read as {guess}, which is a guess; if names look wrong, give `--encoding`"
                        ));
                    }
                    if is_json {
                        exit.add(Exit::Findings);
                    } else {
                        switches.changed(name, &mut exit, output)?;
                    }
                }
                Formatted::Refused(why) => {
                    exit.add(Exit::Failure);
                    output.count_failure();
                    crate::progress::aside(|| output.error(format_args!("{name}: {why}; left unchanged")));
                }
            }
            if !done.shown.is_empty() {
                if diff {
                    crate::progress::aside(|| output.write_all(&done.shown))?;
                } else {
                    output.data(&done.shown)?;
                }
            }
            if let Some(note) = done.note {
                output.note(format_args!("{name}: {note}"));
            }
            anyhow::Ok(())
        })?;
        drop(progress);
        output.ensure_read(&self.inputs.skipped(), &mut exit);
        self.sum_up(changed, same, output);
        Ok(exit)
    }

    /// One line at the end, unless the output is the text itself.
    fn sum_up(&self, changed: usize, same: usize, output: &mut Output) {
        let is_filter = self.inputs.is_only_stdin() || self.writing.output.is_some();
        if is_filter && !self.switches.only_look() {
            return;
        }
        output.sum_up(changed, self.switches.verb(), same);
    }
}

/// The result for a file as JSON.
fn json_line(name: &str, formatted: &Formatted) -> String {
    let line = match formatted {
        Formatted::Same(_) => json!({"file": name, "status": "same"}),
        Formatted::Changed { guess: None, .. } => json!({"file": name, "status": "changed"}),
        Formatted::Changed {
            guess: Some(guess), ..
        } => json!({"file": name, "status": "changed", "guess": guess.name()}),
        Formatted::Refused(why) => {
            json!({"file": name, "status": "refused", "why": why.to_string()})
        }
    };
    line.to_string()
}
