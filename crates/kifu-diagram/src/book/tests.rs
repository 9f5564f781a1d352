//! Laws of pages: no content outside of the margins, no overlap, one scale, captions of a row on one line, no
//! forbidden line starts or ends.

use proptest::prelude::*;

use super::{Block, Book, Figure, Paper};
use crate::measure;
use crate::picture::{Anchor, Item, Picture, Role, Shape, Step};
use crate::scene::{CoordinateLabels, Note, Piece, Place, Point, Rect, Scene};
use crate::{Color, Theme};

/// Left, top, right and bottom.
type Bounds = [f32; 4];

fn bounds(item: &Item) -> Bounds {
    match &item.shape {
        Shape::Circle { x, y, r } => [x - r, y - r, x + r, y + r],
        Shape::Rect { x, y, w, h, .. } => [*x, *y, x + w, y + h],
        Shape::Path(steps) => steps.iter().fold(
            [f32::MAX, f32::MAX, f32::MIN, f32::MIN],
            |b, step| match *step {
                Step::Move(x, y) | Step::Line(x, y) => {
                    [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)]
                }
                Step::Curve(points) => points.iter().fold(b, |b, &(x, y)| {
                    [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)]
                }),
                Step::Close => b,
            },
        ),
        Shape::Text {
            x,
            y,
            size,
            anchor,
            bold,
            spacing,
            text,
        } => {
            #[expect(clippy::cast_precision_loss, reason = "a line")]
            let spread = text.matches([' ', '\u{a0}']).count() as f32 * spacing.word
                + text.chars().count().saturating_sub(1) as f32 * spacing.letter;
            let width = measure::width_of(text, *bold) * size + spread;
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            [left, y - size * 0.8, left + width, y + size * 0.25]
        }
    }
}

fn around(items: &[Item]) -> Bounds {
    items
        .iter()
        .map(bounds)
        .fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |a, b| {
            [
                a[0].min(b[0]),
                a[1].min(b[1]),
                a[2].max(b[2]),
                a[3].max(b[3]),
            ]
        })
}

fn check_page(book: &Book, number: usize, page: &Picture) {
    let paper = &book.paper;
    let mut areas: Vec<(Bounds, &Role)> = Vec::new();
    for region in &page.regions {
        let area = around(&page.items[region.items.clone()]);
        if region.role != Role::Header {
            let left = paper.left(number);
            assert!(
                area[0] > left - 1.0,
                "page {number}: {area:?} {:?}",
                region.role
            );
            assert!(
                area[2] < left + paper.text_width() + 1.0,
                "page {number}: {area:?} {:?}",
                region.role
            );
            assert!(area[1] > paper.top - 1.0, "page {number}: {area:?}");
            assert!(
                area[3] < paper.lower_end() + 2.0,
                "page {number}: {area:?} {:?}",
                region.role
            );
        }
        for (other, role) in &areas {
            let apart = area[0] >= other[2] - 0.5
                || other[0] >= area[2] - 0.5
                || area[1] >= other[3] - 0.5
                || other[1] >= area[3] - 0.5;
            assert!(
                apart,
                "page {number}: {:?} {area:?} over {role:?} {other:?}",
                region.role
            );
        }
        areas.push((area, &region.role));
    }
    for text in page.texts() {
        let wide = text
            .chars()
            .filter(|&c| measure::character(c, false) >= 1.0)
            .count();
        let mut chars = text.chars();
        if let (Some(first), true) = (chars.next(), wide > 6) {
            assert!(!measure::must_not_begin(first), "{text}");
            let last = chars.next_back().unwrap_or(first);
            assert!(!measure::must_not_end(last), "{text}");
        }
    }
}

/// The sizes of stones: one, if all diagrams have one scale.
fn radii(pages: &[Picture]) -> Vec<i32> {
    let items = pages.iter().flat_map(|page| &page.items);
    let radii = items.filter_map(|item| match item.shape {
        #[expect(clippy::cast_possible_truncation, reason = "a radius in hundredths")]
        Shape::Circle { r, .. } if r > 2.0 => Some((r * 100.0).round() as i32),
        _ => None,
    });
    let mut radii: Vec<i32> = radii.collect();
    radii.sort_unstable();
    radii.dedup();
    radii
}

fn scene(size: u16, crop: Option<(u16, u16)>, caption: &str) -> Scene {
    let mut scene = Scene::go(size, size);
    scene.caption = caption.to_owned();
    scene.spot(Point::new(1, 1)).piece = Some(Piece::Stone(Color::Black));
    scene.crop = crop.map(|(x, y)| {
        Rect::new(
            Point::new(0, 0),
            Point::new(x.min(size - 1), y.min(size - 1)),
        )
    });
    scene
}

