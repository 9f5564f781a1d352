use std::collections::HashMap;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Reason, Size};
use kifu_syntax::text::escape_simple_text;

use super::parts::{Parts, RESULT, is_unknown};
use super::token::{RESULTS, Token, Tokens, is_san, is_score, tag};
use super::{EVENT, OTHELLO, REASONS, TAGS, TERMINATION, counts};
use crate::draft::{Draft, Record, identifier};
use crate::note::quote;
use crate::text::Text;
use crate::words;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let text = text.whole().replace("\r\n", "\n").replace('\r', "\n");
    let mut parts = Parts::default();
    // After its result, a game waits for its last comments.
    let mut ended: Option<Parts> = None;
    // A result ends a game outside of variations.
    let mut depth = 0_usize;
    let mut tokens = Tokens::new(&text);
    tokens.advance(skip_preamble(&text, draft));
    while let Some((line, token)) = tokens.next() {
        let is_remark = token.is_remark();
        if let Some(last) = ended.as_mut()
            && is_remark
            && parts.text.is_empty()
            && !tokens.is_after_blank_line()
        {
            last.text.push((line, token));
            continue;
        }
        if !is_remark && let Some(last) = ended.take() {
            game(last, draft);
        }
        match token {
            Token::Tag(name, value) => {
                let is_next = parts.ends_before(&name, tokens.is_after_blank_line());
                if parts.is_introduction() && !is_next {
                    parts.before.append(&mut parts.text);
                } else if parts.has_text() || is_next {
                    game(std::mem::take(&mut parts), draft);
                    depth = 0;
                }
                if parts.tags.is_empty() {
                    parts.line = line;
                }
                parts.tags.push((name, value));
            }
            Token::Result(result) if depth == 0 => {
                parts.result = Some(result);
                ended = Some(std::mem::take(&mut parts));
            }
            Token::Move(word) if depth == 0 && parts.is_othello() && is_score(&word) => {
                parts.result = Some(word);
                ended = Some(std::mem::take(&mut parts));
            }
            Token::Result(_) => {}
            Token::Turn { .. } if !parts.has_text() => parts.text = vec![(line, token)],
            other => {
                match other {
                    Token::Begin => depth += 1,
                    Token::End => depth = depth.saturating_sub(1),
                    _ => {}
                }
                parts.text.push((line, other));
            }
        }
    }
    if let Some(mut last) = ended.take() {
        last.text.append(&mut parts.text);
        game(last, draft);
    } else if !parts.tags.is_empty() || parts.has_text() {
        game(parts, draft);
    }
}

/// Length of a text before the tags of the first game, of which no more than half can be moves; it is noted.
fn skip_preamble(text: &str, draft: &mut Draft) -> usize {
    let Some(length) = preamble(text) else {
        return 0;
    };
    let mut lines = (1..).zip(text[..length].lines());
    if let Some((number, line)) = lines.find(|(_, line)| !line.trim().is_empty()) {
        draft.notes.line(
            number,
            format_args!(
                "the text before the first game is ignored, from {} on",
                quote(line)
            ),
        );
    }
    length
}

/// Length of the text before the first tag `Event` at the beginning of a line, if it is not a game without tags.
fn preamble(text: &str) -> Option<usize> {
    let length = if text.starts_with(EVENT) {
        0
    } else {
        memchr::memmem::find(text.as_bytes(), format!("\n{EVENT}").as_bytes())? + 1
    };
    let before = &text[..length];
    let [moves, _, others] = counts(before);
    let has_tags = before.lines().any(|line| tag(line).is_some());
    (others > moves && !has_tags).then_some(length)
}

fn game(parts: Parts, draft: &mut Draft) {
    let kind = match parts.kind() {
        None | Some("" | "0") => Game::Chess,
        Some(OTHELLO) => Game::Othello,
        Some(other) => {
            draft.notes.line(
                parts.line,
                format_args!(
                    "the game is omitted: SGF has no number for {} of PDN",
                    quote(&format!("GameType {other}"))
                ),
            );
            return;
        }
    };
    let mut record = draft.begin_without_size(kind);
    record.set(NodeId::ROOT, "SZ", "8");
    note_contradictions(&parts, &mut record);
    let reason = parts.reason();
    let mut others = Vec::new();
    let reasons = parts.tags.iter().filter(|(name, _)| name == TERMINATION);
    let has_one_reason = reasons.count() == 1;
    for (name, value) in &parts.tags {
        let property = TAGS.iter().find(|(own, _)| own == name);
        match property {
            _ if name == RESULT || name == "GameType" => {}
            // Another spelling is kept beside `RE`.
            _ if name == TERMINATION
                && has_one_reason
                && REASONS
                    .iter()
                    .any(|(own, of)| own == value && reason == Some(*of)) => {}
            // Not applicable, unlike an unknown value: a player without a rating, a match without rounds.
            Some(_) if value.trim() == "-" => others.push(pair(name, value)),
            Some(_) if is_unknown(name, value) => {}
            Some((_, "DT")) => match words::date(value) {
                Some(date) => record.set(NodeId::ROOT, "DT", &date.to_string()),
                None => record.text(NodeId::ROOT, "DT", &partial_date(value)),
            },
            Some((_, property)) => record.text(NodeId::ROOT, property, value),
            None => others.push(pair(name, value)),
        }
    }
    let result = match parts.result() {
        Some("1-0") => Some("W+"),
        Some("0-1") => Some("B+"),
        Some("1/2-1/2") => Some("Draw"),
        None => None,
        Some(other) => {
            others.push(pair("Result", other));
            record.notes.line(
                parts.line.max(1),
                format_args!(
                    "the result {} names no winner; it is kept in `XPGN`",
                    quote(other)
                ),
            );
            None
        }
    };
    if !others.is_empty() {
        record.push(NodeId::ROOT, "XPGN", &others);
    }
    let first = first_color(parts.tag("FEN"), kind);
    if first == Color::Black && kind == Game::Chess {
        record.set(NodeId::ROOT, "PL", "B");
    }
    if let Some(result) = result {
        let reason = reason.map_or("", sign);
        record.set(NodeId::ROOT, "RE", &format!("{result}{reason}"));
    }
    let text = [parts.before, parts.text].concat();
    tree(text, kind, first, &mut record);
}

