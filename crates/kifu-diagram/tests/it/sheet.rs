//! Diagrams on pages.

use kifu_diagram::picture::Shape;
use kifu_diagram::{Scene, Sheet, Theme, layout};

#[test]
fn pages_are_filled_in_order() {
    let theme = Theme::default();
    let pictures: Vec<_> = (1..=8)
        .map(|number| {
            let mut scene = Scene::go(9, 9);
            scene.caption = format!("Problem {number}");
            layout::draw(&scene, &theme)
        })
        .collect();
    let pages = Sheet::default().pages(&pictures, &theme);
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
fn a_contact_sheet_grows() {
    let theme = Theme::default();
    let picture = layout::draw(&Scene::go(19, 19), &theme);
    let sheet = Sheet {
        height: 0.0,
        columns: 5,
        ..Sheet::default()
    };
    let pages = sheet.pages(&vec![picture; 23], &theme);
    assert_eq!(pages.len(), 1);
    assert!(pages[0].height > 4.0 * 95.0);
    assert!(sheet.pages(&[], &theme).is_empty());
}
