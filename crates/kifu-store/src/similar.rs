//! Finds where a game leaves the games in the index.

use kifu_games::go::Replay;
use kifu_go::{Color, Move, Size};
use kifu_sgf::schema::Game as Kind;
use kifu_sgf::{GameTree, Node};

use crate::answer::Answer;
use crate::bits::count;
use crate::error::{Result, StoreError};
use crate::found::{Found, FoundGames, GameId};
use crate::ingest::GameData;
use crate::pattern::Pattern;
use crate::query::Query;
use crate::store::Store;

/// The comparison of a game with the games in the index.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The positions that other games have too, from the first on; the position after the last is new.
    pub steps: Vec<SimilarStep>,
    /// The games with the last known position.
    pub companions: Vec<Found>,
    /// The games with the same main line.
    pub same: Vec<GameId>,
    /// The first new position.
    pub novelty: Novelty,
}

/// The first position of a game that is not in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// All positions are known.
    None,
    /// A move led to the first new position.
    Move {
        /// The node.
        node: u32,
        /// The player.
        color: Color,
        /// The move.
        played: Move,
        /// The number of the move.
        number: u32,
    },
    /// Setup led to the first new position.
    Setup {
        /// The node.
        node: u32,
    },
    /// The position at the root is new: no other game begins with this setup or reaches it.
    Root,
    /// No other game is on a board of its size.
    Board(Size),
    /// It is not a game of Go.
    NotGo,
}

/// A known position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilarStep {
    /// The node, by its depth on the path to the position, where the root is 0.
    pub node: u32,
    /// The move that led to it; `None` at the root.
    pub play: Option<(Color, Move)>,
    /// The move number in the record.
    pub move_number: u32,
    /// Number of other games with the position, under any symmetry and exchange of colors.
    pub games: u64,
}

impl Store {
    /// Follows the main line of a game as long as other games have its positions. Games with the same main line are not
    /// counted, because they are the same game.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn similar(&self, game: GameTree<'_>) -> Result<Similar> {
        self.similar_up_to(game.main_line().last().unwrap_or_else(|| game.root()))
    }

    /// Follows a game up to a node, which may be in a variation; see [`Store::similar`].
    ///
    /// # Errors
    /// The index is damaged.
    pub fn similar_up_to(&self, node: Node<'_>) -> Result<Similar> {
        let (similar, damaged) = self.similar_partial(node)?;
        StoreError::first_of(similar, damaged)
    }

    /// Compares a game up to a node with all readable games; also returns the errors of the others.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn similar_partial(&self, node: Node<'_>) -> Result<(Similar, Vec<StoreError>)> {
        let game = node.game();
        let mut damaged = Vec::new();
        let same = self.with_main_line(GameData::of(game).entry.hash, &mut damaged);
        let is_other = |found: &Found| same.binary_search(&found.game).is_err();
        let mut similar = Similar {
            steps: Vec::new(),
            companions: Vec::new(),
            same: Vec::new(),
            novelty: Novelty::None,
        };
        if game.kind() != Some(Kind::Go) {
            similar.novelty = Novelty::NotGo;
            return Ok((similar, damaged));
        }
        let mut known = FoundGames::default();
        let mut replay = Replay::new(game);
        for (node, at) in (0..).zip(node.path()) {
            replay.go_to(at);
            let play = replay.played();
            let number = replay.game().move_number();
            let query = Query::new(Pattern::of_board(replay.game().board()));
            let Answer {
                found,
                damaged: errors,
                ..
            } = self.search_partial(&query)?;
            for error in errors {
                error.add_to(&mut damaged);
            }
            let games = if same.is_empty() {
                found.len()
            } else {
                found.iter().filter(is_other).count()
            };
            if games == 0 {
                similar.novelty = match play {
                    Some((color, played)) => Novelty::Move {
                        node,
                        color,
                        played,
                        number,
                    },
                    None if node > 0 => Novelty::Setup { node },
                    None => self.novelty_at_root(replay.game().board().size(), same.len()),
                };
                break;
            }
            similar.steps.push(SimilarStep {
                node,
                play,
                move_number: number,
                games: games as u64,
            });
            known = found;
        }
        similar.companions = known.iter().filter(is_other).collect();
        similar.same = same;
        Ok((similar, damaged))
    }

    /// The novelty at the root of a game, given the number of games with the same main line.
    fn novelty_at_root(&self, size: Size, same: usize) -> Novelty {
        let own = self.segments().iter().filter(|own| own.size == size);
        let games: usize = own.map(|own| own.games - count(own.dead())).sum();
        if games > same {
            Novelty::Root
        } else {
            Novelty::Board(size)
        }
    }

    /// The games whose main line has a hash ([`Store::main_hash`]), in the order of the index.
    ///
    /// # Errors
    /// If a part of the index is damaged, and no other part has such a game.
    pub fn same_main_line(&self, hash: u64) -> Result<Vec<GameId>> {
        let mut damaged = Vec::new();
        let games = self.with_main_line(hash, &mut damaged);
        if games.is_empty() {
            return StoreError::first_of(games, damaged);
        }
        Ok(games)
    }

    /// The games whose main line has a hash.
    fn with_main_line(&self, hash: u64, damaged: &mut Vec<StoreError>) -> Vec<GameId> {
        let mut games = Vec::new();
        for (number, segment) in (0..).zip(self.segments()) {
            let directory = match segment.directory() {
                Ok(directory) => directory,
                Err(error) => {
                    error.add_to(damaged);
                    continue;
                }
            };
            for (game, entry) in (0..).zip(&*directory) {
                if entry.hash == hash && segment.is_alive(game as usize) {
                    games.push(GameId {
                        segment: number,
                        game,
                    });
                }
            }
        }
        games
    }
}
