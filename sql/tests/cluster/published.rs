//! Workers of a published index: each has a cache of its own.

use std::fs;
use std::path::{Path, PathBuf};

use kifu_remote::Address;

use crate::database::{Database, ask, session};
use crate::workers::Process;

const SQL: &str = "SELECT count(*), sum(move_number) FROM position_search('XO', 'edges=yes')";

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// The addresses to publish at: a folder, and the bucket that `KIFU_TEST_S3` names, if there is a server.
fn places(folder: &Path) -> Vec<String> {
    let mut places = vec![format!("file://{}", folder.join("share").display())];
    match std::env::var("KIFU_TEST_S3") {
        Ok(bucket) => places.push(bucket),
        Err(_) => eprintln!("skipped: no server of S3 in KIFU_TEST_S3"),
    }
    places
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_copy_the_index_and_mend_it() {
    let database = Database::new();
    let (expected, _) = ask(&session(&database.index(), &[], 2), SQL).await.unwrap();
    for place in places(database.path()) {
        let address = Address::parse(&place).unwrap().unwrap();
        let published = address.open().unwrap();
        published.commit(&database.index(), None).unwrap();
        let cache = database.path().join(format!("cache-{}", place.len()));
        let variables = [("KIFU_CACHE", cache.to_str().unwrap())];
        let index = Path::new(&place);
        let start = || Process::try_start(index, &[], &variables).unwrap();
        for damages in [false, true] {
            if damages {
                for path in files(&cache.join("files")) {
                    let mut bytes = fs::read(&path).unwrap();
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 1;
                    fs::write(path, bytes).unwrap();
                }
            }
            let processes = [start(), start()];
            let workers = [processes[0].address.clone(), processes[1].address.clone()];
            let answer = ask(&session(&database.index(), &workers, 2), SQL).await;
            assert_eq!(answer.unwrap().0, expected, "{place}, {damages}");
        }
    }
}
