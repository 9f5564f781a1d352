//! Changes to games.

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Builder, Collection, Compare, EditError, GameTreeMut, NodeId};

/// `text` after `change`, as it is written.
fn changed(
    text: &str,
    change: impl FnOnce(&mut GameTreeMut<'_>) -> Result<(), EditError>,
) -> String {
    let mut collection = Collection::from(text);
    change(&mut collection.game_mut(0).unwrap()).unwrap();
    let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
    let read = Collection::from(&written[..]);
    assert!(
        collection.is_same(&read, Compare::Ordered),
        "{written} reads back differently"
    );
    assert_eq!(
        collection.game(0).unwrap().node_count(),
        read.game(0).unwrap().node_count()
    );
    written
}

const N: fn(u32) -> NodeId = NodeId::new;

#[test]
fn nodes_are_added() {
    let text = "(;C[a];C[b](;C[c])(;C[d]))";
    assert_eq!(
        changed(text, |game| {
            let id = game.append_child(N(2))?;
            game.set(id, "C", &["x"])
        }),
        "(;C[a];C[b](;C[c];C[x])(;C[d]))"
    );
    assert_eq!(
        changed(text, |game| {
            let id = game.insert_child(N(1), 1)?;
            game.set(id, "C", &["x"])
        }),
        "(;C[a];C[b](;C[c])\n(;C[x])(;C[d]))"
    );
    assert_eq!(
        changed(text, |game| {
            let id = game.insert_before(N(2))?;
            game.set(id, "C", &["x"])
        }),
        "(;C[a];C[b]\n(;C[x])(;C[c])(;C[d]))"
    );
    assert_eq!(
        changed(text, |game| {
            let id = game.insert_after(N(3))?;
            game.set(id, "C", &["x"])
        }),
        "(;C[a];C[b](;C[c])(;C[d])\n(;C[x]))"
    );
    assert_eq!(
        changed("(;C[a] ;C[b])", |game| {
            let id = game.append_child(N(0))?;
            game.set(id, "C", &["x"])
        }),
        "(;C[a]\n(;C[b])\n(;C[x]))"
    );
}

#[test]
fn nodes_are_removed_and_moved() {
    let text = "(;C[a] (;C[b] ;C[c])\n(;C[d] ) )";
    assert_eq!(
        changed(text, |game| game.remove(N(2))),
        "(;C[a] (;C[b])\n(;C[d] ) )"
    );
    assert_eq!(changed(text, |game| game.remove(N(1))), "(;C[a](;C[d] ) )");
    assert_eq!(
        changed(text, |game| game.promote(N(3))),
        "(;C[a](;C[d] )(;C[b] ;C[c]))"
    );
    assert_eq!(
        changed(text, |game| game.move_below(N(3), N(2))),
        "(;C[a] (;C[b] ;C[c](;C[d] )))"
    );
    let deep = "(;C[a](;C[b])(;C[c](;C[d])(;C[e])))";
    assert_eq!(
        changed(deep, |game| game.make_main_line(N(4))),
        "(;C[a](;C[c](;C[e])(;C[d]))(;C[b]))"
    );
    let mut collection = Collection::from(deep);
    let mut game = collection.game_mut(0).unwrap();
    assert_eq!(game.remove(N(0)), Err(EditError::Root));
    assert_eq!(game.insert_after(N(0)), Err(EditError::Root));
    assert_eq!(game.move_below(N(2), N(4)), Err(EditError::BelowItself));
    assert_eq!(game.remove(N(9)), Err(EditError::NoSuchNode));
    game.remove(N(2)).unwrap();
    assert_eq!(game.append_child(N(4)), Err(EditError::NoSuchNode));
}

#[test]
fn nodes_are_split_joined_and_grafted() {
    let text = "(;N[x]AB[aa]B[bb];W[cc](;B[dd])(;B[ee]))";
    assert_eq!(
        changed(text, |game| game.split_node(N(0), |id| id == "B").map(drop)),
        "(;N[x]AB[aa];B[bb];W[cc](;B[dd])(;B[ee]))"
    );
    assert_eq!(
        changed(text, |game| game.join_with_child(N(0))),
        "(;N[x]AB[aa]B[bb]W[cc](;B[dd])(;B[ee]))"
    );
    let mut collection = Collection::from(text);
    assert_eq!(
        collection.game_mut(0).unwrap().join_with_child(N(1)),
        Err(EditError::NotAnOnlyChild)
    );
    let other = Collection::from("(;C[r];C[s](;C[t];C[u])(;C[v]))");
    let from = other.game(0).unwrap().node(N(1)).unwrap();
    assert_eq!(
        changed("(;C[a])", |game| game.graft(N(0), from).map(drop)),
        "(;C[a];C[s]\n(;C[t];C[u])\n(;C[v]))"
    );
}

#[test]
fn properties_are_changed() {
    let text = "(;GM[1] C [old]\nAB[aa][bb]X1[p])";
    assert_eq!(
        changed(text, |game| game.set_text(N(0), "C", "a]b\\c:d")),
        "(;GM[1] C [a\\]b\\\\c:d]\nAB[aa][bb]X1[p])"
    );
    assert_eq!(
        changed(text, |game| game.add(N(0), "AB", "cc")),
        "(;GM[1] C [old]\nAB[aa][bb][cc]X1[p])"
    );
    assert_eq!(
        changed(text, |game| game.add(N(0), "W", "cc")),
        "(;GM[1] C [old]\nAB[aa][bb]X1[p]W[cc])"
    );
    assert_eq!(
        changed(text, |game| game
            .remove_value(N(0), "AB", "aa")
            .map(|found| assert!(found))),
        "(;GM[1] C [old]\nAB[bb]X1[p])"
    );
    assert_eq!(
        changed(text, |game| game
            .remove_property(N(0), "AB")
            .map(|found| assert!(found))),
        "(;GM[1] C [old]X1[p])"
    );
    assert_eq!(
        changed(text, |game| game.set_simple_text(
            N(0),
            "X1",
            "two\r\nlines]"
        )),
        "(;GM[1] C [old]\nAB[aa][bb]X1[two lines\\]])"
    );
    assert_eq!(
        changed(text, |game| game.push_property(N(0), "C", &["again", "x"])),
        "(;GM[1] C [old]\nAB[aa][bb]X1[p]C[again][x])"
    );
    assert_eq!(
        changed(text, |game| game.add_text(N(0), "C", "a]b")),
        "(;GM[1] C[old][a\\]b]\nAB[aa][bb]X1[p])"
    );
    assert_eq!(
        changed("(;C[a\\]b][c](;N[x]))", |game| {
            assert!(!game.remove_text(N(0), "C", "a\\]b")?);
            assert!(game.remove_value(N(1), "N", "x")?);
            game.remove_text(N(0), "C", "a]b")
                .map(|found| assert!(found))
        }),
        "(;C[c](;))"
    );
    // A long name is found by its short one, and by itself.
    let old = "(;Comment[a]PlayerBlack[b])";
    for identifier in ["C", "Comment"] {
        assert_eq!(
            changed(old, |game| game.set_text(N(0), identifier, "x")),
            "(;Comment[x]PlayerBlack[b])"
        );
        assert_eq!(
            changed(old, |game| game
                .remove_property(N(0), identifier)
                .map(|found| assert!(found))),
            "(;PlayerBlack[b])"
        );
    }
    let mut collection = Collection::from(text);
    let mut game = collection.game_mut(0).unwrap();
    let long = "A".repeat(256);
    assert_eq!(
        game.set(N(0), &(long.clone() + "A"), &["a"]),
        Err(EditError::Identifier)
    );
    assert_eq!(game.set(N(0), &long, &["a"]), Ok(()));
    let read = Collection::from_bytes(collection.to_bytes().unwrap());
    assert!(read.is_same(&collection, Compare::Ordered));
    let mut collection = Collection::from(text);
    let mut game = collection.game_mut(0).unwrap();
    assert_eq!(game.set(N(0), "C", &["a]"]), Err(EditError::Value));
    assert_eq!(game.set(N(0), "C", &["a\\"]), Err(EditError::Value));
    assert_eq!(game.set(N(0), "", &["a"]), Err(EditError::Identifier));
    assert_eq!(game.set(N(0), "C;", &["a"]), Err(EditError::Identifier));
    assert_eq!(collection.to_bytes().unwrap(), text.as_bytes());
}

#[test]
fn games_are_added_removed_split_and_joined() {
    let text = "head\n(;C[a])\n\n(;C[b];C[c]) x (;C[d])\ntail";
    let mut collection = Collection::from(text);
    collection.remove_game(1).unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        b"head\n(;C[a])\n(;C[d])\ntail"
    );
    assert_eq!(collection.remove_game(2), Err(EditError::NoSuchGame));
    collection.add_game();
    assert_eq!(collection.len(), 3);
    let collection = Collection::from(text);
    let parts = collection.split();
    assert_eq!(parts.len(), 3);
    let joined = Collection::join(&parts);
    assert!(joined.is_same(&collection, Compare::Ordered));
}

