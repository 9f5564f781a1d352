//! Options of the drawing commands: the position, and its appearance.

use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use kifu::syntax::LineIndex;
use kifu::value::PrintMode;
use kifu::{Collection, GameTree, Node};
use kifu_diagram::binding::{self, Crop, Drawn, Hints, Numbers, Options, ToPlay};
use kifu_diagram::book::joined;
use kifu_diagram::{CoordinateLabels, Rect, Scene, layout};

use kifu_batch::{Input, ensure_record, is_stdin};

use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::{self, Output};

/// Which position
#[derive(Args, Clone, Debug)]
pub(crate) struct Pick {
    /// Game of the file, counted from 1; the default is the first
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,

    /// Position after this move of the main line; 0 is the root. Moves are numbered as in the diagram
    #[arg(long = "move", value_name = "N", group = "place")]
    number: Option<u32>,

    /// Node by its number, counted from 0 in the order of the file
    #[arg(long, value_name = "ID", group = "place")]
    node: Option<u32>,

    /// Node after these branches: `B.2.1` takes the second, second and first variation
    #[arg(long, value_name = "PATH", group = "place")]
    path: Option<String>,
}

impl Pick {
    /// The game.
    pub(crate) fn game<'a>(&self, collection: &'a Collection) -> anyhow::Result<GameTree<'a>> {
        let count = collection.len();
        let number = self.game_number();
        collection
            .game(number - 1)
            .with_context(|| format!("there is no game {number}; the file has {count}"))
    }

    /// The number of the game, from 1.
    pub(crate) fn game_number(&self) -> usize {
        self.game.map_or(1, NonZeroUsize::get)
    }

    /// Whether a position in the game is given.
    #[cfg(feature = "web")]
    pub(crate) const fn is_given(&self) -> bool {
        self.number.is_some() || self.node.is_some() || self.path.is_some()
    }

    /// The chosen node; by default, the last one of the main line.
    pub(crate) fn node<'a>(&self, game: GameTree<'a>) -> anyhow::Result<Node<'a>> {
        if let Some(number) = self.number {
            return binding::at_move(game, number)
                .with_context(|| format!("the main line has no move {number}"));
        }
        if let Some(id) = self.node {
            let last = game.node_count().saturating_sub(1);
            return binding::at_number(game, id)
                .with_context(|| format!("there is no node {id}; the last is {last}"));
        }
        if let Some(path) = &self.path {
            return binding::at_path(game, path).with_context(|| format!("no node at `{path}`"));
        }
        Ok(game.main_line().last().unwrap_or_else(|| game.root()))
    }
}

/// How a diagram looks
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Args, Clone, Debug)]
pub(crate) struct Look {
    /// Coordinates along the edges
    #[arg(long, value_name = "NAMES")]
    coordinates: Option<Names>,

    /// Edges with coordinates: two or all four
    #[arg(long, value_name = "N", value_parser = ["2", "4"])]
    sides: Option<String>,

    /// Move numbers: `none`, `all`, `last`, `last:N`, `A-B`, `A-`, or `figure` for those since `FG`
    #[arg(long, value_name = "WHICH")]
    pub(crate) numbers: Option<Count>,

    /// Print move numbers as they are, or from the last two digits of the first
    #[arg(long, value_name = "MODE")]
    print_mode: Option<Mode>,

    /// Part of the board: `view` (from `VW`), `whole`, `shrink`, or two corners: `aa:jj`
    #[arg(long, value_name = "PART")]
    crop: Option<Part>,

    /// Variations marked on the board; the default is set by the record
    #[arg(long, alias = "variations", value_name = "WHICH")]
    mark_variations: Option<Variations>,

    /// Omit markup
    #[arg(long)]
    no_markup: bool,

    /// Omit the comment
    #[arg(long)]
    no_comment: bool,

    /// Print the game info
    #[arg(long)]
    info: bool,

    /// Print game info and comment beside the board
    #[arg(long)]
    pub(crate) beside: bool,

    /// Keep the line breaks of comments; by default, those of old programs are joined
    #[arg(long)]
    pub(crate) keep_breaks: bool,
}

