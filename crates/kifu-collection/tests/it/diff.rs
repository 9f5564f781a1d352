use kifu_collection::diff::{Diff, GameChange, orient};
use kifu_collection::transform::Turn;
use kifu_go::{Point, Symmetry};
use kifu_sgf::{Collection, Compare};
use kifu_testkit::{corpus, generate};
use proptest::prelude::*;

fn text(old: &str, new: &str) -> String {
    let (old, new) = (Collection::from(old), Collection::from(new));
    Diff::between(&old, &new).text(&old)
}

#[test]
fn differences_are_reported_by_node() {
    for (old, new, differences) in [
        ("(;B[aa];W[bb])", "( ; B [aa]\n;W[bb] )", ""),
        ("(;TR[aa][bb]C[x])", "(;C[x]TR[bb][aa])", ""),
        ("(;B[tt])", "(;B[])", "root\n  ~ B[tt] → B[]\n"),
        (
            "(;SZ[9];B[tt]C[a])",
            "(;SZ[9];B[]C[a])",
            "move 1, B[tt]\n  ~ B[tt] → B[]\n",
        ),
        (
            "(;PB[a]KM[6.5])",
            "(;KM[7.5]PW[b])",
            "root\n  ~ KM[6.5] → KM[7.5]\n  + PW[b]\n  - PB[a]\n",
        ),
        (
            "(;;B[aa];W[bb])",
            "(;;B[aa](;W[cc];B[dd])(;W[bb]))",
            "move 1, B[aa]\n  + variation of 2 nodes: W[cc] B[dd]\n",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc]))",
            "(;;B[aa](;W[cc])(;W[bb]))",
            "move 1, B[aa]\n  = variations in the order W[cc] W[bb]\n",
        ),
        (
            "(;;B[aa](;W[bb])(;W[cc];B[dd]C[x]))",
            "(;;B[aa](;W[bb])(;W[cc];B[dd]))",
            "move 3, B[dd], in a variation (node 4)\n  - C[x]\n",
        ),
        (
            "(;C[one\ntwo\nthree])",
            "(;C[one\n2\n2b\nthree])",
            "root\n  ~ C\n      …\n    - two\n    + 2\n    + 2b\n      …\n",
        ),
        // Of two lists with a point the last one wins.
        (
            "(;SZ[9]AE[aa:ee]AB[cc]AW[gg])",
            "(;SZ[9]AB[cc]AW[gg]AE[aa:ee])",
            "root\n  + AB[cc]\n  + AW[gg]\n  + AE[aa:ee]\n  - AE[aa:ee]\n  - AB[cc]\n  - AW[gg]\n",
        ),
        ("(;SZ[9]AE[aa]AB[cc])", "(;SZ[9]AB[cc]AE[aa])", ""),
        (
            "(;SZ[9]AE[aa]AB[aa]AW[cc])",
            "(;SZ[9]AE[aa]AW[cc]AB[aa])",
            "",
        ),
        ("(;C[a]C[b])", "(;C[a]C[c])", "root\n  ~ C[b] → C[c]\n"),
        (
            "(;;B[aa]CA[GBK])",
            "(;;B[aa]CA[Big5])",
            "move 1, B[aa]\n  ~ CA[GBK] → CA[Big5]\n",
        ),
        // The letters of `L` follow the order of its points, and a private property may have an order.
        (
            "(;B[dd]L[aa][bb]TR[aa][bb]XX[1][2])",
            "(;B[dd]L[bb][aa]TR[bb][aa]XX[2][1])",
            "root\n  ~ L[aa][bb] → L[bb][aa]\n  ~ XX[1][2] → XX[2][1]\n",
        ),
        (
            "(;CA[a];B[aa])",
            "(;;B[aa]CA[a])",
            "root\n  - CA[a]\nmove 1, B[aa]\n  + CA[a]\n",
        ),
        ("(;CA[;];)", "(;CA[;;];)", "root\n  ~ CA[;] → CA[;;]\n"),
        (
            "(;CA[a][b])",
            "(;CA[a][c])",
            "root\n  ~ CA[a][b] → CA[a][c]\n",
        ),
        // Nodes with the same move, or without one, are changed nodes.
        (
            "(;SZ[9];AB[aa])",
            "(;SZ[9];AB[aa][bb])",
            "after move 0\n  ~ AB[aa] → AB[aa][bb]\n",
        ),
        (
            "(;SZ[9];B[aa];W[bb])",
            "(;SZ[9];B[aa]W[dd];W[bb])",
            "move 1, B[aa]\n  + W[dd]\n",
        ),
        (
            "(;SZ[9];B[aa]B[cc];W[bb])",
            "(;SZ[9];B[aa];W[bb];B[dd])",
            "move 1, B[aa]\n  - B[cc]\nmove 2, W[bb]\n  + variation of 1 node: B[dd]\n",
        ),
        (
            "(;SZ[9];C[x];B[aa])",
            "(;SZ[9];AW[cc];B[aa]AE[cc])",
            "after move 0\n  + AW[cc]\n  - C[x]\nmove 1, B[aa]\n  + AE[cc]\n",
        ),
        (
            "(;SZ[9](;AB[aa];W[bb])(;AB[cc];W[dd]))",
            "(;SZ[9](;AB[ab];W[bb])(;AB[cc];W[dd])(;AB[ee]))",
            "root\n  + variation of 1 node\n    + AB[ee]\nafter move 0\n  ~ AB[aa] → AB[ab]\n",
        ),
        // The properties of the first node of a variation.
        (
            "(;SZ[9];B[aa]C[x]AW[dd];W[bb]C[y])",
            "(;SZ[9];B[bb]W[cc]N[z]B[dd][ee];W[bb])",
            "root\n  + variation of 2 nodes: B[bb] W[bb]\n    + W[cc]\n    + N[z]\n    + B[dd][ee]\n  \
             - variation of 2 nodes: B[aa] W[bb]\n    - C[x]\n    - AW[dd]\n",
        ),
        (
            "(;SZ[9];B[aa][bb])",
            "(;SZ[9];AB[aa];Black[cc])",
            "root\n  + variation of 2 nodes: B[cc]\n    + AB[aa]\n  \
             - variation of 1 node: B[aa]\n    - B[aa][bb]\n",
        ),
        (
            "(;SZ[9])",
            "(;SZ[9];B[aa]C[one\ntwo]GC[0123456789 0123456789 0123456789 0123456789 0123456789 0123456789])",
            "root\n  + variation of 1 node: B[aa]\n    + C[one …\n    \
             + GC[0123456789 0123456789 0123456789 0123456789 0123456789 01 …\n",
        ),
        // As many are left on both sides: they are taken for one game.
        (
            "(;PB[a];B[aa])(;PB[b];B[bb])",
            "(;PB[b];B[bb])(;PB[c])",
            "game 2, a – ? (was game 1)\nroot\n  ~ PB[a] → PB[c]\n  - variation of 1 node: B[aa]\n",
        ),
        (
            "(;PB[a];B[aa])(;PB[b];B[bb])",
            "(;PB[b];B[bb])",
            "- game 1, a – ?\n",
        ),
        (
            "(;PB[b];B[bb])",
            "(;PB[a]PW[c];B[aa])(;PB[b];B[bb])",
            "+ game 1, a – c\n",
        ),
        (
            "(;PB[a];B[aa])(;PB[b];B[bb])",
            "(;PB[b];B[bb])(;PB[a];B[aa]C[x])",
            "game 2, a – ? (was game 1)\nmove 1, B[aa]\n  + C[x]\n",
        ),
    ] {
        assert_eq!(text(old, new), differences, "{old} → {new}");
    }
}

