//! Games built from nothing.

use kifu_sgf::{Builder, Collection, Compare, NodeId};

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

/// A builder, a property, its values, and whether it is accepted.
type Case = (fn() -> Builder, &'static str, &'static [&'static str], bool);

#[test]
fn the_builder_refuses_what_the_schema_of_the_game_forbids() {
    let hex = || Builder::new(11).property("SZ", &["11"]);
    let go = || Builder::go(19);
    let cases: [Case; 27] = [
        (hex, "B", &["aa"], false),
        (hex, "B", &["a11"], true),
        (hex, "B", &["swap-pieces"], true),
        (hex, "AB", &["a1:b2"], true),
        (hex, "AB", &["a1:z99"], false),
        (|| Builder::new(2), "B", &["d3"], true),
        (|| Builder::new(3), "B", &["e2e4"], true),
        (go, "SZ", &["53"], false),
        (go, "SZ", &["19:19"], false),
        (go, "MN", &["-1"], false),
        (go, "ST", &["9"], false),
        (go, "HA", &["4 stones"], false),
        (go, "TM", &["-1"], false),
        (go, "KM", &["5.5", "6.5"], false),
        (go, "KM", &[], false),
        (go, "AB", &[], false),
        (go, "AB", &["aa", ""], false),
        (go, "VW", &["aa", ""], false),
        (go, "VW", &[], true),
        (go, "KO", &[], true),
        (go, "AB", &["cc:aa"], false),
        (go, "DT", &["2003/4/5"], false),
        (go, "DT", &["2003-04-05,06"], true),
        (go, "RE", &["Black wins"], false),
        (go, "RE", &["B+R"], true),
        (go, "FG", &["257:Figure 1"], true),
        (go, "LB", &["aa"], false),
    ];
    for (builder, identifier, values, good) in cases {
        let set = builder().try_property(identifier, values);
        assert_eq!(set.is_ok(), good, "{identifier}{values:?}: {set:?}");
    }
}

#[test]
fn an_identifier_with_small_letters_is_the_one_of_the_standard() {
    for (identifier, value) in [("km", "abc"), ("KoMi", "abc"), ("sz", "abc"), ("gm", "99")] {
        let error = Builder::go(19).try_property(identifier, &[value]);
        assert_eq!(error.unwrap_err().value(), value, "{identifier}");
    }
    let game = Builder::go(19).komi("6.5").property("km", &["7.5"]);
    assert_eq!(
        game.finish().to_compact(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[7.5])\n"
    );
    for identifier in ["X1", "", "é"] {
        let error = Builder::go(19).try_property(identifier, &["a"]);
        let message = error.unwrap_err().to_string();
        assert!(message.ends_with("must be 1 to 256 letters"), "{message}");
    }
    let mut collection = Collection::from("(;KM[6.5]KM[1])");
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "km", &["7"]).unwrap();
    assert_eq!(collection.to_text(), "(;KM[7])");
    assert_eq!((&collection).into_iter().count(), 1);
}

#[test]
fn an_error_of_several_values_names_all() {
    let error = Builder::go(19).try_property("KM", &["5.5", "6.5"]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "`KM[5.5][6.5]`: the property takes one value"
    );
}

#[test]
#[should_panic(expected = "`SZ[53]`")]
fn the_builder_makes_no_board_without_names_for_its_points() {
    drop(Builder::go(53));
}

#[test]
#[should_panic(expected = "`C`: not `AB`, `AW` or `AE`")]
fn setup_takes_properties_of_setup_only() {
    drop(Builder::go(19).setup("C", &["aa"]));
}

#[test]
#[should_panic(expected = "the closure returned another builder")]
fn a_variation_cannot_replace_the_builder() {
    let builder = Builder::go(9).players("Ann", "Ben").black("cc");
    drop(
        builder
            .variation(|_| Builder::go(19).black("aa"))
            .white("gg"),
    );
}

#[test]
#[should_panic(expected = "`N1`: an identifier of a new record must be 1 to 256 letters")]
fn the_builder_takes_no_text_under_an_identifier_with_a_digit() {
    drop(Builder::go(19).text("N1", "x"));
}
