//! From the nodes of a game record to scenes.
//!
//! A [`Walk`] stands at a node and knows the position there; [`Walk::scene`]
//! draws it with its markup, move numbers and words, as [`Options`] ask. Drawn
//! are Go, Othello, Gomoku and Renju, Backgammon, Lines of Action, Hex, Amazons,
//! Gess and `TwixT`; moves are executed whether they are legal or not.
//!
//! ```
//! use kifu_diagram::{binding::{self, Options}, text};
//! use kifu_sgf::Collection;
//!
//! let record = Collection::from("(;SZ[5]AB[bb:cc];W[db]TR[db])");
//! let node = record.game(0).unwrap().main_line().last().unwrap();
//! let drawn = binding::scene(node, &Options::default()).unwrap();
//! assert!(drawn.notes.is_empty());
//! let text = text::draw(&drawn.scene, &text::Options::default());
//! assert_eq!(text.lines().nth(2), Some("4 ├─●─●─○△┤ 4"));
//! ```

mod amazons;
mod backgammon;
mod gess;
mod go;
mod gomoku;
mod grid;
mod hex;
mod lines_of_action;
mod markup;
mod note;
mod numbers;
mod othello;
mod reader;
mod rules;
mod twixt;
mod words;

use core::fmt;

use kifu_sgf::value::PrintMode;
use kifu_sgf::{GameTree, Node, NodeId};

pub use self::note::{Note, NoteKind};
use self::rules::{Played, Rules};
pub use self::words::game_info;
use crate::scene::{Coordinates, Rect, Scene};

/// Which moves carry their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// All on the way from the root.
    All,
    /// The last so many.
    Last(u32),
    /// Those with numbers from the first to the second.
    Range(u32, u32),
    /// Those of the figure (`FG`) the node belongs to, as `PM` asks.
    Figure,
}

/// What becomes of captured stones that a diagram with numbers would lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Captured {
    /// They go: the board shows the position of the node, and moves that are not
    /// to be seen in it are noted.
    #[default]
    Removed,
    /// They stay, as books print it, and later moves on their points are noted:
    /// "12 at 7".
    Kept,
}

/// Which part of the board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crop {
    /// What `VW` asks for.
    #[default]
    View,
    /// The whole board.
    Whole,
    /// A rectangle.
    Rect(Rect),
    /// What has something on it, with so many points around.
    Shrink(u16),
}

/// Which variations are marked on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hints {
    /// As `ST` asks.
    #[default]
    AsAuthor,
    /// None.
    Off,
    /// The next moves, where there are several.
    Children,
    /// The other moves in the place of this one.
    Siblings,
}

/// When it is said whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToPlay {
    /// At nodes that say so themselves (`PL`).
    #[default]
    WhenSaid,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What a diagram of a node shows. The default is what the record asks for, with
/// the last move marked and no words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part of a diagram that is shown or not"
)]
pub struct Options {
    /// Move numbers; none by default.
    pub numbers: Numbers,
    /// How they are printed; `None`, the default, is what `PM` asks for. Numbers
    /// that were asked for by [`numbers`](Self::numbers) are shown even where
    /// `PM` wants none.
    pub print_mode: Option<PrintMode>,
    /// What becomes of captured stones; they go by default.
    pub captured: Captured,
    /// Notes on moves that cannot be seen; on by default.
    pub notes: bool,
    /// The names of points; `None`, the default, is what is usual in the game.
    pub coordinates: Option<Coordinates>,
    /// Star points; on by default.
    pub stars: bool,
    /// The part of the board; what `VW` asks for by default.
    pub crop: Crop,
    /// Whether `VW` hides points; it does by default.
    pub view: bool,
    /// Markup; on by default.
    pub markup: bool,
    /// Mark the last move where it has no number; on by default.
    pub last_move: bool,
    /// Variations; as `ST` asks by default.
    pub hints: Hints,
    /// Whose turn it is.
    pub to_play: ToPlay,
    /// Prisoners, in games that have some; off by default.
    pub prisoners: bool,
    /// The name of the node (`N`) as the caption; off by default.
    pub name: bool,
    /// The comment (`C`); off by default.
    pub comment: bool,
    /// The players, or the name of the game, as the title; off by default.
    pub title: bool,
    /// The game-info box; off by default.
    pub info: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            numbers: Numbers::None,
            print_mode: None,
            captured: Captured::Removed,
            notes: true,
            coordinates: None,
            stars: true,
            crop: Crop::View,
            view: true,
            markup: true,
            last_move: true,
            hints: Hints::AsAuthor,
            to_play: ToPlay::WhenSaid,
            prisoners: false,
            name: false,
            comment: false,
            title: false,
            info: false,
        }
    }
}

/// A scene, and what it could not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The scene.
    pub scene: Scene,
    /// What could not be read or done on the way to the node, in its order, and
    /// in the markup of the node.
    pub notes: Vec<Note>,
}

