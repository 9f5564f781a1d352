//! The screen of the explorer: the board left, figures and games right of it, the chosen game and the keys below. Where
//! there is no room for both, a key swaps them.

use std::path::Path;

use kifu::go::{Color, Point, Size};
use kifu::store::{Continuation, Found, IndexedGame, Share, Text};
use kifu_diagram::scene::{CoordinateLabels, Piece};
use kifu_diagram::{Mark, Point as Spot, Rect as Part, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Model;
use crate::database::{letter, percents, place};
use crate::harmless::{self, columns, cut};
use crate::screen::Image;
use crate::view::{CellGrid, Grid, picture, put_board, put_line};

/// Continuations that are listed, if there is room.
const MOST_NEXT: usize = 10;

/// The keys, in eighty columns.
const KEYS: [&str; 8] = [
    "arrows tab",
    " · enter put",
    " · u back",
    " · c corner",
    " · n N game",
    " · o open",
    " · ? help",
    " · q quit",
];

const HELP: [&str; 14] = [
    "arrows             move the cursor",
    "tab                go to the next continuation",
    "enter, space       put a stone",
    "u, backspace       take a move back",
    ".                  pass",
    "c                  compare the corner only, or the whole board",
    "n, N               choose the next, previous game",
    "o                  open the game",
    "l                  lists or board in a small window",
    "p                  board in pixels or text",
    "click              put a stone",
    "wheel              choose the next, previous game",
    "?                  this help",
    "q, esc             leave",
];

/// Columns of the lists with all there is to say, and the least that are of use: without intervals.
const LISTS: (u16, u16) = (38, 25);

/// Columns of the names of rows and the gap after them, and rows of the names of columns.
const MARGIN: (u16, u16) = (3, 1);

/// What is on the screen besides text.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The board, if it is a picture.
    pub(super) image: Option<Image>,
    /// Where its points are.
    pub(super) grid: Option<Grid>,
}

/// Draws all of it.
pub(super) fn draw(model: &Model<'_>, area: Rect, buffer: &mut Buffer) -> Shown {
    let plain = Style::new();
    let below = area.height.min(2);
    let (body, bottom) = (area.height - below, area.bottom() - below);
    let row = |y: u16| Rect {
        y,
        height: u16::from(y < area.bottom()),
        ..area
    };
    let message = match (&*model.message, model.games.get(model.chosen)) {
        ("", Some((info, found))) => whole_game(info, found),
        (message, _) => message.to_owned(),
    };
    put_line(
        &message,
        plain.add_modifier(Modifier::BOLD),
        model.look,
        row(bottom),
        buffer,
    );
    let whole = Rect {
        height: body,
        ..area
    };
    if model.has_help {
        for (y, text) in (whole.y..whole.bottom()).zip(HELP) {
            put_line(text, plain, model.look, row(y), buffer);
        }
    }
    let pixels = pixels(model, whole);
    let room = match &pixels {
        Some((_, room)) => *room,
        None => Room::of(model.game.board().size(), whole),
    };
    // In a small terminal: what is hidden, and how to leave.
    let keys = match room {
        Room::Both(_) => KEYS.to_vec(),
        Room::One => {
            let other =
                ["l lists · q quit · ", "l board · q quit · "][usize::from(model.is_listing)];
            [&[other], &KEYS[..KEYS.len() - 1]].concat()
        }
    };
    let style = plain.add_modifier(Modifier::REVERSED);
    if below > 1 {
        let keys = fitting(&keys, area.width.into());
        put_line(&keys, style, model.look, row(bottom + 1), buffer);
    }
    if model.has_help {
        return Shown::default();
    }
    let Shown { image, mut grid } = pixels.map(|(shown, _)| shown).unwrap_or_default();
    let left = match (room, &image) {
        (_, Some(image)) => image.area.width + 1,
        (Room::One, None) if model.is_listing => 0,
        (_, None) => {
            let width = match room {
                Room::Both(width) => width,
                Room::One => whole.width,
            };
            let (columns, points) = board(model, Rect { width, ..whole }, buffer);
            grid = Some(Grid::Cells(points));
            columns
        }
    };
    if room == Room::One && (image.is_some() || grid.is_some()) {
        return Shown { image, grid };
    }
    let words = Rect {
        x: area.x + left,
        width: area.width.saturating_sub(left),
        ..whole
    };
    for (y, (text, style)) in (words.y..words.bottom()).zip(self::words(model, words)) {
        let line = Rect {
            y,
            height: 1,
            ..words
        };
        put_line(&text, style, model.look, line, buffer);
    }
    Shown { image, grid }
}

