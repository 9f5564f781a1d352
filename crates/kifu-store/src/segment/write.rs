use std::fs::File;
use std::io::{self, BufWriter, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use kifu_go::Size;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::{BLOCK, DEAD_MAGIC, HEADER, MAGIC, MOST_GAMES, SEARCH_FILE, TABLE_FILE, VERSION, kind};
use crate::directory::{ENTRY, Entry};
use crate::error::{Result, StoreError};
use crate::event::extend_le;
use crate::ingest::GameData;
use crate::occupancy::Occupancy;
use crate::positions::{Posting, is_indexed, postings};
use crate::root::Root;
use crate::table::TableBuilder;
use crate::write_whole::write_whole;

/// Builds a segment from games.
#[derive(Debug)]
pub(crate) struct SegmentBuilder {
    size: Size,
    entries: Vec<Entry>,
    /// The events of each block.
    blocks: Vec<Vec<u16>>,
    table: TableBuilder,
}

impl SegmentBuilder {
    pub(crate) fn new(size: Size, root: &Arc<Root>) -> Self {
        Self {
            size,
            entries: Vec::new(),
            blocks: Vec::new(),
            table: TableBuilder::new(root),
        }
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether another game with this number of events does not fit.
    pub(crate) fn is_full(&self, events: usize) -> bool {
        let last = self.blocks.last().map_or(0, Vec::len);
        // The event count of a block has 32 bits.
        self.entries.len() >= MOST_GAMES || last + events > (u32::MAX / 4) as usize
    }

    pub(crate) fn push(&mut self, game: &GameData, source: u32) {
        if self.entries.len().is_multiple_of(BLOCK) {
            self.blocks.push(Vec::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            self.entries.push(Entry {
                first: block.len() as u32,
                source,
                ..game.entry
            });
            block.extend_from_slice(&game.events);
            self.table.push(game);
        }
    }

    /// Writes the files into an empty folder.
    pub(crate) fn write(self, folder: &Path) -> Result<()> {
        let Self {
            size,
            entries,
            blocks,
            table,
        } = self;
        let search = folder.join(SEARCH_FILE);
        let (sections, checks) = rayon::join(
            || begin_search(&search, size, &entries, &blocks).map_err(StoreError::io(&search)),
            || table.write(&folder.join(TABLE_FILE)),
        );
        finish_search(sections?, size, entries.len(), &checks?).map_err(StoreError::io(&search))
    }
}

/// Writes all sections except the checksums of the table of games, which is written in parallel.
fn begin_search(
    path: &Path,
    size: Size,
    entries: &[Entry],
    blocks: &[Vec<u16>],
) -> io::Result<Sections<BufWriter<File>>> {
    let file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    write_sections(file, size, entries, blocks)
}

fn finish_search(
    sections: Sections<BufWriter<File>>,
    size: Size,
    games: usize,
    checks: &[u64],
) -> io::Result<()> {
    let file = sections.finish(size, games, checks)?;
    file.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .sync_all()
}

/// Writes sections to a file.
struct Sections<W> {
    output: W,
    /// The offset of the next section.
    place: u64,
    table: Vec<u8>,
}

impl<W: Write + io::Seek> Sections<W> {
    /// Reserves room for the header and for a table of `count` sections.
    fn new(mut output: W, count: usize) -> io::Result<Self> {
        let place = (HEADER + count * HEADER) as u64;
        output.seek(SeekFrom::Start(place))?;
        Ok(Self {
            output,
            place,
            table: Vec::with_capacity(count * HEADER),
        })
    }

    fn add(&mut self, kind: u32, block: usize, bytes: &[u8]) -> io::Result<()> {
        self.table.extend(kind.to_le_bytes());
        self.table.extend((block as u32).to_le_bytes());
        for word in [self.place, bytes.len() as u64, xxh3_64(bytes)] {
            self.table.extend(word.to_le_bytes());
        }
        self.place += bytes.len() as u64;
        self.output.write_all(bytes)
    }

    /// Writes the checksums of the table of games, the header and the table of sections.
    fn finish(mut self, size: Size, games: usize, checks: &[u64]) -> io::Result<W> {
        let checks: Vec<u8> = checks
            .iter()
            .flat_map(|check| check.to_le_bytes())
            .collect();
        self.add(kind::TABLE, 0, &checks)?;
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        // Board sizes are at most 52.
        head.extend([size.columns() as u8, size.rows() as u8, 0, 0]);
        head.extend((games as u32).to_le_bytes());
        head.extend(((self.table.len() / HEADER) as u32).to_le_bytes());
        let checksum = xxh3_64(&[&head[..], &self.table].concat());
        self.output.seek(SeekFrom::Start(0))?;
        self.output.write_all(&head)?;
        self.output.write_all(&checksum.to_le_bytes())?;
        self.output.write_all(&self.table)?;
        Ok(self.output)
    }
}

/// Writes all sections except the last.
fn write_sections<W: Write + io::Seek>(
    output: W,
    size: Size,
    entries: &[Entry],
    blocks: &[Vec<u16>],
) -> io::Result<Sections<W>> {
    let mut sections = Sections::new(output, 1 + 2 * blocks.len() + 3 + 1)?;
    let mut bytes = Vec::with_capacity(entries.len() * ENTRY);
    for entry in entries {
        entry.write(&mut bytes);
    }
    sections.add(kind::DIRECTORY, 0, &bytes)?;
    let occupancies: Vec<Vec<u8>> = blocks
        .par_iter()
        .zip(entries.par_chunks(BLOCK))
        .map(|(events, entries)| {
            let games = entries.iter().map(|entry| events_of(events, entry));
            let mut bytes = Vec::new();
            Occupancy::of(size.area(), games).write(&mut bytes);
            bytes
        })
        .collect();
    for (number, (events, occupancy)) in blocks.iter().zip(&occupancies).enumerate() {
        bytes.clear();
        extend_le(&mut bytes, events);
        sections.add(kind::EVENTS, number, &bytes)?;
        sections.add(kind::OCCUPANCY, number, occupancy)?;
    }
    let found = positions(size, entries, blocks);
    let (mut keys, mut starts) = (Vec::new(), Vec::new());
    bytes.clear();
    let mut last = None;
    for (number, (key, posting)) in found.iter().enumerate() {
        if last != Some(*key) {
            last = Some(*key);
            keys.extend(key.to_le_bytes());
            starts.extend((number as u32).to_le_bytes());
        }
        bytes.extend(posting.to_bytes());
    }
    starts.extend((found.len() as u32).to_le_bytes());
    sections.add(kind::KEYS, 0, &keys)?;
    sections.add(kind::STARTS, 0, &starts)?;
    sections.add(kind::POSTINGS, 0, &bytes)?;
    Ok(sections)
}

fn events_of<'a>(block: &'a [u16], entry: &Entry) -> &'a [u16] {
    &block[entry.first as usize..][..entry.events as usize]
}

/// All early positions, by key and game.
fn positions(size: Size, entries: &[Entry], blocks: &[Vec<u16>]) -> Vec<(u64, Posting)> {
    let of_blocks: Vec<Vec<_>> = blocks
        .par_iter()
        .zip(entries.par_chunks(BLOCK))
        .enumerate()
        .map(|(number, (events, entries))| {
            let mut stones = vec![None; size.area()];
            let mut found = Vec::new();
            for (game, entry) in entries.iter().enumerate() {
                if is_indexed(entry) {
                    let game = (number * BLOCK + game) as u16;
                    postings(game, events_of(events, entry), &mut stones, &mut found);
                }
            }
            found
        })
        .collect();
    let mut all = of_blocks.concat();
    all.par_sort_unstable();
    all
}

/// Writes a list of deleted games.
pub(crate) fn write_dead(path: &Path, words: &[u64]) -> Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let checksum = xxh3_64(&bytes).to_le_bytes();
    write_whole(path, &[DEAD_MAGIC, &checksum, &bytes])
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Seek, SeekFrom, Write};

    use kifu_go::Size;

    use super::write_sections;
    use crate::directory::Entry;

    /// A disk with a limited capacity.
    struct Disk(Cursor<Vec<u8>>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.position() as usize + bytes.len() > self.1 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Disk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_full_disk_is_reported() {
        let entry = Entry {
            events: 1,
            main: 1,
            nodes: 1,
            ..Entry::default()
        };
        let write = |room| {
            let mut disk = Disk(Cursor::new(Vec::new()), room);
            write_sections(&mut disk, Size::NINE, &[entry], &[vec![0xe000]])
                .and_then(|sections| sections.finish(Size::NINE, 1, &[7]).map(drop))
                .map(|()| disk.0.into_inner().len())
        };
        let whole = write(usize::MAX).unwrap();
        for room in 0..whole {
            assert_eq!(write(room).unwrap_err().kind(), io::ErrorKind::StorageFull);
        }
        assert_eq!(write(whole).unwrap(), whole);
    }
}
