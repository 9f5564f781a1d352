//! The summary of all reports.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kifu::lint::Severity;
use kifu_batch::Skipped;
use serde_json::json;

use super::Format;
use super::gather::Counts;
use super::show::style;
use crate::exit::Exit;
use crate::harmless;
use crate::output::{Palette, count, grouped, index_of};
use crate::wrap::wrap;

/// The most severe first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Hint];

/// Columns of the lines that may be long.
const WIDTH: usize = 80;

/// A no-break space.
const TOGETHER: char = '\u{a0}';

/// The summary of all reports.
#[derive(Debug, Default)]
pub(super) struct Summary {
    files: usize,
    /// Files with problems.
    affected: usize,
    /// Files that could not be read.
    pub(super) unread: usize,
    counts: Counts,
    /// Number of files in each encoding.
    encodings: BTreeMap<&'static str, usize>,
    /// Files in folders that were skipped because of their names.
    pub(super) skipped: Skipped,
    pub(super) seconds: f64,
    /// Whether the time is printed.
    pub(super) has_timing: bool,
    of_file: OfFile,
}

/// The counted properties of the last file.
#[derive(Debug, Default)]
struct OfFile {
    is_affected: bool,
    encodings: Vec<&'static str>,
}

impl Summary {
    /// Adds a file, or a further piece of one.
    pub(super) fn add(&mut self, is_first: bool, counts: &Counts, encodings: &[&'static str]) {
        if is_first {
            self.files += 1;
            self.of_file.is_affected = false;
            self.of_file.encodings.clear();
        }
        if counts.problems != [0; 3] && !self.of_file.is_affected {
            self.of_file.is_affected = true;
            self.affected += 1;
        }
        self.counts.bytes += counts.bytes;
        self.counts.games += counts.games;
        self.counts.nodes += counts.nodes;
        self.counts.moves += counts.moves;
        for (sum, number) in self.counts.problems.iter_mut().zip(counts.problems) {
            *sum += number;
        }
        for (sum, number) in self.counts.fixable.iter_mut().zip(counts.fixable) {
            *sum += number;
        }
        for name in encodings {
            if !self.of_file.encodings.contains(name) {
                self.of_file.encodings.push(name);
                *self.encodings.entry(name).or_default() += 1;
            }
        }
    }

    /// Whether no file was found.
    pub(super) const fn is_empty(&self) -> bool {
        self.files == 0 && self.unread == 0
    }

    pub(super) fn exit(&self) -> Exit {
        if self.unread > 0 || self.files == 0 {
            Exit::Failure
        } else if self.of(Severity::Error) + self.of(Severity::Warning) > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        }
    }

    fn of(&self, severity: Severity) -> usize {
        self.counts.problems[severity as usize]
    }

    /// Megabytes a second.
    fn speed(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
        let mega = self.counts.bytes as f64 / 1e6;
        mega / self.seconds.max(1e-9)
    }

    /// The encodings, most frequent first.
    fn encodings(&self) -> Vec<(&'static str, usize)> {
        let mut encodings: Vec<_> = self
            .encodings
            .iter()
            .map(|(name, count)| (*name, *count))
            .collect();
        encodings.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        encodings
    }

    pub(super) fn show(&self, format: Format, palette: &Palette) -> String {
        match format {
            Format::Full | Format::Concise => self.text(palette),
            Format::JsonLines => self.json(),
            _ => String::new(),
        }
    }

    fn json(&self) -> String {
        let encodings: serde_json::Map<_, _> = self
            .encodings()
            .into_iter()
            .map(|(name, count)| (name.to_owned(), count.into()))
            .collect();
        let summary = json!({
            "type": "summary",
            "files": self.files,
            "files_with_problems": self.affected,
            "files_unread": self.unread,
            "files_skipped": self.skipped.count,
            "links_skipped": self.skipped.links,
            "bytes": self.counts.bytes,
            "games": self.counts.games,
            "nodes": self.counts.nodes,
            "moves": self.counts.moves,
            "encodings": encodings,
            "errors": self.of(Severity::Error),
            "warnings": self.of(Severity::Warning),
            "hints": self.of(Severity::Hint),
            "fixable": self.counts.fixable[0],
            "fixable_unsafe": self.counts.fixable[1] - self.counts.fixable[0],
            "seconds": self.seconds,
        });
        format!("{summary}\n")
    }