/// Invalid text around a change stays unchanged, as long as it reads the same.
#[test]
fn broken_neighbours_are_kept() {
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

/// Text that would read differently beside a change is written in repaired form, and nothing else.
#[test]
fn broken_neighbours_do_not_swallow_a_change() {
    // A text with a `[` of its own, and what ended it gone.
    assert_eq!(
        changed("(;C[a [b]N[x]) text ]", |game| game
            .remove_property(N(0), "N")
            .map(drop)),
        "(;C[a \\[b]) text ]"
    );
    // The same before an identifier without an upper-case letter.
    assert_eq!(
        changed("(;C[a [b];W[bb])", |game| game.set(N(0), "b", &["aa"])),
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
            .set(N(0), "b", &["aa"])),
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

/// Text put after the last character of a game is in its encoding, not in that of the next game.
#[test]
fn the_end_of_a_game_is_written_in_its_encoding() {
    let (first, second) = (
        "(;GM[1]CA[Shift_JIS]PB[\u{4e95}\u{5c71}];B[aa",
        "(;GM[1]CA[GBK]PB[\u{67ef}\u{6d01}];B[bb]",
    );
    let first = Charset::SHIFT_JIS.encode(first).unwrap();
    let second = Charset::GBK.encode(second).unwrap();
    let mut collection = Collection::from_bytes([first.clone(), second.clone()].concat());
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(N(1), "C", "\u{9ed2}\u{306e}\u{52dd}\u{3061}")
        .unwrap();
    let comment = Charset::SHIFT_JIS
        .encode("]C[\u{9ed2}\u{306e}\u{52dd}\u{3061}])")
        .unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        [first, comment, second].concat()
    );
}

/// A new game is in the encoding at the end of the file, even after removals.
#[test]
fn a_copy_is_in_the_encoding_of_the_end() {
    let first = Charset::EUC_KR
        .encode("(;GM[1]CA[EUC-KR]PB[\u{bc14}\u{b451}];B[aa])")
        .unwrap();
    let second = Charset::GBK
        .encode("(;GM[1]CA[GBK]PB[\u{9ed1}\u{80dc}];B[bb])")
        .unwrap();
    let mut collection = Collection::from_bytes([first.clone(), second.clone()].concat());
    let copied = collection.clone();
    collection.add_copy(copied.game(1).unwrap());
    collection.remove_game(1).unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        [&first[..], b"\n", &second[..]].concat()
    );
}

