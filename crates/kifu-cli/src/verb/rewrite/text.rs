//! From the text of an input to what is to be written in its place, with proof that nothing is lost.

use anyhow::Context as _;
use kifu::encoding::{Charset, DecodeOptions, EncodingProblemKind, Source};
use kifu::lint::format::SkippedText;
use kifu::syntax::{Event, Parser};
use kifu::{Collection, Compare, GameReader};
use kifu_batch::{PIECE_SIZE, WHOLE_FILE_SIZE, ensure_record, is_foreign, is_page_without_game};
use rayon::prelude::*;

use super::super::switches::ensure_decodable;
use super::Remark;
use crate::encoding::Encoding;

/// A group of games that are changed together.
#[derive(Clone, Copy, Debug)]
pub(in crate::verb) struct Part<'a> {
    /// The name of the input for messages.
    pub(in crate::verb) file: &'a str,
    /// Number of games of the input before these.
    pub(in crate::verb) first: usize,
}

/// A function that changes games and returns remarks about its changes.
pub(super) type Work<'w> =
    dyn Fn(Part<'_>, &mut Collection) -> anyhow::Result<Vec<Remark>> + Sync + 'w;

/// The settings for rewriting an input.
#[derive(Clone, Copy)]
pub(super) struct Way<'w> {
    pub(super) file: &'w str,
    /// Whether text outside of games and values may be lost.
    pub(super) is_lossy: bool,
    pub(super) encoding: Encoding,
    pub(super) work: &'w Work<'w>,
}

/// The result for an input.
pub(super) struct Text {
    pub(super) old: Source,
    /// The new content; `None` if nothing changes.
    pub(super) new: Option<Source>,
    /// Remarks, with positions in the old text.
    pub(super) remarks: Vec<Remark>,
}

/// The new content of games and the remarks, without the old content.
type Changed = (Option<Source>, Vec<Remark>);

impl Way<'_> {
    /// Returns the new content of an input, verified by reading it again.
    ///
    /// # Errors
    /// It is not a record, cannot be written in its encoding, would not parse to the same games, or would lose text
    /// outside of games and values.
    pub(super) fn rewrite(&self, bytes: Vec<u8>) -> anyhow::Result<Text> {
        let bytes = if bytes.len() as u64 > WHOLE_FILE_SIZE && !self.encoding.is_named() {
            let old = Source::new(bytes, &DecodeOptions::default());
            if let Some((new, remarks)) = self.in_pieces(&old)? {
                return Ok(Text { old, new, remarks });
            }
            old.into_bytes()
        } else {
            bytes
        };
        let mut collection = self
            .encoding
            .collection(bytes)
            .context(self.file.to_owned())?;
        ensure_record(&collection, self.file)?;
        let old = collection.source().clone();
        let (new, remarks) = self.change(0, &old, &mut collection)?;
        Ok(Text { old, new, remarks })
    }

    /// Rewrites a large input a few games at a time, which takes a fraction of the memory. Returns `None` if the games
    /// might be read differently on their own than all together.
    fn in_pieces(&self, old: &Source) -> anyhow::Result<Option<Changed>> {
        if !is_text(old) || is_page_without_game(old.bytes()) || is_foreign(old.bytes()) {
            return Ok(None);
        }
        let mut reader = GameReader::new(old.bytes());
        let (mut start, mut first) = (0, 0);
        let mut new = Vec::with_capacity(old.bytes().len());
        // Where the pieces end in the new text.
        let mut ends = Vec::new();
        let mut remarks = Vec::new();
        let (mut has_games, mut is_changed) = (false, false);
        loop {
            let mut pieces = Vec::new();
            while pieces.len() < rayon::current_num_threads()
                && let Some((bytes, games)) = reader.next_bytes(PIECE_SIZE)?
            {
                let end = start + bytes.len();
                pieces.push((start, first, bytes));
                (start, first) = (end, first + games);
            }
            if pieces.is_empty() {
                break;
            }
            let changed: Vec<_> = pieces
                .into_par_iter()
                .map(|(start, first, bytes)| self.piece(start, first, bytes))
                .collect();
            for piece in changed {
                let Some(piece) = piece? else {
                    return Ok(None);
                };
                has_games |= piece.has_games;
                is_changed |= piece.is_changed;
                new.extend_from_slice(&piece.new);
                ends.push(new.len());
                remarks.extend(piece.remarks);
            }
        }
        if !has_games {
            return Ok(None);
        }
        if !is_changed {
            return Ok(Some((None, remarks)));
        }
        let new = Source::new(new, &DecodeOptions::default());
        let is_sound = is_text(&new) && reads_as_its_pieces(new.bytes(), &ends);
        Ok(is_sound.then_some((Some(new), remarks)))
    }

    /// The games in `bytes`, which begin at `start` in the text, after `first` others.
    fn piece(&self, start: usize, first: usize, bytes: Vec<u8>) -> anyhow::Result<Option<Piece>> {
        let mut collection = Collection::from_bytes(bytes);
        if !is_text(collection.source()) {
            return Ok(None);
        }
        let has_games = !collection.is_empty();
        let old = collection.source().clone();
        let (new, mut remarks) = self.change(first, &old, &mut collection)?;
        if new.as_ref().is_some_and(|new| !is_text(new)) {
            return Ok(None);
        }
        for remark in &mut remarks {
            remark.span = remark.span.map(|span| span.offset_by(start));
        }
        Ok(Some(Piece {
            has_games,
            is_changed: new.is_some(),
            new: new.unwrap_or(old).into_bytes(),
            remarks,
        }))
    }

    /// Changes games, which were `old`, and reads again what is to be written for them.
    fn change(
        &self,
        first: usize,
        old: &Source,
        collection: &mut Collection,
    ) -> anyhow::Result<Changed> {
        let skipped = SkippedText::of(collection, |_| true);
        let part = Part {
            file: self.file,
            first,
        };
        let remarks = (self.work)(part, collection)
            .map_err(|error| error.context(format!("{}: left unchanged", self.file)))?;
        let new = self
            .rewritten(old, &skipped, collection)
            .map_err(|error| error.context(format!("{}: left unchanged", self.file)))?;
        Ok((new, remarks))
    }

    /// The collection in `bytes`; `None` if it is not the same as `expected`.
    fn read_back(&self, bytes: Vec<u8>, expected: &Collection) -> Option<Collection> {
        let is_same = |found: &Collection| found.is_same(expected, Compare::Ordered);
        let found = Collection::from_bytes_with(bytes, &self.encoding.options());
        if is_same(&found) || !self.encoding.is_named() {
            return Some(found).filter(is_same);
        }
        // Content that now declares its encoding must be read without the encoding of the options.
        Some(Collection::from_bytes(found.into_source().into_bytes())).filter(is_same)
    }

    /// The new content for `collection`, which was read from `old`; `None` if it is unchanged.
    fn rewritten(
        &self,
        old: &Source,
        skipped: &SkippedText,
        collection: &Collection,
    ) -> anyhow::Result<Option<Source>> {
        let collection = &*collection.declared();
        let is_named = self.encoding.is_named();
        let mut problems = old.problems().iter();
        let found = match collection.to_bytes() {
            Ok(bytes) if bytes == old.bytes() => return Ok(None),
            Err(error) if !is_named => return Err(error.into()),
            Ok(bytes)
                if !is_named
                    || problems
                        .all(|problem| problem.kind != EncodingProblemKind::WrongCharset) =>
            {
                self.read_back(bytes, collection)
            }
            // `CA` names another encoding than `--encoding`.
            _ => {
                ensure_decodable(old)?;
                let declared = declared_as_utf8(collection);
                Some(Collection::from_bytes(
                    declared.to_bytes_in(Charset::UTF_8)?,
                ))
                .filter(|found| found.is_same(&declared, Compare::Ordered))
            }
        };
        let found = found.context("the new text would not parse to the same games")?;
        if !self.is_lossy
            && let Some(kind) = skipped.first_lost(&SkippedText::of(&found, |_| true))
        {
            anyhow::bail!(
                "something would be lost ({}: {}); see `kifu check`, or give `--lossy`",
                kind.code(),
                kind.message()
            );
        }
        Ok(Some(found.source().clone()))
    }
}

