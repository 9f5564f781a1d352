//! Typed game info, and points of properties in any spelling and with repetitions.

use kifu_sgf::Collection;
use kifu_sgf::value::{Point, Size};

#[test]
fn points_are_those_of_all_properties_of_an_identifier() {
    for text in [
        "(;AB[aa][bb][ba][ab])",
        "(;AB[aa:bb])",
        "(;AB[aa]C[x]AB[ba][ab]AB[bb])",
        "(;FF[3]AddBlack[aa:ba]AB[ab][bb])",
        "(;ab[aa][ab]AB[ba:bb])",
        "(;AB[aa,ba,ab:bb])",
        "(;AB[aa:bb][aa:bb][zz][])",
    ] {
        let collection = Collection::from(text);
        let root = collection.game(0).unwrap().root();
        let points: Vec<Point> = root.points("AB", Size::GO).iter().collect();
        let expected = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let expected = expected.map(|(column, row)| Point::new(column, row));
        assert_eq!(points, expected, "{text}");
    }
}

#[test]
fn missing_and_unreadable_are_two_things() {
    let collection = Collection::from("(;DT[a sunny day]RE[]BR[strong]KM[x];PW[late])");
    let info = collection.game(0).unwrap().info();
    let date = info.date().expect("a date is given");
    assert_eq!((date.written(), date.value()), ("a sunny day", None));
    assert!(info.result().is_none());
    assert!(info.komi().is_some_and(|komi| komi.value().is_none()));
    assert!(info.black().rank.is_some_and(|rank| rank.value().is_none()));
    assert_eq!(info.white().name.as_deref(), Some("late"));
    assert!(info.handicap().is_none());
    assert_eq!(info.size(), Some(Size::GO));
}

#[test]
fn guesses_say_so() {
    let collection = Collection::from("(;DT[c. 1580]RE[W+Illegal])(;DT[1580]RE[W+R])");
    let games: Vec<_> = collection.games().collect();
    let is_guess = |number: usize| {
        let info = games[number].info();
        let date = info.date().is_some_and(|date| date.is_guess());
        (date, info.result().is_some_and(|result| result.is_guess()))
    };
    assert_eq!(is_guess(0), (true, true));
    assert_eq!(is_guess(1), (false, false));
}
