use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use etcetera::BaseStrategy as _;
use kifu_serve::{Edits, Options, Server};

use super::index::{Index, reindex};
use crate::database::{is_address, is_index, local};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, Output};

/// Serve a library of games to the browser
///
/// Shows the games of an index, or of a folder, on pages: a table with filters, statistics, problems with their fixes,
/// and a position explorer. Programs use the same server through its API (`/api/v1/openapi.json`). A folder is indexed
/// first; its index is kept in the cache folder, so that the next start reads changed files only.
///
/// Only this machine can connect unless --listen names another address, which needs a token. Nothing is written unless
/// --allow-edit is given.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu serve games/
  kifu serve games.kifu --listen 127.0.0.1:9000
  kifu serve games/ --allow-edit
  kifu serve games.kifu --listen 0.0.0.0:8080 --token a-long-secret")]
pub(crate) struct Serve {
    /// The index, or a folder of records
    #[arg(value_name = "INDEX-OR-FOLDER")]
    path: PathBuf,

    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Secret that clients must present; the default is the variable `KIFU_TOKEN`
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,

    /// Name of this machine in addresses, besides `localhost`; may be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Let the pages write fixes to files
    #[arg(long)]
    allow_edit: bool,

    /// Title; the default is the name of the index or folder
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Searches at the same time; the default is one for each core
    #[arg(long, value_name = "N", help_heading = "Limits")]
    searches: Option<usize>,

    /// Time of a search
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        help_heading = "Limits"
    )]
    timeout: u64,

    /// Megabytes of memory for the index and for answers
    #[arg(
        long,
        alias = "memory",
        value_name = "MB",
        default_value_t = 1024,
        help_heading = "Limits"
    )]
    max_memory: usize,

    /// Messages on standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: Log,
}

/// Which messages are logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Log {
    Error,
    Warn,
    /// Each request
    Info,
    /// Each connection
    Debug,
}

impl Serve {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        ensure!(
            !self.allow_edit || !is_address(&self.path),
            "{}: `--allow-edit` needs a local index",
            self.path.display()
        );
        let index = if is_index(&self.path) {
            local(&self.path)?
        } else {
            ensure!(
                self.path.exists(),
                "{}: no such index, file or folder",
                self.path.display()
            );
            ensure!(
                self.path.is_dir(),
                "{}: neither an index nor a folder; create an index with `kifu index {} -o NAME.kifu`",
                self.path.display(),
                self.path.display()
            );
            let index = cached(&self.path)?;
            exit.add(Index::of_folder(&self.path, index.clone()).run(output)?);
            if !index.exists() {
                return Ok(exit);
            }
            index
        };
        let level = match self.log {
            Log::Error => tracing::Level::ERROR,
            Log::Warn => tracing::Level::WARN,
            Log::Info => tracing::Level::INFO,
            Log::Debug => tracing::Level::DEBUG,
        };
        tracing_subscriber::fmt()
            .with_max_level(level)
            .with_writer(std::io::stderr)
            .with_ansi(false)
            .init();
        let mut options = Options::new(&index);
        options.title = self.title.clone().unwrap_or_else(|| title(&self.path));
        options.listen = self.listen;
        options.hosts.clone_from(&self.host);
        let token = self
            .token
            .clone()
            .or_else(|| std::env::var("KIFU_TOKEN").ok());
        options.token = token.filter(|token| !token.is_empty());
        options.unpack = Some(kifu_batch::index::unpacking());
        options.limits.time = Duration::from_secs(self.timeout.max(1));
        options.limits.memory = self.max_memory.max(16) << 20;
        if let Some(searches) = self.searches {
            options.limits.searches = searches.max(1);
        }
        if self.allow_edit {
            let index = index.clone();
            options.edits = Some(Edits {
                reindex: Arc::new(move |file| reindex(&index, file)),
            });
        }
        let has_token = options.token.is_some();
        let server = Server::bind(options).map_err(|error| match error {
            kifu_serve::ServeError::NoToken(_) => {
                anyhow::anyhow!("{error}; give `--token` or set the variable `KIFU_TOKEN`")
            }
            error => error.into(),
        })?;
        let with = if has_token { "?token=TOKEN" } else { "" };
        output.note(format_args!(
            "{} at http://{}/{with} (Ctrl-C stops)",
            output::count(server.games(), "game"),
            server.address()
        ));
        let stopper = server.stopper();
        interrupt::on_first(move || stopper.stop());
        server.run()?;
        Ok(exit)
    }
}

/// The name of a folder or an index.
fn title(path: &Path) -> String {
    let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Where the index of a folder is kept.
fn cached(folder: &Path) -> anyhow::Result<PathBuf> {
    let folder = dunce::canonicalize(folder)?;
    let hash = kifu_serve::path_hash(&folder);
    let base = etcetera::choose_base_strategy()?.cache_dir();
    let place = base.join("kifu").join("serve");
    fs::create_dir_all(&place).with_context(|| format!("{}", place.display()))?;
    let name: String = title(&folder)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .take(40)
        .collect();
    Ok(place.join(format!("{name}-{hash:016x}.kifu")))
}
