//! Writing in the three styles.

mod laws;

use kifu_sgf::encoding::Charset;
use kifu_sgf::{Collection, Compare, GameTreeMut, NodeId, WriteError};
use proptest::prelude::*;

/// `L` and two corners in `VW` are other things in FF[4]: calling the game so would hide that.
#[test]
fn a_game_of_an_old_version_is_not_called_a_new_one() {
    for (text, canonical) in [
        ("(;SZ[9];L[bb])", "(;CA[UTF-8]SZ[9]\n;L[bb])\n"),
        ("(;CA[UT\\F-8]SZ[9];L[bb])", "(;CA[UTF-8]SZ[9]\n;L[bb])\n"),
        ("(;SZ[9];VW[aa][cc])", "(;CA[UTF-8]SZ[9]\n;VW[aa][cc])\n"),
        ("(;SZ[9];VW[aa:cc])", "(;FF[4]CA[UTF-8]SZ[9]\n;VW[aa:cc])\n"),
    ] {
        let new = Collection::from(text).to_canonical();
        assert_eq!(new.replace('\n', ""), canonical.replace('\n', ""));
    }
}

#[test]
fn canonical_form() {
    let text = "(;Comment[hello\r\nworld \\]]SiZe[19]GaMe[1]PlayerBlack[a\\\nb];B[aa](;W[bb];B[cc])(;W[cc]))";
    let collection = Collection::from(text);
    let canonical = collection.to_canonical();
    assert_eq!(
        canonical,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[ab]C[hello\nworld \\]];B[aa]\n(;W[bb];B[cc])\n(;W[cc]))\n"
    );
    assert_eq!(
        collection.to_compact(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[ab]C[hello\nworld \\]];B[aa](;W[bb];B[cc])(;W[cc]))\n"
    );
}

#[test]
fn bytes_that_would_read_differently_are_refused() {
    // `井山裕`, cut within the last character: a property after its `]` tells that it is no other half.
    let cut = b"(;GM[1]CA[Shift_JIS]PB[\x88\xE4\x8E\x52\x97".to_vec();
    let mut collection = Collection::from_bytes(cut);
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "KM", &["6.5"]).unwrap();
    let back = Collection::from_bytes(collection.to_bytes().unwrap());
    assert!(back.is_same(&collection, Compare::Ordered));
    let canonical = Collection::from(collection.to_canonical());
    let root = canonical.game(0).unwrap().root();
    assert_eq!(root.text("PB").unwrap(), "井山\u{FFFD}");
    assert_eq!(root.text("KM").unwrap(), "6.5");

    // Three characters alone do not tell that they are EUC-JP.
    let euc = Charset::for_label("EUC-JP").unwrap();
    let text = "(;GM[1]PB[李昌鎬]C[日本の棋譜です。とても良い手でした。];B[pd])";
    let mut collection = Collection::from_bytes(euc.encode(text).unwrap().into_owned());
    assert_eq!(collection.text(), text);
    let mut game = collection.game_mut(0).unwrap();
    game.remove_property(NodeId::ROOT, "C").unwrap();
    let error = collection.to_bytes().unwrap_err();
    assert!(matches!(error, WriteError::Misread), "{error}");
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "CA", &["EUC-JP"]).unwrap();
    let named = Collection::from_bytes(collection.to_bytes().unwrap());
    assert!(named.is_same(&collection, Compare::Ordered));
}

#[test]
fn a_variation_with_a_property_of_roots_is_written_like_others() {
    for text in [
        "(;B[aa](;GM[1]C[x])(;W[bb]))",
        "(;B[aa](;GaMe[1]C[x])(;W[bb]))",
    ] {
        let collection = Collection::from(text);
        assert_eq!(
            collection.to_canonical(),
            "(;FF[4]CA[UTF-8]B[aa]\n(;GM[1]C[x])\n(;W[bb]))\n"
        );
    }
}

