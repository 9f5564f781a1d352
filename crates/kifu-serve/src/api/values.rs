//! Values of parameters. Errors name the parameter and its value in plain words.

use std::fmt;
use std::num::IntErrorKind;
use std::vec;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer as _, MapAccess,
    Visitor,
};
use serde_json::Value;

/// Characters of a value that an error shows.
const SHOWN: usize = 60;

/// The value of a parameter.
#[derive(Debug)]
pub(crate) enum Given {
    /// Of the query of an address, where every value is text.
    Text(String),
    /// Of a JSON body.
    Json(Value),
}

/// Why parameters cannot be read.
#[derive(Debug)]
pub(crate) struct Wrong(String);

/// Reads a request from its parameters.
pub(crate) fn read<T: DeserializeOwned>(pairs: Vec<(String, Given)>) -> Result<T, Wrong> {
    T::deserialize(MapAccessDeserializer::new(Parameters {
        rest: pairs.into_iter(),
        next: None,
    }))
}

struct Parameters {
    rest: vec::IntoIter<(String, Given)>,
    /// The parameter whose name was read.
    next: Option<(String, Given)>,
}

impl<'de> MapAccess<'de> for Parameters {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        self.next = self.rest.next();
        let name = self.next.as_ref().map(|(name, _)| name.as_str());
        name.map(|name| seed.deserialize(name.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let Some((name, value)) = self.next.take() else {
            return Err(Wrong::custom("a value without a name"));
        };
        let read = seed.deserialize(value);
        read.map_err(|Wrong(why)| Wrong(format!("`{name}`: {why}")))
    }
}

impl Given {
    fn whole(&self, most: u64) -> Result<u64, Wrong> {
        let text = match self {
            Self::Text(text) => text.clone(),
            Self::Json(Value::Number(number)) => number.to_string(),
            Self::Json(_) => return Err(self.wrong("is not a whole number")),
        };
        match text.parse() {
            Ok(number) if number <= most => Ok(number),
            Ok(_) => Err(self.wrong("is too large")),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
                Err(self.wrong("is too large"))
            }
            Err(_) if text.parse::<i64>().is_ok() => Err(self.wrong("is less than 0")),
            Err(_) => Err(self.wrong("is not a whole number")),
        }
    }

    fn truth(&self) -> Result<bool, Wrong> {
        match self {
            Self::Json(Value::Bool(truth)) => Ok(*truth),
            Self::Text(text) if text == "true" => Ok(true),
            Self::Text(text) if text == "false" => Ok(false),
            _ => Err(self.wrong("is not `true` or `false`")),
        }
    }

    fn text(self) -> Result<String, Wrong> {
        match self {
            Self::Text(text) | Self::Json(Value::String(text)) => Ok(text),
            Self::Json(_) => Err(self.wrong("is not a string")),
        }
    }

    fn wrong(&self, why: &str) -> Wrong {
        let text = match self {
            Self::Text(text) => text.clone(),
            Self::Json(value) => value.to_string(),
        };
        let more = if text.chars().nth(SHOWN).is_some() {
            "…"
        } else {
            ""
        };
        let start: String = text.chars().take(SHOWN).collect();
        Wrong(format!("`{start}{more}` {why}"))
    }
}

impl<'de> Deserializer<'de> for Given {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self {
            Self::Json(Value::Null) => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_bool(self.truth()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_u64(self.whole(u32::MAX.into())?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_u64(self.whole(u64::MAX)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(self.text()?.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self(format!("`{field}`: unknown; expected {}", list(expected)))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self(format!("`{variant}`: expected {}", list(expected)))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self(format!("`{field}`: given twice"))
    }
}

/// `` `a`, `b` or `c` ``.
fn list(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let between = match index {
            0 => "",
            _ if index + 1 == names.len() => " or ",
            _ => ", ",
        };
        text.extend([between, "`", name, "`"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::{Given, read};
    use crate::library::Sort;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Request {
        name: Option<String>,
        sort: Sort,
        reverse: bool,
        number: Option<u32>,
    }

    fn of_text(name: &str, text: &str) -> Result<Request, String> {
        let pairs = vec![(name.to_owned(), Given::Text(text.to_owned()))];
        read(pairs).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn values_of_an_address() {
        assert_eq!(of_text("name", "7").unwrap().name.as_deref(), Some("7"));
        assert_eq!(of_text("number", "7").unwrap().number, Some(7));
        assert_eq!(of_text("sort", "date").unwrap().sort, Sort::Date);
        assert!(of_text("reverse", "true").unwrap().reverse);
        for (name, text, message) in [
            ("number", "abc", "`number`: `abc` is not a whole number"),
            ("number", "", "`number`: `` is not a whole number"),
            ("number", "-1", "`number`: `-1` is less than 0"),
            (
                "number",
                "4294967296",
                "`number`: `4294967296` is too large",
            ),
            ("reverse", "7", "`reverse`: `7` is not `true` or `false`"),
            (
                "other",
                "7",
                "`other`: unknown; expected `name`, `sort`, `reverse` or `number`",
            ),
        ] {
            assert_eq!(of_text(name, text).unwrap_err(), message);
        }
        let wrong = of_text("sort", "size").unwrap_err();
        assert!(
            wrong.starts_with("`sort`: `size`: expected `index`, "),
            "{wrong}"
        );
        let pair = || ("number".to_owned(), Given::Text("7".to_owned()));
        let twice = read::<Request>(vec![pair(), pair()]).unwrap_err();
        assert_eq!(twice.to_string(), "`number`: given twice");
    }

    #[test]
    fn values_of_json_have_types() {
        let of_json = |name: &str, value| {
            let pairs = vec![(name.to_owned(), Given::Json(value))];
            read::<Request>(pairs).map_err(|wrong| wrong.to_string())
        };
        assert_eq!(of_json("number", json!(7)).unwrap().number, Some(7));
        assert_eq!(of_json("number", json!(null)).unwrap().number, None);
        assert!(of_json("reverse", json!(true)).unwrap().reverse);
        for (name, value, message) in [
            ("number", json!(-1), "`number`: `-1` is less than 0"),
            (
                "number",
                json!(1.5),
                "`number`: `1.5` is not a whole number",
            ),
            (
                "number",
                json!("7"),
                "`number`: `\"7\"` is not a whole number",
            ),
            ("name", json!(7), "`name`: `7` is not a string"),
            (
                "reverse",
                json!("true"),
                "`reverse`: `\"true\"` is not `true` or `false`",
            ),
        ] {
            assert_eq!(of_json(name, value).unwrap_err(), message);
        }
    }
}
