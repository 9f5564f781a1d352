//! Texts and buffers.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kifu_syntax::text::{escape_simple_text, escape_text, unescape_simple_text, unescape_text};

use crate::ffi;
use crate::status::{Outcome, kifu_status};

/// A text: `len` bytes at `ptr`, not ended by NUL. UTF-8, unless a function says that it is bytes.
///
/// The bytes of a text belong to the object that returned it, and stay valid until that object is
/// changed or freed; in a callback, until the callback returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_str {
    /// The first byte; never null in what functions return.
    pub ptr: *const c_char,
    /// How many bytes there are. As an argument, `KIFU_NUL` says that the text ends with NUL.
    pub len: usize,
}

impl kifu_str {
    #[inline]
    pub(crate) const fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    #[inline]
    pub(crate) const fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            ptr: bytes.as_ptr().cast(),
            len: bytes.len(),
        }
    }
}

/// As the length of a text that is an argument: it ends with NUL.
pub const KIFU_NUL: usize = usize::MAX;

/// Bytes that a function made. Free it with `kifu_buffer_free`.
#[derive(Debug)]
pub struct kifu_buffer(Vec<u8>);

impl kifu_buffer {
    pub(crate) fn of(bytes: impl Into<Vec<u8>>) -> Box<Self> {
        Box::new(Self(bytes.into()))
    }
}

/// Returns the bytes of a buffer; they are valid until it is freed. Empty for null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_buffer_bytes(buffer: Option<&kifu_buffer>) -> kifu_str {
    ffi::guard(kifu_str::of(""), || {
        buffer.map_or(kifu_str::of(""), |buffer| kifu_str::of_bytes(&buffer.0))
    })
}

/// Frees a buffer. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_buffer_free(buffer: Option<Box<kifu_buffer>>) {
    ffi::guard((), || drop(buffer));
}

/// Destination of a text, written as `snprintf` writes: as much as fits, ended by NUL, never a part of a character.
///
/// Nothing is written before there is a text: the buffer keeps its content, and may be the argument of the call.
pub(crate) struct Text<'a> {
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&'a mut MaybeUninit<usize>>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(
        buffer: *mut c_char,
        capacity: usize,
        length: Option<&'a mut MaybeUninit<usize>>,
    ) -> Outcome<Self> {
        // Checked now, so that a null pointer is an error even if there is no text.
        ffi::room(buffer.cast::<u8>(), capacity)?;
        Ok(Self {
            buffer,
            capacity,
            length,
        })
    }

    /// Writes `text`, and its length. `text` must not be in the buffer.
    pub(crate) fn write(self, text: &str) -> Outcome {
        let room = ffi::room(self.buffer.cast::<u8>(), self.capacity)?;
        if let Some(length) = self.length {
            length.write(text.len());
        }
        let Some(most) = room.len().checked_sub(1) else {
            return Ok(kifu_status::KIFU_TRUNCATED);
        };
        let end = text.floor_char_boundary(most);
        for (place, byte) in room.iter_mut().zip(text.bytes().take(end).chain([0])) {
            place.write(byte);
        }
        Ok(if end == text.len() {
            kifu_status::KIFU_OK
        } else {
            kifu_status::KIFU_TRUNCATED
        })
    }

    /// Writes a text if there is one; `KIFU_NONE` otherwise.
    pub(crate) fn answer(self, text: Option<impl AsRef<str>>) -> Outcome {
        match text {
            Some(text) => self.write(text.as_ref()),
            None => Ok(kifu_status::KIFU_NONE),
        }
    }
}

/// Where a list goes: as many items as there is room for.
pub(crate) struct List<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    count: Option<&'a mut MaybeUninit<usize>>,
}

impl<'a, T: Copy> List<'a, T> {
    pub(crate) fn new(
        items: *mut T,
        capacity: usize,
        count: Option<&'a mut MaybeUninit<usize>>,
    ) -> Outcome<Self> {
        let room = ffi::room(items, capacity)?;
        Ok(Self { room, count })
    }

    /// Writes the items, and how many there are.
    pub(crate) fn write(self, items: impl Iterator<Item = T>) -> kifu_status {
        let mut found = 0;
        for item in items {
            if let Some(place) = self.room.get_mut(found) {
                place.write(item);
            }
            found += 1;
        }
        if let Some(count) = self.count {
            count.write(found);
        }
        if found > self.room.len() {
            kifu_status::KIFU_TRUNCATED
        } else {
            kifu_status::KIFU_OK
        }
    }
}

/// Unescapes a raw value of SGF, and writes it to `buffer` in the way of `snprintf`: at most `capacity` bytes with the
/// NUL at the end. `length` gets the length of the whole text and may be null.
///
/// `is_simple`: one line, as a SimpleText; otherwise line breaks are kept, as a Text. `len` may be `KIFU_NUL`. `buffer`
/// may be `raw`: the text is never longer.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_unescape(
    raw: *const c_char,
    len: usize,
    is_simple: bool,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let raw = ffi::text(raw, len)?;
        let text = if is_simple {
            unescape_simple_text(raw)
        } else {
            unescape_text(raw)
        };
        // The argument may be in the buffer.
        let text = text.into_owned();
        into.write(&text)
    })
}

/// Escapes a text so that it can stand as a raw value, and writes it to `buffer` in the way of `snprintf`.
///
/// `is_simple`: line breaks become blanks. `len` may be `KIFU_NUL`. `length` may be null. `buffer` may be `text`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_escape(
    text: *const c_char,
    len: usize,
    is_simple: bool,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let into = Text::new(buffer, capacity, length)?;
        let text = ffi::text(text, len)?;
        let raw = if is_simple {
            escape_simple_text(text)
        } else {
            escape_text(text)
        };
        let raw = raw.into_owned();
        into.write(&raw)
    })
}
