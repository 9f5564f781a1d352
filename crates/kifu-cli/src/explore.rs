//! The explorer on the whole screen: stones are put on a board, and the index says at once what came next.
//!
//! The screen shows a [`Model`]; a key changes it ([`Model::press`]); [`draw::draw`] shows it.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use kifu::go::{Game, Move, Point, Rules, Size};
use kifu::select::Selection;
use kifu::store::{
    Answer, Continuation, Found, IndexedGame, Order, Pattern, Query, Store, StoreError,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::database;
use crate::screen::{Image, Mouse, Screen, Terminal};
use crate::view::{Grid, Look};

/// Games that are listed.
const MOST_GAMES: usize = 30;

/// Columns and rows of a corner.
const CORNER: u16 = 9;

/// The index and pattern being explored.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the keys"
)]
pub(crate) struct Model<'s> {
    store: &'s Store,
    selection: Selection,
    /// Whether what is whole of a damaged index is served.
    serves_rest: bool,
    pub(crate) look: Look,
    game: Game,
    cursor: Point,
    /// Only the corner with the cursor counts.
    is_corner: bool,
    answer: Answer,
    /// The next moves, the most frequent first.
    continuations: Vec<Continuation>,
    pattern: Pattern,
    games: Vec<(IndexedGame, Found)>,
    /// The game that would be opened.
    chosen: usize,
    /// Whether the lists are seen where there is no room for them beside the board.
    is_listing: bool,
    pub(crate) message: String,
    has_help: bool,
    /// The board as a picture, for the screen that was drawn last.
    image: Option<Image>,
    /// Where its points are on that screen.
    grid: Option<Grid>,
    /// The next action.
    pub(crate) wish: Option<Wish>,
}

/// Why the explorer was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Leave,
    /// A game is to be seen: the file, its number from 0, the number of the node.
    Open(String, u32, u32),
}

impl<'s> Model<'s> {
    /// The empty board of a size. `serves_rest`: whether what is whole of a damaged index is served.
    pub(crate) fn new(
        store: &'s Store,
        serves_rest: bool,
        size: Size,
        selection: Selection,
        look: Look,
    ) -> Self {
        let game = Game::new(size, Rules::default());
        let pattern = Pattern::of_board(game.board());
        let mut model = Self {
            store,
            selection,
            serves_rest,
            look,
            cursor: Point::new(size.columns() / 2, size.rows() / 2),
            game,
            is_corner: false,
            answer: Answer::default(),
            continuations: Vec::new(),
            pattern,
            games: Vec::new(),
            chosen: 0,
            is_listing: false,
            message: String::new(),
            has_help: false,
            image: None,
            grid: None,
            wish: None,
        };
        model.ask();
        model
    }

    /// The upper left point of what counts, and its columns and rows.
    fn area(&self) -> (Point, u16, u16) {
        let size = self.game.board().size();
        if !self.is_corner {
            return (Point::new(0, 0), size.columns(), size.rows());
        }
        let start = |at: u16, side: u16| {
            let length = CORNER.min(side);
            if at < side / 2 {
                (0, length)
            } else {
                (side - length, length)
            }
        };
        let (x, columns) = start(self.cursor.x, size.columns());
        let (y, rows) = start(self.cursor.y, size.rows());
        (Point::new(x, y), columns, rows)
    }

    /// Asks the index about what stands on the board.
    fn ask(&mut self) {
        let (from, columns, rows) = self.area();
        let board = self.game.board();
        if let Some(pattern) = Pattern::of_area(board, from, columns, rows) {
            self.pattern = pattern;
        }
        let mut query = Query::new(self.pattern.clone());
        query.selection = self.selection.clone();
        let answer = self.store.search_partial(&query);
        let found = answer.and_then(|mut answer| {
            let damaged = std::mem::take(&mut answer.damaged);
            answer.damaged = database::served(damaged, self.serves_rest)?;
            let games = self.listed(&mut answer)?;
            Ok((answer, games))
        });
        self.chosen = 0;
        match found {
            Ok((answer, games)) => (self.answer, self.games) = (answer, games),
            Err(error) => {
                (self.answer, self.games) = (Answer::default(), Vec::new());
                self.message = error.to_string();
            }
        }
        if let Some(error) = self.answer.damaged.first() {
            self.message = error.to_string();
        }
        self.continuations = self.answer.continuations();
    }

