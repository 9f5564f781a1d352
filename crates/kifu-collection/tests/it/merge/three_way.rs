use kifu_collection::merge::three_way;
use kifu_collection::transform;
use kifu_sgf::{Collection, Compare};
use proptest::prelude::*;

/// The joined text, and the reports of conflicts.
fn joined(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    let [base, ours, theirs] = [base, ours, theirs].map(Collection::from);
    let merged = three_way(&base, &ours, &theirs);
    let bytes = merged.collection.to_bytes().unwrap();
    let conflicts = merged.conflicts.iter().map(ToString::to_string).collect();
    let text = String::from_utf8(bytes).unwrap();
    (text.trim_end().replace("\n(;", "(;"), conflicts)
}

#[test]
fn what_goes_together() {
    for (base, ours, theirs, result) in [
        // One side only.
        ("(;KM[6])", "(;KM[7])", "(;KM[6])", "(;KM[7])"),
        ("(;KM[6])", "(;KM[6])", "(;KM[7])", "(;KM[7])"),
        ("(;KM[6])", "(;KM[7])", "(;KM[7])", "(;KM[7])"),
        ("(;KM[6])", "(;KM[6])", "(;)", "(;)"),
        ("(;)", "(;PB[a])", "(;PW[b])", "(;PB[a]PW[b])"),
        // Of several games that are equal.
        ("(;)(;)(;)", "(;)(;)(;)", "(;C[a])(;)(;)", "(;C[a])(;)(;)"),
        (
            "(;)(;)(;)",
            "(;)(;C[a])(;)(;)",
            "(;)(;)(;)",
            "(;)(;C[a])(;)(;)",
        ),
        // A node without a move that both sides put between two others, alone or with more below.
        (
            "(;B[pd];W[dp])",
            "(;B[pd];C[A corner.]TR[pd];W[dp])",
            "(;B[pd];TR[pd]C[A corner.];W[dp];B[dd])",
            "(;B[pd];C[A corner.]TR[pd];W[dp];B[dd])",
        ),
        ("(;B[aa])", "(;B[aa];)", "(;B[aa];)", "(;B[aa];)"),
        // Several that look alike.
        (
            "(;SZ[9];B[aa])",
            "(;SZ[9];B[aa](;;W[cc])(;;W[dd]))",
            "(;SZ[9];B[aa](;;W[cc])(;;W[dd]))",
            "(;SZ[9];B[aa](;;W[cc])(;;W[dd]))",
        ),
        (
            "(;SZ[9];B[aa])",
            "(;SZ[9];B[aa](;W[cc]C[x])(;W[cc]C[y]))",
            "(;SZ[9];B[aa](;W[cc]C[x])(;W[cc]C[y]))",
            "(;SZ[9];B[aa](;W[cc]C[x])(;W[cc]C[y]))",
        ),
        (
            "(;B[aa])",
            "(;B[aa];C[one])",
            "(;B[aa];C[other])",
            "(;B[aa](;C[one])(;C[other]))",
        ),
        // Comments.
        (
            "(;B[aa])",
            "(;B[aa]C[mine])",
            "(;B[aa]C[yours])",
            "(;B[aa]C[mine\n\nyours])",
        ),
        (
            "(;C[a])",
            "(;C[a\nmine])",
            "(;C[a\nyours])",
            "(;C[a\nmine\nyours])",
        ),
        (
            "(;C[a])",
            "(;C[mine\na])",
            "(;C[a\nyours])",
            "(;C[mine\na\nyours])",
        ),
        // Lists.
        (
            "(;TR[aa][bb])",
            "(;TR[aa][bb][cc])",
            "(;TR[bb][dd])",
            "(;TR[bb][cc][dd])",
        ),
        // The order of letters, and of unknown values.
        (
            "(;L[aa][bb]XX[1][2])",
            "(;L[aa][bb]XX[1][2])",
            "(;L[bb][aa]XX[2][1])",
            "(;L[bb][aa]XX[2][1])",
        ),
        ("(;XX[1])", "(;XX[1][2])", "(;XX[1][3])", "(;XX[1][2][3])"),
        // Variations.
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa](;W[bb])(;W[dd]C[x];B[ee]))",
            "(;;B[aa](;W[bb])(;W[dd]C[x];B[ee])(;W[cc]))",
        ),
        // Their order, where we left it alone; else ours.
        (
            "(;;B[aa](;W[bb])(;W[cc])(;W[dd]))",
            "(;;B[aa](;W[bb]C[x])(;W[cc])(;W[ee])(;W[dd]))",
            "(;;B[aa](;W[dd])(;W[bb])(;W[cc]))",
            "(;;B[aa](;W[dd])(;W[bb]C[x])(;W[ee])(;W[cc]))",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc])(;W[dd]))",
            "(;;B[aa](;W[cc])(;W[bb])(;W[dd]))",
            "(;;B[aa](;W[dd])(;W[bb])(;W[cc]))",
            "(;;B[aa](;W[cc])(;W[bb])(;W[dd]))",
        ),
        // A main line that only they changed; else ours.
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa](;W[dd])(;W[bb]))",
            "(;;B[aa](;W[dd])(;W[bb])(;W[cc]))",
        ),
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa];W[cc])",
            "(;;B[aa](;W[bb])(;W[dd]C[x]))",
            "(;;B[aa](;W[cc])(;W[dd]C[x]))",
        ),
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa];W[cc])",
            "(;;B[aa];W[dd])",
            "(;;B[aa](;W[cc])(;W[dd]))",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa];W[cc])",
            "(;;B[aa](;W[bb])(;W[dd])(;W[cc]))",
            "(;;B[aa](;W[cc])(;W[dd]))",
        ),
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[cc])(;W[bb]))",
            "(;;B[aa](;W[dd])(;W[bb]))",
            "(;;B[aa](;W[cc])(;W[bb])(;W[dd]))",
        ),
        (
            "(;;B[aa])",
            "(;;B[aa];W[bb])",
            "(;;B[aa];W[cc])",
            "(;;B[aa](;W[bb])(;W[cc]))",
        ),
        (
            "(;;B[aa])",
            "(;;B[aa];W[bb]C[x];B[cc])",
            "(;;B[aa];W[bb]C[y](;B[cc])(;B[dd]))",
            "(;;B[aa];W[bb]C[x\n\ny](;B[cc])(;B[dd]))",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa]C[x](;W[bb])(;W[cc]))",
            "(;;B[aa];W[cc])",
            "(;;B[aa]C[x](;W[cc]))",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[bb]C[y])(;W[cc]))",
            "(;;B[aa];W[bb]C[y])",
        ),
        // Games.
        (
            "(;PB[a];B[aa])",
            "(;PB[a];B[aa])(;PB[b])",
            "(;PB[a];B[aa]C[x])(;PB[c])",
            "(;PB[a];B[aa]C[x])(;PB[b])(;PB[c])",
        ),
        (
            "(;PB[a])(;PB[b])",
            "(;PB[a])(;PB[b]PW[x])",
            "(;PB[b])",
            "(;PB[b]PW[x])",
        ),
        // Unchanged parts keep their bytes.
        (
            "(;KM[6];B[aa])",
            "( ;KM[6] ;B[aa] )",
            "(;KM[7];B[aa])",
            "( ;KM[7] ;B[aa] )",
        ),
    ] {
        let found = joined(base, ours, theirs);
        assert_eq!(
            found,
            (result.to_owned(), Vec::new()),
            "{base} {ours} {theirs}"
        );
    }
}

