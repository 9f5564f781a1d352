//! An index in a storage: written whole or not at all, read through a cache.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu_store::{
    Drawing, Folder, Indexer, Part, Published, Query, Storage, Store, StoreErrorKind, Stored,
};
use tempfile::TempDir;

/// A folder that fails after some writes, and counts what is read.
#[derive(Debug)]
struct Watched {
    folder: Folder,
    writes_left: AtomicUsize,
    read: AtomicUsize,
}

impl Watched {
    fn new(root: &Path, writes: usize) -> Self {
        Self {
            folder: Folder::new(root),
            writes_left: writes.into(),
            read: 0.into(),
        }
    }
}

impl Storage for &Watched {
    fn address(&self) -> String {
        self.folder.address()
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        self.folder.list(prefix)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        let bytes = self.folder.get_range(name, range)?;
        self.read.fetch_add(bytes.len(), Ordering::Relaxed);
        Ok(bytes)
    }

    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let take = |left: usize| left.checked_sub(1);
        let left = &self.writes_left;
        if left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .is_err()
        {
            return Err(io::Error::other("killed"));
        }
        self.folder.put_if_absent(name, bytes)
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.folder.replace(name, bytes)
    }

    fn prepare(&self) -> io::Result<()> {
        self.folder.prepare()
    }
}

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("bucket")
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// Writes a file of records, and indexes it on top of the last commit.
    fn update(&self, storage: &Watched, name: &str, text: &str) -> kifu_store::Result<u32> {
        let file = self.folder.path().join(name);
        fs::write(&file, text).unwrap();
        let published = Published::new(storage, self.cache());
        let work = tempfile::tempdir().unwrap();
        let work = work.path().join("games.kifu");
        let base = published.check_out(&work)?;
        let mut indexer = Indexer::open(&work, true)?;
        indexer.add([file], |_| ())?;
        indexer.finish(false)?;
        published.commit(&work, base)
    }

    fn open(&self) -> kifu_store::Result<Store> {
        Published::new(Folder::new(self.root()), self.cache()).open()
    }
}

const ONE: &str = "(;SZ[9];B[cc];W[dd])";
const TWO: &str = "(;SZ[13];B[cc];W[dd])(;SZ[9];B[cc];W[dd];B[ee])";

fn games(store: &Store) -> u64 {
    let stone: Drawing = "X".parse().unwrap();
    store
        .search(&Query::new(stone.pattern().unwrap()))
        .unwrap()
        .main
        .games
}

#[test]
fn what_one_writes_another_reads() {
    let place = Place::new();
    assert!(matches!(
        place.open().unwrap_err().kind,
        StoreErrorKind::NotAnIndex
    ));
    let storage = Watched::new(&place.root(), usize::MAX);
    assert_eq!(place.update(&storage, "a.sgf", ONE).unwrap(), 0);
    let before = place.open().unwrap();
    assert_eq!((before.len(), games(&before)), (1, 1));
    assert_eq!(place.update(&storage, "b.sgf", TWO).unwrap(), 1);
    let now = place.open().unwrap();
    assert_eq!((now.len(), games(&now)), (3, 3));
    // A reader goes on with the commit that it opened.
    assert_eq!((before.len(), games(&before)), (1, 1));
    // A file that changed replaces its games, and deleted ones do not come back.
    assert_eq!(place.update(&storage, "b.sgf", ONE).unwrap(), 2);
    assert_eq!(place.open().unwrap().len(), 2);
}

/// However many files a writer writes before it is killed, readers see the last commit, and the next writer succeeds.
#[test]
fn a_writer_that_is_killed_leaves_the_last_commit() {
    for writes in 0..20 {
        let place = Place::new();
        let storage = Watched::new(&place.root(), usize::MAX);
        place.update(&storage, "a.sgf", ONE).unwrap();
        let killed = Watched::new(&place.root(), writes);
        let outcome = place.update(&killed, "b.sgf", TWO);
        let store = place.open().unwrap();
        if outcome.is_ok() {
            assert!(writes > 3, "{writes}");
            assert_eq!(store.len(), 3);
            return;
        }
        assert_eq!((store.len(), games(&store)), (1, 1), "{writes}");
        assert_eq!(place.update(&storage, "b.sgf", TWO).unwrap(), 1);
        assert_eq!(place.open().unwrap().len(), 3);
    }
    panic!("never done");
}

#[test]
fn of_two_writers_one_fails() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let published = Published::new(&storage, place.cache());
    let work = tempfile::tempdir().unwrap();
    let base = published.check_out(work.path()).unwrap();
    assert_eq!(base, Some(0));
    place.update(&storage, "b.sgf", TWO).unwrap();
    let error = published.commit(work.path(), base).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Busy), "{error}");
    assert_eq!(place.open().unwrap().len(), 3);
}

