//! Habits of programs: nonstandard meanings of valid text.
//!
//! Each quirk is one file: its evidence, its meaning, and its repair. It is recognized only by evidence in the game.
//! If that leaves more than one reading, the quirk is reported and no repair is offered.
//!
//! ```
//! use kifu_lint::quirk;
//! use kifu_sgf::Collection;
//!
//! let mut fox = Collection::from("(;GM[1]SZ[19]KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]AP[foxwq])");
//! let found = quirk::detect(fox.game(0).unwrap());
//! assert_eq!(found[0].habit.name, "fox-komi");
//! quirk::repair(&mut fox.game_mut(0).unwrap(), &found[0])?;
//! assert_eq!(fox.game(0).unwrap().root().value("KM"), Some("7.5"));
//! assert!(quirk::detect(fox.game(0).unwrap()).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod fox_handicap;
mod fox_komi;
mod fox_overtime;
mod fox_result;
mod gogod_komi;
mod gogui_handicap;
mod igs_trailer;
mod jago_version;
mod kgs_move_mark;
mod kgs_score;
mod little_golem;
mod multigo_application;
mod multigo_marker;
mod pandanet;
pub(crate) mod sina_header;
mod step;
pub(crate) mod tygem_time;
mod view;

use std::fmt::Write as _;
use std::sync::LazyLock;

use kifu_sgf::schema::Game;
use kifu_sgf::value::RulesName;
use kifu_sgf::{EditError, GameTree, GameTreeMut, Node, NodeId};
use kifu_syntax::Span;

pub use step::Step;
use view::View;

use crate::node::Node as Root;
use crate::{Fix, Rule};

/// A habit of a program, with its documentation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Habit {
    /// The name, which never changes: `fox-komi`.
    pub name: &'static str,
    /// Programs that have the habit.
    pub program: &'static str,
    /// Evidence that identifies it.
    pub evidence: &'static str,
    /// Meaning of the text.
    pub meaning: &'static str,
    /// Replacement text; empty if no repair is needed.
    pub repair: &'static str,
    /// The rule of the checker that reports it.
    rule: &'static Rule,
    /// Quick test of the root, before the game is examined. It may be true for games without the habit. It must be
    /// true for games with the habit, unless one of the marks is in the game.
    suspect: fn(&Root<'_>) -> bool,
    /// Identifiers, as written, that show the habit: of properties that the game does not define, in any node, and of
    /// marks on the stone just played.
    marks: &'static [&'static str],
    /// Texts right after the game that show the habit.
    behind: &'static [&'static str],
    find: Find,
}

/// Part of a game to search for a habit.
#[derive(Clone, Copy, Debug)]
enum Find {
    /// The root alone.
    InRoot(fn(&View<'_, '_>) -> Option<Found>),
    /// All of the game.
    InGame(fn(GameTree<'_>) -> Option<Found>),
}

impl Habit {
    /// Whether there is a repair at all.
    #[must_use]
    pub const fn is_repairable(&self) -> bool {
        !self.repair.is_empty()
    }

    /// The rule that reports it.
    pub(crate) const fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// Whether the search uses only the root.
    pub(crate) const fn is_in_root(&self) -> bool {
        matches!(self.find, Find::InRoot(_))
    }

    /// Returns the programs with this habit, and its meaning.
    pub(crate) fn why(&self) -> &'static str {
        static WHYS: LazyLock<Vec<String>> = LazyLock::new(|| {
            let why = |habit: &Habit| format!("{}: {}", habit.program, habit.meaning);
            HABITS.iter().map(why).collect()
        });
        let number = HABITS.iter().position(|habit| habit.name == self.name);
        number.map_or("", |number| &WHYS[number])
    }

    /// Whether the game with this root is worth a closer look.
    pub(crate) fn is_suspected_of(&self, root: &Root<'_>) -> bool {
        (self.suspect)(root)
    }

    /// Whether a game with a property of this identifier may have the habit.
    pub(crate) fn has_mark(&self, written: &str) -> bool {
        self.marks.contains(&written)
    }
}

/// Test for habits without evidence in the root.
fn never(_root: &Root<'_>) -> bool {
    false
}

/// Whether an `AP` of the root begins with `name`, in any letter case.
fn is_by(root: &Root<'_>, name: &str) -> bool {
    let names = |prop| {
        root.values(prop)
            .any(|value| begins_with(value.trim(), name))
    };
    root.props.iter().any(|prop| prop.is("AP") && names(prop))
}

fn begins_with(text: &str, name: &str) -> bool {
    text.get(..name.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(name))
}

/// A habit found in a game.
struct Found {
    /// Evidence found, in a few words.
    evidence: String,
    /// Span of the property that shows it.
    place: Option<Span>,
    /// Repair steps; empty if there is no repair, or if two readings are possible.
    steps: Vec<Step>,
}

impl Found {
    /// Seen at the property `identifier` of `node`.
    fn at(node: Node<'_>, identifier: &str, evidence: impl Into<String>) -> Self {
        let property = node.get(identifier);
        Self {
            evidence: evidence.into(),
            place: property.and_then(|property| property.span()),
            steps: Vec::new(),
        }
    }

    fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Converts the finding to a quirk.
    fn of(self, habit: &'static Habit) -> Quirk {
        Quirk {
            habit,
            evidence: self.evidence,
            span: self.place,
            steps: self.steps,
        }
    }
}

/// A habit found in a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Quirk {
    /// The habit found.
    pub habit: &'static Habit,
    /// Evidence in this game: ``komi `375` under Chinese rules``.
    pub evidence: String,
    /// Span of the evidence in the text of the collection; `None` if it was created or changed.
    pub span: Option<Span>,
    /// Repair steps. Empty if no repair is needed, or if two readings are possible.
    pub steps: Vec<Step>,
}

impl Quirk {
    /// Returns the repair as edits of the text of the collection; `None` if there is none, or if the game was changed
    /// after it was read.
    #[must_use]
    pub fn fix(&self, game: GameTree<'_>) -> Option<Fix> {
        self.fix_by(|node| game.node(node).map(View::of))
    }

    /// Returns the repair of a habit in the root that the checker is at.
    pub(crate) fn fix_in(&self, root: &Root<'_>) -> Option<Fix> {
        self.fix_by(|_| Some(View::OfChecker(root)))
    }

    fn fix_by<'r, 'a: 'r>(&self, view: impl Fn(NodeId) -> Option<View<'r, 'a>>) -> Option<Fix> {
        if self.steps.is_empty() {
            return None;
        }
        let mut edits: Vec<crate::Edit> = Vec::new();
        let mut at: Option<View<'r, 'a>> = None;
        for step in &self.steps {
            // Most steps are in one node: its properties are read once.
            let view = match at.take().filter(|same| same.id() == step.node()) {
                Some(same) => same,
                None => view(step.node())?,
            };
            edits.push(step.edit(&view)?);
            at = Some(view);
        }
        // Those at one place stay in their order.
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut apart: Vec<crate::Edit> = Vec::with_capacity(edits.len());
        for edit in edits {
            match apart.last_mut().filter(|last| last.span == edit.span) {
                Some(last) if edit.span.is_empty() => last.replacement.push_str(&edit.replacement),
                Some(_) => return None,
                None => apart.push(edit),
            }
        }
        let loses = |step: &Step| matches!(step, Step::Remove { .. });
        Some(if self.steps.iter().any(loses) {
            Fix::risky(self.habit.repair, apart)
        } else {
            Fix::safe(self.habit.repair, apart)
        })
    }
}

/// All known habits, ordered by name.
pub const HABITS: &[Habit] = &[
    analysis::HABIT,
    fox_handicap::HABIT,
    fox_komi::HABIT,
    fox_overtime::HABIT,
    fox_result::HABIT,
    gogod_komi::HABIT,
    gogui_handicap::HABIT,
    igs_trailer::HABIT,
    jago_version::HABIT,
    kgs_move_mark::HABIT,
    kgs_score::HABIT,
    little_golem::HABIT,
    multigo_application::HABIT,
    multigo_marker::HABIT,
    pandanet::HABIT,
    sina_header::HABIT,
    tygem_time::HABIT,
];

/// The rules of all habits, in the order of their codes.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    static RULES: LazyLock<Vec<&Rule>> = LazyLock::new(|| {
        let mut rules: Vec<_> = HABITS.iter().map(|habit| habit.rule).collect();
        rules.sort_unstable_by_key(|rule| rule.code);
        rules
    });
    RULES.iter().copied()
}

/// A bit for each of [`HABITS`] of which the root is all that is looked at.
pub(crate) const IN_ROOT: u32 = {
    let (mut bits, mut number) = (0, 0);
    while number < HABITS.len() {
        bits |= (HABITS[number].is_in_root() as u32) << number;
        number += 1;
    }
    bits
};

