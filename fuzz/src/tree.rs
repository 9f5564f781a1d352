//! What is not touched is written byte for byte; every style reads back as the same tree; what is
//! changed reads back as it was changed; a game under change answers like one that was read.

use kifu_sgf::encoding::{Charset, Segment};
use kifu_sgf::{
    Collection, Compare, FlatCollection, GameReader, GameTree, GameTreeMut, Node, NodeId, Property,
    WriteError,
};

use crate::Choices;

/// Checks all laws of the tree.
pub fn check(data: &[u8]) {
    let mut choices = Choices::of(data);
    let collection = Collection::from_bytes(data.to_vec());
    let bytes = collection.to_bytes().expect("nothing is new");
    assert_eq!(bytes, data, "preserve is byte for byte");
    collection.games().for_each(links);

    let mut edited = collection.clone();
    for number in 0..edited.len() {
        edited.game_mut(number).expect("it is there");
    }
    edited.games().for_each(links);
    assert!(edited.is_same(&collection, Compare::Ordered));
    assert_eq!(spans(&edited), spans(&collection));
    let preserved = edited.to_bytes().expect("nothing is new");
    assert_eq!(preserved, data, "what is not changed is byte for byte");

    let bare_collection = bare(collection.clone());
    let canonical = collection.to_canonical();
    reads_back(&bare_collection, &canonical);
    reads_back(&bare_collection, &collection.to_compact());
    assert_eq!(edited.to_canonical(), canonical);
    beside(edited);
    let again = Collection::from(&canonical[..]).to_canonical();
    assert_eq!(again, canonical, "canonical form is canonical");

    let flat = FlatCollection::from(&collection);
    let back = Collection::try_from(&flat).expect("it came from a collection");
    assert!(back.is_same(&collection, Compare::Ordered), "flat and back");

    game_by_game(data, &collection);

    // Decoded text need not decode alike once it is changed, and new text in a game of ASCII is
    // written in the encoding that its `CA` names.
    let source = collection.source();
    let is_utf8 = |segment: &Segment| segment.charset == Charset::UTF_8;
    if source.is_same() && source.problems().is_empty() && source.segments().iter().all(is_utf8) {
        changed(collection, &mut choices);
    }
}

/// A change of ASCII can be written, whatever the bytes beside it. (In UTF-16 and UTF-32 what is not
/// whole units cannot stand before it.)
fn beside(mut edited: Collection) {
    for number in 0..edited.len() {
        let mut game = edited.game_mut(number).expect("it is there");
        let root = game.root();
        game.set(root, "ZZ", &["new"]).expect("it is there");
    }
    match edited.to_bytes() {
        Ok(bytes) => {
            let back = Collection::from_bytes(bytes);
            assert!(back.is_same(&edited, Compare::Ordered), "bytes read back");
        }
        // Half a character stands before what is new, or the encoding is a guess.
        Err(WriteError::Misread) => {}
        Err(error) => panic!("ASCII can be written: {error}"),
    }
}

/// The spans of properties, which a change elsewhere must not touch.
fn spans(collection: &Collection) -> Vec<usize> {
    let nodes = collection.games().flat_map(|game| game.nodes());
    nodes.map(|node| node.properties().count()).collect()
}

/// All relations of all nodes agree with each other.
fn links(game: GameTree<'_>) {
    let root = game.root();
    assert!(root.is_root() && root.parent().is_none());
    let mut count = 0;
    let mut before: Option<Node<'_>> = None;
    for node in game.nodes() {
        assert_eq!(game.node(node.id()), Some(node));
        assert_eq!(node.previous_in_file(), before);
        assert_eq!(node.child_count(), node.children().count());
        assert!(
            node.children()
                .eq(node.children().rev().collect::<Vec<_>>().into_iter().rev())
        );
        for child in node.children() {
            assert_eq!(child.parent(), Some(node));
        }
        assert_eq!(node.first_child(), node.children().next());
        assert_eq!(node.last_child(), node.children().last());
        if let Some(sibling) = node.next_sibling() {
            assert_eq!(sibling.previous_sibling(), Some(node));
            assert_eq!(sibling.parent(), node.parent());
        }
        if count < 100 {
            assert_eq!(node.number(), count);
            assert_eq!(node.depth(), node.ancestors().count());
            let sibling = node.siblings().nth(node.siblings_before());
            assert_eq!(sibling, Some(node));
        }
        before = Some(node);
        count += 1;
    }
    assert_eq!(count, game.node_count());
    assert_eq!(before, Some(root.last_in_file()));
    let mut ids = Vec::with_capacity(count);
    let mut before: Option<Node<'_>> = None;
    for node in game.nodes_siblings_first() {
        assert_eq!(node.previous_siblings_first(), before);
        before = Some(node);
        ids.push(node.id());
    }
    assert_eq!(ids.len(), count);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "every node once");
}

/// Without what the canonical form sets on its own.
fn bare(mut collection: Collection) -> Collection {
    for number in 0..collection.len() {
        let mut game = collection.game_mut(number).expect("it is there");
        let root = game.root();
        for identifier in ["CA", "FF"] {
            game.remove_property(root, identifier).expect("it is there");
        }
    }
    collection
}

/// Whether `text` reads as `expected`.
fn reads_back(expected: &Collection, text: &str) {
    let back = bare(Collection::from(text));
    assert!(back.is_same(expected, Compare::Unordered), "{text:?}");
    // The canonical form has an order of its own, but for values and for what has one identifier.
    for (back, expected) in back.games().zip(expected.games()) {
        let kind = expected.kind();
        for (back, expected) in back.nodes().zip(expected.nodes()) {
            let pairs = properties(back).into_iter().zip(properties(expected));
            for (back, expected) in pairs {
                assert!(back.is_same(&expected, kind), "{text:?}");
            }
        }
    }
}

