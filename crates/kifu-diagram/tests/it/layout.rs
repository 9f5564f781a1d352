//! Pictures asserted as shapes.

use kifu_diagram::picture::{CELL, Picture, Shape, Step};
use kifu_diagram::{Board, Color, Mark, Piece, Point, Rect, Scene, Theme, layout, svg};

use crate::scenes;

fn draw(scene: &Scene) -> Picture {
    layout::draw(scene, &Theme::default())
}

/// The strokes that are straight lines of a board, as pairs of ends.
fn segments(picture: &Picture) -> Vec<((f32, f32), (f32, f32))> {
    let mut found = Vec::new();
    for item in &picture.items {
        if let Shape::Path(steps) = &item.shape {
            for pair in steps.windows(2) {
                if let [Step::Move(a, b), Step::Line(c, d)] = *pair {
                    found.push(((a, b), (c, d)));
                }
            }
        }
    }
    found
}

#[test]
fn an_open_edge_runs_on() {
    let mut scene = Scene::go(9, 9);
    scene.crop = Some(Rect::new(Point::new(0, 0), Point::new(3, 3)));
    let across = segments(&draw(&scene))
        .into_iter()
        .filter(|(a, b)| (a.1 - b.1).abs() < 0.01)
        .collect::<Vec<_>>();
    assert_eq!(across.len(), 4);
    for (from, to) in across {
        // Three cells, and half a cell beyond the last line.
        assert!((to.0 - from.0 - 3.5 * CELL).abs() < 0.01);
    }
}

#[test]
fn a_board_of_one_point_has_lines() {
    assert_eq!(segments(&draw(&Scene::go(1, 1))).len(), 2);
}

#[test]
fn lines_make_room_for_labels_but_not_for_stones() {
    let mut scene = Scene::go(9, 9);
    let whole = segments(&draw(&scene)).len();
    scenes::stone(&mut scene, 4, 4, Color::Black);
    assert_eq!(segments(&draw(&scene)).len(), whole);
    scene.spot(Point::new(2, 2)).label = Some("a".into());
    assert_eq!(segments(&draw(&scene)).len(), whole + 2);
}

#[test]
fn words_fit_their_stones() {
    let mut scene = Scene::go(19, 19);
    for (x, number) in (0..).zip([1, 88, 188, 1888]) {
        scenes::stone(&mut scene, x, 0, Color::Black);
        scene.spot(Point::new(x, 0)).number = Some(number);
    }
    let picture = draw(&scene);
    for (text, least) in [("1", 12.0), ("88", 11.0), ("188", 9.0), ("1888", 6.0)] {
        let size = picture.items.iter().find_map(|item| match &item.shape {
            Shape::Text {
                text: found,
                size,
                bold: true,
                ..
            } if found == text => Some(*size),
            _ => None,
        });
        let size = size.expect(text);
        assert!(size >= least, "{text} is {size}");
        // Digits are 0.572 of the size wide; a stone is 19 units across.
        #[expect(clippy::cast_precision_loss, reason = "short texts")]
        let width = text.len() as f32 * 0.572 * size;
        assert!(width < 18.0, "{text} is {width} wide");
    }
}

#[test]
fn long_labels_are_cut_and_listed_below() {
    let mut scene = Scene::go(9, 9);
    let label = "the vital point of the shape";
    scene.spot(Point::new(4, 4)).label = Some(label.into());
    let texts: Vec<String> = draw(&scene).texts().map(str::to_owned).collect();
    assert!(texts.iter().any(|text| text.ends_with('…')));
    assert!(texts.join(" ").contains("E5: the vital point of the shape"));
}

#[test]
fn marks_by_hand_hide_marks_by_machine() {
    let mut scene = Scene::go(9, 9);
    scenes::stone(&mut scene, 4, 4, Color::Black);
    scene.spot(Point::new(4, 4)).mark = Some(Mark::Circle);
    let marked = draw(&scene);
    scene.spot(Point::new(4, 4)).last = true;
    assert_eq!(draw(&scene), marked);
}

