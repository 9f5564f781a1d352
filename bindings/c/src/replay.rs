//! Replay of games: the position at each node, in all games whose rules are known.

use std::ffi::c_char;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kifu_diagram::scene::Role;
use kifu_games::{Piece, Position, Replay};
use kifu_sgf::schema::Game;

use crate::board::kifu_board;
use crate::collection::{State, kifu_collection, kifu_node};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{List, Text};
use crate::value::{color_code, kifu_point};

/// A stone or disc.
pub const KIFU_PIECE_STONE: u8 = 1;

/// A queen of Amazons.
pub const KIFU_PIECE_QUEEN: u8 = 2;

/// A peg of `TwixT`.
pub const KIFU_PIECE_PEG: u8 = 3;

/// A point blocked for both sides: an arrow of Amazons.
pub const KIFU_PIECE_BLOCKED: u8 = 4;

/// A pod of Octi; `kifu_replay_pods` gives its prongs.
pub const KIFU_PIECE_POD: u8 = 5;

/// A pawn of chess.
pub const KIFU_PIECE_PAWN: u8 = 6;

/// A knight of chess.
pub const KIFU_PIECE_KNIGHT: u8 = 7;

/// A bishop of chess.
pub const KIFU_PIECE_BISHOP: u8 = 8;

/// A rook of chess.
pub const KIFU_PIECE_ROOK: u8 = 9;

/// A queen of chess.
pub const KIFU_PIECE_CHESS_QUEEN: u8 = 10;

/// A king of chess.
pub const KIFU_PIECE_KING: u8 = 11;

/// A piece on a point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_piece {
    /// Where.
    pub point: kifu_point,
    /// `KIFU_BLACK`, `KIFU_WHITE`, or `KIFU_EMPTY` if it belongs to nobody.
    pub color: u8,
    /// `KIFU_PIECE_STONE` and so on.
    pub kind: u8,
}

/// A link between two pegs of `TwixT`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_link {
    /// One peg.
    pub from: kifu_point,
    /// The other peg.
    pub to: kifu_point,
    /// The owner.
    pub color: u8,
}

/// A pod of Octi. Prongs are bits, one for each direction: the lowest is north, the others follow clockwise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_pod {
    /// Where.
    pub point: kifu_point,
    /// The owner.
    pub color: u8,
    /// Its prongs, super prongs included.
    pub prongs: u8,
    /// Its super prongs.
    pub super_prongs: u8,
}

/// The move of a node, in any game.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_played {
    /// Where; 0, 0 for a pass.
    pub point: kifu_point,
    /// The number of the move.
    pub number: u32,
    /// Who moved.
    pub color: u8,
    /// Whether it is a pass, or has no point.
    pub is_pass: bool,
    /// Whether all pieces changed sides.
    pub swaps: bool,
}

struct Place {
    state: Arc<State>,
    game: u32,
}

self_cell::self_cell!(
    struct Cell {
        owner: Place,
        #[not_covariant]
        dependent: Replay,
    }
);

/// A replay: it is at a node of a game and knows the position there. Free it with `kifu_replay_free`.
///
/// It keeps the games as they were when it was made: a change of the collection does not reach it. The first change
/// after that takes time with the size of the collection, and later ones do not.
pub struct kifu_replay(Cell);

impl fmt::Debug for kifu_replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("kifu_replay").finish_non_exhaustive()
    }
}

impl kifu_replay {
    fn new(state: Arc<State>, game: u32) -> Outcome<Self> {
        let cell = Cell::try_new(Place { state, game }, |place| {
            let replay = Replay::of(place.state.game(place.game)?);
            replay.map_err(|unknown| Failure::new(kifu_status::KIFU_UNSUPPORTED, unknown))
        })?;
        Ok(Self(cell))
    }

    /// Reads the position.
    pub(crate) fn read<R>(&self, read: impl FnOnce(&dyn Position) -> R) -> R {
        self.0.with_dependent(|_, replay| read(replay.position()))
    }

    fn go_to(&mut self, node: kifu_node) -> Outcome<()> {
        self.0.with_dependent_mut(|place, replay| {
            if node.game != place.game {
                return Err(Failure::stale());
            }
            let node = place.state.node(node)?;
            if replay.go_to(node) {
                Ok(())
            } else {
                Err(Failure::stale())
            }
        })
    }

