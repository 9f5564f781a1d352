use kifu_games::{Piece, Replay};
use kifu_sgf::Collection;

/// A game with the moves of both sides that are asked about after its main line: the legal and the illegal ones.
const MOVES: [(&str, &[&str], &[&str]); 7] = [
    (
        "(;GM[1]SZ[3];B[ba];W[ab])",
        &["aa", "cc", ""],
        &["ba", "ab", "dd"],
    ),
    ("(;GM[2]SZ[4];B[ba])", &["aa", "ca"], &["bb", "dd", "zz"]),
    ("(;GM[4]SZ[5];B[cc])", &["aa"], &["cc", "ff"]),
    ("(;GM[9])", &["b1-b3"], &["b1", "d4-d5"]),
    (
        "(;GM[11]SZ[5];B[c3])",
        &["a1", "swap-pieces"],
        &["c3", "z9"],
    ),
    ("(;GM[3];B[e2e4])", &[], &["e7e5e3", "x"]),
    ("(;GM[21]SZ[12];B[c3])", &["d5"], &["c3"]),
];

fn pieces(replay: &Replay<'_>) -> Vec<String> {
    let mut all = Vec::new();
    replay
        .position()
        .pieces(&mut |point, piece: Piece| all.push(format!("{point} {piece:?}")));
    all
}

/// Moves that are asked about leave the position, the turn and the notes as they are.
#[test]
fn asking_for_a_legal_move_plays_nothing() {
    for (text, legal, illegal) in MOVES {
        let record = Collection::from(text);
        let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
        while replay.forward() {}
        let color = replay.position().to_play();
        let (before, notes) = (pieces(&replay), replay.notes_on_path().len());
        for value in legal {
            assert!(replay.allows(color, value), "{text}: {value}");
        }
        for value in illegal {
            assert!(!replay.allows(color, value), "{text}: {value}");
        }
        assert_eq!(pieces(&replay), before, "{text}");
        assert_eq!(replay.position().to_play(), color, "{text}");
        assert_eq!(replay.notes_on_path().len(), notes, "{text}");
    }
}