    /// The games that are listed. Those that cannot be read make room for others if what is whole is served; the
    /// answer says then what is wrong with them.
    fn listed(&self, answer: &mut Answer) -> Result<Vec<(IndexedGame, Found)>, StoreError> {
        let mut lost: BTreeSet<u32> = BTreeSet::new();
        loop {
            let most = if lost.is_empty() {
                MOST_GAMES
            } else {
                usize::MAX
            };
            let mut sample = answer.sample(Order::Newest, most);
            sample.retain(|found| !lost.contains(&found.game.segment));
            sample.truncate(MOST_GAMES);
            let ids: Vec<_> = sample.iter().map(|found| found.game).collect();
            let (infos, mut damaged) = self.store.games_partial(&ids);
            if damaged.is_empty() {
                let games = infos.into_iter().zip(sample);
                return Ok(games
                    .filter_map(|(info, found)| Some((info?, found)))
                    .collect());
            }
            if !self.serves_rest {
                return Err(damaged.swap_remove(0));
            }
            let missing = ids.iter().zip(&infos).filter(|(_, info)| info.is_none());
            lost.extend(missing.map(|(id, _)| id.segment));
            answer.damaged.append(&mut damaged);
        }
    }

    /// The point of the board that a continuation is on.
    fn point_of(&self, next: &Continuation) -> Point {
        let (from, ..) = self.area();
        Point::new(next.point.x + from.x, next.point.y + from.y)
    }

    /// Puts the cursor on the next of the continuations, or on the first if it is on none.
    fn go_to_next(&mut self) {
        let points: Vec<_> = self
            .continuations
            .iter()
            .map(|next| self.point_of(next))
            .collect();
        let place = points.iter().position(|point| *point == self.cursor);
        let next = place.map_or(0, |place| place + 1);
        if let Some(point) = points.get(next).or(points.first()) {
            self.cursor = *point;
        }
    }

    /// Does what a key asks for.
    pub(crate) fn press(&mut self, key: &str) {
        self.message.clear();
        if std::mem::take(&mut self.has_help) {
            return;
        }
        let size = self.game.board().size();
        let before = self.area();
        match key {
            "left" => self.cursor.x = self.cursor.x.saturating_sub(1),
            "right" => self.cursor.x = (self.cursor.x + 1).min(size.columns() - 1),
            "up" => self.cursor.y = self.cursor.y.saturating_sub(1),
            "down" => self.cursor.y = (self.cursor.y + 1).min(size.rows() - 1),
            "tab" => self.go_to_next(),
            "enter" | "space" => self.put(self.cursor),
            "backspace" | "u" => {
                if let Some(depth) = self.game.depth().checked_sub(1) {
                    self.game.undo_to(depth);
                    self.ask();
                }
            }
            "." => {
                self.game.play(self.game.to_play(), Move::Pass);
                self.ask();
            }
            "c" => {
                self.is_corner = !self.is_corner;
                self.ask();
            }
            "p" => {
                if let Some(message) = self.look.switch_pixels() {
                    message.clone_into(&mut self.message);
                }
            }
            "?" | "f1" => self.has_help = true,
            "l" => self.is_listing = !self.is_listing,
            "n" => self.chosen = (self.chosen + 1).min(self.games.len().saturating_sub(1)),
            "N" => self.chosen = self.chosen.saturating_sub(1),
            "o" => {
                if let Some((info, found)) = self.games.get(self.chosen) {
                    let path = info.path.to_string();
                    self.wish = Some(Wish::Open(path, info.number, found.node));
                }
            }
            "q" | "esc" | "escape" => self.wish = Some(Wish::Leave),
            _ => {}
        }
        if self.is_corner && self.area() != before && key != "c" {
            self.ask();
        }
    }

    /// The mouse was used: a click puts a stone, the wheel chooses a game.
    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        match mouse {
            Mouse::Up => self.press("N"),
            Mouse::Down => self.press("n"),
            Mouse::Click(column, row) => {
                let point = self.grid.and_then(|grid| grid.point(column, row));
                let Some(point) = point else {
                    return;
                };
                self.message.clear();
                self.cursor = Point::new(point.x, point.y);
                self.put(self.cursor);
            }
        }
    }

    fn put(&mut self, point: Point) {
        let played = self.game.play(self.game.to_play(), Move::Play(point));
        if let Some(illegal) = played.illegal {
            // Points are named as the edges of the board have them.
            let name = draw::name(self.game.board().size(), point);
            self.message = illegal.to_string().replace(&format!("`{point}`"), &name);
            if let Some(depth) = self.game.depth().checked_sub(1) {
                self.game.undo_to(depth);
            }
        }
        self.ask();
    }
}

impl Screen for Model<'_> {
    fn learn(&mut self, terminal: Terminal) {
        self.look.terminal = terminal;
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let shown = draw::draw(self, area, buffer);
        (self.image, self.grid) = (shown.image, shown.grid);
    }

    fn image(&mut self) -> Option<Image> {
        self.image.take()
    }

    fn press(&mut self, key: &str) {
        self.press(key);
    }

    fn mouse(&mut self, mouse: Mouse) {
        self.mouse(mouse);
    }

    fn is_over(&self) -> bool {
        self.wish.is_some()
    }
}
