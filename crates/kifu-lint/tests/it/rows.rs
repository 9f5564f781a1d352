//! Values that other checkers repair wrongly, each with its result here.

use kifu_lint::convert::{self, Obsolete};
use kifu_lint::{Applicability, Diagnostic, Options, check, fix};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{DecodeOptions, Source};

/// Returns `input` after safe fixes, or after all fixes.
fn repaired(input: &str, applicability: Applicability) -> String {
    let options = Options::default().with_ignore(["S326", "S330", "E103"]);
    let fixed = fix(
        input.as_bytes().to_vec(),
        &DecodeOptions::default(),
        &options,
        applicability,
    );
    fixed.source.text().to_owned()
}

/// A property, what safe fixes make of it, and what all fixes make of it.
const ROWS: &[(&str, &str, &str)] = &[
    ("B[pass]", "B[]", "B[]"),
    ("HA[2.5]", "HA[2.5]", "HA[2.5]"),
    ("HA[9 stones, 2]", "HA[9 stones, 2]", "HA[9 stones, 2]"),
    ("SZ[19x19]", "SZ[19]", "SZ[19]"),
    ("SZ[19 19]", "SZ[19]", "SZ[19]"),
    ("TM[1h30m]", "TM[5400]", "TM[5400]"),
    ("TM[60x]", "TM[60x]", "TM[60x]"),
    ("BL[1:30]", "BL[90]", "BL[90]"),
    ("BL[1e3]", "BL[1000]", "BL[1000]"),
    ("RE[Both lost]", "RE[Both lost]", "RE[Both lost]"),
    ("RE[0.5]", "RE[0.5]", "RE[0.5]"),
    ("RE[W+Abandoned]", "RE[W+Abandoned]", "RE[W+Abandoned]"),
    ("RE[W wins by time]", "RE[W+T]", "RE[W+T]"),
    ("RE[B+Score]", "RE[B+Score]", "RE[B+Score]"),
    ("RE[B+-5]", "RE[B+-5]", "RE[B+-5]"),
    ("GM[6]RE[B+6R]", "GM[6]RE[B+6R]", "GM[6]RE[B+6R]"),
    ("DT[2004-02-30]", "DT[2004-02-30]", "DT[2004-02-30]"),
    ("DT[2004/05/06]", "DT[2004-05-06]", "DT[2004-05-06]"),
    ("DT[2004-5-6]", "DT[2004-05-06]", "DT[2004-05-06]"),
    ("DT[20040506]", "DT[2004-05-06]", "DT[2004-05-06]"),
    (
        "DT[2004-05-06T10:11:12]",
        "DT[2004-05-06T10:11:12]",
        "DT[2004-05-06T10:11:12]",
    ),
    // The days between may have been days off.
    (
        "DT[2004-05-06~08]",
        "DT[2004-05-06~08]",
        "DT[2004-05-06~08]",
    ),
    ("DT[2004年5月6日]", "DT[2004-05-06]", "DT[2004-05-06]"),
    ("TB[]TW[]", "TB[]TW[]", "TB[]TW[]"),
    ("AR[aa:bb][aa:bb]", "AR[aa:bb]", "AR[aa:bb]"),
    ("LN[aa:bb][aa:bb]", "LN[aa:bb]", "LN[aa:bb]"),
    ("ST[9]", "ST[9]", "ST[9]"),
    ("PM[7]", "PM[7]", "PM[7]"),
    ("GM[99]", "GM[99]", "GM[99]"),
    ("HA[-2]", "HA[-2]", "HA[-2]"),
    ("B[aa]MN[-1]", "B[aa]MN[-1]", "B[aa]MN[-1]"),
    (
        "GM[12]B[x]TE[1]KO[]",
        "GM[12]B[x]TE[1]KO[]",
        "GM[12]B[x]TE[1]KO[]",
    ),
    (
        "GM[9]AS[Black]IY[true]",
        "GM[9]AS[Black]IY[true]",
        "GM[9]AS[Black]IY[true]",
    ),
    ("ZZ[a]ZZ[b]", "ZZ[a]ZZ[b]", "ZZ[a]ZZ[b]"),
    ("ZZ[a\tb  \\x]", "ZZ[a\tb  \\x]", "ZZ[a\tb  \\x]"),
    ("AP[MultiGo]", "AP[MultiGo:]", "AP[MultiGo:]"),
    ("AP[CGoban:3]", "AP[CGoban:3]", "AP[CGoban:3]"),
    // A SimpleText is one line; some programs show two.
    (
        "ON[one\ntwo]CP[one\ntwo]",
        "ON[one\ntwo]CP[one\ntwo]",
        "ON[one two]CP[one two]",
    ),
    // Letters are upper-case.
    ("L[aa][bb]", "L[aa][bb]", "LB[aa:A][bb:B]"),
    // Moves of Little Golem.
    (
        "SZ[24]PB[x];b[dd];r[th];r[resign]",
        "SZ[24]PB[x];b[dd];r[th];r[resign]",
        "SZ[24]PB[x];b[dd];r[th];r[resign]",
    ),
    // Properties of other games than Go.
    (
        "GM[6]CO[b]CV[2]DI[31]MI[length:3]",
        "GM[6]CO[b]CV[2]DI[31]MI[length:3]",
        "GM[6]CO[b]CV[2]DI[31]MI[length:3]",
    ),
    (
        "GM[11]IS[tried:on];B[c3]RE[x]",
        "GM[11]IS[tried:on];B[c3]RE[x]",
        "GM[11]IS[tried:on];B[c3]RE[x]",
    ),
    ("KM[6,5]", "KM[6.5]", "KM[6.5]"),
    ("SZ[19:19]", "SZ[19]", "SZ[19]"),
    ("SZ[9路]", "SZ[9]", "SZ[9]"),
    ("SZ[１９路盤]", "SZ[19]", "SZ[19]"),
    ("SZ[9.0]", "SZ[9]", "SZ[9]"),
    ("SZ[13 lines]", "SZ[13]", "SZ[13]"),
    ("SZ[9x9 board]", "SZ[9x9 board]", "SZ[9x9 board]"),
    ("SZ[full]", "SZ[full]", "SZ[19]"),
    ("TM[1,800]", "TM[1,800]", "TM[1,800]"),
    ("TM[0,375]", "TM[0.375]", "TM[0.375]"),
    ("KM[6,500]", "KM[6,500]", "KM[6,500]"),
    ("KM[七目半]", "KM[7.5]", "KM[7.5]"),
    ("KM[１.５]", "KM[1.5]", "KM[1.5]"),
    ("HA[定先]", "HA[定先]", "HA[定先]"),
    ("HA[二子]", "HA[2]", "HA[2]"),
    ("RE[黒の中押し勝ち]", "RE[B+R]", "RE[B+R]"),
    ("RE[白の2目半勝ち]", "RE[W+2.5]", "RE[W+2.5]"),
    ("RE[中押し黒勝ち]", "RE[B+R]", "RE[B+R]"),
    ("RE[白中押し]", "RE[W+R]", "RE[W+R]"),
    ("RE[黑贏]", "RE[B+]", "RE[B+]"),
    ("RE[白不計勝]", "RE[W+R]", "RE[W+R]"),
    ("RE[両負け]", "RE[両負け]", "RE[両負け]"),
    (
        "DT[1996/12/31, 1/1]",
        "DT[1996/12/31, 1/1]",
        "DT[1996/12/31, 1/1]",
    ),
    (
        "DT[1996/12/30, 31]",
        "DT[1996-12-30,31]",
        "DT[1996-12-30,31]",
    ),
];

