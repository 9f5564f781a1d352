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
    Ok(named(format)?.read(bytes).collection.to_compact())
}

/// The result of [`from_sgf`].
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Content that the format cannot hold, one sentence each.
    pub losses: Vec<String>,
}

/// Writes all games of an SGF file in another format.
#[wasm_bindgen(js_name = fromSgf)]
pub fn from_sgf(bytes: Vec<u8>, format: &str) -> Result<Written, JsError> {
    let collection = Collection::from_bytes_with(bytes, &DecodeOptions::default());
    let export = named(format)?.write_all(&collection).map_err(js)?;
    Ok(Written {
        losses: export.losses.iter().map(ToString::to_string).collect(),
        bytes: export.bytes,
    })
}

fn named(format: &str) -> Result<Format, JsError> {
    Format::from_name(format).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        js(format_args!(
            "`{format}`: not a format ({})",
            names.join(", ")
        ))
    })
}
