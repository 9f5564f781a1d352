//! Plain lists of points: `1. D4 2. Q16`, `B Q16, W D4`, `pd dp qo`, the moves that the server IGS prints, and the
//! first format of the program goban (1986), which has the size and a setup before them.

mod list;
mod token;
mod write;

use kifu_sgf::schema::Game;

use self::token::Token;
use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "coordinates",
    title: "list of coordinates",
    extensions: &["txt"],
    support: Support {
        games: &[Game::Go],
        many: false,
        variations: false,
        root: &["SZ", "B", "W"],
        nodes: &["B", "W"],
    },
    detect,
    read: list::read,
    write: Some(write::write),
};

fn detect(head: &Head<'_>) -> Confidence {
    if list::is_goban(head.words()) {
        return Confidence::Likely;
    }
    let (mut western, mut letters, mut sizes) = (0_usize, 0_usize, 0_usize);
    for line in head.words() {
        for token in token::tokens(line) {
            match token {
                Token::Western(_) | Token::Doubtful(_) => western += 1,
                Token::Letters(_) => letters += 1,
                Token::Size(_) => sizes += 1,
                Token::Unknown(_) => return Confidence::No,
                Token::Number | Token::Color(_) | Token::Pass => {}
            }
        }
    }
    // Two small letters are a word as often as a point.
    let is_list = western > 0 || letters >= 4 || sizes > 0;
    Confidence::Possible.when(is_list)
}