#[test]
fn what_does_not_merge_is_reported_and_kept() {
    for (base, ours, theirs, result, conflict) in [
        (
            "(;KM[6])",
            "(;KM[6.5])",
            "(;KM[7.5])",
            "(;KM[6.5]C[<<<<<<< ours\nKM[6.5\\]\n=======\nKM[7.5\\]\n>>>>>>> theirs])",
            "game 1, root: `KM`: ours is `KM[6.5]`, theirs is `KM[7.5]`: ours is kept, both stand in the comment",
        ),
        (
            "(;L[aa])",
            "(;L[aa][bb])",
            "(;L[aa][cc])",
            "(;L[aa][bb]C[<<<<<<< ours\nL[aa\\][bb\\]\n=======\nL[aa\\][cc\\]\n>>>>>>> theirs])",
            "game 1, root: `L`: ours is `L[aa][bb]`, theirs is `L[aa][cc]`: ours is kept, both stand in the comment",
        ),
        (
            "(;XX[1][2])",
            "(;XX[2][1])",
            "(;XX[1][2][3])",
            "(;XX[2][1]C[<<<<<<< ours\nXX[2\\][1\\]\n=======\nXX[1\\][2\\][3\\]\n>>>>>>> theirs])",
            "game 1, root: `XX`: ours is `XX[2][1]`, theirs is `XX[1][2][3]`: ours is kept, both stand in the comment",
        ),
        (
            "(;XX[a][b])",
            "(;XX[x][a][b])",
            "(;XX[a][y][b])",
            "(;XX[x][a][b]C[<<<<<<< ours\nXX[x\\][a\\][b\\]\n=======\nXX[a\\][y\\][b\\]\n>>>>>>> theirs])",
            "game 1, root: `XX`: ours is `XX[x][a][b]`, theirs is `XX[a][y][b]`: ours is kept, both stand in the comment",
        ),
        (
            "(;C[old])",
            "(;C[mine])",
            "(;C[yours])",
            "(;C[<<<<<<< ours\nmine\n=======\nyours\n>>>>>>> theirs])",
            "game 1, root: `C`: both changed it: both stand in it",
        ),
        (
            "(;C[old])",
            "(;)",
            "(;C[yours])",
            "(;C[yours])",
            "game 1, root: `C`: they changed it, we removed it: it is kept",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[bb])(;W[cc]C[y]))",
            "(;;B[aa](;W[bb])(;W[cc]C[y]))",
            "game 1, move 2, W[cc]: we removed it, they changed it or what is below: theirs is kept",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa](;W[bb])(;W[cc]C[y]))",
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[bb])(;W[cc]C[y]))",
            "game 1, move 2, W[cc]: we changed it or what is below, they removed it: ours is kept",
        ),
        (
            "(;PB[Ann]PW[Bea]AE[aa:ee]AB[cc];B[pp])",
            "(;PB[Ann]PW[Bea]AE[aa:ee]AB[cc]C[x];B[pp])",
            "(;PB[Ann]PW[Bea]AB[cc]AE[aa:ee];B[pp])",
            "(;PB[Ann]PW[Bea]AE[aa:ee]AB[cc]C[x];B[pp])",
            "game 1, root: the setup lists have another order in theirs: ours is kept",
        ),
    ] {
        let found = joined(base, ours, theirs);
        assert_eq!(
            found,
            (result.to_owned(), vec![conflict.to_owned()]),
            "{ours} {theirs}"
        );
    }
}

