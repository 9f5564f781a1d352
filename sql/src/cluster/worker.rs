//! The side that executes parts of plans.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::error::{DataFusionError, Result};
use datafusion_distributed::{DistributedExt as _, Worker, WorkerQueryContext};
use kifu::store::StoreErrorKind;
use kifu_remote::Address;
use tokio::net::TcpListener;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Status};

use super::channels::{Channels, Security};
use super::codec::Codec;
use super::shares::{Maker, Shares};
use super::{STATE, VERSION};
use crate::database::{Database, Databases, Opened};
use crate::error::{SqlError, wrong};
use crate::session::register_functions_of_rows;

/// How a worker serves.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The address and port to listen at; port 0 lets the system choose one.
    pub listen: SocketAddr,
    /// The index: a folder, or the address of a published index, where none need be yet.
    pub index: PathBuf,
    /// Folders of records, of which it makes segments for an index at an address. The default is none: it makes no segments.
    pub sources: Vec<PathBuf>,
    /// Bytes of memory for sorting, grouping and joining. The default is no limit.
    pub memory: Option<usize>,
    /// The token and the certificates.
    pub security: Security,
    /// The version that it answers with; [`VERSION`] unless a test wants another.
    pub version: String,
}

impl WorkerOptions {
    /// A worker of an index, on a port of this machine that the system chooses.
    #[must_use]
    pub fn new(index: impl Into<PathBuf>) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            index: index.into(),
            sources: Vec::new(),
            memory: None,
            security: Security::default(),
            version: VERSION.to_owned(),
        }
    }
}

/// The index of a worker, at one state.
#[derive(Clone)]
struct Open {
    databases: Arc<Databases>,
    database: Database,
    state: String,
}

impl Open {
    fn new(index: &Path) -> crate::Result<Self> {
        let Opened { store, state } = Opened::at(index)?;
        let databases = Arc::new(Databases::default());
        let database = databases.add(store);
        Ok(Self {
            databases,
            database,
            state,
        })
    }
}

/// The index, opened anew when a coordinator has another state of it.
struct Current {
    index: PathBuf,
    open: Mutex<Option<Open>>,
}

impl Current {
    /// The index at a state.
    fn at(&self, state: &str) -> Result<Open> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |open: &Open| open.state == state;
        if !open.as_ref().is_some_and(is_own) {
            *open = Some(Open::new(&self.index).map_err(|error| wrong(error.to_string()))?);
        }
        open.clone().filter(is_own).ok_or_else(|| {
            wrong(format!(
                "{}: a worker has another state of the index than the coordinator; open it anew, and give all the same \
                 index",
                self.index.display()
            ))
        })
    }
}

/// Checks and opens the index; `None` if it is an address where no index is published yet.
fn opened(index: &Path) -> crate::Result<Option<Open>> {
    let open = || {
        crate::database::mend(index)?;
        Open::new(index)
    };
    // A folder that is none is an error; at an address the first index is still to come.
    let is_address = Address::of_path(index)?.is_some();
    match open() {
        Err(error) if is_address && is_missing(&error) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Whether there is no index.
fn is_missing(error: &SqlError) -> bool {
    let error = error.store_error();
    error.is_some_and(|error| {
        matches!(
            error.kind,
            StoreErrorKind::NotFound | StoreErrorKind::NotAnIndex
        )
    })
}

/// Serves parts of plans until the future is dropped. `ready` gets the address when the worker accepts connections.
///
/// # Errors
/// The index cannot be opened, the port cannot be listened at, or an address that other machines reach is asked for
/// without a token.
pub async fn serve(
    options: WorkerOptions,
    ready: impl FnOnce(SocketAddr) + Send,
) -> crate::Result<()> {
    let WorkerOptions {
        listen,
        index,
        sources,
        memory,
        security,
        version,
    } = options;
    if !listen.ip().is_loopback() && security.token.is_none() {
        return Err(wrong(format!(
            "{listen}: other machines reach this address: set a token, which all machines of the cluster share"
        ))
        .into());
    }
    let folder = |folder: PathBuf| {
        let path = folder.canonicalize();
        path.map_err(|error| wrong(format!("{}: {error}", folder.display())))
    };
    let maker = Maker {
        address: Address::of_path(&index)?,
        folders: sources.into_iter().map(folder).collect::<Result<_>>()?,
    };
    let own = index.clone();
    let open = tokio::task::spawn_blocking(move || opened(&own));
    let open = open.await.map_err(|error| wrong(error.to_string()))??;
    let current = Arc::new(Current {
        index,
        open: Mutex::new(open),
    });
    let channels = Channels::new(&security)?;
    let build = move |context: WorkerQueryContext| {
        let (current, channels) = (current.clone(), channels.clone());
        async move {
            let state = context.headers.get(STATE);
            let state = state.and_then(|state| state.to_str().ok().map(str::to_owned));
            let state = state.ok_or_else(|| wrong("a request without the state of its index"))?;
            // Opening an index waits for files.
            let open = tokio::task::spawn_blocking(move || current.at(&state)).await;
            let open = open.map_err(|error| DataFusionError::External(Box::new(error)))??;
            let mut state = context
                .builder
                .with_distributed_channel_resolver(
                    channels as Arc<dyn datafusion_distributed::ChannelResolver + Send + Sync>,
                )
                .with_distributed_user_codec(Codec {
                    databases: open.databases.clone(),
                    database: open.database,
                })
                .build();
            let config = state.config_mut().options_mut();
            crate::memory::lower_reservations(config, memory);
            register_functions_of_rows(&mut state, &open.databases)?;
            Ok(state)
        }
    };
    let worker = Worker::from_session_builder(build)
        .with_runtime_env(crate::memory::runtime(memory)?)
        .with_version(version);
    let tls = security.of_server();
    let admit = move |request: Request<()>| {
        if security.admits(request.metadata()) {
            Ok(request)
        } else {
            Err(Status::unauthenticated("the token is missing or wrong"))
        }
    };
    let failed = |error: tonic::transport::Error| SqlError::from(wrong(error.to_string()));
    let listener = TcpListener::bind(listen).await;
    let listener = listener.map_err(|error| wrong(format!("{listen}: {error}")))?;
    let address = listener.local_addr()?;
    let mut server = Server::builder();
    if let Some(tls) = tls {
        server = server.tls_config(tls).map_err(failed)?;
    }
    ready(address);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    server
        .add_service(InterceptedService::new(
            worker.into_worker_server(),
            admit.clone(),
        ))
        .add_service(InterceptedService::new(Shares(Arc::new(maker)), admit))
        .serve_with_incoming(incoming)
        .await
        .map_err(failed)
}
