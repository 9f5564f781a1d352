//! Values of theirs that contradict values of ours in the same node.

use std::collections::{BTreeMap, HashMap, HashSet};

use kifu_sgf::Property;
use kifu_sgf::schema::Group;
use kifu_syntax::text::unescape_text;

use super::properties::{Change, Key};
use crate::copy::raw_values;
use crate::merge::exclusive::{Board, Occupied, definition, group_of_property, group_of_values};

/// A contradiction, in which ours is kept.
pub(super) struct Contradiction<'k> {
    /// Their property.
    pub(super) key: &'k Key,
    /// Our values, as text: `GB[1]`.
    pub(super) own: String,
    /// Their values, as text.
    pub(super) their: String,
    /// Whether nothing of their property is left.
    pub(super) is_whole: bool,
}

impl Contradiction<'_> {
    pub(super) fn message(&self) -> String {
        let (own, their) = (&self.own, &self.their);
        format!(
            "theirs, `{their}`, contradicts ours, `{own}`: ours is kept, both are in the comment"
        )
    }
}

type Properties<'p> = BTreeMap<Key, Property<'p>>;

/// Removes values from the changes that contradict values of ours, and returns these.
///
/// A contradiction between values of one side alone is not a conflict of the merge, and stays as it is.
pub(super) fn remove<'k>(
    changes: &mut [Change<'k>],
    ours: &Properties<'_>,
    theirs: &Properties<'_>,
    board: Board,
) -> Vec<Contradiction<'k>> {
    let has_group = |(key, values): &Change<'_>| {
        let definition = definition(board, &key.0);
        values.is_some() && definition.is_some_and(|definition| definition.group.is_some())
    };
    if !changes.iter().any(has_group) {
        return Vec::new();
    }
    let kept = Kept::new(changes, ours, theirs, board);
    let mut found = Vec::new();
    for (key, values) in changes {
        let Some(new) = values.as_mut() else {
            continue;
        };
        let own = ours.get(*key).map(texts).unwrap_or_default();
        let contradiction = kept.of_property(key, new).or_else(|| {
            let (fits, contradiction) = kept.of_values(key, new, &own)?;
            *new = fits;
            Some(contradiction)
        });
        if let Some(contradiction) = contradiction {
            if contradiction.is_whole {
                *values = None;
            }
            found.push(contradiction);
        }
    }
    found
}

/// What the merged node has of ours, but not of theirs.
struct Kept {
    board: Board,
    /// Properties that exclude others, as text.
    properties: HashMap<Group, (String, String)>,
    values: HashMap<Group, Occupied>,
}

impl Kept {
    fn new(
        changes: &[Change<'_>],
        ours: &Properties<'_>,
        theirs: &Properties<'_>,
        board: Board,
    ) -> Self {
        let mut kept = Self {
            board,
            properties: HashMap::new(),
            values: HashMap::new(),
        };
        for (key, property) in ours {
            let change = changes.iter().find(|(changed, _)| *changed == key);
            let raws = match change {
                None => raw_values(*property),
                Some((_, None)) => continue,
                Some((_, Some(new))) => {
                    let own = texts(property);
                    let is_own = |raw: &&String| own.contains(&*unescape_text(raw));
                    new.iter().filter(is_own).cloned().collect()
                }
            };
            kept.take(&key.0, &raws, theirs.contains_key(key));
        }
        for (key, property) in theirs {
            kept.forget(&key.0, &raw_values(*property));
        }
        kept
    }

    /// Adds the values of a property of ours.
    fn take(&mut self, identifier: &str, raws: &[String], is_theirs: bool) {
        let definition = definition(self.board, identifier);
        if let (Some(group), false) = (group_of_property(definition), is_theirs) {
            let value = (identifier.to_owned(), shown(identifier, raws));
            self.properties.entry(group).or_insert(value);
        }
        if let (Some(group), Some(definition)) = (group_of_values(definition), definition) {
            let taken = self.values.entry(group).or_default();
            for raw in raws.iter().filter(|raw| !raw.is_empty()) {
                taken.add(self.board, identifier, definition, raw);
            }
        }
    }

    /// Removes the values that theirs has too.
    fn forget(&mut self, identifier: &str, raws: &[String]) {
        let definition = definition(self.board, identifier);
        let (Some(group), Some(definition)) = (group_of_values(definition), definition) else {
            return;
        };
        if let Some(taken) = self.values.get_mut(&group) {
            for raw in raws {
                taken.forget(self.board, identifier, definition, raw);
            }
        }
    }

    /// The contradiction of a property that may not be beside another one of its group.
    fn of_property<'k>(&self, key: &'k Key, raws: &[String]) -> Option<Contradiction<'k>> {
        let group = group_of_property(definition(self.board, &key.0))?;
        let (own, text) = self.properties.get(&group)?;
        (*own != key.0).then(|| Contradiction {
            key,
            own: text.clone(),
            their: shown(&key.0, raws),
            is_whole: true,
        })
    }

    /// The contradiction of values of theirs with values of ours, and the values that are left. `own` are the texts of
    /// the values of ours.
    fn of_values<'k>(
        &self,
        key: &'k Key,
        raws: &[String],
        own: &HashSet<String>,
    ) -> Option<(Vec<String>, Contradiction<'k>)> {
        let definition = definition(self.board, &key.0)?;
        let taken = self.values.get(&group_of_values(Some(definition))?)?;
        let (mut fits, mut lost, mut others) = (Vec::new(), Vec::new(), String::new());
        for raw in raws {
            let is_own = raw.is_empty() || own.contains(&*unescape_text(raw));
            let against = (!is_own).then(|| taken.against(self.board, &key.0, definition, raw));
            match against.flatten() {
                Some(against) => {
                    fits.extend(against.fits);
                    lost.extend(against.lost);
                    others.push_str(&against.own);
                }
                None => fits.push(raw.clone()),
            }
        }
        if lost.is_empty() {
            return None;
        }
        let contradiction = Contradiction {
            key,
            own: others,
            their: shown(&key.0, &lost),
            is_whole: fits.is_empty(),
        };
        Some((fits, contradiction))
    }
}

fn texts(property: &Property<'_>) -> HashSet<String> {
    property.texts().map(std::borrow::Cow::into_owned).collect()
}

/// A property as text.
fn shown(identifier: &str, raws: &[String]) -> String {
    let values: Vec<_> = raws.iter().map(|raw| unescape_text(raw)).collect();
    format!("{identifier}[{}]", values.join("]["))
}
