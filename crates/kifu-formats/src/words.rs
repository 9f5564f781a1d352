//! Results, ranks and dates in the wording of servers.

use kifu_sgf::value::{Color, Date, DateList, GameResult, Rank, Real, Reason, rank::Grade};

/// Words and signs for Black and for White, in small letters.
const BLACK: [&str; 5] = ["black", "黑", "黒", "흑", "ดำ"];
const WHITE: [&str; 4] = ["white", "白", "백", "ขาว"];

const LOSES: [&str; 5] = ["lose", "lost", "负", "負", "敗"];
const DRAW: [&str; 6] = ["jigo", "draw", "和棋", "持碁", "무승부", "빅"];
const RESIGNATION: [&str; 8] = ["esig", "中押", "中盘", "中盤", "불계", "投", "认输", "認輸"];
const TIME: [&str; 5] = ["time", "时", "時", "시간", "시간승"];

/// Reads the result in `text`, in any of the languages of the servers.
pub(crate) fn result(text: &str) -> Option<GameResult> {
    // The count of both sides follows it.
    let text = text.split(">>").next().unwrap_or_default().trim();
    // The reader of SGF does not know numbers of moves, and takes 子 for stones, which count two points each. Servers
    // write points with it, as the counts of both sides show.
    let has_words_of_servers = text.contains(['手', '수', '子']);
    if !has_words_of_servers && let Ok(read) = GameResult::parse_lenient(text) {
        return Some(read.value);
    }
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let first = |words: &[&str]| words.iter().filter_map(|word| text.find(word)).min();
    let winner = match (first(&BLACK), first(&WHITE)) {
        (None, None) if has(&DRAW) => return Some(GameResult::Draw),
        (None, None) => return None,
        (Some(_), None) => Color::Black,
        (Some(black), Some(white)) if black < white => Color::Black,
        (_, Some(_)) => Color::White,
    };
    let winner = if has(&LOSES) {
        winner.opponent()
    } else {
        winner
    };
    Some(if has(&RESIGNATION) {
        GameResult::win_because(winner, Reason::Resignation)
    } else if has(&TIME) {
        GameResult::win_because(winner, Reason::Time)
    } else {
        match points(&text) {
            Some(points) => GameResult::win_by(winner, points),
            None => GameResult::win(winner),
        }
    })
}

/// The first number that counts points and not moves; a half, or one and a half, in the signs of the East
/// too.
pub(crate) fn points(text: &str) -> Option<Real> {
    let mut rest = text;
    while let Some(start) = rest.find(|char: char| char.is_ascii_digit()) {
        let number = &rest[start..];
        let end = number
            .find(|char: char| !char.is_ascii_digit() && char != '.')
            .unwrap_or(number.len());
        let (digits, behind) = number.split_at(end);
        let behind = behind.trim_start();
        if behind.starts_with(['手', '수']) {
            rest = behind;
            continue;
        }
        let half = ["目半", "집반", "子半", "半"]
            .iter()
            .any(|half| behind.starts_with(half));
        let value: f64 = digits.trim_end_matches('.').parse().ok()?;
        return Real::new(if half { value + 0.5 } else { value });
    }
    ["半", "반집"]
        .iter()
        .any(|half| text.contains(half))
        .then(|| Real::new(0.5))?
}

/// Reads a rank; `None` if `text` is not one.
pub(crate) fn rank(text: &str) -> Option<String> {
    let text = text.trim();
    let words = text.to_lowercase();
    // `9DP` and `5段P` are professionals.
    if let Some(dan) = words
        .strip_suffix('p')
        .filter(|dan| dan.ends_with(['d', '段']))
    {
        let rank = Rank::parse_lenient(dan).ok()?.value;
        return (rank.grade == Grade::Dan)
            .then(|| Rank::new(rank.number, Grade::Professional).to_string());
    }
    let (first, last) = (words.chars().next()?, words.chars().next_back()?);
    let number: String = words.chars().take_while(char::is_ascii_digit).collect();
    let is_short = words.chars().count() == number.len() + 1;
    let other = match last {
        '급' | '级' | '級' if is_short => format!("{number}k"),
        '단' if is_short => format!("{number}d"),
        '段' if first == '初' && words.chars().count() == 2 => "1d".to_owned(),
        _ => words,
    };
    // A number alone is no rank.
    let read = Rank::parse_lenient(&other).ok()?.value;
    Some(read.to_string())
}

