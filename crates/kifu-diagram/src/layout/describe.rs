//! Describes a scene in words, for people who cannot see it.

use core::fmt::Write as _;

use crate::Lang;
use crate::scene::{Board, Color, Point, Scene};

/// The name of a board, with its columns and rows where they vary.
fn board_name(scene: &Scene) -> String {
    let [english, japanese, simplified, traditional, korean] = match scene.board {
        Board::Lines => ["board", "の盤", "棋盘", "棋盤", "판"],
        Board::Cells { .. } => [
            "board of squares",
            "マスの盤",
            "方格棋盘",
            "方格棋盤",
            "칸 판",
        ],
        Board::Hex => [
            "board of hexagons",
            "六角マスの盤",
            "六角格棋盘",
            "六角格棋盤",
            "육각 칸 판",
        ],
        Board::Holes => ["peg board", "の穴の盤", "孔棋盘", "孔棋盤", "구멍 판"],
        Board::Backgammon(_) => [
            "Backgammon board",
            "バックギャモン盤",
            "双陆棋盘",
            "雙陸棋盤",
            "백개먼 판",
        ],
        Board::Octi(_) => ["Octi board", "のOcti盤", "Octi棋盘", "Octi棋盤", "Octi 판"],
    };
    let name = match scene.lang {
        Lang::English => english,
        Lang::Japanese => japanese,
        Lang::ChineseSimplified => simplified,
        Lang::ChineseTraditional => traditional,
        Lang::Korean => korean,
    };
    if matches!(scene.board, Board::Backgammon(_)) {
        return name.to_owned();
    }
    let blank = if scene.lang.is_solid() { "" } else { " " };
    format!("{}x{}{blank}{name}", scene.columns, scene.rows)
}

/// The part of the board that is shown.
fn part(lang: Lang, from: &str, to: &str) -> String {
    match lang {
        Lang::English => format!("the part from {from} to {to}"),
        Lang::Japanese => format!("{from}から{to}まで"),
        Lang::ChineseSimplified | Lang::ChineseTraditional => format!("{from}至{to}"),
        Lang::Korean => format!("{from}부터 {to}까지"),
    }
}

/// Returns the title, in a few words.
pub(super) fn title_of(scene: &Scene) -> String {
    [&scene.title, &scene.caption, &scene.subject]
        .into_iter()
        .find(|text| !text.is_empty())
        .cloned()
        .unwrap_or_else(|| board_name(scene))
}

/// The picture in words: the size, the part shown, how many pieces, whose turn.
pub(crate) fn describe(scene: &Scene) -> String {
    let mut text = board_name(scene);
    let comma = scene.lang.comma();
    let window = scene.window();
    if window.rect.columns() < scene.columns || window.rect.rows() < scene.rows {
        let corner = |x, y| scene.point_name(Point::new(x, y));
        let from = corner(window.rect.left, window.rect.bottom);
        let to = corner(window.rect.right, window.rect.top);
        let _ = write!(text, "{comma}{}", part(scene.lang, &from, &to));
    }
    let mut counts = [0_u32; 2];
    for (_, spot) in scene.shown() {
        if let Some(side) = spot.piece.and_then(crate::Piece::side) {
            counts[usize::from(side == Color::White)] += 1;
        }
    }
    if let Board::Octi(octi) = &scene.board {
        let shown = octi.pods.keys().filter(|point| window.shows(**point));
        for pod in shown.flat_map(|point| scene.pods(*point)) {
            counts[usize::from(pod.side == Color::White)] += 1;
        }
    }
    if counts != [0; 2] {
        let _ = write!(
            text,
            "{comma}{} {}{comma}{} {}",
            scene.names.black, counts[0], scene.names.white, counts[1]
        );
    }
    let (end, blank) = if scene.lang.is_solid() {
        ("。", "")
    } else {
        (".", " ")
    };
    text.push_str(end);
    for line in [scene.status_line(), scene.notes_line()] {
        if !line.is_empty() {
            let _ = write!(text, "{blank}{line}{end}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::scene::{Color, Note, Piece, Place, Point, Rect, Scene};
    use crate::{Board, Lang};

    #[test]
    fn a_description_is_in_the_language_of_the_captions() {
        for (lang, expected) in [
            (
                Lang::English,
                "9x9 board, the part from A5 to E9, Black 1, White 0. Black to play. 3 at B8.",
            ),
            (
                Lang::Japanese,
                "9x9の盤、A5からE9まで、黒 1、白 0。黒番。3はB8の点。",
            ),
            (
                Lang::ChineseSimplified,
                "9x9棋盘，A5至E9，黑 1，白 0。黑先。3＝B8。",
            ),
            (
                Lang::Korean,
                "9x9 판, A5부터 E9까지, 흑 1, 백 0. 흑 차례. 3…B8의 곳.",
            ),
        ] {
            let mut scene = Scene::go(9, 9);
            scene.lang = lang;
            scene.names = lang.names();
            scene.to_play = Some(Color::Black);
            scene.spot(Point::new(1, 1)).piece = Some(Piece::Stone(Color::Black));
            scene.crop = Some(Rect::new(Point::new(0, 0), Point::new(4, 4)));
            scene.notes.push(Note {
                number: 3,
                side: None,
                place: Place::Point(Point::new(1, 1)),
            });
            assert_eq!(describe(&scene), expected);
        }
        let mut scene = Scene::go(9, 9);
        scene.lang = Lang::Japanese;
        scene.board = Board::Hex;
        assert_eq!(describe(&scene), "9x9六角マスの盤。");
    }
}
