//! Values whose form FF\[4\] requires and older versions only recommend: dates, results, komi, times in seconds, names
//! of rules, colors, figures.

use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::{RulesName, real};

use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;
use crate::normalize;
use crate::read::{Read, value};

/// Minimum main time, in seconds, that is read as seconds: older versions leave the unit open, and some programs
/// counted minutes.
const SHORTEST: f64 = 300.0;

pub(super) fn convert(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    normalize::overtime(draft, place, changes);
    for at in 0..draft.len() {
        if draft.is_removed(at) {
            continue;
        }
        let property = draft.get(at);
        // An empty value has no content in any form.
        let Some(raw) = property.values.iter().find(|raw| !raw.trim().is_empty()) else {
            continue;
        };
        let identifier = property.identifier.clone();
        let why = match &identifier[..] {
            "DT" => "FF[4] writes dates as `YYYY-MM-DD`",
            "RE" => "FF[4] has fixed words for results",
            "KM" if old.kind == Some(Game::Go) => "komi is a decimal number",
            "RU" if old.kind == Some(Game::Go) => "FF[4] has fixed names for four sets of rules",
            "TM" | "BL" | "WL" => "FF[4] counts time in seconds",
            "PL" => "FF[4] writes colors as `B` and `W`",
            "FG" => "FF[4] has a figure without a value, or with flags and a name",
            _ => continue,
        };
        let Some(def) = schema::lookup(old.kind, &identifier) else {
            continue;
        };
        let place = place.at(property.span);
        let from = shown(&identifier, &property.values);
        let kept = |why: String| place.change(Outcome::Kept, format!("leave {from}"), why);
        if property.values.len() > 1 {
            let needs_form = |raw: &String| value(def, old.kind, old.size, raw) != Read::Fine;
            if property.values.iter().any(needs_form) {
                changes.push(kept(format!("{why}, in one value")));
            }
            continue;
        }
        let new = match value(def, old.kind, old.size, raw) {
            Read::Fine if identifier == "RU" => rules(raw),
            Read::Fine => {
                if identifier == "TM" && old.is_declared && is_hardly_seconds(raw) {
                    changes.push(kept(format!(
                        "FF[4] reads it as seconds, and older versions do not say what it counts; \
                         {raw} minutes would be as likely"
                    )));
                }
                None
            }
            Read::Amended(new, repair) if !repair.loses_information() => Some(new),
            Read::Amended(new, repair) => {
                changes.push(kept(format!(
                    "{why}; as `{new}` it would say less: there is {}",
                    repair.message()
                )));
                None
            }
            Read::Bad(error) => {
                changes.push(kept(format!("{why}, and it is {error}")));
                None
            }
        };
        let Some(new) = new else {
            continue;
        };
        let to = shown(&identifier, std::slice::from_ref(&new));
        changes.push(place.change(Outcome::Changed, format!("write {from} as {to}"), why));
        draft.set_values(at, vec![new]);
    }
}

/// The standard's name of rules that are written otherwise. Rules that it does not name may be
/// called anything.
fn rules(raw: &str) -> Option<String> {
    let read = RulesName::parse_lenient(raw).ok()?;
    (read.repair.is_some() && read.value.is_standard()).then(|| read.value.to_string())
}

fn is_hardly_seconds(raw: &str) -> bool {
    real::parse(raw).is_ok_and(|time| {
        let time = time.get();
        time > 0.0 && time < SHORTEST && time.fract() == 0.0
    })
}
