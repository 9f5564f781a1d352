//! Laws of pages, for generated books and for real records: no content outside of the margins, no box over another, one
//! distance of lines in a document, no line that begins or ends with a character that must not.
//!
//! The checks share no code with the composer: widths come from the font files, and the tables of characters are those
//! of JIS X 4051.

use kifu_diagram::binding::Options;
use kifu_diagram::book::{Block, Book, Figure, Paper, paragraphs};
use kifu_diagram::picture::{CELL, Item, Picture, Region, Role, Shape};
use kifu_diagram::{Board, Color, Mark, Piece, Point, Problem, Rect, Scene, Theme, figure};
use kifu_sgf::Collection;
use kifu_testkit::corpus;
use proptest::prelude::*;

use crate::area::{Area, is_hangul, is_wide};

/// Closing brackets, commas, stops, marks of sentences and small letters.
const NEVER_FIRST: &str = concat!(
    "、。，．」』）】〉》〕〗〙］｝｠：；！？‼⁇⁈⁉・",
    "ーヽヾゝゞ々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ",
    ",.;:!?)]}…‥"
);

/// Opening brackets.
const NEVER_LAST: &str = "「『（【〈《〔〖〘［｛｟([{";

/// The lines of a region: the texts with one base line, joined.
fn lines(items: &[Item]) -> Vec<String> {
    let mut lines: Vec<(f32, String)> = Vec::new();
    for item in items {
        if let Shape::Text { y, text, .. } = &item.shape {
            match lines.last_mut() {
                Some((base, line)) if (*base - y).abs() < 0.01 => line.push_str(text),
                _ => lines.push((*y, text.clone())),
            }
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Whether a line could have ended before its end: at a blank, or beside an ideograph.
fn could_break(line: &str) -> bool {
    let chars: Vec<char> = line.chars().collect();
    chars.windows(2).any(|pair| {
        let is_solid = |c: char| is_wide(c) && !is_hangul(c);
        let is_place = pair[0] == ' ' || is_solid(pair[0]) && is_solid(pair[1]);
        is_place
            && pair[1] != ' '
            && !NEVER_FIRST.contains(pair[1])
            && !NEVER_LAST.contains(pair[0])
    })
}

/// The first line of a paragraph that breaks a law; `goes_on`: the paragraph began on another page.
fn bad_line(lines: &[String], goes_on: bool) -> Option<String> {
    for (number, line) in lines.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| lines.get(before));
        let is_forced = before.is_some_and(|before| !could_break(before));
        let begins = line.chars().next().filter(|_| number > 0 || goes_on);
        if begins.is_some_and(|c| NEVER_FIRST.contains(c)) && !is_forced {
            return Some(format!("begins a line: {before:?} / {line:?}"));
        }
        let ends = line
            .chars()
            .next_back()
            .filter(|_| number + 1 < lines.len());
        if ends.is_some_and(|c| NEVER_LAST.contains(c)) && could_break(line) {
            return Some(format!("ends a line: {line:?}"));
        }
    }
    None
}

/// The first broken law of a page; `number` counts from 1.
fn broken_on(page: &Picture, paper: &Paper, number: usize) -> Option<String> {
    let whole = Area([0.0, 0.0, page.width, page.height]);
    // The inner margin is at the left of right pages, which have odd numbers.
    let left = if number % 2 == 1 {
        paper.inner
    } else {
        paper.outer
    };
    let text = Area([
        left,
        paper.top,
        left + paper.width - paper.inner - paper.outer,
        paper.height - paper.bottom,
    ]);
    for item in &page.items {
        if !Area::of(&item.shape).is_within(whole) {
            return Some(format!("outside of the page: {item:?}"));
        }
    }
    let mut placed: Vec<(&Region, Area)> = Vec::new();
    for region in &page.regions {
        let items = &page.items[region.items.clone()];
        let area = Area::around(items);
        if region.role != Role::Header && !area.is_within(text) {
            return Some(format!(
                "outside of the margins {text:?}: {area:?} {region:?}"
            ));
        }
        if let Some((other, _)) = placed.iter().find(|(_, other)| area.overlaps(*other)) {
            return Some(format!("one box over another: {region:?} and {other:?}"));
        }
        placed.push((region, area));
        let goes_on = match region.role {
            Role::Paragraph { goes_on } => goes_on,
            Role::Caption | Role::Heading(_) => false,
            _ => continue,
        };
        if let Some(bad) = bad_line(&lines(items), goes_on) {
            return Some(bad);
        }
    }
    None
}

/// The sizes of stones on Go boards, in hundredths of a point: filled circles with a rim.
fn stones(pages: &[Picture]) -> Vec<i32> {
    let items = pages.iter().flat_map(|page| &page.items);
    let radii = items.filter_map(|item| match item.shape {
        Shape::Circle { r, .. } if item.style.fill.is_some() && item.style.stroke.is_some() => {
            Some((r * 100.0).round() as i32)
        }
        _ => None,
    });
    let mut radii: Vec<i32> = radii.collect();
    radii.sort_unstable();
    radii.dedup();
    radii
}

/// The first broken law of a book.
fn broken(book: &Book) -> Option<String> {
    let theme = Theme::default();
    let (pages, problems) = book.pages(&theme);
    let drawn: Vec<Picture> = pages.iter().collect();
    for (number, page) in (1..).zip(&drawn) {
        if let Some(broken) = broken_on(page, &book.paper, number) {
            return Some(format!("page {number}: {broken}"));
        }
    }
    // Diagrams too large for a page are reduced, and reported.
    let is_reduced = |problem: &Problem| matches!(problem, Problem::Reduced { .. });
    // Stones in squares are smaller than those on lines, and pegs smaller still.
    let radii = [theme.stone.radius, theme.stone.radius - 0.06, 0.32];
    let expected = radii.map(|radius| (radius - theme.stone.rim_width / 2.0) * pages.cell);
    let sizes = stones(&drawn);
    let is_one = sizes.iter().all(|size| {
        #[expect(clippy::cast_precision_loss, reason = "hundredths of a point")]
        let size = *size as f32 / 100.0;
        expected
            .iter()
            .any(|expected| (size - expected).abs() < 0.02)
    });
    if !problems.iter().any(is_reduced) && !is_one {
        return Some(format!(
            "stones of {sizes:?}, and a cell of {} ({CELL} at scale 1)",
            pages.cell
        ));
    }
    let figures = book.figures().count();
    let drawn = drawn.iter().flat_map(|page| &page.regions);
    let drawn = drawn
        .filter(|region| matches!(region.role, Role::Figure(_)))
        .count();
    (figures != drawn).then(|| format!("{drawn} of {figures} diagrams"))
}

const PAPERS: [Paper; 6] = [
    Paper::A4,
    Paper::A5,
    Paper::B5,
    Paper::B6,
    Paper::LETTER,
    Paper::TRADE,
];

/// Words of several scripts, with signs that must not begin or end a line.
fn words() -> impl Strategy<Value = String> {
    let parts = [
        "Black ",
        "plays at ",
        "Q16 ",
        "(see Diagram 3), ",
        "\"alive\" ",
        "well... ",
        "why?! ",
        "«là» ",
        "[a] ",
        "unconditionally ",
        "12. ",
        "黒",
        "白",
        "は",
        "「アキ三角」",
        "（隅）",
        "、",
        "。",
        "…",
        "ー",
        "っ",
        "々",
        "コウ",
        "！",
        "『本",
        "因坊』",
        "黑棋",
        "，",
        "《棋经》",
        "흑은 ",
        "귀를 ",
        "지킨다. ",
        "(백) ",
        "한국어",
        "Ω",
        "Зевс ",
        "é",
        "\u{a0}",
        "-",
        "/",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..120)
        .prop_map(|parts| parts.concat())
}

fn scene() -> impl Strategy<Value = Scene> {
    let size = (2..=19_u16, 2..=19_u16);
    let crop = prop::option::of(((0..19_u16, 0..19_u16), (0..19_u16, 0..19_u16)));
    let stones = prop::collection::vec((0..19_u16, 0..19_u16, any::<bool>(), 0..400_u32), 0..30);
    let edges = prop::option::of(any::<bool>());
    let label = prop::option::of("[a-zA-Z黒]{1,12}");
    (size, crop, stones, words(), words(), edges, label).prop_map(
        |((columns, rows), crop, stones, mut caption, mut comment, edges, label)| {
            let mut scene = Scene::go(columns, rows);
            scene.crop = crop.map(|(a, b)| Rect::new(a.into(), b.into()));
            for (x, y, is_white, number) in stones {
                let color = if is_white { Color::White } else { Color::Black };
                let spot = scene.spot(Point::new(x % columns, y % rows));
                spot.piece = Some(Piece::Stone(color));
                spot.number = (number > 200).then_some(number);
                spot.mark = (number < 50).then_some(Mark::Triangle);
            }
            scene.spot(Point::new(0, 0)).label = label;
            caption.truncate(caption.floor_char_boundary(60));
            comment.truncate(comment.floor_char_boundary(500));
            scene.caption = caption;
            scene.comment = comment;
            if let Some(bottom) = edges {
                scene.coordinates.bottom = bottom;
                scene.coordinates.right = !bottom;
            }
            scene
        },
    )
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        4 => words().prop_map(|text| Block::paragraph("", text)),
        2 => (1..300_u32, words()).prop_map(|(number, text)| Block::paragraph(number.to_string(), text)),
        3 => scene().prop_map(|scene| Block::Figure(Figure::new(scene))),
        2 => prop::collection::vec(scene().prop_map(Figure::new), 1..7).prop_map(Block::Row),
        1 => (1..4_u8, words()).prop_map(|(level, text)| Block::heading(level, text)),
        1 => Just(Block::PageBreak),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn generated_books_keep_the_laws(
        blocks in prop::collection::vec(block(), 1..12),
        paper in prop::sample::select(PAPERS.to_vec()),
        title in words(),
        contents: bool,
        justified: bool,
        columns in 0..3_u16,
    ) {
        let mut book = Book::new(paper);
        book.title = title;
        book.contents = contents;
        book.justified = justified;
        book.columns = columns;
        book.blocks = blocks;
        prop_assert_eq!(broken(&book), None);
    }

    /// Boards of other games in one document have one scale too, and stay inside.
    #[test]
    fn boards_of_all_kinds_keep_the_laws(
        kinds in prop::collection::vec(0..6_usize, 1..6),
        paper in prop::sample::select(PAPERS.to_vec()),
    ) {
        let mut book = Book::new(paper);
        for kind in kinds {
            let (board, size) = [
                (Board::Lines, 9),
                (Board::Cells { checkered: true }, 8),
                (Board::Hex, 11),
                (Board::Holes, 24),
                (Board::Backgammon(Box::default()), 26),
                (Board::Octi(Box::default()), 9),
            ][kind].clone();
            let rows = if kind == 4 { 1 } else { size };
            let mut scene = Scene::new(board, size, rows);
            scene.caption = "A board".into();
            book.blocks.push(Block::Figure(Figure::new(scene)));
        }
        prop_assert_eq!(broken(&book), None);
    }
}

/// A book of the games of a file: articles, or problems with their solutions.
fn book_of(collection: &Collection, paper: Paper, is_problems: bool) -> Book {
    let mut book = Book::new(paper);
    let mut rows = Vec::new();
    for game in collection.games().take(12) {
        if is_problems {
            let solutions = figure::solutions(game, 2);
            let Ok(problem) = figure::problem(game, &Options::default()) else {
                continue;
            };
            let crop = figure::problem_crop(&problem, &solutions.figures);
            let options = Options {
                crop,
                ..Options::default()
            };
            rows.push(Figure::new(problem.scene));
            let drawn = figure::draw(&solutions.figures, &options).unwrap_or_default();
            rows.extend(drawn.into_iter().map(|drawn| Figure::new(drawn.scene)));
            continue;
        }
        let Ok(article) = figure::article(game, &Options::default(), false) else {
            continue;
        };
        book.title = article.title;
        book.info = article.info;
        book.blocks.extend(article.blocks);
        let comments = game.nodes().filter_map(|node| node.text("C")).take(40);
        let comments = comments.flat_map(|text| paragraphs(&text, false));
        book.blocks
            .extend(comments.map(|text| Block::paragraph("", text)));
    }
    if !rows.is_empty() {
        book.blocks.push(Block::Row(rows));
    }
    book
}

/// Real records: by default a part of them; `KIFU_LAWS=all` takes thousands.
#[test]
fn books_of_real_records_keep_the_laws() {
    let is_all = std::env::var_os("KIFU_LAWS").is_some_and(|value| value == "all");
    let mut faults = Vec::new();
    let mut count = 0;
    for (name, is_problems) in [
        ("problems", true),
        ("pro19", false),
        ("programs", false),
        ("ai", false),
    ] {
        let Some(folder) = corpus::archive(name) else {
            continue;
        };
        let files = corpus::files(&folder, "sgf");
        let wanted = if is_all { 1500 } else { 60 };
        let step = (files.len() / wanted).max(1);
        for (index, path) in files.iter().enumerate().step_by(step) {
            let is_small = std::fs::metadata(path).is_ok_and(|data| data.len() < 200_000);
            let Ok(collection) = Collection::open(path) else {
                continue;
            };
            if !is_small {
                continue;
            }
            let book = book_of(
                &collection,
                PAPERS[index / step % PAPERS.len()],
                is_problems,
            );
            count += 1;
            if let Some(fault) = broken(&book) {
                let fault: String = fault.chars().take(700).collect();
                faults.push(format!("{}: {fault}", path.display()));
            }
        }
    }
    let shown = faults
        .iter()
        .take(12)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        faults.is_empty(),
        "{} of {count} books:\n{shown}",
        faults.len()
    );
}

