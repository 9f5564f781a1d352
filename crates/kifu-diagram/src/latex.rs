//! The LaTeX pen: a picture as a `tikzpicture`.
//!
//! It needs only the package `tikz`, so it compiles on every LaTeX installation. Text is set in the fonts of the
//! document; scripts other than Latin need `LuaLaTeX` or `XeLaTeX` with a font that has them.

use core::fmt::Write as _;

use crate::book::{Block, Book, Figure, Paragraph};
use crate::layout;
use crate::picture::{Anchor, Fill, Item, Picture, Rgb, Shape, Step};
use crate::{Problem, Theme};

/// Millimeters to a unit: a cell is 6 mm wide, as in many books.
const MM: f32 = 0.3;

/// Writes a picture as a `tikzpicture`, for `\input` in a document. Scale it with `\resizebox`.
pub fn draw(picture: &Picture) -> String {
    let mut out = String::new();
    let title: String = picture
        .title
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = writeln!(out, "% {title}\n% \\usepackage{{tikz}}");
    let mut colors: Vec<Rgb> = Vec::new();
    for item in &picture.items {
        let fill = item.style.fill.map(Fill::mean);
        let stroke = item.style.stroke.map(|stroke| stroke.color);
        for color in fill.into_iter().chain(stroke) {
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
    }
    for color in &colors {
        let Rgb { r, g, b } = *color;
        let _ = writeln!(
            out,
            "\\definecolor{{{}}}{{RGB}}{{{r},{g},{b}}}",
            name(*color)
        );
    }
    // y grows downwards, as in the picture.
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[x={MM}mm,y=-{MM}mm,line cap=round,line join=round]\n\\useasboundingbox (0,0) rectangle ({},{});",
        number(picture.width),
        number(picture.height)
    );
    let mut items = picture.items.iter().peekable();
    while let Some(first) = items.next() {
        if let Shape::Text { .. } = first.shape {
            text(&mut out, first);
            continue;
        }
        // Parts of one piece may overlap: each covers the outlines of those before it.
        let is_layered = first.style.fill.is_some()
            && first.style.stroke.is_some()
            && matches!(first.shape, Shape::Path(_));
        let _ = write!(out, "\\path[{}]", options(first));
        shape(&mut out, &first.shape);
        while let Some(next) = items.next_if(|next| {
            next.style == first.style
                && !is_layered
                && !matches!(next.shape, Shape::Text { .. })
                && !matches!(first.style.fill, Some(Fill::Ball(..)))
        }) {
            out.push_str("\n ");
            shape(&mut out, &next.shape);
        }
        out.push_str(";\n");
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

/// A whole document with one picture to a page. It needs no class or package
/// beyond `article` and `tikz`.
pub fn document(pictures: &[Picture]) -> String {
    let mut out = String::from(
        "\\documentclass{article}\n\\usepackage{tikz}\n\\renewcommand{\\familydefault}{\\sfdefault}\n\\pagestyle{empty}\n\\begin{document}\n",
    );
    for picture in pictures {
        // A picture wider than the text extends on both sides.
        out.push_str("\\noindent\\makebox[\\linewidth]{%\n");
        out.push_str(&draw(picture));
        out.push_str("}\\clearpage\n");
    }
    out.push_str("\\end{document}\n");
    out
}

/// A book as a document: its title and facts, headings, text, and a picture of each diagram. Also reports characters that
/// pdfLaTeX lacks without further packages.
pub fn book(book: &Book, theme: &Theme, options: &layout::Options) -> (String, Vec<Problem>) {
    let mut out = String::from(
        "\\documentclass{article}\n\\usepackage{tikz}\n\\renewcommand{\\familydefault}{\\sfdefault}\n\\setlength{\\parindent}{0pt}\n\\setlength{\\parskip}{6pt}\n\\begin{document}\n",
    );
    let mut characters = String::new();
    if !book.title.is_empty() {
        let _ = writeln!(out, "\\section*{{{}}}", words(&book.title, &mut characters));
    }
    for (name, value) in &book.info {
        let fact = format!("{name}: {value}");
        let _ = writeln!(out, "{}\n", words(&fact, &mut characters));
    }
    for block in &book.blocks {
        let draw = |figure: &Figure| layout::draw_as(&figure.scene(), theme, options);
        add_block(&mut out, block, draw, &mut characters);
    }
    out.push_str("\\end{document}\n");
    (out, missing(&characters))
}

/// Adds a part of a book.
fn add_block(
    out: &mut String,
    block: &Block,
    picture: impl Fn(&Figure) -> Picture,
    characters: &mut String,
) {
    match block {
        Block::Heading { level, text, .. } => {
            let command = if *level == 1 { "section" } else { "subsection" };
            let _ = writeln!(out, "\\{command}*{{{}}}", words(text, characters));
        }
        Block::Paragraph(Paragraph { lead, text, .. }) => {
            if !lead.is_empty() {
                let _ = write!(out, "\\textbf{{{}}} ", words(lead, characters));
            }
            let _ = writeln!(out, "{}\n", words(text, characters));
        }
        Block::Figure(_) | Block::Row(_) => {
            for picture in block.figures().iter().map(picture) {
                characters.extend(picture.texts());
                // A picture wider than the text extends on both sides.
                let _ = writeln!(out, "\\makebox[\\linewidth]{{%\n{}}}\n", draw(&picture));
            }
        }
        Block::PageBreak => out.push_str("\\clearpage\n"),
    }
}

/// A text for LaTeX, with its line breaks; its characters are added to `characters`.
fn words(text: &str, characters: &mut String) -> String {
    characters.push_str(text);
    let lines = text
        .trim()
        .lines()
        .map(|line| escape(&line.replace('\t', " ")));
    lines.collect::<Vec<_>>().join("\\newline{}\n")
}

/// Reports characters that pdfLaTeX lacks without further packages; names 20 at most.
pub fn problems(pictures: &[Picture]) -> Vec<Problem> {
    let texts = pictures.iter().flat_map(Picture::texts);
    missing(&texts.collect::<String>())
}

/// Reports the characters of a text that pdfLaTeX lacks.
fn missing(text: &str) -> Vec<Problem> {
    let foreign = |c: &char| !matches!(c, '\0'..='\u{24f}' | '\u{2010}'..='\u{2026}');
    let mut found = String::new();
    for c in text.chars() {
        if foreign(&c) && !c.is_control() && !found.contains(c) {
            found.push(c);
            if found.chars().count() == MOST_NAMED {
                break;
            }
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    vec![Problem::NotInFormat {
        format: "pdfLaTeX",
        what: format!("`{found}`; compile with LuaLaTeX or XeLaTeX, and a font that has them"),
    }]
}

/// Maximum number of characters named in a problem.
const MOST_NAMED: usize = 20;

fn name(color: Rgb) -> String {
    format!("kifu{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn options(item: &Item) -> String {
    let mut parts = Vec::new();
    match item.style.fill {
        Some(Fill::Solid(color)) => parts.push(format!("fill={}", name(color))),
        Some(fill @ (Fill::Linear(..) | Fill::Ball(..))) => {
            parts.push(format!("fill={}", name(fill.mean())));
        }
        None => {}
    }
    if let Some(stroke) = item.style.stroke {
        parts.push(format!(
            "draw={},line width={}mm",
            name(stroke.color),
            number(stroke.width * MM)
        ));
        if stroke.dashed {
            parts.push("densely dashed".into());
        }
    }
    if item.style.opacity < 1.0 {
        parts.push(format!("opacity={}", number(item.style.opacity)));
    }
    parts.join(",")
}

fn shape(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Circle { x, y, r } => write!(
            out,
            " ({},{}) circle[radius={}mm]",
            number(*x),
            number(*y),
            number(r * MM)
        ),
        Shape::Rect { x, y, w, h, .. } => write!(
            out,
            " ({},{}) rectangle ({},{})",
            number(*x),
            number(*y),
            number(x + w),
            number(y + h)
        ),
        Shape::Path(steps) => {
            for step in steps {
                let _ = match *step {
                    Step::Move(x, y) => write!(out, " ({},{})", number(x), number(y)),
                    Step::Line(x, y) => write!(out, "--({},{})", number(x), number(y)),
                    Step::Curve([a, b, end]) => {
                        let [ax, ay, bx, by, x, y] = [a.0, a.1, b.0, b.1, end.0, end.1].map(number);
                        write!(out, "..controls ({ax},{ay}) and ({bx},{by})..({x},{y})")
                    }
                    Step::Close => write!(out, "--cycle"),
                };
            }
            Ok(())
        }
        Shape::Text { .. } => Ok(()),
    };
}

fn text(out: &mut String, item: &Item) {
    let Shape::Text {
        x,
        y,
        size,
        anchor,
        bold,
        text,
        ..
    } = &item.shape
    else {
        return;
    };
    let anchor = match anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    // 1 mm is 2.845 points of TeX.
    let points = size * MM * 2.845;
    let color = item.style.fill.map_or(Rgb::BLACK, Fill::mean);
    let _ = writeln!(
        out,
        "\\node[anchor={anchor},inner sep=0,text={}] at ({},{}) {{\\fontsize{{{}}}{{{}}}\\selectfont{} {}}};",
        name(color),
        number(*x),
        number(*y),
        number(points),
        number(points * 1.2),
        if *bold { "\\bfseries" } else { "" },
        escape(text)
    );
}

fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.to_owned()
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("{\\char34}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '–' => out.push_str("--"),
            '…' => out.push_str("\\dots{}"),
            '·' => out.push_str("\\textperiodcentered{}"),
            '\u{2028}' | '\u{2029}' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
