//! The result of a game in words.

use crate::Lang;
use crate::scene::Color;

/// Returns the result `raw` in words: `White wins by resignation`. `None` for an unknown result and for other texts.
/// `is_go`: East Asian languages count points in their unit of Go.
pub(super) fn words(raw: &str, lang: Lang, is_go: bool) -> Option<String> {
    let of = |words: [&'static str; 5]| words[lang as usize];
    match raw {
        "0" | "Draw" => return Some(of(["Draw", "引き分け", "和棋", "和棋", "무승부"]).to_owned()),
        "Void" => {
            return Some(of(["No result", "無勝負", "无胜负", "無勝負", "무효"]).to_owned());
        }
        _ => {}
    }
    let (winner, how) = raw.split_once('+')?;
    let winner = match winner {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let pattern = match how {
        "" => of(["# wins", "#勝ち", "#胜", "#勝", "# 승"]),
        "R" | "Resign" => of([
            "# wins by resignation",
            "#中押し勝ち",
            "#中盘胜",
            "#中盤勝",
            "# 불계승",
        ]),
        "T" | "Time" => of([
            "# wins on time",
            "#時間切れ勝ち",
            "#超时胜",
            "#超時勝",
            "# 시간승",
        ]),
        "F" | "Forfeit" => of([
            "# wins by forfeit",
            "#反則勝ち",
            "#对方判负",
            "#對方判負",
            "# 반칙승",
        ]),
        "1" if lang == Lang::English => "# wins by 1 point",
        points if is_points(points) && (is_go || lang == Lang::English) => of([
            "# wins by @ points",
            "#@目勝ち",
            "#胜@目",
            "#勝@目",
            "# @집승",
        ]),
        _ => return None,
    };
    let names = lang.names();
    Some(pattern.replace('#', names.of(winner)).replace('@', how))
}

/// Whether a text is a number of points.
fn is_points(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::Lang;

    #[test]
    fn results_are_words() {
        for (raw, english, japanese) in [
            ("W+Resign", "White wins by resignation", "白中押し勝ち"),
            ("B+R", "Black wins by resignation", "黒中押し勝ち"),
            ("B+3.5", "Black wins by 3.5 points", "黒3.5目勝ち"),
            ("B+1", "Black wins by 1 point", "黒1目勝ち"),
            ("W+T", "White wins on time", "白時間切れ勝ち"),
            ("W+F", "White wins by forfeit", "白反則勝ち"),
            ("W+", "White wins", "白勝ち"),
            ("0", "Draw", "引き分け"),
            ("Void", "No result", "無勝負"),
        ] {
            let of = |lang| words(raw, lang, true);
            assert_eq!(of(Lang::English).as_deref(), Some(english));
            assert_eq!(of(Lang::Japanese).as_deref(), Some(japanese));
        }
        for raw in ["?", "", "B+6R", "White won", "B+?"] {
            assert_eq!(words(raw, Lang::English, true), None);
        }
    }
}
