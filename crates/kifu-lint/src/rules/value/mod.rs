//! Value rules: checks that each value has the type of its property.

pub(crate) mod application;
pub(crate) mod board_too_big;
pub(crate) mod color;
pub(crate) mod compose;
pub(crate) mod date;
pub(crate) mod double;
pub(crate) mod empty_value;
pub(crate) mod figure;
pub(crate) mod game;
pub(crate) mod handicap;
pub(crate) mod integer_komi;
pub(crate) mod komi;
pub(crate) mod line_break;
pub(crate) mod r#move;
pub(crate) mod none;
pub(crate) mod number;
pub(crate) mod pass_in_old_version;
pub(crate) mod point;
pub(crate) mod range;
pub(crate) mod rank_wording;
pub(crate) mod real;
pub(crate) mod result;
pub(crate) mod rules_wording;
pub(crate) mod size;
pub(crate) mod stone;
pub(crate) mod time;
pub(crate) mod too_many_values;
pub(crate) mod version;
pub(crate) mod words;

use kifu_sgf::schema::{BasicType, Count, Game, PropertyDef};
use kifu_sgf::value::{Repair, Size, ValueError, ValueErrorKind, number as whole, point_list};
use kifu_syntax::Span;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::notation::{self, PASS};
use crate::quirk::tygem_time;
use crate::read::{Read, value};
use crate::rules::loss::has_no_content;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &number::RULE,
    &real::RULE,
    &double::RULE,
    &color::RULE,
    &none::RULE,
    &point::RULE,
    &r#move::RULE,
    &stone::RULE,
    &compose::RULE,
    &size::RULE,
    &date::RULE,
    &result::RULE,
    &komi::RULE,
    &time::RULE,
    &handicap::RULE,
    &figure::RULE,
    &application::RULE,
    &words::RULE,
    &range::RULE,
    &too_many_values::RULE,
    &empty_value::RULE,
    &pass_in_old_version::RULE,
    &integer_komi::RULE,
    &version::RULE,
    &game::RULE,
    &board_too_big::RULE,
    &line_break::RULE,
    &rules_wording::RULE,
    &rank_wording::RULE,
];

/// Maximum number of characters of a value shown in a message.
const SHOWN: usize = 40;

/// Checks all values of a property.
pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, def: &'static PropertyDef) {
    if def.value.count == Count::One && prop.count() > 1 {
        too_many_values::check(cx, node, prop);
    }
    let wanted = if def.value.count == Count::One {
        1
    } else {
        usize::MAX
    };
    let spans = node.spans(prop);
    for span in cx.found.meeting(&spans[..spans.len().min(wanted)]) {
        let raw = span.of_str(node.text);
        if is_empty(def, prop, raw) {
            if !(def.value.count == Count::EmptyOrList || may_be_empty(def)) {
                empty_value::check(cx, node, prop, def, *span);
                continue;
            }
            if def.value.count == Count::EmptyOrList {
                // An empty value among others is reported by `structure::view_of_old`.
                continue;
            }
        }
        if def.value.single == Some(BasicType::SimpleText) {
            if raw.contains(['\n', '\r']) {
                line_break::check(cx, node, prop, *span);
            }
            match def.identifier {
                "RU" if cx.game.game == Some(Game::Go) => rules_wording::check(cx, *span),
                "BR" | "WR" if cx.game.game == Some(Game::Go) => {
                    rank_wording::check(cx, node, prop, *span);
                }
                _ => {}
            }
        }
        if prop.is("TM") && tygem_time::explains(cx, node, raw) {
            continue;
        }
        let (game, size) = (cx.game.game, cx.game.size);
        let mut read = Read::Fine;
        let look = || {
            read = value(def, game, size, raw);
            read == Read::Fine
        };
        if cx.known.is_fine(def, game, size, raw, look) {
            continue;
        }
        match read {
            Read::Fine => {}
            Read::Amended(amended, repair) => {
                let found = amend(cx, node, prop, def, *span, &amended, repair);
                cx.report(found);
            }
            Read::Bad(error) => {
                let found = reject(cx, node, prop, def, *span, error);
                cx.report(found);
            }
        }
    }
    if prop.is("SZ") {
        board_too_big::check(cx, node, prop);
    }
}

fn is_empty(def: &PropertyDef, prop: &Prop, raw: &str) -> bool {
    match def.value.single {
        Some(BasicType::SimpleText | BasicType::Text) if prop.count() == 1 => {
            raw.bytes().all(|byte| byte.is_ascii_whitespace())
        }
        _ => raw.is_empty(),
    }
}

/// Whether an empty value has a meaning, or at least a repair.
fn may_be_empty(def: &PropertyDef) -> bool {
    matches!(
        def.value.single,
        Some(BasicType::None | BasicType::Move | BasicType::Double)
    )
}

