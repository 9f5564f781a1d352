//! The memory that statements may use for sorting, grouping and joining.

use std::fmt;
use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation,
};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};

/// The start of the names of consumers that hold one side of a nested loop join.
const NESTED_LOOP_JOIN: &str = "NestedLoopJoinLoad[";

/// A runtime that limits the memory to some bytes; `None` is no limit.
pub(crate) fn runtime(bytes: Option<usize>) -> Result<Arc<RuntimeEnv>> {
    let mut builder = RuntimeEnvBuilder::new();
    if let Some(bytes) = bytes {
        builder = builder.with_memory_pool(Arc::new(Pool {
            bytes,
            shared: FairSpillPool::new(bytes),
        }));
    }
    builder.build_arc()
}

/// Lowers what each thread of a sort reserves from the start, so that all of them get it.
pub(crate) fn lower_reservations(config: &mut ConfigOptions, bytes: Option<usize>) {
    let execution = &mut config.execution;
    if let Some(bytes) = bytes {
        let share = bytes / execution.target_partitions.max(1) / 8;
        let reserved = &mut execution.sort_spill_reservation_bytes;
        *reserved = share.min(*reserved);
    }
}

/// Memory that is shared fairly, with errors in plain words.
#[derive(Debug)]
struct Pool {
    bytes: usize,
    shared: FairSpillPool,
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shared.fmt(f)
    }
}

impl MemoryPool for Pool {
    fn name(&self) -> &str {
        self.shared.name()
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.shared.register(consumer);
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.shared.unregister(consumer);
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        self.shared.grow(reservation, additional);
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        self.shared.shrink(reservation, shrink);
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        self.shared.try_grow(reservation, additional).map_err(|_| {
            let message = format!(
                "the statement needs more than {} MB of memory for sorting, grouping or joining; a larger \
                 `--sort-memory` allows it",
                self.bytes >> 20
            );
            if reservation.consumer().name().starts_with(NESTED_LOOP_JOIN) {
                // Exhausted resources would start its other way of joining, which executes parts of a plan twice: most
                // cannot be, and outer joins repeat rows.
                DataFusionError::Execution(message)
            } else {
                DataFusionError::ResourcesExhausted(message)
            }
        })
    }

    fn reserved(&self) -> usize {
        self.shared.reserved()
    }

    fn memory_limit(&self) -> MemoryLimit {
        self.shared.memory_limit()
    }
}