/// The board as a picture, and the part of the screen that it leaves; no picture if the lists take its place. `None` if
/// the board is text.
fn pixels(model: &Model<'_>, area: Rect) -> Option<(Shown, Room)> {
    let mut scene = scene(model);
    let size = model.game.board().size();
    // The corner stays in its place on the board.
    scene.crop = Some(Part::new(
        Spot::new(0, 0),
        Spot::new(size.columns() - 1, size.rows() - 1),
    ));
    let cursor = spot(model.cursor);
    if let Some(visible) = &mut scene.visible {
        visible.insert(cursor);
    }
    scene.spot(cursor).mark = Some(Mark::Square);
    let lists = LISTS.0.min(area.width / 2);
    if lists >= LISTS.1 {
        let width = area.width - lists - 1;
        let (image, grid) = picture(&scene, model.look, Rect { width, ..area })?;
        let image = Some(image);
        return Some((Shown { image, grid }, Room::Both(width)));
    }
    let (image, grid) = picture(&scene, model.look, area)?;
    if model.is_listing {
        return Some((Shown::default(), Room::One));
    }
    let image = Some(image);
    Some((Shown { image, grid }, Room::One))
}

/// The part that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// A board in so many columns, and the lists.
    Both(u16),
    /// One of them.
    One,
}

impl Room {
    /// The whole board counts more than the lists; of a board that cannot be seen as a whole, less is seen for their
    /// sake.
    fn of(size: Size, area: Rect) -> Self {
        let board = MARGIN.0 + 2 * size.columns();
        // The last point has no line after it, and a gap comes before the lists.
        let (least, with_gap) = (board - 1, board + 1);
        let lists = LISTS.0.min(area.width / 2);
        if with_gap + LISTS.1 <= area.width {
            Self::Both(area.width)
        } else if least > area.width && lists >= LISTS.1 {
            Self::Both(area.width - lists - 2)
        } else {
            Self::One
        }
    }
}

/// As many parts as fit into so many columns, the first in any case.
fn fitting(parts: &[impl AsRef<str>], room: usize) -> String {
    let mut fitting = String::new();
    for part in parts.iter().map(AsRef::as_ref) {
        if !fitting.is_empty() && columns(&fitting) + columns(part) > room {
            break;
        }
        fitting.push_str(part);
    }
    fitting
}

/// Draws the board, or the part of it around the cursor; the columns it takes, and where its points are.
fn board(model: &Model<'_>, area: Rect, buffer: &mut Buffer) -> (u16, CellGrid) {
    let mut scene = scene(model);
    let size = model.game.board().size();
    let room = |length: u16, margin: u16, step: u16| (length.saturating_sub(margin) / step).max(1);
    let around = |at: u16, side: u16, room: u16| {
        let (at, side) = (at, side);
        let length = room.min(side);
        let first = at.saturating_sub(length / 2).min(side - length);
        (first, first + length - 1)
    };
    let (left, right) = around(
        model.cursor.x,
        size.columns(),
        // The last point has no line after it.
        room(area.width + 1, MARGIN.0, 2),
    );
    let (top, bottom) = around(model.cursor.y, size.rows(), room(area.height, MARGIN.1, 1));
    scene.crop = Some(Part::new(Spot::new(left, top), Spot::new(right, bottom)));
    let grid = put_board(&scene, model.look, area, buffer);
    let cursor = (
        grid.x + 2 * (model.cursor.x - left),
        grid.y + model.cursor.y - top,
    );
    if area.contains(cursor.into())
        && let Some(cell) = buffer.cell_mut(cursor)
    {
        cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
    }
    (grid.x - area.x + 2 * (right - left + 1) + 1, grid)
}

/// The position, with a letter for each continuation.
fn scene(model: &Model<'_>) -> Scene {
    let mut scene = named(model.game.board().size());
    let (from, columns, rows) = model.area();
    let is_inside = |point: Point| {
        (from.x..from.x + columns).contains(&point.x) && (from.y..from.y + rows).contains(&point.y)
    };
    let board = model.game.board();
    if model.is_corner {
        let shown = board.size().points().filter(|point| is_inside(*point));
        scene.visible = Some(shown.map(spot).collect());
    }
    for point in board.size().points() {
        if let Some(color) = board.get(point) {
            scene.spot(spot(point)).piece = Some(Piece::Stone(color));
        }
    }
    for (rank, next) in model.continuations.iter().enumerate() {
        let place = scene.spot(spot(model.point_of(next)));
        if place.label.is_none() {
            place.label = letter(rank).map(String::from);
        }
    }
    scene
}

/// An empty board with names along two edges.
fn named(size: Size) -> Scene {
    let mut scene = Scene::go(size.columns(), size.rows());
    scene.coordinates = CoordinateLabels {
        right: false,
        bottom: false,
        ..CoordinateLabels::western()
    };
    scene
}

/// The name of a point as the edges of the board have it.
pub(super) fn name(size: Size, point: Point) -> String {
    named(size).point_name(spot(point))
}

