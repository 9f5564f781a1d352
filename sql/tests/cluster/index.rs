//! `kifu index --workers`: an index that workers made is that of one process. `KIFU_TEST_KIFU` is the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use kifu::store::{Drawing, Folder, Indexer, Published, Query, Store};
use tempfile::TempDir;

use crate::database::records;
use crate::tls::Tls;
use crate::workers::{Process, addresses, program};

/// Records, and a place where an index of them is published.
struct Place {
    folder: TempDir,
    kifu: PathBuf,
}

impl Place {
    /// A place with some files; `None` without the program.
    fn new(files: usize) -> Option<Self> {
        let kifu = program()?;
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        let place = Self { folder, kifu };
        for file in 0..files {
            place.write(file, 0);
        }
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, file: usize, seed: usize) {
        let path = self.path("games").join(format!("{file:03}.sgf"));
        fs::write(path, records(file, seed)).unwrap();
    }

    fn address(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// A worker for an index at an address, which may read the records.
    fn worker(&self, name: &str, arguments: &[&str], token: &str) -> Process {
        let sources = self.path("games");
        let own = [&["--sources", sources.to_str().unwrap()], arguments].concat();
        let cache = self.path("cache-of-workers");
        let variables = [
            ("KIFU_TOKEN", token),
            ("KIFU_CACHE", cache.to_str().unwrap()),
        ];
        Process::try_start(Path::new(&self.address(name)), &own, &variables).unwrap()
    }

    fn workers(&self, name: &str, count: usize) -> Vec<Process> {
        (0..count).map(|_| self.worker(name, &[], "")).collect()
    }

    /// The command that brings the index at an address up to date.
    fn command(&self, name: &str, workers: &[String]) -> Command {
        let mut command = Command::new(&self.kifu);
        command.args(["index", "-o"]).arg(self.address(name));
        command.args(["--workers", &workers.join(",")]);
        command.arg(self.path("games"));
        let program = Path::new(env!("CARGO_BIN_EXE_kifu-sql")).parent().unwrap();
        command.env("PATH", program).env_remove("KIFU_TOKEN");
        command.env("KIFU_CACHE", self.path("cache"));
        command.stdin(Stdio::null());
        command
    }

    fn index(&self, name: &str, workers: &[String]) -> String {
        errors(&self.command(name, workers).output().unwrap(), 0)
    }

    /// The index at an address.
    fn open(&self, name: &str) -> Store {
        let folder = Folder::new(self.path(name));
        Published::new(folder, self.path("cache")).open().unwrap()
    }

    /// An index that one process makes; it is removed with the folder.
    fn alone(&self) -> (TempDir, Store) {
        let index = TempDir::new().unwrap();
        let path = index.path().join("alone.kifu");
        let mut indexer = Indexer::open(&path, false).unwrap();
        let files = fs::read_dir(self.path("games")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort_unstable();
        indexer.add(files, |_| ()).unwrap();
        indexer.finish(false).unwrap();
        (index, Store::open(path).unwrap())
    }

    fn compare(&self, name: &str, case: &str) {
        let (_folder, alone) = self.alone();
        assert_eq!(answers(&alone), answers(&self.open(name)), "{case}");
    }
}

/// The messages of a command that ends with this status.
fn errors(output: &Output, status: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{errors}");
    errors
}

/// The answers of an index: its length, and for some patterns counts, continuations, years and games.
fn answers(store: &Store) -> Vec<String> {
    let mut answers = vec![store.len().to_string()];
    for drawing in ["X", "XO", "XO/OX", "----/X...", "X.O"] {
        let drawing: Drawing = drawing.parse().unwrap();
        let mut query = Query::new(drawing.pattern().unwrap());
        query.slides_onto_edges = true;
        let answer = store.search(&query).unwrap();
        let games: Vec<_> = answer.found.iter().map(|found| found.game).collect();
        let infos = store.games(&games).unwrap();
        let games: BTreeSet<_> = infos
            .iter()
            .map(|info| (info.path.to_string(), info.number))
            .collect();
        answers.push(format!(
            "{:?} {:?} {:?} {games:?}",
            answer.main,
            answer.continuations(),
            answer.years
        ));
    }
    answers
}

#[test]
fn an_index_of_workers_is_that_of_one_process() {
    let Some(place) = Place::new(30) else { return };
    let names = ["one", "two", "three"];
    let processes: Vec<_> = (1..).zip(names).collect();
    let processes: Vec<_> = processes
        .into_iter()
        .map(|(count, name)| (name, place.workers(name, count)))
        .collect();
    for round in 0..3 {
        match round {
            0 => fs::write(place.path("games").join("bad.sgf"), "no game").unwrap(),
            1 => {
                fs::remove_file(place.path("games").join("bad.sgf")).unwrap();
                fs::remove_file(place.path("games").join("007.sgf")).unwrap();
                [2, 11, 40]
                    .into_iter()
                    .for_each(|file| place.write(file, 5));
            }
            // Nothing changes.
            _ => {}
        }
        for (name, processes) in &processes {
            let output = place.command(name, &addresses(processes)).output();
            // A file that is no record is an error.
            let errors = errors(&output.unwrap(), if round == 0 { 2 } else { 0 });
            assert_eq!(errors.contains("bad.sgf"), round == 0, "{errors}");
            let expected = ["30 files read", "3 files read", "0 files read"][round];
            assert!(errors.contains(expected), "{errors}");
            assert!(!errors.contains("not used"), "{errors}");
            place.compare(name, &format!("{name}, round {round}"));
        }
    }
}

/// A worker is killed at different times: its shares are made by the others.
#[test]
fn a_worker_that_dies_leaves_its_shares_to_others() {
    let Some(place) = Place::new(200) else { return };
    let mut was_noted = false;
    for delay in [0, 30, 100, 200, 400, 800] {
        let name = format!("after-{delay}");
        let mut processes = place.workers(&name, 2);
        let workers = addresses(&processes);
        let command = place
            .command(&name, &workers)
            .stderr(Stdio::piped())
            .spawn();
        std::thread::sleep(Duration::from_millis(delay));
        processes[0].kill();
        let errors = errors(&command.unwrap().wait_with_output().unwrap(), 0);
        was_noted |= errors.contains("not used");
        place.compare(&name, &errors);
    }
    assert!(was_noted, "no kill met an indexer");
}

/// All workers are killed: what they did not make is read by the process that asks.
#[test]
fn without_workers_the_rest_is_read_here() {
    let Some(place) = Place::new(200) else { return };
    let mut was_noted = false;
    for delay in [30, 60, 100, 150, 200, 300, 400, 800, 1600] {
        let name = format!("after-{delay}");
        let mut processes = place.workers(&name, 2);
        let workers = addresses(&processes);
        let command = place
            .command(&name, &workers)
            .stderr(Stdio::piped())
            .spawn();
        std::thread::sleep(Duration::from_millis(delay));
        Process::kill_all(&mut processes);
        let output = command.unwrap().wait_with_output().unwrap();
        if output.status.success() {
            was_noted |= errors(&output, 0).contains("reading them here");
            place.compare(&name, "the rest is read here");
        } else {
            let errors = errors(&output, 2);
            assert!(errors.contains("no worker can be used"), "{errors}");
        }
    }
    assert!(was_noted, "no kill met an indexer");
    let error = errors(
        &place
            .command("none", &["127.0.0.1:1".into()])
            .output()
            .unwrap(),
        2,
    );
    assert!(error.contains("no worker can be used"), "{error}");
    assert!(!place.path("none").exists());
}

#[test]
fn workers_read_only_what_they_may_and_write_only_their_index() {
    let Some(place) = Place::new(3) else { return };
    let own = place.worker("own", &[], "");
    // Files outside of its folders are not read by it.
    fs::create_dir(place.path("more")).unwrap();
    fs::write(place.path("more").join("a.sgf"), records(9, 9)).unwrap();
    let mut command = place.command("own", std::slice::from_ref(&own.address));
    let text = errors(&command.arg(place.path("more")).output().unwrap(), 0);
    assert!(text.contains("1 file that workers did not read"), "{text}");
    let store = place.open("own");
    let (_folder, alone) = place.alone();
    assert_eq!(store.len(), alone.len() + 3);
    // A worker of another index, and one without folders.
    let text = place.index("other", std::slice::from_ref(&own.address));
    assert!(text.contains("it serves another index"), "{text}");
    place.compare("other", "made here");
    let address = place.address("bare");
    let bare = Process::start(Path::new(&address), &[]);
    let text = place.index("bare", std::slice::from_ref(&bare.address));
    assert!(text.contains("start it with `--sources FOLDER`"), "{text}");
    place.compare("bare", "made here");
}

#[test]
fn a_token_is_needed_to_make_segments() {
    let Some(place) = Place::new(3) else { return };
    let process = place.worker("own", &[], "secret");
    let workers = std::slice::from_ref(&process.address);
    for wrong in ["", "wrong"] {
        let mut command = place.command("own", workers);
        let text = errors(&command.env("KIFU_TOKEN", wrong).output().unwrap(), 2);
        assert!(text.contains("the token is missing or wrong"), "{text}");
    }
    let mut command = place.command("own", workers);
    let text = errors(&command.env("KIFU_TOKEN", "secret").output().unwrap(), 0);
    assert!(!text.contains("not used"), "{text}");
    place.compare("own", "with a token");
}

/// Workers leave out a file without games; its old games are removed all the same.
#[test]
fn a_file_that_becomes_empty_loses_its_games() {
    let Some(place) = Place::new(8) else { return };
    let processes = place.workers("own", 2);
    let workers = addresses(&processes);
    place.index("own", &workers);
    let games = place.open("own").len();
    for (file, text) in [("002.sgf", ""), ("005.sgf", "no game")] {
        fs::write(place.path("games").join(file), text).unwrap();
        let text = errors(&place.command("own", &workers).output().unwrap(), 2);
        assert!(text.contains(file), "{text}");
        place.compare("own", file);
    }
    assert!(place.open("own").len() < games);
}

#[test]
fn segments_are_made_over_tls() {
    let Some(place) = Place::new(3) else { return };
    let Some(tls) = Tls::new() else { return };
    let process = place.worker("own", &tls.options(), "");
    let workers = std::slice::from_ref(&process.address);
    let without = place.command("own", workers).output().unwrap();
    assert!(errors(&without, 2).contains("no worker can be used"));
    let mut command = place.command("own", workers);
    command.env("KIFU_TLS_AUTHORITY", tls.authority());
    let text = errors(&command.output().unwrap(), 0);
    assert!(!text.contains("not used"), "{text}");
    place.compare("own", "over TLS");
}
