use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use kifu::lint;
use kifu::select::{Field, Kind};

use super::count::{Counts, Komi, LENGTH_STEP, Wins};
use super::{By, Stats};
use crate::harmless::{self, cut};
use crate::output::{Palette, count};

/// Columns of a number of games with a blank before it.
const GAMES: usize = 10;
/// Columns of the wins of a komi before its bar.
const WINS: usize = 47;

/// The widths of a table in columns.
#[derive(Clone, Copy)]
struct Widths {
    /// Of a name.
    name: usize,
    /// Of the longest bar beside a name.
    bar: usize,
    /// Of the longest bar beside wins.
    wins: usize,
}

impl Widths {
    const FULL: Self = Self {
        name: 28,
        bar: 32,
        wins: 32,
    };

    /// Widths for a terminal of so many columns.
    fn of_terminal(columns: usize) -> Self {
        let full = Self::FULL;
        // Two blanks before a name, and two before a bar.
        let room = columns.saturating_sub(GAMES + 4);
        let name = full.name.min(room.saturating_sub(full.bar).max(room / 2));
        Self {
            name,
            bar: full.bar.min(room - name),
            wins: full.wins.min(columns.saturating_sub(WINS)),
        }
    }
}

impl Stats {
    /// The tables for a terminal of so many columns; of full width without one.
    pub(super) fn table(
        &self,
        counts: &Counts,
        palette: &Palette,
        columns: Option<usize>,
    ) -> String {
        let widths = columns.map_or(Widths::FULL, Widths::of_terminal);
        let Palette {
            strong,
            faint,
            accent,
            ..
        } = palette;
        let mut shown = String::new();
        let mut number = 0;
        for by in &self.group_by {
            let (rows, notes) = match by {
                By::Field(field) => {
                    let (groups, silent) = (&counts.groups[number], counts.silent[number]);
                    number += 1;
                    let rows = sorted(*field, groups, self.limit);
                    let notes = notes(groups.len() - rows.len(), silent);
                    (
                        rows.into_iter()
                            .map(|(name, count)| (name.to_owned(), count))
                            .collect(),
                        notes,
                    )
                }
                By::Length => (lengths(counts), Vec::new()),
                By::Problems => problems(counts, self.limit),
                By::Wins => {
                    let _ = writeln!(
                        shown,
                        "{strong}Won by Black and White, by komi{strong:#}\n  \
                         {faint}{:9} {:>8} {:>8} {:>7}  {:>6}{faint:#}",
                        "komi", "Black", "White", "neither", "share"
                    );
                    for (komi, wins) in most_played(counts, self.limit) {
                        let row = wins_row(komi, wins, widths.wins, palette);
                        let _ = writeln!(shown, "  {row}");
                    }
                    shown.push('\n');
                    continue;
                }
            };
            let _ = writeln!(shown, "{strong}By {}{strong:#}", by.title());
            let most = rows
                .iter()
                .map(|(_, count): &(String, usize)| *count)
                .max()
                .unwrap_or(1);
            for (name, count) in &rows {
                let bar = bar(*count, most, widths.bar);
                let _ = writeln!(
                    shown,
                    "  {}{count:>GAMES$}  {accent}{bar}{accent:#}",
                    column(name, widths.name)
                );
            }
            if !notes.is_empty() {
                let _ = writeln!(shown, "  {faint}{}{faint:#}", notes.join(", "));
            }
            shown.push('\n');
        }
        let (games, files) = (count(counts.games, "game"), count(counts.files, "file"));
        let _ = writeln!(
            shown,
            "{games} of {files}, {}.",
            count(counts.moves, "move")
        );
        shown
    }
}

/// A name, cut or filled to its column.
fn column(name: &str, width: usize) -> String {
    let name = harmless::line(name);
    let name = cut(&name, width);
    let columns = harmless::columns(&name);
    format!("{name}{}", " ".repeat(width.saturating_sub(columns)))
}

fn notes(more: usize, silent: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if more > 0 {
        notes.push(format!("{more} more"));
    }
    if silent > 0 {
        notes.push(format!("not given in {silent}"));
    }
    notes
}

/// The groups of a field in the order in which they are shown: years and numbers as they follow,
/// all others by their size.
pub(super) fn sorted(
    field: Field,
    groups: &BTreeMap<String, usize>,
    top: usize,
) -> Vec<(&str, usize)> {
    let mut sorted: Vec<_> = groups
        .iter()
        .map(|(name, count)| (&**name, *count))
        .collect();
    sorted.sort_by_key(|(name, count)| (Reverse(*count), *name));
    if top > 0 {
        sorted.truncate(top);
    }
    match field.kind() {
        Kind::Date => sorted.sort_unstable(),
        Kind::Number => sorted.sort_by(|(a, _), (b, _)| {
            let number = |name: &str| name.parse().unwrap_or(f64::NAN);
            number(a).total_cmp(&number(b))
        }),
        Kind::Text | Kind::Result | Kind::Rank | Kind::Size => {}
    }
    sorted
}

