//! Where a game left the known path.

use kifu_go::replay::Replay;
use kifu_go::{Color, Move};
use kifu_sgf::GameTree;

use crate::answer::{Found, GameId};
use crate::error::Result;
use crate::ingest::GameData;
use crate::pattern::Pattern;
use crate::query::Query;
use crate::store::Store;

/// How far a game went where others went before.
#[derive(Clone, Debug, Default)]
pub struct Similar {
    /// The positions of its main line that are in other games too, from the first on; the position behind
    /// the last is new.
    pub steps: Vec<SimilarStep>,
    /// The games with the last known position.
    pub companions: Vec<Found>,
    /// The games whose main line is the same.
    pub same: Vec<GameId>,
    /// The move that was new: who, where, and its number.
    pub novelty: Option<(Color, Move, u32)>,
}

/// A position that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilarStep {
    /// The node of the main line.
    pub node: u32,
    /// The move that led there; none at the root.
    pub play: Option<(Color, Move)>,
    /// The number of the move.
    pub move_number: u32,
    /// Other games with the position, turned, mirrored or with the colours exchanged.
    pub games: u64,
}

impl Store {
    /// Follows the main line of a game as long as its positions are those of other games. Games with the
    /// same main line do not count: they are this game.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn similar(&self, game: GameTree<'_>) -> Result<Similar> {
        let hash = GameData::of(game).entry.hash;
        let mut similar = Similar::default();
        let mut replay = Replay::new(game);
        let mut node = 0;
        let mut move_number = 0;
        loop {
            let play = replay.played();
            move_number += u32::from(play.is_some());
            let query = Query::new(Pattern::of_board(replay.game().board()));
            let answer = self.search(&query)?;
            let mut others = Vec::new();
            let mut same = Vec::new();
            for found in answer.found.iter() {
                if self.main_hash(found.game)? == hash {
                    same.push(found.game);
                } else {
                    others.push(found);
                }
            }
            if node == 0 {
                similar.same = same;
            }
            if others.is_empty() {
                similar.novelty = play.map(|(color, played)| (color, played, move_number));
                return Ok(similar);
            }
            similar.steps.push(SimilarStep {
                node,
                play,
                move_number,
                games: others.len() as u64,
            });
            similar.companions = others;
            if !replay.forward() {
                return Ok(similar);
            }
            node += 1;
        }
    }
}
