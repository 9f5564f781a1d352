use std::sync::OnceLock;

use kifu_go::{Color, Size};

use crate::answer::{Answer, Found, GameId, Tally};
use crate::directory::Entry;
use crate::event::EMPTY;
use crate::instance::{Instance, Representative, instances, representatives, transforms};
use crate::pattern::{Anchor, Transform};
use crate::positions::MOST_STONES;
use crate::query::Query;
use crate::segment::Segment;
use crate::walk::Cover;

/// Both played elsewhere if the next stone comes more than so many nodes later.
const NEAR: u32 = 2;

/// A query, as it is asked of boards of one size.
#[derive(Debug)]
pub(super) struct Plan<'q> {
    pub(super) query: &'q Query,
    pub(super) size: Size,
    pub(super) instances: Vec<Instance>,
    /// Whether the index of positions has the answer.
    pub(super) is_whole_board: bool,
    /// For each later pattern, where it may lie.
    pub(super) later: Vec<Vec<Instance>>,
    representatives: Vec<Representative>,
    cover: OnceLock<Cover>,
}

/// A hit as it goes into the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) game: GameId,
    pub(super) node: u32,
    pub(super) move_number: u32,
    /// The next stone: the cell of the pattern, the colour as it was played, how many nodes later.
    pub(super) next: Option<(u16, Color, u32)>,
}

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
        let stones = pattern
            .cells()
            .iter()
            .filter(|cell| cell.mask() & EMPTY == 0)
            .count();
        let is_known = pattern
            .cells()
            .iter()
            .all(|cell| cell.mask().is_power_of_two());
        let is_plain = query.sequence.is_empty()
            && query.later.is_empty()
            && !query.in_variations
            && query.moves == (0..=u32::MAX);
        Self {
            query,
            size,
            instances: at(pattern),
            is_whole_board: is_plain
                && is_known
                && pattern.anchor() == Anchor::FULL
                && stones <= MOST_STONES as usize,
            later: query.later.iter().map(at).collect(),
            representatives: representatives(pattern, &transforms),
            cover: OnceLock::new(),
        }
    }

    /// What a walk through a tree needs to know.
    pub(super) fn cover(&self) -> &Cover {
        self.cover
            .get_or_init(|| Cover::new(self.size.area(), &self.instances))
    }

    /// The continuation as the pattern sees it, and how the pattern is looked at then: of several ways
    /// that look the same, the one that stands for them.
    fn seen(
        &self,
        instance: &Instance,
        next: Option<(u16, Color, u32)>,
    ) -> (Transform, Option<(u16, Color)>) {
        let transform = instance.transform;
        let Some((cell, color, _)) = next else {
            return (transform, None);
        };
        let color = transform.color(color);
        let seen = self.representatives[usize::from(cell) * 2 + color.index()];
        (seen.seen(transform), Some((seen.cell, seen.color)))
    }

    /// Whether the continuation is as wanted.
    pub(super) fn is_wanted(&self, instance: &Instance, next: Option<(u16, Color, u32)>) -> bool {
        let Some(wanted) = self.query.next else {
            return true;
        };
        next.is_some_and(|(_, color, _)| instance.transform.color(color) == wanted)
    }

    /// Counts a hit on a main line.
    #[inline]
    pub(super) fn count(
        &self,
        answer: &mut Answer,
        entry: &Entry,
        instance: &Instance,
        hit: Hit,
    ) -> Found {
        let (transform, next) = self.seen(instance, hit.next);
        let winner = entry.winner.color();
        answer.main.count(winner, transform);
        let tally = tally(answer, next);
        tally.hits += 1;
        tally.moves += u64::from(hit.move_number);
        tally.tenuki += u64::from(hit.next.is_some_and(|(.., distance)| distance > NEAR));
        match winner.map(|winner| transform.color(winner)) {
            Some(Color::Black) => tally.black_wins += 1,
            Some(Color::White) => tally.white_wins += 1,
            None => {}
        }
        found(entry, instance, hit, (transform, next), false)
    }

    /// Counts a hit in a variation.
    pub(super) fn count_variation(
        &self,
        answer: &mut Answer,
        entry: &Entry,
        instance: &Instance,
        hit: Hit,
    ) -> Found {
        let (transform, next) = self.seen(instance, hit.next);
        answer.variations.count(entry.winner.color(), transform);
        tally(answer, next).in_variations += 1;
        found(entry, instance, hit, (transform, next), true)
    }
}

fn found(
    entry: &Entry,
    instance: &Instance,
    hit: Hit,
    seen: (Transform, Option<(u16, Color)>),
    is_variation: bool,
) -> Found {
    Found {
        game: hit.game,
        node: hit.node,
        move_number: hit.move_number,
        transform: seen.0,
        corner: instance.corner,
        next: seen.1,
        is_variation,
        winner: entry.winner,
        date: entry.date,
        rank: entry.rank(),
    }
}

fn tally(answer: &mut Answer, next: Option<(u16, Color)>) -> &mut Tally {
    let place = next.map_or(usize::MAX, |(cell, color)| {
        usize::from(cell) * 2 + color.index()
    });
    answer.tallies.get_mut(place).unwrap_or(&mut answer.without)
}
