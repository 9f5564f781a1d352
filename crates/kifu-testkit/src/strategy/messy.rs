use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::well_formed_sgf;

/// One thing that happens to a file.
#[derive(Clone, Debug)]
enum Harm {
    /// A byte of the grammar is lost: the n-th there is.
    Lose(Index),
    /// Bytes come in somewhere.
    Insert(Index, &'static [u8]),
    /// A stretch is lost.
    Cut(Index, usize),
    /// A stretch is there twice.
    Repeat(Index, usize),
    /// The rest is lost.
    Truncate(Index),
}

/// The bytes of a collection with one to six faults: brackets, parentheses, semicolons or backslashes removed or
/// inserted, text and NUL bytes inserted, parts removed or repeated, the end cut off.
pub fn messy_sgf() -> impl Strategy<Value = Vec<u8>> {
    (well_formed_sgf(), vec(harm(), 1..7)).prop_map(|(text, harms)| {
        let mut bytes = text.into_bytes();
        for harm in &harms {
            apply(harm, &mut bytes);
        }
        bytes
    })
}

fn harm() -> impl Strategy<Value = Harm> {
    let index = any::<Index>;
    let piece = select(vec![
        &b"("[..],
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b"\0",
        b"\0\0\0",
        b"\n",
        b" ",
        b"a",
        b"A",
        b"B1",
        b"Zz_",
        b"KO",
        b"[x]",
        b"[3d] wow",
        b"\n(;FF[4]",
        b"\n(;GM[1]",
        b"\n \t(;SZ[9]",
        b"\n(;PB[a]",
        b"()",
        b"((;",
        b"text",
        b"\xEF\xBB\xBF",
        b"\xFF",
        b"\xC3",
        b"Black[aa]",
        b"] [",
        b"]]",
    ]);
    prop_oneof![
        3 => index().prop_map(Harm::Lose),
        3 => (index(), piece).prop_map(|(at, bytes)| Harm::Insert(at, bytes)),
        1 => (index(), 1_usize..12).prop_map(|(at, length)| Harm::Cut(at, length)),
        1 => (index(), 1_usize..12).prop_map(|(at, length)| Harm::Repeat(at, length)),
        1 => index().prop_map(Harm::Truncate),
    ]
}

fn apply(harm: &Harm, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    match harm {
        Harm::Lose(which) => {
            let places = (0..length)
                .filter(|&at| b"()[];\\".contains(&bytes[at]))
                .collect::<Vec<_>>();
            if !places.is_empty() {
                bytes.remove(places[which.index(places.len())]);
            }
        }
        Harm::Insert(at, piece) => {
            let at = at.index(length + 1);
            bytes.splice(at..at, piece.iter().copied());
        }
        Harm::Cut(at, count) => {
            let at = at.index(length + 1);
            bytes.drain(at..length.min(at + count));
        }
        Harm::Repeat(at, count) => {
            let at = at.index(length + 1);
            let stretch = bytes[at..length.min(at + count)].to_vec();
            bytes.splice(at..at, stretch);
        }
        Harm::Truncate(at) => bytes.truncate(at.index(length + 1)),
    }
}
