//! A report with plots: one page without scripts and without anything from elsewhere.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use kifu::lint::Severity;
use kifu::select::Field;

use super::By;
use super::count::{Counts, Wins};
use super::plot::{Row, columns, escaped, grouped, rows};
use super::table::{komi_name, lengths, most_played, problem_name, share, sorted};

/// The sections of the report.
pub(super) const BY: [By; 12] = [
    By::Field(Field::Date),
    By::Field(Field::Result),
    By::Field(Field::Size),
    By::Field(Field::Handicap),
    By::Field(Field::Rank),
    By::Field(Field::Rules),
    By::Field(Field::Program),
    By::Field(Field::Encoding),
    By::Field(Field::Event),
    By::Wins,
    By::Length,
    By::Problems,
];

/// How many rows a plot has.
const TOP: usize = 12;

/// How many columns one of years has: more are put together by decades.
const YEARS: i32 = 70;

const STYLE: &str = include_str!("report.css");

/// The page.
pub(super) fn report(counts: &Counts, paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    let title = escaped(&crate::harmless::cut(&names.join(", "), 80));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Games of {title}</title><style>\n{STYLE}</style></head>\n<body><main>\
         <h1>Games of {title}</h1>\n<p class=\"lead\">What the records say, counted by Kifu.</p>\n"
    );
    page.push_str(&tiles(counts));
    page.push_str("<div class=\"cards\">\n");
    page.push_str(&years(counts));
    page.push_str(&results(counts));
    page.push_str(&komi(counts));
    page.push_str(&players(counts));
    let moves = lengths(counts);
    page.push_str(&card("Length", "Moves on the main line.", &moves, |all| {
        columns(all)
    }));
    for (field, title, note) in [
        (Field::Size, "Board", "Columns and rows."),
        (Field::Handicap, "Handicap", "Stones; 0 if missing."),
        (Field::Rank, "Rank", "Of both players."),
        (Field::Rules, "Rules", ""),
        (Field::Event, "Event", ""),
        (
            Field::Program,
            "Program",
            "What wrote the records, as they say.",
        ),
        (Field::Encoding, "Encoding", "Of the text, found or named."),
    ] {
        page.push_str(&of_field(counts, field, title, note));
    }
    page.push_str(&problems(counts));
    page.push_str(
        "</div>\n<footer>Made by <b>kifu stats --html</b>.</footer></main></body></html>\n",
    );
    page
}

/// A card with a plot; nothing if there is nothing to plot.
fn card<T>(title: &str, note: &str, all: &[T], plot: impl Fn(&[T]) -> String) -> String {
    if all.is_empty() {
        return String::new();
    }
    let note = if note.is_empty() {
        String::new()
    } else {
        format!("<p>{}</p>", escaped(note))
    };
    format!(
        "<section><h2>{}</h2>{note}{}</section>\n",
        escaped(title),
        plot(all)
    )
}

fn groups(counts: &Counts, field: Field) -> (&BTreeMap<String, usize>, usize) {
    let fields = BY.into_iter().filter_map(By::field);
    let number = fields
        .into_iter()
        .position(|own| own == field)
        .unwrap_or_default();
    (&counts.groups[number], counts.silent[number])
}

fn tiles(counts: &Counts) -> String {
    let is_year = |group: &&String| group.parse::<i32>().is_ok();
    let years: Vec<_> = groups(counts, Field::Date)
        .0
        .keys()
        .filter(is_year)
        .collect();
    let span = match (years.first(), years.last()) {
        (Some(first), Some(last)) if first == last => (*first).clone(),
        (Some(first), Some(last)) => format!("{first}–{last}"),
        _ => "?".to_owned(),
    };
    let problems = counts.is_checked.then(|| {
        let found = counts.problems.values();
        found
            .filter(|(severity, _)| *severity > Severity::Hint)
            .map(|(_, count)| count)
            .sum()
    });
    let mean = counts.moves.checked_div(counts.games).unwrap_or(0);
    let mut tiles = vec![
        (grouped(counts.games), "games"),
        (grouped(counts.files), "files"),
        (grouped(counts.players.len()), "names of players"),
        (span, "years"),
        (grouped(mean), "moves a game"),
    ];
    tiles.extend(problems.map(|problems| (grouped(problems), "errors and warnings")));
    let mut shown = "<div class=\"tiles\">".to_owned();
    for (number, name) in tiles {
        let _ = write!(
            shown,
            "<div class=\"tile\"><b>{}</b><span>{name}</span></div>",
            escaped(&number)
        );
    }
    shown + "</div>\n"
}

