//! A book as one HTML page.

use core::fmt::Write as _;

use super::figure::{caption, notes};
use super::{Block, Book, Figure, Paragraph};
use crate::lang::Word;
use crate::layout;
use crate::picture::Rgb;
use crate::svg::{self, escape};
use crate::theme::Theme;

const STYLE: &str = include_str!("page.css");

/// Headings down to this level are in the table of contents.
const LEVELS: u8 = 2;

impl Book {
    /// Writes the book as one HTML page without scripts or other files: diagrams as SVG with their captions, comments and
    /// text as paragraphs. Whole boards shrink to the width of a small screen, and on paper no diagram is broken. `title`
    /// is the title of the document if the book has none. Paper, columns and the scale of boards have no effect.
    pub fn html(&self, title: &str, theme: &Theme) -> String {
        let mut page = Page {
            html: String::with_capacity(1 << 16),
            theme,
            headings: 0,
        };
        page.head(self, title);
        if self.contents {
            page.contents(self);
        }
        let mut is_new_page = false;
        // Diagrams without text between them are side by side where there is room.
        let are_alike =
            |a: &Block, b: &Block| matches!((a, b), (Block::Figure(_), Block::Figure(_)));
        for group in self.blocks.chunk_by(are_alike) {
            match group {
                [block] => page.block(block, is_new_page),
                blocks => page.row(blocks.iter().flat_map(Block::figures)),
            }
            is_new_page = group.ends_with(&[Block::PageBreak]);
        }
        page.html.push_str("</main>\n</body>\n</html>\n");
        page.html
    }
}

struct Page<'a> {
    html: String,
    theme: &'a Theme,
    /// Number of headings so far.
    headings: usize,
}

impl Page<'_> {
    fn head(&mut self, book: &Book, title: &str) {
        let title = if book.title.is_empty() {
            title
        } else {
            &book.title
        };
        let ground = self.theme.page.background.unwrap_or(Rgb::WHITE);
        let _ = write!(
            self.html,
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n",
            book.lang.tag(),
            escape(title)
        );
        if !book.author.is_empty() {
            let author = escape(&book.author);
            let _ = writeln!(self.html, "<meta name=\"author\" content=\"{author}\">");
        }
        let _ = write!(
            self.html,
            "<style>\n{STYLE}body{{background:{ground};color:{}}}\n</style>\n</head>\n<body>\n<main>\n",
            self.theme.page.ink
        );
        if !book.title.is_empty() {
            let _ = writeln!(self.html, "<h1 dir=\"auto\">{}</h1>", escape(&book.title));
        }
        if !book.info.is_empty() {
            self.html.push_str("<ul class=\"facts\">\n");
            for (name, value) in &book.info {
                let (name, value) = (escape(name), escape(value));
                let _ = writeln!(self.html, "<li>{name}: <bdi>{value}</bdi></li>");
            }
            self.html.push_str("</ul>\n");
        }
    }

    fn contents(&mut self, book: &Book) {
        let headings = book.blocks.iter().filter_map(|block| match block {
            Block::Heading { level, text, .. } => Some((*level, text)),
            _ => None,
        });
        let _ = writeln!(
            self.html,
            "<nav aria-label=\"{}\">",
            book.lang.word(Word::Contents)
        );
        for (number, (level, text)) in headings.enumerate() {
            if level <= LEVELS {
                let text = escape(text);
                let _ = writeln!(
                    self.html,
                    "<a class=\"l{level}\" href=\"#heading-{number}\">{text}</a>"
                );
            }
        }
        self.html.push_str("</nav>\n");
    }

    fn block(&mut self, block: &Block, is_new_page: bool) {
        match block {
            Block::Heading {
                level,
                text,
                anchor,
            } => self.heading(*level, text, anchor, is_new_page),
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
            Block::Figure(figure) => self.figure(figure),
            Block::Row(figures) if figures.is_empty() => {}
            Block::Row(figures) => self.row(figures.iter()),
            Block::PageBreak => {}
        }
    }

    fn row<'b>(&mut self, figures: impl Iterator<Item = &'b Figure>) {
        self.html.push_str("<div class=\"row\">\n");
        for figure in figures {
            self.figure(figure);
        }
        self.html.push_str("</div>\n");
    }

    fn heading(&mut self, level: u8, text: &str, anchor: &str, is_new_page: bool) {
        let tag = if level == 1 { "h2" } else { "h3" };
        let class = if is_new_page { " class=\"break\"" } else { "" };
        let number = self.headings;
        self.headings += 1;
        let _ = write!(
            self.html,
            "<{tag} id=\"heading-{number}\"{class} dir=\"auto\">"
        );
        if !anchor.is_empty() {
            let _ = write!(self.html, "<span id=\"{}\"></span>", escape(anchor));
        }
        let _ = writeln!(self.html, "{}</{tag}>", escape(text));
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let Paragraph { lead, text, link } = paragraph;
        self.html.push_str("<p dir=\"auto\">");
        if !lead.is_empty() {
            let lead = linked(&format!("<b>{}</b>", escape(lead)), link);
            let _ = write!(self.html, "{lead} ");
        }
        let _ = writeln!(self.html, "{}</p>", lines(text));
    }

    fn figure(&mut self, figure: &Figure) {
        let scene = figure.scene();
        let board = layout::board_only(&scene, self.theme);
        self.html.push_str("<figure");
        if !figure.anchor.is_empty() {
            let _ = write!(self.html, " id=\"{}\"", escape(&figure.anchor));
        }
        let _ = write!(
            self.html,
            " style=\"--w:{:.0}\">\n{}",
            board.width,
            svg::draw(&board)
        );
        let caption = caption(&scene);
        let mut parts = Vec::new();
        if !caption.is_empty() {
            let caption = format!("<b>{}</b>", escape(&caption));
            parts.push(("note", linked(&caption, &figure.link)));
        }
        parts.extend(notes(&scene).map(|note| ("note", escape(&note))));
        let comment = scene.comment.lines().filter(|line| !line.trim().is_empty());
        parts.extend(comment.map(|line| ("text", escape(line))));
        if !parts.is_empty() {
            self.html.push_str("<figcaption>");
            for (class, part) in parts {
                let _ = write!(
                    self.html,
                    "<div class=\"{class}\" dir=\"auto\">{part}</div>"
                );
            }
            self.html.push_str("</figcaption>\n");
        }
        self.html.push_str("</figure>\n");
    }
}

