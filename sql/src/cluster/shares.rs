//! A worker makes segments of a share of the files of an index. A call of gRPC, whose messages are JSON.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use kifu::batch::index::{Made, Share};
use kifu_remote::Address;
use serde::{Deserialize, Serialize};
use tonic::body::Body;
use tonic::client::GrpcService;
use tonic::codegen::http;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::server::{NamedService, UnaryService};
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;
use tower::Service;

use super::VERSION;

const PATH: &str = "/kifu.Shares/Make";
/// Maximum size of a message in bytes: lists of the files of a share are long.
const MOST: usize = 1 << 30;

/// The request to a worker.
#[derive(Serialize, Deserialize)]
struct Call {
    version: String,
    address: String,
    share: Share,
}

/// Makes segments for one index.
#[derive(Debug)]
pub(super) struct Maker {
    /// The address of the index; segments are written nowhere else.
    pub(super) address: Option<Address>,
    /// Folders whose files may be read.
    pub(super) folders: Vec<PathBuf>,
}

impl Maker {
    fn make(&self, text: &str) -> Result<String, Status> {
        let call: Call = serde_json::from_str(text)
            .map_err(|error| Status::invalid_argument(format!("the share: {error}")))?;
        if call.version != VERSION {
            return Err(Status::failed_precondition(format!(
                "version `{VERSION}`, expected `{}`",
                call.version
            )));
        }
        let own = self.address.as_ref();
        let own = own.filter(|address| address.to_string() == call.address);
        let own = own.ok_or_else(|| {
            Status::failed_precondition(format!(
                "it serves another index: start it with `--db {}`",
                call.address
            ))
        })?;
        if self.folders.is_empty() {
            let message = "it reads no records: start it with `--sources FOLDER`";
            return Err(Status::failed_precondition(message));
        }
        let failed = |error: &dyn std::fmt::Display| Status::internal(error.to_string());
        let published = own.open().map_err(|error| failed(&error))?;
        let temporary = tempfile::tempdir().map_err(|error| failed(&error))?;
        let made = call
            .share
            .make(&published, &self.folders, temporary.path())
            .map_err(|error| failed(&error))?;
        serde_json::to_string(&made).map_err(|error| failed(&error))
    }
}

/// The call, on the side of the worker.
#[derive(Clone, Debug)]
pub(super) struct Shares(pub(super) Arc<Maker>);

impl UnaryService<String> for Shares {
    type Response = String;
    type Future = BoxFuture<'static, Result<Response<String>, Status>>;

    fn call(&mut self, request: Request<String>) -> Self::Future {
        let maker = self.0.clone();
        Box::pin(async move {
            // Reading records takes processors and disks.
            let made = tokio::task::spawn_blocking(move || maker.make(request.get_ref())).await;
            let made = made.map_err(|error| Status::internal(error.to_string()))??;
            Ok(Response::new(made))
        })
    }
}

impl NamedService for Shares {
    const NAME: &'static str = "kifu.Shares";
}

impl Service<http::Request<Body>> for Shares {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let own = self.clone();
        Box::pin(async move {
            if request.uri().path() != PATH {
                return Ok(Status::unimplemented("an unknown call").into_http());
            }
            let mut server = tonic::server::Grpc::new(ProstCodec::default())
                .apply_max_message_size_config(Some(MOST), Some(MOST));
            Ok(server.unary(own, request).await)
        })
    }
}

/// Lets a worker make segments of a share.
pub(super) async fn make<C>(channel: C, address: &str, share: &Share) -> Result<Made, Status>
where
    C: GrpcService<Body>,
    C::Error: std::fmt::Display,
    C::ResponseBody: Send + 'static,
    <C::ResponseBody as tonic::codegen::Body>::Error: Into<tonic::codegen::StdError>,
{
    let call = Call {
        version: VERSION.to_owned(),
        address: address.to_owned(),
        share: share.clone(),
    };
    let damaged = |error: serde_json::Error| Status::internal(format!("its answer: {error}"));
    let text = serde_json::to_string(&call).map_err(damaged)?;
    let mut client = tonic::client::Grpc::new(channel)
        .max_decoding_message_size(MOST)
        .max_encoding_message_size(MOST);
    let ready = client.ready().await;
    ready.map_err(|error| Status::unavailable(error.to_string()))?;
    let codec = ProstCodec::<String, String>::default();
    let path = PathAndQuery::from_static(PATH);
    let answer = client.unary(Request::new(text), path, codec).await?;
    serde_json::from_str(answer.get_ref()).map_err(damaged)
}