/// The result for some games of an input.
struct Piece {
    has_games: bool,
    is_changed: bool,
    new: Vec<u8>,
    /// Remarks, with positions in the text of the input.
    remarks: Vec<Remark>,
}

/// A copy of the collection in which `CA` of each game is UTF-8.
fn declared_as_utf8(collection: &Collection) -> Collection {
    let mut declared = collection.clone();
    for number in 0..declared.len() {
        let Some(mut game) = declared.game_mut(number) else {
            continue;
        };
        let label = game.tree().root().simple_text("CA").map(String::from);
        if label.is_none_or(|label| Charset::for_label(&label) != Some(Charset::UTF_8)) {
            game.set_charset(Charset::UTF_8);
        }
    }
    declared
}

/// Whether the bytes are the text, so that a part of them reads as it does within the whole.
fn is_text(source: &Source) -> bool {
    source.is_same() && source.mark() == 0
}

/// Whether the pieces of `text`, which end at these places, read alone as they do together.
fn reads_as_its_pieces(text: &[u8], ends: &[usize]) -> bool {
    let mut whole = Parser::new(text);
    let mut start = 0;
    let mut is_same = true;
    for end in ends {
        // To the end even if they differ: all events together are read faster than one by one.
        Parser::new(&text[start..*end]).for_each(|event| {
            let expected = Event::new(event.kind, event.span.offset_by(start));
            is_same = is_same && whole.next() == Some(expected);
        });
        start = *end;
    }
    is_same && whole.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::reads_as_its_pieces;

    #[test]
    fn pieces_are_what_reads_the_same_alone() {
        let text = b"(;B[aa])(;B[bb]) (;C[x";
        assert!(reads_as_its_pieces(text, &[8, 16, text.len()]));
        assert!(reads_as_its_pieces(text, &[16, text.len()]));
        // A variation that is not closed takes the next game in.
        let text = b"(;B[aa](;W[bb])(;W[cc])";
        assert!(!reads_as_its_pieces(text, &[7, text.len()]));
        assert!(!reads_as_its_pieces(text, &[15, text.len()]));
        assert!(reads_as_its_pieces(text, &[text.len()]));
    }
}
