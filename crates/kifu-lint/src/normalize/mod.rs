//! Normalizes game records.
//!
//! [`normalize`] writes dates, results, ranks, komi, times, rules and the names of players in standard form, the file
//! in UTF-8 with line feeds, and properties in one order, as selected. A value that can mean two things, or that has
//! more content than its new form could hold, is kept and reported.
//!
//! ```
//! use kifu_lint::normalize::{Options, normalize};
//! use kifu_sgf::Collection;
//!
//! let mut collection = Collection::from("(;FF[4]PB[ Go  Seigen]KM[6,5]DT[2003/4/5]RE[w+res])");
//! normalize(&mut collection, &Options::default());
//! assert_eq!(
//!     collection.to_bytes()?,
//!     b"(;FF[4]PB[Go Seigen]KM[6.5]DT[2003-04-05]RE[W+R])"
//! );
//! # Ok::<(), kifu_sgf::WriteError>(())
//! ```

mod alias;
mod encoding;
mod habit;
mod layout;
mod name;
mod value;

use kifu_sgf::Collection;
use kifu_sgf::schema::Game;

pub use alias::{AliasError, Aliases};
pub(crate) use layout::line_breaks;
pub(crate) use value::{overtime, split_overtime};

use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Maximum number of passes over values when habits of programs are repaired: one repair can reveal another habit.
const ROUNDS: usize = 3;

/// Parts to normalize. By default all except the order of properties and the habits of programs, without a table of
/// players.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches, each of its own"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `DT`, with the shortcuts of the standard: `1996-05-06,07`.
    pub dates: bool,
    /// `RE`, in its short form: `W+R`.
    pub results: bool,
    /// `BR` and `WR` of Go: `9p`, `3d`, `10k`.
    pub ranks: bool,
    /// `KM` of Go, as a decimal number.
    pub komi: bool,
    /// `TM`, `BL` and `WL`, in seconds; overtime in `TM` moves to `OT` if there is none.
    pub times: bool,
    /// `RU` of Go, by the names of the standard and of practice.
    pub rules: bool,
    /// `PB` and `PW`: no white space around, single blanks inside, letters of their usual width
    /// (narrow for Latin ones, wide for Japanese ones), and the names of `aliases`.
    pub names: bool,
    /// The encoding of the file: UTF-8 without a byte order mark. An existing `CA` is changed to `UTF-8`, and one is
    /// added for letters beyond ASCII. Unchanged if bytes would be lost.
    pub encoding: bool,
    /// Line ends: line feeds, except in values of properties that the standard does not define.
    pub line_ends: bool,
    /// The order of properties in a node: canonical order.
    pub order: bool,
    /// Habits of programs: those that [`quirk`](crate::quirk) recognizes and can repair.
    pub quirks: bool,
    /// Players and other spellings of their names. Ignored without `names`.
    pub aliases: Aliases,
}

impl Options {
    /// Nothing at all.
    pub const NONE: Self = Self {
        dates: false,
        results: false,
        ranks: false,
        komi: false,
        times: false,
        rules: false,
        names: false,
        encoding: false,
        line_ends: false,
        order: false,
        quirks: false,
        aliases: Aliases::NONE,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dates: true,
            results: true,
            ranks: true,
            komi: true,
            times: true,
            rules: true,
            names: true,
            encoding: true,
            line_ends: true,
            ..Self::NONE
        }
    }
}

