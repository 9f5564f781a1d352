//! Readers of SGF beside each other: how fast, in how much memory, and what each got wrong.
//!
//! ```sh
//! pip install sgfmill; (cd rivals && npm install)    # where Python and Node are at hand
//! cargo run --release --bin read -- [folder with the archives]
//! ```
//!
//! Every row is a process of its own, which reads the input from the file, once for the memory (the
//! most that was ever resident, text included) and then for the best time of a second and a half. It counts
//! games, nodes and moves, which are compared with a count of signs outside of brackets. Rivals that
//! take text get it decoded beforehand.

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use kifu_compare::{Counts, Result, SHORT, Stopwatch, copy_speed, inputs};
use kifu_syntax::{EventKind, Reader};

/// Time limit of a row; a slower one is stopped.
const PATIENCE: Duration = Duration::from_secs(25);

const READERS: [&str; 11] = [
    "kifu: events, pulled",
    "kifu: events, for_each",
    "kifu: events and problems",
    "kifu: streaming reader",
    "kifu: tree",
    "kifu: tree, every value read",
    "sgf-parse",
    "sgf",
    "sgf-parser",
    "sgfmill",
    "@sabaki/sgf",
];

/// The result of a row.
struct Outcome {
    seconds: f64,
    counts: Counts,
    /// Most kilobytes that were resident.
    memory: usize,
    /// Seconds to copy the input.
    copy: f64,
}

fn main() -> Result<()> {
    let arguments = env::args().collect::<Vec<_>>();
    if let [_, flag, reader, pack] = &arguments[..]
        && flag == "--child"
    {
        return child(reader, Path::new(pack));
    }
    let corpus = arguments.get(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    let folder = env::temp_dir().join("kifu-compare");
    fs::create_dir_all(&folder)?;
    for (name, files) in inputs(&corpus)? {
        let pack = folder.join("pack");
        write_pack(&pack, &files)?;
        let bytes = files.iter().map(Vec::len).sum::<usize>();
        let expected = Counts::of_signs(&files);
        drop(files);
        println!("\n### {name}\n");
        println!(
            "{:.1} MB, {} games, {} nodes, {} moves.\n",
            bytes as f64 / 1e6,
            expected.games,
            expected.nodes,
            expected.moves
        );
        println!("| reader | MB/s | games/s | of memcpy | memory | × input | what it got wrong |");
        println!("|---|--:|--:|--:|--:|--:|---|");
        let mut copy = 0.0;
        for reader in READERS {
            if bytes > SHORT * 8 && !reader.starts_with("kifu") {
                continue;
            }
            match run(reader, &pack) {
                // A reader that skips a part must not count as fast.
                Ok(outcome) if outcome.counts.nodes * 2 < expected.nodes => {
                    println!(
                        "| {reader} | | | | | | {} |",
                        wrong(outcome.counts, expected)
                    );
                }
                Ok(outcome) => {
                    if outcome.copy > 0.0 {
                        copy = outcome.copy;
                    }
                    println!(
                        "| {reader} | {:.0} | {:.0} | {} | {:.1} MB | {:.1} | {} |",
                        bytes as f64 / 1e6 / outcome.seconds,
                        expected.games as f64 / outcome.seconds,
                        ratio(outcome.seconds / copy),
                        outcome.memory as f64 * 1024.0 / 1e6,
                        outcome.memory as f64 * 1024.0 / bytes as f64,
                        wrong(outcome.counts, expected)
                    );
                }
                Err(error) => println!("| {reader} | | | | | | {error} |"),
            }
        }
    }
    Ok(())
}

fn ratio(times: f64) -> String {
    if times < 100.0 {
        format!("1/{times:.1}")
    } else {
        format!("1/{times:.0}")
    }
}

fn wrong(counts: Counts, expected: Counts) -> String {
    let mut words = Vec::new();
    if counts.refused > 0 {
        words.push(format!("refuses {} files", counts.refused));
    }
    for (what, found, expected) in [
        ("games", counts.games, expected.games),
        ("nodes", counts.nodes, expected.nodes),
        ("moves", counts.moves, expected.moves),
    ] {
        if found != expected {
            let difference = found as i64 - expected as i64;
            words.push(format!("{difference:+} {what}"));
        }
    }
    words.join(", ")
}

/// Writes the pack that the drivers read: files in sequence, each after its length.
fn write_pack(path: &Path, files: &[Vec<u8>]) -> Result<()> {
    let mut pack = std::io::BufWriter::new(fs::File::create(path)?);
    for file in files {
        pack.write_all(&(file.len() as u64).to_le_bytes())?;
        pack.write_all(file)?;
    }
    pack.flush()?;
    Ok(())
}

/// Calls `each` for each file, with the rest of the pack and the length of the file.
fn for_each_file(
    pack: &Path,
    mut each: impl FnMut(&mut fs::File, usize) -> Result<()>,
) -> Result<()> {
    let mut pack = fs::File::open(pack)?;
    let mut length = [0; 8];
    while pack.read_exact(&mut length).is_ok() {
        each(&mut pack, u64::from_le_bytes(length) as usize)?;
    }
    Ok(())
}

fn read_pack(path: &Path) -> Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    for_each_file(path, |pack, length| {
        let mut file = vec![0; length];
        pack.read_exact(&mut file)?;
        files.push(file);
        Ok(())
    })?;
    Ok(files)
}

