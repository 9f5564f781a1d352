//! Walks along the main line of a game, from move to move.

use std::ops::Range;

use kifu_games::NoteKind;
use kifu_games::go::{Replay, Start};
use kifu_go::{Color, Game, Illegal, Move, Size};
use kifu_sgf::value::{GameResult, handicap, komi, size};
use kifu_sgf::{GameTree, Node, NodeId};

use crate::katago;
use crate::position::Position;

/// A position and the move played in it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'s> {
    /// The stones, now and before.
    pub position: &'s Position,
    /// The board, ko and rules.
    pub game: &'s Game,
    /// Player of the move.
    pub color: Color,
    /// The move.
    pub play: Move,
    /// The node of the move.
    pub node: NodeId,
    /// Number of earlier moves.
    pub number: u32,
    /// The move that the opponent answered, if the sampler looks for it.
    pub reply: Option<Move>,
    /// 1 if the player to move won the game, -1 if the opponent did, 0 for a draw; `None` if the result is
    /// unknown.
    pub value: Option<f32>,
    /// Final lead of the player to move, in points, if the game was counted.
    pub lead: Option<f32>,
}

/// Walks along main lines. It keeps its memory from game to game.
#[derive(Debug)]
pub struct Sampler {
    position: Position,
    moves: Range<u32>,
    replies: bool,
    /// Whether names of rules have their meaning in `KataGo`.
    as_katago: bool,
}

impl Sampler {
    /// A sampler for boards up to `side`×`side`, which stops before the moves of these numbers, counted from 0.
    #[must_use]
    pub fn new(side: u8, moves: Range<u32>) -> Self {
        Self {
            position: Position::new(side),
            moves,
            replies: false,
            as_katago: false,
        }
    }

    /// The sampler, with or without [`Sample::reply`].
    #[must_use]
    pub const fn with_replies(mut self, replies: bool) -> Self {
        self.replies = replies;
        self
    }

    /// The sampler, with the rules that `KataGo` takes for a name in `RU` or without them.
    #[must_use]
    pub(crate) const fn with_katago_rules(mut self, as_katago: bool) -> Self {
        self.as_katago = as_katago;
        self
    }

    /// Whether positions of a game can be sampled: it is Go, and its board is not too large.
    #[must_use]
    pub fn fits(&self, tree: GameTree<'_>) -> bool {
        // The size that the record names: a replay would cut it to 52.
        let named = tree.root().value("SZ");
        let read = named.and_then(|raw| size::parse_lenient(raw).ok());
        let size = read.map_or_else(Size::default, |read| read.value);
        let largest = size.columns().max(size.rows());
        tree.kind() == Some(kifu_sgf::schema::Game::Go) && largest <= self.position.side().into()
    }

    /// Calls `take` for each position of the main line in which a move follows.
    ///
    /// Left out are moves that cannot be targets: on a stone, off the board, of a value that is not a move, a
    /// suicide that the rules forbid, and moves in a node with setup or with several moves.
    pub fn each(&mut self, tree: GameTree<'_>, mut take: impl FnMut(Sample<'_>)) {
        if !self.fits(tree) {
            return;
        }
        let root = tree.root();
        let outcome = Outcome::of(root);
        let komi = root
            .value("KM")
            .and_then(|raw| komi::parse_lenient(raw).ok());
        let mut start = Start::of(tree);
        if self.as_katago {
            start.rules = katago::rules_of(start.rules);
        }
        let mut replay = Replay::with_start(tree, start);
        // Servers write `HA[0]` and `HA[1]` beside stones that they set up.
        let written = root
            .value("HA")
            .and_then(|raw| handicap::parse_lenient(raw).ok())
            .filter(|read| read.value >= 2);
        self.position
            .begin(replay.game(), komi.map_or(0.0, |read| read.value.get()));
        let in_root = replay.played();
        if let Some((color, play)) = in_root {
            // A move in the root leaves no position before it.
            self.position.follow(replay.game(), Some((color, play)));
        }
        let first = self.position.number;
        while self.position.number < self.moves.end {
            if self.position.number == first {
                self.position.handicap = match &written {
                    Some(read) => read.value.into(),
                    None => handicap_stones(&self.position, in_root),
                };
            }
            let Some(next) = replay.node().first_child() else {
                return;
            };
            let number = self.position.number;
            let target = target(next, replay.game().board().size());
            if let Some((color, play)) = target
                && self.moves.contains(&number)
                && is_possible(replay.game(), color, play)
            {
                let size = replay.game().board().size();
                let answer = next.first_child().filter(|_| self.replies);
                let answer = answer.and_then(|node| self::target(node, size));
                take(Sample {
                    reply: answer.filter(|(by, _)| *by != color).map(|(_, play)| play),
                    position: &self.position,
                    game: replay.game(),
                    color,
                    play,
                    node: next.id(),
                    number,
                    value: outcome.value(color),
                    lead: outcome.lead(color),
                });
            }
            if target.is_some() || next.play().is_some() {
                self.position.keep();
            }
            replay.forward();
            debug_assert!(
                target.is_none() || replay.notes().iter().all(|note| !is_fault(note.kind)),
                "a target is a move"
            );
            let played = replay.played();
            self.position.follow(replay.game(), played);
        }
    }
}

