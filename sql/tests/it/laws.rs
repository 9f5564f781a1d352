//! Laws that hold for all selections and searches.

use kifu::go::Board;
use kifu::select::Selection;
use kifu::store::{Drawing, Pattern, Query, Store};

use crate::place::{Place, examples, rows};

/// Selections of every kind of condition.
const SELECTIONS: &[&str] = &[
    "",
    "player~shusaku",
    "date<1900",
    "date>=1900 and result=B",
    "size=19",
    "not has(C)",
    "has(C) or komi>6",
    "moves>200",
    "black=* white=*",
    "handicap=0",
    "rank>=5d",
    "file=*lee*",
    "margin>1",
    "number=1",
    "comment~move",
];

/// `where_kifu` selects the games that the store selects, pushed down or not, joined or not.
#[test]
fn where_kifu_is_the_selection_language() {
    for place in [Place::new(), examples()] {
        let store = Store::open(place.index_path()).unwrap();
        let session = place.session();
        for text in SELECTIONS {
            let selection = Selection::parse(text).unwrap();
            let mut expected = Vec::new();
            let select = store.select(&selection);
            select
                .for_each(|id, _| expected.push(format!("{}|{}", id.segment, id.game)))
                .unwrap();
            expected.sort();
            for sql in [
                format!("SELECT segment, game FROM games WHERE where_kifu('{text}')"),
                format!("SELECT segment, game FROM games WHERE where_kifu('{text}') OR false"),
                format!(
                    "SELECT segment, game FROM games WHERE CASE WHEN where_kifu('{text}') THEN true ELSE false END"
                ),
                format!(
                    "SELECT g.segment, g.game FROM games g JOIN games o ON g.segment = o.segment AND g.game = o.game \
                     WHERE where_kifu('{text}', o.segment, o.game)"
                ),
            ] {
                let mut found = rows(&session, &sql);
                found.sort();
                assert_eq!(found, expected, "{sql}");
            }
        }
    }
}

/// A search by SQL has the hits and games of the store, with a selection as an option, as a predicate, and joined.
#[test]
fn position_search_is_the_search_of_the_store() {
    let place = examples();
    let store = Store::open(place.index_path()).unwrap();
    let session = place.session();
    for drawing in [
        "XO/OX",
        "X",
        "*X*/XOX/*.*",
        "----/..X./..../.O..",
        "*O*/OXO",
        "XX/O.",
    ] {
        for text in ["", "date<1900", "result=B"] {
            let pattern = drawing.parse::<Drawing>().unwrap().pattern().unwrap();
            let mut query = Query::new(pattern);
            query.selection = Selection::parse(text).unwrap();
            let answer = store.search(&query).unwrap();
            let expected = format!("{}|{}", answer.main.hits, answer.main.games);
            let count = "SELECT count(*), count(DISTINCT (segment, game))";
            let quoted = format!("'{drawing}'");
            for sql in [
                format!("{count} FROM position_search({quoted}, 'where={text}')"),
                format!("{count} FROM position_search({quoted}) WHERE where_kifu('{text}')"),
            ] {
                assert_eq!(rows(&session, &sql), [expected.as_str()], "{sql}");
            }
            let won = format!(
                "SELECT coalesce(sum(black_wins), 0), coalesce(sum(white_wins), 0) FROM continuations({quoted}, 'where={text}')"
            );
            let expected = format!("{}|{}", answer.main.black_wins, answer.main.white_wins);
            assert_eq!(rows(&session, &won), [expected], "{won}");
        }
        let games = format!("SELECT count(*) FROM games WHERE has_position('{drawing}')");
        let distinct =
            format!("SELECT count(DISTINCT (segment, game)) FROM position_search('{drawing}')");
        assert_eq!(
            rows(&session, &games),
            rows(&session, &distinct),
            "{drawing}"
        );
    }
}

/// The aggregate has the tree of `kifu openings`, however the games are grouped, and omits the same games.
#[test]
fn opening_tree_is_that_of_the_store() {
    let mixed = Place::of(&[(
        "mixed.sgf",
        "(;SZ[9]RE[B+R];B[ee];W[ec];B[cd])(;SZ[9]RE[W+R];B[ee];W[ce];B[dc])(;SZ[9];B[ee];W[];B[gc])
         (;SZ[9]HA[2]AB[cc][gg];W[ee])(;SZ[9];W[ec];B[ee])(;SZ[9]RE[B+1];B[ec];W[ee])(;SZ[9])
         (;SZ[9];AB[aa];B[ee])(;SZ[9]B[cc];W[gg])(;SZ[9];B[cc]W[gg];B[gc])
         (;SZ[13];B[cc])(;SZ[13];B[dd])(;SZ[19];B[pd])(;GM[3];B[e4])",
    )]);
    for place in [Place::new(), examples(), mixed] {
        let store = Store::open(place.index_path()).unwrap();
        let session = place.session();
        for text in ["", "result=B", "size=13", "date<1900"] {
            let selection = Selection::parse(text).unwrap();
            let sizes = store.sizes_of(&selection).unwrap();
            for (depth, least) in [(0, 1), (1, 1), (3, 1), (8, 2)] {
                let expected = sizes.first().map(|(size, _)| {
                    let empty = Pattern::of_board(&Board::new(*size));
                    let mut query = Query::new(empty);
                    query.selection = selection.clone();
                    let mut tree = store.opening(&query, depth, least).unwrap();
                    tree.other_sizes = sizes[1..].to_vec();
                    tree.to_sgf_with_other_sizes()
                });
                let expected = expected.filter(|tree| !tree.is_empty());
                let expected = expected.unwrap_or_else(|| "-".to_owned());
                let sql = format!(
                    "SELECT opening_tree({depth}, {least}) FROM games WHERE where_kifu('{text}')"
                );
                assert_eq!(rows(&session, &sql), [expected], "{sql}");
            }
        }
    }
}