#[test]
fn values_that_contradict_each_other_are_conflicts() {
    for (base, ours, theirs, result, own, their) in [
        ("", "GB[1]", "GW[2]", "GB[1]", "GB[1]", "GW[2]"),
        ("", "DM[1]", "UC[2]", "DM[1]", "DM[1]", "UC[2]"),
        ("", "BM[1]", "TE[1]", "BM[1]", "BM[1]", "TE[1]"),
        (
            "",
            "TR[aa]",
            "SQ[aa][bb]",
            "TR[aa]SQ[bb]",
            "TR[aa]",
            "SQ[aa]",
        ),
        ("", "TR[aa:cc]", "MA[bb]", "TR[aa:cc]", "TR[bb]", "MA[bb]"),
        (
            "",
            "MA[bb]",
            "TR[aa:cb]",
            "MA[bb]TR[aa:ca][ab][cb]",
            "MA[bb]",
            "TR[bb]",
        ),
        ("", "TB[aa]", "TW[aa]", "TB[aa]", "TB[aa]", "TW[aa]"),
        (
            "",
            "LB[cc:1]",
            "LB[cc:2][dd:1]",
            "LB[cc:1][dd:1]",
            "LB[cc:1]",
            "LB[cc:2]",
        ),
        (
            "LB[cc:1]", "LB[cc:2]", "LB[cc:3]", "LB[cc:2]", "LB[cc:2]", "LB[cc:3]",
        ),
        (
            "TR[bb]",
            "TR[bb]SQ[aa]",
            "TR[aa]",
            "SQ[aa]",
            "SQ[aa]",
            "TR[aa]",
        ),
        ("GB[1]", "GW[1]", "GB[2]", "GW[1]", "GW[1]", "GB[2]"),
    ] {
        let record = |values: &str| format!("(;;B[ff]{values})");
        let (text, conflicts) = joined(&record(base), &record(ours), &record(theirs));
        let [own_raw, their_raw] = [own, their].map(|value| value.replace(']', "\\]"));
        let comment = format!("C[<<<<<<< ours\n{own_raw}\n=======\n{their_raw}\n>>>>>>> theirs]");
        assert_eq!(
            text,
            record(&format!("{result}{comment}")),
            "{ours} {theirs}"
        );
        let message = format!(
            "game 1, move 1, B[ff]: theirs, `{their}`, contradicts ours, `{own}`: \
             ours is kept, both are in the comment"
        );
        assert_eq!(conflicts, [message], "{ours} {theirs}");
    }
}

