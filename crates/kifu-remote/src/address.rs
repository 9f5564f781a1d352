//! Addresses of indexes.

use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use kifu_store::{Folder, Published, Storage, StoreError, StoreErrorKind};
use percent_encoding::percent_decode_str;

/// The address of a published index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Address {
    /// A folder, as on a network share: `file:///mnt/share/go`.
    Folder(PathBuf),
    /// A bucket of S3, or of a server that speaks its protocol: `s3://bucket/prefix`.
    S3 {
        /// The name of the bucket.
        bucket: String,
        /// Prefix of the names of all objects, without `/` at either end; empty is the whole bucket.
        prefix: String,
    },
}

/// Reasons why the index at an address cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// `file://` and a relative path, or a host.
    #[error("{address}: the path is not absolute (expected `file:///folder`)")]
    Relative {
        /// The address.
        address: String,
    },
    /// An address without a bucket.
    #[error("{address}: no bucket (expected `s3://bucket/prefix`)")]
    NoBucket {
        /// The address.
        address: String,
    },
    /// Another scheme.
    #[error("{address}: unknown scheme (expected `file:///folder` or `s3://bucket/prefix`)")]
    Scheme {
        /// The address.
        address: String,
    },
    /// This program is built without the feature `s3`.
    #[error("{address}: this program is built without support for S3 (feature `s3`)")]
    WithoutS3 {
        /// The address.
        address: String,
    },
    /// The settings of the environment are wrong or incomplete.
    #[error("{address}: {cause}")]
    Settings {
        /// The address.
        address: String,
        /// The reason.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The user has no cache folder.
    #[error("no folder for the cache: set `KIFU_CACHE` or `HOME`")]
    NoCache,
    /// The index cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Address {
    /// Reads an address; `None` if the text is the path of a local file.
    ///
    /// # Errors
    /// The scheme is unknown, a path is relative, or the bucket is missing.
    pub fn parse(text: &str) -> Result<Option<Self>, RemoteError> {
        let Some((scheme, rest)) = text.split_once("://") else {
            return Ok(None);
        };
        let address = || text.to_owned();
        match scheme {
            "file" => {
                let path = percent_decode_str(rest).decode_utf8_lossy().into_owned();
                // `file:///C:/folder`.
                #[cfg(windows)]
                let path = path.trim_start_matches('/').to_owned();
                let path = PathBuf::from(path);
                if path.is_absolute() {
                    Ok(Some(Self::Folder(path)))
                } else {
                    Err(RemoteError::Relative { address: address() })
                }
            }
            "s3" => {
                let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
                if bucket.is_empty() {
                    return Err(RemoteError::NoBucket { address: address() });
                }
                Ok(Some(Self::S3 {
                    bucket: bucket.to_owned(),
                    prefix: prefix.trim_matches('/').to_owned(),
                }))
            }
            _ => Err(RemoteError::Scheme { address: address() }),
        }
    }

    /// Reads a path that may be an address; `None` for the path of a local index.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse).
    pub fn of_path(path: &Path) -> Result<Option<Self>, RemoteError> {
        path.to_str().map_or(Ok(None), Self::parse)
    }

    /// The storage at this address. Settings of S3 are taken from the environment: `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, and `AWS_ENDPOINT_URL` for other servers than Amazon's.
    ///
    /// # Errors
    /// The program is built without support for S3, or settings are wrong.
    pub fn storage(&self) -> Result<Box<dyn Storage>, RemoteError> {
        match self {
            Self::Folder(path) => Ok(Box::new(Folder::new(path))),
            #[cfg(feature = "s3")]
            Self::S3 { bucket, prefix } => {
                let bucket = crate::Bucket::from_environment(bucket, prefix);
                let bucket = bucket.map_err(|cause| RemoteError::Settings {
                    address: self.to_string(),
                    cause: cause.into(),
                })?;
                Ok(Box::new(bucket))
            }
            #[cfg(not(feature = "s3"))]
            Self::S3 { .. } => Err(RemoteError::WithoutS3 {
                address: self.to_string(),
            }),
        }
    }

    /// The index at this address, with the user's cache folder.
    ///
    /// # Errors
    /// Those of [`Address::storage`] and [`cache_folder`].
    pub fn open(&self) -> Result<Published<Box<dyn Storage>>, RemoteError> {
        Ok(Published::new(self.storage()?, cache_folder()?))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "file://{}", path.display()),
            Self::S3 { bucket, prefix } if prefix.is_empty() => write!(f, "s3://{bucket}"),
            Self::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

/// The folder for files of published indexes: `KIFU_CACHE`, or `kifu/published` in the user's cache folder.
///
/// # Errors
/// Neither is known.
pub fn cache_folder() -> Result<PathBuf, RemoteError> {
    if let Some(folder) = std::env::var_os("KIFU_CACHE").filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| RemoteError::NoCache)?;
    Ok(strategy.cache_dir().join("kifu").join("published"))
}

/// The folder of an index: the path itself, or for an address the folder in the cache, after its missing files are downloaded.
///
/// # Errors
/// The address is wrong, or the index there cannot be read.
pub fn local(path: &Path) -> Result<PathBuf, RemoteError> {
    match Address::of_path(path)? {
        Some(address) => Ok(address.open()?.fetch()?),
        None => Ok(path.to_owned()),
    }
}

/// The folder of an index as [`local`] returns it, for [`Store::open_partial`](kifu_store::Store::open_partial): without
/// the files that are damaged or missing at the address. Also returns the errors of those.
///
/// # Errors
/// The address is wrong, or there is no index that can be read.
pub fn local_partial(path: &Path) -> Result<(PathBuf, Vec<StoreError>), RemoteError> {
    match Address::of_path(path)? {
        Some(address) => Ok(address.open()?.fetch_partial()?),
        None => Ok((path.to_owned(), Vec::new())),
    }
}

/// Lets the next reader verify the file of an error of a published index, if it is a damaged copy in the user's cache.
/// Returns whether it is.
#[must_use]
pub fn distrust(error: &StoreError) -> bool {
    matches!(error.kind, StoreErrorKind::Damaged(_))
        && cache_folder()
            .is_ok_and(|cache| Published::new(Folder::new(""), cache).distrust(&error.path))
}

#[cfg(test)]
mod tests {
    use super::{Address, RemoteError};

    fn s3(bucket: &str, prefix: &str) -> Address {
        Address::S3 {
            bucket: bucket.into(),
            prefix: prefix.into(),
        }
    }

    #[test]
    fn addresses_are_read_and_written() {
        for (text, expected, shown) in [
            ("games.kifu", None, ""),
            ("/a:b/c", None, ""),
            ("s3://go", Some(s3("go", "")), "s3://go"),
            ("s3://go/", Some(s3("go", "")), "s3://go"),
            ("s3://go/a/b/", Some(s3("go", "a/b")), "s3://go/a/b"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address, expected, "{text}");
            let written = address.map(|address| address.to_string());
            assert_eq!(written.unwrap_or_default(), shown, "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_absolute() {
        let address = Address::parse("file:///mnt/my%20games").unwrap();
        assert_eq!(address, Some(Address::Folder("/mnt/my games".into())));
        for text in ["file://", "file://host/a", "file://a"] {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, RemoteError::Relative { .. }), "{text}");
        }
    }

    #[test]
    fn others_are_refused() {
        for text in ["s3://", "s3:///a"] {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, RemoteError::NoBucket { .. }), "{text}");
        }
        for text in ["http://a/b", "://a", "S3://a"] {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, RemoteError::Scheme { .. }), "{text}");
        }
    }
}
