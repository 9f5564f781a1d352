//! The Go board, played along the tree.

use kifu_games::go::read_rules;
use kifu_go::{Color, Game, Illegal, Move, Point, Size};
use kifu_sgf::schema::Game as Kind;
use kifu_sgf::value::{self, PointSet, point_list};
use kifu_syntax::Span;

use crate::context::{Context, GameInfo};
use crate::node::{Node, Prop};
use crate::rules;

/// The board of the current game. It serves all games, to reuse its memory.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    game: Option<Game>,
    /// Whether there is a board: not for games other than Go, nor for boards too large for the notation.
    is_on: bool,
    /// Number of points of the text that were set up.
    set_up: usize,
}

/// Number of setup points of a text, in addition to a share of its length, above which games with more setup get no
/// board: a few bytes can set up a whole board in each node, and each point takes memory until the game ends.
const MOST_SET_UP: usize = 1 << 20;

/// Number of moves after the last reported problem whose positions are kept.
const FORGET_AFTER: usize = 1024;

/// Nodes that were played together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) nodes: usize,
    /// Start of the next node.
    pub(crate) end: usize,
}

impl Replay {
    /// Begins a text.
    pub(crate) const fn begin_text(&mut self) {
        self.set_up = 0;
    }

    /// Begins a game with an empty board.
    pub(crate) fn begin(&mut self, info: &GameInfo, node: &Node<'_>) {
        let size = info.size;
        let rules = node.value("RU").and_then(read_rules).unwrap_or_default();
        self.is_on = false;
        if size.has_letters() && info.game == Some(Kind::Go) {
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

    /// Undoes the steps after `depth`.
    #[inline]
    pub(crate) fn back_to(&mut self, depth: u32) {
        if let Some(game) = self.game_mut() {
            game.undo_to(depth as usize);
        }
    }

    /// Plays the nodes from `start` on, as long as each is only a move on the board and the sequence continues with
    /// another property: most nodes are such. `node` is filled only if a move has a problem. The caller reads the next
    /// node, and checks it with all rules.
    #[inline]
    pub(crate) fn plain_moves(
        &mut self,
        context: &mut Context<'_>,
        node: &mut Node<'_>,
        start: usize,
    ) -> Played {
        let text = node.text.as_bytes();
        let mut played = Played {
            nodes: 0,
            end: start,
        };
        let Some(game) = self.game_mut() else {
            return played;
        };
        let size = game.board().size();
        let mut at = start;
        while let Some((id, letters, length)) = plain_move(&text[played.end..])
            && let Some(own) = mover(id)
            && let Some(point) = on_board(size, letters)
        {
            at = played.end;
            if !context.found.meets(Span::new(at, at + length)) {
                // No problem of this move is reported.
                game.execute(own, point);
                // No variation is open that goes back to an earlier position.
                if context.open_trees == 1
                    && game.depth() >= FORGET_AFTER
                    && context.found.to() <= at
                {
                    game.forget();
                }
            } else if let odd = game.play_plain(own, point)
                && (odd.is_some() || context.state.mover == Some(own))
            {
                node.begin(Span::new(at, at + 1), false);
                node.push_identifier(Span::new(at + 1, at + 2));
                node.push_value(Span::new(at + 3, at + 5));
                if let Some(prop) = node.props.first() {
                    let odd = odd.map_or((None, None), |odd| (odd.illegal, odd.repeats));
                    report(context, node, prop, own, game.move_number(), odd);
                }
            }
            context.state.mover = Some(own);
            played.nodes += 1;
            played.end = at + length;
        }
        if played.nodes > 0 {
            context.state.depth = game.depth() as u32;
            context.state.last_move = Span::new(at + 3, at + 5).into();
        }
        played
    }

    /// Plays a node with only a move on the board: no other rule applies to it. Returns false if all rules must check
    /// it.
    pub(crate) fn lone_move(&mut self, context: &mut Context<'_>, node: &Node<'_>) -> bool {
        let [prop] = &node.props[..] else {
            return false;
        };
        let text = node.text.as_bytes();
        let (&[id], [value]) = (prop.id.of(text), node.spans(prop)) else {
            return false;
        };
        let (Some(own), &[column, row]) = (mover(id), value.of(text)) else {
            return false;
        };
        let Some(game) = self.game_mut() else {
            return false;
        };
        let at = match on_board(game.board().size(), [column, row]) {
            Some(point) => Move::Play(point),
            None if [column, row] == *b"tt" && context.game.size.has_tt_pass() => Move::Pass,
            None => return false,
        };
        play(game, context, node, prop, own, at);
        true
    }

    /// Plays a node: setup first, then the player to move, then moves.
    pub(crate) fn node(&mut self, context: &mut Context<'_>, node: &Node<'_>) {
        let Some(game) = self.game.as_mut().filter(|_| self.is_on) else {
            return;
        };
        let size = context.game.size;
        let mut changed = false;
        if let Some(stones) = setup(context, node, game.board()) {
            self.set_up += stones.len();
            if self.set_up > MOST_SET_UP + context.text.len() / 4 {
                self.is_on = false;
                return;
            }
            // Points off the board were left out by the parser of values.
            let _ = game.setup(stones);
            changed = true;
        }
        if let Some(player) = node
            .value("PL")
            .and_then(|raw| value::color::parse(raw).ok())
        {
            game.set_to_play(player);
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
            // A value that is no point of the board is reported elsewhere, and counts as a move.
            let read = value::r#move::parse_lenient(node.first_value(prop), size).ok();
            let at = read
                .and_then(|read| read.value.point())
                .map_or(Move::Pass, Move::Play);
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

/// Returns the stones that a node sets up, each point once. Reports stones that are already there.
fn setup(
    context: &mut Context<'_>,
    node: &Node<'_>,
    board: &kifu_go::Board,
) -> Option<Vec<(Point, Option<Color>)>> {
    const STONES: [Option<Color>; 3] = [Some(Color::Black), Some(Color::White), None];
    let mut points = [const { PointSet::EMPTY }; 3];
    let mut has_setup = false;
    for prop in &node.props {
        let kind = match prop.def.map(|def| def.identifier) {
            Some("AB") => 0,
            Some("AW") => 1,
            Some("AE") => 2,
            _ => continue,
        };
        has_setup = true;
        rules::structure::setup_without_effect::check(context, node, prop, board, STONES[kind]);
        let items = node
            .values(prop)
            .filter_map(|raw| point_list::parse_lenient(raw, context.game.size).ok());
        let own = PointSet::of_items(items.flat_map(|items| items.value));
        // Of two stones on a point the later one counts.
        for (other, points) in points.iter_mut().enumerate() {
            if other == kind {
                points.insert_set(&own);
            } else {
                points.remove_set(&own);
            }
        }
    }
    let stones = points.iter().zip(STONES);
    has_setup.then(|| {
        stones
            .flat_map(|(points, stone)| points.iter().map(move |at| (at, stone)))
            .collect()
    })
}

/// Returns the identifier and the letters of the node `;X[yz]` at the start of `text`, and the distance to the next
/// node, which must follow at once or in the next line.
#[inline]
fn plain_move(text: &[u8]) -> Option<(u8, [u8; 2], usize)> {
    let (&[b';', id, b'[', column, row, b']'], behind) = text.split_first_chunk::<6>()? else {
        return None;
    };
    let length = match behind {
        [b';', b'A'..=b'Z', b'[', ..] => 6,
        [b'\n', b';', b'A'..=b'Z', b'[', ..] => 7,
        [b'\r', b'\n', b';', b'A'..=b'Z', b'[', ..] => 8,
        _ => return None,
    };
    Some((id, [column, row], length))
}

/// Returns the color that moves by a property of this identifier.
#[inline]
const fn mover(id: u8) -> Option<Color> {
    match id {
        b'B' => Some(Color::Black),
        b'W' => Some(Color::White),
        _ => None,
    }
}

/// Returns the point with these two letters, if it is on a board of this size.
#[inline]
fn on_board(size: Size, [column, row]: [u8; 2]) -> Option<Point> {
    Point::from_letters(column, row).filter(|point| size.contains(*point))
}

fn play(
    game: &mut Game,
    context: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    own: Color,
    at: Move,
) {
    if context.found.meets(prop.span()) {
        let played = game.play(own, at);
        let odd = (played.illegal, played.repeats);
        report(context, node, prop, own, played.number, odd);
    } else {
        game.execute(own, at);
    }
    context.state.depth = game.depth() as u32;
    context.state.mover = Some(own);
    context.state.last_move = node.spans(prop).first().copied().into();
}

/// Reports the problems of a move with this number: the broken rule, or the repeated position.
fn report(
    context: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    own: Color,
    number: u32,
    (illegal, repeats): (Option<Illegal>, Option<u32>),
) {
    if context.state.mover == Some(own) {
        rules::go::same_color_twice::check(context, prop, number);
    }
    match illegal {
        None => {
            if let Some(earlier) = repeats {
                rules::go::position_repeats::check(context, node, prop, number, earlier);
            }
        }
        Some(Illegal::Occupied { by, .. }) => {
            rules::go::move_on_stone::check(context, node, prop, number, by);
        }
        Some(Illegal::Suicide { stones, .. }) => {
            rules::go::suicide::check(context, node, prop, number, stones);
        }
        Some(Illegal::Ko { earlier, .. }) => {
            rules::go::ko::check(context, node, prop, number, earlier);
        }
        Some(Illegal::Superko { earlier, .. }) => {
            rules::go::superko::check(context, node, prop, number, earlier);
        }
        Some(_) => {}
    }
}