const TEXTS: [&str; 5] = [
    "Black 12 was the move of the game, and White had no good answer to it.",
    "黒は隅を守るよりほかになく、白は外側を厚くして打ちやすい（中央が広い）。「アキ三角」は愚形だが、ここではやむをえない。",
    "黑棋这里只好补棋，白棋外势很厚，局面好下。",
    "흑은 귀를 지킬 수밖에 없고 백은 바깥쪽이 두터워 두기 편하다.",
    "Averyveryverylongwordwithoutanyblankinitthatcannotbebrokenanywhereatallbutmustbecutsomewhere.",
];

fn block() -> impl Strategy<Value = Block> {
    let figure = (
        5..20_u16,
        prop::option::of((3..19_u16, 3..19_u16)),
        0..3_usize,
    )
        .prop_map(|(size, crop, text)| {
            let caption = ["", "Figure 1 (1–50)", "第1譜（1–50）"][text];
            let mut scene = scene(size, crop, caption);
            scene.comment = if text == 1 {
                TEXTS[0].into()
            } else {
                String::new()
            };
            Figure::new(scene)
        });
    let text = (0..TEXTS.len(), 1..12_usize)
        .prop_map(|(text, times)| Block::paragraph("12", TEXTS[text].repeat(times)));
    prop_oneof![
        text,
        figure.clone().prop_map(Block::Figure),
        prop::collection::vec(figure, 1..9).prop_map(Block::Row),
        (1..4_u8).prop_map(|level| Block::heading(level, "A heading")),
        Just(Block::PageBreak),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn pages_keep_the_laws(
        blocks in prop::collection::vec(block(), 1..14),
        paper in 0..6_usize,
        contents: bool,
    ) {
        let papers = [Paper::A4, Paper::A5, Paper::B5, Paper::B6, Paper::LETTER, Paper::TRADE];
        let mut book = Book::new(papers[paper]);
        book.title = "A book".into();
        book.contents = contents;
        book.blocks = blocks;
        let (pages, problems) = book.pages(&Theme::default());
        let pictures: Vec<Picture> = pages.iter().collect();
        for (number, page) in (1..).zip(&pictures) {
            check_page(&book, number, page);
        }
        prop_assert!(pages.cell >= super::LEAST_CELL - 0.01);
        if problems.is_empty() {
            prop_assert!(radii(&pictures).len() <= 1);
        }
        let figures = book.figures().count();
        let drawn = pictures.iter().flat_map(|page| &page.regions);
        let drawn = drawn.filter(|region| matches!(region.role, Role::Figure(_))).count();
        prop_assert_eq!(figures, drawn);
    }
}

#[test]
fn captions_of_a_row_stand_on_one_line() {
    let mut book = Book::new(Paper::A5);
    let crops = [(3, 5), (4, 8), (3, 10)];
    book.blocks = vec![Block::Row(
        crops
            .iter()
            .map(|&crop| Figure::new(scene(19, Some(crop), "Problem")))
            .collect(),
    )];
    let (pages, _) = book.pages(&Theme::default());
    let page = pages.draw(0);
    let texts = page.items.iter().filter_map(|item| match &item.shape {
        Shape::Text { y, text, .. } if text == "Problem" => Some(*y),
        _ => None,
    });
    let lines: Vec<f32> = texts.collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines.iter().all(|y| (y - lines[0]).abs() < 0.01),
        "{lines:?}"
    );
}

#[test]
fn the_cell_is_that_asked_for() {
    let mut book = Book::new(Paper::A5);
    book.cell = Some(10.0);
    book.blocks = vec![Block::Figure(Figure::new(scene(9, None, "")))];
    let (pages, problems) = book.pages(&Theme::default());
    assert!((pages.cell - 10.0).abs() < 1e-4 && problems.is_empty());
    book.cell = Some(200.0);
    assert_eq!(book.pages(&Theme::default()).1.len(), 1);
}

#[test]
fn diagrams_without_text_stand_two_on_a_page() {
    for (paper, is_reduced) in [(Paper::A5, true), (Paper::B5, false), (Paper::TRADE, false)] {
        let mut book = Book::new(paper);
        book.title = "A game".into();
        book.blocks = (1..=5)
            .map(|number| {
                let mut scene = scene(19, None, &format!("Figure {number}"));
                scene.coordinates = CoordinateLabels::western();
                Block::Figure(Figure::new(scene))
            })
            .collect();
        let (pages, problems) = book.pages(&Theme::default());
        assert_eq!((pages.len(), problems.len()), (3, 0), "{paper:?}");
        // Text between them fills pages: then boards need not be smaller.
        let cell = pages.cell;
        for at in (1..=5).rev() {
            book.blocks
                .insert(at, Block::paragraph("", TEXTS[0].repeat(9)));
        }
        let with_text = book.pages(&Theme::default()).0.cell;
        assert_eq!(with_text > cell, is_reduced, "{paper:?}");
    }
}

