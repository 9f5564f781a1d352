//! Known problems, which are not reported again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use kifu::lint::Diagnostic;
use kifu_batch::replace::write_new;

/// Problems by file and rule. Line numbers are excluded, so that edits elsewhere in a file do not matter.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    version: u32,
    files: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

/// The version of written files.
const VERSION: u32 = 1;

impl Baseline {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        let read: Self = serde_json::from_str(&text).with_context(name)?;
        anyhow::ensure!(
            read.version == VERSION,
            "{}: unknown version {} of a baseline; expected {VERSION}",
            name(),
            read.version
        );
        Ok(read)
    }

    pub(super) fn has(&self, file: &str, found: &Diagnostic) -> bool {
        let rules = self.files.get(file);
        rules
            .and_then(|rules| rules.get(found.code))
            .is_some_and(|messages| messages.contains(&*found.message))
    }

    pub(super) fn add(&mut self, file: &str, problems: BTreeSet<(&'static str, String)>) {
        for (code, message) in problems {
            let rules = self.files.entry(file.to_owned()).or_default();
            rules.entry(code.to_owned()).or_default().insert(message);
        }
    }

    pub(super) fn write(mut self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        self.version = VERSION;
        let text = serde_json::to_string_pretty(&self)? + "\n";
        Ok(write_new(path, text.as_bytes(), overwrite)?)
    }
}
