//! Hints in the text: move numbers, stones of setup, the player to move after setup.

use gen_lsp_types::{InlayHint, InlayHintKind, Label};
use kifu_games::Replay;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{PointItem, PointSet};
use kifu_sgf::{GameTree, Node, Property};
use kifu_syntax::Span;

use crate::board::name_of;
use crate::document::Document;
use crate::locate::{games_in, node_at};
use crate::points::Points;
use crate::settings::InlayHints;

/// Maximum number of hints.
const MOST: usize = 1000;

/// Minimum number of stones for a hint: fewer are easy to count.
const FEW: usize = 4;

/// The hints of a span.
pub(crate) fn hints(document: &Document, within: Span, settings: InlayHints) -> Vec<InlayHint> {
    let mut hints = Hints {
        document,
        within,
        settings,
        all: Vec::new(),
    };
    for game in games_in(document.collection(), within) {
        if hints.all.len() >= MOST {
            break;
        }
        hints.of_game(game);
    }
    hints.all
}

struct Hints<'d> {
    document: &'d Document,
    within: Span,
    settings: InlayHints,
    all: Vec<InlayHint>,
}

impl Hints<'_> {
    fn of_game(&mut self, game: GameTree<'_>) {
        let Ok(mut replay) = Replay::of(game) else {
            return;
        };
        let points = Points::of(game);
        replay.go_to(node_at(game, self.within.start));
        loop {
            let node = replay.node();
            let span = node.span().unwrap_or_default();
            if span.start > self.within.end || self.all.len() >= MOST {
                return;
            }
            if span.end >= self.within.start {
                self.of_move(node, &replay);
                self.of_setup(node, &replay, points);
            }
            if !replay.advance() {
                return;
            }
        }
    }

    /// The number of a move, at regular intervals and at the first move of a variation.
    fn of_move(&mut self, node: Node<'_>, replay: &Replay<'_>) {
        let every = self.settings.move_numbers;
        let Some(played) = replay.played_at(replay.depth()) else {
            return;
        };
        let is_first = node.previous_sibling().is_some();
        if every == 0 || !(played.number.is_multiple_of(every) || is_first) {
            return;
        }
        let play = node
            .properties()
            .find(|property| property.is("B") || property.is("W"));
        if let Some(span) = play.and_then(|property| property.span()) {
            self.push(span.start, &format!("{}.", played.number), Side::Before);
        }
    }

    /// The number of setup stones, and the player to move.
    fn of_setup(&mut self, node: Node<'_>, replay: &Replay<'_>, points: Option<Points>) {
        if !self.settings.setup {
            return;
        }
        let mut last = None;
        for property in node.properties() {
            let stones = ["AB", "AW"]
                .iter()
                .any(|identifier| property.is(identifier));
            if !stones && !property.is("AE") {
                continue;
            }
            let Some(span) = property.span() else {
                continue;
            };
            last = Some(span.end);
            if let Some(points) = points.filter(|_| stones) {
                let count = count(points, property);
                if count >= FEW {
                    self.push(span.end, &format!("{count} stones"), Side::After);
                }
            }
        }
        let is_clear = node.is_root() && !node.has("AB") && !node.has("AW");
        if let Some(end) = last
            && !is_clear
            && !node.has("PL")
            && node.play().is_none()
            && node.game().kind() == Some(Game::Go)
        {
            let player = name_of(replay.position().to_play());
            self.push(end, &format!("{player} to play"), Side::After);
        }
    }

    fn push(&mut self, offset: usize, label: &str, side: Side) {
        if offset < self.within.start || offset > self.within.end {
            return;
        }
        self.all.push(InlayHint {
            position: self.document.position(offset),
            label: Label::String(label.to_owned()),
            kind: Some(InlayHintKind::Parameter),
            text_edits: None,
            tooltip: None,
            padding_left: Some(side == Side::After),
            padding_right: Some(side == Side::Before),
            data: None,
        });
    }
}

/// The side of the text to which a hint is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// Number of points in a list, each counted once.
fn count(points: Points, property: Property<'_>) -> usize {
    let Some(definition) = kifu_sgf::schema::lookup(Game::Go, &property.identifier()) else {
        return 0;
    };
    let areas = property
        .values()
        .filter_map(|raw| points.areas(definition, raw)[0]);
    let items = areas.map(|area| {
        let (low, high) = area.corners();
        PointItem::between(low, high)
    });
    PointSet::of_items(items).len()
}