/// Notes tags of which one value of two is ignored.
fn note_contradictions(parts: &Parts, record: &mut Record<'_>) {
    let is_kept_once = |name: &str| {
        TAGS.iter().any(|(own, _)| *own == name) || [RESULT, "GameType"].contains(&name)
    };
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let known = parts
        .tags
        .iter()
        .filter(|(name, value)| !is_unknown(name, value));
    for (name, value) in known {
        if let Some(before) = seen.insert(name, value)
            && before != value
            && is_kept_once(name)
            && !(name == RESULT && parts.result() == Some(before.trim()))
        {
            record.notes.line(
                parts.line.max(1),
                format_args!("the tag {name} occurs twice; {} is ignored", quote(before)),
            );
        }
    }
    let is_decisive = |result: &&str| *result != "*" && RESULTS.contains(result);
    let tag = parts.result_tag().filter(is_decisive);
    let end = parts.result.as_deref().filter(is_decisive);
    if let (Some(tag), Some(end)) = (tag, end)
        && tag != end
    {
        record.notes.line(
            parts.line.max(1),
            format_args!(
                "the tag Result {} is ignored: the moves end with {}",
                quote(tag),
                quote(end)
            ),
        );
    }
}

/// A tag as a value of `XPGN`.
fn pair(name: &str, value: &str) -> String {
    format!(
        "{}:{}",
        escape_simple_text(name).replace(':', "\\:"),
        escape_simple_text(value).replace(':', "\\:")
    )
}

/// The letter of a reason in `RE`.
const fn sign(reason: Reason) -> &'static str {
    match reason {
        Reason::Resignation => "R",
        Reason::Time => "T",
        Reason::Forfeit => "F",
    }
}

/// `1956.??.??` is a year.
fn partial_date(value: &str) -> String {
    let parts = value.split('.').take_while(|part| !part.contains('?'));
    parts.collect::<Vec<_>>().join("-")
}

/// Returns the first player: White in chess, unless the position has another one.
fn first_color(position: Option<&str>, kind: Game) -> Color {
    let to_move = position.and_then(|fen| fen.split_whitespace().nth(1));
    match (kind, to_move) {
        (Game::Chess, Some("b")) => Color::Black,
        (Game::Chess, _) => Color::White,
        _ => Color::Black,
    }
}

/// A node, and the color of the next move.
#[derive(Clone, Copy)]
struct Place {
    node: NodeId,
    next: Color,
    /// The number of the first player before the move of the node. Before the next move as well, it is that of a pair:
    /// `1. e4 1. e5`.
    number: Option<u32>,
}

/// Whether the numbers of moves give their colors: not in a game in which each move has a number (`1. e4 2. e5` or
/// `1. e4 1. e5`), nor in one from a position with Black to move in which White's numbers are those of Black. A number
/// of Black without a move (`1. e4 1... 2. d4`) always gives colors.
fn are_numbers_of_pairs(text: &[(usize, Token)], is_usual_start: bool) -> bool {
    let (mut singles, mut others, mut depth, mut last) = (0_usize, 0_usize, 0_usize, 0_u32);
    // The moves since a number of the first player; `None` before the first number.
    let mut moves: Option<usize> = None;
    let mut is_second_next = false;
    for (_, token) in text {
        let was_second_next = std::mem::take(&mut is_second_next);
        match token {
            Token::Begin => depth += 1,
            Token::End => depth = depth.saturating_sub(1),
            Token::Turn {
                is_first: false, ..
            } => is_second_next = true,
            Token::Turn { .. } if was_second_next => return true,
            Token::Turn { number, .. } if depth == 0 => {
                match moves.replace(0) {
                    None if !is_usual_start => return false,
                    None => {}
                    Some(1) if [last, last.saturating_add(1)].contains(number) => singles += 1,
                    Some(_) => others += 1,
                }
                last = *number;
            }
            Token::Move(_) if depth == 0 => {
                // The first number may follow a move that has none.
                moves = Some(moves.map_or(0, |moves| moves + 1));
            }
            _ => {}
        }
    }
    singles <= others + usize::from(moves > Some(1))
}

