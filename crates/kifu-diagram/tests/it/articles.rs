//! Figures of articles: where they are cut, and what they show.

use std::fmt::Write as _;

use kifu_diagram::binding::Options;
use kifu_diagram::book::{self, Block};
use kifu_diagram::{Mark, Point, Scene, figure, text};
use kifu_sgf::Collection;

fn article(sgf: &str) -> Vec<Block> {
    let record = Collection::from(sgf);
    let game = record.game(0).expect("a game");
    let article = figure::article(game, &Options::default(), false).expect("a board");
    article.blocks
}

/// The figures of an article.
fn scenes(sgf: &str) -> Vec<Scene> {
    let blocks = article(sgf).into_iter().filter_map(|block| match block {
        Block::Figure(figure) => Some(figure.scene().clone()),
        _ => None,
    });
    blocks.collect()
}

/// The diagrams of an article.
fn diagrams(sgf: &str) -> Vec<Scene> {
    let rows = article(sgf).into_iter().filter_map(|block| match block {
        Block::Row(row) => Some(row),
        _ => None,
    });
    rows.flatten()
        .map(|figure| figure.scene().clone())
        .collect()
}

/// Captions and paragraphs, in order.
fn words(sgf: &str) -> Vec<String> {
    let blocks = article(sgf).into_iter().filter_map(|block| match block {
        Block::Figure(figure) => Some(figure.caption().to_owned()),
        Block::Paragraph(paragraph) => Some(format!("{}: {}", paragraph.lead, paragraph.text)),
        _ => None,
    });
    blocks.map(|words| words.replace('\u{a0}', " ")).collect()
}

