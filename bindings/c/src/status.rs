//! Result codes, and the last error of a thread.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;

/// The result of a function. Errors are negative; `kifu_last_error` describes the last one of the thread.
///
/// Broken game records are no errors: they are read, and their problems are listed.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum kifu_status {
    /// Done.
    KIFU_OK = 0,
    /// There is no such thing: no parent, no property, no further item. The output is not written.
    KIFU_NONE = 1,
    /// The buffer is too small. It holds the beginning, and the length says how much there is.
    KIFU_TRUNCATED = 2,
    /// A callback asked to stop.
    KIFU_STOPPED = 3,
    /// A null pointer, an unknown name, a number out of range, text that is not UTF-8, a struct without its size.
    KIFU_INVALID_ARGUMENT = -1,
    /// The game or node was removed, or belongs to no game of this collection.
    KIFU_STALE = -2,
    /// A file cannot be read or written, or a callback reported an error.
    KIFU_IO = -3,
    /// A value is written in a way that cannot be read as its type.
    KIFU_UNREADABLE = -4,
    /// A change is refused, such as removing the root. Nothing was changed.
    KIFU_REFUSED = -5,
    /// The encoding of the file lacks a character.
    KIFU_ENCODING = -6,
    /// The rules of the game, the format or the feature are unknown to this library.
    KIFU_UNSUPPORTED = -7,
    /// The rules forbid the move.
    KIFU_ILLEGAL_MOVE = -8,
    /// A limit is exceeded, such as the size of a picture.
    KIFU_LIMIT = -9,
    /// A bug in Kifu: please report it. Objects that took part may be freed, but should not be used any more.
    KIFU_INTERNAL = -99,
}

/// Why a call failed: a code and a description.
#[derive(Debug)]
pub(crate) struct Failure {
    status: kifu_status,
    message: Cow<'static, str>,
}

/// The result of a function: a status code or a failure.
pub(crate) type Outcome<T = kifu_status> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: kifu_status, message: impl Display) -> Self {
        let message = Cow::Owned(message.to_string());
        Self { status, message }
    }

    const fn fixed(status: kifu_status, message: &'static str) -> Self {
        let message = Cow::Borrowed(message);
        Self { status, message }
    }

    pub(crate) const fn invalid(message: &'static str) -> Self {
        Self::fixed(kifu_status::KIFU_INVALID_ARGUMENT, message)
    }

    pub(crate) const fn null() -> Self {
        Self::invalid("a pointer is null")
    }

    pub(crate) const fn stale() -> Self {
        Self::fixed(
            kifu_status::KIFU_STALE,
            "the node or game was removed, or belongs to another collection",
        )
    }

    pub(crate) fn unreadable(what: impl Display) -> Self {
        Self::new(kifu_status::KIFU_UNREADABLE, what)
    }

    pub(crate) fn internal(message: &str) -> Self {
        Self::new(
            kifu_status::KIFU_INTERNAL,
            format_args!("internal error: {message}"),
        )
    }

    /// Stores the message as the last error of this thread, and returns the code.
    pub(crate) fn report(self) -> kifu_status {
        // A message would end at a NUL.
        let message = CString::new(self.message.replace('\0', "\u{fffd}")).unwrap_or_default();
        // A thread that is ending has no last error.
        let _ = LAST.try_with(|last| *last.borrow_mut() = message);
        self.status
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(kifu_status::KIFU_IO, error)
    }
}

impl From<kifu_sgf::EditError> for Failure {
    fn from(error: kifu_sgf::EditError) -> Self {
        use kifu_sgf::EditError::{Identifier, NoSuchGame, NoSuchNode, Value};
        match error {
            NoSuchGame | NoSuchNode => Self::stale(),
            Identifier | Value => Self::new(kifu_status::KIFU_INVALID_ARGUMENT, error),
            _ => Self::new(kifu_status::KIFU_REFUSED, error),
        }
    }
}

impl From<kifu_sgf::WriteError> for Failure {
    fn from(error: kifu_sgf::WriteError) -> Self {
        match error {
            kifu_sgf::WriteError::Io(error) => error.into(),
            error => Self::new(kifu_status::KIFU_ENCODING, error),
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Returns the description of the last error in this thread, ended by NUL; empty if there was none.
///
/// The text is valid until the next call of a function of Kifu in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_last_error() -> *const c_char {
    crate::ffi::guard(c"".as_ptr(), || LAST.with_borrow(|last| last.as_ptr()))
}

/// Returns the version of the library, such as `0.1.0`, ended by NUL. `KIFU_VERSION` is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_version() -> *const c_char {
    crate::ffi::guard(c"".as_ptr(), || VERSION.as_ptr().cast())
}

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// Returns the name of a code, such as `KIFU_STALE`, ended by NUL; `unknown` for any other number.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_status_name(status: i32) -> *const c_char {
    crate::ffi::guard(c"".as_ptr(), || {
        use kifu_status as S;
        let name = match status {
            _ if status == S::KIFU_OK as i32 => c"KIFU_OK",
            _ if status == S::KIFU_NONE as i32 => c"KIFU_NONE",
            _ if status == S::KIFU_TRUNCATED as i32 => c"KIFU_TRUNCATED",
            _ if status == S::KIFU_STOPPED as i32 => c"KIFU_STOPPED",
            _ if status == S::KIFU_INVALID_ARGUMENT as i32 => c"KIFU_INVALID_ARGUMENT",
            _ if status == S::KIFU_STALE as i32 => c"KIFU_STALE",
            _ if status == S::KIFU_IO as i32 => c"KIFU_IO",
            _ if status == S::KIFU_UNREADABLE as i32 => c"KIFU_UNREADABLE",
            _ if status == S::KIFU_REFUSED as i32 => c"KIFU_REFUSED",
            _ if status == S::KIFU_ENCODING as i32 => c"KIFU_ENCODING",
            _ if status == S::KIFU_UNSUPPORTED as i32 => c"KIFU_UNSUPPORTED",
            _ if status == S::KIFU_ILLEGAL_MOVE as i32 => c"KIFU_ILLEGAL_MOVE",
            _ if status == S::KIFU_LIMIT as i32 => c"KIFU_LIMIT",
            _ if status == S::KIFU_INTERNAL as i32 => c"KIFU_INTERNAL",
            _ => c"unknown",
        };
        name.as_ptr()
    })
}
