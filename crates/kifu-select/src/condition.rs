use std::cell::RefCell;
use std::collections::HashMap;

use kifu_sgf::encoding::Charset;
use kifu_sgf::value::{Color, GameResult, Rank, Size, Standing};

use crate::error::SelectionErrorKind;
use crate::facts::Facts;
use crate::field::{Field, Kind};
use crate::moves::Plays;
use crate::outcome::Outcome;
use crate::period::Period;
use crate::players::{Names, Players, is_of_players};
use crate::text::TextPattern;

/// Comparison of a field with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Is,
    IsNot,
    Has,
    HasNot,
    Below,
    AtMost,
    Above,
    AtLeast,
    Matches,
}

impl Comparison {
    /// Whether it is the opposite of [`Is`](Self::Is) or [`Has`](Self::Has).
    const fn is_negative(self) -> bool {
        matches!(self, Self::IsNot | Self::HasNot)
    }

    /// Whether any number from `first` to `last` compares so with one from `from` to `to`.
    fn holds<T: PartialOrd>(self, (first, last): (T, T), (from, to): (T, T)) -> bool {
        match self {
            Self::Is | Self::IsNot | Self::Has | Self::HasNot | Self::Matches => {
                first <= to && from <= last
            }
            Self::Below => first < from,
            Self::AtMost => first <= to,
            Self::Above => last > to,
            Self::AtLeast => last >= from,
        }
    }
}

/// Condition on a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// The field has a value.
    Given(Field),
    /// The comparison of a field with a value is true.
    Compared(Field, Comparison, Value),
    /// A field is missing, or given in words that cannot be read; `false` for the opposite.
    State(Field, State, bool),
    /// The game has at least one of these properties, in any node.
    Has(Vec<String>),
    /// One of these nodes has the property and, if a comparison is given, a value that matches it.
    Property(String, Scope, Option<(Comparison, Value)>),
    /// Moves are played on the main line.
    Plays(Plays),
}

/// In which nodes a property is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    Root,
    BelowRoot,
}

/// Source of a value in a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The text of the selection: `*` and `?` are patterns.
    Written,
    /// A value in quotes: `"missing"` is a text like any other.
    Quoted,
    /// The value comes from another game: it contains no pattern characters.
    Game,
}

/// State of a field without a usable value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// No value.
    Missing,
    /// A value that cannot be read.
    Unreadable,
}

impl State {
    fn parse(text: &str) -> Option<Self> {
        match text.trim().to_ascii_lowercase().as_str() {
            "missing" => Some(Self::Missing),
            "unreadable" => Some(Self::Unreadable),
            _ => None,
        }
    }

    /// Whether the field of a game is in this state.
    fn holds(self, record: &dyn Facts, field: Field) -> bool {
        match self {
            Self::Missing if field.kind() == Kind::Text => !record.has(field),
            Self::Missing => !record.is_given(field),
            Self::Unreadable => record.is_given(field) && !record.is_readable(field),
        }
    }
}

/// A value of a selection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(TextPattern),
    /// Name of a player: as written, and the other names of a known player.
    Name {
        pattern: TextPattern,
        written: String,
        names: Option<Names>,
    },
    /// The color of the winner.
    Winner(Color),
    Number(f64),
    Date(Period),
    Result(Outcome),
    Rank(i16),
    Size(Size),
}

impl Condition {
    pub(crate) const fn given(field: Field) -> Self {
        Self::Given(field)
    }

