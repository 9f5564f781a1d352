//! Queries on several machines, by datafusion-distributed.
//!
//! Workers open the same index, from a shared folder or a bucket, and execute parts of plans that a coordinator sends
//! ([`serve`]). The coordinator is a [`Session`](crate::Session) with [`Workers`]: it plans, hands out shares of the
//! segments, and collects. If a worker dies, the whole query is planned anew for those that answer, so an answer is
//! complete or an error. Workers of another version, with another state of the index or with other counts of its games
//! are not used.
//!
//! Workers also make segments of an index ([`hand_out`]): each gets shares of the files, and whoever handed them out commits
//! what was made.

mod channels;
mod codec;
mod coordinator;
mod hand_out;
mod merge;
mod retry;
mod shares;
mod trial;
mod worker;

pub use channels::Security;
pub use coordinator::Workers;
pub use hand_out::hand_out;
pub(crate) use merge::Merge;
pub(crate) use trial::Index;
pub use worker::{WorkerOptions, serve};

/// The version of what travels between processes: equal versions understand each other's plans.
pub const VERSION: &str = concat!("kifu-sql ", env!("CARGO_PKG_VERSION"), ", plans 3");

/// Whether a session hands out parts of plans.
pub(crate) fn is_on(session: &dyn datafusion::catalog::Session) -> bool {
    let extensions = &session.config_options().extensions;
    extensions
        .get::<datafusion_distributed::DistributedConfig>()
        .is_some()
}

/// The header with the state of the coordinator's index.
const STATE: &str = "x-kifu-state";
