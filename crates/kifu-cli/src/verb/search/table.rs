//! The answer as tables.

use std::fmt::Write as _;

use kifu::go::Color;
use kifu::store::{Answer, Continuation, Continued, Counts, Pattern, Query, Share, Tally, Year};

use super::{Games, Search, percent};
use crate::database::{letter, line, percents};
use crate::output::Output;

/// Continuations in a table by default.
const TOP: usize = 15;

impl Search {
    pub(super) fn table(
        &self,
        games: &Games,
        answer: &Answer,
        query: &Query,
        output: &Output,
    ) -> String {
        let palette = &output.palette;
        let (strong, faint) = (palette.strong, palette.faint);
        let pattern = &query.pattern;
        let mut shown = drawn(pattern, &answer.continuations());
        let _ = writeln!(shown);
        let _ = writeln!(
            shown,
            "{strong}{}{strong:#}",
            words(answer.main, answer, "game")
        );
        if query.in_variations {
            let _ = writeln!(
                shown,
                "In variations: {}",
                words(answer.variations, answer, "game")
            );
        }
        if self.kombilo {
            let Continued {
                hits,
                black_wins,
                white_wins,
            } = answer.continued;
            let _ = write!(
                shown,
                "Counted once for each continuation: {}",
                many(hits, "hit")
            );
            let share = share(Share::of(black_wins, black_wins + white_wins));
            if !share.is_empty() {
                let _ = write!(shown, "; Black won {}", share.trim());
            }
            let _ = writeln!(shown);
        }
        if answer.unread > 0 {
            let _ = writeln!(
                shown,
                "At most, because the comments of {} without the pattern are not read",
                many(answer.unread, "game")
            );
        }
        if answer.main.hits + answer.variations.hits == 0 {
            return shown;
        }
        if let Some((info, found)) = &games.first {
            let of = if games.is_first_sure {
                ""
            } else {
                " of those that can be read"
            };
            let label = format!("First{of}: ");
            let room = output
                .columns()
                .map(|room| room.saturating_sub(label.len()));
            let _ = writeln!(shown, "{label}{}", line(info, found, pattern, room));
        }
        let continuations = answer.continuations();
        let columns = Columns {
            variations: query.in_variations,
            reached: continuations.iter().any(|next| reached(next).is_some()),
        };
        let _ = writeln!(shown, "\n{strong}{}{strong:#}", columns.header());
        let most = self.top(TOP);
        for (rank, next) in continuations.iter().take(most).enumerate() {
            let _ = writeln!(
                shown,
                "{}",
                columns.row(rank, next, answer.main.hits).trim_end()
            );
        }
        if continuations.len() > most {
            let _ = writeln!(
                shown,
                "  {faint}{} more{faint:#}",
                continuations.len() - most
            );
        }
        let Tally {
            hits,
            in_variations,
            ..
        } = answer.without;
        if hits + in_variations > 0 {
            let share = percent(hits, answer.main.hits);
            let _ = write!(shown, "{:>9}  {hits:>7}  {share:>5.1} %", "none");
            if query.in_variations {
                // In the column of variations.
                let _ = write!(shown, "{in_variations:>45}");
            }
            let _ = writeln!(shown);
        }
        let _ = writeln!(shown, "\n{strong}year     hits  Black won{strong:#}");
        for (name, counts) in periods(answer) {
            let share = share(Share::of(
                counts.black_wins,
                counts.black_wins + counts.white_wins,
            ));
            let row = format!("{name:<5} {:>7}  {share}", counts.hits);
            let _ = writeln!(shown, "{}", row.trim_end());
        }
        let _ = writeln!(shown);
        shown
    }
}

/// The line with the number of games that are not shown; empty if there are none.
pub(super) fn left_line(left: usize, output: &Output) -> String {
    let faint = output.palette.faint;
    if left == 0 {
        return String::new();
    }
    format!("{faint}{left} more games{faint:#}\n")
}

