use clap::{Parser, ValueEnum};

use crate::verb::Verb;

/// See, check and rewrite game records in Smart Game Format
#[derive(Debug, Parser)]
#[command(name = "kifu", version, propagate_version = true)]
#[command(
    after_help = "Exit status: 0 clean, 1 something was found, 2 something could not be done."
)]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// How many threads read files or search an index, 512 at the most; 0 is as many as the machine has cores
    #[arg(long, short, global = true, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=512))]
    pub(crate) jobs: u16,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Args;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
