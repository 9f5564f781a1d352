//! Laws for every scene.

use kifu_diagram::scene::{Hint, Octi, Pod, Role};
use kifu_diagram::{
    Board, Color, CoordinateLabels, Mark, Piece, Point, Rect, Scene, Theme, latex, layout, sensei,
    svg, text,
};
use proptest::prelude::*;

fn point() -> impl Strategy<Value = Point> {
    (0..14_u16, 0..14_u16).prop_map(Point::from)
}

fn side() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn spot() -> impl Strategy<Value = kifu_diagram::Spot> {
    let piece = prop_oneof![
        side().prop_map(Piece::Stone),
        side().prop_map(Piece::Queen),
        side().prop_map(Piece::Peg),
        side().prop_map(Piece::Cell),
        side().prop_map(|side| Piece::Chess(side, Role::Knight)),
        Just(Piece::Burnt),
    ];
    let mark = prop_oneof![
        Just(Mark::Circle),
        Just(Mark::Cross),
        Just(Mark::Square),
        Just(Mark::Selected),
        Just(Mark::Triangle),
    ];
    (
        prop::option::of(piece),
        prop::option::of(any::<u32>()),
        prop::option::of(mark),
        prop::option::of(any::<String>()),
        prop::option::of(side()),
        prop::option::of((any::<String>(), prop::option::of(side()))),
        any::<(bool, bool)>(),
    )
        .prop_map(
            |(piece, number, mark, label, territory, hint, (last, dim))| kifu_diagram::Spot {
                piece,
                number,
                mark,
                label,
                territory,
                hint: hint.map(|(text, side)| Hint { text, side }),
                last,
                dim,
            },
        )
}

fn octi() -> impl Strategy<Value = Board> {
    let pod = (side(), any::<u8>(), any::<u8>()).prop_map(|(side, prongs, super_prongs)| Pod {
        side,
        prongs,
        super_prongs,
    });
    let pods = prop::collection::btree_map(point(), prop::collection::vec(pod, 0..6), 0..8);
    let squares = [(); 2].map(|()| prop::collection::btree_set(point(), 0..4));
    (pods, squares).prop_map(|(pods, squares)| Board::Octi(Box::new(Octi { pods, squares })))
}

fn scene() -> impl Strategy<Value = Scene> {
    let board = prop_oneof![
        Just(Board::Lines),
        any::<bool>().prop_map(|checkered| Board::Cells { checkered }),
        Just(Board::Hex),
        Just(Board::Holes),
        Just(Board::Backgammon(Box::default())),
        octi(),
    ];
    let names = prop_oneof![
        Just(CoordinateLabels::none()),
        Just(CoordinateLabels::western()),
        Just(CoordinateLabels::east_asian()),
    ];
    (
        (board, 0..12_u16, 0..12_u16, names),
        prop::collection::btree_map(point(), spot(), 0..20),
        prop::option::of((point(), point())),
        prop::option::of(prop::collection::btree_set(point(), 0..20)),
        prop::collection::vec((point(), point()), 0..4),
        any::<(String, String)>(),
    )
        .prop_map(
            |((board, columns, rows, coordinates), spots, crop, visible, strokes, words)| Scene {
                stars: kifu_diagram::scene::go_stars(columns, rows),
                coordinates,
                spots,
                crop: crop.map(|(a, b)| Rect::new(a, b)),
                visible,
                arrows: strokes.clone(),
                lines: strokes,
                title: words.0,
                comment: words.1,
                ..Scene::new(board, columns, rows)
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever a scene holds, every pen draws it, twice alike, and lets no
    /// control character through.
    #[test]
    fn every_pen_draws_every_scene(
        scene in scene(),
        theme in prop::sample::select(&Theme::NAMES[..]),
    ) {
        let theme = Theme::named(theme).expect("built in");
        let draw = |scene: &Scene| {
            let picture = layout::draw(scene, &theme);
            let plain = text::draw(scene, &text::Options::default());
            [svg::draw(&picture), latex::draw(&picture), plain, sensei::draw(scene).0]
        };
        let drawn = draw(&scene);
        for text in &drawn {
            prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
            prop_assert!(!text.contains("NaN"));
        }
        prop_assert_eq!(&drawn, &draw(&scene));
    }

    /// The problems of a scene are exactly the parts that can be removed without a change.
    #[test]
    fn without_what_is_off_the_board_nothing_changes(scene in scene()) {
        let mut clean = scene.clone();
        clean.spots.retain(|&point, _| scene.has(point));
        clean.arrows.retain(|&(a, b)| a != b && scene.has(a) && scene.has(b));
        clean.lines.retain(|&(a, b)| a != b && scene.has(a) && scene.has(b));
        let theme = Theme::default();
        prop_assert_eq!(layout::draw(&scene, &theme), layout::draw(&clean, &theme));
    }
}

#[test]
fn the_time_grows_with_the_size_alone() {
    // A board of 702 by 702 with a view list of every point.
    let mut scene = Scene::new(Board::Lines, 702, 702);
    let all = (0..702).flat_map(|y| (0..702).map(move |x| Point::new(x, y)));
    scene.visible = Some(all.collect());
    let start = std::time::Instant::now();
    let picture = layout::draw(&scene, &Theme::default());
    assert!(picture.width > 14_000.0);
    assert!(start.elapsed().as_secs() < 10);
}
