use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder of its own, and the command in it.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, and the folders it lies in.
    pub(crate) fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.current_dir(self.path());
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        command
    }

    /// Runs a line of commands beside an empty folder `disk`, which is a disk of this size; `None`, with a
    /// word, where the system does not let us have one. What is on the disk is gone afterwards.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_a_disk(&self, size: &str, line: &str) -> Option<Output> {
        std::fs::create_dir(self.path().join("disk")).unwrap();
        let line = format!("mount -t tmpfs -o size={size} none disk || exit 77; {line}");
        let output = Command::new("unshare")
            .args(["-rm", "sh", "-c", &line])
            .current_dir(self.path())
            .output();
        let output = output.ok().filter(|output| {
            let may_mount = output.status.code() != Some(77);
            may_mount && !output.stdout.is_empty()
        });
        if output.is_none() {
            kifu_testkit::skip("there is no disk of our own to be had");
        }
        output
    }

    pub(crate) fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Output {
        self.portable(|| self.command().args(args).output().unwrap())
    }

    pub(crate) fn run_with<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: &[u8],
    ) -> Output {
        let mut command = self.command();
        command.args(args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.portable(|| {
            let mut child = command.spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            std::thread::scope(|scope| {
                scope.spawn(move || {
                    // A command that stops early does not read to the end.
                    let _ = input.write_all(stdin);
                });
                child.wait_with_output().unwrap()
            })
        })
    }

    /// What the command writes, with `/` before the names in the folder and one wording of the errors of the system, on
    /// Windows too.
    #[cfg(windows)]
    fn portable(&self, run: impl FnOnce() -> Output) -> Output {
        let mut names = std::collections::BTreeSet::new();
        names_below(self.path(), &mut names);
        let mut output = run();
        names_below(self.path(), &mut names);
        for stream in [&mut output.stdout, &mut output.stderr] {
            let Ok(text) = std::str::from_utf8(stream) else {
                continue;
            };
            // Files that would be written are not there.
            let mut text = format!("\n{text}").replace("\n.\\", "\n./").split_off(1);
            for name in &names {
                for separator in [r"\\", r"\"] {
                    text = text.replace(&format!("{separator}{name}"), &format!("/{name}"));
                }
            }
            for missing in [
                "File not found.",
                "The system cannot find the file specified.",
            ] {
                text = text.replace(missing, "No such file or directory");
            }
            *stream = text.into_bytes();
        }
        output
    }

    #[cfg(not(windows))]
    #[expect(clippy::unused_self, reason = "only Windows looks at the folder")]
    fn portable(&self, run: impl FnOnce() -> Output) -> Output {
        run()
    }
}

/// Adds the names of all files and folders in `folder`.
#[cfg(windows)]
fn names_below(folder: &Path, names: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        names.insert(entry.file_name().to_string_lossy().into_owned());
        if entry.path().is_dir() {
            names_below(&entry.path(), names);
        }
    }
}

/// The text of an output.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
