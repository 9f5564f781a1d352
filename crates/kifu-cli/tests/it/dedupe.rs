//! Duplicates on the disk: what a plan does, and that it can be undone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::place::{Place, text};

const GAME: &str =
    "(;SZ[9]PB[Ada]PW[Bo];B[cc];W[gg];B[gc];W[cg];B[ee];W[ec];B[eg];W[ce];B[ge];W[ff])\n";
const BARE: &str = "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee];W[ec];B[eg];W[ce];B[ge];W[ff])\n";
const OTHER: &str = "(;SZ[9]PB[Cy];B[aa];W[bb])";

/// All files below a folder, but for the plan and what is beside it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            let name = name.replace('\\', "/");
            if name.starts_with("plan") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

fn place() -> Place {
    let place = Place::new();
    place.file("a.sgf", GAME);
    place.file("b.sgf", BARE);
    place.file("many.sgf", format!("{OTHER}\n{BARE}(;SZ[9]PB[Di];B[ii])\n"));
    place
}

fn run(place: &Place, args: &[&str], exit: i32) -> String {
    let output = place.run(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {message}");
    message
}

#[test]
fn a_plan_removes_and_comes_back() {
    let place = place();
    let before = files(place.path());
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    assert_eq!(files(place.path()), before);
    let plan = fs::read_to_string(place.path().join("plan.toml")).unwrap();
    assert_eq!(plan.matches("[[step]]").count(), 2, "{plan}");
    assert!(plan.contains("why = \"the same moves\""), "{plan}");

    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    let after = files(place.path());
    assert_eq!(after.keys().collect::<Vec<_>>(), ["a.sgf", "many.sgf"]);
    let many = text(&after["many.sgf"]);
    assert!(
        many.contains("PB[Cy]") && many.contains("PB[Di]") && !many.contains("gg"),
        "{many}"
    );
    assert_eq!(after["a.sgf"], GAME.as_bytes());
    // It is done once.
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    assert!(message.contains("the plan was applied"), "{message}");

    run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert_eq!(files(place.path()), before);
    assert!(!place.path().join("plan.toml.kept").exists());
    let message = run(&place, &["dedupe", "--undo", "plan.toml"], 2);
    assert!(
        message.contains("nothing to undo: the plan was not applied"),
        "{message}"
    );
    place.file("plan.toml", "version = 2\n");
    let message = run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert!(
        message.contains("the plan has no steps: nothing to undo"),
        "{message}"
    );
}

#[test]
fn files_kept_in_a_folder_are_not_read_again() {
    let place = place();
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    let games = |path: &str| text(&place.run(["list", "--count", path]).stdout);
    assert_eq!(games("."), "3\n");
    run(&place, &["dedupe", "."], 0);
    // The folder itself is read.
    assert_eq!(games("plan.toml.kept"), "4\n");
    // Another folder of such a name is one like any other.
    place.file("x.kept/d.sgf", "(;PB[Eve])");
    assert_eq!(games("."), "4\n");
}

#[test]
fn a_plan_has_the_equal_records_of_any_group() {
    let place = Place::new();
    let moves = |count: usize| -> String {
        let point = |at: usize| {
            let letter = |at: usize| char::from(b'a' + at as u8);
            format!("{}{}", letter(at * 7 % 19), letter(at / 19 * 3 % 19))
        };
        let color = |at: usize| if at.is_multiple_of(2) { "B" } else { "W" };
        let plays = (0..count).map(|at| [";", color(at), "[", &point(at), "]"].concat());
        plays.collect()
    };
    place.file("a.sgf", format!("(;GM[1]{})", moves(101)));
    place.file("b.sgf", format!("(;GM[1]{})", moves(100)));
    place.file("c.sgf", format!("(;GM[1]EV[x]{})", moves(100)));
    place.file("d.sgf", format!("(;GM[1]{})", moves(100)));
    let steps = |args: &[&str]| {
        let args = [&["dedupe", "--plan", "-"], args, &["."]].concat();
        text(&place.run(&args).stdout).matches("[[step]]").count()
    };
    assert_eq!(steps(&[]), 2);
    assert_eq!(steps(&["--up-to", "moves"]), 2);
    assert_eq!(steps(&["--up-to", "players"]), 3);
}

#[test]
fn a_plan_moves_and_comes_back() {
    let place = place();
    place.file("twice/b.sgf", "taken");
    let before = files(place.path());
    let args = [
        "dedupe",
        "--plan",
        "plan.toml",
        "--move-to",
        "twice",
        "a.sgf",
        "b.sgf",
        "many.sgf",
    ];
    run(&place, &args, 1);
    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    let after = files(place.path());
    assert_eq!(after["twice/b.sgf"], b"taken");
    assert_eq!(after["twice/b-2.sgf"], BARE.as_bytes());
    assert!(text(&after["twice/many-2.sgf"]).contains("gg"));
    assert!(!after.contains_key("b.sgf"));
    run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert_eq!(files(place.path()), before);
}

#[test]
fn a_plan_is_applied_and_undone_from_any_folder() {
    let place = Place::new();
    for folder in ["a", "b"] {
        place.file(format!("{folder}/1.sgf"), GAME);
        place.file(format!("{folder}/2.sgf"), GAME);
    }
    let before = files(place.path());
    let run_in = |folder: &str, args: &[&str], exit: i32| {
        let mut command = place.command();
        command.current_dir(place.path().join(folder)).args(args);
        let output = command.output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{args:?}: {message}");
    };
    run_in("a", &["dedupe", "--plan", "../plan.toml", "."], 1);
    run_in("b", &["dedupe", "--apply", "../plan.toml"], 0);
    let after = files(place.path());
    let names: Vec<_> = after.keys().collect();
    assert_eq!(names, ["a/1.sgf", "b/1.sgf", "b/2.sgf"]);
    run_in(".", &["dedupe", "--undo", "plan.toml"], 0);
    assert_eq!(files(place.path()), before);

    run_in("b", &["dedupe", "--plan", "../from-b.toml", "../a"], 1);
    let [plan, other] = ["plan.toml", "from-b.toml"]
        .map(|name| fs::read_to_string(place.path().join(name)).unwrap());
    assert_eq!(other, plan);
    fs::remove_file(place.path().join("from-b.toml")).unwrap();

    // A plan of another version of Kifu has relative paths: undoing it restores the files that were changed.
    let plan = fs::read_to_string(place.path().join("plan.toml")).unwrap();
    let folder = dunce::canonicalize(place.path().join("a")).unwrap();
    let plan = plan.replace(&format!("{}/", folder.display()), "./");
    place.file("plan.toml", plan);
    run_in("a", &["dedupe", "--apply", "../plan.toml"], 0);
    run_in("b", &["dedupe", "--undo", "../plan.toml"], 0);
    assert_eq!(files(place.path()), before);
}

#[test]
fn what_changed_is_left_alone() {
    let place = place();
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    place.file("b.sgf", "(;PB[new])");
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    assert!(
        message.contains("b.sgf: left unchanged: it has changed since the plan was made"),
        "{message}"
    );
    assert!(message.contains("1 of 2 steps done"), "{message}");
    assert_eq!(files(place.path())["b.sgf"], b"(;PB[new])");
    // Files changed since then are not overwritten, and can be restored later.
    let applied = fs::read(place.path().join("many.sgf")).unwrap();
    place.file("many.sgf", "(;PB[mine])");
    let message = run(&place, &["dedupe", "--undo", "plan.toml"], 2);
    assert!(
        message.contains("many.sgf: left unchanged: the file has changed"),
        "{message}"
    );
    assert_eq!(files(place.path())["many.sgf"], b"(;PB[mine])");
    place.file("many.sgf", applied);
    let message = run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert!(message.contains("1 of 1 file restored"), "{message}");
    assert!(text(&files(place.path())["many.sgf"]).contains("gg"));

    // The best is changed: nothing is removed for it.
    let place = self::place();
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    place.file("a.sgf", "(;PB[new])");
    let before = files(place.path());
    run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    assert_eq!(files(place.path()), before);
}

#[test]
fn plans_that_would_lose_a_game_are_refused() {
    let place = place();
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    let message = run(&place, &["dedupe", "--plan", "plan.toml", "."], 2);
    assert!(message.contains("the file exists"), "{message}");
    let path = place.path().join("plan.toml");
    let plan = fs::read_to_string(&path).unwrap();
    // Somebody turns a step round: now both would go.
    let step = plan[plan.find("[[step]]").unwrap()..plan.rfind("[[step]]").unwrap()].to_owned();
    let digest = |line: &str| {
        let line = step.lines().find(|own| own.starts_with(line)).unwrap();
        line.split('"').nth(1).unwrap().to_owned()
    };
    let back = step
        .replace("b.sgf", "?")
        .replace("a.sgf", "b.sgf")
        .replace('?', "a.sgf")
        .replace(&digest("digest"), "*")
        .replace(&digest("keep_digest"), &digest("digest"))
        .replace('*', &digest("keep_digest"));
    fs::write(&path, format!("{plan}\n{back}")).unwrap();
    let before = files(place.path());
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    assert!(
        message.contains("the plan also removes the record to keep"),
        "{message}"
    );
    assert_eq!(files(place.path()), before);
    fs::write(&path, "version = 7").unwrap();
    run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    fs::write(&path, "(;B[aa])").unwrap();
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    assert!(message.contains("not a plan"), "{message}");
}

#[test]
fn archives_are_searched_and_left() {
    let place = Place::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, BARE.as_bytes()).unwrap();
    place.file("b.sgf.gz", packed.finish().unwrap());
    place.file("a.sgf", GAME);
    let output = place.run(["dedupe", "--plan", "plan.toml", "."]);
    assert!(text(&output.stdout).contains("./b.sgf.gz  the same moves"));
    assert!(text(&output.stderr).contains("b.sgf.gz: not in the plan"));
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    assert!(message.contains("0 of 0 steps done"), "{message}");
    assert!(place.path().join("b.sgf.gz").exists());
}

