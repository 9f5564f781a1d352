//! Other formats than SGF.

use kifu_formats::Format;
use kifu_sgf::Collection;
use kifu_sgf::encoding::DecodeOptions;
use wasm_bindgen::prelude::*;

use crate::js;

/// The name of the format that bytes are in; `sgf` for SGF and for unknown formats.
#[wasm_bindgen(js_name = formatOf)]
pub fn format_of(bytes: &[u8]) -> String {
    Format::of(bytes).map_or("sgf", Format::name).into()
}

/// Reads a file of another format than SGF, and returns it as SGF in UTF-8.
#[wasm_bindgen(js_name = toSgf)]
pub fn to_sgf(bytes: &[u8], format: &str) -> Result<String, JsError> {
    let format = Format::from_name(format).ok_or_else(|| unknown(format))?;
    Ok(format.read(bytes).collection.to_compact())
}

/// The result of [`from_sgf`].
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Content that the format cannot hold: the count, and the identifier of a property or what it is.
    pub losses: Vec<String>,
}

/// Writes all games of an SGF file in another format.
#[wasm_bindgen(js_name = fromSgf)]
pub fn from_sgf(bytes: Vec<u8>, format: &str) -> Result<Written, JsError> {
    let collection = Collection::from_bytes_with(bytes, &DecodeOptions::default());
    let format = Format::from_name(format).ok_or_else(|| unknown(format))?;
    let export = format.write_all(&collection).map_err(js)?;
    Ok(Written {
        losses: export.losses.iter().map(ToString::to_string).collect(),
        bytes: export.bytes,
    })
}

/// The error of a name that is not that of a format besides SGF, with the names of those that are written.
fn unknown(format: &str) -> JsError {
    let names = Format::names_written();
    if format.eq_ignore_ascii_case("sgf") {
        js(format_args!(
            "`{format}`: written by `Record.toBytes` and `Record.toString`; `convert` writes {names}"
        ))
    } else {
        js(format_args!(
            "`{format}`: not a format; write one of {names}"
        ))
    }
}
