use kifu_collection::split::{Facts, Names, Template, line_of_play, lines_of_play, safe_name};
use kifu_sgf::{Collection, Compare};
use proptest::prelude::*;

fn path(template: &str, game: &str) -> String {
    let collection = Collection::from(game);
    let facts = Facts {
        n: 12,
        file: "some/folder/old.name.sgf",
        variation: 3,
    };
    let template: Template = template.parse().unwrap();
    template.path(collection.game(0).unwrap(), facts)
}

/// A file with a name that Windows reserves would make a clone fail there.
#[test]
fn the_files_of_the_project_have_valid_names() {
    let listed = std::process::Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(kifu_testkit::workspace())
        .output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        // The sources were not cloned.
        return;
    };
    let listed = String::from_utf8(listed.stdout).unwrap();
    // A name may be hidden.
    let visible = |part: &str| part.trim_start_matches('.').to_owned();
    let is_valid = |part: String| safe_name(&part) == part;
    let are_valid = |path: &&str| path.split('/').map(visible).all(is_valid);
    let invalid: Vec<_> = listed
        .split_terminator('\0')
        .filter(|path| !are_valid(path))
        .collect();
    assert!(!listed.is_empty() && invalid.is_empty(), "{invalid:?}");
    assert!(!is_valid("nul.toml".to_owned()) && !is_valid("a:b".to_owned()));
}

#[test]
fn names_are_made_of_what_the_record_says() {
    let game = "(;PB[Shusaku]PW[Gennan/Inseki]DT[1846-09-11,14]RE[B+2]RO[3]EV[];B[aa])";
    for (template, name) in [
        (
            "{date}-{black}-{white}.sgf",
            "1846-09-11,14-Shusaku-Gennan_Inseki.sgf",
        ),
        ("{year}/{Black}", "1846/Shusaku.sgf"),
        ("{n:4} {result}.SGF", "0012 B+2.sgf"),
        ("{file}-{number}", "old.name-1.sgf"),
        ("{round:2}-{event}", "03-unknown.sgf"),
        ("{{{variation}}}", "{3}.sgf"),
        ("{komi}.txt", "unknown.txt.sgf"),
        ("{moves}:{size}", "1_19.sgf"),
    ] {
        assert_eq!(path(template, game), name, "{template}");
    }
}

#[test]
fn wrong_templates_are_refused_with_a_place() {
    for (template, message) in [
        (
            "{blck}",
            "at character 1: `blck` is not a field: did you mean `black`?",
        ),
        ("a{n", "at character 2: a `{` without `}`"),
        ("a}b", "at character 2: a `}` without `{`"),
        ("{n:0}", "at character 1: `0` is no number of digits"),
        ("/a", "at character 1: a folder without a name"),
        ("a//b", "at character 3: a folder without a name"),
        ("a/", "at character 3: a file without a name"),
        ("", "at character 1: a file without a name"),
        ("../a", "at character 1: `.` and `..` are no names"),
    ] {
        let error = template.parse::<Template>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{template}: {error}");
    }
}

#[test]
fn names_that_systems_do_not_take_are_changed() {
    for (text, name) in [
        ("", "_"),
        ("..", "_"),
        (".hidden", "_hidden"),
        ("-rf", "_rf"),
        ("a\tb\n c", "a b c"),
        ("a\u{0}b\u{7f}", "a_b_"),
        ("a\u{202e}fgs.exe", "a_fgs.exe"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("Com1 .x", "_Com1 .x"),
        ("console", "console"),
        ("lpt¹", "_lpt¹"),
        ("COM².sgf", "_COM².sgf"),
        ("com⁴", "com⁴"),
        ("a. . .", "a"),
        ("<>:\"|?*\\/", "_________"),
        ("棋譜", "棋譜"),
    ] {
        assert_eq!(safe_name(text), name, "{text:?}");
    }
    assert_eq!(safe_name(&"棋".repeat(500)).chars().count(), 66);
}

#[test]
fn names_that_some_systems_take_for_one_get_numbers() {
    let mut names = Names::default();
    let given = [
        "é.sgf",
        "e\u{301}.sgf",
        "E\u{301}.sgf",
        "が",
        "か\u{3099}",
        "e.sgf",
    ];
    let unique = given.map(|name| names.unique(name));
    assert_eq!(
        unique,
        [
            "é.sgf",
            "e\u{301}-2.sgf",
            "E\u{301}-3.sgf",
            "が",
            "か\u{3099}-2",
            "e.sgf"
        ]
    );
}

#[test]
fn many_games_of_one_name_take_linear_time() {
    let mut names = Names::default();
    let last = (0..200_000).map(|_| names.unique("a.sgf")).last();
    assert_eq!(last.unwrap(), "a-200000.sgf");
    assert_eq!(names.unique("a-7.sgf"), "a-7-2.sgf");
}

#[test]
fn each_line_of_play_is_a_game() {
    let collection = Collection::from("(;PB[吴]C[x\\]](;B[aa];W[bb]TR[aa:ab])(;B[cc]))");
    let lines: Vec<String> = lines_of_play(collection.game(0).unwrap())
        .unwrap()
        .map(|line| {
            String::from_utf8(line.to_bytes().unwrap())
                .unwrap()
                .trim_end()
                .to_owned()
        })
        .collect();
    assert_eq!(
        lines,
        [
            "(;PB[吴]C[x\\]]CA[UTF-8];B[aa];W[bb]TR[aa:ab])",
            "(;PB[吴]C[x\\]]CA[UTF-8];B[cc])"
        ]
    );
}

#[test]
fn lines_that_would_fill_the_disk_are_refused() {
    // A branch at each of many nodes: the lines together are quadratic.
    let text = "(;B[aa](;W[bb])".repeat(10_000) + &")".repeat(10_000);
    let collection = Collection::from(text);
    assert!(lines_of_play(collection.game(0).unwrap()).is_err());
}

proptest! {
    #[test]
    fn every_name_is_safe_and_stays_so(text in any::<String>()) {
        let name = safe_name(&text);
        prop_assert!(!name.is_empty() && name.len() <= 201);
        prop_assert!(!name.contains(['/', '\\', '\0', '\n', ':']));
        prop_assert!(!name.ends_with(['.', ' ']) && !name.starts_with(['.', '-']));
        prop_assert_eq!(safe_name(&name), name);
    }

    #[test]
    fn the_lines_of_play_are_those_of_the_game(text in kifu_testkit::strategy::well_formed_sgf()) {
        let collection = Collection::from(text);
        for game in collection.games() {
            let lines = lines_of_play(game).unwrap().collect::<Vec<_>>();
            prop_assert_eq!(lines.len(), game.leaves().count());
            prop_assert!(line_of_play(game, 0).is_none() && line_of_play(game, lines.len() + 1).is_none());
            for ((line, leaf), number) in lines.iter().zip(game.leaves()).zip(1..) {
                let same = line_of_play(game, number).unwrap();
                prop_assert!(same.is_same(line, Compare::Ordered));
                let line = line.game(0).unwrap();
                let moves = |nodes: Vec<kifu_sgf::Node<'_>>| {
                    let plays = nodes.iter().map(kifu_sgf::Node::play);
                    plays.map(|play| play.map(|(id, raw)| (id, kifu_syntax::text::unescape_text(raw).into_owned()))).collect::<Vec<_>>()
                };
                prop_assert_eq!(moves(line.main_line().collect()), moves(leaf.path()));
            }
        }
    }
}
