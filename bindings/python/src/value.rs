//! Typed values of properties, to Python and back.

use std::borrow::Cow;
use std::collections::HashSet;

use kifu::GameTree;
use kifu::games::go::Start;
use kifu::schema::{
    BasicType, Count, Game, Limits, Notation, PropertyDef, lookup, normal_identifier,
};
use kifu::value::{
    DateList, Double, GameResult, Move, Point, Real, Reason, Size, Value, ValueError, ValueReader,
    handicap, size,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use crate::argument::Text;
use crate::error;
pub(crate) use crate::point::{color, go_move_of, go_move_on, is_pass, point_of, point_on};

/// A typed value without a borrow: what a lock guards is read first, then handed to Python.
pub(crate) type OwnValue = Value<'static>;

/// The values of a property, and how Python sees them.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) values: Vec<OwnValue>,
    pub(crate) is_list: bool,
    /// `B` or `W` if the property is a move.
    pub(crate) color: Option<&'static str>,
}

/// The values of a property of a node; `None` if it is missing.
pub(crate) fn read(node: kifu::Node<'_>, identifier: &str) -> Option<Typed> {
    node.get(identifier)?;
    let reader = ValueReader::new(node.game());
    let definition = reader.definition(&normal_identifier(identifier));
    let is_list = definition.is_none_or(|definition| definition.value.is_list());
    let color = definition
        .is_some_and(|definition| definition.value.single == Some(BasicType::Move))
        .then(|| color_name(identifier))
        .flatten();
    // A list that stands twice is one list.
    let properties = node.properties().filter(|other| other.is(identifier));
    let lists = properties.take(if is_list { usize::MAX } else { 1 });
    let values = lists.flat_map(|property| reader.values(property));
    let values = values.map(Value::into_owned);
    let kind = node.game().kind();
    let mut values: Vec<OwnValue> = match color {
        Some(_) => values.map(|value| move_of(kind, value)).collect(),
        None => values.collect(),
    };
    if color.is_some() && values.is_empty() {
        // As `Node::play` reads it.
        values.push(Value::Move(Move::Pass));
    }
    if is_go_like(kind) && definition.is_some_and(|found| found.allows_rectangles(kind)) {
        // Row by row, as in one list.
        values.sort_by_key(point_in);
        values.dedup_by_key(|value| point_in(value));
    }
    Some(Typed {
        values,
        is_list,
        color,
    })
}

fn point_in(value: &OwnValue) -> Option<Point> {
    match value {
        Value::Point(point) => Some(*point),
        _ => None,
    }
}

/// A move as `kifu.Move` has it: an empty value is a pass, and a point is one in games that write points as Go does.
fn move_of(kind: Option<Game>, value: OwnValue) -> OwnValue {
    match value {
        Value::Notation(raw) if raw.is_empty() => Value::Move(Move::Pass),
        Value::Notation(raw) if is_go_like(kind) => match kifu::value::point::parse(&raw) {
            Ok(point) => Value::Move(Move::Play(point)),
            Err(_) => Value::Notation(raw),
        },
        other => other,
    }
}

/// Whether a game writes points as Go does.
fn is_go_like(kind: Option<Game>) -> bool {
    kind.is_some_and(|kind| kind.notation() == Notation::GoLike)
}

fn color_name(identifier: &str) -> Option<&'static str> {
    match identifier {
        "B" => Some("B"),
        "W" => Some("W"),
        _ => None,
    }
}

impl Typed {
    /// The value for Python; `None` if there is one value at most and it cannot be read.
    pub(crate) fn to_python(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if self.is_list {
            let items = self.values.iter();
            let items = items.map(|value| to_python(py, value, self.color));
            let items = items.collect::<PyResult<Vec<_>>>()?;
            return Ok(Some(PyList::new(py, items)?.into_any().unbind()));
        }
        let first = self.values.first();
        first
            .map(|value| to_python(py, value, self.color))
            .transpose()
    }
}

