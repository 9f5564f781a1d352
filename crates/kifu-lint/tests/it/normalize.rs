//! Game information in one form.

use kifu_lint::Outcome;
use kifu_lint::normalize::{Options, normalize};
use kifu_sgf::Collection;
use proptest::prelude::*;

fn normal(text: &str, options: Options) -> (String, usize) {
    let mut collection = Collection::from(text);
    let changes = normalize(&mut collection, &options);
    let kept = changes
        .iter()
        .filter(|change| change.outcome == Outcome::Kept)
        .count();
    let bytes = collection.to_bytes().unwrap();
    (String::from_utf8(bytes).unwrap(), kept)
}

#[test]
fn values_that_are_clear_get_one_form() {
    let cases = [
        ("DT[2003/4/5]", "DT[2003-04-05]"),
        ("DT[1996-05-06,1996-05-07]", "DT[1996-05-06,07]"),
        ("RE[Jigo]", "RE[Draw]"),
        ("RE[B+Resign]", "RE[B+R]"),
        ("BR[9 Dan]WR[10kyu]", "BR[9d]WR[10k]"),
        ("KM[6,5]", "KM[6.5]"),
        ("KM[6.50]", "KM[6.5]"),
        ("TM[1h30m]", "TM[5400]"),
        ("TM[30:00(5x1:00)]", "TM[1800]OT[5x60 byo-yomi]"),
        ("RU[japanese]", "RU[Japanese]"),
        ("PB[  Go \u{3000}Seigen ]", "PB[Go Seigen]"),
        ("PW[Ａｌｐｈａ Ｇｏ]", "PW[Alpha Go]"),
        ("PB[a \\] b ]", "PB[a \\] b]"),
    ];
    for (old, new) in cases {
        let (old, new) = (
            format!("(;FF[4]{old};B[aa])"),
            format!("(;FF[4]{new};B[aa])"),
        );
        assert_eq!(normal(&old, Options::default()), (new, 0), "{old}");
    }
}

#[test]
fn what_is_not_clear_stays_and_is_reported() {
    for value in [
        "DT[05/06/2003]",
        "RE[Both lost]",
        "BR[9p, Honinbo]",
        "KM[a lot]",
        "TM[soon]",
        "TM[30:00(5x1:00)]OT[x]",
    ] {
        let text = format!("(;FF[4]{value})");
        assert_eq!(normal(&text, Options::default()), (text.clone(), 1));
    }
    for value in ["DT[]", "KM[]", "RU[House rules]", "GM[6]RE[B+6R]", "C[ x ]"] {
        let text = format!("(;FF[4]{value})");
        assert_eq!(normal(&text, Options::default()), (text.clone(), 0));
    }
}

#[test]
fn what_is_not_asked_for_stays() {
    let text = "(;FF[4]DT[2003/4/5]KM[6,5]PB[ a ]TM[1h]RE[w+r]BR[1 dan]RU[jp])";
    assert_eq!(normal(text, Options::NONE), (text.to_owned(), 0));
    let komi = Options {
        komi: true,
        ..Options::NONE
    };
    assert_eq!(normal(text, komi).0, text.replace("6,5", "6.5"));
}

proptest! {
    #[test]
    fn twice_is_once(
        values in prop::collection::vec(
            ("(DT|RE|BR|WR|KM|TM|RU|PB|PW|OT)", "[ -Z^-~０-９ａ-ｚ年月日]{0,14}"),
            0..6,
        )
    ) {
        let mut text = String::from("(;FF[4]");
        for (identifier, value) in values {
            text.extend([&identifier[..], "[", &value, "]"]);
        }
        text.push(')');
        let (once, _) = normal(&text, Options::default());
        let (twice, _) = normal(&once, Options::default());
        prop_assert_eq!(twice, once);
    }
}
