//! Names of columns of text diagrams.

use kifu_diagram::scene::CoordinateLabels;
use kifu_diagram::text::{self, Options};
use kifu_diagram::{Board, Color, Point, Rect, Scene};

use crate::scenes;

fn drawn(columns: u16, names: &str) -> Vec<String> {
    let mut scene = Scene::go(columns, 3);
    scene.coordinates = CoordinateLabels::named(names).expect("a preset");
    let drawn = text::draw(&scene, &Options::default());
    drawn.lines().map(str::to_owned).collect()
}

#[test]
fn names_of_two_digits_are_written_downwards() {
    assert_eq!(
        drawn(12, "numbers"),
        [
            "                    1 1 1",
            "  1 2 3 4 5 6 7 8 9 0 1 2",
            "1 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐ 1",
            "2 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤ 2",
            "3 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘ 3",
            "                    1 1 1",
            "  1 2 3 4 5 6 7 8 9 0 1 2",
        ]
    );
}

#[test]
fn every_name_is_above_its_column() {
    for (names, columns) in [("western", 30), ("numbers", 25), ("east-asian", 19)] {
        let lines = drawn(columns, names);
        let board = lines.iter().find(|line| line.contains('┌')).expect(names);
        let corner = |corner| board.chars().position(|c| c == corner).expect(names);
        for line in lines.iter().take_while(|line| !line.contains('┌')) {
            for (at, _) in line.chars().enumerate().filter(|(_, c)| *c != ' ') {
                assert_eq!((at - corner('┌')) % 2, 0, "{names}: {line}");
            }
            assert_eq!(line.chars().count(), corner('┐') + 1, "{names}: {line}");
        }
    }
}

#[test]
fn names_fit_wide_cells() {
    let mut scene = Scene::go(10, 3);
    scene.coordinates = CoordinateLabels::named("numbers").expect("a preset");
    scenes::stone(&mut scene, 0, 0, Color::Black);
    scene.spot(Point::new(0, 0)).number = Some(12);
    let drawn = text::draw(&scene, &Options::default());
    assert!(
        drawn.starts_with("   1  2  3  4  5  6  7  8  9 10\n"),
        "{drawn}"
    );
}

#[test]
fn places_of_the_text_are_points() {
    let mut cropped = Scene::go(19, 19);
    cropped.crop = Some(Rect::new(Point::new(4, 5), Point::new(11, 9)));
    for scene in [Scene::go(9, 9), cropped, Scene::new(Board::Hex, 7, 9)] {
        for point_width in [1, 4] {
            let options = Options {
                point_width,
                ..Options::default()
            };
            let places = text::parts(&scene, &options).points.expect("points");
            let rect = scene.window().rect;
            for y in rect.top..=rect.bottom {
                for x in rect.left..=rect.right {
                    let point = Point::new(x, y);
                    let (line, columns) = places.at(point).expect("a place");
                    for column in columns {
                        assert_eq!(places.point(line, column), Some(point));
                    }
                }
            }
            let (line, columns) = places.at(Point::new(rect.left, rect.top)).expect("a place");
            let left = columns.start.checked_sub(1);
            assert_eq!(left.and_then(|left| places.point(line, left)), None);
            let above = line.checked_sub(1);
            assert_eq!(
                above.and_then(|above| places.point(above, columns.start)),
                None
            );
            assert_eq!(places.point(usize::MAX, usize::MAX), None);
        }
    }
}
