//! Collections as they are kept: in git, on disks that are full, in folders that cannot be written.

use std::path::Path;
use std::process::{Command, Output};

use crate::place::{Place, text};

/// A git repository in which records are compared and merged by the command.
struct Repository(Place);

impl Repository {
    /// `None` where there is no git.
    fn new() -> Option<Self> {
        let repository = Self(Place::new());
        let kifu = env!("CARGO_BIN_EXE_kifu");
        if Command::new("git").arg("--version").output().is_err() {
            kifu_testkit::skip("there is no git");
            return None;
        }
        repository.git(&["init", "-q", "-b", "main"]);
        for (name, value) in [
            ("user.name", "A"),
            ("user.email", "a@example.org"),
            ("commit.gpgsign", "false"),
            ("diff.sgf.command", &format!("'{kifu}' diff --git")),
            (
                "merge.sgf.driver",
                &format!("'{kifu}' merge --git %O %A %B %P"),
            ),
        ] {
            repository.git(&["config", name, value]);
        }
        repository.write(".gitattributes", "*.sgf diff=sgf merge=sgf\n");
        Some(repository)
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new("git")
            .args(args)
            .current_dir(self.0.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    fn git(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let message = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{args:?}: {message}");
        message
    }

    fn write(&self, name: &str, content: &str) {
        self.0.file(name, content);
    }

    fn read(&self, name: &str) -> String {
        text(&std::fs::read(self.0.path().join(name)).unwrap())
    }

    fn commit(&self, game: &str) {
        self.write("game.sgf", game);
        self.git(&["add", "."]);
        self.git(&["commit", "-q", "-m", "x"]);
    }
}

#[test]
fn git_shows_what_differs_by_tree() {
    let Some(repository) = Repository::new() else {
        return;
    };
    repository.commit("(;KM[6.5];B[aa])");
    repository.write("game.sgf", "(;KM[7.5];B[aa];W[bb])");
    assert_eq!(
        repository.git(&["diff"]),
        "diff --kifu a/game.sgf b/game.sgf\nroot\n  ~ KM[6.5] → KM[7.5]\nmove 1, B[aa]\n  + variation of 1 node: W[bb]\n"
    );
    // A new file and one that is gone.
    repository.write("new.sgf", "(;PB[n])");
    std::fs::remove_file(repository.0.path().join("game.sgf")).unwrap();
    repository.git(&["add", "-A"]);
    assert_eq!(
        repository.git(&["diff", "--cached"]),
        "diff --kifu a/game.sgf b/game.sgf\n- game 1\ndiff --kifu a/new.sgf b/new.sgf\n+ game 1, n – ?\n"
    );
}

#[test]
fn git_merges_by_tree() {
    let Some(repository) = Repository::new() else {
        return;
    };
    repository.commit("(;KM[6.5] ;B[aa];W[bb])\n");
    repository.git(&["checkout", "-q", "-b", "theirs"]);
    repository.commit("(;KM[6.5] ;B[aa]C[theirs](;W[bb])(;W[dd]))\n");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("(;KM[6.5]RE[B+R] ;B[aa]C[ours](;W[bb])(;W[cc]))\n");
    repository.git(&["merge", "-q", "-m", "both", "theirs"]);
    let merged = repository.read("game.sgf");
    for part in ["RE[B+R]", "C[ours\n\ntheirs]", "W[bb]", "W[cc]", "W[dd]"] {
        assert!(merged.contains(part), "{part}: {merged}");
    }
    assert!(repository.git(&["status", "--porcelain"]).is_empty());
}

#[test]
fn conflicts_are_reported_to_git() {
    let Some(repository) = Repository::new() else {
        return;
    };
    repository.commit("(;KM[6.5];B[aa])\n");
    repository.git(&["checkout", "-q", "-b", "theirs"]);
    repository.commit("(;KM[7.5];B[aa];W[bb])\n");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("(;KM[5.5];B[aa])\n");
    let output = repository.run(&["merge", "theirs"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stdout) + &text(&output.stderr);
    assert!(
        message.contains("game.sgf: conflict: game 1, root: `KM`"),
        "{message}"
    );
    assert!(message.contains("CONFLICT"), "{message}");
    assert_eq!(repository.git(&["status", "--porcelain"]), "UU game.sgf\n");
    // The result is a record that holds both values.
    let merged = repository.read("game.sgf");
    for part in ["KM[5.5]", "KM[7.5\\]", "W[bb]"] {
        assert!(merged.contains(part), "{part}: {merged}");
    }
    let checked = repository.0.run(["check", "game.sgf"]);
    assert_ne!(checked.status.code(), Some(2));
}

/// The names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_read_only_folders_are_reported() {
    let place = Place::new();
    place.file("a.sgf", "(;B[aa])(;B[bb])");
    for (args, message) in [
        (
            &["split", "--into", "/proc/kifu", "a.sgf"][..],
            "2 not written, see above",
        ),
        (
            &["join", "-o", "/proc/all.sgf", "a.sgf"],
            "cannot create a file in its folder",
        ),
        (
            &["join", "--overwrite", "-o", "/dev/full", "a.sgf"],
            "No space left on device",
        ),
        (
            &[
                "merge",
                "--opening",
                "--overwrite",
                "-o",
                "/dev/full",
                "a.sgf",
            ],
            "No space left on device",
        ),
        (
            &[
                "extract",
                "main-lines",
                "--overwrite",
                "-o",
                "/dev/full",
                "a.sgf",
            ],
            "/dev/full",
        ),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = text(&output.stderr);
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.contains(message), "{args:?}: {errors}");
    }
    assert_eq!(names(place.path()), ["a.sgf"]);
    // The device is still one.
    assert!(!std::fs::metadata("/dev/full").unwrap().is_file());
}

/// A disk of 64 kB, where the system lets us have one.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_becomes_full_holds_whole_files_only() {
    let place = Place::new();
    let game = |number: usize| format!("(;PB[{number}]C[{}];B[aa])", "x".repeat(7000));
    let games: Vec<String> = (1..=20).map(game).collect();
    place.file("all.sgf", games.concat());
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line = format!(
        "'{kifu}' split -j1 --into disk -t '{{number:2}}' all.sgf; \
         echo exit $?; ls -A disk; cat disk/*"
    );
    let Some(output) = place.on_a_disk("64k", &line) else {
        return;
    };
    let (shown, message) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.starts_with("exit 2\n"), "{message}");
    let last = message.lines().last().unwrap_or_default();
    assert!(
        last.contains("stopped: the disk is full; ") && last.contains("written, whole"),
        "{message}"
    );
    let lines = shown.lines().skip(1);
    let names: Vec<&str> = lines.take_while(|line| !line.contains('(')).collect();
    assert!((1..20).contains(&names.len()), "{names:?}");
    let expected = (1..=names.len()).map(|number| format!("{number:02}.sgf"));
    assert!(expected.eq(names.iter().copied()), "{names:?}");
    let whole = games[..names.len()].iter().map(|game| format!("{game}\n"));
    assert!(shown.ends_with(&whole.collect::<String>()), "{names:?}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_to_its_end_is_not_there() {
    let place = Place::new();
    let long = "x".repeat(100_000);
    let games = format!("(;PB[a];B[aa])\n(;PB[b]C[{long}])\n(;PB[c];B[cc])\n");
    place.file("all.sgf", games);
    let kifu = env!("CARGO_BIN_EXE_kifu");
    // No file of more than 32 kB, and no signal that ends who writes more.
    let line = format!(
        "trap '' XFSZ; ulimit -f 64; exec '{kifu}' split --into out -t '{{black}}' all.sgf"
    );
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(place.path())
        .output()
        .unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("b.sgf: cannot write"), "{message}");
    let last = message.lines().last().unwrap_or_default();
    assert!(last.contains("1 not written, see above"), "{message}");
    assert_eq!(names(&place.path().join("out")), ["a.sgf", "c.sgf"]);
    for verb in ["join", "extract main-lines"] {
        let line = format!("trap '' XFSZ; ulimit -f 64; exec '{kifu}' {verb} -o new.sgf all.sgf");
        let output = Command::new("sh")
            .args(["-c", &line])
            .current_dir(place.path())
            .output()
            .unwrap();
        let message = text(&output.stderr);
        assert!(
            message.contains("error: new.sgf: cannot write"),
            "{message}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_taken() {
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::new();
    let name = std::ffi::OsStr::from_bytes(b"g\xE9me.sgf");
    place.file(Path::new(name), "(;PB[a];B[aa])");
    let output = place.run(["split", "--into", "out", "-t", "{file}-{black}", "."]);
    // The new files would lie in the folder that is read.
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let out = tempfile::tempdir().unwrap();
    let into = out.path().to_str().unwrap();
    let output = place.run(["split", "--into", into, "-t", "{file}-{black}", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(names(out.path()), ["g_me-a.sgf"]);
    let turned = place.run(["transform", "--symmetry", "rotate-180", "."]);
    assert_eq!(turned.status.code(), Some(0));
    let content = std::fs::read(place.path().join(name)).unwrap();
    assert_eq!(content, b"(;PB[a];B[ss])");
}

#[test]
fn what_split_takes_apart_join_puts_together() {
    let place = Place::new();
    let all = "(;PB[a];B[aa] )\n(;PB[b](;B[bb])(;B[cc]))\n(;CA[UTF-8]PB[a];W[dd]C[\u{5434}])\n";
    place.file("all.sgf", all);
    let run = |args: &[&str]| {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    };
    run(&["split", "--into", "games", "-t", "{n:4} {black}", "all.sgf"]);
    assert_eq!(
        names(&place.path().join("games")),
        ["0001 a.sgf", "0002 b.sgf", "0003 a.sgf"]
    );
    run(&["join", "-o", "again.sgf", "games"]);
    assert_eq!(
        std::fs::read(place.path().join("again.sgf")).unwrap(),
        all.as_bytes()
    );
}

#[test]
fn split_and_join_keep_the_order_of_more_than_nine_games() {
    let place = Place::new();
    let games = (1..=12).map(|number| format!("(;GN[{number}])\n"));
    let all = games.collect::<Vec<_>>().concat();
    place.file("all.sgf", &all);
    for args in [
        ["split", "--into", "games", "all.sgf"],
        ["join", "-o", "again.sgf", "games"],
    ] {
        assert_eq!(place.run(args).status.code(), Some(0), "{args:?}");
    }
    let again = std::fs::read_to_string(place.path().join("again.sgf")).unwrap();
    assert_eq!(again, all);
}

#[test]
fn the_last_line_says_what_was_not_done() {
    let place = Place::new();
    // Text between nodes stays where it is; text between games has no place.
    place.file("a.sgf", "(;SZ[19] x ;B[aa])\n");
    place.file("b.sgf", "no record\n");
    let last = |args: &[&str]| {
        let output = place.run(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        message.lines().last().unwrap_or_default().to_owned()
    };
    let message = last(&["split", "--into", "out", "a.sgf", "b.sgf"]);
    assert_eq!(message, "kifu: 1 file written, 1 file not read, see above");
    let kept = std::fs::read(place.path().join("out/a-1.sgf")).unwrap();
    assert_eq!(kept, b"(;SZ[19] x ;B[aa])\n");
    let message = last(&["fix", "--diff", "a.sgf", "b.sgf"]);
    assert!(message.ends_with(", 1 file failed, see above"), "{message}");
}
