//! Habits of programs: each is recognized and repaired, once.

use std::fmt::Write as _;

use kifu_lint::quirk::{self, HABITS};
use kifu_lint::{Options, check, rule};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{DecodeOptions, Source};
use proptest::prelude::*;

/// Text, habits found, and text after the repair.
const CASES: &[(&str, &[&str], &str)] = &[
    // Fox: komi in hundredths, of stones under Chinese rules.
    (
        "(;SZ[19]KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]TC[3]TT[30]AP[foxwq];B[pd])",
        &["fox-komi", "fox-overtime"],
        "(;SZ[19]KM[7.5]HA[0]RU[Chinese]AP[GNU Go:3.8]TC[3]TT[30]AP[foxwq]OT[3x30 byo-yomi];B[pd])",
    ),
    (
        "(;KM[650]RU[Japanese]AP[x:1]AP[foxwq])",
        &["fox-komi"],
        "(;KM[6.5]RU[Japanese]AP[x:1]AP[foxwq])",
    ),
    (
        "(;KM[0]RU[Chinese]AP[x:1]AP[foxwq])",
        &[],
        "(;KM[0]RU[Chinese]AP[x:1]AP[foxwq])",
    ),
    (
        "(;KM[412]AP[x:1]AP[foxwq])",
        &["fox-komi"],
        "(;KM[412]AP[x:1]AP[foxwq])",
    ),
    ("(;KM[375]RU[Chinese])", &[], "(;KM[375]RU[Chinese])"),
    (
        "(;RE[W+12.75]RU[Chinese]AP[x:1]AP[foxwq])",
        &["fox-result"],
        "(;RE[W+25.5]RU[Chinese]AP[x:1]AP[foxwq])",
    ),
    (
        "(;RE[B+7.50]RU[Chinese]AP[x:1]AP[foxwq])",
        &[],
        "(;RE[B+7.50]RU[Chinese]AP[x:1]AP[foxwq])",
    ),
    // Handicap stones that were not written.
    (
        "(;HA[3]AP[x:1]AP[foxwq];W[dd])",
        &["fox-handicap"],
        "(;HA[3]AP[x:1]AP[foxwq]AB[dp][pd][pp];W[dd])",
    ),
    (
        "(;HA[2]AP[x:1]AP[foxwq];AB[pd][dp];W[dd])",
        &[],
        "(;HA[2]AP[x:1]AP[foxwq];AB[pd][dp];W[dd])",
    ),
    // The first moves may be the stones.
    (
        "(;HA[2]AP[x:1]AP[foxwq];B[pd];B[dp])",
        &[],
        "(;HA[2]AP[x:1]AP[foxwq];B[pd];B[dp])",
    ),
    // Before 2018 the side stones may lie elsewhere.
    (
        "(;HA[6]DT[2016-01-01]AP[x:1]AP[foxwq];W[cc])",
        &["fox-handicap"],
        "(;HA[6]DT[2016-01-01]AP[x:1]AP[foxwq];W[cc])",
    ),
    (
        "(;HA[6]DT[2020-01-01]AP[x:1]AP[foxwq];W[cc])",
        &["fox-handicap"],
        "(;HA[6]DT[2020-01-01]AP[x:1]AP[foxwq]AB[dd][dj][dp][pd][pj][pp];W[cc])",
    ),
    // Komi counted in stones.
    (
        "(;KM[2.75]RU[Chinese])",
        &["gogod-komi"],
        "(;KM[5.5]RU[Chinese])",
    ),
    ("(;KM[3.75])", &["gogod-komi"], "(;KM[7.5])"),
    (
        "(;RE[W+0.25]KM[2.75]RU[Chinese])",
        &["gogod-komi"],
        "(;RE[W+0.5]KM[5.5]RU[Chinese])",
    ),
    (
        "(;RE[W+12.5]KM[2.75]RU[Chinese])",
        &["gogod-komi"],
        "(;RE[W+12.5]KM[5.5]RU[Chinese])",
    ),
    (
        "(;KM[3.75]RU[Japanese])",
        &["gogod-komi"],
        "(;KM[3.75]RU[Japanese])",
    ),
    ("(;KM[7.5]RU[Chinese])", &[], "(;KM[7.5]RU[Chinese])"),
    // Handicap and stones.
    (
        "(;AP[GoGui:1.4]HA[3]AB[aa:bb])",
        &["gogui-handicap"],
        "(;AP[GoGui:1.4]HA[3]AB[aa:bb])",
    ),
    (
        "(;AP[GoGui:1.4]HA[4]AB[aa:bb])",
        &[],
        "(;AP[GoGui:1.4]HA[4]AB[aa:bb])",
    ),
    // Observers.
    (
        "(;B[aa];OS[ann][bob])",
        &["igs-trailer"],
        "(;B[aa];OS[ann][bob])",
    ),
    (
        "(;B[aa])\nComment[bye]",
        &["igs-trailer"],
        "(;B[aa])\nComment[bye]",
    ),
    ("(;PC[IGS-PandaNet])", &["pandanet"], "(;PC[IGS-PandaNet])"),
    // The intended version.
    (
        "(;FF[1]AP[Jago:Version 4.53];B[aa])",
        &["jago-version"],
        "(;FF[4]AP[Jago:Version 4.53];B[aa])",
    ),
    (
        "(;FF[1]AP[Jago:Version 4.53];L[aa])",
        &["jago-version"],
        "(;FF[1]AP[Jago:Version 4.53];L[aa])",
    ),
    (
        "(;B[aa]KGSDE[bb]KGSSB[1.0])",
        &["kgs-score"],
        "(;B[aa]KGSDE[bb]KGSSB[1.0])",
    ),
    (
        "(;B[aa]CR[aa];W[bb]CR[bb];B[cc]CR[cc];W[dd]CR[dd];B[ee]CR[ee](;W[ff]CR[ff];B[gg]CR[gg];W[hh]CR[hh];B[ii]CR[ii];W[tt])(;W[jj]CR[jj]))",
        &["kgs-move-mark"],
        "(;B[aa];W[bb];B[cc];W[dd];B[ee](;W[ff];B[gg];W[hh];B[ii];W[tt])(;W[jj]))",
    ),
    // One move without a mark: somebody chose the others.
    (
        "(;B[aa]CR[aa];W[bb]CR[bb];B[cc]CR[cc];W[dd]CR[dd];B[ee]CR[ee];W[ff]CR[ff];B[gg]CR[gg];W[hh]CR[hh];B[ii]CR[ii];W[jj]CR[jj];B[kk])",
        &[],
        "(;B[aa]CR[aa];W[bb]CR[bb];B[cc]CR[cc];W[dd]CR[dd];B[ee]CR[ee];W[ff]CR[ff];B[gg]CR[gg];W[hh]CR[hh];B[ii]CR[ii];W[jj]CR[jj];B[kk])",
    ),
    (
        "(;AP[MultiGo];B[aa])",
        &["multigo-application"],
        "(;AP[MultiGo:];B[aa])",
    ),
    (
        "(;MULTIGOGM[1];B[aa])",
        &["multigo-marker"],
        "(;MULTIGOGM[1];B[aa])",
    ),
    ("(;B[aa]SBKV[50])", &["analysis"], "(;B[aa]SBKV[50])"),
    // Moves of another game than Go.
    (
        "(;SZ[24]PB[x];b[dd];r[th];r[resign])",
        &["little-golem"],
        "(;SZ[24]PB[x];b[dd];r[th];r[resign])",
    ),
    ("(;GM[21];b[dd];r[th])", &[], "(;GM[21];b[dd];r[th])"),
    // A header with names of its own.
    (
        "(TE[Kisei]RD[2003-01-02]KO[5.5]PB[a];B[pd])",
        &["sina-header"],
        "(PB[a]EV[Kisei]DT[2003-01-02]KM[5.5];B[pd])",
    ),
    ("(;B[aa]TE[1]KO[])", &[], "(;B[aa]TE[1]KO[])"),
    (
        "(;EV[]TM[145]LT[]LC[5]GK[1];B[qd])",
        &[],
        "(;EV[]TM[145]LT[]LC[5]GK[1];B[qd])",
    ),
    (
        "(;TM[30/3 20m];B[pd])",
        &["tygem-time"],
        "(;TM[1200]OT[3x30 byo-yomi];B[pd])",
    ),
    // Other games have none.
    ("(;GM[11]KM[3.75]AP[x])", &[], "(;GM[11]KM[3.75]AP[x])"),
];

