//! Values of any property, typed by its definition in the [schema](crate::schema).
//!
//! ```
//! use kifu_sgf::Collection;
//! use kifu_sgf::value::{Point, Value, ValueReader};
//!
//! let collection = Collection::from("(;SZ[9]KM[6.5]LB[aa:1][bb:2]TR[aa:ba])");
//! let root = collection.game(0).unwrap().root();
//! let reader = ValueReader::new(root.game());
//! let values = |identifier| reader.values(root.get(identifier).unwrap());
//! assert!(matches!(values("KM")[..], [Value::Real(komi)] if komi.get() == 6.5));
//! assert_eq!(
//!     values("TR"),
//!     [Value::Point(Point::new(0, 0)), Value::Point(Point::new(1, 0))]
//! );
//! assert_eq!(values("LB").len(), 2);
//! ```

use std::borrow::Cow;

use kifu_syntax::text::{
    escape_brackets, escape_compose_simple_text, escape_compose_text, escape_simple_text,
    escape_text, unescape_simple_text, unescape_text,
};

use super::{
    Color, Double, Move, Point, PointSet, Real, Size, ValueError, color, compose, handicap, komi,
    list, r#move, number, point, point_list, size,
};
use crate::schema::{self, BasicType, Game, Notation, PropertyDef};
use crate::tree::{GameTree, Property};

/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// The empty value of a property such as `KO`.
    None,
    /// A whole number.
    Number(i64),
    /// A decimal number.
    Real(Real),
    /// Normal or emphasized.
    Double(Double),
    /// Black or White.
    Color(Color),
    /// A text of one line, unescaped.
    SimpleText(Cow<'a, str>),
    /// A text, unescaped.
    Text(Cow<'a, str>),
    /// A point of a game with points written as in Go.
    Point(Point),
    /// A move of Go.
    Move(Move),
    /// A point, move or stone in a notation of one game, as written.
    Notation(Cow<'a, str>),
    /// Two values with a colon between them.
    Compose(Box<[Value<'a>; 2]>),
}

/// Reads typed values of the properties of one game.
#[derive(Clone, Copy, Debug)]
pub struct ValueReader {
    kind: Option<Game>,
    size: Size,
}

impl ValueReader {
    /// A reader for the kind of game and the board that the root of `tree` names.
    #[must_use]
    pub fn new(tree: GameTree<'_>) -> Self {
        let kind = tree.kind();
        let size = tree.root().value("SZ");
        let size = size.and_then(|raw| size::parse_lenient(raw).ok());
        let default = || kind.and_then(size::default_of).unwrap_or(Size::GO);
        Self {
            kind,
            size: size.map_or_else(default, |read| read.value),
        }
    }

    /// The size of the board. The default of the game if `SZ` is missing or not a size; 19×19 if the
    /// standard defines no default.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The definition of a property in this game; `None` for one that the schema does not have.
    #[must_use]
    pub fn definition(&self, identifier: &str) -> Option<&'static PropertyDef> {
        schema::lookup(self.kind, identifier)
    }

    /// The values of a property, read leniently. Values that their type does not allow are skipped.
    /// Lists of points are expanded: each point comes once, row by row. Every value of a property
    /// without a definition is a [`Value::Text`].
    #[must_use]
    pub fn values<'a>(&self, property: Property<'a>) -> Vec<Value<'a>> {
        let identifier = property.identifier();
        let Some(definition) = self.definition(&identifier) else {
            return property.texts().map(Value::Text).collect();
        };
        let count = definition.value.count;
        let raw = list::items(count, property.values());
        if self.is_go_like() && definition.allows_rectangles(self.kind) {
            let items = raw.filter_map(|raw| point_list::parse_lenient(raw, self.size).ok());
            let points = PointSet::of_items(items.flat_map(|read| read.value));
            return points.iter().map(Value::Point).collect();
        }
        raw.filter_map(|raw| self.value(definition, raw).ok())
            .collect()
    }

    /// Reads one raw value of a property leniently.
    ///
    /// # Errors
    /// The error of the property's value type.
    pub fn value<'a>(
        &self,
        definition: &PropertyDef,
        raw: &'a str,
    ) -> Result<Value<'a>, ValueError> {
        match definition.identifier {
            "KM" => return komi::parse_lenient(raw).map(|read| Value::Real(read.value)),
            "HA" => {
                let read = handicap::parse_lenient(raw)?;
                return Ok(Value::Number(read.value.into()));
            }
            "SZ" => return size::parse_lenient(raw).map(|read| Value::of_size(read.value)),
            _ => {}
        }
        let types = definition.value;
        if let Some((first, second)) = types.compose {
            match compose::parse(raw) {
                Ok((left, right)) => {
                    let left = self.single(first, left)?;
                    let right = self.single(second, right)?;
                    return Ok(Value::Compose(Box::new([left, right])));
                }
                // Programs often leave the version out.
                Err(_) if definition.identifier == "AP" => {
                    let name = self.single(first, raw)?;
                    return Ok(Value::Compose(Box::new([name, self.single(second, "")?])));
                }
                Err(error) if types.single.is_none() => return Err(error),
                Err(_) => {}
            }
        }
        self.single(types.single.unwrap_or(BasicType::Text), raw)
    }

    fn single(self, basic: BasicType, raw: &str) -> Result<Value<'_>, ValueError> {
        Ok(match basic {
            BasicType::None => Value::None,
            BasicType::Number => Value::Number(number::parse_lenient(raw)?.value),
            BasicType::Real => Value::Real(Real::parse_lenient(raw)?.value),
            BasicType::Double => Value::Double(Double::parse_lenient(raw)?.value),
            BasicType::Color => Value::Color(color::parse_lenient(raw)?.value),
            BasicType::SimpleText => Value::SimpleText(unescape_simple_text(raw)),
            BasicType::Text => Value::Text(unescape_text(raw)),
            BasicType::Point | BasicType::Stone if self.is_go_like() => {
                Value::Point(point::parse_lenient(raw, self.size)?.value)
            }
            BasicType::Move if self.kind == Some(Game::Go) => {
                Value::Move(r#move::parse_lenient(raw, self.size)?.value)
            }
            BasicType::Point | BasicType::Move | BasicType::Stone => Value::Notation(raw.into()),
        })
    }

    fn is_go_like(self) -> bool {
        self.kind
            .is_some_and(|kind| kind.notation() == Notation::GoLike)
    }
}

