//! Merges records of a plan into the trees of the kept ones.

use std::collections::BTreeMap;
use std::fs;

use kifu_collection::merge::{self, Header, Input};
use kifu_collection::transform::Turn;
use kifu_collection::{fingerprint, game_bytes};
use kifu_lint::convert::to_ff4_if_old;
use kifu_sgf::encoding::ByteSpan;
use kifu_sgf::{Collection, GameTree};

use super::{PlanError, Step, unread};
use crate::name::{path_of, short_name};
use crate::replace::ensure_writable;

/// A single record.
pub(super) struct Record {
    name: String,
    bytes: Vec<u8>,
}

/// The records of a file that are merged elsewhere: by their numbers, or the only one.
pub(super) fn records(file: &str, games: &[Option<u32>]) -> Result<Vec<Record>, PlanError> {
    let path = path_of(file);
    let bytes = fs::read(&path).map_err(unread(&path))?;
    let collection = Collection::from_bytes(bytes);
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
fn game_of(collection: &Collection, number: Option<u32>) -> Result<GameTree<'_>, PlanError> {
    if number.is_none() && collection.len() != 1 {
        return Err(PlanError::SeveralGames(collection.len()));
    }
    let index = (number.unwrap_or(1) as usize).checked_sub(1);
    let game = index.and_then(|index| collection.game(index));
    game.ok_or(PlanError::NoGame)
}

/// Whether a file has text outside of its games and nodes.
pub(super) fn has_other_text(collection: &Collection) -> bool {
    let mut problems = collection.problems().iter();
    problems.any(|problem| problem.kind.skips_text())
}

/// The content of the file `keep` with records merged into its games. The rest stays identical, byte for byte.
pub(super) fn merge<'p>(
    keep: &str,
    records: impl Iterator<Item = (&'p Step, Record)>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, PlanError> {
    let mut by_game: BTreeMap<Option<u32>, Vec<_>> = BTreeMap::new();
    for (step, record) in records {
        by_game
            .entry(step.keep_game)
            .or_default()
            .push((step, record));
    }
    let path = path_of(keep);
    let bytes = fs::read(&path).map_err(unread(&path))?;
    // Detected before anything is changed.
    ensure_writable(&path)?;
    let collection = Collection::from_bytes(bytes.clone());
    let mut prints: Vec<u64> = collection.games().map(fingerprint).collect();
    let mut trees: Vec<(ByteSpan, Vec<u8>)> = Vec::new();
    for (number, records) in by_game {
        let game = game_of(&collection, number)?;
        let name = short_name(keep, game.number(), collection.len());
        let mut all = vec![(name, current(keep, game_bytes(game), notes))];
        for (step, Record { name, bytes }) in records {
            let turned = turned(step, bytes, notes)?;
            all.push((name, turned));
        }
        let inputs = all.iter().filter_map(|(name, collection)| {
            let game = collection.game(0)?;
            Some(Input { game, name })
        });
        let merged = merge::merge(&inputs.collect::<Vec<_>>(), Header::Together)?;
        let aside = merged.aside.iter();
        notes.extend(aside.map(|line| format!("{keep}: in a comment: {line}")));
        let span = game.span().ok_or(PlanError::NoGame)?;
        prints[game.number()] = merged.collection.game(0).map_or(0, fingerprint);
        trees.push((
            collection.source().to_bytes_span(span),
            merged.collection.to_bytes()?,
        ));
    }
    let bytes = replaced(&bytes, &trees);
    let found = Collection::from_bytes(bytes.clone());
    if !found.games().map(fingerprint).eq(prints) {
        return Err(PlanError::Encoding);
    }
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
    if has_other_text(&collection) {
        notes.push(format!(
            "{file}: text between its nodes is not in the tree; it stays in the copy beside the plan"
        ));
    }
    to_ff4_if_old(&mut collection);
    collection
}

/// The record of a step, in the orientation of the kept one.
fn turned(step: &Step, bytes: Vec<u8>, notes: &mut Vec<String>) -> Result<Collection, PlanError> {
    let mut collection = current(&step.file, bytes, notes);
    let turn = Turn {
        symmetry: step.turn,
        swaps_colors: step.swap_colors,
        ..Turn::default()
    };
    if let Some(mut game) = collection.game_mut(0) {
        let kept = turn.apply(&mut game).map_err(|source| PlanError::Turn {
            file: step.file.clone(),
            source,
        })?;
        notes.extend(kept.iter().map(|note| format!("{}: {note}", step.file)));
    }
    Ok(collection)
}
