//! Order of properties in canonical form.

use crate::schema::{Game, Notation};
use crate::tree::Node;
use crate::value::{PointSet, Size, point_list};

/// Identifiers in the order in which they are written; unknown ones come before the texts.
const ORDER: [&str; 82] = [
    "FF", "GM", "CA", "AP", "ST", "SZ", "IS", // root
    "GN", "EV", "RO", "PC", "DT", "PB", "BR", "BT", "PW", "WR", "WT", "KM", "HA", "RU", "TM", "OT",
    "RE", "ON", "AN", "US", "SO", "CP", "IP", "IY", "SU", "MI", "BO", "WO", "NP", "NR", "NS",
    // game info
    "AB", "AW", "AE", "AA", "RP", "CO", "CV", "DI", "PL", // setup
    "B", "W", "KO", "MN", "BL", "WL", "OB", "OW", // move
    "BM", "DO", "IT", "TE", "DM", "GB", "GW", "UC", "HO", "V", // annotation
    "CR", "MA", "SL", "SQ", "TR", "LB", "AR", "LN", "DD", "TB", "TW", "VW", // markup
    "FG", "PM", "AS", "SE", "CS", // miscellaneous
];

/// Setup of points, in canonical order.
const SETUP: [&str; 5] = ["AB", "AW", "AE", "AA", "RP"];

/// Returns the canonical order of the properties of a node in the game `kind`, each given by its identifier and its raw
/// values: their positions in the order in which they are written. Those of equal rank keep their order.
///
/// `BM` and `TE` have one rank, since up to FF\[3\] it matters which of them comes first; so have `B` and `W`, since two
/// moves of one node are played as they are written. If two lists of setup (`AB`, `AW`, `AE`, `AA`, `RP`) share a point, all
/// setup of the node keeps its order, because the last list wins. In games that do not write points as in Go, and for
/// values that are no points, this is assumed.
///
/// ```
/// use kifu_sgf::canonical_order_of;
/// use kifu_sgf::schema::Game;
///
/// let apart = [("AE", ["aa"]), ("AB", ["bb"])];
/// assert_eq!(canonical_order_of(Some(Game::Go), apart), [1, 0]);
/// let shared = [("AE", ["aa:bb"]), ("AB", ["bb"])];
/// assert_eq!(canonical_order_of(Some(Game::Go), shared), [0, 1]);
/// ```
#[must_use]
pub fn canonical_order_of<'a, I, V>(
    kind: Option<Game>,
    properties: impl IntoIterator<Item = (I, V)>,
) -> Vec<usize>
where
    I: AsRef<str>,
    V: IntoIterator<Item = &'a str>,
{
    let (mut ranks, mut setup) = (Vec::new(), Setup::default());
    for (identifier, values) in properties {
        setup.add(identifier.as_ref(), values);
        ranks.push(canonical_rank(identifier.as_ref()));
    }
    setup.order(kind, ranks)
}

/// Whether two setup properties of a node (`AB`, `AW`, `AE`, `AA`, `RP`) in the game `kind` may share a point, so that
/// their order matters. Each is given by its identifier and its raw values; other properties are ignored.
///
/// In games that do not write points as in Go, and for values that are no points, this is assumed. Lists of one
/// identifier count as one list.
///
/// ```
/// use kifu_sgf::schema::Game;
/// use kifu_sgf::setup_may_share_point;
///
/// let node = |black, white| [("AB", [black]), ("AW", [white])];
/// assert!(setup_may_share_point(Some(Game::Go), node("aa:cc", "bb")));
/// assert!(!setup_may_share_point(Some(Game::Go), node("aa:cc", "dd")));
/// ```
#[must_use]
pub fn setup_may_share_point<'a, I, V>(
    kind: Option<Game>,
    properties: impl IntoIterator<Item = (I, V)>,
) -> bool
where
    I: AsRef<str>,
    V: IntoIterator<Item = &'a str>,
{
    let mut setup = Setup::default();
    for (identifier, values) in properties {
        setup.add(identifier.as_ref(), values);
    }
    setup.is_of_two() && setup.may_share_point(kind)
}

