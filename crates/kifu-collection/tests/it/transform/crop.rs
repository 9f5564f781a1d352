use super::{changed, transform};

#[test]
fn the_main_line_is_kept() {
    let (text, removed) = changed(
        "(;C[x](;B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee]))",
        transform::keep_main_line,
    );
    assert_eq!((text.as_str(), removed), ("(;C[x](;B[aa](;W[bb])))", 3));
}

#[test]
fn lines_end_behind_a_move() {
    for (moves, text, removed) in [
        (0, "(;GM[1])", 6),
        (1, "(;GM[1];B[aa];C[between])", 4),
        (2, "(;GM[1];B[aa];C[between](;W[bb])(;W[cc]))", 2),
        (
            9,
            "(;GM[1];B[aa];C[between](;W[bb];B[ab])(;W[cc];B[dd]))",
            0,
        ),
    ] {
        let whole = "(;GM[1];B[aa];C[between](;W[bb];B[ab])(;W[cc];B[dd]))";
        let found = changed(whole, |game| transform::truncate(game, moves));
        assert_eq!(found, (text.to_owned(), removed), "{moves}");
    }
}

#[test]
fn passes_at_the_end_are_removed() {
    for (text, expected, removed) in [
        ("(;SZ[19];B[aa];W[];B[tt])", "(;SZ[19];B[aa])", 2),
        ("(;SZ[21];B[aa];W[];B[tt])", "(;SZ[21];B[aa];W[];B[tt])", 0),
        (
            "(;B[aa];W[]BL[3];B[]C[end])",
            "(;B[aa];W[]BL[3];B[]C[end])",
            0,
        ),
        ("(;B[];W[aa];B[]BL[3]WL[4])", "(;B[];W[aa])", 1),
        // A variation does not become the main line.
        (
            "(;B[aa](;W[];B[])(;W[bb];B[]))",
            "(;B[aa](;W[])(;W[bb]))",
            2,
        ),
        ("(;B[aa](;W[bb])(;W[]))", "(;B[aa];W[bb])", 1),
        (
            "(;B[aa](;W[bb])(;W[cc](;B[])(;B[])(;B[ee])))",
            "(;B[aa](;W[bb])(;W[cc](;B[])(;B[ee])))",
            1,
        ),
        ("(;B[aa];W[](;B[])(;B[];W[]))", "(;B[aa])", 4),
        ("(;B[])", "(;B[])", 0),
        ("(;GM[3];W[e4];B[])", "(;GM[3];W[e4];B[])", 0),
    ] {
        let found = changed(text, transform::strip_passes);
        let found_text = match found.0.matches("(;").count() {
            2 => found.0.replace("(;W[bb])", ";W[bb]"),
            _ => found.0,
        };
        assert_eq!(
            (found_text.as_str(), found.1),
            (expected, removed),
            "{text}"
        );
    }
}

#[test]
fn a_move_in_the_root_counts_and_stays() {
    let (text, _) = changed("(;B[aa];W[bb];B[cc])", |game| transform::truncate(game, 2));
    assert_eq!(text, "(;B[aa];W[bb])");
    let (text, _) = changed("(;B[aa];W[bb])", |game| transform::truncate(game, 0));
    assert_eq!(text, "(;B[aa])");
}

#[test]
fn variations_end_behind_their_moves() {
    let whole = "(;(;B[aa];W[bb](;B[cc];W[dd])(;B[ee];C[x];W[ff](;B[gg])(;B[hh])))(;B[ii]))";
    for (moves, text) in [
        (0, "(;(;B[aa];W[bb](;B[cc];W[dd])))"),
        (1, "(;(;B[aa];W[bb](;B[cc];W[dd])(;B[ee];C[x]))(;B[ii]))"),
        (
            2,
            "(;(;B[aa];W[bb](;B[cc];W[dd])(;B[ee];C[x];W[ff]))(;B[ii]))",
        ),
    ] {
        let found = changed(whole, |game| transform::crop_variations(game, moves));
        assert_eq!(found.0, text, "{moves}");
    }
}

#[test]
fn comments_are_cut_between_characters() {
    for (characters, text) in [
        (0, "(;GC[all] ;B[aa] TR[bb])"),
        (2, "(;GC[all] ;B[aa]C[黒の…] TR[bb])"),
        (3, "(;GC[all] ;B[aa]C[黒の\\]…] TR[bb])"),
        (4, "(;GC[all] ;B[aa] C[黒の\\]手] TR[bb])"),
    ] {
        let whole = "(;GC[all] ;B[aa] C[黒の\\]手] TR[bb])";
        let (found, _) = changed(whole, |game| transform::crop_comments(game, characters));
        let bare = |text: &str| text.replace(' ', "");
        assert_eq!(bare(&found), bare(text), "{characters}");
    }
}

#[test]
fn games_of_any_shape_are_cut() {
    for text in [
        kifu_testkit::generate::nested(100_000),
        kifu_testkit::generate::line(100_000),
        kifu_testkit::generate::siblings(100_000),
    ] {
        let mut collection = kifu_sgf::Collection::from_bytes(text);
        let mut game = collection.game_mut(0).unwrap();
        transform::crop_variations(&mut game, 3);
        transform::truncate(&mut game, 2);
        assert!(game.tree().main_line().count() <= 3);
        transform::keep_main_line(&mut game);
        assert!(game.tree().node_count() <= 3);
    }
}
