//! Files opened by other programs. A program that is not installed is named and its check skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use kifu_diagram::fonts::Fonts;
use kifu_diagram::{Problem, Scene, Theme, layout};

use crate::scenes;

/// Returns the output of a program; `None` if it is not installed.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let Ok(output) = Command::new(program).args(arguments).output() else {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "skipped: `{program}` is not installed");
        return None;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {error}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn file(folder: &Path, name: &str, data: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, data).expect("the folder is writable");
    path
}

fn path(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

#[test]
fn missing_characters_are_named() {
    let mut scene = Scene::go(9, 9);
    scene.caption = "本因坊 本".into();
    let picture = layout::draw(&scene, &Theme::default());
    let problems = Fonts::new().without_system().prepare(&picture);
    assert_eq!(
        problems,
        [Problem::MissingGlyphs {
            characters: "本因坊".into(),
            more: 0
        }]
    );
    assert!(problems[0].to_string().contains("Noto Sans CJK"));
}

#[test]
fn a_character_of_each_script_is_named_and_the_others_are_counted() {
    let mut scene = Scene::go(9, 9);
    scene.caption = "一二三四五六七八九十百千万丈上下不与且世丘바ท".into();
    let picture = layout::draw(&scene, &Theme::default());
    let problems = Fonts::new().without_system().prepare(&picture);
    assert_eq!(
        problems,
        [Problem::MissingGlyphs {
            characters: "一二三四五六七八九十百千万丈上下不与바ท".into(),
            more: 3
        }]
    );
    let message = problems[0].to_string();
    assert!(message.contains("바ท` and 3 more; install"), "{message}");
}

#[test]
fn a_missing_font_is_named() {
    let (theme, _) = Theme::read("[font]\nfamily = \"No Such Font, sans-serif\"");
    let picture = layout::draw(&Scene::go(9, 9), &theme);
    let problems = Fonts::new().without_system().prepare(&picture);
    assert_eq!(
        problems,
        [Problem::MissingFont {
            family: "No Such Font".into()
        }]
    );
    let error = Fonts::new().add_file(Path::new("Cargo.toml")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Cargo.toml: the file holds no TrueType or OpenType font"
    );
}

/// Whatever family a theme asks for, the same letters are drawn as in the font of the crate.
#[cfg(feature = "png")]
#[test]
fn letters_are_drawn_whatever_font_is_asked_for() {
    use kifu_diagram::raster;
    let draw = |family: &str| {
        let (theme, _) = Theme::read(&format!("[font]\nfamily = \"{family}\""));
        let picture = layout::draw(&Scene::go(9, 9), &theme);
        let (data, _) = raster::draw(&picture, 2.0, &mut Fonts::new()).expect("it can be drawn");
        data
    };
    let own = draw("Noto Sans");
    for family in [
        "No Such Font",
        "No Such Font, sans-serif",
        "serif",
        "sans-serif",
        "monospace",
    ] {
        assert!(draw(family) == own, "{family}");
    }
}

#[cfg(feature = "png")]
#[test]
fn png() {
    use kifu_diagram::raster;
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut fonts = Fonts::new().without_system();
    for (name, scene) in scenes::all() {
        let picture = layout::draw(&scene, &Theme::default());
        let (data, _) = raster::draw(&picture, 2.0, &mut fonts).expect(name);
        let file = file(folder.path(), &format!("{name}.png"), &data);
        let Some(printed) = run("identify", &["-format", "%m %w %h", path(&file)]) else {
            return;
        };
        #[expect(clippy::cast_sign_loss, reason = "pictures have a size")]
        let size = |length: f32| (length * 2.0).ceil() as u32;
        let wanted = format!("PNG {} {}", size(picture.width), size(picture.height));
        assert_eq!(printed, wanted);
    }
    let wide = layout::draw(&Scene::go(52, 52), &Theme::default());
    let error = raster::draw(&wide, 1000.0, &mut fonts).unwrap_err();
    assert!(matches!(error, raster::RasterError::Size { .. }));
    assert!(raster::draw(&wide, f32::NAN, &mut fonts).is_err());
}

/// A document with a title.
#[cfg(feature = "pdf")]
fn about(title: &str) -> kifu_diagram::pdf::About {
    kifu_diagram::pdf::About {
        title: title.to_owned(),
        ..kifu_diagram::pdf::About::default()
    }
}

#[cfg(feature = "pdf")]
#[test]
fn pdf() {
    use kifu_diagram::{Sheet, pdf};
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut fonts = Fonts::new();
    let theme = Theme::default();
    let scenes: Vec<Scene> = scenes::all().into_iter().map(|(_, scene)| scene).collect();
    let (pages, _) = Sheet::default().pages(&scenes, &theme);
    let (data, problems) = pdf::draw(&pages, &about("Diagrams"), &mut fonts).expect("pages");
    let file = file(folder.path(), "sheet.pdf", &data);
    let file = path(&file);
    let is_packed = data.windows(7).any(|part| part == b"/ObjStm");
    assert!(is_packed, "the dictionaries are in object streams");
    run("qpdf", &["--check", file]);
    if let Some(printed) = run("pdfinfo", &[file]) {
        assert!(printed.contains("Pages:           2"), "{printed}");
        assert!(printed.contains("Title:           Diagrams"), "{printed}");
    }
    if let Some(printed) = run("pdftotext", &[file, "-"]) {
        assert!(printed.contains("The 12th Kisei Title Match"), "{printed}");
        // Without a font for them the characters are reported instead.
        let missing = problems
            .iter()
            .any(|problem| matches!(problem, Problem::MissingGlyphs { .. }));
        assert!(missing || printed.contains("武宮正樹"), "{printed}");
    }
    if let Some(printed) = run("pdffonts", &[file]) {
        for line in printed.lines().skip(2) {
            assert!(line.contains(" yes yes "), "not embedded: {line}");
        }
    }
    assert_eq!(
        pdf::draw(&[], &about(""), &mut fonts).unwrap_err(),
        pdf::PdfError::Empty
    );
}

#[cfg(feature = "pdf")]
#[test]
fn words_of_pdf_run_from_right_to_left() {
    use kifu_diagram::pdf;
    use std::io::Write as _;

    let mut scene = Scene::go(5, 5);
    scene.caption = "שחור 12 משחק".into();
    let picture = layout::draw(&scene, &Theme::default());
    let about = about("Diagram");
    let (data, problems) = pdf::draw(&[picture], &about, &mut Fonts::new()).expect("a page");
    if !problems.is_empty() {
        let _ = writeln!(std::io::stderr(), "skipped: no font has Hebrew letters");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(folder.path(), "hebrew.pdf", &data);
    let Some(printed) = run("pdftotext", &["-bbox", path(&file), "-"]) else {
        return;
    };
    let left = |word: &str| -> f32 {
        // The letters of a word are printed from left to right.
        let reverse: String = word.chars().rev().collect();
        let words = [format!(">{word}<"), format!(">{reverse}<")];
        let has_word = |line: &&str| words.iter().any(|word| line.contains(word));
        let line = printed.lines().find(has_word);
        let line = line.unwrap_or_else(|| panic!("{word}: {printed}"));
        let value = line.split('"').nth(1).expect("a place");
        value.parse().expect("a number")
    };
    assert!(left("12") < left("שחור"), "{printed}");
    assert!(left("משחק") < left("12"), "{printed}");
}

#[cfg(feature = "anim")]
#[test]
fn animations() {
    use kifu_diagram::anim::{Frame, Loops, apng, gif};
    use kifu_diagram::{Color, Piece, Point};
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut fonts = Fonts::new().without_system();
    let theme = Theme::named("wood").expect("built in");
    let mut scene = Scene::go(9, 9);
    let mut frames = Vec::new();
    for i in 0..12_u16 {
        let side = if i % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        scene.spot(Point::new(i % 5, i / 3)).piece = Some(Piece::Stone(side));
        frames.push(Frame {
            picture: layout::draw(&scene, &theme),
            millis: 100 * u32::from(i + 1),
        });
    }
    // A frame like the one before is a frame all the same.
    frames.push(frames[11].clone());
    let (data, _) = gif(&frames, 1.0, Loops::Forever, &mut fonts).expect("frames");
    let moving = file(folder.path(), "game.gif", &data);
    if let Some(printed) = run("identify", &["-format", "%m %T\n", path(&moving)]) {
        let delays: Vec<&str> = printed.lines().collect();
        assert_eq!(delays.len(), 13);
        assert_eq!((delays[0], delays[11]), ("GIF 10", "GIF 120"));
    }
    let (data, _) = apng(&frames, 1.0, Loops::Times(2), &mut fonts).expect("frames");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&data))
        .read_info()
        .expect("a PNG file");
    let control = reader.info().animation_control.expect("it is animated");
    assert_eq!((control.num_frames, control.num_plays), (13, 2));
    let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
    for _ in 0..13 {
        reader.next_frame(&mut buffer).expect("a frame");
    }
    assert!(gif(&[], 1.0, Loops::Forever, &mut fonts).is_err());
}

