//! The format of Sensei's Library.

use kifu_diagram::{Color, Piece, Point, Rect, Scene, sensei};

use crate::scenes;

#[test]
fn corner() {
    let (text, problems) = sensei::draw(&scenes::corner());
    assert_eq!(
        text,
        "\
$$Bc
$$ ---------------
$$ . . . . . . . |
$$ . . . . . . . |
$$ . X . O X . . |
$$ . . O X . . . |
$$ . . . . O . . |
$$ . . . . . . . |
"
    );
    assert_eq!(problems, []);
}

#[test]
fn markup() {
    let (text, problems) = sensei::draw(&scenes::markup());
    assert_eq!(
        text,
        "\
$$Wc9
$$  -------------------
$$ | . . . . . . . . . |
$$ | C M S S T a . . . |
$$ | B Z # # Y X X X X |
$$ | W P @ @ Q O O O O |
$$ | 1 M S S T . . . . |
$$ | 1 Z # # Y O X B X |
$$ | 1 P @ @ Q . , W O |
$$ | . . . . . . . . . |
$$ | . a . . . . . . . |
$$  -------------------
$$ {AR A7 D9}
$$ {AR E9 G9}
$$ {LN G2 J2}
$$ {LN H5 J3}
"
    );
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(
        messages.contains(&"the format of Sensei's Library has no sign for territory".to_owned())
    );
    assert!(
        messages
            .iter()
            .any(|text| text.ends_with("the label `123`"))
    );
}

#[test]
fn strokes_that_leave_the_part_shown_are_named() {
    let mut scene = Scene::go(9, 9);
    scene.crop = Some(Rect::new(Point::new(0, 0), Point::new(8, 7)));
    scene.lines.push((Point::new(0, 0), Point::new(8, 8)));
    scene.arrows.push((Point::new(8, 8), Point::new(0, 8)));
    let (text, problems) = sensei::draw(&scene);
    assert!(!text.contains("LN") && !text.contains("AR"), "{text}");
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let wanted = "the format of Sensei's Library has no sign for a line or an arrow that leaves the part shown";
    assert_eq!(messages, [wanted]);
}

#[test]
fn the_last_move_is_circled() {
    let mut scene = Scene::go(9, 9);
    scenes::stone(&mut scene, 4, 4, Color::White);
    scene.spot(Point::new(4, 4)).last = true;
    let (text, problems) = sensei::draw(&scene);
    assert!(text.contains("$$ | . . . . W . . . . |"), "{text}");
    assert_eq!(problems, []);
}

#[test]
fn numbers_count_from_the_first_shown() {
    let mut scene = Scene::go(19, 19);
    for (x, number) in (0..).zip(51..63) {
        let side = if number % 2 == 1 {
            Color::White
        } else {
            Color::Black
        };
        let spot = scene.spot(Point::new(x, 0));
        spot.piece = Some(Piece::Stone(side));
        spot.number = Some(number);
    }
    let (text, problems) = sensei::draw(&scene);
    assert!(text.starts_with("$$Wcm51\n"));
    assert!(text.contains("$$ | 1 2 3 4 5 6 7 8 9 0 O X . "));
    assert_eq!(problems.len(), 1);
}