/// A game that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBoard {
    /// Its name, or its number where it has no name.
    pub game: String,
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "positions of {} cannot be drawn", self.game)
    }
}

impl core::error::Error for NoBoard {}

/// What is known of a node on the way from the root.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    node: Node<'a>,
    played: Option<Played>,
    /// The notes before the node.
    notes: usize,
    /// The nodes whose `DD` and `VW` hold here.
    dim: Option<Node<'a>>,
    view: Option<Node<'a>>,
    print_mode: PrintMode,
    /// How many nodes lie above the beginning of the figure.
    figure: usize,
}

/// The position at a node, and the way to every other node.
#[derive(Debug)]
pub struct Walk<'a> {
    tree: GameTree<'a>,
    rules: Box<dyn Rules<'a> + 'a>,
    frames: Vec<Frame<'a>>,
    notes: Vec<Note>,
}

impl<'a> Walk<'a> {
    /// At the root of a tree.
    ///
    /// # Errors
    ///
    /// The game is none that can be drawn.
    pub fn new(tree: GameTree<'a>) -> Result<Self, NoBoard> {
        let mut notes = Vec::new();
        let rules = rules::of(tree, &mut notes).ok_or_else(|| NoBoard {
            game: match tree.kind() {
                Some(game) => game.name().into(),
                None => format!("game {}", tree.root().value("GM").unwrap_or("?")),
            },
        })?;
        let mut walk = Self {
            tree,
            rules,
            frames: Vec::new(),
            notes,
        };
        walk.enter(tree.root());
        Ok(walk)
    }

    /// The node.
    pub fn node(&self) -> Node<'a> {
        self.here().node
    }

    fn here(&self) -> &Frame<'a> {
        // The root is entered when a walk begins, and never left.
        &self.frames[self.frames.len() - 1]
    }

    /// The number of the move of this node; `None` if it has no move.
    pub fn move_number(&self) -> Option<u32> {
        self.here().played.map(|played| played.number)
    }

    /// Goes to a node of the tree; false, without a step, for one of another game.
    ///
    /// From a node to its child it is one step. In Go every way costs as much as
    /// it has steps; in the other games a way back begins at the root.
    pub fn go_to(&mut self, target: Node<'a>) -> bool {
        if target.root() != self.tree.root() {
            return false;
        }
        if target.parent() == Some(self.node()) {
            self.enter(target);
            return true;
        }
        let mut way = Vec::new();
        let mut above = Some((target, target.depth()));
        while let Some((node, depth)) = above {
            if self
                .frames
                .get(depth)
                .is_some_and(|frame| frame.node == node)
            {
                if depth + 1 < self.frames.len() {
                    self.back_to(node, depth);
                }
                break;
            }
            way.push(node);
            above = node.parent().zip(depth.checked_sub(1));
        }
        for node in way.into_iter().rev() {
            self.enter(node);
        }
        true
    }

    fn back_to(&mut self, node: Node<'a>, depth: usize) {
        if self.rules.back_to(node) {
            let notes = self.frames[depth + 1].notes;
            self.notes.truncate(notes);
            self.frames.truncate(depth + 1);
            return;
        }
        let way: Vec<Node<'a>> = self.frames[..=depth].iter().map(|f| f.node).collect();
        self.notes.clear();
        self.frames.clear();
        // It could be drawn before.
        if let Some(rules) = rules::of(self.tree, &mut self.notes) {
            self.rules = rules;
        }
        for node in way {
            self.enter(node);
        }
    }

    fn enter(&mut self, node: Node<'a>) {
        let notes = self.notes.len();
        let played = self.rules.enter(node, &mut self.notes);
        let before = self.frames.last().copied();
        let mut frame = Frame {
            node,
            played,
            notes,
            dim: before.and_then(|before| before.dim),
            view: before.and_then(|before| before.view),
            print_mode: before.map_or(PrintMode::default(), |before| before.print_mode),
            figure: before.map_or(0, |before| before.figure),
        };
        for property in node.properties() {
            if property.is("DD") {
                frame.dim = Some(node);
            } else if property.is("VW") {
                frame.view = Some(node);
            } else if property.is("FG") {
                frame.figure = self.frames.len();
            } else if property.is("PM")
                && let Ok(read) = PrintMode::parse_lenient(property.value())
            {
                frame.print_mode = read.value;
            }
        }
        self.frames.push(frame);
    }

    /// The scene of this node.
    pub fn scene(&self, options: &Options) -> Drawn {
        let mut scene = self.rules.board();
        self.rules.pieces(&mut scene);
        let plays = self.selected(options.numbers);
        self.finish(scene, options, &plays)
    }

    /// The figure of the moves from `first` to `last`, which is `first` or lies
    /// behind it: the position before the one, with the moves to the other. The
    /// walk then stands at `last`. [`Options::numbers`] chooses among these moves.
    pub fn figure(&mut self, first: Node<'a>, last: Node<'a>, options: &Options) -> Drawn {
        let mut base = self.rules.board();
        if options.captured == Captured::Kept && self.rules.has_numbers() {
            let before = first.parent().unwrap_or(first);
            self.go_to(before);
            self.rules.pieces(&mut base);
        }
        self.go_to(last);
        let begin = first.depth();
        let plays: Vec<Played> = self
            .selected(options.numbers)
            .into_iter()
            .filter(|&(depth, _)| depth >= begin)
            .map(|(_, played)| played)
            .collect();
        let plays: Vec<(usize, Played)> = plays.into_iter().map(|played| (begin, played)).collect();
        if options.captured == Captured::Removed || !self.rules.has_numbers() {
            self.rules.pieces(&mut base);
        } else {
            self.add_new_stones(&mut base, &plays);
        }
        self.finish(base, options, &plays)
    }

    /// Puts what is set up or played without a number within a figure on it.
    fn add_new_stones(&self, base: &mut Scene, plays: &[(usize, Played)]) {
        let mut now = self.rules.board();
        self.rules.pieces(&mut now);
        for (point, spot) in now.spots {
            let is_numbered = || plays.iter().any(|(_, played)| played.place == Some(point));
            if base.spot(point).piece.is_none() && !is_numbered() {
                base.spot(point).piece = spot.piece;
            }
        }
        base.links = now.links;
        base.spots.retain(|_, spot| !spot.is_empty());
    }

    fn finish(&self, mut scene: Scene, options: &Options, plays: &[(usize, Played)]) -> Drawn {
        let node = self.node();
        let mut notes = self.notes.clone();
        if let Some(coordinates) = options.coordinates {
            scene.coordinates = coordinates;
        }
        if !options.stars {
            scene.stars.clear();
        }
        let reader = self.rules.reader();
        if options.view
            && let Some(view) = self.here().view
        {
            let points = reader.list(view, "VW", &mut notes);
            scene.visible = (!points.is_empty()).then_some(points);
        }
        if options.markup {
            if let Some(dim) = self.here().dim {
                for point in reader.list(dim, "DD", &mut notes) {
                    scene.spot(point).dim = true;
                }
            }
            markup::add(&mut scene, node, reader, &mut notes);
        }
        self.add_numbers(&mut scene, options, plays);
        if let (true, Some(place)) = (
            options.last_move,
            self.here().played.and_then(|played| played.place),
        ) {
            scene.spot(place).last = true;
        }
        self.add_hints(&mut scene, options.hints);
        self.add_words(&mut scene, options);
        match options.crop {
            Crop::View => {}
            Crop::Whole => scene.visible = None,
            Crop::Rect(rect) => scene.crop = Some(rect),
            Crop::Shrink(margin) => scene.shrink(margin),
        }
        numbers::outside(&mut scene);
        notes.dedup();
        Drawn { scene, notes }
    }
}

