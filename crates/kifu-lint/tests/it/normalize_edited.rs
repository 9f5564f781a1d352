//! Normalization of collections that were edited and not written since.

use kifu_lint::normalize::{Options, normalize};
use kifu_sgf::encoding::Charset;
use kifu_sgf::{Collection, GameTreeMut, NodeId};
use proptest::prelude::*;

/// All that is normalized, with the order of properties.
fn all() -> Options {
    Options {
        order: true,
        ..Options::default()
    }
}

#[test]
fn edits_stay_when_the_file_becomes_utf8() {
    let bytes = b"(;GM[1]FF[4]CA[ISO-8859-1]PB[M\xFCller];B[dd];W[pp])\n(;FF[4]PB[Two])".to_vec();
    let mut collection = Collection::from_bytes(bytes);
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(NodeId::new(1), "C", "my comment 囲").unwrap();
    let added = game.append_child(NodeId::ROOT).unwrap();
    game.set(added, "B", &["cc"]).unwrap();
    collection.remove_game(1).unwrap();
    assert!(collection.to_bytes().is_err());
    normalize(&mut collection, &Options::default());
    assert_eq!(
        String::from_utf8(collection.to_bytes().unwrap()).unwrap(),
        "(;GM[1]FF[4]CA[UTF-8]PB[Müller]\n(;B[dd]C[my comment 囲];W[pp])\n(;B[cc]))"
    );
    assert_eq!(collection.len(), 1);
}

#[test]
fn nodes_keep_their_ids() {
    let text = "(;GM[1]FF[4]SZ[9]C[root]\r\n;C[first]B[aa]\r\n;C[second]W[bb]\r\n;C[third]B[ee])";
    let [first, second, third] = [1, 2, 3].map(NodeId::new);
    let mut collection = Collection::from(text);
    let mut game = collection.game_mut(0).unwrap();
    let added = game.insert_child(NodeId::ROOT, 0).unwrap();
    game.set_text(added, "C", "added").unwrap();
    game.remove(third).unwrap();
    normalize(&mut collection, &all());
    let game = collection.game(0).unwrap();
    for (id, comment) in [(first, "first"), (second, "second"), (added, "added")] {
        assert_eq!(game.node(id).unwrap().value("C"), Some(comment));
    }
    assert!(game.node(third).is_none());
    let next = collection
        .game_mut(0)
        .unwrap()
        .append_child(second)
        .unwrap();
    assert_eq!(next.get(), added.get() + 1);
    assert!(!collection.to_text().contains('\r'));
}

#[test]
fn invalid_bytes_that_an_edit_removed_keep_no_encoding() {
    let bytes = b"(;CA[UTF-8]PB[\xFF])\n(;CA[ISO-8859-1]PB[M\xFCller])".to_vec();
    let mut collection = Collection::from_bytes(bytes);
    collection.remove_game(0).unwrap();
    normalize(&mut collection, &Options::default());
    assert_eq!(collection.to_text().trim(), "(;CA[UTF-8]PB[Müller])");
}

/// An edit of a collection; the numbers select a game and a node of those that exist.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Set(&'static str, &'static str),
    Add(usize),
    Before,
    Remove,
    Promote,
    AddGame,
    RemoveGame,
}

fn edits() -> impl Strategy<Value = Vec<(usize, usize, Edit)>> {
    let property = prop::sample::select(vec![
        ("C", "囲碁"),
        ("C", "a\r\nb"),
        ("PB", " é "),
        ("KM", "6,5"),
        ("CA", "GBK"),
        ("DT", "2003/4/5"),
        ("X", "\r"),
        ("B", "cc"),
    ]);
    let edit = prop_oneof![
        4 => property.prop_map(|(identifier, value)| Edit::Set(identifier, value)),
        2 => (0_usize..3).prop_map(Edit::Add),
        1 => Just(Edit::Before),
        2 => Just(Edit::Remove),
        1 => Just(Edit::Promote),
        1 => Just(Edit::AddGame),
        1 => Just(Edit::RemoveGame),
    ];
    prop::collection::vec((0_usize..3, 0_usize..6, edit), 0..8)
}

fn edit_game(mut game: GameTreeMut<'_>, node: usize, edit: Edit) {
    let count = game.tree().node_count();
    let id = game.tree().nodes().nth(node % count).unwrap().id();
    // Some edits are refused at the root.
    let _ = match edit {
        Edit::Set(identifier, value) => game.set(id, identifier, &[value]),
        Edit::Add(place) => {
            let place = place.min(game.tree().node(id).unwrap().child_count());
            game.insert_child(id, place).map(drop)
        }
        Edit::Before => game.insert_before(id).map(drop),
        Edit::Remove => game.remove(id),
        Edit::Promote => game.promote(id),
        Edit::AddGame | Edit::RemoveGame => Ok(()),
    };
}

fn edit(collection: &mut Collection, edits: &[(usize, usize, Edit)]) {
    for &(number, node, edit) in edits {
        let number = number % collection.len().max(1);
        match edit {
            Edit::AddGame => drop(collection.add_game()),
            Edit::RemoveGame => drop(collection.remove_game(number)),
            _ => {
                if let Some(game) = collection.game_mut(number) {
                    edit_game(game, node, edit);
                }
            }
        }
    }
}

/// The collection as the next program reads it.
fn read_back(collection: &Collection) -> Collection {
    match collection.to_bytes() {
        Ok(bytes) => Collection::from_bytes_with(bytes, &collection.decode_options()),
        Err(_) => Collection::from(collection.declared().to_text()),
    }
}

/// The written text without white space: that beside a `CA` that is added depends on the text around it.
fn tokens(collection: &Collection) -> String {
    let text = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
    text.split_whitespace().collect()
}

/// The ids of all nodes and of their parents, in the order of the file.
fn ids(collection: &Collection) -> Vec<(usize, NodeId, Option<NodeId>)> {
    let games = collection.games();
    let nodes = games.flat_map(|game| game.nodes());
    let parent = |node: kifu_sgf::Node<'_>| node.parent().map(|parent| parent.id());
    nodes
        .map(|node| (node.game().number(), node.id(), parent(node)))
        .collect()
}

proptest! {
    #[test]
    fn an_edited_collection_is_normalized_as_its_written_text(
        text in super::normalize::games(),
        charset in prop::sample::select(vec!["UTF-8", "ISO-8859-1", "GB18030"]),
        edits in edits(),
        quirks in any::<bool>(),
    ) {
        // Which parts of a broken text are repaired depends on the changes beside them.
        let text = text.replace("X[ [y] ]", "X[ y ]");
        let text = text.replacen("(;", &format!("(;CA[{charset}]C[é]"), 1);
        let charset = Charset::for_label(charset).unwrap();
        let bytes = charset.encode(&text).map_or_else(|_| text.clone().into(), |bytes| bytes.to_vec());
        let mut edited = Collection::from_bytes(bytes);
        edit(&mut edited, &edits);
        let mut read = read_back(&edited);
        let before = ids(&edited);
        let options = Options { quirks, ..all() };
        normalize(&mut edited, &options);
        normalize(&mut read, &options);
        prop_assert_eq!(tokens(&edited), tokens(&read));
        prop_assert_eq!(ids(&edited), before);
    }
}
