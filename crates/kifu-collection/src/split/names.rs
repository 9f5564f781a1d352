use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use unicode_normalization::UnicodeNormalization;

/// File names already in use. No name is returned twice, not even in different case or with accents written in another
/// way (NFC and NFD), which some systems treat as equal.
///
/// Takes about sixteen bytes per name; the names are not stored.
///
/// ```
/// use kifu_collection::split::Names;
///
/// let mut names = Names::default();
/// let given = ["a.sgf", "A.sgf", "b/a.sgf", "a.sgf"].map(|name| names.unique(name));
/// assert_eq!(given, ["a.sgf", "A-2.sgf", "b/a.sgf", "a-3.sgf"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The next number for each name, by the hash of the name. A hash collision only costs an unneeded number.
    given: HashMap<u64, u32>,
}

impl Names {
    /// Returns the name itself if it is unused, otherwise the name with a number after its stem.
    pub fn unique(&mut self, name: &str) -> String {
        let key = key(name);
        let Some(&next) = self.given.get(&key) else {
            self.given.insert(key, 2);
            return name.to_owned();
        };
        let mut number = next;
        loop {
            let numbered = numbered(name, number);
            number = number.saturating_add(1);
            let is_new = self.given.insert(self::key(&numbered), 2).is_none();
            if is_new || number == u32::MAX {
                self.given.insert(key, number);
                return numbered;
            }
        }
    }
}

/// A name with a number after its stem.
fn numbered(name: &str, number: u32) -> String {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    match name[start..].rfind('.') {
        Some(dot) if dot > 0 => {
            let (stem, ending) = name.split_at(start + dot);
            format!("{stem}-{number}{ending}")
        }
        _ => format!("{name}-{number}"),
    }
}

fn key(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Lower case of a composed letter may be two, as of `İ`.
    let lower = name.nfc().flat_map(char::to_lowercase).collect::<String>();
    for char in lower.nfc() {
        char.hash(&mut hasher);
    }
    hasher.finish()
}
