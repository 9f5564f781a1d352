//! Names of moves.

use kifu_games::Played;
use kifu_sgf::games::{amazons, backgammon, gess};
use kifu_sgf::schema::Game;
use kifu_sgf::{Node, value};

use super::Walk;
use crate::scene::Color;

impl<'a> Walk<'a> {
    /// Player and name of the move in this node: the name of the point as on the edge of the board, in Amazons, Backgammon
    /// and Gess those of all its points (`d10-d6/g4`, `31: 8/5 6/5`), `pass`, or else the text of the record. `None` if the
    /// node has no move.
    pub fn move_name(&self) -> Option<(Color, String)> {
        let played = self.played()?;
        Some((played.color, self.name_of(played, self.node())))
    }

    /// The names of the moves from the node `first`, which is this node or an ancestor of it, to this one.
    pub(crate) fn moves_since(&self, first: Node<'_>) -> impl Iterator<Item = String> {
        let nodes = (first.depth()..).zip(self.path_since(first));
        nodes.filter_map(|(depth, node)| {
            let played = self.replay.played_at(depth)?;
            Some(self.name_of(played, node))
        })
    }

    /// The name of the move of a node.
    fn name_of(&self, played: Played, node: Node<'a>) -> String {
        let raw = self.replay.play_of(node).map_or("", |(_, raw)| raw);
        match played.place {
            Some(place) if self.has_numbers() => self.board().point_name(place),
            None if raw.is_empty() || raw == "tt" => "pass".into(),
            _ => self
                .name_by_points(raw)
                .unwrap_or_else(|| value::simple_text::parse(raw).into_owned()),
        }
    }

    /// The name of a move that the record writes with points of SGF, which the board does not show.
    fn name_by_points(&self, raw: &str) -> Option<String> {
        let position = self.replay.position();
        let name = |point| self.board().point_name(point);
        match position.game() {
            Game::Amazons => {
                let read = amazons::Move::parse_lenient(raw, position.notation().size()?).ok()?;
                let [from, to, arrow] =
                    [read.value.from, read.value.to, read.value.arrow].map(name);
                Some(format!("{from}-{to}/{arrow}"))
            }
            Game::Gess => {
                let read = gess::Move::parse_lenient(raw, position.notation().size()?).ok()?;
                let [from, to] = [read.value.from, read.value.to].map(name);
                Some(format!("{from}-{to}"))
            }
            Game::Backgammon => {
                let read = backgammon::Move::parse_lenient(raw).ok()?;
                let backgammon::Move::Roll(roll) = read.value else {
                    return None;
                };
                Some(name_of_roll(&roll))
            }
            _ => None,
        }
    }
}

/// The dice and the steps of a roll, with the numbers that the board has: White's.
fn name_of_roll(roll: &backgammon::Roll) -> String {
    let name = |point: backgammon::Point| match point {
        backgammon::Point::BAR => "bar".to_owned(),
        _ => point
            .white_number()
            .map_or_else(|| "off".to_owned(), |number| number.to_string()),
    };
    let [first, second] = roll.dice();
    let mut text = format!("{first}{second}");
    for (number, step) in roll.steps().enumerate() {
        text.push_str(if number == 0 { ": " } else { " " });
        text.push_str(&name(step.from));
        text.push('/');
        text.push_str(&name(step.to));
    }
    text
}
