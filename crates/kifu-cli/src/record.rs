//! What is a game record, and what only looks like one to a kind reader.

use kifu::Collection;
use kifu::syntax::{Event, EventKind, Parser};
use kifu_formats::{Confidence, Format};

use crate::archive::begins_packed;

/// What is said of a file without any game.
const NOT_SGF: &str = "this is not SGF: there is no game tree in it";

/// What is said of an archive in what is no file of its own.
const PACKED: &str = "this is not SGF but an archive, which is read only where it is a file by itself: unpack it, \
                      or save it and name the file";

/// What is said of `bytes` in which there is no game: also what they are, where that is known.
pub(crate) fn not_sgf(bytes: &[u8]) -> String {
    match Format::of(bytes) {
        Some(format) => format!(
            "this is not SGF but {}: `kifu convert --to sgf` makes SGF of it",
            format.title()
        ),
        None if begins_packed(bytes) => PACKED.to_owned(),
        None => NOT_SGF.to_owned(),
    }
}

/// Passes a collection in which there is a game; of any other it is said what it is.
pub(crate) fn ensure_record(collection: &Collection, name: &str) -> anyhow::Result<()> {
    anyhow::ensure!(
        is_record(collection),
        "{name}: {}",
        not_sgf(collection.source().bytes())
    );
    Ok(())
}

/// Whether it is an archive or a record in another format, in which a kind reader may find nodes.
///
/// What begins with a parenthesis is not asked: nearly all files do.
pub(crate) fn is_foreign(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    !text.trim_ascii_start().starts_with(b"(")
        && (begins_packed(bytes)
            || Format::detect(bytes)
                .is_some_and(|(_, confidence)| confidence == Confidence::Certain))
}

/// How pages of the web begin.
const PAGES: [&[u8]; 5] = [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml"];

/// Whether there is a game in it. In a page of the web a `;` does not make one, only a `(` and a `;`.
pub(crate) fn is_record(collection: &Collection) -> bool {
    !collection.is_empty()
        && !is_bare_page(collection.text().as_bytes())
        && !is_foreign(collection.source().bytes())
}

/// Whether there is a node in `text`. Empty trees are no game.
pub(crate) fn has_game(text: &str) -> bool {
    let is_node = |event: Event| event.kind == EventKind::NodeBegin;
    Parser::new(text.as_bytes()).any(is_node)
}

/// Whether it is a page of the web in which no `;` stands behind a `(`.
pub(crate) fn is_bare_page(text: &[u8]) -> bool {
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
    use kifu::Collection;

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