#[test]
fn files_are_read_once_and_checked() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let read = |storage: &Watched| storage.read.swap(0, Ordering::Relaxed);
    let open = || Published::new(&storage, place.cache()).open();
    read(&storage);
    open().unwrap();
    let first = read(&storage);
    open().unwrap();
    let second = read(&storage);
    assert!(second * 3 < first, "{first} {second}");
    // A file that lost bytes in the cache is read again; one that is damaged in the storage is not taken.
    for damages_storage in [false, true] {
        fs::remove_dir_all(place.cache().join("open")).unwrap();
        let files = fs::read_dir(place.cache().join("files")).unwrap();
        for file in files {
            fs::write(file.unwrap().path(), b"").unwrap();
        }
        if damages_storage {
            for stored in Folder::new(place.root()).list("").unwrap() {
                if stored.name.ends_with("search.kfs") {
                    let path = place.root().join(&stored.name);
                    let mut bytes = fs::read(&path).unwrap();
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 1;
                    fs::write(&path, bytes).unwrap();
                }
            }
            let error = open().unwrap_err();
            assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
        } else {
            assert_eq!(games(&open().unwrap()), 1);
        }
    }
}

/// A bit of a file in the cache flips, of each file in turn: it is found and read again.
#[test]
fn a_damaged_cache_is_mended() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let published = Published::new(&storage, place.cache());
    assert_eq!(published.mend().unwrap(), 0);
    let folder = published.fetch().unwrap();
    for stored in Folder::new(&folder).list("").unwrap() {
        let path = folder.join(&stored.name);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(published.mend().unwrap(), 1, "{}", stored.name);
        assert_eq!(published.mend().unwrap(), 0, "{}", stored.name);
        assert_eq!(games(&place.open().unwrap()), 1);
    }
}

#[test]
fn a_damaged_commit_is_refused_and_leads_nowhere_else() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let path = place.root().join("commits/00000000");
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, bytes).unwrap();
        let error = place.open().unwrap_err();
        // A digit of the version may become a higher one.
        assert!(
            matches!(
                error.kind,
                StoreErrorKind::Lost(Part::Manifest) | StoreErrorKind::Newer { .. }
            ),
            "{at}: {error}"
        );
    }
    let error = place.update(&storage, "b.sgf", TWO).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Lost(_)), "{error}");
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(place.open().is_err());
    fs::write(&path, &whole).unwrap();
    assert_eq!(place.open().unwrap().len(), 1);
}

#[test]
fn names_lead_to_files_of_the_folder_only() {
    let place = Place::new();
    let folder = Folder::new(place.root());
    for name in ["", "../a", "/etc/passwd", "a/../../b", "."] {
        let error = folder.put_if_absent(name, b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name}");
        assert!(folder.get_range(name, 0..1).is_err(), "{name}");
    }
    assert!(folder.put_if_absent("a/b", b"one").unwrap());
    assert!(!folder.put_if_absent("a/b", b"two").unwrap());
    assert_eq!(folder.get_range("a/b", 1..3).unwrap(), b"ne");
    let error = folder.get_range("a/b", 0..1 << 60).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    assert_eq!(
        folder.list("a").unwrap(),
        [Stored {
            name: "a/b".into(),
            bytes: 3
        }]
    );
    assert_eq!(folder.list("b").unwrap(), []);
}

/// Readers take the newest commit that is intact, and the next writer continues from it.
#[test]
fn a_damaged_commit_leaves_the_one_before() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    for text in ["kifu-commit 1 00", "", "kifu"] {
        fs::write(place.root().join("commits/00000001"), text).unwrap();
        assert_eq!(place.open().unwrap().len(), 1, "{text}");
    }
    assert_eq!(place.update(&storage, "b.sgf", TWO).unwrap(), 2);
    assert_eq!(place.open().unwrap().len(), 3);
    // A newer version of Kifu wrote it: its state is not replaced by an old one.
    fs::write(place.root().join("commits/00000003"), "kifu-commit 2 00").unwrap();
    let error = place.open().unwrap_err();
    assert!(
        matches!(error.kind, StoreErrorKind::Newer { version: 2 }),
        "{error}"
    );
}

fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

