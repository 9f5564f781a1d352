//! Conversion between formats through the SGF tree.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use kifu::Collection;
use kifu_formats::{Format, Loss, wthor};

use super::destination::{Destination, Place, SEVERAL};
use super::target::Target;
use kifu_batch::replace::folder_of;
use kifu_batch::{Input, Pool, ensure_record, is_record, name_of};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::sources::Sources;
use crate::verb::json;

/// Converts every input.
pub(super) struct Other<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) from: Option<Format>,
    pub(super) to: Target,
    pub(super) output: Option<&'a Path>,
    pub(super) overwrite: bool,
}

/// The result for an input.
enum Done {
    /// The input is not a record, and was not given explicitly.
    Passed,
    /// The input is already in the format, and stays where it is.
    Same,
    Converted(Converted),
}

struct Converted {
    input: Input,
    length: usize,
    /// The files: one for each game if the format can hold only one.
    files: Vec<Vec<u8>>,
    notes: Vec<String>,
    /// Whether the input is in the format already, and the file a copy.
    is_copy: bool,
}

impl Other<'_> {
    pub(super) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let progress = Progress::of(self.inputs);
        let is_json = self.to == Target::Json;
        let place = self.output.or(is_json.then_some(Path::new("-")));
        let sources = self.sources();
        let mut destination =
            Destination::new(self.inputs, place, self.overwrite, sources, self.to)?;
        // A document that no other may follow waits for the end of the run.
        let mut alone: Option<(Vec<u8>, usize)> = None;
        let (mut written, mut same) = (0_usize, 0_usize);
        let every = self.inputs.with_all();
        Pool::default().in_order(
            every.iter(),
            Input::weight,
            |input| self.one(input),
            |done| {
                if matches!(done, Ok(Done::Passed)) {
                    return Ok(());
                }
                let done = match output.ok(done, &mut exit) {
                    Some(Done::Converted(done)) => done,
                    Some(Done::Same) => {
                        same += 1;
                        return Ok(());
                    }
                    Some(Done::Passed) | None => return anyhow::Ok(()),
                };
                progress.finish(done.length);
                let copied = usize::from(done.is_copy);
                if !done.notes.is_empty() {
                    exit.add(Exit::Findings);
                }
                crate::progress::aside(|| {
                    done.notes.iter().for_each(|line| output.note(line));
                    let several = done.files.len() > 1;
                    for (index, bytes) in done.files.into_iter().enumerate() {
                        let number = several.then_some(index + 1);
                        match destination.of(&done.input, number, self.to.extensions()[0]) {
                            Ok(Place::Stdout) if self.to.may_follow() => {
                                written += 1;
                                same += copied;
                                output.data(&bytes)?;
                            }
                            Ok(Place::Stdout) => {
                                anyhow::ensure!(alone.is_none(), SEVERAL);
                                alone = Some((bytes, copied));
                            }
                            Ok(Place::File(path)) => match destination.write(&path, &bytes) {
                                Ok(()) => {
                                    written += 1;
                                    same += copied;
                                }
                                Err(error) => {
                                    exit.add(Exit::Failure);
                                    output.count_failure();
                                    output.error(Failure(&error));
                                }
                            },
                            Err(error) => {
                                exit.add(Exit::Failure);
                                output.count_failure();
                                output.error(format_args!("{}: {error:#}", done.input.name()));
                            }
                        }
                    }
                    anyhow::Ok(())
                })
            },
        )?;
        if let Some((bytes, copied)) = alone {
            written += 1;
            same += copied;
            output.data(&bytes)?;
        }
        output.flush()?;
        output.ensure_read(&every.skipped(), &mut exit);
        if self.inputs.may_be_several() && !is_json {
            let files = output::count(written, "file");
            let mut last = vec![format!("{files} written")];
            if self.output.is_none() {
                last.push(format!("{same} in this format already"));
            } else if same > 0 {
                last.push(format!("{same} of them unchanged: in this format already"));
            }
            last.extend(output.take_failures("not converted"));
            output.note(last.join(", "));
        }
        Ok(exit)
    }

    /// The files that are read, if others may be replaced.
    fn sources(&self) -> Sources {
        let inputs = match self.to {
            // Files of that extension are not read in folders.
            Target::Json => self.inputs.with_formats(),
            _ => self.inputs.with_all(),
        };
        Sources::of(&inputs, self.overwrite)
    }

    /// Reads an input and converts it; nothing is written yet.
    fn one(&self, input: Result<Input, kifu_batch::Error>) -> anyhow::Result<Done> {
        let mut input = input?;
        let name = input.name().into_owned();
        let is_asked = self.is_asked_for(&input);
        if !is_asked && !kifu_batch::may_be_record_name(Path::new(&name)) {
            return Ok(Done::Passed);
        }
        let bytes = input.read(self.inputs.progress())?;
        let length = bytes.len();
        let mut notes = Vec::new();
        let format = self.from.or_else(|| Format::of(&bytes));
        let collection = match format {
            Some(format) if self.to == Target::Format(format) && self.from.is_none() => {
                return Ok(self.same(input, bytes));
            }
            Some(format) => {
                let mut collection = read(format, &bytes, &name, &mut notes)?;
                if let (Format::Wthor, Input::File(path)) = (format, &input) {
                    wthor::name(
                        &mut collection,
                        &beside(path, "jou").unwrap_or_default(),
                        &beside(path, "trn").unwrap_or_default(),
                    );
                }
                collection
            }
            None => {
                let may_pass = !is_asked && !kifu_batch::is_sure_record_name(Path::new(&name));
                let encoding = self.inputs.encoding();
                let may_be_record =
                    encoding.is_named() && is_record(&Collection::from_bytes(bytes.clone()));
                let collection = match encoding.collection(bytes) {
                    Ok(collection) if may_pass && !is_record(&collection) => {
                        return Ok(Done::Passed);
                    }
                    Err(_) if may_pass && !may_be_record => return Ok(Done::Passed),
                    read => read.with_context(|| name.clone())?,
                };
                ensure_record(&collection, &name)?;
                if self.to == Target::Sgf {
                    let bytes = collection.source().bytes().to_vec();
                    return Ok(self.same(input, bytes));
                }
                let output = match self.to {
                    Target::Json => "JSON",
                    _ => "output",
                };
                notes.extend(json::lost(&name, &collection, output));
                collection
            }
        };
        let files = match self.to {
            Target::Ff4 | Target::Sgf => vec![collection.to_canonical().into_bytes()],
            Target::Json => {
                let shown = self.inputs.may_be_several().then_some(&name[..]);
                let layout = json::Layout {
                    is_pretty: false,
                    is_harmless: false,
                };
                let mut text = layout.begin(shown).into_bytes();
                layout.games(&collection, &mut text)?;
                text.extend_from_slice(layout.end().as_bytes());
                vec![text]
            }
            Target::Format(format) => write(format, &collection, &name, &mut notes)?,
        };
        Ok(Done::Converted(Converted {
            input,
            length,
            files,
            notes,
            is_copy: false,
        }))
    }

    /// An input that is in the format already: copied unchanged to a place of its own, or left where it is.
    fn same(&self, input: Input, bytes: Vec<u8>) -> Done {
        if self.output.is_none() && !matches!(input, Input::Stdin) {
            return Done::Same;
        }
        Done::Converted(Converted {
            input,
            length: bytes.len(),
            files: vec![bytes],
            notes: Vec::new(),
            is_copy: true,
        })
    }

    /// Whether the input was given explicitly, or every file was requested.
    fn is_asked_for(&self, input: &Input) -> bool {
        self.inputs.all
            || match input {
                Input::Stdin => true,
                Input::File(path) => self.inputs.paths.contains(path),
                Input::Member { name, .. } => {
                    self.inputs.paths.iter().any(|path| name_of(path) == *name)
                }
            }
    }
}

