//! A broken game does not affect the next one: real games, each broken in many ways, followed by intact ones.

use std::fs;
use std::path::PathBuf;

use kifu_sgf::{Collection, Compare};
use kifu_syntax::{EventKind, Parser};
use kifu_testkit::grammar::{self, Token};
use kifu_testkit::{corpus, workspace};

/// A game as most programs write it: its root begins with two properties that roots alone have.
const SOUND: &str = "(;FF[4]GM[1]SZ[9]PB[A]C[rank [3d\\]];B[aa](;W[bb])(;W[cc]C[x]))";

/// Each file is broken at that many places.
const PLACES: usize = 12;

/// Files of an archive that are tried.
const FILES: usize = 400;

/// A game with one thing wrong at `at`.
fn broken(game: &[u8], at: usize) -> Vec<Vec<u8>> {
    let (before, behind) = game.split_at(at);
    let mut all = vec![
        before.to_vec(),
        [before, &behind[1..]].concat(),
        [before, behind.get(20..).unwrap_or_default()].concat(),
    ];
    for sign in ["(", ")", "[", "]", ";", "\\", "\0", "(;", "x"] {
        all.push([before, sign.as_bytes(), behind].concat());
    }
    all
}

/// The places of `game`: some of all, and after its last signs, where most is lost.
fn places(game: &[u8]) -> impl Iterator<Item = usize> {
    let spread = (1..PLACES).map(|number| number * game.len() / PLACES);
    let last = game.iter().enumerate().rev();
    let last = last.filter(|(_, byte)| b"()[]".contains(byte)).take(4);
    spread.chain(last.map(|(at, _)| at))
}

/// Whether the broken text is valid again and includes the game at `at`: then it is read unchanged.
fn takes_in(all: &[u8], at: usize) -> bool {
    let mut parser = Parser::new(all);
    // Digits in identifiers break no tree.
    let is_odd = |byte: u8| byte.is_ascii_digit() || byte == b'_';
    let letters = all
        .iter()
        .map(|byte| if is_odd(*byte) { b'A' } else { *byte });
    let letters = letters.collect::<Vec<_>>();
    while let Some(event) = parser.next() {
        let start = event.span.start;
        if event.kind == EventKind::TreeBegin
            && start < at
            && let Some(tokens) = grammar::tokens(&letters[start..])
        {
            let before = tokens.iter().take_while(|(_, span)| start + span.end <= at);
            let signs = before.map(|(token, _)| match token {
                Token::Open => 1,
                Token::Close => -1,
                _ => 0,
            });
            return signs.sum::<i32>() > 0;
        }
        parser.skip_game();
    }
    false
}

/// Whether the games of `sound` are read as they read alone after `broken` and `between`. `None` if the grammar makes
/// them part of the broken game.
fn is_harmed(broken: &[u8], between: &str, sound: &Collection) -> Option<bool> {
    let all = [broken, between.as_bytes(), sound.text().as_bytes()].concat();
    if takes_in(&all, broken.len() + between.len()) {
        return None;
    }
    let read = Collection::from_bytes(all);
    let Some(before) = read.len().checked_sub(sound.len()) else {
        return Some(true);
    };
    let mut pairs = read.games().skip(before).zip(sound.games());
    Some(!pairs.all(|(game, sound)| game.is_same(sound, Compare::Ordered)))
}

fn check(files: impl Iterator<Item = PathBuf>) {
    let sound =
        ["\n", "\r\n \t", ""].map(|between| (between, format!("{SOUND}{between}{SOUND}\n").into()));
    for path in files {
        let bytes = fs::read(&path).expect("the file can be read");
        if bytes.len() > 20_000 || bytes.is_empty() || str::from_utf8(&bytes).is_err() {
            continue;
        }
        for at in places(&bytes) {
            for broken in broken(&bytes, at) {
                for (between, sound) in &sound {
                    assert_ne!(
                        is_harmed(&broken, between, sound),
                        Some(true),
                        "{} at {at}: {:?} {between:?}",
                        path.display(),
                        String::from_utf8_lossy(&broken[broken.len().saturating_sub(200)..])
                    );
                }
            }
        }
    }
}

#[test]
fn behind_the_examples() {
    check(corpus::files(&workspace().join("examples"), "sgf").into_iter());
}

fn behind_an_archive(name: &str) {
    let Some(folder) = corpus::archive(name) else {
        return;
    };
    let files = corpus::files(&folder, "sgf");
    let step = files.len().div_ceil(FILES).max(1);
    check(files.into_iter().step_by(step));
}

#[test]
fn behind_professional_games() {
    behind_an_archive("pro19");
}

#[test]
fn behind_server_games() {
    behind_an_archive("server9");
}

#[test]
fn behind_problems() {
    behind_an_archive("problems");
}

#[test]
fn behind_files_of_programs() {
    behind_an_archive("programs");
}

/// More ways to break a game at `at`.
fn broken_further(game: &[u8], at: usize) -> Vec<Vec<u8>> {
    let (before, behind) = game.split_at(at);
    let without = |count| [before, behind.get(count..).unwrap_or_default()].concat();
    let mut all = vec![without(2), without(100), [before, before, behind].concat()];
    for signs in ["))", "((", "]]", "[[", ";;", "\n(", "C[", "B[", "(;B["] {
        all.push([before, signs.as_bytes(), behind].concat());
    }
    all
}

/// Measures what share of the neighbors of broken files are harmed: each real file is broken in 24 ways at 4 places, and
/// the next file follows on a line of its own or without a line end.
///
/// `KIFU_STEP=1` takes all files instead of every tenth.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "the measured shares are the result")]
fn few_real_neighbors_are_harmed() {
    /// Harmed neighbors of broken files, and all of them, when guesses were first separated from the grammar.
    const BAR: (usize, usize) = (1_825, 600_000);
    let step = std::env::var("KIFU_STEP").map_or(10, |step| step.parse().expect("a number"));
    let (mut cases, mut harmed) = (0, 0);
    for name in ["pro19", "server9", "problems", "programs"] {
        let Some(folder) = corpus::archive(name) else {
            continue;
        };
        let files = corpus::files(&folder, "sgf").into_iter();
        let texts = files.filter_map(|path| fs::read_to_string(path).ok());
        let is_lawful = |text: &String| {
            text.len() < 20_000
                && text.starts_with('(')
                && grammar::tokens(text.as_bytes()).is_some()
        };
        let texts = texts.filter(is_lawful).collect::<Vec<_>>();
        let (mut here, mut harmed_here) = (0, 0);
        for pair in texts.windows(2).step_by(step) {
            let (game, sound) = (pair[0].as_bytes(), Collection::from(pair[1].as_str()));
            for at in (1..5).map(|place| place * game.len() / 5) {
                for broken in [broken(game, at), broken_further(game, at)].concat() {
                    for between in ["\n", ""] {
                        let is_harmed = is_harmed(&broken, between, &sound);
                        here += usize::from(is_harmed.is_some());
                        harmed_here += usize::from(is_harmed == Some(true));
                    }
                }
            }
        }
        println!("{name}: {harmed_here} of {here} are harmed");
        (cases, harmed) = (cases + here, harmed + harmed_here);
    }
    println!("all: {harmed} of {cases} are harmed");
    let (most, of) = BAR;
    assert!(harmed * of <= most * cases, "{harmed} of {cases}");
}
