//! Commands of the Go Text Protocol, one on each line: scripts, and logs of engines.
//!
//! Source: Go Text Protocol, version 2 (Farnebäck 2002), and `kgs-rules` as implemented by engines.

mod read;
mod write;

use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support, west};

pub(crate) const DEFINITION: Definition = Definition {
    name: "gtp",
    title: "GTP",
    extensions: &["gtp", "log"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &["SZ", "KM", "HA", "AB", "B", "W", "RU", "TM", "OT", "RE"],
        nodes: &["B", "W"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

/// Commands by which the protocol is known.
const COMMANDS: [&str; 25] = [
    "boardsize",
    "rectangular_boardsize",
    "set_position",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "undo",
    "time_settings",
    "time_left",
    "kgs-rules",
    "kata-set-rules",
    "kgs-genmove_cleanup",
    "loadsgf",
    "showboard",
    "final_score",
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "known_command",
    "quit",
];

/// Further commands that change neither the board nor the settings, and a word of analyses.
const QUERIES: [&str; 9] = [
    "analyze",
    "cputime",
    "estimate_score",
    "final_status_list",
    "get_random_seed",
    "info",
    "list_stones",
    "reg_genmove",
    "set_random_seed",
];

/// Beginnings of private commands of programs.
const PRIVATE: [&str; 5] = ["gogui-", "kata-", "kgs-", "lz-", "sabaki-"];

fn detect(head: &Head<'_>) -> Confidence {
    let (mut known, mut plays, mut others) = (0_usize, 0_usize, 0_usize);
    for line in head.words().map(without_marks) {
        let command = Command::of(line);
        let mut words = command.words.iter().map(String::as_str);
        let (first, second) = (words.next(), words.next().unwrap_or_default());
        match first {
            Some("play" | "genmove" | "loadsgf") if !second.is_empty() => plays += 1,
            // Words of other formats too, with something else after them.
            Some("black" | "white") if second == "pass" || west::parse(second, ANY).is_some() => {
                plays += 1;
            }
            Some(word) if COMMANDS.contains(&word) => known += 1,
            // Answers, and text after a `#`.
            _ if line.starts_with(['=', '?', '#']) => {}
            _ => others += 1,
        }
    }
    match plays {
        0 => Confidence::Likely.when(known > 1 && others == 0),
        _ if others > plays + known => Confidence::No,
        1 if known == 0 => Confidence::Possible,
        _ => Confidence::Likely,
    }
}

/// The largest board whose points have names.
const ANY: Size = Size::of::<25, 25>();

/// A line of commands, taken apart.
#[derive(Debug, Default)]
struct Command {
    /// The command and its arguments, in small letters.
    words: Vec<String>,
}

/// A line without the marks of a log: `>>` and `<<` of GoGui, the time and `Controller:` of `KataGo`.
fn without_marks(line: &str) -> &str {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix(">>").or_else(|| line.strip_prefix("<<")) {
        return rest.trim_start();
    }
    let is_time = line.starts_with(|sign: char| sign.is_ascii_digit());
    match line
        .split_once(": ")
        .filter(|(time, _)| is_time && time.contains(':'))
    {
        Some((_, rest)) => rest
            .strip_prefix("Controller:")
            .unwrap_or(rest)
            .trim_start(),
        None => line,
    }
}

impl Command {
    fn of(line: &str) -> Self {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .map(|char| if char == '\t' { ' ' } else { char })
            .filter(|char| !char.is_control())
            .collect();
        let mut words = clean.split_whitespace().map(str::to_lowercase).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        words.next_if(is_number);
        Self {
            words: words.collect(),
        }
    }
}