#[test]
fn diagrams_with_notes_stand_two_on_a_page() {
    let mut book = Book::new(Paper::A5);
    book.title = "A game".into();
    let figures = (1..=9).map(|number| {
        let mut scene = scene(19, None, &format!("Figure {number}"));
        scene.coordinates = CoordinateLabels::western();
        let notes = if number % 2 == 0 { 9 } else { 0 };
        scene.notes = (0..notes)
            .map(|move_number| Note {
                number: move_number,
                side: None,
                place: Place::Number(move_number + 100),
            })
            .collect();
        Block::Figure(Figure::new(scene))
    });
    book.blocks = figures.collect();
    let (pages, problems) = book.pages(&Theme::default());
    assert_eq!((pages.len(), problems.len()), (5, 0));
    assert!(pages.cell >= super::LEAST_CELL);
}

/// The middles of the diagrams of a page, from the left end of its text, in parts of its width.
fn middles(book: &Book, page: &Picture, number: usize) -> Vec<f32> {
    let boards = page.regions.iter();
    let boards = boards.filter(|region| matches!(region.role, Role::Figure(_)));
    let middle = |area: Bounds| f32::midpoint(area[0], area[2]) - book.paper.left(number);
    boards
        .map(|board| middle(around(&page.items[board.items.clone()])) / book.paper.text_width())
        .collect()
}

#[test]
fn a_diagram_alone_in_its_row_is_in_the_middle() {
    let mut book = Book::new(Paper::A5);
    for (first, expected) in [((18, 5), vec![0.5, 0.5]), ((5, 5), vec![0.25, 0.75, 0.25])] {
        let last = expected.len();
        let row = (1..=last).map(|_| Figure::new(scene(19, Some(first), "")));
        let mut row: Vec<Figure> = row.collect();
        row[last - 1] = Figure::new(scene(19, Some((5, 5)), ""));
        book.cell = Some(if last == 2 { 14.0 } else { 18.0 });
        book.blocks = vec![Block::Row(row)];
        let (pages, _) = book.pages(&Theme::default());
        let middles = middles(&book, &pages.draw(0), 1);
        assert_eq!(middles.len(), last);
        for (middle, expected) in middles.iter().zip(&expected) {
            assert!((middle - expected).abs() < 0.03, "{middles:?}");
        }
    }
}

#[test]
fn captions_use_the_width_of_the_column() {
    let mut book = Book::new(Paper::A5);
    let caption = "Diagram 10 (in place of 3 in Diagram 9)";
    book.blocks = vec![Block::Row(vec![Figure::new(scene(
        19,
        Some((5, 5)),
        caption,
    ))])];
    let is_whole = |book: &Book| {
        let (pages, _) = book.pages(&Theme::default());
        let page = pages.draw(0);
        let texts: Vec<String> = page
            .texts()
            .map(|text| text.replace('\u{a0}', " "))
            .collect();
        assert!(
            !texts.iter().any(|text| text.starts_with("9)")),
            "{texts:?}"
        );
        texts.iter().any(|text| text == caption)
    };
    assert!(is_whole(&book));
    book.words = 26.0;
    assert!(!is_whole(&book));
}

#[test]
fn contents_lead_to_their_headings() {
    let mut book = Book::new(Paper::B6);
    book.contents = true;
    for number in 1..90 {
        book.blocks
            .push(Block::heading(1, format!("Chapter {number}")));
        book.blocks.push(Block::paragraph("", TEXTS[0]));
    }
    let (pages, _) = book.pages(&Theme::default());
    let anchors = pages.anchors();
    let pictures: Vec<Picture> = pages.iter().collect();
    let links: Vec<&String> = pictures
        .iter()
        .flat_map(|page| &page.links)
        .map(|link| &link.to)
        .collect();
    assert_eq!(links.len(), 89);
    assert!(links.iter().all(|&link| anchors.contains_key(link)));
    for (index, page) in pictures.iter().enumerate() {
        for (name, y) in &page.anchors {
            assert_eq!(anchors.get(name), Some(&(index, *y)));
        }
    }
    for bookmark in &pages.bookmarks {
        let page = &pictures[bookmark.page];
        assert!(
            page.texts().any(|text| text == bookmark.text),
            "{bookmark:?}"
        );
    }
}

