use kifu_games::othello::Board;
use kifu_sgf::value::{self, Color, DateList, GameResult, Size};
use kifu_sgf::{GameTree, Node};

use super::{GAME, HEADER, PLAYER, TOURNAMENT};
use crate::loss::{Losses, Words};
use crate::{Refusal, go};

/// Writes a file of games.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let count = u32::try_from(games.len()).map_err(|_| Refusal::TooManyGames {
        message: "WTHOR holds 4294967295 games".to_owned(),
    })?;
    let year = games.iter().find_map(|game| year(game.root()));
    let mut bytes = Vec::with_capacity(HEADER + GAME * games.len());
    // The day the file was made is not known here: the first of 2000.
    bytes.extend([20, 0, 1, 1]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(0_u16.to_le_bytes());
    bytes.extend(year.unwrap_or(0).to_le_bytes());
    bytes.extend([0; 4]);
    for &game in games {
        let root = game.root();
        let size = root.value("SZ").map(value::size::parse_lenient);
        if !matches!(size, None | Some(Ok(_)))
            || size.is_some_and(|size| size.is_ok_and(|size| size.value != Size::of::<8, 8>()))
        {
            return Err(Refusal::board("WTHOR supports boards of 8×8 points only"));
        }
        if root.has("AB") || root.has("AW") {
            return Err(Refusal::Setup {
                message: "WTHOR supports the usual start only, and this game has a setup"
                    .to_owned(),
            });
        }
        let is_plain = root
            .value("DT")
            .is_none_or(|raw| year.is_some_and(|year| raw.trim() == format!("{year:04}")));
        if !is_plain {
            losses.property("DT");
        }
        bytes.extend(one(game, losses));
    }
    Ok(bytes)
}

fn year(root: Node<'_>) -> Option<u16> {
    let dates = DateList::parse_lenient(root.value("DT")?).ok()?.value;
    Some(dates.dates().first()?.year())
}

fn one(game: GameTree<'_>, losses: &mut Losses) -> [u8; GAME] {
    let root = game.root();
    let mut bytes = [0; GAME];
    for (at, property, words) in [(0, "EV", TOURNAMENT), (2, "PB", PLAYER), (4, "PW", PLAYER)] {
        let Some(text) = root.simple_text(property) else {
            continue;
        };
        // Names are in other files.
        match text
            .strip_prefix(words)
            .and_then(|number| number.parse::<u16>().ok())
        {
            Some(index @ 1..) => bytes[at..at + 2].copy_from_slice(&index.to_le_bytes()),
            _ => losses.property(property),
        }
    }
    let mut board = Board::new(Size::of::<8, 8>());
    let mut color = Color::Black;
    let mut places = bytes[8..].iter_mut();
    let mut is_off = false;
    for node in game.main_line().skip(1) {
        for (own, point) in go::moves(node, Size::of::<8, 8>(), losses) {
            let Some(point) = point else {
                // It is not stored, and must be one that is forced.
                if board.can_move(own) || own != color {
                    losses.property(crate::draft::identifier(own));
                }
                color = own.opponent();
                continue;
            };
            if is_off || own != color || !board.can_move(color) || !board.play(point, color) {
                // After an impossible move, later moves cannot be trusted.
                is_off = true;
                losses.other([
                    "move against the rules, and all after it",
                    "moves against the rules, and all after them",
                ]);
                continue;
            }
            if let Some(place) = places.next() {
                // At most 88.
                *place = ((point.y + 1) * 10 + point.x + 1) as u8;
            }
            color = color.opponent();
        }
    }
    let score = score(root, &board, losses);
    bytes[6] = score;
    bytes[7] = score;
    bytes
}

const NO_RESULT: Words = [
    "unfinished game without a result, written with a score by its last position",
    "unfinished games without a result, written with a score by their last positions",
];

/// The score of Black by the board: 64 at most.
fn black_discs(board: &Board) -> u8 {
    board.score() as u8
}

/// The score of Black by the result, else by the board: the format has a number only.
fn score(root: Node<'_>, board: &Board, losses: &mut Losses) -> u8 {
    let Some(raw) = root.value("RE") else {
        if [Color::Black, Color::White]
            .into_iter()
            .any(|color| board.can_move(color))
        {
            losses.other(NO_RESULT);
        }
        return black_discs(board);
    };
    let margin = match GameResult::parse_lenient(raw).map(|read| read.value) {
        Ok(GameResult::Draw) => Some(0.0),
        Ok(GameResult::Win {
            winner: Color::Black,
            margin: Some(margin),
            reason: None,
        }) => Some(margin.get()),
        Ok(GameResult::Win {
            margin: Some(margin),
            reason: None,
            ..
        }) => Some(-margin.get()),
        _ => None,
    };
    let discs = (0..=64).find(|discs| margin == Some(f64::from(*discs) * 2.0 - 64.0));
    discs.unwrap_or_else(|| {
        losses.property("RE");
        black_discs(board)
    })
}
