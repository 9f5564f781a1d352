//! Merges the properties of a node.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use kifu_sgf::schema::{BasicType, Game, PropertyDef};
use kifu_sgf::{GameTreeMut, Node, NodeId, Property};
use kifu_syntax::text::{escape_text, unescape_text};

use super::contradictions;
use crate::copy::raw_values;
use crate::diff::is_same;
use crate::edits::{self, Edit, Values};
use crate::key::SETUP;
use crate::merge::exclusive::{Board, Occupied, definition, group_of_values};

/// A property by its identifier and its index among those with the same identifier.
pub(super) type Key = (String, usize);

/// The new raw values of a property; `None` if it is removed.
pub(super) type Change<'k> = (&'k Key, Option<Vec<String>>);

/// Merges the properties of both sides into the node `to`, which equals `own`. Returns the conflicts.
pub(super) fn join(
    game: &mut GameTreeMut<'_>,
    to: NodeId,
    base: Option<Node<'_>>,
    own: Node<'_>,
    their: Node<'_>,
    board: Board,
) -> Vec<String> {
    let kind = board.game();
    let (before, ours, theirs) = (
        base.map(keyed).unwrap_or_default(),
        keyed(own),
        keyed(their),
    );
    let mut changes = Vec::new();
    let mut conflicts = Vec::new();
    let mut marks = Vec::new();
    let keys = theirs
        .keys()
        .chain(before.keys().filter(|key| !theirs.contains_key(*key)));
    for key in keys {
        let (b, o, t) = (before.get(key), ours.get(key), theirs.get(key));
        let same = |one: Option<&Property<'_>>, other: Option<&Property<'_>>| match (one, other) {
            (Some(one), Some(other)) => is_same(*one, *other, kind),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if same(o, t) || same(b, t) {
            continue;
        }
        let identifier = key.0.as_str();
        if same(b, o) {
            changes.push((key, t.copied().map(raw_values)));
            continue;
        }
        // Both changed it.
        let (Some(o), Some(t)) = (o, t) else {
            let (who, other) = if o.is_some() {
                ("we", "they")
            } else {
                ("they", "we")
            };
            conflicts.push((
                key,
                format!("`{identifier}`: {who} changed it, {other} removed it: it is kept"),
            ));
            if o.is_none() {
                changes.push((key, t.copied().map(raw_values)));
            }
            continue;
        };
        let definition = definition(board, identifier);
        let single = definition.and_then(|definition| definition.value.single);
        if single == Some(BasicType::Text) {
            let old = b.map(Property::text).unwrap_or_default();
            let (text, is_clear) = texts(&old, &o.text(), &t.text());
            changes.push((key, Some(vec![escape_text(&text).into_owned()])));
            if !is_clear {
                conflicts.push((
                    key,
                    format!("`{identifier}`: both changed it: both stand in it"),
                ));
            }
        } else if definition.map_or_else(|| have_one_order(*o, *t), PropertyDef::is_unordered) {
            changes.push((key, Some(lists(b, o, t, board))));
        } else {
            let shown = |property: &Property<'_>| {
                let values: Vec<_> = property.texts().collect();
                format!("{identifier}[{}]", values.join("]["))
            };
            conflicts.push((
                key,
                format!(
                    "`{identifier}`: ours is `{}`, theirs is `{}`: ours is kept, both stand in the comment",
                    shown(o),
                    shown(t)
                ),
            ));
            marks.push(marked(&shown(o), &shown(t)));
        }
    }
    for found in contradictions::remove(&mut changes, &ours, &theirs, board) {
        if found.is_whole {
            conflicts.retain(|(key, _)| *key != found.key);
        }
        conflicts.push((found.key, found.message()));
        marks.push(marked(&found.own, &found.their));
    }
    if !changes.is_empty() {
        set(game, to, changes);
    }
    if !marks.is_empty() {
        let tree = game.tree();
        let comment = tree.node(to).and_then(|node| node.text("C"));
        let mut parts: Vec<String> = comment.map(Cow::into_owned).into_iter().collect();
        parts.extend(marks);
        // The node is there.
        let _ = game.set_text(to, "C", &parts.join("\n\n"));
    }
    let mut messages: Vec<String> = conflicts.into_iter().map(|(_, message)| message).collect();
    let is_their_order = base.is_none_or(|base| !base.has_same_setup(their));
    if is_their_order && !own.has_same_setup(their) && has_same_lists(&ours, &theirs, kind) {
        messages.push("the setup lists have another order in theirs: ours is kept".to_owned());
    }
    messages
}

/// Whether both nodes have the same setup lists, in any order.
fn has_same_lists(
    ours: &BTreeMap<Key, Property<'_>>,
    theirs: &BTreeMap<Key, Property<'_>>,
    kind: Option<Game>,
) -> bool {
    let (own, other) = (setup(ours), setup(theirs));
    own.len() == other.len()
        && own
            .iter()
            .zip(other)
            .all(|((own_key, own), (key, other))| *own_key == key && is_same(**own, *other, kind))
}

fn setup<'p, 'a>(properties: &'p BTreeMap<Key, Property<'a>>) -> Vec<(&'p Key, &'p Property<'a>)> {
    let properties = properties.iter();
    let setup = properties.filter(|((identifier, _), _)| SETUP.contains(&&**identifier));
    setup.collect()
}