    pub(crate) fn new(
        field: Field,
        comparison: Comparison,
        value: &str,
        origin: Origin,
    ) -> Result<Self, SelectionErrorKind> {
        use Comparison::{Has, HasNot, Is, IsNot};
        if comparison == Comparison::Matches {
            let pattern = TextPattern::expression(value)?;
            return Ok(Self::Compared(field, comparison, Value::Text(pattern)));
        }
        let fits = match field.kind() {
            Kind::Text => matches!(comparison, Is | IsNot | Has | HasNot),
            Kind::Result => matches!(comparison, Is | IsNot),
            Kind::Number | Kind::Date | Kind::Rank | Kind::Size => {
                !matches!(comparison, Has | HasNot)
            }
        };
        if !fits {
            return Err(SelectionErrorKind::NoSuchComparison(field));
        }
        let state = match (field.kind(), State::parse(value)) {
            _ if !matches!(comparison, Is | IsNot) => None,
            (Kind::Text, _) if value.is_empty() => Some(State::Missing),
            (Kind::Text, Some(State::Missing)) if origin == Origin::Written => Some(State::Missing),
            (Kind::Text, _) => None,
            (_, state) => state,
        };
        if let Some(state) = state {
            return Ok(Self::State(field, state, comparison == Is));
        }
        let is_written = origin != Origin::Game && matches!(comparison, Is | IsNot);
        let side = is_written.then(|| side(field, value)).flatten();
        let read = match field.kind() {
            Kind::Text if side.is_some() => side.map(Value::Winner),
            // `GB2312` and `x-gbk` are names of GBK.
            Kind::Text if field == Field::Encoding && matches!(comparison, Is | IsNot) => {
                let charset = Charset::for_label(value);
                let name = charset.map(Charset::name);
                Some(Value::Text(TextPattern::whole(name.unwrap_or(value))))
            }
            Kind::Text if matches!(comparison, Has | HasNot) => {
                Some(Value::Text(TextPattern::part(value)))
            }
            Kind::Text if origin == Origin::Game => Some(Value::Text(TextPattern::literal(value))),
            Kind::Text if field == Field::File => Some(Value::Text(TextPattern::path(value))),
            Kind::Text => Some(Value::Text(TextPattern::whole(value))),
            Kind::Number => number(value).map(Value::Number),
            Kind::Date => Period::parse(value).map(Value::Date),
            Kind::Result => Outcome::parse(value).map(Value::Result),
            Kind::Rank => Rank::parse_lenient(value)
                .ok()
                .map(|rank| Value::Rank(rank.value.strength())),
            Kind::Size => size(value).map(Value::Size),
        };
        let read = match read {
            Some(Value::Text(pattern)) if is_of_players(field) => Some(Value::Name {
                pattern,
                written: value.to_owned(),
                names: Players::known().names(value),
            }),
            other => other,
        };
        match read {
            Some(value) => Ok(Self::Compared(field, comparison, value)),
            None => Err(SelectionErrorKind::NotAValue(field)),
        }
    }

    /// A condition on a property: whether it is there, or how one of its values compares.
    pub(crate) fn on_property(
        identifier: &str,
        scope: Scope,
        comparison: Option<(Comparison, &str)>,
    ) -> Result<Self, SelectionErrorKind> {
        use Comparison::{Has, HasNot, Is, IsNot, Matches};
        let compared = match comparison {
            None => None,
            Some((comparison @ Matches, value)) => {
                Some((comparison, Value::Text(TextPattern::expression(value)?)))
            }
            Some((comparison @ (Has | HasNot), value)) => {
                Some((comparison, Value::Text(TextPattern::part(value))))
            }
            Some((comparison @ (Is | IsNot), value)) => {
                Some((comparison, Value::Text(TextPattern::whole(value))))
            }
            Some((comparison, value)) => {
                let number = number(value).ok_or(SelectionErrorKind::NotANumber)?;
                Some((comparison, Value::Number(number)))
            }
        };
        Ok(Self::Property(identifier.to_owned(), scope, compared))
    }

    /// The field of the condition; `None` for the properties and the moves of a game.
    pub(crate) const fn field(&self) -> Option<Field> {
        match self {
            Self::Given(field) | Self::State(field, ..) | Self::Compared(field, ..) => Some(*field),
            Self::Has(_) | Self::Property(..) | Self::Plays(_) => None,
        }
    }

    /// Looks names of players up in this table instead.
    pub(crate) fn set_players(&mut self, players: &Players) {
        if let Self::Compared(_, _, Value::Name { written, names, .. }) = self {
            *names = players.names(written);
        }
    }

    /// Compares names of players exactly as written.
    pub(crate) fn set_exact_names(&mut self) {
        if let Self::Compared(
            _,
            _,
            Value::Name {
                written,
                names,
                pattern,
            },
        ) = self
        {
            *names = None;
            *pattern = pattern.clone().exact(written);
        }
    }

    /// Whether only the record answers it, for some games at least.
    pub(crate) fn is_of_record(&self) -> bool {
        match self {
            Self::Property(..) | Self::Plays(_) => true,
            Self::Has(_) => false,
            // Columns have no numbers that cannot be read.
            Self::State(field, ..) if matches!(field.kind(), Kind::Number | Kind::Size) => {
                !field.properties().is_empty()
            }
            _ => self.field().is_some_and(Field::is_of_record),
        }
    }

    /// Whether the condition is true for a game; `None` if these facts do not decide it.
    pub(crate) fn decide(&self, facts: &dyn Facts) -> Option<bool> {
        if matches!(self, Self::Plays(_) | Self::Property(..)) {
            return self.ask(facts);
        }
        let is_known = match self {
            Self::State(field, state, _) => facts.knows_state(*field, *state == State::Unreadable),
            _ => self.field().is_none_or(|field| facts.knows(field)),
        };
        is_known.then(|| self.holds(facts))
    }

    /// Whether it is true of a game.
    pub(crate) fn holds(&self, record: &dyn Facts) -> bool {
        self.holds_with(record, None)
    }

