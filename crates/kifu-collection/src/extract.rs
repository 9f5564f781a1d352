//! Parts of records as records of their own: main lines, positions, problems.

use kifu_games::go::Replay;
use kifu_sgf::schema::{self, Game, PropertyType};
use kifu_sgf::value::point_list::{PointSet, compress};
use kifu_sgf::value::{Color, number};
use kifu_sgf::{Collection, GameTree, GameTreeMut, Node};

use crate::copy::{alone, copy_node, copy_property, declare_utf8};
use crate::transform::{keep_main_line, truncate};

/// A game without its variations, as a file of its own; the rest keeps its bytes.
///
/// ```
/// use kifu_collection::extract::main_line;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;PB[A] ;B[aa](;W[bb])(;W[cc]))");
/// let line = main_line(collection.game(0).unwrap());
/// assert_eq!(line.to_bytes()?, b"(;PB[A] ;B[aa](;W[bb]))\n");
/// # Ok::<(), kifu_sgf::WriteError>(())
/// ```
#[must_use]
pub fn main_line(game: GameTree<'_>) -> Collection {
    let mut single = alone(game);
    if let Some(mut game) = single.game_mut(0) {
        keep_main_line(&mut game);
    }
    single
}

/// The first `moves` moves of a game without its variations, as a file of its own; the rest keeps its bytes.
#[must_use]
pub fn head(game: GameTree<'_>, moves: usize) -> Collection {
    let mut single = alone(game);
    if let Some(mut game) = single.game_mut(0) {
        keep_main_line(&mut game);
        truncate(&mut game, moves);
    }
    single
}

/// The last `moves` moves of the main line: the position before them as setup, with the game info of the record, and
/// `MN` for the number of the first, counted from an earlier `MN` if there is one. A game without more moves is its
/// [`main_line`]. `None` for a longer game of another kind than Go.
///
/// ```
/// use kifu_collection::extract::tail;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;SZ[9]PB[A];B[ba];W[aa];B[ab];W[cc]C[end](;B[dd])(;B[ee]))");
/// assert_eq!(
///     tail(collection.game(0).unwrap(), 2).unwrap().to_compact(),
///     "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[A]AB[ba][ab]PL[W];W[cc]MN[4]C[end];B[dd])\n"
/// );
/// ```
#[must_use]
pub fn tail(game: GameTree<'_>, moves: usize) -> Option<Collection> {
    let count = game.main_line().filter(|node| node.play().is_some());
    let before = match count.count().checked_sub(moves) {
        None | Some(0) => return Some(main_line(game)),
        Some(before) => before,
    };
    let start = node_of_move(game, before)?;
    let mut single = Collection::new();
    let mut copy = single.add_game();
    let last = set_up(&mut copy, start)?;
    let mut at = copy.root();
    let mut is_numbered = false;
    for node in start.main_line().skip(1) {
        at = copy.append_child(at).ok()?;
        copy_node(&mut copy, at, node);
        // An `MN` before the first move numbers it.
        let mut numbers = node.value("MN").into_iter();
        is_numbered |= numbers.any(|raw| number::parse_lenient(raw).is_ok());
        if node.play().is_some() && !std::mem::replace(&mut is_numbered, true) {
            // It is a number, which any node may have.
            let _ = copy.set(at, "MN", &[last.saturating_add(1).to_string()]);
        }
    }
    declare_utf8(&mut copy);
    Some(single)
}

/// The node of the main line with move `number`, counted from 1; the root for 0. `None` if the game
/// is shorter.
#[must_use]
pub fn node_of_move(game: GameTree<'_>, number: usize) -> Option<Node<'_>> {
    if number == 0 {
        return Some(game.root());
    }
    let mut moves = game.main_line().filter(|node| node.play().is_some());
    moves.nth(number - 1)
}

/// The position at a node as a record of its own, in UTF-8: the stones as setup, whose turn it is, and
/// the game info of the record. `None` for other games than Go.
///
/// ```
/// use kifu_collection::extract::{node_of_move, position};
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;SZ[9]PB[A];B[ba];W[aa];B[ab];W[cc])");
/// let node = node_of_move(collection.game(0).unwrap(), 3).unwrap();
/// assert_eq!(
///     position(node).unwrap().to_compact(),
///     "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[A]AB[ba][ab]PL[W])\n"
/// );
/// ```
#[must_use]
pub fn position(node: Node<'_>) -> Option<Collection> {
    let mut single = Collection::new();
    let mut game = single.add_game();
    set_up(&mut game, node)?;
    declare_utf8(&mut game);
    Some(single)
}

