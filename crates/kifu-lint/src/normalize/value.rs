//! Typed values of game information.

use std::fmt::Display;

use kifu_sgf::value::{
    self as values, DateList, GameResult, Lenient, Rank, Real, RulesName, TimeControl, ValueError,
    real, time_limit,
};

use super::Form;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Returns the normal form of a value, unless it would have less content than the written one.
fn form<T: Display>(read: Result<Lenient<T>, ValueError>, why: &'static str) -> Form {
    match read {
        Ok(read) => match read.repair {
            Some(repair) if repair.loses_information() => {
                Form::Unclear(format!("`{}` would lose {}", read.value, repair.message()))
            }
            _ => Form::New(read.value.to_string(), why),
        },
        Err(error) => Form::Unclear(error.to_string()),
    }
}

pub(super) fn date(raw: &str) -> Form {
    form(
        DateList::parse_lenient(raw),
        "the standard writes dates as `YYYY-MM-DD`, and days that follow in short",
    )
}

pub(super) fn result(raw: &str) -> Form {
    form(
        GameResult::parse_lenient(raw),
        "the standard has one short form for each result",
    )
}

/// Normalizes a rank. Titles and ratings are valid too, and stay.
pub(super) fn rank(raw: &str) -> Form {
    match Rank::parse_lenient(raw) {
        Ok(read) => form(Ok(read), "ranks are compared as `10k`, `3d` and `9p`"),
        Err(_) => Form::Same,
    }
}

pub(super) fn komi(raw: &str) -> Form {
    let read: Result<Lenient<Real>, _> = values::komi::parse_lenient(raw);
    form(read, "komi is a decimal number")
}

pub(super) fn time(raw: &str) -> Form {
    form(
        time_limit::parse_lenient(raw),
        "`TM` is the main time in seconds",
    )
}

/// Normalizes a time left. It occurs at every move, so a valid one stays as written.
pub(super) fn time_left(raw: &str) -> Form {
    if real::parse(raw).is_ok() {
        return Form::Same;
    }
    form(
        time_limit::parse_left_lenient(raw),
        "`BL` and `WL` are the time left in seconds",
    )
}

/// Normalizes the name of rules. Any name is valid; known ones with several spellings get one.
pub(super) fn rules(raw: &str) -> Form {
    match RulesName::parse_lenient(raw) {
        Ok(read) => Form::New(
            read.value.to_string(),
            "the rules are known by several names, and this is the one to compare",
        ),
        Err(_) => Form::Same,
    }
}

/// Moves overtime from `TM` to `OT`, if there is none.
pub(crate) fn overtime(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let ([at], []) = (&draft.places("TM")[..], &draft.places("OT")[..]) else {
        return;
    };
    let at = *at;
    let property = draft.get(at);
    let [raw] = &property.values[..] else {
        return;
    };
    let Some((main, overtime)) = split_overtime(raw) else {
        return;
    };
    changes.push(place.at(property.span).change(
        Outcome::Changed,
        format!(
            "write {} as `TM[{main}]OT[{overtime}]`",
            shown("TM", &property.values)
        ),
        "`TM` is the main time in seconds; overtime stands in `OT`",
    ));
    draft.set_values(at, vec![main]);
    draft.insert(at + 1, "OT", vec![overtime]);
}

/// The values of `TM` and of `OT` for a time with overtime.
pub(crate) fn split_overtime(raw: &str) -> Option<(String, String)> {
    let control = TimeControl::parse(raw).ok()?;
    Some((control.main?.to_string(), control.overtime?.to_string()))
}