    /// Whether it is true of a game. `seen`: what is known of texts of other games.
    pub(crate) fn holds_with(&self, record: &dyn Facts, seen: Option<&Seen>) -> bool {
        match self {
            Self::Given(field) => record.has(*field),
            Self::State(field, state, expected) => state.holds(record, *field) == *expected,
            Self::Has(identifiers) => record.has_one_of(identifiers),
            Self::Property(..) | Self::Plays(_) => self.ask(record).unwrap_or_default(),
            Self::Compared(field, comparison, value) => {
                compare(record, *field, *comparison, value, seen) != comparison.is_negative()
            }
        }
    }
}

impl Condition {
    /// Evaluates a condition on moves or properties with the record; `None` if there is no record.
    fn ask(&self, facts: &dyn Facts) -> Option<bool> {
        match self {
            Self::Plays(wanted) => facts.with_record(&|record| record.plays(wanted)),
            Self::Property(identifier, scope, compared) => {
                let is_negative = matches!(compared, Some((own, _)) if own.is_negative());
                let wanted = |text: &str| match compared {
                    None => true,
                    Some((_, Value::Text(pattern))) => pattern.matches(text),
                    Some((comparison, Value::Number(wanted))) => number(text)
                        .is_some_and(|own| comparison.holds((own, own), (*wanted, *wanted))),
                    Some(_) => false,
                };
                let answer =
                    facts.with_record(&|record| record.has_value(identifier, *scope, &wanted));
                answer.map(|holds| holds != is_negative)
            }
            _ => None,
        }
    }
}

/// Which texts a condition holds for.
#[derive(Debug, Default)]
pub(crate) struct Seen(RefCell<HashMap<String, bool>>);

impl Seen {
    /// Longer texts hardly ever repeat.
    const LONGEST: usize = 256;
    const MOST: usize = 1 << 16;

    /// The answer for a text; `ask` is asked if it is not known.
    fn ask(&self, text: &str, ask: impl FnOnce() -> bool) -> bool {
        if text.len() > Self::LONGEST {
            return ask();
        }
        let mut known = self.0.borrow_mut();
        if let Some(answer) = known.get(text) {
            return *answer;
        }
        let answer = ask();
        if known.len() < Self::MOST {
            known.insert(text.to_owned(), answer);
        }
        answer
    }
}

/// Whether the comparison of the field with the value is true; a negative one is the opposite.
fn compare(
    record: &dyn Facts,
    field: Field,
    comparison: Comparison,
    value: &Value,
    seen: Option<&Seen>,
) -> bool {
    let texts = |holds: &dyn Fn(&str) -> bool| match seen {
        Some(seen) => record.texts(field, &|text| seen.ask(text, || holds(text))),
        None => record.texts(field, holds),
    };
    match value {
        Value::Text(pattern) => texts(&|text| pattern.matches(text)),
        Value::Name { pattern, names, .. } => texts(&|text| {
            pattern.matches(text) || names.as_ref().is_some_and(|names| names.include(text))
        }),
        Value::Number(wanted) => record
            .number(field)
            .is_some_and(|own| comparison.holds((own, own), (*wanted, *wanted))),
        Value::Date(wanted) => record.dates().is_some_and(|dates| {
            Period::all(&dates)
                .any(|own| comparison.holds((own.first, own.last), (wanted.first, wanted.last)))
        }),
        Value::Winner(wanted) => record.result().and_then(GameResult::winner) == Some(*wanted),
        Value::Result(wanted) => record.result().is_some_and(|own| wanted.matches(own)),
        Value::Rank(wanted) => texts(&|text| {
            let rank = Standing::parse(text).ok().and_then(Standing::rank);
            rank.is_some_and(|rank| {
                let own = rank.strength();
                comparison.holds((own, own), (*wanted, *wanted))
            })
        }),
        Value::Size(wanted) => record.size().is_some_and(|own| {
            if matches!(comparison, Comparison::Is | Comparison::IsNot) {
                return own == *wanted;
            }
            let points = |size: Size| u32::from(size.columns()) * u32::from(size.rows());
            let (own, wanted) = (points(own), points(*wanted));
            comparison.holds((own, own), (wanted, wanted))
        }),
    }
}

/// The color that wins if the winner or the loser is named by a color.
fn side(field: Field, value: &str) -> Option<Color> {
    let color = match value.trim() {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        _ => return None,
    };
    match field {
        Field::Winner => Some(color),
        Field::Loser => Some(color.opponent()),
        _ => None,
    }
}

/// A number that is one: no infinity, no word.
fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// `19` or `13x19`.
fn size(text: &str) -> Option<Size> {
    let side = |text: &str| text.trim().parse().ok().filter(|side: &u16| *side > 0);
    match text.split_once(['x', 'X', '×', ':']) {
        Some((columns, rows)) => Size::new(side(columns)?, side(rows)?).ok(),
        None => Size::square(side(text)?).ok(),
    }
}
