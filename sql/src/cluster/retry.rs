//! Queries that start again when a worker dies.

use std::collections::{BTreeMap, BTreeSet};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::sql::parser::Statement;
use futures::{StreamExt as _, stream};

use super::{Index, Workers};
use crate::error::{Result, SqlError, wrong};
use crate::session::Session;

/// How often a query is tried.
const ATTEMPTS: usize = 4;
/// Bytes of an answer that are kept until it is complete.
const MOST_BYTES: usize = 1 << 30;

/// Messages of connection errors.
const OF_TRANSPORT: [&str; 9] = [
    "broken pipe",
    "connection closed",
    "connection refused",
    "connection reset",
    "error connecting",
    "h2 protocol error",
    "operation was canceled",
    "tcp connect error",
    "transport error",
];

/// Whether a query failed for a connection, and not for what it asks.
pub(super) fn is_of_transport(error: &DataFusionError) -> bool {
    let text = error.to_string().to_lowercase();
    OF_TRANSPORT.iter().any(|part| text.contains(part))
}

impl Session {
    /// The answer of workers, complete.
    pub(crate) async fn distributed(
        &self,
        (workers, index): &(Workers, Index),
        statement: Statement,
        note: &mut (dyn FnMut(String) + Send),
    ) -> Result<SendableRecordBatchStream> {
        let mut reported = BTreeSet::new();
        let mut tell = |unused: BTreeMap<String, String>| {
            for (worker, reason) in unused {
                if reported.insert(worker.clone()) {
                    note(format!("worker {worker} is not used: {reason}"));
                }
            }
        };
        tell(workers.probe().await?.1);
        for attempt in 1.. {
            tell(index.try_workers(workers).await?);
            let error = match self.collected(statement.clone()).await {
                Ok((schema, batches)) => {
                    let rows = stream::iter(batches.into_iter().map(Ok));
                    return Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)));
                }
                Err(error) => error,
            };
            // A worker that died is the cause of errors of any kind, so all are asked before the error is believed.
            let (is_complete, unused) = workers.probe().await?;
            let is_lost = matches!(&error, SqlError::Query(error) if is_of_transport(error));
            if is_complete && !is_lost || attempt >= ATTEMPTS {
                return Err(error);
            }
            tell(unused);
        }
        Err(wrong("no attempt was made").into())
    }

    async fn collected(&self, statement: Statement) -> Result<(SchemaRef, Vec<RecordBatch>)> {
        let mut rows = self.run(statement).await?.execute_stream().await?;
        let (mut batches, mut bytes) = (Vec::new(), 0);
        while let Some(batch) = rows.next().await {
            let batch = batch?;
            bytes += batch.get_array_memory_size();
            if bytes > MOST_BYTES {
                let message = "the answer is larger than 1 GiB, and with workers it is kept until it is complete: \
                               aggregate, use LIMIT, or run it without workers";
                return Err(DataFusionError::ResourcesExhausted(message.into()).into());
            }
            batches.push(batch);
        }
        Ok((rows.schema(), batches))
    }
}
