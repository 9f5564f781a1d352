//! Results in other words than those of the standard.

use super::{Color, GameResult, Real, Reason, Repair};
use crate::value::{komi, scan};

const DRAW: &[&str] = &[
    "draw",
    "drawn",
    "jigo",
    "tie",
    "the game is a draw",
    "持碁",
    "ジゴ",
    "和棋",
    "和局",
    "무승부",
];

const VOID: &[&str] = &[
    "void",
    "no result",
    "unfinished",
    "not finished",
    "suspended",
    "game suspended",
    "adjourned",
    "has adjourned",
    "無勝負",
    "无胜负",
    "打掛",
    "打ち掛け",
    "打挂",
];

const RESIGNATION: &[&str] = &[
    "r",
    "res",
    "resign",
    "resigns",
    "resigned",
    "resignation",
    "中盘",
    "中盤",
    "中押し",
    "中押",
    "불계",
];

const TIME: &[&str] = &[
    "t",
    "time",
    "timeout",
    "time out",
    "time over",
    "timed out",
    "时间",
    "時間",
    "超时",
    "超時",
    "時間切れ",
    "시간",
];

const FORFEIT: &[&str] = &["f", "forfeit", "forfeits", "forfeited"];

const BLACK: &[&str] = &["black", "b", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "w", "白", "백"];

/// Reads `text`, trimmed, if it can mean one thing only.
pub(super) fn read(text: &str) -> Option<(GameResult, Repair)> {
    let repair = Repair::ResultWording;
    let text = text.trim_end_matches(['.', '。', '!']);
    if scan::is_one_of(text, DRAW) {
        return Some((GameResult::Draw, repair));
    }
    if scan::is_one_of(text, VOID) {
        return Some((GameResult::Void, repair));
    }
    if text.eq_ignore_ascii_case("unknown") || text == "？" {
        return Some((GameResult::Unknown, repair));
    }
    if let Some(result) = decision(text) {
        let repair = match GameResult::parse(&text.to_ascii_uppercase()) {
            Ok(strict) if strict == result => Repair::LetterCase,
            _ => repair,
        };
        return Some((result, repair));
    }
    // A remark in brackets behind a whole result: `W+R (152 moves)`.
    let (head, remark) = text.split_once(" (")?;
    let head = scan::trim(head);
    let remark = remark.strip_suffix(')')?;
    if remark.contains(['(', ')']) {
        return None;
    }
    let result = GameResult::parse(head).ok().or_else(|| decision(head))?;
    Some((result, Repair::ResultRemark))
}

/// Reads who won and how: `B + 3.5`, `black wins by resignation`, `White resigned`, `白胜3目半`.
fn decision(text: &str) -> Option<GameResult> {
    let (player, rest) = player(text)?;
    let rest = rest.trim_start();
    if let Some(how) = rest.strip_prefix(['+', '＋']) {
        return how_won(player, scan::trim(how));
    }
    for verb in ["wins", "won", "win", "胜", "勝ち", "勝", "승"] {
        if let Some(how) = after_word(rest, verb) {
            return how_won(player, strip_preposition(how));
        }
    }
    for verb in ["loses", "lost"] {
        if let Some(how) = after_word(rest, verb) {
            return how_won(player.other(), strip_preposition(how));
        }
    }
    let loser = [
        (&["resigns", "resigned", "resign"][..], Reason::Resignation),
        (&["timed out", "times out"], Reason::Time),
        (&["forfeits", "forfeited"], Reason::Forfeit),
    ];
    for (words, reason) in loser {
        if scan::is_one_of(rest, words) {
            return Some(GameResult::win_because(player.other(), reason));
        }
    }
    // Without a verb in front the words of the East have it behind: `黑中盘胜`, `白3目半勝ち`.
    for verb in ["胜", "勝ち", "勝", "승"] {
        if let Some(how) = rest.strip_suffix(verb) {
            return how_won(player, scan::trim(how));
        }
    }
    None
}

/// The player `text` begins with, as a whole word.
fn player(text: &str) -> Option<(Color, &str)> {
    let names = [(Color::Black, BLACK), (Color::White, WHITE)];
    names.into_iter().find_map(|(color, names)| {
        names.iter().find_map(|name| {
            let rest = scan::strip_prefix_ignore_case(text, name)?;
            let is_word = !name.is_ascii() || !rest.starts_with(char::is_alphabetic);
            is_word.then_some((color, rest))
        })
    })
}

/// What stands behind `word` at the beginning of `text`.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = scan::strip_prefix_ignore_case(text, word)?;
    (!word.is_ascii() || !rest.starts_with(char::is_alphanumeric)).then(|| scan::trim(rest))
}

fn strip_preposition(how: &str) -> &str {
    ["by", "on", "with", "through"]
        .iter()
        .find_map(|word| after_word(how, word))
        .unwrap_or(how)
}

fn how_won(winner: Color, how: &str) -> Option<GameResult> {
    let reasons = [
        (RESIGNATION, Reason::Resignation),
        (TIME, Reason::Time),
        (FORFEIT, Reason::Forfeit),
    ];
    if how.is_empty() {
        return Some(GameResult::win(winner));
    }
    for (words, reason) in reasons {
        if scan::is_one_of(how, words) {
            return Some(GameResult::win_because(winner, reason));
        }
    }
    let (value, rest) = match how.strip_prefix('.') {
        // `B+.5`
        Some(digits) if scan::is_digits(digits) => (how.parse().ok()?, ""),
        _ => komi::points(how)?,
    };
    (rest.is_empty() && value > 0.0)
        .then(|| Real::new(value))
        .flatten()
        .map(|margin| GameResult::win_by(winner, margin))
}
