//! Laws of selections, on random ones.

use kifu_select::Selection;
use kifu_sgf::Collection;
use proptest::prelude::*;

const GAMES: &str = "(;PB[a]KM[0];B[aa])(;PB[b]KM[7.5]HA[2])(;PW[a]RE[B+R]C[x])";

fn found(selection: &str) -> Vec<bool> {
    let selection = Selection::parse(selection).expect("it is well made");
    let collection = Collection::from(GAMES);
    collection
        .games()
        .map(|game| selection.matches(game))
        .collect()
}

fn selections() -> impl Strategy<Value = String> {
    let condition = prop::sample::select(vec![
        "black=a",
        "player=a",
        "komi>0",
        "handicap=2",
        "result=B",
        "has(C)",
        "white",
    ]);
    condition
        .prop_map(str::to_owned)
        .prop_recursive(4, 24, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
                inner.prop_map(|a| format!("not ({a})")),
            ]
        })
}

proptest! {
    #[test]
    fn and_or_and_not_are_those_of_logic(a in selections(), b in selections()) {
        let (of_a, of_b) = (found(&a), found(&b));
        let each = |join: fn(bool, bool) -> bool| -> Vec<bool> {
            of_a.iter().zip(&of_b).map(|(a, b)| join(*a, *b)).collect()
        };
        prop_assert_eq!(found(&format!("{a} and {b}")), each(|a, b| a && b));
        prop_assert_eq!(found(&format!("{a} {b}")), each(|a, b| a && b));
        prop_assert_eq!(found(&format!("{a} or {b}")), each(|a, b| a || b));
        prop_assert_eq!(found(&format!("not {a} or {b}")), each(|a, b| !a || b));
        prop_assert_eq!(found(&format!("{a} or {b} and not {a}")), each(|a, b| a || b));
    }

    #[test]
    fn any_text_is_read_or_refused_in_place(text in any::<String>()) {
        if let Err(error) = Selection::parse(&text) {
            prop_assert!(text.get(error.span.clone()).is_some());
            prop_assert!(error.shown_in(&text).contains('^'));
        }
    }
}

#[test]
fn depth_and_length_are_no_matter() {
    const COUNT: usize = 100_000;
    let deep = format!("{}komi=0{}", "(".repeat(COUNT), ")".repeat(COUNT));
    assert_eq!(found(&deep), [true, false, false]);
    let turned = format!("{}komi=0", "not ".repeat(COUNT));
    assert_eq!(found(&turned), [true, false, false]);
    let long = vec!["komi=0"; COUNT].join(" or ");
    assert_eq!(found(&long), [true, false, false]);
}
