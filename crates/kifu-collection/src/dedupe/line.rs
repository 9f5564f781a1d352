use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use kifu_go::{Point, Size, Symmetry};
use kifu_sgf::schema::{self, Game, Notation, PropertyType};
use kifu_sgf::value::{self, PointSet, point_list};
use kifu_sgf::{GameTree, Node, Property};

use super::fingerprint::hash;

/// Setup of black stones, white stones and empty points.
const STONES: [&str; 3] = ["AB", "AW", "AE"];

/// The code of a pass.
const PASS: u16 = 0x7FFF;

/// The bit of a move by the player who did not make the first one.
pub(super) const SECOND: u16 = 0x8000;

/// The moves of the main line in their canonical orientation: the first when compared move by move as numbers of
/// columns and rows. Passes at the end are omitted, since some programs write them and others do not.
///
/// A truncated record has the orientation of the complete one. Colors are those of the first and the second player.
/// Moves of games in which a move is not a single point are compared as written, and so is setup that is not stones on
/// points.
#[derive(Clone, Debug)]
pub struct Line {
    /// The game, and columns and rows of the board.
    board: (u32, Size),
    moves: Box<[u16]>,
    /// The stones that were set up and not removed again, whatever their order, and other setup in its order.
    setup: u64,
    /// The symmetry that was applied to the record to get this orientation.
    pub(super) symmetry: Symmetry,
    /// Whether White made the first move.
    pub(super) is_swapped: bool,
}

impl Line {
    /// The moves of a game.
    #[must_use]
    pub fn of(game: GameTree<'_>) -> Self {
        let mut reader = Reader::new(game);
        for node in game.main_line() {
            reader.take(node);
        }
        reader.finish()
    }

    /// Number of moves, without passes at the end.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(super) const fn has_setup(&self) -> bool {
        self.setup != 0
    }

    /// Board, setup and moves, as a key that sorts a truncated record right before its continuation.
    pub(crate) fn key(&self) -> (u32, u16, u16, u64, &[u16]) {
        let (kind, size) = self.board;
        (kind, size.columns(), size.rows(), self.setup, &self.moves)
    }

    pub(super) const fn setup(&self) -> u64 {
        self.setup
    }

    pub(super) const fn board(&self) -> (u32, Size) {
        self.board
    }

    pub(super) const fn moves(&self) -> &[u16] {
        &self.moves
    }

    /// The move of this number, turned.
    pub(super) fn turned(&self, number: usize, symmetry: Symmetry) -> u16 {
        turned(self.moves[number], self.board.1, symmetry)
    }

    /// The symmetry under which another line is most similar to this one, even if a move is missing in one of them.
    pub(super) fn way_of(&self, other: &Self) -> Symmetry {
        let alike = |way, skipped: usize, skips: usize| {
            let own = self.moves.iter().skip(skipped);
            let turned = (skips..other.len()).map(|number| other.turned(number, way));
            // Without colors: those of all moves may be relative to another first move.
            let is_equal = |(own, other): &(&u16, u16)| (*own ^ other) & !SECOND == 0;
            own.zip(turned).filter(is_equal).count()
        };
        let likeness = |way: &Symmetry| {
            let shifts = [(0, 0), (1, 0), (0, 1)];
            shifts
                .map(|(skipped, skips)| alike(*way, skipped, skips))
                .into_iter()
                .max()
        };
        // The first of equals.
        let ways = other.ways().filter(|_| self.board == other.board);
        ways.min_by_key(|way| std::cmp::Reverse(likeness(way)))
            .unwrap_or_default()
    }

    /// Whether the first players of the lines differ: one lacks the first move of the other, or has it in the other
    /// color.
    pub(super) fn has_other_first_player(&self, other: &Self) -> bool {
        let has_other_color = |way| super::relation::has_other_first_color(self, other, way);
        if self.board == other.board && other.ways().any(has_other_color) {
            return true;
        }
        let lacks_first = |short: &Self, long: &Self| {
            let is_missing = |way| super::relation::missing(short, long, way) == Some(0);
            self.board == other.board && long.ways().any(is_missing) && long.moves[1] & SECOND != 0
        };
        lacks_first(self, other) || lacks_first(other, self)
    }

    /// The symmetries that keep the size of the board.
    pub(super) fn ways(&self) -> impl Iterator<Item = Symmetry> + use<> {
        ways(self.board)
    }
}