    /// The findings in a few words.
    #[cfg(feature = "watch")]
    pub(super) fn outcome(&self, palette: &Palette) -> String {
        let good = palette.good;
        match self.counts.problems.iter().sum() {
            _ if self.unread > 0 || self.files == 0 => "could not be read".to_owned(),
            0 => format!("{good}no problems{good:#}"),
            _ => self.by_severity(palette),
        }
    }

    /// The number of problems of each severity, the most severe first.
    fn by_severity(&self, palette: &Palette) -> String {
        let severities = SEVERITIES.into_iter();
        let severities = severities.filter(|severity| self.of(*severity) > 0);
        let counts = severities.map(|severity| {
            let style = style(severity, palette);
            let count = count(self.of(severity), severity.name());
            format!("{style}{count}{style:#}")
        });
        counts.collect::<Vec<_>>().join(", ")
    }

    fn text(&self, palette: &Palette) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text, palette);
        text
    }

    fn write(&self, text: &mut String, palette: &Palette) -> std::fmt::Result {
        let Palette {
            strong,
            good,
            faint,
            ..
        } = palette;
        let problems: usize = self.counts.problems.iter().sum();
        if problems == 0 {
            // Nothing is known about files that were not read.
            if self.files > 0 {
                writeln!(text, "{good}No problems found.{good:#}")?;
            } else if self.unread == 0 {
                writeln!(text, "Found no game record to read.")?;
            }
        } else {
            let by_severity = self.by_severity(palette);
            let problems = count(problems, "problem");
            let files = count(self.affected, "file");
            writeln!(
                text,
                "{strong}Found {problems} in {files}{strong:#}: {by_severity}."
            )?;
        }
        let [safe, all] = self.counts.fixable;
        if safe > 0 {
            writeln!(text, "[*] {} fixable with `kifu fix`.", grouped(safe))?;
        }
        if all > safe {
            let more = if safe > 0 { " more" } else { "" };
            let risky = grouped(all - safe);
            writeln!(
                text,
                "{risky}{more} fixable with `kifu fix --unsafe-fixes`."
            )?;
        }
        if self.unread > 0 {
            let (style, files) = (palette.error, count(self.unread, "file"));
            writeln!(text, "{style}{files} could not be read.{style:#}")?;
        }
        if self.skipped.count > 0 {
            let names = self.skipped.names.iter().map(|name| harmless::line(name));
            let mut names = names.collect::<Vec<_>>().join(", ");
            if self.skipped.count > self.skipped.names.len() {
                names.push_str(", …");
            }
            let line = if let Some(index) = index_of(&self.skipped.names) {
                format!("{index} is an index: give the files it was made from.")
            } else {
                let files = count(self.skipped.count, "other file");
                format!("Skipped {files}: {names}. `--all` reads them.")
            };
            for line in wrap(&line, WIDTH) {
                writeln!(text, "{line}")?;
            }
        }
        if self.skipped.links > 0 {
            let links = count(self.skipped.links, "symbolic link");
            writeln!(
                text,
                "Skipped {links}. `--follow` reads {}.",
                if self.skipped.links == 1 {
                    "it"
                } else {
                    "them"
                }
            )?;
        }
        let Counts {
            games,
            nodes,
            moves,
            ..
        } = self.counts;
        let encodings = self
            .encodings()
            .into_iter()
            .map(|(name, files)| format!("{name}{TOGETHER}{}", grouped(files)))
            .collect::<Vec<_>>()
            .join(", ");
        writeln!(
            text,
            "Read {}, {}, {}, {}.",
            count(self.files, "file"),
            count(games, "game"),
            count(nodes, "node"),
            count(moves, "move")
        )?;
        if !encodings.is_empty() {
            for line in wrap(&format!("Encodings: {encodings}."), WIDTH) {
                writeln!(text, "{}", line.replace(TOGETHER, " "))?;
            }
        }
        if self.has_timing {
            let (seconds, speed) = (self.seconds, self.speed());
            writeln!(text, "{faint}{seconds:.2} s, {speed:.1} MB/s{faint:#}")?;
        }
        Ok(())
    }
}
