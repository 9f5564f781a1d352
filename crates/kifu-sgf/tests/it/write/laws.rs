//! What is written reads back, for text of any shape.

use kifu_sgf::{Collection, Compare, FlatCollection, GameReader};
use kifu_syntax::ProblemKind;
use proptest::prelude::*;

use super::{bare, sgf_like};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn untouched_is_byte_for_byte(text in sgf_like()) {
        let collection = Collection::from(&text[..]);
        prop_assert_eq!(collection.to_bytes().unwrap(), text.as_bytes());
    }

    #[test]
    fn opened_and_not_changed_is_byte_for_byte(text in sgf_like()) {
        let mut collection = Collection::from(&text[..]);
        let before = collection.clone();
        for number in 0..collection.len() {
            collection.game_mut(number).unwrap();
        }
        prop_assert!(collection.is_same(&before, Compare::Ordered));
        let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        prop_assert_eq!(written, text);
    }

    #[test]
    fn what_is_not_written_is_reported(text in sgf_like(), at in 0_usize..100) {
        let mut collection = Collection::from(&text[..]);
        if collection.is_empty() {
            return Ok(());
        }
        let mut game = collection.game_mut(at % collection.len()).unwrap();
        let ids = game.tree().nodes().map(|node| node.id()).collect::<Vec<_>>();
        game.set(ids[at % ids.len()], "ZZ", &["?"]).unwrap();
        let written = collection.to_preserved().unwrap();
        let new = String::from_utf8(written.bytes).unwrap();
        let spans = written.left_out.iter();
        let left_out = spans.map(|span| span.of_str(collection.text())).collect::<String>();
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
            letters.sort_unstable();
            letters
        };
        prop_assert_eq!(letters(&(text + "ZZ")), letters(&(new + &left_out)));
    }

    #[test]
    fn one_changed_node_reads_back(text in sgf_like(), at in 0_usize..100, change in 0_u8..7) {
        let mut collection = Collection::from(&text[..]);
        if collection.is_empty() {
            return Ok(());
        }
        let number = at % collection.len();
        let mut game = collection.game_mut(number).unwrap();
        let ids = game.tree().nodes().map(|node| node.id()).collect::<Vec<_>>();
        let id = ids[at % ids.len()];
        let first = game.tree().node(id).unwrap().properties().next();
        let first = first.map(|property| property.identifier().into_owned());
        match (change, first) {
            (0, _) => game.set_text(id, "ZZ", "new]").unwrap(),
            (1, _) => game.push_property(id, "b", &["aa"]).unwrap(),
            (2, Some(first)) => prop_assert!(game.remove_property(id, &first).unwrap()),
            (3, Some(first)) => game.add(id, &first, "a [b").unwrap(),
            (4, _) if id != game.root() => game.remove(id).unwrap(),
            (5, _) => {
                let other = Collection::from("(;GM[1]SZ[9]EV[x];B[aa])");
                for _ in 0..2 {
                    game.graft(id, other.game(0).unwrap().root()).unwrap();
                }
            }
            _ => {
                let child = game.append_child(id).unwrap();
                game.set(child, "FF", &["4"]).unwrap();
            }
        }
        let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        let read = Collection::from(&written[..]);
        prop_assert!(collection.is_same(&read, Compare::Ordered), "{:?}", written);
    }

    #[test]
    fn what_is_written_reads_back(text in sgf_like()) {
        let collection = bare(&text[..]);
        for written in [collection.to_canonical(), collection.to_compact()] {
            let read = bare(written.clone());
            prop_assert!(collection.is_same(&read, Compare::Unordered), "{:?}", written);
            // Identifiers that the standard does not allow, and NUL in texts, are not ours to change.
            let mut problems = Collection::from(&written[..]).problems().to_vec();
            problems.retain(|problem| {
                !matches!(
                    problem.kind,
                    ProblemKind::InvalidIdentifier
                        | ProblemKind::LowercaseIdentifier
                        | ProblemKind::NulByte
                )
            });
            prop_assert!(problems.is_empty() || collection.is_empty(), "{:?}: {:?}", written, problems);
        }
        let canonical = Collection::from(&text[..]).to_canonical();
        prop_assert_eq!(Collection::from(&canonical[..]).to_canonical(), canonical);
    }

    #[test]
    fn a_touched_game_reads_back(text in sgf_like()) {
        let mut collection = Collection::from(&text[..]);
        let games = collection.len();
        for number in 0..games {
            let mut game = collection.game_mut(number).unwrap();
            let ids = game.tree().nodes().map(|node| node.id()).collect::<Vec<_>>();
            for id in ids {
                game.set_text(id, "ZZ", "new").unwrap();
            }
        }
        let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        let read = Collection::from(&written[..]);
        prop_assert!(collection.is_same(&read, Compare::Ordered), "{:?}", written);
    }

    #[test]
    fn what_was_skipped_is_there_for_a_change(text in sgf_like(), number in 0_usize..3, what in 0..3) {
        let mut whole = Collection::from_bytes(text.clone().into_bytes());
        let mut roots = Collection::headers_from_bytes(text.into_bytes());
        let span = |collection: &Collection| collection.games().map(|game| game.span()).collect::<Vec<_>>();
        prop_assert_eq!(span(&roots), span(&whole));
        for collection in [&mut whole, &mut roots] {
            if number >= collection.len() || what == 2 {
                collection.add_game();
            } else if what == 1 {
                collection.remove_game(number).unwrap();
            } else {
                let mut game = collection.game_mut(number).unwrap();
                let root = game.root();
                game.set(root, "ZZ", &["new"]).unwrap();
            }
        }
        prop_assert!(roots.is_same(&whole, Compare::Ordered));
        prop_assert_eq!(roots.to_bytes().unwrap(), whole.to_bytes().unwrap());
    }

    #[test]
    fn copies_from_headers_have_all_nodes(text in sgf_like()) {
        let whole = Collection::from_bytes(text.clone().into_bytes());
        let roots = Collection::headers_from_bytes(text.into_bytes());
        let copies = |from: &Collection| {
            let mut copies = Collection::new();
            for (game, roots) in from.games().zip(roots.games()) {
                copies.add_copy(game);
                for node in roots.nodes() {
                    copies.add_subtree(game.node(node.id()).unwrap());
                }
            }
            copies.to_text()
        };
        prop_assert_eq!(copies(&roots), copies(&whole));
    }

    #[test]
    fn flat_is_the_same_tree(text in sgf_like()) {
        let collection = Collection::from(&text[..]);
        let flat = FlatCollection::from(&collection);
        let back = Collection::try_from(&flat).unwrap();
        prop_assert!(collection.is_same(&back, Compare::Ordered));
    }

    #[test]
    fn game_by_game_is_the_whole(text in sgf_like(), padding in 0_usize..3) {
        // Games longer than the window make it grow.
        let long = format!("(;C[{}])", "x".repeat(200_000 * padding));
        let text = format!("{text}\n{long}{text}");
        let whole = Collection::from(&text[..]);
        let pieces = GameReader::new(text.as_bytes()).collect::<Result<Vec<_>, _>>().unwrap();
        let bytes = pieces.iter().flat_map(|piece| piece.to_bytes().unwrap()).collect::<Vec<_>>();
        prop_assert_eq!(bytes, text.as_bytes());
        let games = pieces.iter().map(Collection::len).sum::<usize>();
        prop_assert_eq!(games, whole.len());
        let own = pieces.iter().flat_map(Collection::games);
        for (own, other) in own.zip(whole.games()) {
            prop_assert!(own.is_same(other, Compare::Ordered));
        }
    }
}
