//! The explorer on the whole screen: stones are put on a board, and the index says at once what came next.
//!
//! What is seen is a [`Model`]; a key changes it ([`Model::press`]); [`draw`] shows it.

use std::time::Duration;

use anyhow::Context as _;
use kifu::go::{Color, Game, Move, Point, Rules, Size};
use kifu::select::Selection;
use kifu::store::{Answer, Found, GameInfo, Order, Pattern, Query, Store};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::database::{self, letter};
use crate::harmless::{self, cut};
use crate::view::{Look, key_name};

/// Games that are listed.
const MOST_GAMES: usize = 30;

/// Columns and rows of a corner.
const CORNER: u8 = 9;

/// What is explored.
#[derive(Debug)]
pub(crate) struct Model<'s> {
    store: &'s Store,
    selection: Selection,
    look: Look,
    game: Game,
    cursor: Point,
    /// Only the corner with the cursor counts.
    is_corner: bool,
    answer: Answer,
    pattern: Pattern,
    games: Vec<(GameInfo, Found)>,
    /// The game that would be opened.
    chosen: usize,
    message: String,
    /// What the user wants next.
    pub(crate) wish: Option<Wish>,
}

/// Why the explorer was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Leave,
    /// A game is to be seen: the file, its number from 0, the move.
    Open(String, u32, u32),
}

impl<'s> Model<'s> {
    /// The empty board of a size.
    pub(crate) fn new(store: &'s Store, size: Size, selection: Selection, look: Look) -> Self {
        let game = Game::new(size, Rules::default());
        let pattern = Pattern::of_board(game.board());
        let mut model = Self {
            store,
            selection,
            look,
            cursor: Point::new(size.width() / 2, size.height() / 2),
            game,
            is_corner: false,
            answer: Answer::default(),
            pattern,
            games: Vec::new(),
            chosen: 0,
            message: String::new(),
            wish: None,
        };
        model.ask();
        model
    }

    /// The upper left point of what counts, and its columns and rows.
    fn area(&self) -> (Point, u8, u8) {
        let size = self.game.board().size();
        if !self.is_corner {
            return (Point::new(0, 0), size.width(), size.height());
        }
        let start = |at: u8, side: u8| {
            let length = CORNER.min(side);
            if at < side / 2 {
                (0, length)
            } else {
                (side - length, length)
            }
        };
        let (x, columns) = start(self.cursor.x, size.width());
        let (y, rows) = start(self.cursor.y, size.height());
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
        let found = self.store.search(&query).and_then(|answer| {
            let sample = answer.sample(Order::Newest, MOST_GAMES);
            let ids: Vec<_> = sample.iter().map(|found| found.game).collect();
            let infos = self.store.games(&ids)?;
            Ok((answer, infos.into_iter().zip(sample).collect()))
        });
        self.chosen = 0;
        match found {
            Ok((answer, games)) => (self.answer, self.games) = (answer, games),
            Err(error) => {
                (self.answer, self.games) = (Answer::default(), Vec::new());
                self.message = error.to_string();
            }
        }
    }

    /// Does what a key asks for.
    pub(crate) fn press(&mut self, key: &str) {
        self.message.clear();
        let size = self.game.board().size();
        let before = self.area();
        match key {
            "left" => self.cursor.x = self.cursor.x.saturating_sub(1),
            "right" => self.cursor.x = (self.cursor.x + 1).min(size.width() - 1),
            "up" => self.cursor.y = self.cursor.y.saturating_sub(1),
            "down" => self.cursor.y = (self.cursor.y + 1).min(size.height() - 1),
            "enter" | " " | "space" => self.put(self.cursor),
            "backspace" | "u" => {
                if let Some(depth) = self.game.depth().checked_sub(1) {
                    self.game.undo_to(depth);
                    self.ask();
                }
            }
            "p" => {
                self.game.play(self.game.to_play(), Move::Pass);
                self.ask();
            }
            "c" => {
                self.is_corner = !self.is_corner;
                self.ask();
            }
            "n" => self.chosen = (self.chosen + 1).min(self.games.len().saturating_sub(1)),
            "N" => self.chosen = self.chosen.saturating_sub(1),
            "o" => {
                if let Some((info, found)) = self.games.get(self.chosen) {
                    let path = info.path.to_string();
                    self.wish = Some(Wish::Open(path, info.number, found.move_number));
                }
            }
            "q" | "esc" | "escape" => self.wish = Some(Wish::Leave),
            _ => {}
        }
        if self.is_corner && self.area() != before && key != "c" {
            self.ask();
        }
    }

    fn put(&mut self, point: Point) {
        let played = self.game.play(self.game.to_play(), Move::At(point));
        if let Some(illegal) = played.illegal {
            self.message = illegal.to_string();
            if let Some(depth) = self.game.depth().checked_sub(1) {
                self.game.undo_to(depth);
            }
        }
        self.ask();
    }

    /// What stands on a point of the screen.
    fn sign(&self, point: Point) -> char {
        let (black, white) = if self.look.is_ascii {
            ('X', 'O')
        } else {
            ('●', '○')
        };
        match self.game.board().get(point) {
            Some(Color::Black) => return black,
            Some(Color::White) => return white,
            None => {}
        }
        let (from, columns, rows) = self.area();
        let inside = Point::new(point.x.wrapping_sub(from.x), point.y.wrapping_sub(from.y));
        if inside.x >= columns || inside.y >= rows {
            return ' ';
        }
        let continuations = self.answer.continuations();
        let rank = continuations.iter().position(|next| next.point == inside);
        rank.and_then(letter).unwrap_or('.')
    }

