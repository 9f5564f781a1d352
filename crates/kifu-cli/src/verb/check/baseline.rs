//! Known problems, which are not reported again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use kifu::lint::Diagnostic;
use kifu_batch::path_of;
use kifu_batch::replace::write_new;

use crate::paths::{canonical_folder, from_folder, resolved};

/// Problems by file and rule. Line numbers are excluded, so that edits elsewhere in a file do not matter.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    version: u32,
    files: BTreeMap<String, OfFile>,
    /// The folder from which paths count; `None` if they are as typed.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// Messages by rule.
type OfFile = BTreeMap<String, BTreeSet<String>>;

/// The version of written files.
const VERSION: u32 = 2;

/// The version with paths as typed.
const AS_TYPED: u32 = 1;

/// The name of standard input, which has no path.
const STDIN: &str = "<stdin>";

impl Baseline {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        ensure_known(&text, path)?;
        let mut read: Self = serde_json::from_str(&text)
            .with_context(|| format!("{}: the file is not a baseline", name()))?;
        read.folder = (read.version != AS_TYPED).then(|| folder_of(path));
        Ok(read)
    }

    /// A new baseline for a path.
    ///
    /// # Errors
    /// There is a file that is not a baseline, or one of a newer version.
    pub(super) fn for_path(path: &Path) -> anyhow::Result<Self> {
        if path.is_file() {
            let name = path.display();
            let bytes = fs::read(path).with_context(|| name.to_string())?;
            let text = String::from_utf8_lossy(&bytes);
            ensure_known(&text, path)?;
            anyhow::ensure!(
                serde_json::from_str::<Self>(&text).is_ok(),
                "{name}: the file is not a baseline; name another with `--baseline`"
            );
        }
        Ok(Self {
            version: VERSION,
            files: BTreeMap::new(),
            folder: Some(folder_of(path)),
        })
    }

    /// The known problems of a file.
    pub(super) fn of(&self, file: &str) -> Known<'_> {
        if self.files.is_empty() {
            return Known(None);
        }
        Known(self.files.get(&self.key(file)))
    }

    /// The path of a file as it is written.
    fn key(&self, file: &str) -> String {
        match &self.folder {
            Some(folder) if file != STDIN => from_folder(folder, &resolved(&path_of(file))),
            _ => file.to_owned(),
        }
    }

    pub(super) fn add(&mut self, file: &str, problems: &BTreeSet<(&'static str, String)>) {
        if problems.is_empty() {
            return;
        }
        let rules = self.files.entry(self.key(file)).or_default();
        for (code, message) in problems {
            let messages = rules.entry((*code).to_owned()).or_default();
            messages.insert(message.clone());
        }
    }

    pub(super) fn write(&self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        Ok(write_new(path, text.as_bytes(), overwrite)?)
    }
}

/// Fails if a baseline has an unknown version, whose other content may be unknown too.
fn ensure_known(text: &str, path: &Path) -> anyhow::Result<()> {
    #[derive(serde::Deserialize)]
    struct Head {
        version: u32,
        #[serde(rename = "files")]
        _files: serde::de::IgnoredAny,
    }
    if let Ok(Head { version, .. }) = serde_json::from_str(text) {
        anyhow::ensure!(
            matches!(version, AS_TYPED | VERSION),
            "{}: unknown version {version} of a baseline; expected {AS_TYPED} or {VERSION}",
            path.display()
        );
    }
    Ok(())
}

/// The canonical folder of a file.
fn folder_of(path: &Path) -> PathBuf {
    canonical_folder(path.parent().unwrap_or(path))
}

/// The known problems of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'b>(Option<&'b OfFile>);

impl Known<'_> {
    pub(super) fn has(self, found: &Diagnostic) -> bool {
        let messages = self.0.and_then(|rules| rules.get(found.code));
        messages.is_some_and(|messages| messages.contains(&*found.message))
    }
}
