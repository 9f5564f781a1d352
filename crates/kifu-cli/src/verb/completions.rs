use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Command;
use clap_complete::Shell;
use kifu_batch::replace::write_new;

use crate::exit::Exit;
use crate::output::{Output, count};

/// Print shell completions, or write man pages
///
/// Completions go to standard output. `man` writes a page for each command to a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu completions bash > ~/.local/share/bash-completion/completions/kifu
  kifu completions fish > ~/.config/fish/completions/kifu.fish
  kifu completions man --output man1/")]
pub(crate) struct Completions {
    /// A shell, or `man`
    #[arg(value_name = "SHELL", value_parser = target)]
    target: Target,

    /// Folder of the man pages
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,

    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

/// The kind of generated output.
#[derive(Clone, Copy, Debug)]
enum Target {
    Shell(Shell),
    Man,
}

fn target(name: &str) -> Result<Target, String> {
    if name == "man" {
        return Ok(Target::Man);
    }
    let shell = name.parse().map(Target::Shell);
    shell.map_err(|_| "expected bash, zsh, fish, powershell, elvish or man".to_owned())
}

impl Completions {
    /// Runs the command, for this command line.
    pub(crate) fn run(&self, mut command: Command, output: &mut Output) -> anyhow::Result<Exit> {
        if let Target::Shell(shell) = self.target {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "kifu", &mut script);
            output.write_all(&script)?;
            return Ok(Exit::Clean);
        }
        command.build();
        std::fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let mut pages = 0;
        let mut left = vec![command];
        while let Some(command) = left.pop() {
            left.extend(
                command
                    .get_subcommands()
                    .filter(|inner| inner.get_name() != "help")
                    .cloned(),
            );
            let page = clap_mangen::Man::new(command);
            let mut text = Vec::new();
            page.render(&mut text)?;
            let path = self.output.join(page.get_filename());
            write_new(&path, &text, self.overwrite)?;
            pages += 1;
        }
        output.note(format_args!(
            "{} written to {}",
            count(pages, "man page"),
            self.output.display()
        ));
        Ok(Exit::Clean)
    }
}
