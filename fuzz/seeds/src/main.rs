//! Writes the inputs that fuzzing begins with: those of the suite, the regressions and the examples.

use std::path::PathBuf;
use std::{env, fs, io};

use kifu_testkit::{corpus, suite, workspace};

/// Longer inputs slow fuzzing down more than they teach it.
const LONGEST: usize = 4096;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("a folder is needed"))?;
    fs::create_dir_all(&folder)?;
    let mut number = 0_usize;
    let mut write = |bytes: &[u8]| {
        if bytes.len() <= LONGEST {
            fs::write(folder.join(format!("{number:04}")), bytes)?;
            number += 1;
        }
        io::Result::Ok(())
    };
    for suite in suite::load() {
        for case in &suite.cases {
            write(&case.input())?;
            for text in &case.texts {
                for value in text.values.iter().flatten() {
                    write(value.as_bytes())?;
                }
            }
        }
    }
    for files in ["testdata/regressions", "testdata/formats", "examples"] {
        for path in corpus::files(&workspace().join(files), "") {
            write(&fs::read(path)?)?;
        }
    }
    for value in VALUES {
        write(value.as_bytes())?;
    }
    Ok(())
}

/// Values of all types.
const VALUES: [&str; 40] = [
    "",
    "dd",
    "tt",
    "aa:cc",
    "aa|bb|cc|ba:dd",
    "19",
    "19:13",
    "-12",
    "6.5",
    "6,5",
    "1e3",
    "B",
    "white",
    "1",
    "2",
    "1996-05-06,07,08",
    "1996-12-27,28,1997-01-03,04",
    "1996-05,06",
    "May 6th 1996",
    "B+R",
    "W+3.5",
    "0",
    "Void",
    "Black wins by resignation",
    "B+6R",
    "9p",
    "3 dan",
    "10k?",
    "AGA",
    "Japanese",
    "5x30 byo-yomi",
    "25/600 Canadian",
    "1 hour 30 min",
    "3600",
    "CGoban:1.6.2",
    "275:Diagram 1",
    "swap-pieces",
    "e1-e3",
    "31hefe",
    "84-86-68x",
];
