//! Diagrams on pages.

use kifu_diagram::picture::Shape;
use kifu_diagram::{Problem, Scene, Sheet, Theme};

fn scenes(count: usize) -> Vec<Scene> {
    let scene = |number| Scene {
        caption: format!("Problem {number}"),
        ..Scene::go(9, 9)
    };
    (1..=count).map(scene).collect()
}

#[test]
fn pages_are_filled_in_order() {
    let theme = Theme::default();
    let (pages, problems) = Sheet::default().pages(&scenes(8), &theme);
    assert_eq!(problems, []);
    assert_eq!(pages.len(), 2);
    let captions = |page: usize| {
        pages[page]
            .texts()
            .filter(|text| text.starts_with("Problem"))
            .count()
    };
    assert_eq!((captions(0), captions(1)), (6, 2));
    for page in &pages {
        assert!((page.width - 595.0).abs() < 0.1 && (page.height - 842.0).abs() < 0.1);
        for item in &page.items {
            if let Shape::Circle { x, y, .. } = item.shape {
                assert!((0.0..page.width).contains(&x) && (0.0..page.height).contains(&y));
            }
        }
    }
}

#[test]
fn words_keep_their_size_however_small_the_boards_are() {
    let theme = Theme::default();
    for (columns, rows) in [(1, 2), (4, 5), (8, 10)] {
        let sheet = Sheet {
            columns,
            rows,
            ..Sheet::default()
        };
        let (pages, _) = sheet.pages(&scenes(3), &theme);
        let captions = pages[0].items.iter().filter_map(|item| match &item.shape {
            Shape::Text { size, text, .. } if text.starts_with("Problem") => Some(*size),
            _ => None,
        });
        let sizes: Vec<f32> = captions.collect();
        assert_eq!(sizes, vec![9.0; sizes.len()], "{columns}x{rows}");
        assert_eq!(sizes.len(), usize::from(columns * rows).min(3));
    }
}

#[test]
fn a_long_comment_makes_its_row_higher() {
    let theme = Theme::default();
    let mut scenes = scenes(6);
    let words = "many words ".repeat(140);
    scenes[0].comment.clone_from(&words);
    let (pages, problems) = Sheet::default().pages(&scenes, &theme);
    assert_eq!(problems, []);
    assert!(pages.len() > 1, "no room is left for six");
    let found: usize = pages
        .iter()
        .flat_map(kifu_diagram::Picture::texts)
        .map(|text| text.matches("words").count())
        .sum();
    assert_eq!(found, 140);
    for page in &pages {
        for item in &page.items {
            if let Shape::Text { y, .. } = item.shape {
                assert!(y < page.height - 30.0, "words below the page");
            }
        }
    }
    // Content larger than a page is cut and reported.
    scenes[0].comment = words.repeat(10);
    let (_, problems) = Sheet::default().pages(&scenes, &theme);
    let title = "Problem 1".into();
    assert_eq!(problems, [Problem::CommentCut { title }]);
}

/// Sizes of the star points of a page, which show the scale of its boards.
fn star_points(page: &kifu_diagram::Picture) -> Vec<f32> {
    let radius = |shape: &Shape| match shape {
        Shape::Circle { r, .. } => Some(*r),
        _ => None,
    };
    page.items
        .iter()
        .filter_map(|item| radius(&item.shape))
        .collect()
}

#[test]
fn boards_of_a_page_have_one_size_whatever_their_captions() {
    let theme = Theme::default();
    let sheet = Sheet {
        rows: 2,
        ..Sheet::default()
    };
    let mut scenes: Vec<Scene> = (0..8).map(|_| Scene::go(19, 19)).collect();
    let (plain, _) = sheet.pages(&scenes, &theme);
    scenes[1].comment = "some words of a comment ".repeat(20);
    let (pages, problems) = sheet.pages(&scenes, &theme);
    assert_eq!(problems, []);
    assert_eq!(pages.len(), 2, "four on each");
    let (first, second) = (star_points(&pages[0]), star_points(&pages[1]));
    assert_eq!((first.len(), second.len()), (36, 36));
    assert!(
        first.iter().all(|radius| (radius - first[0]).abs() < 1e-3),
        "{first:?}"
    );
    assert!(first[0] < second[0] * 0.99, "made smaller by the comment");
    assert_eq!(second, star_points(&plain[1]), "other pages stay");
}

#[test]
fn a_contact_sheet_grows() {
    let theme = Theme::default();
    let sheet = Sheet {
        height: 0.0,
        columns: 5,
        ..Sheet::default()
    };
    let (pages, _) = sheet.pages(&vec![Scene::go(19, 19); 23], &theme);
    assert_eq!(pages.len(), 1);
    assert!(pages[0].height > 4.0 * 95.0);
    assert!(sheet.pages(&[], &theme).0.is_empty());
}
