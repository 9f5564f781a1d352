//! The interface between the server and the machine it runs on.

use std::ops::ControlFlow;

use kifu_lint::Options;

/// An error of a [`Host`].
pub type HostError = Box<dyn std::error::Error + Send + Sync>;

/// Files and configuration. The server has no file access of its own, so it also runs in a browser.
///
/// URIs have the form in which the client sent them.
pub trait Host {
    /// The bytes of a file as they are on disk; `None` if the document is not a file, or cannot be read.
    fn read(&self, uri: &str) -> Option<Vec<u8>>;

    /// The rules for a document, from the nearest `kifu.toml`.
    ///
    /// # Errors
    /// The configuration cannot be read; the error is shown to the user.
    fn rules(&self, uri: &str) -> Result<Options, HostError>;

    /// The nearest `kifu.toml` of a document: its URI and its text. If there is none, the URI of one in the folder of
    /// the document, without text. `None` if the document is not a file.
    fn configuration(&self, uri: &str) -> Option<(String, Option<String>)>;

    /// Calls `give` with each game record in a folder and its subfolders, with its URI, until `give` breaks.
    fn records(&self, folder: &str, give: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>);

    /// The URI under which [`records`](Self::records) gives a file of a folder, whether it exists or not; `None` for a file
    /// that it leaves out.
    fn record(&self, folder: &str, uri: &str) -> Option<String>;

    /// Replaces the bytes of a file, unless it no longer has the bytes `old`.
    ///
    /// # Errors
    /// The file cannot be replaced; the error is shown to the user.
    fn replace(&self, uri: &str, old: &[u8], new: &[u8]) -> Result<(), HostError>;
}

/// A host without files: documents have the default rules, and their encoding is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn rules(&self, _: &str) -> Result<Options, HostError> {
        Ok(Options::default())
    }

    fn configuration(&self, _: &str) -> Option<(String, Option<String>)> {
        None
    }

    fn records(&self, _: &str, _: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>) {}

    fn record(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn replace(&self, uri: &str, _: &[u8], _: &[u8]) -> Result<(), HostError> {
        Err(format!("{uri}: there are no files here").into())
    }
}
