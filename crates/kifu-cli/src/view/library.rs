//! The games of a folder: a list with a filter and an order, and a board of the chosen game.

use std::path::PathBuf;
use std::rc::Rc;

use kifu::collection::extract::is_problem;
use kifu::select::{Record, Selection};
use kifu::{Collection, GameTree, Node};
use kifu_batch::{Input, Progress};
use kifu_diagram::Scene;
use kifu_diagram::binding::{self, Hints, Options};
use kifu_diagram::figure;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::draw::{picture, put_board, put_line};
use super::{Listed, Look, words};
use crate::encoding::Encoding;
use crate::output::count;
use crate::screen::{Image, Mouse, Screen, Terminal};

/// A game of the list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The file, by its place in the list of inputs.
    pub(crate) input: usize,
    /// The game of the file, from 0.
    pub(crate) game: usize,
    title: String,
    date: String,
    result: String,
    file: String,
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    #[default]
    File,
    Date,
    Players,
    Result,
}

impl Order {
    const ALL: [Self; 4] = [Self::File, Self::Date, Self::Players, Self::Result];

    /// The order with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Date => "date",
            Self::Players => "players",
            Self::Result => "result",
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::File => Self::Date,
            Self::Date => Self::Players,
            Self::Players => Self::Result,
            Self::Result => Self::File,
        }
    }
}

/// The list on the screen.
#[derive(Debug)]
pub(crate) struct Library {
    inputs: Vec<Input>,
    encoding: Encoding,
    entries: Vec<Entry>,
    /// The entries that pass the filter, in order.
    shown: Vec<usize>,
    pub(crate) order: Order,
    filter: String,
    is_typing: bool,
    has_help: bool,
    chosen: usize,
    first: usize,
    /// The entry whose preview is at hand.
    preview: Option<(usize, Option<Scene>)>,
    pub(crate) look: Look,
    /// The preview as a picture, for the screen that was drawn last.
    image: Option<Image>,
    message: String,
    /// Errors of files that could not be read.
    unread: usize,
    /// The game to open.
    pub(crate) wish: Option<usize>,
    is_over: bool,
}

const HELP: [&str; 9] = [
    "up, down, j, k     choose a game",
    "pageup, pagedown   ten games",
    "home, end          first, last game",
    "enter, right       open the game",
    "/                  filter by words of title, date, result and file",
    "s                  sort by file, date, players or result",
    "p                  preview in pixels or text",
    "?                  this help",
    "q, esc             leave; esc clears the filter first",
];

/// A record of any format as SGF, with its encoding: that of a file in SGF is `encoding`.
pub(crate) fn as_sgf(bytes: Vec<u8>, encoding: Encoding) -> (Vec<u8>, Encoding) {
    match kifu_batch::into_sgf(bytes) {
        (bytes, Some(_)) => (bytes, Encoding::default()),
        (bytes, None) => (bytes, encoding),
    }
}

impl Library {
    /// Reads the headers of all selected games.
    pub(crate) fn new(
        inputs: Vec<Input>,
        encoding: Encoding,
        selection: &Selection,
        order: Order,
        look: Look,
    ) -> Self {
        let mut library = Self {
            inputs,
            encoding,
            entries: Vec::new(),
            shown: Vec::new(),
            order,
            filter: String::new(),
            is_typing: false,
            has_help: false,
            chosen: 0,
            first: 0,
            preview: None,
            look,
            image: None,
            message: String::new(),
            unread: 0,
            wish: None,
            is_over: false,
        };
        for number in 0..library.inputs.len() {
            let name = library.inputs[number].name().into_owned();
            let file = PathBuf::from(&name);
            let file = file
                .file_name()
                .map_or(name, |name| name.to_string_lossy().into_owned());
            let Some(collection) = library.read(number) else {
                library.unread += 1;
                continue;
            };
            let path = library.inputs[number].name().into_owned();
            let selected =
                |game: &GameTree<'_>| selection.matches_facts(&Record::in_file(*game, &path));
            for game in collection.games().filter(selected) {
                let root = game.root();
                let text = |identifier| {
                    root.simple_text(identifier)
                        .unwrap_or_default()
                        .trim()
                        .to_owned()
                };
                library.entries.push(Entry {
                    input: number,
                    game: game.number(),
                    title: words::name(game).unwrap_or_else(|| match collection.len() {
                        1 => file.clone(),
                        _ => format!("{file}, game {}", game.number() + 1),
                    }),
                    date: text("DT"),
                    result: text("RE"),
                    file: file.clone(),
                });
            }
        }
        library.list();
        library
    }

