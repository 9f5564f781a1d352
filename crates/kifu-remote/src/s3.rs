//! Buckets of S3.

use std::fmt;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use kifu_store::{Storage, Stored};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::path::Path;
use object_store::{
    ClientConfigKey, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, RetryConfig,
};
use tokio::runtime::{Builder, Runtime};

/// How long requests that fail are repeated.
const RETRIES: RetryConfig = RetryConfig {
    backoff: object_store::BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(5),
        base: 2.0,
    },
    max_retries: 5,
    retry_timeout: Duration::from_mins(1),
};

/// A bucket of S3 as a storage, or the part of it whose names start with a prefix.
///
/// Requests wait on a thread of their own, so a bucket may be used inside an asynchronous program, but blocks its caller.
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
    name: String,
    prefix: String,
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The client holds keys.
        f.debug_struct("Bucket")
            .field("address", &self.address())
            .finish_non_exhaustive()
    }
}

impl Bucket {
    /// A bucket with the settings of the environment (`AWS_…`).
    ///
    /// # Errors
    /// Settings are wrong.
    pub fn from_environment(bucket: &str, prefix: &str) -> Result<Self, object_store::Error> {
        Self::new(bucket, prefix, std::env::vars())
    }

    /// A bucket with settings, named like the environment variables `AWS_…`. Other names and empty values are
    /// ignored. An endpoint without TLS is allowed if its address starts with `http://`.
    ///
    /// # Errors
    /// Settings are wrong.
    pub fn new(
        bucket: &str,
        prefix: &str,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, object_store::Error> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_retry(RETRIES);
        for (name, value) in settings {
            let key = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>();
            // Files of settings leave variables empty.
            if let Ok(key) = key
                && name.starts_with("AWS_")
                && !value.is_empty()
            {
                builder = builder.with_config(key, value);
            }
        }
        let endpoints = [AmazonS3ConfigKey::S3Endpoint, AmazonS3ConfigKey::Endpoint];
        let endpoint = endpoints
            .iter()
            .find_map(|key| builder.get_config_value(key));
        if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
            let key = AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp);
            builder = builder.with_config(key, "true");
        }
        // Another part of the program may have chosen a provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(Self {
            store: Arc::new(builder.build()?),
            name: bucket.to_owned(),
            prefix: prefix.to_owned(),
        })
    }

    /// The name of an object.
    fn path(&self, name: &str) -> io::Result<Path> {
        let whole = if self.prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.prefix)
        };
        Path::parse(whole).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))
    }
}

/// Waits for a request.
fn wait<T: Send + 'static>(
    request: impl Future<Output = object_store::Result<T>> + Send + 'static,
) -> io::Result<object_store::Result<T>> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = if let Some(runtime) = RUNTIME.get() {
        runtime
    } else {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build()?;
        RUNTIME.get_or_init(|| runtime)
    };
    let (sender, receiver) = mpsc::sync_channel(1);
    runtime.spawn(async move {
        // Nobody waits any more if the receiver is gone.
        let _ = sender.send(request.await);
    });
    let answer = receiver.recv();
    answer.map_err(|_| io::Error::other("the request was dropped"))
}

/// An error with its causes: the outermost alone does not say what happened.
fn failed(error: &object_store::Error) -> io::Error {
    let kind = match error {
        object_store::Error::NotFound { .. } => ErrorKind::NotFound,
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. } => ErrorKind::PermissionDenied,
        _ => ErrorKind::Other,
    };
    if kind == ErrorKind::NotFound {
        return kind.into();
    }
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        cause = error.source();
    }
    io::Error::new(kind, message)
}

impl Storage for Bucket {
    fn address(&self) -> String {
        format!("s3://{}/{}", self.name, self.prefix)
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        // The service lists by whole parts of names.
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let above = match (folder, self.prefix.as_str()) {
            ("", "") => None,
            ("", _) => Some(self.path("")?),
            _ => Some(self.path(folder)?),
        };
        let store = self.store.clone();
        let objects = wait(async move { store.list(above.as_ref()).try_collect::<Vec<_>>().await });
        let own = if self.prefix.is_empty() {
            String::new()
        } else {
            format!("{}/", self.prefix)
        };
        let mut files: Vec<Stored> = objects?
            .map_err(|error| failed(&error))?
            .into_iter()
            .filter_map(|object| {
                let name = object.location.as_ref().strip_prefix(&own)?;
                name.starts_with(prefix).then(|| Stored {
                    name: name.to_owned(),
                    bytes: object.size,
                })
            })
            .collect();
        files.sort_unstable();
        Ok(files)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        if range.is_empty() {
            return Ok(Vec::new());
        }
        let (store, path) = (self.store.clone(), self.path(name)?);
        let wanted = range.end - range.start;
        let bytes = wait(async move { store.get_range(&path, range).await })?
            .map_err(|error| failed(&error))?;
        // A server may cut a range that ends after the object.
        if bytes.len() as u64 != wanted {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(bytes.into())
    }

    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let (store, path) = (self.store.clone(), self.path(name)?);
        let bytes = Bytes::copy_from_slice(bytes);
        let options = PutOptions::from(PutMode::Create);
        let put = wait(async move { store.put_opts(&path, bytes.into(), options).await })?;
        match put {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(failed(&error)),
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (store, path) = (self.store.clone(), self.path(name)?);
        let bytes = Bytes::copy_from_slice(bytes);
        let options = PutOptions::from(PutMode::Overwrite);
        let put = wait(async move { store.put_opts(&path, bytes.into(), options).await })?;
        put.map(drop).map_err(|error| failed(&error))
    }
}