#[test]
fn canonical_identifiers_begin_with_a_letter() {
    let collection = Collection::from("(;h6bbB[aa]ure888C[x]b1[y];X_1[z])");
    let compact = collection.to_compact();
    assert_eq!(compact, "(;FF[4]CA[UTF-8]B[aa]B1[y]C[x];X_1[z])\n");
    assert_eq!(Collection::from(&compact[..]).to_compact(), compact);
}

#[test]
fn canonical_lines_are_not_too_long() {
    let moves = (0..200)
        .map(|number| if number % 2 == 0 { ";B[aa]" } else { ";W[bb]" })
        .collect::<String>();
    let canonical = Collection::from(format!("(;GM[1]PB[someone]{moves})")).to_canonical();
    assert!(canonical.lines().count() > 10);
    assert!(canonical.lines().all(|line| line.len() <= kifu_sgf::WIDTH));
    let mut all_but_last = canonical.lines().rev().skip(1);
    assert!(all_but_last.all(|line| line.len() > 70), "{canonical}");
}

/// A change of the root of a game of which nothing else was read keeps the rest.
#[test]
fn what_was_skipped_behind_roots_stays() {
    let bytes = b"(;PB[Ada];B[aa](;W[bb]))\n(;PB[Bea];B[cc])".to_vec();
    let mut roots = Collection::headers_from_bytes(bytes.clone());
    assert_eq!(roots.node_count(), 2);
    let mut game = roots.game_mut(0).unwrap();
    game.set_text(NodeId::ROOT, "C", "new").unwrap();
    assert_eq!(roots.node_count(), 5);
    let written = b"(;PB[Ada]C[new];B[aa](;W[bb]))\n(;PB[Bea];B[cc])";
    assert_eq!(roots.to_bytes().unwrap(), written);

    let mut roots = Collection::headers_from_bytes(bytes);
    roots.remove_game(0).unwrap();
    roots.add_game();
    assert_eq!(roots.to_bytes().unwrap(), b"(;PB[Bea];B[cc])\n(;)");
}

/// What is written or copied of games of which only the roots were read has all nodes.
#[test]
fn what_was_skipped_after_roots_is_written_and_copied() {
    let bytes = b"(;PB[Ada];B[aa](;W[bb])(;W[cc]))(;PB[Bea];B[cc])".to_vec();
    let whole = Collection::from_bytes(bytes.clone());
    let roots = Collection::headers_from_bytes(bytes);
    assert_eq!(roots.to_canonical(), whole.to_canonical());
    assert_eq!(roots.to_compact(), whole.to_compact());
    assert_eq!(roots.split()[1].node_count(), 2);
    assert_eq!(Collection::join([&roots]).node_count(), 6);
    let mut copy = Collection::new();
    copy.add_copy(roots.game(0).unwrap());
    let mut game = copy.add_game();
    game.graft(NodeId::ROOT, roots.game(1).unwrap().root())
        .unwrap();
    assert_eq!(copy.node_count(), 4 + 3);

    // A tree without its own node contains a game: all nodes were read, and one of them is copied alone.
    let roots = Collection::headers_from_bytes(b"((;PB[Ada];B[aa]))".to_vec());
    let last = roots.game(0).unwrap().main_line().last().unwrap();
    let mut copy = Collection::new();
    copy.add_subtree(last);
    assert_eq!(copy.to_text(), "(;B[aa])\n");
}

/// A property that stands twice is replaced as a whole; of texts that no reader sees none is lost.
#[test]
fn properties_that_stand_twice_are_set_as_one() {
    let mut collection = Collection::from_bytes(b"(;AB[aa]C[a]AB[bb]N[x]C[b])".to_vec());
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "AB", &["cc", "dd"]).unwrap();
    game.set_text(NodeId::ROOT, "C", "new").unwrap();
    assert_eq!(collection.to_text(), "(;AB[cc][dd]C[new]N[x]C[b])");
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "C", &["all"]).unwrap();
    assert_eq!(collection.to_text(), "(;AB[cc][dd]C[all]N[x])");
}

