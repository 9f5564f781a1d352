//! Inputs: real files of the corpus, and generated ones.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use flate2::read::GzDecoder;

use crate::Result;

/// Slow readers get this much of a long input.
pub const SHORT: usize = 5_000_000;

/// The name of a group of files, and their content.
pub type Input = (&'static str, Vec<Vec<u8>>);

/// The names of all inputs, and the files of each.
///
/// # Errors
/// If the corpus cannot be read, or there is no `xz`.
pub fn inputs(corpus: &Path) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    let mut long = None;
    let tygem = corpus.join("tygem100k.sgf.xz");
    if tygem.exists() {
        let output = Command::new("xz").arg("-dc").arg(tygem).output()?;
        let all = output.stdout;
        let end = all[SHORT..].windows(3).position(|window| window == b"\n(;");
        let short = all[..SHORT + end.unwrap_or(0) + 1].to_vec();
        inputs.push(("Server games in one file, the first 5 MB", vec![short]));
        long = Some(("Server games in one file", vec![all]));
    }
    if corpus.join("pro19.tar.gz").exists() {
        inputs.push((
            "Professional games, a file each",
            archive(&corpus.join("pro19.tar.gz"))?,
        ));
        let joseki = archive(&corpus.join("joseki.tar.gz"))?;
        let largest = joseki.into_iter().max_by_key(Vec::len).unwrap_or_default();
        inputs.push(("A joseki dictionary, one tree", vec![largest]));
    }
    let english = "Black answers, and White must live in the corner.\n";
    inputs.push(("Comments, generated", vec![comments(10_000, english)]));
    let chinese = "黑棋应该先在角上做活，然后再考虑外势。\n";
    let name = "Comments in Chinese, generated";
    inputs.push((name, vec![comments(10_000, chinese)]));
    inputs.push(("A million moves in a row, generated", vec![line(1_000_000)]));
    inputs.push((
        "100,000 nested variations, generated",
        vec![nested(100_000)],
    ));
    inputs.extend(long);
    Ok(inputs)
}

fn archive(path: &Path) -> Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    let mut archive = tar::Archive::new(GzDecoder::new(fs::File::open(path)?));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let is_sgf = entry
            .path()?
            .extension()
            .is_some_and(|extension| extension == "sgf");
        if is_sgf {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            files.push(bytes);
        }
    }
    Ok(files)
}

fn node(text: &mut Vec<u8>, index: usize) {
    let letter = |number: usize| b'a' + (number % 19) as u8;
    text.extend([
        b';',
        b"BW"[index % 2],
        b'[',
        letter(index),
        letter(index / 19),
        b']',
    ]);
}

fn line(count: usize) -> Vec<u8> {
    let mut text = b"(;GM[1]".to_vec();
    (0..count).for_each(|index| node(&mut text, index));
    text.push(b')');
    text
}

fn nested(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for index in 0..count {
        text.push(b'(');
        node(&mut text, index);
    }
    text.resize(text.len() + count, b')');
    text
}

fn comments(count: usize, line: &str) -> Vec<u8> {
    let mut text = b"(;GM[1]".to_vec();
    for index in 0..count {
        node(&mut text, index);
        text.extend(b"C[");
        text.extend(line.repeat(40).bytes());
        text.push(b']');
    }
    text.push(b')');
    text
}
