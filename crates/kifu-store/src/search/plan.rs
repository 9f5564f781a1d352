use std::sync::OnceLock;

use kifu_go::{Color, Point, Size};

use super::later::Later;
use super::steps::Turned;
use super::whole::{Way, ways};
use crate::answer::{Answer, Found, GameId};
use crate::directory::Brief;
use crate::event::EMPTY;
use crate::instance::{Instance, Representative, instances, representatives, transforms};
use crate::pattern::{Anchor, Cell, Transform};
use crate::positions::{MOST_STONES, is_tenuki};
use crate::query::Query;
use crate::segment::Segment;
use crate::walk::Cover;
use crate::won::Won;

/// A query, as it is asked of boards of one size.
#[derive(Debug)]
pub(super) struct Plan<'q> {
    pub(super) query: &'q Query,
    pub(super) size: Size,
    /// Where the index of positions has the answer: the ways in which the board looks different.
    pub(super) ways: Option<Vec<Way>>,
    /// Whether something must come after the pattern.
    pub(super) has_more: bool,
    /// Whether games end before the first move on a stone.
    pub(super) is_strict: bool,
    /// Whether it does not matter with which move the pattern is there.
    pub(super) is_any_move: bool,
    /// For each later pattern, where it may lie.
    pub(super) later: Vec<Later>,
    transforms: Vec<Transform>,
    instances: OnceLock<Vec<Instance>>,
    /// For each cell and both colours, the continuation that stands for it; empty where each
    /// stands for itself.
    representatives: Vec<[Representative; 2]>,
    cover: OnceLock<Cover>,
    turned: OnceLock<Turned>,
}

/// A hit in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The place, by its number in the plan.
    pub(super) instance: u32,
    pub(super) node: u32,
    pub(super) move_number: u32,
    pub(super) next: Option<Next>,
    /// Whether it counts for the variations.
    pub(super) is_variation: bool,
}

impl Hit {
    /// The cell of the continuation, and its colour as it was played.
    pub(super) fn stone(&self) -> Option<(u16, Color)> {
        self.next.map(|(cell, color, _)| (cell, color))
    }
}

/// How a hit looks to the pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// How the pattern is looked at: of several ways that look the same, the one that stands for them.
    pub(super) transform: Transform,
    /// The continuation that stands for those that look the same.
    pub(super) next: Option<(u16, Color)>,
}

/// The next stone: the cell of the pattern, the colour as it was played, how many nodes later.
pub(super) type Next = (u16, Color, u32);

impl<'q> Plan<'q> {
    /// A plan for each size of boards.
    pub(super) fn of_sizes(query: &'q Query, segments: &[Segment]) -> Vec<Self> {
        let mut plans: Vec<Self> = Vec::new();
        for segment in segments {
            if !plans.iter().any(|plan| plan.size == segment.size) {
                plans.push(Self::new(query, segment.size));
            }
        }
        plans
    }

    pub(super) fn new(query: &'q Query, size: Size) -> Self {
        let pattern = &query.pattern;
        let transforms = transforms(&query.symmetries, query.swaps_colors);
        let at = |pattern| instances(pattern, size, &transforms, query.slides_onto_edges);
        let told = pattern.told();
        let is_stone = |(_, cell): &&(Point, Cell)| cell.mask() & EMPTY == 0;
        let stones = told.iter().filter(is_stone).count();
        let is_known = told.iter().all(|(_, cell)| cell.mask().is_power_of_two());
        let is_any_move = query.moves == (0..=u32::MAX);
        let has_more = !query.sequence.is_empty() || !query.later.is_empty();
        let is_strict = query.strict_records && !query.in_variations;
        let is_plain =
            !has_more && !query.in_variations && is_any_move && !query.lists_hits && !is_strict;
        let is_whole_board = is_plain
            && is_known
            && pattern.anchor() == Anchor::FULL
            && stones <= MOST_STONES as usize;
        Self {
            query,
            size,
            ways: is_whole_board.then(|| ways(pattern, size, &transforms)),
            has_more,
            is_strict,
            is_any_move,
            later: query
                .later
                .iter()
                .map(|later| Later::new(size.area(), at(later)))
                .collect(),
            turned: OnceLock::new(),
            representatives: representatives(pattern, &transforms, query.next),
            transforms,
            instances: OnceLock::new(),
            cover: OnceLock::new(),
        }
    }

    /// The places where the pattern may lie.
    #[inline]
    pub(super) fn instances(&self) -> &[Instance] {
        self.instances.get_or_init(|| {
            let query = self.query;
            let slides = query.slides_onto_edges;
            instances(&query.pattern, self.size, &self.transforms, slides)
        })
    }