#[test]
fn games_are_found_wherever_they_stand() {
    let old = Collection::from("(;PB[a];B[aa])(;PB[b];B[bb])(;PB[c])");
    let new = Collection::from("(;PB[c])(;PB[a];B[aa])(;PB[n])(;PB[b];B[bc])");
    let diff = Diff::between(&old, &new);
    assert_eq!(diff.games[0], GameChange::Same(2));
    assert_eq!(diff.games[1], GameChange::Same(0));
    assert!(matches!(diff.games[2], GameChange::Added(_)));
    assert!(matches!(diff.games[3], GameChange::Changed { old: 1, .. }));
    assert!(diff.removed().is_empty());
    let patched = diff.apply(&old).unwrap();
    assert!(patched.is_same(&new, Compare::Unordered));
}

#[test]
fn what_is_not_changed_keeps_its_bytes() {
    let old = Collection::from("( ;GM[1] PB[a] ;B[aa] C[x] ;W[bb])");
    let new = Collection::from("(;GM[1]PB[a];B[aa]C[y];W[bb])");
    let patched = Diff::between(&old, &new).apply(&old).unwrap();
    let bytes = patched.to_bytes().unwrap();
    assert_eq!(bytes, b"( ;GM[1] PB[a] ;B[aa] C[y] ;W[bb])");
}