/// The komi that are played most, in their order.
pub(super) fn most_played(counts: &Counts, top: usize) -> Vec<(Komi, Wins)> {
    let mut komi: Vec<_> = counts
        .by_komi
        .iter()
        .map(|(komi, wins)| (*komi, *wins))
        .collect();
    komi.sort_by_key(|(komi, wins)| (Reverse(wins.iter().sum::<usize>()), *komi));
    if top > 0 {
        komi.truncate(top);
    }
    komi.sort_by_key(|(komi, _)| *komi);
    komi
}

/// The name of a komi.
pub(super) fn komi_name(komi: Komi) -> String {
    komi.0
        .map_or("not given".to_owned(), |komi| komi.to_string())
}

/// A share in percent; a dash without any game.
pub(super) fn share(part: usize, whole: usize) -> String {
    match (part * 1000 + whole / 2).checked_div(whole) {
        Some(tenths) => format!("{}.{}%", tenths / 10, tenths % 10),
        None => "–".to_owned(),
    }
}

fn wins_row(komi: Komi, [black, white, other]: Wins, width: usize, palette: &Palette) -> String {
    let accent = palette.accent;
    let share = share(black, black + white);
    let bar = bar(black, (black + white).max(1), width);
    let row = format!(
        "{:9} {black:>8} {white:>8} {other:>7}  {share:>6}  {accent}{bar}{accent:#}",
        cut(&komi_name(komi), 9),
    );
    row.trim_end().to_owned()
}

/// The histogram of lengths: steps without a game between others are rows too.
pub(super) fn lengths(counts: &Counts) -> Vec<(String, usize)> {
    /// Longer games are one row.
    const LAST: usize = 400 / LENGTH_STEP;
    let last = counts.lengths.keys().copied().max().unwrap_or(0).min(LAST);
    let row = |step: usize| {
        let from = step * LENGTH_STEP;
        if step == LAST {
            let count = counts.lengths.range(step..).map(|(_, count)| count).sum();
            (format!("{from} and more"), count)
        } else {
            let count = counts.lengths.get(&step).copied().unwrap_or(0);
            (format!("{from}–{}", from + LENGTH_STEP - 1), count)
        }
    };
    if counts.lengths.is_empty() {
        return Vec::new();
    }
    (0..=last).map(row).collect()
}

/// The most frequent problems, with the names of their rules.
pub(super) fn problems(counts: &Counts, top: usize) -> (Vec<(String, usize)>, Vec<String>) {
    let mut rows: Vec<_> = counts
        .problems
        .iter()
        .map(|(code, (_, count))| (problem_name(code), *count))
        .collect();
    rows.sort_by(|(one, few), (other, many)| many.cmp(few).then_with(|| one.cmp(other)));
    let all = rows.len();
    if top > 0 {
        rows.truncate(top);
    }
    let notes = notes(all - rows.len(), 0);
    (rows, notes)
}

/// A code, and what the rule is called.
pub(super) fn problem_name(code: &str) -> String {
    lint::rule(code).map_or(code.to_owned(), |rule| format!("{code} {}", rule.name))
}

/// A bar as long as `count` is of `most`, of at most `width` columns, in eighths of a column.
fn bar(count: usize, most: usize, width: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count as u128 * (width as u128 * 8) / most.max(1) as u128) as usize;
    let bar = format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8]);
    if bar.is_empty() && count > 0 && width > 0 {
        return "▏".to_owned();
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::{Komi, Widths, bar, column, wins_row};
    use crate::harmless::columns;
    use crate::output::Palette;

    #[test]
    fn rows_fit_the_terminal() {
        for terminal in 48..=120 {
            let widths = Widths::of_terminal(terminal);
            let name = column("Nakamura Sumire, Honinbo of women, 吳清源", widths.name);
            let row = format!("  {name}{:>10}  {}", 17, bar(5, 5, widths.bar));
            assert!(columns(&row) <= terminal, "{terminal}: {row}");
            let wins = wins_row(
                Komi(Some(7.5)),
                [9, 0, 1],
                widths.wins,
                &Palette::new(false),
            );
            assert!(columns(&wins) + 2 <= terminal, "{terminal}: {wins}");
        }
    }
}
