//! Typed values.

use std::borrow::Cow;
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Double, Move, Point, Value, ValueReader, r#move};
use kifu_sgf::{GameTree, Node};

use crate::collection::{kifu_collection, kifu_node};
use crate::ffi;
use crate::property::properties_of;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{List, kifu_str};
use crate::visit::KIFU_GO_ON;

/// No color: an empty point, or nobody.
pub const KIFU_EMPTY: u8 = 0;

/// Black.
pub const KIFU_BLACK: u8 = 1;

/// White.
pub const KIFU_WHITE: u8 = 2;

/// A point of a board: column and row, from 0 at the upper left.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct kifu_point {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

impl kifu_point {
    pub(crate) const fn of(point: Point) -> Self {
        Self {
            x: point.x,
            y: point.y,
        }
    }

    pub(crate) const fn point(self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// A move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct kifu_move {
    /// `KIFU_BLACK` or `KIFU_WHITE`.
    pub color: u8,
    /// Whether it is a pass. Then the point is 0, 0.
    pub is_pass: bool,
    /// Where.
    pub point: kifu_point,
}

impl kifu_move {
    pub(crate) fn of(color: Color, play: Move) -> Self {
        let point = play.point();
        Self {
            color: color_code(Some(color)),
            is_pass: point.is_none(),
            point: kifu_point::of(point.unwrap_or(Point::new(0, 0))),
        }
    }

    pub(crate) fn parts(self) -> Outcome<(Color, Move)> {
        let color = color(self.color)?.ok_or(Failure::invalid("a move has no color"))?;
        Ok((color, self.play()))
    }

    pub(crate) const fn play(self) -> Move {
        if self.is_pass {
            Move::Pass
        } else {
            Move::Play(self.point.point())
        }
    }
}

pub(crate) const fn color_code(color: Option<Color>) -> u8 {
    match color {
        None => KIFU_EMPTY,
        Some(Color::Black) => KIFU_BLACK,
        Some(Color::White) => KIFU_WHITE,
    }
}

pub(crate) const fn color(code: u8) -> Outcome<Option<Color>> {
    match code {
        KIFU_EMPTY => Ok(None),
        KIFU_BLACK => Ok(Some(Color::Black)),
        KIFU_WHITE => Ok(Some(Color::White)),
        _ => Err(Failure::invalid(
            "a color is none of KIFU_EMPTY, KIFU_BLACK and KIFU_WHITE",
        )),
    }
}

/// The type of a `kifu_value`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum kifu_value_type {
    /// The empty value of a property that takes none, such as `KO`.
    KIFU_VALUE_NONE = 0,
    /// A whole number: `number`.
    KIFU_VALUE_NUMBER = 1,
    /// A decimal number: `real`.
    KIFU_VALUE_REAL = 2,
    /// Normal (1) or emphasized (2): `number`.
    KIFU_VALUE_DOUBLE = 3,
    /// A color: `color`.
    KIFU_VALUE_COLOR = 4,
    /// A text of one line, unescaped: `text`.
    KIFU_VALUE_SIMPLE_TEXT = 5,
    /// A text, unescaped: `text`.
    KIFU_VALUE_TEXT = 6,
    /// A point: `point`.
    KIFU_VALUE_POINT = 7,
    /// A move of Go: `is_pass` and `point`.
    KIFU_VALUE_MOVE = 8,
    /// A point, move or stone in a notation of the game's own, as it is written: `text`.
    KIFU_VALUE_NOTATION = 9,
    /// Two values with a colon between them: `parts`.
    KIFU_VALUE_COMPOSE = 10,
}

/// A value of any type. Fields that do not belong to the type are 0 or empty.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_value {
    /// The type of the value, which says which of the other fields count.
    pub r#type: kifu_value_type,
    /// A color.
    pub color: u8,
    /// Whether a move is a pass.
    pub is_pass: bool,
    /// A point, or where a move is.
    pub point: kifu_point,
    /// A whole number.
    pub number: i64,
    /// A decimal number.
    pub real: f64,
    /// A text.
    pub text: kifu_str,
    /// The two values of `KIFU_VALUE_COMPOSE`, an array; null otherwise.
    pub parts: *const kifu_value,
}

