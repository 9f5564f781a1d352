//! Parts of games as records of their own.

use kifu_collection::extract::tail;
use kifu_sgf::Collection;

/// The first of the last moves keeps the number that it has in the record.
#[test]
fn last_moves_keep_their_numbers() {
    for (text, moves, line) in [
        ("(;SZ[9];B[ba];W[aa];B[ab];W[cc])", 2, ";B[ab]MN[3];W[cc])"),
        (
            "(;SZ[9];B[ba]MN[51];W[aa];B[ab];W[cc])",
            2,
            ";B[ab]MN[53];W[cc])",
        ),
        ("(;SZ[9];B[ba]MN[51];W[aa])", 1, ";W[aa]MN[52])"),
        // Its own number, and one of a node before it, count most.
        (
            "(;SZ[9];B[ba]MN[51];W[aa]MN[9];B[ab])",
            2,
            ";W[aa]MN[9];B[ab])",
        ),
        ("(;SZ[9];B[ba];C[x]MN[7];W[aa])", 1, ";MN[7]C[x];W[aa])"),
        // An unreadable `MN` is ignored.
        ("(;SZ[9];B[ba]MN[x];W[aa])", 1, ";W[aa]MN[2])"),
        (
            "(;SZ[9];B[aa];C[x]MN[y];W[bb];B[cc])",
            2,
            ";MN[y]C[x];W[bb]MN[2];B[cc])",
        ),
    ] {
        let written = tail(Collection::from(text).game(0).unwrap(), moves).unwrap();
        let written = written.to_compact();
        assert!(written.trim_end().ends_with(line), "{text}: {written}");
    }
}
