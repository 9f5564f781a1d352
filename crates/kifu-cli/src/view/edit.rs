//! Changes of comments and marks, saved at once; the rest of the file keeps its bytes.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use kifu::encoding::{DecodeOptions, Source};
use kifu::go::Point;
use kifu::{Collection, NodeId};
use kifu_batch::replace::replace_unless_changed;

/// A change that the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The comment is to be edited.
    Comment,
    /// A mark is put on a point, or taken away.
    Mark(&'static str, Point),
}

/// Makes a change at a node of a file and saves it; returns the bytes of the file now, or `None` if
/// nothing changed.
///
/// # Errors
/// The file has changed since `bytes` were read, or cannot be written; the editor failed.
pub(crate) fn apply(
    path: &Path,
    bytes: &[u8],
    game: usize,
    node: NodeId,
    change: Change,
) -> anyhow::Result<Option<Vec<u8>>> {
    let source = Source::new(bytes.to_vec(), &DecodeOptions::default());
    ensure!(
        source.doubt().is_none(),
        "the encoding of the file is uncertain; convert it first with `kifu fmt --encoding`"
    );
    let mut collection = Collection::from_source(source);
    let here = collection.game(game).and_then(|game| game.node(node));
    let here = here.context("the node no longer exists")?;
    let old = here.text("C").unwrap_or_default().into_owned();
    let has_mark = |identifier: &str, point: Point| {
        let size = kifu::games::go::Start::size_of(here.game());
        here.points(identifier, size).contains(point)
    };
    let marked = match change {
        Change::Mark(identifier, point) => has_mark(identifier, point),
        Change::Comment => false,
    };
    let text = match change {
        Change::Comment => {
            let text = edited(&old)?;
            if text == old.trim_end() {
                return Ok(None);
            }
            text
        }
        Change::Mark(..) => String::new(),
    };
    let mut tree = collection
        .game_mut(game)
        .context("the game no longer exists")?;
    match change {
        Change::Comment if text.is_empty() => drop(tree.remove_property(node, "C")?),
        Change::Comment => tree.set_text(node, "C", &text)?,
        Change::Mark(identifier, point) => {
            let name = point.to_string();
            // A point has one mark.
            for other in MARKS {
                tree.remove_value(node, other, &name)?;
            }
            if !marked {
                tree.add(node, identifier, &name)?;
            }
        }
    }
    let new = collection.to_bytes()?;
    if new == bytes {
        return Ok(None);
    }
    replace_unless_changed(path, bytes, &new)?;
    Ok(Some(new))
}

/// The marks that the viewer puts.
pub(crate) const MARKS: [&str; 4] = ["TR", "SQ", "CR", "MA"];

/// Lets the user edit a text in the editor of `VISUAL` or `EDITOR`.
fn edited(text: &str) -> anyhow::Result<String> {
    let editor = ["VISUAL", "EDITOR"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|editor| !editor.trim().is_empty());
    let editor = editor.unwrap_or_else(|| {
        if cfg!(windows) {
            "notepad".into()
        } else {
            "vi".into()
        }
    });
    let file = tempfile::Builder::new()
        .prefix("kifu-comment-")
        .suffix(".txt")
        .tempfile()?;
    std::fs::write(file.path(), text)?;
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program)
        .args(words)
        .arg(file.path())
        .status()
        .with_context(|| format!("cannot start `{editor}`; set EDITOR"))?;
    if !status.success() {
        bail!("`{editor}` failed; the comment is unchanged");
    }
    Ok(std::fs::read_to_string(file.path())?.trim_end().to_owned())
}
