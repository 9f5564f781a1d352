//! Games, problems and solutions, divided into figures.

use kifu_diagram::binding::{self, Captured, Numbers, Options};
use kifu_diagram::scene::Place;
use kifu_diagram::{Color, CoordinateLabels, Lang, Piece, Point, figure};

use super::{example, record};

#[test]
fn flags_of_figures_are_heeded() {
    let record = record(
        "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc]FG[0:Shown];B[cb];W[bb];B[ee];W[de];B[cb]\
         ;FG[775:Hidden]W[aa];B[cd];W[])",
    );
    let game = record.game(0).unwrap();
    let drawn = figure::draw(&figure::by_marks(game), &Options::default()).unwrap();
    let [first, second] = [&drawn[0].scene, &drawn[1].scene];
    assert_eq!(first.caption, "Figure 1 (1–5): Shown");
    assert!(first.coordinates.left && !first.stars.is_empty());
    assert_eq!(
        first.notes_line(),
        "1 at C4, 2 at B4",
        "captured stones are gone"
    );
    assert_eq!(second.caption, "Figure 2 (6–7)");
    assert!(!second.coordinates.left && second.stars.is_empty());
    assert_eq!(second.notes_line(), "");
}

#[test]
fn a_game_is_cut_into_figures_of_equal_length() {
    let record = example("go/1846-ear-reddening.sgf");
    let game = record.game(0).unwrap();
    let figures = figure::every(game, 50);
    let drawn = figure::draw(&figures, &Options::default()).unwrap();
    let captions: Vec<&str> = drawn.iter().map(|d| d.scene.caption.as_str()).collect();
    assert_eq!(captions[0], "Figure 1 (1–50)");
    assert_eq!(captions[1], "Figure 2 (51–100)");
    let moves = game
        .main_line()
        .filter(|node| node.play().is_some())
        .count();
    assert_eq!(drawn.len(), moves.div_ceil(50));
    for (number, drawn) in drawn.iter().enumerate() {
        let scene = &drawn.scene;
        let on_board = scene
            .spots
            .values()
            .filter(|spot| spot.number.is_some())
            .count();
        let wanted = 50.min(moves - 50 * number);
        assert_eq!(
            on_board + scene.notes.len(),
            wanted,
            "every move is shown or noted"
        );
    }
}

#[test]
fn a_problem_hides_its_solution() {
    let record = example("problems/life-and-death.sgf");
    let game = record.game(0).unwrap();
    let scene = figure::problem(game, &Options::default()).unwrap().scene;
    assert_eq!(scene.to_play, Some(Color::Black));
    assert!(scene.visible.is_some());
    let hidden = |spot: &kifu_diagram::Spot| spot.hint.is_none() && spot.number.is_none();
    assert!(scene.spots.values().all(hidden));
    let solutions = figure::solutions(game, 9).figures;
    let name = |at: usize| solutions[at].kind.name(Lang::English);
    assert_eq!(name(0), "Correct");
    assert_eq!(name(1), "Wrong 1");
    let drawn = figure::draw(&solutions, &Options::default()).unwrap();
    let first = drawn[0]
        .scene
        .spots
        .values()
        .find(|spot| spot.number == Some(1));
    assert_eq!(first.unwrap().piece, Some(Piece::Stone(Color::Black)));
}

#[test]
fn lines_of_a_solution_that_are_left_out_are_counted() {
    let record = record("(;SZ[9]AB[aa](;B[bb])(;B[cc](;W[dd])(;W[ee])))");
    let game = record.game(0).unwrap();
    let lines = |most| -> (Vec<String>, usize) {
        let solutions = figure::solutions(game, most);
        let figures = solutions.figures.into_iter();
        let names = figures.map(|figure| figure.kind.name(Lang::English));
        (names.collect(), solutions.left)
    };
    let owned = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lines(3),
        (owned(&["Solution", "Variation 1", "Variation 2"]), 0)
    );
    assert_eq!(lines(2), (owned(&["Solution", "Variation"]), 1));
    assert_eq!(lines(1), (owned(&["Solution"]), 2));
    assert_eq!(lines(0), (Vec::new(), 3));
}

