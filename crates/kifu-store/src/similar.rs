//! Where a game left the known path.

use kifu_go::replay::Replay;
use kifu_go::{Color, Move};
use kifu_sgf::GameTree;

use crate::answer::{Found, GameId};
use crate::error::Result;
use crate::found::FoundGames;
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
        // They have all positions of the main line.
        let same = self.with_main_line(GameData::of(game).entry.hash)?;
        let mut steps = Vec::new();
        let mut novelty = None;
        let mut known = FoundGames::default();
        let mut replay = Replay::new(game);
        let mut move_number = 0;
        for node in 0.. {
            let play = replay.played();
            move_number += u32::from(play.is_some());
            let query = Query::new(Pattern::of_board(replay.game().board()));
            let found = self.search(&query)?.found;
            let others = found.len().saturating_sub(same.len());
            if others == 0 {
                novelty = play.map(|(color, played)| (color, played, move_number));
                break;
            }
            steps.push(SimilarStep {
                node,
                play,
                move_number,
                games: others as u64,
            });
            known = found;
            if !replay.forward() {
                break;
            }
        }
        let is_other = |found: &Found| same.binary_search(&found.game).is_err();
        Ok(Similar {
            steps,
            companions: known.iter().filter(is_other).collect(),
            same,
            novelty,
        })
    }

    /// The games whose main line has a hash.
    fn with_main_line(&self, hash: u64) -> Result<Vec<GameId>> {
        let mut games = Vec::new();
        for (number, segment) in (0..).zip(self.segments()) {
            for (game, entry) in (0..).zip(&*segment.directory()?) {
                if entry.hash == hash && segment.is_alive(game as usize) {
                    games.push(GameId {
                        segment: number,
                        game,
                    });
                }
            }
        }
        Ok(games)
    }
}