/// The best record of a group is in another format: the plan keeps the best of the others, too.
#[test]
fn records_equal_to_one_of_another_format_are_in_the_plan() {
    let place = Place::new();
    let moves = ["C7", "G3", "G7", "C3", "E5", "E7", "E3", "C5", "G5", "F4"];
    let plays = moves.iter().zip(["B", "W"].iter().cycle());
    let plays: Vec<_> = plays
        .map(|(at, color)| format!("play {color} {at}"))
        .collect();
    place.file(
        "best.gtp",
        format!(
            "boardsize 9\nkomi 6.5\nkgs-rules aga\n{}\nplay B Z1\n",
            plays.join("\n")
        ),
    );
    place.file("b.sgf", BARE);
    place.file("c.sgf", BARE);
    let output = place.run(["dedupe", "--plan", "plan.toml", "."]);
    assert!(text(&output.stdout).contains("best.gtp  best: 10 moves"));
    let message = text(&output.stderr);
    assert!(message.contains("best.gtp: not in the plan"), "{message}");
    // Each file is read three times, and its notes are reported once.
    assert_eq!(message.matches("not recognized").count(), 1, "{message}");
    let plan = fs::read_to_string(place.path().join("plan.toml")).unwrap();
    assert_eq!(plan.matches("[[step]]").count(), 1, "{plan}");
    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    let left = files(place.path());
    assert_eq!(left.keys().collect::<Vec<_>>(), ["b.sgf", "best.gtp"]);
}

