//! Amazons: a queen moves, and an arrow blocks a cell.

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::games::amazons;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Outcome, Pieces};
use crate::{Note, Notes, Piece, Play, position};

#[derive(Debug)]
pub(crate) struct Amazons;

impl Pieces for Amazons {
    const GAME: Game = Game::Amazons;
    const PIECE: fn(Color) -> Piece = Piece::Queen;
    const FIRST: Color = Color::White;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let size = position::size(tree, Game::Amazons, notes);
        let mut grid = Grid::new(size);
        if !position::has_setup(tree) && size == Size::of::<10, 10>() {
            for (color, points) in [
                (Color::Black, [(3, 9), (6, 9), (0, 6), (9, 6)]),
                (Color::White, [(3, 0), (6, 0), (0, 3), (9, 3)]),
            ] {
                for point in points {
                    grid.set(point.into(), Some(Piece::Queen(color)));
                }
            }
        }
        (Self, grid)
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        let read = amazons::Move::parse_lenient(play.value, grid.size)?.value;
        let [from, to, arrow] = [read.from, read.to, read.arrow];
        let queen = Some(Piece::Queen(play.color));
        if grid.get(from) != queen {
            let rule = "no amazon of the player stands where the move begins";
            notes.rule(play.value, rule);
        }
        grid.set(from, None);
        grid.set(to, queen);
        grid.set(arrow, Some(Piece::Blocked));
        Ok(Some(to).into())
    }

    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        let read = amazons::Move::parse_lenient(raw, size).ok()?;
        Some(read.value.to)
    }
}