#[test]
fn another_record_is_refused() {
    let (old, new) = (
        Collection::from("(;C[x];B[aa])"),
        Collection::from("(;C[y])"),
    );
    let diff = Diff::between(&old, &new);
    assert!(diff.apply(&new).is_err());
    assert!(diff.apply(&Collection::from("(;N[x];B[aa])")).is_err());
    assert!(diff.apply(&Collection::from("(;C[x];B[aa])(;)")).is_err());
}

#[test]
fn names_of_encodings_are_those_of_the_new_record() {
    for (old, new) in [
        (
            "(;;;;PB[aa];(;)(;CA[aa]PB[aa];;B[;]W[;];;;;;;;))(;)",
            "(;;;;PB[aa];(;)(;CA[aa]PB[aa];;B[;C[new]]W[;];;;;;;;))(;)",
        ),
        ("(;CA[aa])(;PB[b])", "(;PB[b])(;CA[aa])"),
        (
            "(;CA[GBK]C[棋];B[aa])(;PB[b])",
            "(;PB[b])(;CA[GBK]C[棋];B[bb])",
        ),
        ("(;PB[b])", "(;CA[Big5]PB[棋])(;PB[b])"),
    ] {
        let (old, new) = (Collection::from(old), Collection::from(new));
        is_made_of(&old, &new).unwrap();
        is_made_of(&new, &old).unwrap();
    }
}

#[test]
fn an_identifier_without_a_value_has_an_empty_one() {
    for (old, new) in [
        (
            "(;PB[a];N[x]C(;B[aa]))(;PB[b])",
            "(;PB[b])(;PB[a];N[y](;B[bb]))",
        ),
        (
            "(;;;;;)(;PB[aa];MN[;C](;FF[aa];;;B[;];;B[;];;;;;))",
            "(;C[new];;;;)(;PB[aa];MN[;TR[aa][bb]C](;FF[aa];;;B[;];;B[;];;;;;))",
        ),
    ] {
        let (old, new) = (Collection::from(old), Collection::from(new));
        is_made_of(&old, &new).unwrap();
        is_made_of(&new, &old).unwrap();
    }
}

#[test]
fn nodes_with_several_moves_or_setup_are_made_of_each_other() {
    let records = [
        "B[aa]",
        "B[aa]W[bb]",
        "W[bb]B[aa]",
        "B[aa]W[bb]B[cc]",
        "B[aa]B[cc]W[bb]",
        "B[aa][cc]",
        "AB[aa]",
        "AB[aa][bb]PL[W]",
        "AE[aa:cc]AB[bb]",
        "AB[bb]AE[aa:cc]",
        "C[x]",
        "B[aa]AB[bb]",
        "B[cc];B[aa]",
        "B[cc](;AB[aa])(;AB[bb];W[aa])(;C[x])",
        "B[cc](;C[x])(;AB[bb])(;AB[ab];W[aa])",
    ];
    let read = |node: &str| Collection::from(format!("(;SZ[9];{node}(;W[ee])(;B[ff]))"));
    for old in records {
        for new in records {
            is_made_of(&read(old), &read(new)).unwrap();
        }
    }
}

#[test]
fn a_game_that_its_encoding_cannot_hold_is_written_in_utf8() {
    for charset in ["ISO-8859-1", "UTF-16"] {
        let old = Collection::from(format!("(;CA[{charset}]PB[棋])(;PB[b])"));
        let new = Collection::from(format!("(;PB[b])(;CA[{charset}]PB[棋])"));
        let patched = Diff::between(&old, &new).apply(&old).unwrap();
        assert_eq!(
            String::from_utf8(patched.to_bytes().unwrap()).unwrap(),
            "(;PB[b])\n(;CA[UTF-8]PB[棋])\n"
        );
    }
}

#[test]
fn real_files_are_made_of_each_other() {
    let Some(folder) = corpus::archive("programs") else {
        return;
    };
    let files = corpus::files(&folder, "sgf");
    let files: Vec<_> = files.iter().step_by(7).take(120).collect();
    let read = |path| Collection::open(path).unwrap();
    for pair in files.windows(2) {
        let (old, new) = (read(pair[0]), read(pair[1]));
        let patched = Diff::between(&old, &new).apply(&old).unwrap();
        assert_eq!(patched.len(), new.len());
        // They are in the encoding of the old file, so `CA` may name another.
        assert!(
            Diff::between(&patched, &new).is_empty() || differs_in_charset_only(&patched, &new),
            "{}\n{}",
            pair[1].display(),
            Diff::between(&patched, &new).text(&patched)
        );
    }
}