/// The black stones before the first move, if there are two or more and no white ones: the handicap of a record without
/// `HA`.
fn handicap_stones(position: &Position, in_root: Option<(Color, Move)>) -> u32 {
    let stones = |color| {
        let is_played = in_root.is_some_and(|(by, play)| by == color && play != Move::Pass);
        position.count(color).saturating_sub(is_played.into())
    };
    let black = stones(Color::Black);
    if black >= 2 && stones(Color::White) == 0 {
        black
    } else {
        0
    }
}

/// Whether a note reports a value that is not a move.
const fn is_fault(kind: NoteKind) -> bool {
    matches!(kind, NoteKind::NotAMove(_) | NoteKind::SeveralMoves)
}

/// The move of a node that has one and no setup.
fn target(node: Node<'_>, size: Size) -> Option<(Color, Move)> {
    let mut found = None;
    for property in node.properties() {
        let color = if property.is("B") {
            Color::Black
        } else if property.is("W") {
            Color::White
        } else if property.is("AB") || property.is("AW") || property.is("AE") {
            return None;
        } else {
            continue;
        };
        if found.is_some() {
            return None;
        }
        let read = kifu_sgf::value::r#move::parse_lenient(property.value(), size).ok()?;
        found = Some((color, read.value));
    }
    found
}

/// Whether a move can be a target.
fn is_possible(game: &Game, color: Color, play: Move) -> bool {
    let Move::Play(point) = play else {
        return true;
    };
    let size = game.board().size();
    if !size.contains(point) || game.board().get(point).is_some() {
        return false;
    }
    // Suicide needs a point without an empty neighbor; the full check is for those alone.
    let (x, y) = (point.x, point.y);
    let near = [
        (x.wrapping_sub(1), y),
        (x.wrapping_add(1), y),
        (x, y.wrapping_sub(1)),
        (x, y.wrapping_add(1)),
    ];
    let is_free = |(x, y)| {
        let point = kifu_go::Point::new(x, y);
        size.contains(point) && game.board().get(point).is_none()
    };
    near.into_iter().any(is_free)
        || !matches!(game.check(color, point), Err(Illegal::Suicide { .. }))
}

/// The result of a game.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// Whether the result is known.
    is_known: bool,
    /// The winner; `None` for a draw.
    winner: Option<Color>,
    margin: Option<f32>,
}

impl Outcome {
    fn of(root: Node<'_>) -> Self {
        let read = root
            .value("RE")
            .and_then(|raw| GameResult::parse_lenient(raw).ok());
        match read.map(|read| read.value) {
            Some(GameResult::Win { winner, margin, .. }) => Self {
                is_known: true,
                winner: Some(winner),
                margin: margin.map(|margin| margin.get() as f32),
            },
            Some(GameResult::Draw) => Self {
                is_known: true,
                winner: None,
                margin: Some(0.0),
            },
            _ => Self {
                is_known: false,
                winner: None,
                margin: None,
            },
        }
    }

    fn value(self, color: Color) -> Option<f32> {
        let value = match self.winner {
            None => 0.0,
            Some(winner) if winner == color => 1.0,
            Some(_) => -1.0,
        };
        self.is_known.then_some(value)
    }

    fn lead(self, color: Color) -> Option<f32> {
        let value = self.value(color)?;
        self.margin.map(|margin| margin * value)
    }
}