/// Sequences that switch the encoding in seven-bit files stay text if they are written as text.
#[test]
fn text_that_looks_like_another_encoding_stays_text() {
    for text in [
        "\x1B$B0l\x1B(B",
        "~{VP~}",
        "a~{VPNJ~} \x1B(J",
        "~~{",
        "\x1B\\$B0l",
    ] {
        let mut collection = Collection::from("(;B[aa])");
        let mut game = collection.game_mut(0).unwrap();
        game.set_text(NodeId::ROOT, "C", text).unwrap();
        let own = collection.to_bytes().unwrap();
        for bytes in [
            own,
            collection.to_canonical().into(),
            collection.to_compact().into(),
        ] {
            let back = Collection::from_bytes(bytes);
            let root = back.games().next().unwrap().root();
            assert_eq!(root.text("C").unwrap(), text);
        }
    }
}

/// Text cannot declare that it is UTF-8.
#[test]
fn text_that_would_be_read_as_another_encoding_is_not_written() {
    let mut collection = Collection::from("(;C[~{VPNJ~}])");
    assert_eq!(collection.to_bytes().unwrap(), b"(;C[~{VPNJ~}])");
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(NodeId::ROOT, "N", "new").unwrap();
    let error = collection.to_bytes().unwrap_err();
    assert!(matches!(error, WriteError::Misread), "{error}");
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "CA", &["UTF-8"]).unwrap();
    let written = b"(;C[~{VPNJ~}]N[new]CA[UTF-8])";
    assert_eq!(collection.to_bytes().unwrap(), written);
}

#[test]
fn the_colon_that_divides_a_value_counts() {
    let is_same = |own: &str, other: &str| {
        let (own, other) = (Collection::from(own), Collection::from(other));
        let ordered = own.is_same(&other, Compare::Ordered);
        assert_eq!(ordered, own.is_same(&other, Compare::Unordered));
        ordered
    };
    assert!(!is_same("(;AP[a\\:b:c])", "(;AP[a:b\\:c])"));
    assert!(!is_same("(;GM[1]LB[dd\\:a])", "(;GM[1]LB[dd:a])"));
    assert!(is_same("(;AP[a:b\\:c])", "(;AP[a:b:c])"));
    assert!(is_same("(;C[a\\:b])", "(;C[a:b])"));
}

#[test]
fn old_versions_keep_their_number() {
    let canonical = Collection::from("(;FF[3]GM[1])").to_canonical();
    assert_eq!(canonical, "(;FF[3]GM[1]CA[UTF-8])\n");
}

/// A variation that says as much as a game is none.
#[test]
fn a_variation_with_properties_of_roots_stays_one() {
    let text = "(;PB[a];B[aa]( ;SZ[9]GM[1])( ;PW[b]RE[0])(;C[c]PB[d]))";
    let collection = Collection::from(text);
    assert_eq!(collection.len(), 1);
    assert_eq!(
        collection.to_canonical(),
        "(;FF[4]CA[UTF-8]PB[a];B[aa]\n(;GM[1]SZ[9])\n(;PW[b]RE[0])\n(;PB[d]C[c]))\n"
    );
    for written in [collection.to_canonical(), collection.to_compact()] {
        assert_eq!(
            Collection::from(written.clone()).to_canonical(),
            collection.to_canonical()
        );
    }
}

/// They are blanks in FF[4] alone, and files of all versions hold them.
#[test]
fn line_breaks_of_simple_text_are_kept() {
    let text = "(;FF[3]GM[1]PB[a\\\nb]CP[line one\r\nline\ttwo]ON[x\ny \\] z])";
    let collection = Collection::from(text);
    let expected = "(;FF[3]GM[1]CA[UTF-8]PB[ab]ON[x\ny \\] z]CP[line one\nline two])\n";
    assert_eq!(collection.to_canonical(), expected);
    assert_eq!(collection.to_compact(), expected);
    assert_eq!(Collection::from(expected).to_canonical(), expected);
}

