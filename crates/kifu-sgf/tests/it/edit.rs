//! Changes to games.

mod broken;
mod builder;
mod encodings;
mod properties;

use kifu_sgf::{Collection, Compare, EditError, GameTreeMut, NodeId};

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
    // The letters of `L` follow its order; that of unknown values may have a meaning.
    for (left, right, is_same) in [
        ("L[aa][bb]", "L[bb][aa]", false),
        ("L[aa]L[bb]", "L[bb]L[aa]", false),
        ("L[aa][bb]C[x]", "C[x]L[aa][bb]", true),
        ("XX[1][2]", "XX[2][1]", false),
        ("GM[4]RG[aa][bb]", "GM[4]RG[bb][aa]", false),
        ("GM[1]RG[aa][bb]", "GM[1]RG[bb][aa]", true),
        ("C[a][b]", "C[b][a]", false),
        ("TR[aa]TR[bb]", "TR[bb]TR[aa]", true),
    ] {
        let (left, right) = (format!("(;{left})"), format!("(;{right})"));
        assert_eq!(same(&left, &right, unordered), is_same, "{left} {right}");
    }
    // Of two setup lists with a point the last one wins.
    for (left, right, is_same) in [
        ("AE[aa:ee]AB[cc]AW[gg]", "AB[cc]AW[gg]AE[aa:ee]", false),
        ("AE[aa:ee]AB[cc]AW[gg]", "AE[aa:ee]AW[gg]AB[cc]", true),
        ("AE[aa]AB[cc]", "AB[cc]AE[aa]", true),
        ("AB[aa]AW[aa]AB[bb]", "AB[bb]AW[aa]AB[aa]", false),
        ("GM[11]AW[a1]AB[b2]", "GM[11]AB[b2]AW[a1]", false),
        ("AW[D4]AB[dd]", "AB[dd]AW[D4]", false),
    ] {
        for below in ["", ";C[a];"] {
            let (left, right) = (format!("(;{below}{left})"), format!("(;{below}{right})"));
            assert_eq!(same(&left, &right, unordered), is_same, "{left} {right}");
        }
    }
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
fn another_text_of_the_same_games_keeps_ids() {
    let mut collection = Collection::from("(;SZ[9];B[aa](;W[bb])(;W[cc]))(;SZ[5])");
    let mut game = collection.game_mut(0).unwrap();
    let added = game.insert_before(N(1)).unwrap();
    game.remove(N(3)).unwrap();
    let text = collection.to_text();
    assert!(!collection.rebase(Collection::from("(;SZ[9])(;SZ[5])")));
    assert_eq!(collection.to_text(), text);
    assert!(collection.rebase(Collection::from(text.replace(';', " ; "))));
    assert_eq!(collection.text(), collection.to_text());
    let game = collection.game(0).unwrap();
    let ids: Vec<_> = game.nodes().map(|node| node.id()).collect();
    assert_eq!(ids, [NodeId::ROOT, added, N(1), N(2)]);
    assert_eq!(game.node(N(2)).unwrap().value("W"), Some("bb"));
    assert_eq!(game.node(N(2)).unwrap().parent(), game.node(N(1)));
    assert!(game.node(N(3)).is_none());
    let mut game = collection.game_mut(0).unwrap();
    assert_eq!(game.append_child(added).unwrap(), N(5));
}
