//! The valid symmetries of each game.

use std::fmt;

use kifu_go::Symmetry;
use kifu_sgf::GameTree;
use kifu_sgf::games::{little_golem, twixt};
use kifu_sgf::schema::{Game, Notation};
use kifu_sgf::value::{self, Size};

/// The reason why a game cannot be turned as requested.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The number of the game is unknown, or its notation of points is undefined.
    Notation(Option<Game>),
    /// The size of the board cannot be read.
    Size,
    /// The board has points without a name in the notation of the game, such as those of Go beyond 52 columns or rows.
    TooLarge {
        /// The game.
        game: Game,
        /// The size of the board.
        size: Size,
    },
    /// The symmetry exchanges columns and rows, and a value that is no point of the board would be one of the turned
    /// board.
    OffBoard {
        /// The property with the value, as text: `W[dp]`.
        value: String,
        /// The size of the board.
        size: Size,
    },
    /// The rules of the game distinguish directions.
    Direction(Game),
    /// The symmetry changes the board, or exchanges the goals of the players unless their colors are exchanged too (or,
    /// conversely, only then keeps them).
    Goals(Game),
    /// The game begins with pieces that are not in the record, and their position would change.
    Start(Game),
    /// A move of `TwixT` adds or removes links one by one.
    Links,
    /// The moves use the notation of files from Little Golem.
    LittleGolem,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(Some(game)) => write!(
                f,
                "points of {game} have no standard notation, so they cannot be turned"
            ),
            Self::Notation(None) => {
                f.write_str("the game is unknown (`GM`), so its points cannot be turned")
            }
            Self::Size => {
                f.write_str("the size of the board (`SZ`) cannot be read; correct it first")
            }
            Self::TooLarge { game, size } => write!(
                f,
                "not all points of a board of {}×{} have a name in {game}, so they cannot be turned; correct `SZ` first",
                size.columns(),
                size.rows()
            ),
            Self::OffBoard { value, size } => write!(
                f,
                "`{value}` is off the board of {}×{}, and would be on the turned one; correct it first",
                size.columns(),
                size.rows()
            ),
            Self::Direction(game) => write!(
                f,
                "the rules of {game} depend on directions of the board, so it cannot be turned"
            ),
            Self::Goals(game) => write!(
                f,
                "in {game} each color has its own edges: exchange the colors if, and only if, columns and rows are exchanged"
            ),
            Self::Start(game) => write!(
                f,
                "the turned board would not match the starting position of {game}; change whether colors are exchanged, or set up the pieces in the root"
            ),
            Self::Links => f.write_str("a move of TwixT with links in it cannot be turned"),
            Self::LittleGolem => {
                f.write_str("the moves are in the notation of Little Golem; convert the file first")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// The game and the size of its board, if the game stays the same under the transformation.
pub(super) fn check(
    tree: GameTree<'_>,
    symmetry: Symmetry,
    swaps: bool,
) -> Result<(Game, Size), Refusal> {
    let game = tree.kind().ok_or(Refusal::Notation(None))?;
    if game.notation() == Notation::Undefined {
        return Err(Refusal::Notation(Some(game)));
    }
    if matches!(game, Game::Backgammon | Game::Octi) {
        return Err(Refusal::Direction(game));
    }
    let is_little_golem = || {
        let mut properties = tree.main_line().take(3).flat_map(|node| node.properties());
        !tree.root().has("GM")
            && properties
                .any(|property| little_golem::is_move_identifier(property.written_identifier()))
    };
    if is_little_golem() {
        return Err(Refusal::LittleGolem);
    }
    let size = match tree.root().value("SZ") {
        Some(raw) => value::size::parse_lenient(raw).ok().map(|read| read.value),
        None => value::size::default_of(game),
    };
    let size = size.ok_or(Refusal::Size)?;
    if symmetry != Symmetry::Identity && !value::size::fits(size, game) {
        return Err(Refusal::TooLarge { game, size });
    }
    fits(tree, game, size, symmetry, swaps)?;
    Ok((game, size))
}

fn fits(
    tree: GameTree<'_>,
    game: Game,
    size: Size,
    symmetry: Symmetry,
    swaps: bool,
) -> Result<(), Refusal> {
    use Symmetry::{Identity, MirrorColumns, MirrorRows, Rotate90, Rotate180, Rotate270};

    let transposes = symmetry.transposes();
    let has_setup = || {
        let root = tree.root();
        ["AB", "AW", "AE", "AA"].iter().any(|id| root.has(id))
    };
    // Whether the implied initial pieces, without those of the record, are unchanged.
    let keeps_start = match game {
        Game::Othello | Game::Ataxx => {
            // The colors are diagonally opposite: a mirror or a quarter turn exchanges them.
            let exchanges = matches!(symmetry, MirrorColumns | MirrorRows | Rotate90 | Rotate270);
            exchanges == swaps
        }
        Game::Amazons => {
            // Left and right are equal, top and bottom have the colors.
            let exchanges = matches!(symmetry, MirrorRows | Rotate180);
            size == Size::of::<10, 10>() && !transposes && exchanges == swaps
        }
        Game::Gess => matches!((symmetry, swaps), (Identity, false) | (MirrorRows, true)),
        Game::LinesOfAction => {
            let start = tree.root().simple_text("SU").unwrap_or_default();
            match start.trim().to_ascii_lowercase().as_str() {
                // Black at the top and the bottom, White at the sides.
                "" | "standard" | "gemma" => transposes == swaps,
                "custom" => true,
                _ => (symmetry, swaps) == (Identity, false),
            }
        }
        Game::Hex => {
            // The points of a row touch those above on one side only.
            if !matches!(
                symmetry,
                Identity | Rotate180 | Symmetry::Transpose | Symmetry::AntiTranspose
            ) {
                return Err(Refusal::Direction(game));
            }
            if transposes != swaps {
                return Err(Refusal::Goals(game));
            }
            true
        }
        Game::TwixT => {
            if transposes != swaps {
                return Err(Refusal::Goals(game));
            }
            let is_long = |raw: &str| {
                matches!(twixt::Move::parse_lenient(raw, size), Ok(read)
                    if matches!(read.value, twixt::Move::Long(raw)
                        if raw.bytes().any(|byte| byte.is_ascii_digit())))
            };
            let mut nodes = tree.nodes();
            if symmetry != Identity
                && nodes.any(|node| node.play().is_some_and(|(_, raw)| is_long(raw)))
            {
                return Err(Refusal::Links);
            }
            true
        }
        // An empty board on which all directions are equivalent.
        _ => true,
    };
    if keeps_start || has_setup() {
        Ok(())
    } else {
        Err(Refusal::Start(game))
    }
}