/// Bytes that are no characters are not lost by a change beside them, nor in its way.
#[test]
fn bytes_that_are_no_text_are_kept() {
    let text = b"(;CA[UTF-8]C[caf\xE9 \xC3\xA9];x\xE9 N[a]B[aa] \xE9;C[\xE9 [x] y\xE9])\xE9";
    let options = DecodeOptions::default().with_charset(Charset::UTF_8);
    let mut collection = Collection::from_bytes_with(text.to_vec(), &options);
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(N(1), "N", "\u{68cb}").unwrap();
    game.add(N(2), "C", "more").unwrap();
    assert_eq!(
        collection.to_bytes().unwrap().escape_ascii().to_string(),
        b"(;CA[UTF-8]C[caf\xE9 \xC3\xA9];x\xE9 N[\xE6\xA3\x8B]B[aa] \xE9;C[\xE9 \\[x\\] y\xE9][more])\xE9"
            .escape_ascii()
            .to_string()
    );
    // In another encoding, and where the broken node must be written anew.
    let text = b"(;CA[Shift_JIS]C[\x95\x5C\xFF [x]N[\x8Eq]) text ]";
    let options = DecodeOptions::default().with_charset(Charset::SHIFT_JIS);
    let mut collection = Collection::from_bytes_with(text.to_vec(), &options);
    let mut game = collection.game_mut(0).unwrap();
    assert!(game.remove_property(N(0), "N").unwrap());
    assert_eq!(
        collection.to_bytes().unwrap().escape_ascii().to_string(),
        b"(;CA[Shift_JIS]C[\x95\x5C\xFF \\[x]) text ]"
            .escape_ascii()
            .to_string()
    );
}

