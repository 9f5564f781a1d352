//! What the server asks of the machine it runs on.

use std::ops::ControlFlow;

use kifu_lint::Options;

/// Files and configuration. The server reads nothing by itself, so that it also runs in a browser.
///
/// URIs are passed as the client wrote them.
pub trait Host {
    /// The bytes of a file as they are on disk; `None` if the document is not a file, or cannot be read.
    fn read(&self, uri: &str) -> Option<Vec<u8>>;

    /// The rules for a document: those of the nearest `kifu.toml`.
    ///
    /// # Errors
    /// A message for the user: the configuration cannot be read.
    fn rules(&self, uri: &str) -> Result<Options, String>;

    /// The nearest `kifu.toml` of a document: its URI and its text. Where there is none, the URI of one in the folder
    /// of the document, and no text. `None` if the document is not a file.
    fn configuration(&self, uri: &str) -> Option<(String, Option<String>)>;

    /// Gives each game record of a folder and below, with its URI, until `give` breaks.
    fn records(&self, folder: &str, give: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>);

    /// Replaces the bytes of a file, unless it no longer has the bytes `old`.
    ///
    /// # Errors
    /// A message for the user.
    fn replace(&self, uri: &str, old: &[u8], new: &[u8]) -> Result<(), String>;
}

/// A host without files: documents have the default rules, and nothing is known about their encoding.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn rules(&self, _: &str) -> Result<Options, String> {
        Ok(Options::default())
    }

    fn configuration(&self, _: &str) -> Option<(String, Option<String>)> {
        None
    }

    fn records(&self, _: &str, _: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>) {}

    fn replace(&self, uri: &str, _: &[u8], _: &[u8]) -> Result<(), String> {
        Err(format!("{uri}: there are no files here"))
    }
}
