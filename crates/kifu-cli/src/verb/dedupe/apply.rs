//! Applies and undoes plans.

use std::path::Path;

use anyhow::ensure;
use kifu_batch::plan::{self, Plan, PlanError, StepError};

use crate::exit::Exit;
use crate::output::{Output, count, grouped};

/// Maximum number of notes of a kind that are reported.
pub(super) const MOST_NOTES: usize = 10;

/// Applies the plan at `path`, except for steps whose files have changed since.
pub(super) fn apply(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let plan = read(path)?;
    let folder = plan::folder_of(path);
    let applied = plan.apply(&folder).map_err(|error| match error {
        PlanError::Stopped(_) => anyhow::anyhow!(
            "{}: `kifu dedupe --undo {}`",
            kifu_batch::describe(&error),
            path.display()
        ),
        error => error.into(),
    })?;
    for note in applied.notes.iter().take(MOST_NOTES) {
        output.note(note);
    }
    if applied.notes.len() > MOST_NOTES {
        let more = applied.notes.len() - MOST_NOTES;
        output.note(format_args!("and {} more like these", grouped(more)));
    }
    let mut exit = Exit::Clean;
    report(&applied.errors, &mut exit, output);
    let (steps, of) = (grouped(applied.done), count(plan.steps.len(), "step"));
    if applied.has_changes {
        let folder = folder.display();
        output.note(format_args!(
            "{steps} of {of} done; the old files are in {folder}"
        ));
    } else {
        output.note(format_args!("{steps} of {of} done"));
    }
    Ok(exit)
}

/// Reads the plan at `path`.
fn read(path: &Path) -> anyhow::Result<Plan> {
    Plan::read(path).map_err(|error| match error {
        PlanError::NotAPlan {
            name,
            line,
            message,
        } => anyhow::anyhow!("{name}: not a plan of `kifu dedupe --plan`: line {line}: {message}"),
        error => error.into(),
    })
}

/// Reverts the changes made by applying the plan at `path`.
pub(super) fn undo(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let folder = plan::folder_of(path);
    if !folder.exists() {
        return nothing(path, output);
    }
    let undone = plan::undo(&folder)?;
    let mut exit = Exit::Clean;
    report(&undone.errors, &mut exit, output);
    output.note(format_args!(
        "{} of {} restored",
        grouped(undone.restored),
        count(undone.restored + undone.errors.len(), "file")
    ));
    Ok(exit)
}

/// Reports that nothing was changed: by an empty plan, or by one that was not applied.
fn nothing(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let name = path.display();
    ensure!(
        read(path)?.steps.is_empty(),
        "{name}: nothing to undo: the plan was not applied, or changed no files"
    );
    output.note(format_args!(
        "{name}: the plan has no steps: nothing to undo"
    ));
    Ok(Exit::Clean)
}

/// Reports files that were left unchanged.
fn report(errors: &[StepError], exit: &mut Exit, output: &mut Output) {
    for error in errors {
        exit.add(Exit::Failure);
        let advice = match error.error {
            PlanError::Encoding => " with `kifu fix --select N608`",
            _ => "",
        };
        output.error(format_args!("{error}{advice}"));
    }
}
