//! A process that is watched while it runs.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;

/// How often a process is asked how much memory it takes.
const EVERY: Duration = Duration::from_micros(500);

/// Resources used by a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// Seconds that went by.
    pub wall: f64,
    /// Seconds on a core; 0 if unknown.
    pub core: f64,
    /// Most kilobytes that were resident.
    pub memory: usize,
}

/// Runs a process to its end; returns its costs and its output.
///
/// # Errors
/// If it cannot be started, or a pipe breaks.
pub fn watched(command: &mut Command) -> Result<(Run, String)> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().map(reader);
    let err = child.stderr.take().map(reader);
    let mut run = Run::default();
    while child.try_wait()?.is_none() {
        look(&child, &mut run);
        thread::sleep(EVERY);
    }
    run.wall = start.elapsed().as_secs_f64();
    let mut printed = String::new();
    for thread in [err, out].into_iter().flatten() {
        printed += &thread.join().map_err(|_| "a pipe broke")?;
    }
    Ok((run, printed))
}

/// Reads a pipe to its end, so that the process need not wait.
fn reader(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Output of a process that stopped early lacks the summary.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Notes how much memory and time a process has taken so far.
fn look(child: &Child, run: &mut Run) {
    let folder = PathBuf::from(format!("/proc/{}", child.id()));
    if let Ok(status) = fs::read_to_string(folder.join("status"))
        && let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))
        && let Some(number) = line.split_whitespace().next()
    {
        run.memory = run.memory.max(number.parse().unwrap_or(0));
    }
    // Of all threads: nanoseconds on a core come first.
    let Ok(tasks) = fs::read_dir(folder.join("task")) else {
        return;
    };
    let nanoseconds: f64 = tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("schedstat")).ok())
        .filter_map(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .sum();
    run.core = run.core.max(nanoseconds / 1e9);
}