/// The rule for values of a property, why it is, and the number that SGFC has for a bad one.
fn rule_of(
    def: &PropertyDef,
    game: Option<Game>,
    error: Option<ValueErrorKind>,
) -> (&'static Rule, &'static str) {
    match error {
        Some(ValueErrorKind::UnknownWord) => return (&words::RULE, words::WHY),
        Some(ValueErrorKind::OutOfRange) if !matches!(def.identifier, "SZ" | "FF" | "GM") => {
            return (&range::RULE, range::WHY);
        }
        _ => {}
    }
    match def.identifier {
        "SZ" => (&size::RULE, size::WHY),
        "FF" => (&version::RULE, version::WHY),
        "GM" => (&game::RULE, game::WHY),
        "DT" => (&date::RULE, date::WHY),
        "RE" => (&result::RULE, result::WHY),
        "KM" => (&komi::RULE, komi::WHY),
        "TM" | "BL" | "WL" => (&time::RULE, time::WHY),
        "HA" => (&handicap::RULE, handicap::WHY),
        "FG" => (&figure::RULE, figure::WHY),
        "AP" => (&application::RULE, application::WHY),
        _ => match (def.value.single, def.value.compose) {
            (None, Some(_)) => (&compose::RULE, compose::WHY),
            (Some(BasicType::Number), _) => (&number::RULE, number::WHY),
            (Some(BasicType::Real), _) => (&real::RULE, real::WHY),
            (Some(BasicType::Double), _) => (&double::RULE, double::WHY),
            (Some(BasicType::Color), _) => (&color::RULE, color::WHY),
            (Some(BasicType::Point), _) => (&point::RULE, notation::point_form(game)),
            (Some(BasicType::Move), _) => (&r#move::RULE, notation::move_form(game)),
            (Some(BasicType::Stone), _) => (&stone::RULE, notation::stone_form(game)),
            _ => (&none::RULE, none::WHY),
        },
    }
}

/// Returns a value as shown in messages.
pub(crate) fn shown(raw: &str) -> String {
    if raw.len() <= SHOWN && raw.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return raw.to_owned();
    }
    let mut chars = raw.chars();
    let mut text: String = chars
        .by_ref()
        .take(SHOWN)
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Describes the fault of a value that needed `repair`, as a predicate.
pub(crate) fn fault(repair: Repair, raw: &str, amended: &str) -> String {
    let words = match repair {
        Repair::WhiteSpace => "has white space that does not belong there",
        Repair::LetterCase if raw.eq_ignore_ascii_case(amended) => {
            return format!("differs in case from `{}`", shown(amended));
        }
        Repair::LetterCase if amended.is_empty() => "has letters of the wrong case",
        Repair::DecimalComma => "has a decimal comma",
        Repair::MissingDigit => "lacks a digit beside the decimal point",
        Repair::WholeReal => "must be a whole number",
        Repair::Exponent => "has an exponent",
        Repair::Fraction => "has a fraction",
        Repair::TrailingUnit => "has a unit after the number",
        Repair::TrailingWords => "has words after the value",
        Repair::ColorNumber => "is a number instead of a color",
        Repair::EmptyDouble => "is empty",
        Repair::SquareSize => "has two numbers for a square board",
        Repair::SizeSeparator => "has the wrong separator between columns and rows",
        Repair::RectangleCorners => "has its corners in the wrong order",
        Repair::RectangleOfOne => "is a rectangle of one point",
        Repair::CommaSeparated => "has commas between points",
        Repair::DateFormat => "is not in the form `YYYY-MM-DD`",
        Repair::MonthName => "has the name of a month",
        Repair::TimeOfDay => "has a time of day",
        Repair::DateRange => "is a range of dates, which `DT` cannot express",
        Repair::ResultRemark => "has a remark after the result",
        Repair::TimeUnit => "is not in seconds",
        Repair::TimeWithOvertime => "has overtime in the main time",
        Repair::MissingPart => "has no version",
        Repair::LetterCase
        | Repair::Word
        | Repair::ResultWording
        | Repair::RankWording
        | Repair::RulesWording => {
            return if amended.is_empty() {
                "is a word instead of an empty value".to_owned()
            } else {
                format!("is another wording of `{}`", shown(amended))
            };
        }
        other => return format!("has {}", other.message()),
    };
    words.to_owned()
}

fn amend(
    cx: &Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    def: &PropertyDef,
    span: Span,
    amended: &str,
    repair: Repair,
) -> Diagnostic {
    let (rule, mut why) = rule_of(def, cx.game.game, None);
    let mut amended = amended;
    let is_pass = amended.is_empty() && matches!(def.identifier, "B" | "W");
    // A game without `FF` becomes FF[4], unless something in it means another thing there.
    let is_old = cx.game.version.is_some() && cx.game.is_old();
    if is_pass && is_old && cx.game.size.has_tt_pass() {
        amended = PASS;
        why = "before FF[4] a pass is `tt`";
    }
    let raw = span.of_str(node.text);
    let identifier = node.identifier(prop);
    let lenient = cx.game.is_old() && matches!(def.identifier, "DT" | "RE" | "KM" | "TM");
    let severity = if lenient {
        Severity::Hint
    } else {
        rule.severity
    };
    let sgfc = match (def.identifier, repair) {
        ("SZ", Repair::SquareSize) => Some(47),
        ("SZ" | "FF" | "GM", _) => Some(18),
        ("AP", _) => Some(23),
        _ if def.value.compose.is_some() => Some(25),
        _ if matches!(repair, Repair::RectangleCorners | Repair::RectangleOfOne) => Some(25),
        _ => Some(15),
    };
    let title = if amended.is_empty() {
        "write an empty value".to_owned()
    } else {
        format!("write `{}`", shown(amended))
    };
    // A remark, a time of day or days between that may have been days off stay with whoever wrote them.
    let fix = (!repair.loses_information()).then(|| {
        let edits = vec![Edit::replace(span, amended)];
        if def.value.single == Some(BasicType::None) && raw.trim() != raw {
            Fix::risky(title, edits)
        } else {
            Fix::safe(title, edits)
        }
    });
    let message = if repair == Repair::MissingPart && def.identifier == "FG" {
        format!("`FG[{}]` lacks the colon before the name", shown(raw))
    } else if def.value.single == Some(BasicType::None) && amended.is_empty() {
        format!("`{identifier}[{}]`: must be empty", shown(raw))
    } else {
        let shown_value = shown(raw);
        format!(
            "`{identifier}[{shown_value}]` {}",
            fault(repair, raw, amended)
        )
    };
    Diagnostic::new(rule, span, message)
        .severity(severity)
        .why(why)
        .sgfc(sgfc)
        .fix(fix)
}

fn reject(
    cx: &Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    def: &PropertyDef,
    span: Span,
    error: ValueError,
) -> Diagnostic {
    let (rule, why) = rule_of(def, cx.game.game, Some(error.kind));
    let raw = span.of_str(node.text);
    let identifier = node.identifier(prop);
    let handicap = def.identifier == "HA" && matches!(raw, "0" | "1");
    let why = if def.identifier == "HA" && error.kind == ValueErrorKind::OutOfRange {
        "a handicap has two stones or more; games without one have no `HA`"
    } else {
        why
    };
    let severity = match def.identifier {
        "HA" if handicap => Severity::Hint,
        "DT" | "RE" | "KM" | "TM" if cx.game.is_old() => Severity::Warning,
        _ => rule.severity,
    };
    let sgfc = match def.identifier {
        "FF" if error.kind == ValueErrorKind::OutOfRange && !raw.starts_with('-') => Some(46),
        "SZ" | "FF" => Some(18),
        // SGFC takes any number above 0 for a game.
        "GM" => match whole::parse(raw) {
            Ok(number) if number > 0 => None,
            _ => Some(18),
        },
        "DT" | "RE" | "KM" | "TM" => Some(33),
        _ if matches!(
            error.kind,
            ValueErrorKind::OutOfRange | ValueErrorKind::UnknownWord
        ) =>
        {
            None
        }
        _ if error.kind == ValueErrorKind::NotComposed => Some(23),
        _ if def.value.single == Some(BasicType::None) => Some(15),
        _ => Some(14),
    };
    // The standard lets programs remove faulty values. What has content stays: another program may read it.
    let fix = root_fix(cx, def, span, raw, error).or_else(|| {
        has_no_content(raw).then(|| {
            if def.value.single == Some(BasicType::None) {
                return Fix::risky("write an empty value", vec![Edit::delete(span)]);
            }
            let edit = if prop.count() == 1 {
                Edit::delete(prop.span())
            } else {
                Edit::delete(node.bracketed(span))
            };
            Fix::risky("remove it", vec![edit])
        })
    });
    Diagnostic::new(
        rule,
        span,
        format!("`{identifier}[{}]`: {}", shown(raw), error.kind.message()),
    )
    .severity(severity)
    .why(why)
    .sgfc(sgfc)
    .fix(fix)
}

/// Returns a fix for an invalid root value: the number of a game given by name and, on request, the size that every
/// program uses for the board.
fn root_fix(
    cx: &Context<'_>,
    def: &PropertyDef,
    span: Span,
    raw: &str,
    error: ValueError,
) -> Option<Fix> {
    let write = |value: String| (format!("write `{value}`"), vec![Edit::replace(span, value)]);
    match def.identifier {
        "GM" => {
            let (title, edits) = write(Game::from_name(raw)?.number().to_string());
            Some(Fix::safe(title, edits))
        }
        // A number among words may be the size, and two letters may be a point.
        "SZ" if error.kind == ValueErrorKind::OutOfRange
            || !raw.contains(|char: char| char.is_numeric())
                && point_list::parse_lenient(raw, Size::LARGEST).is_err() =>
        {
            let (title, edits) = write(
                kifu_sgf::value::size::default_of(cx.game.game?)?
                    .sgf()
                    .to_string(),
            );
            Some(Fix::risky(title + ", as programs read it", edits))
        }
        _ => None,
    }
}
