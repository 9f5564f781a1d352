//! Drawings compared with checked files. `KIFU_UPDATE=1 cargo test` rewrites them.

use std::path::Path;

use kifu_diagram::{Rect, Scene, Theme, latex, layout, svg, text};

use crate::scenes;

fn same(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("KIFU_UPDATE").is_some() {
        std::fs::write(&path, found).expect("golden file can be written");
        return;
    }
    let wanted = std::fs::read_to_string(&path).expect("golden file is there");
    assert_eq!(found, wanted.replace("\r\n", "\n"), "{name} differs");
}

#[test]
fn text() {
    for (name, scene) in scenes::all() {
        let unicode = text::draw(&scene, &text::Options::default());
        let ascii = text::Options {
            ascii: true,
            ..text::Options::default()
        };
        let ascii = text::draw(&scene, &ascii);
        same(&format!("{name}.txt"), &format!("{unicode}\n{ascii}"));
    }
}

#[test]
fn text_in_color() {
    let mut scene = Scene::go(2, 2);
    scenes::stone(&mut scene, 0, 0, kifu_diagram::Color::Black);
    scenes::stone(&mut scene, 1, 0, kifu_diagram::Color::White);
    scene.spot((1, 0).into()).number = Some(12);
    let options = text::Options {
        color: true,
        ..text::Options::default()
    };
    let found = text::draw(&scene, &options).replace('\u{1b}', "^");
    same("color.txt", &found);
}

#[test]
fn svg() {
    let theme = Theme::default();
    for (name, scene) in [
        ("corner", scenes::corner()),
        ("othello", scenes::othello()),
        ("chess", scenes::chess()),
        ("octi", scenes::octi()),
        ("markup", scenes::markup()),
    ] {
        same(
            &format!("{name}.svg"),
            &svg::draw(&layout::draw(&scene, &theme)),
        );
    }
    let wood = Theme::named("wood").expect("built in");
    let picture = layout::draw(&scenes::corner(), &wood);
    same("corner-wood.svg", &svg::draw(&picture));
    let kaya = Theme::named("kaya").expect("built in");
    let picture = layout::draw(&scenes::corner(), &kaya);
    same("corner-kaya.svg", &svg::draw(&picture));
}

#[test]
fn tikz() {
    let picture = layout::draw(&scenes::corner(), &Theme::default());
    same("corner.tex", &latex::draw(&picture));
    let mut chess = scenes::chess();
    chess.crop = Some(Rect::new((0, 7).into(), (1, 7).into()));
    let picture = layout::draw(&chess, &Theme::default());
    same("chess.tex", &latex::draw(&picture));
}
