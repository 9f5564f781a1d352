//! Invalid text beside a change stays as it is.

use kifu_sgf::{Collection, Compare, GameTreeMut, NodeId};

use super::{N, changed};

/// Invalid text around a change stays unchanged, as long as it reads the same.
#[test]
fn broken_neighbors_are_kept() {
    for (text, expected) in [
        // Unexpected text, before and after the change.
        ("(;x B[aa] junk ;W[bb])", "(;x B[aa]C[new] junk ;W[bb])"),
        ("(;B[aa](; W[bb]", "(;B[aa]C[new](; W[bb]"),
        // Missing signs.
        ("(B[aa];W[bb]", "(B[aa]C[new];W[bb]"),
        ("(;B[aa](W[bb])(W[cc]", "(;B[aa]C[new](W[bb])(W[cc]"),
        (";B[aa];W[bb]", ";B[aa]C[new];W[bb]"),
        ("(;B[aa](;W[bb]);W[cc])", "(;B[aa]C[new](;W[bb]);W[cc])"),
        ("(;B[aa];W[bb\n(;FF[4])", "(;B[aa]C[new];W[bb\n(;FF[4])"),
        // Trees without a node, values without an identifier, identifiers without a value.
        ("((;B[aa]()((;W[bb]) )))x", "((;B[aa]C[new]()((;W[bb]) )))x"),
        ("(;[x]B[aa];[y]W)", "(;[x]B[aa]C[new];[y]W)"),
        // An unescaped bracket.
        (
            "(;B[aa];C[rank [3d] wow])",
            "(;B[aa]C[new];C[rank [3d] wow])",
        ),
        // Two roots in one tree are two games.
        ("((;B[aa]);C[b](;W[cc]))", "((;B[aa]C[new]);C[b](;W[cc]))"),
    ] {
        let set = |game: &mut GameTreeMut<'_>| game.set(N(0), "C", &["new"]);
        assert_eq!(changed(text, set), expected);
        assert_eq!(changed(text, |_| Ok(())), text);
    }
}

/// A missing `;` is not supplied, before the changed node or another one.
#[test]
fn a_missing_sign_elsewhere_is_kept() {
    for (text, expected) in [
        ("(B[aa];W[bb])", "(B[aa];W[bb]C[new])"),
        (
            "(FF[4]GM[1] SZ[9]\n;B[ee] ;W[ge])",
            "(FF[4]GM[1] SZ[9]\n;B[ee]C[new] ;W[ge])",
        ),
        (
            "(B[aa](W[bb];B[cc])(W[dd]))",
            "(B[aa](W[bb]C[new];B[cc])(W[dd]))",
        ),
    ] {
        let set = |game: &mut GameTreeMut<'_>| game.set(N(1), "C", &["new"]);
        assert_eq!(changed(text, set), expected);
    }
}

/// A NUL in a game, whose variations read as games after it, is dropped if it would change the reading.
#[test]
fn a_nul_does_not_divide_a_changed_game() {
    let set = |identifier| move |game: &mut GameTreeMut<'_>| game.set_text(N(0), identifier, "x");
    let variations = |game: &mut GameTreeMut<'_>| {
        for _ in 0..2 {
            let child = game.append_child(N(1))?;
            game.set(child, "GM", &["1"])?;
        }
        Ok(())
    };
    let other = Collection::from("(;GM[1];B[bb])");
    let graft = |game: &mut GameTreeMut<'_>| {
        game.graft(N(1), other.game(0).unwrap().root())?;
        game.graft(N(1), other.game(0).unwrap().root()).map(drop)
    };
    let text = "(;C[x]\0(;PB[y];B[aa]))";
    assert_eq!(changed(text, set("EV")), "(;C[x]EV[x](;PB[y];B[aa]))");
    // It stays if the reading does.
    assert_eq!(changed(text, set("N")), "(;C[x]N[x]\0(;PB[y];B[aa]))");
    let text = "(;GM[1]SZ[9]\0;B[aa])";
    assert_eq!(
        changed(text, variations),
        "(;GM[1]SZ[9];B[aa]\n(;GM[1])\n(;GM[1]))"
    );
    assert_eq!(
        changed(text, graft),
        "(;GM[1]SZ[9];B[aa]\n(;GM[1];B[bb])\n(;GM[1];B[bb]))"
    );
    // A NUL in a text is part of it.
    assert_eq!(
        changed("(;C[a\0b]\0(;PB[y];B[aa]))", set("EV")),
        "(;C[a\0b]EV[x](;PB[y];B[aa]))"
    );
}