#[test]
fn latex() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut scene = scenes::corner();
    scene.title = "100 % \\ {braces} a_b ^ ~ # $ & \"quoted\" <|> – …".into();
    let picture = layout::draw(&scene, &Theme::named("wood").expect("built in"));
    let pictures = [picture.clone(), picture];
    assert_eq!(kifu_diagram::latex::problems(&pictures), []);
    let text = kifu_diagram::latex::document(&pictures);
    let source = file(folder.path(), "diagram.tex", text.as_bytes());
    let out = format!("-output-directory={}", path(folder.path()));
    let arguments = [
        "-interaction=batchmode",
        "-halt-on-error",
        &out,
        path(&source),
    ];
    if run("pdflatex", &arguments).is_some() {
        let pdf = folder.path().join("diagram.pdf");
        if let Some(printed) = run("pdfinfo", &[path(&pdf)]) {
            assert!(printed.contains("Pages:           2"), "{printed}");
        }
    }
}

#[test]
fn latex_says_which_letters_it_lacks() {
    let mut scene = scenes::corner();
    scene.caption = "本因坊 Élan 本".into();
    let picture = layout::draw(&scene, &Theme::default());
    let problems = kifu_diagram::latex::problems(&[picture]);
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0].to_string(),
        "the format of pdfLaTeX has no sign for `本因坊`; compile with LuaLaTeX or XeLaTeX, and a \
         font that has them"
    );
}