#[test]
fn values_that_only_seem_to_contradict_each_other_are_merged() {
    for (base, ours, theirs, result) in [
        // One side replaces a value, or adds the same points in another form.
        ("GB[1]", "GB[1]", "GW[1]", "GW[1]"),
        ("TR[aa]", "TR[aa]", "SQ[aa]", "SQ[aa]"),
        ("TR[aa]", "SQ[aa]", "TR[aa]C[x]", "SQ[aa]C[x]"),
        ("", "TR[aa:ab]", "TR[aa][ab][ac]", "TR[aa:ab][ac]"),
        ("TR[aa]", "TR[aa:ab]", "TR[aa][ab]", "TR[aa:ab]"),
        ("", "TR[aa]", "LB[aa:1]", "TR[aa]LB[aa:1]"),
        ("", "GB[1]", "TE[1]", "GB[1]TE[1]"),
        // A contradiction of one side is not one of the merge.
        ("", "", "GB[1]GW[1]", "GB[1]GW[1]"),
        ("TR[aa]", "TR[aa]", "TR[aa]SQ[aa]", "TR[aa]SQ[aa]"),
    ] {
        let record = |values: &str| format!("(;;B[ff]{values})");
        let found = joined(&record(base), &record(ours), &record(theirs));
        assert_eq!(
            found,
            (record(result), Vec::new()),
            "{base} {ours} {theirs}"
        );
    }
}

const ANN: &str = "(;PB[Ann]PW[Bea]DT[2001];B[pd];W[dp];B[qp])";
const CYD: &str = "(;PB[Cyd]PW[Dot]DT[2002];B[dd];W[pq];B[qc])";
const EVE: &str = "(;PB[Eve]PW[Fay]DT[2020];B[cc];W[qq];B[oc])";

#[test]
fn unrelated_games_stay_apart() {
    let (base, ours) = (
        format!("{ANN}{CYD}"),
        format!("{}{CYD}", ANN.replace("DT", "EV[Kisei]DT")),
    );
    // They replaced the game that we changed.
    let (text, conflicts) = joined(&base, &ours, &format!("{CYD}{EVE}"));
    assert_eq!(text, format!("{ours}{EVE}"));
    let message = "game 1, Ann – Bea: we changed the game, they removed it: ours is kept";
    assert_eq!(conflicts, [message]);
    // We replaced the game that they changed.
    let (text, conflicts) = joined(&base, &format!("{CYD}{EVE}"), &ours);
    assert_eq!(text, format!("{CYD}{EVE}{}", ours.replace(CYD, "")));
    let message = "game 3, Ann – Bea: we removed the game, they changed it: theirs is kept";
    assert_eq!(conflicts, [message]);
    // A file of one game.
    let commented = ANN.replace("B[qp]", "B[qp]C[good]");
    let (text, conflicts) = joined(ANN, &commented, EVE);
    assert_eq!(text, format!("{commented}{EVE}"));
    assert_eq!(conflicts.len(), 1);
}

#[test]
fn a_game_is_found_by_its_players_or_its_first_moves() {
    for changed in [
        ANN.replace("PB", "EV[Kisei]PB"),
        ANN.replace("PB[Ann]", "PB[Anne]"),
        ANN.replace("PB[Ann]PW[Bea]DT[2001]", ""),
        ANN.replace(";B[qp]", ""),
    ] {
        let ours = format!("{CYD}{}", ANN.replace("B[pd]", "B[pd]C[x]"));
        let (text, conflicts) = joined(&format!("{ANN}{CYD}"), &ours, &format!("{changed}{CYD}"));
        assert_eq!(conflicts, [""; 0], "{changed}");
        let result = changed.replace("B[pd]", "B[pd]C[x]");
        assert!(
            Collection::from(text.as_str()).is_same(
                &Collection::from(format!("{CYD}{result}")),
                Compare::Unordered
            ),
            "{text}"
        );
    }
}

