//! `kifu sql worker`, and the options of those who use workers.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// The message of a program without the feature.
#[cfg(not(feature = "cluster"))]
pub(crate) const MISSING: &str = "this program is built without workers: build it with `cargo install --path sql --features cluster`";

/// Execute parts of queries for `kifu sql --workers` and `kifu search --workers`, and read records for `kifu index --workers`
///
/// All machines of a cluster open the same index: a copy of its folder, a shared folder, or an address where it is
/// published, which is copied into the cache. An address that other machines reach needs a token.
#[derive(Debug, Parser)]
#[command(name = "kifu sql worker", bin_name = "kifu sql worker", version)]
#[command(after_help = "\
Examples:
  kifu sql worker --db games.kifu
  KIFU_TOKEN=… kifu sql worker --listen 0.0.0.0:7001 --db s3://bucket/go
  KIFU_TOKEN=… kifu sql worker --listen 0.0.0.0:7001 --db s3://bucket/go --sources /mnt/games
  kifu sql worker --listen 0.0.0.0:7001 --db s3://bucket/go --tls-certificate cert.pem --tls-key key.pem

Exit status: 2 if it cannot serve.")]
struct Args {
    /// Address and port; port 0 lets the system choose one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7001")]
    listen: SocketAddr,

    /// The index, or the address where it is or will be published
    #[arg(long, value_name = "NAME.kifu")]
    db: PathBuf,

    /// A folder of records that `kifu index --workers` may let this worker read; may be repeated. It reads no others
    #[arg(long, value_name = "FOLDER")]
    sources: Vec<PathBuf>,

    /// The token that all machines of a cluster share. The default is the variable KIFU_TOKEN
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,

    /// The certificate of this worker (PEM): connections use TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,

    /// The key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,

    /// Certificates (PEM) that sign those of the other workers; needed with --tls-certificate, as workers send each
    /// other parts of answers
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_authority: Option<PathBuf>,

    /// Memory in megabytes for sorting, grouping and joining; sorting and grouping use temporary files for more, other
    /// statements that need more are errors
    #[arg(long, alias = "memory", value_name = "MB")]
    sort_memory: Option<usize>,
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(words: impl Iterator<Item = std::ffi::OsString>) -> Result<(), crate::Failure> {
    Args::parse_from(words);
    Err(crate::Failure::Other(MISSING.into()))
}

#[cfg(feature = "cluster")]
pub(crate) use cluster::{named, run, workers};

#[cfg(feature = "cluster")]
mod cluster {
    use std::ffi::OsString;
    use std::io::Write as _;
    use std::path::Path;

    use clap::Parser as _;
    use kifu_sql::cluster::{Security, WorkerOptions, Workers, serve};
    use tokio::runtime::Runtime;

    use super::Args;
    use crate::Failure;

    fn token(given: Option<&String>) -> Option<String> {
        let token = given.cloned().or_else(|| std::env::var("KIFU_TOKEN").ok());
        token.filter(|token| !token.is_empty())
    }

    fn file(path: &Path) -> Result<Vec<u8>, Failure> {
        std::fs::read(path).map_err(|error| Failure::Other(format!("{}: {error}", path.display())))
    }

    /// The workers of the command line.
    pub(crate) fn workers(args: &crate::Args) -> Result<Option<Workers>, Failure> {
        let named = |addresses: &String| {
            named(
                addresses,
                args.token.as_ref(),
                args.tls_authority.as_deref(),
            )
        };
        args.workers.as_ref().map(named).transpose()
    }

    /// Workers by their addresses; the token and the certificates are those of the environment if none are given.
    pub(crate) fn named(
        addresses: &str,
        own_token: Option<&String>,
        authority: Option<&Path>,
    ) -> Result<Workers, Failure> {
        let of_environment = std::env::var_os("KIFU_TLS_AUTHORITY");
        let of_environment = of_environment.filter(|path| !path.is_empty());
        let authority = authority.or(of_environment.as_deref().map(Path::new));
        let security = Security {
            token: token(own_token),
            identity: None,
            authorities: authority.map(file).transpose()?,
        };
        Ok(Workers::new(addresses, &security)?)
    }

    /// Serves until it is ended.
    pub(crate) fn run(words: impl Iterator<Item = OsString>) -> Result<(), Failure> {
        let args = Args::parse_from(words);
        let identity = match (&args.tls_certificate, &args.tls_key) {
            (Some(certificate), Some(key)) => Some((file(certificate)?, file(key)?)),
            _ => None,
        };
        let mut options = WorkerOptions::new(args.db);
        options.listen = args.listen;
        options.sources = args.sources;
        options.memory = args.sort_memory.map(|megabytes| megabytes << 20);
        options.security = Security {
            token: token(args.token.as_ref()),
            identity,
            authorities: args.tls_authority.as_deref().map(file).transpose()?,
        };
        let runtime = Runtime::new()?;
        let ready = |address| {
            let _ = writeln!(
                std::io::stderr(),
                "note: worker at {address} (Ctrl-C stops)"
            );
        };
        runtime.block_on(async {
            tokio::select! {
                done = serve(options, ready) => done.map_err(Failure::Sql),
                _ = tokio::signal::ctrl_c() => Ok(()),
            }
        })
    }
}
