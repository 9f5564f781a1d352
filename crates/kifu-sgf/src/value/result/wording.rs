//! Results in wordings outside of the standard.

use super::{Color, GameResult, Real, Reason, Repair};
use crate::value::{han, komi, scan};

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
    "平局",
    "判和",
    "双方和棋",
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
    "未完",
    "暂停",
    "封盘",
    "三劫循环",
    "四劫循环",
    "三劫无胜负",
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
    "不计",
    "不計",
    "投了",
    "认输",
    "認輸",
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
    "시간초과",
];

const FORFEIT: &[&str] = &[
    "f",
    "forfeit",
    "forfeits",
    "forfeited",
    "弃权",
    "棄権",
    "不戦",
    "不战",
    "기권",
];

/// Words for the reason of a win.
const REASONS: [(&[&str], Reason); 3] = [
    (RESIGNATION, Reason::Resignation),
    (TIME, Reason::Time),
    (FORFEIT, Reason::Forfeit),
];

/// Words for the loser, and the reason for the loss.
const LOSERS: [(&[&str], Reason); 3] = [
    (
        &[
            "resigns", "resigned", "resign", "认输", "認輸", "投了", "投子",
        ],
        Reason::Resignation,
    ),
    (
        &["timed out", "times out", "超时负", "超時負", "時間切れ負け"],
        Reason::Time,
    ),
    (&["forfeits", "forfeited"], Reason::Forfeit),
];

const WINS: [&str; 8] = ["胜", "勝ち", "勝", "승", "胜利", "获胜", "赢", "贏"];

/// The longer names first: the rest of a name is no reason.
const BLACK: &[&str] = &[
    "black", "b", "黑方", "黑棋", "黑番", "黒番", "黑", "黒", "흑",
];
const WHITE: &[&str] = &["white", "w", "白方", "白棋", "白番", "白", "백"];

/// Reads `text`, trimmed, if it has only one possible meaning.
pub(super) fn read(text: &str) -> Option<(GameResult, Repair)> {
    // Words first: some begin with a numeral.
    if let Some(read) = without_remark(text) {
        return Some(read);
    }
    let text = han::to_ascii(text);
    let text = &*text;
    if let Some(read) = without_remark(text) {
        return Some(read);
    }
    let rest = without_length(text);
    if rest != text {
        let (result, repair) = without_remark(rest)?;
        return Some((result, repair.max(Repair::ResultRemark)));
    }
    // Final scores: `Black resigns. W 133.5 B 81.0`.
    let (head, _) = text.split_once(". ")?;
    decision(head).map(|(result, _)| (result, Repair::ResultRemark))
}

/// `text` without the number of moves at its beginning or its end: `共187手 黑中盘胜`, `黑胜（共187手）`,
/// `B+R after 157 moves`.
fn without_length(text: &str) -> &str {
    const UNITS: [&str; 5] = ["手", "手完", "moves", "move", "수"];
    const SIGNS: [char; 7] = [' ', ',', '、', '。', ':', ';', '('];
    const PREPOSITIONS: [&str; 7] = ["共", "全", "总", "總", "총", "after", "in"];
    let is_length = |part: &str| {
        let part = part.trim_end_matches(')').trim();
        let part = PREPOSITIONS
            .iter()
            .find_map(|word| scan::strip_prefix_ignore_case(part, word))
            .unwrap_or(part);
        let (digits, unit) = scan::split_digits(part.trim_start());
        !digits.is_empty() && scan::is_one_of(unit.trim_matches(SIGNS), &UNITS)
    };
    for (at, char) in text.char_indices().filter(|(_, char)| SIGNS.contains(char)) {
        if is_length(&text[..at]) {
            let rest = text[at..].trim_start_matches(SIGNS);
            // `187手 完 黑胜`
            return rest
                .strip_prefix('完')
                .unwrap_or(rest)
                .trim_start_matches(SIGNS);
        }
        if is_length(&text[at + char.len_utf8()..]) {
            return text[..at].trim_end_matches(SIGNS);
        }
    }
    // Without a sign between: `共187手黑中盘胜`.
    let start = text
        .find('手')
        .filter(|at| is_length(&text[..at + '手'.len_utf8()]));
    match start {
        Some(at) => {
            let rest = &text[at + '手'.len_utf8()..];
            rest.strip_prefix('完')
                .unwrap_or(rest)
                .trim_start_matches(SIGNS)
        }
        None => text,
    }
}

/// Reads a result, with a remark in brackets at most.
fn without_remark(text: &str) -> Option<(GameResult, Repair)> {
    let repair = Repair::ResultWording;
    let text = text.trim_end_matches(['.', '。', '!']);
    if scan::is_one_of(text, DRAW) {
        return Some((GameResult::Draw, repair));
    }
    if scan::is_one_of(text, VOID) {
        return Some((GameResult::Void, repair));
    }
    if scan::is_one_of(text, &["unknown", "？", "不明", "不详", "不詳", "未知"]) {
        return Some((GameResult::Unknown, repair));
    }
    if let Some((result, repair)) = decision(text) {
        let repair = match GameResult::parse(&text.to_ascii_uppercase()) {
            Ok(strict) if strict == result => Repair::LetterCase,
            _ => repair,
        };
        return Some((result, repair));
    }
    // A remark in brackets after a whole result: `W+R (152 moves)`.
    let (head, remark) = text.split_once('(')?;
    let head = scan::trim(head);
    let remark = remark.strip_suffix(')')?;
    if remark.contains(['(', ')']) {
        return None;
    }
    let result = GameResult::parse(head)
        .ok()
        .or_else(|| decision(head).map(|(result, _)| result))?;
    Some((result, Repair::ResultRemark))
}

