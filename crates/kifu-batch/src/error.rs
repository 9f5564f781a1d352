use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::Path;

use kifu_formats::Format;

use crate::name::name_of;

/// An error about a file.
///
/// `Display` shows the name and the kind. A cause from the system is the [`source`](StdError::source).
#[derive(Debug)]
pub struct Error {
    /// The file, folder or archive member, as [`name_of`] writes it.
    pub name: String,
    /// The kind of the error.
    pub kind: ErrorKind,
}

impl Error {
    /// An error about `name`.
    pub fn new(name: impl Into<String>, kind: impl Into<ErrorKind>) -> Self {
        Self {
            name: name.into(),
            kind: kind.into(),
        }
    }

    /// An error about the file at `path`.
    pub(crate) fn at(path: &Path, kind: impl Into<ErrorKind>) -> Self {
        Self::new(name_of(path), kind)
    }

    /// A function that adds the name of `path` to a failure.
    pub(crate) fn of<K: Into<ErrorKind>>(path: &Path) -> impl FnOnce(K) -> Self {
        move |kind| Self::at(path, kind)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.kind)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.kind.source()
    }
}

/// The text of an error, with its causes.
#[must_use]
pub fn describe(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// The kinds of errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is nothing at the path.
    #[error("no such file or folder")]
    NotFound,
    /// The path is a symbolic link to nothing.
    #[error("broken symbolic link: its target does not exist")]
    BrokenLink,
    /// The system does not let this user read it.
    #[error("permission denied; change its permissions to read it")]
    PermissionDenied,
    /// A folder was given where a file is needed.
    #[error("this is a folder, not a file")]
    IsFolder,
    /// The system could not read it.
    #[error("cannot read")]
    Read(#[source] io::Error),
    /// The system could not write it.
    #[error("cannot write")]
    Write(#[source] io::Error),
    /// An error while folders were searched.
    #[error("cannot search the folder")]
    Walk(#[source] ignore::Error),

    /// An archive or compressed file has the name of a record.
    #[error("this is an archive, but its name ends like that of a record; rename it")]
    Misnamed,
    /// An archive inside two others, or inside a stream.
    #[error("this is an archive inside another file or stream; unpack it first")]
    NestedArchive,
    /// A compressed file holds another one.
    #[error("compressed twice; decompress it once first")]
    PackedTwice,
    /// The archive is encrypted.
    #[error("encrypted")]
    Encrypted,
    /// Some records of the archive are encrypted and were skipped.
    #[error("skipped {0} encrypted record{s}", s = if *.0 == 1 { "" } else { "s" })]
    EncryptedMembers(usize),
    /// The decoder would need too much memory.
    #[error("needs more than {limit_mb} MB of memory to decompress")]
    DecoderMemory {
        /// The limit.
        limit_mb: u32,
    },
    /// A member of an archive is larger than [`Inputs::member_limit`](crate::Inputs::member_limit).
    #[error("larger than {limit_mb} MB uncompressed")]
    MemberTooLarge {
        /// The limit.
        limit_mb: u64,
    },
    /// The archive is damaged.
    #[error("cannot unpack")]
    Unpack(#[source] Box<dyn StdError + Send + Sync>),
    /// The archive is damaged so badly that its decoder failed.
    #[error("cannot unpack: the archive is damaged")]
    Damaged,
    /// An archive was given where one record is needed, and it holds several.
    #[error("the archive holds several records; name one, for example {first}")]
    SeveralRecords {
        /// The first of them.
        first: String,
    },
    /// The archive holds no file or folder of the name given after its own.
    #[error("no such file or folder in the archive")]
    NoMember,
    /// The archive holds no record.
    #[error("the archive holds no game record")]
    NoRecord,

    /// The text holds no game tree; the format is that of another program, if known.
    #[error("not SGF: {found}", found = match .0 {
        Some(format) => format!("this is {}", format.title()),
        None => "no game tree found".to_owned(),
    })]
    NotSgf(Option<Format>),
    /// The text is a collection as JSON.
    #[error("not SGF: this is a collection as JSON")]
    Json,
    /// The text is in the format of another program, but no game of it can be read.
    #[error("this is {}, but no game of it can be read{}", format.title(), reason(.why))]
    NoGame {
        /// The format.
        format: Format,
        /// The first note of the reader; empty if it has none.
        why: String,
    },

    /// An index could not find the records again.
    #[error("cannot index {0}")]
    CannotIndex(&'static str),

    /// Archives are read only.
    #[error("cannot write into an archive; unpack it first")]
    ArchiveIsReadOnly,
    /// A pipe or a device cannot be rewritten.
    #[error("cannot rewrite a pipe or a device; read it from standard input with `-`")]
    CannotRewrite,
    /// The file is read-only.
    #[error("the file is read-only; make it writable, or work on a copy")]
    ReadOnly,
    /// The file changed while it was processed, and was left unchanged.
    #[error("left unchanged: another program changed the file meanwhile")]
    Changed,
    /// A file of that name exists, and it may not be overwritten.
    #[error("the file exists already")]
    Exists,
    /// No file can be created in the folder.
    #[error("cannot create a file in its folder{}", advice(.0))]
    Create(#[source] io::Error),
}

fn reason(why: &str) -> String {
    if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    }
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            " (make the folder writable, or work on a copy)"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => " (free some disk space)",
        _ => "",
    }
}

impl ErrorKind {
    /// The reason why `path` cannot be read.
    pub(crate) fn of_read(path: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound if path.is_symlink() => Self::BrokenLink,
            io::ErrorKind::NotFound => Self::NotFound,
            io::ErrorKind::PermissionDenied => Self::PermissionDenied,
            io::ErrorKind::IsADirectory => Self::IsFolder,
            _ => error.into(),
        }
    }
}

/// Readers pass their own errors through the system's type.
impl From<io::Error> for ErrorKind {
    fn from(error: io::Error) -> Self {
        error.downcast::<Self>().unwrap_or_else(Self::Read)
    }
}
