//! Finds the symmetry between two records of a game.

use std::collections::{HashMap, HashSet};

use kifu_go::{Color, Point, Size, Symmetry};
use kifu_sgf::schema::Notation;
use kifu_sgf::{Collection, GameTree};

use crate::dedupe::Line;
use crate::transform::Turn;

/// Moves that suffice to find a game in another orientation.
const ENOUGH: usize = 10;

/// A board, and the first moves in their canonical orientation.
type Mark = (u32, u16, u16, Vec<u16>);

pub(super) fn orient(old: &Collection, new: &mut Collection) -> Vec<(usize, Symmetry)> {
    let mut by_mark: HashMap<Mark, usize> = HashMap::new();
    if old.len() > 1 || new.len() > 1 {
        for game in old.games().rev() {
            by_mark.extend(mark(game).map(|mark| (mark, game.number())));
        }
    }
    let mut turned = Vec::new();
    for number in 0..new.len() {
        let Some(game) = new.game(number) else {
            continue;
        };
        let known = mark(game).and_then(|mark| by_mark.get(&mark).copied());
        let Some(other) = old.game(known.unwrap_or(number)) else {
            continue;
        };
        let symmetry = way(other, game);
        let turn = Turn {
            symmetry,
            ..Turn::default()
        };
        if turn.is_empty() {
            continue;
        }
        let game = new.game_mut(number);
        // A game that would become another game is left unchanged.
        if game.is_some_and(|mut game| turn.apply(&mut game).is_ok()) {
            turned.push((number, symmetry));
        }
    }
    turned
}

/// A key to find a game in another orientation; `None` if it has too few moves.
fn mark(game: GameTree<'_>) -> Option<Mark> {
    let line = Line::of(game);
    let (kind, columns, rows, _, moves) = line.key();
    let first = moves.get(..ENOUGH)?;
    Some((kind, columns, rows, first.to_vec()))
}

/// The stones of the root and the moves of the main line.
struct Stones {
    setup: HashSet<(Color, Point)>,
    moves: Vec<Option<Point>>,
}

impl Stones {
    fn of(game: GameTree<'_>, size: Size) -> Self {
        let root = game.root();
        let setup = [("AB", Color::Black), ("AW", Color::White)];
        let setup = setup.into_iter().flat_map(|(identifier, color)| {
            let points = root.points(identifier, size);
            let points = points.iter().map(move |point| (color, point));
            points.collect::<Vec<_>>()
        });
        Self {
            setup: setup.collect(),
            moves: game.moves().map(|(_, own)| own.point()).collect(),
        }
    }

    /// Number of stones and moves of `other` that coincide with those here under `symmetry`, even if one has an extra
    /// move.
    fn alike(&self, other: &Self, size: Size, symmetry: Symmetry) -> usize {
        let turn = |point: Point| symmetry.apply(point, size);
        let setup = other.setup.iter();
        let setup = setup.filter(|(color, point)| self.setup.contains(&(*color, turn(*point))));
        let moves = |skipped: usize, skips: usize| {
            let own = self.moves.iter().skip(skipped);
            let other = other.moves.iter().skip(skips);
            let pairs = own.zip(other);
            pairs
                .filter(|(own, other)| **own == other.map(turn))
                .count()
        };
        let shifts = [(0, 0), (1, 0), (0, 1)];
        let moves = shifts.map(|(skipped, skips)| moves(skipped, skips));
        setup.count() + moves.into_iter().max().unwrap_or_default()
    }
}

/// The symmetry that makes `new` most similar to `old`; identity for games that do not use the point notation of Go.
fn way(old: GameTree<'_>, new: GameTree<'_>) -> Symmetry {
    let is_like_go = |game: GameTree<'_>| {
        let kind = game.kind();
        kind.is_some_and(|kind| kind.notation() == Notation::GoLike)
    };
    if old.kind() != new.kind() || !is_like_go(old) {
        return Symmetry::Identity;
    }
    let size = |game: GameTree<'_>| game.info().size().unwrap_or(Size::GO);
    let (old_size, new_size) = (size(old), size(new));
    let (old, new) = (Stones::of(old, old_size), Stones::of(new, new_size));
    let ways = Symmetry::ALL.into_iter();
    let ways = ways.filter(|symmetry| symmetry.size(new_size) == old_size);
    // The first of equals, which is the identity if it is among them.
    ways.min_by_key(|symmetry| std::cmp::Reverse(old.alike(&new, new_size, *symmetry)))
        .unwrap_or_default()
}
