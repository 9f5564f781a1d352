//! How much is shown, and to whom.

use clap::ValueEnum;

/// How something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// All there is to be said
    Full,
    /// Little
    Concise,
    /// One JSON object a line
    JsonLines,
}
