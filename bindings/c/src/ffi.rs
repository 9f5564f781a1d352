//! The interface to C, and the only module with unsafe code.
//!
//! Functions that C calls are safe Rust elsewhere: handles arrive as `Option<&T>`, `Option<&mut T>` or `Option<Box<T>>`
//! (null is `None`), outputs as `Option<&mut MaybeUninit<T>>`. Types without a safe form in Rust are converted here:
//! pointers with a length, strings, structs with a size, callbacks. The contract is that of the header: a pointer is
//! null, or valid for the length passed with it, until the call returns. (Outside this file, `unsafe` occurs only in
//! the attribute `#[unsafe(no_mangle)]`, which the linker needs on each function.)

use std::any::Any;
use std::ffi::{CStr, c_char, c_void};
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::{Failure, Outcome, kifu_status};
use crate::text::kifu_str;

/// The length of a string that ends with NUL.
pub(crate) const NUL: usize = usize::MAX;

// -- Panics -------------------------------------------------------------------------------------

/// Runs what a function does. A panic ends here, with the `fallback`.
pub(crate) fn guard<R>(fallback: R, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let _ = Failure::internal(words(&*panic)).report();
        fallback
    })
}

/// Runs what a function does, and stores its error.
pub(crate) fn call(body: impl FnOnce() -> Outcome) -> kifu_status {
    guard(kifu_status::KIFU_INTERNAL, || {
        body().unwrap_or_else(Failure::report)
    })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown")
}

// -- Handles ------------------------------------------------------------------------------------

/// The object of a handle.
pub(crate) fn handle<T>(handle: Option<T>) -> Outcome<T> {
    handle.ok_or(Failure::null())
}

/// The object of a handle that may be that of another argument too: it must be done with before that is used.
pub(crate) fn shared<'a, T>(handle: *const T) -> Outcome<&'a T> {
    // SAFETY: a handle is null, or an object that was not freed.
    unsafe { handle.as_ref() }.ok_or(Failure::null())
}

/// The object of a handle, to change it; no other reference to it may be in use.
pub(crate) fn exclusive<'a, T>(handle: *mut T) -> Outcome<&'a mut T> {
    // SAFETY: a handle is null, or an object that was not freed; no other thread uses it during the call.
    unsafe { handle.as_mut() }.ok_or(Failure::null())
}

/// An output that must be there.
pub(crate) fn out<T>(out: Option<&mut MaybeUninit<T>>) -> Outcome<&mut MaybeUninit<T>> {
    out.ok_or(Failure::null())
}

/// The output for a new object, null for now.
pub(crate) fn new<T>(
    out: Option<&mut MaybeUninit<Option<Box<T>>>>,
) -> Outcome<&mut Option<Box<T>>> {
    Ok(self::out(out)?.write(None))
}

/// Writes `value`, or says that there is none.
pub(crate) fn answer<T>(out: &mut MaybeUninit<T>, value: Option<T>) -> kifu_status {
    match value {
        Some(value) => {
            out.write(value);
            kifu_status::KIFU_OK
        }
        None => kifu_status::KIFU_NONE,
    }
}

// -- Memory -------------------------------------------------------------------------------------

/// The bytes at `start`. Null is allowed if there are none.
pub(crate) fn bytes<'a, T: Copy>(start: *const T, length: usize) -> Outcome<&'a [T]> {
    if length == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(Failure::null());
    }
    if length > isize::MAX as usize / size_of::<T>().max(1) || !start.is_aligned() {
        return Err(Failure::invalid("a length or an alignment is impossible"));
    }
    // SAFETY: the caller promises that so many items are there, until the call returns.
    Ok(unsafe { std::slice::from_raw_parts(start, length) })
}

/// The room at `start`, whose content is not known.
pub(crate) fn room<'a, T: Copy>(start: *mut T, length: usize) -> Outcome<&'a mut [MaybeUninit<T>]> {
    if length == 0 {
        return Ok(&mut []);
    }
    if start.is_null() {
        return Err(Failure::null());
    }
    if length > isize::MAX as usize / size_of::<T>().max(1) || !start.is_aligned() {
        return Err(Failure::invalid("a length or an alignment is impossible"));
    }
    // SAFETY: the caller promises room for so many items that nobody else uses during the call.
    Ok(unsafe { std::slice::from_raw_parts_mut(start.cast(), length) })
}