/// The scene of a node.
///
/// # Errors
///
/// The game is none that can be drawn.
pub fn scene(node: Node<'_>, options: &Options) -> Result<Drawn, NoBoard> {
    let mut walk = Walk::new(node.game())?;
    walk.go_to(node);
    Ok(walk.scene(options))
}

/// The node a path such as `B.2.1` leads to, as programs for problems write it:
/// the variations taken at each branch, `A` or `1` for the first; a number goes
/// on from the last branch where no other is meant. Empty parts count as none.
/// `None` if there is no such node.
pub fn at_path<'a>(tree: GameTree<'a>, path: &str) -> Option<Node<'a>> {
    let mut node = tree.root();
    for part in path.split(['.', '/', ' ']).filter(|part| !part.is_empty()) {
        let number = if let Ok(number) = part.parse::<usize>() {
            number.checked_sub(1)?
        } else {
            part.bytes().try_fold(0_usize, |number, byte| {
                let digit = usize::from(byte.to_ascii_uppercase().checked_sub(b'A')?);
                (digit < 26).then_some(number.checked_mul(26)?.checked_add(digit + 1)?)
            })? - 1
        };
        while !node.is_branch_point() {
            node = node.first_child()?;
        }
        node = node.children().nth(number)?;
    }
    Some(node)
}

/// The node of the main line with the move of this number, or the last node
/// before the next move: setup and comments that follow it stay out.
pub fn at_move(tree: GameTree<'_>, number: u32) -> Option<Node<'_>> {
    if number == 0 {
        return Some(tree.root());
    }
    let mut count = 0_u32;
    tree.main_line().find(|node| {
        let given = node
            .value("MN")
            .and_then(|raw| raw.trim().parse::<u32>().ok());
        if node.play().is_some() {
            count = given.unwrap_or(count.saturating_add(1));
            count == number
        } else {
            count = given.unwrap_or(count);
            false
        }
    })
}

/// The node with this number in its game, counted from 0 in the order of the file.
pub fn at_number(tree: GameTree<'_>, number: u32) -> Option<Node<'_>> {
    tree.node(NodeId::new(number))
}
