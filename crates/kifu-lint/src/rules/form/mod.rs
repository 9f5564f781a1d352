//! Normal forms of values, texts and nodes, each valid in several forms. Off unless selected.

pub(crate) mod date;
pub(crate) mod komi;
pub(crate) mod line_break;
pub(crate) mod player;
pub(crate) mod property_order;
pub(crate) mod rank;
pub(crate) mod result;
pub(crate) mod rules;
pub(crate) mod time;
pub(crate) mod utf8;

use kifu_sgf::schema::PropertyDef;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::normalize::{self, Form};
use crate::rules::value::shown;
use crate::{Diagnostic, Edit, Fix, Rule};

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &date::RULE,
    &result::RULE,
    &rank::RULE,
    &komi::RULE,
    &time::RULE,
    &rules::RULE,
    &player::RULE,
    &utf8::RULE,
    &line_break::RULE,
    &property_order::RULE,
];

/// The rule for the form of a property.
fn rule_of(identifier: &str) -> Option<&'static Rule> {
    Some(match identifier {
        "DT" => &date::RULE,
        "RE" => &result::RULE,
        "BR" | "WR" => &rank::RULE,
        "KM" => &komi::RULE,
        "TM" | "BL" | "WL" => &time::RULE,
        "RU" => &rules::RULE,
        "PB" | "PW" => &player::RULE,
        _ => return None,
    })
}

/// Checks the only value of a property. What another rule reported with a fix is not reported again.
pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, def: &PropertyDef) {
    let Some(rule) = rule_of(def.identifier).filter(|rule| cx.allows(rule)) else {
        return;
    };
    let [span] = *node.spans(prop) else {
        return;
    };
    let raw = span.of_str(node.text);
    if raw.trim().is_empty() {
        return;
    }
    let was_reported = cx.reported.filter(|(at, _)| cx.reports_once && *at == span);
    if was_reported.is_some_and(|(_, has_fix)| has_fix) {
        return;
    }
    let is_whole = !raw.contains(char::REPLACEMENT_CHARACTER);
    let identifier = node.identifier(prop);
    let value = shown(raw);
    let found = |message: String| Diagnostic::new(rule, span, message);
    if def.identifier == "TM"
        && node.get("OT").is_none()
        && let Some((main, overtime)) = normalize::split_overtime(raw)
    {
        let edits = vec![
            Edit::replace(span, &main),
            Edit::insert(prop.end, format!("OT[{overtime}]")),
        ];
        let title = format!("write `TM[{main}]OT[{overtime}]`");
        cx.report(
            found(format!("`{identifier}[{value}]`: overtime belongs in `OT`"))
                .why("`TM` is the main time in seconds")
                // Below other game info `OT` would be one more property in the wrong place.
                .fix((is_whole && cx.state.info.get().is_none()).then(|| Fix::safe(title, edits))),
        );
        return;
    }
    match normalize::form(cx.game.game, def.identifier, raw, cx.players) {
        Form::New(new, why) if new != raw => {
            let shown = shown(&new);
            cx.report(
                found(format!(
                    "`{identifier}[{value}]`: the normal form is `{shown}`"
                ))
                .why(why)
                .fix(
                    is_whole.then(|| {
                        Fix::safe(format!("write `{shown}`"), vec![Edit::replace(span, new)])
                    }),
                ),
            );
        }
        Form::Unclear(why) if was_reported.is_none() => {
            cx.report(found(format!("`{identifier}[{value}]`: no normal form")).why(why));
        }
        Form::Same | Form::New(..) | Form::Unclear(_) => {}
    }
}