#[test]
fn what_is_off_the_board_is_left_out() {
    let mut scene = Scene::go(9, 9);
    let empty = draw(&scene);
    scene.spot(Point::new(9, 3)).piece = Some(Piece::Stone(Color::Black));
    scene.arrows.push((Point::new(0, 0), Point::new(0, 9)));
    assert_eq!(draw(&scene), empty);
}

/// Strokes end half a cell beyond the last points shown, where the lines of the board end.
#[test]
fn strokes_are_cut_at_the_border_of_the_part_shown() {
    let at = Point::new;
    let mut bare = Scene::go(9, 9);
    bare.crop = Some(Rect::new(at(0, 0), at(8, 7)));
    let stroke = |bare: &Scene, from, to| {
        let mut scene = bare.clone();
        scene.lines.push((from, to));
        let mut all = segments(&draw(&scene));
        let lines = segments(&draw(bare));
        all.retain(|segment| !lines.contains(segment));
        // The stroke and its casing.
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
        all.pop()
    };
    let whole = stroke(&bare, at(0, 0), at(7, 7)).expect("a stroke");
    let (from, to) = stroke(&bare, at(0, 0), at(8, 8)).expect("a stroke");
    let cell = (whole.1.0 - whole.0.0) / 7.0;
    assert_eq!(from, whole.0);
    for (end, whole) in [(to.0, whole.1.0), (to.1, whole.1.1)] {
        assert!((end - whole - cell / 2.0).abs() < 1e-3, "{end} {whole}");
    }
    assert_eq!(stroke(&bare, at(0, 8), at(8, 8)), None);
    assert_eq!(stroke(&bare, at(0, 0), at(0, 9)), None);
    // `VW` hides the point at its end.
    bare.visible = Some([at(0, 0), at(3, 5), at(8, 7)].into());
    assert_eq!(stroke(&bare, at(0, 0), at(4, 5)), None);
    assert!(stroke(&bare, at(0, 0), at(3, 5)).is_some());
}