fn differs_in_charset_only(own: &Collection, other: &Collection) -> bool {
    let text = Diff::between(own, other).text(own);
    text.lines().all(|line| {
        let line = line.trim_start();
        line.starts_with("game ")
            || line == "root"
            || line.get(2..).is_some_and(|rest| rest.starts_with("CA["))
    })
}

#[test]
fn trees_of_any_shape_take_linear_time() {
    for make in [generate::nested, generate::line, generate::siblings] {
        let old = Collection::from_bytes(make(100_000));
        let new = Collection::from_bytes(make(99_000));
        let start = std::time::Instant::now();
        let diff = Diff::between(&old, &new);
        assert!(diff.apply(&old).unwrap().is_same(&new, Compare::Unordered));
        assert!(!diff.text(&old).is_empty());
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

/// A record, and what somebody made of it: text replaced here and there.
fn pair() -> impl Strategy<Value = (String, String)> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0_usize..10), 0..4);
    (kifu_testkit::strategy::well_formed_sgf(), changes).prop_map(|(old, changes)| {
        let mut new = old.clone();
        for (at, what) in changes {
            let nodes: Vec<usize> = new.match_indices(';').map(|(at, _)| at).collect();
            let at = nodes[at.index(nodes.len())];
            let (before, after) = new.split_at(at + 1);
            let added = [
                "C[new]",
                "B[cc];",
                "W[dd]N[x]",
                ";",
                "TR[aa][bb]",
                "AB[cc]",
                "AW[dd]AE[aa:ee]",
                "AE[cc]AW[cc]",
                "CA[GB18030]",
                "CA[new]",
            ][what];
            new = format!("{before}{added}{after}");
        }
        (old, new)
    })
}

fn is_made_of(old: &Collection, new: &Collection) -> Result<(), TestCaseError> {
    let diff = Diff::between(old, new);
    let patched = diff.apply(old).unwrap();
    prop_assert!(
        patched.is_same(new, Compare::Unordered),
        "{:?}\n{}\n{}",
        diff,
        patched.to_compact(),
        new.to_compact()
    );
    prop_assert_eq!(
        diff.text(old).is_empty(),
        diff.is_empty() || diff.text(old).is_empty()
    );
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(&diff).unwrap();
        prop_assert_eq!(serde_json::from_str::<Diff>(&json).unwrap(), diff);
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_difference_makes_the_new_one_of_the_old((old, new) in pair()) {
        let (old, new) = (Collection::from(old), Collection::from(new));
        is_made_of(&old, &new)?;
        is_made_of(&new, &old)?;
        prop_assert!(Diff::between(&old, &old).is_empty());
    }

    #[test]
    fn of_any_two_too(
        old in kifu_testkit::strategy::well_formed_sgf(),
        new in kifu_testkit::strategy::well_formed_sgf(),
    ) {
        is_made_of(&Collection::from(old), &Collection::from(new))?;
    }
}

proptest! {
    /// A collection whose games were turned, each in its own way and in another order, has no difference.
    #[test]
    fn turned_collections_are_alike(
        games in prop::collection::vec((prop::collection::vec((0_u16..9, 0_u16..9), 12..20), 0_usize..8), 1..4),
    ) {
        let lines = games.iter().map(|(moves, _)| {
            let moves = moves.iter().zip(["B", "W"].into_iter().cycle());
            let moves = moves.map(|((x, y), color)| format!(";{color}[{}]", Point::new(*x, *y)));
            format!("(;SZ[9]{})", moves.collect::<String>())
        });
        let mut lines: Vec<_> = lines.collect();
        let old = Collection::from(lines.concat());
        lines.reverse();
        let mut new = Collection::from(lines.concat());
        for (number, (_, way)) in games.iter().rev().enumerate() {
            let turn = Turn { symmetry: Symmetry::ALL[*way], ..Turn::default() };
            turn.apply(&mut new.game_mut(number).unwrap()).unwrap();
        }
        orient(&old, &mut new);
        let diff = Diff::between(&old, &new);
        let is_same = |game: &GameChange| matches!(game, GameChange::Same(_));
        prop_assert!(diff.games.iter().all(is_same), "{}", diff.text(&old));
    }
}
