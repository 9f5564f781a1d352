//! Order of properties in canonical form.

use crate::schema::{Game, Notation};
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

/// Returns the canonical order of the properties of a node: the positions of their identifiers in the order in which they
/// are written. Those of equal rank keep their order.
///
/// `BM` and `TE` have one rank, since up to FF\[3\] it matters which of them comes first; so have `B` and `W`, since two
/// moves of one node are played as they are written.
///
/// It does not know values: [`canonical_order_of`] keeps the order of setup lists that share a point.
#[must_use]
pub fn canonical_order<I: AsRef<str>>(identifiers: impl IntoIterator<Item = I>) -> Vec<usize> {
    order(identifiers, false)
}

/// Returns the canonical order of the properties of a node in the game `kind`, each given by its identifier and its raw
/// values.
///
/// It is [`canonical_order`] except for setup (`AB`, `AW`, `AE`, `AA`, `RP`) of which two lists share a point: all setup of
/// the node keeps its order then, because the last list wins. In games that do not write points as in Go, and for
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
    let (identifiers, values): (Vec<I>, Vec<V>) = properties.into_iter().unzip();
    let keeps_setup = keeps_setup_order(kind, identifiers.iter().zip(values));
    order(identifiers, keeps_setup)
}

pub(super) fn order<I: AsRef<str>>(
    identifiers: impl IntoIterator<Item = I>,
    keeps_setup: bool,
) -> Vec<usize> {
    let rank = |identifier: I| match identifier.as_ref() {
        setup if keeps_setup && SETUP.contains(&setup) => canonical_rank(SETUP[0]),
        other => canonical_rank(other),
    };
    ordered(identifiers.into_iter().map(rank).collect())
}

/// Whether canonical order would move setup lists that may share a point.
pub(super) fn keeps_setup_order<'a, I, V>(
    kind: Option<Game>,
    properties: impl IntoIterator<Item = (I, V)>,
) -> bool
where
    I: AsRef<str>,
    V: IntoIterator<Item = &'a str>,
{
    let lists = setup_lists(properties);
    !lists.is_sorted_by_key(|(place, _)| *place) && may_share_point(kind, lists)
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
    let lists = setup_lists(properties);
    lists.windows(2).any(|lists| lists[0].0 != lists[1].0) && may_share_point(kind, lists)
}

/// The setup properties of a node, each as its place in canonical order and its values.
fn setup_lists<I: AsRef<str>, V>(properties: impl IntoIterator<Item = (I, V)>) -> Vec<(usize, V)> {
    let properties = properties.into_iter();
    let lists = properties.filter_map(|(identifier, values)| {
        let identifier = identifier.as_ref();
        let place = SETUP.iter().position(|setup| *setup == identifier);
        place.map(|place| (place, values))
    });
    lists.collect()
}

/// Whether lists of two identifiers or more may share a point.
fn may_share_point<'a, V>(kind: Option<Game>, lists: Vec<(usize, V)>) -> bool
where
    V: IntoIterator<Item = &'a str>,
{
    if kind.is_none_or(|kind| kind.notation() != Notation::GoLike) {
        return true;
    }
    let mut points = [const { PointSet::EMPTY }; SETUP.len()];
    for (place, values) in lists {
        for raw in values.into_iter().filter(|raw| !raw.trim().is_empty()) {
            // On small boards upper-case letters are read as lower-case ones.
            let raw = raw.to_ascii_lowercase();
            let Ok(items) = point_list::parse_lenient(&raw, Size::LARGEST) else {
                return true;
            };
            for item in items.value {
                points[place].insert_item(item);
            }
        }
    }
    let mut all = PointSet::EMPTY;
    points.iter().any(|points| {
        let is_shared = !points.intersection(&all).is_empty();
        all.insert_set(points);
        is_shared
    })
}

/// The positions of ranks, from the lowest rank to the highest.
fn ordered(ranks: Vec<usize>) -> Vec<usize> {
    let mut places: Vec<(usize, usize)> = ranks.into_iter().zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place).collect()
}

fn canonical_rank(identifier: &str) -> usize {
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
    use super::{SETUP, canonical_order, canonical_order_of, canonical_rank};
    use crate::schema::Game;

    #[test]
    fn properties_whose_order_matters_keep_it() {
        assert_eq!(canonical_rank("TE"), canonical_rank("BM"));
        assert_eq!(canonical_rank("B"), canonical_rank("W"));
        assert!(canonical_rank("FF") < canonical_rank("GM"));
        assert!(canonical_rank("PRIVATE") < canonical_rank("C"));
        assert_eq!(canonical_order(["C", "W", "B", "SZ"]), [3, 1, 2, 0]);
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
