//! A server of S3 over a temporary folder.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use hyper::Method;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The keys that the server knows.
const KEYS: (&str, &str) = ("user", "secret");

/// A server of S3 with the bucket `games`, on a port that the system chooses, for as long as the value lives.
pub struct S3Server {
    folder: TempDir,
    address: SocketAddr,
    writes: Arc<Writes>,
    // Dropped last but for nothing: requests end with it.
    _runtime: Runtime,
}

/// How many writes are served; later ones wait for ever, as at a disk that hangs.
#[derive(Default)]
struct Writes {
    state: Mutex<(Option<usize>, usize)>,
    changed: Condvar,
}

impl Writes {
    /// Counts a write. Whether it is served.
    fn serve(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut state.0 {
            None => true,
            Some(0) => {
                state.1 += 1;
                self.changed.notify_all();
                false
            }
            Some(left) => {
                *left -= 1;
                true
            }
        }
    }
}

impl std::fmt::Debug for S3Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("S3Server")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl S3Server {
    /// Starts a server.
    ///
    /// # Panics
    /// If the system has no free port, thread or temporary folder.
    #[must_use]
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("games")).expect("a bucket");
        let mut builder =
            S3ServiceBuilder::new(FileSystem::new(folder.path()).expect("a file system"));
        builder.set_auth(SimpleAuth::from_single(KEYS.0, KEYS.1));
        let service = builder.build();
        let runtime = Runtime::new().expect("threads");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"));
        let listener = listener.expect("a port");
        let address = listener.local_addr().expect("an address");
        let writes = Arc::new(Writes::default());
        runtime.spawn(serve(listener, service, writes.clone()));
        Self {
            folder,
            address,
            writes,
            _runtime: runtime,
        }
    }

    /// The environment variables of a client.
    #[must_use]
    pub fn variables(&self) -> Vec<(String, String)> {
        let variables = [
            ("AWS_ACCESS_KEY_ID", KEYS.0.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", KEYS.1.to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
        ];
        variables
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }

    /// The folder with the objects of the bucket `games`.
    #[must_use]
    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    /// Serves so many more writes, and lets all later ones wait; `None` serves all.
    pub fn stall_after(&self, writes: Option<usize>) {
        let state = &self.writes.state;
        *state.lock().unwrap_or_else(PoisonError::into_inner) = (writes, 0);
    }

    /// Waits until a write waits, at most for the time. Whether one does.
    #[must_use]
    pub fn is_stalled_within(&self, time: std::time::Duration) -> bool {
        let state = self.writes.state.lock();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        let waits = |(_, waiting): &mut (Option<usize>, usize)| *waiting == 0;
        let changed = &self.writes.changed;
        let outcome = changed.wait_timeout_while(state, time, waits);
        outcome.unwrap_or_else(PoisonError::into_inner).0.1 > 0
    }
}

async fn serve(listener: TcpListener, service: S3Service, writes: Arc<Writes>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (service, writes) = (service.clone(), writes.clone());
        let service = service_fn(move |request| {
            let (service, writes) = (service.clone(), writes.clone());
            async move {
                if *hyper::Request::method(&request) == Method::PUT && !writes.serve() {
                    std::future::pending::<()>().await;
                }
                hyper::service::Service::call(&service, request).await
            }
        });
        let server = hyper::server::conn::http1::Builder::new();
        // A client that goes away is no error.
        tokio::spawn(async move {
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
