//! Bytes for what was read from text.

use super::written_as_read;
use crate::encoding::Charset;
use crate::tree::{Collection, GameTree};
use crate::write::{Preserved, WriteError};

/// Returns the output for `collection`. Text is encoded as its `CA` say, or if that is not possible in UTF-8.
pub(super) fn encoded(collection: &Collection) -> Result<Preserved, WriteError> {
    let foreign = if collection.is_text() {
        games_in_other_encodings(collection)
    } else {
        Vec::new()
    };
    if foreign.is_empty() {
        return written_as_read(collection);
    }
    let mut open = collection.clone();
    for &(number, charset) in &foreign {
        let mut game = open.game_to_change(number);
        if charset.is_wide() {
            game.declare(Charset::UTF_8);
        }
    }
    match written_as_read(&open) {
        Err(WriteError::Unencodable(_) | WriteError::Misread) => {}
        written => return written,
    }
    for (number, _) in foreign {
        open.game_to_change(number).declare(Charset::UTF_8);
    }
    written_as_read(&open)
}

/// The games whose `CA` names another encoding than UTF-8 and that have other characters than ASCII.
fn games_in_other_encodings(collection: &Collection) -> Vec<(usize, Charset)> {
    let charset = |game: GameTree<'_>| {
        let charset = Charset::for_label(&game.root().simple_text("CA")?)?;
        (charset != Charset::UTF_8 && is_beyond_ascii(game)).then_some(charset)
    };
    let games = collection.games().enumerate();
    games
        .filter_map(|(number, game)| Some((number, charset(game)?)))
        .collect()
}

/// Whether a game has other characters than ASCII in its values.
pub(super) fn is_beyond_ascii(game: GameTree<'_>) -> bool {
    game.has_value(&|value| !value.is_ascii())
}
