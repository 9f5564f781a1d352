//! Themes and their faults.

use kifu_diagram::Theme;
use kifu_diagram::picture::{Fill, Rgb};

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
            "1:11: `extends` is not the name of a built-in theme; write one of `book`, `paper`, `wood`, `dark`",
        ),
        (
            "[board]\nfil = '#fff'",
            "2:1: unknown key `fil` in `[board]`; `fill` was probably meant",
        ),
        (
            "[board]\nline_width = 0.1",
            "2:1: unknown key `line_width` in `[board]`; `line-width` was probably meant",
        ),
        (
            "[boards]\n",
            "1:2: unknown section `boards`; `board` was probably meant",
        ),
        (
            "[black]\nfill = 'red'",
            "2:8: `'red'` is not a colour; write one like `\"#d0021b\"` or `\"#fff\"`",
        ),
        (
            "[black]\nfill = ['#fff', 3]",
            "2:17: `3` is not a colour; write one like `\"#d0021b\"` or `\"#fff\"`",
        ),
        (
            "[black]\nfill = ['#fff']",
            "2:8: a slope has two colours, not 1",
        ),
        (
            "[stone]\nradius = 5",
            "2:10: `5` is not a number from 0.3 to 0.5",
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
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told, [wanted]);
        assert!((theme.mark_width - 0.15).abs() < 1e-6, "{text}");
    }
}

#[test]
fn what_is_not_toml_is_told_with_its_line() {
    let (theme, problems) = Theme::read("[black]\nfill = '#123'\n[white\nfill = '#fff'\n");
    assert_eq!(problems[0].line, 3);
    assert_eq!(theme.black.fill, Fill::Solid(Rgb::new(0x11, 0x22, 0x33)));
}

#[test]
fn colours_read_and_write() {
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
