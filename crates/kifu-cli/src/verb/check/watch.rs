use std::io::Write as _;
use std::path::PathBuf;

use super::{Check, Format};
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;
use crate::watch::{Changes, Watch};

impl Check {
    /// Checks everything, and then every file that changes, until Ctrl-C.
    pub(super) fn watch(&self, output: &mut Output) -> anyhow::Result<Exit> {
        anyhow::ensure!(
            matches!(self.format, Format::Full | Format::Concise),
            "`--watch` needs `--format full` or `concise`"
        );
        let mut watch = Watch::of(&self.inputs)?;
        self.pass(&self.inputs, self.quiet, output)?;
        output.note("watching for changes (Ctrl-C stops)");
        while let Some(Changes { changed, gone }) = watch.next()? {
            for path in changed {
                self.check_again(path, output)?;
            }
            for path in gone {
                let name = kifu_batch::name_of(&path);
                self.line(&name, "removed", output)?;
            }
            output.flush()?;
        }
        Ok(Exit::Clean)
    }

    /// Checks one file, and prints the result in a line.
    fn check_again(&self, path: PathBuf, output: &mut Output) -> anyhow::Result<()> {
        let name = kifu_batch::name_of(&path).into_owned();
        let mut inputs = self.inputs.clone();
        inputs.paths = vec![path];
        let (_, summary) = self.pass(&inputs, true, output)?;
        self.line(&name, &summary.outcome(&output.palette), output)
    }

    fn line(&self, name: &str, outcome: &str, output: &mut Output) -> anyhow::Result<()> {
        if !self.quiet {
            writeln!(output, "{}: {outcome}", harmless::line(name))?;
        }
        Ok(())
    }
}
