//! The comments of a game, in its order.

use std::fmt::Write as _;

use clap::ValueEnum;
use kifu::collection::split::safe_name;
use kifu::{GameTree, Node};
use kifu_diagram::binding::{Options, Walk};
use kifu_diagram::{Theme, layout, svg, text};

use super::pictures::Picture;
use super::{Diagrams, Found};
use crate::harmless;

/// Columns of a page of text.
const WIDTH: usize = 100;

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text, with comments beside their diagrams
    Text,
    /// Markdown
    Markdown,
}

pub(super) fn write(
    game: GameTree<'_>,
    file: &str,
    number: usize,
    format: Format,
    diagrams: Diagrams,
    found: &mut Found,
) {
    let mut page = String::new();
    // A game without a board has comments too.
    let mut walk = Walk::new(game).ok();
    let mut moves = 0;
    let mut line: Vec<(Node<'_>, usize)> = Vec::new();
    for node in game.nodes() {
        let parent = node.parent();
        while line.last().is_some_and(|(last, _)| Some(*last) != parent) {
            line.pop();
        }
        let above = line.last().map_or(0, |(_, count)| *count);
        let count = above + usize::from(node.play().is_some());
        line.push((node, count));
        let comment = node.comment().unwrap_or_default();
        let name = node.simple_text("N").filter(|text| !text.trim().is_empty());
        if comment.is_empty() && name.is_none() {
            continue;
        }
        if moves == 0 {
            heading(&mut page, game, format);
        }
        moves += 1;
        if let Some(walk) = &mut walk {
            walk.go_to(node);
        }
        let place = place(node, count, walk.as_ref());
        let text = comment.trim_end();
        let name = name.as_deref().unwrap_or_default().trim();
        match format {
            Format::Text => {
                let _ = writeln!(page, "{}", titled(&place, name));
                match walk.as_ref().filter(|_| diagrams == Diagrams::Text) {
                    Some(walk) => page.push_str(&beside(walk)),
                    None => {
                        if !text.is_empty() {
                            let _ = writeln!(page, "{text}");
                        }
                    }
                }
                page.push('\n');
            }
            Format::Markdown => {
                let _ = writeln!(page, "### {}\n", titled(&place, &escaped(name)));
                match (diagrams, walk.as_ref()) {
                    (Diagrams::Text, Some(walk)) => {
                        let drawn = walk.scene(&Options::default());
                        let shown = text::draw(&drawn.scene, &text::Options::default());
                        let _ = writeln!(page, "```text\n{shown}```\n");
                    }
                    (Diagrams::Svg, Some(walk)) => {
                        let drawn = walk.scene(&Options::default());
                        let picture = layout::draw(&drawn.scene, &Theme::default());
                        let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
                        let stem = stem.split('.').next().unwrap_or_default();
                        let name = format!("{}-{number}-{}.svg", safe_name(stem), node.number());
                        let _ = write!(page, "![{place}](<");
                        found.beside.push(Picture {
                            name,
                            at: found.bytes.len() + page.len(),
                            content: svg::draw(&picture),
                        });
                        let _ = writeln!(page, ">)\n");
                    }
                    (Diagrams::None, _) | (_, None) => {}
                }
                for paragraph in text.lines() {
                    // Two blanks keep the line break.
                    let _ = writeln!(page, "{}  ", escaped(paragraph));
                }
                page.push('\n');
            }
        }
    }
    found.count += moves;
    found.bytes.extend(page.into_bytes());
}

/// Who played, when, and how it ended.
fn heading(page: &mut String, game: GameTree<'_>, format: Format) {
    let root = game.root();
    let value = |id| root.simple_text(id).filter(|text| !text.trim().is_empty());
    let mut parts = Vec::new();
    if value("PB").is_some() || value("PW").is_some() {
        let name = |id| value(id).unwrap_or("?".into());
        parts.push(format!("{} – {}", name("PB"), name("PW")));
    }
    let others = ["GN", "EV", "DT", "RE"].map(value);
    parts.extend(
        others
            .into_iter()
            .flatten()
            .map(std::borrow::Cow::into_owned),
    );
    if parts.is_empty() {
        parts.push(format!("Game {}", game.number() + 1));
    }
    let line = parts.join(", ");
    let _ = match format {
        Format::Text => writeln!(
            page,
            "{line}\n{}\n",
            "=".repeat(harmless::columns(&line).min(WIDTH))
        ),
        Format::Markdown => writeln!(page, "## {}\n", escaped(&line)),
    };
    if let Some(about) = root.text("GC").filter(|text| !text.trim().is_empty()) {
        let _ = match format {
            Format::Text => writeln!(page, "{}\n", about.trim_end()),
            Format::Markdown => writeln!(page, "{}\n", escaped(about.trim_end())),
        };
    }
}

/// Which move it is.
fn place(node: Node<'_>, count: usize, walk: Option<&Walk<'_>>) -> String {
    let mut place = if node.play().is_some() {
        let name = walk.and_then(Walk::move_name).map(|(_, name)| name);
        let raw = || {
            node.play()
                .map_or_else(String::new, |(_, raw)| raw.to_owned())
        };
        let name = name.unwrap_or_else(raw);
        let color = if node.play().is_some_and(|(id, _)| id == "B") {
            "Black"
        } else {
            "White"
        };
        format!("Move {count}, {color} {name}")
    } else if count == 0 {
        "Start".to_owned()
    } else {
        format!("After move {count}")
    };
    if !node.is_on_main_line() {
        place.push_str(", in a variation");
    }
    place
}

fn titled(place: &str, name: &str) -> String {
    if name.is_empty() {
        place.to_owned()
    } else {
        format!("{place}: {name}")
    }
}

/// The diagram with the words beside it.
fn beside(walk: &Walk<'_>) -> String {
    let options = Options {
        comment: true,
        ..Options::default()
    };
    let drawn = walk.scene(&options);
    let options = text::Options {
        width: WIDTH,
        beside: true,
        ..text::Options::default()
    };
    text::draw(&drawn.scene, &options)
}

/// Escapes text for Markdown, so that no character in it is markup.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for (place, char) in words.char_indices() {
        let is_sign = matches!(char, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|')
            || (place == 0 && matches!(char, '#' | '+' | '-' | '=' | '~'));
        if is_sign {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}