/// A string that ends with NUL.
pub(crate) fn c_str<'a>(start: *const c_char) -> Outcome<&'a CStr> {
    if start.is_null() {
        return Err(Failure::null());
    }
    // SAFETY: the caller promises a string that ends with NUL.
    Ok(unsafe { CStr::from_ptr(start) })
}

/// A string in UTF-8 that ends with NUL.
pub(crate) fn name<'a>(start: *const c_char) -> Outcome<&'a str> {
    utf8(c_str(start)?.to_bytes())
}

/// A string in UTF-8 that ends with NUL; `None` for null.
pub(crate) fn optional_name<'a>(start: *const c_char) -> Outcome<Option<&'a str>> {
    if start.is_null() {
        return Ok(None);
    }
    name(start).map(Some)
}

/// A text in UTF-8, of a length or ended by NUL.
pub(crate) fn text<'a>(start: *const c_char, length: usize) -> Outcome<&'a str> {
    if length == NUL {
        return name(start);
    }
    utf8(bytes(start.cast::<u8>(), length)?)
}

/// A copy of a string in UTF-8 that ends with NUL.
///
/// Arguments of a change are copied: they may be texts of the collection, which the change frees.
pub(crate) fn own_name(start: *const c_char) -> Outcome<String> {
    name(start).map(str::to_owned)
}

/// A copy of a text in UTF-8, of a length or ended by NUL.
pub(crate) fn own_text(start: *const c_char, length: usize) -> Outcome<String> {
    text(start, length).map(str::to_owned)
}

/// Copies of texts in UTF-8, each of a length or ended by NUL.
pub(crate) fn own_texts(start: *const kifu_str, count: usize) -> Outcome<Vec<String>> {
    bytes(start, count)?
        .iter()
        .map(|item| own_text(item.ptr, item.len))
        .collect()
}

/// Copies of names, each ended by NUL.
pub(crate) fn own_names(start: *const *const c_char, count: usize) -> Outcome<Vec<String>> {
    bytes(start, count)?
        .iter()
        .map(|start| own_name(*start))
        .collect()
}

fn utf8(bytes: &[u8]) -> Outcome<&str> {
    std::str::from_utf8(bytes).map_err(|_| Failure::invalid("a text is not UTF-8"))
}

/// A struct that begins with its size in the caller's header.
///
/// # Safety
/// All bytes zero are a valid value, and the first field is the `u32` size.
pub(crate) unsafe trait Sized32: Copy {}

/// A struct of options as this library knows it: fields that the caller's header lacks are zero.
pub(crate) fn options<T: Sized32>(given: *const T) -> Outcome<T> {
    // SAFETY: `Sized32` says that zeros are a value.
    let mut options = unsafe { MaybeUninit::<T>::zeroed().assume_init() };
    if given.is_null() {
        return Ok(options);
    }
    // SAFETY: the struct begins with its size.
    let size = unsafe { given.cast::<u32>().read_unaligned() } as usize;
    if !(size_of::<u32>()..=1 << 16).contains(&size) {
        return Err(Failure::invalid(
            "the field `size` of a struct is not set, or has a random value: use KIFU_INIT",
        ));
    }
    let size = size.min(size_of::<T>());
    // SAFETY: the caller's struct has `size` bytes at least, and so has this one.
    unsafe {
        std::ptr::copy_nonoverlapping(given.cast::<u8>(), (&raw mut options).cast::<u8>(), size);
    }
    Ok(options)
}

macro_rules! sized {
    ($($name:ty),* $(,)?) => {
        $(
            // SAFETY: these structs are `repr(C)`, begin with `size: u32`, and hold numbers, nullable pointers,
            // nullable callbacks and `bool`s, of which zero is a value.
            unsafe impl Sized32 for $name {}
        )*
    };
}

sized! {
    crate::check::kifu_check_options,
    crate::collection::kifu_read_options,
    crate::diagram::kifu_draw_options,
    crate::visit::kifu_visitor,
}
#[cfg(feature = "db")]
sized! {
    crate::db::kifu_db_query,
}

