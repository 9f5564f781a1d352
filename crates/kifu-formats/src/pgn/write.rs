use std::fmt::Write as _;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, DateList, GameResult, Size};
use kifu_sgf::{GameTree, Node};
use kifu_syntax::text::{unescape_simple_text, unescape_text};

use super::token::{RESULTS, is_left_open, is_score};
use super::{OTHELLO, REASONS, TAGS, TERMINATION, reason_of};
use crate::Refusal;
use crate::loss::Losses;

#[expect(
    clippy::unnecessary_wraps,
    reason = "all writers have one form, and some refuse a game"
)]
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut text = String::new();
    for game in games {
        if !text.is_empty() {
            text.push('\n');
        }
        let (result, reason) = result(*game, losses);
        tags(*game, &result, reason, &mut text, losses);
        text.push('\n');
        let mut line = Line::default();
        movetext(*game, &mut line, losses);
        // Only the results of PGN, and the discs of Othello, end the moves.
        let ends = RESULTS.contains(&&*result)
            || (game.kind() == Some(Game::Othello) && is_score(&result));
        line.word(if ends { &result } else { "*" });
        text.push_str(&line.text);
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// The result as PGN writes it, and its reason as a value of the tag [`TERMINATION`].
fn result(game: GameTree<'_>, losses: &mut Losses) -> (String, Option<&'static str>) {
    let Some(raw) = game.root().value("RE") else {
        let kept = others(game).find(|(name, _)| name == "Result");
        return (
            kept.map_or_else(|| "*".to_owned(), |(_, value)| value),
            None,
        );
    };
    let mut why = None;
    let result = match GameResult::parse_lenient(raw).map(|read| read.value) {
        Ok(GameResult::Win {
            winner,
            margin,
            reason,
        }) => {
            let own = REASONS.iter().find(|(_, own)| Some(*own) == reason);
            why = own.map(|(value, _)| *value);
            // The tag of a reason that is kept as it was read may be another one.
            let kept = others(game).filter(|(name, _)| name == TERMINATION);
            let is_kept = kept.last().map(|(_, value)| reason_of(&value) == reason);
            if margin.is_some() || is_kept == Some(false) && reason.is_some() {
                losses.property("RE");
            }
            if is_kept.is_some() {
                why = None;
            }
            match winner {
                Color::White => "1-0",
                Color::Black => "0-1",
            }
        }
        Ok(GameResult::Draw) => "1/2-1/2",
        Ok(GameResult::Unknown) => "*",
        _ => {
            losses.property("RE");
            "*"
        }
    };
    (result.to_owned(), why)
}

/// The tags kept in `XPGN`.
fn others(game: GameTree<'_>) -> impl Iterator<Item = (String, String)> {
    let kept = game.root().properties().filter(|own| own.is("XPGN"));
    kept.flat_map(|own| own.values().filter_map(split))
}

fn tags(
    game: GameTree<'_>,
    result: &str,
    reason: Option<&str>,
    text: &mut String,
    losses: &mut Losses,
) {
    let root = game.root();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value = value.replace(['\n', '\r'], " ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let values = root.properties().filter(|own| own.is("XPGN"));
    let values = values.flat_map(|own| own.values());
    losses.properties("XPGN", values.filter(|raw| split(raw).is_none()).count());
    let mut kept: Vec<_> = others(game).filter(|(name, _)| name != "Result").collect();
    for (name, property) in TAGS {
        let own = root.simple_text(property);
        match (name, own) {
            ("Date", Some(date)) => {
                let own = date_tag(&date);
                if own.is_none() {
                    losses.property("DT");
                }
                tag(name, own.as_deref().unwrap_or("????.??.??"));
            }
            (_, Some(own)) => tag(name, own.trim()),
            // The seven tags that each game has.
            ("Event" | "Site" | "Date" | "Round" | "White" | "Black", None) => {
                let at = kept.iter().position(|(own, _)| own == name);
                let own = at.map(|at| kept.remove(at).1);
                let unknown = if name == "Date" { "????.??.??" } else { "?" };
                tag(name, own.as_deref().unwrap_or(unknown));
            }
            _ => {}
        }
        if name == "Black" {
            tag("Result", result);
        }
    }
    if game.kind() == Some(Game::Othello) {
        tag("GameType", OTHELLO);
    }
    if let Some(reason) = reason {
        tag(TERMINATION, reason);
    }
    for (name, value) in kept {
        if is_name(&name) {
            tag(&name, &value);
        } else {
            losses.property("XPGN");
        }
    }
    // The first player of chess follows from the position.
    let has_position = root
        .properties()
        .filter(|own| own.is("XPGN"))
        .any(|own| own.values().any(|raw| raw.starts_with("FEN:")));
    if root.has("PL") && !has_position {
        losses.property("PL");
    }
    if root.value("SZ").is_some_and(|raw| raw.trim() != "8") {
        losses.property("SZ");
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The two parts of a value `name:value`.
fn split(raw: &str) -> Option<(String, String)> {
    let mut escaped = false;
    let colon = raw.char_indices().find(|(_, sign)| {
        let is_colon = *sign == ':' && !escaped;
        escaped = *sign == '\\' && !escaped;
        is_colon
    })?;
    let (name, value) = (&raw[..colon.0], &raw[colon.0 + 1..]);
    Some((
        unescape_simple_text(name).trim().to_owned(),
        unescape_simple_text(value).trim().to_owned(),
    ))
}

/// Returns a date as `2024.05.03`, with question marks for unknown parts; `None` for several days.
fn date_tag(text: &str) -> Option<String> {
    let dates = DateList::parse_lenient(text).ok()?.value;
    let [date] = dates.dates() else {
        return None;
    };
    let part = |number: Option<u8>| number.map_or("??".to_owned(), |own| format!("{own:02}"));
    Some(format!(
        "{:04}.{}.{}",
        date.year(),
        part(date.month()),
        part(date.day())
    ))
}

/// Words in lines of at most 79 characters.
#[derive(Default)]
struct Line {
    text: String,
    length: usize,
}

impl Line {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.length > 0 {
            if self.length + 1 + length > 79 {
                self.text.push('\n');
                self.length = 0;
            } else {
                self.text.push(' ');
                self.length += 1;
            }
        }
        self.text.push_str(word);
        self.length += length;
    }

    /// Writes a comment unchanged, with its line ends.
    fn comment(&mut self, comment: &str) {
        if self.length > 0 {
            self.text.push(' ');
        }
        self.text.push('{');
        self.text.push_str(comment);
        self.text.push('}');
        self.length = 80;
    }
}

/// The next task of writing.
enum Task<'a> {
    /// The children of a node; the first is at this number of moves. The flag: whether a number must precede it.
    After(Node<'a>, usize, bool),
    Variation(Node<'a>, usize),
    Close,
}

fn movetext(game: GameTree<'_>, line: &mut Line, losses: &mut Losses) {
    let root = game.root();
    comment(root, line, losses);
    let mut tasks = vec![Task::After(root, 0, true)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => line.word(")"),
            Task::Variation(node, moves) => {
                line.word("(");
                let needs_number = node_text(node, game, moves, true, line, losses);
                tasks.push(Task::Close);
                tasks.push(Task::After(
                    node,
                    moves + usize::from(node.play().is_some()),
                    needs_number,
                ));
            }
            Task::After(node, moves, needs_number) => {
                let mut children = node.children();
                let Some(first) = children.next() else {
                    continue;
                };
                let others: Vec<_> = children.collect();
                let after = node_text(first, game, moves, needs_number, line, losses);
                let next = moves + usize::from(first.play().is_some());
                tasks.push(Task::After(first, next, after || !others.is_empty()));
                let variations = others.into_iter().rev();
                tasks.extend(variations.map(|node| Task::Variation(node, moves)));
            }
        }
    }
}

/// Writes a node; whether the next move needs its number.
fn node_text(
    node: Node<'_>,
    game: GameTree<'_>,
    moves: usize,
    needs_number: bool,
    line: &mut Line,
    losses: &mut Losses,
) -> bool {
    let mut needs_next = needs_number;
    if let Some((letter, raw)) = node.play() {
        let moves_of_color = node.properties_of(letter);
        let written = moves_of_color.map(|own| own.len().max(1)).sum::<usize>();
        losses.properties(letter, written - 1);
        let is_white = letter == "W";
        let first_is_white = game.kind() == Some(Game::Chess);
        // Moves in pairs: the first player of the game has the number.
        let starts = game
            .main_line()
            .find_map(|node| node.play())
            .map_or(first_is_white, |(letter, _)| letter == "W");
        let offset = usize::from(starts != first_is_white);
        let is_first = is_white == first_is_white;
        let number = usize::midpoint(moves, offset) + 1;
        let before = node.parent().and_then(|parent| parent.play());
        let is_repeated = before.is_some_and(|(before, _)| before == letter);
        match word(raw, game.kind()) {
            Some(word) => {
                if is_first {
                    if is_repeated {
                        // Without it, the move would read as the answer to the one before.
                        line.word(&format!("{number}..."));
                    }
                    line.word(&format!("{number}."));
                } else if needs_number || is_repeated {
                    line.word(&format!("{number}..."));
                }
                line.word(&word);
                needs_next = false;
            }
            None => losses.property(letter),
        }
    }
    for property in node.properties().filter(|own| own.is("XNAG")) {
        for raw in property.values() {
            match raw.trim().parse::<u8>() {
                Ok(number) => line.word(&format!("${number}")),
                Err(_) => losses.property("XNAG"),
            }
        }
    }
    comment(node, line, losses) || needs_next
}

/// Writes the comment of a node; whether there is one.
fn comment(node: Node<'_>, line: &mut Line, losses: &mut Losses) -> bool {
    let Some(raw) = node.value("C") else {
        return false;
    };
    let text = unescape_text(raw);
    let text = text.trim();
    if text.contains('}') {
        losses.other(["sign `}` of comments", "signs `}` of comments"]);
    }
    if text.is_empty() {
        return false;
    }
    let mut text = text.replace('}', ")");
    if is_left_open(&text) {
        losses.other(["sign `{` of comments", "signs `{` of comments"]);
        text = text.replace('{', "(");
    }
    line.comment(&text);
    true
}

/// A move as PGN writes it.
fn word(raw: &str, kind: Option<Game>) -> Option<String> {
    if kind == Some(Game::Othello) {
        if raw.trim().is_empty() {
            return Some("--".to_owned());
        }
        let point = value::point::parse_lenient(raw.trim(), Size::of::<8, 8>()).ok()?;
        let point = point.value;
        let letter = char::from(b'a' + u8::try_from(point.x).ok()?);
        return Some(format!("{letter}{}", point.y + 1));
    }
    let word = unescape_simple_text(raw);
    let word = word.trim();
    let is_word = !word.is_empty()
        && !word.contains(|sign: char| sign.is_whitespace() || "(){}[];$!?\"".contains(sign));
    is_word.then(|| word.to_owned())
}
