//! The board of Go, played along the tree.

use kifu_go::{Color, Game, Illegal, Move, Played, Point, Rules, Size};
use kifu_sgf::schema::Game as Kind;
use kifu_sgf::value::{self, point_list};
use kifu_syntax::Span;

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

const fn value_color(color: Color) -> value::Color {
    match color {
        Color::Black => value::Color::Black,
        Color::White => value::Color::White,
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
    #[inline]
    pub(crate) fn game(&self) -> Option<&Game> {
        self.game.as_ref().filter(|_| self.is_on)
    }

    #[inline]
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

    /// Plays the node at `start`, if it is nothing but a stone within the board, and the sequence goes on
    /// behind it with another property: most nodes are such. `node` is filled only if something is wrong
    /// with the move. False if the node is to be read, and looked at by all rules.
    #[inline]
    pub(crate) fn plain_move(
        &mut self,
        context: &mut Context<'_>,
        node: &mut Node<'_>,
        start: Span,
    ) -> bool {
        let text = node.text.as_bytes();
        let head = text.get(start.start..).and_then(<[u8]>::first_chunk::<9>);
        let Some(&[b';', id, b'[', column, row, b']', b';', b'A'..=b'Z', b'[']) = head else {
            return false;
        };
        let own = match id {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return false,
        };
        let (Some(game), Some(at)) = (self.game_mut(), Point::from_letters(column, row)) else {
            return false;
        };
        if !game.board().size().contains(at) {
            return false;
        }
        let played = game.play(own, at);
        let is_regular = played.illegal.is_none()
            && played.repeats.is_none()
            && context.state.mover != Some(value_color(own));
        let value = Span::new(start.start + 3, start.start + 5);
        if !is_regular {
            node.begin(start, false);
            node.push_identifier(Span::new(start.start + 1, start.start + 2));
            node.push_value(value);
            if let Some(prop) = node.props.first() {
                report(context, node, prop, own, &played);
            }
        }
        context.state.depth = game.depth() as u32;
        context.state.mover = Some(value_color(own));
        context.state.last_move = Some(value);
        true
    }

    /// Plays a node that is nothing but a move within the board: no other rule has anything to say
    /// about it. False if it is to be looked at by all rules.
    pub(crate) fn lone_move(&mut self, context: &mut Context<'_>, node: &Node<'_>) -> bool {
        let [prop] = &node.props[..] else {
            return false;
        };
        let text = node.text.as_bytes();
        let (&[id], [value]) = (prop.id.of(text), node.spans(prop)) else {
            return false;
        };
        let &[column, row] = value.of(text) else {
            return false;
        };
        let Some(game) = self.game_mut() else {
            return false;
        };
        let Some((own, at)) = simple(game.board().size(), context, id, [column, row]) else {
            return false;
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

/// The move that an identifier and two letters stand for, if it is one within a board of this size.
#[inline]
fn simple(
    size: Size,
    context: &Context<'_>,
    id: u8,
    [column, row]: [u8; 2],
) -> Option<(Color, Move)> {
    let own = match id {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    match Point::from_letters(column, row) {
        Some(at) if size.contains(at) => Some((own, Move::At(at))),
        _ if [column, row] == *b"tt" && context.game.size.has_tt_pass() => Some((own, Move::Pass)),
        _ => None,
    }
}

fn play(
    game: &mut Game,
    context: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    own: Color,
    at: Move,
) {
    let played = game.play(own, at);
    report(context, node, prop, own, &played);
    context.state.depth = game.depth() as u32;
    context.state.mover = Some(value_color(own));
    context.state.last_move = node.spans(prop).first().copied();
}

/// Says what is wrong with a move.
fn report(context: &mut Context<'_>, node: &Node<'_>, prop: &Prop, own: Color, played: &Played) {
    if context.state.mover == Some(value_color(own)) {
        rules::go::same_colour_twice::check(context, prop, played.number);
    }
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