/// The comments of a game.
#[derive(Default)]
struct Comments {
    of: HashMap<NodeId, String>,
    /// Those of a variation before its first move, which they describe.
    lead: Option<Vec<String>>,
}

impl Comments {
    /// Takes a comment that follows a node.
    fn take(&mut self, node: NodeId, words: String) {
        match &mut self.lead {
            Some(lead) => lead.push(words),
            None => self.add(node, &words),
        }
    }

    /// Gives the comments at the start of a variation to a node.
    fn settle(&mut self, node: NodeId) {
        for words in self.lead.take().into_iter().flatten() {
            self.add(node, &words);
        }
    }

    fn add(&mut self, node: NodeId, words: &str) {
        let all = self.of.entry(node).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(words.trim());
    }
}

fn tree(text: Vec<(usize, Token)>, kind: Game, first: Color, record: &mut Record<'_>) {
    let mut place = Place {
        node: NodeId::ROOT,
        next: first,
        number: None,
    };
    // The player whose moves have the numbers.
    let numbered = first_color(None, kind);
    let has_turns = are_numbers_of_pairs(&text, first == numbered);
    // The color of the next move by its number, and the number if it is one of the first player.
    let mut turn = None;
    let mut above: HashMap<NodeId, Place> = HashMap::new();
    let mut open = Vec::new();
    let mut comments = Comments::default();
    let mut nags: HashMap<NodeId, Vec<String>> = HashMap::new();
    let mut order = vec![NodeId::ROOT];
    for (line, token) in text {
        if matches!(token, Token::OpenComment(_)) {
            record.notes.line(
                line,
                "`{` is not closed; the comment ends before the tags of the next game, or with the file",
            );
        }
        match token {
            Token::Begin => {
                turn = None;
                comments.settle(place.node);
                comments.lead = Some(Vec::new());
                open.push(place);
                match above.get(&place.node) {
                    Some(own) => place = *own,
                    None => record.notes.line(
                        line,
                        "a variation before the first move is read after the root",
                    ),
                }
            }
            Token::End => {
                turn = None;
                comments.settle(place.node);
                match open.pop() {
                    Some(own) => place = own,
                    None => record.notes.line(line, "`)` without `(` is ignored"),
                }
            }
            Token::Turn { number, is_first } => {
                let is_second = !is_first || place.number == Some(number);
                let color = if is_second {
                    numbered.opponent()
                } else {
                    numbered
                };
                if !is_first {
                    place.number = None;
                }
                turn = has_turns.then_some((color, (!is_second).then_some(number)));
            }
            Token::Comment(words) | Token::OpenComment(words) => comments.take(place.node, words),
            Token::Nag(number) => {
                let all = nags.entry(place.node).or_default();
                all.push(number.to_string());
            }
            Token::Move(word) => {
                let Some(raw) = raw(&word, kind) else {
                    record.notes.line(
                        line,
                        format_args!("{} is not a move and is ignored", quote(&word)),
                    );
                    continue;
                };
                if kind == Game::Chess && !is_san(&word) {
                    record.notes.line(
                        line,
                        format_args!(
                            "{} is not a chess move and is kept as written",
                            quote(&word)
                        ),
                    );
                }
                let (color, number) = turn.take().unwrap_or((place.next, None));
                let node = record.child(place.node);
                record.set(node, identifier(color), &raw);
                comments.settle(node);
                above.insert(node, place);
                order.push(node);
                place = Place {
                    node,
                    next: color.opponent(),
                    number,
                };
            }
            Token::Tag(..) | Token::Result(_) => {}
        }
    }
    comments.settle(place.node);
    for node in order {
        if let Some(numbers) = nags.get(&node).filter(|_| node != NodeId::ROOT) {
            record.push(node, "XNAG", numbers);
        }
        if let Some(words) = comments.of.get(&node) {
            record.lines(node, "C", words);
        }
    }
}

/// Converts a move to SGF: unchanged in chess, two letters in Othello.
fn raw(word: &str, kind: Game) -> Option<String> {
    if kind == Game::Chess {
        let may_be_move = word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+#=-:@.".contains(&byte));
        return (may_be_move
            && word
                .bytes()
                .any(|byte| byte.is_ascii_alphabetic() || byte == b'-'))
        .then(|| escape_simple_text(word).into_owned());
    }
    let size = Size::of::<8, 8>();
    if ["pass", "--", "pa"].contains(&&*word.to_ascii_lowercase()) {
        return Some(String::new());
    }
    let column = word
        .bytes()
        .next()?
        .to_ascii_lowercase()
        .checked_sub(b'a')?;
    let row = word.get(1..)?.parse::<u16>().ok()?.checked_sub(1)?;
    let point = Point::new(column.into(), row);
    size.contains(point).then(|| point.to_string())
}
