//! Plain nodes, `;X[yz]`: the moves of most records, recognized without an event for each.
//!
//! ```
//! use kifu_syntax::plain;
//!
//! let sgf = b"(;SZ[9];B[ee];W[cc];B[gg]C[Corner])";
//! assert!(plain::begins_node(&sgf[7..]));
//! assert_eq!(&sgf[7..][..plain::NODE_LENGTH], b";B[ee]");
//! ```

pub use crate::fast::moves::{begins_node, nodes};
pub use crate::fast::rows::game_length;

/// Length in bytes of a node `;X[yz]`, usually a move.
pub const NODE_LENGTH: usize = ";X[yz]".len();
