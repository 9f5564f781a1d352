use kifu_board::Color;
use kifu_games::{Piece, Replay};
use kifu_sgf::Collection;
use proptest::prelude::*;

/// The pieces at the end of the main line as in FEN, and the notes on the way.
fn end(text: &str) -> (String, Vec<String>) {
    let record = Collection::from(text);
    let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
    while replay.forward() {}
    let notes = replay.notes_on_path().iter().map(ToString::to_string);
    (fen(&replay), notes.collect())
}

fn fen(replay: &Replay<'_>) -> String {
    let mut rows = vec![vec!['.'; 8]; 8];
    replay.position().pieces(&mut |point, piece| {
        let Piece::Chess(color, role) = piece else {
            panic!("{piece:?}");
        };
        let letter = match color {
            Color::White => role.letter(),
            Color::Black => role.letter().to_ascii_lowercase(),
        };
        rows[usize::from(point.y)][usize::from(point.x)] = letter;
    });
    let rows = rows.into_iter().map(|row| {
        let mut text: String = row.into_iter().collect();
        for empty in (1..=8).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
}

const NO_NOTES: [&str; 0] = [];

#[test]
fn a_whole_game_has_no_notes() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/other-games/chess-opera-game.sgf"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let (position, notes) = end(&text);
    assert_eq!(position, "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5");
    assert_eq!(notes, NO_NOTES);
}

#[test]
fn moves_are_resolved() {
    for (moves, expected) in [
        // A pinned knight cannot move, so one is left.
        (
            "XPGN[FEN:4k3/8/8/8/1b6/2N5/8/4K1N1 w - -];W[Ne2]",
            "4k3/8/8/8/1b6/2N5/4N3/4K3",
        ),
        (
            "FEN[4k3/8/8/R6R/8/8/8/4K3 w - -];W[Rad5]",
            "4k3/8/8/3R3R/8/8/8/4K3",
        ),
        (
            "FEN[4k3/8/R7/8/8/8/R7/4K3 w - -];W[R2a4]",
            "4k3/8/R7/8/R7/8/8/4K3",
        ),
        (
            ";W[e4];B[a6];W[e5];B[d5];W[exd6]",
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR",
        ),
        (
            ";W[e2e4];B[g8f6];W[e4-e5];B[Nd5]",
            "rnbqkb1r/pppppppp/8/3nP3/8/8/PPPP1PPP/RNBQKBNR",
        ),
        (
            "FEN[r3k2r/8/8/8/8/8/8/R3K2R b KQkq -];B[O-O-O];W[0-0]",
            "2kr3r/8/8/8/8/8/8/R4RK1",
        ),
        (
            "FEN[r3k2r/8/8/8/8/8/8/R3K2R w KQkq -];W[e1g1];B[e8a8]",
            "2kr3r/8/8/8/8/8/8/R4RK1",
        ),
        (
            "FEN[8/4P1k1/8/8/8/8/8/K7 w - -];W[e8=N+]",
            "4N3/6k1/8/8/8/8/8/K7",
        ),
        (
            "FEN[8/4P1k1/8/8/8/8/8/K7 w - -];W[e7e8r]",
            "4R3/6k1/8/8/8/8/8/K7",
        ),
        // A start of Chess960: king and rook change places.
        (
            "FEN[4k3/8/8/8/8/8/8/5KR1 w G -];W[O-O]",
            "4k3/8/8/8/8/8/8/5RK1",
        ),
        (
            ";AE[e2]AW[e4][Nf3];B[--];W[Ne5]",
            "rnbqkbnr/pppppppp/8/4N3/4P3/8/PPPP1PPP/RNBQKBNR",
        ),
    ] {
        let (position, notes) = end(&format!("(;GM[3]{moves})"));
        assert_eq!(position, expected, "{moves}");
        assert_eq!(notes, NO_NOTES, "{moves}");
    }
}

#[test]
fn broken_rules_are_noted() {
    for (moves, expected, note) in [
        (
            ";W[e5]",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "no piece of the player",
        ),
        (
            ";W[e2e5]",
            "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR",
            "cannot move like this",
        ),
        (
            ";W[e7e5]",
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
            "belongs to the opponent",
        ),
        (
            "FEN[4k3/8/8/8/1b6/2N5/8/4K3 w - -];W[Nd5]",
            "4k3/8/8/3N4/1b6/8/8/4K3",
            "king in check",
        ),
        (
            "FEN[4k3/8/8/R6R/8/8/8/4K3 w - -];W[Rd5]",
            "4k3/8/8/3R3R/8/8/8/4K3",
            "more than one piece",
        ),
        (
            "FEN[4k3/8/8/8/8/8/8/4K3 w - -];W[O-O]",
            "4k3/8/8/8/8/8/8/4K3",
            "not in place",
        ),
        (
            "FEN[4kr2/8/8/8/8/8/8/4K2R w K -];W[O-O]",
            "4kr2/8/8/8/8/8/8/5RK1",
            "not allowed",
        ),
        (
            "FEN[4k3/8/8/8/8/8/8/4K2R w - -];W[O-O]",
            "4k3/8/8/8/8/8/8/5RK1",
            "not allowed",
        ),
        (
            "FEN[8/4P1k1/8/8/8/8/8/K7 w - -];W[e8]",
            "4Q3/6k1/8/8/8/8/8/K7",
            "no promotion",
        ),
        (
            "FEN[rubbish];W[e4]",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "not in FEN",
        ),
        (
            ";W[what]",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "not a move",
        ),
    ] {
        let (position, notes) = end(&format!("(;GM[3]{moves})"));
        assert_eq!(position, expected, "{moves}");
        assert!(
            notes.len() == 1 && notes[0].contains(note),
            "{moves}: {notes:?}"
        );
    }
    // A pawn that moved two squares earlier cannot be taken in passing.
    let (_, notes) = end("(;GM[3];W[e4];B[d5];W[e5];B[a6];W[h3];B[a5];W[exd6])");
    assert_eq!(notes.len(), 1, "{notes:?}");
    // A king that moved and came back cannot castle.
    let (_, notes) =
        end("(;GM[3]FEN[4k3/8/8/8/8/8/8/4K2R w K -];W[Ke2];B[Kd8];W[Ke1];B[Ke8];W[O-O])");
    assert_eq!(notes.len(), 1, "{notes:?}");
}

/// Undo brings every position back.
#[test]
fn every_position_comes_back() {
    let text = "(;GM[3];W[e4];B[d5](;W[e5];B[f5](;W[exf6];B[Nxf6])(;W[Nf3];B[Nc6];W[Be2];B[Bd7];W[O-O]))(;W[exd5];B[Qxd5]))";
    let record = Collection::from(text);
    let tree = record.game(0).unwrap();
    let mut replay = Replay::of(tree).unwrap();
    let nodes: Vec<_> = tree.nodes().collect();
    let positions: Vec<_> = nodes
        .iter()
        .map(|node| {
            let mut fresh = Replay::of(tree).unwrap();
            fresh.go_to(*node);
            assert_eq!(fresh.notes_on_path().len(), 0);
            fen(&fresh)
        })
        .collect();
    for step in [1, 3, 5, 7] {
        for index in (0..nodes.len()).map(|at| at * step % nodes.len()) {
            replay.go_to(nodes[index]);
            assert_eq!(fen(&replay), positions[index]);
            assert_eq!(replay.notes_on_path(), []);
        }
    }
}

/// Many kings, rooks and queens on the largest board, moved again and again.
#[test]
fn the_time_of_a_move_is_bounded() {
    let moves = ";W[a1a2];B[z26z25];W[a2a1];B[z25z26];W[O-O]".repeat(1000);
    let text = format!("(;GM[3]SZ[26]AW[Ka1:z9][Ra1:d1]AB[Qa20:z26]{moves})");
    let record = Collection::from(text);
    let start = std::time::Instant::now();
    let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
    while replay.forward() {}
    assert!(start.elapsed().as_secs() < 20);
}

proptest! {
    /// Any values of moves and setup are executed.
    #[test]
    fn nothing_ends_in_a_panic(
        size in "[0-9]{1,3}(:[0-9]{1,3})?",
        values in prop::collection::vec("([KQRBN]?[a-h]?[1-9]?x?[a-z][1-9]{1,2}(=?[QRBNK])?[+#]?|O-O(-O)?|\\PC{0,6})", 0..30),
        fen in prop::option::of("[1-9kqrbnpKQRBNP/]{0,20} [wb] [KQkq]{0,4} ([a-h][1-8]|-)"),
    ) {
        let mut text = format!("(;GM[3]SZ[{size}]");
        if let Some(fen) = fen {
            text.extend(["FEN[", &fen, "]"]);
        }
        for (at, value) in values.iter().enumerate() {
            let value = value.replace(['\\', ']'], "");
            let name = ["W", "B", "AW", "AB", "W", "B", "AE"][at % 7];
            text.extend([";", name, "[", &value, "]"]);
        }
        text.push(')');
        let record = Collection::from(text);
        let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
        while replay.advance() {}
        while replay.back() {}
    }
}
