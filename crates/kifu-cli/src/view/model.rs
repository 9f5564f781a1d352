use kifu::{Collection, GameTree, Node, NodeId, value};
use std::time::Duration;

use kifu_diagram::Point;
use kifu_diagram::binding::{Drawn, Hints, Numbers, Options, ToPlay, Walk};
use kifu_diagram::scene::{Axis, CoordinateLabels};
use ratatui::layout::Rect;

use super::draw::Grid;
use super::edit::{Change, Mark};
use super::keys::{self, Action};
use super::look::Look;
use super::state::Listed;
use super::task::Task;
use crate::screen::Image;

/// The contents of the screen, which select the meaning of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A game.
    Play,
    /// All keys of the mode to which the user goes back.
    Help(Box<Self>),
    /// Everything that is known of the game and the node.
    Info,
    /// The games of the file, one of them chosen.
    Games(usize),
    /// A question, and the answer so far.
    Ask(Question, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Number,
    Text,
    /// The label of a point.
    Label(Point),
}

/// A node of the line that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) node: NodeId,
    /// The number of the last move here.
    pub(crate) number: u32,
}

/// The state of the viewer.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is turned on and off by a key of its own"
)]
pub(crate) struct Model<'a> {
    pub(crate) collection: &'a Collection,
    /// The name of the file.
    pub(crate) name: String,
    pub(crate) look: Look,
    pub(crate) tree: GameTree<'a>,
    /// The node looked at.
    pub(crate) node: Node<'a>,
    /// The position at the node, if the game is one that can be drawn.
    pub(crate) walk: Option<Walk<'a>>,
    /// From the root through the node to a leaf: the way on is the one last taken.
    pub(crate) line: Vec<Stop>,
    /// The place of the node in the line.
    pub(crate) at: usize,
    pub(crate) mode: Mode,
    /// Lines of the text that are scrolled away.
    pub(crate) scroll: usize,
    /// Whether a narrow window shows the text instead of the board.
    pub(crate) is_turned: bool,
    /// Whether variations are shown on the board.
    pub(crate) has_hints: bool,
    /// Whether variations are the other moves in the place of this one, as `ST` may ask, and not
    /// the next moves.
    pub(crate) has_siblings: bool,
    /// Whether the board is shown in whole, even where `VW` asks for a part.
    pub(crate) is_whole: bool,
    /// Whether stones carry the numbers of their moves.
    pub(crate) has_numbers: bool,
    /// Whether points are named along the edges.
    pub(crate) has_names: bool,
    /// The time until the next move, if the game goes on by itself.
    pub(crate) autoplay: Option<Duration>,
    /// The task of the user: read, guess, solve or mark.
    pub(crate) task: Task,
    /// Where points are on the screen, if the board was drawn so that the mouse finds them.
    pub(crate) grid: Option<Grid>,
    /// Where the nodes of the tree are on the screen.
    pub(crate) branches: Vec<(Rect, NodeId)>,
    /// The picture of the board on the screen.
    pub(crate) image: Option<Image>,
    /// The text last searched for.
    pub(crate) query: String,
    /// The message at the bottom until the next key.
    pub(crate) message: String,
    /// A change of the file that the user wants.
    pub(crate) wish: Option<Change>,
    /// The list of games from which this one was opened.
    pub(crate) list: Option<Listed>,
    /// A game of another file of the list that the user wants.
    pub(crate) next: Option<(usize, usize)>,
    pub(crate) is_over: bool,
}

impl<'a> Model<'a> {
    /// The root of the first game; `None` if there is no game.
    pub(crate) fn new(collection: &'a Collection, name: String, look: Look) -> Option<Self> {
        let tree = collection.game(0)?;
        let mut model = Self {
            collection,
            name,
            look,
            tree,
            node: tree.root(),
            walk: None,
            line: Vec::new(),
            at: 0,
            mode: Mode::Play,
            scroll: 0,
            is_turned: false,
            has_hints: true,
            has_siblings: false,
            is_whole: false,
            has_numbers: false,
            has_names: true,
            autoplay: None,
            task: Task::Read,
            grid: None,
            branches: Vec::new(),
            image: None,
            query: String::new(),
            message: String::new(),
            wish: None,
            list: None,
            next: None,
            is_over: false,
        };
        model.enter(tree);
        Some(model)
    }

    /// Goes to the root of the game `number`, from 0; false if there is none.
    pub(crate) fn open(&mut self, number: usize) -> bool {
        let tree = self.collection.game(number);
        if let Some(tree) = tree
            && number != self.tree.number()
        {
            self.enter(tree);
        }
        tree.is_some()
    }

