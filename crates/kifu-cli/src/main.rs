//! The `kifu` command: see, check and rewrite game records.
//!
//! One file per verb in [`verb`]; what they share stands beside it. No knowledge of the format lives
//! here: it is all asked of the library.

mod archive;
mod args;
mod config;
#[cfg(feature = "database")]
mod database;
mod drawing;
mod each;
mod exit;
#[cfg(feature = "database")]
mod explore;
mod format;
mod harmless;
mod inputs;
mod interrupt;
mod members;
mod name;
mod output;
mod parts;
mod pieces;
mod progress;
mod record;
mod replace;
mod rules;
mod run;
mod screen;
mod selected;
mod unread;
mod verb;
mod view;
mod wrap;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Args;
use crate::exit::Exit;
use crate::output::Output;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::new(args.color);
    // Without it Ctrl-C ends the program as well, if less tidily.
    let _ = interrupt::finish_files();
    let outcome = run::set_jobs(args.jobs.into())
        .and_then(|()| args.verb.run(&mut output))
        .and_then(|exit| {
            output.flush()?;
            Ok(exit)
        });
    match outcome {
        Ok(exit) => exit.into(),
        // Whoever read the output has seen enough.
        Err(error) if output::is_broken_pipe(&error) => output.said().into(),
        Err(error) => {
            // Files are named by what is said of them.
            let of = if error.chain().len() == 1 && error.is::<io::Error>() {
                "standard output: "
            } else {
                ""
            };
            output.error(format_args!("{of}{error:#}"));
            Exit::Failure.into()
        }
    }
}