/// A limit cuts an answer, and nothing else.
#[test]
fn limits_cut() {
    let place = examples();
    let session = place.session();
    for from in [
        "games",
        "moves",
        "position_search('XO/OX')",
        "games WHERE where_kifu('date<1950')",
    ] {
        let all = rows(&session, &format!("SELECT segment, game FROM {from}"));
        for limit in [0, 1, 3, 1000] {
            let some = rows(
                &session,
                &format!("SELECT segment, game FROM {from} LIMIT {limit}"),
            );
            assert_eq!(some, all[..limit.min(all.len())], "{from} LIMIT {limit}");
        }
    }
}

/// Positions by SQL are those that the moves lead to.
#[test]
fn boards_are_those_of_the_moves() {
    let place = examples();
    let session = place.session();
    let sql = "SELECT count(*) FROM games g JOIN moves m USING (segment, game) \
               WHERE m.point IS NOT NULL AND move_at(m.move_number, g.segment, g.game) <> m.point";
    assert_eq!(rows(&session, sql), ["0"]);
    // A stone that was played is on the board right after.
    let sql = "SELECT count(*), count(*) FILTER (WHERE \
                   substr(replace(board_at(m.move_number, g.segment, g.game), '/', ''), m.y * 19 + m.x + 1, 1) \
                   = CASE m.color WHEN 'B' THEN 'X' ELSE 'O' END) \
               FROM games g JOIN moves m USING (segment, game) WHERE m.point IS NOT NULL AND m.move_number % 7 = 0";
    let counts = rows(&session, sql);
    let (all, right) = counts[0].split_once('|').unwrap();
    assert_eq!(all, right);
    assert!(all.parse::<u32>().unwrap() > 100, "{all}");
}

/// A condition on `segment` and `game`, and whether it holds for a game.
type Condition = (&'static str, fn(u32, u32) -> bool);

const CONDITIONS: &[Condition] = &[
    ("segment = 0 AND game = 1", |segment, game| {
        (segment, game) == (0, 1)
    }),
    ("segment = 1", |segment, _| segment == 1),
    ("game IN (0, 2)", |_, game| matches!(game, 0 | 2)),
    ("game IN (0, 2, 4, 6, 8)", |_, game| game % 2 == 0),
    ("game BETWEEN 1 AND 9", |_, game| (1..=9).contains(&game)),
    ("game NOT BETWEEN 1 AND 9", |_, game| {
        !(1..=9).contains(&game)
    }),
    ("NOT (segment = 1 AND game < 1)", |segment, game| {
        !(segment == 1 && game < 1)
    }),
    ("segment <> game", |segment, game| segment != game),
    ("game = -1", |_, _| false),
    ("game = NULL", |_, _| false),
    ("game IN (NULL)", |_, _| false),
    ("game NOT IN (NULL)", |_, _| false),
    ("game + 1 = 2", |_, game| game == 1),
    ("(segment, game) IN ((1, 1), (0, 0))", |segment, game| {
        segment == game && segment < 2
    }),
];

/// Conditions on `segment` and `game` select the same rows, read or not.
#[test]
fn conditions_on_games_are_those_of_their_rows() {
    for place in [Place::new(), examples()] {
        let session = place.session();
        for from in [
            "games",
            "moves",
            "setup",
            "problems",
            "position_search('XO', 'edges=yes')",
            "similar('(;SZ[9];B[ee];W[ec])')",
        ] {
            let sorted = |sql: &str| {
                let mut found = rows(&session, sql);
                found.sort();
                found
            };
            let all = sorted(&format!("SELECT * FROM {from}"));
            for (condition, holds) in CONDITIONS {
                let of_game = |row: &&String| {
                    let mut numbers = row.split('|').map(|number| number.parse().unwrap());
                    holds(numbers.next().unwrap(), numbers.next().unwrap())
                };
                let expected: Vec<_> = all.iter().filter(of_game).cloned().collect();
                let sql = format!("SELECT * FROM {from} WHERE {condition}");
                assert_eq!(sorted(&sql), expected, "{sql}");
            }
        }
    }
}