#[test]
fn text_between_games_does_not_swallow_what_was_changed() {
    // Without a property after it, the `(` in front would be taken for the game.
    let mut collection = Collection::from("(\t\n(;FF[4]:)Comment[x]:");
    let mut game = collection.game_mut(0).unwrap();
    let root = game.root();
    game.remove_property(root, "FF").unwrap();
    let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
    let read = Collection::from(&written[..]);
    assert!(collection.is_same(&read, Compare::Ordered), "{written:?}");
}

#[test]
fn what_is_left_out_is_reported() {
    type Edit = fn(&mut Collection);
    let cases: [(&str, Edit, &str, &[&str]); 5] = [
        // Text that stays where it was is not left out.
        (
            "head (; x B[aa] junk ;W[bb]) tail",
            |collection| {
                let mut game = collection.game_mut(0).unwrap();
                game.set(NodeId::new(0), "C", &["new"]).unwrap();
            },
            "head (; x B[aa]C[new] junk ;W[bb]) tail",
            &[],
        ),
        // It stood in what was removed.
        (
            "(;B[aa] one ;W[bb] two C[cc] three ;B[cc])",
            |collection| {
                collection
                    .game_mut(0)
                    .unwrap()
                    .remove(NodeId::new(1))
                    .unwrap();
            },
            "(;B[aa])",
            &["one", "two", "three"],
        ),
        // Values that were set take the place of what stood between the old ones.
        (
            "(;AB[aa] ? [bb] two ;W[cc])",
            |collection| {
                let mut game = collection.game_mut(0).unwrap();
                game.set(NodeId::new(0), "AB", &["dd"]).unwrap();
            },
            "(;AB[dd] two ;W[cc])",
            &["?"],
        ),
        // It would be read as more of the text before it.
        (
            "(;C[a [b]N[x]) text ])",
            |collection| {
                let mut game = collection.game_mut(0).unwrap();
                assert!(game.remove_property(NodeId::new(0), "N").unwrap());
            },
            "(;C[a \\[b]) text ])",
            &[],
        ),
        // A game that is removed takes what stood beside it along.
        (
            "one (;C[a]) two (;C[b]) three",
            |collection| collection.remove_game(0).unwrap(),
            "one (;C[b]) three",
            &["two"],
        ),
    ];
    for (text, edit, expected, left_out) in cases {
        let mut collection = Collection::from(text);
        edit(&mut collection);
        let written = collection.to_preserved().unwrap();
        assert_eq!(String::from_utf8_lossy(&written.bytes), expected, "{text}");
        let spans = written.left_out.iter();
        let reported: Vec<_> = spans.map(|span| span.of_str(collection.text())).collect();
        assert_eq!(reported, left_out, "{text}");
    }
}

