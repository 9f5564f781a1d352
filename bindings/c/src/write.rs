//! Writing collections.

use std::ffi::{c_char, c_void};
use std::io::Write as _;
use std::mem::MaybeUninit;

use kifu_sgf::{Collection, Style, save_bytes};

use crate::collection::{charset, kifu_collection, path};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{List, kifu_buffer};

/// Unchanged parts are written byte for byte as they were, in their own encoding.
pub const KIFU_STYLE_PRESERVE: u32 = 0;

/// One form for all: UTF-8, properties in one order, lines of 80 columns. A property without a value gets an empty one:
/// a move without a value becomes a pass.
pub const KIFU_STYLE_CANONICAL: u32 = 1;

/// The canonical form without white space between values.
pub const KIFU_STYLE_COMPACT: u32 = 2;

fn style(style: u32) -> Outcome<Style> {
    match style {
        KIFU_STYLE_PRESERVE => Ok(Style::Preserve),
        KIFU_STYLE_CANONICAL => Ok(Style::Canonical),
        KIFU_STYLE_COMPACT => Ok(Style::Compact),
        _ => Err(Failure::invalid("the style is unknown")),
    }
}

fn written(collection: &Collection, style: Style) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    collection.write(&mut bytes, style)?;
    Ok(bytes)
}

/// Writes a collection in a style (`KIFU_STYLE_...`) to a new buffer.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_to_buffer(
    collection: Option<&kifu_collection>,
    style: u32,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    ffi::call(|| {
        let buffer = ffi::new(buffer)?;
        let collection = &ffi::handle(collection)?.state().collection;
        *buffer = Some(kifu_buffer::of(written(collection, self::style(style)?)?));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Writes a collection in a style to memory: as many bytes as there is room for, without a NUL. `length` gets how many
/// there are, and may be null.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_to_memory(
    collection: Option<&kifu_collection>,
    style: u32,
    memory: *mut c_void,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ffi::call(|| {
        let list = List::new(memory.cast::<u8>(), capacity, length)?;
        let collection = &ffi::handle(collection)?.state().collection;
        let bytes = written(collection, self::style(style)?)?;
        Ok(list.write(bytes.into_iter()))
    })
}

/// Writes a collection in a style to a callback, which is called with `user`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_write(
    collection: Option<&kifu_collection>,
    style: u32,
    write: ffi::kifu_write_fn,
    user: *mut c_void,
) -> kifu_status {
    ffi::call(|| {
        let collection = &ffi::handle(collection)?.state().collection;
        let mut output = ffi::Output::new(write, user)?;
        output.write_all(&written(collection, self::style(style)?)?)?;
        Ok(kifu_status::KIFU_OK)
    })
}

/// Writes a collection in another encoding, such as `Big5`, to a new buffer. Each game names it in `CA`.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_encode(
    collection: Option<&kifu_collection>,
    encoding: *const c_char,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    ffi::call(|| {
        let buffer = ffi::new(buffer)?;
        let collection = &ffi::handle(collection)?.state().collection;
        let charset = charset(encoding)?.ok_or(Failure::null())?;
        *buffer = Some(kifu_buffer::of(collection.to_bytes_in(charset)?));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Saves a collection to a file; what was not touched is written as it was. A file that exists is replaced at once: it
/// holds the old bytes or the new ones, whatever happens. The path ends with NUL: bytes on Unix, UTF-8 on Windows.
///
/// `KIFU_ENCODING` if the encoding of the file lacks a character of a change: `kifu_collection_save_as` writes another
/// one.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_save(
    collection: Option<&kifu_collection>,
    path: *const c_char,
) -> kifu_status {
    ffi::call(|| {
        let path = self::path(path)?;
        ffi::handle(collection)?.state().collection.save(path)?;
        Ok(kifu_status::KIFU_OK)
    })
}

/// Saves a collection to a file in a style (`KIFU_STYLE_...`) or, with `KIFU_STYLE_PRESERVE`, in an encoding, such as
/// `UTF-8`; null is the encoding of the style. A file that exists is replaced as by `kifu_collection_save`.
///
/// `KIFU_ENCODING` if the encoding lacks a character. `KIFU_INVALID_ARGUMENT` for an encoding with another style, which
/// is UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_collection_save_as(
    collection: Option<&kifu_collection>,
    path: *const c_char,
    style: u32,
    encoding: *const c_char,
) -> kifu_status {
    ffi::call(|| {
        let path = self::path(path)?;
        let collection = &ffi::handle(collection)?.state().collection;
        let bytes = match (self::style(style)?, charset(encoding)?) {
            (style, None) => written(collection, style)?,
            (Style::Preserve, Some(charset)) => collection.to_bytes_in(charset)?,
            _ => return Err(Failure::invalid("this style is UTF-8")),
        };
        save_bytes(path, &bytes)?;
        Ok(kifu_status::KIFU_OK)
    })
}