/// Whether the stones of a game are points as in Go.
fn is_like_go(kind: u32) -> bool {
    Game::from_number(kind.into()).is_some_and(|game| game.notation() == Notation::GoLike)
}

/// Whether a move is a single point, which can be turned. A move of Amazons, Ataxx or Gess has several points.
fn is_point_game(kind: u32) -> bool {
    is_like_go(kind)
        && !matches!(
            Game::from_number(kind.into()),
            Some(Game::Amazons | Game::Ataxx | Game::Gess)
        )
}

/// The symmetries under which the board is not higher than wide.
fn ways((kind, size): (u32, Size)) -> impl Iterator<Item = Symmetry> + use<> {
    Symmetry::ALL.into_iter().filter(move |symmetry| {
        let laid = symmetry.size(size);
        *symmetry == Symmetry::Identity && !is_point_game(kind)
            || is_point_game(kind) && laid.columns() >= laid.rows()
    })
}

/// The packed form of a point; boards here have letters for all points.
fn code(point: Point) -> u16 {
    point.pack().unwrap_or(PASS)
}

fn turned(code: u16, size: Size, symmetry: Symmetry) -> u16 {
    match Point::unpack(code & PASS) {
        Some(point) => self::code(symmetry.apply(point, size)) | code & SECOND,
        None => code,
    }
}

/// Reads the moves of a game node by node.
#[derive(Debug)]
pub(super) struct Reader {
    kind: u32,
    size: Size,
    /// As they stand, colors apart.
    moves: Vec<u16>,
    first: Option<&'static str>,
    /// The black and the white stones that were set up.
    setup: [PointSet; 2],
    /// Setup that is not stones on points, in its order: an identifier, and a hash of its values in any order.
    written: Vec<(String, u64)>,
}

impl Reader {
    pub(super) fn new(game: GameTree<'_>) -> Self {
        let root = game.root();
        let kind = root
            .value("GM")
            .map_or(Some(1), |raw| raw.trim().parse().ok());
        let size = root
            .value("SZ")
            .and_then(|raw| value::size::parse_lenient(raw).ok())
            .map(|read| read.value)
            .or_else(|| value::size::default_of(game.kind()?))
            .filter(|size| size.has_letters());
        Self {
            kind: kind.unwrap_or(u32::MAX),
            size: size.unwrap_or_default(),
            moves: Vec::new(),
            first: None,
            setup: [PointSet::EMPTY, PointSet::EMPTY],
            written: Vec::new(),
        }
    }

    /// Reads the next node of the main line. Returns whether it has a move.
    pub(super) fn take(&mut self, node: Node<'_>) -> bool {
        if let Some((color, raw)) = node.play() {
            let first = *self.first.get_or_insert(color);
            let second = if color == first { 0 } else { SECOND };
            self.moves.push(self.code_of(raw) | second);
            return true;
        }
        if self.moves.is_empty() {
            self.set_up(node);
        }
        false
    }

    fn code_of(&self, raw: &str) -> u16 {
        let raw = raw.trim().as_bytes();
        if is_point_game(self.kind) {
            let is_small = self.size.columns() <= 19 && self.size.rows() <= 19;
            return match raw {
                b"tt" if is_small => PASS,
                [column, row] => Point::from_letters(*column, *row)
                    .filter(|point| self.size.contains(*point))
                    .map_or(PASS, code),
                _ => PASS,
            };
        }
        if raw.is_empty() {
            return PASS;
        }
        let mut hasher = DefaultHasher::new();
        raw.hash(&mut hasher);
        (hasher.finish() % u64::from(PASS)) as u16
    }

