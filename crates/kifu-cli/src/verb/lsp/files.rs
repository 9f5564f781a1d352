//! Files of this machine, for the language server.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use kifu::lint::Options;
use kifu_batch::replace::replace_unless_changed;
use kifu_batch::{Input, Inputs, Progress, is_record_name};
use kifu_lsp::{Host, HostError};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::rules::Rules;

/// Characters of a path that are encoded in a URI.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The files of this machine, with the rules that `kifu.toml` files and the command line choose.
#[derive(Debug)]
pub(super) struct Files {
    rules: Rules,
}

impl Files {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules }
    }
}

impl Host for Files {
    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        fs::read(path_of(uri)?).ok()
    }

    fn rules(&self, uri: &str) -> Result<Options, HostError> {
        let path = path_of(uri).unwrap_or_default();
        let rules = self
            .rules
            .sets(&[])
            .and_then(|sets| sets.of(&kifu_batch::name_of(&path)));
        match rules {
            Ok(rules) => Ok(rules.options.clone()),
            Err(error) => Err(format!("{error:#}").into()),
        }
    }

    fn configuration(&self, uri: &str) -> Option<(String, Option<String>)> {
        let path = path_of(uri)?;
        let folder = path.parent()?;
        let given = self.rules.config().map(|given| Some(given.to_owned()));
        Some(match given.unwrap_or_else(|| crate::config::find(folder)) {
            Some(found) => {
                let text = fs::read_to_string(&found).ok()?;
                (uri_of(&found), Some(text))
            }
            None => (uri_of(&folder.join("kifu.toml")), None),
        })
    }

    fn records(&self, folder: &str, give: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>) {
        let Some(folder) = path_of(folder) else {
            return;
        };
        let mut inputs = Inputs::new(vec![folder]);
        inputs.gitignore = true;
        for mut input in inputs.iter().flatten() {
            // Files of archives have no URI that an editor can open.
            let Input::File(path) = &input else {
                continue;
            };
            let uri = uri_of(path);
            let Ok(bytes) = input.read(&Progress::default()) else {
                continue;
            };
            if give(&uri, bytes).is_break() {
                return;
            }
        }
    }

    fn record(&self, folder: &str, uri: &str) -> Option<String> {
        let path = path_of(uri)?;
        let below = path.strip_prefix(path_of(folder)?).ok()?;
        let is_hidden =
            |part: std::path::Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
        let is_record = is_record_name(&path) && !below.components().any(is_hidden);
        is_record.then(|| uri_of(&path))
    }

    fn replace(&self, uri: &str, old: &[u8], new: &[u8]) -> Result<(), HostError> {
        let path = path_of(uri).ok_or("it is not a file")?;
        replace_unless_changed(&path, old, new)?;
        Ok(())
    }
}

/// The path of a `file:` URI of this machine.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path: Vec<u8> = percent_decode_str(rest).collect();
    if !path.starts_with(b"/") || path.contains(&0) {
        return None;
    }
    Some(system_path(path))
}

#[cfg(unix)]
fn system_path(path: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;

    std::ffi::OsString::from_vec(path).into()
}

/// `/c:/games` is `c:/games`.
#[cfg(not(unix))]
fn system_path(path: Vec<u8>) -> PathBuf {
    let path = String::from_utf8_lossy(&path);
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    let path = if has_drive { &path[1..] } else { &path };
    path.into()
}

/// The `file:` URI of a path.
fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&path, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::{path_of, uri_of};
    use std::path::Path;

    #[test]
    fn paths_and_uris_lead_to_each_other() {
        for (path, uri) in [
            ("/games/a.sgf", "file:///games/a.sgf"),
            ("/my games/50%#1.sgf", "file:///my%20games/50%25%231.sgf"),
            ("/本.sgf", "file:///%E6%9C%AC.sgf"),
        ] {
            assert_eq!(uri_of(Path::new(path)), uri);
            assert_eq!(path_of(uri).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(
            path_of("file://localhost/a").as_deref(),
            Some(Path::new("/a"))
        );
        for uri in [
            "untitled:1",
            "http://a/b",
            "file://host/a",
            "file:///a%00",
            "file:",
        ] {
            assert_eq!(path_of(uri), None, "{uri}");
        }
    }
}
