//! Random inputs for property tests.

mod chunks;
mod messy;
mod well_formed;

pub use chunks::{Chunks, chunk_sizes};
pub use messy::messy_sgf;
pub use well_formed::well_formed_sgf;
