//! Adds files to an index, in rounds.

use std::cell::Cell;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::Indexer;
use super::input::{FileDone, Input};
use super::jobs::Jobs;
use super::read::Work;
use super::segments;
use crate::error::Result;
use crate::manifest::Sources;

/// Size of a round in bytes, and the bytes added for each thread after the fourth.
pub(crate) const ROUND: u64 = 8 << 20;
const ROUND_OF_THREAD: u64 = 2 << 20;

impl Indexer {
    /// Adds files, or updates those that are already in the index. Files with an unchanged size and modification time
    /// are not read; files with unchanged content are not parsed. Files that cannot be read are reported to `done`;
    /// their old games stay in the index. Files that can be read and are rejected are reported too, and their old games
    /// are removed.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn add<I>(&mut self, files: I, mut done: impl FnMut(FileDone<'_>)) -> Result<()>
    where
        I: IntoIterator<Item: Into<Input>>,
    {
        self.add_until(files, |file| {
            done(file);
            ControlFlow::Continue(())
        })
    }

    /// Adds files as [`add`](Self::add) does, until `done` returns a break. `done` is called for each part of a large
    /// file too. Files that were not added as a whole by then stay as they were in the index.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn add_until<I>(
        &mut self,
        files: I,
        mut done: impl FnMut(FileDone<'_>) -> ControlFlow<()>,
    ) -> Result<()>
    where
        I: IntoIterator<Item: Into<Input>>,
    {
        let sources = std::mem::take(&mut self.sources);
        let jobs = Jobs::new(files.into_iter().map(Into::into), &sources);
        let stops = Cell::new(false);
        let mut tell = |file: FileDone<'_>| {
            if !stops.get() && done(file).is_break() {
                stops.set(true);
            }
        };
        let outcome = self.add_jobs(jobs, &sources, &stops, &mut tell);
        if let Some(streamed) = self.streamed.take() {
            self.end_streamed(streamed, Err("stopped".into()), &mut |_| ());
        }
        self.sources = sources;
        for (name, modified) in self.touched.drain(..) {
            if let Some(source) = self.sources.get_mut(&name) {
                source.modified = modified;
            }
        }
        for name in self.refused.drain(..) {
            if let Some(old) = self.sources.remove(&name) {
                self.gone.insert(old.id);
                self.report.removed += 1;
            }
        }
        for (name, source) in self.fresh.drain(..) {
            if let Some(old) = self.sources.insert(name, source) {
                self.gone.insert(old.id);
            }
        }
        outcome
    }

    fn add_jobs(
        &mut self,
        mut jobs: Jobs<'_, impl Iterator<Item = Input>>,
        sources: &Sources,
        stops: &Cell<bool>,
        done: &mut impl FnMut(FileDone<'_>),
    ) -> Result<()> {
        let refuses = self.refuses.clone();
        let work = Work {
            sources,
            keeps_sgf: self.keeps_sgf,
            refuses: &refuses,
        };
        let threads = rayon::current_num_threads();
        let bytes = ROUND + ROUND_OF_THREAD * threads.saturating_sub(4) as u64;
        let mut round = jobs.round(bytes);
        let mut read = Vec::new();
        while !round.is_empty() || !read.is_empty() || self.segments.has_full() {
            let full = self.segments.take_full();
            let folder = self.segments.folder().to_owned();
            let (mut next_read, mut written) = (Vec::new(), Vec::new());
            let this = std::mem::take(&mut round);
            let take_apart = || {
                this.into_par_iter()
                    .with_max_len(1)
                    .map(|job| work.done(job))
            };
            let mut taken = Ok(());
            let mut here = || {
                let read = std::mem::take(&mut read).into_iter();
                taken = read
                    .take_while(|_| !stops.get())
                    .try_for_each(|read| self.take(read, done));
                if !stops.get() {
                    round = jobs.round(bytes);
                }
            };
            if threads == 1 {
                here();
                next_read = take_apart().collect();
                written = segments::write(full, &folder);
            } else {
                rayon::in_place_scope(|scope| {
                    scope.spawn(|_| written = segments::write(full, &folder));
                    scope.spawn(|_| next_read = take_apart().collect());
                    here();
                });
            }
            taken?;
            self.segments.add_written(written)?;
            if !stops.get() {
                read = next_read;
            }
        }
        Ok(())
    }
}