#[test]
fn an_edit_keeps_the_encoding() {
    // A name in Shift_JIS whose second byte is a backslash.
    let bytes = b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq];B[aa]C[x])".to_vec();
    let mut collection = Collection::from_bytes(bytes);
    assert_eq!(
        collection
            .game(0)
            .unwrap()
            .root()
            .simple_text("PB")
            .unwrap(),
        "表子"
    );
    collection
        .game_mut(0)
        .unwrap()
        .set_text(N(1), "C", "表")
        .unwrap();
    let written = collection.to_bytes().unwrap();
    assert_eq!(
        written,
        b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq];B[aa]C[\x95\x5C])"
    );
    collection
        .game_mut(0)
        .unwrap()
        .set_text(N(1), "C", "\u{1f600}")
        .unwrap();
    assert!(collection.to_bytes().is_err());
    assert!(collection.to_canonical().contains("C[\u{1f600}]"));
}

#[test]
fn a_copy_names_its_encoding() {
    let bytes = b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq])(;CA[Shift_JIS]PW[\x8Eq])".to_vec();
    let collection = Collection::from_bytes(bytes);
    let parts = collection.split();
    let written = parts
        .iter()
        .map(|part| part.to_bytes().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(written[0], "(;CA[UTF-8]PB[\u{8868}\u{5b50}])\n".as_bytes());
    for (part, bytes) in parts.iter().zip(written) {
        let read = Collection::from_bytes(bytes);
        assert!(read.is_same(part, Compare::Ordered));
        assert_eq!(read.source().problems(), []);
    }
    let mut other = collection.clone();
    other.add_copy(
        Collection::from("(;CA[UTF-8]PB[\u{8868}])")
            .game(0)
            .unwrap(),
    );
    let written = other.to_bytes().unwrap();
    assert!(
        written.ends_with(b")\n(;CA[Shift_JIS]PB[\x95\x5C])"),
        "{}",
        written.escape_ascii()
    );
}