    fn step(
        replay: Option<&mut Self>,
        step: impl for<'a> FnOnce(&mut Replay<'a>) -> bool,
    ) -> kifu_status {
        ffi::call(|| {
            let replay = ffi::handle(replay)?;
            Ok(if replay.0.with_dependent_mut(|_, replay| step(replay)) {
                kifu_status::KIFU_OK
            } else {
                kifu_status::KIFU_NONE
            })
        })
    }
}

/// Makes a replay of the game of a node, at that node. `KIFU_UNSUPPORTED` if the rules of the game are unknown.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_new(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    replay: Option<&mut MaybeUninit<Option<Box<kifu_replay>>>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::new(replay)?;
        let collection = ffi::handle(collection)?;
        collection.state().node(node)?;
        let mut replay = kifu_replay::new(Arc::clone(collection.whole()), node.game)?;
        replay.go_to(node)?;
        *out = Some(Box::new(replay));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Frees a replay. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_free(replay: Option<Box<kifu_replay>>) {
    ffi::guard((), || drop(replay));
}

/// Goes to a node of the game: back to the nearest common ancestor, and on from there.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_go_to(
    replay: Option<&mut kifu_replay>,
    node: kifu_node,
) -> kifu_status {
    ffi::call(|| {
        ffi::handle(replay)?.go_to(node)?;
        Ok(kifu_status::KIFU_OK)
    })
}

/// Goes to the first child; `KIFU_NONE` at a leaf.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_forward(replay: Option<&mut kifu_replay>) -> kifu_status {
    kifu_replay::step(replay, |replay| replay.forward())
}

/// Goes to the parent; `KIFU_NONE` at the root.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_back(replay: Option<&mut kifu_replay>) -> kifu_status {
    kifu_replay::step(replay, |replay| replay.back())
}

/// Goes to the next node in depth-first order; `KIFU_NONE` at the last.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_advance(replay: Option<&mut kifu_replay>) -> kifu_status {
    kifu_replay::step(replay, |replay| replay.advance())
}

/// Gives the node that a replay is at.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_node(
    replay: Option<&kifu_replay>,
    node: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(node)?;
        let replay = ffi::handle(replay)?;
        let node = replay
            .0
            .with_dependent(|place, replay| place.state.handle(replay.node()));
        out.write(node);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the move of the node that a replay is at; `KIFU_NONE` if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_played(
    replay: Option<&kifu_replay>,
    played: Option<&mut MaybeUninit<kifu_played>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(played)?;
        let played = ffi::handle(replay)?
            .0
            .with_dependent(|_, replay| replay.played_at(replay.depth()));
        let played = played.map(|played| kifu_played {
            point: played
                .place
                .map_or(kifu_point { x: 0, y: 0 }, kifu_point::of),
            number: played.number,
            color: color_code(Some(played.color)),
            is_pass: played.place.is_none(),
            swaps: played.swaps,
        });
        Ok(ffi::answer(out, played))
    })
}

/// Returns the player to move; `KIFU_EMPTY` for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_to_play(replay: Option<&kifu_replay>) -> u8 {
    ffi::guard(0, || {
        replay.map_or(0, |own| {
            own.0
                .with_dependent(|_, replay| color_code(Some(replay.position().to_play())))
        })
    })
}

/// Gives how many stones Black and White have captured; `KIFU_NONE` in games without prisoners.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_prisoners(
    replay: Option<&kifu_replay>,
    black: Option<&mut MaybeUninit<u32>>,
    white: Option<&mut MaybeUninit<u32>>,
) -> kifu_status {
    ffi::call(|| {
        let (black, white) = (ffi::out(black)?, ffi::out(white)?);
        let replay = ffi::handle(replay)?;
        let prisoners = replay
            .0
            .with_dependent(|_, replay| replay.position().prisoners());
        Ok(match prisoners {
            Some([of_black, of_white]) => {
                black.write(of_black);
                white.write(of_white);
                kifu_status::KIFU_OK
            }
            None => kifu_status::KIFU_NONE,
        })
    })
}

