//! The runner: one pass over the events of a file.
//!
//! Nothing is parsed twice and no tree is built. The properties of a node are collected in a buffer that all nodes
//! share; when the node ends, rules look at it. The state of the path from the root is a small [`State`], copied for
//! each open variation that changes it. The Go board plays forward into a node and undoes on the way out. So a file is
//! read in linear time, with any number of branches. If a game has more findings than the buffer can hold, the text is
//! read again for the rest: see [`held`](crate::held).

use std::cell::{Cell, RefCell};
use std::mem;
use std::ops::ControlFlow;

use kifu_sgf::encoding::Source;
use kifu_syntax::{Event, EventKind, Parser, Problem, ProblemSink, Span};

use crate::context::{Context, FileInfo, State};
use crate::first_game::FirstGame;
use crate::known::Known;
use crate::levels::Levels;
use crate::node::{Buffers, Node};
use crate::normalize::Aliases;
use crate::problems::Problems;
use crate::replay::Replay;
use crate::rules::encoding::{Encodings, missing_charset};
use crate::rules::{self, rules};
use crate::{Diagnostic, Options, Rule};

/// All findings about a file, in the order of the text. For many files a [`Linter`] is quicker.
#[must_use]
pub fn check(source: &Source, options: &Options) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    Linter::new(options).check_each(source, |diagnostic| found.push(diagnostic));
    found
}

/// Numbers of games, nodes and moves in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Games: roots.
    pub games: usize,
    /// Nodes, of all variations.
    pub nodes: usize,
    /// Nodes with a move.
    pub moves: usize,
}

/// A checker of files, which keeps its memory from one to the next.
///
/// ```
/// use kifu_lint::{Linter, Options};
/// use kifu_sgf::encoding::{DecodeOptions, Source};
///
/// let mut linter = Linter::new(&Options::default());
/// let bytes = b"(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee];B[ee])".to_vec();
/// let file = Source::new(bytes, &DecodeOptions::default());
/// let mut codes = Vec::new();
/// let counts = linter.check_each(&file, |finding| codes.push(finding.code));
/// assert_eq!((counts.nodes, counts.moves), (3, 2));
/// assert!(codes.contains(&"G401"), "a move on a stone: {codes:?}");
/// ```
#[derive(Debug)]
pub struct Linter {
    strict: bool,
    /// The codes of the rules that do not apply, sorted.
    silent: Vec<&'static str>,
    players: Aliases,
    /// Whether the rules of normal forms skip a value that another rule reports with a fix.
    reports_once: bool,
    /// Whether a missing `CA` is reported for its own sake, not only counted.
    reports_charsets: bool,
    buffers: Buffers,
    known: Known,
    replay: Replay,
}

