//! What is a game record, and what only looks like one to a kind reader.

use kifu::Collection;

/// What is said of a file without any game.
pub(crate) const NOT_SGF: &str = "this is not SGF: there is no game tree in it";

/// How pages of the web begin.
const PAGES: [&[u8]; 5] = [b"<!doctype", b"<html", b"<head", b"<body", b"<?xml"];

/// Whether there is a game in it. In a page of the web a `;` does not make one, only a `(` and a `;`.
pub(crate) fn is_record(collection: &Collection) -> bool {
    !collection.is_empty() && !is_bare_page(collection.text().as_bytes())
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

    use super::is_record;

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
