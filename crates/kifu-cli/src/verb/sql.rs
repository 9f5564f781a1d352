use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::Command;

use anyhow::anyhow;

use crate::exit::Exit;
use crate::output::Output;

/// The program, which lies beside `kifu` or on the search path: it is built apart, because it is large.
const PROGRAM: &str = "kifu-sql";

/// Query an index with SQL
///
/// Runs the program `kifu-sql`, which lies beside `kifu` or on the search path; `kifu sql --help` shows its options.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
#[command(after_help = "\
Examples:
  kifu sql games.kifu
  kifu sql s3://bucket/go -c 'SELECT count(*) FROM games'
  kifu sql games.kifu -c 'SELECT year, count(*) FROM games GROUP BY year'")]
pub(crate) struct Sql {
    /// Index and options of `kifu-sql`
    #[arg(
        value_name = "ARGUMENTS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<OsString>,
}

impl Sql {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        output.flush()?;
        let mut command = Command::new(program());
        command.args(&self.arguments);
        let error = match run(&mut command) {
            Ok(exit) => return Ok(exit),
            Err(error) => error,
        };
        Err(explained(error))
    }
}

/// Why the program does not run.
pub(crate) fn explained(error: std::io::Error) -> anyhow::Error {
    if error.kind() == ErrorKind::NotFound {
        return anyhow!(
            "`{PROGRAM}` is not installed: build it from the folder `sql` of Kifu with `cargo install --path sql`, and \
             put it beside `kifu` or on the search path"
        );
    }
    anyhow!(error).context(PROGRAM)
}

/// The program beside this one, or its name for the search path.
pub(crate) fn program() -> PathBuf {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok();
    let beside = beside.and_then(|own| Some(own.parent()?.join(&name)));
    beside
        .filter(|path| path.is_file())
        .unwrap_or_else(|| name.into())
}

/// Becomes the program, so that it alone handles Ctrl-C.
#[cfg(unix)]
fn run(command: &mut Command) -> std::io::Result<Exit> {
    use std::os::unix::process::CommandExt as _;

    Err(command.exec())
}

/// Runs the program, and ends as it does.
#[cfg(not(unix))]
fn run(command: &mut Command) -> std::io::Result<Exit> {
    Ok(match command.status()?.code() {
        Some(0) => Exit::Clean,
        Some(1) => Exit::Findings,
        _ => Exit::Failure,
    })
}
