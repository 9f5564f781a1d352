//! Columns of a list: a field, a property, or a move by its number.

use std::borrow::Cow;

use kifu::select::{Field, Kind};

use crate::selected::field;

/// A column of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Field(Field),
    /// The first value of a property.
    Property(String),
    /// The move of this number on the main line, counted from 1.
    Move(usize),
}

impl Column {
    /// Reads a field, an identifier in capitals, or `move:37`.
    pub(super) fn parse(name: &str) -> Result<Self, String> {
        let name = name.trim();
        if let Some(number) = name.strip_prefix("move:") {
            return match number.parse() {
                Ok(number @ 1..) => Ok(Self::Move(number)),
                _ => Err("expected the number of a move, as in `move:37`".to_owned()),
            };
        }
        let is_identifier = name.starts_with(|sign: char| sign.is_ascii_uppercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if is_identifier && Field::from_name(name).is_none() {
            return Ok(Self::Property(name.to_owned()));
        }
        field(name).map(Self::Field)
    }

    /// The name of the column.
    pub(super) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Field(field) => field.name().into(),
            Self::Property(identifier) => identifier.into(),
            Self::Move(number) => format!("move:{number}").into(),
        }
    }

    /// The kind of its values.
    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Field(field) => field.kind(),
            Self::Property(_) | Self::Move(_) => Kind::Text,
        }
    }

    /// The field, if it is one.
    pub(super) const fn field(&self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(*field),
            Self::Property(_) | Self::Move(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu::select::Field;

    use super::Column;

    #[test]
    fn columns_have_names() {
        for (name, column) in [
            ("date", Column::Field(Field::Date)),
            ("DATE", Column::Field(Field::Date)),
            ("KM", Column::Property("KM".to_owned())),
            ("X1", Column::Property("X1".to_owned())),
            ("move:37", Column::Move(37)),
        ] {
            assert_eq!(Column::parse(name), Ok(column), "{name}");
        }
        for name in ["", "km", "move:0", "move:x", "dat"] {
            assert!(Column::parse(name).is_err(), "{name}");
        }
    }
}
