use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kifu::store::Unpack;

/// Brings an index up to date after a file has changed.
pub type Reindex = Arc<dyn Fn(&std::path::Path) -> Result<(), String> + Send + Sync>;

/// How files may be changed.
#[derive(Clone)]
pub struct Edits {
    /// Called after a file was written.
    pub reindex: Reindex,
}

impl fmt::Debug for Edits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edits")
    }
}

/// What is served, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The index.
    pub index: PathBuf,
    /// What the library is called on its pages. The default is the name of the index.
    pub title: String,
    /// Where to listen. The default is `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// Names of this machine that clients may use, besides `localhost` and addresses.
    pub hosts: Vec<String>,
    /// What clients must present. The default is nothing, which is allowed on the loopback interface only.
    pub token: Option<String>,
    /// Whether fixes may be written. The default is that they may not.
    pub edits: Option<Edits>,
    /// How archives are read. The default is that they are not.
    pub unpack: Option<Unpack>,
    /// The limits.
    pub limits: Limits,
}

impl Options {
    /// Serves an index on the loopback interface, port 8080.
    pub fn new(index: impl Into<PathBuf>) -> Self {
        let index = index.into();
        let title = index.file_stem().unwrap_or_default();
        let title = title.to_string_lossy().into_owned();
        Self {
            index,
            title,
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            hosts: Vec::new(),
            token: None,
            edits: None,
            unpack: None,
            limits: Limits::default(),
        }
    }
}

/// What requests may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches that run at the same time. The default is the number of cores.
    pub searches: usize,
    /// Searches that may wait. The default is 256; others get 503.
    pub waiting: usize,
    /// How long a search may wait. The default is 5 seconds; then it gets 503.
    pub patience: Duration,
    /// How long a search may run; then its answer is incomplete, and says so. The default is 10 seconds.
    pub time: Duration,
    /// How long a client may take to send its request. The default is 10 seconds.
    pub request: Duration,
    /// Bytes of a request's body. The default is 64 KiB.
    pub body: usize,
    /// Bytes of a request's headers. The default is 16 KiB.
    pub headers: usize,
    /// Connections that are open. The default is 1,024; others wait to be accepted.
    pub connections: usize,
    /// Bytes of the index and of answers that stay in memory. The default is 1 GiB.
    pub memory: usize,
    /// Bytes of a file whose problems are listed. The default is 16 MiB.
    pub file: u64,
    /// How long requests may finish when the server stops. The default is 5 seconds.
    pub stop: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self {
            searches: cores,
            waiting: 256,
            patience: Duration::from_secs(5),
            time: Duration::from_secs(10),
            request: Duration::from_secs(10),
            body: 64 << 10,
            headers: 16 << 10,
            connections: 1024,
            memory: 1 << 30,
            file: 16 << 20,
            stop: Duration::from_secs(5),
        }
    }
}
