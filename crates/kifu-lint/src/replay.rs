//! The board of Go, played along the tree.

use kifu_go::{Color, Game, Illegal, Move, Point, Rules, Size};
use kifu_sgf::schema::Game as Kind;
use kifu_sgf::value::{self, point_list};

use crate::context::{Context, GameInfo};
use crate::node::{Node, Prop};
use crate::rules;

/// The board of the game at hand. One serves all games, for its memory.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    game: Option<Game>,
    /// Whether there is a board: not for games other than Go, nor for boards nobody can name.
    is_on: bool,
}

pub(crate) const fn color(color: value::Color) -> Color {
    match color {
        value::Color::Black => Color::Black,
        value::Color::White => Color::White,
    }
}

pub(crate) const fn point(point: value::Point) -> Point {
    Point::new(point.column, point.row)
}

impl Replay {
    /// Begins a game with an empty board.
    pub(crate) fn begin(&mut self, info: &GameInfo, node: &Node<'_>) {
        let size = Size::new(info.size.columns.into(), info.size.rows.into());
        let named = node.value("RU").map(value::Rules::parse_lenient);
        let rules = match named {
            Some(Ok(rules)) => Rules::from_name(rules.value.name()),
            _ => None,
        }
        .unwrap_or(Rules::JAPANESE);
        self.is_on = false;
        if let (Ok(size), Some(Kind::Go)) = (size, info.game) {
            self.is_on = true;
            match &mut self.game {
                Some(game) => game.restart(size, rules),
                None => self.game = Some(Game::new(size, rules)),
            }
        }
    }

    /// The board, if there is one.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.game.as_ref().filter(|_| self.is_on)
    }

    fn game_mut(&mut self) -> Option<&mut Game> {
        self.game.as_mut().filter(|_| self.is_on)
    }

    /// Takes back what was played after `depth` steps.
    #[inline]
    pub(crate) fn back_to(&mut self, depth: u32) {
        if let Some(game) = self.game_mut() {
            game.undo_to(depth as usize);
        }
    }

    /// Plays a node that is nothing but a move within the board, and with which nothing is wrong:
    /// most nodes are such. False if the node is to be looked at by all rules.
    #[inline]
    pub(crate) fn plain_move(&mut self, context: &mut Context<'_>, node: &Node<'_>) -> bool {
        let [prop] = &node.props[..] else {
            return false;
        };
        let ([b'B' | b'W'], [value]) = (prop.id.of(node.text.as_bytes()), node.spans(prop)) else {
            return false;
        };
        let [column, row] = *value.of(node.text.as_bytes()) else {
            return false;
        };
        let Some(game) = self.game_mut() else {
            return false;
        };
        let own = if prop.is("B") {
            Color::Black
        } else {
            Color::White
        };
        let at = match Point::from_letters(column, row) {
            Some(at) if game.board().size().contains(at) => Move::At(at),
            _ if (column, row) == (b't', b't') && context.game.size.has_tt_pass() => Move::Pass,
            _ => return false,
        };
        play(game, context, node, prop, own, at);
        true
    }

    /// Plays a node: setup first, then the player to move, then moves.
    pub(crate) fn node(&mut self, context: &mut Context<'_>, node: &Node<'_>) {
        let Some(game) = self.game_mut() else {
            return;
        };
        let size = context.game.size;
        let mut changed = false;
        for prop in &node.props {
            let stone = match prop.def.map(|def| def.identifier) {
                Some("AB") => Some(Color::Black),
                Some("AW") => Some(Color::White),
                Some("AE") => None,
                _ => continue,
            };
            rules::structure::setup_without_effect::check(context, node, prop, game.board(), stone);
            let points = node
                .values(prop)
                .filter_map(|raw| point_list::parse_lenient(raw, size).ok())
                .flat_map(|items| point_list::expand(items.value));
            // Points off the board were left out by the parser of values.
            let _ = game.setup(points.map(|at| (point(at), stone)));
            changed = true;
        }
        if let Some(player) = node
            .value("PL")
            .and_then(|raw| value::Color::parse(raw).ok())
        {
            game.set_to_play(color(player));
            context.state.mover = None;
            changed = true;
        }
        if changed {
            context.state.depth = game.depth() as u32;
        }
        let mut played = [false; 2];
        for prop in &node.props {
            let own = if prop.is("B") {
                Color::Black
            } else if prop.is("W") {
                Color::White
            } else {
                continue;
            };
            if std::mem::replace(&mut played[own.index()], true) {
                continue;
            }
            let Ok(read) = value::Move::parse_lenient(node.first_value(prop), size) else {
                continue;
            };
            let at = read
                .value
                .point()
                .map_or(Move::Pass, |at| Move::At(point(at)));
            play(game, context, node, prop, own, at);
        }
        if let Some(number) = node
            .value("MN")
            .and_then(|raw| raw.parse::<u32>().ok())
            .filter(|_| node.play().is_some())
        {
            game.set_move_number(number);
            context.state.depth = game.depth() as u32;
        }
    }
}

#[inline]
fn play(
    game: &mut Game,
    context: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    own: Color,
    at: Move,
) {
    let played = game.play(own, at);
    context.state.depth = game.depth() as u32;
    let own = match own {
        Color::Black => value::Color::Black,
        Color::White => value::Color::White,
    };
    if context.state.mover == Some(own) {
        rules::go::same_colour_twice::check(context, prop, played.number);
    }
    context.state.mover = Some(own);
    context.state.last_move = node.spans(prop).first().copied();
    match played.illegal {
        None => {
            if let Some(earlier) = played.repeats {
                rules::go::position_repeats::check(context, node, prop, played.number, earlier);
            }
        }
        Some(Illegal::Occupied { by, .. }) => {
            rules::go::move_on_stone::check(context, node, prop, played.number, by);
        }
        Some(Illegal::Suicide { stones, .. }) => {
            rules::go::suicide::check(context, node, prop, played.number, stones);
        }
        Some(Illegal::Ko { earlier, .. }) => {
            rules::go::ko::check(context, node, prop, played.number, earlier);
        }
        Some(Illegal::Superko { earlier, .. }) => {
            rules::go::superko::check(context, node, prop, played.number, earlier);
        }
        Some(_) => {}
    }
}
