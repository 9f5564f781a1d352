//! The built web package of Kifu: the player for game records and the pages of its server.
//!
//! # Promises
//! - Files are kept compressed; nothing is read from the disk, and no file is reached by a path.
//! - [`Page`] writes one HTML document that needs no other file and no network, whatever the record contains.
//!
//! The files are built from `web/` by `npm run build`, and committed.
#![forbid(unsafe_code)]

mod page;

pub use page::{Mode, Page};

use std::io::Read as _;

/// A file of the web package.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Name, without a folder.
    pub name: &'static str,
    /// Media type.
    pub media_type: &'static str,
    /// Content, compressed by gzip.
    pub gzip: &'static [u8],
}

macro_rules! files {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $media_type:literal;)*) => {
        $($(#[$doc])*
        pub static $id: File = File {
            name: $name,
            media_type: $media_type,
            gzip: include_bytes!(concat!("../assets/", $name, ".gz")),
        };)*
    };
}

files! {
    /// The player with its WebAssembly module inside, as one classic script.
    PLAYER = "kifu-player-inline.js", "text/javascript; charset=utf-8";
    /// The document of the pages of the server.
    SITE_PAGE = "site.html", "text/html; charset=utf-8";
    /// The script of these pages.
    SITE_SCRIPT = "site.js", "text/javascript; charset=utf-8";
    /// The style of these pages.
    SITE_STYLE = "site.css", "text/css; charset=utf-8";
    /// The module that reads and shows records.
    CORE = "core_bg.wasm", "application/wasm";
    /// The module that edits, draws and reads any encoding.
    FULL = "full_bg.wasm", "application/wasm";
    /// The module for other formats than SGF.
    CONVERT = "convert_bg.wasm", "application/wasm";
}

/// The files that the pages of the server load.
pub static SITE: [&File; 5] = [&SITE_SCRIPT, &SITE_STYLE, &CORE, &FULL, &CONVERT];

impl File {
    /// The content, decompressed.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.gzip.len() * 4);
        // The bytes are part of the program: they always decompress, as a test checks.
        let _ = flate2::read::GzDecoder::new(self.gzip).read_to_end(&mut bytes);
        bytes
    }

    /// A hash of the content: different for different files of one name.
    #[must_use]
    pub fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.gzip)
    }
}

#[cfg(test)]
mod tests {
    use super::PLAYER;

    #[test]
    fn files_decompress() {
        let script = String::from_utf8(PLAYER.bytes()).unwrap();
        assert!(script.contains("kifu-player") && script.len() > 100_000);
        assert_ne!(PLAYER.hash(), 0);
    }
}