fn names(collection: &Collection) -> Vec<&'static str> {
    let game = collection.game(0).unwrap();
    quirk::detect(game)
        .iter()
        .map(|quirk| quirk.habit.name)
        .collect()
}

fn repaired(mut collection: Collection) -> Collection {
    for quirk in quirk::detect(collection.game(0).unwrap()) {
        quirk::repair(&mut collection.game_mut(0).unwrap(), &quirk).unwrap();
    }
    collection
}

#[test]
fn habits_are_seen_and_mended() {
    for (input, expected, output) in CASES {
        let collection = Collection::from(*input);
        assert_eq!(names(&collection), *expected, "{input}");
        let once = repaired(collection);
        let text = String::from_utf8(once.to_bytes().unwrap()).unwrap();
        assert_eq!(text, *output, "{input}");
        let twice = repaired(Collection::from(text));
        assert_eq!(twice.to_bytes().unwrap(), output.as_bytes(), "{input}");
    }
}

/// Returns the codes of the reporting rules for habits, by the names of the rules.
fn names_of(text: &str) -> Vec<&'static str> {
    let source = Source::new(text.as_bytes().to_vec(), &DecodeOptions::default());
    let options = Options::default().with_strict(true).with_select(["Q"]);
    let mut names: Vec<_> = check(&source, &options)
        .iter()
        .filter_map(|found| Some(rule(found.code)?.name))
        .collect();
    names.sort_unstable();
    names
}