fn spot(point: Point) -> Spot {
    Spot::new(point.x, point.y)
}

/// The words beside the board, line by line.
fn words(model: &Model<'_>, area: Rect) -> Vec<(String, Style)> {
    let (plain, faint) = (Style::new(), Style::new().add_modifier(Modifier::DIM));
    let (strong, chosen) = (
        plain.add_modifier(Modifier::BOLD),
        plain.add_modifier(Modifier::REVERSED),
    );
    let main = model.answer.main;
    let to_play = if model.game.to_play() == Color::Black {
        "Black"
    } else {
        "White"
    };
    let room = usize::from(area.width);
    let games = [
        format!("{to_play} to play"),
        format!("; {}", main.games),
        // The comments of games without the position are not read.
        if model.answer.unread > 0 {
            format!(" of at most {}", model.answer.searched)
        } else {
            format!(" of {}", model.answer.searched)
        },
        " games".to_owned(),
    ];
    let [won, interval] = share(Share::of(
        main.black_wins,
        main.black_wins + main.white_wins,
    ));
    let hits = [
        format!("{} hits", main.hits),
        format!(", Black won {won}"),
        interval,
    ];
    let mut lines = vec![
        (fitting(&games, room), strong),
        (fitting(&hits, room), plain),
        (String::new(), plain),
        ("  next    hits  Black won".to_owned(), faint),
    ];
    let names = named(model.game.board().size());
    // The chosen game is always to be seen.
    let has_none = model.answer.without.hits > 0;
    let after = usize::from(has_none) + 1 + usize::from(!model.games.is_empty());
    let left = usize::from(area.height).saturating_sub(lines.len() + after);
    let count = model.continuations.len();
    let most = if count <= MOST_NEXT.min(left) {
        count
    } else {
        MOST_NEXT.min(left.saturating_sub(1))
    };
    let listed = model.continuations.iter().take(most);
    lines.extend(listed.enumerate().map(|(rank, next)| {
        let name = names.point_name(spot(model.point_of(next)));
        (row(rank, next, &name, room), plain)
    }));
    if count > most {
        lines.push((format!("  {} more", count - most), faint));
    }
    if has_none {
        lines.push((format!("  none {:>7}", model.answer.without.hits), plain));
    }
    lines.push((String::new(), plain));
    let left = usize::from(area.height).saturating_sub(lines.len()).max(1);
    let first = (model.chosen + 1).saturating_sub(left);
    let games = model.games.iter().enumerate().skip(first).take(left);
    lines.extend(games.map(|(number, (info, found))| {
        let is_chosen = number == model.chosen;
        let text = game(info, found, room, is_chosen);
        (text, if is_chosen { chosen } else { plain })
    }));
    lines
}

/// A continuation in so many columns.
fn row(rank: usize, next: &Continuation, name: &str, room: usize) -> String {
    let letter = letter(rank).unwrap_or(' ');
    let color = if next.color == Color::Black { 'B' } else { 'W' };
    let [won, interval] = share(next.tally.black_share());
    let hits = format!("{letter} {color} {name:<3} {:>7}", next.tally.hits);
    fitting(&[hits, format!("  {won}"), interval], room)
}

/// A share and its interval.
fn share(share: Option<Share>) -> [String; 2] {
    let both = share.map_or_else(|| "?".to_owned(), |share| percents(share, 0));
    let (own, interval) = both.split_at(both.find(" (").unwrap_or(both.len()));
    [own.to_owned(), interval.to_owned()]
}

/// A game in so many columns: the year, the result, the players.
fn game(info: &IndexedGame, found: &Found, width: usize, is_chosen: bool) -> String {
    let text = |text| harmless::line(info.text(text).unwrap_or("?").trim()).into_owned();
    let year = match found.date {
        None => "?".to_owned(),
        Some(date) => (date / 10_000).to_string(),
    };
    let mark = if is_chosen { '>' } else { ' ' };
    let head = format!("{mark} {year:<4} {:<6} ", cut(&text(Text::Result), 6));
    let room = (width.saturating_sub(head.chars().count() + 3) / 2).max(4);
    let [black, white] = [Text::Black, Text::White].map(|player| {
        let name = text(player);
        cut(&name, room).to_string()
    });
    format!("{head}{black} – {white}")
}

/// A game, its file and the move, as far as a row takes it.
fn whole_game(info: &IndexedGame, found: &Found) -> String {
    let text = |text| info.text(text).unwrap_or("?").trim();
    let path = Path::new(&*info.path);
    format!(
        "{}  {}  {} – {}, {}, {} game {}",
        text(Text::Date),
        text(Text::Result),
        text(Text::Black),
        text(Text::White),
        place(info, found),
        path.file_name().map_or(path, Path::new).display(),
        info.number + 1,
    )
}