impl Linter {
    /// A checker by these options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self {
            reports_once: true,
            ..Self::with_rules(options, |rule| options.allows(rule))
        }
    }

    /// Leaves out the rules that `is_silent` chooses, besides those that do not apply anyway.
    pub fn silence(&mut self, is_silent: impl Fn(&Rule) -> bool) {
        let silent = rules().filter(|rule| is_silent(rule));
        self.silent.extend(silent.map(|rule| rule.code));
        self.silent.sort_unstable();
        self.silent.dedup();
    }

    /// A checker of the rules that `applies` chooses.
    pub(crate) fn with_rules(options: &Options, applies: impl Fn(&Rule) -> bool) -> Self {
        let mut silent: Vec<_> = rules()
            .filter(|rule| !applies(rule))
            .map(|rule| rule.code)
            .collect();
        silent.sort_unstable();
        Self {
            strict: options.strict,
            silent,
            players: options.players.clone(),
            reports_once: false,
            reports_charsets: options.allows(&missing_charset::RULE),
            buffers: Buffers::default(),
            known: Known::default(),
            replay: Replay::default(),
        }
    }

    /// Reports all findings about a file to `sink`, game by game, in the order of the text within each, and returns
    /// the counts.
    ///
    /// Memory for findings is bounded by a share of the text: if one game has more, the text is read several times.
    pub fn check_each(&mut self, source: &Source, mut sink: impl FnMut(Diagnostic)) -> Counts {
        self.check_further(source, 0, FirstGame::default(), |found| {
            sink(found);
            ControlFlow::Continue(())
        })
    }

    /// Checks a piece of a file after `games` earlier games, with this first one: so a file that is larger than memory
    /// is checked a few games at a time. A rule that compares games with the first one, and reports once a file, may
    /// report once a piece.
    ///
    /// If `sink` breaks, it receives no more findings. The counts still cover all of the piece.
    pub fn check_further(
        &mut self,
        source: &Source,
        games: usize,
        first: FirstGame,
        mut sink: impl FnMut(Diagnostic) -> ControlFlow<()>,
    ) -> Counts {
        let is_done = Cell::new(false);
        let mut sink = |found| is_done.set(is_done.get() || sink(found).is_break());
        let before = FileInfo {
            games,
            first,
            ..FileInfo::default()
        };
        let mut from = 0;
        loop {
            let (counts, to) = self.read(source, before, from, None, &mut sink);
            if is_done.get() || to == usize::MAX {
                return counts;
            }
            from = to;
        }
    }

    /// Passes the first `most` findings about a file to `sink`, as [`check_each`](Self::check_each) does, and returns
    /// whether there are more. Those are hardly computed, so that the time does not depend much on their number.
    pub fn check_first(
        &mut self,
        source: &Source,
        most: usize,
        sink: impl FnMut(Diagnostic),
    ) -> bool {
        let mut first = Vec::new();
        let take = |found| first.push(found);
        let (_, to) = self.read(source, FileInfo::default(), 0, Some(most), take);
        let mut has_more = to < usize::MAX;
        if has_more && first.len() < most {
            // A finding that stands for many others left room.
            first.clear();
            has_more = false;
            self.check_further(source, 0, FirstGame::default(), |found| {
                has_more = first.len() == most;
                if has_more {
                    return ControlFlow::Break(());
                }
                first.push(found);
                ControlFlow::Continue(())
            });
        }
        first.into_iter().for_each(sink);
        has_more
    }

    /// Reads a text after the part of the file in `before`, and passes the findings from `from` on to `sink`. Returns
    /// the counts, and the end of this window: the end of all, or the start of the next reading.
    fn read(
        &mut self,
        source: &Source,
        before: FileInfo,
        from: usize,
        most: Option<usize>,
        sink: impl FnMut(Diagnostic),
    ) -> (Counts, usize) {
        let text = source.text();
        let problems = RefCell::new(Problems::new(text, from));
        let mut context = Context::new(source, self.strict, &self.silent, &self.players, from);
        if let Some(most) = most {
            context.found.cap(most);
        }
        context.file = before;
        context.reports_once = self.reports_once;
        context.reports_charsets = self.reports_charsets;
        context.known = mem::take(&mut self.known);
        self.replay.begin_text();
        let mut walker = Walker {
            context,
            node: Node::new(text, mem::take(&mut self.buffers)),
            pending: false,
            played_to: 0,
            levels: Levels::default(),
            restarts: Vec::new(),
            game_start: 0,
            replay: &mut self.replay,
            problems: &problems,
            encodings: Encodings::new(source),
            counts: Counts::default(),
            moves_before: 0,
            sink,
        };
        // `for_each` would not let the closure be part of the loop.
        Parser::with_sink(text.as_bytes(), Shared(&problems)).fold(
            (),
            #[inline(always)]
            |(), event| walker.event(event),
        );
        walker.end_game(usize::MAX);
        let (counts, to) = (walker.counts, walker.context.found.to());
        self.buffers = walker.node.into_buffers();
        self.known = walker.context.known;
        (counts, to)
    }
}

/// Shares the problem buffer between the parser, which fills it, and the walker, which empties it.
struct Shared<'s, 'a>(&'s RefCell<Problems<'a>>);

impl ProblemSink for Shared<'_, '_> {
    fn problem(&mut self, problem: Problem) {
        self.0.borrow_mut().problem(problem);
    }
}

struct Walker<'a, 's, F> {
    context: Context<'a>,
    node: Node<'a>,
    /// Whether the node in the buffer was not checked yet. If it was already played, its properties are skipped.
    pending: bool,
    /// Nodes that begin before this offset were played together with the one before them.
    played_to: usize,
    levels: Levels,
    /// Nodes after a variation that have a problem to report, each with the number of levels open there.
    restarts: Vec<(usize, usize)>,
    /// The `(` of the current game.
    game_start: usize,
    replay: &'s mut Replay,
    problems: &'s RefCell<Problems<'a>>,
    encodings: Encodings<'a>,
    counts: Counts,
    /// Moves of the games before.
    moves_before: usize,
    sink: F,
}

