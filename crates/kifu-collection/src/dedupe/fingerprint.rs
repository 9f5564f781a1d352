use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::ops::Range;

use kifu_go::Symmetry;
use kifu_sgf::schema::{self, Game, PropertyDef, PropertyType};
use kifu_sgf::value::DateList;
use kifu_sgf::{GameTree, Node, Property, setup_may_share_point};

use super::line::{self, Line, SECOND};
use crate::key::SETUP;
use crate::walk;

/// Move numbers at which the moves so far are hashed, to find truncated records.
pub(super) const MARKS: [usize; 4] = [30, 60, 120, 200];

/// The moves that Dave Dyer's signature names.
pub(super) const DYER: [usize; 6] = [20, 31, 40, 51, 60, 71];

/// A fingerprint of a game, of fixed size (about a hundred bytes), to find similar games.
///
/// Two games with an equal part agree in what the part represents, except for collisions: one in 2^64, or one in 2^32
/// for parts that are verified by the moves.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint {
    /// The text, with the name of its encoding.
    pub(super) text: u64,
    /// Nodes, properties and values, white space and order without a meaning apart. That of setup lists that share a point
    /// has one, and so may that of values of which the standard defines no list.
    pub(super) tree: u64,
    /// Board, setup and moves, in the orientation of [`Line`].
    pub(super) all_moves: u64,
    /// Dyer's signature in any orientation; 0 for shorter games.
    pub(super) dyer: u64,
    /// Both players, in any order, and the day; 0 if one is not known.
    pub(super) who: u64,
    /// The moves up to each of [`MARKS`]; 0 past the end.
    pub(super) marks: [u32; MARKS.len()],
    /// Each third of the moves, in its canonical orientation.
    pub(super) thirds: [u32; 3],
    /// The first and the last half of the moves, see [`halves`].
    pub(super) halves: [u32; 4],
    /// Bytes of comments.
    pub(super) comments: u32,
    /// Moves of the [`Line`]: without passes at its end.
    pub(super) length: u32,
    /// Nodes of the main line with a move.
    moves: u32,
    /// Nodes that are not on the main line.
    pub(super) aside: u32,
    /// Nonempty properties of game info.
    pub(super) info: u8,
    pub(super) has_setup: bool,
    pub(super) symmetry: Symmetry,
    pub(super) is_swapped: bool,
}

impl Fingerprint {
    /// The fingerprint of a game.
    #[must_use]
    pub fn of(game: GameTree<'_>) -> Self {
        let mut reader = line::Reader::new(game);
        let mut tree = DefaultHasher::new();
        let (mut comments, mut info, mut aside, mut moves) = (0_u32, 0_u8, 0_u32, 0_u32);
        // How deep a node is, and whether it is on the main line.
        let step = |above: &(usize, bool), node: Node<'_>| {
            (above.0 + 1, above.1 && node.previous_sibling().is_none())
        };
        for (node, (depth, is_main)) in walk::down(game.root(), (0, true), step) {
            if is_main {
                moves = moves.saturating_add(u32::from(reader.take(node)));
            } else {
                aside = aside.saturating_add(1);
            }
            depth.hash(&mut tree);
            let is_root = node.is_root();
            let mut sum = 0_u64;
            let mut setup = Vec::new();
            let mut places = HashMap::<_, usize>::new();
            if is_root {
                let texts = node.charset_texts();
                sum = texts.fold(0, |sum, text| sum.wrapping_add(hash(&("CA", text))));
            }
            for property in node.properties() {
                let identifier = property.identifier();
                // The encoding is of the file, not of the game.
                if is_root && identifier == "CA" {
                    continue;
                }
                let length: usize = property.values().map(|value| value.trim().len()).sum();
                let place = places.entry(identifier.clone()).or_default();
                sum = sum.wrapping_add(hash_values(property, game.kind(), place));
                if SETUP.contains(&&*identifier) {
                    setup.push(property);
                }
                if identifier == "C" {
                    comments = comments.saturating_add(u32::try_from(length).unwrap_or(u32::MAX));
                } else if is_main && length > 0 && is_info(&identifier) {
                    info = info.saturating_add(1);
                }
            }
            sum.hash(&mut tree);
            hash_order(&setup, game.kind(), &mut tree);
        }
        let line = reader.finish();
        Self {
            text: text(game),
            tree: tree.finish(),
            all_moves: hash(&(line.board().0, size(&line), line.setup(), line.moves())),
            dyer: dyer(&line),
            who: who(game),
            marks: marks(&line),
            thirds: thirds(&line),
            halves: halves(&line),
            comments,
            length: u32::try_from(line.len()).unwrap_or(u32::MAX),
            moves,
            aside,
            info,
            has_setup: line.has_setup(),
            symmetry: line.symmetry,
            is_swapped: line.is_swapped,
        }
    }
}

/// Measures of the value of a record.
impl Fingerprint {
    /// Moves on the main line, including passes.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Nonempty properties of game info.
    #[must_use]
    pub const fn info(&self) -> u8 {
        self.info
    }

    /// Bytes of comments.
    #[must_use]
    pub const fn comments(&self) -> u32 {
        self.comments
    }

    /// Nodes that are not on the main line.
    #[must_use]
    pub const fn variation_nodes(&self) -> u32 {
        self.aside
    }
}

