mod events;
mod tree;

use crate::exit::Exit;
use crate::output::Output;

pub(in crate::verb) use self::tree::outline_of;

/// Show how a file was parsed
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu debug tree game.sgf
  kifu debug events game.sgf")]
pub(crate) struct Debug {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Tree(tree::Tree),
    Events(events::Events),
}

impl Debug {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        match &self.what {
            What::Tree(tree) => tree.run(output),
            What::Events(events) => events.run(output),
        }
    }
}
