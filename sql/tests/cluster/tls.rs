//! Certificates for workers of this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The options of a worker, and the names of their files.
const OPTIONS: [(&str, &str); 3] = [
    ("--tls-certificate", "cert.pem"),
    ("--tls-key", "key.pem"),
    ("--tls-authority", AUTHORITY),
];

const AUTHORITY: &str = "ca.pem";

/// An authority, and a certificate of it for 127.0.0.1, in a temporary folder.
pub(crate) struct Tls {
    folder: TempDir,
    options: Vec<String>,
}

impl Tls {
    /// New ones; `None` without `openssl`.
    pub(crate) fn new() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        if !certificates(folder.path()) {
            eprintln!("skipped: no openssl");
            return None;
        }
        let options = OPTIONS.iter().flat_map(|(option, name)| {
            let path = folder.path().join(name).to_str().unwrap().to_owned();
            [(*option).to_owned(), path]
        });
        let options = options.collect();
        Some(Self { folder, options })
    }

    /// The file of the authority.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join(AUTHORITY)
    }

    /// The options of a worker with the certificate.
    pub(crate) fn options(&self) -> Vec<&str> {
        self.options.iter().map(String::as_str).collect()
    }
}

/// Writes the files by `openssl`.
fn certificates(folder: &Path) -> bool {
    let script = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=kifu-test -keyout ca.key -out ca.pem \
                  && openssl req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout key.pem -out request.pem \
                  && printf 'subjectAltName=IP:127.0.0.1\\nbasicConstraints=CA:FALSE\\n' > names \
                  && openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names \
                     -out cert.pem";
    let made = Command::new("sh")
        .args(["-c", script])
        .current_dir(folder)
        .output();
    made.is_ok_and(|made| made.status.success())
}
