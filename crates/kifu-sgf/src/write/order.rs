//! The order of properties in canonical form.

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

/// The place of a property: its rank, by which properties are sorted without changing the order of
/// those of one rank.
pub(super) fn rank(identifier: &str) -> usize {
    match identifier {
        "GC" => ORDER.len() + 1,
        "N" => ORDER.len() + 2,
        "C" => ORDER.len() + 3,
        _ => ORDER
            .iter()
            .position(|known| *known == identifier)
            .unwrap_or(ORDER.len()),
    }
}
