//! Buckets of real servers of S3: the same promises as a folder.
//!
//! The second server is moto, if `KIFU_TEST_MOTO` names an interpreter with its packages, as `cargo xtask cluster` does.

use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kifu_remote::Bucket;
use kifu_store::{Drawing, Indexer, Published, Query, Storage, StoreErrorKind};
use kifu_testkit::S3Server;

/// The environment variables of a server.
type Variables = Vec<(String, String)>;

fn bucket(variables: &Variables, prefix: &str) -> Bucket {
    Bucket::new("games", prefix, variables.clone()).unwrap()
}

/// The server of another project, which ends with the value.
struct Moto {
    child: Child,
    variables: Variables,
}

impl Moto {
    /// Starts the server; `None`, and a note, if there is none.
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn start() -> Option<Self> {
        let Some(python) = std::env::var_os("KIFU_TEST_MOTO") else {
            eprintln!("skipped: KIFU_TEST_MOTO names no interpreter with moto");
            return None;
        };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/moto_server.py");
        let mut command = Command::new(python);
        command
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let variables = lines
            .map_while(|line| line.unwrap().split_once('=').map(own))
            .collect::<Variables>();
        assert!(variables.len() > 3, "the server did not start");
        Some(Self { child, variables })
    }
}

fn own((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

impl Drop for Moto {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn a_bucket_is_a_storage() {
    let server = S3Server::start();
    keeps_the_contract(&server.variables());
}

#[test]
fn a_bucket_of_moto_is_a_storage() {
    if let Some(server) = Moto::start() {
        keeps_the_contract(&server.variables);
    }
}

/// The contract of the trait, with and without a prefix.
fn keeps_the_contract(server: &Variables) {
    for prefix in ["", "games", "a/b"] {
        let bucket = bucket(server, prefix);
        assert_eq!(bucket.list("none/").unwrap(), [], "{prefix}");
        assert!(bucket.put_if_absent("x/one", b"12345").unwrap(), "{prefix}");
        assert!(!bucket.put_if_absent("x/one", b"other").unwrap());
        bucket.replace("x/one", b"54321").unwrap();
        assert_eq!(bucket.get_range("x/one", 0..5).unwrap(), b"54321");
        bucket.replace("x/one", b"12345").unwrap();
        assert!(bucket.put_if_absent("x/only", b"").unwrap());
        assert_eq!(bucket.get_range("x/one", 1..4).unwrap(), b"234");
        assert_eq!(bucket.get_range("x/one", 0..5).unwrap(), b"12345");
        let names = |prefix: &str| -> Vec<(String, u64)> {
            let stored = bucket.list(prefix).unwrap().into_iter();
            stored.map(|file| (file.name, file.bytes)).collect()
        };
        let both = [("x/one".to_owned(), 5), ("x/only".to_owned(), 0)];
        assert_eq!(names("x/"), both, "{prefix}");
        assert_eq!(names("x/one"), both[..1], "{prefix}");
        assert_eq!(names("x/on"), both, "{prefix}");
        assert_eq!(names("y"), [], "{prefix}");
        let error = bucket.get_range("x/two", 0..1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        let error = bucket.get_range("x/one", 2..9).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    }
    let all = bucket(server, "").list("").unwrap();
    assert_eq!(all.len(), 6);
}

#[test]
fn a_bucket_that_is_missing_or_closed_is_an_error() {
    let server = S3Server::start();
    let missing = Bucket::new("nothing", "", server.variables()).unwrap();
    assert!(missing.list("a/").is_err());
    let mut variables = server.variables();
    for (name, value) in &mut variables {
        if name == "AWS_SECRET_ACCESS_KEY" {
            *value = "wrong".to_owned();
        }
    }
    let closed = Bucket::new("games", "", variables).unwrap();
    let error = closed.put_if_absent("a", b"1").unwrap_err();
    assert!(!error.to_string().contains("wrong"), "{error}");
    assert!(!server.bucket().join("a").exists());
}

#[test]
fn an_index_is_published_and_read() {
    let server = S3Server::start();
    publishes_and_reads(&server.variables());
}

#[test]
fn an_index_is_published_to_moto_and_read() {
    if let Some(server) = Moto::start() {
        publishes_and_reads(&server.variables);
    }
}

fn publishes_and_reads(server: &Variables) {
    let folder = tempfile::tempdir().unwrap();
    let games = |count: u64, reader: &str| {
        let published = Published::new(bucket(server, "db"), folder.path().join(reader));
        let store = published.open().unwrap();
        let stone: Drawing = "X".parse().unwrap();
        let answer = store.search(&Query::new(stone.pattern().unwrap())).unwrap();
        assert_eq!((store.len() as u64, answer.main.games), (count, count));
    };
    let reader = Published::new(bucket(server, "db"), folder.path().join("reader"));
    let error = reader.open().unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::NotAnIndex), "{error}");
    assert!(error.to_string().starts_with("s3://games/db: "), "{error}");
    for count in 1..=3 {
        let name = folder.path().join(format!("{count}.sgf"));
        std::fs::write(&name, "(;SZ[9];B[cc];W[dd])").unwrap();
        let writer = Published::new(bucket(server, "db"), folder.path().join("writer"));
        let work = tempfile::tempdir().unwrap();
        let work = work.path().join("index");
        let base = writer.check_out(&work).unwrap();
        let mut indexer = Indexer::open(&work, false).unwrap();
        indexer.add([name], |_| ()).unwrap();
        indexer.finish(false).unwrap();
        writer.commit(&work, base).unwrap();
        games(count, "reader");
        games(count, "another");
    }
}
