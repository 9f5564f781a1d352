use std::path::PathBuf;

use anyhow::bail;
use kifu_diagram::Theme;

use crate::exit::Exit;
use crate::output::Output;

/// One theme: built in, or a file.
pub(super) fn read(name: &str, output: &mut Output) -> anyhow::Result<(Theme, Exit)> {
    if let Some(theme) = Theme::named(name) {
        return Ok((theme, Exit::Clean));
    }
    let path = PathBuf::from(name);
    if path.extension().is_none() && !path.exists() {
        bail!(
            "unknown theme `{name}`; use {}, or a file",
            Theme::NAMES.join(", ")
        );
    }
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            output.error(format_args!("{name}: {error}; drawn with the theme `book`"));
            return Ok((Theme::default(), Exit::Failure));
        }
    };
    let (theme, problems) = Theme::read(&text);
    for problem in &problems {
        output.note(format_args!("{name}: {problem}"));
    }
    let exit = if problems.is_empty() {
        Exit::Clean
    } else {
        Exit::Findings
    };
    Ok((theme, exit))
}