/// The raw values of the setup of a node, each with the place of its list in canonical order.
#[derive(Debug, Default)]
pub(super) struct Setup<'a>(Vec<(usize, &'a str)>);

impl<'a> Setup<'a> {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a property; others than setup are ignored.
    pub(super) fn add(&mut self, identifier: &str, values: impl IntoIterator<Item = &'a str>) {
        if let Some(place) = SETUP.iter().position(|setup| *setup == identifier) {
            self.0.extend(values.into_iter().map(|raw| (place, raw)));
        }
    }

    /// The canonical order of the properties of these ranks, in the game `kind`.
    pub(super) fn order(&self, kind: Option<Game>, mut ranks: Vec<usize>) -> Vec<usize> {
        let is_moved = !self.0.is_sorted_by_key(|(place, _)| *place);
        if is_moved && self.may_share_point(kind) {
            let [first, .., last] = SETUP.map(canonical_rank);
            for rank in &mut ranks {
                if (first..=last).contains(rank) {
                    *rank = first;
                }
            }
        }
        ordered(ranks)
    }

    /// Whether there are lists of two identifiers or more.
    fn is_of_two(&self) -> bool {
        self.0.windows(2).any(|lists| lists[0].0 != lists[1].0)
    }

    /// Whether lists of two identifiers or more may share a point.
    fn may_share_point(&self, kind: Option<Game>) -> bool {
        if !is_go_like(kind) {
            return true;
        }
        let mut lists = [const { PointSet::EMPTY }; SETUP.len()];
        self.0.iter().any(|(place, raw)| {
            let Some(points) = points_of(raw) else {
                return true;
            };
            lists[*place].insert_set(&points);
            let mut others = lists.iter().enumerate().filter(|(other, _)| other != place);
            others.any(|(_, own)| !own.intersection(&points).is_empty())
        })
    }

    /// The points of each identifier after all lists, of which the last one with a point wins. `None` if it is unknown
    /// which values are of one point.
    fn pieces(&self, kind: Option<Game>) -> Option<Vec<PointSet>> {
        if !is_go_like(kind) {
            return None;
        }
        let mut pieces = vec![PointSet::EMPTY; SETUP.len()];
        for (place, raw) in &self.0 {
            let points = points_of(raw)?;
            for (other, own) in pieces.iter_mut().enumerate() {
                if other == *place {
                    own.insert_set(&points);
                } else {
                    own.remove_set(&points);
                }
            }
        }
        Some(pieces)
    }

    /// Whether another setup leaves the same pieces. Where this is unknown, lists must have the same order.
    fn is_same(&self, other: &Self, kind: Option<Game>) -> bool {
        match (self.pieces(kind), other.pieces(kind)) {
            (Some(own), Some(other)) => own == other,
            _ => self.lists() == other.lists(),
        }
    }

    /// The identifiers of the lists in their order, as places in canonical order.
    fn lists(&self) -> Vec<usize> {
        let mut lists: Vec<usize> = self.0.iter().map(|(place, _)| *place).collect();
        lists.dedup();
        lists
    }
}

impl<'a> Setup<'a> {
    fn of(node: Node<'a>) -> Self {
        let mut setup = Self::default();
        for property in node.properties() {
            setup.add(&property.identifier(), property.values());
        }
        setup
    }
}

impl Node<'_> {
    /// Whether the setup lists of both nodes (`AB`, `AW`, `AE`, `AA`, `RP`) leave the same pieces: of two lists with a
    /// point the last one wins. In games that do not write points as in Go, and for values that are no points, only the
    /// order of the lists is compared.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;AE[aa:cc]AB[bb];AB[bb]AE[aa:cc];AB[bb]AE[aa:ab])");
    /// let nodes: Vec<_> = collection.game(0).unwrap().nodes().collect();
    /// assert!(!nodes[0].has_same_setup(nodes[1]));
    /// assert!(!nodes[1].has_same_setup(nodes[2]));
    /// ```
    #[must_use]
    pub fn has_same_setup(&self, other: Node<'_>) -> bool {
        let kind = self.game().kind();
        let kind = kind.filter(|kind| other.game().kind() == Some(*kind));
        Setup::of(*self).is_same(&Setup::of(other), kind)
    }
}