fn properties(node: Node<'_>) -> Vec<Property<'_>> {
    let mut properties = node.properties().collect::<Vec<_>>();
    properties.sort_by_cached_key(|property| property.identifier().into_owned());
    properties
}

fn game_by_game(data: &[u8], collection: &Collection) {
    let pieces = GameReader::new(data).collect::<Result<Vec<_>, _>>();
    let pieces = pieces.expect("a slice can be read");
    let bytes = pieces
        .iter()
        .map(|piece| piece.to_bytes().expect("nothing is new"));
    assert_eq!(bytes.collect::<Vec<_>>().concat(), data, "game by game");
    // Of other encodings less is known from less text: NUL bytes in one game alone may be UTF-16.
    let is_same = |piece: &Collection| piece.source().is_same();
    if is_same(collection) && pieces.iter().all(is_same) {
        let own = pieces.iter().flat_map(Collection::games);
        assert_eq!(own.clone().count(), collection.len());
        for (own, other) in own.zip(collection.games()) {
            assert!(own.is_same(other, Compare::Ordered), "game by game");
        }
    }
}

/// Changes a few things, and reads back what is written.
fn changed(mut collection: Collection, choices: &mut Choices) {
    if collection.is_empty() {
        return;
    }
    for _ in 0..1 + choices.below(6) {
        match choices.below(12) {
            0 => {
                let number = choices.below(collection.len());
                let copy = collection.clone();
                collection.add_copy(copy.game(number).expect("it is there"));
            }
            1 if collection.len() > 1 => {
                let number = choices.below(collection.len());
                collection.remove_game(number).expect("it is there");
            }
            2 => {
                collection.add_game();
            }
            _ => {
                let number = choices.below(collection.len());
                change(
                    &mut collection.game_mut(number).expect("it is there"),
                    choices,
                );
            }
        }
    }
    collection.games().for_each(links);
    let written = match collection.to_bytes() {
        // New text has signs of an encoding of seven bits.
        Err(WriteError::Misread) => return,
        written => written.expect("UTF-8 holds everything"),
    };
    let written = String::from_utf8(written).expect("it was UTF-8");
    let mut back = Collection::from(&written[..]);
    without_new_declarations(&mut back, &collection);
    assert!(
        back.is_same(&collection, Compare::Ordered),
        "what is changed reads back: {written:?}"
    );
    let bare_collection = bare(collection.clone());
    reads_back(&bare_collection, &collection.to_canonical());
    reads_back(&bare_collection, &collection.to_compact());
}

/// Removes the `CA` of games that had none before they were written: text beyond ASCII is declared.
fn without_new_declarations(written: &mut Collection, collection: &Collection) {
    for (number, game) in collection.games().enumerate() {
        let mut game_written = written.game_mut(number).expect("every game is written");
        let root = game_written.tree().root().id();
        if !game.root().has("CA") {
            let removed = game_written.remove_property(root, "CA");
            removed.expect("the root is there");
        }
    }
}

/// One change; what cannot be done is refused.
fn change(game: &mut GameTreeMut<'_>, choices: &mut Choices) {
    const TEXTS: [&str; 10] = [
        "",
        "new",
        "[",
        "]",
        "\\",
        "a:b",
        "\n(;FF[4]",
        "])(;C[",
        "x \r\n y",
        "棋\u{a0}",
    ];
    const IDENTIFIERS: [&str; 9] = ["C", "N", "B", "AB", "FF", "PB", "Comment", "X_1", "b"];
    let ids = game
        .tree()
        .nodes()
        .map(|node| node.id())
        .collect::<Vec<_>>();
    let id = ids[choices.below(ids.len())];
    let other = ids[choices.below(ids.len())];
    let text = TEXTS[choices.below(TEXTS.len())];
    let identifier = IDENTIFIERS[choices.below(IDENTIFIERS.len())];
    let refused = |_: Result<(), kifu_sgf::EditError>| ();
    match choices.below(16) {
        0 | 1 => game.set_text(id, identifier, text).expect("it is there"),
        2 => game
            .set_simple_text(id, identifier, text)
            .expect("it is there"),
        3 => refused(game.set(id, identifier, &[text, "aa"])),
        4 => refused(game.add(id, identifier, text)),
        5 => refused(game.push_property(id, identifier, &[text])),
        6 => drop(game.append_child(id).expect("it is there")),
        7 => drop(
            game.insert_child(id, choices.below(3))
                .expect("it is there"),
        ),
        8 => drop(game.insert_before(id)),
        9 => drop(game.insert_after(id)),
        10 => refused(game.remove(id)),
        11 => refused(game.move_below(id, other)),
        12 => {
            refused(game.promote(id));
            refused(game.make_main_line(other));
        }
        13 => drop(game.split_node(id, |identifier| identifier.len() == 1)),
        14 => refused(game.join_with_child(id)),
        _ => {
            let first = game.tree().node(id).and_then(|node| {
                let property = node.properties().next()?;
                Some((
                    property.identifier().into_owned(),
                    property.value().to_owned(),
                ))
            });
            if let Some((identifier, value)) = first {
                let removed = game.remove_value(id, &identifier, &value);
                assert!(removed.is_ok());
                assert!(game.remove_property(other, &identifier).is_ok());
            }
            assert!(game.remove_property(NodeId::new(u32::MAX), "C").is_err());
        }
    }
}