/// The rows of a board, without coordinates.
fn rows(scene: &Scene) -> Vec<String> {
    let mut scene = scene.clone();
    scene.coordinates = kifu_diagram::CoordinateLabels::none();
    let text = text::draw(&scene, &text::Options::default());
    let rows = usize::from(scene.rows);
    text.lines()
        .take(rows)
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn setup_in_a_variation_begins_a_diagram() {
    let sgf = "(;SZ[9];B[ee]C[Main.];W[gg](;B[gc];W[cg])(;B[cc]C[Variation.];W[cg];AE[gg]AW[hh]C[Suppose.];B[gh]\
        C[Then.]))";
    let wanted = [
        "Figure 1 (1–4)",
        "Black 1: Main.",
        "Black 3: → Diagrams 1–2",
        "Diagram 1: Variation.",
        "Diagram 2: Suppose.",
        "3: Then.",
    ];
    assert_eq!(words(sgf), wanted);
    let diagrams = diagrams(sgf);
    let captions = diagrams.iter().map(|diagram| diagram.caption.as_str());
    let wanted = ["Diagram 1 (in place of\u{a0}3)", "Diagram 2 (continued)"];
    assert_eq!(captions.collect::<Vec<_>>(), wanted);
}

#[test]
fn the_author_s_figures_of_variations_have_their_names() {
    let sgf = "(;SZ[9];B[ee](;W[gg];B[gc])(;W[cc]FG[0:The ladder];B[dd];W[ff]FG[0:Dia. 6];B[hh])(;W[cd]FG[2:Hidden]))";
    let diagrams = diagrams(sgf);
    let captions = diagrams
        .iter()
        .map(|diagram| diagram.caption.replace('\u{a0}', " "));
    let wanted = [
        "Diagram 1 (in place of 2): The ladder",
        "Diagram 2 (continued): Dia. 6",
        "Diagram 3 (in place of 2)",
    ];
    assert_eq!(captions.collect::<Vec<_>>(), wanted);
    // A name that is the number of the diagram is printed once.
    let sgf = "(;SZ[9];B[ee]N[Figure 1](;W[gg])(;W[cc]FG[1:Dia. 1]N[Diagram 1];B[dd])(;W[cd]N[Diagram 5]))";
    let wanted = [
        "Figure 1 (1–2)",
        "White 2: → Diagrams 1–2",
        "Diagram 2: Diagram 5",
    ];
    assert_eq!(words(sgf), wanted);
    assert_eq!(
        self::diagrams(sgf)[0].caption.replace('\u{a0}', " "),
        "Diagram 1 (in place of 2)"
    );
}

#[test]
fn figures_have_the_name_and_the_flags_of_the_author() {
    let captions = |sgf: &str| -> Vec<(String, bool)> {
        let of = |scene: Scene| (scene.caption.clone(), scene.coordinates.left);
        scenes(sgf).into_iter().map(of).collect()
    };
    let owned = |captions: &[(&str, bool)]| -> Vec<(String, bool)> {
        let own = |&(caption, has_names): &(&str, bool)| (caption.to_owned(), has_names);
        captions.iter().map(own).collect()
    };
    let sgf = "(;SZ[9]FG[257:Opening];B[cc];W[gc];B[cg];W[gg]FG[256:Middle];B[ee])";
    let wanted = [
        ("Figure 1 (1–3): Opening", false),
        ("Figure 2 (4–5): Middle", true),
    ];
    assert_eq!(captions(sgf), owned(&wanted));
    // The label divides a figure of the author.
    let sgf = "(;SZ[9]FG[257:Opening];B[cc]LB[gg:A]C[A?];W[gc];B[cg]LB[ee:A]C[Now A.];FG[];W[ee])";
    let wanted = [
        ("Figure 1 (1–2): Opening", false),
        ("Figure 2 (3)", false),
        ("Figure 3 (4)", true),
    ];
    assert_eq!(captions(sgf), owned(&wanted));
    let sgf = "(;SZ[9]FG[1:No];LB[gg:A]C[A?];FG[257:Yes]B[cc];W[gc])";
    assert_eq!(captions(sgf), owned(&[("Figure 1 (1–2): Yes", false)]));
}

#[test]
fn diagrams_show_their_moves_whatever_part_the_main_line_shows() {
    let sgf = "(;SZ[19];B[pd]VW[aa:sj](;W[dd];B[pj])(;W[cp];B[ep];W[dn])(;W[rc]VW[ja:sj];B[qc])(;W[cq]VW[ja:sj];B[dq]))";
    assert_eq!(scenes(sgf)[0].window().rect.bottom, 9);
    let diagrams = diagrams(sgf);
    let shown = |scene: &Scene| {
        scene
            .shown()
            .filter(|(_, spot)| spot.number.is_some())
            .count()
    };
    assert_eq!(diagrams.iter().map(shown).collect::<Vec<_>>(), [3, 2, 2]);
    // The part that the variation itself selects.
    let rect = diagrams[1].window().rect;
    assert_eq!((rect.left, rect.bottom), (9, 9));
}

#[test]
fn variations_before_the_first_move_are_diagrams() {
    for (sgf, wanted) in [
        (
            "(;SZ[9];C[Intro.](;C[Topic one.];B[ee];W[cc])(;C[Topic two.];B[dd]C[Second.];W[gg]))",
            &[
                ": Intro.",
                "Figure 1 (1–2)",
                ": Topic one. (Diagram 1)",
                "Diagram 1: Topic two.",
                "1: Second.",
            ][..],
        ),
        (
            "(;SZ[9](;PL[B];B[ee])(;B[dd]C[Other.]))",
            &["Figure 1 (1)", ": → Diagram 1", "Diagram 1: Other."],
        ),
        (
            "(;SZ[9](;AB[cc];W[bb])(;W[dd]C[Other.]))",
            &["Figure 1 (1)", ": → Diagram 1", "Diagram 1: Other."],
        ),
    ] {
        assert_eq!(words(sgf), wanted, "{sgf}");
    }
}

#[test]
fn names_of_nodes_are_printed() {
    let sgf = "(;SZ[9]N[The root];B[ee]N[Opening](;W[cc]N[Main])(;W[dd]N[Side]C[Side\nand more.];B[ff]N[Next])(;N[Only a name]))";
    let wanted = [
        ": The root",
        "Figure 1 (1–2)",
        "Black 1: Opening",
        "White 2: Main (Diagrams 1–2)",
        "Diagram 1: Side",
        ": and more.",
        "2: Next",
        "Diagram 2: Only a name",
    ];
    assert_eq!(words(sgf), wanted);
}

#[test]
fn all_game_info_of_the_main_line_is_printed() {
    for (sgf, title, info) in [
        (
            "(;SZ[5];PB[Nm]DT[2001]EV[Ev]AN[X];B[aa])",
            "Nm",
            "Event: Ev, Date: 2001, Black: Nm, Annotator: X",
        ),
        (
            "(;SZ[5]PB[A]BR[9p]PW[B]GN[A game]ON[San-ren-sei];B[aa];DT[2001])",
            "A 9p – B",
            "Game: A game, Opening: San-ren-sei, Date: 2001",
        ),
        ("(;SZ[5]GN[A game];B[aa])", "A game", ""),
    ] {
        let record = Collection::from(sgf);
        let game = record.game(0).expect("a game");
        let article = figure::article(game, &Options::default(), false).expect("a board");
        let facts = article.info.iter();
        let facts: Vec<_> = facts
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        assert_eq!(
            (article.title.as_str(), facts.join(", ")),
            (title, info.to_owned())
        );
    }
    let sgf = "(;SZ[5];GC[About.];B[aa](;W[bb])(;W[cc]PB[Other]EV[Cup]))";
    let wanted = [
        ": About.",
        "Figure 1 (1–2)",
        "White 2: → Diagram 1",
        "Diagram 1: Event: Cup  ·  Black: Other",
    ];
    assert_eq!(words(sgf), wanted);
}

#[test]
fn moves_without_numbers_on_the_board_are_listed() {
    let sgf = "(;GM[3];W[e4];B[e5]C[Open.](;W[Nf3];B[Nc6])(;W[f4]C[Gambit.];B[exf4]))";
    let wanted = [
        "Figure 1 (1–2)",
        "Black 2: Open.",
        "Figure 2 (3–4)",
        "White 3: → Diagram 1",
        "Diagram 1: Gambit.",
    ];
    assert_eq!(words(sgf), wanted);
    let of = |block: Block| match block {
        Block::Figure(figure) => vec![figure],
        Block::Row(row) => row,
        _ => Vec::new(),
    };
    let figures = article(sgf).into_iter().flat_map(of);
    let moves = figures.map(|figure| figure.scene().comment.replace('\u{a0}', " "));
    let wanted = ["1 e4, 2 e5", "3 Nf3, 4 Nc6", "1 f4, 2 exf4"];
    assert_eq!(moves.collect::<Vec<_>>(), wanted);
    let moves = |sgf: &str| scenes(sgf)[0].comment.replace('\u{a0}', " ");
    let amazons = "(;GM[18];W[dadedg];B[djddgd])";
    assert_eq!(moves(amazons), "1 d10-d6/d4, 2 d1-d7/g7");
    let backgammon = "(;GM[6];W[31hefe];B[double];W[take])";
    assert_eq!(moves(backgammon), "1 31: 8/5 6/5, 2 double, 3 take");
}

#[test]
fn numbers_of_captions_and_texts_are_whole() {
    let sgf = "(;SZ[9]PM[2];B[aa]MN[114];W[bb]LB[bb:115]C[Here 115 is good.];B[cc];W[])";
    assert_eq!(
        words(sgf),
        ["Figure 1 (114–117)", "White 115: Here 115 is good."]
    );
    let scene = scenes(sgf).remove(0);
    assert_eq!(scene.notes_line(), "17 pass");
}

#[test]
fn no_comment_of_a_variation_is_lost() {
    let mut sgf = "(;SZ[19];B[aa](;W[as]".to_owned();
    for number in 0..20_u8 {
        let column = char::from(b'a' + number % 19);
        write!(sgf, ")(;W[{column}c]C[Comment {number}.]").unwrap();
    }
    // A variation with more moves than a diagram has, and one without a comment.
    sgf += ")(;W[as]";
    for number in 0..60_u8 {
        let [row, column] = [number / 15, number % 15].map(|at| char::from(b'd' + at));
        let color = ["B", "W"][usize::from(number % 2)];
        write!(sgf, ";{color}[{column}{row}]").unwrap();
    }
    sgf += "C[The end.])(;W[sa]))";
    let all = words(&sgf).join("\n");
    for number in 0..20 {
        assert!(all.contains(&format!(": Comment {number}.")), "{all}");
    }
    assert!(all.contains("\nDiagram 22: The end."), "{all}");
    assert!(all.contains("1 more variation is not shown."), "{all}");
}

#[test]
fn setup_after_moves_begins_a_figure() {
    let sgf = "(;SZ[5];B[bb];W[dd]C[First.];AE[bb][dd]AB[aa][cc]C[Second.];W[ea]C[No.];B[ee])";
    let figures = scenes(sgf);
    assert_eq!(figures.len(), 2);
    let first = [
        "┌─┬─┬─┬─┐",
        "├─1─┼─┼─┤",
        "├─┼─╋─┼─┤",
        "├─┼─┼─2─┤",
        "└─┴─┴─┴─┘",
    ];
    let second = [
        "●─┬─┬─┬─3",
        "├─┼─┼─┼─┤",
        "├─┼─●─┼─┤",
        "├─┼─┼─┼─┤",
        "└─┴─┴─┴─4",
    ];
    assert_eq!(rows(&figures[0]), first);
    assert_eq!(rows(&figures[1]), second);
    let wanted = [
        "Figure 1 (1–2)",
        "White 2: First.",
        "Figure 2 (3–4)",
        ": Second.",
        "White 3: No.",
    ];
    assert_eq!(words(sgf), wanted);
}

#[test]
fn positions_with_comments_and_no_moves_are_figures() {
    let sgf = "(;SZ[5]C[Begin.];AB[aa]C[One.];LB[aa:A]C[Two.];AE[aa]AW[bb]C[Three.];AB[cc];B[dd])";
    let figures = scenes(sgf);
    let wanted = [
        ": Begin.",
        "Figure 1",
        ": One.",
        ": Two.",
        "Figure 2",
        ": Three.",
        "Figure 3 (1)",
    ];
    assert_eq!(words(sgf), wanted);
    assert_eq!(rows(&figures[1])[..2], ["┌─┬─┬─┬─┐", "├─○─┼─┼─┤"]);
    // Setup of one position in several nodes.
    assert_eq!(
        scenes("(;SZ[5]C[Begin.];AB[aa];AW[bb]C[One.];B[cc])").len(),
        1
    );
}

#[test]
fn a_comment_is_printed_once() {
    for (sgf, wanted) in [
        ("(;SZ[5]C[One.])", vec!["Figure 1", ": One."]),
        ("(;SZ[5]AB[aa];C[One.])", vec!["Figure 1", ": One."]),
        (
            "(;SZ[5]C[Zero.];B[aa]C[One.])",
            vec![": Zero.", "Figure 1 (1)", "Black 1: One."],
        ),
    ] {
        assert_eq!(words(sgf), wanted, "{sgf}");
    }
}

#[test]
fn other_figures_end_before_setup_too() {
    let sgf = "(;SZ[9]FG[];B[aa];W[bb];AE[aa][bb]AB[ee];W[cc];B[dd](;W[ff])(;AW[ff]FG[];B[gg];AE[gg];B[hh]))";
    let record = Collection::from(sgf);
    let game = record.game(0).expect("a game");
    let captions = |figures: &[figure::Figure<'_>]| -> Vec<String> {
        let drawn = figure::draw(figures, &Options::default()).expect("a board");
        drawn.into_iter().map(|drawn| drawn.scene.caption).collect()
    };
    let wanted = [
        "Figure 1 (1–2)",
        "Figure 2 (3–5)",
        "Diagram 1 (5)",
        "Diagram 2 (6)",
    ];
    assert_eq!(captions(&figure::by_marks(game)), wanted);
    let wanted = ["Figure 1 (1–2)", "Figure 2 (3–5)"];
    assert_eq!(captions(&figure::every(game, 50)), wanted);
}

/// The labels of each figure, in the order of the points.
fn labels(sgf: &str) -> Vec<String> {
    let of = |scene: &Scene| {
        let labels = scene.spots.values().filter_map(|spot| spot.label.clone());
        labels.collect::<String>()
    };
    scenes(sgf).iter().map(of).collect()
}

#[test]
fn a_move_on_a_label_that_a_comment_mentions_begins_a_figure() {
    let sgf = "(;SZ[9];B[cc]LB[gg:A][ff:B]C[White A is big.];W[ee];B[gg];W[cg])";
    assert_eq!(labels(sgf), ["BA", ""]);
    assert_eq!(scenes(sgf)[0].caption, "Figure 1 (1–2)");
    // Nothing mentions B.
    let sgf = "(;SZ[9];B[cc]LB[gg:A][ff:B]C[White A is big.];W[ee];B[ff];W[cg])";
    assert_eq!(labels(sgf), ["A"]);
    // A label of the position before the first move.
    let sgf = "(;SZ[9]AB[aa]LB[gg:A]C[Intro.];LB[gg:A]C[White A?];W[gg])";
    assert_eq!(labels(sgf), ["A", ""]);
    assert_eq!(words(sgf)[..3], [": Intro.", "Figure 1", ": White A?"]);
}

#[test]
fn marks_that_a_comment_mentions_are_kept_on_numbered_stones() {
    let marks = |sgf: &str| -> Vec<(String, Option<u32>, Option<Mark>)> {
        let scene = scenes(sgf).remove(0);
        let marked = scene.spots.iter().filter(|(_, spot)| spot.mark.is_some());
        let marks = marked.map(|(&at, spot)| (scene.point_name(at), spot.number, spot.mark));
        marks.collect()
    };
    let sgf = "(;SZ[9];B[cc];W[gg];B[gc]TR[cc]C[The marked stone is strong.];W[cg];B[ee])";
    assert_eq!(
        marks(sgf),
        [("C7".to_owned(), Some(1), Some(Mark::Triangle))]
    );
    // Programs mark each last move.
    let sgf = "(;SZ[9];B[cc];W[gg]CR[gg]C[Good.];B[gc])";
    assert_eq!(marks(sgf), []);
    let sgf = "(;SZ[9];B[cc];W[gg]CR[gg]C[The circled stone is weak.];B[gc])";
    assert_eq!(marks(sgf), [("G3".to_owned(), Some(2), Some(Mark::Circle))]);
}

#[test]
fn letters_of_notes_differ_from_labels_and_quoted_letters() {
    let setup = "AB[cb][bc][cd][ed][fc]AW[cc]";
    let line = "W[gf];B[hg];W[ee];B[dc];W[db];B[cc]";
    for (before, wanted) in [
        (
            "LB[gf:a][hg:b]C[White continues with 'a'. White 'b' is a mistake.]",
            "8 at c, a = 3, b = 4",
        ),
        (
            "LB[gf:a][hg:b]C[White at 'a' and “d” is better than (c).]",
            "8 at e, a = 3, b = 4",
        ),
        ("LB[aa:b]", "8 at a"),
        ("L[ha][hb]", "8 at c"),
    ] {
        let sgf = format!("(;SZ[9]{setup}(;W[hh];B[ch])(;W[gc];B[gg]{before};{line}))");
        assert_eq!(diagrams(&sgf)[0].notes_line(), wanted, "{before}");
    }
    // Those of FF[3] are in the order of the points.
    let sgf = format!("(;SZ[9]{setup}(;W[hh])(;W[gc];B[gg]L[gf][hg]C[White a or b.];{line}))");
    assert_eq!(diagrams(&sgf)[0].notes_line(), "8 at c, a = 3, b = 4");
}

#[test]
fn arrows_and_lines_of_a_comment_are_kept() {
    let sgf = "(;SZ[19];B[pd];W[dp];B[pp]AR[pp:pj]LN[pd:jd]C[Along the arrow.](;W[dd];B[fq])\
        (;W[qf];B[nc]AR[nc:jc]C[One.];W[rd]AR[rd:rn][nc:jc]C[Two.]))";
    let at = Point::new;
    let scene = &scenes(sgf)[0];
    assert_eq!(scene.arrows, [(at(15, 15), at(15, 9))]);
    assert_eq!(scene.lines, [(at(15, 3), at(9, 3))]);
    // The diagram is as large as they need.
    let diagram = &diagrams(sgf)[0];
    let (column, row) = ((at(17, 3), at(17, 13)), (at(13, 2), at(9, 2)));
    assert_eq!(diagram.arrows, [column, row]);
    for (from, to) in [column, row] {
        let window = diagram.window();
        assert!(window.shows(from) && window.shows(to), "{window:?}");
    }
    // No comment refers to them.
    assert_eq!(scenes("(;SZ[9];B[cc]AR[cc:cg];W[gg])")[0].arrows, []);
}

#[test]
fn territory_of_a_comment_is_kept() {
    let territory = |scene: &Scene| -> Vec<String> {
        let owned = scene
            .spots
            .iter()
            .filter(|(_, spot)| spot.territory.is_some());
        owned.map(|(&at, _)| scene.point_name(at)).collect()
    };
    let sgf = "(;SZ[9];B[cc];W[gg]TW[ia][ib]TB[aa][ab]C[Territory.];B[ab];W[gc])";
    assert_eq!(territory(&scenes(sgf)[0]), ["A9", "J9", "J8"]);
    // Other territory is in another figure.
    let sgf = "(;SZ[9];B[cc]TB[aa]C[One.];W[gg];B[dd]TB[aa][ab]C[Two.];W[gc])";
    let figures = scenes(sgf);
    assert_eq!(figures.len(), 2);
    assert_eq!(territory(&figures[0]), ["A9"]);
    assert_eq!(territory(&figures[1]), ["A9", "A8"]);
}

#[test]
fn a_single_figure_with_notes_has_a_caption() {
    let figures = scenes("(;SZ[9];B[cc];W[gg];B[];W[cg])");
    assert_eq!(figures[0].caption, "Figure 1 (1–4)");
    assert_eq!(figures[0].notes_line(), "3 pass");
}

#[test]
fn an_article_begins_with_the_description_of_the_game() {
    let sgf = "(;SZ[9]PB[A]PW[B]AN[C]SO[D]CP[E]GC[A famous\ngame.]C[Root.];B[cc])";
    assert_eq!(
        words(sgf),
        [": A famous", ": game.", ": Root.", "Figure 1 (1)"]
    );
    let record = Collection::from(sgf);
    let game = record.game(0).expect("a game");
    let article = figure::article(game, &Options::default(), false).expect("a board");
    let wanted = [("Source", "D"), ("Annotator", "C"), ("Copyright", "E")];
    assert_eq!(
        article.info,
        wanted.map(|(name, value)| (name.into(), value.into()))
    );
    let options = Options {
        info: true,
        ..Options::default()
    };
    let info = kifu_diagram::binding::scene(game.root(), &options)
        .expect("a board")
        .scene
        .info;
    assert_eq!(
        info.last(),
        Some(&("About".into(), "A famous\ngame.".into()))
    );
}

#[test]
fn setup_has_a_scene_of_its_own_in_a_line() {
    let record = Collection::from("(;SZ[5];B[aa];C[x];AE[aa]AW[bb];PL[B];B[cc])");
    let last = record
        .game(0)
        .expect("a game")
        .main_line()
        .last()
        .expect("a node");
    let line = kifu_diagram::binding::line(last, &Options::default()).expect("a board");
    let pieces = line.iter().map(|drawn| drawn.scene.spots.len());
    assert_eq!(pieces.collect::<Vec<_>>(), [0, 1, 1, 2]);
}

#[test]
fn an_article_as_text_and_latex() {
    let sgf = "(;SZ[3]PB[A_B]PW[C]DT[2001]C[Intro.];B[bb]C[One.];W[aa])";
    let record = Collection::from(sgf);
    let game = record.game(0).expect("a game");
    let article = figure::article(game, &Options::default(), false).expect("a board");
    let mut book = kifu_diagram::Book::new(book::Paper::A5);
    book.title = article.title;
    book.info = article.info;
    book.blocks = article.blocks;
    let text = book.text(&text::Options::default());
    let wanted = "A_B – C\n\nDate: 2001\n\nIntro.\n\n  A B C\n3 2─┬─┐ 3\n2 ├─1─┤ 2\n1 └─┴─┘ 1\n  A B C\n\
                  Black plays the odd numbers\nFigure 1 (1–2)\n\nBlack 1: One.\n";
    assert_eq!(text, wanted);
    let theme = kifu_diagram::Theme::default();
    let layout = kifu_diagram::layout::Options::default();
    let (latex, problems) = kifu_diagram::latex::book(&book, &theme, &layout);
    assert_eq!(problems, []);
    let begin = latex.find("\\section*").expect("a title");
    let (words, rest) = latex[begin..].split_once("\\makebox").expect("a figure");
    assert_eq!(words, "\\section*{A\\_B -- C}\nDate: 2001\n\nIntro.\n\n");
    assert!(
        rest.ends_with("\\end{tikzpicture}\n}\n\n\\textbf{Black\u{a0}1} One.\n\n\\end{document}\n")
    );
}

#[test]
fn a_label_that_is_a_number_replaces_no_number_of_a_move() {
    let sgf =
        "(;SZ[9];B[cc];W[gc];B[cg];W[gg]LB[gg:1][cg:2][cc:9]C[After 1 and 2, 9 is strong.];B[ee])";
    let figures = scenes(sgf);
    let captions = figures.iter().map(|scene| scene.caption.as_str());
    assert_eq!(
        captions.collect::<Vec<_>>(),
        ["Figure 1 (1–3)", "Figure 2 (4–5)"]
    );
    assert_eq!(figures[1].notes_line(), "1 = 4");
    let words = |scene: &Scene| -> Vec<String> {
        scene
            .spots
            .values()
            .filter_map(kifu_diagram::Spot::words)
            .collect()
    };
    assert_eq!(words(&figures[0]), ["1", "2", "3"]);
    assert_eq!(words(&figures[1]), ["9", "5", "2", "4"]);
}

#[test]
fn a_label_or_mark_that_would_change_what_a_comment_names_begins_a_figure() {
    let lines = [
        // A label on another point, of which a comment speaks.
        (
            "B[cc]LB[gg:A]C[A is big.];W[ee];B[ff]LB[gc:A]C[Now A.];W[ef]",
            2,
        ),
        ("B[cc]LB[gg:A]C[Big.];W[ee];B[ff]LB[gc:A]C[Good.];W[ef]", 1),
        (
            "B[cc]LB[gg:A]C[A is big.];W[ee]LB[gg:A]C[Good.];B[ff]LB[gc:A]C[Fine.];W[ef]",
            2,
        ),
        (
            "B[cc]LB[gg:A]C[A is big.];W[ee];B[ff]LB[gg:A]C[Still A.];W[ef]",
            1,
        ),
        // A move with the number of a label.
        ("B[cc]LB[gg:2][gc:3]C[Not 2.];W[ee];B[ff]", 2),
        ("B[cc]LB[gg:2][gc:3]C[Next 2.];W[gg];B[ff]", 1),
        // More marks, fewer marks, and others on a point.
        (
            "B[cc];W[ee]TR[cc][ee]C[The marked stones.];B[cg]TR[cg]C[The triangled stone.]",
            2,
        ),
        (
            "B[cc];W[ee]TR[cc][gg]C[Stones.];B[cg]TR[cc]C[The triangled stone.]",
            2,
        ),
        ("B[cc];W[ee]TR[cc]C[The triangle.];B[cg]SQ[cc]C[Good.]", 2),
        (
            "B[cc];W[ee]TR[cc]C[The triangle.];B[cg]SQ[ee]C[The square.]",
            1,
        ),
        (
            "B[cc];W[ee]TR[cc]C[The marked stone.];B[cg]C[It is marked.];W[gg]TR[cc]C[Good.]",
            1,
        ),
        (
            "B[cc]CR[cc]C[Good.];W[ee]CR[ee]C[A marked difference.];B[cg]CR[cg]C[So.]",
            1,
        ),
        (
            "B[cc]CR[gg]C[Good.];W[ee]CR[gc]C[Fine.];B[cg]CR[cg]C[So.]",
            1,
        ),
    ];
    for (line, wanted) in lines {
        assert_eq!(scenes(&format!("(;SZ[9];{line})")).len(), wanted, "{line}");
        let variation = format!("(;SZ[9](;B[aa];W[bb])(;{line}))");
        assert_eq!(diagrams(&variation).len(), wanted, "{line}");
        let problem = Collection::from(format!("(;SZ[9]AB[aa];{line})"));
        let solutions = figure::solutions(problem.game(0).expect("a game"), 1).figures;
        assert_eq!(solutions.len(), wanted, "{line}");
    }
    let sgf =
        "(;SZ[9](;B[aa];W[bb])(;B[cc]LB[gg:A]C[A is big.];W[ee];B[ff]LB[gc:A]C[Now A.];W[ef]))";
    let diagrams = diagrams(sgf);
    let labeled = |scene: &Scene| -> Vec<String> {
        let labeled = scene.spots.iter().filter(|(_, spot)| spot.label.is_some());
        labeled.map(|(&at, _)| scene.point_name(at)).collect()
    };
    assert_eq!(labeled(&diagrams[0]), ["gg"]);
    assert_eq!(labeled(&diagrams[1]), ["gc"]);
}

#[test]
fn comments_of_variations_have_the_numbers_on_the_board() {
    let sgf = "(;SZ[9];B[ee];W[ec](;B[gc])(;B[cc];W[cg]MN[10]C[Ten.];B[gg]C[Eleven.](;W[gf]C[Last.])(;W[ff])))";
    let numbers = |scene: &Scene| -> Vec<u32> {
        let mut numbers: Vec<u32> = scene
            .spots
            .values()
            .filter_map(|spot| spot.number)
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let diagrams = diagrams(sgf);
    assert_eq!(numbers(&diagrams[0]), [1, 10, 11, 12]);
    assert_eq!(numbers(&diagrams[1]), [1]);
    let caption = diagrams[1].caption.replace('\u{a0}', " ");
    assert_eq!(caption, "Diagram 2 (in place of 12 in Diagram 1)");
    let wanted = [
        "Figure 1 (1–3)",
        "Black 3: → Diagrams 1–2",
        "Diagram 1: Ten.",
        "11: Eleven.",
        "12: Last.",
    ];
    assert_eq!(words(sgf), wanted);
    // `MN` without a move counts the moves after it.
    let sgf = "(;SZ[9];B[ee](;W[ec])(;MN[5];W[cc]C[Six.];B[cg]C[Seven.]))";
    assert_eq!(words(sgf)[2..], ["Diagram 1: Six.", "7: Seven."]);
    // The largest number has no next one.
    let sgf = "(;SZ[9];B[ee](;W[aa])(;W[cc]MN[4294967295]C[Last.];B[dd];W[ff]FG[]C[After.]))";
    assert!(words(sgf).len() > 2);
}

#[test]
fn a_diagram_without_other_stones_has_a_corner() {
    let part = |sgf: &str| {
        let rect = diagrams(sgf)[0].window().rect;
        (rect.left, rect.top, rect.right, rect.bottom)
    };
    // Nothing but a move of the center.
    let sgf = "(;SZ[19];B[pd];W[dp](;B[pp])(;B[jg]))";
    assert_eq!(part(sgf), (0, 0, 12, 9));
    // An edge alone, and an edge with a stone.
    let sgf = "(;SZ[19];B[pd];W[dp](;B[pp])(;B[jc]))";
    assert_eq!(part(sgf), (0, 0, 12, 5));
    let sgf = "(;SZ[19];B[kd];W[dp](;B[pp])(;B[jc]))";
    assert_eq!(part(sgf), (6, 0, 12, 5));
    // Stones of the center.
    let sgf = "(;SZ[19]AB[ij][jj][kj];B[pd];W[dp](;B[pp])(;B[jh]))";
    assert_eq!(part(sgf), (6, 4, 12, 10));
}