/// Text that would read differently beside a change is written in repaired form, and nothing else.
#[test]
fn broken_neighbors_do_not_swallow_a_change() {
    // A text with a `[` of its own, and what ended it gone.
    assert_eq!(
        changed("(;C[a [b]N[x]) text ])", |game| game
            .remove_property(N(0), "N")
            .map(drop)),
        "(;C[a \\[b]) text ])"
    );
    // An identifier without an upper-case letter after such a text.
    assert_eq!(
        changed("(;C[a [b];W[bb])", |game| game.push_property(
            N(0),
            "b",
            &["aa"]
        )),
        "(;C[a \\[b]b[aa];W[bb])"
    );
    // A value that is not closed, and something after it.
    assert_eq!(
        changed("(;B[aa];C[lost", |game| game.set(N(1), "N", &["new"])),
        "(;B[aa];C[lost]N[new])"
    );
    // A missing `)`, and a game after it; the same with a value that is not closed.
    for (text, expected) in [
        ("(;N[x]B[aa]", "(;N[x];B[aa])\n(;C[x])"),
        ("(;N[x]B[lost)", "(;N[x];B[lost)])\n(;C[x])"),
    ] {
        let mut collection = Collection::from(text);
        let mut game = collection.game_mut(0).unwrap();
        game.split_node(N(0), |id| id == "B").unwrap();
        let mut game = collection.add_game();
        let root = game.root();
        game.set(root, "C", &["x"]).unwrap();
        let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        assert_eq!(written, expected);
        assert!(Collection::from(&written[..]).is_same(&collection, Compare::Ordered));
    }
    // A `)` that is missing where nothing else tells the change.
    assert_eq!(
        changed("(;B[aa](;W[bb](;B[cc](;W[dd]", |game| game
            .move_below(N(3), N(1))),
        "(;B[aa](;W[bb](;B[cc])(;W[dd])))"
    );
    // Text before a variation that looks like the next game is left out.
    assert_eq!(
        changed("(;C[a [b];W[aa]\n(junk;FF[4]B[cc])\n(;B[dd]))", |game| game
            .push_property(N(0), "b", &["aa"])),
        "(;C[a \\[b]b[aa];W[aa]\n(;FF[4]B[cc])\n(;B[dd]))"
    );
    // A variation may look like the next game.
    assert_eq!(
        changed("(;B[aa]\n(;W[bb]FF[4])\n(;W[cc]))", |game| game
            .remove_property(N(1), "W")
            .map(drop)),
        "(;B[aa]\n(;FF[4])\n(;W[cc]))"
    );
    assert_eq!(
        changed("(;B[aa](;FF[4])(;W[cc]))", |game| game.set(
            N(1),
            "GM",
            &["1"]
        )),
        "(;B[aa](;FF[4]GM[1])(;W[cc]))"
    );
    assert_eq!(
        changed(
            "(;GM[1](;PB[a]PW[b])( ;PB[c]PW[d])(;C[e]PW[f]EV[g]))",
            |game| game.set(N(0), "KM", &["0"])
        ),
        "(;GM[1]KM[0](;PB[a]PW[b])( ;PB[c]PW[d])(;C[e]PW[f]EV[g]))"
    );
    assert_eq!(
        changed("(;B[aa];W[bb])", |game| {
            let new = game.append_child(N(0))?;
            game.set(new, "SZ", &["9"])?;
            game.set(new, "GM", &["1"])
        }),
        "(;B[aa]\n(;W[bb])\n(;SZ[9]GM[1]))"
    );
    // So may a text that ends in half of one, beside what would be the rest.
    assert_eq!(
        changed("(;C[(;FF[])", |game| game.set(N(0), "KM", &["6"])),
        "(;C[(;FF[]KM[6])"
    );
    assert_eq!(
        changed("(;C[(;FF[];B[aa]KM[6])", |game| game
            .join_with_child(N(0))
            .map(drop)),
        "(;C[(;FF[]B[aa]KM[6])"
    );
    assert_eq!(
        changed("(;C[(;FF[];B[aa]KM[6])", |game| game.set(N(1), "C", &["x"])),
        "(;C[(;FF[];B[aa]KM[6]C[x])"
    );
    // So may what gets the `;` that it lacks.
    let set = |game: &mut GameTreeMut<'_>| {
        game.set(N(0), "FF", &[" (;FF[4\\]"])?;
        game.append_child(N(1)).map(drop)
    };
    assert_eq!(changed("(;(FF[x", set), "(;FF[ (;FF[4\\]](;FF[x];))");
}

#[test]
fn an_edit_of_a_game_without_its_first_semicolon_changes_nothing_else() {
    for (input, expected) in [
        (
            "(FF[4] GM[1]\n;B[aa] ;W[bb])",
            "(FF[4] GM[1]\n;B[aa] ;W[cc])",
        ),
        (
            "x(\n PB[a]\n ;B[aa];W[bb]\n) y",
            "x(\n PB[a]\n ;B[aa];W[cc]\n) y",
        ),
        (
            "(FF[4](;B[aa];W[bb])(AB[dd] ;W[ee]))",
            "(FF[4](;B[aa];W[cc])(AB[dd] ;W[ee]))",
        ),
    ] {
        assert_eq!(edited(input, 2, "W", "cc"), expected);
    }
}

/// `input` with a property of a node of its first game changed.
fn edited(input: &str, node: u32, identifier: &str, value: &str) -> String {
    let mut collection = Collection::from_bytes(input.as_bytes().to_vec());
    let mut game = collection.game_mut(0).expect("there is a game");
    game.set(NodeId::new(node), identifier, &[value])
        .expect("it is there");
    let written = collection.to_bytes().expect("ASCII can be written");
    String::from_utf8(written).expect("ASCII")
}

/// The node that lacks the `;` gets none, unless it would not be read as a node without it.
#[test]
fn an_edit_of_a_node_without_its_semicolon_changes_nothing_else() {
    for (input, expected) in [
        ("(FF[4] GM[1]\n;B[aa])", "(FF[4] GM[2]\n;B[aa])"),
        ("(GM[1] FF[4]\n;B[aa])", "(GM[2] FF[4]\n;B[aa])"),
        ("x(\n GM[1]\n ;B[aa]\n) y", "x(\n GM[2]\n ;B[aa]\n) y"),
        ("( FF[4] ;B[aa])", "( FF[4]GM[2] ;B[aa])"),
    ] {
        assert_eq!(edited(input, 0, "GM", "2"), expected);
    }
    let mut collection = Collection::from("(FF[4];B[aa])");
    let mut game = collection.game_mut(0).expect("there is a game");
    game.remove_property(NodeId::ROOT, "FF")
        .expect("it is there");
    let written = collection.to_bytes().expect("ASCII can be written");
    assert_eq!(String::from_utf8_lossy(&written), "(;;B[aa])");
}
