//! Values that exclude each other in one node, by the groups of the property table.

use std::collections::HashMap;

use kifu_sgf::GameTree;
use kifu_sgf::schema::{self, BasicType, Game, Group, Notation, PropertyDef, PropertyType};
use kifu_sgf::value::{self, PointSet, Size, point_list};
use kifu_syntax::text::{split_compose, unescape_text};

/// The game and the board, which determine how values are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    game: Option<Game>,
    size: Size,
}

/// What a value occupies in its group.
pub(super) enum Item {
    /// Points of a list.
    Points(Box<PointSet>),
    /// The point of a label, an arrow, or a value in another notation.
    Place(String),
}

impl Board {
    pub(super) fn of(game: GameTree<'_>) -> Self {
        let kind = game.kind();
        let written = game.root().value("SZ");
        let size = match written {
            Some(raw) => value::size::parse_lenient(raw).ok().map(|read| read.value),
            None => kind.and_then(value::size::default_of),
        };
        Self {
            game: kind,
            size: size.unwrap_or_default(),
        }
    }

    pub(super) const fn game(self) -> Option<Game> {
        self.game
    }

    /// What a value of a property occupies.
    pub(super) fn item(self, definition: &PropertyDef, raw: &str) -> Item {
        let is_go_like = self
            .game
            .is_some_and(|game| game.notation() == Notation::GoLike);
        if is_go_like
            && definition.allows_rectangles(self.game)
            && let Ok(items) = point_list::parse_lenient(raw, self.size)
        {
            return Item::Points(Box::new(PointSet::of_items(items.value)));
        }
        let is_label =
            (definition.value.compose).is_some_and(|(_, text)| text == BasicType::SimpleText);
        let place = match split_compose(raw) {
            Some((point, _)) if is_label => point,
            _ => raw,
        };
        Item::Place(unescape_text(place).trim().to_owned())
    }
}

/// The group of a property whose values may each occur once in a node, beside other properties of the group.
pub(super) fn group_of_values(definition: Option<&PropertyDef>) -> Option<Group> {
    definition?
        .group
        .filter(|group| !group.excludes_properties())
}

/// The group of a property that may not be in a node with another property of the group.
pub(super) fn group_of_property(definition: Option<&PropertyDef>) -> Option<Group> {
    definition?
        .group
        .filter(|group| group.excludes_properties())
}

/// Whether a property is a list of setup.
pub(super) fn is_setup_list(definition: &PropertyDef) -> bool {
    definition.property_type == PropertyType::Setup && definition.value.is_list()
}

/// The definition of a property in the game of a board.
pub(super) fn definition(board: Board, identifier: &str) -> Option<&'static PropertyDef> {
    schema::lookup(board.game, identifier)
}

/// Raw values for a set of points.
pub(super) fn values_of(points: &PointSet) -> Vec<String> {
    let items = point_list::compress(points);
    items.iter().map(ToString::to_string).collect()
}

/// The values of one group in a node.
#[derive(Default)]
pub(super) struct Occupied {
    points: Vec<(String, PointSet)>,
    /// For each place: the identifier and the text of its value.
    places: HashMap<String, (String, String)>,
}

/// The parts of a value.
pub(super) struct Parts {
    /// The raw values that fit.
    pub(super) fits: Vec<String>,
    /// The raw values that contradict another property, or a label with another text.
    pub(super) lost: Vec<String>,
}

impl Occupied {
    /// Adds the part of a value that fits. A point that the property already lists is dropped.
    pub(super) fn add(
        &mut self,
        board: Board,
        identifier: &str,
        definition: &PropertyDef,
        raw: &str,
    ) -> Parts {
        match board.item(definition, raw) {
            Item::Points(points) => self.add_points(identifier, raw, &points),
            Item::Place(place) => self.add_place(identifier, raw, place),
        }
    }

    fn add_points(&mut self, identifier: &str, raw: &str, points: &PointSet) -> Parts {
        let mut new = points.clone();
        let mut lost = PointSet::EMPTY;
        for (other, taken) in &self.points {
            new.remove_set(taken);
            if other != identifier {
                lost.insert_set(&points.intersection(taken));
            }
        }
        let own = self.points.iter_mut().find(|(own, _)| own == identifier);
        match own {
            Some((_, own)) => own.insert_set(&new),
            None => self.points.push((identifier.to_owned(), new.clone())),
        }
        Parts {
            fits: if new == *points {
                vec![raw.to_owned()]
            } else {
                values_of(&new)
            },
            lost: values_of(&lost),
        }
    }

    fn add_place(&mut self, identifier: &str, raw: &str, place: String) -> Parts {
        let value = (identifier.to_owned(), unescape_text(raw).into_owned());
        let (mut fits, mut lost) = (Vec::new(), Vec::new());
        match self.places.get(&place) {
            None => {
                self.places.insert(place, value);
                fits.push(raw.to_owned());
            }
            Some(taken) if *taken == value => {}
            Some(_) => lost.push(raw.to_owned()),
        }
        Parts { fits, lost }
    }

    /// The values of other properties, or other labels, that a value contradicts: their identifier and raw values, and
    /// the part of the value itself.
    pub(super) fn against(
        &self,
        board: Board,
        identifier: &str,
        definition: &PropertyDef,
        raw: &str,
    ) -> Option<Against> {
        match board.item(definition, raw) {
            Item::Points(points) => self.against_points(identifier, &points),
            Item::Place(place) => {
                let (own, text) = self.places.get(&place)?;
                let is_same = own == identifier && *text == unescape_text(raw);
                (!is_same).then(|| Against {
                    own: format!("{own}[{text}]"),
                    fits: Vec::new(),
                    lost: vec![raw.to_owned()],
                })
            }
        }
    }

    fn against_points(&self, identifier: &str, points: &PointSet) -> Option<Against> {
        let mut fits = points.clone();
        let mut own = String::new();
        for (other, taken) in self.points.iter().filter(|(own, _)| own != identifier) {
            let common = fits.intersection(taken);
            if !common.is_empty() {
                let values = values_of(&common).join("][");
                own.extend([other.as_str(), "[", &values, "]"]);
                fits.remove_set(taken);
            }
        }
        let mut lost = points.clone();
        lost.remove_set(&fits);
        (!own.is_empty()).then(|| Against {
            own,
            fits: values_of(&fits),
            lost: values_of(&lost),
        })
    }

    /// Removes what a property occupies elsewhere.
    pub(super) fn forget(
        &mut self,
        board: Board,
        identifier: &str,
        definition: &PropertyDef,
        raw: &str,
    ) {
        match board.item(definition, raw) {
            Item::Points(points) => {
                let own = self.points.iter_mut().filter(|(own, _)| own == identifier);
                own.for_each(|(_, own)| own.remove_set(&points));
            }
            Item::Place(place) => {
                let value = (identifier.to_owned(), unescape_text(raw).into_owned());
                if self.places.get(&place) == Some(&value) {
                    self.places.remove(&place);
                }
            }
        }
    }
}

/// A value that contradicts others.
pub(super) struct Against {
    /// The other values, as text: `SQ[aa]`.
    pub(super) own: String,
    /// The raw values that fit nevertheless.
    pub(super) fits: Vec<String>,
    /// The raw values that do not fit.
    pub(super) lost: Vec<String>,
}