/// The normal form of a value.
pub(crate) enum Form {
    /// The value is already in its form, or has none.
    Same,
    /// Another value, and why.
    New(String, &'static str),
    /// No form, because the value cannot be read or has more content than a form could hold; with the reason.
    Unclear(String),
}

/// Whether the form of a property is selected.
fn is_wanted(options: &Options, identifier: &str) -> bool {
    match identifier {
        "DT" => options.dates,
        "RE" => options.results,
        "BR" | "WR" => options.ranks,
        "KM" => options.komi,
        "RU" => options.rules,
        "TM" | "BL" | "WL" => options.times,
        "PB" | "PW" => options.names,
        _ => false,
    }
}

/// The normal form of a value that is not empty.
pub(crate) fn form(game: Option<Game>, identifier: &str, raw: &str, aliases: &Aliases) -> Form {
    let is_go = game == Some(Game::Go);
    match identifier {
        "DT" => value::date(raw),
        "RE" if game != Some(Game::Backgammon) => value::result(raw),
        "BR" | "WR" if is_go => value::rank(raw),
        "KM" if is_go => value::komi(raw),
        "RU" if is_go => value::rules(raw),
        "TM" => value::time(raw),
        "BL" | "WL" => value::time_left(raw),
        "PB" | "PW" => name::form(raw, aliases),
        _ => Form::Same,
    }
}

/// Normalizes every game, and reports each change and each value kept because it is not clear. Normalizing twice has
/// the effect of once. Nodes keep their ids, and changes of the collection that were not written yet stay.
pub fn normalize(collection: &mut Collection, options: &Options) -> Vec<Change> {
    let mut changes = Vec::new();
    if options.encoding {
        encoding::to_utf8(collection, &mut changes);
    }
    for round in 0..if options.quirks { ROUNDS } else { 1 } {
        let mut found = Vec::new();
        if options.quirks {
            habit::mend(collection, &mut found);
        }
        values(collection, options, &mut found);
        let is_done = found.iter().all(|change| change.outcome == Outcome::Kept);
        // Remaining problems were reported in the first round.
        found.retain(|change| round == 0 || change.outcome != Outcome::Kept);
        changes.append(&mut found);
        if is_done {
            break;
        }
    }
    if options.line_ends {
        layout::line_ends(collection, &mut changes);
    }
    if options.order {
        layout::order(collection, &mut changes);
    }
    changes
}

/// Brings the values of every game into form.
fn values(collection: &mut Collection, options: &Options, changes: &mut Vec<Change>) {
    for number in 0..collection.len() {
        let Some(game) = collection.game(number) else {
            continue;
        };
        let kind = game.kind();
        let mut drafts = Vec::new();
        for node in game.nodes() {
            let concerned = node
                .properties()
                .any(|property| is_wanted(options, &property.identifier()));
            if !concerned {
                continue;
            }
            let mut draft = Draft::read(&node);
            let place = Place::of_node(number, &node);
            in_form(&mut draft, place, options, kind, changes);
            if draft.is_touched() {
                drafts.push((node.id(), draft));
            }
        }
        let Some(mut game) = collection.game_mut(number).filter(|_| !drafts.is_empty()) else {
            continue;
        };
        for (node, draft) in drafts {
            if let Err(error) = draft.apply(&mut game, node) {
                let place = Place {
                    game: number,
                    node,
                    span: None,
                };
                changes.push(place.change(Outcome::Kept, "leave the node", error.to_string()));
            }
        }
    }
}

fn in_form(
    draft: &mut Draft,
    place: Place,
    options: &Options,
    kind: Option<Game>,
    changes: &mut Vec<Change>,
) {
    if options.times {
        overtime(draft, place, changes);
    }
    for at in 0..draft.len() {
        let property = draft.get(at);
        let Some(identifier) = property.read_as() else {
            continue;
        };
        if !is_wanted(options, identifier) {
            continue;
        }
        let [value] = &property.values[..] else {
            continue;
        };
        // An empty value has no content in any form.
        if value.trim().is_empty() {
            continue;
        }
        let from = shown(identifier, &property.values);
        let place = place.at(property.span);
        match form(kind, identifier, value, &options.aliases) {
            Form::Same => {}
            Form::New(new, _) if new == *value => {}
            Form::New(new, why) => {
                let to = shown(identifier, std::slice::from_ref(&new));
                changes.push(place.change(Outcome::Changed, format!("write {from} as {to}"), why));
                draft.set_values(at, vec![new]);
            }
            Form::Unclear(why) => {
                changes.push(place.change(Outcome::Kept, format!("leave {from}"), why));
            }
        }
    }
}
