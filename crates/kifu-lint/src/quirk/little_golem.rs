use kifu_sgf::GameTree;
use kifu_sgf::games::little_golem;

use super::{Find, Found, Habit, never};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "little-golem",
    program: "Little Golem",
    evidence: "no `GM`, and moves of `r` in lower case",
    meaning: "`b` and `r` are the moves of the two players of TwixT, Hex, or another game of the server, \
              on points that are written as in Go. Which game it is stands nowhere, nor who of them is \
              Black",
    repair: "",
    rule: &program::little_golem::RULE,
    suspect: never,
    marks: &["r"],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    if game.root().has("GM") {
        return None;
    }
    let property = game
        .main_line()
        .flat_map(|node| node.properties())
        .find(|property| {
            let written = property.written_identifier();
            written == "r" && little_golem::is_move_identifier(written)
        })?;
    Some(Found {
        evidence: "`b` and `r` for moves, and no `GM`".to_owned(),
        place: property.span(),
        steps: Vec::new(),
    })
}
