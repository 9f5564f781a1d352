//! Checkers of SGF beside each other: how fast, in how much memory, and what each found.
//!
//! ```sh
//! cargo build --release -p kifu-cli                          # in the workspace above
//! cargo run --release --bin check -- ../target/release/kifu [file or folder]...
//! ```
//!
//! `kifu check`, with all rules on, is run as people run it, once on one core and once on all. SGFC takes
//! one file a process, and is left out, with a word, where no `sgfc` is on the `PATH`. Time is wall time
//! and, where the system tells it, the time that was spent on a core; memory is the most that was ever
//! resident in one process.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kifu_compare::{Result, Run, find_on_path, watched};

/// SGFC gets so many files at most.
const FILES: usize = 2000;

/// And files of so many bytes at most: its time grows with the square of the number of games.
const LONGEST: u64 = 20_000_000;

/// The result of a run.
#[derive(Debug, Default)]
struct Outcome {
    run: Run,
    errors: usize,
    warnings: usize,
    hints: usize,
}

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let kifu = arguments
        .next()
        .ok_or("the path of `kifu` is needed, then files and folders")?;
    let sgfc = find_on_path("sgfc");
    if sgfc.is_none() {
        println!("No `sgfc` is on the PATH: its rows are left out.\n");
    }
    println!(
        "| files | MB | checker | MB/s | MB/s of a core | memory | errors | warnings | hints |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|");
    for input in arguments {
        let mut files = Vec::new();
        list(&input, &mut files)?;
        let name = input
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let bytes = total(&files)?;
        for (label, threads) in [("kifu, one core", "1"), ("kifu, all cores", "0")] {
            let outcome = with_kifu(&kifu, &input, threads)?;
            row(&name, label, bytes, &outcome);
        }
        let Some(sgfc) = &sgfc else {
            continue;
        };
        files.retain(|file| fs::metadata(file).is_ok_and(|meta| meta.len() <= LONGEST));
        files.truncate(FILES);
        if !files.is_empty() {
            let outcome = with_sgfc(sgfc, &files)?;
            row(&name, "sgfc", total(&files)?, &outcome);
        }
    }
    Ok(())
}

fn row(name: &str, label: &str, bytes: u64, outcome: &Outcome) {
    let mega = bytes as f64 / 1e6;
    let core = if outcome.run.core > 0.0 {
        format!("{:.1}", mega / outcome.run.core)
    } else {
        String::new()
    };
    println!(
        "| {name} | {mega:.1} | {label} | {:.1} | {core} | {:.1} MB | {} | {} | {} |",
        mega / outcome.run.wall,
        outcome.run.memory as f64 * 1024.0 / 1e6,
        outcome.errors,
        outcome.warnings,
        outcome.hints
    );
}

/// `kifu check` on a file or a folder. The numbers are those of its own summary:
/// `Found 3 problems in 1 file: 1 error, 2 hints.`
fn with_kifu(kifu: &Path, input: &Path, threads: &str) -> Result<Outcome> {
    let mut command = Command::new(kifu);
    command
        .args(["check", "--format", "concise", "--jobs", threads])
        .arg(input);
    let (run, output) = watched(&mut command)?;
    let mut outcome = Outcome {
        run,
        ..Outcome::default()
    };
    let mut lines = output.lines().rev();
    let summary = lines
        .find(|line| line.starts_with("Found ") || line.starts_with("No problems"))
        .ok_or("`kifu check` gave no summary")?;
    let kinds = summary.split_once(": ").map_or("", |(_, kinds)| kinds);
    for kind in kinds.trim_end_matches('.').split(", ") {
        let (number, noun) = kind.split_once(' ').unwrap_or_default();
        let number = number.replace(',', "").parse().unwrap_or(0);
        match noun.trim_end_matches('s') {
            "error" => outcome.errors = number,
            "warning" => outcome.warnings = number,
            "hint" => outcome.hints = number,
            _ => {}
        }
    }
    Ok(outcome)
}

/// SGFC on each file, one after another.
fn with_sgfc(sgfc: &Path, files: &[PathBuf]) -> Result<Outcome> {
    let mut sum = Outcome::default();
    for file in files {
        let mut command = Command::new(sgfc);
        command.arg(file);
        let (run, output) = watched(&mut command)?;
        sum.run.wall += run.wall;
        sum.run.core += run.core;
        sum.run.memory = sum.run.memory.max(run.memory);
        for line in output.lines() {
            let rest = line.split_once(" - ").map_or(line, |(_, rest)| rest);
            sum.errors += usize::from(rest.starts_with("Error ") || rest.starts_with("Fatal "));
            sum.warnings += usize::from(rest.starts_with("Warning "));
        }
    }
    Ok(sum)
}

fn total(files: &[PathBuf]) -> Result<u64> {
    let sizes = files.iter().map(|file| Ok(fs::metadata(file)?.len()));
    sizes.sum()
}

/// All files of a folder that are game records, in order; a file itself.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir()
            || entry
                .extension()
                .is_some_and(|extension| extension == "sgf")
        {
            list(&entry, files)?;
        }
    }
    Ok(())
}
