//! Empty board of a game, and its kinds of pieces.

use kifu_games::{Notation, Position};
use kifu_sgf::schema::Game;

use crate::scene::{self, Axis, Board, Color, CoordinateLabels, Piece, Point, Scene};

/// Whether a move puts one piece on a point, which can then carry the move number.
pub(super) fn has_numbers(game: Game) -> bool {
    !matches!(
        game,
        Game::Amazons
            | Game::Backgammon
            | Game::Chess
            | Game::Gess
            | Game::LinesOfAction
            | Game::Octi
    )
}

/// The empty board of a position, with the coordinates of its game.
pub fn board(position: &dyn Position) -> Scene {
    let size = match position.notation() {
        Notation::Backgammon => return Scene::new(Board::Backgammon(Box::default()), 26, 1),
        Notation::GoLike(size)
        | Notation::Labeled(size)
        | Notation::Chess(size)
        | Notation::Octi(size)
        | Notation::LinesOfAction { size, .. } => size,
    };
    let (columns, rows) = (size.columns(), size.rows());
    let (board, coordinates) = match position.game() {
        Game::Othello => (
            Board::Cells { checkered: false },
            CoordinateLabels::letters_down(),
        ),
        Game::Amazons | Game::Chess => (
            Board::Cells { checkered: true },
            CoordinateLabels::letters_up(),
        ),
        Game::Gess => (
            Board::Cells { checkered: false },
            CoordinateLabels::letters_up(),
        ),
        Game::LinesOfAction => {
            let is_inverted =
                matches!(position.notation(), Notation::LinesOfAction { inverted, .. } if inverted);
            let coordinates = if is_inverted {
                CoordinateLabels::letters_down()
            } else {
                CoordinateLabels::letters_up()
            };
            (Board::Cells { checkered: true }, coordinates)
        }
        Game::Octi => (Board::Octi(Box::default()), CoordinateLabels::numbers_up()),
        Game::Hex => (Board::Hex, CoordinateLabels::letters_down()),
        Game::TwixT => (Board::Holes, CoordinateLabels::letters_down()),
        Game::Gomoku => return gomoku(columns, rows),
        _ => return Scene::go(columns, rows),
    };
    let mut scene = Scene::new(board, columns, rows);
    scene.coordinates = coordinates;
    scene
}

fn gomoku(columns: u16, rows: u16) -> Scene {
    let mut scene = Scene::go(columns, rows);
    scene.coordinates = CoordinateLabels {
        columns: Axis::AllLetters,
        ..CoordinateLabels::western()
    };
    if (columns, rows) == (15, 15) {
        let stars = [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)];
        scene.stars = stars.map(Point::from).to_vec();
    }
    scene
}

/// Puts the pieces of a position into a scene.
pub(super) fn add_pieces(scene: &mut Scene, position: &dyn Position) {
    if let Some(board) = position.octi() {
        scene.board = Board::Octi(Box::new(octi(board)));
        return;
    }
    position.pieces(&mut |point, piece| {
        scene.spot(point).piece = match piece {
            kifu_games::Piece::Stone(color) => Some(Piece::Stone(color)),
            kifu_games::Piece::Queen(color) => Some(Piece::Queen(color)),
            kifu_games::Piece::Peg(color) => Some(Piece::Peg(color)),
            kifu_games::Piece::Chess(color, role) => Some(Piece::Chess(color, role)),
            // Pieces of games to come look like blocked points.
            _ => Some(Piece::Burnt),
        };
    });
    position.links(&mut |from, to, color: Color| scene.links.push((from, to, color)));
    if let Some(board) = position.backgammon() {
        scene.board = Board::Backgammon(Box::new(backgammon(board)));
    }
}

fn octi(board: &kifu_games::octi::Board) -> scene::Octi {
    let mut octi = scene::Octi {
        squares: board
            .squares
            .clone()
            .map(|points| points.into_iter().collect()),
        ..scene::Octi::default()
    };
    for (point, pod) in &board.pods {
        octi.pods.entry(*point).or_default().push(scene::Pod {
            side: pod.color,
            prongs: pod.prongs.bits(),
            super_prongs: pod.super_prongs.bits(),
        });
    }
    octi
}

fn backgammon(board: &kifu_games::backgammon::Board) -> scene::Backgammon {
    scene::Backgammon {
        points: board.points.map(|stack| scene::Stack {
            count: stack.count,
            side: stack.side,
        }),
        bar: board.bar,
        tray: board.tray,
        dice: board.dice.clone(),
        turn: board.turn,
        cube: board.cube.map(|cube| scene::Cube {
            value: cube.value,
            owner: cube.owner,
        }),
    }
}
