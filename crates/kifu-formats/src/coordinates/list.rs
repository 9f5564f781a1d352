use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, Point, Size};

use super::token::{Token, tokens};
use crate::draft::{Draft, Record};
use crate::note::quote;
use crate::text::Text;
use crate::west;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let lines = || text.lines().map(|(_, line)| line.trim().to_owned());
    let is_goban = {
        let lines: Vec<_> = lines().filter(|line| !line.is_empty()).take(400).collect();
        is_goban(lines.iter().map(String::as_str))
    };
    if is_goban {
        goban(&text, draft);
    } else {
        list(&text, draft);
    }
}

/// Whether the lines that are not empty begin as goban wrote them: the size, the handicap, two lists that end
/// with a point, and who begins.
pub(super) fn is_goban<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
    let mut number = || lines.next().and_then(|line| line.parse::<u16>().ok());
    let size = number();
    let handicap = number();
    if !matches!(size, Some(2..=25)) || !matches!(handicap, Some(0..=25)) {
        return false;
    }
    let mut ends = 0;
    for line in lines {
        ends += line.split_whitespace().filter(|word| *word == ".").count();
        if matches!(line, "Black" | "White") {
            return ends == 2;
        }
    }
    false
}

/// A place in a list: a line and a word.
type Word = (usize, Token);

fn list(text: &Text<'_>, draft: &mut Draft) {
    let words: Vec<Word> = text
        .lines()
        .flat_map(|(number, line)| tokens(&line).into_iter().map(move |token| (number, token)))
        .collect();
    let side = words.iter().find_map(|(_, token)| match token {
        Token::Size(side @ 2..=25) => Some(*side),
        _ => None,
    });
    let size = Size::square(side.unwrap_or(19)).unwrap_or_default();
    let count = |is: fn(&Token) -> bool| words.iter().filter(|(_, token)| is(token)).count();
    let western = count(|token| matches!(token, Token::Western(_)));
    let letters = count(|token| matches!(token, Token::Letters(_)));
    if western > 0 && letters > 0 {
        draft.notes.file(
            "points are named in two ways; those of two letters are read as in SGF, check that this is right",
        );
    }
    let marks_colors = marks_colors(&words);
    let mut game = Line::begin(draft.begin(Game::Go, size), size);
    let mut previous = None;
    for (number, token) in &words {
        game.take(*number, token, marks_colors, previous);
        previous = Some(token);
    }
}

/// Whether `B5` is the fifth move and not a point: if `W2`, which is not a point of 19×19, occurs, and a point follows
/// each of them.
fn marks_colors(words: &[Word]) -> bool {
    let has_white = words
        .iter()
        .any(|(_, token)| matches!(token, Token::Doubtful(word) if word.starts_with('w')));
    let is_followed = |index: usize| {
        let next = words.get(index + 1).map(|(_, token)| token);
        matches!(
            next,
            Some(Token::Western(_) | Token::Doubtful(_) | Token::Letters(_) | Token::Pass)
        )
    };
    let mut is_point = false;
    has_white
        && words
            .iter()
            .enumerate()
            .all(|(index, (_, token))| match token {
                // A point of the column B after the number of a move.
                Token::Doubtful(_) if is_point => {
                    is_point = false;
                    true
                }
                Token::Doubtful(_) => {
                    is_point = is_followed(index);
                    is_point
                }
                _ => {
                    is_point = false;
                    true
                }
            })
}

/// A game built move by move.
struct Line<'a> {
    record: Record<'a>,
    size: Size,
    node: NodeId,
    /// Color of the next move, if players alternate.
    next: Color,
    /// Color of the next move, if the text names it.
    named: Option<Color>,
    /// Whether a color with the number of its move was read, so that a point must come.
    wants_point: bool,
}

impl<'a> Line<'a> {
    const fn begin(record: Record<'a>, size: Size) -> Self {
        Self {
            record,
            size,
            node: NodeId::ROOT,
            next: Color::Black,
            named: None,
            wants_point: false,
        }
    }

    fn take(&mut self, number: usize, token: &Token, marks_colors: bool, previous: Option<&Token>) {
        let wants_point = std::mem::take(&mut self.wants_point);
        match token {
            Token::Number | Token::Size(_) => {}
            Token::Color(color) => self.named = Some(*color),
            Token::Pass => self.play(None),
            Token::Doubtful(word) => {
                let is_behind = matches!(previous, Some(Token::Number | Token::Color(_)));
                if marks_colors && !wants_point && !is_behind {
                    self.named = Some(if word.starts_with('b') {
                        Color::Black
                    } else {
                        Color::White
                    });
                    self.wants_point = true;
                } else {
                    self.point(number, west::parse(word, self.size), word);
                }
            }
            Token::Western(word) => self.point(number, west::parse(word, self.size), word),
            Token::Letters(word) => {
                self.point(number, value::point::parse_on(word, self.size).ok(), word);
            }
            Token::Unknown(word) => self.left_out(number, word),
        }
    }

    fn point(&mut self, number: usize, point: Option<Point>, word: &str) {
        match point {
            Some(point) => self.play(Some(point)),
            None => self.left_out(number, word),
        }
    }

    fn left_out(&mut self, number: usize, word: &str) {
        let quoted = quote(word);
        self.record.notes.line(
            number,
            format_args!("ignored, not a point of the board: {quoted}"),
        );
    }

    fn play(&mut self, point: Option<Point>) {
        let color = self.named.take().unwrap_or(self.next);
        self.node = self.record.play(self.node, color, point);
        self.next = color.opponent();
    }
}

/// The size, the handicap, stones of both colors, who begins, and the moves.
fn goban(text: &Text<'_>, draft: &mut Draft) {
    let mut words = text.lines().flat_map(|(number, line)| {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        words.into_iter().map(move |word| (number, word))
    });
    let mut number = || {
        words
            .next()
            .and_then(|(_, word)| word.parse::<u16>().ok())
            .unwrap_or(0)
    };
    let (side, handicap) = (number(), number());
    let size = Size::square(side.clamp(2, 25)).unwrap_or_default();
    let mut record = draft.begin(Game::Go, size);
    if handicap >= 2 {
        record.set(NodeId::ROOT, "HA", &handicap.to_string());
    }
    for identifier in ["AB", "AW"] {
        for (number, word) in words.by_ref().take_while(|(_, word)| word != ".") {
            match west::parse(&word, size) {
                Some(point) => record.add(NodeId::ROOT, identifier, &point.to_string()),
                None => record.notes.line(
                    number,
                    format_args!("ignored, not a point of the board: {}", quote(&word)),
                ),
            }
        }
    }
    let mut game = Line::begin(record, size);
    if let Some((_, first)) = words.next() {
        game.next = if first == "White" {
            Color::White
        } else {
            Color::Black
        };
    }
    for (number, word) in words {
        if word.eq_ignore_ascii_case("pass") {
            game.play(None);
        } else {
            let point = west::parse(&word, size);
            game.point(number, point, &word);
        }
    }
}