#[test]
fn groups_are_the_same_for_any_number_of_threads() {
    let place = Place::new();
    for number in 0..200 {
        let moves = if number % 3 == 0 { GAME } else { BARE };
        let column = char::from(b'a' + number % 9);
        let moves = moves.replace("cc", &format!("{column}a"));
        let moves = moves.replace("gg", &format!("{column}i"));
        place.file(format!("{:02}/{number}.sgf", number % 7), moves);
    }
    let shown = |jobs: &str| text(&place.run(["dedupe", "-j", jobs, "."]).stdout);
    let one = shown("1");
    assert!(one.contains("groups"), "{one}");
    assert_eq!(one, shown("2"));
    assert_eq!(one, shown("8"));
}

#[test]
fn a_plan_merges_and_comes_back() {
    let place = Place::new();
    // Another game follows the best one, and text surrounds both.
    let game = GAME.trim_end().replace("PW[Bo]", "PW[Bo]RE[B+R]KM[7]");
    let best = format!("Dear all,\n{game}  (;SZ[9]PB[Cy];B[aa])\nYours\n");
    place.file("a.sgf", &best);
    // Turned by a quarter, with swapped colors, a comment and a variation of its own.
    let turned = "(;SZ[9]PB[Bo]EV[Cup];W[gc];B[cg];W[gg];B[cc](;W[ee];B[ge];W[ce];B[ec];W[eg];B[df]C[Well played.])(;W[dd]N[Or]))";
    place.file("b.sgf", turned);
    place.file(
        "old.sgf",
        format!("(;FF[3]GM[1]SZ[9]DT[5 May 1990]{}", &BARE[7..]),
    );
    let before = files(place.path());
    let args = [
        "dedupe",
        "--up-to",
        "moves",
        "--plan",
        "plan.toml",
        "--merge",
        ".",
    ];
    run(&place, &args, 1);
    let plan = fs::read_to_string(place.path().join("plan.toml")).unwrap();
    assert_eq!(plan.matches("do = \"merge\"").count(), 2, "{plan}");
    assert!(plan.contains("swap_colors = true"), "{plan}");
    assert_eq!(files(place.path()), before);

    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    assert!(message.contains("2 of 2 steps done"), "{message}");
    let after = files(place.path());
    assert_eq!(after.keys().collect::<Vec<_>>(), ["a.sgf"]);
    let merged = text(&after["a.sgf"]);
    for message in [
        "Dear all,\n(;",
        "  (;SZ[9]PB[Cy];B[aa])\nYours\n",
        "PB[Ada]",
        "EV[Cup]",
        "DT[1990-05-05]",
        "C[Well played.]",
        "N[Or]",
    ] {
        assert!(merged.contains(message), "{message}: {merged}");
    }
    // The lines of all lie on each other: one tree with one variation.
    let output = place.run(["list", "-f", "moves,number", "--format", "csv", "a.sgf"]);
    assert_eq!(
        text(&output.stdout),
        "moves,number\n10,1\n1,2\n",
        "{merged}"
    );
    assert_eq!(merged.matches("(;").count(), 4, "{merged}");

    run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert_eq!(files(place.path()), before);
}