/// Gives all pieces on the board, row by row: as many as there is room for. `kifu_replay_size` gives the size of that
/// board, which `kifu_game_size` may not be. Checkers of Backgammon are no such pieces: see `kifu_replay_backgammon`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_pieces(
    replay: Option<&kifu_replay>,
    pieces: *mut kifu_piece,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(pieces, capacity, count)?;
        let mut found = Vec::new();
        ffi::handle(replay)?.0.with_dependent(|_, replay| {
            replay.position().pieces(&mut |point, piece| {
                let (point, color) = (kifu_point::of(point), color_code(piece.color()));
                let kind = kind(piece);
                found.push(kifu_piece { point, color, kind });
            });
        });
        Ok(list.write(found.into_iter()))
    })
}

const fn kind(piece: Piece) -> u8 {
    match piece {
        Piece::Queen(_) => KIFU_PIECE_QUEEN,
        Piece::Peg(_) => KIFU_PIECE_PEG,
        Piece::Pod(_) => KIFU_PIECE_POD,
        Piece::Chess(_, role) => match role {
            Role::Pawn => KIFU_PIECE_PAWN,
            Role::Knight => KIFU_PIECE_KNIGHT,
            Role::Bishop => KIFU_PIECE_BISHOP,
            Role::Rook => KIFU_PIECE_ROOK,
            Role::Queen => KIFU_PIECE_CHESS_QUEEN,
            Role::King => KIFU_PIECE_KING,
        },
        Piece::Blocked => KIFU_PIECE_BLOCKED,
        _ => KIFU_PIECE_STONE,
    }
}

/// Gives all pods of Octi with their prongs, row by row: as many as there is room for. Several may be on one point, the
/// lowest first. None in other games.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_pods(
    replay: Option<&kifu_replay>,
    pods: *mut kifu_pod,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(pods, capacity, count)?;
        let mut found = Vec::new();
        ffi::handle(replay)?.0.with_dependent(|_, replay| {
            let board = replay.position().octi();
            for (point, pod) in board.into_iter().flat_map(|board| &board.pods) {
                let pod = kifu_pod {
                    point: kifu_point::of(*point),
                    color: color_code(Some(pod.color)),
                    prongs: pod.prongs.bits(),
                    super_prongs: pod.super_prongs.bits(),
                };
                // They are few, and a generic sort takes 5 kB of the library.
                let key = |pod: &kifu_pod| (pod.point.y, pod.point.x);
                let place = found.partition_point(|other| key(other) <= key(&pod));
                found.insert(place, pod);
            }
        });
        Ok(list.write(found.into_iter()))
    })
}

/// Gives all links between pegs (`TwixT`): as many as there is room for.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_links(
    replay: Option<&kifu_replay>,
    links: *mut kifu_link,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(links, capacity, count)?;
        let mut found = Vec::new();
        ffi::handle(replay)?.0.with_dependent(|_, replay| {
            replay.position().links(&mut |from, to, color| {
                let (from, to) = (kifu_point::of(from), kifu_point::of(to));
                let color = color_code(Some(color));
                found.push(kifu_link { from, to, color });
            });
        });
        Ok(list.write(found.into_iter()))
    })
}

/// Writes a note on the node that a replay is at, from 0, to `buffer` in the way of `snprintf`: a move against the
/// rules, or a value that cannot be read. `KIFU_NONE` after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_replay_note(
    replay: Option<&kifu_replay>,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let note = ffi::handle(replay)?
            .0
            .with_dependent(|_, replay| replay.notes().get(index).map(ToString::to_string));
        into.answer(note)
    })
}

/// Makes a board of Go with the position at a node and the history of the game. `KIFU_UNSUPPORTED` in other games, as
/// `kifu_replay_kind` names them.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_board_at(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    board: Option<&mut MaybeUninit<Option<Box<kifu_board>>>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::new(board)?;
        let node = ffi::handle(collection)?.state().node(node)?;
        let replay = Replay::of(node.game());
        if !replay.is_ok_and(|replay| replay.position().game() == Game::Go) {
            let message = "the game is not Go";
            return Err(Failure::new(kifu_status::KIFU_UNSUPPORTED, message));
        }
        let replay = kifu_games::go::Replay::at(node);
        *out = Some(kifu_board::of(replay.game().clone()));
        Ok(kifu_status::KIFU_OK)
    })
}