impl Value<'_> {
    fn of_size(size: Size) -> Self {
        let columns = Self::Number(size.columns().into());
        if size.is_square() {
            return columns;
        }
        Self::Compose(Box::new([columns, Self::Number(size.rows().into())]))
    }

    /// Converts the value to one that owns its text.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::None => Value::None,
            Self::Number(number) => Value::Number(number),
            Self::Real(real) => Value::Real(real),
            Self::Double(double) => Value::Double(double),
            Self::Color(color) => Value::Color(color),
            Self::SimpleText(text) => Value::SimpleText(own(text)),
            Self::Text(text) => Value::Text(own(text)),
            Self::Point(point) => Value::Point(point),
            Self::Move(play) => Value::Move(play),
            Self::Notation(raw) => Value::Notation(own(raw)),
            Self::Compose(parts) => Value::Compose(Box::new(parts.map(Self::into_owned))),
        }
    }

    /// Returns the raw value, the text between `[` and `]`. Texts are escaped.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Number(number) => number::to_sgf(*number),
            Self::Real(real) => real.to_string(),
            Self::Double(double) => double.to_string(),
            Self::Color(color) => color.letter().to_owned(),
            Self::SimpleText(text) => escape_simple_text(text).into_owned(),
            Self::Text(text) => escape_text(text).into_owned(),
            Self::Point(point) => point.to_string(),
            Self::Move(play) => play.sgf().to_string(),
            Self::Notation(raw) => escape_brackets(raw).into_owned(),
            Self::Compose(parts) => {
                let [first, second] = parts.each_ref().map(Self::part);
                compose::to_sgf(first, second)
            }
        }
    }

    /// The raw value of a part of a Compose value.
    fn part(&self) -> Cow<'_, str> {
        match self {
            Self::SimpleText(text) => escape_compose_simple_text(text),
            Self::Text(text) => escape_compose_text(text),
            // No type is composed of composed values.
            Self::Compose(_) => Cow::Borrowed(""),
            other => other.to_sgf().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Collection;

    /// The values of a property of a root, as text.
    fn read(sgf: &str, identifier: &str) -> Vec<String> {
        let collection = Collection::from(sgf);
        let root = collection.games().next().expect("a game").root();
        let property = root.get(identifier).expect("the property");
        let values = ValueReader::new(root.game()).values(property);
        values.iter().map(|value| format!("{value:?}")).collect()
    }

    #[test]
    fn values_have_the_type_of_their_definition() {
        assert_eq!(read("(;SZ[19])", "SZ"), ["Number(19)"]);
        assert_eq!(
            read("(;SZ[13:9])", "SZ"),
            ["Compose([Number(13), Number(9)])"]
        );
        assert_eq!(read("(;KM[6,5])", "KM"), ["Real(Real(6.5))"]);
        assert_eq!(read("(;HA[4 stones])", "HA"), ["Number(4)"]);
        assert_eq!(read("(;KO[])", "KO"), ["None"]);
        assert_eq!(read("(;C[a\\]b])", "C"), ["Text(\"a]b\")"]);
        assert_eq!(read("(;B[tt])", "B"), ["Move(Pass)"]);
        assert_eq!(read("(;GM[11]B[a1])", "B"), ["Notation(\"a1\")"]);
        assert_eq!(
            read("(;AP[Kifu:1\\:0])", "AP"),
            ["Compose([SimpleText(\"Kifu\"), SimpleText(\"1:0\")])"]
        );
        assert_eq!(
            read("(;AP[Kifu])", "AP"),
            ["Compose([SimpleText(\"Kifu\"), SimpleText(\"\")])"]
        );
    }

    #[test]
    fn lists_of_points_are_expanded_once() {
        assert_eq!(read("(;SZ[9]AB[aa:ba][aa])", "AB").len(), 2);
        assert!(read("(;VW[])", "VW").is_empty());
    }

    #[test]
    fn what_the_type_does_not_allow_is_skipped() {
        assert!(read("(;KM[lots])", "KM").is_empty());
        assert_eq!(read("(;SZ[9]CR[aa][zz][bb])", "CR").len(), 2);
        assert_eq!(read("(;XX[free \\]])", "XX"), ["Text(\"free ]\")"]);
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let collection = Collection::from(
            "(;FF[4]AP[a\\:b:c]SZ[9:13]KM[-0.5]PB[x\\]y]FG[257:z]LB[aa:\\:1]DM[2]PL[W]KO[])",
        );
        let game = collection.games().next().expect("a game");
        let reader = ValueReader::new(game);
        for property in game.root().properties() {
            for value in reader.values(property) {
                let raw = value.to_sgf();
                let definition = reader.definition(&property.identifier()).expect("known");
                assert_eq!(reader.value(definition, &raw), Ok(value), "{raw}");
            }
        }
    }
}