/// Runs a row as a process of its own.
fn run(reader: &str, pack: &Path) -> Result<Outcome> {
    let rivals = Path::new(env!("CARGO_MANIFEST_DIR")).join("rivals");
    let mut command = match reader {
        "sgfmill" => {
            let mut command = Command::new("python3");
            command.arg(rivals.join("sgfmill_read.py")).arg(pack);
            command
        }
        "@sabaki/sgf" => {
            let mut command = Command::new("node");
            command.arg("--max-old-space-size=8192");
            command.arg(rivals.join("sabaki_read.js")).arg(pack);
            command
        }
        _ => {
            let mut command = Command::new(env::current_exe()?);
            command.args(["--child", reader]).arg(pack);
            command
        }
    };
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.map_err(|_| "not at hand")?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Err(format!("gave up after {} s", PATIENCE.as_secs()).into());
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut output = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output)?;
    }
    if !status.success() {
        return Err(format!("fails: {status}").into());
    }
    let numbers = output.split_whitespace().map(str::parse::<f64>);
    let numbers = numbers.collect::<std::result::Result<Vec<_>, _>>()?;
    let [seconds, games, nodes, moves, refused, memory, rest] = numbers[..] else {
        return Err("no answer".into());
    };
    Ok(Outcome {
        seconds,
        counts: Counts {
            games: games as usize,
            nodes: nodes as usize,
            moves: moves as usize,
            refused: refused as usize,
        },
        memory: memory as usize,
        copy: if rest < 1.0 { rest } else { 0.0 },
    })
}

/// The row itself: prints seconds, counts, memory, and seconds for a copy.
fn child(reader: &str, pack: &Path) -> Result<()> {
    let counts = if reader == "kifu: streaming reader" {
        streamed(pack)?
    } else {
        read(reader, read_pack(pack)?).1
    };
    let memory = peak_memory()?;
    let files = read_pack(pack)?;
    let mut seconds = f64::INFINITY;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(1500) {
        let start = Stopwatch::start();
        if reader == "kifu: streaming reader" {
            black_box(streamed(pack)?);
            seconds = seconds.min(start.seconds());
        } else {
            seconds = seconds.min(read(reader, files.clone()).0);
        }
    }
    let copy = copy_speed(&files.concat());
    let Counts {
        games,
        nodes,
        moves,
        refused,
    } = counts;
    println!("{seconds} {games} {nodes} {moves} {refused} {memory} {copy}");
    // The process ends without dropping the trees: they may be too deep for it.
    Ok(())
}

fn peak_memory() -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(number
        .ok_or("the peak of memory is unknown")?
        .trim()
        .parse()?)
}

