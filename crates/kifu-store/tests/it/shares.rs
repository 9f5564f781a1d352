//! An index that several made answers as one that was made alone.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use kifu_store::{
    Folder, Indexer, Published, Query, ShareNumbers, Storage, Store, StoreErrorKind, Stored, Upload,
};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::laws::{games, query};
use crate::make;

/// A storage that notes what is written.
#[derive(Debug)]
struct Noted(Folder, Mutex<Vec<String>>);

impl Storage for &Noted {
    fn address(&self) -> String {
        self.0.address()
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        self.0.list(prefix)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        self.0.get_range(name, range)
    }

    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        self.1.lock().unwrap().push(name.to_owned());
        self.0.put_if_absent(name, bytes)
    }
}

struct Place {
    folder: TempDir,
    storage: Noted,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bucket = Folder::new(folder.path().join("bucket"));
        Self {
            folder,
            storage: Noted(bucket, Mutex::default()),
        }
    }

    fn published(&self) -> Published<&Noted> {
        Published::new(&self.storage, self.folder.path().join("cache"))
    }

    /// Files with these texts. Later texts are longer or shorter, or the file has another time.
    fn files(&self, texts: &[String]) -> Vec<PathBuf> {
        let write = |(number, text): (usize, &String)| {
            let path = self.folder.path().join(format!("{number}.sgf"));
            if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
                return path;
            }
            fs::write(&path, text).unwrap();
            dunce::canonicalize(path).unwrap()
        };
        texts.iter().enumerate().map(write).collect()
    }

    /// The work of a worker.
    fn share(&self, numbers: ShareNumbers, files: &[PathBuf]) -> Upload {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("share");
        let mut indexer = Indexer::open(&folder, false).unwrap().of_share(numbers);
        indexer.add(files.iter().cloned(), |_| ()).unwrap();
        indexer.finish(false).unwrap();
        let upload = self.published().upload(&folder).unwrap();
        // It travels as text.
        serde_json::from_str(&serde_json::to_string(&upload).unwrap()).unwrap()
    }

    /// Updates the index by shares: file `n` is of share `parts[n]`. Returns how many files were read, and the uploads.
    fn update(&self, files: &[PathBuf], parts: &[usize]) -> (u64, Vec<Upload>) {
        let published = self.published();
        let work = tempfile::tempdir_in(self.folder.path()).unwrap();
        let folder = work.path().join("index");
        let base = published.check_out(&folder).unwrap();
        let mut indexer = Indexer::open(&folder, false).unwrap();
        let mut uploads = Vec::new();
        for part in 0..=parts.iter().copied().max().unwrap_or(0) {
            let of_part = files.iter().zip(parts.iter().cycle());
            let of_part = of_part.filter(|(_, own)| **own == part);
            let mut own = Vec::new();
            for (path, _) in of_part {
                let changed = indexer.changed(path).unwrap();
                own.extend(changed.map(|file| PathBuf::from(file.path)));
            }
            let numbers = indexer.reserve(own.len()).unwrap();
            let upload = self.share(numbers, &own);
            let place = work.path().join(part.to_string());
            published.download(&upload, &place).unwrap();
            let names = own.iter().map(|path| path.to_str().unwrap());
            assert_eq!(indexer.adopt(&place, numbers, names).unwrap(), [""; 0]);
            uploads.push(upload);
        }
        indexer.remove(|path| !files.iter().any(|file| file == path));
        let report = indexer.finish(false).unwrap();
        published.commit_uploaded(&folder, base, &uploads).unwrap();
        (report.read, uploads)
    }

    fn open(&self) -> Store {
        self.published().open().unwrap()
    }
}

/// The games of an answer: file and number.
fn found(store: &Store, query: &Query) -> BTreeSet<(String, u32)> {
    let answer = store.search(query).unwrap();
    let games: Vec<_> = answer.found.iter().map(|found| found.game).collect();
    let infos = store.games(&games).unwrap();
    infos
        .iter()
        .map(|info| (info.path.to_string(), info.number))
        .collect()
}

fn compare(alone: &Store, shared: &Store, query: &Query) -> Result<(), TestCaseError> {
    prop_assert_eq!(alone.len(), shared.len());
    let [one, other] = [alone, shared].map(|store| {
        let mut answer = store.search(query).unwrap();
        store.reached(query, &mut answer).unwrap();
        answer
    });
    prop_assert_eq!((one.main, one.variations), (other.main, other.variations));
    prop_assert_eq!(one.continuations(), other.continuations());
    prop_assert_eq!((one.years, one.searched), (other.years, other.searched));
    prop_assert_eq!(found(alone, query), found(shared, query));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shares_of_any_kind_give_the_index_of_one(
        texts in proptest::collection::vec(games(), 1..7),
        later in proptest::collection::vec(games(), 0..7),
        parts in proptest::collection::vec(0..3_usize, 1..7),
        query in query(),
    ) {
        let place = Place::new();
        for texts in [&texts, &later] {
            let files = place.files(texts);
            place.update(&files, &parts);
            let alone = tempfile::tempdir().unwrap();
            let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
            make(&alone.path().join("a.kifu"), &files);
            compare(&Store::open(alone.path().join("a.kifu")).unwrap(), &place.open(), &query)?;
        }
    }
}