impl kifu_value {
    const fn none() -> Self {
        Self {
            r#type: kifu_value_type::KIFU_VALUE_NONE,
            color: KIFU_EMPTY,
            is_pass: false,
            point: kifu_point { x: 0, y: 0 },
            number: 0,
            real: 0.0,
            text: kifu_str::of(""),
            parts: std::ptr::null(),
        }
    }

    /// A value that is not composed.
    fn single(value: &Value<'_>) -> Self {
        use kifu_value_type as T;
        let none = Self::none();
        let text = |kind, text: &Cow<'_, str>| Self {
            r#type: kind,
            text: kifu_str::of(text),
            ..none
        };
        match value {
            Value::Number(number) => Self {
                r#type: T::KIFU_VALUE_NUMBER,
                number: *number,
                ..none
            },
            Value::Real(real) => Self {
                r#type: T::KIFU_VALUE_REAL,
                real: real.get(),
                ..none
            },
            Value::Double(double) => Self {
                r#type: T::KIFU_VALUE_DOUBLE,
                number: if *double == Double::Emphasized { 2 } else { 1 },
                ..none
            },
            Value::Color(color) => Self {
                r#type: T::KIFU_VALUE_COLOR,
                color: color_code(Some(*color)),
                ..none
            },
            Value::SimpleText(content) => text(T::KIFU_VALUE_SIMPLE_TEXT, content),
            Value::Text(content) => text(T::KIFU_VALUE_TEXT, content),
            Value::Notation(raw) => text(T::KIFU_VALUE_NOTATION, raw),
            Value::Point(point) => Self {
                r#type: T::KIFU_VALUE_POINT,
                point: kifu_point::of(*point),
                ..none
            },
            Value::Move(play) => {
                let play = kifu_move::of(Color::Black, *play);
                Self {
                    r#type: T::KIFU_VALUE_MOVE,
                    is_pass: play.is_pass,
                    point: play.point,
                    ..none
                }
            }
            _ => none,
        }
    }

    /// Calls `take` with a value, while its parts are there.
    fn with<R>(value: &Value<'_>, take: impl FnOnce(&Self) -> R) -> R {
        let Value::Compose(parts) = value else {
            return take(&Self::single(value));
        };
        let parts = parts.each_ref().map(Self::single);
        take(&Self {
            r#type: kifu_value_type::KIFU_VALUE_COMPOSE,
            parts: parts.as_ptr(),
            ..Self::none()
        })
    }
}

/// Takes a typed value, which is valid during the call. Returns `KIFU_GO_ON`, or another number to stop.
pub type kifu_typed_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, value: *const kifu_value) -> i32>;

/// The values of all properties of an identifier, typed.
fn typed<'a>(node: Node<'a>, identifier: &str) -> impl Iterator<Item = Value<'a>> {
    let reader = ValueReader::new(node.game());
    properties_of(node, identifier).flat_map(move |property| reader.values(property))
}

/// Gives the first typed value of a property that `pick` takes.
fn first<T>(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    out: Option<&mut MaybeUninit<T>>,
    what: &str,
    pick: impl Fn(Value<'_>) -> Option<T>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(out)?;
        let node = ffi::handle(collection)?.state().node(node)?;
        let identifier = ffi::name(identifier)?;
        if !node.has(identifier) {
            return Ok(kifu_status::KIFU_NONE);
        }
        let value = typed(node, identifier).find_map(pick).ok_or_else(|| {
            let raw = node.value(identifier).unwrap_or_default();
            Failure::unreadable(format_args!("`{identifier}[{raw}]`: not {what}"))
        })?;
        out.write(value);
        Ok(kifu_status::KIFU_OK)
    })
}

