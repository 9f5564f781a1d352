//! Buckets of a real server of S3: the same promises as a folder.

use std::io::ErrorKind;

use kifu_remote::Bucket;
use kifu_store::{Drawing, Indexer, Published, Query, Storage, StoreErrorKind};
use kifu_testkit::S3Server;

fn bucket(server: &S3Server, prefix: &str) -> Bucket {
    Bucket::new("games", prefix, server.variables()).unwrap()
}

/// The contract of the trait, with and without a prefix.
#[test]
fn a_bucket_is_a_storage() {
    let server = S3Server::start();
    for prefix in ["", "games", "a/b"] {
        let bucket = bucket(&server, prefix);
        assert_eq!(bucket.list("none/").unwrap(), [], "{prefix}");
        assert!(bucket.put_if_absent("x/one", b"12345").unwrap(), "{prefix}");
        assert!(!bucket.put_if_absent("x/one", b"other").unwrap());
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
    let all = bucket(&server, "").list("").unwrap();
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
    let folder = tempfile::tempdir().unwrap();
    let games = |count: u64, reader: &str| {
        let published = Published::new(bucket(&server, "db"), folder.path().join(reader));
        let store = published.open().unwrap();
        let stone: Drawing = "X".parse().unwrap();
        let answer = store.search(&Query::new(stone.pattern().unwrap())).unwrap();
        assert_eq!((store.len() as u64, answer.main.games), (count, count));
    };
    let reader = Published::new(bucket(&server, "db"), folder.path().join("reader"));
    let error = reader.open().unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::NotAnIndex), "{error}");
    assert!(error.to_string().starts_with("s3://games/db: "), "{error}");
    for count in 1..=3 {
        let name = folder.path().join(format!("{count}.sgf"));
        std::fs::write(&name, "(;SZ[9];B[cc];W[dd])").unwrap();
        let writer = Published::new(bucket(&server, "db"), folder.path().join("writer"));
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