fn to_python(py: Python<'_>, value: &OwnValue, color: Option<&str>) -> PyResult<Py<PyAny>> {
    let text = |text: &str| PyString::new(py, text).into_any().unbind();
    Ok(match value {
        Value::Number(number) => number.into_pyobject(py)?.into_any().unbind(),
        Value::Real(real) => real.get().into_pyobject(py)?.into_any().unbind(),
        Value::Double(double) => {
            let number = match double {
                Double::Normal => 1_u8,
                Double::Emphasized => 2,
            };
            number.into_pyobject(py)?.into_any().unbind()
        }
        Value::Color(color) => text(color.letter()),
        Value::SimpleText(simple) => text(simple),
        Value::Text(long) => text(long),
        Value::Notation(raw) => match color {
            Some(color) => notation_move(py, color, raw)?,
            None => text(raw),
        },
        Value::Point(at) => point(py, *at)?.unbind(),
        Value::Move(play) => go_move(py, color.unwrap_or("B"), *play)?,
        Value::Compose(parts) => {
            let [first, second] = parts.each_ref().map(|part| to_python(py, part, None));
            (first?, second?).into_pyobject(py)?.into_any().unbind()
        }
        _ => PyBool::new(py, true).to_owned().into_any().unbind(),
    })
}

/// A `kifu.Point`.
pub(crate) fn point(py: Python<'_>, point: Point) -> PyResult<Bound<'_, PyAny>> {
    error::point(py)?.call1((point.x, point.y))
}

/// A `kifu.Move` of Go.
pub(crate) fn go_move(py: Python<'_>, color: &str, play: Move) -> PyResult<Py<PyAny>> {
    let at = play.point().map(|at| point(py, at)).transpose()?;
    Ok(error::r#move(py)?.call1((color, at))?.unbind())
}

fn notation_move(py: Python<'_>, color: &str, raw: &str) -> PyResult<Py<PyAny>> {
    Ok(error::r#move(py)?.call1((color, raw))?.unbind())
}

/// The move of a node as its color and value.
pub(crate) fn read_move(node: kifu::Node<'_>) -> Option<(&'static str, Option<OwnValue>)> {
    let (color, raw) = node.play()?;
    let reader = ValueReader::new(node.game());
    let value = match reader.definition(color) {
        Some(definition) => reader.value(definition, raw).ok().map(Value::into_owned),
        None => Some(Value::Notation(Cow::Owned(raw.to_owned()))),
    };
    let kind = node.game().kind();
    Some((color, value.map(|value| move_of(kind, value))))
}

/// The `kifu.Move` of what [`read_move`] returned; `None` for a value that is not a move.
pub(crate) fn move_to_python(
    py: Python<'_>,
    play: Option<(&'static str, Option<OwnValue>)>,
) -> PyResult<Option<Py<PyAny>>> {
    match play {
        Some((color, Some(value))) => to_python(py, &value, Some(color)).map(Some),
        _ => Ok(None),
    }
}

/// A `kifu.Result`.
pub(crate) fn result(py: Python<'_>, result: GameResult) -> PyResult<Py<PyAny>> {
    let class = error::result(py)?;
    let (winner, margin, reason) = match result {
        GameResult::Win {
            winner,
            margin,
            reason,
        } => {
            let reason = reason.map(|reason| match reason {
                Reason::Resignation => "resignation",
                Reason::Time => "time",
                Reason::Forfeit => "forfeit",
            });
            (
                Some(winner.letter().to_owned()),
                margin.map(Real::get),
                reason,
            )
        }
        GameResult::Draw => (None, None, Some("draw")),
        GameResult::Void => (None, None, Some("void")),
        GameResult::Unknown => (None, None, Some("unknown")),
    };
    Ok(class.call1((winner, margin, reason))?.unbind())
}

/// The game that values are for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    kind: Option<Game>,
    /// The board, if the game is Go.
    size: Option<Size>,
}

impl Target {
    pub(crate) fn of(game: GameTree<'_>) -> Self {
        let kind = game.kind();
        Self {
            kind,
            size: (kind == Some(Game::Go)).then(|| Start::size_of(game)),
        }
    }

    /// Refuses a point that is not on the board.
    fn on_board(self, point: Point) -> PyResult<Point> {
        match self.size {
            Some(size) if !size.contains(point) => Err(PyValueError::new_err(format!(
                "({}, {}): off the board of {size}; a pass is `None`",
                point.x, point.y
            ))),
            _ => Ok(point),
        }
    }
}

/// The raw values for a value of Python, by the definition of the property.
///
/// Text is accepted for a property that the schema does not have. There are no values for an empty list, unless the
/// property may be an empty one, and for `False` as a property without a value.
pub(crate) fn raw_values(
    target: Target,
    identifier: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    if identifier.starts_with(|first: char| first.is_ascii_lowercase())
        && !identifier.bytes().any(|byte| byte.is_ascii_uppercase())
    {
        let capital = identifier.to_ascii_uppercase();
        let text = format!("`{identifier}`: identifiers have capital letters; write `{capital}`");
        return Err(error::new(error::edit(value.py()), text));
    }
    let definition = lookup(target.kind, &normal_identifier(identifier));
    let raw = untitled_values(target, definition, value);
    raw.map_err(|error| titled(value.py(), identifier, error))
}

/// An error with the identifier of the property before its message.
fn titled(py: Python<'_>, identifier: &str, error: PyErr) -> PyErr {
    let class = error.get_type(py);
    // Others, such as `UnicodeEncodeError`, have more arguments than a message.
    let is_plain = class.is(py.get_type::<PyTypeError>())
        || class.is(py.get_type::<PyValueError>())
        || class.is(py.get_type::<PyOverflowError>());
    if is_plain {
        let message = format!("`{identifier}`: {}", error.value(py));
        PyErr::from_type(class, message)
    } else {
        error
    }
}

fn untitled_values(
    target: Target,
    definition: Option<&PropertyDef>,
    value: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let is_flag = definition.is_some_and(|found| found.value.single == Some(BasicType::None));
    if is_flag && value.cast::<PyBool>().is_ok_and(|value| !value.is_true()) {
        return Ok(Vec::new());
    }
    let is_list = definition.is_none_or(|definition| definition.value.is_list());
    let is_items = value.is_instance_of::<PyList>()
        || (is_list && !value.is_instance_of::<PyString>() && value.try_iter().is_ok());
    let single = |item: &Bound<'_, PyAny>| match definition {
        Some(definition) => raw_value(target, definition, item),
        None => Ok(Value::Text(Cow::Owned(item.extract::<Text>()?.0)).to_sgf()),
    };
    if is_list && is_items {
        let items = value.try_iter()?.map(|item| single(&item?));
        let mut items = items.collect::<PyResult<Vec<_>>>()?;
        if definition.is_some_and(|found| found.allows_rectangles(target.kind)) {
            ensure_distinct(&items)?;
        }
        let may_be_empty = definition.is_some_and(|found| found.value.count == Count::EmptyOrList);
        if items.is_empty() && may_be_empty {
            items.push(String::new());
        }
        return Ok(items);
    }
    Ok(vec![single(value)?])
}

/// Refuses a point that is twice in a list.
fn ensure_distinct(points: &[String]) -> PyResult<()> {
    let mut seen = HashSet::new();
    match points.iter().find(|point| !seen.insert(*point)) {
        Some(point) => Err(PyValueError::new_err(format!(
            "{point:?} is twice in the list"
        ))),
        None => Ok(()),
    }
}

/// The raw value for a value of Python, if the property may have it.
fn raw_value(
    target: Target,
    definition: &PropertyDef,
    value: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let raw = typed(target, definition, value)?.to_sgf();
    let refused = |error: ValueError| PyValueError::new_err(format!("{raw:?}: {error}"));
    match definition.identifier {
        "SZ" => {
            let size = size::parse_lenient(&raw).map_err(refused)?;
            return Ok(size.value.sgf().to_string());
        }
        "HA" => handicap::parse(&raw).map(drop),
        "RE" if target.kind == Some(Game::Backgammon) => GameResult::parse_backgammon(&raw)
            .map(drop)
            .or_else(|_| GameResult::parse_lenient(&raw).map(drop)),
        "RE" => GameResult::parse_lenient(&raw).map(drop),
        "DT" => DateList::parse_lenient(&raw).map(drop),
        _ => Ok(()),
    }
    .map_err(refused)?;
    ensure_within(definition, &raw)?;
    Ok(raw)
}

/// Refuses a number that the property does not allow. A handicap of 0 or 1 is common, though it says nothing.
fn ensure_within(definition: &PropertyDef, raw: &str) -> PyResult<()> {
    let Limits::Range(from, to) = definition.limits else {
        return Ok(());
    };
    #[expect(clippy::cast_precision_loss, reason = "limits are small numbers")]
    let is_within = match raw.parse::<f64>() {
        Ok(number) => (from as f64..=to as f64).contains(&number),
        Err(_) => true,
    };
    if is_within || definition.identifier == "HA" {
        return Ok(());
    }
    let expected = if to == i64::MAX {
        format!("{from} or greater")
    } else {
        format!("{from} to {to}")
    };
    Err(PyValueError::new_err(format!("{raw}: expected {expected}")))
}

fn typed(target: Target, definition: &PropertyDef, value: &Bound<'_, PyAny>) -> PyResult<OwnValue> {
    let types = definition.value;
    if let Some(color) = color_name(definition.identifier)
        && value.is_instance(error::r#move(value.py())?)?
        && self::color(&value.get_item(0)?)?.letter() != color
    {
        return Err(PyValueError::new_err(format!(
            "{}: a move of the other color",
            value.repr()?
        )));
    }
    if let Some((first, second)) = types.compose
        && let Ok(pair) = value.cast::<PyTuple>()
        && pair.len() == 2
    {
        let first = basic(target, first, &pair.get_item(0)?)?;
        let second = basic(target, second, &pair.get_item(1)?)?;
        if matches!((&first, &second), (Value::Point(from), Value::Point(to)) if from == to) {
            let message = format!("{}: expected two different points", value.repr()?);
            return Err(PyValueError::new_err(message));
        }
        return Ok(Value::Compose(Box::new([first, second])));
    }
    match types.single {
        Some(single) => basic(target, single, value),
        None => Err(PyTypeError::new_err("expected a tuple of two values")),
    }
}

fn basic(target: Target, basic: BasicType, value: &Bound<'_, PyAny>) -> PyResult<OwnValue> {
    let kind = target.kind;
    Ok(match basic {
        BasicType::None => match value.extract::<bool>() {
            Ok(true) => Value::None,
            _ if value.is_none() => Value::None,
            _ => {
                return Err(PyTypeError::new_err(
                    "expected `True`, or `False` to delete it",
                ));
            }
        },
        BasicType::Number => {
            Value::Number(value.extract().map_err(|error| too_large(value, error))?)
        }
        BasicType::Real => {
            let real = Real::new(value.extract()?);
            Value::Real(real.ok_or_else(|| PyValueError::new_err("the number is not finite"))?)
        }
        BasicType::Double => match value.extract()? {
            1 => Value::Double(Double::Normal),
            2 => Value::Double(Double::Emphasized),
            other => return Err(PyValueError::new_err(format!("{other}: expected 1 or 2"))),
        },
        BasicType::Color => Value::Color(color(value)?),
        BasicType::SimpleText => Value::SimpleText(Cow::Owned(value.extract::<Text>()?.0)),
        BasicType::Text => Value::Text(Cow::Owned(value.extract::<Text>()?.0)),
        BasicType::Point | BasicType::Stone if is_go_like(kind) => {
            Value::Point(target.on_board(point_of(value)?)?)
        }
        BasicType::Move if kind == Some(Game::Go) => Value::Move(match go_move_of(value)? {
            Move::Play(point) => Move::Play(target.on_board(point)?),
            Move::Pass => Move::Pass,
        }),
        BasicType::Move => notation_of(kind, value)?,
        BasicType::Point | BasicType::Stone => {
            Value::Notation(Cow::Owned(value.extract::<Text>()?.0))
        }
    })
}

/// A ``ValueError`` for a number that is too large.
fn too_large(number: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(number.py()) {
        PyValueError::new_err("the number is too large")
    } else {
        error
    }
}

/// A move of another game than Go: `None` for a pass, a `kifu.Move`, a text, or a point if the game writes points as Go
/// does.
fn notation_of(kind: Option<Game>, value: &Bound<'_, PyAny>) -> PyResult<OwnValue> {
    if value.is_none() {
        return Ok(Value::Move(Move::Pass));
    }
    if value.is_instance(error::r#move(value.py())?)? {
        return notation_of(kind, &value.get_item(1)?);
    }
    if is_go_like(kind) && value.is_instance_of::<PyTuple>() {
        return point_of(value).map(Value::Point);
    }
    Ok(Value::Notation(Cow::Owned(value.extract::<Text>()?.0)))
}
