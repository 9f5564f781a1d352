//! The version of the format: `FF`, and `CA`, which older versions did not have.

use kifu_sgf::{GameTree, Node};

use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Version in the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// 1, 2 or 3; or missing, which is 1 by the standard.
    Old,
    /// 4.
    Current,
    /// Something else.
    Unknown,
}

impl Version {
    pub(super) fn of(root: &Node<'_>) -> Self {
        match root.value("FF").map(str::trim) {
            Some("1" | "2" | "3") | None => Self::Old,
            Some("4") => Self::Current,
            Some(_) => Self::Unknown,
        }
    }
}

/// Writes `FF[4]`.
pub(super) fn declare(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let four = vec!["4".to_owned()];
    if let Some(at) = draft.find_written("FF") {
        let property = draft.get(at);
        let what = format!("write {} as `FF[4]`", shown("FF", &property.values));
        changes.push(place.at(property.span).change(
            Outcome::Changed,
            what,
            "the game is FF[4] from here on",
        ));
        let others = property.values.iter().skip(1).cloned();
        let values = four.into_iter().chain(others).collect();
        draft.set_values(at, values);
    } else {
        let why = "the game is FF[4] from here on";
        changes.push(place.change(Outcome::Added, "add `FF[4]`", why));
        draft.insert(0, "FF", four);
    }
}

/// Adds the encoding if the game has characters that depend on it.
pub(super) fn declare_charset(
    game: &GameTree<'_>,
    draft: &mut Draft,
    place: Place,
    changes: &mut Vec<Change>,
) {
    if draft.find_written("CA").is_some() {
        return;
    }
    let collection = game.collection();
    let Some(span) = game.span() else {
        return;
    };
    let text = span.of_str(collection.text());
    let Some(first) = text.bytes().position(|byte| !byte.is_ascii()) else {
        return;
    };
    let charset = collection.source().segment_at(span.start + first).charset;
    // Latin-1 is what counts without `CA`.
    if charset.name().eq_ignore_ascii_case("ISO-8859-1") {
        return;
    }
    changes.push(place.change(
        Outcome::Added,
        format!("add `CA[{}]`", charset.name()),
        "FF[4] takes texts for ISO-8859-1 where `CA` does not say otherwise",
    ));
    // After the version, before the first text.
    let place = draft.find("FF").map_or(0, |place| place + 1);
    draft.insert(place, "CA", vec![charset.name().to_owned()]);
}
