//! The side that plans and collects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{
    DesiredTaskCountEvent, DesiredTaskCountEventResponse, DistributedExt as _, DistributedLeafExec,
    GetWorkerInfoRequest, ScaleUpLeafNodeEvent, ScaleUpLeafNodeEventResponse,
    SessionStateBuilderExt as _, WorkerResolver,
};
use futures::future::join_all;
use tonic::codegen::http::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::channels::{Channels, Security};
use super::codec::Codec;
use super::{Index, STATE, VERSION};
use crate::error::wrong;
use crate::scan::Scan;

/// How long a worker may take to say its version.
const PROBE: Duration = Duration::from_secs(5);

/// The workers of a session.
#[derive(Clone)]
pub struct Workers {
    named: Vec<Url>,
    live: Arc<Live>,
    /// Workers whose counts were right.
    trusted: Arc<Mutex<BTreeSet<Url>>>,
    /// Workers that are never used again, with the reasons.
    refused: Arc<Mutex<BTreeMap<Url, String>>>,
    channels: Arc<Channels>,
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers")
            .field("named", &self.named)
            .finish_non_exhaustive()
    }
}

/// The workers that answered last.
#[derive(Debug, Default)]
struct Live(RwLock<Vec<Url>>);

impl Live {
    fn set(&self, urls: Vec<Url>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = urls;
    }

