//! Converts to UTF-8, with `CA[UTF-8]`.

use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, EncodingProblemKind};

use crate::change::{Change, Outcome, Place, shown};

const NAME: &str = "UTF-8";

/// Writes the text of the file in UTF-8, without a byte order mark, and names it in every game that
/// has a `CA` or letters beyond ASCII.
pub(super) fn to_utf8(collection: &mut Collection, changes: &mut Vec<Change>) {
    let Some(first) = collection.game(0) else {
        return;
    };
    let file = Place::of_file(&first.root());
    let source = collection.source();
    let is_lost = |kind| kind == EncodingProblemKind::InvalidBytes;
    if source
        .problems()
        .iter()
        .any(|problem| is_lost(problem.kind))
    {
        changes.push(file.change(
            Outcome::Kept,
            "leave the encoding of the file",
            "some bytes are invalid in it (E104) and would be lost",
        ));
        return;
    }
    if source.bytes() != source.text().as_bytes() {
        let from = names(collection);
        changes.push(file.change(
            Outcome::Changed,
            format!("write the file in {NAME} instead of {from}"),
            "every program reads it",
        ));
        *collection = Collection::from(source.text().to_owned());
    }
    for number in 0..collection.len() {
        name_it(collection, number, changes);
    }
}

/// The encodings of a file, for people.
fn names(collection: &Collection) -> String {
    let source = collection.source();
    let charsets = source.charsets();
    let mut names: Vec<&str> = charsets.into_iter().map(Charset::name).collect();
    if source.mark() > 0 {
        names.push("a byte order mark");
    }
    names.join(" and ")
}

fn name_it(collection: &mut Collection, number: usize, changes: &mut Vec<Change>) {
    let Some(game) = collection.game(number) else {
        return;
    };
    let root = game.root();
    let place = Place::of_node(number, &root);
    let change = match root.get("CA") {
        Some(property) if property.value() == NAME => return,
        Some(property) if !property.is_charset_name() => {
            changes.push(place.at(property.span()).change(
                Outcome::Kept,
                format!(
                    "leave {}",
                    shown("CA", &property.values().collect::<Vec<_>>())
                ),
                "it has more than the name of an encoding, which would be lost",
            ));
            return;
        }
        Some(property) => place.at(property.span()).change(
            Outcome::Changed,
            format!(
                "write {} as `CA[{NAME}]`",
                shown("CA", &property.values().collect::<Vec<_>>())
            ),
            "that is what the file is in",
        ),
        None => {
            let text = game.span().map(|span| span.of_str(collection.text()));
            if text.is_none_or(str::is_ascii) {
                return;
            }
            place.change(
                Outcome::Added,
                format!("add `CA[{NAME}]`"),
                "texts count as ISO-8859-1 where `CA` does not say otherwise",
            )
        }
    };
    let node = root.id();
    // After the version, before the first text.
    let mut properties = root.properties();
    let behind = properties.position(|property| property.is("FF"));
    let (is_new, index) = (!root.has("CA"), behind.map_or(0, |index| index + 1));
    let Some(mut game) = collection.game_mut(number) else {
        return;
    };
    let done = if is_new {
        game.insert_property_at(node, index, "CA", &[NAME])
    } else {
        // Another `CA` may have text, which stays.
        game.set_charset(Charset::UTF_8);
        Ok(())
    };
    changes.push(match done {
        Ok(()) => change,
        Err(error) => place.change(Outcome::Kept, "leave the node", error.to_string()),
    });
}
