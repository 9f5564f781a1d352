//! The command `kifu-sql`, which `kifu sql` runs.

mod execute;
#[cfg(feature = "cluster")]
mod index_shares;
mod interrupt;
mod prompt;
mod worker;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory as _, Parser};
use kifu::batch::replace;
use kifu_sql::output::Format;
use kifu_sql::{Options, Session, SqlError};
use tokio::runtime::Runtime;

use crate::execute::{Answered, Executor, Shown};
use crate::interrupt::Interrupts;

pub(crate) use crate::execute::Failure;

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

Exit status: 0 if all statements were executed, 2 if one failed or files could not be read, 130 after Ctrl-C.")]
struct Args {
    /// The index, or the address where it is published; without one only `sgf_files` has games
    #[arg(value_name = "NAME.kifu")]
    index: Option<PathBuf>,

    /// Execute these statements; may be repeated
    // A statement may begin with a comment.
    #[arg(short, long, value_name = "SQL", allow_hyphen_values = true, value_parser = statement)]
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

    /// Memory in megabytes for sorting, grouping and joining; sorting and grouping use temporary files for more, other
    /// statements that need more are errors
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

/// A statement. Options in its place are errors, because a forgotten statement would swallow the next option.
fn statement(text: &str) -> Result<String, String> {
    let mut command = Args::command();
    command.build();
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let is_option = command.get_arguments().any(|option| {
        let is_short = |short| {
            text.strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(short))
        };
        let is_long = |long| name.strip_prefix("--") == Some(long);
        option.get_short().is_some_and(is_short) || option.get_long().is_some_and(is_long)
    });
    if is_option {
        return Err("an option is not a statement".to_owned());
    }
    Ok(text.to_owned())
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
        Some("worker") => worker::run(words).map(|()| Answered::Whole),
        #[cfg(feature = "cluster")]
        Some("index-shares") => index_shares::run(words).map(|()| Answered::Whole),
        #[cfg(not(feature = "cluster"))]
        Some("index-shares") => Err(Failure::Other(worker::MISSING.into())),
        _ => run(&Args::parse()),
    };
    match outcome {
        Ok(Answered::Whole) => ExitCode::SUCCESS,
        Ok(Answered::Partly) => ExitCode::from(2),
        Err(Failure::Interrupted) => ExitCode::from(interrupt::STATUS),
        Err(Failure::Sql(SqlError::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<Answered, Failure> {
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
    let session = Arc::new(Session::with(args.index.as_deref(), options)?);
    let texts = texts(args)?;
    let runtime = Runtime::new()?;
    let interrupts = Interrupts::listen(texts.is_some())?;
    let mut executor = Executor {
        session,
        runtime,
        interrupts,
    };
    let answered = match &texts {
        Some(texts) => answer(args, &executor, texts),
        None => {
            let settings = prompt::Settings {
                format: args.format,
                most: args.max_rows,
                has_timer: false,
            };
            prompt::run(&mut executor, settings).map(|()| Answered::Whole)
        }
    };
    executor.close();
    answered
}

/// The texts of statements; `None` if a prompt asks for them.
fn texts(args: &Args) -> Result<Option<Vec<String>>, Failure> {
    Ok(Some(match (&args.command[..], &args.file) {
        ([], None) if io::stdin().is_terminal() && args.output.is_none() => return Ok(None),
        ([], None) => vec![io::read_to_string(io::stdin())?],
        ([], Some(file)) if file == Path::new("-") => vec![io::read_to_string(io::stdin())?],
        ([], Some(file)) => {
            let text = std::fs::read_to_string(file);
            vec![text.map_err(|error| Failure::Other(format!("{}: {error}", file.display())))?]
        }
        (statements, _) => statements.to_vec(),
    }))
}

/// Executes statements, and writes their answers where the arguments say.
fn answer(args: &Args, executor: &Executor, texts: &[String]) -> Result<Answered, Failure> {
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
        return executor.execute(texts, shown, &mut output);
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
    let answered = executor.execute(texts, shown, &mut output)?;
    output.flush().map_err(error)?;
    drop(output);
    file.rewind().map_err(error)?;
    replace::name_file(&mut file, path, args.overwrite).map_err(of_batch)?;
    Ok(answered)
}
