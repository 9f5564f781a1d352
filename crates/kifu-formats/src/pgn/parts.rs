//! The tags and the text of one game.

use kifu_sgf::value::Reason;

use super::token::Token;
use super::{OTHELLO, TERMINATION, reason_of};

/// The tag of the result.
pub(super) const RESULT: &str = "Result";

/// The parts of a game with their lines.
#[derive(Default)]
pub(super) struct Parts {
    /// Comments before the tags.
    pub(super) before: Vec<(usize, Token)>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) line: usize,
    pub(super) text: Vec<(usize, Token)>,
    pub(super) result: Option<String>,
}

impl Parts {
    /// The value of a tag, the last one of several.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.rfind(|(own, _)| own == name)
            .map(|(_, value)| value.trim())
    }

    /// The last value of the tag `Result` that is known: a result, or another text.
    pub(super) fn result_tag(&self) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.rfind(|(name, value)| name == RESULT && !is_unknown(name, value))
            .map(|(_, value)| value.trim())
    }

    /// Whether there is more than the number of a first move.
    pub(super) fn has_text(&self) -> bool {
        !matches!(self.text.as_slice(), [] | [(_, Token::Turn { .. })])
    }

    /// Whether there are comments and tags only.
    pub(super) fn is_introduction(&self) -> bool {
        self.text.iter().all(|(_, token)| token.is_remark())
    }

    /// Whether the tag `name` belongs to the next game: it is there already, and is `Event`, with which games begin, or
    /// follows a blank line or a comment.
    pub(super) fn ends_before(&self, name: &str, is_after_blank_line: bool) -> bool {
        let may_begin = name == "Event" || is_after_blank_line || !self.text.is_empty();
        may_begin && self.tag(name).is_some()
    }

    /// The number of the game in PDN.
    pub(super) fn kind(&self) -> Option<&str> {
        let kind = self.tag("GameType")?.split(',').next();
        kind.map(str::trim)
    }

    pub(super) fn is_othello(&self) -> bool {
        self.kind() == Some(OTHELLO)
    }

    /// The result in the text, or else in the tag: `*` in the text may stand for one that PGN has no sign for.
    pub(super) fn result(&self) -> Option<&str> {
        let result = self.result.as_deref().filter(|result| *result != "*");
        result.or_else(|| self.result_tag())
    }

    /// The reason of a win.
    pub(super) fn reason(&self) -> Option<Reason> {
        let is_win = matches!(self.result(), Some("1-0" | "0-1"));
        self.tag(TERMINATION).filter(|_| is_win).and_then(reason_of)
    }
}

/// Whether a tag has a value that PGN uses for an unknown one.
pub(super) fn is_unknown(name: &str, value: &str) -> bool {
    let value = value.trim();
    match name {
        "GameType" => false,
        RESULT if value == "*" => true,
        _ => ["", "?", "-", "????.??.??"].contains(&value),
    }
}
