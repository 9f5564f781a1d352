//! Queries that a program makes on a tree.

use kifu_sgf::{Collection, GameTree, Node, NodeId};

/// The comments of nodes, to name them.
fn names<'a>(nodes: impl IntoIterator<Item = Node<'a>>) -> String {
    nodes
        .into_iter()
        .map(|node| node.value("C").unwrap_or("-"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A game as read and as under change: both must answer alike.
fn both(text: &str, check: impl Fn(GameTree<'_>)) {
    let mut collection = Collection::from(text);
    check(collection.game(0).unwrap());
    collection.game_mut(0).unwrap();
    check(collection.game(0).unwrap());
}

const TREE: &str = "(;C[a];C[b](;C[c];C[d](;C[e])(;C[f];C[g]))(;C[h])(;C[i](;C[j])(;C[k])))";

fn node<'a>(game: GameTree<'a>, name: &str) -> Node<'a> {
    game.nodes()
        .find(|node| node.value("C") == Some(name))
        .unwrap()
}

#[test]
fn relations() {
    both(TREE, |game| {
        let relation =
            |name, f: fn(&Node<'_>) -> Option<String>| f(&node(game, name)).unwrap_or("-".into());
        for (of, parent, first, last, next, previous) in [
            ("a", "-", "b", "b", "-", "-"),
            ("b", "a", "c", "i", "-", "-"),
            ("c", "b", "d", "d", "h", "-"),
            ("d", "c", "e", "f", "-", "-"),
            ("e", "d", "-", "-", "f", "-"),
            ("f", "d", "g", "g", "-", "e"),
            ("g", "f", "-", "-", "-", "-"),
            ("h", "b", "-", "-", "i", "c"),
            ("i", "b", "j", "k", "-", "h"),
            ("k", "i", "-", "-", "-", "j"),
        ] {
            macro_rules! of {
                ($method:ident) => {
                    relation(of, |node| {
                        node.$method()
                            .map(|node| node.value("C").unwrap().to_owned())
                    })
                };
            }
            assert_eq!(
                (
                    of!(parent),
                    of!(first_child),
                    of!(last_child),
                    of!(next_sibling),
                    of!(previous_sibling)
                ),
                (
                    parent.into(),
                    first.into(),
                    last.into(),
                    next.into(),
                    previous.into()
                ),
                "of {of}"
            );
        }
    });
}

#[test]
fn counts_and_places() {
    both(TREE, |game| {
        assert_eq!(game.node_count(), 11);
        for (of, depth, number, children, before, main) in [
            ("a", 0, 0, 1, 0, true),
            ("b", 1, 1, 3, 0, true),
            ("d", 3, 3, 2, 0, true),
            ("e", 4, 4, 0, 0, true),
            ("f", 4, 5, 1, 1, false),
            ("g", 5, 6, 0, 0, false),
            ("h", 2, 7, 0, 1, false),
            ("i", 2, 8, 2, 2, false),
            ("k", 3, 10, 0, 1, false),
        ] {
            let node = node(game, of);
            assert_eq!(
                (
                    node.depth(),
                    node.number(),
                    node.child_count(),
                    node.siblings_before(),
                    node.is_on_main_line()
                ),
                (depth, number, children, before, main),
                "of {of}"
            );
            assert_eq!(node.is_root(), of == "a");
            assert_eq!(node.is_leaf(), children == 0);
            assert_eq!(node.is_branch_point(), children > 1);
            assert_eq!(game.node(node.id()), Some(node));
        }
        assert_eq!(game.node(NodeId::new(11)), None);
    });
}

#[test]
fn orders() {
    both(TREE, |game| {
        assert_eq!(names(game.nodes()), "a b c d e f g h i j k");
        assert_eq!(names(game.nodes_siblings_first()), "a b c h i d e f g j k");
        let last = node(game, "k");
        let backwards = std::iter::successors(Some(last), Node::previous_in_file);
        assert_eq!(names(backwards), "k j i h g f e d c b a");
        let backwards = std::iter::successors(Some(last), Node::previous_siblings_first);
        assert_eq!(names(backwards), "k j g f e d i h c b a");
        let forwards = std::iter::successors(Some(game.root()), Node::next_in_file);
        assert_eq!(names(forwards), "a b c d e f g h i j k");
        let forwards = std::iter::successors(Some(node(game, "d")), Node::next_siblings_first);
        assert_eq!(names(forwards), "d e f g j k");
        assert_eq!(names(node(game, "g").path_up()), "g f d c b a");
        assert_eq!(names(node(game, "i").leaves()), "j k");
        assert_eq!(names(node(game, "d").main_line()), "d e");
        assert_eq!(names(game.main_line()), "a b c d e");
        assert_eq!(names(game.leaves()), "e g h j k");
        assert_eq!(names(game.variations()), "f h i k");
        assert_eq!(names(node(game, "g").path()), "a b c d f g");
        assert_eq!(names(node(game, "g").ancestors()), "f d c b a");
        assert_eq!(names(node(game, "c").subtree()), "c d e f g");
        assert_eq!(names(node(game, "b").children()), "c h i");
        assert_eq!(names(node(game, "b").children().rev()), "i h c");
        assert_eq!(names(node(game, "h").siblings()), "c h i");
        assert_eq!(names(game.root().siblings()), "a");
    });
}

#[test]
fn broken_structure_reads_as_intended() {
    // A node after variations is a variation of its own.
    both("(;C[a](;C[b]);C[c];C[d])", |game| {
        assert_eq!(names(game.root().children()), "b c");
        assert_eq!(names(node(game, "d").path()), "a c d");
    });
    // A tree without a node of its own is transparent.
    both("(;C[a]((;C[b])(;C[c])))", |game| {
        assert_eq!(names(game.root().children()), "b c");
    });
    both("((;C[a];C[b]))", |game| {
        assert_eq!(names(game.main_line()), "a b");
    });
    // Each root is a game.
    let collection = Collection::from("((;C[a];C[b])(;C[c]))(;C[d]");
    let games = collection
        .games()
        .map(|game| names(game.nodes()))
        .collect::<Vec<_>>();
    assert_eq!(games, ["a b", "c", "d"]);
    let collection = Collection::from("nothing at all");
    assert!(collection.is_empty());
    assert_eq!(collection.problems().len(), 2);
}

#[test]
fn properties_and_values() {
    both("(;AB[aa][bb] [cc]Comment[x\\]y]KO B [dd])", |game| {
        let root = game.root();
        let all = root
            .properties()
            .map(|property| {
                (
                    property.identifier().into_owned(),
                    property.values().collect::<Vec<_>>(),
                )
            })
            .collect::<Vec<_>>();
        assert_eq!(
            all,
            [
                ("AB".to_owned(), vec!["aa", "bb", "cc"]),
                ("C".to_owned(), vec!["x\\]y"]),
                ("KO".to_owned(), vec![]),
                ("B".to_owned(), vec!["dd"]),
            ]
        );
        assert_eq!(root.text("C").unwrap(), "x]y");
        assert!(root.get("C").unwrap().texts().eq(["x]y"]));
        assert!(root.get("AB").unwrap().texts().eq(["aa", "bb", "cc"]));
        assert_eq!(root.get("C").unwrap().written_identifier(), "Comment");
        assert_eq!(root.play(), Some(("B", "dd")));
        assert!(root.has("KO") && !root.has("W"));
        let spans = root
            .get("AB")
            .unwrap()
            .value_spans()
            .map(|span| span.start)
            .collect::<Vec<_>>();
        assert_eq!(spans, [5, 9, 14]);
    });
}

#[test]
fn several_threads_read_one_collection() {
    let collection = Collection::from(TREE.repeat(50));
    let counts = std::thread::scope(|scope| {
        let threads = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    collection
                        .games()
                        .map(|game| game.leaves().count())
                        .sum::<usize>()
                })
            })
            .collect::<Vec<_>>();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<Vec<_>>()
    });
    assert_eq!(counts, [250; 4]);
}
