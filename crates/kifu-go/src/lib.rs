//! The game of Go: boards, rules, captures, ko, scoring, symmetries.
//!
//! # Promises
//!
//! No dependency except `kifu-board`, `no_std` with `alloc`, no unsafe code, no panic, no recursion, no allocation in
//! a move. It does not read files; positions of SGF trees are in `kifu-games`.
//!
//! # Layers
//!
//! | type | contents |
//! |---|---|
//! | [`BareBoard`] | stones and captures: the fastest way to the end of a game |
//! | [`Board`] | the position: also its hash, groups and liberties, symmetries |
//! | [`Game`] | also the player to move, prisoners, ko and superko, and how to undo |
//!
//! # Check a game
//!
//! ```
//! use kifu_go::{Color, Game, Illegal, Point, Rules, Size};
//!
//! let moves = ["aa", "ba", "bb", "ca", "ab"];
//! let mut game = Game::new(Size::NINE, Rules::AGA);
//! for text in moves {
//!     let [x, y] = text.as_bytes() else { unreachable!() };
//!     let point = Point::from_letters(*x, *y).expect("letters");
//!     let played = game.play(game.to_play(), point);
//!     assert_eq!(played.illegal, None);
//! }
//! let taken = game.play(Color::White, Point::new(0, 0));
//! assert!(matches!(taken.illegal, Some(Illegal::Occupied { by: Color::Black, .. })));
//! ```
//!
//! # Count a game
//!
//! ```
//! use kifu_go::{Board, Color, Game, Rules};
//!
//! let board = Board::from_text("
//!     . X X O .
//!     X X O O .
//!     . X X O O
//!     . X O O .
//!     . X O . .
//! ")?;
//! let game = Game::from_board(board, Rules::CHINESE, Color::Black);
//! assert_eq!(game.score(0.5, &[]).to_string(), "W+1.5");
//! # Ok::<(), kifu_go::BoardTextError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod alive;
mod bare;
mod board;
mod change;
mod dead;
mod game;
mod group;
mod handicap;
mod history;
mod illegal;
mod open;
mod rules;
mod score;
mod seki;
mod zobrist;

pub use kifu_board::{Color, Coordinates, Move, OffBoard, Point, Size, SizeError, Symmetry};

pub use self::{
    bare::{BareBoard, CapturedStones},
    board::{Board, BoardTextError},
    game::{Game, MoveResult},
    group::Group,
    handicap::{handicap_points, star_points},
    illegal::Illegal,
    rules::{HandicapBonus, Ko, Rules, Scoring},
    score::{Count, Score, Side},
};