/// Games by year; by decade where the years are many.
fn years(counts: &Counts) -> String {
    let (groups, silent) = groups(counts, Field::Date);
    let years: BTreeMap<i32, usize> = groups
        .iter()
        .filter_map(|(year, count)| Some((year.parse().ok()?, *count)))
        .collect();
    let (Some(first), Some(last)) = (years.keys().next(), years.keys().next_back()) else {
        return String::new();
    };
    let (step, unit) = match last - first {
        0..YEARS => (1, "year"),
        700.. => (100, "century"),
        _ => (10, "decade"),
    };
    let mut columns_of: BTreeMap<i32, usize> = BTreeMap::new();
    for (year, count) in &years {
        *columns_of.entry(year.div_euclid(step)).or_default() += count;
    }
    let all: Vec<_> = (first.div_euclid(step)..=last.div_euclid(step))
        .map(|number| {
            let name = if step == 1 {
                number.to_string()
            } else {
                format!("{}s", number * step)
            };
            (name, columns_of.get(&number).copied().unwrap_or(0))
        })
        .collect();
    let note = format!("Games by {unit}. {} without a date.", grouped(silent));
    card("When", &note, &all, columns)
}

const COLORS: &str = "<ul class=\"key\"><li><i style=\"background:var(--black)\"></i>Black wins</li>\
                      <li><i style=\"background:var(--white)\"></i>White wins</li>\
                      <li><i style=\"background:var(--line)\"></i>other or not known</li></ul>";

fn results(counts: &Counts) -> String {
    let (groups, silent) = groups(counts, Field::Result);
    let mut by_how: BTreeMap<&str, Wins> = BTreeMap::new();
    for (result, count) in groups {
        let (place, how) = match result.split_once('+') {
            Some(("B", how)) => (0, how),
            Some(("W", how)) => (1, how),
            _ => (2, result.as_str()),
        };
        let how = match how {
            "R" => "by resignation",
            "T" => "on time",
            "F" => "by forfeit",
            "points" => "on points",
            "" => "no word of how",
            "Draw" => "draw",
            "Void" => "no result",
            kifu::select::UNREADABLE => "not readable",
            _ => "not known",
        };
        by_how.entry(how).or_default()[place] += count;
    }
    if silent > 0 {
        by_how.entry("not given").or_default()[2] += silent;
    }
    let mut all: Vec<_> = by_how.into_iter().collect();
    all.sort_by_key(|(how, wins)| (Reverse(wins.iter().sum::<usize>()), *how));
    let all: Vec<_> = all
        .into_iter()
        .map(|(how, wins)| Row {
            name: how.to_owned(),
            parts: parts(wins),
            figure: grouped(wins.iter().sum()),
        })
        .collect();
    card("Who won, and how", "", &all, |all| {
        format!("{COLORS}{}", rows(all, false))
    })
}

fn parts([black, white, other]: Wins) -> Vec<(usize, &'static str)> {
    vec![(black, "black"), (white, "white"), (other, "other")]
}

fn komi(counts: &Counts) -> String {
    let all: Vec<_> = most_played(counts, TOP)
        .into_iter()
        .filter(|(_, [black, white, _])| black + white > 0)
        .map(|(komi, [black, white, _])| Row {
            name: komi_name(komi),
            parts: parts([black, white, 0]),
            figure: format!(
                "{} of {}",
                share(black, black + white),
                grouped(black + white)
            ),
        })
        .collect();
    let note = "Games with a winner, by komi: the share of Black.";
    card("Color and komi", note, &all, |all| rows(all, true))
}

fn players(counts: &Counts) -> String {
    let mut players: Vec<_> = counts.players.iter().collect();
    players.sort_by_key(|(name, [games, ..])| (Reverse(*games), *name));
    let all: Vec<_> = players
        .into_iter()
        .take(TOP + 8)
        .map(|(name, [games, won, lost])| Row {
            name: name.clone(),
            parts: vec![(*won, "good"), (games - won, "other")],
            figure: format!("{}, won {}", grouped(*games), share(*won, won + lost)),
        })
        .collect();
    let note = "Those with the most games; what they won is green.";
    card("Players", note, &all, |all| rows(all, false))
}

fn of_field(counts: &Counts, field: Field, title: &str, note: &str) -> String {
    let (groups, silent) = groups(counts, field);
    let found = sorted(field, groups, TOP);
    let all: Vec<_> = found
        .iter()
        .map(|(name, count)| Row::plain(*name, *count))
        .collect();
    let mut note = note.to_owned();
    let more = groups.len() - found.len();
    if more > 0 {
        let _ = write!(note, " {} more.", grouped(more));
    }
    if silent > 0 {
        let _ = write!(note, " Not given in {}.", grouped(silent));
    }
    card(title, note.trim(), &all, |all| rows(all, false))
}

fn problems(counts: &Counts) -> String {
    let mut found: Vec<_> = counts.problems.iter().collect();
    found.sort_by_key(|(code, (severity, count))| (Reverse((*severity, *count)), **code));
    found.truncate(TOP + 8);
    found.sort_by_key(|(code, (_, count))| (Reverse(*count), **code));
    let all: Vec<_> = found
        .into_iter()
        .map(|(code, (severity, count))| Row {
            name: problem_name(code),
            parts: vec![(*count, severity.name())],
            figure: grouped(*count),
        })
        .collect();
    let note = "What kifu check finds: errors red, warnings yellow, hints blue. kifu explain CODE says more.";
    card("Problems", note, &all, |all| rows(all, false))
}
