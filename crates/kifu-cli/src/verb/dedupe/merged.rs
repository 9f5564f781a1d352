//! Merges records of a plan into the trees of the kept ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use kifu::collection::merge::{self, Header, Input};
use kifu::collection::transform::Turn;
use kifu::collection::{fingerprint, game_bytes};
use kifu::encoding::ByteSpan;
use kifu::go::Symmetry;
use kifu::{Collection, GameTree};

use super::plan::Step;
use crate::verb::merge::{make_current, short_name};
use crate::verb::split::LeftOut;
use kifu_batch::replace::ensure_writable;

/// A single record.
pub(super) struct Record {
    name: String,
    bytes: Vec<u8>,
}

/// The records of a file that are merged elsewhere: by their numbers, or the only one.
pub(super) fn records(file: &str, games: &[Option<u32>]) -> anyhow::Result<Vec<Record>> {
    let collection = Collection::from_bytes(fs::read(file)?);
    let record = |game: &Option<u32>| {
        let game = game_of(&collection, *game)?;
        Ok(Record {
            name: short_name(file, game.number(), collection.len()),
            bytes: game_bytes(game),
        })
    };
    games.iter().map(record).collect()
}

/// The game of this number, counted from 1; the only one if there is no number.
fn game_of(collection: &Collection, number: Option<u32>) -> anyhow::Result<GameTree<'_>> {
    ensure!(
        number.is_some() || collection.len() == 1,
        "it holds {} games; the plan does not select one",
        collection.len()
    );
    let index = (number.unwrap_or(1) as usize).checked_sub(1);
    let game = index.and_then(|index| collection.game(index));
    game.context("there is no game of this number")
}

/// The content of the file `keep` with records merged into its games. The rest stays identical, byte for byte.
pub(super) fn merge<'p>(
    keep: &str,
    records: impl Iterator<Item = (&'p Step, Record)>,
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<u8>> {
    let mut by_game: BTreeMap<Option<u32>, Vec<_>> = BTreeMap::new();
    for (step, record) in records {
        by_game
            .entry(step.keep_game)
            .or_default()
            .push((step, record));
    }
    let bytes = fs::read(keep)?;
    // Detected before anything is changed.
    ensure_writable(Path::new(keep))?;
    let collection = Collection::from_bytes(bytes.clone());
    let mut prints: Vec<u64> = collection.games().map(fingerprint).collect();
    let mut trees: Vec<(ByteSpan, Vec<u8>)> = Vec::new();
    for (number, records) in by_game {
        let game = game_of(&collection, number)?;
        let name = short_name(keep, game.number(), collection.len());
        let mut all = vec![(name, current(keep, game_bytes(game), notes))];
        for (step, Record { name, bytes }) in records {
            let turned = turned(step, bytes, notes).with_context(|| step.file.clone())?;
            all.push((name, turned));
        }
        let inputs = all.iter().filter_map(|(name, collection)| {
            let game = collection.game(0)?;
            Some(Input { game, name })
        });
        let merged = merge::merge(&inputs.collect::<Vec<_>>(), Header::Together)?;
        let aside = merged.aside.iter();
        notes.extend(aside.map(|line| format!("{keep}: in a comment: {line}")));
        let span = game.span().context("the game has no span in its file")?;
        prints[game.number()] = merged.collection.game(0).map_or(0, fingerprint);
        trees.push((
            collection.source().to_bytes_span(span),
            merged.collection.to_bytes()?,
        ));
    }
    let bytes = replaced(&bytes, &trees);
    let found = Collection::from_bytes(bytes.clone());
    ensure!(
        found.games().map(fingerprint).eq(prints),
        "its encoding cannot represent the new tree; convert it to UTF-8 with `kifu fix --select N608`"
    );
    Ok(bytes)
}

/// The text with some ranges replaced by other trees. The ranges are in order.
fn replaced(bytes: &[u8], trees: &[(ByteSpan, Vec<u8>)]) -> Vec<u8> {
    let mut new = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for (span, tree) in trees {
        new.extend_from_slice(&bytes[from..span.start]);
        new.extend_from_slice(tree.trim_ascii_end());
        from = span.end;
    }
    new.extend_from_slice(&bytes[from..]);
    new
}

/// A record of a file in the current version of the format.
fn current(file: &str, bytes: Vec<u8>, notes: &mut Vec<String>) -> Collection {
    let mut collection = Collection::from_bytes(bytes);
    if LeftOut::is_in_or_between_nodes(&collection) {
        notes.push(format!(
            "{file}: text between its nodes is not in the tree; it stays in the copy beside the plan"
        ));
    }
    make_current(&mut collection);
    collection
}

/// The record of a step, in the orientation of the kept one.
fn turned(step: &Step, bytes: Vec<u8>, notes: &mut Vec<String>) -> anyhow::Result<Collection> {
    let mut collection = current(&step.file, bytes, notes);
    let turn = Turn {
        symmetry: step.turn.map_or_else(Symmetry::default, Into::into),
        swaps_colors: step.swap_colors,
        ..Turn::default()
    };
    if let Some(mut game) = collection.game_mut(0) {
        let kept = turn.apply(&mut game)?;
        notes.extend(kept.iter().map(|note| format!("{}: {note}", step.file)));
    }
    Ok(collection)
}
