//! Answers of `kifu search` from workers, which the program of `kifu sql` asks.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use kifu::store::Answer;
use serde::Deserialize;

use super::super::sql::{explained, program};

/// A row of the table that the program returns.
#[derive(Deserialize)]
struct Row {
    answer: String,
}

/// The answer of workers for an index. `arguments` are those of a table function, `samples` the games to keep of each
/// order.
pub(crate) fn answer(
    index: &Path,
    workers: &str,
    arguments: &[String],
    samples: usize,
) -> anyhow::Result<Answer> {
    let quoted = |text: &String| format!("'{}'", text.replace('\'', "''"));
    let arguments: Vec<String> = arguments.iter().map(quoted).collect();
    let sql = format!(
        "SELECT answer FROM search_answers('{samples}', {})",
        arguments.join(", ")
    );
    let mut command = Command::new(program());
    command.arg(index).args(["--workers", workers]);
    command.args(["--format", "json-lines", "-c", &sql]);
    // Its messages about workers are for the user.
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().map_err(explained)?;
    if !output.status.success() {
        bail!("the workers gave no answer");
    }
    let mut whole = Answer::default();
    for row in serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Row>() {
        let row = row.context("the answer of the workers")?;
        let part = serde_json::from_str(&row.answer).context("the answer of a worker")?;
        whole.add(part);
    }
    Ok(whole)
}
