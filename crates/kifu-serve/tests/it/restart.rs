//! A server that is killed while it answers, and clients that do not take their answers.

use std::{
    collections::BTreeMap,
    io::Write as _,
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use kifu_serve::{Options, Server};

use crate::client::{Served, game, index, send};

const INDEX: &str = "KIFU_TEST_INDEX";
const PORT: &str = "KIFU_TEST_PORT";

/// The server of the process that the test kills: it serves the index that the environment names.
#[test]
#[ignore = "started by `a_killed_server_starts_again`"]
fn serve() {
    let index = PathBuf::from(std::env::var_os(INDEX).unwrap());
    let port = std::env::var(PORT).unwrap();
    let mut options = Options::new(index);
    options.listen.set_port(port.parse().unwrap());
    Server::bind(options).unwrap().run().unwrap();
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(index: &Path, address: SocketAddr) -> Killed {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "restart::serve", "--ignored"])
        .env(INDEX, index)
        .env(PORT, address.port().to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let child = Killed(child);
    let begin = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(
            begin.elapsed() < Duration::from_mins(1),
            "the server does not start"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn get(address: SocketAddr, path: &str) -> crate::client::Answer {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    send(address, request.as_bytes())
}

/// All files below a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let contents = std::fs::read(&path).unwrap();
                all.insert(path, contents);
            }
        }
    }
    all
}

#[test]
fn a_killed_server_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<String> = (0..50).map(|number| game(number, "cc")).collect();
    let index = index(folder.path(), &games);
    let before = files(&index);
    let address = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap()
    };
    let mut answers = Vec::new();
    for _ in 0..3 {
        let server = start(&index, address);
        let answer = get(address, "/api/v1/search?pattern=X&limit=5");
        assert_eq!(answer.status, 200);
        answers.push((answer.header("etag").map(str::to_owned), answer.body));
        // In the middle of answers.
        let mut streams = Vec::new();
        for _ in 0..20 {
            let mut stream = TcpStream::connect(address).unwrap();
            stream
                .write_all(
                    b"GET /api/v1/search/stream?pattern=X HTTP/1.1\r\nhost: localhost\r\n\r\n",
                )
                .unwrap();
            streams.push(stream);
        }
        drop(server);
        assert_eq!(files(&index), before, "the index is as it was");
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
}

#[test]
fn clients_that_do_not_read_take_nobody_elses_place() {
    let games: Vec<String> = (0..50).map(|number| game(number, "cc")).collect();
    let served = Served::new(&games);
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            let request = "GET /assets/full_bg.wasm HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(20);
            // Writing fails when the server takes no more.
            let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
            let _ = stream.write_all(request.as_bytes());
            stream
        })
        .collect();
    for _ in 0..10 {
        assert_eq!(served.get("/healthz").status, 200);
        assert_eq!(served.get("/api/v1/search?pattern=X&limit=5").status, 200);
    }
    drop(silent);
}
