use std::borrow::Cow;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use kifu::collection::merge::{self, Header, Input, kind, merge};
use kifu::collection::transform::{Kind, Strip};
use kifu::collection::{fingerprint, utf8_bytes};
use kifu::select::Record;
use kifu::{Collection, GameTree, WriteError};
use kifu_batch::replace::{ensure_free, replace, write_new};
use kifu_batch::{ensure_record, short_name};
use kifu_lint::convert::to_ff4_if_old;

use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::omitted_text::OmittedText;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::selected::Selected;

/// Merge records into one game tree
///
/// Equal moves share a node, and every variation, comment and mark is kept. If records disagree on a single value, such
/// as a name or the komi, the first record counts, and the others are added to a comment and reported. `--opening`
/// merges many games into an opening tree; `--git` is a merge driver of git, see `docs/collections.md`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu merge -o all.sgf lee.sgf yi.sgf
  kifu merge --opening -o tree.sgf games/
  kifu merge --strip-kind comments a.sgf b.sgf")]
pub(crate) struct Merge {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// File to write; `-` is standard output, which is the default
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "output")]
    overwrite: bool,

    /// Merge many games into an opening tree for each board size
    #[arg(long)]
    opening: bool,

    /// Remove these kinds of properties, separated by commas; see `kifu transform --strip-kind`
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    strip_kind: Vec<Kind>,

    /// Report every value that was moved to a comment
    #[arg(long, short)]
    verbose: bool,

    /// Run as a driver of git: takes the common ancestor, ours and theirs (`%O %A %B`), and optionally the name
    /// (`%P`). The result replaces ours; the exit status is 1 if there are conflicts
    #[arg(long, conflicts_with_all = ["output", "opening", "strip_kind"])]
    git: bool,
}

/// Lines reported without `--verbose`.
const MOST_LINES: usize = 10;

