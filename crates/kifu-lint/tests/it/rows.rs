//! Values that other checkers repair wrongly, each with what comes out of them here.

use kifu_lint::{Applicability, Options, fix};
use kifu_sgf::encoding::DecodeOptions;

/// What safe fixes, or all fixes, make of `input`.
fn repaired(input: &str, applicability: Applicability) -> String {
    let options = Options::default().with_ignore(["S326"]);
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
    ("HA[9 stones, 2]", "HA[9 stones, 2]", "HA[9]"),
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
        "DT[2004-05-06]",
    ),
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
    (
        "ON[one\ntwo]CP[one\ntwo]",
        "ON[one\ntwo]CP[one\ntwo]",
        "ON[one\ntwo]CP[one\ntwo]",
    ),
    ("KM[6,5]", "KM[6.5]", "KM[6.5]"),
    ("SZ[19:19]", "SZ[19]", "SZ[19]"),
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

#[test]
fn an_escape_at_the_column_where_others_wrap_stays() {
    for length in 20..100 {
        let text = "a".repeat(length);
        let input = format!("(;FF[4]GM[1]SZ[9]AP[x:1];C[{text}\\]tail B\\[cc\\] more]KM[6,5])");
        let expected = input.replace("6,5", "6.5");
        assert_eq!(repaired(&input, Applicability::Safe), expected);
    }
}
