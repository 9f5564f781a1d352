//! Executes statements on the threads of a runtime, so that Ctrl-C stops them.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use datafusion::common::runtime::SpawnedTask;
use datafusion::physical_plan::SendableRecordBatchStream;
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::sql::parser::Statement;
use futures::StreamExt as _;
use kifu_sql::output::{Format, write};
use kifu_sql::{Session, SqlError};
use tokio::runtime::Runtime;

use crate::interrupt::Interrupts;

/// The time in which stopped work usually ends.
const GRACE: Duration = Duration::from_millis(300);

/// Why a statement was not executed to its end.
pub(crate) enum Failure {
    Sql(SqlError),
    /// The error of one of several statements.
    At {
        number: usize,
        line: u64,
        error: SqlError,
    },
    Interrupted,
    Other(String),
}

impl Failure {
    /// The error of SQL.
    pub(crate) const fn sql(&self) -> Option<&SqlError> {
        match self {
            Self::Sql(error) | Self::At { error, .. } => Some(error),
            Self::Interrupted | Self::Other(_) => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sql(_) => {}
            Self::At { number, line, .. } => write!(f, "statement {number} (line {line}): ")?,
            Self::Interrupted => return f.write_str("interrupted"),
            Self::Other(message) => return f.write_str(message),
        }
        let Some(error) = self.sql() else {
            return Ok(());
        };
        error.fmt(f)?;
        // The next run makes the copy again.
        if error.store_error().is_some_and(kifu_remote::distrust) {
            f.write_str(
                "; this is a copy in the cache: run the command again, which makes it again",
            )?;
        }
        Ok(())
    }
}

impl<E: Into<SqlError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Sql(error.into())
    }
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

/// Whether answers have all that statements ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Answered {
    Whole,
    /// Files or records cannot be read, which was reported.
    Partly,
}

/// A session with the threads of its statements.
pub(crate) struct Executor {
    pub(crate) session: Arc<Session>,
    pub(crate) runtime: Runtime,
    pub(crate) interrupts: Interrupts,
}

impl Executor {
    /// Executes all statements of texts. An interrupt stops the one that runs.
    pub(crate) fn execute<T: AsRef<str>>(
        &self,
        texts: &[T],
        shown: Shown,
        output: &mut (dyn Write + Send),
    ) -> Result<Answered, Failure> {
        let Shown {
            format, is_file, ..
        } = shown;
        let statements = self.statements(texts)?;
        let answers = statements.iter();
        let answers = answers.filter(|(own, _)| Session::has_answer(own)).count();
        if answers > 1 && !format.holds_several(is_file) {
            return Err(Failure::Other(format!(
                "`--format {}`: one output holds one answer, and {answers} statements have one; `table`, \
                 `json-lines`, `markdown` and `line` hold several",
                format.name()
            )));
        }
        if answers == 0 && is_file {
            return Err(Failure::Other("no statement has an answer to write".into()));
        }
        let (count, mut answered) = (statements.len(), Answered::Whole);
        // Of a statement that was stopped.
        let _ = self.session.take_unread();
        for (number, (statement, line)) in (1..).zip(statements) {
            let outcome = self.statement(statement, shown, output);
            for error in self.session.take_unread() {
                answered = Answered::Partly;
                let _ = writeln!(io::stderr(), "error: {}", Failure::Sql(error));
            }
            outcome.map_err(|failure| match failure {
                Failure::Sql(error) if count > 1 && !matches!(error, SqlError::Output(_)) => {
                    Failure::At {
                        number,
                        line,
                        error,
                    }
                }
                other => other,
            })?;
        }
        Ok(answered)
    }

    /// The statements of texts, each with its line in all of them.
    fn statements<T: AsRef<str>>(&self, texts: &[T]) -> Result<Vec<(Statement, u64)>, Failure> {
        let (mut all, mut before) = (Vec::new(), 0);
        for text in texts.iter().map(AsRef::as_ref) {
            let own = self.session.statements_with_lines(text);
            let own = own.map_err(|error| explained(text, error))?;
            all.extend(own.into_iter().map(|(own, line)| (own, before + line)));
            before += text.lines().count() as u64;
        }
        Ok(all)
    }

    fn statement(
        &self,
        statement: Statement,
        shown: Shown,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        let has_answer = Session::has_answer(&statement);
        let session = self.session.clone();
        let stopped = self.interrupts.begin();
        let outcome = self.runtime.block_on(async {
            let planned = SpawnedTask::spawn(async move {
                let mut note = |text: String| {
                    let _ = writeln!(io::stderr(), "note: {text}");
                };
                session.answer(statement, &mut note).await
            });
            let work = async {
                let joined = planned.join_unwind().await;
                let stream = joined.map_err(io::Error::other)??;
                let rows = forwarded(stream);
                if has_answer {
                    write(rows, shown.format, shown.most, output).await?;
                } else {
                    write(rows, Format::JsonLines, None, &mut io::sink()).await?;
                }
                Ok::<_, SqlError>(())
            };
            tokio::select! {
                biased;
                () = stopped.notified() => Err(Failure::Interrupted),
                done = work => done.map_err(Failure::Sql),
            }
        });
        if matches!(outcome, Err(Failure::Interrupted)) {
            self.session.stop();
        }
        self.interrupts.end();
        outcome
    }

    /// Waits a moment until stopped work has ended. If some does not end, it keeps its threads, and later statements get
    /// new ones. Returns whether there is such work.
    pub(crate) fn leave_rest(&mut self) -> io::Result<bool> {
        for _ in 0..10 {
            if self.runtime.metrics().num_alive_tasks() == 0 {
                return Ok(false);
            }
            std::thread::sleep(GRACE / 10);
        }
        let old = std::mem::replace(&mut self.runtime, Runtime::new()?);
        self.interrupts.leave(old.handle().clone());
        old.shutdown_background();
        Ok(true)
    }

    /// Ends the session, without waiting for work that cannot be stopped.
    pub(crate) fn close(self) {
        drop(self.session);
        self.runtime.shutdown_timeout(GRACE);
    }
}

/// The rows of an answer, read on another thread: operators that never pause cannot hold up the caller.
fn forwarded(mut rows: SendableRecordBatchStream) -> SendableRecordBatchStream {
    let mut builder = RecordBatchReceiverStream::builder(rows.schema(), 2);
    let sender = builder.tx();
    builder.spawn(async move {
        while let Some(batch) = rows.next().await {
            if sender.send(batch).await.is_err() {
                break;
            }
        }
        Ok(())
    });
    builder.build()
}

/// The error of a text that is not SQL: it may have commands of the prompt.
fn explained(text: &str, error: SqlError) -> Failure {
    let mut lines = text.lines().map(str::trim_start);
    let command = lines.find(|line| {
        let rest = line.strip_prefix(['.', '\\']);
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
    });
    let name = command.and_then(|line| line.split_whitespace().next());
    match name {
        Some(name) => Failure::Other(format!(
            "`{name}`: a command of the prompt, which is not SQL (`kifu sql NAME.kifu` starts the prompt)"
        )),
        None => error.into(),
    }
}