#[test]
fn equality_with_and_without_order() {
    let same = |left: &str, right: &str, compare| {
        Collection::from(left).is_same(&Collection::from(right), compare)
    };
    let (ordered, unordered) = (Compare::Ordered, Compare::Unordered);
    assert!(same(
        "(;AB[aa][bb]C[x])",
        "(; AB [aa]\n[bb] C[x] )",
        ordered
    ));
    assert!(same("(;Black[aa]C[a\\:b])", "(;B[aa]C[a:b])", ordered));
    assert!(!same("(;AB[aa][bb]C[x])", "(;C[x]AB[bb][aa])", ordered));
    assert!(same("(;AB[aa][bb]C[x])", "(;C[x]AB[bb][aa])", unordered));
    assert!(!same("(;AB[aa][bb]C[x])", "(;C[x]AB[bb])", unordered));
    assert!(!same(
        "(;C[a](;C[b])(;C[c]))",
        "(;C[a](;C[c])(;C[b]))",
        unordered
    ));
    assert!(!same(
        "(;C[a](;C[b])(;C[c]))",
        "(;C[a](;C[b];C[c]))",
        unordered
    ));
    assert!(!same(
        "(;C[a](;C[b];C[c]))",
        "(;C[a](;C[b])(;C[c]))",
        unordered
    ));
    assert!(same("(;KO)", "(;KO[])", ordered));
    // A line break is a blank in SimpleText, and counts in Text.
    for compare in [ordered, unordered] {
        assert!(same("(;PB[a\r\nb])", "(;PB[a b])", compare));
        assert!(!same("(;C[a\nb])", "(;C[a b])", compare));
        // Of a property that the standard does not know nothing is known.
        assert!(!same("(;GM[1]XX[a\nb])", "(;GM[1]XX[a b])", compare));
    }
}

#[test]
fn a_builder_makes_a_game_in_a_few_lines() {
    let game = Builder::go(19)
        .players("A]", "B")
        .komi("6.5")
        .result("B+R")
        .black("pd")
        .white("dd")
        .variation(|line| line.black("qq").white("").comment("A pass."))
        .black("pq")
        .back(1)
        .black("dq")
        .text("N", "a \\ b")
        .node()
        .property("XX", &["raw"])
        .finish();
    let written = game.to_compact();
    assert_eq!(
        written,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[A\\]]PW[B]KM[6.5]RE[B+R];B[pd];W[dd]\
         (;B[qq];W[]C[A pass.])(;B[pq])(;B[dq]N[a \\\\ b];XX[raw]))\n"
    );
    assert!(Collection::from(written).is_same(&game, Compare::Unordered));
}

#[test]
fn properties_by_their_place() {
    let mut collection = Collection::from("(;GM[1]\nC[a] C[b]\nSiZe[9]\n;B[aa])");
    let root = NodeId::new(0);
    let mut game = collection.game_mut(0).unwrap();
    game.rename_property_at(root, 3, "SZ").unwrap();
    game.set_property_at(root, 2, "C", &["c"]).unwrap();
    game.remove_property_at(root, 1).unwrap();
    game.insert_property_at(root, 0, "FF", &["4"]).unwrap();
    game.insert_property_at(root, 4, "KM", &["6.5"]).unwrap();
    for error in [
        game.set_property_at(root, 5, "KM", &["0"]),
        game.insert_property_at(root, 6, "KM", &["0"]),
        game.rename_property_at(root, 5, "KM"),
        game.remove_property_at(root, 5),
    ] {
        assert_eq!(error, Err(EditError::NoSuchProperty));
    }
    assert_eq!(
        game.set_property_at(root, 0, "1", &["0"]),
        Err(EditError::Identifier)
    );
    assert_eq!(
        game.insert_property_at(root, 0, "A", &["]"]),
        Err(EditError::Value)
    );
    // Line ends stay where they were.
    assert_eq!(
        String::from_utf8(collection.to_bytes().unwrap()).unwrap(),
        "(;FF[4]GM[1] C[c]\nSZ[9]KM[6.5]\n;B[aa])"
    );
}

