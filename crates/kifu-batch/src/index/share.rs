//! Shares of the files of an index, of which workers make segments.

use std::path::{Path, PathBuf};

use kifu_store::{ChangedFile, Indexer, Published, Result, ShareNumbers, Storage, Upload};
use serde::{Deserialize, Serialize};

use super::{inputs, refusal};
use crate::{Inputs, describe};

/// Maximum size of the files of a share in bytes, unless one file is larger: about a full segment.
const MOST: u64 = 64 << 20;
/// Minimum size in bytes that a file counts as, because opening it takes time too.
const LEAST: u64 = 4096;

/// Files of an index, of which a worker makes segments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The absolute paths of the files, in their order.
    pub files: Vec<String>,
    /// The numbers of segments and files.
    pub numbers: ShareNumbers,
    /// Whether the index keeps the records.
    pub keeps_sgf: bool,
    /// Whether every file of an archive is read; see [`Inputs::all`].
    pub all: bool,
    /// The largest size of a file in an archive, in megabytes; see [`Inputs::member_limit`].
    pub member_limit: u64,
}

/// The result of a worker for a share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The segments, in the storage.
    pub upload: Upload,
    /// Files and parts of archives that cannot be read, and why.
    pub errors: Vec<(String, String)>,
    /// Games that were cut; see [`Report::cut`](kifu_store::Report::cut).
    pub cut: Vec<(String, u32)>,
}

impl Share {
    /// Divides files into shares of about equal size, in their order: about `count`, or more if they would be large.
    ///
    /// # Errors
    /// The index has no more numbers for files.
    pub fn divide(
        indexer: &mut Indexer,
        files: Vec<ChangedFile>,
        count: usize,
        inputs: &Inputs,
    ) -> Result<Vec<Self>> {
        let weight = |file: &ChangedFile| file.bytes.max(LEAST);
        let total: u64 = files.iter().map(weight).sum();
        let most = total.div_ceil(count.max(1) as u64).min(MOST);
        let mut shares = Vec::new();
        let (mut own, mut bytes) = (Vec::new(), 0);
        let mut files = files.into_iter().peekable();
        while let Some(file) = files.next() {
            bytes += weight(&file);
            own.push(file.path);
            let next = files.peek().map_or(u64::MAX, weight);
            if bytes.saturating_add(next) > most {
                shares.push(Self {
                    numbers: indexer.reserve(own.len())?,
                    files: std::mem::take(&mut own),
                    keeps_sgf: indexer.keeps_sgf(),
                    all: inputs.all,
                    member_limit: inputs.member_limit,
                });
                bytes = 0;
            }
        }
        Ok(shares)
    }

    /// Makes segments of the files that are in one of these folders, and writes them to a storage. Files that cannot be
    /// read are left out.
    ///
    /// # Errors
    /// The temporary folder or the storage cannot be written.
    pub fn make<S: Storage>(
        &self,
        published: &Published<S>,
        folders: &[PathBuf],
        temporary: &Path,
    ) -> Result<Made> {
        let is_in = |path: &Path| {
            let path = dunce::canonicalize(path);
            path.is_ok_and(|path| folders.iter().any(|folder| path.starts_with(folder)))
        };
        let files = self.files.iter().map(PathBuf::from);
        let mut own = Inputs::new(files.filter(|path| is_in(path)).collect());
        (own.formats, own.translates) = (true, true);
        (own.all, own.member_limit) = (self.all, self.member_limit);
        let folder = temporary.join("share.kifu");
        let indexer = Indexer::open(&folder, self.keeps_sgf)?;
        let mut indexer = indexer.refusing(refusal).of_share(self.numbers);
        let mut errors = Vec::new();
        let found = inputs(&own).filter_map(std::result::Result::ok);
        indexer.add(found, |done| {
            if let Some(error) = done.error {
                errors.push((done.path.display().to_string(), describe(&*error)));
            }
        })?;
        let report = indexer.finish(false)?;
        Ok(Made {
            upload: published.upload(&folder)?,
            errors,
            cut: report.cut,
        })
    }
}

#[cfg(test)]
mod tests {
    use kifu_store::{ChangedFile, Indexer};

    use super::{LEAST, MOST, Share};
    use crate::Inputs;

    fn divided(sizes: &[u64], count: usize) -> Vec<usize> {
        let folder = tempfile::tempdir().unwrap();
        let mut indexer = Indexer::open(folder.path().join("a.kifu"), false).unwrap();
        let file = |(number, bytes): (usize, &u64)| ChangedFile {
            path: number.to_string(),
            bytes: *bytes,
        };
        let files: Vec<_> = sizes.iter().enumerate().map(file).collect();
        let shares = Share::divide(&mut indexer, files, count, &Inputs::new(Vec::new()));
        let shares = shares.unwrap();
        let names = shares.iter().flat_map(|share| &share.files);
        let in_order: Vec<_> = (0..sizes.len()).map(|number| number.to_string()).collect();
        assert_eq!(names.cloned().collect::<Vec<_>>(), in_order);
        shares.iter().map(|share| share.files.len()).collect()
    }

    #[test]
    fn shares_are_about_equal() {
        assert_eq!(divided(&[], 4), [0_usize; 0]);
        assert_eq!(divided(&[1; 12], 4), [3; 4]);
        assert_eq!(divided(&[1; 3], 6), [1; 3]);
        assert_eq!(divided(&[LEAST, 9 * LEAST, LEAST, LEAST], 2), [1, 1, 2]);
        assert_eq!(divided(&[MOST / 2; 7], 1), [2, 2, 2, 1]);
        assert_eq!(divided(&[3 * MOST, 1, 3 * MOST], 1), [1, 1, 1]);
    }
}
