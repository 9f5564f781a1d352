//! Other formats than SGF.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use kifu_formats::Format;

use crate::collection::kifu_collection;
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::{kifu_buffer, kifu_str};

/// A format of game records besides SGF.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_format {
    /// Its name in calls, such as `gib`.
    pub name: kifu_str,
    /// Its usual name, such as `Tygem GIB`.
    pub title: kifu_str,
    /// Whether it can be written. All formats can be read.
    pub writes: bool,
}

fn format(name: *const c_char) -> Outcome<Format> {
    let name = ffi::name(name)?;
    Format::from_name(name).ok_or_else(|| {
        let message = format_args!("`{name}`: unknown format");
        Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message)
    })
}

/// Gives a format, from 0; `KIFU_NONE` after the last one. Its texts stay valid.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_format_at(
    index: usize,
    format: Option<&mut MaybeUninit<kifu_format>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(format)?;
        let format = Format::ALL.get(index).map(|format| kifu_format {
            name: kifu_str::of(format.name()),
            title: kifu_str::of(format.title()),
            writes: format.writes(),
        });
        Ok(ffi::answer(out, format))
    })
}

/// Gives the name of the format that bytes are in; `KIFU_NONE` for SGF, and for what no format knows.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_format_of(
    bytes: *const c_void,
    len: usize,
    name: Option<&mut MaybeUninit<kifu_str>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(name)?;
        let format = Format::of(ffi::bytes(bytes.cast::<u8>(), len)?);
        Ok(ffi::answer(
            out,
            format.map(|format| kifu_str::of(format.name())),
        ))
    })
}

/// Reads the bytes of a file of another format into a new collection. Calls `note`, which may be null, with what was not
/// understood.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_format_read(
    bytes: *const c_void,
    len: usize,
    format: *const c_char,
    note: ffi::kifu_message_fn,
    user: *mut c_void,
    collection: Option<&mut MaybeUninit<Option<Box<kifu_collection>>>>,
) -> kifu_status {
    ffi::call(|| {
        let collection = ffi::new(collection)?;
        let bytes = ffi::bytes(bytes.cast::<u8>(), len)?;
        let import = self::format(format)?.read(bytes);
        for found in &import.notes {
            ffi::tell(note, user, &found.to_string());
        }
        *collection = Some(kifu_collection::of(import.collection));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Writes a collection in another format to a new buffer. Calls `loss`, which may be null, with what the format cannot
/// hold. `KIFU_UNSUPPORTED` if the format is only read, or cannot hold the games.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_format_write(
    collection: Option<&kifu_collection>,
    format: *const c_char,
    loss: ffi::kifu_message_fn,
    user: *mut c_void,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    ffi::call(|| {
        let buffer = ffi::new(buffer)?;
        let collection = &ffi::handle(collection)?.whole().collection;
        let export = self::format(format)?.write_all(collection);
        let export =
            export.map_err(|refusal| Failure::new(kifu_status::KIFU_UNSUPPORTED, refusal))?;
        for lost in &export.losses {
            ffi::tell(loss, user, &lost.to_string());
        }
        *buffer = Some(kifu_buffer::of(export.bytes));
        Ok(kifu_status::KIFU_OK)
    })
}
