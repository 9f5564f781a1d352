//! Questions to a collection: how fast, in how much memory, with how many answers.
//!
//! ```sh
//! cargo build --release -p kifu-cli                          # in the workspace above
//! cargo run --release --bin list -- ../target/release/kifu [file or folder]...
//! ```
//!
//! `kifu` is run as people run it, once on one core and once on all. `sgfinfo` of sgfutils is asked for the
//! length of each game, and is left out, with a word, where it is not on the `PATH`. *of the header* is
//! the ratio to the same process asking for the header alone: what a question does not need is passed over.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use kifu_compare::{Result, Run, find_on_path, watched};

const MOVES: &str = "how many moves each game has";

/// A question, and how it is put to `kifu`. The first asks for the header of each game alone.
const QUESTIONS: [(&str, &[&str]); 5] = [
    (
        "players, date and result of each game",
        &[
            "list",
            "--format",
            "csv",
            "--fields",
            "black,white,date,result",
        ],
    ),
    (
        "games from 2006 on",
        &[
            "list",
            "--format",
            "csv",
            "-w",
            "date>=2006",
            "--fields",
            "date",
        ],
    ),
    (MOVES, &["list", "--format", "csv", "--fields", "moves"]),
    (
        "games with a certain comment, in the whole trees",
        &[
            "list",
            "--format",
            "csv",
            "-w",
            "comment~kifu",
            "--fields",
            "date",
        ],
    ),
    ("records of one game: dedupe", &["dedupe"]),
];

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let kifu = arguments
        .next()
        .ok_or("the path of `kifu` is needed, then files and folders")?;
    let sgfinfo = find_on_path("sgfinfo");
    if sgfinfo.is_none() {
        println!("No `sgfinfo` is on the PATH: its rows are left out.\n");
    }
    println!("| files | question | who | seconds | on a core | of the header | memory | lines |");
    println!("|---|---|---|--:|--:|--:|--:|--:|");
    for input in arguments {
        for (label, threads) in [("kifu, one core", "1"), ("kifu, all cores", "0")] {
            let mut header = None;
            for (question, words) in QUESTIONS {
                let mut command = Command::new(&kifu);
                command.args(words).args(["--jobs", threads]).arg(&input);
                let (run, printed) = best(command)?;
                let header = header.get_or_insert(run.wall);
                row(&input, question, label, run, run.wall / *header, &printed);
            }
        }
        if let Some(sgfinfo) = &sgfinfo {
            let mut command = Command::new(sgfinfo);
            command.args(["-i", "-q", "-N", "-r"]).arg(&input);
            let (run, printed) = best(command)?;
            row(&input, MOVES, "sgfinfo", run, 1.0, &printed);
        }
    }
    Ok(())
}

/// The quickest of three runs, and its output.
fn best(mut command: Command) -> Result<(Run, String)> {
    let mut best = watched(&mut command)?;
    for _ in 0..2 {
        let next = watched(&mut command)?;
        if next.0.wall < best.0.wall {
            best = next;
        }
    }
    Ok(best)
}

fn row(input: &Path, question: &str, who: &str, run: Run, of_header: f64, printed: &str) {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    println!(
        "| {name} | {question} | {who} | {:.2} | {:.2} | {of_header:.1} | {:.1} MB | {} |",
        run.wall,
        run.core,
        run.memory as f64 * 1024.0 / 1e6,
        printed.lines().count()
    );
}