const ONE: &str = "(;SZ[9];B[cc];W[dd])(;SZ[9];B[aa])";
const TWO: &str = "(;SZ[13];B[cc];W[dd])(;SZ[9];B[cc];W[dd];B[ee])";

#[test]
fn segments_are_written_once_and_unchanged_files_are_not_read() {
    let place = Place::new();
    let texts = [ONE.to_owned(), TWO.to_owned()];
    let files = place.files(&texts);
    assert_eq!(place.update(&files, &[0, 1]).0, 2);
    let written = std::mem::take(&mut *place.storage.1.lock().unwrap());
    let names: BTreeSet<&String> = written.iter().collect();
    assert_eq!(names.len(), written.len(), "{written:?}");
    // Three segments of two files, the lists of the index, and the commit.
    assert_eq!(written.len(), 9, "{written:?}");
    assert_eq!(place.open().len(), 4);
    let files = place.files(&[texts[0].clone(), ONE.to_owned()]);
    assert_eq!(place.update(&files, &[0, 1]).0, 1);
    assert_eq!(place.open().len(), 4);
}

/// A folder that is no index of the files of the share leaves the index unchanged.
#[test]
fn another_share_is_refused() {
    let place = Place::new();
    let files = place.files(&[ONE.to_owned(), TWO.to_owned()]);
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let index = place.folder.path().join("index");
    let mut indexer = Indexer::open(&index, false).unwrap();
    let first = indexer.reserve(1).unwrap();
    let second = indexer.reserve(1).unwrap();
    let upload = place.share(first, &files[..1]);
    let place_of = |number: usize| place.folder.path().join(format!("share-{number}"));
    let refused = |indexer: &mut Indexer, number, numbers, own: &[&str]| {
        place
            .published()
            .download(&upload, &place_of(number))
            .unwrap();
        let adopted = indexer.adopt(&place_of(number), numbers, own.iter().copied());
        let error = adopted.unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::OtherShare), "{error}");
    };
    refused(&mut indexer, 0, second, &names[..1]);
    refused(&mut indexer, 1, first, &names[1..]);
    refused(&mut indexer, 2, first, &[]);
    let records = Indexer::open(place.folder.path().join("records"), true);
    let mut records = records.unwrap();
    refused(&mut records, 3, first, &names[..1]);
    // A file that the share could not read is left over.
    place.published().download(&upload, &place_of(4)).unwrap();
    let left = indexer.adopt(&place_of(4), first, names.iter().copied());
    assert_eq!(left.unwrap(), &names[1..]);
    refused(&mut indexer, 5, first, &names[..1]);
    assert_eq!(indexer.finish(false).unwrap().games, 2);
    assert_eq!(Store::open(&index).unwrap().len(), 2);
}

/// A bit of the files of a share flips, of each in turn.
#[test]
fn a_damaged_share_is_refused() {
    let place = Place::new();
    let files = place.files(&[ONE.to_owned()]);
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let mut indexer = Indexer::open(place.folder.path().join("index"), false).unwrap();
    let numbers = indexer.reserve(1).unwrap();
    let upload = place.share(numbers, &files);
    let folder = place.folder.path().join("share");
    for stored in Folder::new(place.folder.path().join("bucket"))
        .list("")
        .unwrap()
    {
        let object = place.folder.path().join("bucket").join(&stored.name);
        let whole = fs::read(&object).unwrap();
        let mut bytes = whole.clone();
        bytes[whole.len() / 2] ^= 1;
        fs::write(&object, bytes).unwrap();
        // A download that fails has stored other files, which are not read again.
        let _ = fs::remove_dir_all(place.folder.path().join("cache"));
        let _ = fs::remove_dir_all(&folder);
        let error = place.published().download(&upload, &folder).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
        fs::write(&object, whole).unwrap();
    }
    let _ = fs::remove_dir_all(place.folder.path().join("cache"));
    let _ = fs::remove_dir_all(&folder);
    place.published().download(&upload, &folder).unwrap();
    let text = fs::read(folder.join("manifest")).unwrap();
    fs::write(folder.join("manifest"), &text[1..]).unwrap();
    assert!(
        indexer
            .adopt(&folder, numbers, names.iter().copied())
            .is_err()
    );
    fs::write(folder.join("manifest"), text).unwrap();
    let left = indexer.adopt(&folder, numbers, names.iter().copied());
    assert_eq!(left.unwrap(), [""; 0]);
}
