//! Problems of GoTools: a name, a position of three bytes for each stone, and variations with ratings.
//!
//! The meaning of the ratings is unknown; they are kept as a comment. Positions are written, ratings and variations
//! are not.
//!
//! Source: the readme of the package *ladders* of GoTools.

mod problem;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "gotools",
    title: "GoTools problem",
    extensions: &["gotools"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &["SZ", "AB", "AW", "TR", "GN"],
        nodes: &[],
    },
    detect,
    read,
    write: Some(write::write),
};

/// The name of a problem in a line `$ p9000001`.
fn name(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('$')?.trim();
    is_name(name).then_some(name)
}

/// Whether it is a name: a letter for the kind, and seven digits, of which old files have fewer.
fn is_name(name: &str) -> bool {
    match name.as_bytes() {
        [b'p' | b'P' | b'q' | b'Q', rest @ ..] => {
            (1..=16).contains(&rest.len()) && rest.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

fn detect(head: &Head<'_>) -> Confidence {
    let first = head.words().next();
    Confidence::Certain.when(first.is_some_and(|line| name(line).is_some()))
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let mut problem: Option<problem::Problem> = None;
    for (number, line) in text.lines() {
        if let Some(name) = name(&line) {
            if let Some(problem) = problem.replace(problem::Problem::begin(number, name)) {
                problem.finish(draft);
            }
        } else if let Some(problem) = &mut problem {
            problem.line(number, line.trim(), &mut draft.notes);
        }
    }
    if let Some(problem) = problem {
        problem.finish(draft);
    }
}
