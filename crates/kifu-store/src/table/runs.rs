//! The rows of a table that are read, so that those between them are skipped.

use std::ops::Range;

/// Number of rows between two requested ones that are read rather than skipped: a skip costs about as much.
const NEAR: usize = 32;

/// Ranges of rows, in order, that cover the requested ones.
#[derive(Debug)]
pub(super) struct Runs {
    ranges: Vec<Range<usize>>,
    /// For each range, the number of rows in earlier ones.
    before: Vec<usize>,
}

impl Runs {
    /// One run of all rows.
    pub(super) fn all(count: usize) -> Self {
        Self {
            ranges: std::iter::once(0..count).collect(),
            before: vec![0],
        }
    }

    /// Runs that cover `rows`, which may be in any order.
    pub(super) fn of(rows: &[u32]) -> Self {
        let mut sorted: Vec<usize> = rows.iter().map(|row| *row as usize).collect();
        sorted.sort_unstable();
        let (mut ranges, mut before, mut read) = (Vec::<Range<usize>>::new(), Vec::new(), 0);
        for row in sorted {
            match ranges.last_mut() {
                Some(last) if row < last.end + NEAR => {
                    let end = last.end.max(row + 1);
                    read += end - last.end;
                    last.end = end;
                }
                _ => {
                    ranges.push(row..row + 1);
                    before.push(read);
                    read += 1;
                }
            }
        }
        Self { ranges, before }
    }

    /// The parts of the runs within these rows.
    pub(super) fn within(&self, rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = self.ranges.partition_point(|run| run.end <= rows.start);
        let runs = self.ranges[first..].iter();
        runs.map(move |run| run.start.max(rows.start)..run.end.min(rows.end))
            .take_while(|run| !run.is_empty())
    }

    /// The place of a requested row among all rows of the runs.
    pub(super) fn place(&self, row: usize) -> usize {
        let run = self.ranges.partition_point(|run| run.end <= row);
        let start = self.ranges.get(run).map_or(row, |run| run.start);
        self.before
            .get(run)
            .map_or(usize::MAX, |before| before + row - start)
    }
}

#[cfg(test)]
mod tests {
    use super::Runs;

    #[test]
    fn every_row_has_its_place() {
        let rows = [500, 3, 3, 5, 90, 89, 0, 1000];
        let runs = Runs::of(&rows);
        let read: Vec<usize> = runs.within(0..2000).flatten().collect();
        assert_eq!(read.len(), 6 + 2 + 1 + 1);
        for row in rows {
            assert_eq!(read[runs.place(row as usize)], row as usize);
        }
        let parts: Vec<usize> = [0..4, 4..90, 90..1000, 1000..2000]
            .into_iter()
            .flat_map(|rows| runs.within(rows))
            .flatten()
            .collect();
        assert_eq!(parts, read);
        assert_eq!(Runs::all(4).within(0..4).flatten().count(), 4);
        assert_eq!(Runs::of(&[]).within(0..4).count(), 0);
    }
}
