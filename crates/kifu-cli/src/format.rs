//! How much is shown, and to whom.

use clap::ValueEnum;

/// How something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Every message with its source line, reason and fix
    Full,
    /// Little
    Concise,
    /// One JSON object per line
    JsonLines,
}