/// Whether a game writes points as Go does.
fn is_go_like(kind: Option<Game>) -> bool {
    kind.is_some_and(|kind| kind.notation() == Notation::GoLike)
}

/// The points of a value, of which an empty one has none; `None` if it is no list of points.
fn points_of(raw: &str) -> Option<PointSet> {
    if raw.trim().is_empty() {
        return Some(PointSet::EMPTY);
    }
    // On small boards upper-case letters are read as lower-case ones.
    let raw = raw.to_ascii_lowercase();
    let items = point_list::parse_lenient(&raw, Size::LARGEST).ok()?;
    Some(PointSet::of_items(items.value))
}

/// The positions of ranks, from the lowest rank to the highest. Equal ranks keep their order.
fn ordered(ranks: Vec<usize>) -> Vec<usize> {
    // Ranks are few, so they are counted.
    let mut starts = [0; ORDER.len() + 5];
    for rank in &ranks {
        starts[rank + 1] += 1;
    }
    for rank in 1..starts.len() {
        starts[rank] += starts[rank - 1];
    }
    let mut places = vec![0; ranks.len()];
    for (place, rank) in ranks.into_iter().enumerate() {
        places[starts[rank]] = place;
        starts[rank] += 1;
    }
    places
}

pub(super) fn canonical_rank(identifier: &str) -> usize {
    let known = match identifier {
        "GC" => return ORDER.len() + 1,
        "N" => return ORDER.len() + 2,
        "C" => return ORDER.len() + 3,
        "TE" => "BM",
        "W" => "B",
        _ => identifier,
    };
    let place = ORDER.iter().position(|one| *one == known);
    place.unwrap_or(ORDER.len())
}

#[cfg(test)]
mod tests {
    use super::{SETUP, canonical_order_of, canonical_rank};
    use crate::schema::Game;

    #[test]
    fn properties_whose_order_matters_keep_it() {
        assert_eq!(canonical_rank("TE"), canonical_rank("BM"));
        assert_eq!(canonical_rank("B"), canonical_rank("W"));
        assert!(canonical_rank("FF") < canonical_rank("GM"));
        assert!(canonical_rank("PRIVATE") < canonical_rank("C"));
        let node = ["C", "W", "B", "SZ"].map(|identifier| (identifier, [""]));
        assert_eq!(canonical_order_of(Some(Game::Go), node), [3, 1, 2, 0]);
    }

    #[test]
    fn setup_that_shares_a_point_keeps_its_order() {
        assert!(SETUP.map(canonical_rank).is_sorted());
        for (kind, first, second, keeps) in [
            (Game::Go, ("AE", "aa:ee"), ("AB", "cc"), true),
            (Game::Go, ("AE", "aa:ee"), ("AB", "CC"), true),
            (Game::Go, ("AE", "aa:ee"), ("AB", "ff"), false),
            (Game::Go, ("AW", "aa,bb"), ("AB", "bb"), true),
            (Game::Go, ("AW", "D4"), ("AB", "bb"), true),
            (Game::Go, ("AW", ""), ("AB", "bb"), false),
            (Game::Amazons, ("AA", "aa"), ("AW", "aa"), true),
            (Game::Hex, ("AW", "a1"), ("AB", "b2"), true),
            (Game::Octi, ("RP", "33A"), ("AB", "33"), true),
        ] {
            let node = [("C", [""]), (first.0, [first.1]), (second.0, [second.1])];
            let expected = if keeps { [1, 2, 0] } else { [2, 1, 0] };
            let order = canonical_order_of(Some(kind), node);
            assert_eq!(order, expected, "{kind:?} {first:?} {second:?}");
        }
    }
}