    /// The words beside the board.
    fn words(&self) -> Vec<String> {
        let main = self.answer.main;
        let mut words = vec![
            format!(
                "{} to move; {} hits in {} of {} games",
                self.game.to_play(),
                main.hits,
                main.games,
                self.answer.searched
            ),
            String::new(),
        ];
        for (rank, next) in self.answer.continuations().iter().enumerate().take(12) {
            let share = next.tally.black_share().map_or_else(String::new, |share| {
                let [own, low, high] =
                    [share.share, share.low, share.high].map(|part| part * 100.0);
                format!("Black won {own:.1} % ({low:.1}–{high:.1})")
            });
            let color = if next.color == Color::Black { 'B' } else { 'W' };
            let name = letter(rank).unwrap_or(' ');
            words.push(format!(
                "{name} {color} {} {:>7}  {share}",
                next.point, next.tally.hits
            ));
        }
        words.push(String::new());
        for (number, (info, found)) in self.games.iter().enumerate() {
            let mark = if number == self.chosen { '>' } else { ' ' };
            words.push(format!(
                "{mark} {}",
                database::line(info, found, &self.pattern)
            ));
        }
        words
    }
}

/// Shows the model and follows the keys until the user wants something else.
pub(crate) fn run(model: &mut Model<'_>) -> anyhow::Result<Wish> {
    let mut terminal = ratatui::try_init().context("the terminal cannot be drawn on")?;
    let outcome = follow(&mut terminal, model);
    let restored = ratatui::try_restore();
    let wish = outcome?;
    restored?;
    Ok(wish)
}

fn follow(terminal: &mut ratatui::DefaultTerminal, model: &mut Model<'_>) -> anyhow::Result<Wish> {
    loop {
        terminal.draw(|frame| draw(model, frame.area(), frame.buffer_mut()))?;
        // A key that is held down sends more than can be drawn.
        loop {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(key) = key_name(key)
            {
                model.press(&key);
            }
            if let Some(wish) = model.wish.take() {
                return Ok(wish);
            }
            if !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
}

/// Draws the board, the words right of it, and the keys below.
pub(crate) fn draw(model: &Model<'_>, area: Rect, buffer: &mut Buffer) {
    const KEYS: &str =
        "arrows move · enter put · u back · p pass · c corner · n N games · o open · q leave";
    let size = model.game.board().size();
    let cursor = Style::default().add_modifier(Modifier::REVERSED);
    for point in size.points() {
        let (x, y) = (area.x + u16::from(point.x) * 2, area.y + u16::from(point.y));
        if x < area.right() && y + 1 < area.bottom() {
            let style = if point == model.cursor {
                cursor
            } else {
                Style::default()
            };
            buffer.set_string(x, y, model.sign(point).to_string(), style);
        }
    }
    let left = area.x + u16::from(size.width()) * 2 + 2;
    let width = area.right().saturating_sub(left);
    for (row, words) in (area.y..area.bottom().saturating_sub(1)).zip(model.words()) {
        if width > 0 {
            buffer.set_string(left, row, cut(&words, width.into()), Style::default());
        }
    }
    if let Some(last) = area.bottom().checked_sub(1) {
        let message = if model.message.is_empty() {
            KEYS
        } else {
            &model.message
        };
        let message = harmless::line(message);
        buffer.set_string(
            area.x,
            last,
            cut(&message, area.width.into()),
            Style::default(),
        );
    }
}

#[cfg(test)]
mod tests {
    use kifu::go::{Point, Size};
    use kifu::select::Selection;
    use kifu::store::{Indexer, Store};
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::{Model, Wish, draw};
    use crate::view::Look;

    const GAMES: &str =
        "(;SZ[9]PB[Ann]PW[Bob]RE[B+R]DT[2001];B[ee];W[gc])(;SZ[9]PB[Cid]DT[2002];B[ee];W[cg])";

    #[test]
    fn stones_are_put_and_answered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf");
        std::fs::write(&file, GAMES).unwrap();
        let path = folder.path().join("a.kifu");
        let mut indexer = Indexer::open(&path, false).unwrap();
        indexer.add([file.clone()], |_| ()).unwrap();
        indexer.finish(false).unwrap();
        let store = Store::open(&path).unwrap();
        let mut model = Model::new(&store, Size::NINE, Selection::default(), Look::default());
        assert_eq!(
            (model.cursor, model.answer.main.games),
            (Point::new(4, 4), 2)
        );
        model.press("enter");
        assert_eq!(model.answer.main.games, 2);
        // Both answers are one: the board looks the same from all sides.
        assert_eq!(model.answer.continuations().len(), 1);
        model.press("enter");
        assert!(model.message.contains("stone"), "{}", model.message);
        assert_eq!(model.answer.main.games, 2);
        let area = Rect::new(0, 0, 100, 20);
        let mut buffer = Buffer::empty(area);
        draw(&model, area, &mut buffer);
        let row = |y: u16| {
            (0..100)
                .map(|x| buffer[(x, y)].symbol())
                .collect::<String>()
        };
        assert!(
            row(0).contains("white to move; 2 hits in 2 of 2 games"),
            "{}",
            row(0)
        );
        assert_eq!(&row(2)[..17], ". . a . . . . . .");
        assert!(row(4).contains("> 2002"), "{}", row(4));
        for tiny in 0..4 {
            let area = Rect::new(0, 0, tiny, tiny);
            draw(&model, area, &mut Buffer::empty(area));
        }
        model.press("n");
        model.press("o");
        let path = file.canonicalize().unwrap().to_string_lossy().into_owned();
        assert_eq!(model.wish, Some(Wish::Open(path, 0, 1)));
        model.press("u");
        model.press("u");
        model.press("c");
        assert_eq!(model.answer.main.games, 2);
        model.press("q");
        assert_eq!(model.wish, Some(Wish::Leave));
    }
}
