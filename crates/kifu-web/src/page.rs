use std::fmt::Write as _;

use crate::PLAYER;

/// Mode of the player on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Step through the game.
    #[default]
    View,
    /// Solve a problem.
    Problem,
}

/// A self-contained HTML page with the player.
///
/// ```
/// let page = kifu_web::Page {
///     title: "A game",
///     record: "(;SZ[9];B[ee]C[</script>])",
///     ..kifu_web::Page::default()
/// };
/// let html = page.to_html();
/// assert!(html.contains("<title>A game</title>"));
/// assert!(html.contains("C[<\\/script>]"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Page<'a> {
    /// The title of the document.
    pub title: &'a str,
    /// The heading above the player; none if empty.
    pub heading: &'a str,
    /// The record as SGF.
    pub record: &'a str,
    /// An SVG document that is shown until the player is ready, and without JavaScript.
    pub fallback: &'a str,
    /// Mode of the player.
    pub mode: Mode,
    /// Other attributes of `<kifu-player>`, such as `("node", "50")`.
    pub attributes: &'a [(&'a str, String)],
}

const STYLE: &str = "\
:root{color-scheme:light dark}
body{margin:0 auto;max-width:80rem;padding:1rem;font:1rem/1.4 system-ui,sans-serif;background:#fff;color:#1b1b1b}
h1{font-size:1.25rem;margin:0 0 .75rem}
kifu-player>svg{display:block;max-width:100%;height:auto;margin:auto;background:#fff}
@media (prefers-color-scheme:dark){body{background:#191919;color:#eee}}
@media (max-width:40rem){body{padding:.25rem}}";

impl Page<'_> {
    /// The page as HTML, in UTF-8.
    #[must_use]
    pub fn to_html(&self) -> String {
        let script = String::from_utf8(PLAYER.bytes()).unwrap_or_default();
        let mut html = String::with_capacity(script.len() + self.record.len() + 4096);
        let title = escape(self.title);
        let _ = write!(
            html,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n"
        );
        if !self.heading.is_empty() {
            let _ = writeln!(html, "<h1>{}</h1>", escape(self.heading));
        }
        html.push_str("<kifu-player");
        if self.mode == Mode::Problem {
            html.push_str(" mode=\"problem\"");
        }
        for (name, value) in self.attributes {
            let _ = write!(html, " {name}=\"{}\"", escape(value));
        }
        html.push_str(">\n");
        html.push_str(self.fallback);
        html.push_str("<script type=\"application/x-go-sgf\">\n");
        html.push_str(&embedded(self.record));
        html.push_str("\n</script>\n</kifu-player>\n</main>\n<script>");
        html.push_str(&script.replace("</script", "<\\/script"));
        html.push_str("</script>\n</body>\n</html>\n");
        html
    }
}

/// SGF that cannot end the script element it is put into. A backslash before `/` or `!` changes no value.
fn embedded(record: &str) -> String {
    record.replace("</", "<\\/").replace("<!", "<\\!")
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Mode, Page};

    #[test]
    fn a_record_cannot_end_its_element() {
        let record = "(;C[</script><script>alert(1)</script>]GC[<!--<script>])";
        let html = Page {
            record,
            ..Page::default()
        }
        .to_html();
        let start = html.find("x-go-sgf\">").unwrap();
        let text = &html[start..];
        let end = text.find("</script").unwrap();
        assert!(
            text[..end].contains("GC[<\\!--<script>])"),
            "{}",
            &text[..end]
        );
    }

    #[test]
    fn names_are_escaped() {
        let attributes = [("node", "\"><b>".to_owned())];
        let page = Page {
            title: "<a & \"b\">",
            heading: "<i>",
            mode: Mode::Problem,
            attributes: &attributes,
            ..Page::default()
        };
        let html = page.to_html();
        assert!(html.contains("<title>&lt;a &amp; &quot;b&quot;&gt;</title>"));
        assert!(html.contains("<h1>&lt;i&gt;</h1>"));
        assert!(html.contains("<kifu-player mode=\"problem\" node=\"&quot;&gt;&lt;b&gt;\">"));
    }
}
