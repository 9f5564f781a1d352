//! The `kifu` command: see, check and rewrite game records.
//!
//! One file per verb in `verb`, with shared modules next to it. Knowledge of the format is left to the library. This is
//! a library so that the Python package can run the command too.

mod args;
mod config;
#[cfg(feature = "database")]
mod database;
mod drawing;
mod each;
mod encoding;
mod exit;
#[cfg(feature = "database")]
mod explore;
mod failure;
mod format;
mod harmless;
mod inputs;
mod interrupt;
mod omitted_text;
mod output;
mod parts;
mod paths;
mod progress;
mod rules;
mod screen;
mod selected;
mod sources;
mod usage;
mod verb;
mod view;
#[cfg(feature = "watch")]
mod watch;
mod wrap;

use std::ffi::OsString;
use std::io::{self, Write as _};

use crate::args::Args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command with these words, beginning with the name of the program, and returns its exit status.
///
/// Help, usage errors and signals end the process. Call it once in a process: it sets signal handlers and threads.
#[must_use]
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let args = Args::read(&words.into_iter().collect::<Vec<_>>());
    let mut output = Output::new(args.color);
    // Without the handler, Ctrl-C also ends the program, but may leave temporary files.
    let _ = interrupt::finish_files();
    let outcome = set_jobs(args.jobs.into())
        .and_then(|()| args.run(&mut output))
        .and_then(|exit| {
            output.flush()?;
            output.report_failures();
            Ok(exit)
        });
    let exit = match outcome {
        Ok(exit) => exit,
        // The reader of the output has closed it.
        Err(error) if output::is_broken_pipe(&error) => output.exit(),
        Err(error) => {
            // Other errors include the name of their file.
            let of_stdout = |error: &io::Error| error.get_ref().is_none();
            let is_bare = error.chain().len() == 1 && error.downcast_ref().is_some_and(of_stdout);
            let of = if is_bare { "standard output: " } else { "" };
            output.error(format_args!("{of}{}", Failure(&error)));
            Exit::Failure
        }
    };
    exit.code()
}

/// Sets the number of threads; 0 is one for each core.
fn set_jobs(jobs: usize) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build_global()?;
    Ok(())
}
