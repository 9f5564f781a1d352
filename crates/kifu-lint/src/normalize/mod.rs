//! Game information in one form.
//!
//! [`normalize`] writes dates, results, ranks, komi, times, rules and the names of players as the
//! standard has them, each where asked. A value that can mean two things, or that says more than
//! its new form could, stays as it is and is reported.
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

mod name;
mod value;

use kifu_sgf::Collection;
use kifu_sgf::schema::Game;

use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// What to bring into one form. The default is everything.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches, each of its own"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// `DT`, with the shortcuts of the standard: `1996-05-06,07`.
    pub dates: bool,
    /// `RE`, in its short form: `W+R`.
    pub results: bool,
    /// `BR` and `WR` of Go: `9p`, `3d`, `10k`.
    pub ranks: bool,
    /// `KM` of Go, as a decimal number.
    pub komi: bool,
    /// `TM`, in seconds; overtime that stands there moves to `OT` if there is none.
    pub times: bool,
    /// `RU` of Go, by the names of the standard and of practice.
    pub rules: bool,
    /// `PB` and `PW`: no white space around, single blanks inside, and letters, digits and signs of
    /// ASCII where full-width forms of them stand.
    pub names: bool,
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
        }
    }
}

/// What a value becomes.
enum New {
    /// It is in form.
    Same,
    /// Another value, and why.
    Value(String, &'static str),
    /// It is not clear.
    Unclear(String),
}

type Rule = fn(&str) -> New;

/// How to bring a property into form, if that is asked for.
fn rule(options: Options, kind: Option<Game>, identifier: &str) -> Option<Rule> {
    let is_go = kind == Some(Game::Go);
    let (wanted, rule): (bool, Rule) = match identifier {
        "DT" => (options.dates, value::date),
        "RE" => (
            options.results && kind != Some(Game::Backgammon),
            value::result,
        ),
        "BR" | "WR" => (options.ranks && is_go, value::rank),
        "KM" => (options.komi && is_go, value::komi),
        "RU" => (options.rules && is_go, value::rules),
        "TM" => (options.times, value::time),
        "PB" | "PW" => (options.names, name::tidy),
        _ => return None,
    };
    wanted.then_some(rule)
}

/// Brings the game information of every game into one form, and says what was done and what was
/// left because it is not clear. Doing it twice is doing it once.
pub fn normalize(collection: &mut Collection, options: &Options) -> Vec<Change> {
    let mut changes = Vec::new();
    for number in 0..collection.len() {
        let Some(game) = collection.game(number) else {
            continue;
        };
        let kind = game.kind();
        let mut drafts = Vec::new();
        for node in game.nodes() {
            let concerned = node
                .properties()
                .any(|property| rule(*options, kind, &property.identifier()).is_some());
            if !concerned {
                continue;
            }
            let mut draft = Draft::read(&node);
            let before = changes.len();
            let place = Place::of_node(number, &node);
            in_form(&mut draft, place, *options, kind, &mut changes);
            if draft.is_too_large() {
                changes.truncate(before);
                changes.push(place.change(
                    Outcome::Kept,
                    "leave the node as it is",
                    "it has some hundred properties to change",
                ));
            } else if draft.is_touched() {
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
    changes
}

fn in_form(
    draft: &mut Draft,
    place: Place,
    options: Options,
    kind: Option<Game>,
    changes: &mut Vec<Change>,
) {
    if options.times {
        value::overtime(draft, place, changes);
    }
    for at in 0..draft.len() {
        let property = draft.get(at);
        let Some(identifier) = property.read_as() else {
            continue;
        };
        let Some(rule) = rule(options, kind, identifier) else {
            continue;
        };
        let [value] = &property.values[..] else {
            continue;
        };
        // An empty value says nothing, whatever its form.
        if value.trim().is_empty() {
            continue;
        }
        let from = shown(identifier, &property.values);
        let place = place.at(property.span);
        match rule(value) {
            New::Same => {}
            New::Value(new, _) if new == *value => {}
            New::Value(new, why) => {
                let to = shown(identifier, std::slice::from_ref(&new));
                changes.push(place.change(Outcome::Changed, format!("write {from} as {to}"), why));
                draft.set_values(at, vec![new]);
            }
            New::Unclear(why) => {
                changes.push(place.change(Outcome::Kept, format!("leave {from}"), why));
            }
        }
    }
}