#[test]
fn every_row_comes_out_right() {
    for (input, safe, all) in ROWS {
        let wrap = |properties: &str| format!("(;FF[4]{properties})");
        assert_eq!(
            repaired(&wrap(input), Applicability::Safe),
            wrap(safe),
            "safe fixes of {input}"
        );
        assert_eq!(
            repaired(&wrap(input), Applicability::Unsafe),
            wrap(all),
            "all fixes of {input}"
        );
    }
}

#[test]
fn a_game_info_below_another_is_not_lost() {
    let input = "(;FF[4]GM[1]SZ[9]PB[x];B[aa]EV[y])";
    assert_eq!(repaired(input, Applicability::Safe), input);
    assert_eq!(
        repaired(input, Applicability::Unsafe),
        "(;FF[4]GM[1]SZ[9]PB[x]EV[y];B[aa])"
    );
}

/// Each of the variations may be a game of its own.
#[test]
fn a_game_info_in_a_variation_stays_there() {
    for input in [
        "(;FF[4]GM[1]SZ[9]PB[a]PW[b];B[fg]\n(;W[gg])(;W[dh]RE[B+R]))",
        "(;FF[4]GM[1]SZ[9]GN[Joseki](;B[aa]PB[Lee])(;B[bb]PW[Gu]RE[B+R]))",
    ] {
        assert_eq!(repaired(input, Applicability::Unsafe), input);
    }
}

