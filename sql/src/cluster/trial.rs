//! Workers count the games of the index before their answers are trusted.

use std::collections::BTreeMap;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray as _, RecordBatch};
use datafusion::arrow::datatypes::{Int64Type, UInt32Type};
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::future::join_all;
use url::Url;

use super::coordinator::{Workers, shown};
use super::retry::is_of_transport;
use crate::database::{Database, Databases};
use crate::origin::Origin;
use crate::scan::Table;

/// The statement for workers. It reads rows, because the number of all games is known without reading.
const SQL: &str = "SELECT segment, count(*) FROM games GROUP BY segment";

/// The index of a session, which its workers have too.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) databases: Arc<Databases>,
    pub(crate) database: Database,
    /// Its state; workers with another state are refused.
    pub(crate) state: String,
}

impl Index {
    /// Lets all new workers count the games. Returns the workers that are not used any more, with the reasons; those whose
    /// counts differ from the manifest are excluded for good.
    ///
    /// # Errors
    /// No worker is left.
    pub(super) async fn try_workers(&self, workers: &Workers) -> Result<BTreeMap<String, String>> {
        let new = workers.untried();
        let trials = join_all(new.iter().map(|url| self.differs(workers, url))).await;
        let mut unused = BTreeMap::new();
        for (url, trial) in new.iter().zip(trials) {
            let reason = match trial {
                Ok(None) => {
                    workers.trust(url);
                    continue;
                }
                Ok(Some(reason)) => reason,
                Err(error) => {
                    if is_of_transport(&error) {
                        workers.drop_for_now(url);
                        unused.insert(shown(url), "no answer".to_owned());
                        continue;
                    }
                    error.find_root().to_string()
                }
            };
            let reason = reason.lines().next().unwrap_or_default();
            workers.refuse(url, reason);
            unused.insert(shown(url), reason.to_owned());
        }
        workers.ensure_live(&unused)?;
        Ok(unused)
    }

    /// The first wrong count of a worker.
    async fn differs(&self, workers: &Workers, url: &Url) -> Result<Option<String>> {
        // Plans for one partition are not shared.
        let config = SessionConfig::new().with_target_partitions(2);
        let builder = SessionStateBuilder::new().with_config(config);
        let builder = builder.with_default_features();
        let state = workers.alone(url).extend(builder, self)?.build();
        let context = SessionContext::new_with_state(state);
        let games = Table::new(
            self.databases.clone(),
            Some(&self.database),
            Origin::table("games"),
        )?;
        context.register_table("games", Arc::new(games))?;
        let rows = context.sql(SQL).await?.collect().await?;
        let found = counts(&rows);
        let segments = self.database.store.snapshot().segments();
        let expected: BTreeMap<u32, i64> = segments
            .map(|view| (self.database.first + view.number(), view.games() as i64))
            .filter(|(_, games)| *games > 0)
            .collect();
        let of = |counts: &BTreeMap<u32, i64>, segment| counts.get(segment).copied().unwrap_or(0);
        let mut segments = found.keys().chain(expected.keys());
        let other = segments.find(|segment| found.get(*segment) != expected.get(*segment));
        Ok(other.map(|segment| {
            let (found, expected) = (of(&found, segment), of(&expected, segment));
            format!("it counts {found} games in segment {segment}, expected {expected}")
        }))
    }
}

/// The games of each segment. A segment that is counted twice has the sum.
fn counts(rows: &[RecordBatch]) -> BTreeMap<u32, i64> {
    let mut counts = BTreeMap::new();
    for batch in rows {
        let segments = batch.column(0).as_primitive::<UInt32Type>().values();
        let games = batch.column(1).as_primitive::<Int64Type>().values();
        for (segment, games) in segments.iter().zip(games) {
            *counts.entry(*segment).or_default() += games;
        }
    }
    counts
}
