use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kifu::store::{Cause, Unpack};

/// Brings an index up to date after a file has changed.
pub type Reindex = Arc<dyn Fn(&std::path::Path) -> Result<(), Cause> + Send + Sync>;

/// Options for changing files.
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

/// Options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The index.
    pub index: PathBuf,
    /// Title of the library on its pages. Default: the name of the index.
    pub title: String,
    /// Address to listen on. Default: `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// Names of this machine that clients may use, besides `localhost` and addresses.
    pub hosts: Vec<String>,
    /// Token that clients must present. Default: none, which is allowed on the loopback interface only.
    pub token: Option<String>,
    /// Whether fixes may be written. The default is that they may not.
    pub edits: Option<Edits>,
    /// Options for reading archives. Default: `None`, archives are not read.
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

/// Limits on requests.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches that run at the same time. The default is the number of cores.
    pub searches: usize,
    /// Searches that may wait. The default is 256; others get 503.
    pub waiting: usize,
    /// Maximum time that a search waits for its turn; after it, the response is 503. Default: 5 seconds.
    pub patience: Duration,
    /// Maximum running time of a search; after it, the answer is marked as incomplete. Default: 10 seconds.
    pub time: Duration,
    /// Maximum time for a client to send the headers of its request, and again for the body. Default: 10 seconds.
    pub request: Duration,
    /// Maximum time in which a client takes nothing of an answer; after it, its connection is closed. Default: 10
    /// seconds.
    pub stall: Duration,
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
    /// Maximum time for running requests after the server stops. Default: 5 seconds.
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
            stall: Duration::from_secs(10),
            body: 64 << 10,
            headers: 16 << 10,
            connections: 1024,
            memory: 1 << 30,
            file: 16 << 20,
            stop: Duration::from_secs(5),
        }
    }
}