/// Whatever file of the storage is damaged or missing, the rest is served, and a writer makes it whole again: with its
/// own copy, or from the files of games. Without the list of sources that is impossible.
#[test]
fn a_damaged_storage_is_mended() {
    for is_missing in [false, true] {
        for keeps_cache in [false, true] {
            // The two look equal before a reader without a copy comes.
            if keeps_cache && !is_missing {
                continue;
            }
            let stored = {
                let place = Place::new();
                let storage = Watched::new(&place.root(), usize::MAX);
                place.update(&storage, "a.sgf", ONE).unwrap();
                place.update(&storage, "b.sgf", TWO).unwrap();
                Folder::new(place.root()).list("").unwrap()
            };
            for number in 0..stored.len() {
                let place = Place::new();
                let storage = Watched::new(&place.root(), usize::MAX);
                place.update(&storage, "a.sgf", ONE).unwrap();
                place.update(&storage, "b.sgf", TWO).unwrap();
                let name = &Folder::new(place.root()).list("").unwrap()[number].name;
                if name.starts_with("commits/") {
                    continue;
                }
                if keeps_cache {
                    place.open().unwrap();
                }
                let path = place.root().join(name);
                if is_missing {
                    fs::remove_file(path).unwrap();
                } else {
                    flip(&path);
                }
                if !keeps_cache {
                    fs::remove_dir_all(place.cache()).unwrap();
                }
                let reader = place.folder.path().join("reader");
                let published = Published::new(Folder::new(place.root()), &reader);
                let (folder, errors) = published.fetch_partial().unwrap();
                let is_of_last = !errors.is_empty();
                let (rest, _) = Store::open_partial(folder).unwrap();
                assert!(rest.len() <= 3 && (is_of_last || rest.len() == 3), "{name}");
                assert_eq!(published.fetch().is_err(), is_of_last, "{name}");
                let updated = place.update(&storage, "a.sgf", ONE);
                if name.contains("/sources.") && is_of_last && !keeps_cache {
                    let error = updated.unwrap_err();
                    assert!(
                        matches!(error.kind, StoreErrorKind::Lost(Part::Sources)),
                        "{error}"
                    );
                    continue;
                }
                updated.unwrap();
                place.update(&storage, "b.sgf", TWO).unwrap();
                let published = Published::new(Folder::new(place.root()), &reader);
                assert_eq!(games(&published.open().unwrap()), 3, "{name}");
                fs::remove_dir_all(&reader).unwrap();
                assert_eq!(games(&published.open().unwrap()), 3, "{name}");
            }
        }
    }
}

/// A copy that changed is made again when it is used next; one that changed unnoticed, when it was reported.
#[test]
fn a_damaged_copy_is_made_again() {
    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let published = Published::new(&storage, place.cache());
    let folder = published.fetch().unwrap();
    for stored in Folder::new(&folder).list("").unwrap() {
        let path = folder.join(&stored.name);
        let whole = fs::read(&path).unwrap();
        flip(&path);
        assert_eq!(published.fetch().unwrap(), folder);
        assert_eq!(fs::read(&path).unwrap(), whole, "{}", stored.name);
        let time = path.metadata().unwrap().modified().unwrap();
        flip(&path);
        let file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
        published.fetch().unwrap();
        assert_ne!(fs::read(&path).unwrap(), whole, "{}", stored.name);
        // A writer verifies everything.
        let work = tempfile::tempdir().unwrap();
        published.check_out(work.path()).unwrap();
        assert_eq!(fs::read(work.path().join(&stored.name)).unwrap(), whole);
        assert!(published.distrust(&path));
        assert!(!published.distrust(&work.path().join(&stored.name)));
        published.fetch().unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "{}", stored.name);
    }
    // Without the storage, the message names the copy.
    let path = folder.join("manifest");
    let copy = place.cache().join("files");
    flip(&path);
    let blind = Published::new(Blind(Folder::new(place.root())), place.cache());
    let error = blind.fetch().unwrap_err();
    assert!(error.path.starts_with(copy), "{error}");
    assert!(error.to_string().contains("the network is down"), "{error}");
}

/// A storage that lists its files and reads only commits.
#[derive(Debug)]
struct Blind(Folder);

impl Storage for Blind {
    fn address(&self) -> String {
        self.0.address()
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        self.0.list(prefix)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        if name.starts_with("commits/") {
            self.0.get_range(name, range)
        } else {
            Err(io::Error::other("the network is down"))
        }
    }

    fn put_if_absent(&self, _: &str, _: &[u8]) -> io::Result<bool> {
        Err(io::Error::other("the network is down"))
    }
}

#[cfg(unix)]
#[test]
fn others_may_read_what_is_published() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    let storage = Watched::new(&place.root(), usize::MAX);
    place.update(&storage, "a.sgf", ONE).unwrap();
    let plain = place.folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
    for stored in Folder::new(place.root()).list("").unwrap() {
        assert_eq!(
            mode(&place.root().join(&stored.name)),
            mode(&plain),
            "{}",
            stored.name
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_storage_that_cannot_be_written_is_found_first() {
    let cache = tempfile::tempdir().unwrap();
    let published = Published::new(Folder::new("/proc/nope"), cache.path());
    let error = published.check_out(&cache.path().join("work")).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::NoPlace(_)), "{error}");
}

#[test]
fn a_place_without_a_commit_is_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("shared/games");
    let published = Published::new(Folder::new(&place), folder.path().join("cache"));
    assert_eq!(
        published.check_out(&folder.path().join("work")).unwrap(),
        None
    );
    assert!(!folder.path().join("shared").exists());
}