/// Calls `value` with each value of the properties of an identifier, typed by its definition in the standard and read
/// leniently. Lists of points are expanded: each point comes once. Values that cannot be read are skipped, and an empty
/// list of points, such as `DD[]`, has no value: `kifu_node_value` gives what is written. `KIFU_NONE` if there is no
/// property. The callback must not change the collection.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_typed(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    value: kifu_typed_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let node = ffi::handle(collection)?.state().node(node)?;
        let identifier = ffi::name(identifier)?;
        let callback = ffi::handle(value)?;
        if !node.has(identifier) {
            return Ok(kifu_status::KIFU_NONE);
        }
        for value in typed(node, identifier) {
            let answer = kifu_value::with(&value, |value| {
                ffi::call_typed(callback, user, std::ptr::from_ref(value))
            });
            if answer != KIFU_GO_ON {
                return Ok(kifu_status::KIFU_STOPPED);
            }
        }
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the value of a property as a whole number; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_integer(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    number: Option<&mut MaybeUninit<i64>>,
) -> kifu_status {
    let pick = |value: Value<'_>| match value {
        Value::Number(number) => Some(number),
        _ => None,
    };
    first(collection, node, identifier, number, "a whole number", pick)
}

/// Gives the value of a property as a decimal number; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_real(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    number: Option<&mut MaybeUninit<f64>>,
) -> kifu_status {
    let pick = |value: Value<'_>| match value {
        Value::Real(number) => Some(number.get()),
        #[expect(clippy::cast_precision_loss, reason = "a number that a person wrote")]
        Value::Number(number) => Some(number as f64),
        _ => None,
    };
    first(collection, node, identifier, number, "a number", pick)
}

/// Gives the value of a property as a color; `KIFU_NONE` without the property, `KIFU_UNREADABLE` if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_color(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    color: Option<&mut MaybeUninit<u8>>,
) -> kifu_status {
    let pick = |value: Value<'_>| match value {
        Value::Color(color) => Some(color_code(Some(color))),
        _ => None,
    };
    first(collection, node, identifier, color, "a color", pick)
}

/// Gives the move of a node in Go, Othello and Gomoku, which write moves as points of two letters; `KIFU_NONE` if
/// the node has none, `KIFU_UNREADABLE` if it cannot be read, and in other games: `kifu_replay_played` gives their
/// moves.
///
/// Each typed value depends on the kind of game and the board size, which are read from the root at each call: the time
/// grows with the length of the root.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_move(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    r#move: Option<&mut MaybeUninit<kifu_move>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(r#move)?;
        let node = ffi::handle(collection)?.state().node(node)?;
        let Some((identifier, raw)) = node.play() else {
            return Ok(kifu_status::KIFU_NONE);
        };
        let color = if identifier == "B" {
            Color::Black
        } else {
            Color::White
        };
        let game = node.game();
        let size = writes_moves_as_go(game).then(|| size_of(game));
        let play = size.and_then(|size| {
            let mut values = node.values(identifier);
            values.find_map(|raw| r#move::parse_lenient(raw, size).ok())
        });
        let play = play.ok_or_else(|| {
            Failure::unreadable(format_args!(
                "`{identifier}[{raw}]`: not a move of the board"
            ))
        })?;
        out.write(kifu_move::of(color, play.value));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Gives the points of the properties of an identifier, each once, with rectangles expanded: as many as there is room
/// for. `count` gets how many there are, and may be null. `KIFU_NONE` without the property. Values that are no points
/// are left out: a pass, and all values of a property such as `PB`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_points(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    identifier: *const c_char,
    points: *mut kifu_point,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(points, capacity, count)?;
        let node = ffi::handle(collection)?.state().node(node)?;
        let identifier = ffi::name(identifier)?;
        if !node.has(identifier) {
            return Ok(kifu_status::KIFU_NONE);
        }
        let points = typed(node, identifier).filter_map(|value| match value {
            Value::Point(point) | Value::Move(Move::Play(point)) => Some(kifu_point::of(point)),
            _ => None,
        });
        Ok(list.write(points))
    })
}

/// Whether a move is written as a point of two letters, and may be a pass. In Ataxx, Amazons and Gess, points are,
/// but moves have several.
pub(crate) fn writes_moves_as_go(game: GameTree<'_>) -> bool {
    matches!(game.kind(), Some(Game::Go | Game::Othello | Game::Gomoku))
}

/// The board size that a game names, or the usual one of it.
pub(crate) fn size_of(game: GameTree<'_>) -> kifu_sgf::value::Size {
    ValueReader::new(game).size()
}
