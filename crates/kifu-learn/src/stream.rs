//! Shuffled batches of any number of files.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::thread;

use kifu_select::Selection;
use kifu_sgf::Collection;

use crate::random::Random;
use crate::{Options, PlaneSet, SymmetryChoice};

/// Number of games turned into planes at a time.
const GAMES: usize = 64;

/// Options of batches.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// Options of planes and targets. A random symmetry depends on [`seed`](Self::seed) instead of its own.
    pub set: Options,
    /// Selection of games; `None` for all.
    pub selection: Option<Selection>,
    /// Positions of a batch, at least 1. The last batch may be smaller.
    pub batch: usize,
    /// Size of the shuffle buffer, in positions. With 0 the order is that of the files.
    pub buffer: usize,
    /// Seed of the order.
    pub seed: u64,
    /// Number of the epoch. Each epoch has an order of its own.
    pub epoch: u64,
    /// The part of the files to read, from 0, and the number of parts. If there are fewer files than parts, all are
    /// read and the games are divided.
    pub shard: (usize, usize),
    /// Threads that read and encode; the order does not depend on it.
    pub threads: usize,
}

impl Default for StreamOptions {
    fn default() -> Self {
        Self {
            set: Options::default(),
            selection: None,
            batch: 256,
            buffer: 0,
            seed: 0,
            epoch: 0,
            shard: (0, 1),
            threads: 1,
        }
    }
}

/// The games of an input.
pub enum Opened {
    /// The whole collection.
    All(Box<Collection>),
    /// Those of a large file or an archive, some at a time, so that memory stays bounded.
    Parts(Box<dyn Iterator<Item = io::Result<Collection>> + Send>),
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::All(_) => "All(..)",
            Self::Parts(_) => "Parts(..)",
        })
    }
}

impl From<Collection> for Opened {
    fn from(collection: Collection) -> Self {
        Self::All(Box::new(collection))
    }
}

/// An input that is open.
#[derive(Debug)]
struct Input {
    place: Place,
    opened: Opened,
}

/// What of the inputs a collection is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the input.
    input: usize,
    /// Number of parts of the input before.
    part: usize,
    /// Number of games of the input before.
    games: u32,
}

/// Games of a file that is open.
#[derive(Clone, Debug)]
struct Chunk {
    collection: Arc<Collection>,
    place: Place,
    games: Vec<u32>,
    seed: u64,
}

/// Batches of positions. The order depends on the inputs, the options and the seed, not on threads: no thread is
/// alive between two calls.
pub struct Stream<F> {
    options: StreamOptions,
    open: F,
    /// The part of the games to take, if there are fewer inputs than parts.
    games: Option<(usize, usize)>,
    /// The inputs that are left, in their order.
    inputs: VecDeque<usize>,
    /// Inputs that are open, in their order.
    opened: VecDeque<Input>,
    chunks: VecDeque<Chunk>,
    ready: VecDeque<PlaneSet>,
    pool: PlaneSet,
    /// The next batch, as far as it is drawn.
    batch: PlaneSet,
    random: Random,
    skipped: Vec<(usize, io::Error)>,
}

impl<F> std::fmt::Debug for Stream<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("options", &self.options)
            .field("inputs", &self.inputs.len())
            .finish_non_exhaustive()
    }
}

impl<F: Fn(usize) -> io::Result<Opened> + Sync> Stream<F> {
    /// Creates batches of `inputs` files; `open` reads the file of a number. Unreadable files are skipped and
    /// [reported](Self::skipped).
    pub fn new(inputs: usize, open: F, options: StreamOptions) -> Self {
        let mut order: Vec<usize> = (0..inputs).collect();
        let mut random = Random::new(options.seed, options.epoch.wrapping_add(1));
        if options.buffer > 0 {
            random.shuffle(&mut order);
        }
        let (part, parts) = (options.shard.0, options.shard.1.max(1));
        let games = (inputs < parts).then_some((part, parts));
        let inputs = match games {
            Some(_) => order.into(),
            None => order.into_iter().skip(part).step_by(parts).collect(),
        };
        Self {
            options,
            open,
            games,
            inputs,
            opened: VecDeque::new(),
            chunks: VecDeque::new(),
            ready: VecDeque::new(),
            pool: PlaneSet::default(),
            batch: PlaneSet::default(),
            random,
            skipped: Vec::new(),
        }
    }

    /// The files that could not be read so far, with the reason.
    #[must_use]
    pub fn skipped(&self) -> &[(usize, io::Error)] {
        &self.skipped
    }

    /// The next batch; `None` at the end.
    pub fn next_batch(&mut self) -> Option<PlaneSet> {
        let next = self.try_next_batch(|| Ok::<(), Infallible>(()));
        next.unwrap_or_else(|never| match never {})
    }