/// Whether a node poses a problem: it sets up stones of both colors.
#[must_use]
pub fn is_problem(node: Node<'_>) -> bool {
    node.has("AB") && node.has("AW")
}

/// The problems of a game of Go, each as a record of its own: on each path, the highest node that sets up stones of
/// both colors, with its subtree. A game that is a problem as a whole keeps its bytes.
#[must_use]
pub fn problems(game: GameTree<'_>) -> Vec<Collection> {
    if game.kind() != Some(Game::Go) {
        return Vec::new();
    }
    if is_problem(game.root()) {
        return vec![alone(game)];
    }
    // Whether a problem is above, and whether this node is one.
    let step = |above: &(bool, bool), node: Node<'_>| (above.0 || above.1, is_problem(node));
    let tops = crate::walk::down(game.root(), (false, false), step);
    let tops = tops.filter(|(_, (is_below, is_one))| *is_one && !is_below);
    // A single replay covers the tree: one per problem would replay the path from the root each time.
    let mut replay = Replay::new(game);
    tops.filter_map(|(top, _)| {
        replay.go_to(top);
        let mut single = Collection::new();
        let mut game = single.add_game();
        set_up_from(&mut game, top, &replay);
        let root = game.root();
        for property in top.properties() {
            let is_setup = schema::lookup(Game::Go, &property.identifier())
                .is_some_and(|definition| definition.property_type == PropertyType::Setup);
            if !is_setup && !game.tree().root().has(&property.identifier()) {
                copy_property(&mut game, root, property);
            }
        }
        for child in top.children() {
            game.graft(root, child).ok()?;
        }
        declare_utf8(&mut game);
        Some(single)
    })
    .collect()
}

/// Sets up the position at a node in the root of a game. Returns the number of the last move; `None` for other games than
/// Go.
fn set_up(game: &mut GameTreeMut<'_>, node: Node<'_>) -> Option<u32> {
    if node.game().kind() != Some(Game::Go) {
        return None;
    }
    let replay = Replay::at(node);
    set_up_from(game, node, &replay);
    Some(replay.game().move_number())
}

/// Sets up the position of a replay in the root of a game, with the game info of the source record.
fn set_up_from(game: &mut GameTreeMut<'_>, node: Node<'_>, replay: &Replay<'_>) {
    let root = game.root();
    let board = replay.game().board();
    let size = board.size().sgf();
    for (identifier, value) in [("FF", "4"), ("GM", "1"), ("SZ", &size.to_string())] {
        set(game, identifier, &[value]);
    }
    let source = node.game().root();
    for property in source.properties() {
        let is_info = schema::lookup(Game::Go, &property.identifier())
            .is_some_and(|definition| definition.property_type == PropertyType::GameInfo);
        // Handicap stones are ordinary setup stones here.
        if is_info && !property.is("HA") {
            copy_property(game, root, property);
        }
    }
    for (identifier, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = board.stones().filter(|(_, own)| *own == color);
        let points: PointSet = stones.map(|(point, _)| point).collect();
        if !points.is_empty() {
            let items = compress(&points).into_iter().map(|item| item.to_string());
            set(game, identifier, &items.collect::<Vec<_>>());
        }
    }
    let color = replay.game().to_play();
    set(game, "PL", &[color.letter()]);
}

/// Sets a standard property of the root to valid values.
fn set(game: &mut GameTreeMut<'_>, identifier: &str, values: &[impl AsRef<str>]) {
    let root = game.root();
    let _ = game.push_property(root, identifier, values);
}
