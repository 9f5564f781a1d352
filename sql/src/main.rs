//! The command `kifu-sql`, which `kifu sql` runs.

#[cfg(feature = "cluster")]
mod index_shares;
mod prompt;
mod worker;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use kifu::batch::replace;
use kifu_sql::output::{Format, write};
use kifu_sql::{Options, Session, SqlError};
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
  kifu sql s3://bucket/go --workers a:7001,b:7001 -c \"SELECT count(*) FROM position_search('XO/OX')\"

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
            let _ = writeln!(io::stderr(), "error: {failure}");
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sql(error) => {
                error.fmt(f)?;
                // The next run makes the copy again.
                if error.store_error().is_some_and(kifu_remote::distrust) {
                    f.write_str("; this is a copy in the cache: run the command again, which makes it again")?;
                }
                Ok(())
            }
            Self::Interrupted => f.write_str("interrupted"),
            Self::Other(message) => f.write_str(message),
        }
    }
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
    let shown = Shown {
        format: args.format,
        most,
        is_file: args.output.is_some(),
    };
    let Some(path) = &args.output else {
        let mut output = BufWriter::new(io::stdout());
        return execute(&session, &runtime, &text, shown, &mut output);
    };
    let error = |error: io::Error| Failure::Other(format!("{}: {error}", path.display()));
    if path.exists() && !args.overwrite {
        return Err(Failure::Other(format!(
            "{}: exists; replace it with `--overwrite`",
            path.display()
        )));
    }
    let of_batch = |error: kifu::batch::Error| Failure::Other(error.to_string());
    let mut file = replace::unnamed(path).map_err(of_batch)?;
    let mut output: BufWriter<&File> = BufWriter::new(&file);
    execute(&session, &runtime, &text, shown, &mut output)?;
    output.flush().map_err(error)?;
    drop(output);
    file.rewind().map_err(error)?;
    replace::name_file(&mut file, path, args.overwrite).map_err(of_batch)
}

/// How answers are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) format: Format,
    /// Maximum number of rows; `None` is all.
    pub(crate) most: Option<usize>,
    /// Whether they are written to a file.
    pub(crate) is_file: bool,
}

/// Executes all statements of a text. Ctrl-C stops the one that runs.
pub(crate) fn execute(
    session: &Session,
    runtime: &Runtime,
    text: &str,
    shown: Shown,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let Shown {
        format,
        most,
        is_file,
    } = shown;
    let statements = session.statements(text)?;
    let answers = statements.iter();
    let answers = answers.filter(|own| Session::has_answer(own)).count();
    if answers > 1 && !format.holds_several(is_file) {
        return Err(Failure::Other(format!(
            "`--format {}`: one output holds one answer, and {answers} statements have one; `table`, `json-lines`, \
             `markdown` and `line` hold several",
            format.name()
        )));
    }
    if answers == 0 && is_file {
        return Err(Failure::Other("no statement has an answer to write".into()));
    }
    for statement in statements {
        let has_answer = Session::has_answer(&statement);
        let work = async {
            let mut note = |text: String| {
                let _ = writeln!(io::stderr(), "note: {text}");
            };
            let stream = session.answer(statement, &mut note).await?;
            if has_answer {
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
