//! None: the empty value of `KO`, `DO`, `IT`.

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// Checks that the value is empty.
///
/// # Errors
/// [`ValueErrorKind::NotEmpty`] if it is not.
pub fn parse(raw: &str) -> Result<(), ValueError> {
    if raw.is_empty() {
        Ok(())
    } else {
        Err(ValueError::whole(ValueErrorKind::NotEmpty, raw))
    }
}

/// Checks that the value is empty except for white space.
///
/// # Errors
/// [`ValueErrorKind::NotEmpty`] otherwise.
pub fn parse_lenient(raw: &str) -> Result<Lenient<()>, ValueError> {
    if raw.is_empty() {
        Ok(Lenient::strict(()))
    } else if scan::trim(raw).is_empty() {
        Ok(Lenient::repaired((), Repair::WhiteSpace))
    } else {
        parse(raw).map(Lenient::strict)
    }
}
