//! Typed values, one file for each value type.
//!
//! Every function takes a *raw* value: the text between `[` and `]`, with its escapes. Values with a form in the standard
//! have these methods, or functions of their module:
//!
//! * `parse` reads by the standard. For an invalid value it returns a [`ValueError`] with a kind and a span inside of
//!   the raw value, both `Copy`; nothing is allocated for it.
//! * `parse_lenient` also reads an invalid value that has only one possible meaning, such as `6,5` for a komi, and
//!   returns the repair. It fails if two readings are possible.
//! * `Display` writes the raw value; reading that gives the same value again. Points, colors, moves and sizes are
//!   types of `kifu-board`: [`Color::letter`], [`Move::sgf`] and [`Size::sgf`] write their values.
//!
//! Exceptions:
//!
//! * `B+6R`, a result of Backgammon, is read by [`GameResult::parse_backgammon`] and, as a guess, by
//!   [`GameResult::guess`]; `parse` and `parse_lenient` return errors.
//! * A value that no record can have is written without a check, and does not read back: an empty [`DateList`], a
//!   [`GameResult`] with a negative margin or with points and a reason (`B+0.5T`), a [`Rank`] 0, an [`Overtime`] of no
//!   periods, and the like.
//! * [`Overtime`], [`Standing`] and [`TimeControl`] are readings of text for which the standard has no form. `parse` reads
//!   every wording that is known, so there is no `parse_lenient`. `Standing` and `TimeControl` have no `Display`: a title
//!   is not kept, and a time control belongs in two properties.
//!
//! ```
//! use kifu_sgf::value::{GameResult, Repair, number, real, size};
//!
//! assert_eq!(number::parse("7"), Ok(7));
//! assert_eq!(size::parse("13:19").unwrap().columns(), 13);
//! assert_eq!(GameResult::parse("W+2.5").unwrap().to_string(), "W+2.5");
//!
//! assert!(real::parse("6,5").is_err());
//! let komi = real::parse_lenient("6,5").unwrap();
//! assert_eq!(komi.value.get(), 6.5);
//! assert_eq!(komi.repair, Some(Repair::DecimalComma));
//!
//! assert!(GameResult::parse("B+6R").is_err());
//! assert_eq!(GameResult::parse_backgammon("B+6R").unwrap().to_string(), "B+6R");
//! ```

pub mod application;
pub mod color;
pub mod compose;
pub mod date;
pub mod double;
mod error;
pub mod figure;
mod han;
pub mod handicap;
pub mod komi;
mod lenient;
pub mod list;
pub mod r#move;
pub mod none;
pub mod number;
pub mod overtime;
pub mod point;
pub mod point_list;
pub mod print_mode;
pub mod rank;
pub mod real;
pub mod result;
pub mod rules;
mod scan;
pub mod simple_text;
pub mod size;
pub mod stone;
pub mod style;
pub mod text;
pub mod time_limit;
mod typed;

pub use application::Application;
pub use color::Color;
pub use date::{Date, DateList};
pub use double::Double;
pub use error::{ValueError, ValueErrorKind};
pub use figure::{Figure, FigureFlags};
pub use lenient::{Lenient, Repair};
pub use r#move::Move;
pub use overtime::Overtime;
pub use point::Point;
pub use point_list::{PointItem, PointSet};
pub use print_mode::PrintMode;
pub use rank::{Grade, Mark, Rank, Standing};
pub use real::Real;
pub use result::{GameResult, Reason};
pub use rules::RulesName;
pub use size::Size;
pub use stone::Stone;
pub use style::Style;
pub use time_limit::TimeControl;
pub use typed::{Value, ValueReader};

/// Reads a raw value as its `parse` does.
macro_rules! from_str {
    ($($value:ty),*) => {
        $(impl std::str::FromStr for $value {
            type Err = ValueError;

            fn from_str(raw: &str) -> Result<Self, ValueError> {
                Self::parse(raw)
            }
        })*
    };
}

from_str!(
    DateList,
    Double,
    GameResult,
    Overtime,
    PrintMode,
    Rank,
    Real,
    RulesName,
    Standing,
    Style,
    TimeControl
);