#[test]
fn a_variation_like_a_game_becomes_one() {
    let input = "(;FF[4]GM[1]SZ[19];B[dd]\n(;FF[4]GM[1]SZ[19]RE[B+R];B[pp]))";
    assert_eq!(repaired(input, Applicability::Safe), input);
    assert_eq!(
        repaired(input, Applicability::Unsafe),
        "(;FF[4]GM[1]SZ[19];B[dd])\n(;FF[4]GM[1]SZ[19]RE[B+R];B[pp])"
    );
}

#[test]
fn what_unexpected_text_separates_stays_apart() {
    for input in [
        "(;FF[4]GM[1]SZ[9];A$B[ee];W[aa])",
        "(;FF[4]GM[1]SZ[9];B[aa]X,C[my comment])",
        "(;FF[4]GM[1]SZ[9];B[aa]C$R[ee])",
    ] {
        let fixed = repaired(input, Applicability::Unsafe);
        assert_eq!(fixed, input.replace(['$', ','], " "));
    }
}

/// The version makes errors of warnings; they are not new.
#[test]
fn a_version_is_added_beside_a_value_that_nobody_can_read() {
    for property in ["RE[x]", "DT[x]", "KM[x]", "TM[x]"] {
        let fixed = fix(
            format!("(;GM[1]SZ[9]{property};W[fe])").into_bytes(),
            &DecodeOptions::default(),
            &Options::default(),
            Applicability::Safe,
        );
        let expected = format!("(;FF[4]GM[1]SZ[9]{property};W[fe])");
        assert_eq!(fixed.source.text(), expected);
    }
}

#[test]
fn a_size_that_moves_to_the_root_is_not_added_there() {
    let input = b"(;FF[4]GM[1];B[aa]SZ[9])";
    let source = Source::new(input.to_vec(), &DecodeOptions::default());
    let found = |options: &Options| -> Vec<_> {
        let found = check(&source, options);
        found.iter().map(|found| found.code).collect()
    };
    assert_eq!(found(&Options::default()), ["S303"]);
    let only_the_size = Options::default().with_select(["S326"]);
    assert_eq!(found(&only_the_size), ["S326"]);
}

#[test]
fn a_version_that_moves_to_the_root_is_not_added_there() {
    let input = b"(;GM[1]SZ[9];B[aa]FF[3])";
    let source = Source::new(input.to_vec(), &DecodeOptions::default());
    let fixes = |options: &Options| -> Vec<_> {
        let found = check(&source, options).into_iter();
        let found = found.filter(|found| found.fix.is_some());
        found.map(|found| found.code).collect()
    };
    assert_eq!(fixes(&Options::default()), ["S303"]);
    let only_the_version = Options::default().with_select(["S330"]);
    assert!(fixes(&only_the_version).is_empty());
}