/// Reads the winner and the kind of win: `B + 3.5`, `black wins by resignation`, `White resigned`, `白胜3目半`,
/// `中押し黒勝ち`.
fn decision(text: &str) -> Option<(GameResult, Repair)> {
    let Some((player, rest)) = player(text) else {
        return reason_first(text).map(|result| (result, Repair::ResultWording));
    };
    let rest = rest.trim_start();
    // `黒の中押し勝ち`, `흑의 불계승`
    let rest = rest
        .strip_prefix(['の', '의'])
        .map_or(rest, str::trim_start);
    if let Some(how) = rest.strip_prefix(['+', '＋']) {
        return how_won(player, scan::trim(how));
    }
    // No more than the winner: `B`, `黑`.
    if rest.is_empty() {
        return Some((GameResult::win(player), Repair::ResultWording));
    }
    // The words of the East have the verb first or last: `黑胜3目半`, `黑中盘胜`, `白3目半勝ち`.
    for verb in WINS {
        if let Some(how) = rest.strip_suffix(verb) {
            return how_won(player, scan::trim(how));
        }
    }
    for verb in ["wins", "won", "win"].into_iter().chain(WINS) {
        if let Some(how) = after_word(rest, verb) {
            return how_won(player, strip_preposition(how));
        }
    }
    for verb in ["负", "負け", "負"] {
        if let Some(how) = rest.strip_suffix(verb) {
            return how_won(player.opponent(), scan::trim(how));
        }
    }
    for verb in ["loses", "lost"] {
        if let Some(how) = after_word(rest, verb) {
            return how_won(player.opponent(), strip_preposition(how));
        }
    }
    for (words, reason) in LOSERS {
        if scan::is_one_of(rest, words) {
            let result = GameResult::win_because(player.opponent(), reason);
            return Some((result, Repair::ResultWording));
        }
    }
    // `B by 3.5`, `Black 3.5`.
    let how = after_word(rest, "by").unwrap_or(rest);
    let is_how = how.len() < rest.len()
        || how.starts_with(|char: char| char.is_ascii_digit())
        // `白中押し`
        || !how.is_ascii() && RESIGNATION.contains(&how);
    is_how.then(|| how_won(player, how)).flatten()
}

/// Reads a result with the reason before the winner: `中押し黒勝ち`.
fn reason_first(text: &str) -> Option<GameResult> {
    let won_by = |word: &str| {
        let (winner, verb) = player(text.strip_prefix(word)?.trim_start())?;
        WINS.contains(&scan::trim(verb)).then_some(winner)
    };
    REASONS.iter().find_map(|(words, reason)| {
        let mut words = words.iter().filter(|word| !word.is_ascii());
        let winner = words.find_map(|word| won_by(word))?;
        Some(GameResult::win_because(winner, *reason))
    })
}

/// Reads the player at the beginning of `text`, as a whole word.
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

/// Returns the rest of `text` after `word` at its beginning.
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

fn how_won(winner: Color, how: &str) -> Option<(GameResult, Repair)> {
    let repair = Repair::ResultWording;
    if how.is_empty() {
        return Some((GameResult::win(winner), repair));
    }
    for (words, reason) in REASONS {
        if scan::is_one_of(how, words) {
            return Some((GameResult::win_because(winner, reason), repair));
        }
    }
    if let Some(stones) = in_stones(how) {
        // A stone is two points.
        let margin = Real::new(stones * 2.0).filter(|_| stones > 0.0)?;
        return Some((GameResult::win_by(winner, margin), Repair::ResultInStones));
    }
    let (value, rest) = match how.strip_prefix('.') {
        // `B+.5`
        Some(digits) if scan::is_digits(digits) => (how.parse().ok()?, ""),
        _ if how == "半目" || how == "반집" => (0.5, ""),
        _ => komi::points(how)?,
    };
    (rest.is_empty() && value > 0.0)
        .then(|| Real::new(value))
        .flatten()
        .map(|margin| (GameResult::win_by(winner, margin), repair))
}

/// A margin in stones: `3/4子`, `1又3/4子`, `2.75子`, `1子半`.
fn in_stones(how: &str) -> Option<f64> {
    let (number, half) = match how.strip_suffix('子') {
        Some(number) => (number, 0.0),
        None => (how.strip_suffix("子半")?, 0.5),
    };
    let (whole, fraction) = number.split_once('又').unwrap_or(("", number));
    let whole: f64 = if whole.is_empty() {
        0.0
    } else {
        whole.trim().parse().ok()?
    };
    let (value, rest) = scan::split_fraction(fraction.trim())?;
    rest.is_empty().then_some(whole + value + half)
}

/// Reads the winner of a result whose rest is unreadable: `W+Illegal`, `B+7.5?`.
pub(super) fn winner(text: &str) -> Option<Color> {
    let text = han::to_ascii(text);
    if let Some((color, rest)) = player(&text)
        && (rest.trim_start().starts_with('+')
            || after_word(rest.trim_start(), "wins").is_some()
            || after_word(rest.trim_start(), "won").is_some()
            || rest.contains('胜') != rest.contains('负') && rest.contains('胜'))
    {
        return Some(color);
    }
    None
}
