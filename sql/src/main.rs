//! The command `kifu-sql`, which `kifu sql` runs.

#[cfg(feature = "cluster")]
mod index_shares;
mod prompt;
mod worker;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use kifu_sql::output::{Format, write};
use kifu_sql::{Options, Session, SqlError};
use tempfile::NamedTempFile;
use tokio::runtime::Runtime;

/// Query an index of game records with SQL
///
/// Tables: games, moves, setup, problems, players. Table functions: position_search, continuations, openings, similar,
/// sgf_files. Without -c and -f statements are read from the terminal, or from standard input. `kifu sql worker` serves
/// parts of queries for other machines.
#[derive(Debug, Parser)]
#[command(name = "kifu sql", bin_name = "kifu sql", version)]
#[command(after_help = "\
Examples:
  kifu sql games.kifu -c 'SELECT year, count(*) FROM games GROUP BY year ORDER BY year'
  kifu sql games.kifu -c \"SELECT * FROM continuations('XO/OX') ORDER BY hits DESC\" --format csv
  kifu sql games.kifu -c \"SELECT black, white, diagram(50) FROM games WHERE where_kifu('player~Shusaku')\"
  kifu sql -c \"SELECT black, count(*) FROM sgf_files('games/') GROUP BY black\"
  kifu sql games.kifu -f report.sql --format parquet -o report.parquet
  kifu sql s3://bucket/go --workers a:7001,b:7001 -c 'SELECT count(*) FROM position_search(\'XO/OX\')'

Exit status: 0 if all statements were executed, 2 if one failed.")]
struct Args {
    /// The index, or the address where it is published; without one only `sgf_files` has games
    #[arg(value_name = "NAME.kifu")]
    index: Option<PathBuf>,

    /// Execute these statements; may be repeated
    #[arg(short, long, value_name = "SQL")]
    command: Vec<String>,

    /// Execute the statements of a file; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "command")]
    file: Option<PathBuf>,

    /// Output format: table, csv, json, json-lines, markdown, line, parquet or arrow
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = format)]
    format: Format,

    /// Write the answer into a new file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the output file if it exists
    #[arg(long, requires = "output")]
    overwrite: bool,

    /// Rows of a table on a terminal; 0 is all
    #[arg(long, value_name = "N", default_value_t = 40)]
    max_rows: usize,

    /// Memory in megabytes for sorting, grouping and joining; what needs more uses temporary files
    #[arg(long, alias = "memory", value_name = "MB")]
    sort_memory: Option<usize>,

    /// Number of threads; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Workers that execute parts of the queries; they have the same index. See `kifu sql worker --help`
    #[arg(long, value_name = "HOST:PORT,…", requires = "index")]
    workers: Option<String>,

    /// The token that all machines of a cluster share. The default is the variable KIFU_TOKEN
    #[arg(long, value_name = "TOKEN", requires = "workers")]
    token: Option<String>,

    /// Certificates (PEM) that sign those of the workers: connections use TLS. The default is the variable
    /// KIFU_TLS_AUTHORITY
    #[arg(long, value_name = "FILE", requires = "workers")]
    tls_authority: Option<PathBuf>,
}

fn format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names = Format::ALL.map(|(name, _)| name);
        format!("expected one of {}", names.join(", "))
    })
}

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).peekable();
    let outcome = match words.peek().and_then(|word| word.to_str()) {
        Some("worker") => worker::run(words),
        #[cfg(feature = "cluster")]
        Some("index-shares") => index_shares::run(words),
        #[cfg(not(feature = "cluster"))]
        Some("index-shares") => Err(Failure::Other(worker::MISSING.into())),
        _ => run(&Args::parse()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Sql(SqlError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let message = match failure {
                Failure::Sql(error) => error.to_string(),
                Failure::Interrupted => "interrupted".to_owned(),
                Failure::Other(message) => message,
            };
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Why a statement was not executed to its end.
pub(crate) enum Failure {
    Sql(SqlError),
    Interrupted,
    Other(String),
}

impl<E: Into<SqlError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Sql(error.into())
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let runtime = Runtime::new()?;
    #[cfg(not(feature = "cluster"))]
    if args.workers.is_some() {
        return Err(Failure::Other(worker::MISSING.into()));
    }
    let options = Options {
        memory: args.sort_memory.map(|megabytes| megabytes << 20),
        threads: (args.jobs > 0).then_some(args.jobs),
        #[cfg(feature = "cluster")]
        workers: worker::workers(args)?,
    };
    let session = Session::with(args.index.as_deref(), options)?;
    let text = match (&args.command[..], &args.file) {
        ([], None) if io::stdin().is_terminal() && args.output.is_none() => {
            let settings = prompt::Settings {
                format: args.format,
                most: args.max_rows,
                has_timer: false,
            };
            return prompt::run(&session, &runtime, settings);
        }
        ([], None) => io::read_to_string(io::stdin())?,
        ([], Some(file)) if file == Path::new("-") => io::read_to_string(io::stdin())?,
        ([], Some(file)) => std::fs::read_to_string(file)
            .map_err(|error| Failure::Other(format!("{}: {error}", file.display())))?,
        (statements, _) => statements.join(";\n"),
    };
    let is_terminal = args.output.is_none() && io::stdout().is_terminal();
    if args.format.is_binary() && is_terminal {
        return Err(Failure::Other(
            "this format is not for a terminal: write it into a file with `-o`".into(),
        ));
    }
    let most = (is_terminal && args.max_rows > 0).then_some(args.max_rows);
    let Some(path) = &args.output else {
        let mut output = BufWriter::new(io::stdout());
        return execute(&session, &runtime, &text, (args.format, most), &mut output);
    };
    let error = |error: io::Error| Failure::Other(format!("{}: {error}", path.display()));
    if path.exists() && !args.overwrite {
        return Err(Failure::Other(format!(
            "{}: exists; replace it with `--overwrite`",
            path.display()
        )));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(error)?;
    let mut output: BufWriter<&File> = BufWriter::new(file.as_file());
    execute(&session, &runtime, &text, (args.format, None), &mut output)?;
    output.flush().map_err(error)?;
    drop(output);
    let kept = if args.overwrite {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    kept.map_err(|failed| error(failed.error))?;
    Ok(())
}

/// Executes all statements of a text. Ctrl-C stops the one that runs.
pub(crate) fn execute(
    session: &Session,
    runtime: &Runtime,
    text: &str,
    (format, most): (Format, Option<usize>),
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let statements = session.statements(text)?;
    let is_single = statements.len() == 1;
    for statement in statements {
        let work = async {
            let mut note = |text: String| {
                let _ = writeln!(io::stderr(), "note: {text}");
            };
            let stream = session.answer(statement, &mut note).await?;
            let has_columns = !stream.schema().fields().is_empty();
            // Statements as `CREATE VIEW` have no answer.
            if has_columns || is_single && format.is_binary() {
                write(stream, format, most, output).await?;
            } else {
                write(stream, Format::JsonLines, None, &mut io::sink()).await?;
            }
            Ok::<_, SqlError>(())
        };
        runtime.block_on(async {
            tokio::select! {
                done = work => done.map_err(Failure::Sql),
                _ = tokio::signal::ctrl_c() => Err(Failure::Interrupted),
            }
        })?;
    }
    Ok(())
}

/// How long something took, as people read it.
pub(crate) fn since(start: Instant) -> String {
    format!("{:.3} s", start.elapsed().as_secs_f64())
}
