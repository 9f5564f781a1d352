use super::scan;

/// Result of a lenient reading: the value and its repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lenient<T> {
    /// The value read.
    pub value: T,
    /// The repair; `None` if the raw value is valid by the standard.
    pub repair: Option<Repair>,
}

impl<T> Lenient<T> {
    /// A value that needed no repair.
    pub(crate) const fn strict(value: T) -> Self {
        Self {
            value,
            repair: None,
        }
    }

    /// A value that needed `repair`.
    pub(crate) const fn repaired(value: T, repair: Repair) -> Self {
        Self {
            value,
            repair: Some(repair),
        }
    }

    /// Reads `raw` with `parse`, or else without white space around it and line breaks inside.
    ///
    /// # Errors
    /// The error for the unchanged value.
    pub(super) fn of_text<E>(raw: &str, parse: impl Fn(&str) -> Result<T, E>) -> Result<Self, E> {
        let strict = match parse(raw) {
            Ok(value) => return Ok(Self::strict(value)),
            Err(error) => error,
        };
        let trimmed = scan::trim(raw);
        let joined = || scan::without_line_breaks(trimmed).and_then(|joined| parse(&joined).ok());
        let value = parse(trimmed).ok().or_else(joined).ok_or(strict)?;
        Ok(Self::repaired(value, Repair::WhiteSpace))
    }

    /// Converts the value, and keeps the repair.
    pub fn map<U>(self, map: impl FnOnce(T) -> U) -> Lenient<U> {
        Lenient {
            value: map(self.value),
            repair: self.repair,
        }
    }
}

macro_rules! repairs {
    ($($(#[$doc:meta])* $repair:ident: $message:literal,)*) => {
        /// Repairs of a lenient reading. Of several, the most informative one is returned.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Repair {
            $($(#[$doc])* $repair,)*
        }

        impl Repair {
            /// Describes the repair in a few words.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$repair => $message,)*
                }
            }
        }
    };
}

repairs! {
    /// Blanks and line breaks that do not belong there.
    WhiteSpace: "white space",
    /// Upper-case letters for lower-case ones, or vice versa.
    LetterCase: "upper and lower case",
    /// `6,5` for `6.5`.
    DecimalComma: "a decimal comma",
    /// `.5` for `0.5`, `5.` for `5`.
    MissingDigit: "a digit missing beside the decimal point",
    /// `3.0` instead of a whole number.
    WholeReal: "a decimal point in a whole number",
    /// `1e3` for `1000`.
    Exponent: "an exponent",
    /// `5 1/2` for `5.5`.
    Fraction: "a fraction",
    /// A unit after a number: `6.5目`, `3.5 points`.
    TrailingUnit: "a unit after the number",
    /// Other words after a number: `306 moves`, `9p, Honinbo`.
    TrailingWords: "words after the value",
    /// A word instead of a value: `pass`, `none`, `black`.
    Word: "a word instead of a value",
    /// A number for a color: `1`, `2`.
    ColorNumber: "a number instead of a color",
    /// An empty value instead of `1`.
    EmptyDouble: "an empty value instead of `1`",
    /// `19:19` for `19`.
    SquareSize: "a square size written as two numbers",
    /// `19x13` for `19:13`.
    SizeSeparator: "a wrong sign between columns and rows",
    /// A rectangle whose corners are not upper left and lower right.
    RectangleCorners: "corners in another order",
    /// A rectangle of one point.
    RectangleOfOne: "a rectangle that is one point",
    /// Several points in one value, with commas between them.
    CommaSeparated: "commas between points in one value",
    /// Separators other than `-` and `,`, or too few digits, in a date.
    DateFormat: "a date in another form",
    /// The name of a month in a date.
    MonthName: "the name of a month",
    /// A time of day after a date, which `DT` cannot express.
    TimeOfDay: "a time of day",
    /// A year of an era: `平成8年` for 1996.
    DateEra: "a year counted by an era",
    /// A first and a last day for the days between.
    DateRange: "a range of dates",
    /// Words next to a date, which `DT` cannot express.
    DateRemark: "words beside the date",
    /// A month and a day of the lunar calendar: only the year is read.
    LunarDate: "a date of the lunar calendar",
    /// A date of which no more than years are clear: `c. 1580`, `05/06/2003`.
    UncertainDate: "an uncertain date",
    /// A result in another wording.
    ResultWording: "a result in other words",
    /// Words after a result, which `RE` cannot express.
    ResultRemark: "a remark after the result",
    /// A margin in stones, as Chinese counting has it: `3/4子` for 1.5 points.
    ResultInStones: "a margin in stones",
    /// A result of which no more than the winner is clear: `W+Illegal`, `B+7.5?`.
    UncertainResult: "an uncertain result",
    /// A time in hours and minutes instead of seconds.
    TimeUnit: "a time that is not in seconds",
    /// Overtime next to the main time, which belongs in `OT`.
    TimeWithOvertime: "overtime beside the main time",
    /// A rank in another wording.
    RankWording: "a rank in other words",
    /// Rules under another name.
    RulesWording: "rules under another name",
    /// A second part of a Compose value that is missing, with the colon: `AP[MultiGo]`.
    MissingPart: "a second part that is missing",
}

impl Repair {
    /// Whether the repaired value has less content than the text: a remark is lost, or a range of dates has become all
    /// days between, some of which may have been days off.
    #[must_use]
    pub const fn loses_information(self) -> bool {
        matches!(
            self,
            Self::DateRange
                | Self::DateRemark
                | Self::LunarDate
                | Self::TimeOfDay
                | Self::ResultRemark
                | Self::ResultInStones
                | Self::UncertainDate
                | Self::UncertainResult
                | Self::TimeWithOvertime
                | Self::TrailingWords
        )
    }

    /// Whether the value is a guess: plausible, but not certain.
    #[must_use]
    pub const fn is_guess(self) -> bool {
        matches!(
            self,
            Self::LunarDate | Self::UncertainDate | Self::UncertainResult
        )
    }
}