    fn get(&self) -> Vec<Url> {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

struct Resolver(Arc<Live>);

impl WorkerResolver for Resolver {
    fn get_urls(&self) -> Result<Vec<Url>> {
        Ok(self.0.get())
    }
}

impl Workers {
    /// Workers by their addresses, as `a:7001,b:7001`. Nothing is connected yet.
    ///
    /// # Errors
    /// An address is not one, or there is none.
    pub fn new(addresses: &str, security: &Security) -> crate::Result<Self> {
        let mut named = Vec::new();
        for address in addresses.split(',').map(str::trim) {
            let bad = || wrong(format!("`{address}`: not a worker (expected `host:port`)"));
            let url = Url::parse(&format!("{}://{address}", security.scheme()));
            let url = url.map_err(|_| bad())?;
            let has_port = address
                .rsplit_once(':')
                .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
            if !has_port || url.path() != "/" || !url.username().is_empty() {
                return Err(bad().into());
            }
            if !named.contains(&url) {
                named.push(url);
            }
        }
        Ok(Self {
            named,
            live: Arc::default(),
            trusted: Arc::default(),
            refused: Arc::default(),
            channels: Channels::new(security)?,
        })
    }

    /// Asks all workers for their versions. Returns whether each that answered last still does, and why others are not
    /// used.
    ///
    /// # Errors
    /// No worker can be used.
    pub(crate) async fn probe(&self) -> Result<(bool, BTreeMap<String, String>)> {
        let answers = join_all(self.named.iter().map(|url| self.version(url))).await;
        let before = self.live.get();
        let (mut live, mut unused) = (Vec::new(), BTreeMap::new());
        for (url, answer) in self.named.iter().zip(answers) {
            match answer {
                Ok(()) => live.push(url.clone()),
                Err(reason) => {
                    self.channels.forget(url);
                    // A worker that restarted may have another index.
                    lock(&self.trusted).remove(url);
                    unused.insert(shown(url), reason);
                }
            }
        }
        let is_complete = before.iter().all(|url| live.contains(url));
        self.live.set(live);
        self.ensure_live(&unused)?;
        Ok((is_complete, unused))
    }

    /// Fails if no worker is left; `unused` has the reasons.
    pub(super) fn ensure_live(&self, unused: &BTreeMap<String, String>) -> Result<()> {
        if !self.live.get().is_empty() {
            return Ok(());
        }
        let reasons: Vec<String> = unused
            .iter()
            .map(|(worker, reason)| format!("{worker}: {reason}"))
            .collect();
        let reasons = reasons.join("; ");
        Err(wrong(format!("no worker can be used ({reasons})")))
    }

    /// The live workers whose counts are not checked yet.
    pub(super) fn untried(&self) -> Vec<Url> {
        let trusted = lock(&self.trusted);
        let mut live = self.live.get();
        live.retain(|url| !trusted.contains(url));
        live
    }

    /// Records that the counts of a worker are right.
    pub(super) fn trust(&self, url: &Url) {
        lock(&self.trusted).insert(url.clone());
    }

    /// Excludes a worker for good.
    pub(super) fn refuse(&self, url: &Url, reason: &str) {
        lock(&self.refused).insert(url.clone(), reason.to_owned());
        self.drop_for_now(url);
    }

    /// Excludes a worker until it answers again.
    pub(super) fn drop_for_now(&self, url: &Url) {
        self.channels.forget(url);
        let mut live = self.live.get();
        live.retain(|own| own != url);
        self.live.set(live);
    }

    /// A single worker listed twice, because plans for one worker omit the steps between machines.
    pub(super) fn alone(&self, url: &Url) -> Self {
        Self {
            named: vec![url.clone()],
            live: Arc::new(Live(RwLock::new(vec![url.clone(); 2]))),
            ..self.clone()
        }
    }

    /// The workers that answered last.
    pub(super) fn live(&self) -> Vec<Url> {
        self.live.get()
    }

    /// A connection to a worker.
    pub(super) async fn channel(&self, url: &Url) -> Result<BoxCloneSyncChannel> {
        self.channels.get(url).await
    }

    /// Closes the connection to a worker that failed.
    pub(super) fn forget(&self, url: &Url) {
        self.channels.forget(url);
    }

    /// Whether a worker answers, and has this version.
    async fn version(&self, url: &Url) -> std::result::Result<(), String> {
        if let Some(reason) = lock(&self.refused).get(url) {
            return Err(reason.clone());
        }
        let ask = async {
            let channel = self.channels.get(url).await?;
            let mut client = create_worker_client(channel);
            client.get_worker_info(GetWorkerInfoRequest {}).await
        };
        match tokio::time::timeout(PROBE, ask).await {
            Err(_) => Err("no answer".to_owned()),
            Ok(Err(error)) => {
                let text = error.find_root().to_string();
                let text = text.lines().next().unwrap_or_default().to_owned();
                Err(text)
            }
            Ok(Ok(info)) if info.version == VERSION => Ok(()),
            Ok(Ok(info)) => Err(format!("version `{}`, expected `{VERSION}`", info.version)),
        }
    }

    /// Lets a session plan for these workers.
    pub(crate) fn extend(
        &self,
        builder: SessionStateBuilder,
        index: &Index,
    ) -> Result<SessionStateBuilder> {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_str(&index.state)
            .map_err(|error| DataFusionError::External(Box::new(error)))?;
        headers.insert(HeaderName::from_static(STATE), value);
        let builder = builder
            .with_distributed_planner()
            .with_distributed_worker_resolver(Resolver(self.live.clone()))
            .with_distributed_channel_resolver(self.channels.clone()
                as Arc<dyn datafusion_distributed::ChannelResolver + Send + Sync>)
            .with_distributed_user_codec(Codec {
                databases: index.databases.clone(),
                database: index.database.clone(),
            })
            .with_distributed_desired_task_count_handler(desired)
            .with_distributed_scale_up_leaf_node_handler(scaled)
            .with_distributed_passthrough_headers(headers)?;
        Ok(builder)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A worker as the user named it.
pub(super) fn shown(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{host}:{port}")
}

/// How many workers a scan can use.
fn desired(event: DesiredTaskCountEvent<'_>) -> Option<Result<DesiredTaskCountEventResponse>> {
    let scan = event.plan.downcast_ref::<Scan>()?;
    if scan.origin.is_local() {
        return Some(Err(wrong(format!(
            "`{}` reads files of this machine: run it without workers",
            scan.origin.name
        ))));
    }
    // An operator above a scan of one partition may rely on seeing all rows.
    Some(Ok(match &scan.request.segments {
        Some(segments) => DesiredTaskCountEventResponse::desired(segments.len()),
        None => DesiredTaskCountEventResponse::maximum(1),
    }))
}

/// A scan for a number of workers: some segments for each.
fn scaled(event: ScaleUpLeafNodeEvent<'_>) -> Option<Result<ScaleUpLeafNodeEventResponse>> {
    let scan = event.plan.downcast_ref::<Scan>()?;
    if event.task_count == 1 {
        return None;
    }
    let Some(shares) = scan.shares(event.task_count) else {
        let message = format!("`{}` cannot be shared by workers", scan.origin.name);
        return Some(Err(DataFusionError::Internal(message)));
    };
    let leaf = DistributedLeafExec::try_new(event.plan.clone(), shares);
    Some(leaf.map(|leaf| ScaleUpLeafNodeEventResponse::new(Arc::new(leaf))))
}

#[cfg(test)]
mod tests {
    use super::{Security, Workers};

    #[test]
    fn workers_have_a_host_and_a_port() {
        let named = |addresses: &str| {
            let workers = Workers::new(addresses, &Security::default());
            workers.map(|workers| workers.named.len()).ok()
        };
        for (addresses, count) in [
            ("a:7001", Some(1)),
            ("a:7001, b:7002,[::1]:7003", Some(3)),
            ("a:7001,a:7001", Some(1)),
            ("a:80", Some(1)),
            ("", None),
            ("a", None),
            ("a:7001,", None),
            ("a:7001/b", None),
            ("me@a:7001", None),
            ("a:99999", None),
        ] {
            assert_eq!(named(addresses), count, "{addresses}");
        }
    }
}