impl Merge {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.git {
            return self.join(output);
        }
        let file = output::file(self.output.as_ref());
        if let Some(path) = file {
            ensure_free(path, self.overwrite)?;
            self.inputs.ensure_outside(path, "--output")?;
        }
        let mut exit = Exit::Clean;
        let inputs = self.inputs.with_formats();
        let progress = Progress::of(&inputs);
        let mut omitted = OmittedText::default();
        let files = self.read(&inputs, &progress, output, &mut exit, &mut omitted);
        let selection = self.selected.selection();
        let mut groups: Vec<(_, Vec<(String, GameTree<'_>)>)> = Vec::new();
        for (name, collection) in &files {
            for game in collection.games() {
                if !selection.matches(Record::in_file(game, name)) {
                    continue;
                }
                let key = kind(game);
                let short = short_name(name, game.number(), collection.len());
                // Records of one game must be of one kind; others are reported.
                let group = groups
                    .iter_mut()
                    .find(|(own, _)| !self.opening || *own == key);
                match group {
                    Some((_, games)) => games.push((short, game)),
                    None => groups.push((key, vec![(short, game)])),
                }
            }
        }
        anyhow::ensure!(!groups.is_empty(), "there is no game to merge");
        let header = if self.opening {
            Header::Apart
        } else {
            Header::Together
        };
        let (mut bytes, mut aside, mut games, mut nodes) = (Vec::new(), Vec::new(), 0, 0);
        for (_, group) in &groups {
            let inputs: Vec<_> = group
                .iter()
                .map(|(name, game)| Input { game: *game, name })
                .collect();
            let merged = merge(&inputs, header)?;
            games += inputs.len();
            nodes += merged.collection.node_count();
            let own = merged.collection.to_bytes()?;
            let read = Collection::from_bytes(own.clone());
            let is_same = read.len() == 1
                && read.game(0).map(fingerprint) == merged.collection.game(0).map(fingerprint);
            anyhow::ensure!(
                is_same,
                "nothing written: the new file would not parse to the same tree"
            );
            bytes.extend(own);
            aside.extend(merged.aside);
        }
        let notes = progress.notes();
        drop(progress);
        output::notes_of_formats(&notes);
        match file {
            None => output.data(&bytes)?,
            Some(path) => write_new(path, &bytes, self.overwrite)?,
        }
        let limit = if self.verbose { usize::MAX } else { MOST_LINES };
        for line in aside.iter().take(limit) {
            output.note(format_args!("in a comment: {line}"));
        }
        if aside.len() > limit {
            let left = aside.len() - limit;
            output.note(format_args!("and {left} more, all with `--verbose`"));
        }
        let mut last = format!(
            "{} in {} of {}",
            output::count(games, "game"),
            output::count(groups.len(), "tree"),
            output::count(nodes, "node")
        );
        if let Some(message) = omitted.message() {
            last.push_str(", ");
            last.push_str(&message);
        }
        if let Some(failures) = output.take_failures("not read") {
            last.push_str(", ");
            last.push_str(&failures);
        }
        output.note(last);
        if !self.opening && !aside.is_empty() {
            exit.add(Exit::Findings);
        }
        Ok(exit)
    }

    /// All records, in the current version of the format, without what is to be left out.
    fn read(
        &self,
        inputs: &Inputs,
        progress: &Progress,
        output: &mut Output,
        exit: &mut Exit,
        omitted: &mut OmittedText,
    ) -> Vec<(String, Collection)> {
        let strip = self
            .strip_kind
            .iter()
            .fold(Strip::default(), |strip, kind| strip.kind(*kind));
        let read = |input: Result<kifu_batch::Input, kifu_batch::Error>| {
            let mut input = input?;
            let name = input.name().into_owned();
            let bytes = input.read_record(inputs.progress())?;
            progress.finish(bytes.len());
            let encoding = inputs.encoding();
            let mut collection = encoding.games_of_any_format(bytes, &name, inputs.progress())?;
            ensure_record(&collection, &name)?;
            let has_text = OmittedText::is_in_or_between_nodes(&collection);
            to_ff4_if_old(&mut collection);
            if !strip.is_empty() {
                for number in 0..collection.len() {
                    if let Some(mut game) = collection.game_mut(number) {
                        strip.apply(&mut game);
                    }
                }
            }
            anyhow::Ok((name, collection, has_text))
        };
        let files = inputs.iter().map(read);
        let files = files.filter_map(|file| output.ok(file, exit));
        let files = files.map(|(name, collection, has_text)| {
            if has_text {
                omitted.add(&name);
            }
            (name, collection)
        });
        files.collect()
    }

    /// Joins what two sides made of a record.
    fn join(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let (base, ours, theirs, name) = match self.inputs.paths.as_slice() {
            [base, ours, theirs] => (base, ours, theirs, ours),
            [base, ours, theirs, name] => (base, ours, theirs, name),
            _ => anyhow::bail!("`--git` takes the common ancestor, ours, theirs: `%O %A %B`"),
        };
        let read = |path: &PathBuf| super::diff::read(path, self.inputs.encoding());
        let (base, own, their) = (read(base)?, read(ours)?, read(theirs)?);
        let mut merged = merge::three_way(&base, &own, &their);
        if let Cow::Owned(declared) = merged.collection.declared() {
            merged.collection = declared;
        }
        let is_read_back = |found: &Collection| {
            let same = found.games().map(fingerprint);
            same.eq(merged.collection.games().map(fingerprint))
        };
        let own_bytes = match merged.collection.to_bytes() {
            Ok(bytes) => Some(bytes),
            // Their words do not fit into our encoding.
            Err(WriteError::Unencodable(_) | WriteError::Misread) => None,
            Err(error) => return Err(error.into()),
        };
        let found = own_bytes.map(Collection::from_bytes);
        // Nothing but the command line may know our encoding.
        let found = found.filter(is_read_back).unwrap_or_else(|| {
            Collection::from_bytes(merged.collection.games().flat_map(utf8_bytes).collect())
        });
        anyhow::ensure!(
            is_read_back(&found),
            "{}: left unchanged: the new text would not parse to the same games",
            name.display()
        );
        replace(ours, found.source().bytes())
            .with_context(|| format!("{}: cannot write", ours.display()))?;
        for conflict in &merged.conflicts {
            output.note(format_args!("{}: conflict: {conflict}", name.display()));
        }
        let loses_text = loses_text(&own, &found, "") || loses_text(&their, &found, base.text());
        if loses_text {
            output.note(format_args!(
                "{}: conflict: text outside of games omitted",
                name.display()
            ));
        }
        output.flush()?;
        Ok(if merged.conflicts.is_empty() && !loses_text {
            Exit::Clean
        } else {
            Exit::Findings
        })
    }
}

/// Whether a merged file lacks text outside of the games of one side, and text between their nodes. Text that is in
/// `base` was removed by the other side.
fn loses_text(side: &Collection, merged: &Collection, base: &str) -> bool {
    let skipped = side.problems().iter();
    let skipped = skipped.filter(|problem| problem.kind.skips_text());
    let mut texts = skipped.map(|problem| problem.span.of_str(side.text()).trim());
    texts.any(|text| !merged.text().contains(text) && !base.contains(text))
}
