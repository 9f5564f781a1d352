use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use kifu::store::Indexer;
use kifu_serve::{Options, Server, Stopper};
use serde_json::Value;
use tempfile::TempDir;

/// A server with an index of its own.
pub(crate) struct Served {
    pub(crate) folder: TempDir,
    pub(crate) address: SocketAddr,
    pub(crate) stopper: Stopper,
    running: Option<JoinHandle<()>>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
            .next()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }
}

/// Games of 9×9, each with a first move of its own.
pub(crate) fn game(number: usize, first: &str) -> String {
    let year = 1900 + number;
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Black {number}]PW[White]DT[{year}-01-02]RE[B+R];B[{first}];W[gg];B[cg])"
    )
}

pub(crate) fn index(folder: &Path, games: &[String]) -> PathBuf {
    let records = folder.join("games");
    std::fs::create_dir_all(&records).unwrap();
    for (number, game) in games.iter().enumerate() {
        std::fs::write(records.join(format!("{number:03}.sgf")), game).unwrap();
    }
    let index = folder.join("games.kifu");
    let mut indexer = Indexer::open(&index, false).unwrap();
    let files = std::fs::read_dir(&records)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    indexer
        .add(files, |done| assert!(done.error.is_none()))
        .unwrap();
    indexer.finish(false).unwrap();
    index
}

/// Sends bytes, and reads what comes until the connection is closed or is silent for ten seconds.
pub(crate) fn send(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let _ = stream.write_all(bytes);
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    let (head, body) = divided(&read, b"\r\n\r\n").unwrap_or((&read, b""));
    let head = String::from_utf8_lossy(head).into_owned();
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    let bytes = if head.contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    Answer {
        status,
        head,
        body: String::from_utf8_lossy(&bytes).into_owned(),
        bytes,
    }
}

/// The bytes before and after the first separator.
fn divided<'b>(bytes: &'b [u8], separator: &[u8]) -> Option<(&'b [u8], &'b [u8])> {
    let mut windows = bytes.windows(separator.len());
    let at = windows.position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some((length, rest)) = divided(body, b"\r\n") {
        let length = std::str::from_utf8(length).unwrap_or("");
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        let Some(chunk) = rest.get(..length).filter(|chunk| !chunk.is_empty()) else {
            break;
        };
        whole.extend(chunk);
        body = rest.get(length + 2..).unwrap_or(b"");
    }
    whole
}

impl Served {
    pub(crate) fn new(games: &[String]) -> Self {
        Self::with(games, |_| {})
    }

    pub(crate) fn with(games: &[String], change: impl FnOnce(&mut Options)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut options = Options::new(index(folder.path(), games));
        options.listen.set_port(0);
        change(&mut options);
        let server = Server::bind(options).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        let running = Some(std::thread::spawn(move || server.run().unwrap()));
        Self {
            folder,
            address,
            stopper,
            running,
        }
    }

    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Answer {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
        send(self.address, request.as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        send(self.address, request.as_bytes())
    }

    /// Stops the server, and waits for its end.
    pub(crate) fn stop(&mut self) {
        self.stopper.stop();
        if let Some(running) = self.running.take() {
            running.join().unwrap();
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}