#[test]
fn records_of_one_file_are_merged_in_it() {
    let place = Place::new();
    let file = format!("{GAME}{OTHER})\n{BARE}(;SZ[9]PB[Di];B[ii])\n");
    place.file("many.sgf", file.replace(")(", ") between ("));
    let before = files(place.path());
    let args = ["dedupe", "--plan", "plan.toml", "--merge", "many.sgf"];
    run(&place, &args, 1);
    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    let after = text(&files(place.path())["many.sgf"]);
    assert_eq!(after.matches("PB[").count(), 3, "{after}");
    assert_eq!(after.matches("gg").count(), 1, "{after}");
    run(&place, &["dedupe", "--undo", "plan.toml"], 0);
    assert_eq!(files(place.path()), before);
}

#[test]
fn nothing_is_removed_that_cannot_be_merged() {
    let place = Place::new();
    let wide: Vec<u8> = std::iter::once(0xFEFF)
        .chain(GAME.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    place.file("a.sgf", wide);
    place.file("b.sgf", BARE);
    no_merge_is_done(
        &place,
        "its encoding cannot represent the new tree",
        "0 of 1 step",
    );
}

/// A plan that merges is made and carried out, and leaves all as it was for this reason.
fn no_merge_is_done(place: &Place, reason: &str, steps: &str) {
    let before = files(place.path());
    let plan = ["dedupe", "--plan", "plan.toml", "--merge", "."];
    run(place, &plan, 1);
    let message = run(place, &["dedupe", "--apply", "plan.toml"], 2);
    let left = format!("a.sgf: left unchanged: {reason}");
    assert!(message.contains(&left), "{message}");
    assert!(message.contains(&format!("{steps} done")), "{message}");
    assert_eq!(files(place.path()), before);
}

#[test]
fn a_best_that_cannot_be_written_takes_nothing() {
    let place = place();
    let path = place.path().join("a.sgf");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    no_merge_is_done(&place, "the file is read-only", "0 of 2 steps");
}

#[test]
fn read_only_files_stay_and_their_steps_do_not_count() {
    let place = place();
    run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    let before = files(place.path());
    for name in ["b.sgf", "many.sgf"] {
        let path = place.path().join(name);
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
    }
    let message = run(&place, &["dedupe", "--apply", "plan.toml"], 2);
    for name in ["b.sgf", "many.sgf"] {
        let line = format!("{name}: left unchanged: the file is read-only");
        assert!(message.contains(&line), "{message}");
    }
    assert!(message.contains("0 of 2 steps done"), "{message}");
    assert_eq!(files(place.path()), before);
}

#[test]
fn what_says_nothing_more_is_removed_and_not_merged() {
    let place = Place::new();
    place.file("a.sgf", GAME);
    place.file("b.sgf", GAME.replace(";W", "\n;W"));
    run(
        &place,
        &["dedupe", "--plan", "plan.toml", "--merge", "."],
        1,
    );
    let plan = fs::read_to_string(place.path().join("plan.toml")).unwrap();
    assert!(plan.contains("do = \"remove\""), "{plan}");
    run(&place, &["dedupe", "--apply", "plan.toml"], 0);
    assert_eq!(files(place.path())["a.sgf"], GAME.as_bytes());
}

#[test]
fn what_a_plan_leaves_out_takes_few_lines() {
    let place = Place::new();
    place.file("a.sgf", GAME);
    for number in 0..15 {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, BARE.as_bytes()).unwrap();
        place.file(format!("b{number}.sgf.gz"), packed.finish().unwrap());
    }
    let message = run(&place, &["dedupe", "--plan", "plan.toml", "."], 1);
    assert_eq!(
        message.matches("not in the plan: ").count(),
        10,
        "{message}"
    );
    assert!(
        message.contains("and 5 more are not in the plan"),
        "{message}"
    );
}
