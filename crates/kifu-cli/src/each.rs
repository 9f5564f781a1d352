use std::io::Write as _;

use anyhow::Context as _;
use kifu::Collection;

use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::progress::Progress;
use crate::record::{NOT_SGF, is_record};
use crate::run;

/// Reads every input, and writes what `show` makes of its name and its collection.
///
/// What cannot be read, or is no game record, is said on standard error.
pub(crate) fn each(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(&str, &Collection) -> String + Sync,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut progress = Progress::new();
    let work = |input: anyhow::Result<_>| {
        let input: crate::inputs::Input = input?;
        let name = input.name();
        let bytes = input.read().with_context(|| name.clone().into_owned())?;
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        anyhow::ensure!(is_record(&collection), "{name}: {NOT_SGF}");
        Ok((length, show(&name, &collection)))
    };
    run::in_order(inputs.iter(), work, |done| {
        match done {
            Ok((length, shown)) => {
                progress.add(length);
                progress.aside(|| output.write_all(shown.as_bytes()))?;
            }
            Err(error) => {
                exit.add(Exit::Failure);
                progress.aside(|| output.error(format_args!("{error:#}")));
            }
        }
        anyhow::Ok(())
    })?;
    Ok(exit)
}