/// HTML that leads to an anchor, if it is not empty.
fn linked(html: &str, anchor: &str) -> String {
    match anchor {
        "" => html.to_owned(),
        anchor => format!("<a href=\"#{}\">{html}</a>", escape(anchor)),
    }
}

/// A text with its line breaks.
fn lines(text: &str) -> String {
    let lines = text.trim().lines().map(escape);
    lines.collect::<Vec<_>>().join("<br>")
}

#[cfg(test)]
mod tests {
    use crate::book::{Block, Book, Figure, Paper};
    use crate::{Scene, Theme};

    fn book() -> Book {
        let mut book = Book::new(Paper::A5);
        book.title = "<Opening>".into();
        book.author = "A \"B\"".into();
        book.info = vec![("Black".into(), "A & B".into())];
        book.contents = true;
        let mut scene = Scene::go(9, 9);
        scene.caption = "Figure 1".into();
        scene.comment = "One <b>.\n\nTwo.".into();
        let mut figure = Figure::new(scene);
        figure.anchor = "figure-1".into();
        figure.link = "solution-1".into();
        book.blocks = vec![
            Block::heading(1, "First & last"),
            Block::Row(vec![figure]),
            Block::PageBreak,
            Block::heading(2, "Rest"),
            Block::paragraph("Lead", "a\nb <script>"),
        ];
        book
    }

    #[test]
    fn a_page_has_all_parts_of_a_book() {
        let html = book().html("unused", &Theme::default());
        for part in [
            "<title>&lt;Opening&gt;</title>",
            "<meta name=\"author\" content=\"A &quot;B&quot;\">",
            "<h1 dir=\"auto\">&lt;Opening&gt;</h1>",
            "<li>Black: <bdi>A &amp; B</bdi></li>",
            "<a class=\"l1\" href=\"#heading-0\">First &amp; last</a>",
            "<h2 id=\"heading-0\" dir=\"auto\">First &amp; last</h2>",
            "<figure id=\"figure-1\" style=\"--w:205\">\n<svg ",
            "<div class=\"note\" dir=\"auto\"><a href=\"#solution-1\"><b>Figure\u{a0}1</b></a></div>",
            "<div class=\"text\" dir=\"auto\">One &lt;b&gt;.</div><div class=\"text\" dir=\"auto\">Two.</div>",
            "<h3 id=\"heading-1\" class=\"break\" dir=\"auto\">Rest</h3>",
            "<p dir=\"auto\"><b>Lead</b> a<br>b &lt;script&gt;</p>",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
        assert!(!html.contains("<script"));
        assert!(!html.contains("http://") || html.matches("http://").count() == 1);
    }

    #[test]
    fn a_book_without_a_title_has_that_of_the_document() {
        let html = Book::new(Paper::A5).html("Games", &Theme::default());
        assert!(html.contains("<title>Games</title>") && !html.contains("<h1"));
    }
}
