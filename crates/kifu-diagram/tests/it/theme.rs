//! Themes and their faults.

use kifu_diagram::picture::{Fill, Rgb, Shape, Step};
use kifu_diagram::{Color, CoordinateLabels, Piece, Point, Scene, Theme, layout};

#[test]
fn built_in_themes_are_whole() {
    for name in Theme::NAMES {
        let source = Theme::source(name).expect(name);
        let (_, problems) = Theme::read(source);
        assert_eq!(problems, [], "{name}");
    }
    assert_eq!(Theme::named("book"), Some(Theme::default()));
    assert_eq!(Theme::named("glass"), None);
}

#[test]
fn faults_have_a_place_and_the_rest_is_kept() {
    let cases = [
        (
            "extends = 'glass'",
            "1:11: `extends` is not the name of a built-in theme; write one of `book`, `paper`, `wood`, `kaya`, `slate`, `dark`",
        ),
        (
            "[board]\nfil = '#fff'",
            "2:1: unknown key `fil` in `[board]`; did you mean `fill`?",
        ),
        (
            "[board]\nline_width = 0.1",
            "2:1: unknown key `line_width` in `[board]`; did you mean `line-width`?",
        ),
        (
            "[boards]\n",
            "1:2: unknown section `boards`; did you mean `board`?",
        ),
        (
            "[black]\nfill = 'red'",
            "2:8: `'red'` is not a color; write one like `\"#d0021b\"` or `\"#fff\"`",
        ),
        (
            "[black]\nfill = ['#fff', 3]",
            "2:17: `3` is not a color; write one like `\"#d0021b\"` or `\"#fff\"`",
        ),
        (
            "[black]\nfill = ['#fff']",
            "2:8: a slope has two colors, not 1",
        ),
        (
            "[stone]\nradius = 5",
            "2:10: `5` is not a number from 0.3 to 0.5",
        ),
        (
            "[board]\ngrain = 'wood'",
            "2:9: `'wood'` is not a color; write one like `\"#d0021b\"` or `\"#fff\"`",
        ),
        (
            "[stone]\nshadow-offset = 0.1",
            "2:17: `0.1` is not an offset; write one like `[0.05, 0.07]`, right and down",
        ),
        (
            "[stone]\nshadow-offset = [0.1, 2]",
            "2:23: `2` is not a number from -0.2 to 0.2",
        ),
        (
            "[stone]\nradius = nan",
            "2:10: `nan` is not a number from 0.3 to 0.5",
        ),
        (
            "dim = 3",
            "1:7: `dim` is a section; write `[dim]` and its keys below",
        ),
        (
            "[font]\nfamily = ''",
            "2:10: the font family is not a name; write one like `\"Noto Sans, sans-serif\"`",
        ),
    ];
    for (text, wanted) in cases {
        let whole = format!("{text}\n[mark]\nwidth = 0.15\n");
        let (theme, problems) = Theme::read(&whole);
        let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(messages, [wanted]);
        assert!((theme.mark_width - 0.15).abs() < 1e-6, "{text}");
    }
}

#[test]
fn what_is_not_toml_is_reported_with_its_line() {
    let (theme, problems) = Theme::read("[black]\nfill = '#123'\n[white\nfill = '#fff'\n");
    assert_eq!(problems[0].line, 3);
    assert_eq!(theme.black.fill, Fill::Solid(Rgb::new(0x11, 0x22, 0x33)));
}

#[test]
fn colors_read_and_write() {
    for (text, color) in [
        ("#fff", Rgb::WHITE),
        ("#12a", Rgb::new(0x11, 0x22, 0xaa)),
        ("#123456", Rgb::new(0x12, 0x34, 0x56)),
    ] {
        assert_eq!(Rgb::parse(text), Some(color));
        assert_eq!(color.to_string(), text);
    }
    for text in ["fff", "#ffff", "#ggg", "#é1", ""] {
        assert_eq!(Rgb::parse(text), None);
    }
}

/// A board with stones at its edges, without names beside it.
fn full_board() -> Scene {
    let mut scene = Scene::go(9, 9);
    scene.coordinates = CoordinateLabels::none();
    for x in 0..9 {
        for (y, side) in [(0, Color::White), (4, Color::Black), (8, Color::White)] {
            scene.spot(Point::new(x, y)).piece = Some(Piece::Stone(side));
        }
    }
    scene
}

/// Grain, shadows and shells of the built-in themes end within the picture.
#[test]
fn nothing_of_a_theme_is_outside() {
    for name in Theme::NAMES {
        let picture = layout::draw(&full_board(), &Theme::named(name).unwrap());
        for item in &picture.items {
            let line = item.style.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
            let places = match &item.shape {
                Shape::Circle { x, y, r } => vec![(x - r, y - r), (x + r, y + r)],
                Shape::Path(steps) => steps
                    .iter()
                    .flat_map(|step| match *step {
                        Step::Move(x, y) | Step::Line(x, y) => vec![(x, y)],
                        Step::Curve(places) => places.to_vec(),
                        Step::Close => Vec::new(),
                    })
                    .collect(),
                _ => Vec::new(),
            };
            for (x, y) in places {
                let is_inside = |at: f32, size: f32| at - line > -0.01 && at + line < size + 0.01;
                let is_in = is_inside(x, picture.width) && is_inside(y, picture.height);
                assert!(is_in, "{name}: {x} {y} {item:?}");
            }
        }
    }
}

/// Keys of grain, shell and shadow change the drawing; without them it is as before.
#[test]
fn grain_shell_and_shadow_are_drawn() {
    let draw = |text: &str| {
        let (theme, problems) = Theme::read(text);
        assert_eq!(problems, [], "{text}");
        layout::draw(&full_board(), &theme).items
    };
    let plain = draw("");
    assert_eq!(
        draw("[board]\ngrain = 'none'\n[white]\nshell = 'none'"),
        plain
    );
    let added = |text: &str| draw(text).len() - plain.len();
    // Three kinds of lines; a path for each white stone; one disc or three for each stone.
    assert_eq!(added("[board]\ngrain = '#a80'"), 3);
    assert_eq!(added("[white]\nshell = '#eee'"), 18);
    assert_eq!(added("[stone]\nshadow = 0.3"), 27);
    assert_eq!(added("[stone]\nshadow = 0.3\nshadow-blur = 0.1"), 81);
    assert_eq!(
        draw("extends = 'kaya'"),
        draw(Theme::source("kaya").unwrap())
    );
}
