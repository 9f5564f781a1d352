//! What `kifu` can do: one file per verb.
//!
//! A verb is a struct of its arguments, with its help as documentation, and a method `run`. It is
//! registered by a line in `verbs!`, beside its `mod`.

mod check;
mod convert;
mod dedupe;
mod diff;
mod events;
#[cfg(feature = "database")]
mod explore;
mod extract;
mod fix;
mod fmt;
#[cfg(feature = "database")]
mod games;
#[cfg(feature = "database")]
mod index;
mod info;
mod join;
mod json;
mod list;
mod merge;
mod normalize;
#[cfg(feature = "database")]
mod openings;
mod property;
mod render;
mod rewrite;
mod rule;
#[cfg(feature = "database")]
mod search;
mod show;
#[cfg(feature = "database")]
mod similar;
mod split;
mod stats;
mod switches;
mod transform;
mod tree;
mod view;

pub(crate) use self::convert::ConvertConfig;
pub(crate) use self::normalize::NormalizeConfig;

use crate::exit::Exit;
use crate::output::Output;

/// Makes the list of subcommands and the way to each.
macro_rules! verbs {
    ($($(#[$feature:meta])* $name:ident($args:ty),)*) => {
        #[derive(Debug, clap::Subcommand)]
        pub(crate) enum Verb {
            $($(#[$feature])* $name($args),)*
        }

        impl Verb {
            /// Does it.
            pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
                match self {
                    $($(#[$feature])* Self::$name(verb) => verb.run(output),)*
                }
            }
        }
    };
}

verbs! {
    Check(check::Check),
    Fix(fix::Fix),
    Rule(rule::Rule),
    Fmt(fmt::Fmt),
    Convert(convert::Convert),
    Normalize(normalize::Normalize),
    Transform(transform::Transform),
    Split(split::Split),
    Join(join::Join),
    Diff(diff::Diff),
    Merge(merge::Merge),
    Extract(extract::Extract),
    Property(property::Property),
    Info(info::Info),
    List(list::List),
    Stats(stats::Stats),
    Dedupe(dedupe::Dedupe),
    Tree(tree::Tree),
    Json(json::Json),
    Show(show::Show),
    Render(render::Render),
    Events(events::Events),
    View(view::View),
    #[cfg(feature = "database")]
    Index(index::Index),
    #[cfg(feature = "database")]
    Search(search::Search),
    #[cfg(feature = "database")]
    Games(games::Games),
    #[cfg(feature = "database")]
    Openings(openings::Openings),
    #[cfg(feature = "database")]
    Similar(similar::Similar),
    #[cfg(feature = "database")]
    Explore(explore::Explore),
}
