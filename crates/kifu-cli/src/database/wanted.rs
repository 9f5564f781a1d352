//! The pattern and the games to search, as options.

use std::ffi::OsStr;
use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, Error, ValueEnum};
use kifu::Node;
use kifu::games::go::Replay;
use kifu::go::{Board, Color, Point, Size, Symmetry};
use kifu::select::Selection;
use kifu::store::{Anchor, Cell, Drawing, Pattern, PatternError, Query, Step};
use kifu::value::{self, point_list};

use crate::drawing::{self, Pick};
use crate::encoding::Encoding;
use crate::selected::Selected;
use crate::usage;

/// The pattern and the games to search
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Args, Clone, Debug)]
#[command(mut_args(of_file))]
pub(crate) struct Wanted {
    /// The pattern: rows of `X` black, `O` white, `.` empty, `*` anything, `x` and `o` a stone or
    /// nothing, `@` any stone, separated by `/` or line breaks. A row of `-`, or `|` at the end of a row,
    /// is an edge of the board. `-` alone reads the pattern from standard input
    #[arg(
        value_name = "PATTERN",
        conflicts_with_all = ["file", "area", "game", "number", "node", "path"],
        allow_hyphen_values = true,
        value_parser = PatternParser
    )]
    pattern: Option<String>,

    /// Place of the pattern: a corner (`NE`), a side (`N`), `anywhere` or `full`
    #[arg(long, value_name = "PLACE", value_parser = anchor)]
    anchor: Option<Anchor>,

    /// Search for a position of this record: the whole board, or the part that `VW` shows
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    pick: Pick,

    /// With `--file`: only this part of the board, by two corners as in the file: `aa:gg`
    #[arg(long, value_name = "CORNERS", requires = "file")]
    area: Option<String>,

    /// Do not rotate or mirror the pattern
    #[arg(long)]
    no_symmetry: bool,

    /// Do not swap the colors
    #[arg(long)]
    fixed_colors: bool,

    /// Let the pattern touch edges that it does not show
    #[arg(long)]
    edges: bool,

    /// Who plays next inside the pattern
    #[arg(long, value_name = "COLOR")]
    next: Option<Player>,

    /// Move numbers at which the pattern occurs: `-50`, `10-30`, `100-`
    #[arg(long, value_name = "FROM-TO", value_parser = range, allow_hyphen_values = true)]
    moves: Option<RangeInclusive<u32>>,

    /// Moves that follow inside the pattern: `B:cc W:dc` are stones by column and row, `x:cc` is a stone
    /// that the preceding move captures, `~` is any moves. With `--variations` they may be in variations
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    sequence: Option<String>,

    /// A pattern later in the game, in the same orientation; may be repeated
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    then: Vec<String>,

    /// Search variations too; they are counted separately
    #[arg(long)]
    variations: bool,

    #[command(flatten)]
    selected: Selected,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Player {
    Black,
    White,
}

/// Takes a pattern, which may begin with an edge of the board, but no option.
#[derive(Clone)]
struct PatternParser;

impl TypedValueParser for PatternParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
        let is_option = name.is_some_and(|name| name.starts_with(char::is_alphabetic));
        if is_option && text.parse::<Drawing>().is_err() {
            return Err(usage::unknown_option(&text, command));
        }
        Ok(text)
    }
}

fn anchor(name: &str) -> Result<Anchor, &'static str> {
    Anchor::from_name(name).ok_or("expected a corner (`NE`), a side (`N`), `anywhere` or `full`")
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    Query::read_moves(text).ok_or_else(|| format!("expected {}", Query::MOVES))
}

/// Requires a record for the options that refer to one.
fn of_file(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "game" | "number" | "node" | "path" => arg.requires("file"),
        _ => arg,
    }
}

impl Wanted {
    /// The record to compare with, and the choice of the position in it.
    pub(crate) fn record(&self) -> Option<(&Path, &Pick)> {
        self.file.as_deref().map(|file| (file, &self.pick))
    }

