//! The arguments that say what to read.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use kifu_batch::{Error, Input, Piece};

use crate::encoding::Encoding;

/// Megabytes of the largest file in an archive, unless another limit is given.
const MEMBER_LIMIT: u64 = 256;

/// What to read
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Files, folders, archives (zip, 7z, tar, gz, bz2, xz, zst), or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Skip hidden files and whatever `.gitignore` or `.ignore` excludes
    #[arg(long, help_heading = "Input")]
    gitignore: bool,

    /// Follow symbolic links inside folders
    #[arg(long, help_heading = "Input")]
    follow: bool,

    /// Read every file in folders and archives, not only those with the extension of a game record
    #[arg(long, help_heading = "Input")]
    all: bool,

    /// Largest uncompressed size of a file in an archive
    #[arg(long, value_name = "MB", default_value_t = MEMBER_LIMIT, help_heading = "Input")]
    member_limit: u64,
}

impl InputArgs {
    /// A file or folder with the usual options.
    #[cfg(feature = "serve")]
    pub(crate) fn of_path(path: &Path) -> Self {
        Self {
            paths: vec![path.to_owned()],
            gitignore: false,
            follow: false,
            all: false,
            member_limit: MEMBER_LIMIT,
        }
    }
}

/// What to read, and how
#[derive(Args, Clone, Debug)]
struct ReadArgs {
    #[command(flatten)]
    inputs: InputArgs,

    #[command(flatten)]
    encoding: Encoding,
}

/// The inputs of a verb, read from its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    found: kifu_batch::Inputs,
    encoding: Encoding,
}

impl Inputs {
    /// The encoding of all files.
    pub(crate) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The encoding of a piece; that of a converted file is known.
    pub(crate) fn encoding_of(&self, piece: &Piece) -> Encoding {
        if piece.is_converted {
            Encoding::default()
        } else {
            self.encoding
        }
    }

    /// These inputs, with every file of folders and archives.
    pub(crate) fn with_all(&self) -> Self {
        let mut inputs = self.clone();
        inputs.all = true;
        inputs
    }

    /// These inputs, with files of other formats, which are read as SGF.
    pub(crate) fn with_formats(&self) -> Self {
        let mut inputs = self.clone();
        inputs.formats = true;
        inputs.translates = true;
        inputs
    }

    /// The only input that a path names; with `formats`, of any format.
    pub(crate) fn one(path: &Path, formats: bool) -> Result<Input, Error> {
        kifu_batch::Inputs::one(path, formats)
    }

    /// The given folder that holds a canonical path.
    pub(crate) fn folder_around(&self, place: &Path) -> Option<&Path> {
        let holds = |path: &&PathBuf| {
            path.is_dir() && dunce::canonicalize(path).is_ok_and(|path| place.starts_with(path))
        };
        self.found.paths.iter().find(holds).map(PathBuf::as_path)
    }

    /// Refuses to replace a file that is read, by itself or as a part of a folder: its games would be lost, or read again.
    /// `option` names the output.
    pub(crate) fn ensure_outside(&self, output: &Path, option: &str) -> anyhow::Result<()> {
        let Ok(place) = dunce::canonicalize(output) else {
            return Ok(());
        };
        let name = output.display();
        if let Some(folder) = self.folder_around(&place) {
            let folder = folder.display();
            anyhow::bail!(
                "{name}: the file is in the folder {folder}, which is read; give another with `{option}`"
            );
        }
        // A path may lead into an archive.
        let is_place = |path: &Path| dunce::canonicalize(path).is_ok_and(|path| path == place);
        let is_read = |path: &PathBuf| {
            path.ancestors()
                .any(|path| path.is_file() && is_place(path))
        };
        anyhow::ensure!(
            !self.found.paths.iter().any(is_read),
            "{name}: the file is read; give another with `{option}`"
        );
        Ok(())
    }

    /// Everything to rewrite; everything to read if nothing is written.
    pub(crate) fn to_write(
        &self,
        only_shows: bool,
    ) -> Box<dyn Iterator<Item = Result<Input, Error>> + '_> {
        if only_shows {
            Box::new(self.found.iter())
        } else {
            Box::new(self.found.to_write())
        }
    }
}

impl Deref for Inputs {
    type Target = kifu_batch::Inputs;

    fn deref(&self) -> &Self::Target {
        &self.found
    }
}

impl DerefMut for Inputs {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.found
    }
}

impl From<InputArgs> for Inputs {
    fn from(args: InputArgs) -> Self {
        let mut inputs = kifu_batch::Inputs::new(args.paths);
        inputs.gitignore = args.gitignore;
        inputs.follow_links = args.follow;
        inputs.all = args.all;
        inputs.member_limit = args.member_limit;
        Self {
            found: inputs,
            encoding: Encoding::default(),
        }
    }
}

impl From<ReadArgs> for Inputs {
    fn from(args: ReadArgs) -> Self {
        Self {
            encoding: args.encoding,
            ..args.inputs.into()
        }
    }
}

impl FromArgMatches for Inputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        ReadArgs::from_arg_matches(matches).map(Self::from)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Inputs {
    fn group_id() -> Option<clap::Id> {
        ReadArgs::group_id()
    }

    fn augment_args(command: Command) -> Command {
        ReadArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ReadArgs::augment_args(command).mut_args(|arg: Arg| arg.required(false))
    }
}
