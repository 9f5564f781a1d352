//! Connections between machines: a token, and TLS.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use datafusion::error::{DataFusionError, Result};
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{ChannelResolver, WorkerChannel};
use tonic::codegen::http::{HeaderValue, Request, header};
use tonic::metadata::MetadataMap;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Identity, ServerTlsConfig};
use tower::ServiceExt as _;
use url::Url;

use crate::error::wrong;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How often an idle connection is checked, and how long the other side may take to answer.
const ALIVE: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(10));

/// Access control: a token that all machines of a cluster share, and TLS.
#[derive(Clone, Default)]
pub struct Security {
    /// The token that requests carry. The default is none.
    pub token: Option<String>,
    /// The certificate and the key of a worker, as PEM. Without them a worker speaks plain HTTP/2.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
    /// The certificates, as PEM, that sign those of workers. With them connections use TLS.
    pub authorities: Option<Vec<u8>>,
}

impl fmt::Debug for Security {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Security")
            .field("has_token", &self.token.is_some())
            .field("has_identity", &self.identity.is_some())
            .field("has_authorities", &self.authorities.is_some())
            .finish()
    }
}

impl Security {
    /// The scheme of the addresses of workers.
    pub(crate) const fn scheme(&self) -> &'static str {
        if self.authorities.is_some() {
            "https"
        } else {
            "http"
        }
    }

    /// The settings of a server; `None` without a certificate.
    pub(crate) fn of_server(&self) -> Option<ServerTlsConfig> {
        let (certificate, key) = self.identity.as_ref()?;
        let identity = Identity::from_pem(certificate, key);
        Some(ServerTlsConfig::new().identity(identity))
    }

    /// The value of the header that a request must have.
    fn header(&self) -> Result<Option<HeaderValue>> {
        let Some(token) = &self.token else {
            return Ok(None);
        };
        let mut value = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| wrong("the token has characters that a header cannot carry"))?;
        value.set_sensitive(true);
        Ok(Some(value))
    }

    /// Whether a request has the token.
    pub(crate) fn admits(&self, metadata: &MetadataMap) -> bool {
        let Ok(expected) = self.header() else {
            return false;
        };
        let Some(expected) = expected else {
            return true;
        };
        let given = metadata.get("authorization");
        given.is_some_and(|given| are_equal(given.as_encoded_bytes(), expected.as_bytes()))
    }
}

/// Compares in a time that does not depend on where texts differ.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .fold(0, |differs, (a, b)| differs | (a ^ b))
            == 0
}

/// The connections of a process.
pub(crate) struct Channels {
    header: Option<HeaderValue>,
    tls: Option<ClientTlsConfig>,
    open: Mutex<HashMap<Url, BoxCloneSyncChannel>>,
}

impl Channels {
    pub(crate) fn new(security: &Security) -> Result<Arc<Self>> {
        let tls = security.authorities.as_ref().map(|authorities| {
            ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authorities))
        });
        Ok(Arc::new(Self {
            header: security.header()?,
            tls,
            open: Mutex::default(),
        }))
    }

    /// A connection to a worker, opened if there is none.
    pub(crate) async fn get(&self, url: &Url) -> Result<BoxCloneSyncChannel> {
        let open = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = open().get(url) {
            return Ok(channel.clone());
        }
        let failed = |error: tonic::transport::Error| -> DataFusionError {
            DataFusionError::Execution(format!("{url}: {}", causes(&error)))
        };
        let mut endpoint = Channel::from_shared(url.to_string())
            .map_err(|error| wrong(format!("{url}: {error}")))?
            .connect_timeout(CONNECT)
            .http2_keep_alive_interval(ALIVE.0)
            .keep_alive_timeout(ALIVE.1)
            .tcp_nodelay(true);
        if let Some(tls) = &self.tls {
            endpoint = endpoint.tls_config(tls.clone()).map_err(failed)?;
        }
        let channel = endpoint.connect().await.map_err(failed)?;
        let header = self.header.clone();
        let channel = channel.map_request(move |mut request: Request<_>| {
            if let Some(header) = &header {
                let headers = request.headers_mut();
                headers.insert(header::AUTHORIZATION, header.clone());
            }
            request
        });
        let channel = BoxCloneSyncChannel::new(channel);
        open().insert(url.clone(), channel.clone());
        Ok(channel)
    }

    /// Forgets a connection: the worker did not answer.
    pub(crate) fn forget(&self, url: &Url) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(url);
    }
}

#[async_trait]
impl ChannelResolver for Channels {
    async fn get_worker_client_for_url(&self, url: &Url) -> Result<Box<dyn WorkerChannel>> {
        Ok(create_worker_client(self.get(url).await?))
    }
}

/// An error with its causes: the outermost alone does not say what happened.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let own = error.to_string();
        if !text.contains(&own) {
            text = format!("{text}: {own}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Security;
    use tonic::metadata::MetadataMap;

    #[test]
    fn only_the_token_is_admitted() {
        let security = Security {
            token: Some("abc".into()),
            ..Security::default()
        };
        let with = |value: &str| {
            let mut metadata = MetadataMap::new();
            metadata.insert("authorization", value.parse().unwrap());
            metadata
        };
        assert!(security.admits(&with("Bearer abc")));
        for value in [
            "Bearer abd",
            "Bearer ab",
            "Bearer abcd",
            "abc",
            "bearer abc",
            "",
        ] {
            assert!(!security.admits(&with(value)), "{value}");
        }
        assert!(!security.admits(&MetadataMap::new()));
        assert!(Security::default().admits(&MetadataMap::new()));
        assert!(!format!("{security:?}").contains("abc"));
    }
}