    /// What a walk through a tree needs to know.
    pub(super) fn cover(&self) -> &Cover {
        self.cover
            .get_or_init(|| Cover::new(self.size.area(), self.instances()))
    }

    /// Which cell of the pattern lies where.
    #[inline]
    pub(super) fn turned(&self) -> &Turned {
        self.turned.get_or_init(|| Turned::new(&self.query.pattern))
    }

    /// How the pattern sees itself at a place, and its continuation: the colour of that is the one it was
    /// played in. It is seen from the side that is asked.
    #[inline]
    pub(super) fn seen(&self, place: u32, next: Option<(u16, Color)>) -> Seen {
        let instance = &self.instances()[place as usize];
        let transform = instance.transform;
        let own = next.map(|(cell, color)| (cell, transform.color(color)));
        let seen = self.seen_as(transform, own);
        if self.query.next.is_none() {
            seen
        } else {
            self.seen_from_asked_side(instance, next, seen)
        }
    }

    /// How a hit looks where the pattern is another one with the colours exchanged, but looks the same on this board.
    #[inline(never)]
    fn seen_from_asked_side(
        &self,
        instance: &Instance,
        next: Option<(u16, Color)>,
        seen: Seen,
    ) -> Seen {
        if seen.next.map(|(_, color)| color) == self.query.next {
            return seen;
        }
        next.and_then(|next| self.seen_from_other_side(instance, next))
            .unwrap_or(seen)
    }

    fn seen_from_other_side(&self, instance: &Instance, next: (u16, Color)) -> Option<Seen> {
        let way = instance.way(!instance.transform.is_swapped)?;
        let point = instance.points.get(usize::from(next.0))?;
        let pattern = &self.query.pattern;
        let mut points = pattern.points(self.size, way, instance.corner);
        let cell = points.position(|own| own == *point)? as u16;
        Some(self.seen_as(way, Some((cell, way.color(next.1)))))
    }

    /// How a pattern that is looked at in a way, and its continuation, look to it: the colour of that is
    /// the one it sees.
    #[inline]
    pub(super) fn seen_as(&self, transform: Transform, next: Option<(u16, Color)>) -> Seen {
        let Some((cell, color)) = next else {
            return Seen { transform, next };
        };
        let Some(both) = self.representatives.get(usize::from(cell)) else {
            return Seen { transform, next };
        };
        let seen = both[color.index()];
        Seen {
            transform: seen.seen(transform),
            next: Some((seen.cell, seen.color)),
        }
    }

    /// Whether a place is seen with the colours exchanged where it goes on so; `None` if that is not wanted.
    #[inline(never)]
    pub(super) fn side(&self, place: u32, next: Option<(u16, Color)>) -> Option<bool> {
        let color = next.map(|(_, color)| color);
        let is_wanted = self.is_wanted(&self.instances()[place as usize], color);
        is_wanted.then(|| self.seen(place, next).transform.is_swapped)
    }

    /// Whether a continuation of this colour, or none, is wanted, in one of the ways in which the place looks
    /// the same.
    #[inline]
    pub(super) fn is_wanted(&self, instance: &Instance, next: Option<Color>) -> bool {
        let Some(wanted) = self.query.next else {
            return true;
        };
        next.is_some_and(|color| instance.is_seen(color != wanted))
    }

    /// Counts a hit; says who won, as the pattern sees it.
    #[inline]
    pub(super) fn count(
        answer: &mut Answer,
        brief: Brief,
        hit: &Hit,
        Seen { transform, next }: Seen,
    ) -> Won {
        let won = Won::of(brief.winner).seen(transform.is_swapped);
        let winner = won.color();
        let place = next.map_or(usize::MAX, |(cell, color)| {
            usize::from(cell) * 2 + color.index()
        });
        let tally = answer.tallies.at(place).unwrap_or(&mut answer.without);
        if hit.is_variation {
            tally.in_variations += 1;
            answer.variations.count(winner, transform);
            return won;
        }
        tally.hits += 1;
        tally.moves += u64::from(hit.move_number);
        tally.tenuki += u64::from(hit.next.is_some_and(|(.., distance)| is_tenuki(distance)));
        match winner {
            Some(Color::Black) => tally.black_wins += 1,
            Some(Color::White) => tally.white_wins += 1,
            None => {}
        }
        answer.main.count(winner, transform);
        won
    }

    /// The game of a hit, as the answer names it.
    pub(super) fn found(&self, game: GameId, brief: Brief, hit: &Hit, seen: Seen) -> Found {
        Found {
            game,
            node: hit.node,
            move_number: hit.move_number,
            transform: seen.transform,
            corner: self.instances()[hit.instance as usize].corner,
            next: seen.next,
            is_variation: hit.is_variation,
            winner: brief.winner,
            date: brief.date(),
            rank: brief.rank(),
        }
    }
}