fn streamed(pack: &Path) -> Result<Counts> {
    let mut counts = Counts::default();
    for_each_file(pack, |pack, length| {
        let mut reader = Reader::new(pack.take(length as u64));
        while let Some(event) = reader.next_event()? {
            let depth = reader.depth();
            if event.kind == EventKind::Identifier {
                counts.moves += usize::from(matches!(reader.bytes(event.span), b"B" | b"W"));
            } else {
                counts.event(event, depth, &[]);
            }
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Seconds to read, and what was found; counting and dropping trees is not timed.
fn read(reader: &str, files: Vec<Vec<u8>>) -> (f64, Counts) {
    let mut counts = Counts::default();
    let texts = || {
        files
            .iter()
            .map(|file| String::from_utf8_lossy(file))
            .collect::<Vec<_>>()
    };
    match reader {
        "kifu: events, pulled" => kifu_compare::pulled(&files),
        "kifu: events, for_each" => kifu_compare::events(&files, ()),
        "kifu: events and problems" => {
            let mut problems = Vec::new();
            let found = kifu_compare::events(&files, &mut problems);
            black_box(problems);
            found
        }
        "kifu: tree" => kifu_compare::trees(files, false),
        "kifu: tree, every value read" => kifu_compare::trees(files, true),
        "sgf-parse" => {
            let texts = texts();
            let start = Stopwatch::start();
            let trees = texts
                .iter()
                .map(|text| sgf_parse::parse(text))
                .collect::<Vec<_>>();
            let seconds = start.seconds();
            for tree in &trees {
                let Ok(games) = tree else {
                    counts.refused += 1;
                    continue;
                };
                counts.games += games.len();
                for game in games {
                    match game {
                        sgf_parse::GameTree::GoGame(root) => count_sgf_parse(root, &mut counts),
                        sgf_parse::GameTree::Unknown(root) => count_sgf_parse(root, &mut counts),
                    }
                }
            }
            (seconds, counts)
        }
        "sgf" => {
            let texts = texts();
            let start = Stopwatch::start();
            let trees = texts.iter().map(|text| sgf::SgfCollection::from_sgf(text));
            let trees = trees.collect::<Vec<_>>();
            let seconds = start.seconds();
            for tree in &trees {
                let Ok(games) = tree else {
                    counts.refused += 1;
                    continue;
                };
                let mut work = games.iter().collect::<Vec<_>>();
                counts.games += work.len();
                while let Some(node) = work.pop() {
                    counts.nodes += 1;
                    counts.moves += node
                        .iter()
                        .filter(|(id, _)| *id == "B" || *id == "W")
                        .count();
                    work.extend(&node.children);
                }
            }
            (seconds, counts)
        }
        _ => {
            let texts = texts();
            let start = Stopwatch::start();
            let trees = texts
                .iter()
                .map(|text| sgf_parser::parse(text))
                .collect::<Vec<_>>();
            let seconds = start.seconds();
            for tree in &trees {
                let Ok(game) = tree else {
                    counts.refused += 1;
                    continue;
                };
                counts.games += 1;
                let mut work = vec![game];
                while let Some(tree) = work.pop() {
                    counts.nodes += tree.nodes.len();
                    let tokens = tree.nodes.iter().flat_map(|node| &node.tokens);
                    counts.moves += tokens
                        .filter(|token| matches!(token, sgf_parser::SgfToken::Move { .. }))
                        .count();
                    work.extend(&tree.variations);
                }
            }
            (seconds, counts)
        }
    }
}

fn count_sgf_parse<P: sgf_parse::SgfProp>(root: &sgf_parse::SgfNode<P>, counts: &mut Counts) {
    let mut work = vec![root];
    while let Some(node) = work.pop() {
        counts.nodes += 1;
        let is_move = |property: &&P| matches!(&property.identifier()[..], "B" | "W");
        counts.moves += node.properties().filter(is_move).count();
        work.extend(node.children());
    }
}
