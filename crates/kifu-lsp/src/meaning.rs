//! The meaning of a value as text.

use kifu_sgf::schema::{BasicType, Game, PropertyDef};
use kifu_sgf::value::{
    Date, DateList, Double, Figure, GameResult, Overtime, Real, Reason, RulesName, Style, Value,
    ValueReader,
};

use crate::board::name_of;
use crate::points::{Points, names_points};

/// The meaning of a raw value; `None` if the value is readable by itself, as texts are, or cannot be read.
pub(crate) fn of(
    reader: ValueReader,
    points: Option<Points>,
    definition: &PropertyDef,
    raw: &str,
) -> Option<String> {
    match definition.identifier {
        "DT" => return dates(raw),
        "RE" => return GameResult::guess(raw).ok().map(|read| result(read.value)),
        "TM" | "BL" | "WL" => return Real::parse(raw).ok().map(|time| clock(time.get())),
        "OT" => return Overtime::parse(raw).ok().and_then(overtime),
        "ST" => return Style::parse_lenient(raw).ok().map(|read| style(read.value)),
        "FG" => {
            return Figure::parse_lenient(raw)
                .ok()
                .map(|read| figure(&read.value));
        }
        "RU" => {
            return RulesName::parse_lenient(raw)
                .ok()
                .map(|read| format!("{} rules", read.value.name()));
        }
        "GM" => {
            let number = raw.trim().parse().ok()?;
            return Game::from_number(number).map(|game| game.name().to_owned());
        }
        "SZ" => {
            let size = kifu_sgf::value::size::parse_lenient(raw).ok()?.value;
            return Some(format!("{} columns, {} rows", size.columns(), size.rows()));
        }
        _ => {}
    }
    if names_points(definition) {
        return place(points?, definition, raw);
    }
    match reader.value(definition, raw).ok()? {
        Value::Double(Double::Normal) => Some("yes".to_owned()),
        Value::Double(Double::Emphasized) => Some("yes, very much so".to_owned()),
        Value::Color(color) => Some(name_of(color).to_owned()),
        _ => None,
    }
}

/// The points of a value by name.
fn place(points: Points, definition: &PropertyDef, raw: &str) -> Option<String> {
    if definition.value.single == Some(BasicType::Move)
        && points.areas(definition, raw)[0].is_none()
    {
        return (raw.is_empty() || raw == "tt").then(|| "pass".to_owned());
    }
    let mut names = Vec::new();
    for area in points.areas(definition, raw).into_iter().flatten() {
        if let Some(point) = area.single() {
            names.push(points.name(point)?);
        } else {
            let (low, high) = area.corners();
            let (low, high) = (points.name(low)?, points.name(high)?);
            names.push(format!("{} points, {low} to {high}", area.len()));
        }
    }
    (!names.is_empty()).then(|| names.join(" → "))
}

fn dates(raw: &str) -> Option<String> {
    let read = DateList::guess(raw).ok()?.value;
    let spans = read.ranges().map(|(first, last)| {
        if first == last {
            day(first)
        } else {
            format!("{} to {}", day(first), day(last))
        }
    });
    Some(spans.collect::<Vec<_>>().join(", "))
}

fn day(date: Date) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month = date
        .month()
        .and_then(|month| MONTHS.get(usize::from(month).checked_sub(1)?));
    match (month, date.day()) {
        (Some(month), Some(day)) => format!("{day} {month} {}", date.year()),
        (Some(month), None) => format!("{month} {}", date.year()),
        _ => date.year().to_string(),
    }
}

fn result(result: GameResult) -> String {
    match result {
        GameResult::Draw => "a draw".to_owned(),
        GameResult::Void => "no result, or not finished".to_owned(),
        GameResult::Unknown => "unknown".to_owned(),
        GameResult::Win {
            winner,
            margin,
            reason,
        } => {
            let winner = name_of(winner);
            match (margin, reason) {
                (Some(margin), None) => format!("{winner} wins by {margin} points"),
                (Some(margin), Some(reason)) => {
                    format!("{winner} wins {margin} points {}", cause(reason))
                }
                (None, Some(reason)) => format!("{winner} wins {}", cause(reason)),
                (None, None) => format!("{winner} wins"),
            }
        }
    }
}

const fn cause(reason: Reason) -> &'static str {
    match reason {
        Reason::Resignation => "by resignation",
        Reason::Time => "on time",
        Reason::Forfeit => "by forfeit",
    }
}

/// A time in seconds in readable form: `1 h 30 min`.
fn clock(seconds: f64) -> String {
    if seconds < 0.0 {
        return format!("{seconds} seconds");
    }
    let whole = seconds.trunc();
    let (hours, minutes) = ((whole / 3600.0).trunc(), (whole / 60.0).trunc() % 60.0);
    let rest = seconds - hours * 3600.0 - minutes * 60.0;
    let rest = (rest * 1000.0).round() / 1000.0;
    let mut parts = Vec::new();
    for (number, unit) in [(hours, "h"), (minutes, "min"), (rest, "s")] {
        if number > 0.0 {
            parts.push(format!("{number} {unit}"));
        }
    }
    if parts.is_empty() {
        return "0 s".to_owned();
    }
    parts.join(" ")
}

fn overtime(overtime: Overtime) -> Option<String> {
    Some(match overtime {
        Overtime::ByoYomi { periods, seconds } => {
            format!("byo-yomi: {periods} × {}", clock(seconds.get()))
        }
        Overtime::Canadian { moves, seconds } => {
            format!("Canadian: {moves} moves in {}", clock(seconds.get()))
        }
        Overtime::Fischer { increment } => {
            format!("Fischer: {} more for each move", clock(increment.get()))
        }
        Overtime::Simple { seconds } => format!("{} for each move", clock(seconds.get())),
        Overtime::Absolute => "no overtime".to_owned(),
        _ => return None,
    })
}

fn style(style: Style) -> String {
    let variations = if style.shows_siblings {
        "variations of the current move"
    } else {
        "variations of the next move"
    };
    let marked = if style.no_markup {
        "not marked"
    } else {
        "marked"
    };
    format!("{variations} are shown, {marked} on the board")
}

fn figure(figure: &Figure<'_>) -> String {
    let Some((flags, _)) = &figure.caption else {
        return "a figure begins here".to_owned();
    };
    let yes = |is: bool, text: &str| {
        if is {
            text.to_owned()
        } else {
            format!("no {text}")
        }
    };
    format!(
        "a figure begins here: {}, {}, {}, {}",
        yes(flags.shows_coordinates(), "coordinates"),
        yes(flags.shows_name(), "name"),
        yes(flags.lists_hidden_moves(), "list of hidden moves"),
        yes(flags.shows_star_points(), "star points"),
    )
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn clocks_have_hours_minutes_and_seconds() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (59.5, "59.5 s"),
            (60.0, "1 min"),
            (5400.0, "1 h 30 min"),
            (3661.0, "1 h 1 min 1 s"),
            (-2.0, "-2 seconds"),
        ] {
            assert_eq!(clock(seconds), text);
        }
    }
}
