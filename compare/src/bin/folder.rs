//! A folder of many small files: `kifu` beside one thread that reads the same files and throws them away.
//!
//! ```sh
//! cargo build --release -p kifu-cli                          # in the workspace above
//! cargo run --release --bin folder -- ../target/release/kifu [folder]...
//! ```
//!
//! All take turns, six times, and the best time of each counts; the files are in the memory of the system by then.
//! `kifu check` must say that it read as many files, and `kifu list` have a line for each of its games.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use kifu_compare::Result;

const TURNS: usize = 6;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let kifu = arguments
        .next()
        .ok_or("the path of `kifu` is needed, then folders")?;
    println!("| files | MB | reading | `kifu check` | ratio | `kifu list` | ratio |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for folder in arguments {
        let mut best = [f64::INFINITY; 3];
        let (mut files, mut bytes) = (0, 0);
        for _ in 0..TURNS {
            let start = Instant::now();
            (files, bytes) = read_all(&folder)?;
            let seconds = start.elapsed().as_secs_f64();
            let check = run(&kifu, &["check", "--format", "concise"], &folder)?;
            let [read, games] =
                summary(&check.1).ok_or("`kifu check` does not say what it read")?;
            if read != files {
                return Err(format!("`kifu check` read {read} files instead of {files}").into());
            }
            let list = run(&kifu, &["list", "--format", "csv"], &folder)?;
            if list.1.lines().count() <= games {
                return Err(format!("`kifu list` does not tell of {games} games").into());
            }
            for (best, seconds) in best.iter_mut().zip([seconds, check.0, list.0]) {
                *best = best.min(seconds);
            }
        }
        let [reading, check, list] = best;
        println!(
            "| {files} of {} | {:.1} | {reading:.3} s | {check:.3} s | {:.1} | {list:.3} s | {:.1} |",
            folder.file_name().unwrap_or_default().to_string_lossy(),
            bytes as f64 / 1e6,
            check / reading,
            list / reading
        );
    }
    Ok(())
}

/// Elapsed seconds, and the output of the program.
fn run(kifu: &Path, words: &[&str], folder: &Path) -> Result<(f64, String)> {
    let start = Instant::now();
    let output = Command::new(kifu).args(words).arg(folder).output()?;
    let seconds = start.elapsed().as_secs_f64();
    let printed = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    Ok((seconds, printed.into_owned()))
}

/// How many files of SGF there are in `folder` and below, all of which are read, and their bytes.
fn read_all(folder: &Path) -> Result<(usize, usize)> {
    let (mut files, mut bytes) = (0, 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let is_sgf = |extension: &std::ffi::OsStr| extension.eq_ignore_ascii_case("sgf");
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(is_sgf) {
                bytes += black_box(fs::read(path)?).len();
                files += 1;
            }
        }
    }
    Ok((files, bytes))
}

/// How many files and games were read, by the summary.
fn summary(printed: &str) -> Option<[usize; 2]> {
    let line = printed
        .lines()
        .find_map(|line| line.strip_prefix("Read "))?;
    let mut numbers = line.split(", ").map(|part| {
        let digits = part.chars().filter(char::is_ascii_digit);
        digits.collect::<String>().parse().ok()
    });
    Some([numbers.next()??, numbers.next()??])
}