    fn enter(&mut self, tree: GameTree<'a>) {
        self.tree = tree;
        self.node = tree.root();
        self.walk = Walk::new(tree).ok();
        self.line = vec![Stop {
            node: self.node.id(),
            number: number_at(self.node, 0),
        }];
        self.at = 0;
        self.scroll = 0;
        let style = self.node.value("ST");
        let style = style.and_then(|raw| value::Style::parse_lenient(raw).ok());
        self.has_hints = !style.is_some_and(|style| style.value.no_markup);
        self.has_siblings = style.is_some_and(|style| style.value.shows_siblings);
        self.prolong();
    }

    /// Goes to a node of this game or another.
    pub(crate) fn go_to(&mut self, node: Node<'a>) {
        if node.game().number() != self.tree.number() {
            self.enter(node.game());
        }
        let mut way = Vec::new();
        let mut next = Some(node);
        let mut depth = node.depth();
        self.at = depth;
        while let Some(node) = next {
            if self.line.get(depth).is_some_and(|s| s.node == node.id()) {
                break;
            }
            way.push(node);
            next = node.parent();
            depth = depth.saturating_sub(1);
        }
        if !way.is_empty() {
            self.line.truncate(depth + 1);
            for node in way.into_iter().rev() {
                self.append(node);
            }
            self.prolong();
        }
        self.node = node;
        self.scroll = 0;
        if let Some(walk) = &mut self.walk {
            walk.go_to(node);
        }
    }

    /// The contents of the board; `None` if the game cannot be drawn.
    pub(crate) fn drawn(&self) -> Option<Drawn> {
        let is_reading = matches!(self.task, Task::Read | Task::Mark { .. });
        let is_solving = matches!(self.task, Task::Solve { .. });
        let hints = match (self.has_hints && is_reading, self.has_siblings) {
            (false, _) => Hints::Off,
            (true, false) => Hints::Children,
            (true, true) => Hints::Siblings,
        };
        let options = Options {
            hints,
            // The keys that take them.
            hint_names: Axis::Numbers,
            to_play: ToPlay::Always,
            prisoners: true,
            view: !self.is_whole,
            numbers: if self.has_numbers {
                Numbers::All
            } else {
                Numbers::None
            },
            // Numbers that cannot be seen are no news here.
            notes: false,
            markup: is_reading || (is_solving && self.node.is_root()),
            coordinates: (!self.has_names).then(CoordinateLabels::none),
            ..Options::default()
        };
        self.walk.as_ref().map(|walk| walk.scene(&options))
    }

    fn append(&mut self, node: Node<'a>) {
        let before = self.line.last().map_or(0, |stop| stop.number);
        self.line.push(Stop {
            node: node.id(),
            number: number_at(node, before),
        });
    }

    /// Leads the line on to a leaf.
    fn prolong(&mut self) {
        let last = self.line.last().and_then(|stop| self.tree.node(stop.node));
        let mut next = last.and_then(|node| node.first_child());
        while let Some(node) = next {
            self.append(node);
            next = node.first_child();
        }
    }

    /// The number of the last move at the node.
    pub(crate) fn number(&self) -> u32 {
        self.line[self.at].number
    }

    /// The number of the last move of the line.
    pub(crate) fn last_number(&self) -> u32 {
        self.line.last().map_or(0, |stop| stop.number)
    }

    /// A key was pressed; see `screen::key::name`.
    pub(crate) fn press(&mut self, key: &str) {
        self.message.clear();
        if key == "ctrl-c" {
            self.is_over = true;
            return;
        }
        if self.mode == Mode::Play && self.task != Task::Read && self.press_in_task(key) {
            return;
        }
        match &mut self.mode {
            Mode::Play => {
                if let Some(action) = keys::action(key) {
                    self.act(action);
                }
            }
            Mode::Info | Mode::Games(_) if matches!(key, "?" | "f1") => self.show_help(),
            Mode::Help(_) | Mode::Info => match key {
                "down" | "j" => self.scroll = self.scroll.saturating_add(1),
                "up" | "k" => self.scroll = self.scroll.saturating_sub(1),
                "pagedown" | "space" => self.scroll = self.scroll.saturating_add(10),
                "pageup" => self.scroll = self.scroll.saturating_sub(10),
                "home" => self.scroll = 0,
                _ => {
                    self.mode = match &mut self.mode {
                        Mode::Help(before) => std::mem::replace(before.as_mut(), Mode::Play),
                        _ => Mode::Play,
                    };
                    self.scroll = 0;
                }
            },
            Mode::Games(chosen) => {
                let last = self.collection.len() - 1;
                match key {
                    "down" | "j" => *chosen += 1,
                    "up" | "k" => *chosen = chosen.saturating_sub(1),
                    "pagedown" | "space" => *chosen += 10,
                    "pageup" => *chosen = chosen.saturating_sub(10),
                    "home" => *chosen = 0,
                    "end" => *chosen = last,
                    "enter" | "right" => {
                        let number = *chosen;
                        self.mode = Mode::Play;
                        self.open(number);
                        return;
                    }
                    _ => {
                        self.mode = Mode::Play;
                        return;
                    }
                }
                *chosen = (*chosen).min(last);
            }
            Mode::Ask(question, answer) => match key {
                "enter" => {
                    let (question, answer) = (*question, std::mem::take(answer));
                    self.mode = Mode::Play;
                    self.answer(question, answer);
                }
                "esc" => self.mode = Mode::Play,
                "backspace" => {
                    if answer.pop().is_none() {
                        self.mode = Mode::Play;
                    }
                }
                "space" => answer.push(' '),
                key => {
                    let mut characters = key.chars();
                    if let (Some(character), None) = (characters.next(), characters.next()) {
                        answer.push(character);
                    }
                }
            },
        }
    }