#[test]
fn an_escape_at_the_column_where_others_wrap_stays() {
    for length in 20..100 {
        let text = "a".repeat(length);
        let input = format!("(;FF[4]GM[1]SZ[9]AP[x:1];C[{text}\\]tail B\\[cc\\] more]KM[6,5])");
        let expected = input.replace("6,5", "6.5");
        assert_eq!(repaired(&input, Applicability::Safe), expected);
    }
}

/// Returns the findings in a game with these root properties.
fn found(properties: &str) -> Vec<Diagnostic> {
    let source = Source::new(
        format!("(;FF[4]{properties})").into_bytes(),
        &DecodeOptions::default(),
    );
    check(&source, &Options::default().with_ignore(["S326"]))
}

/// Values that other checkers accept, with the rule that reports them here.
#[test]
fn values_out_of_range_or_given_twice_are_reported() {
    for (input, code) in [
        ("ST[9]", "V220"),
        ("PM[7]", "V220"),
        ("GM[99]", "V226"),
        ("HA[-2]", "V220"),
        ("B[aa]MN[-1]", "V220"),
        ("AR[aa:bb][aa:bb]", "S314"),
        ("LN[aa:bb][aa:bb]", "S314"),
        ("DT[2004-02-30]", "V212"),
        ("RE[0.5]", "V213"),
        ("RE[Both lost]", "V213"),
        ("RE[B+-5]", "V213"),
        ("TM[60x]", "V215"),
        ("HA[2.5]", "V216"),
    ] {
        let codes: Vec<_> = found(input).iter().map(|found| found.code).collect();
        assert!(codes.contains(&code), "{input}: {codes:?}");
    }
}

/// Valid values that other checkers report.
#[test]
fn valid_values_are_not_reported() {
    for input in [
        "TB[]TW[]",
        "GM[6]RE[B+6R]",
        "GM[6]CO[b]CV[2]DI[31]MI[length:3]",
        "GM[9]AS[Black]IY[true]",
        "GM[11]IS[tried:on]",
        "GM[18]AA[aa]",
        "GM[19]NP[3]NR[2]",
        "GM[20]C[x];B[cc:dd]",
        "GM[21]RU[STD];W[d4]",
    ] {
        assert_eq!(found(input), [], "{input}");
    }
}

/// The old value is shown as it was.
#[test]
fn a_message_shows_the_value_as_it_stands_there() {
    let found = found("TR[cc:aa]");
    assert!(
        found[0].message.contains("`TR[cc:aa]`"),
        "{}",
        found[0].message
    );
}

/// The text before a game, which is lost with others, is left alone.
#[test]
fn the_text_before_a_game_stays() {
    let input = "From: somebody\n\n(;FF[4]GM[1]SZ[9]KM[6,5])";
    assert_eq!(
        repaired(input, Applicability::Safe),
        input.replace("6,5", "6.5")
    );
}

/// The header of Sina: nonstandard identifiers, and no `;`.
#[test]
fn a_header_of_sina_keeps_event_date_and_komi() {
    assert_eq!(
        repaired(
            "(TE[Kisei]RD[2003-01-02]KO[7.5]PB[a];B[pd])",
            Applicability::Safe
        ),
        "(;EV[Kisei]DT[2003-01-02]KM[7.5]PB[a];B[pd])"
    );
}

/// Properties of another version become those of FF\[4\], on request.
#[test]
fn conversion_gives_upper_case_letters_and_keeps_the_program() {
    let mut old = Collection::from("(;FF[3]AP[CGoban:3]GM[1]SZ[9];L[aa][bb])");
    let options = convert::Options {
        obsolete: Obsolete::Keep,
        ..convert::Options::default()
    };
    convert::to_ff4(&mut old, &options);
    assert_eq!(
        String::from_utf8(old.to_bytes().unwrap()).unwrap(),
        "(;FF[4]AP[CGoban:3]GM[1]SZ[9];LB[aa:A][bb:B])"
    );
}
