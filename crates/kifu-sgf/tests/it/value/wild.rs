//! Values in free wording, from a table: property, value, reading, repair.

use kifu_sgf::value::{DateList, GameResult, Lenient, Standing, ValueError};

const TABLE: &str = include_str!("../../../../../testdata/values.tsv");

/// A reading and the repair it needs; both empty for what cannot be read.
fn reading<T: ToString>(read: Result<Lenient<T>, ValueError>) -> (String, String) {
    match read {
        Ok(Lenient { value, repair }) => {
            let repair = repair.map(|repair| format!("{repair:?}"));
            (value.to_string(), repair.unwrap_or_else(|| "-".to_owned()))
        }
        Err(_) => (String::new(), "-".to_owned()),
    }
}

fn standing(raw: &str) -> (String, String) {
    let text = match Standing::parse(raw) {
        Ok(Standing::Rank(rank)) => rank.to_string(),
        Ok(Standing::Pair(first, second)) => format!("{first} & {second}"),
        Ok(Standing::Rating(rating)) => format!("rating {rating}"),
        Ok(other) => format!("{other:?}").to_lowercase(),
        Err(_) => String::new(),
    };
    (text, "-".to_owned())
}

#[test]
fn values_of_the_table_are_read() {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[property, value, expected, repair] = &cells[..] else {
            panic!("four cells in {row:?}");
        };
        let read = match property {
            "DT" => reading(DateList::guess(value)),
            "RE" => reading(GameResult::guess(value)),
            "BR" => standing(value),
            _ => panic!("no such property in {row:?}"),
        };
        assert_eq!(
            (&*read.0, &*read.1),
            (expected, repair),
            "{property}[{value}]"
        );
        count += 1;
    }
    assert!(count > 150, "{count} rows");
}

#[test]
fn guesses_are_no_lenient_readings() {
    for row in TABLE.lines().filter(|line| line.contains("\tUncertain")) {
        let cells: Vec<&str> = row.split('\t').collect();
        match cells[0] {
            "DT" => assert!(DateList::parse_lenient(cells[1]).is_err(), "{row}"),
            _ => assert!(GameResult::parse_lenient(cells[1]).is_err(), "{row}"),
        }
    }
}