#[test]
fn the_laws_can_fail() {
    let line = |text: &str| text.to_owned();
    assert!(bad_line(&[line("黒は隅を守る"), line("、そして")], false).is_some());
    assert!(bad_line(&[line("黒は「"), line("隅")], false).is_some());
    assert!(bad_line(&[line("、隅")], true).is_some());
    assert!(bad_line(&[line("、隅"), line("を守る")], false).is_none());
    // A word without a place to break is cut anywhere.
    assert!(bad_line(&[line("abcdef"), line(",gh")], false).is_none());
    let mut book = Book::new(Paper::A5);
    book.blocks = vec![Block::Figure(Figure::new(Scene::go(9, 9)))];
    let (pages, _) = book.pages(&Theme::default());
    let mut page = pages.draw(0);
    assert_eq!(broken_on(&page, &book.paper, 1), None);
    let mut copy = page.clone();
    copy.regions.push(copy.regions[0].clone());
    copy.regions.push(copy.regions[1].clone());
    assert!(broken_on(&copy, &book.paper, 1).is_some());
    // On the other side of a sheet the margins are exchanged.
    let moved = &mut page.items[1].shape;
    if let Shape::Text { x, .. } | Shape::Rect { x, .. } = moved {
        *x = -50.0;
    }
    assert!(broken_on(&page, &book.paper, 1).is_some());
}
