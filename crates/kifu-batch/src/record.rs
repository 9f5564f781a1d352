//! Game records, and files that only look like one to a lenient reader.

use kifu_formats::{Confidence, Format};
use kifu_sgf::Collection;
use kifu_syntax::{Event, EventKind, Parser};

use crate::archive::is_packed_data;
use crate::error::{Error, ErrorKind};

/// The error for `bytes` without a game.
#[must_use]
pub fn not_sgf(bytes: &[u8]) -> ErrorKind {
    match Format::of(bytes) {
        None if is_packed_data(bytes) => ErrorKind::NestedArchive,
        None if is_json(bytes) => ErrorKind::Json,
        None => ErrorKind::NotSgf(None),
        Some(format) => {
            let import = format.read(bytes);
            if !import.collection.is_empty() {
                return ErrorKind::NotSgf(Some(format));
            }
            let why = import.notes.iter().next();
            let why = why.map(ToString::to_string).unwrap_or_default();
            ErrorKind::NoGame { format, why }
        }
    }
}

/// Whether `bytes` begin as a collection does in JSON: an object with games, and the name of their file if there are
/// several.
fn is_json(bytes: &[u8]) -> bool {
    let Some(inner) = bytes.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    [&b"\"games\""[..], b"\"file\""]
        .iter()
        .any(|name| inner.trim_ascii_start().starts_with(name))
}

/// Refuses a collection without any game.
///
/// # Errors
/// There is no game; the error names the format of the file, if known.
pub fn ensure_record(collection: &Collection, name: &str) -> Result<(), Error> {
    if is_record(collection) {
        return Ok(());
    }
    Err(Error::new(name, not_sgf(collection.source().bytes())))
}

/// Whether `bytes` are an archive or a record in another format, in which a lenient reader may find nodes.
///
/// Text that begins with a parenthesis is never taken for another format.
#[must_use]
pub fn is_foreign(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    !text.trim_ascii_start().starts_with(b"(")
        && (is_packed_data(bytes)
            || Format::detect(bytes)
                .is_some_and(|(_, confidence)| confidence == Confidence::Certain))
}

/// The beginnings of web pages.
const PAGES: [&[u8]; 5] = [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml"];

/// Whether a collection has a game. In a web page `;` alone does not begin one, only `(` and `;`.
#[must_use]
pub fn is_record(collection: &Collection) -> bool {
    !collection.is_empty()
        && !is_page_without_game(collection.text().as_bytes())
        && !is_foreign(collection.source().bytes())
}

/// Whether `text` contains a node. Empty trees are not games.
#[must_use]
pub fn has_game(text: &str) -> bool {
    let is_node = |event: Event| event.kind == EventKind::NodeBegin;
    Parser::new(text.as_bytes()).any(is_node)
}

/// Whether `text` is a web page in which no `;` follows a `(`.
#[must_use]
pub fn is_page_without_game(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let begins = |page: &&[u8]| {
        text.get(..page.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(page))
    };
    let has_game = || {
        let mut openers = text.split(|byte| *byte == b'(').skip(1);
        openers.any(|behind| behind.trim_ascii_start().starts_with(b";"))
    };
    PAGES.iter().any(begins) && !has_game()
}

#[cfg(test)]
mod tests {
    use kifu_sgf::Collection;

    use super::{is_foreign, is_record};

    #[test]
    fn a_game_behind_a_text_is_no_other_format() {
        let tail = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[pd];W[dd]C[GM[x\\] thanks ;)])";
        let diagram = "$$B diagram\n$$ ----\n$$ . . X\n";
        for (text, is_other) in [
            (format!("Here is our game.\n{tail}"), false),
            (
                "Our game.\n(;GM[Go]SZ[19]C[thanks ;)];B[pd];W[dd])".to_owned(),
                false,
            ),
            (")\n(;GM[Go]SZ[9]C[ok ;)];B[aa])".to_owned(), false),
            (
                ";GM[Go]SZ[9];B[aa];)\n(;FF[4]GM[1]SZ[9]PB[x];B[bb])".to_owned(),
                false,
            ),
            (format!("Saved\n(;FF[4]C[\n{diagram}];B[aa])"), false),
            (format!(";FF[4]C[\n{diagram}];B[aa])"), false),
            ("<Go><GoGame>\n(;FF[4]GM[1];B[aa])".to_owned(), false),
            (
                "a log\n(;GM[Othello]PC[GGS]TY[8]B[d3]W[c5];)".to_owned(),
                true,
            ),
            (format!("a page\n{diagram}"), true),
        ] {
            assert_eq!(is_foreign(text.as_bytes()), is_other, "{text}");
        }
    }

    #[test]
    fn pages_are_no_records_unless_there_is_one_in_them() {
        for (text, is_one) in [
            ("(;B[aa])", true),
            (";B[aa]", true),
            ("", false),
            (
                "\n <!DOCTYPE html><script>f(1); a[0] = (x);</script>",
                false,
            ),
            ("<HTML><pre>(\n;B[aa])</pre>", true),
            ("<b>a mail</b> ;B[aa]", true),
        ] {
            assert_eq!(is_record(&Collection::from(text)), is_one, "{text}");
        }
    }
}
