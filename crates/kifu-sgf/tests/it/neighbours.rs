//! A broken game does not harm the next one: real games, each broken in many ways, and sound ones after it.

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

/// Whether what was broken is lawful again, and takes the game at `at` in: then it is read as it stands.
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

fn is_harmed(broken: &[u8], between: &str) -> bool {
    let sound = Collection::from(SOUND);
    let sound = sound.game(0).expect("it is there");
    let two = format!("{between}{SOUND}{between}{SOUND}\n");
    let all = [broken, two.as_bytes()].concat();
    if takes_in(&all, broken.len() + between.len()) {
        return false;
    }
    let read = Collection::from_bytes(all);
    let last = read.len().saturating_sub(2)..read.len();
    let is_sound = |number| {
        let game = read.game(number).expect("it is there");
        game.is_same(sound, Compare::Ordered)
    };
    read.len() < 2 || !last.into_iter().all(is_sound)
}

fn check(files: impl Iterator<Item = PathBuf>) {
    for path in files {
        let bytes = fs::read(&path).expect("the file can be read");
        if bytes.len() > 20_000 || bytes.is_empty() || str::from_utf8(&bytes).is_err() {
            continue;
        }
        for at in places(&bytes) {
            for broken in broken(&bytes, at) {
                for between in ["\n", "\r\n \t", ""] {
                    assert!(
                        !is_harmed(&broken, between),
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
