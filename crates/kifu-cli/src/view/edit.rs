//! Changes of comments and markup, saved at once; the rest of the file keeps its bytes.

mod marks;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, bail, ensure};
use kifu::encoding::Source;
use kifu::go::Point;
use kifu::syntax::text::escape_text;
use kifu::{Collection, NodeId, WriteError};
use kifu_batch::ErrorKind;
use kifu_batch::replace::replace_unless_changed;

use crate::encoding::Encoding;

pub(crate) use self::marks::Mark;

/// A change that the user wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The comment is to be edited.
    Comment,
    /// A mark is put on a point, or taken away.
    Mark(Mark, Point),
}

/// Makes a change at a node of a file and saves it; returns the bytes of the file now, or `None` if
/// nothing changed.
///
/// # Errors
/// The file has changed since `bytes` were read, or cannot be written; the editor failed. The error is one short line.
/// An edited comment that cannot be saved stays in a file, which [`Unsaved`] names.
pub(crate) fn apply(
    path: &Path,
    bytes: &[u8],
    encoding: Encoding,
    place: (usize, NodeId),
    change: Change,
) -> anyhow::Result<Option<Vec<u8>>> {
    apply_with(path, bytes, encoding, place, change, run_editor)
}

/// An edited comment that could not be saved, and the file that has it.
#[derive(Debug)]
pub(crate) struct Unsaved {
    pub(crate) text: PathBuf,
    reason: String,
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, reason } = self;
        write!(f, "not saved: {reason}; text kept in {}", text.display())
    }
}

impl std::error::Error for Unsaved {}

fn apply_with(
    path: &Path,
    bytes: &[u8],
    encoding: Encoding,
    (game, node): (usize, NodeId),
    change: Change,
    editor: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Option<Vec<u8>>> {
    let source = Source::new(bytes.to_vec(), &encoding.options());
    ensure!(
        source.doubt().is_none(),
        "the encoding of the file is uncertain; open it with `kifu view --encoding`"
    );
    let mut collection = Collection::from_source(source);
    let here = collection.game(game).and_then(|game| game.node(node));
    let here = here.context("the node no longer exists")?;
    let Change::Mark(mark, point) = change else {
        let old = here.text("C").unwrap_or_default().into_owned();
        return edit_comment(path, bytes, &mut collection, (game, node), &old, editor);
    };
    let edit = marks::Edit::of(here, &mark, point)?;
    let mut tree = collection
        .game_mut(game)
        .context("the game no longer exists")?;
    edit.make(&mut tree, node)?;
    save(path, bytes, &collection).map_err(|error| anyhow!("not saved: {}", reason(&error)))
}

fn edit_comment(
    path: &Path,
    bytes: &[u8],
    collection: &mut Collection,
    (game, node): (usize, NodeId),
    old: &str,
    editor: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Option<Vec<u8>>> {
    let file = tempfile::Builder::new()
        .prefix("kifu-comment-")
        .suffix(".txt")
        .tempfile()?
        // Some editors replace the file: only its name is kept.
        .into_temp_path();
    std::fs::write(&file, old)?;
    editor(&file)?;
    let here = collection.game(game);
    let here = here.as_ref().and_then(|game| game.node(node));
    // A further comment of the node stays.
    let is_repeated = here.is_some_and(|node| node.values("C").count() > 1);
    let mut change = || {
        let text = match std::fs::read(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bail!("the editor removed its file")
            }
            text => text?,
        };
        let text = String::from_utf8(text).map_err(|_| anyhow!("the text is not UTF-8"))?;
        let text = text.trim_end().replace("\r\n", "\n");
        if text == old.trim_end().replace("\r\n", "\n") {
            return Ok(None);
        }
        let mut tree = collection
            .game_mut(game)
            .context("the game no longer exists")?;
        if text.is_empty() {
            tree.remove_property(node, "C")?;
        } else if has_crlf(bytes) && !is_repeated {
            let raw = escape_text(&text).replace('\n', "\r\n");
            tree.set(node, "C", &[raw])?;
        } else {
            tree.set_text(node, "C", &text)?;
        }
        save(path, bytes, collection)
    };
    change().map_err(|error| {
        let reason = reason(&error);
        let is_there = file.exists();
        match file.keep() {
            Ok(text) if is_there => Unsaved { text, reason }.into(),
            _ => anyhow!("not saved: {reason}"),
        }
    })
}

/// Whether the first line of a file ends with CR and LF.
fn has_crlf(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| bytes[..end].ends_with(b"\r"))
}

fn save(path: &Path, bytes: &[u8], collection: &Collection) -> anyhow::Result<Option<Vec<u8>>> {
    let new = collection.to_bytes()?;
    if new == bytes {
        return Ok(None);
    }
    replace_unless_changed(path, bytes, &new)?;
    Ok(Some(new))
}

