//! Shared state of rules: facts about the file and the node, and the output for diagnostics.

use std::collections::BTreeMap;

use kifu_sgf::encoding::Source;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Size};
use kifu_syntax::Span;

use crate::first_game::FirstGame;
use crate::held::Held;
use crate::known::Known;
use crate::normalize::Aliases;
use crate::rules::structure::missing_version::{self, Evidence};
use crate::rules::structure::wrong_board::OddMoves;
use crate::{Diagnostic, Edit, Rule};

/// State on the path from the root to the current node. Copied at every branch, so it is small.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct State {
    /// Whether there is a root above.
    pub(crate) rooted: bool,
    /// Whether the node is on the main line.
    pub(crate) main: bool,
    /// Number of replay steps up to here.
    pub(crate) depth: u32,
    /// Player of the last move, if no `PL` followed it.
    pub(crate) mover: Option<Color>,
    /// Position of the game-info properties above.
    pub(crate) info: Place,
    /// Positions of the values that dim points, and that limit the visible part of the board.
    pub(crate) dimmed: Place,
    pub(crate) viewed: Place,
    /// Position of the value of the last move above.
    pub(crate) last_move: Place,
}

/// A span of the text in few bytes, or none. A span beyond 4 GiB is stored as none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    start: u32,
    /// End of the span; 0 for none.
    end: u32,
}

impl Place {
    pub(crate) fn get(self) -> Option<Span> {
        (self.end > 0).then(|| Span::new(self.start as usize, self.end as usize))
    }
}

impl From<Option<Span>> for Place {
    fn from(span: Option<Span>) -> Self {
        span.map_or_else(Self::default, Self::from)
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        match (u32::try_from(span.start), u32::try_from(span.end)) {
            (Ok(start), Ok(end)) => Self { start, end },
            _ => Self::default(),
        }
    }
}

/// Facts about the game, from the root and from later nodes.
#[derive(Clone, Debug)]
pub(crate) struct GameInfo {
    /// The game, by `GM`; `None` for an unknown number.
    pub(crate) game: Option<Game>,
    pub(crate) size: Size,
    /// The version that `FF` declares; `None` without a usable `FF`.
    pub(crate) version: Option<u8>,
    /// The `;` of the root.
    pub(crate) root: Span,
    /// The end of the last property of the root.
    pub(crate) root_end: usize,
    /// Root properties in the root, with the first value of each, and those that a fix moves there.
    pub(crate) root_props: Vec<([u8; 2], Span)>,
    /// The values of `HA`, `KM` and `RE`.
    pub(crate) handicap: Option<Span>,
    pub(crate) komi: Option<Span>,
    pub(crate) result: Option<Span>,
    pub(crate) rules: Option<Span>,
    /// The value of `CA`.
    pub(crate) charset: Option<Span>,
    /// After `FF`, or after the `;` of the root.
    pub(crate) version_end: usize,
    /// Moves that cannot be read.
    pub(crate) odd_moves: OddMoves,
    /// Whether the root is a header of Sina.
    pub(crate) has_sina_header: bool,
    /// Evidence for the version of a game without `FF`.
    pub(crate) undeclared: Evidence,
}

impl Default for GameInfo {
    fn default() -> Self {
        Self {
            game: Some(Game::Go),
            size: Size::GO,
            version: None,
            root: Span::default(),
            root_end: 0,
            root_props: Vec::new(),
            handicap: None,
            komi: None,
            result: None,
            rules: None,
            charset: None,
            version_end: 0,
            odd_moves: OddMoves::default(),
            has_sina_header: false,
            undeclared: Evidence::default(),
        }
    }
}

impl GameInfo {
    /// Resets the game, and keeps the memory for another.
    pub(crate) fn restart(&mut self) {
        let mut root_props = std::mem::take(&mut self.root_props);
        root_props.clear();
        *self = Self {
            root_props,
            ..Self::default()
        };
    }

    /// The version by which the game is read: the value of `FF`, or 1 without one.
    pub(crate) fn version(&self) -> u8 {
        self.version.unwrap_or(missing_version::DEFAULT)
    }

    /// Whether the game is older than FF\[4\].
    pub(crate) fn is_old(&self) -> bool {
        self.version() < 4
    }
}

/// Facts about the file: properties of its first game, to compare others with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FileInfo {
    pub(crate) games: usize,
    pub(crate) first: FirstGame,
    pub(crate) versions_differ: bool,
    pub(crate) games_differ: bool,
    /// Whether a variation was assumed in the game before, which leaves a `)` unmatched.
    pub(crate) assumed_trees: bool,
    /// Effect of a change of the encoding, computed when a rule first asks.
    pub(crate) recoding: Option<Recoding>,
}

