//! Errors in selections, and their positions: the marks are below the error.

use kifu_select::{Field, Selection};

#[test]
fn errors_point_at_the_place() {
    for (selection, marks, words) in [
        ("balck=Lee", "^^^^^", "did you mean `black`?"),
        ("x=1", "^", "unknown field"),
        ("black=", "      ^", "a value is missing"),
        ("black=\"Lee", "      ^", "this quote is not closed"),
        ("(black=Lee", "^", "this parenthesis is not closed"),
        ("black=Lee)", "         ^", "unexpected text"),
        ("black=Lee or", "            ^", "a condition is missing"),
        ("or black=Lee", "^^", "unknown field"),
        ("not", "   ^", "a condition is missing"),
        ("()", " ^", "a condition is missing"),
        ("komi=x", "     ^", "`komi` takes a number"),
        ("komi=nan", "     ^^^", "`komi` takes a number"),
        ("komi~7", "    ^", "`komi` does not support this comparison"),
        ("result>B", "      ^", "takes `=`, `!=` and `=~`"),
        ("result=X+R", "       ^^^", "`result` takes a result"),
        ("date=2016-13", "     ^^^^^^^", "`date` takes a year"),
        ("rank>=high", "      ^^^^", "`rank` takes a rank"),
        ("size=0", "     ^", "`size` takes a size"),
        ("has C", "^^^^", "`has` takes properties"),
        ("has()", "^^^^", "`has` takes properties"),
        ("吴=x", "^", "unknown field"),
        ("root.x=1", "     ^", "unknown field"),
        ("KM>x", "   ^", "compare a property with a number"),
        (
            "black=~\"(\"",
            "       ^^^",
            "not a regular expression: unclosed group",
        ),
        ("plays(x)", "^^^^^^^^", "`plays` takes moves"),
        ("plays cf", "^^^^^^", "`plays` takes moves"),
        ("date=@x.sgf", "     ^^^^^^", "give the value itself"),
    ] {
        let Err(error) = Selection::parse(selection) else {
            panic!("{selection} is taken");
        };
        let shown = error.shown_in(selection);
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines[0].contains(words), "{selection}: {shown}");
        assert_eq!(
            lines[2].strip_prefix("  "),
            Some(marks),
            "{selection}: {shown}"
        );
    }
}

#[test]
fn each_field_has_a_name_of_its_own_and_a_meaning() {
    for field in Field::ALL {
        assert_eq!(Field::from_name(field.name()), Some(*field));
        assert!(field.meaning().ends_with('.'), "{field:?}");
    }
}
