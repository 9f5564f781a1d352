//! Each example does what it says.
#![allow(dead_code, reason = "an example is a program, and here a module")]

#[path = "../../examples/build.rs"]
mod build;
#[path = "../../examples/callbacks.rs"]
mod callbacks;
#[path = "../../examples/comments.rs"]
mod comments;
#[path = "../../examples/convert.rs"]
mod convert;
#[path = "../../examples/edit.rs"]
mod edit;
#[path = "../../examples/lint.rs"]
mod lint;
#[path = "../../examples/render.rs"]
mod render;
#[path = "../../examples/replay.rs"]
mod replay;
#[path = "../../examples/search.rs"]
mod search;
#[path = "../../examples/statistics.rs"]
mod statistics;

use kifu::Collection;

const GAME: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[W+R];B[aa]C[A corner];W[ba];B[ee];W[ab]C[Taken])";

#[test]
fn comments_come_with_move_numbers() {
    let found = comments::comments(&Collection::from(GAME));
    assert_eq!(found, [(1, "A corner".to_owned()), (4, "Taken".to_owned())]);
}

#[test]
fn callbacks_count_moves() {
    assert_eq!(callbacks::moves(GAME), 4);
}

#[test]
fn build_refuses_a_wrong_komi() {
    let game = build::game("6.5").unwrap();
    assert_eq!(game.game(0).unwrap().node_count(), 5);
    assert!(build::game("abc").is_err());
}

#[test]
fn edit_changes_the_event_only() {
    let mut collection = Collection::from(GAME);
    edit::set_event(&mut collection, "Cup").unwrap();
    let text = collection.to_canonical();
    assert!(
        text.contains("EV[Cup]") && text.contains("C[Taken]"),
        "{text}"
    );
}

#[test]
fn replay_takes_prisoners() {
    assert_eq!(replay::stones_left(&Collection::from(GAME)), Some(3));
}

#[test]
fn lint_names_rules() {
    let found = lint::messages(&Collection::from("(;FF[4]GM[1]SZ[9]CA[UTF-8];B[ee];B[ee])"));
    assert!(
        found.iter().any(|message| message.contains("G401")),
        "{found:?}"
    );
}

#[test]
fn search_answers_expressions() {
    let games = Collection::from("(;PB[Ada])(;PB[Bea])");
    assert_eq!(search::find(&games, "player=bea").unwrap(), [2]);
    assert!(search::find(&games, "nobody=bea").is_err());
}

#[test]
fn statistics_count_wins() {
    let path = std::env::temp_dir().join(format!("kifu-statistics-{}.sgf", std::process::id()));
    std::fs::write(&path, GAME.repeat(3)).unwrap();
    let wins = statistics::wins(&[path.clone(), path.clone()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(wins, 6);
}

#[test]
fn render_draws_stones() {
    let drawn = render::draw(&Collection::from(GAME)).unwrap();
    assert!(drawn.contains('●') && drawn.contains('○'), "{drawn}");
}

#[test]
fn convert_reads_sgf_as_it_is() {
    assert_eq!(convert::read(GAME.as_bytes().to_vec()).len(), 1);
}