/// Effect of a change of the encoding of the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recoding {
    /// Every character is kept.
    Keeps,
    /// The encoding is in doubt, so characters may differ from the author's.
    Doubtful,
    /// Bytes are invalid and would be lost.
    Loses,
}

/// Context of the rules: input, state and output.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) source: &'a Source,
    pub(crate) text: &'a str,
    pub(crate) strict: bool,
    /// The codes of the rules that do not apply, sorted.
    silent: &'a [&'static str],
    pub(crate) players: &'a Aliases,
    /// Whether the rules of normal forms skip a value that another rule reports with a fix.
    pub(crate) reports_once: bool,
    /// Whether a missing `CA` is reported for its own sake, not only counted.
    pub(crate) reports_charsets: bool,
    /// Span of the last diagnostic, and whether it has a fix.
    pub(crate) reported: Option<(Span, bool)>,
    /// End of the last value of the last node, if it has no `]`.
    pub(crate) unclosed_value: Option<usize>,
    /// Start of the text whose line breaks were not checked yet.
    pub(crate) lines_to: usize,
    /// Values of properties that no game defines, with line breaks, since then.
    pub(crate) private: Vec<Span>,
    /// Findings of the current game.
    pub(crate) found: Held<Diagnostic>,
    /// Values found valid, in this file or another.
    pub(crate) known: Known,
    /// Ends of trees to fix, by the offset of the extra `(` or of the `;` that begins a variation without one.
    pub(crate) tree_ends: BTreeMap<usize, Span>,
    /// Number of open trees at the current node.
    pub(crate) open_trees: usize,
    /// Number of unclosed trees, by the offset at which they count as ended.
    pub(crate) missing_ends: BTreeMap<usize, usize>,
    /// Offset at which a value without a property counts as ended, if it is not closed.
    pub(crate) open_value: Option<usize>,
    /// Trees without any node, including inner trees, in order and without overlap.
    pub(crate) hollow: Vec<Span>,
    pub(crate) game: GameInfo,
    /// The habits of programs that the games of the tree may show, a bit each, by their number in
    /// [`HABITS`](crate::quirk::HABITS). A tree of several roots is several games.
    pub(crate) habits: u32,
    pub(crate) file: FileInfo,
    pub(crate) state: State,
}

impl<'a> Context<'a> {
    /// Creates the initial context; it accepts findings that begin at `from` or later.
    pub(crate) fn new(
        source: &'a Source,
        strict: bool,
        silent: &'a [&'static str],
        players: &'a Aliases,
        from: usize,
    ) -> Self {
        let text = source.text();
        Self {
            source,
            text,
            strict,
            silent,
            players,
            reports_once: false,
            reports_charsets: false,
            reported: None,
            unclosed_value: None,
            lines_to: 0,
            private: Vec::new(),
            found: Held::new(text.len(), from),
            known: Known::default(),
            tree_ends: BTreeMap::new(),
            open_trees: 0,
            missing_ends: BTreeMap::new(),
            open_value: None,
            hollow: Vec::new(),
            game: GameInfo::default(),
            habits: 0,
            file: FileInfo::default(),
            state: State::default(),
        }
    }

    /// Whether `rule` is enabled; check this before expensive work for it.
    pub(crate) fn allows(&self, rule: &Rule) -> bool {
        self.silent.binary_search(&rule.code).is_err()
    }

    /// Reports a finding, if its rule is enabled and it is in the window of this reading.
    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.found.wants(diagnostic.span.start)
            && self.silent.binary_search(&diagnostic.code).is_err()
        {
            // The `]` comes first: no edit moves or removes a value without it.
            if let Some(end) = self.unclosed_value {
                let reaches = |edit: &Edit| edit.span.start < end && end <= edit.span.end;
                diagnostic.fix.take_if(|fix| fix.edits.iter().any(reaches));
            }
            self.reported = Some((diagnostic.span, diagnostic.fix.is_some()));
            self.found.push(diagnostic);
        }
    }

    /// Drops the findings of these rules in the current game.
    pub(crate) fn withdraw(&mut self, codes: &[&str]) {
        let from = self.game.root.start;
        self.found
            .retain(|found| found.span.start < from || !codes.contains(&found.code));
    }

    /// The text of `span`.
    pub(crate) fn str(&self, span: Span) -> &'a str {
        span.of_str(self.text)
    }
}