#[test]
fn contents_have_the_ends_of_long_headings() {
    let players = "Honinbo Shusaku the Great – Gennan Inseki of the House of Inoue";
    for count in [4, 40] {
        let mut book = Book::new(Paper::A5);
        book.contents = true;
        for number in 0..count {
            let heading = format!("{players}, 1846-01-{number:02}");
            book.blocks.push(Block::heading(1, heading));
            book.blocks.push(Block::paragraph("", TEXTS[0]));
        }
        let (pages, _) = book.pages(&Theme::default());
        let first = pages.bookmarks[0].page;
        let table: Vec<Picture> = pages.iter().take(first).collect();
        let text: Vec<&str> = table.iter().flat_map(Picture::texts).collect();
        for number in 0..count {
            let date = format!("1846-01-{number:02}");
            assert!(text.iter().any(|line| line.ends_with(&date)), "{date}");
        }
        let bottom = book.paper.lower_end();
        for page in &table {
            assert!(page.links.iter().all(|link| link.y + link.h <= bottom));
        }
    }
    // A heading without an end is cut.
    let mut book = Book::new(Paper::A5);
    book.contents = true;
    book.blocks.push(Block::heading(1, "word ".repeat(200)));
    let (pages, _) = book.pages(&Theme::default());
    let page = pages.iter().next().expect("a page");
    assert!(page.texts().any(|line| line.ends_with('…')));
}

#[test]
fn texts_from_right_to_left_begin_at_the_right_margin() {
    let mut book = Book::new(Paper::A5);
    let hebrew = "ראשון D4 שני".to_owned();
    book.blocks = vec![
        Block::paragraph("", hebrew.clone()),
        Block::paragraph("Black 1", hebrew.clone()),
        Block::paragraph("", format!("D4 {hebrew}")),
        Block::paragraph("", "First ראשון"),
    ];
    let (pages, _) = book.pages(&Theme::default());
    let page = pages.iter().next().expect("a page");
    let texts = page.items.iter().filter_map(|item| match &item.shape {
        Shape::Text {
            anchor, text, x, ..
        } => Some((text.as_str(), *anchor, *x)),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    let of = |wanted: &str| {
        let mut found = texts.iter().filter(|(text, ..)| text.contains(wanted));
        *found.next().unwrap_or_else(|| panic!("{wanted}"))
    };
    let (text, anchor, right) = of("ראשון D4");
    assert_eq!(
        (text, anchor),
        ("\u{202b}ראשון D4 שני\u{202c}", Anchor::End)
    );
    let (_, anchor, lead) = of("Black 1");
    assert_eq!((anchor, lead), (Anchor::End, right));
    let (text, anchor, left) = of("First");
    assert_eq!((text, anchor), ("First ראשון", Anchor::Start));
    assert!((right - left - book.paper.text_width()).abs() < 0.01);
}

#[test]
fn links_lead_to_their_diagrams() {
    let mut book = Book::new(Paper::A5);
    let figures = (1..=40).map(|number| {
        let mut figure = Figure::new(scene(19, Some((3, 8)), "Problem"));
        figure.anchor = format!("problem-{number}");
        figure.link = format!("problem-{}", 41 - number);
        figure
    });
    book.blocks = vec![Block::Row(figures.collect())];
    let (pages, _) = book.pages(&Theme::default());
    let anchors = pages.anchors();
    assert_eq!(anchors.len(), 40);
    let mut links = 0;
    for (index, page) in pages.iter().enumerate() {
        links += page.links.len();
        assert!(page.links.iter().all(|link| anchors.contains_key(&link.to)));
        for (name, y) in &page.anchors {
            assert_eq!(anchors.get(name), Some(&(index, *y)));
            // A region of a diagram begins a little below.
            let boards = page.regions.iter();
            let mut boards = boards.filter(|region| matches!(region.role, Role::Figure(_)));
            assert!(boards.any(|board| {
                let top = around(&page.items[board.items.clone()])[1];
                (top - y - 10.0).abs() < 0.01
            }));
        }
    }
    assert_eq!(links, 40);
}

proptest! {
    /// The scene of a diagram is the one it was made of.
    #[test]
    fn scenes_are_kept_whole(stones in prop::collection::vec((0..19_u16, 0..19_u16, 0..5_u8), 0..80)) {
        let mut scene = Scene::go(19, 19);
        for (x, y, kind) in stones {
            let spot = scene.spot(Point::new(x, y));
            spot.piece = (kind < 3).then_some(Piece::Stone(if kind == 0 { Color::Black } else { Color::White }));
            spot.number = (kind == 2).then_some(7);
            spot.label = (kind == 3).then(|| "A".into());
        }
        prop_assert_eq!(Figure::new(scene.clone()).scene(), scene);
    }
}