/// Pieces that SGF is made of: most strings of them are broken somewhere.
fn sgf_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[()\\[\\];ABab:\\\\ \n\r\t]".prop_map(String::from),
        6 => proptest::sample::select(vec![
            "(;FF[4]", ";B[aa]", ";W[bb];B[cc]", "C[x [3d] y]", "\n(;GM[1]", "KO", "\\]", "]]", "text",
            "\n(;AB[aa]", "\n(;PB[a]", "EV[b]", "Comment[x]", "\u{e9}", "(;", ")", ";", "(;C[a](;C[b])", "X_1[q]", "b[aa]", "C[\u{68cb}\r\n\\\n]", "\0",
            "\0(;PB[c]",
        ]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

/// Returns a collection without the parts that the writer adds on purpose.
pub(crate) fn bare(collection: impl Into<Collection>) -> Collection {
    let mut collection = collection.into();
    for number in 0..collection.len() {
        let mut game = collection.game_mut(number).unwrap();
        let root = game.root();
        game.remove_property(root, "CA").unwrap();
        game.remove_property(root, "FF").unwrap();
    }
    collection
}

#[test]
fn a_variation_never_becomes_a_game() {
    let touched = |text: &str, touch: fn(&mut GameTreeMut<'_>, [NodeId; 2])| {
        let mut collection = Collection::from(text);
        let root = collection.game(0).unwrap().root();
        let ids = [root.id(), root.first_child().unwrap().id()];
        touch(&mut collection.game_mut(0).unwrap(), ids);
        let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        assert!(Collection::from(&written[..]).is_same(&collection, Compare::Ordered));
        written
    };
    let with_root_property = touched("(;FF[4]\n(;N[x])\n(;B[aa]))", |game, [_, variation]| {
        game.set(variation, "AP", &["y"]).unwrap();
    });
    assert_eq!(with_root_property, "(;FF[4]\n(;N[x]AP[y])\n(;B[aa]))");
    let with_stones = touched("(;C[x]AB[aa]\n(;AW[bb])\n(;B[cc]))", |game, [root, _]| {
        assert!(game.remove_property(root, "C").unwrap());
    });
    assert_eq!(with_stones, "(;AB[aa]\n(;AW[bb])\n(;B[cc]))");
    let with_stones_first = touched(
        "(;AB[aa]\n(;C[x]AW[bb])\n(;B[cc]))",
        |game, [_, variation]| {
            assert!(game.remove_property(variation, "C").unwrap());
        },
    );
    assert_eq!(with_stones_first, "(;AB[aa]\n(;AW[bb])\n(;B[cc]))");
}

#[test]
fn opposite_changes_leave_the_text_as_it_was() {
    for text in [
        "(;FF[4]\n;B[cc]C[abc]\n(;W[gg])\n(;W[gc]))\n",
        "(;FF[4]\n;B[cc]C[abc]\n;W[gg]\n)\n",
        "(;FF[4]\n;B[cc]\n\nC[abc] )\n",
        "(;FF[4]\n;\n;W[gg])",
    ] {
        let node = NodeId::new(1);
        let mut collection = Collection::from(text);
        let mut game = collection.game_mut(0).unwrap();
        game.add(node, "TR", "aa").unwrap();
        let marked = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
        assert_ne!(marked, text);
        let mut game = collection.game_mut(0).unwrap();
        assert!(game.remove_value(node, "TR", "aa").unwrap());
        assert_eq!(collection.to_bytes().unwrap(), text.as_bytes());

        // Also in a file that was saved in between.
        let mut collection = Collection::from(&marked[..]);
        let mut game = collection.game_mut(0).unwrap();
        assert!(game.remove_value(node, "TR", "aa").unwrap());
        assert_eq!(collection.to_bytes().unwrap(), text.as_bytes(), "{marked}");
    }
}

#[test]
fn games_that_share_a_tree_stay_in_it() {
    // A change does not move variations as long as they are read as such.
    let text = "(;FF[4];B[aa]\n(;PB[a];W[bb])\n(;PB[c];W[cc]))";
    let mut collection = Collection::from(text);
    let root = collection.game(0).unwrap().root().id();
    let mut game = collection.game_mut(0).unwrap();
    game.set(root, "GN", &["both"]).unwrap();
    let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
    let named = text.replace("FF[4]", "FF[4]GN[both]");
    assert_eq!(written, named);

    let mut game = collection.game_mut(0).unwrap();
    game.set(root, "EV", &["match"]).unwrap();
    let written = String::from_utf8(collection.to_bytes().unwrap()).unwrap();
    assert_eq!(
        written,
        "(;FF[4]GN[both]EV[match];B[aa]\n(;PB[a];W[bb])\n(;PB[c];W[cc]))"
    );
    assert!(Collection::from(written).is_same(&collection, Compare::Ordered));
}

#[test]
fn game_info_begins_a_game_wherever_trees_have_no_nodes() {
    // Whether what is read from the start of a game knows where it ends.
    for text in [
        "((;C[a](;C[b]))\n(;PB[a]\n(;PB[a]",
        ";\n(;PB[a]\n(;PB[a]",
        "(\n(;PB[a]\n(;PB[a]",
    ] {
        let mut collection = Collection::from(text);
        for number in 0..collection.len() {
            collection.game_mut(number).unwrap();
        }
        assert_eq!(collection.to_bytes().unwrap(), text.as_bytes(), "{text}");
    }
}
