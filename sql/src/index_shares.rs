//! `kifu-sql index-shares`, which `kifu index --workers` runs.

use std::ffi::OsString;
use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;

use clap::Parser;
use kifu_remote::Address;
use kifu_sql::cluster::hand_out;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::worker::named;

/// Let workers make segments of files
///
/// Reads shares of the files from standard input, each as JSON on a line. Writes a line for each share: its
/// number, and what was made of it; `null` if no worker made it.
#[derive(Debug, Parser)]
#[command(name = "kifu-sql index-shares", version)]
struct Args {
    /// The address where the index is published
    #[arg(value_name = "ADDRESS")]
    address: PathBuf,

    /// The workers
    #[arg(long, value_name = "HOST:PORT,…")]
    workers: String,
}

/// Hands out the shares of standard input.
pub(crate) fn run(words: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let args = Args::parse_from(words);
    let address = Address::of_path(&args.address)?
        .ok_or_else(|| Failure::Other(format!("{}: not an address", args.address.display())))?;
    let workers = named(&args.workers, None, None)?;
    let mut shares = Vec::new();
    for line in io::stdin().lock().lines() {
        let share = serde_json::from_str(&line?);
        shares.push(share.map_err(|error| Failure::Other(format!("a share: {error}")))?);
    }
    let note = |text: String| {
        let _ = writeln!(io::stderr(), "note: {text}");
    };
    let mut failed = None;
    let done = |number, made| {
        let mut output = io::stdout().lock();
        let written = serde_json::to_writer(&mut output, &(number, made));
        let written = written.map_err(io::Error::from);
        let written = written.and_then(|()| output.write_all(b"\n"));
        failed = failed
            .take()
            .or(written.and_then(|()| output.flush()).err());
    };
    Runtime::new()?.block_on(async {
        tokio::select! {
            done = hand_out(&workers, &address, &shares, note, done) => done.map_err(Failure::Sql),
            _ = tokio::signal::ctrl_c() => Err(Failure::Interrupted),
        }
    })?;
    failed.map_or(Ok(()), |error: io::Error| Err(error.into()))
}
