//! Tables of values: raw value, meaning by the standard, result of a lenient reading.

use kifu_sgf::value::{Lenient, ValueError};

mod basic;
mod point_list;
mod structured;
mod wild;

/// Checks a lenient reading: the value as it is written, and the name of the repair.
fn assert_lenient<T: ToString>(
    raw: &str,
    read: Result<Lenient<T>, ValueError>,
    expected: Option<(&str, &str)>,
) {
    let read = read.ok().map(|read| {
        let repair = read.repair.map(|repair| format!("{repair:?}"));
        (read.value.to_string(), repair.unwrap_or_default())
    });
    let expected = expected.map(|(value, repair)| (value.to_owned(), repair.to_owned()));
    assert_eq!(read, expected, "lenient reading of {raw:?}");
}
