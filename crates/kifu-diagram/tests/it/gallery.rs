//! Pictures of the gallery in `docs`, drawn from the examples. `KIFU_UPDATE=1` rewrites them; check them before they
//! are committed.

use std::path::PathBuf;

use kifu_diagram::binding::{self, Options};
use kifu_diagram::book::{Block, Book, Figure, Paper};
use kifu_diagram::{CoordinateLabels, Lang, Point, Rect, Theme, figure, layout, svg};
use kifu_sgf::Collection;

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn example(name: &str) -> Collection {
    Collection::open(root().join("examples").join(name)).expect("the examples are there")
}

/// Compares a picture with the one in the gallery.
fn hangs(name: &str, found: &str) {
    let path = root().join("docs/gallery").join(name);
    if std::env::var_os("KIFU_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, found).expect("the gallery can be written");
        return;
    }
    let hung = std::fs::read_to_string(&path).expect("the gallery has the picture");
    assert!(
        hung == found,
        "docs/gallery/{name} differs; look at it, then run with KIFU_UPDATE=1"
    );
    assert!(found.len() < 90_000, "{name} has {} bytes", found.len());
}

/// One page of a book.
fn page(book: &Book, number: usize) -> String {
    let (pages, problems) = book.pages(&Theme::default());
    assert_eq!(problems, []);
    svg::draw(&pages.draw(number))
}

#[test]
fn an_article() {
    let record = example("joseki.sgf");
    let game = record.game(0).expect("a game");
    let article = figure::article(game, &Options::default(), false).expect("a board");
    let mut book = Book::new(Paper::A5);
    book.title = article.title;
    book.info = article.info;
    book.blocks = article.blocks;
    hangs("article.svg", &page(&book, 0));
}

#[test]
fn problems_and_solutions() {
    let record = example("problems/life-and-death.sgf");
    let mut options = Options {
        coordinates: Some(CoordinateLabels::none()),
        ..Options::default()
    };
    let (mut problems, mut solutions) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(record.games()) {
        options.crop = binding::Crop::View;
        let lines = figure::solutions(game, 2);
        let mut problem = figure::problem(game, &options).expect("a board").scene;
        problem.caption = Lang::English.problem(number);
        problems.push(Figure::new(problem));
        options.to_play = binding::ToPlay::Never;
        for line in figure::draw(&lines.figures, &options).expect("a board") {
            let mut scene = line.scene;
            scene.caption = format!("{number}. {}", scene.caption);
            solutions.push(Figure::new(scene));
        }
        options.to_play = binding::ToPlay::default();
    }
    let mut book = Book::new(Paper::A5);
    book.blocks = vec![
        Block::heading(1, "Problems"),
        Block::Row(problems),
        Block::PageBreak,
        Block::heading(1, "Solutions"),
        Block::Row(solutions),
    ];
    hangs("problems.svg", &page(&book, 0));
}

#[test]
fn a_figure_in_japanese() {
    let record = example("go/1846-ear-reddening.sgf");
    let game = record.game(0).expect("a game");
    let options = Options {
        lang: Lang::Japanese,
        coordinates: Some(CoordinateLabels::east_asian()),
        ..Options::default()
    };
    let figures = figure::every(game, 50);
    let drawn = figure::draw(&figures[5..6], &options).expect("a board");
    let picture = layout::draw(&drawn[0].scene, &Theme::default());
    hangs("japanese.svg", &svg::draw(&picture));
}

#[test]
fn a_board_of_wood() {
    let record = example("go/2016-alphago-lee-sedol-4.sgf");
    let game = record.game(0).expect("a game");
    let node = binding::at_move(game, 78).expect("move 78");
    let options = Options {
        numbers: binding::Numbers::Last(8),
        ..Options::default()
    };
    let scene = binding::scene(node, &options).expect("a board").scene;
    let mut theme = Theme::named("wood").expect("a theme");
    theme.board.aspect = 15.0 / 14.0;
    hangs("wood.svg", &svg::draw(&layout::draw(&scene, &theme)));
}

#[test]
fn boards_of_kaya_and_slate() {
    let record = example("go/2016-alphago-lee-sedol-4.sgf");
    let game = record.game(0).expect("a game");
    let node = binding::at_move(game, 110).expect("move 110");
    let options = Options {
        crop: binding::Crop::Rect(Rect::new(Point::new(9, 3), Point::new(18, 11))),
        prisoners: false,
        to_play: binding::ToPlay::Never,
        comment: false,
        ..Options::default()
    };
    let scene = binding::scene(node, &options).expect("a board").scene;
    for name in ["kaya", "slate"] {
        let theme = Theme::named(name).expect("a theme");
        hangs(
            &format!("{name}.svg"),
            &svg::draw(&layout::draw(&scene, &theme)),
        );
    }
}

#[test]
fn boards_of_chess_and_octi() {
    for (file, name, number) in [
        ("other-games/chess-opera-game.sgf", "chess.svg", 23),
        ("other-games/octi.sgf", "octi.svg", 7),
    ] {
        let record = example(file);
        let game = record.game(0).expect("a game");
        let node = binding::at_move(game, number).expect("a move");
        let options = Options {
            comment: false,
            ..Options::default()
        };
        let scene = binding::scene(node, &options).expect("a board").scene;
        hangs(name, &svg::draw(&layout::draw(&scene, &Theme::default())));
    }
}
