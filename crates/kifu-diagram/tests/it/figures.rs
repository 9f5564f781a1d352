//! Figures and their captions.

use kifu_diagram::binding::{Options, Walk};
use kifu_diagram::book::Block;
use kifu_diagram::{Lang, Problem, figure};
use kifu_sgf::Collection;

fn drawn(text: &str, options: &Options) -> Vec<(String, String)> {
    let record = Collection::from(text);
    let figures = figure::by_marks(record.game(0).expect("a game"));
    let drawn = figure::draw(&figures, options).expect("a board");
    let words = |drawn: kifu_diagram::binding::Drawn| (drawn.scene.caption, drawn.scene.comment);
    drawn.into_iter().map(words).collect()
}

fn captions(text: &str) -> Vec<String> {
    let drawn = drawn(text, &Options::default());
    drawn.into_iter().map(|(caption, _)| caption).collect()
}

#[test]
fn diagrams_follow_the_figure_they_depart_from() {
    let text = "(;SZ[9];B[aa]FG[];W[bb](;B[cc];W[dd]FG[](;B[ee];W[ff](;B[gg])(;B[hh]FG[]))\
        (;B[ef]FG[]))(;B[ca]FG[];W[da](;B[ea])(;B[eb]FG[])))";
    let wanted = [
        "Figure 1 (1–3)",
        "Diagram 1 (3–5)",
        "Diagram 2 (5)",
        "Figure 2 (4–7)",
        "Diagram 3 (5)",
        "Diagram 4 (7)",
    ];
    assert_eq!(captions(text), wanted);
}

#[test]
fn an_article_keeps_the_figures_of_the_author() {
    let text = "(;SZ[9];B[aa];W[bb]FG[0:Opening];B[cc];W[dd];B[ee]MN[101];W[ff];B[gg]FG[])";
    let record = Collection::from(text);
    let game = record.game(0).expect("a game");
    let article = figure::article(game, &Options::default(), false).expect("a board");
    let captions = article.blocks.iter().filter_map(|block| match block {
        Block::Figure(figure) => Some(figure.caption()),
        _ => None,
    });
    let wanted = [
        "Figure 1 (1)",
        "Figure 2 (2–4, 101–102): Opening",
        "Figure 3 (103)",
    ];
    assert_eq!(captions.collect::<Vec<_>>(), wanted);
}

#[test]
fn a_name_with_a_number_stands_for_ours() {
    for (name, wanted) in [
        ("Figure 7", "Figure 7 (1)"),
        ("Dia. 3", "Dia. 3 (1)"),
        ("図12", "図12 (1)"),
        ("第3図", "第3図 (1)"),
        ("Move 127", "Figure 1 (1): Move 127"),
        ("Figure", "Figure 1 (1): Figure"),
        ("Diagram of 3 ways", "Figure 1 (1): Diagram of 3 ways"),
        ("", "Figure 1 (1)"),
    ] {
        let text = format!("(;SZ[9];B[aa]FG[0:{name}])");
        assert_eq!(captions(&text), [wanted]);
    }
    // The flag 2 leaves the name away.
    assert_eq!(captions("(;SZ[9];B[aa]FG[2:Dia. 3])"), ["Figure 1 (1)"]);
}

#[test]
fn comments_of_all_moves_are_kept() {
    let options = Options {
        comment: true,
        ..Options::default()
    };
    let words = |text: &str| {
        let drawn = drawn(text, &options);
        drawn.into_iter().map(|(_, comment)| comment).collect()
    };
    let all: Vec<String> = words("(;SZ[9]C[Root.];B[aa]FG[]C[One.];W[bb];B[cc]C[Three.\n])");
    assert_eq!(all, ["Root.\n1: One.\n3: Three."]);
    // Alone at the end it needs no number.
    let end: Vec<String> = words("(;SZ[9];B[aa]C[];W[bb]C[Two.])");
    assert_eq!(end, ["Two."]);
    let printed: Vec<String> = words("(;SZ[9]PM[2];B[aa]MN[154]C[Here.];W[bb]C[There.])");
    assert_eq!(printed, ["154: Here.\n155: There."]);
}

#[test]
fn labels_that_earlier_comments_name_are_shown_where_they_can_be() {
    let text = "(;SZ[9];B[aa]LB[cc:A][dd:B][ee:C]C[A, B or C?];W[dd]LB[ff:C])";
    let record = Collection::from(text);
    let figures = figure::by_marks(record.game(0).expect("a game"));
    let options = Options {
        comment: true,
        ..Options::default()
    };
    let scene = &figure::draw(&figures, &options).expect("a board")[0].scene;
    let labels: Vec<String> = scene
        .spots
        .iter()
        .filter_map(|(&point, spot)| {
            let label = spot.label.as_ref()?;
            Some(format!("{}={label}", scene.point_name(point)))
        })
        .collect();
    // B was played on, and C stands elsewhere by now.
    assert_eq!(labels, ["C7=A", "F4=C"]);
    assert_eq!(scene.notes_line(), "B = 2");
}

