//! Names of columns of text diagrams.

use kifu_diagram::scene::CoordinateLabels;
use kifu_diagram::text::{self, Options};
use kifu_diagram::{Color, Point, Scene};

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