#[test]
fn a_property_is_renamed_whatever_its_bytes() {
    let mut collection =
        Collection::from_bytes(b"(;CA[UTF-8]Comment[\xE4\xBA\x95 \xFF];B[aa])".to_vec());
    let mut game = collection.game_mut(0).unwrap();
    game.rename_property_at(NodeId::new(0), 1, "C").unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        b"(;CA[UTF-8]C[\xE4\xBA\x95 \xFF];B[aa])"
    );
}

#[test]
fn properties_are_removed_by_their_places() {
    let mut collection = Collection::from("(;B[aa] C[a]C[b] TR[cc]N[x])");
    let mut game = collection.game_mut(0).unwrap();
    let root = game.root();
    game.retain_properties(root, |place| place != 1 && place != 3)
        .unwrap();
    assert_eq!(collection.to_bytes().unwrap(), b"(;B[aa]C[b]N[x])");
}

#[test]
fn a_saved_file_is_read_again() {
    let folder = std::env::temp_dir().join(format!("kifu-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.sgf");
    let mut collection = Collection::from("(;PB[Ada];B[aa])");
    collection.save(&path).unwrap();
    let root = NodeId::ROOT;
    collection
        .game_mut(0)
        .unwrap()
        .set_text(root, "PB", "Bea")
        .unwrap();
    collection.save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"(;PB[Bea];B[aa])");
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(names.len(), 1, "no temporary file is left: {names:?}");
    let missing = folder.join("no").join("game.sgf");
    let error = collection.save(&missing).unwrap_err().to_string();
    assert!(error.contains("game.sgf"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_builder_refuses_values_that_are_none() {
    let refused = |identifier: &str, value: &str| {
        let builder = Builder::go(19).node();
        builder.try_property(identifier, &[value]).is_err()
    };
    for (identifier, value) in [
        ("KM", "abc"),
        ("KM", "6,5"),
        ("B", "zz"),
        ("AB", "D4"),
        ("AB", "aa:zz"),
        ("SZ", "big"),
        ("MN", "x"),
        ("C", "open ]"),
        ("N1", "x"),
        ("_N", "x"),
        ("", "x"),
    ] {
        assert!(refused(identifier, value), "{identifier}[{value}]");
    }
    for (identifier, value) in [
        ("KM", "-0.5"),
        ("B", ""),
        ("B", "tt"),
        ("AB", "aa:cc"),
        ("LB", "aa:A"),
        ("VW", ""),
        ("DM", "1"),
        ("XX", "free"),
        ("C", "a \\] b"),
    ] {
        assert!(!refused(identifier, value), "{identifier}[{value}]");
    }
}

#[test]
#[should_panic(expected = "only letters")]
fn the_builder_takes_no_text_under_an_identifier_with_a_digit() {
    drop(Builder::go(19).text("N1", "x"));
}

#[test]
fn lengths_of_iterators_are_exact() {
    fn check<I: ExactSizeIterator>(mut iterator: I) {
        for left in (0..iterator.len()).rev() {
            assert!(iterator.next().is_some());
            assert_eq!(iterator.len(), left);
        }
        assert!(iterator.next().is_none());
    }
    fn check_all(collection: &Collection) {
        check(collection.games());
        for game in collection.games() {
            assert_eq!(game.nodes().count(), game.node_count());
            assert!(game.nodes().eq(game.root().subtree()));
            check(game.nodes());
            for property in game.nodes().flat_map(|node| node.properties()) {
                assert_eq!(property.values().len(), property.len());
                check(property.values());
            }
        }
    }
    let mut collection =
        Collection::from("(;AB[aa] [bb]\n[cc]C[a\\]b];B[dd](;W[]C)(;W[ee];TR))(;)");
    check_all(&collection);
    let mut game = collection.game_mut(0).unwrap();
    let added = game.append_child(N(2)).unwrap();
    game.set(added, "TR", &["aa", "bb"]).unwrap();
    game.remove(N(3)).unwrap();
    check_all(&collection);
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