/// Reads the first day in `text`: year, month, day, with any separators.
pub(crate) fn date(text: &str) -> Option<Date> {
    let mut numbers = text
        .split(|char: char| !char.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    let first = numbers.next()?;
    match first.len() {
        8 => Date::of_day(
            first[..4].parse().ok()?,
            first[4..6].parse().ok()?,
            first[6..].parse().ok()?,
        ),
        4 => Date::of_day(
            first.parse().ok()?,
            numbers.next()?.parse().ok()?,
            numbers.next()?.parse().ok()?,
        ),
        _ => None,
    }
}

/// Returns the day at this number of seconds after the start of 1970.
pub(crate) fn day_of(seconds: u64) -> Option<Date> {
    // Days since 1 March of the year 0, in eras of 400 years (Hinnant, *Date algorithms*).
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = u16::try_from(year + era.checked_mul(400)? + later).ok()?;
    Date::of_day(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
}

/// The value of `DT` for days.
pub(crate) fn dates(mut days: Vec<Date>) -> Option<String> {
    days.sort();
    days.dedup();
    (!days.is_empty()).then(|| DateList::new(days).to_string())
}

/// Reads a number without trailing zeros: `6.50` is `6.5`. `None` for anything else.
pub(crate) fn number(text: &str) -> Option<Real> {
    Real::parse_lenient(text.trim()).ok().map(|read| read.value)
}

#[cfg(test)]
mod tests {
    use super::{rank, result};

    #[test]
    fn results_of_servers() {
        for (text, expected) in [
            ("White wins by resign!", "W+R"),
            ("White wins by  resign!", "W+R"),
            ("White Win by Resign!", "W+R"),
            ("Black wins by 0.5!", "B+0.5"),
            ("Black wins by 34win >> White(58):Black(92)", "B+34"),
            (
                "Black wins by 16.5 points! >> White(66):Black(89)",
                "B+16.5",
            ),
            ("White loses on time", "B+T"),
            ("흑 1.5집 승", "B+1.5"),
            ("250수 흑7집승", "B+7"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒中押し勝ち!", "B+R"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("白棋12子 >> 白方(94):黑方(82)", "W+12"),
            ("黑1目半胜", "B+1.5"),
            ("白半目胜", "W+0.5"),
            ("白11目胜", "W+11"),
            ("黑時間勝", "B+T"),
            ("흑 시간승", "B+T"),
            ("흑 불계승", "B+R"),
            ("black wins by resignation", "B+R"),
            ("white 59.5 win", "W+59.5"),
            ("black 4 points win", "B+4"),
            ("white wins by time", "W+T"),
            ("Jigo", "Draw"),
        ] {
            let found = result(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        for text in ["", "Progressing!", "進行中"] {
            assert_eq!(result(text), None, "{text}");
        }
    }

    #[test]
    fn ranks_of_servers() {
        for (text, expected) in [
            ("7D*", "7d*"),
            ("9DP", "9p"),
            ("5段P", "5p"),
            ("10K", "10k"),
            ("3段", "3d"),
            ("1급", "1k"),
            ("2级", "2k"),
            ("9단", "9d"),
            ("初段", "1d"),
            ("五段", "5d"),
            ("2d?", "2d?"),
        ] {
            assert_eq!(rank(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "Anna", "P", "D", "段"] {
            assert_eq!(rank(text), None, "{text}");
        }
    }
}