fn keyed(node: Node<'_>) -> BTreeMap<Key, Property<'_>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    node.properties()
        .map(|property| {
            let identifier = property.identifier().into_owned();
            let count = counts.entry(identifier.clone()).or_default();
            *count += 1;
            ((identifier, *count - 1), property)
        })
        .collect()
}

/// Sets or removes properties of a node.
fn set(game: &mut GameTreeMut<'_>, to: NodeId, changes: Vec<Change<'_>>) {
    let places: BTreeMap<Key, usize> = game.tree().node(to).map_or_else(BTreeMap::new, |node| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let keys = node.properties().map(|property| {
            let identifier = property.identifier().into_owned();
            let count = counts.entry(identifier.clone()).or_default();
            *count += 1;
            (identifier, *count - 1)
        });
        keys.zip(0..).collect()
    });
    let mut edits = Vec::new();
    let mut added = Vec::new();
    for (key, values) in changes {
        match (places.get(key), values) {
            (Some(place), values) => edits.push(Edit {
                node: to,
                place: *place,
                identifier: key.0.clone(),
                values: values.map_or(Values::Gone, Values::New),
            }),
            (None, Some(values)) => added.push((&key.0, values)),
            (None, None) => {}
        }
    }
    // The places come from this game, and the values from its properties.
    let _ = edits::apply(game, &edits);
    for (identifier, values) in added {
        // The node exists, and values that were read can be set.
        let _ = game.push_property(to, identifier, &values);
    }
}

/// Whether the values that both properties have, have the same order in both, and those of theirs alone come last.
fn have_one_order(own: Property<'_>, their: Property<'_>) -> bool {
    let common = |one: Property<'_>, other: Property<'_>| -> Vec<String> {
        let others: HashSet<_> = other.values().map(unescape_text).collect();
        let texts = one.values().map(unescape_text);
        let texts = texts.filter(|text| others.contains(text));
        texts.map(Cow::into_owned).collect()
    };
    // Values that theirs adds go to the end.
    let ours: HashSet<_> = own.values().map(unescape_text).collect();
    let texts = their.values().map(unescape_text);
    let mut rest = texts.skip_while(|text| ours.contains(text));
    common(own, their) == common(their, own) && rest.all(|text| !ours.contains(&text))
}

/// The values that both sides kept and those that either side added.
fn lists(
    base: Option<&Property<'_>>,
    own: &Property<'_>,
    their: &Property<'_>,
    board: Board,
) -> Vec<String> {
    let texts = |property: &Property<'_>| -> HashSet<String> {
        property.texts().map(Cow::into_owned).collect()
    };
    let (before, ours, theirs) = (
        base.map(texts).unwrap_or_default(),
        texts(own),
        texts(their),
    );
    let mut values: Vec<String> = Vec::new();
    for raw in raw_values(*own) {
        let text = unescape_text(&raw).into_owned();
        if theirs.contains(&text) || !before.contains(&text) {
            values.push(raw);
        }
    }
    let identifier = own.identifier();
    let definition =
        definition(board, &identifier).filter(|it| group_of_values(Some(it)).is_some());
    let mut occupied = Occupied::default();
    if let Some(definition) = definition {
        for raw in &values {
            occupied.add(board, &identifier, definition, raw);
        }
    }
    for raw in raw_values(*their) {
        let text = unescape_text(&raw).into_owned();
        if ours.contains(&text) || before.contains(&text) {
            continue;
        }
        match definition {
            // Points that ours already lists are not listed again. Contradicting labels are found later.
            Some(definition) => {
                let parts = occupied.add(board, &identifier, definition, &raw);
                values.extend(parts.fits);
                values.extend(parts.lost);
            }
            None => values.push(raw),
        }
    }
    // An empty value stands alone.
    if values.len() > 1 {
        values.retain(|raw| !raw.trim().is_empty());
    }
    if values.is_empty() {
        values.push(String::new());
    }
    values
}

/// Merges two texts. Returns whether the result is unambiguous.
fn texts(base: &str, own: &str, their: &str) -> (String, bool) {
    if own.contains(their) {
        return (own.to_owned(), true);
    }
    if their.contains(own) {
        return (their.to_owned(), true);
    }
    // Both appended to the base text.
    if let (Some(_), Some(more)) = (own.strip_prefix(base), their.strip_prefix(base)) {
        let sign = if base.is_empty() { "\n\n" } else { "\n" };
        return (format!("{own}{sign}{}", more.trim_start()), true);
    }
    if let (Some(_), Some(more)) = (own.strip_suffix(base), their.strip_suffix(base)) {
        return (format!("{}\n{own}", more.trim_end()), true);
    }
    // One side prepended, the other appended.
    if let (Some(after), Some(before)) = (own.strip_prefix(base), their.strip_suffix(base)) {
        return (format!("{before}{base}{after}"), true);
    }
    if let (Some(before), Some(after)) = (own.strip_suffix(base), their.strip_prefix(base)) {
        return (format!("{before}{base}{after}"), true);
    }
    (marked(own, their), false)
}

fn marked(own: &str, their: &str) -> String {
    format!("<<<<<<< ours\n{own}\n=======\n{their}\n>>>>>>> theirs")
}