    fn show_help(&mut self) {
        let before = std::mem::replace(&mut self.mode, Mode::Play);
        self.mode = Mode::Help(Box::new(before));
        self.scroll = 0;
    }

    fn answer(&mut self, question: Question, answer: String) {
        match question {
            Question::Number => {
                if let Ok(number) = answer.trim().parse() {
                    self.jump(number);
                } else if !answer.is_empty() {
                    self.message = format!("`{answer}` is not the number of a move");
                }
            }
            Question::Text => {
                if !answer.is_empty() {
                    self.query = answer;
                }
                self.search(1);
            }
            Question::Label(point) => {
                self.wish = Some(Change::Mark(Mark::Label(answer), point));
            }
        }
    }

    /// Goes one move on, and stops at the end.
    pub(crate) fn play_on(&mut self) {
        if self.at + 1 < self.line.len() {
            self.step(self.at + 1);
        } else {
            self.autoplay = None;
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Forward(nodes) => self.step(self.at.saturating_add(nodes)),
            Action::Back(nodes) => self.step(self.at.saturating_sub(nodes)),
            Action::Start => self.step(0),
            Action::End => self.step(usize::MAX),
            Action::Variation(by) => self.variation(by),
            Action::Child(number) => self.child(number),
            Action::Branch(by) => {
                self.travel(by, "branch", |node| node.is_branch_point());
            }
            Action::Comment(by) => self.travel(by, "comment", |node| node.has("C")),
            Action::Figure(by) => self.travel(by, "figure", |node| node.has("FG")),
            Action::AskNumber => self.mode = Mode::Ask(Question::Number, String::new()),
            Action::AskText => self.mode = Mode::Ask(Question::Text, String::new()),
            Action::Again(by) => self.search(by),
            Action::Game(by) => self.other_game(by),
            Action::Games => self.mode = Mode::Games(self.tree.number()),
            Action::Info => {
                self.mode = Mode::Info;
                self.scroll = 0;
            }
            Action::Turn => self.is_turned = !self.is_turned,
            Action::Scroll(by) => self.scroll = self.scroll.saturating_add_signed(by),
            Action::Hints => self.has_hints = !self.has_hints,
            Action::View => self.is_whole = !self.is_whole,
            Action::Numbers => self.has_numbers = !self.has_numbers,
            Action::Names => self.has_names = !self.has_names,
            Action::Pixels => self.switch_pixels(),
            Action::Skin => self.step_skin(),
            Action::Autoplay => {
                self.autoplay = match self.autoplay {
                    None => Some(AUTOPLAY),
                    Some(_) => None,
                };
            }
            Action::Guess => self.start_guessing(),
            Action::Solve => self.start_solving(),
            Action::Edit => self.wish = Some(Change::Comment),
            Action::Mark => self.start_marking(),
            Action::Help => self.show_help(),
            Action::Quit => self.is_over = true,
        }
    }
}

/// The time for a move of a game that goes on by itself.
const AUTOPLAY: Duration = Duration::from_secs(1);

/// The number of the last move at a node; `before` is that of its parent.
fn number_at(node: Node<'_>, before: u32) -> u32 {
    let mut number = before;
    let mut set = None;
    for property in node.properties() {
        // Moves of the server Little Golem are `b` and `r`.
        let is_move = property.is("B") || property.is("W") || property.written_identifier() == "r";
        if is_move {
            number = number.saturating_add(1);
        } else if property.is("MN") {
            let read = value::number::parse_lenient(property.value());
            set = read.ok().and_then(|read| u32::try_from(read.value).ok());
        }
    }
    set.unwrap_or(number)
}
