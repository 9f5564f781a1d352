//! Properties are set, renamed and removed.

use kifu_sgf::{Collection, Compare, EditError, GameTreeMut, NodeId};

use super::{N, changed};

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
fn a_text_replaces_the_first_value_only() {
    let mut collection = Collection::from("(;C[one][two]C[three]N[a];C)");
    let mut game = collection.game_mut(0).unwrap();
    let (root, next) = (NodeId::new(0), NodeId::new(1));
    game.set_text(root, "C", "new").unwrap();
    game.set_simple_text(root, "N", "b").unwrap();
    game.set_text(next, "C", "c").unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        b"(;C[new][two]C[three]N[b];C[c])"
    );
}

type Change = fn(&mut GameTreeMut<'_>, &str) -> Result<(), EditError>;

/// A property is found and changed by any spelling of its identifier, whichever one the file has.
#[test]
fn identifiers_have_several_spellings() {
    const SPELLINGS: [&str; 3] = ["C", "Comment", "c"];
    let root = NodeId::ROOT;
    for written in SPELLINGS {
        let text = format!("(;{written}[old])");
        for given in SPELLINGS {
            let collection = Collection::from(&text[..]);
            let node = collection.game(0).unwrap().root();
            assert!(node.has(given) && node.get(given).unwrap().is(given));
            assert_eq!(node.value(given), Some("old"), "{given} in {text}");
            assert_eq!(node.text(given).unwrap(), "old");
            assert_eq!(node.simple_text(given).unwrap(), "old");
            assert_eq!(node.values(given).collect::<Vec<_>>(), ["old"]);

            let kept = |after: &str| format!("(;{written}{after})");
            let changes: [(Change, String); 8] = [
                (|game, id| game.set(N(0), id, &["x"]), kept("[x]")),
                (|game, id| game.set_text(N(0), id, "x"), kept("[x]")),
                (|game, id| game.set_simple_text(N(0), id, "x"), kept("[x]")),
                (|game, id| game.add(N(0), id, "x"), kept("[old][x]")),
                (|game, id| game.add_text(N(0), id, "x"), kept("[old][x]")),
                (
                    |game, id| game.remove_property(N(0), id).map(|found| assert!(found)),
                    "(;)".into(),
                ),
                (
                    |game, id| {
                        game.remove_value(N(0), id, "old")
                            .map(|found| assert!(found))
                    },
                    "(;)".into(),
                ),
                (
                    |game, id| {
                        game.remove_text(N(0), id, "old")
                            .map(|found| assert!(found))
                    },
                    "(;)".into(),
                ),
            ];
            for (change, expected) in changes {
                let after = changed(&text, |game| change(game, given));
                assert_eq!(after, expected, "{given} in {text}");
            }
        }
    }
    for given in SPELLINGS {
        // The first one is read and set, and all are removed.
        let text = "(;c[x]C[y]N[z])";
        assert_eq!(
            Collection::from(text).game(0).unwrap().root().value(given),
            Some("x")
        );
        let set = |game: &mut GameTreeMut<'_>| game.set_text(root, given, "new");
        assert_eq!(changed(text, set), "(;c[new]C[y]N[z])");
        let set = |game: &mut GameTreeMut<'_>| game.set(root, given, &["new"]);
        assert_eq!(changed(text, set), "(;c[new]N[z])");
        let remove = |game: &mut GameTreeMut<'_>| game.remove_property(root, given).map(drop);
        assert_eq!(changed(text, remove), "(;N[z])");
        // A new property has the identifier of the standard, unless it is added as it is given.
        let set = |game: &mut GameTreeMut<'_>| game.set_text(root, given, "new");
        assert_eq!(changed("(;N[z])", set), "(;N[z]C[new])");
        let push = |game: &mut GameTreeMut<'_>| game.push_property(root, given, &["new"]);
        assert_eq!(changed("(;)", push), format!("(;{given}[new])"));
    }
    // The only property of a node is found too.
    let collection = Collection::from("(;GM[1];B[aa];W[bb])");
    let node = collection.game(0).unwrap().node(N(1)).unwrap();
    assert_eq!(
        (node.value("Black"), node.value("b")),
        (Some("aa"), Some("aa"))
    );
    assert!(!node.has("Comment") && !node.has("White") && !node.has("w"));
    let join = |game: &mut GameTreeMut<'_>| game.join_with_child(root);
    assert_eq!(changed("(;Comment[a];c[b])", join), "(;Comment[a][b])");
}
