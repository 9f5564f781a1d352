//! The commands of `kifu`, one file each.
//!
//! A command is a struct of its arguments, whose documentation is its help, and a method `run`. It is registered by
//! `mod`, a line in `verbs!` and a place in [`GROUPS`].

mod check;
pub(crate) mod completions;
mod convert;
pub(crate) mod debug;
mod dedupe;
mod diff;
mod explain;
mod extract;
mod fix;
mod fmt;
#[cfg(feature = "database")]
mod index;
mod join;
mod json;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod merge;
#[cfg(feature = "database")]
mod openings;
mod render;
mod rewrite;
mod score;
#[cfg(feature = "database")]
mod search;
#[cfg(feature = "serve")]
mod serve;
mod show;
#[cfg(feature = "database")]
mod similar;
mod split;
#[cfg(feature = "database")]
pub(crate) mod sql;
mod stats;
mod switches;
mod transform;
mod view;

use crate::exit::Exit;
use crate::output::Output;

/// Makes the subcommands and calls each. The one left out, `completions`, needs the whole command line.
macro_rules! verbs {
    ($($(#[$feature:meta])* $name:ident($args:ty),)*) => {
        #[derive(Debug, clap::Subcommand)]
        pub(crate) enum Verb {
            $($(#[$feature])* $name($args),)*
        }

        impl Verb {
            /// Runs the command.
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
    Fmt(fmt::Fmt),
    Convert(convert::Convert),
    List(list::List),
    Show(show::Show),
    View(view::View),
    Render(render::Render),
    Score(score::Score),
    Diff(diff::Diff),
    Stats(stats::Stats),
    Split(split::Split),
    Join(join::Join),
    Merge(merge::Merge),
    Extract(extract::Extract),
    Transform(transform::Transform),
    Dedupe(dedupe::Dedupe),
    Json(json::Json),
    #[cfg(feature = "database")]
    Index(index::Index),
    #[cfg(feature = "database")]
    Search(search::Search),
    #[cfg(feature = "database")]
    Openings(openings::Openings),
    #[cfg(feature = "database")]
    Sql(sql::Sql),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
    Explain(explain::Explain),
    Debug(debug::Debug),
}

/// The commands under their headings in `kifu --help`.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    ("Check and repair", &["check", "fix", "fmt", "convert"]),
    (
        "Look",
        &["list", "show", "view", "render", "score", "diff", "stats"],
    ),
    (
        "Collections",
        &["split", "join", "merge", "extract", "transform", "dedupe"],
    ),
    #[cfg(feature = "database")]
    ("Database", &["index", "search", "openings", "sql"]),
    (
        "Interfaces",
        &[
            #[cfg(feature = "serve")]
            "serve",
            #[cfg(feature = "lsp")]
            "lsp",
            "json",
            "completions",
        ],
    ),
    ("Reference", &["explain", "debug"]),
];

/// Former names of commands, and what to type instead.
pub(crate) const RETIRED: &[(&str, &str)] = &[
    ("info", "list"),
    ("games", "list"),
    ("rule", "explain"),
    ("property", "explain"),
    ("tree", "debug tree"),
    ("events", "debug events"),
    ("normalize", "fix --select N"),
    #[cfg(feature = "database")]
    ("similar", "search --novelty --file"),
    #[cfg(feature = "database")]
    ("explore", "view"),
];