    /// The bytes of a file of the list as SGF, with their encoding.
    pub(crate) fn bytes(&mut self, input: usize) -> Option<(Vec<u8>, Encoding)> {
        let input = self.inputs.get_mut(input)?;
        let bytes = input.read_record(&Progress::default()).ok()?;
        Some(as_sgf(bytes, self.encoding))
    }

    fn read(&mut self, input: usize) -> Option<Collection> {
        let (bytes, encoding) = self.bytes(input)?;
        encoding.collection(bytes).ok()
    }

    pub(crate) fn input(&self, input: usize) -> &Input {
        &self.inputs[input]
    }

    pub(crate) fn entry(&self, number: usize) -> Option<&Entry> {
        self.entries.get(number)
    }

    /// The chosen game, by its number among all.
    pub(crate) fn chosen(&self) -> Option<usize> {
        self.shown.get(self.chosen).copied()
    }

    /// Chooses a game by its number among all.
    pub(crate) fn choose(&mut self, number: usize) {
        if let Some(at) = self.shown.iter().position(|&shown| shown == number) {
            self.chosen = at;
        }
    }

    /// Chooses a game by the number of its file and its number in the file.
    pub(crate) fn choose_place(&mut self, (input, game): (usize, usize)) {
        let mut entries = self.entries.iter();
        if let Some(number) = entries.position(|at| (at.input, at.game) == (input, game)) {
            self.choose(number);
        }
    }

    /// The list as it is shown, for a game of a file.
    pub(crate) fn listed(&self, input: usize) -> Listed {
        let shown = self.shown.iter().map(|&at| &self.entries[at]);
        let games: Rc<[_]> = shown.map(|entry| (entry.input, entry.game)).collect();
        Listed { input, games }
    }

