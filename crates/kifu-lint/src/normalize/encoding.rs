//! Converts to UTF-8, with `CA[UTF-8]`.

use std::char::REPLACEMENT_CHARACTER;

use kifu_sgf::encoding::{Charset, EncodingProblemKind, Source};
use kifu_sgf::{Collection, Compare, GameTree};

use super::layout::declare;
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
    let text = written_text(collection);
    let is_lost = |kind| kind == EncodingProblemKind::InvalidBytes;
    let mut problems = source.problems().iter();
    // Edits may have removed the invalid bytes.
    if problems.any(|problem| is_lost(problem.kind)) && text.contains(REPLACEMENT_CHARACTER) {
        changes.push(file.change(
            Outcome::Kept,
            "leave the encoding of the file",
            "some bytes are invalid in it (E104) and would be lost",
        ));
        return;
    }
    let is_utf8 = source.bytes() == source.text().as_bytes();
    if !is_utf8 || source.text() != text {
        let from = names(collection);
        let read = Collection::from(text);
        if !read.is_same(collection, Compare::Unordered) {
            declare(collection);
        }
        let is_done = collection.rebase(read);
        if !is_utf8 {
            changes.push(change_to_utf8(is_done, file, &from));
            if !is_done {
                return;
            }
        }
    }
    for number in 0..collection.len() {
        name_it(collection, number, changes);
    }
}

/// The text as the next program reads it.
fn written_text(collection: &Collection) -> String {
    match collection.to_bytes() {
        Ok(bytes) if bytes == collection.source().bytes() => collection.text().to_owned(),
        Ok(bytes) => {
            let read = Source::new(bytes, &collection.decode_options());
            read.text().to_owned()
        }
        // An edit brought in a character that the encoding lacks.
        Err(_) => collection.to_text(),
    }
}

fn change_to_utf8(is_done: bool, file: Place, from: &str) -> Change {
    let what = format!("write the file in {NAME} instead of {from}");
    if is_done {
        file.change(Outcome::Changed, what, "every program reads it")
    } else {
        file.change(
            Outcome::Kept,
            format!("do not {what}"),
            "the file would not read as the same games",
        )
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

/// Whether a game has no letters beyond ASCII.
fn is_ascii(game: GameTree<'_>) -> bool {
    if let Some(span) = game.span() {
        return span.of_str(game.collection().text()).is_ascii();
    }
    let mut properties = game.nodes().flat_map(|node| node.properties());
    properties.all(|property| property.values().all(str::is_ascii))
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
            if is_ascii(game) {
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