/// Why a file cannot be saved, for the few lines that the viewer has.
fn reason(error: &anyhow::Error) -> String {
    if let Some(WriteError::Unencodable(found)) = error.downcast_ref() {
        let (name, char) = (found.error.name, found.error.char.escape_debug());
        return format!("{name} has no `{char}`");
    }
    let kind = error.downcast_ref::<kifu_batch::Error>();
    if let Some(ErrorKind::Changed) = kind.map(|error| &error.kind) {
        return "another program changed the file; open it again".to_owned();
    }
    format!("{error:#}")
}

/// Opens a file in the editor of `VISUAL` or `EDITOR`, and waits until it is closed.
fn run_editor(file: &Path) -> anyhow::Result<()> {
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
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program)
        .args(words)
        .arg(file)
        .status()
        .with_context(|| format!("cannot start `{editor}`; set EDITOR"))?;
    if !status.success() {
        bail!("`{editor}` failed; the comment is unchanged");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kifu::NodeId;

    use super::{Change, Encoding, Unsaved, apply_with};

    /// Edits the comment of the root of a file; `changed` is the content of the file when it is saved.
    fn edited(
        record: &[u8],
        changed: Option<&[u8]>,
        text: &str,
    ) -> (anyhow::Error, Option<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        fs::write(&path, record).expect("a file");
        let editor = |file: &std::path::Path| {
            fs::write(file, text)?;
            if let Some(changed) = changed {
                fs::write(&path, changed)?;
            }
            Ok(())
        };
        let error = apply_with(
            &path,
            record,
            Encoding::default(),
            (0, NodeId::new(0)),
            Change::Comment,
            editor,
        )
        .expect_err("an error");
        assert_eq!(
            fs::read(&path).expect("the file"),
            changed.unwrap_or(record)
        );
        let kept = error.downcast_ref::<Unsaved>().map(|unsaved| {
            let text = fs::read_to_string(&unsaved.text).expect("the text");
            fs::remove_file(&unsaved.text).expect("removed");
            text
        });
        (error, kept)
    }

    /// Saves a change of the last node of a record; returns the file.
    pub(super) fn saved(record: &str, change: Change, text: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        fs::write(&path, record).expect("a file");
        let editor = |file: &std::path::Path| Ok(fs::write(file, text)?);
        let node = NodeId::new(record.matches(';').count() as u32 - 1);
        let bytes = record.as_bytes();
        apply_with(&path, bytes, Encoding::default(), (0, node), change, editor).expect("a change");
        fs::read_to_string(&path).expect("the file")
    }

    #[test]
    fn a_comment_has_the_line_ends_of_the_file() {
        let crlf = saved("(;SZ[9]\r\n;C[a\r\nb])\r\n", Change::Comment, "a\nc\n");
        assert_eq!(crlf, "(;SZ[9]\r\n;C[a\r\nc])\r\n");
        let lf = saved("(;SZ[9]\n;C[a\nb])\n", Change::Comment, "a\r\nc\r\n");
        assert_eq!(lf, "(;SZ[9]\n;C[a\nc])\n");
    }

    #[test]
    fn a_text_that_the_editor_removed_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        let record = b"(;C[Old])";
        fs::write(&path, record).expect("a file");
        let editor = |file: &std::path::Path| Ok(fs::remove_file(file)?);
        let error = apply_with(
            &path,
            record,
            Encoding::default(),
            (0, NodeId::new(0)),
            Change::Comment,
            editor,
        );
        let message = format!("{:#}", error.expect_err("an error"));
        assert_eq!(message, "not saved: the editor removed its file");
        assert_eq!(fs::read(&path).expect("the file"), record);
    }

    #[test]
    fn a_comment_that_cannot_be_saved_is_kept() {
        let latin = b"(;CA[ISO-8859-1]C[caf\xe9])";
        let (error, kept) = edited(latin, None, "caf\u{e9} \u{672c}");
        assert_eq!(kept.as_deref(), Some("caf\u{e9} \u{672c}"));
        let message = format!("{error:#}");
        let begin = " has no `\u{672c}`; text kept in ";
        assert!(message.starts_with("not saved: "), "{message}");
        assert!(message.contains(begin), "{message}");

        let (error, _) = edited(latin, None, "5 \u{20ac}");
        let message = format!("{error:#}");
        let begin = "not saved: ISO-8859-1 has no `\u{20ac}`; ";
        assert!(message.starts_with(begin), "{message}");

        let (error, kept) = edited(b"(;C[Old])", Some(b"(;C[Other])"), "New");
        assert_eq!(kept.as_deref(), Some("New"));
        let message = format!("{error:#}");
        assert!(
            message.starts_with(
                "not saved: another program changed the file; open it again; text kept in "
            ),
            "{message}"
        );
    }
}