/// The years; decades if there are many.
fn periods(answer: &Answer) -> Vec<(String, Year)> {
    const MANY: usize = 30;
    let in_decades = answer.years.len() > MANY;
    let mut periods: Vec<(String, Year)> = Vec::new();
    for (&year, counts) in &answer.years {
        let name = match year {
            None => "?".to_owned(),
            Some(year) if in_decades => format!("{}s", year / 10 * 10),
            Some(year) => year.to_string(),
        };
        match periods.last_mut() {
            Some((last, own)) if *last == name => {
                own.hits += counts.hits;
                own.black_wins += counts.black_wins;
                own.white_wins += counts.white_wins;
            }
            _ => periods.push((name, *counts)),
        }
    }
    periods
}

/// The pattern, with letters for its continuations.
fn drawn(pattern: &Pattern, continuations: &[Continuation]) -> String {
    let mut rows: Vec<Vec<char>> = pattern
        .to_string()
        .lines()
        .map(|row| row.chars().collect())
        .collect();
    for (rank, next) in continuations.iter().enumerate() {
        let place = &mut rows[usize::from(next.point.y)][usize::from(next.point.x)];
        if let (Some(letter), '.' | '*' | 'x' | 'o') = (letter(rank), *place) {
            *place = letter;
        }
    }
    let anchor = pattern.anchor();
    let edge = |is_there: bool| {
        if is_there {
            "-".repeat(rows[0].len() * 2 + 3) + "\n"
        } else {
            String::new()
        }
    };
    let mut drawn = edge(anchor.top);
    for row in &rows {
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        let side = |is_there: bool| if is_there { "|" } else { " " };
        let line = format!(
            "{} {} {}",
            side(anchor.left),
            row.join(" "),
            side(anchor.right)
        );
        drawn.push_str(line.trim_end());
        drawn.push('\n');
    }
    drawn + &edge(anchor.bottom)
}

/// A share with its interval, as wide as any; nothing of nothing.
fn share(share: Option<Share>) -> String {
    share.map_or_else(String::new, |share| percents(share, 5))
}

fn many(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn words(counts: Counts, answer: &Answer, what: &str) -> String {
    let mut words = format!(
        "{} in {} of {}{}",
        many(counts.hits, "hit"),
        many(counts.games, what),
        // The comments of games without the pattern are not read.
        if answer.unread > 0 { "at most " } else { "" },
        answer.searched
    );
    let share = share(Share::of(
        counts.black_wins,
        counts.black_wins + counts.white_wins,
    ));
    if !share.is_empty() {
        let _ = write!(words, "; Black won {}", share.trim());
    }
    let undecided = counts.hits - counts.black_wins - counts.white_wins;
    if undecided > 0 {
        let _ = write!(words, "; {undecided} without a known winner");
    }
    if counts.swapped > 0 {
        let _ = write!(words, "; {} with swapped colors", counts.swapped);
    }
    words
}

/// The columns of the table of continuations that are shown only if they are needed. All fit into 80 characters.
#[derive(Clone, Copy)]
struct Columns {
    /// Hits in variations.
    variations: bool,
    /// Games that reach the position by another order of moves.
    reached: bool,
}

impl Columns {
    fn header(self) -> String {
        let mut header = format!(
            "{:>9}  {:>7}  {:>7}  {:<18}  {:>8}  {:>5}",
            "next", "hits", "share", "Black won", "tenuki", "move",
        );
        if self.variations {
            header.push_str(" in var.");
        }
        if self.reached {
            header.push_str(" reached");
        }
        header
    }

    fn row(self, rank: usize, next: &Continuation, hits: u64) -> String {
        let tally = next.tally;
        let letter = letter(rank).unwrap_or(' ');
        let color = if next.color == Color::Black { 'B' } else { 'W' };
        let average = tally
            .average_move()
            .map_or_else(String::new, |average| format!("{average:.1}"));
        let mut row = format!(
            "  {letter}  {color} {}  {:>7}  {:>5.1} %  {:<18}  {:>6.1} %  {average:>5}",
            next.point,
            tally.hits,
            percent(tally.hits, hits),
            share(tally.black_share()),
            percent(tally.tenuki, tally.hits),
        );
        if self.variations {
            let _ = write!(row, " {:>7}", tally.in_variations);
        }
        if self.reached {
            let reached = reached(next).unwrap_or(tally.hits);
            let _ = write!(row, " {reached:>7}");
        }
        row
    }
}

/// Number of games that reach the position after a continuation, if it is not that of hits.
fn reached(next: &Continuation) -> Option<u64> {
    next.reached.filter(|reached| *reached != next.tally.hits)
}
