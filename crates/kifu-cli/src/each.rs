use std::io::{self, Write as _};

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
    each_into(inputs, output, show, |output, shown| {
        output.write_all(shown.as_bytes())
    })
}

/// Reads every input, and gives what `work` makes of its name and its collection to `take`, in the
/// order of the inputs.
pub(crate) fn each_into<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(&str, &Collection) -> R + Sync,
    mut take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut progress = Progress::new();
    let read = |input: anyhow::Result<_>| {
        let input: crate::inputs::Input = input?;
        let name = input.name();
        let bytes = input.read().with_context(|| name.clone().into_owned())?;
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        anyhow::ensure!(is_record(&collection), "{name}: {NOT_SGF}");
        Ok((length, work(&name, &collection)))
    };
    run::in_order(inputs.iter(), read, |done| {
        match done {
            Ok((length, made)) => {
                progress.add(length);
                progress.aside(|| take(output, made))?;
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