/// The sum of the hashes of the values of a property, with their places from `place` on if their order may have a
/// meaning.
fn hash_values(property: Property<'_>, kind: Option<Game>, place: &mut usize) -> u64 {
    let identifier = property.identifier();
    let has_order = (property.len() > 1 || *place > 0)
        && !schema::lookup(kind, &identifier).is_some_and(PropertyDef::is_unordered);
    property.values().fold(0, |sum, value| {
        let at = if has_order { *place } else { 0 };
        *place += 1;
        sum.wrapping_add(hash(&(&*identifier, value, at)))
    })
}

/// Adds the setup lists of a node to a hash in their order, if it matters. Adjacent lists of one identifier are one.
fn hash_order(setup: &[Property<'_>], kind: Option<Game>, hasher: &mut DefaultHasher) {
    let lists = setup.iter();
    let lists = lists.map(|property| (property.identifier(), property.values()));
    if setup.len() > 1 && setup_may_share_point(kind, lists) {
        for lists in setup.chunk_by(|one, other| one.identifier() == other.identifier()) {
            let values = lists.iter().flat_map(Property::values);
            let sum = values.fold(0, |sum: u64, value| sum.wrapping_add(hash(&value)));
            (lists[0].identifier(), sum).hash(hasher);
        }
    }
}

fn is_info(identifier: &str) -> bool {
    schema::lookup(None, identifier)
        .is_some_and(|property| property.property_type == PropertyType::GameInfo)
}

pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn size(line: &Line) -> (u16, u16) {
    (line.board().1.columns(), line.board().1.rows())
}

/// The hash of the text of a game and the name of its encoding.
fn text(game: GameTree<'_>) -> u64 {
    let collection = game.collection();
    game.span().map_or(0, |span| {
        let charset = collection.source().segment_at(span.start).charset.name();
        hash(&(charset, span.of_str(collection.text())))
    })
}

fn marks(line: &Line) -> [u32; MARKS.len()] {
    let mut hasher = DefaultHasher::new();
    (line.board().0, size(line), line.setup()).hash(&mut hasher);
    let mut from = 0;
    MARKS.map(|mark| {
        let Some(moves) = line.moves().get(from..mark) else {
            return 0;
        };
        for code in moves {
            hasher.write_u16(*code);
        }
        from = mark;
        // 0 represents a missing part.
        (hasher.finish() as u32).max(1)
    })
}

fn dyer(line: &Line) -> u64 {
    if line.len() < DYER[DYER.len() - 1] {
        return 0;
    }
    let signature = |way| DYER.map(|number| line.turned(number - 1, way) & !0x8000);
    let least = line.ways().map(signature).min();
    least.map_or(0, |signature| {
        hash(&(line.board().0, size(line), signature))
    })
}

/// The hash of each third of the moves; thirds of games of different length differ.
fn thirds(line: &Line) -> [u32; 3] {
    let length = line.len();
    let bounds = [0, length / 3, length * 2 / 3, length];
    [0, 1, 2].map(|third| {
        let mut hasher = DefaultHasher::new();
        (third, length).hash(&mut hasher);
        part(line, bounds[third]..bounds[third + 1], hasher, u16::MAX)
    })
}

/// Hashes that a record shares with the same record without one of its moves.
///
/// A record of `n` moves and one of `n - 1` moves share the first `n / 2` moves or the last `n / 2` moves, wherever the
/// move is missing. The longer one has `n / 2` moves in each half, rounded down; the shorter one rounds up. So each
/// record has two hashes for each end: those of its halves rounded down, and rounded up.
fn halves(line: &Line) -> [u32; 4] {
    let length = line.len();
    let (down, up) = (length / 2, length.div_ceil(2));
    let half = |(end, count, range): (u8, usize, Range<usize>)| {
        let mut hasher = DefaultHasher::new();
        (end, count).hash(&mut hasher);
        // If the first move is missing, all others have the other color.
        part(line, range, hasher, !SECOND)
    };
    [
        (0, down, 0..down),
        (0, up, 0..up),
        (1, down, length - down..length),
        (1, up, length - up..length),
    ]
    .map(half)
}

/// The hash of a part of the moves in the canonical orientation of the part, so that a slip elsewhere does not change
/// it. `bits` are the bits of each move that count.
fn part(line: &Line, numbers: Range<usize>, mut hasher: DefaultHasher, bits: u16) -> u32 {
    (line.board().0, size(line)).hash(&mut hasher);
    let mut ways: Vec<_> = line.ways().collect();
    for number in numbers {
        let least = ways.iter().map(|way| line.turned(number, *way)).min();
        if let (Some(least), true) = (least, ways.len() > 1) {
            ways.retain(|way| line.turned(number, *way) == least);
        }
        hasher.write_u16(least.unwrap_or_default() & bits);
    }
    (hasher.finish() as u32).max(1)
}

/// The players in any order and the day on which they began.
fn who(game: GameTree<'_>) -> u64 {
    let info = |identifier: &str| {
        let mut nodes = game.main_line().take(2);
        nodes.find_map(|node: Node<'_>| node.simple_text(identifier))
    };
    let name = |identifier| {
        let name = info(identifier)?;
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        (!name.is_empty()).then_some(name)
    };
    let date = info("DT").and_then(|raw| DateList::parse_lenient(&raw).ok());
    let date = date.and_then(|read| read.value.dates().first().copied());
    match (name("PB"), name("PW"), date) {
        (Some(black), Some(white), Some(date)) if date.day().is_some() => {
            let names = if black < white {
                [black, white]
            } else {
                [white, black]
            };
            hash(&(names, date)).max(1)
        }
        _ => 0,
    }
}