impl<F: FnMut(Diagnostic)> Walker<'_, '_, F> {
    /// Handles an event. If the caller knows the kind, the compiler removes the match.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most events are two pushes into a buffer: a call costs more"
    )]
    fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::Identifier | EventKind::Value if !self.pending => {}
            EventKind::Identifier => self.node.push_identifier(event.span),
            EventKind::Value => self.node.push_value(event.span),
            EventKind::NodeBegin if event.span.start < self.played_to => {}
            EventKind::NodeBegin => self.begin_node(event),
            EventKind::TreeBegin => self.begin_tree(event),
            EventKind::TreeEnd => self.end_tree(event),
        }
    }

    #[inline(never)]
    fn begin_tree(&mut self, event: Event) {
        self.end_node();
        if self.levels.is_empty() {
            self.game_start = event.span.start;
        }
        let before = self.context.state;
        let is_first = self.levels.open(event.span.start, before);
        self.context.state.main &= is_first || !before.rooted;
    }

    #[inline(never)]
    fn end_tree(&mut self, event: Event) {
        self.end_node();
        if self.context.state.main && self.context.state.rooted {
            self.end_main_line();
        }
        self.leave_level(event.span);
        if self.levels.is_empty() {
            rules::program::check(&mut self.context, self.game_start, event.span.end);
            rules::form::utf8::check(&mut self.context, self.game_start, event.span.end);
            // The next game has a new board: no undo is needed.
            self.end_game(event.span.end + 1);
        } else {
            self.replay.back_to(self.context.state.depth);
        }
    }

    fn leave_level(&mut self, end: Span) {
        let Some(closed) = self.levels.close(end, &mut self.context.state) else {
            return;
        };
        let mut problems = self.problems.borrow_mut();
        let held = problems.held();
        let ends = &mut self.context.tree_ends;
        let depth = self.levels.depth();
        while let Some((node, _)) = self.restarts.pop_if(|(_, within)| *within > depth) {
            ends.insert(node, end);
        }
        if let Some((open, close)) = closed.only_variation
            && held.wants(open)
        {
            ends.insert(open, close);
        }
        if let Some(whole) = closed.hollow {
            let hollow = &mut self.context.hollow;
            while hollow.pop_if(|one| one.start > whole.start).is_some() {}
            if held.meets(whole) {
                hollow.push(whole);
            }
        }
        if end.is_empty() {
            let missing = &mut self.context.missing_ends;
            *missing.entry(end.start).or_default() += 1;
        }
    }

    fn end_main_line(&mut self) {
        rules::end_main_line(&mut self.context, &self.node, self.replay);
        // The main line has one end.
        self.context.state.main = false;
        self.levels.leave_main_line();
    }

    #[inline(never)]
    fn begin_node(&mut self, event: Event) {
        self.end_node();
        let is_root = !self.context.state.rooted;
        if is_root {
            self.begin_game();
        }
        if self.levels.begin_node() && self.problems.borrow().is_restart(event.span.start) {
            self.restarts.push((event.span.start, self.levels.depth()));
        }
        self.context.open_trees = self.levels.depth();
        if !is_root {
            let start = event.span.start;
            let (context, node) = (&mut self.context, &mut self.node);
            let played = self.replay.plain_moves(context, node, start);
            if played.nodes > 0 {
                self.counts.nodes += played.nodes;
                self.counts.moves += played.nodes;
                self.played_to = played.end;
                return;
            }
        }
        self.node.begin(event.span, is_root);
        self.pending = true;
    }

    fn begin_game(&mut self) {
        self.judge_game();
        self.flush(self.game_start);
        self.counts.games += 1;
        self.context.game.restart();
        self.context.state = State {
            rooted: true,
            main: true,
            ..State::default()
        };
    }

    #[inline]
    fn end_node(&mut self) {
        if !self.pending {
            return;
        }
        self.pending = false;
        self.counts.nodes += 1;
        self.context.unclosed_value = self.node.unclosed_value();
        if self.node.is_root {
            rules::begin_game(&mut self.context, &mut self.node);
            self.replay.begin(&self.context.game, &self.node);
        } else if self.replay.lone_move(&mut self.context, &self.node) {
            self.counts.moves += 1;
            return;
        } else {
            self.node.resolve(self.context.game.game);
        }
        self.counts.moves += usize::from(self.node.play().is_some());
        rules::check_node(&mut self.context, &mut self.node, self.replay);
    }

    /// Runs the rules that need all of a game.
    fn judge_game(&mut self) {
        let moves = self.counts.moves - self.moves_before;
        self.moves_before = self.counts.moves;
        rules::end_game(&mut self.context, moves);
    }

    fn end_game(&mut self, offset: usize) {
        self.end_node();
        self.judge_game();
        rules::form::line_break::check(&mut self.context, offset);
        // The findings of syntax follow, with the fix that closes it.
        self.context.unclosed_value = None;
        self.flush(offset);
        self.context.tree_ends.clear();
        self.context.missing_ends.clear();
        self.context.hollow.clear();
        self.context.habits = 0;
    }

    /// Passes all findings before `offset` to the sink, in order.
    fn flush(&mut self, offset: usize) {
        while let Some((kind, span)) = self.encodings.next_before(offset) {
            if self.context.found.wants(span.start) {
                self.encodings.report(&mut self.context, kind, span);
            }
        }
        rules::syntax::report(&mut self.context, &mut self.problems.borrow_mut(), offset);
        let found = &mut self.context.found;
        found.give(usize::MAX, |found| found.code, &mut self.sink);
    }
}

impl FileInfo {
    /// Whether this is the first game.
    pub(crate) const fn is_first(&self) -> bool {
        self.games <= 1
    }
}