impl Look {
    /// The placement of text.
    pub(crate) fn layout(&self) -> layout::Options {
        layout::Options {
            beside: self.beside,
            ..layout::Options::default()
        }
    }

    /// Whether the game info is printed.
    pub(crate) const fn has_info(&self) -> bool {
        self.info
    }

    /// Fills the paragraphs of the comments on a scene, as books do.
    pub(crate) fn fill(&self, scene: &mut Scene) {
        if self.keep_breaks {
            return;
        }
        scene.comment = joined(&scene.comment);
        let about = scene.lang.info_name("GC");
        for (name, text) in &mut scene.info {
            if Some(name.as_str()) == about {
                *text = joined(text);
            }
        }
    }

    /// The attributes of the player that correspond to these options.
    #[cfg(feature = "web")]
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'static str, String)> {
        let coordinates = self.coordinates.map(|names| match names {
            Names::None => "none",
            Names::Western => "western",
            Names::Sgf => "sgf",
            Names::Numbers | Names::EastAsian => "east-asian",
        });
        let numbers = self.numbers.map(|count| match count.0 {
            Numbers::None => "none",
            Numbers::Last(_) => "last",
            _ => "all",
        });
        let both = [("coordinates", coordinates), ("numbers", numbers)];
        both.into_iter()
            .filter_map(|(name, value)| Some((name, value?.to_owned())))
    }

    /// The style of coordinates; limited to two edges only if requested.
    fn coordinates(&self) -> Option<CoordinateLabels> {
        let all = match (self.coordinates, &self.sides) {
            (None, None) => return None,
            (names, _) => names.unwrap_or(Names::Western).coordinates(),
        };
        Some(match self.sides.as_deref() {
            Some("2") => CoordinateLabels {
                top: all.top && !all.bottom,
                right: all.right && !all.left,
                ..all
            },
            _ => all,
        })
    }

    /// The contents of a diagram, with `words` about the game around it.
    pub(crate) fn options(&self, words: bool) -> Options {
        let usual = Options::default();
        Options {
            numbers: self.numbers.map_or(usual.numbers, |count| count.0),
            print_mode: self.print_mode.map(|mode| match mode {
                Mode::Plain => PrintMode::AsTheyAre,
                Mode::Modulo => PrintMode::ModuloHundred,
            }),
            coordinates: self.coordinates(),
            crop: self.crop.map_or(usual.crop, |part| part.0),
            markup: !self.no_markup,
            hints: match self.mark_variations {
                None => Hints::AsAuthor,
                Some(Variations::None) => Hints::Off,
                Some(Variations::Children) => Hints::Children,
                Some(Variations::Siblings) => Hints::Siblings,
            },
            to_play: if words {
                ToPlay::Always
            } else {
                ToPlay::WhenSet
            },
            prisoners: words,
            name: true,
            comment: !self.no_comment,
            title: words,
            info: self.info,
            ..usual
        }
    }
}

/// The style of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Names {
    None,
    /// `D4` is at the lower left
    Western,
    /// The letters of the file: `dd` is at the upper left
    Sgf,
    /// `4-4`, counted from the upper left
    Numbers,
    /// `4-四`
    EastAsian,
}

impl Names {
    const fn coordinates(self) -> CoordinateLabels {
        match self {
            Self::None => CoordinateLabels::none(),
            Self::Western => CoordinateLabels::western(),
            Self::Sgf => CoordinateLabels::sgf(),
            Self::Numbers => CoordinateLabels::numbers(),
            Self::EastAsian => CoordinateLabels::east_asian(),
        }
    }
}

/// The style of move numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// As they are
    Plain,
    /// 154 to 213 as 54 to 113
    Modulo,
}

/// The variations to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Variations {
    None,
    /// The next moves
    Children,
    /// The alternatives to this move
    Siblings,
}