/// Returns the habits of [`HABITS`] whose bit is set in `bits`.
pub(crate) fn of_bits(bits: u32) -> impl Iterator<Item = &'static Habit> {
    let mut bits = bits;
    std::iter::from_fn(move || {
        let habit = HABITS.get(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(habit)
    })
}

/// The habits of which something right after the game is evidence, a bit each, for the game before `text`.
pub(crate) fn suspects_behind(text: &str) -> u32 {
    // Nearly all games are followed by another, or by nothing.
    if text.is_empty() || text.starts_with('(') {
        return 0;
    }
    let numbered = HABITS.iter().enumerate();
    numbered
        .filter(|(_, habit)| habit.behind.iter().any(|mark| text.starts_with(mark)))
        .fold(0, |bits, (number, _)| bits | 1 << number)
}

/// The habit of this name.
#[must_use]
pub fn habit(name: &str) -> Option<&'static Habit> {
    HABITS.iter().find(|habit| habit.name == name)
}

/// Returns all habits found in `game`, ordered by name.
#[must_use]
pub fn detect(game: GameTree<'_>) -> Vec<Quirk> {
    detect_some(game, HABITS)
}

/// Returns those of `habits` found in `game`.
pub(crate) fn detect_some(
    game: GameTree<'_>,
    habits: impl IntoIterator<Item = &'static Habit>,
) -> Vec<Quirk> {
    if game.kind() != Some(Game::Go) {
        return Vec::new();
    }
    let root = View::of(game.root());
    let seen = |habit: &'static Habit| {
        let found = match habit.find {
            Find::InRoot(find) => find(&root),
            Find::InGame(find) => find(game),
        };
        Some(found?.of(habit))
    };
    habits.into_iter().filter_map(seen).collect()
}

/// Returns those of `habits` found in the root that the checker is at.
pub(crate) fn detect_in_root(
    root: &Root<'_>,
    habits: impl IntoIterator<Item = &'static Habit>,
) -> Vec<Quirk> {
    let root = View::OfChecker(root);
    if Game::from_value(root.value("GM")) != Some(Game::Go) {
        return Vec::new();
    }
    let seen = |habit: &'static Habit| match habit.find {
        Find::InRoot(find) => Some(find(&root)?.of(habit)),
        Find::InGame(_) => None,
    };
    habits.into_iter().filter_map(seen).collect()
}

/// Repairs a quirk that was detected in this game. Returns whether there was anything to repair.
///
/// # Errors
/// The errors of [`GameTreeMut::set`]: the game was changed after the detection, and the node no longer exists.
pub fn repair(game: &mut GameTreeMut<'_>, quirk: &Quirk) -> Result<bool, EditError> {
    for step in &quirk.steps {
        step.apply(game)?;
    }
    Ok(!quirk.steps.is_empty())
}

/// The catalog, in Markdown: `docs/quirks.md`.
#[must_use]
pub fn to_markdown() -> String {
    let mut page = String::from(
        "# Habits of programs\n\n\
         Values that programs write with a meaning of their own, how Kifu recognizes them, and \
         what it writes instead.\nIf the evidence leaves two readings, the value stays and the habit \
         is only reported.\n",
    );
    for habit in HABITS {
        // Writing to a string does not fail.
        let _ = write!(
            page,
            "\n## {}\n\n- **Program:** {}\n- **Recognized by:** {}\n- **Meaning:** {}\n- **Repair:** {}\n",
            habit.name,
            habit.program,
            habit.evidence,
            habit.meaning,
            if habit.is_repairable() {
                habit.repair
            } else {
                "none needed, or none that is certain"
            }
        );
    }
    page
}

/// The program that one of the `AP` of the root names, if its name begins so. Letter case does not
/// count.
fn application<'a>(root: &View<'_, 'a>, name: &str) -> Option<&'a str> {
    root.lists("AP")
        .flatten()
        .map(str::trim)
        .find(|value| begins_with(value, name))
}

/// Whether the game is under Chinese rules.
fn is_chinese(root: &View<'_, '_>) -> bool {
    let rules = root
        .value("RU")
        .and_then(|raw| RulesName::parse_lenient(raw).ok());
    rules.is_some_and(|rules| rules.value == RulesName::Chinese)
}
