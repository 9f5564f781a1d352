use kifu_sgf::GameTree;

use crate::draft::Draft;
use crate::head::Head;
use crate::loss::Losses;
use crate::{Confidence, Holds, Refusal};

/// Writes games: one, where the format holds one.
pub(crate) type Write = fn(&[GameTree<'_>], &mut Losses) -> Result<Vec<u8>, Refusal>;

/// Definition of a format.
pub(crate) struct Definition {
    /// The name by which it is asked for.
    pub(crate) name: &'static str,
    /// Common name of the format.
    pub(crate) title: &'static str,
    /// Endings of file names, in lower case; the first is the one to write.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) holds: Holds,
    pub(crate) detect: fn(&Head<'_>) -> Confidence,
    pub(crate) read: fn(&[u8], &mut Draft),
    /// `None` for what belongs to a server, and is only read.
    pub(crate) write: Option<Write>,
}
