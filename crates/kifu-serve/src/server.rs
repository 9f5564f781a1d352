//! Connections: accepted under the limits, finished when the server stops.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Semaphore, watch};

use crate::api::{self, App};
use crate::gate::TABLES;
use crate::guard::is_plain_token;
use crate::library::Library;
use crate::options::Options;
use crate::stall::Stall;

/// Interval of checks whether the index was replaced.
const LOOK: Duration = Duration::from_secs(1);

/// Headers of a request at the most.
const HEADERS: usize = 64;

/// The least buffer that the HTTP library takes.
const LEAST_BUFFER: usize = 8192;

/// Why a server does not start, or ends.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: std::io::Error,
    },
    /// Other machines could connect without a token.
    #[error("{0}: other machines can connect to this address, so a token is needed")]
    NoToken(SocketAddr),
    /// The token has characters that do not fit a header.
    #[error("the token needs 8 or more letters, digits, `-`, `_`, `.` or `~`")]
    BadToken,
    /// The index cannot be opened.
    #[error(transparent)]
    Index(#[from] kifu::store::StoreError),
    /// The system refuses threads or sockets.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    stop: watch::Sender<bool>,
}

/// Stops a server.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Stops accepting connections, ends searches, and lets requests finish.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Opens the index, and listens.
    ///
    /// # Errors
    /// The index cannot be opened, the address is in use, or there is no token for an address that other machines
    /// can reach.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let address = options.listen;
        match &options.token {
            None if !address.ip().is_loopback() => return Err(ServeError::NoToken(address)),
            Some(token) if !is_plain_token(token) => return Err(ServeError::BadToken),
            _ => {}
        }
        let library = Library::open(&options)?;
        let listener =
            TcpListener::bind(address).map_err(|source| ServeError::Listen { address, source })?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        listener.set_nonblocking(true).map_err(ServeError::Start)?;
        let (stop, _) = watch::channel(false);
        let app = Arc::new(App::new(library, options, Arc::new(AtomicBool::new(false))));
        Ok(Self {
            listener,
            address,
            app,
            stop,
        })
    }

    /// The address it listens on, with the port that the system chose if 0 was asked for.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Number of games served.
    #[must_use]
    pub fn games(&self) -> usize {
        self.app.library.current().store.len()
    }

    /// Returns a handle that stops the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    /// The system refuses threads or the socket.
    pub fn run(self) -> Result<(), ServeError> {
        let limits = self.app.limits;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            // Searches, tables that wait for their clients, a look at the index, and a change of a file.
            .max_blocking_threads(limits.searches.max(1) * (1 + TABLES) + 4)
            .enable_all()
            .build()
            .map_err(ServeError::Start)?;
        let outcome = runtime.block_on(self.accept());
        runtime.shutdown_timeout(Duration::from_secs(1));
        outcome
    }

    async fn accept(self) -> Result<(), ServeError> {
        let Self {
            listener,
            app,
            stop,
            ..
        } = self;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(ServeError::Start)?;
        let router = api::router(app.clone());
        let limits = app.limits;
        let mut stopped = stop.subscribe();
        let graceful = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(limits.connections.max(1)));
        tokio::spawn(look(app.clone(), stop.subscribe()));
        loop {
            let place = tokio::select! {
                place = places.clone().acquire_owned() => place,
                _ = stopped.wait_for(|stopped| *stopped) => break,
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopped.wait_for(|stopped| *stopped) => break,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Too many open files: some will be closed.
                    tracing::warn!(%error, "accept");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let _ = stream.set_nodelay(true);
            let connection = connection(&router, stream, &limits);
            let connection = graceful.watch(connection);
            let app = app.clone();
            tokio::spawn(async move {
                let _place = place;
                let _counted = app.metrics.connection();
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "connection");
                }
            });
        }
        drop(listener);
        app.stopping.store(true, Ordering::Relaxed);
        tracing::info!("stopping");
        let _ = tokio::time::timeout(limits.stop, graceful.shutdown()).await;
        Ok(())
    }
}

fn connection(
    router: &Router,
    stream: tokio::net::TcpStream,
    limits: &crate::Limits,
) -> http1::Connection<TokioIo<Stall>, TowerToHyperService<Router>> {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request)
        .max_headers(HEADERS)
        .max_buf_size(limits.headers.max(LEAST_BUFFER))
        .serve_connection(
            TokioIo::new(Stall::new(stream, limits.stall)),
            TowerToHyperService::new(router.clone()),
        )
}

/// Opens the index again when it was replaced.
async fn look(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
        let app = app.clone();
        let _ = tokio::task::spawn_blocking(move || app.library.look()).await;
    }
}
