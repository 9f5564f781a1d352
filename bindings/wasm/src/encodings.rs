//! Files of any encoding.

use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions};
use wasm_bindgen::prelude::*;

use crate::{Record, js};

#[wasm_bindgen]
impl Record {
    /// Reads the bytes of a file in any encoding. `charset` is the encoding that the caller states, or empty.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: Vec<u8>, charset: &str) -> Result<Self, JsError> {
        let options = match charset {
            "" => DecodeOptions::default(),
            label => {
                let known = Charset::for_label(label);
                let unknown = || js(format_args!("`{label}`: not a known encoding"));
                DecodeOptions::default().with_charset(known.ok_or_else(unknown)?)
            }
        };
        Ok(Self::of(Collection::from_bytes_with(bytes, &options)))
    }

    /// The file with everything that was not changed as it was, byte for byte, in its own encodings.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>, JsError> {
        self.collection.to_bytes().map_err(js)
    }

    /// The encodings of the file, in order of appearance.
    pub fn charsets(&self) -> Vec<String> {
        let charsets = self.collection.source().charsets();
        charsets
            .iter()
            .map(|charset| charset.name().into())
            .collect()
    }
}
