use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use kifu::collection::join::Joined;
use kifu::collection::{fingerprint, joined_bytes, utf8_bytes};
use kifu::select::Record;
use kifu::{Collection, GameReader};

use kifu_batch::Games;
use kifu_batch::replace::{ensure_free, name_file, unnamed};

use crate::each::each_games_into;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::omitted_text::OmittedText;
use crate::output::{Output, count};
use crate::selected::Selected;

/// Maximum size of a file that is verified in one go; a longer one is verified game by game.
const WHOLE_FILE_SIZE: u64 = 256 << 20;

/// Join the games of many files into one file
///
/// Games keep the order of the inputs (in folders, by name, with numbers by value) and, where possible,
/// their bytes. A game that is not ASCII and does not declare its encoding gets a `CA`; UTF-16 becomes
/// UTF-8. The output is read again and compared before it is moved into place.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu join -o all.sgf games/
  kifu join -o lee.sgf -w 'player~Lee' games/
  kifu join --utf8 -o all.sgf old/ new/")]
pub(crate) struct Join {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// File to write; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Write all games in UTF-8
    #[arg(long)]
    utf8: bool,

    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

/// The games of an input in their written form.
struct Piece {
    name: String,
    /// Whether they are the first of their file.
    is_first: bool,
    bytes: Vec<u8>,
    fingerprints: Vec<u64>,
    has_more: bool,
}

/// The counts of written files and games.
#[derive(Default)]
struct Tally {
    files: usize,
    omitted: OmittedText,
    joined: Joined,
}

impl Join {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let is_stdout = crate::output::is_stdout(&self.output);
        if !is_stdout {
            ensure_free(&self.output, self.overwrite)?;
            self.inputs.ensure_outside(&self.output, "--output")?;
        }
        let temporary = if is_stdout {
            std::env::temp_dir().join("kifu")
        } else {
            self.output.clone()
        };
        // A file without a name: nothing remains of it if the work is interrupted.
        let mut new = unnamed(&temporary)?;
        let (mut exit, mut tally) = self.write(output, &mut new, self.utf8)?;
        let mut last = Vec::new();
        if tally.joined.games() == 0 {
            anyhow::ensure!(
                exit == Exit::Failure,
                "nothing written: no game is selected"
            );
            return Ok(exit);
        }
        if !reads_back(&mut new, tally.joined)? {
            anyhow::ensure!(
                !self.inputs.has_stream() && !self.utf8,
                "nothing written: one file cannot hold the encodings of all games; add `--utf8`"
            );
            new = unnamed(&temporary)?;
            // Errors were reported on the first pass, and are counted again on the second.
            output.take_failures("not read");
            (exit, tally) = self.write(output, &mut new, true)?;
            anyhow::ensure!(
                reads_back(&mut new, tally.joined)?,
                "nothing written: the new file would not parse to the same games"
            );
            last.push("all in UTF-8, as their encodings cannot stand in one file".to_owned());
        }
        new.rewind()?;
        if is_stdout {
            io::copy(&mut new, output)?;
        } else {
            name_file(&mut new, &self.output, self.overwrite)?;
        }
        let games = tally.joined.games();
        last.extend(tally.omitted.message());
        last.extend(output.take_failures("not read"));
        let (games, files) = (count(games, "game"), count(tally.files, "file"));
        last.insert(0, format!("{games} of {files} joined"));
        output.note(last.join(", "));
        Ok(exit)
    }

    /// Writes all games to a file that has no name yet.
    fn write(
        &self,
        output: &mut Output,
        new: &mut File,
        utf8: bool,
    ) -> anyhow::Result<(Exit, Tally)> {
        let selection = self.selected.selection();
        let mut tally = Tally::default();
        let mut file = BufWriter::new(new);
        let work = |games: Games<'_>| {
            let collection = games.collection;
            let mut piece = Piece {
                name: games.file.to_owned(),
                is_first: games.first == 0,
                bytes: Vec::new(),
                fingerprints: Vec::new(),
                has_more: if utf8 {
                    OmittedText::is_in_or_between_nodes(collection)
                } else {
                    OmittedText::is_in(collection)
                },
            };
            for game in collection.games() {
                if selection.matches(Record::in_file(game, games.file).after_games(games.first)) {
                    piece.fingerprints.push(fingerprint(game));
                    piece.bytes.extend(if utf8 {
                        utf8_bytes(game)
                    } else {
                        joined_bytes(game)
                    });
                }
            }
            piece
        };
        // The files of `split` have the order of its input by their numbers.
        let mut inputs = self.inputs.with_formats();
        inputs.by_number = true;
        let exit = each_games_into(&inputs, output, work, |_, piece| {
            tally.files += usize::from(piece.is_first);
            if piece.has_more {
                tally.omitted.add(&piece.name);
            }
            for fingerprint in piece.fingerprints {
                tally.joined.add(fingerprint);
            }
            file.write_all(&piece.bytes)
                .map_err(crate::output::unwritten(&self.output))
        })?;
        file.flush()
            .with_context(|| format!("{}: cannot write", self.output.display()))?;
        drop(file);
        Ok((exit, tally))
    }
}

/// Whether a file contains exactly the games that were written to it.
fn reads_back(new: &mut File, joined: Joined) -> anyhow::Result<bool> {
    new.rewind()?;
    if new.metadata()?.len() <= WHOLE_FILE_SIZE {
        return Ok(joined.is_in(&Collection::read(new)?));
    }
    let mut found = Joined::default();
    for collection in GameReader::new(new) {
        for game in collection?.games() {
            found.add(fingerprint(game));
        }
    }
    Ok(found == joined)
}