    /// Returns the next batch, and calls `check` each time before it reads files or encodes games. After an error the
    /// stream can be continued; no position is lost.
    ///
    /// # Errors
    /// The error of `check`.
    pub fn try_next_batch<E>(
        &mut self,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<PlaneSet>, E> {
        let wanted = self.options.batch.max(1);
        while self.batch.len() < wanted {
            if !self.fill(&mut check)? {
                break;
            }
            let at = if self.options.buffer == 0 {
                // Taken from the end, which is where the first one was put.
                self.pool.len() - 1
            } else {
                self.random.below(self.pool.len())
            };
            self.pool.take(at, &mut self.batch, &self.options.set);
        }
        let batch = std::mem::take(&mut self.batch);
        Ok((!batch.is_empty()).then_some(batch))
    }

    /// Fills the pool; false if nothing is left.
    fn fill<E>(&mut self, check: &mut impl FnMut() -> Result<(), E>) -> Result<bool, E> {
        while self.pool.len() < self.options.buffer.max(1) {
            let Some(mut set) = self.next_set(check)? else {
                break;
            };
            if self.options.buffer == 0 {
                self.pool = set.reversed(&self.options.set);
            } else {
                self.pool.append(&mut set);
            }
        }
        Ok(!self.pool.is_empty())
    }

    /// The positions of the next chunk.
    fn next_set<E>(
        &mut self,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<PlaneSet>, E> {
        loop {
            if let Some(set) = self.ready.pop_front() {
                return Ok(Some(set));
            }
            check()?;
            if self.chunks.is_empty() && !self.open_files() {
                return Ok(None);
            }
            let threads = self.options.threads.max(1).min(self.chunks.len().max(1));
            let chunks: Vec<Chunk> = self
                .chunks
                .drain(..threads.min(self.chunks.len()))
                .collect();
            let options = &self.options;
            let encode = |chunk: &Chunk| chunk.encode(options);
            self.ready.extend(parallel(&chunks, encode));
        }
    }

    /// Adds the chunks of the next inputs; false if none is left.
    fn open_files(&mut self) -> bool {
        if self.opened.is_empty() && !self.open_inputs() {
            return false;
        }
        let mut collections = Vec::new();
        let wanted = self.options.threads.max(1);
        while collections.len() < wanted
            && let Some(Input { place, opened }) = self.opened.pop_front()
        {
            match opened {
                Opened::All(collection) => collections.push((place, Arc::from(collection))),
                Opened::Parts(mut parts) => {
                    let Some(next) = parts.next() else { continue };
                    let games = next.as_ref().map_or(0, Collection::len);
                    let rest = Place {
                        part: place.part + 1,
                        games: place.games + games as u32,
                        ..place
                    };
                    self.opened.push_front(Input {
                        place: rest,
                        opened: Opened::Parts(parts),
                    });
                    match next {
                        Ok(collection) => collections.push((place, Arc::new(collection))),
                        Err(error) => self.skipped.push((place.input, error)),
                    }
                }
            }
        }
        let (options, share) = (&self.options, self.games);
        let chunks = parallel(&collections, |(place, collection)| {
            chunks_of(collection, *place, share, options)
        });
        self.chunks.extend(chunks.into_iter().flatten());
        true
    }

    /// Opens the next inputs, one for each thread; false if none is left.
    fn open_inputs(&mut self) -> bool {
        let count = self.options.threads.max(1).min(self.inputs.len());
        if count == 0 {
            return false;
        }
        let numbers: Vec<usize> = self.inputs.drain(..count).collect();
        let open = &self.open;
        let opened = parallel(&numbers, |number| open(*number));
        for (input, opened) in numbers.into_iter().zip(opened) {
            let place = Place {
                input,
                part: 0,
                games: 0,
            };
            match opened {
                Ok(opened) => self.opened.push_back(Input { place, opened }),
                Err(error) => self.skipped.push((input, error)),
            }
        }
        true
    }
}

/// The games of a file in the order in which they come, in chunks.
fn chunks_of(
    collection: &Arc<Collection>,
    place: Place,
    share: Option<(usize, usize)>,
    options: &StreamOptions,
) -> Vec<Chunk> {
    let is_selected = |game: &u32| match (&options.selection, collection.game(*game as usize)) {
        (Some(selection), Some(game)) => selection.matches(game),
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let (first, step) = share.unwrap_or((0, 1));
    // Counted on from file to file and part to part, which may have one game each.
    let first = (first + step - (place.input + place.part) % step) % step;
    let games = (0..collection.len() as u32).skip(first).step_by(step);
    let mut games: Vec<u32> = games.filter(is_selected).collect();
    let purpose = (place.input as u64 + 2) ^ (place.part as u64) << 40;
    let mut random = Random::new(options.seed ^ options.epoch << 32, purpose);
    if options.buffer > 0 {
        random.shuffle(&mut games);
    }
    let seed = random.next();
    let chunk = |games: &[u32]| Chunk {
        collection: Arc::clone(collection),
        place,
        games: games.to_vec(),
        seed,
    };
    games.chunks(GAMES).map(chunk).collect()
}

impl Chunk {
    fn encode(&self, options: &StreamOptions) -> PlaneSet {
        let mut set = options.set.clone();
        if let SymmetryChoice::Random(_) = set.symmetry {
            set.symmetry = SymmetryChoice::Random(self.seed);
        }
        let mut found = PlaneSet::default();
        let mut sampler = set.sampler();
        for number in &self.games {
            if let Some(game) = self.collection.game(*number as usize) {
                sampler.each(game, |sample| found.push(&sample, *number, &set));
            }
        }
        found.file.fill(self.place.input as u32);
        for game in &mut found.game {
            *game += self.place.games;
        }
        found
    }
}

/// Returns the results for all items, each computed in a separate thread.
fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if let [item] = items {
        return vec![work(item)];
    }
    thread::scope(|scope| {
        let work = &work;
        let spawn = |item| scope.spawn(move || work(item));
        let threads: Vec<_> = items.iter().map(spawn).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, R>| match thread.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    })
}
