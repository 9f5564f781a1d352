use kifu_sgf::GameTree;

use crate::draft::Draft;
use crate::head::Head;
use crate::loss::Losses;
use crate::{Confidence, Refusal, Support};

/// Writes games; only one if the format is limited to one.
pub(crate) type Write = fn(&[GameTree<'_>], &mut Losses) -> Result<Vec<u8>, Refusal>;

/// Definition of a format.
pub(crate) struct Definition {
    /// Name of the format in options.
    pub(crate) name: &'static str,
    /// Common name of the format.
    pub(crate) title: &'static str,
    /// File name extensions, in lower case; the first is the one to write.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) support: Support,
    pub(crate) detect: fn(&Head<'_>) -> Confidence,
    pub(crate) read: fn(&[u8], &mut Draft),
    /// `None` for a format of a server, which is only read.
    pub(crate) write: Option<Write>,
}