// -- Callbacks ----------------------------------------------------------------------------------

/// Reads up to `capacity` bytes into `buffer`. Returns how many there were, 0 at the end, or a negative number for
/// an error.
pub type kifu_read_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, buffer: *mut c_void, capacity: usize) -> isize>;

/// Takes bytes that are written. Returns 0, or another number for an error.
pub type kifu_write_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, bytes: *const c_void, len: usize) -> i32>;

/// Takes a message, which is valid during the call.
pub type kifu_message_fn = Option<unsafe extern "C" fn(user: *mut c_void, message: kifu_str)>;

/// Input from a callback.
#[derive(Debug)]
pub(crate) struct Input {
    read: unsafe extern "C" fn(*mut c_void, *mut c_void, usize) -> isize,
    user: *mut c_void,
}

impl Input {
    pub(crate) fn new(read: kifu_read_fn, user: *mut c_void) -> Outcome<Self> {
        let read = handle(read)?;
        Ok(Self { read, user })
    }
}

impl io::Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the callback has this signature, and writes no more than the buffer holds.
        let count = unsafe { (self.read)(self.user, buffer.as_mut_ptr().cast(), buffer.len()) };
        match usize::try_from(count) {
            Ok(count) if count <= buffer.len() => Ok(count),
            Ok(_) => Err(io::Error::other("the read function returned too much")),
            Err(_) => Err(io::Error::other(format!(
                "the read function returned {count}"
            ))),
        }
    }
}

/// Output to a callback.
#[derive(Debug)]
pub(crate) struct Output {
    write: unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> i32,
    user: *mut c_void,
}

impl Output {
    pub(crate) fn new(write: kifu_write_fn, user: *mut c_void) -> Outcome<Self> {
        let write = handle(write)?;
        Ok(Self { write, user })
    }
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the callback has this signature, and reads no more than these bytes.
        match unsafe { (self.write)(self.user, bytes.as_ptr().cast(), bytes.len()) } {
            0 => Ok(bytes.len()),
            code => Err(io::Error::other(format!(
                "the write function returned {code}"
            ))),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives a message to a callback, if there is one.
pub(crate) fn tell(message: kifu_message_fn, user: *mut c_void, text: &str) {
    if let Some(message) = message {
        // SAFETY: the callback has this signature; the text is valid during the call.
        unsafe { message(user, kifu_str::of(text)) }
    }
}

/// Defines how safe code calls callbacks of one signature.
macro_rules! callbacks {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub(crate) fn $name(
                callback: unsafe extern "C" fn(*mut c_void, $($type),*) -> $result,
                user: *mut c_void,
                $($argument: $type),*
            ) -> $result {
                // SAFETY: the callback has this signature; what the arguments point to is valid during the call.
                unsafe { callback(user, $($argument),*) }
            }
        )*
    };
}

callbacks! {
    /// Calls back for the begin or end of a tree or node.
    call_item(context: *const crate::visit::kifu_context) -> i32;
    /// Calls back for a property.
    call_property(identifier: kifu_str, context: *const crate::visit::kifu_context) -> i32;
    /// Calls back for a value.
    call_value(
        identifier: kifu_str,
        value: kifu_str,
        context: *const crate::visit::kifu_context
    ) -> i32;
    /// Calls back for a problem.
    call_problem(problem: *const crate::problem::kifu_problem) -> ();
    /// Calls back for a property of a node.
    call_node_property(property: *const crate::property::kifu_property) -> i32;
    /// Calls back for a raw value.
    call_text(value: kifu_str) -> i32;
    /// Calls back for a typed value.
    call_typed(value: *const crate::value::kifu_value) -> i32;
    /// Calls back for the begin or end of a tree or node, in the classic interface.
    call_sign() -> ();
    /// Calls back for a value, in the classic interface.
    call_strings(identifier: *const c_char, value: *const c_char) -> ();
}

#[cfg(feature = "db")]
callbacks! {
    /// Calls back for a game of an index.
    call_db_game(game: crate::db::kifu_db_game) -> i32;
}