#[cfg(feature = "png")]
#[test]
fn all_encodings_and_the_pixels_are_one_image() {
    use kifu_diagram::raster::{self, Encoding};
    let mut fonts = Fonts::new().without_system();
    for name in ["book", "wood", "dark"] {
        let theme = Theme::named(name).expect("a theme");
        let picture = layout::draw(&Scene::go(19, 19), &theme);
        fonts.prepare(&picture);
        let pixels = raster::pixels(&picture, 1.5, &fonts).expect("pixels");
        let [large, small] = [Encoding::Png, Encoding::SmallPng]
            .map(|encoding| raster::draw_prepared(&picture, 1.5, &fonts, encoding).expect(name));
        assert!(
            small.len() * 2 < large.len(),
            "{} {}",
            small.len(),
            large.len()
        );
        for data in [large, small] {
            let reader = png::Decoder::new(std::io::Cursor::new(data));
            let mut reader = reader.read_info().expect("a header");
            let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
            let info = reader.next_frame(&mut buffer).expect("an image");
            assert_eq!((info.width, info.height), (pixels.width, pixels.height));
            let channels = info.color_type.samples();
            let all = buffer.chunks(channels).zip(pixels.rgba.chunks(4));
            for (own, wanted) in all {
                let own = if channels < 3 {
                    [own[0]; 3]
                } else {
                    [own[0], own[1], own[2]]
                };
                assert_eq!(own, wanted[..3]);
            }
        }
    }
}