#[test]
fn every_board_has_a_description() {
    for (name, scene) in scenes::all() {
        let text = svg::draw(&draw(&scene));
        assert!(text.contains("<title>"), "{name}");
        assert!(!text.contains("<desc></desc>"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
    assert_eq!(
        draw(&scenes::corner()).description,
        "19x19 board, the part from N14 to T19, Black 3, White 3."
    );
}

#[test]
fn text_is_escaped_for_xml() {
    let mut scene = Scene::go(3, 3);
    scene.caption = "a<b & \"c\"\u{7}\u{ffff}".into();
    let text = svg::draw(&draw(&scene));
    assert!(text.contains(">a&lt;b &amp; &quot;c&quot;</text>"));
}

#[test]
fn a_board_of_no_size_is_drawn() {
    for board in [
        Board::Lines,
        Board::Cells { checkered: true },
        Board::Hex,
        Board::Holes,
    ] {
        let picture = draw(&Scene::new(board, 0, 0));
        assert!(picture.width > 0.0 && picture.height > 0.0);
    }
}

#[test]
fn points_are_found_where_they_are_drawn() {
    let theme = Theme::default();
    let mut cropped = Scene::go(19, 13);
    cropped.crop = Some(Rect::new(Point::new(4, 5), Point::new(11, 9)));
    let hex = Scene::new(Board::Hex, 7, 9);
    for scene in [Scene::go(9, 9), cropped, hex] {
        let places = layout::Places::of(&scene, &theme).expect("points");
        let picture = layout::board_only(&scene, &theme);
        let rect = scene.window().rect;
        for y in rect.top..=rect.bottom {
            for x in rect.left..=rect.right {
                let point = Point::new(x, y);
                let (px, py) = places.at(point);
                assert!(px > 0.0 && px < picture.width && py > 0.0 && py < picture.height);
                for away in [-0.4, 0.0, 0.4] {
                    let away = away * CELL;
                    assert_eq!(places.point(px + away, py), Some(point));
                    assert_eq!(places.point(px, py + away * 0.5), Some(point));
                }
            }
        }
        let (left, top) = places.at(Point::new(rect.left, rect.top));
        assert_eq!(places.point(left - CELL, top), None);
        assert_eq!(places.point(left, top - CELL), None);
        assert_eq!(places.point(f32::NAN, top), None);
        assert_eq!(places.point(f32::INFINITY, top), None);
    }
}

#[test]
fn a_board_alone_has_no_words_around_it() {
    let mut scene = Scene::go(9, 9);
    scene.title = "Title".into();
    scene.comment = "Comment".into();
    let theme = Theme::default();
    let picture = layout::board_only(&scene, &theme);
    let whole = layout::draw(&scene, &theme);
    assert!(picture.height < whole.height);
    assert!(
        !picture
            .texts()
            .any(|text| text == "Title" || text == "Comment")
    );
    assert_eq!(picture.font, theme.font);
}

#[test]
fn dimmed_points_are_covered_once() {
    for aspect in [1.0, 15.0 / 14.0] {
        let mut theme = Theme::default();
        theme.board.aspect = aspect;
        let mut scene = Scene::go(9, 9);
        for y in 0..9 {
            scene.spot(Point::new(0, y)).dim = true;
        }
        let picture = layout::draw(&scene, &theme);
        let veils: Vec<(f32, f32)> = picture
            .items
            .iter()
            .filter(|item| item.style.opacity < 1.0)
            .filter_map(|item| match item.shape {
                Shape::Rect { y, h, .. } => Some((y, h)),
                _ => None,
            })
            .collect();
        assert_eq!(veils.len(), 9);
        for pair in veils.windows(2) {
            let [(upper, height), (lower, _)] = *pair else {
                unreachable!()
            };
            assert!((upper + height - lower).abs() < 0.01, "{aspect}: {pair:?}");
        }
    }
}

#[test]
fn dimmed_hexagons_are_hexagons() {
    let mut scene = Scene::new(Board::Hex, 5, 5);
    scene.spot(Point::new(2, 2)).dim = true;
    let picture = draw(&scene);
    let veil = picture.items.iter().find(|item| item.style.opacity < 1.0);
    let Some(Shape::Path(steps)) = veil.map(|item| &item.shape) else {
        panic!("{veil:?}")
    };
    assert!(steps.len() >= 6);
}

#[test]
fn numbers_fit_pegs() {
    for number in [7, 88, 126] {
        let mut scene = Scene::new(Board::Holes, 12, 12);
        let spot = scene.spot(Point::new(4, 4));
        spot.piece = Some(Piece::Peg(Color::Black));
        spot.number = Some(number);
        let words = number.to_string();
        let picture = draw(&scene);
        let size = picture.items.iter().find_map(|item| match &item.shape {
            Shape::Text { text, size, .. } if *text == words => Some(*size),
            _ => None,
        });
        // A digit is 0.572 of the size wide and 0.72 high; a peg is 0.64 of a cell across.
        #[expect(clippy::cast_precision_loss, reason = "short texts")]
        let width = words.len() as f32 * 0.572;
        let across = width.hypot(0.72) * size.expect("a number");
        assert!(across < 0.64 * CELL, "{number} is {across} across");
    }
}

#[test]
fn territory_on_a_stone_of_its_color_has_an_outline() {
    for name in ["book", "paper", "wood", "kaya", "slate", "dark"] {
        let theme = Theme::named(name).expect("a theme");
        for side in Color::BOTH {
            let mut scene = Scene::new(Board::Lines, 9, 9);
            scenes::stone(&mut scene, 4, 4, side);
            scene.spot(Point::new(4, 4)).territory = Some(side);
            let picture = layout::draw(&scene, &theme);
            let is_square = |item: &&kifu_diagram::picture::Item| matches!(item.shape, Shape::Rect { w, .. } if w < CELL / 2.0);
            let square = picture.items.iter().find(is_square).expect("a square");
            let stroke = square.style.stroke.map(|stroke| stroke.color);
            assert_eq!(stroke, Some(theme.side(side).text), "{name}");
        }
    }
}