/// A label on a stone with a number is explained under the figure, which keeps the number.
#[test]
fn labels_on_numbered_stones_are_references() {
    let line = |text: &str, lang| {
        let record = Collection::from(text);
        let figures = figure::by_marks(record.game(0).expect("a game"));
        let options = Options {
            comment: true,
            lang,
            ..Options::default()
        };
        let scene = figure::draw(&figures, &options).expect("a board")[0]
            .scene
            .clone();
        let spots = scene.spots.iter().filter_map(|(&point, spot)| {
            Some(format!("{}={}", scene.point_name(point), spot.words()?))
        });
        (spots.collect::<Vec<_>>().join(" "), scene.notes_line())
    };
    let english = |text| line(text, Lang::English);
    let text =
        "(;SZ[9];B[aa];W[bb]LB[aa:A][bb:x]C[Black A was early.];B[cc]LB[cc:C]C[And C?];W[dd])";
    let points = "A9=1 B8=2 C7=3 D6=4".to_owned();
    assert_eq!(
        english(text),
        (points.clone(), "A = 1, C = 3, x = 2".to_owned())
    );
    let japanese = line(text, Lang::Japanese);
    assert_eq!(japanese, (points, "A＝1　C＝3　x＝2".to_owned()));
    // Of the last node, also without a word about it; a number that no comment mentions needs none.
    let text = "(;SZ[9];B[aa];W[bb]LB[aa:A][bb:3])";
    assert_eq!(english(text), ("A9=1 B8=2".to_owned(), "A = 1".to_owned()));
    let text = "(;SZ[9];B[aa];W[bb]LB[aa:1][bb:3]C[After 1, 3 is good.])";
    assert_eq!(english(text), ("A9=1 B8=2".to_owned(), "3 = 2".to_owned()));
    // Of several nodes.
    let text =
        "(;SZ[9];B[aa];W[bb]LB[aa:3][bb:8]C[3 is bad, 8 is good.];B[cc]LB[aa:9]C[Move A9 at 9.])";
    assert_eq!(english(text).0, "A9=1 B8=2 C7=3");
    assert_eq!(english(text).1, "3 = 1, 8 = 2, 9 = 1");
    let text = "(;SZ[9];B[aa];W[bb]LB[aa:A]C[A];B[cc]LB[aa:9])";
    assert_eq!(
        english(text),
        ("A9=1 B8=2 C7=3".to_owned(), "A = 1".to_owned())
    );
    // A move keeps its number, and the label of another point too if a comment mentions it.
    let text = "(;SZ[9];B[aa];W[bb]LB[ee:1][ff:2]C[Not 2.];B[cc])";
    assert_eq!(english(text).0, "A9=1 B8=2 C7=3 F4=2");
    // Stones without a number show their labels.
    let text = "(;SZ[9]AB[ee]AW[ff];B[aa]LB[ee:A][ff:B]CR[ff]C[A or B?];W[bb])";
    assert_eq!(english(text).0, "A9=1 B8=2 E5=A F4=B");
}

/// A figure without its comments shows the numbers of its moves too.
#[test]
fn labels_of_figures_without_words_are_references() {
    let text = "(;SZ[9];B[aa];W[bb]LB[aa:A]C[A])";
    let record = Collection::from(text);
    let figures = figure::by_marks(record.game(0).expect("a game"));
    let drawn = figure::draw(&figures, &Options::default()).expect("a board");
    let scene = &drawn[0].scene;
    assert_eq!(scene.notes_line(), "A = 1");
    assert!(scene.spots.values().all(|spot| spot.label.is_none()));
}

#[test]
fn a_note_is_not_repeated_for_each_figure() {
    let text = "(;SZ[9];B[aa]FG[];W[zz](;B[bb]FG[];W[aa])(;B[cc]FG[]))";
    let record = Collection::from(text);
    let tree = record.game(0).expect("a game");
    let figures = figure::by_marks(tree);
    let drawn = figure::draw(&figures, &Options::default()).expect("a board");
    let notes: Vec<usize> = drawn.iter().map(|drawn| drawn.notes.len()).collect();
    assert_eq!(notes, [1, 0, 1]);
    let mut walk = Walk::new(tree).expect("a board");
    let mut row = Vec::new();
    for node in tree.main_line() {
        walk.go_to(node);
        row.push(walk.next_scene(&Options::default()).notes.len());
    }
    assert_eq!(row, [0, 0, 1, 0, 1]);
    assert_eq!(walk.scene(&Options::default()).notes.len(), 2);
    assert_eq!(drawn[0].scene.problems(), Vec::<Problem>::new());
}

/// Nested figures, each with text: the cost of a figure depends on its content, not on the figures above it.
#[test]
fn many_figures_take_time_by_their_number_alone() {
    const COUNT: usize = 20_000;
    let text = format!(
        "(;SZ[3]PB[x]{}{}",
        "(;B[aa]FG[]C[x]LB[bb:x]".repeat(COUNT),
        ")".repeat(COUNT + 1)
    );
    let options = Options {
        comment: true,
        title: true,
        info: true,
        ..Options::default()
    };
    let start = std::time::Instant::now();
    assert_eq!(drawn(&text, &options).len(), COUNT);
    assert!(start.elapsed().as_secs() < 60);
}
