//! Order of properties in canonical form.

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

/// Returns the canonical order of the properties of a node: the positions of their identifiers in the order in which they
/// are written. Those of equal rank keep their order.
///
/// `BM` and `TE` have one rank, since up to FF\[3\] it matters which of them comes first; so have `B` and `W`, since two
/// moves of one node are played as they are written.
#[must_use]
pub fn canonical_order<I: AsRef<str>>(identifiers: impl IntoIterator<Item = I>) -> Vec<usize> {
    let identifiers = identifiers.into_iter();
    ordered(
        identifiers
            .map(|one| canonical_rank(one.as_ref()))
            .collect(),
    )
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
    use super::{canonical_order, canonical_rank};

    #[test]
    fn properties_whose_order_matters_keep_it() {
        assert_eq!(canonical_rank("TE"), canonical_rank("BM"));
        assert_eq!(canonical_rank("B"), canonical_rank("W"));
        assert!(canonical_rank("FF") < canonical_rank("GM"));
        assert!(canonical_rank("PRIVATE") < canonical_rank("C"));
        assert_eq!(canonical_order(["C", "W", "B", "SZ"]), [3, 1, 2, 0]);
    }
}