/// The moves to number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) Numbers);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let count = |text: &str| number(text).filter(|count| *count > 0);
        let read = match text.trim() {
            "none" => Some(Numbers::None),
            "all" => Some(Numbers::All),
            "last" => Some(Numbers::Last(1)),
            "figure" => Some(Numbers::Figure),
            other => match (other.strip_prefix("last:"), other.split_once('-')) {
                (Some(last), _) => count(last).map(Numbers::Last),
                (None, Some((first, ""))) => number(first).map(|n| Numbers::Range(n, u32::MAX)),
                (None, Some((first, last))) => number(first)
                    .zip(number(last))
                    .filter(|(first, last)| first <= last)
                    .map(|(first, last)| Numbers::Range(first, last)),
                (None, None) => None,
            },
        };
        read.map(Self).ok_or_else(|| {
            "write `none`, `all`, `last`, `last:5`, `10-20`, `10-` or `figure`".to_owned()
        })
    }
}

/// The part of the board to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part(Crop);

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let corner = |text: &str| kifu::value::point::parse(text.trim()).ok();
        let read = match text.trim() {
            "view" => Some(Crop::View),
            "whole" => Some(Crop::Whole),
            "shrink" => Some(Crop::Shrink(1)),
            other => other
                .split_once(':')
                .and_then(|(a, b)| Some(Crop::Rect(Rect::new(corner(a)?, corner(b)?)))),
        };
        read.map(Self)
            .ok_or_else(|| "write `view`, `whole`, `shrink` or two corners: `aa:jj`".to_owned())
    }
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path, encoding: Encoding) -> anyhow::Result<Collection> {
    let progress = kifu_batch::Progress::default();
    read_input(&mut Inputs::one(path, true)?, encoding, &progress)
}

/// Reads an input.
pub(crate) fn read_input(
    input: &mut Input,
    encoding: Encoding,
    progress: &kifu_batch::Progress,
) -> anyhow::Result<Collection> {
    let bytes = input.read(progress)?;
    let collection = encoding.games_of_any_format(bytes, &input.name(), progress)?;
    output::notes_of_formats(&progress.take_notes());
    ensure_record(&collection, &input.name())?;
    Ok(collection)
}

/// The name of a file for messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".into()
    } else {
        path.display().to_string()
    }
}

/// Number of different problems of a file that are printed.
const MOST_NOTES: usize = 20;

/// Reports problems of reading and drawing, each once, with its position.
#[derive(Debug)]
pub(crate) struct Reporter<'a> {
    name: String,
    collection: &'a Collection,
    lines: Option<LineIndex>,
    shown: std::collections::BTreeSet<String>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(path: &Path, collection: &'a Collection) -> Self {
        Self {
            name: name(path),
            collection,
            lines: None,
            shown: std::collections::BTreeSet::new(),
        }
    }

    /// The problems of a drawing.
    pub(crate) fn drawn(&mut self, drawn: &Drawn, output: &mut Output) -> Exit {
        let mut exit = self.notes(&drawn.notes, output);
        for problem in drawn.scene.problems() {
            exit.add(self.problem(&problem, output));
        }
        exit
    }

    /// Reports problems of reading and conversion.
    pub(crate) fn notes(&mut self, notes: &[binding::Note], output: &mut Output) -> Exit {
        let mut exit = Exit::Clean;
        for note in notes {
            if self.shown.len() > MOST_NOTES {
                return Exit::Findings;
            }
            let place = match note.span {
                Some(span) => {
                    let text = self.collection.text().as_bytes();
                    let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
                    let position = lines.position(text, span.start);
                    format!("{}:{}:{}", self.name, position.line, position.column)
                }
                None => format!("{}: node {}", self.name, note.node.get()),
            };
            exit.add(self.say(format!("{place}: {note}"), output));
        }
        exit
    }

    /// Any other problem.
    pub(crate) fn problem(&mut self, problem: &dyn std::fmt::Display, output: &mut Output) -> Exit {
        self.say(format!("{}: {problem}", self.name), output)
    }

    fn say(&mut self, message: String, output: &mut Output) -> Exit {
        if self.shown.len() <= MOST_NOTES && !self.shown.contains(&message) {
            if self.shown.len() < MOST_NOTES {
                output.note(&message);
            } else {
                output.note(format_args!(
                    "{}: there are more problems; `kifu check` lists all of them",
                    self.name
                ));
            }
            self.shown.insert(message);
        }
        Exit::Findings
    }
}
