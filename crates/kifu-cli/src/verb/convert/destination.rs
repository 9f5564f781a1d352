//! Destinations of converted files.

use kifu_batch::Input;
use kifu_batch::replace::{create, write};

use crate::inputs::Inputs;
use crate::sources::Sources;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

use super::target::Target;

/// The error of several documents that cannot be in one file.
pub(super) const SEVERAL: &str = "the result is several files; give a folder as `--output`";

/// Maps inputs to output files, and refuses to write a file twice or to replace one that is read.
pub(super) struct Destination<'a> {
    inputs: &'a Inputs,
    output: Option<&'a Path>,
    /// Whether the output is a folder.
    is_folder: bool,
    overwrite: bool,
    /// The files that are read, if others may be replaced.
    sources: Sources,
    taken: HashSet<PathBuf>,
}

/// The destination of a converted record.
pub(super) enum Place {
    Stdout,
    File(PathBuf),
}

impl<'a> Destination<'a> {
    /// Refuses an output for several inputs that is a file, or is named like one with an extension of the target.
    pub(super) fn new(
        inputs: &'a Inputs,
        output: Option<&'a Path>,
        overwrite: bool,
        sources: Sources,
        to: Target,
    ) -> anyhow::Result<Self> {
        let mut is_folder = false;
        if let Some(path) = output.filter(|path| !crate::output::is_stdout(path)) {
            let ends_so = path
                .to_string_lossy()
                .ends_with(['/', std::path::MAIN_SEPARATOR]);
            is_folder = path.is_dir() || ends_so;
            if !is_folder && inputs.may_be_several() {
                ensure!(
                    !path.exists() && !has_extension(path, to),
                    "{}: {SEVERAL}, with `/` at the end of its name",
                    path.display()
                );
                is_folder = true;
            }
        }
        Ok(Self {
            inputs,
            output,
            is_folder,
            overwrite,
            sources,
            taken: HashSet::new(),
        })
    }

    /// The destination of an input, with an extension; `number` distinguishes several files of one input.
    pub(super) fn of(
        &self,
        input: &Input,
        number: Option<usize>,
        extension: &str,
    ) -> anyhow::Result<Place> {
        let path = match (self.output, input) {
            (Some(path), _) if crate::output::is_stdout(path) => return Ok(Place::Stdout),
            (None, Input::Stdin) => return Ok(Place::Stdout),
            (Some(path), _) if !self.is_folder => match number {
                None => path.to_owned(),
                Some(_) => bail!(SEVERAL),
            },
            (Some(folder), Input::Stdin) => numbered(&folder.join("stdin"), number, extension),
            (Some(folder), Input::File(path)) => {
                numbered(&folder.join(self.relative(path)), number, extension)
            }
            (Some(folder), Input::Member { name, .. }) => {
                let inner = Path::new(name);
                let inner = self.relative(inner);
                numbered(&folder.join(inner), number, extension)
            }
            (None, Input::File(path)) => numbered(path, number, extension),
            (None, Input::Member { .. }) => {
                bail!("cannot write into an archive; give a folder as `--output`")
            }
        };
        Ok(Place::File(path))
    }

    /// The path below the given folder or archive, or the name of the file.
    fn relative(&self, path: &Path) -> PathBuf {
        let below = self.inputs.paths.iter().find_map(|given| {
            let rest = path.strip_prefix(given).ok()?;
            (!rest.as_os_str().is_empty()).then_some(rest)
        });
        let below = below
            .map(Path::to_owned)
            .or_else(|| path.file_name().map(PathBuf::from));
        // Components that would lead out of the folder are omitted.
        let is_plain =
            |part: &std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
        below
            .unwrap_or_default()
            .components()
            .filter(is_plain)
            .collect()
    }

    /// Writes a file, and creates its parent folders.
    pub(super) fn write(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        if self.taken.contains(path) {
            bail!(
                "{}: not written: this run wrote it from another file",
                path.display()
            );
        }
        self.sources.ensure_outside(path)?;
        if self.is_folder
            && let Some(folder) = path.parent()
        {
            fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot create the folder", folder.display()))?;
        }
        if self.overwrite {
            write(path, bytes)?;
        } else {
            create(path, bytes)?;
        }
        self.taken.insert(path.to_owned());
        Ok(())
    }
}

fn has_extension(path: &Path, to: Target) -> bool {
    let extension = path.extension().unwrap_or_default();
    let mut own = to.extensions().iter();
    own.any(|own| extension.eq_ignore_ascii_case(own))
}

/// `game.gib` as `game.sgf`, or as `game-2.sgf`.
fn numbered(path: &Path, number: Option<usize>, extension: &str) -> PathBuf {
    let Some(number) = number else {
        return path.with_extension(extension);
    };
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}.{extension}"));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::numbered;

    #[test]
    fn names() {
        let path = Path::new("a.b/game.old.gib");
        assert_eq!(numbered(path, None, "sgf"), Path::new("a.b/game.old.sgf"));
        assert_eq!(
            numbered(path, Some(2), "gtp"),
            Path::new("a.b/game.old-2.gtp")
        );
    }
}
