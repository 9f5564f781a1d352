//! The open index, and its cached results.

use std::collections::VecDeque;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::SystemTime;

use kifu::select::{Field, Selection};
use kifu::store::{Answer, GameId, IndexedGame, Store, StoreError, Text, Unpack};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ApiError;
use crate::gate::Cancel;
use crate::options::Options;

/// The file of an index that says what counts; it is replaced as a whole.
const MANIFEST: &str = "manifest";

/// Number of attempts to open an index while a writer replaces it.
const TRIES: usize = 5;

/// Memory of a list, besides its games, in bytes.
const OVERHEAD: usize = 4096;

/// An index that may be replaced.
#[derive(Debug)]
pub(crate) struct Library {
    index: PathBuf,
    unpack: Option<Unpack>,
    memory: usize,
    current: RwLock<Arc<Opened>>,
}

/// An index as it was when it was opened.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// Different for different states of the index.
    pub(crate) tag: u64,
    stamp: Stamp,
    lists: Kept<Vec<GameId>>,
    answers: Kept<Answer>,
    texts: Kept<String>,
}

/// Stamp of a file, to detect that it was replaced.
type Stamp = Option<(SystemTime, u64)>;

/// A cache of recently used values by request, in bounded memory.
#[derive(Debug)]
struct Kept<T> {
    limit: usize,
    entries: Mutex<Entries<T>>,
}

#[derive(Debug)]
struct Entries<T> {
    bytes: usize,
    /// The last used one first.
    list: VecDeque<(String, usize, Arc<T>)>,
}

impl<T> Kept<T> {
    fn new(limit: usize) -> Self {
        let entries = Entries {
            bytes: 0,
            list: VecDeque::new(),
        };
        Self {
            limit,
            entries: Mutex::new(entries),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Entries<T>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &str) -> Option<Arc<T>> {
        let mut entries = self.lock();
        let place = entries.list.iter().position(|(own, ..)| own == key)?;
        let entry = entries.list.remove(place)?;
        let value = entry.2.clone();
        entries.list.push_front(entry);
        Some(value)
    }

    fn put(&self, key: String, bytes: usize, value: T) -> Arc<T> {
        let value = Arc::new(value);
        let bytes = bytes + key.len() + OVERHEAD;
        if bytes > self.limit {
            return value;
        }
        let mut entries = self.lock();
        if entries.list.iter().any(|(own, ..)| *own == key) {
            return value;
        }
        entries.bytes += bytes;
        entries.list.push_front((key, bytes, value.clone()));
        while entries.bytes > self.limit {
            let Some((_, freed, _)) = entries.list.pop_back() else {
                break;
            };
            entries.bytes -= freed;
        }
        value
    }
}

fn stamp(index: &Path) -> Stamp {
    let metadata = fs::metadata(index.join(MANIFEST)).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

impl Opened {
    fn open(index: &Path, unpack: Option<Unpack>, memory: usize) -> Result<Self, StoreError> {
        let read = || fs::read(index.join(MANIFEST)).unwrap_or_default();
        for _ in 0..TRIES {
            let (stamp, manifest) = (stamp(index), read());
            let store = Store::open(index)?.limit_memory(memory / 2);
            // A writer may have replaced it meanwhile.
            if read() != manifest {
                continue;
            }
            let tag = xxh3_64(&manifest);
            return Ok(Self::of(store, unpack, memory, stamp, tag));
        }
        let store = Store::open(index)?.limit_memory(memory / 2);
        Ok(Self::of(store, unpack, memory, None, xxh3_64(&read())))
    }

    fn of(store: Store, unpack: Option<Unpack>, memory: usize, stamp: Stamp, tag: u64) -> Self {
        let store = match unpack {
            Some(unpack) => store.unpacking(unpack),
            None => store,
        };
        Self {
            store,
            tag,
            stamp,
            lists: Kept::new(memory / 8),
            answers: Kept::new(memory / 4),
            texts: Kept::new(memory / 16),
        }
    }

    /// The selected games in an order.
    pub(crate) fn list(
        &self,
        key: String,
        selection: &Selection,
        sort: Sort,
        reverse: bool,
        cancel: &Cancel,
    ) -> Result<Arc<Vec<GameId>>, ApiError> {
        if let Some(list) = self.lists.get(&key) {
            return Ok(list);
        }
        let mut rows: Vec<(Key, GameId)> = Vec::new();
        let fields: Vec<Field> = sort.field().into_iter().collect();
        let games = self
            .store
            .select(selection)
            .only(&fields)
            .on_error(skip_records);
        games.until(|| cancel.is_over()).try_for_each(|id, info| {
            rows.push((sort.key(&info), id));
            if cancel.is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        ensure_time(cancel)?;
        rows.sort_by(|(one, a), (other, b)| one.compare(other, reverse).then(a.cmp(b)));
        if sort == Sort::Index && reverse {
            rows.reverse();
        }
        let ids: Vec<GameId> = rows.into_iter().map(|(_, id)| id).collect();
        Ok(self.lists.put(key, ids.len() * size_of::<GameId>(), ids))
    }

    pub(crate) fn answer(&self, key: &str) -> Option<Arc<Answer>> {
        self.answers.get(key)
    }

    pub(crate) fn keep_answer(&self, key: String, answer: Answer) -> Arc<Answer> {
        let bytes = answer.found.len() * 8;
        self.answers.put(key, bytes, answer)
    }

    pub(crate) fn text(&self, key: &str) -> Option<Arc<String>> {
        self.texts.get(key)
    }

    pub(crate) fn keep_text(&self, key: String, text: String) -> Arc<String> {
        self.texts.put(key, text.len(), text)
    }
}

/// Refuses an answer that is not complete because its time is over.
pub(crate) fn ensure_time(cancel: &Cancel) -> Result<(), ApiError> {
    if cancel.is_over() {
        let message = "the time of a request is over; select fewer games";
        return Err(ApiError::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            message,
        ));
    }
    Ok(())
}

impl Library {
    pub(crate) fn open(options: &Options) -> Result<Self, StoreError> {
        let (index, unpack, memory) = (
            options.index.clone(),
            options.unpack.clone(),
            options.limits.memory,
        );
        let opened = Opened::open(&index, unpack.clone(), memory)?;
        Ok(Self {
            index,
            unpack,
            memory,
            current: RwLock::new(Arc::new(opened)),
        })
    }

    pub(crate) fn current(&self) -> Arc<Opened> {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Opens the index again if it was replaced. One that cannot be opened is not served: the old one stays.
    pub(crate) fn look(&self) {
        if self.current().stamp != stamp(&self.index) {
            self.reload();
        }
    }

    /// Opens the index again.
    pub(crate) fn reload(&self) {
        match Opened::open(&self.index, self.unpack.clone(), self.memory) {
            Ok(opened) => {
                let current = self.current();
                if opened.tag == current.tag && opened.stamp == current.stamp {
                    return;
                }
                tracing::info!(games = opened.store.len(), "the index was replaced");
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(opened);
            }
            Err(error) => {
                tracing::warn!(%error, "the index cannot be opened; the old one is served");
            }
        }
    }
}

/// Skips a record that cannot be read; the error is reported when its game is opened.
pub(crate) fn skip_records(error: StoreError) -> kifu::store::Result<()> {
    if error.is_of_records() {
        Ok(())
    } else {
        Err(error)
    }
}

/// Sort order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sort {
    /// Order of the index.
    #[default]
    Index,
    Date,
    Black,
    White,
    Result,
    Event,
    Moves,
    Komi,
    File,
}

/// Sort key of a game; games without one are last.
enum Key {
    None,
    Number(f64),
    Text(String),
}

impl Key {
    fn compare(&self, other: &Self, reverse: bool) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let order = match (self, other) {
            (Self::None, Self::None) => return Equal,
            (Self::None, _) => return Greater,
            (_, Self::None) => return Less,
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Number(_), Self::Text(_)) => Less,
            (Self::Text(_), Self::Number(_)) => Greater,
        };
        if reverse { order.reverse() } else { order }
    }
}

impl Sort {
    const fn field(self) -> Option<Field> {
        Some(match self {
            Self::Index => return None,
            Self::Date => Field::Date,
            Self::Black => Field::Black,
            Self::White => Field::White,
            Self::Result => Field::Result,
            Self::Event => Field::Event,
            Self::Moves => Field::Moves,
            Self::Komi => Field::Komi,
            Self::File => Field::File,
        })
    }

