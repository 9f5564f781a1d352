//! Games built from nothing.

use kifu_sgf::{Builder, Collection, Compare};

#[test]
fn a_builder_makes_a_game_in_a_few_lines() {
    let game = Builder::go(19)
        .players("A]", "B")
        .komi("6.5")
        .result("B+R")
        .black("pd")
        .white("dd")
        .variation(|line| line.black("qq").white("").comment("A pass."))
        .black("pq")
        .back(1)
        .black("dq")
        .text("N", "a \\ b")
        .node()
        .property("XX", &["raw"])
        .finish();
    let written = game.to_compact();
    assert_eq!(
        written,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[A\\]]PW[B]KM[6.5]RE[B+R];B[pd];W[dd]\
         (;B[qq];W[]C[A pass.])(;B[pq])(;B[dq]N[a \\\\ b];XX[raw]))\n"
    );
    assert!(Collection::from(written).is_same(&game, Compare::Unordered));
}

#[test]
fn the_builder_refuses_values_that_are_none() {
    let refused = |identifier: &str, value: &str| {
        let builder = Builder::go(19).node();
        builder.try_property(identifier, &[value]).is_err()
    };
    for (identifier, value) in [
        ("KM", "abc"),
        ("KM", "6,5"),
        ("B", "zz"),
        ("AB", "D4"),
        ("AB", "aa:zz"),
        ("SZ", "big"),
        ("MN", "x"),
        ("C", "open ]"),
        ("N1", "x"),
        ("_N", "x"),
        ("", "x"),
    ] {
        assert!(refused(identifier, value), "{identifier}[{value}]");
    }
    for (identifier, value) in [
        ("KM", "-0.5"),
        ("B", ""),
        ("B", "tt"),
        ("AB", "aa:cc"),
        ("LB", "aa:A"),
        ("VW", ""),
        ("DM", "1"),
        ("XX", "free"),
        ("C", "a \\] b"),
    ] {
        assert!(!refused(identifier, value), "{identifier}[{value}]");
    }
}

#[test]
#[should_panic(expected = "`N1`: an identifier must be")]
fn the_builder_takes_no_text_under_an_identifier_with_a_digit() {
    drop(Builder::go(19).text("N1", "x"));
}
