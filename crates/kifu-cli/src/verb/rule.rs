use std::io::Write as _;

use clap::ValueEnum;
use kifu::lint;

use crate::exit::Exit;
use crate::output::Output;

/// Explain a rule of `kifu check`
///
/// What it looks for, why that is bad, an example, what to write instead, and what a fix does.
#[derive(Debug, clap::Args)]
pub(crate) struct Rule {
    /// The code of the rule, as `S301`, or its name
    #[arg(required_unless_present = "all", value_name = "CODE")]
    rules: Vec<String>,

    /// All rules
    #[arg(long)]
    all: bool,

    /// How rules are shown: by default pages, and a line each for all rules
    #[arg(long, value_name = "FORMAT")]
    output_format: Option<Format>,
}

/// How rules are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line each
    Concise,
    /// Pages in Markdown
    Markdown,
}

impl Rule {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let rules = if self.all {
            lint::rules().collect::<Vec<_>>()
        } else {
            self.rules
                .iter()
                .map(|code| {
                    lint::rule(code).ok_or_else(|| {
                        anyhow::anyhow!(
                            "no rule has the code or name `{code}`; `kifu rule --all` lists them"
                        )
                    })
                })
                .collect::<Result<_, _>>()?
        };
        let default = if self.all {
            Format::Concise
        } else {
            Format::Markdown
        };
        let format = self.output_format.unwrap_or(default);
        for (index, rule) in rules.into_iter().enumerate() {
            match format {
                Format::Concise => writeln!(
                    output,
                    "{} {:<7} {}: {}",
                    rule.code,
                    rule.severity.name(),
                    rule.name,
                    rule.summary()
                )?,
                Format::Markdown => {
                    if index > 0 {
                        writeln!(output)?;
                    }
                    output.write_all(rule.to_markdown().as_bytes())?;
                }
            }
        }
        Ok(Exit::Clean)
    }
}