    fn key(self, info: &IndexedGame) -> Key {
        let text = |text: Text| {
            let text = info
                .text(text)
                .map(str::trim)
                .filter(|text| !text.is_empty());
            text.map_or(Key::None, |text| Key::Text(text.to_lowercase()))
        };
        match self {
            Self::Index => Key::None,
            Self::Date => {
                let dates = info.dates();
                let first = dates.as_ref().and_then(|dates| dates.dates().first());
                first.map_or(Key::None, |date| Key::Text(date.to_string()))
            }
            Self::Black => text(Text::Black),
            Self::White => text(Text::White),
            Self::Result => text(Text::Result),
            Self::Event => text(Text::Event),
            Self::Moves => Key::Number(info.moves.into()),
            Self::Komi => info.komi.map_or(Key::None, Key::Number),
            Self::File => Key::Text(format!("{}\0{:010}", info.path, info.number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, Key};

    #[test]
    fn the_last_used_values_are_kept() {
        let kept = Kept::new(3 * 5000);
        for name in ["a", "b", "c"] {
            kept.put(name.to_owned(), 0, name);
        }
        assert_eq!(kept.get("a").as_deref(), Some(&"a"));
        kept.put("d".to_owned(), 0, "d");
        assert_eq!(kept.get("b"), None);
        assert!(kept.get("a").is_some() && kept.get("d").is_some());
        kept.put("large".to_owned(), 1 << 20, "large");
        assert_eq!(kept.get("large"), None);
        assert!(kept.get("a").is_some());
    }

    #[test]
    fn games_without_a_value_come_last_in_either_order() {
        for reverse in [false, true] {
            let mut keys = [Key::None, Key::Number(2.0), Key::Number(1.0)];
            keys.sort_by(|one, other| one.compare(other, reverse));
            assert!(matches!(keys[2], Key::None));
            assert!(matches!(keys[0], Key::Number(first) if (first > 1.5) == reverse));
        }
    }
}
