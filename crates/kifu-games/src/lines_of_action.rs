//! Lines of Action: pieces move, and capture pieces they land on.

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::games::lines_of_action;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Made, Outcome, Pieces};
use crate::notation::loa_point;
use crate::{Notation, Note, NoteKind, Notes, Piece, Play, position};

#[derive(Debug)]
pub(crate) struct LinesOfAction {
    inverted: bool,
    /// Whether a point that a piece has left is blocked (Gemma).
    blocks: bool,
}

/// Initial setup of a game (`SU`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Standard,
    ScrambledEggs,
    Parachute,
    /// The setup of [`Standard`](Self::Standard); only the rules differ.
    Gemma,
    /// The setup properties of the record.
    Custom,
}

impl Start {
    fn of(name: &str) -> Option<Self> {
        const NAMES: [(&str, Start); 6] = [
            ("", Start::Standard),
            ("standard", Start::Standard),
            ("scrambledeggs", Start::ScrambledEggs),
            ("parachute", Start::Parachute),
            ("gemma", Start::Gemma),
            ("custom", Start::Custom),
        ];
        let letters = || name.chars().filter(char::is_ascii_alphabetic);
        let lower = || letters().map(|letter| letter.to_ascii_lowercase());
        let start = NAMES.iter().find(|(name, _)| name.chars().eq(lower()));
        start.map(|&(_, start)| start)
    }

    /// Puts the pieces on an empty board; the corners stay empty in all setups.
    ///
    /// The standard only names the setups. These are the ones of `BoardSpace`, whose author wrote that page. In the
    /// standard one Black is at the top and the bottom, White at the sides. In *Scrambled eggs* the colors alternate
    /// around the board; in *Parachute* they alternate along the sides only. Both have Black on a2 and White on h2.
    fn set_up(self, grid: &mut Grid) {
        let (columns, rows) = (grid.size.columns(), grid.size.rows());
        let mut put = |x, y, is_black| {
            let side = if is_black { Color::Black } else { Color::White };
            grid.set(Point::new(x, y), Some(Piece::Stone(side)));
        };
        let inner = |side: u16| 1..side.saturating_sub(1);
        let (right, bottom) = (columns.saturating_sub(1), rows.saturating_sub(1));
        if matches!(self, Self::Standard | Self::Gemma | Self::ScrambledEggs) {
            for x in inner(columns) {
                let is_black = |odd| self != Self::ScrambledEggs || (x % 2 == 1) == odd;
                put(x, bottom, is_black(false));
                put(x, 0, is_black(true));
            }
        }
        if self != Self::Custom {
            let alternates = matches!(self, Self::ScrambledEggs | Self::Parachute);
            for y in inner(rows) {
                // Rows are counted from the bottom.
                let is_odd = (bottom - y) % 2 == 1;
                put(0, y, alternates && is_odd);
                put(right, y, alternates && !is_odd);
            }
        }
    }
}

impl Pieces for LinesOfAction {
    const GAME: Game = Game::LinesOfAction;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let size = position::size(tree, Game::LinesOfAction, notes);
        let mut grid = Grid::new(size);
        let root = tree.root();
        let name = root.value("SU").unwrap_or_default();
        let start = Start::of(name);
        if !position::has_setup(tree) {
            match start {
                Some(start) => start.set_up(&mut grid),
                None => notes.push(Note::new(root, name, NoteKind::UnknownStart)),
            }
        }
        let pieces = Self {
            blocks: start == Some(Start::Gemma),
            inverted: root
                .value("IY")
                .is_some_and(|raw| raw.trim().eq_ignore_ascii_case("true")),
        };
        (pieces, grid)
    }

    fn notation(&self, size: Size) -> Notation {
        Notation::LinesOfAction {
            size,
            inverted: self.inverted,
        }
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        use lines_of_action::Move as Read;
        match Read::parse_lenient(play.value, grid.size)?.value {
            Read::Step { from, to, .. } => {
                let at = |point| loa_point(point, grid.size, self.inverted);
                let [from, to] = [from, to].map(at);
                let piece = Some(Piece::Stone(play.color));
                if grid.get(from) != piece {
                    let rule = "no piece of the player stands where the move begins";
                    notes.rule(play.value, rule);
                }
                if grid.get(to) == Some(Piece::Blocked) {
                    notes.rule(play.value, "the point the move goes to is blocked");
                }
                grid.set(from, self.blocks.then_some(Piece::Blocked));
                grid.set(to, piece);
                Ok(Some(to).into())
            }
            Read::Escape => {
                // The standard gives the word no point.
                notes.rule(
                    play.value,
                    "the record does not say which piece escapes; all stay",
                );
                Ok(Made::default())
            }
            Read::Pass | Read::Resign | Read::Forfeit => Ok(Made::default()),
        }
    }

    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        match lines_of_action::Move::parse_lenient(raw, size).ok()?.value {
            lines_of_action::Move::Step { to, .. } => Some(loa_point(to, size, self.inverted)),
            _ => None,
        }
    }
}