/// The checker looks for a habit only where something hints at it: that must miss none.
#[test]
fn the_checker_says_what_is_seen() {
    for (input, expected, _) in CASES {
        assert_eq!(names_of(input), *expected, "{input}");
        // Also after another game, and before one.
        for among in [
            format!("(;FF[4]SZ[9]) {input}\n(;FF[4]SZ[9])"),
            format!("{input}\n()\n()"),
        ] {
            assert_eq!(names_of(&among), *expected, "{among}");
        }
    }
}

#[test]
fn every_habit_has_a_case() {
    for habit in HABITS {
        let shown = CASES
            .iter()
            .any(|(_, names, _)| names.contains(&habit.name));
        assert!(shown, "{}", habit.name);
        assert!(quirk::habit(habit.name).is_some());
        let code = rule(habit.name).map(|rule| rule.code);
        assert!(
            code.is_some_and(|code| code.starts_with('Q')),
            "{}",
            habit.name
        );
    }
    assert!(HABITS.is_sorted_by_key(|habit| habit.name));
}

/// Edits of the text and changes of the tree come to the same.
#[test]
fn a_fix_does_what_the_repair_does() {
    for (input, _, _) in CASES {
        let collection = Collection::from(*input);
        let game = collection.game(0).unwrap();
        for quirk in quirk::detect(game) {
            let fix = quirk.fix(game);
            assert_eq!(fix.is_some(), !quirk.steps.is_empty(), "{input}");
            let mut text = (*input).to_owned();
            for edit in fix.iter().flat_map(|fix| fix.edits.iter().rev()) {
                text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
            }
            let mut mended = collection.clone();
            quirk::repair(&mut mended.game_mut(0).unwrap(), &quirk).unwrap();
            let by_edits = Collection::from(text).to_compact();
            let by_steps = mended.to_compact();
            assert_eq!(by_edits, by_steps, "{input}");
        }
    }
}

/// Several roots in one tree are several games, each with its habits.
#[test]
fn each_root_of_a_tree_shows_its_habits() {
    let fox = "(;SZ[19]KM[375]RU[Chinese]TC[3]TT[30]AP[x:1]AP[foxwq];B[pd])";
    let other = "(;SZ[19]KM[375]RU[Chinese];B[pd])";
    for (games, times) in [([fox, fox], 2), ([fox, other], 1), ([other, fox], 1)] {
        let text = format!("({})\n{other}", games.concat());
        let source = Source::new(text.clone().into_bytes(), &DecodeOptions::default());
        let found = check(&source, &Options::default());
        for (code, at) in [("Q503", "KM[375]"), ("Q504", "TC[3]")] {
            let places = |games: [&str; 2]| {
                let starts = [1, 1 + games[0].len()];
                let is_fox = starts
                    .into_iter()
                    .zip(games)
                    .filter(|(_, game)| *game == fox);
                is_fox
                    .map(|(start, game)| start + game.find(at).unwrap())
                    .collect::<Vec<_>>()
            };
            let names_of = found.iter().filter(|found| found.code == code);
            let starts: Vec<_> = names_of.map(|found| found.span.start).collect();
            assert_eq!(starts.len(), times, "{code} {text}");
            assert_eq!(starts, places(games), "{code} {text}");
        }
    }
}

#[test]
fn the_page_is_up_to_date() {
    let page = include_str!("../../../../docs/quirks.md");
    assert_eq!(page, quirk::to_markdown());
}

proptest! {
    /// For any root, a repair leaves nothing to repair, and no move is lost.
    #[test]
    fn repairs_settle(
        properties in proptest::collection::vec(
            ("AP|KM|HA|RU|RE|TM|TC|TT|TE|RD|KO|GK|FF|SZ|DT", "foxwq|Jago|[0-9]{1,3}|3\\.75|Chinese|30/3 20m|W\\+1\\.25"),
            0..10,
        ),
        moves in "(;[BW]\\[[a-s]{2}\\]){0,5}",
    ) {
        let mut text = String::from("(;");
        for (identifier, value) in &properties {
            let _ = write!(text, "{identifier}[{value}]");
        }
        text.push_str(&moves);
        text.push(')');
        let collection = Collection::from(text.clone());
        let plays = |collection: &Collection| {
            let game = collection.game(0).unwrap();
            game.nodes().filter(|node| node.play().is_some()).count()
        };
        let before = plays(&collection);
        // One repair may show what another one means: a few rounds, then none.
        let mut settled = collection;
        for _ in 0..4 {
            settled = repaired(settled);
        }
        prop_assert_eq!(plays(&settled), before);
        prop_assert_eq!(names_of(&text), names(&Collection::from(text.clone())));
        let rest: Vec<_> = quirk::detect(settled.game(0).unwrap())
            .into_iter()
            .filter(|quirk| !quirk.steps.is_empty())
            .map(|quirk| quirk.habit.name)
            .collect();
        prop_assert!(rest.is_empty(), "{:?} in {}", rest, text);
    }
}