    /// Filters and sorts; the chosen game stays chosen if it is still there.
    fn list(&mut self) {
        let chosen = self.chosen();
        let wanted = self.filter.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let has_all = |entry: &Entry| {
            let text = format!(
                "{} {} {} {}",
                entry.title, entry.date, entry.result, entry.file
            );
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.shown = (0..self.entries.len())
            .filter(|&at| has_all(&self.entries[at]))
            .collect();
        let entries = &self.entries;
        match self.order {
            Order::File => {}
            Order::Date => self.shown.sort_by_key(|&at| &entries[at].date),
            Order::Players => self
                .shown
                .sort_by_key(|&at| entries[at].title.to_lowercase()),
            Order::Result => self.shown.sort_by_key(|&at| &entries[at].result),
        }
        let kept = chosen.and_then(|chosen| self.shown.iter().position(|&at| at == chosen));
        self.chosen = kept.unwrap_or(0);
    }

    fn preview(&mut self) -> Option<&Scene> {
        let chosen = self.chosen()?;
        if self.preview.as_ref().is_none_or(|(at, _)| *at != chosen) {
            let entry = self.entries[chosen].clone();
            let scene = self.read(entry.input).and_then(|collection| {
                let node = preview_node(collection.game(entry.game)?)?;
                let options = Options {
                    hints: Hints::Off,
                    ..Options::default()
                };
                Some(binding::scene(node, &options).ok()?.scene)
            });
            self.preview = Some((chosen, scene));
        }
        self.preview.as_ref()?.1.as_ref()
    }

    fn step(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }
}

/// The node that the list shows of a game: its end, or of a problem its start.
fn preview_node(game: GameTree<'_>) -> Option<Node<'_>> {
    let start = figure::problem_node(game);
    if is_problem(start) {
        return Some(start);
    }
    game.main_line().last()
}

impl Screen for Library {
    fn learn(&mut self, terminal: Terminal) {
        self.look.terminal = terminal;
    }

    fn image(&mut self) -> Option<Image> {
        self.image.take()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.image = None;
        if area.width < 10 || area.height < 4 {
            return;
        }
        let look = self.look;
        let line = |y: u16, x: u16, width: u16| Rect::new(area.x + x, area.y + y, width, 1);
        let bar = Style::new().add_modifier(Modifier::REVERSED);
        let order = self.order.name();
        let head = format!(
            " {} of {}, by {order}",
            count(self.shown.len(), "game"),
            self.entries.len()
        );
        buffer.set_style(line(0, 0, area.width), bar);
        put_line(&head, bar, look, line(0, 0, area.width), buffer);
        let bottom = area.height - 1;
        let foot = match (self.is_typing, self.unread) {
            (true, _) => format!(" filter: {}_", self.filter),
            _ if !self.message.is_empty() => format!(" {}", self.message),
            (false, 0) if self.filter.is_empty() => {
                " enter opens  / filters  s sorts  ? help".to_owned()
            }
            (false, 0) => format!(" filter: {}  / changes it  ? help", self.filter),
            (false, unread) => format!(" {} could not be read  ? help", count(unread, "file")),
        };
        buffer.set_style(line(bottom, 0, area.width), bar);
        put_line(&foot, bar, look, line(bottom, 0, area.width), buffer);
        let rows = usize::from(area.height - 2);
        if self.has_help {
            for (y, text) in (1..).zip(HELP.iter().take(rows)) {
                put_line(text, Style::new(), look, line(y, 1, area.width - 1), buffer);
            }
            return;
        }
        let list = if area.width >= 80 {
            area.width - 44
        } else {
            area.width
        };
        self.first = self
            .first
            .min(self.chosen)
            .max((self.chosen + 1).saturating_sub(rows));
        for (y, at) in (1..).zip((self.first..self.shown.len()).take(rows)) {
            let entry = &self.entries[self.shown[at]];
            let text = format!(" {}  {}  {}", entry.title, entry.date, entry.result);
            let style = if at == self.chosen { bar } else { Style::new() };
            put_line(&text, style, look, line(y, 0, list), buffer);
        }
        if list < area.width {
            let side = Rect::new(
                area.x + list + 1,
                area.y + 1,
                area.width - list - 1,
                area.height - 2,
            );
            let file = self.chosen().map(|at| self.entries[at].file.clone());
            if let Some(scene) = self.preview() {
                let image = picture(scene, look, side).map(|(image, _)| image);
                let height = match &image {
                    Some(image) => image.area.height + 1,
                    None => scene.window().rect.rows() + 3,
                };
                if image.is_none() {
                    put_board(scene, look, side, buffer);
                }
                self.image = image;
                if height < side.height {
                    let y = side.y + height - area.y;
                    put_line(
                        &file.unwrap_or_default(),
                        Style::new(),
                        look,
                        line(y, list + 1, side.width),
                        buffer,
                    );
                }
            }
        }
    }

    fn press(&mut self, key: &str) {
        self.message.clear();
        if self.has_help {
            self.has_help = false;
            return;
        }
        if self.is_typing {
            match key {
                "enter" => self.is_typing = false,
                "esc" => {
                    self.is_typing = false;
                    self.filter.clear();
                }
                "backspace" => drop(self.filter.pop()),
                "space" => self.filter.push(' '),
                "ctrl-c" => self.is_over = true,
                key if key.chars().count() == 1 => self.filter.push_str(key),
                _ => {}
            }
            self.list();
            return;
        }
        match key {
            "down" | "j" => self.step(1),
            "up" | "k" => self.step(-1),
            "pagedown" | "space" => self.step(10),
            "pageup" => self.step(-10),
            "home" => self.chosen = 0,
            "end" => self.step(isize::MAX),
            "enter" | "right" | "l" => self.wish = self.chosen(),
            "/" => self.is_typing = true,
            "s" => {
                self.order = self.order.next();
                self.list();
            }
            "p" => {
                if let Some(message) = self.look.switch_pixels() {
                    message.clone_into(&mut self.message);
                }
            }
            "?" | "f1" => self.has_help = true,
            "esc" if !self.filter.is_empty() => {
                self.filter.clear();
                self.list();
            }
            "q" | "esc" | "ctrl-c" => self.is_over = true,
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: Mouse) {
        match mouse {
            Mouse::Up => self.step(-1),
            Mouse::Down => self.step(1),
            Mouse::Click(_, row) => {
                let at = self.first + usize::from(row.saturating_sub(1));
                if row > 0 && at < self.shown.len() {
                    if at == self.chosen {
                        self.wish = self.chosen();
                    }
                    self.chosen = at;
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.is_over || self.wish.is_some()
    }
}

#[cfg(test)]
mod tests {
    use kifu::select::Selection;
    use kifu_batch::Input;

    use super::{Encoding, Library, Look, Order};
    use crate::screen::Screen as _;

    #[test]
    fn esc_clears_the_filter_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sgf");
        std::fs::write(&path, "(;PB[Shusaku]PW[Gennan])(;PB[Ann]PW[Bob])").expect("a file");
        let inputs = vec![Input::File(path)];
        let mut library = Library::new(
            inputs,
            Encoding::default(),
            &Selection::default(),
            Order::default(),
            Look::default(),
        );
        for key in ["/", "s", "h", "u", "s", "a", "enter"] {
            library.press(key);
        }
        assert_eq!(library.shown.len(), 1);
        library.press("esc");
        assert_eq!((library.shown.len(), library.is_over()), (2, false));
        library.press("esc");
        assert!(library.is_over());
    }
}