#[test]
fn each_variation_that_begins_with_setup_is_a_problem() {
    let parts = |sgf: &str| -> Vec<String> {
        let record = record(sgf);
        let options = Options {
            comment: true,
            ..Options::default()
        };
        let of = |problem: &figure::Problem<'_>| {
            let comment = problem.draw(&options).unwrap().scene.comment;
            let figures = problem.solutions(9).figures;
            let lines = figure::draw(&figures, &options).unwrap();
            let lines = lines.iter().map(|line| line.scene.comment.clone());
            format!(
                "{}: {}",
                comment.replace('\n', " "),
                lines.collect::<Vec<_>>().join(", ")
            )
        };
        let problems = figure::problems(record.game(0).unwrap());
        problems.iter().map(of).collect()
    };
    for (sgf, wanted) in [
        (
            "(;SZ[5]C[Root.](;AB[aa]C[A.];B[bb]C[sol A])(;AB[cc]C[B.];B[dd]C[sol B]))",
            &["Root. A.: sol A", "B.: sol B"][..],
        ),
        // Chapters.
        (
            "(;SZ[5](;C[One.](;AB[aa];B[bb]C[a])(;AB[cc];B[dd]C[b]))(;C[Two.](;AB[bb];B[dd]C[c])(;PL[W];AB[ee];W[aa]C[d])))",
            &["One.: a", ": b", "Two.: c", ": d"],
        ),
        // A variation without setup is a line of the problem.
        (
            "(;SZ[5]AB[aa](;C[Words.];B[bb]C[1])(;B[cc]C[2])(;C[Not so:];W[dd]))",
            &["Words.: 1, 2, Not so:"],
        ),
        (
            "(;SZ[5]C[Root.];AB[aa];B[bb](;W[cc])(;W[dd]C[x]))",
            &["Root.: , x"],
        ),
    ] {
        assert_eq!(parts(sgf), wanted, "{sgf}");
    }
}

#[test]
fn a_long_line_of_a_solution_is_cut_into_figures() {
    let point = |number: usize| {
        let letter = |at: usize| char::from(b'a' + at as u8);
        format!("{}{}", letter(number % 19), letter(number / 19))
    };
    for (moves, expected) in [
        (50, vec!["Solution"]),
        (
            120,
            vec!["Solution", "Solution, continued", "Solution, continued"],
        ),
    ] {
        let line =
            (0..moves).map(|number| format!(";{}[{}]", ["B", "W"][number % 2], point(number)));
        let record = record(&format!("(;SZ[19];C[first]{})", line.collect::<String>()));
        let figures = figure::solutions(record.game(0).unwrap(), 4).figures;
        let drawn = figure::draw(&figures, &Options::default()).unwrap();
        let captions: Vec<_> = drawn.iter().map(|drawn| &drawn.scene.caption).collect();
        assert_eq!(captions, expected);
    }
}

#[test]
fn captured_stones_stay_only_where_asked() {
    let record = record("(;SZ[5]AB[ab][bb][ca]AW[aa];B[ba];W[aa])");
    let game = record.game(0).unwrap();
    let mut walk = binding::Walk::new(game).unwrap();
    let nodes: Vec<_> = game.main_line().collect();
    let mut figure = |captured, coordinates: Option<CoordinateLabels>| {
        let options = Options {
            numbers: Numbers::All,
            captured,
            coordinates,
            ..Options::default()
        };
        walk.figure(nodes[1], nodes[2], &options).scene
    };
    // White plays back where its stone was taken: the coordinates name the point.
    let named = figure(Captured::Kept, None);
    assert_eq!(named.at(Point::new(0, 0)).unwrap().label, None);
    assert_eq!(named.notes_line(), "2 at A5");
    // Without them the stone that stays gets a name.
    let kept = figure(Captured::Kept, Some(CoordinateLabels::none()));
    assert_eq!(
        kept.at(Point::new(0, 0)).unwrap().label.as_deref(),
        Some("a")
    );
    assert_eq!(kept.notes[0].place, Place::Label("a".into()));
    assert_eq!(kept.notes_line(), "2 at a");
    // By the rules White 2 is taken off at once: it has no liberty.
    let removed = figure(Captured::Removed, None);
    assert_eq!(removed.notes_line(), "2 at A5");
}