    /// Whether a pattern is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.pattern.is_some() || self.file.is_some()
    }

    /// The selected games.
    pub(crate) fn selection(&self) -> Selection {
        self.selected.selection()
    }

    /// The query for the index.
    pub(crate) fn query(&self) -> anyhow::Result<Query> {
        let pattern = self.pattern()?;
        // A record may have a setup that no pattern can be drawn for.
        let anchor = match self.anchor {
            Some(anchor) if self.pattern.is_some() => anchor.of_drawing(pattern.anchor())?,
            given => given.unwrap_or(pattern.anchor()),
        };
        self.query_of(pattern.anchored(anchor)?)
    }

    /// The query for the index if no pattern is given: the position is an empty board.
    pub(crate) fn query_of_empty(&self, size: Size) -> anyhow::Result<Query> {
        for (is_given, name) in [
            (self.anchor.is_some(), "--anchor"),
            (self.edges, "--edges"),
            (self.moves.is_some(), "--moves"),
        ] {
            ensure!(
                !is_given,
                "`{name}` does not apply to the empty board: give a pattern, or a position with `--file`"
            );
        }
        self.query_of(Pattern::of_board(&Board::new(size)))
    }

    /// The pattern, as drawn or from a record.
    fn pattern(&self) -> anyhow::Result<Pattern> {
        match (&self.file, &self.pattern) {
            (Some(file), _) => self.of_file(file),
            (None, Some(text)) if text == "-" => {
                let mut text = String::new();
                std::io::stdin()
                    .lock()
                    .read_to_string(&mut text)
                    .context("<stdin>")?;
                drawn(&text)
            }
            (None, Some(text)) => drawn(text),
            (None, None) => {
                bail!("nothing to search for: give a pattern, or a position with `--file`")
            }
        }
    }

    fn query_of(&self, pattern: Pattern) -> anyhow::Result<Query> {
        let mut query = Query::new(pattern);
        if self.no_symmetry {
            query.symmetries = vec![Symmetry::Identity];
        }
        query.swaps_colors = !self.fixed_colors;
        query.slides_onto_edges = self.edges;
        query.next = self.next.map(|player| match player {
            Player::Black => Color::Black,
            Player::White => Color::White,
        });
        if let Some(moves) = &self.moves {
            query.moves = moves.clone();
        }
        if let Some(sequence) = &self.sequence {
            query.sequence = Step::parse_all(sequence, &query.pattern)?;
        }
        query.later = self
            .then
            .iter()
            .map(|text| drawn(text))
            .collect::<Result<_, _>>()?;
        query.in_variations = self.variations;
        query.selection = self.selected.selection();
        Ok(query)
    }

    /// The arguments for the table functions of `kifu sql`: the pattern, and options of the form `name=value`.
    pub(crate) fn arguments(&self, query: &Query) -> anyhow::Result<Vec<String>> {
        ensure!(
            self.selected.has_usual_players(),
            "`--players` and `--exact-names` do not apply with `--workers`: they know the names that Kifu knows"
        );
        let rows = query.pattern.to_string();
        let rows: Vec<&str> = rows.lines().collect();
        let anchor = query.pattern.anchor();
        let mut arguments = vec![rows.join("/"), format!("anchor={anchor}")];
        let mut option = |name: &str, value: &str| arguments.push(format!("{name}={value}"));
        for (name, is_given, value) in [
            ("symmetry", self.no_symmetry, "no"),
            ("colors", self.fixed_colors, "fixed"),
            ("edges", self.edges, "yes"),
            ("variations", self.variations, "yes"),
            ("strict", query.strict_records, "yes"),
        ] {
            if is_given {
                option(name, value);
            }
        }
        if let Some(next) = self.next {
            let is_black = matches!(next, Player::Black);
            option("next", if is_black { "black" } else { "white" });
        }
        if let Some(moves) = &self.moves {
            option("moves", &format!("{}-{}", moves.start(), moves.end()));
        }
        if let Some(sequence) = &self.sequence {
            option("sequence", sequence);
        }
        for then in &self.then {
            option("then", then);
        }
        if let Some(text) = self.selected.text() {
            option("where", text);
        }
        Ok(arguments)
    }

    fn of_file(&self, file: &Path) -> anyhow::Result<Pattern> {
        let collection = drawing::read(file, Encoding::default())?;
        let game = self.pick.game(&collection)?;
        let node = self.pick.node(game)?;
        let mut replay = Replay::new(game);
        replay.go_to(node);
        let board = replay.game().board();
        let size = board.size();
        if let Some(area) = &self.area {
            let item = value::PointItem::parse_lenient(area, size)
                .ok()
                .with_context(|| {
                    format!("`{area}` is not a part of a board of {size}: give two corners, such as `aa:gg`")
                })?;
            let points: Vec<Point> = item.value.points().collect();
            let part = part(board, &points);
            return Ok(part.with_context(|| format!("`{area}` is not on the board"))??);
        }
        match view(node, size) {
            Some(points) => {
                Ok(part(board, &points).context("`VW` selects no point of the board")??)
            }
            None => Ok(Pattern::of_board(board)),
        }
    }
}

/// The points that a node shows; `None` for the whole board.
fn view(node: Node<'_>, size: Size) -> Option<Vec<Point>> {
    let property = node.path_up().find_map(|node| node.get("VW"))?;
    let points: Vec<Point> = property
        .values()
        .filter_map(|raw| point_list::parse_lenient(raw, size).ok())
        .flat_map(|read| read.value)
        .flat_map(value::PointItem::points)
        .collect();
    (!points.is_empty()).then_some(points)
}

/// The smallest rectangle around some points; other points in it may contain anything.
fn part(board: &Board, points: &[Point]) -> Option<Result<Pattern, PatternError>> {
    let left = points.iter().map(|point| point.x).min()?;
    let right = points.iter().map(|point| point.x).max()?;
    let top = points.iter().map(|point| point.y).min()?;
    let bottom = points.iter().map(|point| point.y).max()?;
    let whole = Pattern::of_area(
        board,
        Point::new(left, top),
        right - left + 1,
        bottom - top + 1,
    )?;
    let mut cells = Vec::new();
    for y in top..=bottom {
        for x in left..=right {
            let point = Point::new(x, y);
            cells.push(if points.contains(&point) {
                board.get(point).into()
            } else {
                Cell::ANY
            });
        }
    }
    Some(Pattern::new(whole.columns().into(), cells, whole.anchor()))
}

fn drawn(text: &str) -> anyhow::Result<Pattern> {
    Ok(text.parse::<Drawing>()?.pattern()?)
}