    /// Setup before the first move.
    fn set_up(&mut self, node: Node<'_>) {
        let game = Game::from_number(self.kind.into());
        for property in node.properties() {
            let place = STONES.iter().position(|own| property.is(own));
            if let Some(place) = place.filter(|_| is_like_go(self.kind)) {
                self.place(place, property);
            } else {
                let identifier = property.identifier();
                let definition = schema::lookup(game, &identifier);
                let is_setup =
                    definition.is_some_and(|known| known.property_type == PropertyType::Setup);
                // The first move shows who plays first.
                if is_setup && identifier != "PL" {
                    self.write(&identifier, property.values());
                }
            }
        }
    }

    /// Black or white stones, or empty points.
    fn place(&mut self, place: usize, property: Property<'_>) {
        let mut points = PointSet::EMPTY;
        let mut others = Vec::new();
        for raw in property.values() {
            match point_list::parse_lenient(raw, self.size) {
                Ok(read) => read
                    .value
                    .into_iter()
                    .for_each(|item| points.insert_item(item)),
                Err(_) => others.push(raw),
            }
        }
        for (color, stones) in self.setup.iter_mut().enumerate() {
            if color == place {
                stones.insert_set(&points);
            } else {
                stones.remove_set(&points);
            }
        }
        self.write(STONES[place], others.into_iter());
    }

    /// Adds values as they are written; lists of one identifier that follow each other are one.
    fn write<'v>(&mut self, identifier: &str, values: impl Iterator<Item = &'v str>) {
        let values = values.map(str::trim).filter(|value| !value.is_empty());
        let Some(sum) = values.map(|value| hash(&value)).reduce(u64::wrapping_add) else {
            return;
        };
        match self.written.last_mut() {
            Some((last, all)) if last == identifier => *all = all.wrapping_add(sum),
            _ => self.written.push((identifier.to_owned(), sum)),
        }
    }

    /// Finishes the line in its canonical orientation.
    pub(super) fn finish(mut self) -> Line {
        while self.moves.last().is_some_and(|code| code & PASS == PASS) {
            self.moves.pop();
        }
        let is_swapped = self.first == Some("W");
        let board = (self.kind, self.size);
        let mut alive: Vec<_> = ways(board).collect();
        for number in 0..self.moves.len() {
            let code = self.moves[number];
            let least = alive.iter().map(|way| turned(code, self.size, *way)).min();
            if let Some(least) = least {
                alive.retain(|way| turned(code, self.size, *way) == least);
                self.moves[number] = least;
            }
        }
        let has_moves = self.first.is_some();
        let (setup, symmetry) = alive
            .iter()
            .map(|way| (self.hash_setup(*way, is_swapped, has_moves), *way))
            .min()
            .unwrap_or_default();
        Line {
            board: (self.kind, symmetry.size(self.size)),
            moves: self.moves.into(),
            setup,
            symmetry,
            is_swapped,
        }
    }

    /// A hash of the setup, of stones regardless of order; 0 if there is none. Without a move that shows who plays
    /// first, colors are ignored.
    fn hash_setup(&self, way: Symmetry, is_swapped: bool, has_moves: bool) -> u64 {
        let with = |swapped: bool| {
            let colors = (0_u8..).zip(&self.setup);
            let stones = colors.flat_map(|(color, stones)| {
                stones.iter().map(move |point| {
                    let mut hasher = DefaultHasher::new();
                    code(way.apply(point, self.size)).hash(&mut hasher);
                    (color ^ u8::from(swapped)).hash(&mut hasher);
                    hasher.finish()
                })
            });
            stones.fold(self.hash_written(swapped), u64::wrapping_add)
        };
        if has_moves {
            with(is_swapped)
        } else {
            with(false).min(with(true))
        }
    }

    /// A hash of the setup that is compared as written; 0 if there is none.
    fn hash_written(&self, is_swapped: bool) -> u64 {
        if self.written.is_empty() {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        for (identifier, sum) in &self.written {
            let identifier = match &**identifier {
                "AB" if is_swapped => "AW",
                "AW" if is_swapped => "AB",
                identifier => identifier,
            };
            (identifier, sum).hash(&mut hasher);
        }
        hasher.finish()
    }
}