/// The bytes of the first file with an extension in the folder of a file.
fn beside(path: &Path, ending: &str) -> Option<Vec<u8>> {
    let folder = std::fs::read_dir(folder_of(path)).ok()?;
    let files = folder.flatten().map(|entry| entry.path());
    let mut files: Vec<_> = files
        .filter(|file| {
            file.extension()
                .is_some_and(|found| found.eq_ignore_ascii_case(ending))
        })
        .collect();
    files.sort();
    std::fs::read(files.first()?).ok()
}

/// Reads a record in another format.
fn read(
    format: Format,
    bytes: &[u8],
    name: &str,
    notes: &mut Vec<String>,
) -> anyhow::Result<Collection> {
    let import = format.read(bytes);
    for note in &import.notes {
        notes.push(match note.line {
            Some(line) => format!("{name}:{line}: {}", note.message),
            None => format!("{name}: {}", note.message),
        });
    }
    match import.notes.more() {
        0 => {}
        more => notes.push(format!("{name}: and {more} more like these")),
    }
    if import.collection.is_empty() {
        // The notes give the reason.
        let why: Vec<_> = import
            .notes
            .iter()
            .take(3)
            .map(ToString::to_string)
            .collect();
        anyhow::bail!(
            "{name}: there is no game of {} in it: {}",
            format.title(),
            if why.is_empty() {
                "it is empty".to_owned()
            } else {
                why.join("; ")
            }
        );
    }
    Ok(import.collection)
}

/// Writes games in another format: one file, or one for each game.
fn write(
    format: Format,
    collection: &Collection,
    name: &str,
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<Vec<u8>>> {
    if format.support().many {
        let export = format
            .write_all(collection)
            .with_context(|| name.to_owned())?;
        notes.extend(lost(name, &export.losses));
        return Ok(vec![export.bytes]);
    }
    let several = collection.len() > 1;
    let mut files = Vec::new();
    for (index, game) in collection.games().enumerate() {
        let name = if several {
            format!("{name}, game {}", index + 1)
        } else {
            name.to_owned()
        };
        let export = format.write(game).with_context(|| name.clone())?;
        notes.extend(lost(&name, &export.losses));
        files.push(export.bytes);
    }
    Ok(files)
}

/// The message about the losses of a file.
fn lost(name: &str, losses: &[Loss]) -> Option<String> {
    let list: Vec<_> = losses.iter().map(ToString::to_string).collect();
    (!list.is_empty()).then(|| format!("{name}: the format has no place for {}", list.join(", ")))
}
