use kifu_board::Color;
use kifu_games::Replay;
use kifu_sgf::Collection;
use proptest::prelude::*;

/// The pods at the end of the main line as stones of the notation, Black's with `b`, and the notes on the way.
fn end(text: &str) -> (Vec<String>, Vec<String>) {
    let record = Collection::from(text);
    let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
    while replay.forward() {}
    let notes = replay.notes_on_path().iter().map(ToString::to_string);
    (pods(&replay), notes.collect())
}

fn pods(replay: &Replay<'_>) -> Vec<String> {
    let board = replay.position().octi().unwrap();
    let mut pods: Vec<String> = board
        .pods
        .iter()
        .map(|(at, pod)| {
            let side = match pod.color {
                Color::Black => "b",
                Color::White => "w",
            };
            let sup: Vec<_> = pod
                .super_prongs
                .iter()
                .map(|prong| format!("+{prong}!"))
                .collect();
            let sup = sup.concat();
            format!(
                "{side}{}{}{}{sup}",
                at.x + 1,
                board.size.rows() - at.y,
                pod.prongs
            )
        })
        .collect();
    pods.sort();
    pods
}

const NO_NOTES: [&str; 0] = [];

#[test]
fn the_example_is_played() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/other-games/octi.sgf"
    );
    let (pods, notes) = end(&std::fs::read_to_string(path).unwrap());
    assert_eq!(notes, NO_NOTES);
    assert_eq!(pods, ["b33B", "b57A", "b73", "w37D", "w77F"]);
}

#[test]
fn a_game_begins_on_the_octi_squares() {
    let usual = ["b33", "b53", "b73", "w37", "w57", "w77"];
    assert_eq!(end("(;GM[19])").0, usual);
    assert_eq!(end("(;GM[19]BO[11]WO[99])").0, ["b11", "w99"]);
    assert_eq!(end("(;GM[19]BO[11]AW[99AB])").0, ["w99AB"]);
    assert_eq!(end("(;GM[19]SZ[6:7]BO[22])").0, ["b22"]);
}

#[test]
fn moves_are_executed() {
    let empty = "(;GM[19]BO[11]WO[99]AB[55A][55BD]AW[56][66C][66D]";
    for (moves, expected) in [
        (";B[11]", "b11 b55A b55BD w56 w66C w66D"),
        (";B[55A+C!]", "b55AC+C! b55BD w56 w66C w66D"),
        (";B[55BD+A-B]", "b55A b55AD w56 w66C w66D"),
        (";B[55A-57]", "b55BD b57A w56 w66C w66D"),
        (";B[55A-57x]", "b55BD b57A w66C w66D"),
        (";B[55BD-77xC]", "b55A b77BD w56 w66D"),
        (";B[55BD-77x]", "b55A b77BD w56"),
        (";B[55B-66,55A-56]", "b56A b66BD w56 w66C w66D"),
        (";RP[66C][55D]", "b55A b55B w56 w66D"),
        (";AE[55:66]", ""),
    ] {
        let (pods, notes) = end(&format!("{empty}{moves})"));
        let mut expected: Vec<String> = expected.split_whitespace().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(pods, expected, "{moves}");
        assert_eq!(notes, NO_NOTES, "{moves}");
    }
}

#[test]
fn broken_rules_are_noted() {
    for (moves, note) in [
        (";B[55]", "octi square of its player"),
        (";B[44+A]", "no pod of the player"),
        (";B[37+A]", "no pod of the player"),
        (";B[33-34]", "no prong in the direction"),
        (";B[33+A];W[37+E];B[33-35]", "over an empty square"),
        (";B[33-66]", "neither a step nor a jump"),
        (";B[33+A];W[37+E];B[33-34x]", "captured is missing"),
        (";B[33+A];W[37+E];B[33+A]", "already has a prong"),
        (";B[33+B-A]", "no prong that can be turned"),
        (";RP[44]", "removed is missing"),
        (";AB[33Z]", "not a stone"),
        (";B[what]", "not a move"),
    ] {
        let (_, notes) = end(&format!("(;GM[19]{moves})"));
        assert!(
            notes.len() == 1 && notes[0].contains(note),
            "{moves}: {notes:?}"
        );
    }
    let many = format!("(;GM[19];AB{})", "[33]".repeat(100));
    let (pods, notes) = end(&many);
    assert_eq!((pods.len(), notes.len()), (40, 66));
}

proptest! {
    /// Any values are executed, and undone.
    #[test]
    fn nothing_ends_in_a_panic(
        size in prop::option::of("[0-9]{1,2}(:[0-9]{1,2})?"),
        values in prop::collection::vec("[3-7]{2}[A-D]{0,2}(-[1-9]{2}(x[A-D]?)?){0,3}|[1-9]{2}\\+[A-H](!|-[A-H])?|\\PC{0,5}", 0..30),
    ) {
        let size = size.map_or(String::new(), |size| format!("SZ[{size}]"));
        let mut text = format!("(;GM[19]{size}");
        for (at, value) in values.iter().enumerate() {
            let value = value.replace(['\\', ']'], "");
            let name = ["B", "W", "AW", "AB", "W", "B", "AE", "RP"][at % 8];
            text.extend([";", name, "[", &value, "]"]);
        }
        text.push(')');
        let record = Collection::from(text);
        let mut replay = Replay::of(record.game(0).unwrap()).unwrap();
        let first = pods(&replay);
        while replay.advance() {}
        while replay.back() {}
        prop_assert_eq!(first, pods(&replay));
    }
}