#[test]
fn a_game_that_both_sides_added_is_merged() {
    let with = |comment: &str| ANN.replace("B[qp]", &format!("B[qp]C[{comment}]"));
    let (text, conflicts) = joined("", &with("a"), &format!("{EVE}{}", with("b")));
    assert_eq!(text, format!("{}{EVE}", with("a\n\nb")));
    assert_eq!(conflicts, [""; 0]);
    let komi = |komi: &str| ANN.replace("PB", &format!("KM[{komi}]PB"));
    let (text, conflicts) = joined("", &komi("6.5"), &komi("7.5"));
    assert!(text.contains("KM[7.5\\]"), "{text}");
    assert_eq!(conflicts.len(), 1);
    // Two games of the same players.
    let other = ANN.replace("B[pd];W[dp]", "B[aa];W[bb]");
    let (text, conflicts) = joined("", ANN, &other);
    assert_eq!(text, format!("{ANN}{other}"));
    assert_eq!(conflicts, [""; 0]);
}

#[test]
fn their_order_is_taken_as_a_whole() {
    let base = "(;SZ[9](;B[aa])(;B[bb])(;B[cc]))";
    let theirs = "(;SZ[9](;B[bb])(;B[ee])(;B[cc])(;B[aa]))";
    assert_eq!(joined(base, base, theirs), (theirs.to_owned(), Vec::new()));
}

/// A record and what may become of it.
fn changed(text: &str, seed: u8) -> Collection {
    let mut collection = Collection::from(text);
    let games = collection.len();
    let mut game = collection.game_mut(usize::from(seed) % games).unwrap();
    let nodes: Vec<_> = game.tree().nodes().map(|node| node.id()).collect();
    let node = nodes[usize::from(seed / 3) % nodes.len()];
    match seed % 6 {
        0 => game.set_text(node, "C", "changed").unwrap(),
        1 => {
            let child = game.append_child(node).unwrap();
            game.set(child, "B", &["qq"]).unwrap();
        }
        2 => _ = transform::keep_main_line(&mut game),
        3 => game.add(node, "TR", "pp").unwrap(),
        4 => {
            let child = game.append_child(node).unwrap();
            game.set_text(child, "C", "added").unwrap();
            let below = game.append_child(child).unwrap();
            game.set(below, "W", &["qp"]).unwrap();
            let again = game.append_child(node).unwrap();
            game.set_text(again, "C", "added").unwrap();
        }
        _ => {}
    }
    let bytes = collection.to_bytes().unwrap();
    Collection::from_bytes(bytes)
}

proptest! {
    #[test]
    fn one_side_alone_is_what_comes_out(text in kifu_testkit::strategy::well_formed_sgf(), seed in any::<u8>()) {
        let base = Collection::from(text.as_str());
        let other = changed(&text, seed);
        let same = three_way(&base, &other, &base);
        prop_assert!(same.conflicts.is_empty());
        prop_assert!(same.collection.is_same(&other, Compare::Ordered));
        let taken = three_way(&base, &base, &other);
        prop_assert!(taken.conflicts.is_empty(), "{:?}", taken.conflicts);
        prop_assert!(
            taken.collection.is_same(&other, Compare::Unordered),
            "{}\n{}", taken.collection.to_compact(), other.to_compact()
        );
        let both = three_way(&base, &other, &other);
        prop_assert!(both.conflicts.is_empty());
        prop_assert!(both.collection.is_same(&other, Compare::Ordered));
    }

    #[test]
    fn any_three_can_be_joined(
        base in kifu_testkit::strategy::well_formed_sgf(),
        ours in kifu_testkit::strategy::well_formed_sgf(),
        theirs in kifu_testkit::strategy::messy_sgf(),
    ) {
        let (base, ours) = (Collection::from(base), Collection::from(ours));
        let theirs = Collection::from_bytes(theirs);
        let merged = three_way(&base, &ours, &theirs);
        if let Ok(bytes) = merged.collection.to_bytes() {
            let read = Collection::from_bytes(bytes);
            prop_assert_eq!(read.len(), merged.collection.len());
        }
    }
}
