use std::sync::OnceLock;

use kifu_go::{Color, Point, Size};

use super::later::Later;
use super::steps::Turned;
use super::whole::{Way, ways};
use crate::answer::Answer;
use crate::directory::Brief;
use crate::event::EMPTY;
use crate::found::{Found, GameId};
use crate::instance::{Instance, Representative, instances, representatives, transforms};
use crate::pattern::{Anchor, Cell, Orientation};
use crate::positions::{MOST_STONES, is_tenuki};
use crate::query::Query;
use crate::segment::Segment;
use crate::walk::Cover;
use crate::won::Won;

/// The plan of a query for boards of one size.
#[derive(Debug)]
pub(super) struct Plan<'q> {
    pub(super) query: &'q Query,
    pub(super) size: Size,
    /// If the index of positions has the answer: the transforms under which the board looks different.
    pub(super) ways: Option<Vec<Way>>,
    /// Whether a continuation is required after the pattern.
    pub(super) has_more: bool,
    /// Whether games end before the first move on a stone.
    pub(super) is_strict: bool,
    /// Whether the pattern may occur at any move number.
    pub(super) is_any_move: bool,
    /// The later patterns with their possible places.
    pub(super) later: Vec<Later>,
    transforms: Vec<Orientation>,
    instances: OnceLock<Vec<Instance>>,
    /// For each cell and both colors, the equivalent continuation that represents it; empty if each represents itself.
    representatives: Vec<[Representative; 2]>,
    cover: OnceLock<Cover>,
    turned: OnceLock<Turned>,
}

/// A hit in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The number of the place in the plan.
    pub(super) instance: u32,
    pub(super) node: u32,
    pub(super) move_number: u32,
    pub(super) next: Option<Next>,
    /// Whether it counts for the variations.
    pub(super) is_variation: bool,
}

impl Hit {
    /// The cell of the continuation, and its color as played.
    pub(super) fn stone(&self) -> Option<(u16, Color)> {
        self.next.map(|(cell, color, _)| (cell, color))
    }
}

/// A hit from the point of view of the pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The transform of the pattern: among equivalent ones, the representative.
    pub(super) transform: Orientation,
    /// The continuation: among equivalent ones, the representative.
    pub(super) next: Option<(u16, Color)>,
}

/// The next stone: the cell of the pattern, the color as played, and the distance in nodes.
pub(super) type Next = (u16, Color, u32);

impl<'q> Plan<'q> {
    /// A plan for each board size.
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
        let required = pattern.required();
        let is_stone = |(_, cell): &&(Point, Cell)| cell.mask() & EMPTY == 0;
        let stones = required.iter().filter(is_stone).count();
        let is_known = required
            .iter()
            .all(|(_, cell)| cell.mask().is_power_of_two());
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

    /// The possible places of the pattern.
    #[inline]
    pub(super) fn instances(&self) -> &[Instance] {
        self.instances.get_or_init(|| {
            let query = self.query;
            let slides = query.slides_onto_edges;
            instances(&query.pattern, self.size, &self.transforms, slides)
        })
    }

    /// The data for a walk through a tree.
    pub(super) fn cover(&self) -> &Cover {
        self.cover
            .get_or_init(|| Cover::new(self.size.area(), self.instances()))
    }

    /// The mapping of cells of the pattern under each symmetry.
    #[inline]
    pub(super) fn turned(&self) -> &Turned {
        self.turned.get_or_init(|| Turned::new(&self.query.pattern))
    }

    /// A place and its continuation from the point of view of the pattern; the color of the continuation is given as
    /// played. If a color is requested, the view is from its side.
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

    /// The view from the requested side, for a pattern that is symmetric under an exchange of colors on this board only.
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

    /// A pattern under a transform and its continuation, from the point of view of the pattern; the color of the
    /// continuation is given from that point of view.
    #[inline]
    pub(super) fn seen_as(&self, transform: Orientation, next: Option<(u16, Color)>) -> Seen {
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

    /// Whether a place is seen with colors exchanged, given its continuation; `None` if the continuation is not
    /// requested.
    #[inline(never)]
    pub(super) fn side(&self, place: u32, next: Option<(u16, Color)>) -> Option<bool> {
        let color = next.map(|(_, color)| color);
        let is_wanted = self.is_wanted(&self.instances()[place as usize], color);
        is_wanted.then(|| self.seen(place, next).transform.is_swapped)
    }

    /// Whether a continuation of this color, or none, is requested under one of the transforms that leave the place
    /// unchanged.
    #[inline]
    pub(super) fn is_wanted(&self, instance: &Instance, next: Option<Color>) -> bool {
        let Some(wanted) = self.query.next else {
            return true;
        };
        next.is_some_and(|color| instance.is_seen(color != wanted))
    }

    /// Counts a hit. Returns the winner from the point of view of the pattern.
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

    /// The hit in the form of the answer.
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
